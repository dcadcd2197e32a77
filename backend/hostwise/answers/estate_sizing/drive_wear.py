"""Wear of drives that exist: what is written to them, what their wear implies, and how long they last at this rate.

A drive states its wear as the share of what its maker rates that is used. It counts all writes to its flash: those of
its host and those that it adds itself, so that write amplification is already within it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Vms, total
from hostwise.answers.estate_sizing.estate_document import (
    EstateBand,
    EstateDrive,
    EstateDriveHost,
    EstateDrives,
    EstateGroup,
)
from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, some, words
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.sentences import Phrase
from hostwise.catalogue.hardware import Drive
from hostwise.engine.constants import GB_PER_TB, HOURS_PER_YEAR, SECONDS_PER_DAY
from hostwise.plan.estate import DriveColumns, EstateChoices, EstateFinding

LEAST_HOURS = 30 * 24
"""Hours of power from which what was written says what is written in a day."""

ROUNDING = 0.01
"""Makers state wear in whole percent, and do not say whether rounded up, down or to the nearest."""

MOST_ROWS = 200
"""Most drives of an answer, those that wear out first."""

_HOURS_PER_DAY = 24
_BYTES_PER_TB = 1e12
_DIFFERS = 2.0
"""Factor between rated and implied writes from which it is told."""

_CAPACITY_OFF = 0.01
_TOKENS = re.compile(r"[a-z0-9]+")
_UNSAID = frozenset({"ssd", "dc", "optane", "ultrastar", "nytro", "pro", "max", "ion", "d5", "d7", "r", "v", "m"})
"""Words of a model in the catalogue that drives leave out of the name they report."""


def writes_per_day_tb(written_tb: Floats, power_on_hours: Floats) -> Floats:
    """What the host writes to each drive in a day, TB: `written / (hours / 24)`.

    A mean over the life of the drive, that of an earlier use included. NaN where a figure is missing, and where the
    drive was on for fewer than 30 days. Both counters are exact to their last digit; hours without power are no part of
    it. Source: NVMe Base Specification 2.0, SMART / Health Information (data units written, power on hours).

    Args:
        written_tb: written by the host since the drive was new, TB.
        power_on_hours: hours that it was powered on.

    >>> writes_per_day_tb(np.array([73.0, 1.0]), np.array([8760.0, 100.0])).tolist()
    [0.2, nan]
    """
    return written_tb / (_settled(power_on_hours) / _HOURS_PER_DAY)


@dataclass(frozen=True)
class Band:
    """A figure of each drive, with what it lies between; NaN where it is not known.

    Attributes:
        value: the figure; NaN where there is only a lower bound.
        low: least it can be.
        high: most it can be; NaN where there is no upper bound.
    """

    value: Floats
    low: Floats
    high: Floats

    @property
    def least(self) -> Floats:
        """The figure, or its lower bound where that is all there is."""
        return np.where(np.isnan(self.value), self.low, self.value)

    def at(self, row: int) -> EstateBand | None:
        """That of one drive; None where nothing is known."""
        if np.isnan(self.low[row]):
            return None
        return EstateBand(value=_or_none(self.value[row]), low=float(self.low[row]), high=_or_none(self.high[row]))


def implied_tbw_tb(written_tb: Floats, used_share: Floats) -> Band:
    """What a drive can be written until its rated wear is used, TB: `written / used_share`.

    At the write amplification that it had so far: a rating for another workload differs from it. The band is that of
    one percentage point of wear up and down; at 0 % there is only a lower bound, `written / 0.01`, and at 1 % no upper
    one. Source: NVMe Base Specification 2.0, percentage used; ACS-4, percentage used endurance indicator.

    Args:
        written_tb: written by the host, TB.
        used_share: share of the rated wear that is used.

    >>> band = implied_tbw_tb(np.array([100.0, 100.0]), np.array([0.05, 0.0]))
    >>> band.value.tolist(), np.round(band.low).tolist(), band.high.tolist()
    ([2000.0, nan], [1667.0, 10000.0], [2500.0, nan])
    """
    share = np.round(used_share, 4)
    return Band(
        written_tb / _above(share, 0),
        written_tb / (share + ROUNDING),
        written_tb / _above(np.round(share - ROUNDING, 4), 0),
    )


def life_left_years(used_share: Floats, power_on_hours: Floats) -> Band:
    """Years of power until the rated wear is used: `(1 - used_share) / used_share x hours / 8,760`.

    As if it went on being written as it was so far, and at the same write amplification. At 100 % and beyond it is 0:
    the drive may go on, outside of what its maker rates. The band is that of one percentage point up and down; at 0 and
    1 % there is only a lower bound. NaN for drives that were on for fewer than 30 days. Source as of `implied_tbw_tb`.

    Args:
        used_share: share of the rated wear that is used.
        power_on_hours: hours that it was powered on.

    >>> band = life_left_years(np.array([0.2, 0.01, 1.04]), np.array([8760.0, 8760.0, 8760.0]))
    >>> band.value.tolist(), np.round(band.low, 2).tolist(), np.round(band.high, 2).tolist()
    ([4.0, nan, 0.0], [3.76, 49.0, 0.0], [4.26, nan, 0.0])
    """
    years = _settled(power_on_hours) / HOURS_PER_YEAR
    share = np.round(used_share, 4)
    over = share >= 1

    def left(used: Floats) -> Floats:
        return np.where(over, 0 * years, np.maximum(1 - used, 0) / used * years)

    return Band(left(_above(share, ROUNDING)), left(share + ROUNDING), left(_above(share - ROUNDING, ROUNDING / 2)))


def _settled(hours: Floats) -> Floats:
    return np.where(hours >= LEAST_HOURS, hours, np.nan)


def _above(values: Floats, least: float) -> Floats:
    return np.where(values > least, values, np.nan)


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


@dataclass(frozen=True)
class Wear:
    """Drives with what follows from their counters; arrays have NaN where a figure is not known."""

    drives: DriveColumns
    written_tb: Floats
    hours: Floats
    used: Floats
    capacity_gb: Floats
    per_day_tb: Floats
    tbw: Band
    life: Band

    @classmethod
    def of(cls, drives: DriveColumns) -> Wear:
        """The wear of some drives."""

        def column(values: Sequence[float | None] | None) -> Floats:
            return np.full(len(drives), np.nan) if values is None else np.array(values, dtype=np.float64)

        written, hours, used = map(column, (drives.written_tb, drives.power_on_hours, drives.used_share))
        return cls(
            drives,
            written,
            hours,
            used,
            column(drives.capacity_gb),
            writes_per_day_tb(written, hours),
            implied_tbw_tb(written, used),
            life_left_years(used, hours),
        )


def vm_write_bytes_s(vms: Vms, drives: DriveColumns, copies: float) -> Floats | None:
    """What each VM writes on average, bytes/s, as the drives of its estate say: None where none of them does.

    `writes of all drives in a day / 86,400 s / copies`, shared by the disks of the VMs that run; one whose disks are
    not known counts as a mean one, and one that does not run writes nothing. Drives also hold what no VM writes:
    rebuilds, metadata, logs, the host's own. So VMs write less than this, if the copies are right and all drives are
    there.

    Args:
        vms: all VMs on these drives, whether they are counted or not.
        drives: the drives.
        copies: how often the storage of today writes each byte, on all drives together.
    """
    per_day = total(Wear.of(drives).per_day_tb)
    running = np.flatnonzero(vms.running)
    if per_day is None or not running.size:
        return None
    disks = vms.disk_gb[running]
    usual = np.nanmean(disks) if not np.isnan(disks).all() else np.nan
    weights = np.where(np.isnan(disks), usual, disks)
    if not np.nansum(weights) > 0:
        weights = np.ones(len(running))
    shares = np.zeros(len(vms))
    shares[running] = weights / weights.sum()
    return shares * (per_day * _BYTES_PER_TB / SECONDS_PER_DAY / copies)


def in_catalogue(model: str, capacity_gb: float, drives: Sequence[Drive]) -> Drive | None:
    """The drive of the catalogue that a reported model is, by its words and its capacity; None unless it is one alone.

    Most drives report a part number, in which no word of the model is: those are not found.
    """
    words = set(_TOKENS.findall(model.lower()))
    found = [each for each in drives if _same_model(each, words, capacity_gb)]
    return found[0] if len({(each.tbw_tb, each.capacity_gb) for each in found}) == 1 else None


def _same_model(drive: Drive, words: set[str], capacity_gb: float) -> bool:
    if not abs(capacity_gb / drive.capacity_gb - 1) <= _CAPACITY_OFF:
        return False
    name = re.sub(r"\(.*?\)|\b[\d.]+ ?[TG]B\b", " ", drive.model, flags=re.IGNORECASE)
    named = {each for each in _TOKENS.findall(name.lower()) if each not in _UNSAID}
    # A number alone names a drive only together with who makes it.
    told = any(not each.isdigit() and any(map(str.isdigit, each)) for each in named)
    return bool(named) and named <= words and (told or drive.vendor.lower() in words)


def estate_drives(
    drives: DriveColumns,
    catalogue: Mapping[str, Drive],
    choices: EstateChoices,
    groups: Sequence[EstateGroup],
    fed: int = 0,
    assumed: int = 0,
) -> tuple[EstateDrives, list[EstateFinding]]:
    """The drives of an estate with what follows from their counters, and what is to be known of them.

    Args:
        drives: the drives.
        catalogue: drives of the catalogue, whose rated writes are compared.
        choices: whether VMs get what was measured on drives, and the copies that they make.
        groups: the groups of VMs, whose average writes stand beside those of the drives.
        fed: VMs that got their part of what was measured on drives.
        assumed: VMs whose I/O is assumed.
    """
    wear = Wear.of(drives)
    known = list(catalogue.values())
    models = drives.model or [""] * len(drives)
    rated = [in_catalogue(model, capacity, known) for model, capacity in zip(models, wear.capacity_gb, strict=True)]
    order = np.argsort(np.where(np.isnan(wear.life.least), np.inf, wear.life.least), kind="stable")
    per_day = total(wear.per_day_tb)
    lives = wear.life.least[~np.isnan(wear.life.least)]
    median, is_lower_bound = _median(wear.life)
    answer = EstateDrives(
        drives=len(drives),
        with_writes=int((~np.isnan(wear.per_day_tb)).sum()),
        written_tb=total(wear.written_tb),
        tb_per_day=per_day,
        vm_tb_per_day=None if per_day is None else per_day / choices.drive_write_copies,
        plan_tb_per_day=_planned(groups),
        worn=int((wear.used >= 1).sum()),
        warn=sum(each is True for each in drives.warns or ()),
        first=_called(drives, int(order[0])) if lives.size else None,
        median_life_years=median,
        median_is_lower_bound=is_lower_bound,
        hosts=_hosts(wear),
        rows=[_row(wear, int(at), rated[at]) for at in order[:MOST_ROWS]],
        meaning=read(message("estate_wear.meaning"), message("estate_wear.whole_percent")),
        sentence=_sentence(wear, per_day, median, is_lower_bound),
    )
    return answer, list(_findings(wear, rated, answer, choices, fed, assumed))


def _row(wear: Wear, at: int, rated: Drive | None) -> EstateDrive:
    drives = wear.drives
    per_day, capacity = wear.per_day_tb[at], wear.capacity_gb[at]

    def text(column: Sequence[str] | None) -> str:
        return column[at] if column is not None else ""

    return EstateDrive(
        name=drives.name[at],
        host=text(drives.host),
        device=text(drives.device),
        model=text(drives.model),
        kind=text(drives.kind),
        capacity_gb=_or_none(capacity),
        used_share=_or_none(wear.used[at]),
        written_tb=_or_none(wear.written_tb[at]),
        power_on_hours=_or_none(wear.hours[at]),
        tb_per_day=_or_none(per_day),
        drive_writes_per_day=_or_none(per_day * GB_PER_TB / capacity) if capacity > 0 else None,
        tbw_tb=wear.tbw.at(at),
        rated_tbw_tb=None if rated is None else rated.tbw_tb,
        life_years=wear.life.at(at),
        warns=None if drives.warns is None else drives.warns[at],
    )


def _hosts(wear: Wear) -> list[EstateDriveHost]:
    """Sums by host, in the order of their names."""
    names = wear.drives.host
    if names is None:
        return []
    column = np.array(names, dtype=np.str_)
    found = []
    for name in sorted(set(names)):
        places = np.flatnonzero(column == name)
        lives = wear.life.least[places]
        first = int(places[np.nanargmin(lives)]) if not np.isnan(lives).all() else None
        found.append(
            EstateDriveHost(
                name=name,
                drives=len(places),
                tb_per_day=total(wear.per_day_tb[places]),
                first_life_years=None if first is None else wear.life.at(first),
            )
        )
    return found


def _median(life: Band) -> tuple[float | None, bool]:
    """The median life, and whether it is only a lower bound."""
    known = np.flatnonzero(~np.isnan(life.least))
    if not known.size:
        return None, False
    ordered = known[np.argsort(life.least[known], kind="stable")]
    middle = ordered[[(len(ordered) - 1) // 2, len(ordered) // 2]]
    return float(life.least[middle].mean()), bool(np.isnan(life.value[middle]).any())


def _planned(groups: Sequence[EstateGroup]) -> float | None:
    """Average writes of the groups, TB a day; None where one that has VMs says nothing of them."""
    amounts = []
    for each in groups:
        group = each.group
        if group.iops_average is None or group.read_share is None or group.io_kib is None:
            return None
        amounts.append(group.count * group.iops_average * (1 - group.read_share) * group.io_kib * 1024)
    return sum(amounts) * SECONDS_PER_DAY / _BYTES_PER_TB if amounts else None


def _called(drives: DriveColumns, at: int) -> str:
    """A drive in words: its host and device where they are known, else the file."""
    host, device = (column[at] if column is not None else "" for column in (drives.host, drives.device))
    return words("estate_drive", host=host, device=device) if host and device else drives.name[at]


def _sentence(wear: Wear, per_day: float | None, median: float | None, is_lower_bound: bool) -> str:
    number = len(wear.drives)
    if per_day is None:
        return words("estate_wear.no_writes", drives=number)
    if median is None:
        return words("estate_wear.no_life", drives=number, written=per_day)
    if is_lower_bound:
        code: EstateSizingCode = "estate_wear.lasts_one" if number == 1 else "estate_wear.lasts_half"
    else:
        code = "estate_wear.wears_one" if number == 1 else "estate_wear.wears_half"
    # Two digits: wear is known in whole percent.
    return words(code, drives=number, written=per_day, years=float(f"{median:.2g}"))


def _findings(
    wear: Wear, rated: Sequence[Drive | None], answer: EstateDrives, choices: EstateChoices, fed: int, assumed: int
) -> Iterator[EstateFinding]:
    drives = wear.drives

    def named(places: Sequence[int]) -> Phrase:
        return some([_called(drives, at) for at in places])

    worn = np.flatnonzero(wear.used >= 1).tolist()
    if worn:
        which = message("estate_drives_worn.which", drives=len(worn), names=named(worn))
        yield EstateFinding(
            code="drives_worn",
            kind="warning",
            message=read(which, message("estate_drives_worn.then")),
            count=len(worn),
        )
    warn = [at for at, each in enumerate(drives.warns or ()) if each]
    if warn:
        yield EstateFinding(
            code="drives_warn",
            kind="warning",
            message=words("estate_drives_warn", drives=len(warn), names=named(warn)),
            count=len(warn),
        )
    unknown = int(np.isnan(wear.used).sum())
    if unknown:
        yield EstateFinding(
            code="drives_wear_unknown",
            kind="missing",
            message=words("estate_drives_unknown", drives=unknown),
            count=unknown,
        )
    young = int((wear.hours < LEAST_HOURS).sum())
    silent = int((np.isnan(wear.per_day_tb) & ~(wear.hours < LEAST_HOURS)).sum())
    if young or silent:
        of_young = message("estate_drives_young.young", drives=young) if young else None
        of_silent = message("estate_drives_young.silent", drives=silent) if silent else None
        left_out = listing([each for each in (of_young, of_silent) if each is not None])
        yield EstateFinding(
            code="drives_young",
            kind="note",
            message=words("estate_drives_young.left_out", which=left_out),
            count=young + silent,
        )
    yield from _rated_differently(wear, rated)
    yield from _writes(answer, choices, fed, assumed)


def _rated_differently(wear: Wear, rated: Sequence[Drive | None]) -> Iterator[EstateFinding]:
    """Drives whose wear implies other writes than the catalogue rates, beyond what rounding explains."""
    found = []
    for at, drive in enumerate(rated):
        if drive is None or drive.tbw_tb is None:
            continue
        low, high = wear.tbw.low[at], wear.tbw.high[at]
        if high * _DIFFERS < drive.tbw_tb or low > drive.tbw_tb * _DIFFERS:
            found.append((at, drive))
    if found:
        at, drive = found[0]
        implied, rating = float(wear.tbw.least[at]), drive.tbw_tb or 0
        compared = message(
            "estate_drives_rated.amplified_more" if implied < rating else "estate_drives_rated.amplified_less",
            drive=_called(wear.drives, at),
            implied=implied,
            vendor=drive.vendor,
            model=drive.model,
            rated=rating,
        )
        yield EstateFinding(
            code="drives_rated_differently",
            kind="warning",
            message=read(compared, message("estate_drives_rated.plan_by_measured")),
            count=len(found),
        )


def _writes(answer: EstateDrives, choices: EstateChoices, fed: int, assumed: int) -> Iterator[EstateFinding]:
    """What is measured beside what the plan has."""
    if answer.tb_per_day is None or answer.vm_tb_per_day is None:
        return
    measured = message(
        "estate_drives_writes.measured",
        written=answer.tb_per_day,
        known=answer.with_writes,
        drives=answer.drives,
        of_vms=answer.vm_tb_per_day,
        copies=choices.drive_write_copies,
    )
    if fed:
        then = message("estate_drives_writes.given_to", vms=fed)
    elif choices.writes_of_drives:
        then = message("estate_drives_writes.given_to_none")
    elif answer.plan_tb_per_day is None:
        then = message("estate_drives_writes.plan_unknown")
    elif assumed:
        then = message("estate_drives_writes.plan_assumes", written=answer.plan_tb_per_day, vms=assumed)
    else:
        then = message("estate_drives_writes.plan_has", written=answer.plan_tb_per_day)
    yield EstateFinding(
        code="drives_writes",
        kind="warning" if choices.writes_of_drives else "note",
        message=read(measured, message("estate_drives_writes.included"), then),
        count=answer.drives,
    )
