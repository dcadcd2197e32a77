"""The money side of all configurations: what the cost is made of, by month and year, compared, depreciated."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from hostwise.answers.cost.cost_line_sums import cost_line_sums
from hostwise.answers.cost.crossover import crossover
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import listing, message
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase
from hostwise.answers.wording.words import ALIKE
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import (
    BookYear,
    CarbonPart,
    CostLineSum,
    CostPart,
    Crossover,
    Expansion,
    Finance,
    MonthlyFlow,
    QuantityState,
    Value,
    YearFlow,
    YearSaving,
)

_NO_MONTHS = MonthlyFlow(months=[], hosts=[], amounts=[], cumulative=[], parts={})
_FLOWS = ("cash_flow_cost_per_year", "cumulative_cost")
_SAVINGS = ("saving_cost_per_year", "cumulative_saving_cost")
_BOOKS = ("depreciation_cost_per_year", "book_cost")
_COMPARED = ("saving_npv", "internal_return_rate", "payback_years", "discounted_payback_years")
"""One configuration compared with an alternative."""


@dataclass(frozen=True)
class Bounds:
    """What keeps costs from being compared: the places of configurations that are infeasible, and of lower bounds.

    `remedies` are the fields that would turn the lower bounds into numbers.
    """

    infeasible: Collection[int]
    is_lower_bound: Collection[int]
    remedies: Sequence[str]


@dataclass(frozen=True)
class Money:
    """The money side of a configuration, in the fields in which its result has it."""

    cost_parts: list[CostPart]
    cost_lines: list[CostLineSum]
    cash_flow: list[YearFlow]
    monthly: MonthlyFlow
    expansion: list[Expansion]
    finance: Finance | None
    depreciation: list[BookYear]
    carbon_parts: list[CarbonPart]
    crossover: Crossover | None


def not_compared(run: Run, values: Sequence[Mapping[str, Value]], base: int, bounds: Bounds) -> list[dict[str, Value]]:
    """What has no number in a comparison with the alternative: against an infeasible one, or between lower bounds."""
    found = []
    for place, own in enumerate(values):
        none = None
        if _sides(run, place, base, bounds.infeasible):
            none = Value(value=None, state=QuantityState.DOES_NOT_APPLY)
        elif _sides(run, place, base, bounds.is_lower_bound):
            none = Value(value=None, state=QuantityState.NOT_EVALUATED, missing=list(bounds.remedies))
        known = (name for name in _COMPARED if own[name].state in (QuantityState.EVALUATED, QuantityState.INFINITE))
        found.append({} if none is None else dict.fromkeys(known, none))
    return found


def money_of(
    run: Run, values: Sequence[Mapping[str, Value]], base: int, bounds: Bounds, *, monthly: bool
) -> list[Money]:
    """The money side of every configuration.

    Args:
        run: the run.
        values: the quantities of each configuration.
        base: place of the configuration that the others are compared with.
        bounds: what keeps costs from being compared.
        monthly: whether the cash flow by month is asked for.
    """
    assumed = {each.key for each in MODEL.purposes.cost_parts.values() if run.assumed(each.given_by) is not None}
    years = run.by_year(*_FLOWS, *_SAVINGS, *(_BOOKS if run.plan.economics.depreciation_years is not None else ()))
    found = []
    for place, own in enumerate(values):
        lines = cost_line_sums(run, place)
        found.append(
            Money(
                cost_parts=[
                    CostPart(
                        key=each.key, label=each.label, quantity=name, amount=own[name], counted=each.key not in assumed
                    )
                    for name, each in MODEL.purposes.cost_parts.items()
                ],
                cost_lines=lines,
                cash_flow=[
                    YearFlow(year=year, amount=amount, cumulative=so_far)
                    for year, (amount, so_far) in _beside(years[place], _FLOWS)
                ],
                monthly=_monthly_flow(run, place) if monthly else _NO_MONTHS,
                expansion=expansions(run, place),
                finance=_finance(run, place, base, bounds, own, years[place]),
                depreciation=[
                    BookYear(year=year, depreciation=amount, book_value=left)
                    for year, (amount, left) in _beside(years[place], _BOOKS)
                ],
                carbon_parts=[
                    CarbonPart(key=each.key, label=each.label, quantity=name, kgco2e=own[name])
                    for name, each in MODEL.purposes.carbon_parts.items()
                ],
                crossover=None
                if {place, base} & {*bounds.infeasible, *bounds.is_lower_bound}
                else crossover(run, place, base),
            )
        )
    return found


def _beside(years: Mapping[str, Sequence[Value]], names: Sequence[str]) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Each year with some quantities; no year where they are not asked for."""
    return enumerate(zip(*(years.get(name, ()) for name in names), strict=True))


