"""Buy now or wait: what the same hardware costs some quarters later, and whether the demand waits as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, isnan

from hostwise.answers.cost.cost_coverage import keeps_hosts
from hostwise.answers.growth.growth_document import PurchaseTiming, QuarterlyChange
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import message, words
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import PriceBenchmark
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Array
from hostwise.number_format.dates import first_day
from hostwise.number_format.writing import percent

_QUARTERS = (1, 2, 3)
_MONTHS = 3
"""Months of a quarter."""
_PER_YEAR = MONTHS_PER_YEAR // _MONTHS
_PARTS: Mapping[str, tuple[str, ...]] = {
    "memory": ("memory_capex",),
    "flash": ("write_tier_capex", "capacity_capex", "further_drives_capex"),
    "other hardware": ("server_capex", "array_capex"),
}
"""What is bought, by whose price it moves with."""
_REUSED = {"memory": "reused_memory_capex", "flash": "reused_drives_capex"}
"""What of it is there and not bought."""


def price_changes(run: Run, catalogue: Catalogue) -> list[QuarterlyChange]:
    """How prices change in a quarter.

    Memory and flash as published for the newest quarter by the plan's date, the rest at the plan's own rate.
    """
    date = run.plan.economics.priced_on
    found = []
    for parts in ("memory", "flash"):
        rows = [
            each
            for each in catalogue.price_benchmarks.values()
            if each.quarterly_of == parts and (date is None or first_day(each.period) <= first_day(date))
        ]
        newest = max(rows, key=lambda each: first_day(each.period), default=None)
        found.append(_own_rate(run, parts) if newest is None else _published(newest, parts))
    return [*found, _own_rate(run, "other hardware")]


def _published(row: PriceBenchmark, parts: str) -> QuarterlyChange:
    known = [float(each) for each in (row.low, row.value, row.high) if each is not None]
    low, high = min(known), max(known)
    mid = float(row.value) if row.value is not None else (low + high) / 2
    text = words(
        "quarterly_change", parts=parts, change=_signed(mid), low=_signed(low), high=_signed(high), period=row.period
    )
    return QuarterlyChange(
        parts=parts, low=low, mid=mid, high=high, period=row.period, source="; ".join(row.source), text=text
    )


def _own_rate(run: Run, parts: str) -> QuarterlyChange:
    yearly = run.plan.economics.price_change.hardware_rate
    remark = run.plan.remarks.get("/economics/price_change/hardware_rate")
    ends = (yearly or 0.0, yearly or 0.0)
    if yearly is not None and remark is not None and remark.range is not None:
        ends = remark.range.low, remark.range.high
    low, mid, high = ((1 + each) ** (1 / _PER_YEAR) - 1 for each in (ends[0], yearly or 0.0, ends[1]))
    said = words("entered_change.none") if yearly is None else words("entered_change.yearly", change=_signed(yearly))
    return QuarterlyChange(
        parts=parts, low=low, mid=mid, high=high, period=None, source="plan", text=f"{parts}: {said}"
    )


def purchase_timing(
    run: Run, place: int, changes: Sequence[QuarterlyChange], needed: Array, lead_time: int
) -> list[PurchaseTiming]:
    """What it costs to buy the hardware of a configuration 1 to 3 quarters later.

    What is published holds for one quarter; further ones are taken to go on alike, at the same end of its range.

    Args:
        run: a run of the plan.
        place: the configuration.
        changes: how prices change in a quarter.
        needed: hosts that the demand of each month needs, (configurations, months).
        lead_time: months from an order to hosts that run.
    """
    paid = {parts: sum(_known(run, name, place) for name in names) for parts, names in _PARTS.items()}
    paid |= {parts: paid[parts] - _known(run, name, place) for parts, name in _REUSED.items()}
    if keeps_hosts(run, place) or not all(map(isfinite, paid.values())) or not any(paid.values()):
        return []
    return [_after(run, quarters, paid, changes, needed, lead_time) for quarters in _QUARTERS]


def _known(run: Run, name: str, place: int) -> float:
    return float(run.evaluation.value(name, place))


def _after(
    run: Run,
    quarters: int,
    paid: Mapping[str, float],
    changes: Sequence[QuarterlyChange],
    needed: Array,
    lead_time: int,
) -> PurchaseTiming:
    low, mid, high = (
        sum(paid[each.parts] * ((1 + share) ** quarters - 1) for each, share in zip(changes, ends, strict=True))
        for ends in zip(*((each.low, each.mid, each.high) for each in changes), strict=True)
    )
    months = quarters * _MONTHS
    arrives = months + lead_time
    fits = _fits(run, needed, arrives)
    ending = _ending(run, months)
    return PurchaseTiming(
        quarters=quarters,
        months=months,
        low=low,
        mid=mid,
        high=high,
        arrives_in=arrives,
        fits=fits,
        offers_ending=ending,
        text=_in_words(run, quarters, (low, mid, high), arrives, fits, ending),
    )


def _fits(run: Run, needed: Array, arrives: int) -> bool | None:
    """Whether kept hosts are enough until others arrive; None where none are kept, or a limit is not evaluated."""
    kept = [each for each in range(len(run.plan.configurations)) if keeps_hosts(run, each)]
    if not kept:
        return None
    until = needed[kept[0]][: arrives + 1]
    if any(isnan(each) for each in until):
        return None
    return bool(max(until) <= run.evaluation.value("hosts", kept[0]))


def _ending(run: Run, months: int) -> int | None:
    """The prices whose offer ends before the purchase."""
    date = run.plan.economics.priced_on
    offers = [each.valid_until for each in run.plan.economics.prices if each.valid_until is not None]
    if date is None or not offers:
        return None
    year, month, day = first_day(date)
    years, month = divmod(month - 1 + months, MONTHS_PER_YEAR)
    return sum(first_day(each) < (year + years, month + 1, day) for each in offers)


def _in_words(
    run: Run, quarters: int, ends: tuple[float, float, float], arrives: int, fits: bool | None, ending: int | None
) -> str:
    low, mid, high = ends
    currency = run.plan.economics.currency
    said = [message("purchase_later", quarters=quarters, mid=mid, currency=currency, low=low, high=high)]
    if fits is not None:
        said.append(message("demand_waits.fits" if fits else "demand_waits.does_not_fit", month=arrives))
    if ending:
        said.append(message("offers_end.one" if ending == 1 else "offers_end.several", prices=ending))
    return " ".join(map(str, said))


def _signed(share: float) -> str:
    return f"{'-' if share < 0 else '+'}{percent(abs(share))}"
