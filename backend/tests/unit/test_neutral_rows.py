"""Own rows under neutral names: a plan is answered alike, and nothing says whose rows these are."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import Catalogue, build_catalogue, packaged
from hostwise.catalogue.neutral_rows import Neutral, neutral
from hostwise.catalogue.own_rows import own_rows
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan
from hostwise.server.sharing.anonymising import anonymised
from tests.unit.test_own_platforms import LARCH, plan_on_larch, written

ACME = """
hypervisors:
  - {key: acme-hv, name: ACME Hypervisor 1, family: acme, family_name: ACME Hypervisor, usual: yes, sort: 9,
     memory_state_model: one_to_one, host_cache: no, read_cache: no, large_write_buffer: no,
     live_migration: yes, vgpu: yes,
     locator: ACME handbook, source: [acme-guide], source_date: 2026-09, confidence: vendor page}
hypervisor_facts:
  - {key: acme_vm_overhead, hypervisors: [acme-hv], field: vm_overhead_mib, value: 70, unit: MiB, meaning: ACME's part,
     kind: vendor-stated, locator: 1, source: [acme-guide], source_date: 2026-09, confidence: vendor page}
licences:
  - {key: acme-licence, product: ACME Suite, vendor: ACME Inc, edition: Gold, metric: core, price_buys_units: 1,
     price: {amount: 100, currency: USD, basis: list, date: 2026-09, source: acme-guide, confidence: vendor page},
     pack: 1, billing: year, term: 1 year, licensed_by: host, hypervisor: acme, source: [acme-guide],
     source_date: 2026-09, confidence: vendor page}
"""


@pytest.fixture
def own(tmp_path: Path) -> tuple[Catalogue, Neutral]:
    """A catalogue with own rows, and the same with neutral names."""
    text = LARCH.replace("hypervisors: [kvm]", "hypervisors: [acme]") + ACME
    text = text.replace(
        "sources:\n", "sources:\n  - {key: acme-guide, citation: ACME guide, url: https://acme.example}\n", 1
    )
    rows = own_rows([written(tmp_path, text)])
    return build_catalogue(packaged(), rows), neutral(packaged(), rows)


@pytest.fixture
def plan() -> Plan:
    document: dict[str, Any] = plan_on_larch(
        hypervisor="acme-hv", protection="larch_two_copies", licence={"key": "acme-licence"}
    ).model_dump(mode="json", exclude_unset=True)
    return Plan.model_validate(document)


def figures(result: Result) -> dict[str, object]:
    return {name: each.value for name, each in result.configurations[0].quantities.items()}


def test_the_numbers_are_the_same_and_nothing_says_whose_they_are(own: tuple[Catalogue, Neutral], plan: Plan) -> None:
    usual, hidden = own
    known = evaluate_plan(plan, usual)
    assert "larch" in known.model_dump_json().lower()
    shown = anonymised(plan, hidden.catalogue, hidden.keys)
    answered = evaluate_plan(shown, hidden.catalogue)
    assert figures(answered) == figures(known)
    assert figures(known)["hosts"] is not None
    assert figures(known)["licence_cost"] is not None
    for each in (shown.model_dump_json(), answered.model_dump_json(), str(vars(hidden.catalogue))):
        assert "larch" not in each.lower()
        assert "acme" not in each.lower()


def test_what_everybody_says_stays(own: tuple[Catalogue, Neutral]) -> None:
    usual, hidden = own
    stack, of = usual.stacks["larch"], hidden.catalogue.stacks[hidden.keys["larch"]]
    assert (stack.layout, stack.reserve, stack.confidence) == (of.layout, of.reserve, of.confidence)
    assert of.name.startswith("Own storage stack ")
    assert set(usual.stacks) - {"larch"} == set(hidden.catalogue.stacks) - {hidden.keys["larch"]}


def test_it_is_sent_to_other_processes(own: tuple[Catalogue, Neutral]) -> None:
    found = pickle.loads(pickle.dumps(own[1].catalogue))
    assert (type(found), list(found.stacks)) == (type(own[1].catalogue), list(own[1].catalogue.stacks))


def test_rows_that_cannot_be_renamed_are_left_out_of_what_is_shown(tmp_path: Path) -> None:
    # Without a locator, which each row of a stack needs: no packaged rule takes it.
    rows = own_rows([written(tmp_path, LARCH.replace("protections: larch\n", "protections: birch\n"))])
    found = neutral(packaged(), rows)
    assert found.keys == {}
    assert not any("own" in each for each in found.catalogue.stacks)
