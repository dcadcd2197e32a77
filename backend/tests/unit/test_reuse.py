"""Memory modules and drives that are there and not bought."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.growth_told import growth_of
from hostwise.decision.samples.samples import sample_plan
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
    saved = 96 * of_module + 20 * value(new, "capacity_capex") / hosts / plan().configurations[0].capacity.count  # type: ignore[union-attr]
    assert value(some, "reused_capex") == pytest.approx(-saved)
    assert value(new, "purchase_capex") - value(some, "purchase_capex") == pytest.approx(saved)
    # A host bought later has none of them.
    assert value(some, "purchase_capex_per_host") == value(new, "purchase_capex_per_host")
    assert value(some, "expansion_cost") == value(new, "expansion_cost")


def test_no_more_than_the_first_hosts_take() -> None:
    many = first(plan(100_000, 100_000))
    bought = sum(value(many, each) for each in ("memory_capex", "write_tier_capex", "capacity_capex"))
    assert value(many, "reused_capex") == pytest.approx(-bought)
    left = [each for each in many.findings if each.code == "reused_left_over"]
    assert {each.pointer for each in left} == {
        "/configurations/0/memory/reused_modules",
        "/configurations/0/capacity/reused",
    }
    assert "reused_left_over" not in {each.code for each in first(plan(96, 20)).findings}


def test_reused_drives_count_as_new_ones_and_that_is_said() -> None:
    new, some = first(plan()), first(plan(drives=20))
    assert value(some, "flash_life_years") == value(new, "flash_life_years")
    (said,) = (each for each in some.findings if each.code == "reused_drives")
    assert "20 drives" in said.message
    assert "SMART" in said.message


def test_the_bill_of_materials_adds_up_to_the_purchase() -> None:
    of = plan(96, 20)
    found = bill_of_materials_of(of, CATALOGUE).configurations[0]
    hardware = found.sections[0]
    assert hardware.total.amount == pytest.approx(value(first(of), "purchase_capex"))
    assert [(each.label, each.quantity) for each in hardware.lines if each.kind == "reused"] == [
        ("Reused memory modules", -96),
        ("Reused capacity drives", -20),
    ]


def test_what_is_there_does_not_get_dearer_by_waiting() -> None:
    new, some = (growth_of(each, CATALOGUE).configurations[0].purchase_timing for each in (plan(), plan(96)))
    assert new
    assert all(less.mid < more.mid for less, more in zip(some, new, strict=True))


def test_modules_beside_persistent_memory_are_refused_at_the_field() -> None:
    with pytest.raises(PlanError) as refused:
        evaluate_plan(plan(96, memory_mode_gib=1024, price=9_000), CATALOGUE)
    assert [each.pointer for each in refused.value.mistakes] == ["/configurations/0/memory/reused_modules"]


def of_generations(own: str, module: str | None = None, **more: Any) -> ConfigurationResult:
    """The sample with 96 reused modules and a processor of some generation."""
    document = plan_json(sample_plan("nvme-2026"))
    changed = document["configurations"][0]
    changed["cpu"] |= {"key": own}
    changed["memory"] |= {"reused_modules": 96} | ({} if module is None else {"module": module})
    changed |= more
    return first(Plan.model_validate(document))


OLD, NEW = "intel-xeon-gold-6230", "amd-epyc-9355"
"""With DDR4, and with DDR5."""


@pytest.mark.parametrize(
    ("own", "module", "leaving", "fits"),
    [
        (NEW, None, None, True),
        (NEW, "ddr4-3200-rdimm-32gb", None, False),
        (NEW, "ddr5-rdimm-64gb-2025-12", None, True),
        (NEW, None, [OLD], False),
        # The module names what new ones cost; those that leave are older.
        (NEW, "ddr5-rdimm-64gb-2025-12", [OLD], False),
        # One of them has modules that fit.
        (NEW, None, [OLD, "intel-xeon-gold-6430"], True),
        # Nobody says what it is: it has the own processor.
        (NEW, None, [None], True),
        (OLD, None, ["intel-xeon-gold-6430"], False),
    ],
)
def test_modules_of_another_generation_do_not_fit_and_are_bought(
    own: str, module: str | None, leaving: list[str | None] | None, fits: bool
) -> None:
    others: dict[str, Any] = {}
    if leaving is not None:
        others = {
            "other_host_models": [
                {"model": f"Old {place}", "hosts": 1, "removed_in_month": 12} | ({} if key is None else {"cpu": key})
                for place, key in enumerate(leaving)
            ]
        }
    found = of_generations(own, module, **others)
    said = [each for each in found.findings if each.code == "reused_memory_does_not_fit"]
    if fits:
        assert value(found, "reused_capex") < 0
        assert said == []
    else:
        assert value(found, "reused_capex") == 0
        assert [each.pointer for each in said] == ["/configurations/0/memory/reused_modules"]
        assert "96 reusable memory modules are DDR" in said[0].message


def test_the_hosts_of_a_kept_cluster_are_where_modules_come_from() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    new, kept = document["configurations"][:2]
    new["cpu"]["key"], new["memory"]["reused_modules"] = NEW, 96
    kept["hosts"] = 8
    kept["host"]["chassis_price"] = kept["cpu"]["price"] = 0
    for key, codes in ((OLD, 1), ("intel-xeon-gold-6430", 0)):
        kept["cpu"]["key"] = key
        found = first(Plan.model_validate(document))
        assert len([each for each in found.findings if each.code == "reused_memory_does_not_fit"]) == codes


def test_every_processor_of_the_catalogue_has_its_generation_of_memory() -> None:
    assert all(each.memory_generation for each in CATALOGUE.cpus.values())
