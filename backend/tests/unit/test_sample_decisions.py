"""What the list of cases shows is the decision on them; `make docs` writes it."""

from __future__ import annotations

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.decision import Decision
from hostwise.decision.listed import listed_decision
from hostwise.decision.samples import sample_decisions
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.answers.text import Figure

CASES = {each.key: each for each in sample_summaries() if each.kind == "case"}


def read(decision: Decision) -> list[list[str]]:
    """What a person reads of its rows."""
    figures = [
        [figure.text if isinstance(figure, Figure) else "" for figure in (row.hosts, row.cost, row.life, row.worn)]
        for row in decision.rows
    ]
    return [[decision.currency, decision.lead or ""], *figures]


@pytest.mark.parametrize("key", CASES)
def test_a_case_is_listed_with_what_it_comes_to(key: str) -> None:
    decision = CASES[key].decision
    assert decision is not None, "run `make docs`"
    assert (decision.phase, decision.notes) == ("simulated", [])
    assert read(decision) == read(listed_decision(sample_plan(key), load_catalogue())), "run `make docs`"
    assert decision.advised in {None, decision.lead}


def test_the_first_case_shows_flash() -> None:
    first = next(iter(CASES.values()))
    assert first.decision is not None
    assert all(row.life is not None for row in first.decision.rows)


def test_a_study_is_listed_without() -> None:
    studies = [each for each in sample_summaries() if each.kind == "reproduction"]
    assert studies
    assert {each.decision for each in studies} == {None}


def test_what_was_answered_to_another_plan_or_by_another_version_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = sample_plan("nvme-2026")
    assert sample_decisions.kept_decision("nvme-2026", plan) is not None
    assert sample_decisions.kept_decision("nvme-2026", plan.model_copy(update={"name": "Another"})) is None
    assert sample_decisions.kept_decision("another", plan) is None
    monkeypatch.setattr(sample_decisions, "ENGINE_VERSION", "0.0.1")
    assert sample_decisions.kept_decision("nvme-2026", plan) is None
