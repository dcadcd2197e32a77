"""Of made-up proposals with planted errors all errors are found, and none is invented."""

import pytest

from hostwise.plan.proposal import QuoteAuditQuestion
from hostwise.quotes.quote_audit import audit_proposal, read_proposal
from hostwise.quotes.quote_audit_document import QuoteAudit
from tests.proposals import CATALOGUE, PLAN, Made, comparison, offer

SEEDS = range(80)
"""Eighty offers and eighty comparisons."""


def audited(made: Made) -> QuoteAudit:
    reading = read_proposal(made.data, made.name, CATALOGUE)
    assert not reading.left_out
    assert not reading.rejected
    assert reading.counted == reading.rows
    return audit_proposal(QuoteAuditQuestion(proposal=reading.proposal, plan=PLAN), CATALOGUE)


def agrees(made: Made) -> None:
    """The kinds that are found are those that were planted, each with its money."""
    audit = audited(made)
    assert sorted(each.kind for each in audit.differences) == sorted(made.planted), audit.report
    for each in audit.differences:
        money = made.planted[each.kind]
        if money is not None:
            assert each.money == pytest.approx(money, abs=0.51), each.sentence
    assert len(audit.questions) >= len(made.planted)
    effects = [-(each.money or 0) for each in audit.differences]
    assert effects == sorted(effects)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_error_of_an_offer_is_found_and_none_is_invented(seed: int) -> None:
    agrees(offer(seed, seed % 5))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_error_of_a_comparison_is_found_and_none_is_invented(seed: int) -> None:
    agrees(comparison(seed, seed % 4))
