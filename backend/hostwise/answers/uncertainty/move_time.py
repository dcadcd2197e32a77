"""How long the move to another hypervisor takes, with its band, and by published rules that disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite

import numpy as np

from hostwise.answers.running.run import Run
from hostwise.answers.uncertainty.uncertainty_document import MoveByRule, MoveTime
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.sentences import Phrase, listing_of_sentences
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import MigrationRule
from hostwise.engine.constants import GB_PER_TB, MONTHS_PER_YEAR
from hostwise.plan.answers.text import Figure, MessageText
from hostwise.plan.cost_lines import CostCategory, CostLine, PaymentSchedule

MONTHS = "migration_months"
_PAGE = "/docs/model/cost#time-to-move"
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
    said = listing_of_sentences(list(_sentences(catalogue, found)))
    assert said is not None
    text = MessageText(code="move_time", parts=said.parts(run.plan.configurations[place].key))
    return found.model_copy(update={"sentence": str(text), "text": text})


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
    own = [
        each for each in lines if each.category is CostCategory.DOUBLE_RUNNING and each.paid is not PaymentSchedule.ONCE
    ]
    if not own:
        return by_amount
    return float(max(_last(each, MONTHS_PER_YEAR * economics.horizon_years) - max(each.month, 1) + 1 for each in own))


def _last(line: CostLine, horizon: int) -> int:
    return horizon if line.until_month is None else min(line.until_month, horizon)


def _sentences(catalogue: Catalogue, found: MoveTime) -> Iterator[Phrase]:
    copies = found.leads == "copying"
    yield message(
        "move_time.copying" if copies else "move_time.checks",
        vms=round(found.vms),
        data=found.moved_gb / GB_PER_TB,
        mid=found.mid,
        low=found.low,
        high=found.high,
        other=found.checking_months if copies else found.copying_months,
    )
    shortest, longest = found.rules[0], found.rules[-1]
    rules: dict[str, Given] = {
        "number": len(found.rules),
        "least": shortest.months,
        "shortest": shortest.name,
        "most": longest.months,
        "longest": longest.name,
    }
    if found.apart is None:
        yield message("move_rules.plain", **rules)
    else:
        yield message("move_rules.apart", factor=found.apart, **rules)
    length, finished = catalogue.assumptions[_LENGTH], catalogue.assumptions[_FINISHED]
    assert finished.value is not None
    yield message(
        "move_projects",
        low=length.low or 0,
        high=length.high or 0,
        whom=Figure(name="whom", text=finished.locator or "", value=None, page=_PAGE),
        share=finished.value,
        date=Figure(name="date", text=finished.source_date or "", value=None, page=_PAGE),
    )
    side = found.months_side_by_side
    if side is not None:
        if side < found.mid:
            beside = message("double_running.shorter", side=side, mid=found.mid)
        elif side < found.high:
            beside = message("double_running.within", side=side, mid=found.mid, high=found.high)
        else:
            beside = message("double_running.longer", side=side, high=found.high)
        yield beside
