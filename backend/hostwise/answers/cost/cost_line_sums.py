"""The cost lines of a configuration by category, as its cost counts them."""

from __future__ import annotations

from hostwise.answers.running.run import Run
from hostwise.plan.answers.result import CostLineSum
from hostwise.plan.cost_lines import CATEGORY_LABELS, CostLine, CostLineBasis, PaymentSchedule


def cost_line_sums(run: Run, index: int) -> list[CostLineSum]:
    """What the lines of each category come to until the horizon; a category without lines is left out."""
    lines = (*run.plan.economics.cost_lines, *run.plan.configurations[index].cost_lines)
    return [
        CostLineSum(category=category, label=label, amount=sum(line_amount(run, index, each) for each in own))
        for category, label in CATEGORY_LABELS.items()
        if (own := [each for each in lines if each.category is category])
    ]


def line_amount(run: Run, index: int, line: CostLine) -> float:
    """What a line comes to for a configuration until the horizon, for the VMs, hosts and cores of each month."""
    if line.per is CostLineBasis.SITE and line.paid is PaymentSchedule.ONCE:
        return line.amount * sum(run.evaluation.members("opened_sites", index))
    months = run.evaluation.members("month")
    units = _UNITS.get(line.per)
    number = [1.0] * len(months) if units is None else run.evaluation.members(units, index)
    each = run.evaluation.value("cores_per_host", index) if line.per is CostLineBasis.CORE else 1.0
    paid = line.payments(len(months) - 1)
    # Where the number of hosts is not known, months without a payment cost nothing all the same.
    return sum(amount * each * of_month for amount, of_month in zip(paid, number, strict=True) if amount)


_UNITS = {
    CostLineBasis.VM: "fleet_vms",
    CostLineBasis.HOST: "fleet_hosts",
    CostLineBasis.CORE: "fleet_hosts",
    CostLineBasis.SITE: "open_sites",
}
"""Quantities by month that amounts are for."""
