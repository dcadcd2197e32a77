"""The cost lines of a configuration by category, as its cost counts them."""

from __future__ import annotations

from hostwise.answers.running.run import Run
from hostwise.plan.answers.result import CostLineSum
from hostwise.plan.cost_lines import CATEGORY_LABELS, CostLine, Per


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
    vms, hosts = (run.evaluation.members(name, index) for name in ("demanded_vms", "present_hosts"))
    cores = run.evaluation.value("cores_per_host", index) if line.per is Per.CORE else 1.0
    units = {Per.ALL: [1.0] * len(vms), Per.VM: vms, Per.HOST: hosts, Per.CORE: [each * cores for each in hosts]}
    return sum(line.paid_in(month) * number for month, number in enumerate(units[line.per]) if line.paid_in(month))
