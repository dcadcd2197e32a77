"""How long the move to another hypervisor takes, with its band, and by published rules that disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite

import numpy as np

from hostwise.answers.running.run import Run
from hostwise.answers.uncertainty.uncertainty_document import MoveByRule, MoveTime
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import MigrationRule
from hostwise.engine.constants import DAYS_PER_YEAR, GB_PER_TB, MONTHS_PER_YEAR
from hostwise.numerals.writing import counted, fixed, percent, rough, short
from hostwise.plan.cost_lines import CostCategory, CostLine, Paid

MONTHS = "migration_months"
_PARTS = ("copying_months", "checking_months", "moved_gb", "entered_vms")
_SHARE, _MINUTES, _PEOPLE = "migration_link_use_share", "migration_check_minutes_per_vm", "migration_people"
_LENGTH, _FINISHED = "migration_project_months", "migration_finished_share"
_OF_A_RULE = (
    "migration_link_mbit_s",
    _SHARE,
    "migration_copied_ratio",
    _MINUTES,
    _PEOPLE,
    "working_hours_per_month",
)


def move_time(run: Run, catalogue: Catalogue, place: int, months_entered: float | None) -> MoveTime | None:
    """How long a move of all VMs to a configuration takes.

    The band has each value that the plan leaves open at the end of its published range that makes the move shorter
    or longer; what the plan states is as it is stated.

    Args:
        run: a run of the plan.
        catalogue: the catalogue, with the ranges and the rules.
        place: the configuration that the VMs move to.
        months_entered: what lines for double running come to in months by their amount.

    Returns:
        The time; None where the data or the VMs are not known.
    """
    mid = _months(run, {}, place)
    if not isfinite(mid):
        return None
    least, most = _ends(run, catalogue)
    copying, checking, moved, vms = (run.evaluation.value(name, place) for name in _PARTS)
    rules = sorted(_by_rules(run, catalogue, place), key=lambda each: each.months)
    side = _side_by_side(run, place, months_entered)
    shortest, longest = rules[0].months, rules[-1].months
    found = MoveTime(
        low=_months(run, least, place),
        mid=mid,
        high=_months(run, most, place),
        leads="copying" if copying >= checking else "checks",
        copying_months=copying,
        checking_months=checking,
        vms=vms,
        moved_gb=moved,
        rules=rules,
        apart=longest / shortest if shortest > 0 else None,
        months_side_by_side=side,
        sentence="",
    )
    return found.model_copy(update={"sentence": " ".join(_sentences(catalogue, found))})


def _months(run: Run, changes: Mapping[str, float], place: int, wanted: str = MONTHS) -> float:
    arrays = {name: np.array([[value]]) for name, value in changes.items()}
    row = run.binding.evaluate([wanted], arrays).values[wanted][0]
    return float(row[place if len(row) > 1 else 0])


def _ends(run: Run, catalogue: Catalogue) -> tuple[dict[str, float], dict[str, float]]:
    """The values of the plan's shortest and longest move: only those that it leaves open move."""
    least: dict[str, float] = {}
    most: dict[str, float] = {}
    economics = run.plan.economics
    # More people and more of the network make it shorter, more minutes longer.
    for name, shorter in ((_SHARE, "high"), (_MINUTES, "low"), (_PEOPLE, "high")):
        if getattr(economics, name, None) is None:
            row = catalogue.assumptions[name]
            assert row.low is not None
            assert row.high is not None
            low, high = float(row.low), float(row.high)
            least[name], most[name] = (high, low) if shorter == "high" else (low, high)
    return least, most


def _by_rules(run: Run, catalogue: Catalogue, place: int) -> Iterator[MoveByRule]:
    for rule in catalogue.migration_rules.values():
        months = _months(run, _values(rule), place) + (rule.fixed_months or 0)
        yield MoveByRule(
            key=rule.key, name=rule.name, months=months, source="; ".join(rule.source), note=rule.notes or ""
        )


def _values(rule: MigrationRule) -> dict[str, float]:
    """What a rule says; a network that it leaves open is that of the plan, and checks are none."""
    found = {name: getattr(rule, name) for name in _OF_A_RULE}
    if rule.migration_check_minutes_per_vm is None:
        found[_MINUTES] = 0
    return {name: float(value) for name, value in found.items() if value is not None}


def _side_by_side(run: Run, place: int, by_amount: float | None) -> float | None:
    """The months of double running: the last in which a line of it is paid; one paid at once by its amount."""
    economics, configuration = run.plan.economics, run.plan.configurations[place]
    lines = (*economics.cost_lines, *configuration.cost_lines)
    own = [each for each in lines if each.category is CostCategory.DOUBLE_RUNNING and each.paid is not Paid.ONCE]
    if not own:
        return by_amount
    return float(max(_last(each, MONTHS_PER_YEAR * economics.horizon_years) - max(each.month, 1) + 1 for each in own))


def _last(line: CostLine, horizon: int) -> int:
    return horizon if line.until_month is None else min(line.until_month, horizon)


def _sentences(catalogue: Catalogue, found: MoveTime) -> Iterator[str]:
    copies = found.leads == "copying"
    leads = (
        f"copying leads, checks take {_span(found.checking_months)}"
        if copies
        else f"checks lead, copying takes {_span(found.copying_months)}"
    )
    what = f"{counted(round(found.vms), 'VMs')} with {fixed(found.moved_gb / GB_PER_TB, 1)} TB"
    band = f"{_span(found.low)} to {_span(found.high)}"
    yield f"Moving {what} takes about {_span(found.mid)} ({band}): {leads}."
    shortest, longest = found.rules[0], found.rules[-1]
    apart = f", a factor of {rough(found.apart)} apart" if found.apart is not None else ""
    ends = f"{_span(shortest.months)} ({shortest.name}) to {_span(longest.months)} ({longest.name})"
    yield f"{len(found.rules)} published rules say {ends}{apart}."
    length, finished = catalogue.assumptions[_LENGTH], catalogue.assumptions[_FINISHED]
    assert finished.value is not None
    yield (
        f"Whole projects, with planning, took {short(length.low or 0, 2)} to {short(length.high or 0, 2)} months; "
        f"of {finished.locator}, {percent(finished.value)} had finished ({finished.source_date})."
    )
    side = found.months_side_by_side
    if side is not None:
        if side < found.mid:
            how = f"shorter than the {_span(found.mid)} that the move takes"
        elif side < found.high:
            how = f"longer than the {_span(found.mid)}, and shorter than the {_span(found.high)} that the move may take"
        else:
            how = f"longer than the {_span(found.high)} that the move takes at most"
        yield f"Double running is entered for {_span(side)}: {how}."


def _span(months: float) -> str:
    """A time in months, or in days where it is shorter than two months.

    >>> _span(0.03), _span(12), _span(1e-12)
    ('0.91 days', '12 months', 'less than 0.1 days')
    """
    days = months * DAYS_PER_YEAR / MONTHS_PER_YEAR
    if days < _FEW_DAYS:
        return f"less than {_FEW_DAYS:g} days"
    number, unit = (rough(days), "days") if months < _FEW_MONTHS else (rough(months), "months")
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


_FEW_DAYS = 0.1
_FEW_MONTHS = 2
