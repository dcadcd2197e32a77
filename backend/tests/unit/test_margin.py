"""Where a plan as sized lies among its simulations, in words."""

import numpy as np
import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.outcome_words import margin_words
from hostwise.decision.samples.samples import sample_plan
from hostwise.number_format.writing import short_money
from hostwise.plan.answers.text import Figure, MessagePart
from hostwise.plan.document import Plan, plan_json

COSTS = np.linspace(80.0, 120.0, 401) * 1_000


def said(sized: float, *, worn: bool = False, costs: np.ndarray = COSTS, materiality: float = 0.03) -> str | None:
    found = margin_words("a", sized, costs, materiality, "USD", worn=worn)
    return None if found is None else str(found)


def words(part: MessagePart) -> str:
    return part if isinstance(part, str) else part.text


@pytest.mark.parametrize("sized", [92_000, 100_000, 108_000, 91_500])
def test_what_lies_among_its_simulations_is_not_talked_about(sized: float) -> None:
    assert said(sized) is None


def test_beyond_half_of_the_way_to_the_end_it_is_said() -> None:
    # 90 % of simulations lie between 82,000 and 118,000: half of the way is 91,000 and 109,000.
    above, below = said(109_500), said(90_500)
    assert above is not None
    assert above.startswith("Sized with a margin: half")
    assert below is not None
    assert below.startswith("Most simulations cost more than the plan as sized: half of them above 100")
    assert "for wear" in (said(150_000, worn=True) or "")


def test_a_difference_that_does_not_matter_is_not_said_but_outside_of_the_range() -> None:
    narrow = 100_000 + (COSTS - 100_000) / 100
    assert said(100_150, costs=narrow) is None
    assert said(100_190, costs=narrow) is not None


def test_unknown_costs_say_nothing() -> None:
    assert said(150_000, costs=np.full(10, np.nan)) is None
    assert said(float("nan")) is None


def test_hosts_bought_for_wear_are_a_margin_on_the_card() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["configurations"] = document["configurations"][1:2]
    document["policy"]["max_wear_out_probability"] = 0.000001
    found = uncertainty_of(Plan.model_validate(document), load_catalogue(), number=256)
    (outcome,) = found.configurations
    assert outcome.margin_text is not None
    assert outcome.margin_text.startswith("Sized with a margin for wear: half of simulations cost below ")
    assert outcome.cost.mid is not None
    assert short_money(outcome.cost.mid) not in outcome.margin_text
    sure = next((each for each in found.decision.tiles if each.key == "win_share"), None)
    assert sure is not None
    assert outcome.margin is not None
    half = short_money(next(each.value for each in outcome.margin.parts if isinstance(each, Figure)) or 0)
    assert f"half of 256 cost below {half}" in ["".join(map(words, each.text.parts)) for each in sure.lines]
    (note,) = (each for each in found.decision.notes if each.key == f"range.{outcome.key}")
    assert outcome.margin_text in map(str, note.texts)
