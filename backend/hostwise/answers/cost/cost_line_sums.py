"""The cost lines of a configuration by category, as its cost counts them."""

from __future__ import annotations

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.answers.result import CostLineSum
from hostwise.plan.configuration import Configuration
from hostwise.plan.cost_lines import CATEGORY_LABELS, CostLine, Paid
from hostwise.plan.economics import Economics


def cost_line_sums(economics: Economics, configuration: Configuration) -> list[CostLineSum]:
    """What the lines of each category come to until the horizon; a category without lines is left out."""
    lines = (*economics.cost_lines, *configuration.cost_lines)
    return [
        CostLineSum(category=category, label=label, amount=sum(_until_horizon(each, economics) for each in own))
        for category, label in CATEGORY_LABELS.items()
        if (own := [each for each in lines if each.category is category])
    ]


def _until_horizon(line: CostLine, economics: Economics) -> float:
    years = economics.horizon_years
    if line.paid is Paid.EVERY_YEAR:
        return line.amount * years
    return line.amount if line.month <= years * MONTHS_PER_YEAR else 0.0
