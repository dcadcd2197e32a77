"""What users keep a search to: each limit counts what it rejects, and the counts sum up to all combinations."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.search import totals
from hostwise.answers.search.choices import WrongChoice
from hostwise.answers.search.search_answer import search
from hostwise.answers.search.search_document import Rejection, SearchAnswer
from hostwise.answers.search.search_question import offered
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.search_document import Search

CATALOGUE = load_catalogue()
CPUS = ["amd-epyc-9355", "amd-epyc-9375f", "amd-epyc-9555", "intel-xeon-6530p", "intel-xeon-6736p"]
DRIVES = ["kioxia-cm7-v-6.4tb", "micron-7600-max-6.4tb", "samsung-pm1745-6.4tb"]
CHOICES: list[dict[str, Any]] = [
    {"name": "Processor", "field": "/cpu/key", "values": CPUS},
    {"name": "Memory", "field": "/memory/dram_gib", "values": [768, 1_536]},
    {"name": "Drive", "field": "/capacity/key", "values": DRIVES},
]


def asked(plan: Plan | None = None, **more: Any) -> Search:
    document = plan_json(plan or sample_plan("nvme-2026"))
    return Search.model_validate({"plan": document, "choices": CHOICES, **more})


def found(plan: Plan | None = None, **more: Any) -> SearchAnswer:
    answer = search(asked(plan, **more), CATALOGUE)
    assert answer.combinations == answer.feasible + sum(each.count for each in answer.rejected)
    return answer


def rejected(answer: SearchAnswer, code: str) -> Rejection:
    return next(each for each in answer.rejected if each.code == code)


def possible(answer: SearchAnswer, choice: str) -> set[str]:
    (axis,) = [each for each in answer.choices if each.name == choice]
    return {each.label for each in axis.options if each.feasible}


def test_a_share_per_host_asks_for_the_fewest_hosts() -> None:
    free = found()
    fewest = min(each.hosts.value or 0 for each in free.best)
    answer = found(largest_share_per_host=1 / (fewest + 1))
    out = rejected(answer, "hosts")
    assert answer.feasible == free.feasible - out.count
    assert out.label == f"fewer than {fewest + 1:.0f} hosts: one holds more of the estate than may be lost"
    assert all((each.hosts.value or 0) > fewest for each in answer.best)
    assert out.nearest is not None
    # Seven hosts are a seventh each, whatever a seventh is in binary.
    assert found(largest_share_per_host=1 / 7).feasible == found(limits=[{"quantity": "hosts", "least": 7}]).feasible


def test_a_share_per_host_and_a_limit_of_hosts_hold_together() -> None:
    answer = found(largest_share_per_host=0.09, limits=[{"quantity": "hosts", "most": 14}])
    assert all(12 <= (each.hosts.value or 0) <= 14 for each in answer.best)
    assert rejected(answer, "hosts").label == "beyond the limit of hosts"


def test_a_least_clock_keeps_slower_processors_out() -> None:
    answer = found(least_ghz=3.5)
    assert possible(answer, "Processor") <= {each for each in CPUS if CATALOGUE.cpus[each].base_ghz >= 3.5}
    out = rejected(answer, "too_low_clock")
    assert out.kind == "part"
    assert out.count == 6 * sum(CATALOGUE.cpus[each].base_ghz < 3.5 for each in CPUS)
    assert out.nearest is not None
    fastest = max(CATALOGUE.cpus[each].base_ghz for each in CPUS if CATALOGUE.cpus[each].base_ghz < 3.5)
    assert (out.nearest.needed, out.nearest.available, out.nearest.unit) == (3.5, fastest, "GHz")


def test_least_cores_per_socket_keep_smaller_processors_out() -> None:
    answer = found(least_cores_per_socket=36)
    assert possible(answer, "Processor") <= {each for each in CPUS if CATALOGUE.cpus[each].cores >= 36}
    out = rejected(answer, "too_few_cores")
    assert out.count == 6 * sum(CATALOGUE.cpus[each].cores < 36 for each in CPUS)
    assert "cores" in out.near


def test_parts_of_one_maker_only() -> None:
    answer = found(vendors=["Micron"])
    assert possible(answer, "Drive") == {"micron-7600-max-6.4tb"}
    # It makes no processors: all of them take part.
    assert possible(answer, "Processor") == possible(found(), "Processor")
    assert rejected(answer, "other_vendor").count == 20
    both = found(vendors=["Micron", "AMD"])
    assert all(CATALOGUE.cpus[each].vendor == "AMD" for each in possible(both, "Processor"))
    with pytest.raises(WrongChoice) as error:
        found(vendors=["AMD", "Nobody"])
    assert error.value.pointer == "/vendors/1"


def test_only_parts_of_the_price_book() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["economics"]["prices"] = [
        {"part": "drives/samsung-pm1745-6.4tb", "price": 3_000, "currency": "USD", "date": "2026-11"},
        {"part": "cpus/amd-epyc-9555", "price": 6_000, "currency": "USD", "date": "2026-11"},
    ]
    plan = Plan.model_validate(document)
    own = plan.configurations[0]
    assert own.capacity is not None
    answer = found(plan, price_book_only=True)
    assert possible(answer, "Drive") == {"samsung-pm1745-6.4tb", own.capacity.key}
    assert possible(answer, "Processor") == {"amd-epyc-9555", own.cpu.key}
    assert rejected(answer, "not_in_price_book").label == "a part that the plan's price book does not have"


@pytest.mark.parametrize(
    "limit",
    [
        {"largest_share_per_host": 0.08},
        {"least_ghz": 3.5},
        {"least_cores_per_socket": 36},
        {"vendors": ["Micron"]},
        {"price_book_only": True},
    ],
)
def test_where_combinations_are_many_the_counts_are_the_same(
    monkeypatch: pytest.MonkeyPatch, limit: dict[str, Any]
) -> None:
    walked = found(**limit)
    monkeypatch.setattr(totals, "MOST_WALKED", 1)
    eliminated = found(**limit)
    assert (walked.engine, eliminated.engine) == ("all_combinations", "elimination")
    assert eliminated.feasible == walked.feasible
    counts = [{each.code: each.count for each in answer.rejected} for answer in (walked, eliminated)]
    assert counts[0] == counts[1]


def test_every_field_that_a_form_asks_for_is_one_of_the_document() -> None:
    fields = offered(asked(), CATALOGUE).fields
    assert {each.field for each in fields} <= set(Search.model_fields)
    names = next(each for each in fields if each.field == "vendors").options
    assert {"AMD", "Intel", "Micron"} <= set(names)
    assert all(each.options == [] for each in fields if each.control != "names")
