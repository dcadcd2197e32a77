"""The sums of a bill of materials are the engine's: for every sample, and for any plan."""

from collections.abc import Iterable
from math import isnan

import pytest
from hypothesis import HealthCheck, given, settings

from hostwise.answers.cost.bill_of_materials import materials
from hostwise.answers.cost.bill_of_materials_document import (
    ConfigurationBillOfMaterials,
    Material,
    MaterialStatus,
    SectionKey,
)
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from hostwise.plan.document import Plan
from tests.drawing_examples import examples
from tests.properties.any_plan import plans

CATALOGUE = load_catalogue()
_PER_SECTION: dict[SectionKey, list[str]] = {
    "hardware": ["purchase_capex"],
    "licences_once": [f"{prefix}perpetual_cost_per_month" for prefix in ("", "guest_", "database_")],
    "licences_by_year": ["licence_cost_per_year"],
}


def summed(lines: Iterable[Material]) -> float | None:
    """The sum of amounts; None if one is unknown."""
    amounts = [each.amount for each in lines]
    return None if None in amounts else sum(each for each in amounts if each is not None)


def of_engine(run: Run, names: Iterable[str], index: int) -> float:
    """What the engine pays at the purchase, or each year."""
    return sum(run.evaluation.members(name, index)[0] for name in names)


def agrees(found: float | None, expected: float) -> bool:
    """Whether both are the same number, or both unknown."""
    return isnan(expected) if found is None else found == pytest.approx(expected, rel=1e-9, abs=1e-6)


def check(run: Run, index: int, found: ConfigurationBillOfMaterials) -> int:
    """Compare all sums of one configuration, and return how many amounts are known."""
    sections = {each.key: each for each in found.sections}
    for key, names in _PER_SECTION.items():
        section = sections.get(key)
        lines = section.lines if section else []
        if lines or found.hosts.value is not None:
            assert agrees(summed(lines), of_engine(run, names, index)), (found.key, key)
        if section is not None:
            known = [each.amount for each in lines if each.amount is not None]
            assert section.total.is_lower_bound == (len(known) < len(lines))
            assert section.total.amount == (pytest.approx(sum(known)) if known else None)
            unpriced = [each for each in lines if each.status is MaterialStatus.MISSING]
            assert all(each.unit_price is None and each.amount is None for each in unpriced)
            assert {each.pointer for each in unpriced if each.pointer} == set(section.total.missing)
    hardware = sections["hardware"].lines
    for name, part in MODEL.purposes.cost_parts.items():
        if part.paid in ("with each host", "with the cluster"):
            lines = [each for each in hardware if each.cost_part == part.key]
            # Of unknown hosts the engine does not know that they have no such part.
            if lines or found.hosts.value is not None:
                assert agrees(summed(lines), of_engine(run, [name], index)), (found.key, part.key)
    return sum(each.amount is not None for section in found.sections for each in section.lines)


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_the_sums_of_a_sample_are_those_of_the_engine(key: str) -> None:
    run = run_plan(sample_plan(key), CATALOGUE)
    found = materials(run, CATALOGUE)
    known = [check(run, index, each) for index, each in enumerate(found.configurations)]
    priced = not isnan(run.evaluation.value("purchase_capex", 0))
    assert all(each >= 6 for each in known) if priced else not any(known)


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(plan=plans())
def test_the_sums_of_any_plan_are_those_of_the_engine(plan: Plan) -> None:
    try:
        run = run_plan(plan, CATALOGUE)
    except PlanError:
        return
    for index, each in enumerate(materials(run, CATALOGUE).configurations):
        check(run, index, each)
