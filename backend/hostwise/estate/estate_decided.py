"""An estate decided: what is counted of it, the plan that follows, and what to do."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.answers.estate_sizing.host_support import host_support
from hostwise.answers.suggestions.candidates import Progress, untold
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.estate.estate_decision import Asked, estate_decision
from hostwise.decision.estate.estate_decision_document import EstateDecision
from hostwise.estate.counting import counting
from hostwise.estate.estate_answer import counted_answer
from hostwise.plan.estate import EstateChoices, Inventory
from hostwise.plan.history import History


class EstateDecided(EstateAnswer):
    """What is counted of an estate, its groups, the plan, and what to do."""

    decision: EstateDecision | None = Field(None, description="What to do; null where there is no plan.")


def estate_decided(
    inventory: Inventory,
    choices: EstateChoices,
    catalogue: Catalogue,
    *,
    history: History | None = None,
    with_plan: bool = True,
    on: dt.date | None = None,
    tell: Progress = untold,
) -> EstateDecided:
    """What is counted of an estate, its plan, and what is advised.

    Args:
        inventory: the estate.
        choices: the question, scope, grouping and what is assumed.
        catalogue: the catalogue that candidates are taken from.
        history: what its VMs did over time.
        with_plan: whether candidates are looked for; scope and groups alone are faster.
        on: the date of today.
        tell: is told how many candidates are found, and of how many.

    Raises:
        UnreadableFile: there are no candidates on the storage stack that is chosen.
    """
    of = counting(inventory, choices, catalogue, history)
    answer = counted_answer(of, len(inventory.findings), with_plan=with_plan, tell=tell)
    decision = None
    if answer.plan is not None:
        asked = Asked(
            question=of.question,
            questions=of.questions,
            support=host_support(of.inventory.hosts, choices.scope, catalogue),
            on=on or dt.datetime.now(tz=dt.UTC).date(),
        )
        decision = estate_decision(answer.plan, catalogue, asked)
    return EstateDecided(**dict(answer), decision=decision)
