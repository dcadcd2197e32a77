"""The cost of one configuration as the result shows it: by month and year, compared, depreciated."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from hostwise.answers.running.run import Run
from hostwise.answers.wording.words import ALIKE
from hostwise.engine.model import MODEL
from hostwise.numerals.writing import counted, fixed, percent
from hostwise.plan.answers.result import (
    BookYear,
    CarbonPart,
    Expansion,
    Finance,
    MonthlyFlow,
    State,
    Value,
    YearFlow,
    YearSaving,
)


def cash_flow(run: Run, index: int) -> list[YearFlow]:
    """Cash flow of each year."""
    flows = run.evaluation.members("cash_flow_cost_per_year", index)
    sums = run.evaluation.members("cumulative_cost", index)
    return [
        YearFlow(
            year=year,
            amount=run.state("cash_flow_cost_per_year", index, flow),
            cumulative=run.state("cumulative_cost", index, so_far),
        )
        for year, (flow, so_far) in enumerate(zip(flows, sums, strict=True))
    ]


NO_MONTHS = MonthlyFlow(months=[], hosts=[], amounts=[], cumulative=[], parts={})


def monthly_flow(run: Run, index: int) -> MonthlyFlow:
    """Cash flow of each month, in total and by category."""
    months = [int(month) for month in run.evaluation.members("month")]
    parts = {}
    for name, part in MODEL.purposes.cost_parts.items():
        by_month = MODEL.purposes.monthly_costs.get(part.key)
        if by_month is not None:
            parts[part.key] = _known(run, by_month, index)
        else:
            shares, (paid,) = run.evaluation.members("purchase_share", index), _known(run, name, index)
            parts[part.key] = [None if paid is None else paid * share for share in shares]
    return MonthlyFlow(
        months=months,
        hosts=_known(run, "fleet_hosts", index),
        amounts=_known(run, "cash_flow_cost_per_month", index),
        cumulative=_known(run, "monthly_cumulative_cost", index),
        parts=parts,
    )


def expansions(run: Run, index: int) -> list[Expansion]:
    """The months in which hosts are bought after the purchase."""
    bought = run.evaluation.members("expansion_hosts", index)
    present = run.evaluation.members("fleet_hosts", index)
    return [
        Expansion(month=month, hosts=hosts, total_hosts=present[month])
        for month, hosts in enumerate(bought)
        if hosts > 0
    ]


COMPARED = tuple(name for name, row in MODEL.purposes.rows.items() if row.section == "Return")
"""One configuration compared with an alternative."""


@dataclass(frozen=True)
class Sides:
    """What prevents comparing a configuration with its alternative: names of those infeasible, and of lower bounds.

    `cures` are the fields that would turn the lower bounds into numbers.
    """

    infeasible: Sequence[str]
    at_least: Sequence[str]
    cures: Sequence[str]


def among(run: Run, index: int, reference: str, keys: Collection[str]) -> list[str]:
    """Names of the configuration and its alternative, as far as their keys are among these."""
    configurations = run.plan.configurations
    sides = {configurations[index].key} | ({reference} if run.plan.economics.keep is None else set())
    return [each.name for each in configurations if each.key in sides and each.key in keys]


def compared(run: Run, name: str, index: int, sides: Sides) -> Value:
    """The comparison with the alternative: no number against an infeasible one, or between lower bounds."""
    value = run.value(name, index)
    if value.state not in (State.EVALUATED, State.INFINITE):
        return value
    if sides.infeasible:
        return Value(value=None, state=State.DOES_NOT_APPLY)
    return Value(value=None, state=State.NOT_EVALUATED, missing=list(sides.cures)) if sides.at_least else value


def finance(run: Run, index: int, reference: str, sides: Sides) -> Finance | None:
    """The savings against the existing cluster, else against the reference; None for the reference itself."""
    keep = run.plan.economics.keep
    if keep is None and run.plan.configurations[index].key == reference:
        return None
    npv, rate = (compared(run, name, index, sides) for name in ("saving_npv", "internal_return_rate"))
    payback, discounted = (compared(run, name, index, sides) for name in ("payback_years", "discounted_payback_years"))
    name = keep.name if keep is not None else run.plan.configurations[run.index(reference)].name
    # The default name is not a proper name, so it is in lower case inside a sentence.
    other = name[0].lower() + name[1:] if keep is not None and "name" not in keep.model_fields_set else name
    text = f"Against {other} it {_in_words(run, index, npv, rate, payback)}."
    if sides.infeasible:
        are = "is" if len(sides.infeasible) == 1 else "are"
        text = f"{' and '.join(sides.infeasible)} {are} not feasible, so there is no comparison."
    elif sides.at_least:
        is_one = "is a lower bound" if len(sides.at_least) == 1 else "are lower bounds"
        text = f"The cost of {' and '.join(sides.at_least)} {is_one}, so there is no comparison."
    return Finance(
        against=None if keep is not None else reference,
        against_name=name,
        npv=npv,
        internal_rate=rate,
        payback_years=payback,
        discounted_payback_years=discounted,
        savings=[] if sides.infeasible or sides.at_least else _savings(run, index),
        text=text,
    )


def depreciation(run: Run, index: int) -> list[BookYear]:
    """Depreciation and book value by year; empty if the plan gives no depreciation period."""
    if run.plan.economics.depreciation_years is None:
        return []
    written_off = run.evaluation.members("depreciation_cost_per_year", index)
    left = run.evaluation.members("book_cost", index)
    return [
        BookYear(
            year=year,
            depreciation=run.state("depreciation_cost_per_year", index, amount),
            book_value=run.state("book_cost", index, value),
        )
        for year, (amount, value) in enumerate(zip(written_off, left, strict=True))
    ]


def carbon_parts(quantities: Mapping[str, Value]) -> list[CarbonPart]:
    """Carbon until the horizon by category."""
    return [
        CarbonPart(key=part.key, label=part.label, quantity=name, kgco2e=quantities[name])
        for name, part in MODEL.purposes.carbon_parts.items()
    ]


def _known(run: Run, name: str, index: int) -> list[float | None]:
    return [None if isnan(value) else value for value in run.evaluation.members(name, index)]


def _savings(run: Run, index: int) -> list[YearSaving]:
    amounts = run.evaluation.members("saving_cost_per_year", index)
    sums = run.evaluation.members("cumulative_saving_cost", index)
    return [
        YearSaving(
            year=year,
            amount=run.state("saving_cost_per_year", index, amount),
            cumulative=run.state("cumulative_saving_cost", index, so_far),
        )
        for year, (amount, so_far) in enumerate(zip(amounts, sums, strict=True))
    ]


def _in_words(run: Run, index: int, npv: Value, rate: Value, payback: Value) -> str:
    """Whether it pays, when, and at which rate."""
    if payback.value is None and payback.state is not State.INFINITE:
        return "cannot be compared: a cost is not evaluated"
    currency, horizon = run.plan.economics.currency, run.plan.economics.horizon_years
    parts = []
    if npv.value is not None:
        over = f"in today's money over {counted(horizon, 'years')}"
        if abs(npv.value) <= ALIKE * abs(run.value("cluster_npv", index).value or 0):
            return f"costs about the same {over}"
        way = "saves" if npv.value >= 0 else "costs"
        more = "" if npv.value >= 0 else " more"
        parts.append(f"{way} {fixed(abs(npv.value))} {currency}{more} {over}")
    if payback.state is State.INFINITE:
        parts.append("is not paid back by then")
    elif payback.value == 0:
        parts.append("never costs more, as entered")
    elif payback.value is not None:
        discounted = run.value("discounted_payback_years", index).state is State.INFINITE
        not_so = ", though not in today's money" if discounted else ""
        parts.append(f"is paid back for good after {counted(payback.value, 'years')}{not_so}")
    # A rate below 0, or without any investment, is not useful.
    if rate.value is not None and rate.value > 0 and payback.value != 0:
        first = next(each for each in run.evaluation.members("saving_cost_per_year", index) if each != 0)
        yearly = f"{percent(rate.value)} a year"
        parts.append(f"returns {yearly}" if first < 0 else f"pays only where money costs more than {yearly}")
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + ", and " + parts[-1]
