"""Advice on the size of a read cache from its live counters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hostwise.number_format.writing import exact, fixed, percent


class CacheVerdict(StrEnum):
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
    """Thresholds from which a counter counts as high, low or changed."""

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

    verdict: CacheVerdict
    reason: str
    next_blocks: float | None


def advise(now: Statistics, previous: Statistics | None = None, thresholds: Thresholds | None = None) -> Advice:
    """Advice on the size of the cache from its counters [model 3.3].

    They mean something once the workload has run a whole cycle: a cache that is still filling looks too large.

    >>> advise(Statistics(131_072, 60_000)).verdict.value
    'over_provisioned'
    >>> advise(Statistics(131_072, 131_072, evictions_per_op=0.6, hit_share=0.4)).next_blocks
    196608.0
    """
    limits = thresholds or Thresholds()
    if now.used_share < limits.full_share:
        text = (
            f"{fixed(now.num_blocks_cached)} of {fixed(now.num_blocks)} blocks hold data ({percent(now.used_share)}): "
            "if the workload has run a whole cycle, the rest is never used."
        )
        # The counters of a cache that has not been read yet say nothing about its size.
        return Advice(CacheVerdict.OVER_PROVISIONED, text, now.num_blocks_cached or None)
    compared = _compared(now, previous, limits) if previous else None
    return compared or _full(now, limits)


def _compared(now: Statistics, previous: Statistics, limits: Thresholds) -> Advice | None:
    """Advice from the change since the previous size; None if it gives none."""
    evicted, evicted_before, hit, hit_before = (
        now.evictions_per_op,
        previous.evictions_per_op,
        now.hit_share,
        previous.hit_share,
    )
    if evicted is None or evicted_before is None or hit is None or hit_before is None:
        return None
    evictions = _change(evicted, evicted_before, limits.change_share)
    hits = _change(hit, hit_before, limits.change_share)
    told = (
        f"evictions per operation {exact(evicted_before)} -> {exact(evicted)}, hits "
        f"{percent(hit_before)} -> {percent(hit)}"
    )
    if now.num_blocks < previous.num_blocks and evictions > 0 and hits < 0:
        text = f"Shrinking from {fixed(previous.num_blocks)} blocks raised evictions and lowered hits: {told}."
        return Advice(CacheVerdict.GROW_BACK, text, previous.num_blocks)
    if now.num_blocks > previous.num_blocks and hits <= 0:
        # Fewer evictions gain nothing where no more reads hit.
        text = f"Growing from {fixed(previous.num_blocks)} blocks did not raise hits: {told}. More does not help; "
        text += "shrink it again to the smaller size, which did as well."
        return Advice(CacheVerdict.STOP, text, previous.num_blocks)
    return None


def _change(now: float | None, before: float | None, unchanged_share: float) -> int:
    """1 for a rise, -1 for a fall, 0 if unchanged.

    >>> _change(0.85, 0.84, 0.05), _change(2.0, 0.0, 0.05), _change(0.4, 0.8, 0.05)
    (0, 1, -1)
    """
    difference = (now or 0.0) - (before or 0.0)
    if abs(difference) <= unchanged_share * max(now or 0.0, before or 0.0):
        return 0
    return 1 if difference > 0 else -1


def _full(now: Statistics, limits: Thresholds) -> Advice:
    """Advice from the counters of a full cache alone."""
    grown = float(round(now.num_blocks * limits.growth_factor))
    full = "All blocks hold data"
    if now.evictions_per_op is None or now.hit_share is None:
        text = f"{full}: the size is right or too small. Evictions and hits tell which, and are not both given."
        return Advice(CacheVerdict.RIGHT_OR_UNDER_PROVISIONED, text, grown)
    told = f"{exact(now.evictions_per_op)} blocks are evicted per operation, {percent(now.hit_share)} of the reads hit"
    evicts, misses = now.evictions_per_op >= limits.high_evictions_per_op, now.hit_share < limits.low_hit_share
    if evicts and misses:
        text = f"{full}, and {told}: blocks are pushed out before they are read again."
        return Advice(CacheVerdict.GROW, text, grown)
    if not evicts and not misses:
        return Advice(CacheVerdict.RIGHT, f"{full}, yet {told}: what is read again fits.", None)
    if misses:
        text = f"{full}, and {told}: hardly anything is pushed out, yet reads miss. They do not repeat, or blocks hold "
        text += "only part of what is read; a larger cache does not help, a matching block size may."
        return Advice(CacheVerdict.NO_LOCALITY, text, None)
    text = (
        f"{full}; {told}: most reads hit while much is pushed out. The size is right or too small; one step up shows."
    )
    return Advice(CacheVerdict.RIGHT_OR_UNDER_PROVISIONED, text, grown)
