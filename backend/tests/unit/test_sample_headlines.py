"""What the list of cases shows is what the cases come to; `make docs` writes it."""

from __future__ import annotations

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.headline import evaluated_headline
from hostwise.decision.headline_document import Headline
from hostwise.decision.samples import sample_headlines
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.answers.text import Figure

CASES = {each.key: each for each in sample_summaries() if each.kind == "case"}


def read(headline: Headline) -> list[list[str]]:
    """What a person reads of it."""
    figures = [
        [figure.text if isinstance(figure, Figure) else "" for figure in (row.hosts, row.cost, row.life, row.worn)]
        for row in headline.rows
    ]
    return [[headline.label, str(headline.sentence), headline.currency, headline.lead or ""], *figures]


@pytest.mark.parametrize("key", CASES)
def test_a_case_is_listed_with_what_it_comes_to(key: str) -> None:
    about = CASES[key]
    assert about.headline is not None, "run `make docs`"
    assert about.verdict is not None
    assert read(about.headline) == read(evaluated_headline(sample_plan(key), load_catalogue())), "run `make docs`"
    assert about.verdict.advised in {None, *(row.configuration for row in about.headline.rows)}


def test_the_first_case_shows_flash() -> None:
    first = next(iter(CASES.values()))
    assert first.headline is not None
    assert all(row.life is not None for row in first.headline.rows)


def test_a_study_is_listed_without() -> None:
    studies = [each for each in sample_summaries() if each.kind == "reproduction"]
    assert studies
    assert {(each.headline, each.verdict) for each in studies} == {(None, None)}


def test_what_was_answered_to_another_plan_or_by_another_version_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = sample_plan("nvme-2026")
    assert sample_headlines.kept_headline("nvme-2026", plan) is not None
    assert sample_headlines.kept_headline("nvme-2026", plan.model_copy(update={"name": "Another"})) is None
    assert sample_headlines.kept_headline("another", plan) is None
    monkeypatch.setattr(sample_headlines, "ENGINE_VERSION", "0.0.1")
    assert sample_headlines.kept_headline("nvme-2026", plan) is None
