"""Memory costs by the GiB what modules of the size that the host takes cost."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.search.choices import usual_choices
from hostwise.answers.search.search_answer import search
from hostwise.catalogue.loader import load_catalogue
from hostwise.catalogue.module_prices import premium
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Input, Result
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.search_document import Search

GOING = "ddr5-rdimm-2026-08"
"""A price per GiB without a size: that of the usual one."""
PER_GIB = 35.7
KIT_256, OF_64 = 76_999 / 4_096, 700 / 64


def plan_of(memory: dict[str, Any], **economics: Any) -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    document.pop("remarks")
    first = {**document["configurations"][0], "memory": memory}
    first["host"] = {**first.get("host", {}), "memory_slots": 24}
    document["configurations"] = [first]
    document["economics"] = {**document["economics"], **economics}
    return Plan.model_validate(document)


def price_of(memory: dict[str, Any], **economics: Any) -> Input:
    return origin(evaluate_plan(plan_of(memory, **economics), load_catalogue()))


def origin(result: Result) -> Input:
    return next(each for each in result.inputs if each.quantity == "memory_price_per_gib")


@pytest.mark.parametrize(
    ("size", "factor"), [(32, 1.0), (64, 1.0), (96, 12.5 / OF_64), (128, 18.75 / OF_64), (256, KIT_256 / OF_64)]
)
def test_a_going_price_is_that_of_the_size_of_the_modules(size: int, factor: float) -> None:
    given = price_of({"dram_gib": 24 * size, "module": GOING, "module_gib": size})
    assert given.value == pytest.approx(PER_GIB * factor)
    # The same where the size is not given and follows from the slots.
    if size >= 64:
        assert price_of({"dram_gib": 24 * size, "module": GOING}).value == pytest.approx(PER_GIB * factor)


def test_the_origin_says_by_what_and_of_which_dates() -> None:
    price = price_of({"dram_gib": 6144, "module": GOING})
    assert price.status == "assumed"
    assert "derived by size: 256 GiB modules cost 1.72 times those of 64 GiB per GiB in 2025-12" in (price.note or "")
    assert "(ddr5-6400-rdimm-kit-4tb-2025-12, ddr5-rdimm-64gb-2025-12), taken times the price of 2026-08-14" in (
        price.note or ""
    )
    assert price.date == "2026-08-14"


def test_a_size_without_a_price_beside_the_usual_one_counts_as_that() -> None:
    price = price_of({"dram_gib": 768, "module": GOING, "module_gib": 32})
    assert "no price of 32 GiB modules" in (price.note or "")
    assert premium(load_catalogue(), "ddr5", 32) is None


def test_a_finding_says_how_the_price_of_large_modules_is_derived() -> None:
    result = evaluate_plan(plan_of({"dram_gib": 6144, "module": GOING}), load_catalogue())
    said = next(each for each in result.configurations[0].findings if each.code == "memory_modules_large")
    assert "modules of 256 GiB" in said.message
    assert "Their price is derived by size: 256 GiB modules cost 1.72 times" in said.message
    assert "35.7" not in said.message


def test_a_row_of_the_size_itself_and_of_one_date_wins() -> None:
    price = price_of({"dram_gib": 6144, "module": "ddr5-rdimm-64gb-2025-12", "module_gib": 256})
    assert price.value == pytest.approx(KIT_256)
    assert price.locator == "catalogue row ddr5-6400-rdimm-kit-4tb-2025-12"


def test_a_module_of_the_catalogue_costs_what_its_row_says() -> None:
    price = price_of({"dram_gib": 3072, "module": "ddr5-rdimm-128gb-2025-12"})
    assert price.value == pytest.approx(18.75)
    assert "derived" not in (price.note or "")


@pytest.mark.parametrize("size", [32, 96, 128, 256])
def test_an_own_price_per_gib_wins_at_every_size(size: int) -> None:
    own = [{"part": f"memory/{GOING}", "price": 20.0, "currency": "USD", "date": "2026-11-01"}]
    price = price_of({"dram_gib": 24 * size, "module": GOING, "module_gib": size}, prices=own)
    assert (price.value, price.status) == (20.0, "given")


def test_an_own_price_of_a_module_wins() -> None:
    kit = "ddr5-6400-rdimm-kit-4tb-2025-12"
    own = [{"part": f"memory/{kit}", "price": 9_000.0, "currency": "USD", "date": "2026-11-01"}]
    price = price_of({"dram_gib": 6144, "module": kit}, prices=own)
    assert price.value == pytest.approx(9_000 / 256)


def test_an_own_price_of_all_memory_wins() -> None:
    result = evaluate_plan(plan_of({"dram_gib": 6144, "module": GOING, "price": 100_000}), load_catalogue())
    given = next(each for each in result.inputs if each.quantity == "given_memory_price_per_host")
    assert given.value == 100_000
    assert "memory_modules_large" not in {each.code for each in result.configurations[0].findings}


def test_a_search_prices_memory_by_the_module_that_it_takes() -> None:
    """The cost of each option is that of the plan with it."""
    catalogue, sizes = load_catalogue(), (1536, 3072, 6144)
    plan = plan_of({"dram_gib": 1536, "module": GOING})
    asked = Search.model_validate(
        {"plan": plan_json(plan), "choices": [{"field": "/memory/dram_gib", "values": list(sizes)}], "best": 3}
    )
    found = {each.labels[0]: each.cost.value for each in search(asked, catalogue).best}
    for size in sizes:
        alone = evaluate_plan(plan_of({"dram_gib": size, "module": GOING}), catalogue)
        assert found[f"{size:,}"] == pytest.approx(alone.configurations[0].quantities["cluster_tco"].value)


def test_the_usual_choices_of_memory_take_the_modules_that_the_slots_ask_for() -> None:
    """A size of module that the plan gives is that of its own memory, and an own price goes on as modules cost."""
    plan = plan_of({"dram_gib": 1536, "module_gib": 64, "price": 60_000})
    (memory,) = [each for each in usual_choices(plan, 0, load_catalogue()) if each.name == "Memory"]
    edits = {each.edits["/memory/dram_gib"]: each.edits for each in memory.options}
    assert (edits[1536]["/memory/price"], "/memory/module_gib" in edits[1536]) == (60_000, False)
    assert edits[3072]["/memory/module_gib"] is None
    assert edits[3072]["/memory/price"] == pytest.approx(120_000 * 18.75 / OF_64, abs=0.01)
