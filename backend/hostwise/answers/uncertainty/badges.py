"""What the figures of a configuration rest on: list prices, of which less is known to be paid."""

from __future__ import annotations

from hostwise.answers.running.run import Run
from hostwise.answers.simulations.input_distributions import InputDistributions
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.sentences import Phrase
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Spread
from hostwise.plan.answers.text import MessageText


def badges_of(run: Run, catalogue: Catalogue, configuration: str) -> list[MessageText]:
    """The list prices of a configuration, with what is paid of them."""
    reaches = InputDistributions(run.binding, catalogue)
    found = []
    for spread in catalogue.spreads.values():
        if spread.family is None:
            continue
        records = [each for name in spread.inputs for each in run.binding.inputs.get((name, configuration), ())]
        if any(reaches.of(spread, each.quantity, each) is not None for each in records):
            found.append(MessageText(code="list_prices", parts=_words(spread).parts(configuration)))
    return found


def _words(spread: Spread) -> Phrase:
    if spread.paid_low is not None and spread.paid_high is not None and spread.paid_of is not None:
        return message(
            "list_prices.reported",
            low=spread.paid_low,
            high=spread.paid_high,
            list=spread.paid_of,
        )
    return message("list_prices.assumed", low=spread.low, high=spread.high)