def _monthly_flow(run: Run, place: int) -> MonthlyFlow:
    """Cash flow of each month, in total and by category."""
    months = [int(month) for month in run.evaluation.members("month")]
    parts = {}
    for name, part in MODEL.purposes.cost_parts.items():
        by_month = MODEL.purposes.monthly_costs.get(part.key)
        if by_month is not None:
            parts[part.key] = _known(run, by_month, place)
        else:
            shares, (paid,) = run.evaluation.members("purchase_share", place), _known(run, name, place)
            parts[part.key] = [None if paid is None else paid * share for share in shares]
    return MonthlyFlow(
        months=months,
        hosts=_known(run, "fleet_hosts", place),
        amounts=_known(run, "cash_flow_cost_per_month", place),
        cumulative=_known(run, "monthly_cumulative_cost", place),
        parts=parts,
    )


def expansions(run: Run, place: int) -> list[Expansion]:
    """The months in which hosts are bought after the purchase."""
    bought = run.evaluation.members("expansion_hosts", place)
    present = run.evaluation.members("fleet_hosts", place)
    return [
        Expansion(month=month, hosts=hosts, total_hosts=present[month])
        for month, hosts in enumerate(bought)
        if hosts > 0
    ]


def _known(run: Run, name: str, place: int) -> list[float | None]:
    return [None if isnan(value) else value for value in run.evaluation.members(name, place)]


def _sides(run: Run, place: int, base: int, among: Collection[int]) -> list[str]:
    """Names of a configuration and what it is compared with, as far as they are among some."""
    sides = {place, base} if run.plan.economics.keep is None else {place}
    return [run.plan.configurations[each].name for each in sorted(sides & {*among})]


def _finance(
    run: Run,
    place: int,
    base: int,
    bounds: Bounds,
    values: Mapping[str, Value],
    years: Mapping[str, Sequence[Value]],
) -> Finance | None:
    """The savings against the existing cluster, else against the reference; None for the reference itself."""
    keep, reference = run.plan.economics.keep, run.plan.configurations[base]
    if keep is None and place == base:
        return None
    name = keep.name if keep is not None else reference.name
    # The default name is not a proper name, so it is in lower case inside a sentence.
    other = name[0].lower() + name[1:] if keep is not None and "name" not in keep.model_fields_set else name
    savings: list[YearSaving] = []
    if infeasible := _sides(run, place, base, bounds.infeasible):
        code: AnswerCode = "not_compared.several_infeasible" if infeasible[1:] else "not_compared.one_infeasible"
        text = str(message(code, names=listing(infeasible)))
    elif is_lower_bound := _sides(run, place, base, bounds.is_lower_bound):
        code = "not_compared.several_bounds" if is_lower_bound[1:] else "not_compared.one_bound"
        text = str(message(code, names=listing(is_lower_bound)))
    else:
        text = _in_words(run, place, other, values)
        savings = [
            YearSaving(year=year, amount=amount, cumulative=so_far)
            for year, (amount, so_far) in _beside(years, _SAVINGS)
        ]
    return Finance(
        against=None if keep is not None else reference.key,
        against_name=name,
        npv=values["saving_npv"],
        internal_rate=values["internal_return_rate"],
        payback_years=values["payback_years"],
        discounted_payback_years=values["discounted_payback_years"],
        savings=savings,
        text=text,
    )


def _in_words(run: Run, place: int, other: str, values: Mapping[str, Value]) -> str:
    """Whether it pays, when, and at which rate."""
    npv, rate, payback = (values[name] for name in _COMPARED[:3])
    if payback.value is None and payback.state is not QuantityState.INFINITE:
        return str(message("finance.not_evaluated", other=other))
    currency, years = run.plan.economics.currency, run.plan.economics.horizon_years
    told = list[Phrase]()
    if npv.value is not None:
        if abs(npv.value) <= ALIKE * abs(values["cluster_npv"].value or 0):
            return str(message("finance.same", other=other, years=years))
        code: AnswerCode = "finance.saves" if npv.value >= 0 else "finance.costs_more"
        told.append(message(code, other=other, amount=abs(npv.value), currency=currency, years=years))
    if payback.state is QuantityState.INFINITE:
        told.append(message("payback.never"))
    elif payback.value == 0:
        told.append(message("payback.at_once"))
    elif payback.value is not None:
        discounted = values["discounted_payback_years"].state is QuantityState.INFINITE
        told.append(message("payback.after_undiscounted" if discounted else "payback.after", years=payback.value))
    # A rate below 0, or without any investment, is not useful.
    if rate.value is not None and rate.value > 0 and payback.value != 0:
        first = next(each for each in run.evaluation.members("saving_cost_per_year", place) if each != 0)
        told.append(message("return_rate.returns" if first < 0 else "return_rate.pays_above", rate=rate.value))
    return " ".join(map(str, told))
