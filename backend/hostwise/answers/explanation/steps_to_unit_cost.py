"""The steps to the cost of a VM: the cost until the horizon / VMs, or / months of VMs."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from hostwise.answers.explanation.step import step
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import words
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.plan.answers.result import ExplanationStep

_EACH, _EACH_MONTH = "tco_per_vm", "tco_per_vm_month"


def steps_to_unit_cost(run: Run, place: int, quantity: str) -> list[ExplanationStep]:
    """The steps to the cost per VM, or per VM and month; empty for other quantities, and where it is not known."""
    known = quantity in (_EACH, _EACH_MONTH) and isfinite(run.evaluation.value(quantity, place))
    return list(_steps(run, place, quantity)) if known else []


def _steps(run: Run, place: int, quantity: str) -> Iterator[ExplanationStep]:
    value, economics = run.evaluation.value, run.plan.economics
    yield ExplanationStep(
        label=words("cost_step.cost", years=economics.horizon_years),
        arithmetic="",
        value=value("cluster_tco", place),
        unit=economics.currency,
        quantity="cluster_tco",
    )
    vms = value("average_vms", place)
    if quantity == _EACH:
        yield step("cost_step.vms", "", vms, "VMs", "average_vms")
    else:
        months = words("cost_step.months_of", vms=vms, months=economics.horizon_years * MONTHS_PER_YEAR)
        yield step("cost_step.vm_months", months, value("vm_months", place), "VM-months", "vm_months")
    label: AnswerCode = "cost_step.each" if quantity == _EACH else "cost_step.each_month"
    yield step(label, "", value(quantity, place), unit_symbol(MODEL.quantity(quantity), economics.currency), None)
