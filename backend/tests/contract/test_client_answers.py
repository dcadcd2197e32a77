"""The Python client understands every field of what the application answers."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise_client import HostwiseClient, models, sentence_of, vary
from hostwise_client.document import Document
from tests.client_documents import unknown_fields
from tests.contract.conftest import ADDRESS
from tests.estates.estate import drawn
from tests.estates.rvtools import workbook

pytestmark = pytest.mark.integration


@pytest.fixture
def hostwise(client: TestClient) -> HostwiseClient:
    """The Python client, whose requests reach the application without a network."""
    return HostwiseClient(ADDRESS, transport=client._transport)


@pytest.fixture
def plan(hostwise: HostwiseClient) -> dict[str, Any]:
    return hostwise.sample("nvme-2026")


def test_answers_about_a_plan(hostwise: HostwiseClient, plan: dict[str, Any]) -> None:
    key = plan["configurations"][0]["key"]
    other = vary(plan, {"/policy/spare_hosts": 3})
    answers: list[Document] = [
        hostwise.evaluate(plan),
        hostwise.evaluate(plan, include=["everything"]),
        hostwise.evaluate(models.Plan.model_validate(plan), include=[]),
        hostwise.explain(plan, key, "cluster_tco"),
        hostwise.value_sensitivities(plan, key, "hosts"),
        hostwise.uncertainty(plan, simulations=256),
        hostwise.uncertainty_indices(plan),
        hostwise.sensitivities(plan),
        hostwise.growth(plan),
        hostwise.bill_of_materials(plan),
        hostwise.diff(plan, other),
    ]
    answers += [each for line in hostwise.evaluate_many([plan, other]) if (each := line.summary)]
    answers += [
        full for line in hostwise.evaluate_many([plan], full=True, include=["rows", "hosts"]) if (full := line.result)
    ]
    assert len(answers) == 14
    assert [unknown_fields(each) for each in answers] == [[]] * len(answers)


def test_the_decision_is_read_in_both_phases(hostwise: HostwiseClient, plan: dict[str, Any]) -> None:
    sized = hostwise.evaluate(plan, include=["decision", "uncertainty"])
    assert sized.decision is not None
    assert sized.uncertainty is not None
    simulated = hostwise.uncertainty(plan).decision
    assert sized.uncertainty.decision == simulated
    assert [unknown_fields(each) for each in (sized, simulated)] == [[], []]
    assert (sized.decision.phase, simulated.phase) == ("sized", "simulated")
    assert sentence_of(sized.decision.sentence) == sized.sentence
    assert sentence_of(simulated.sentence) == sized.uncertainty.verdict.sentence
    assert sentence_of(simulated.risks[0].text)
    older = hostwise.evaluate(plan, include=["card"])
    assert older.decision == sized.decision


def test_the_life_of_a_plan(hostwise: HostwiseClient, plan: dict[str, Any]) -> None:
    first = hostwise.plans.create(plan)
    other = vary(plan, {"/policy/spare_hosts": 3})
    saved = hostwise.plans.save(first, other)
    history = list(hostwise.plans.revisions(first.id))
    assert [each.number for each in history] == [2, 1]
    assert [unknown_fields(each) for each in history] == [[], []]
    scenario = hostwise.plans.save_scenario(first.id, "as-before", "As before", plan)
    assert (unknown_fields(scenario), [each.pointer for each in scenario.changes]) == ([], ["/policy/spare_hosts"])
    assert hostwise.plans.scenarios(first.id) == [scenario]
    copy = hostwise.plans.duplicate(first.id, name="Berlin")
    assert copy.document == saved.document | {"name": "Berlin"}
    assert [each.name for each in hostwise.plans.scenarios(copy.id)] == ["As before"]
    hostwise.plans.delete_scenario(first.id, "as-before")
    assert hostwise.plans.scenarios(first.id) == []
    made = hostwise.report(plan, "md", made_on=date(2026, 11, 27)).decode()
    assert "- Made on 2026-11-27" in made.splitlines()


def test_answers_about_an_estate(hostwise: HostwiseClient, tmp_path: Path) -> None:
    file = tmp_path / "estate.xlsx"
    file.write_bytes(workbook(drawn(40)))
    reading = hostwise.read_estate(file)
    choices = models.EstateChoices(grouping=models.Grouping(by="os"))
    answer = hostwise.estate(reading.inventory, choices)
    made = hostwise.estate_plan(file, group="os")
    anonymous = hostwise.read_estate(file, anonymous=True)
    assert [unknown_fields(each) for each in (reading, answer, made, anonymous)] == [[]] * 4
    assert answer.plan is not None
    assert [each.name for each in made.workload.groups] == [each.name for each in answer.plan.workload.groups]
    assert hostwise.evaluate(made).sentence


def test_answers_about_prices(hostwise: HostwiseClient, plan: dict[str, Any], tmp_path: Path) -> None:
    quote = tmp_path / "quote.csv"
    quote.write_text("Item,Unit price\nEPYC 9455,$3.50\n")
    price: dict[str, Any] = {"part": "drives/kioxia-cm7-v-6.4tb", "price": 1950, "currency": "USD", "date": "2026-11"}
    kept = hostwise.price_books.create(models.PriceBook(key="acme", name="Acme", prices=[models.PartPrice(**price)]))
    reading = hostwise.read_quote(quote)
    applied = hostwise.apply_prices(plan, kept.book, revision=kept.revision)
    assert [unknown_fields(each) for each in (kept.book, reading, applied)] == [[]] * 3
    assert applied.changes
    assert hostwise.evaluate(applied.plan).sentence


def test_a_kept_plan_is_answered_like_the_plan(hostwise: HostwiseClient, plan: dict[str, Any]) -> None:
    kept = hostwise.plans.create(models.Plan.model_validate(plan))
    assert json.loads(json.dumps(kept.document)) == plan
    result = hostwise.plans.result(kept.id)
    assert unknown_fields(result) == []
    whole = hostwise.plans.result(kept.id, include=["everything"])
    assert (whole.plan_hash, bool(whole.rows), result.rows) == (result.plan_hash, True, [])
    change = hostwise.plans.engine_change(kept.id)
    assert unknown_fields(change) == []
    assert (change.text, change.engine_before) == (None, result.engine_version)
    assert result.plan_hash == hostwise.evaluate(plan).plan_hash
