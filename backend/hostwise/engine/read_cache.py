"""Read cache beyond single formulas: calibration from measured cases, block-size rules, advice from live counters.

Nothing here is estimated from a curve of hits over size: see `hostwise.engine.formulas.read_cache`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import floor, log2

from hostwise.engine.constants import COUNT_SLACK, KIB_PER_MIB, MIB_PER_GIB
from hostwise.engine.formulas.read_cache import read_cache_latency_ms


def _percent(share: float | None) -> str:
    """A share as a reader sees it."""
    return f"{(share or 0) * 100:.3g} %"


# ----------------------------------------------------------------------------------------------------- calibration

JOINT_TOLERANCE_SHARE = 0.05
"""By how much a common service time may miss a measured latency: assumed, above the 3.2 % by which VFRC13's two
baselines of one workload differ."""


_LEAST_ANSWERED_SHARE = 1e-6
"""Below one request in a million no measured latency shows what the flash does."""


@dataclass(frozen=True)
class LatencyCase:
    """A workload measured without and with a write-through read cache.

    `hit_share` is the share of the reads that the cache answered. Without the cache, reads and writes are taken to
    have the same mean latency, for only the mean of both is measured.
    """

    name: str
    read_share: float
    hit_share: float
    baseline_ms: float
    cached_ms: float

    @property
    def answered_share(self) -> float:
        """Share of all requests that the cache answered."""
        return self.read_share * self.hit_share

    @property
    def tells(self) -> bool:
        """Whether the cache answers enough for the latency of the flash to show at all."""
        return self.answered_share >= _LEAST_ANSWERED_SHARE

    def latency_ms(self, service_ms: float) -> float:
        """What the model says for this case with a given latency of the flash."""
        return float(
            read_cache_latency_ms(
                read_share=self.read_share,
                read_hit_share=self.hit_share,
                flash_read_ms=service_ms,
                backend_read_ms=self.baseline_ms,
                backend_write_ms=self.baseline_ms,
            )
        )


@dataclass(frozen=True)
class Calibration:
    """The latency of the flash that explains one case, or why none does."""

    case: LatencyCase
    service_ms: float | None
    reason: str | None


def calibrate(case: LatencyCase) -> Calibration:
    """The latency of the flash with which the latency model yields exactly what was measured.

    With r the share of reads, h of hits, b the latency without and l with the cache, f = (l - b (1 - r h)) / (r h).

    >>> hardware_monitoring = LatencyCase("hardware monitoring", 0.95, 0.85, 1.23, 0.321)
    >>> round(calibrate(hardware_monitoring).service_ms, 3)
    0.104
    >>> proxy = LatencyCase("proxy", 0.67, 0.83, 1.357, 0.612)
    >>> round(calibrate(proxy).service_ms, 3)
    0.017
    """
    if not case.tells:
        return Calibration(case, None, "The cache answers nothing in this case, so it says nothing about the flash.")
    missed_ms = case.baseline_ms * (1 - case.answered_share)
    service_ms = _own_ms(case)
    if service_ms < 0:
        text = (
            f"What the cache does not answer alone takes {missed_ms:.4g} ms a request, more than the "
            f"{case.cached_ms:.4g} ms measured: shares and latencies are not of one case, or reads that missed and "
            "writes were faster than the mean."
        )
        return Calibration(case, None, text)
    return Calibration(case, service_ms, None)


@dataclass(frozen=True)
class JointCalibration:
    """One latency of the flash for several cases, or the refusal of one.

    `best_ms` misses the worst case by `worst_error_share`, and any other misses some case by more; it is
    `service_ms` only if that is accepted.
    """

    best_ms: float | None
    worst_error_share: float | None
    accepted: bool
    reason: str

    @property
    def service_ms(self) -> float | None:
        """The common latency of the flash; None where it is refused."""
        return self.best_ms if self.accepted else None


def calibrate_jointly(
    cases: Sequence[LatencyCase], *, tolerance_share: float = JOINT_TOLERANCE_SHARE
) -> JointCalibration:
    """One latency of the flash for all cases, refused where it does not reproduce each within the tolerance.

    The model's error in case i is a_i |f - f_i| with a_i = r_i h_i / l_i and f_i the case's own latency: a straight
    line on either side. So the f whose worst error is smallest balances the pair of cases that differ most.

    >>> cases = (LatencyCase("hardware monitoring", 0.95, 0.85, 1.23, 0.321),
    ...          LatencyCase("proxy", 0.67, 0.83, 1.357, 0.612))
    >>> joint = calibrate_jointly(cases)
    >>> joint.accepted, round(joint.best_ms, 3), round(joint.worst_error_share, 3)
    (False, 0.081, 0.058)
    """
    telling = [case for case in cases if case.tells]
    if not telling:
        return JointCalibration(None, None, False, "The cache answers nothing in any case given.")
    best_ms = max(0.0, _balanced_ms(telling))
    worst = max(abs(case.latency_ms(best_ms) / case.cached_ms - 1) for case in cases)
    missed = f"{_percent(worst)}, {_percent(tolerance_share)} is allowed"
    if worst <= tolerance_share:
        text = f"{best_ms:.3g} ms misses no measured latency by more than {missed}."
        if len(cases) == 1:
            text = "A single case: this is its own latency, and nothing tests it."
        return JointCalibration(best_ms, worst, True, text)
    if len(cases) == 1:
        return JointCalibration(best_ms, worst, False, calibrate(cases[0]).reason or "")
    own = ", ".join(
        f"{case.name} for {_own_ms(case):.3g} ms" if _own_ms(case) >= 0 else f"{case.name} for less than none"
        for case in telling
    )
    text = (
        f"One latency of the flash does not explain these cases: {own}. The best common one, {best_ms:.3g} ms, misses "
        f"a measured latency by {missed}. Take that of the workload that is like yours."
    )
    return JointCalibration(best_ms, worst, False, text)


def _own_ms(case: LatencyCase) -> float:
    """The latency of the flash that fits a case exactly; below 0 where none can."""
    return (case.cached_ms - case.baseline_ms * (1 - case.answered_share)) / case.answered_share


def _balanced_ms(cases: Sequence[LatencyCase]) -> float:
    """The latency whose worst relative error is smallest: that which balances the two cases that differ most."""
    lines = [(case.answered_share / case.cached_ms, _own_ms(case)) for case in cases]
    worst, balanced = 0.0, lines[0][1]
    for (slope, own), (other_slope, other_own) in combinations(lines, 2):
        error = slope * other_slope * abs(own - other_own) / (slope + other_slope)
        if error > worst:
            worst, balanced = error, (slope * own + other_slope * other_own) / (slope + other_slope)
    return balanced


# ----------------------------------------------------------------------------------------------------- block size

LEAST_BLOCK_KIB, MOST_BLOCK_KIB = 4.0, 1024.0
"""Smallest and largest block (VFRC13, Cache block size); all sizes between are powers of two."""
LEAST_BLOCKS = 256
"""Least blocks of a cache (vSphere 6.0 storage documentation)."""


@dataclass(frozen=True)
class BlockRules:
    """What a product allows."""

    least_kib: float = LEAST_BLOCK_KIB
    most_kib: float = MOST_BLOCK_KIB
    least_blocks: float = LEAST_BLOCKS

    @property
    def sizes_kib(self) -> tuple[float, ...]:
        """All allowed sizes.

        >>> BlockRules().sizes_kib
        (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
        """
        doublings = floor(log2(self.most_kib / self.least_kib))
        return tuple(self.least_kib * 2**doubling for doubling in range(doublings + 1))


@dataclass(frozen=True)
class BlockCheck:
    """What the rules say about one block size; `blocks` is None where the size of the cache is not known."""

    block_kib: float
    blocks: int | None
    valid: bool
    matches_io: bool | None
    reason: str


def block_count(cache_gib: float, block_kib: float) -> int:
    """Whole blocks of a cache: its geometry is binary.

    >>> block_count(1, 8)
    131072
    """
    return floor(cache_gib * MIB_PER_GIB * KIB_PER_MIB / block_kib * (1 + COUNT_SLACK))


def matching_block_kib(io_kib: float, *, least_kib: float = LEAST_BLOCK_KIB, most_kib: float = MOST_BLOCK_KIB) -> float:
    """The block that matches the dominant I/O: the largest power of two that one I/O still fills.

    A larger block caches only the part of it that was read; a smaller one costs memory and splits the I/O.

    >>> matching_block_kib(4), matching_block_kib(12), matching_block_kib(0.5), matching_block_kib(4096)
    (4.0, 8.0, 4.0, 1024.0)
    """
    within = min(max(io_kib, least_kib), most_kib)
    return float(least_kib * 2 ** floor(log2(within / least_kib)))


def check_block_size(
    block_kib: float, *, cache_gib: float | None = None, io_kib: float | None = None, rules: BlockRules | None = None
) -> BlockCheck:
    """Whether a block size is allowed, and whether it matches the dominant I/O.

    >>> check_block_size(64, cache_gib=4, io_kib=4).reason
    'Larger than the dominant I/O: a read of 4 KiB leaves 60 KiB of its block without data.'
    >>> check_block_size(48).valid, check_block_size(1024, cache_gib=0.125).valid
    (False, False)
    """
    rules = rules or BlockRules()
    blocks = None if cache_gib is None else block_count(cache_gib, block_kib)
    matching = (
        None if io_kib is None else matching_block_kib(io_kib, least_kib=rules.least_kib, most_kib=rules.most_kib)
    )
    matches = None if matching is None else block_kib == matching
    wrong = _broken_rules(block_kib, blocks, rules)
    if wrong:
        return BlockCheck(block_kib, blocks, False, matches, " ".join(wrong))
    if io_kib is None:
        text = "Allowed; give the dominant I/O size to see whether it matches."
    elif block_kib == io_kib:
        text = f"Matches the dominant I/O of {io_kib:g} KiB."
    elif matches and block_kib > io_kib:
        text = f"The smallest block there is, and nearest to the dominant I/O of {io_kib:g} KiB."
    elif matches:
        text = f"The largest block that the dominant I/O of {io_kib:g} KiB fills."
    elif block_kib > io_kib:
        text = f"Larger than the dominant I/O: a read of {io_kib:g} KiB leaves {block_kib - io_kib:g} KiB of its block "
        text += "without data."
    else:
        text = f"Smaller than the dominant I/O: {io_kib:g} KiB lie in {io_kib / block_kib:.3g} blocks, which costs "
        text += "memory for metadata and saves no flash."
    return BlockCheck(block_kib, blocks, True, matches, text)


def _broken_rules(block_kib: float, blocks: int | None, rules: BlockRules) -> list[str]:
    wrong = []
    if not rules.least_kib <= block_kib <= rules.most_kib:
        wrong.append(f"Blocks have {rules.least_kib:g} to {rules.most_kib:g} KiB.")
    if block_kib <= 0 or not log2(block_kib).is_integer():
        wrong.append("A block is a power of two.")
    if blocks is not None and blocks < rules.least_blocks:
        wrong.append(f"The cache has {blocks:,} such blocks and needs at least {rules.least_blocks:,.0f}.")
    return wrong


# ---------------------------------------------------------------------------------------------------------- advice


class Verdict(StrEnum):
    """What live counters say about the size of a read cache."""

    OVER_PROVISIONED = "over_provisioned"
    RIGHT = "right"
    RIGHT_OR_UNDER_PROVISIONED = "right_or_under_provisioned"
    GROW = "grow"
    GROW_BACK = "grow_back"
    STOP = "stop"
    NO_LOCALITY = "no_locality"


@dataclass(frozen=True)
class Statistics:
    """Counters of a running cache; what was not read is None."""

    num_blocks: float
    num_blocks_cached: float
    evictions_per_op: float | None = None
    hit_share: float | None = None

    @property
    def used_share(self) -> float:
        """Share of the blocks that hold data."""
        return self.num_blocks_cached / self.num_blocks


FULL_SHARE = 0.99
"""Assumed: the source says "equal", and counters read one after the other of a running cache rarely are."""
LOW_HIT_SHARE = 0.8
"""Assumed: just below the least share of hits (0.83) with which VFRC13 measured a gain."""
HIGH_EVICTIONS_PER_OP = 0.2
"""Assumed: what a full cache evicts at that share of hits, where each read that misses brings in one block."""
CHANGE_SHARE = 0.05
"""Assumed: counters of two runs that differ by less are taken as equal."""
GROWTH_FACTOR = 1.5
"""Assumed: a step that shows in the counters and does not overshoot by much."""


@dataclass(frozen=True)
class Thresholds:
    """From where on a counter counts as high, low or changed."""

    full_share: float = FULL_SHARE
    high_evictions_per_op: float = HIGH_EVICTIONS_PER_OP
    low_hit_share: float = LOW_HIT_SHARE
    change_share: float = CHANGE_SHARE
    growth_factor: float = GROWTH_FACTOR


THRESHOLD_NOTES = {
    "full_share": "the source says equal; counters of a running cache are read one after the other",
    "high_evictions_per_op": "what a full cache evicts at the low share of hits, one block for each read that misses",
    "low_hit_share": "just below the least share of hits with which a gain was measured",
    "change_share": "counters of two runs that differ by less are taken as equal",
    "growth_factor": "a step that shows in the counters",
}
"""Why the defaults are what they are; all of them are assumed."""


@dataclass(frozen=True)
class Advice:
    """A verdict on the size of a cache with its reason; `next_blocks` is None where it stays as it is."""

    verdict: Verdict
    reason: str
    next_blocks: float | None


def advise(now: Statistics, previous: Statistics | None = None, thresholds: Thresholds | None = None) -> Advice:
    """What the counters say about the size of the cache [model 3.3].

    They mean something once the workload has run a whole cycle: a cache that is still filling looks too large.

    >>> advise(Statistics(131_072, 60_000)).verdict.value
    'over_provisioned'
    >>> advise(Statistics(131_072, 131_072, evictions_per_op=0.6, hit_share=0.4)).next_blocks
    196608.0
    """
    limits = thresholds or Thresholds()
    if now.used_share < limits.full_share:
        text = (
            f"{now.num_blocks_cached:,.0f} of {now.num_blocks:,.0f} blocks hold data ({_percent(now.used_share)}): if "
            "the workload has run a whole cycle, the rest is never used."
        )
        # A cache that nothing has been read into yet says nothing about what it needs.
        return Advice(Verdict.OVER_PROVISIONED, text, now.num_blocks_cached or None)
    compared = _compared(now, previous, limits) if previous else None
    return compared or _full(now, limits)


def _compared(now: Statistics, previous: Statistics, limits: Thresholds) -> Advice | None:
    """What the step from the previous size says; None if it says nothing."""
    if None in (now.evictions_per_op, previous.evictions_per_op, now.hit_share, previous.hit_share):
        return None
    evictions = _change(now.evictions_per_op, previous.evictions_per_op, limits.change_share)
    hits = _change(now.hit_share, previous.hit_share, limits.change_share)
    told = (
        f"evictions per operation {previous.evictions_per_op:g} -> {now.evictions_per_op:g}, hits "
        f"{_percent(previous.hit_share)} -> {_percent(now.hit_share)}"
    )
    if now.num_blocks < previous.num_blocks and evictions > 0 and hits < 0:
        text = f"Shrinking from {previous.num_blocks:,.0f} blocks raised evictions and lowered hits: {told}."
        return Advice(Verdict.GROW_BACK, text, previous.num_blocks)
    if now.num_blocks > previous.num_blocks and evictions == 0 and hits == 0:
        text = f"Growing from {previous.num_blocks:,.0f} blocks changed nothing: {told}. More does not help; the "
        text += "smaller size did as well."
        return Advice(Verdict.STOP, text, previous.num_blocks)
    return None


def _change(now: float | None, before: float | None, unchanged_share: float) -> int:
    """1 for a rise, -1 for a fall, 0 for what counts as unchanged.

    >>> _change(0.85, 0.84, 0.05), _change(2.0, 0.0, 0.05), _change(0.4, 0.8, 0.05)
    (0, 1, -1)
    """
    difference = (now or 0.0) - (before or 0.0)
    if abs(difference) <= unchanged_share * max(now or 0.0, before or 0.0):
        return 0
    return 1 if difference > 0 else -1


def _full(now: Statistics, limits: Thresholds) -> Advice:
    """What the counters of a full cache say by themselves."""
    grown = float(round(now.num_blocks * limits.growth_factor))
    full = "All blocks hold data"
    if now.evictions_per_op is None or now.hit_share is None:
        text = f"{full}: the size is right or too small. Evictions and hits tell which, and are not both given."
        return Advice(Verdict.RIGHT_OR_UNDER_PROVISIONED, text, grown)
    told = f"{now.evictions_per_op:g} blocks are evicted per operation, {_percent(now.hit_share)} of the reads hit"
    evicts, misses = now.evictions_per_op >= limits.high_evictions_per_op, now.hit_share < limits.low_hit_share
    if evicts and misses:
        text = f"{full}, and {told}: blocks are pushed out before they are read again."
        return Advice(Verdict.GROW, text, grown)
    if not evicts and not misses:
        return Advice(Verdict.RIGHT, f"{full}, yet {told}: what is read again fits.", None)
    if misses:
        text = f"{full}, and {told}: hardly anything is pushed out, yet reads miss. They do not repeat, or blocks hold "
        text += "only part of what is read; a larger cache does not help, a matching block size may."
        return Advice(Verdict.NO_LOCALITY, text, None)
    text = (
        f"{full}; {told}: most reads hit while much is pushed out. The size is right or too small; one step up shows."
    )
    return Advice(Verdict.RIGHT_OR_UNDER_PROVISIONED, text, grown)
