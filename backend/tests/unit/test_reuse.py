"""Memory modules and drives that are there and not bought."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.cost.materials import materials_of
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.growth import growth_of
from hostwise.answers.samples.samples import sample_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()


def plan(modules: int = 0, drives: int = 0, **memory: Any) -> Plan:
    """A sample whose first configuration has 24 modules and 8 drives in each host."""
    document = plan_json(sample_plan("nvme-2026"))
    first = document["configurations"][0]
    first["memory"] |= {"reused_modules": modules, **memory}
    first["capacity"] |= {"reused": drives}
    return Plan.model_validate(document)


def first(of: Plan) -> ConfigurationResult:
    return evaluate_plan(of, CATALOGUE).configurations[0]


def value(of: ConfigurationResult, name: str) -> float:
    found = of.quantities[name].value
    assert found is not None
    return found


def test_parts_that_are_there_are_taken_off_the_purchase() -> None:
    new, some = first(plan()), first(plan(96, 20))
    hosts, modules = value(new, "own_hosts"), value(new, "modules_per_host")
    of_module = value(new, "memory_price_per_host") / modules
    saved = 96 * of_module + 20 * value(new, "cache_capex") / hosts / plan().configurations[0].capacity.count  # type: ignore[union-attr]
    assert value(some, "reused_capex") == pytest.approx(-saved)
    assert value(new, "purchase_capex") - value(some, "purchase_capex") == pytest.approx(saved)
    # A host bought later has none of them.
    assert value(some, "purchase_capex_per_host") == value(new, "purchase_capex_per_host")
    assert value(some, "expansion_cost") == value(new, "expansion_cost")


def test_no_more_than_the_first_hosts_take() -> None:
    many = first(plan(100_000, 100_000))
    bought = sum(value(many, each) for each in ("memory_capex", "cache_capex", "capacity_capex"))
    assert value(many, "reused_capex") == pytest.approx(-bought)
    left = [each for each in many.findings if each.code == "reused_left_over"]
    assert {each.pointer for each in left} == {
        "/configurations/0/memory/reused_modules",
        "/configurations/0/capacity/reused",
    }
    assert "reused_left_over" not in {each.code for each in first(plan(96, 20)).findings}


def test_reused_drives_count_as_new_ones_and_that_is_said() -> None:
    new, some = first(plan()), first(plan(drives=20))
    assert value(some, "known_life_years") == value(new, "known_life_years")
    (said,) = (each for each in some.findings if each.code == "reused_drives")
    assert "20 drives" in said.message
    assert "SMART" in said.message


def test_the_bill_of_materials_adds_up_to_the_purchase() -> None:
    of = plan(96, 20)
    found = materials_of(of, CATALOGUE).configurations[0]
    hardware = found.sections[0]
    assert hardware.total.amount == pytest.approx(value(first(of), "purchase_capex"))
    assert [(each.label, each.quantity) for each in hardware.lines if each.kind == "reused"] == [
        ("Reused memory modules", -96),
        ("Reused single-tier drives", -20),
    ]


def test_what_is_there_does_not_get_dearer_by_waiting() -> None:
    new, some = (growth_of(each, CATALOGUE).configurations[0].waiting for each in (plan(), plan(96)))
    assert new
    assert all(less.mid < more.mid for less, more in zip(some, new, strict=True))


def test_modules_beside_persistent_memory_are_refused_at_the_field() -> None:
    with pytest.raises(PlanError) as refused:
        evaluate_plan(plan(96, memory_mode_gib=1024, price=9_000), CATALOGUE)
    assert [each.pointer for each in refused.value.mistakes] == ["/configurations/0/memory/reused_modules"]
