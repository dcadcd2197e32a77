"""The answer to a plan, and its decision, reduced to what a language model reads well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.plan.answers.brief import (
    BriefBar,
    BriefCheck,
    BriefComparison,
    BriefConfiguration,
    BriefEvaluation,
    BriefFinding,
    BriefLimit,
    BriefNumber,
    BriefReason,
    BriefRow,
    BriefVerdict,
    Shown,
)
from hostwise.plan.answers.card import Card, CardCheck, CardRow, Line, RowDoubt
from hostwise.plan.answers.doubt import Doubt, Evaluated, Outcome, Verdict
from hostwise.plan.answers.result import ConfigurationResult, Finding, Result, State
from hostwise.plan.answers.text import Figure

USUAL = (
    "hosts",
    "cluster_tco",
    "purchase_capex",
    "running_cost_per_year",
    "tco_per_vm_month",
    "known_life_years",
    "known_wear_out_probability",
    "usable_tb",
    "capacity_used_share",
    "memory_overcommit_ratio",
    "peak_kw",
    "rack_units",
)
"""The quantities of a short answer, unless others are asked for."""

_EVALUATION_LEFT_OUT = (
    "Other quantities: name them in `quantities`; the resource hostwise://quantities lists them.",
    "The origin of each value: call `explain` for the number that it is behind.",
    "How sure the answer is, what would change it, and what to check: call `compare`.",
    "Cash flow by month, parts of the cost, failure cases: POST /api/v1/evaluate.",
)

_COMPARISON_LEFT_OUT = (
    "Other quantities of each configuration: call `evaluate`. The formula behind a number: call `explain`.",
    "What is in doubt and by how much, and the effect of each cause: POST /api/v1/doubt (`causes`, `drivers`).",
    "What each sizing level needs: POST /api/v1/doubt (`configurations`, `levels`).",
)


def brief_evaluation(result: Result, quantities: Sequence[str]) -> BriefEvaluation:
    """The short form of a result that has these quantities."""
    return BriefEvaluation(
        plan_name=result.plan_name,
        plan_hash=result.plan_hash,
        engine_version=result.engine_version,
        catalogue_version=result.catalogue_version,
        currency=result.currency,
        horizon_years=result.horizon_years,
        reference=result.reference,
        sentence=result.sentence,
        configurations=brief_configurations(result),
        numbers=[_number(each, result) for each in quantities],
        missing=result.missing,
        findings=brief_findings(result.findings),
        left_out=list(_EVALUATION_LEFT_OUT),
    )


def brief_configurations(result: Result) -> list[BriefConfiguration]:
    """The configurations of a result: whether they can be built, and what decides their hosts."""
    return [_configuration(each) for each in result.configurations]


def brief_findings(findings: Iterable[Finding]) -> list[BriefFinding]:
    """Findings as sentences."""
    return [
        BriefFinding(
            code=each.code,
            severity=each.severity,
            topic=each.topic,
            message=each.message,
            configuration=each.configuration,
            quantity=each.quantity,
            pointer=each.pointer,
        )
        for each in findings
    ]


def brief_comparison(result: Evaluated) -> BriefComparison:
    """The decision of a result that has its card and how sure it is."""
    card, doubt = result.card, result.doubt
    assert card is not None
    assert doubt is not None
    return BriefComparison(
        plan_name=result.plan_name,
        plan_hash=result.plan_hash,
        engine_version=result.engine_version,
        catalogue_version=result.catalogue_version,
        currency=result.currency,
        horizon_years=result.horizon_years,
        state=card.state,
        facts=_said(card.sentence),
        verdict=_verdict(doubt.verdict),
        rows=_rows(card, doubt),
        limits_of=card.lead,
        limits=[
            BriefBar(label=each.label, share=each.share, text=each.figure.text, binding=each.binding)
            for each in card.limits
        ],
        flips_label=doubt.card.flips_label,
        flips=[_said(each) for each in doubt.card.flips],
        checks=_checks(card, doubt),
        remedies=[
            BriefCheck(text=": ".join(filter(None, (each.cure.label, each.effect))), cure=each.cure)
            for each in card.remedies
        ],
        missing=card.missing,
        futures=doubt.futures,
        seed=doubt.seed,
        values=doubt.values,
        doubtful_values=doubt.doubtful_values,
        left_out=list(_COMPARISON_LEFT_OUT),
    )


def _configuration(result: ConfigurationResult) -> BriefConfiguration:
    return BriefConfiguration(
        key=result.key,
        name=result.name,
        feasible=result.feasible,
        admissible=result.admissible,
        at_least=result.at_least,
        hosts_text=result.hosts_text,
        limits=[
            BriefLimit(label=each.label, quantity=each.quantity, hosts=each.hosts, binding=each.binding)
            for each in result.constraints
            if each.hosts.state not in (State.DOES_NOT_APPLY, State.NO_LIMIT)
        ],
        reasons=[
            *(BriefReason(message=each.message, pointer=each.pointer, cure=each.cure) for each in result.reasons),
            *(BriefReason(message=each.message, pointer=each.pointer, cure=each.cure) for each in result.unmet),
        ],
    )


def _number(name: str, result: Result) -> BriefNumber:
    quantity = MODEL.quantity(name)
    return BriefNumber(
        quantity=name,
        label=quantity.label,
        meaning=quantity.meaning,
        unit=unit_symbol(quantity, result.currency),
        values={each.key: each.quantities[name] for each in result.configurations},
    )


def _verdict(verdict: Verdict) -> BriefVerdict:
    return BriefVerdict(
        strength=verdict.strength,
        label=verdict.label,
        sentence=verdict.sentence,
        detail=verdict.detail,
        advised=verdict.advised,
        runner_up=verdict.runner_up,
        probability=verdict.probability,
        difference=verdict.difference,
        caps=[str(each) for each in verdict.caps],
        not_counted=verdict.not_counted,
        unknown_prices=[each.sentence for each in verdict.unknown_prices],
        leaving=verdict.leaving.sentence if verdict.leaving is not None else None,
    )


def _rows(card: Card, doubt: Doubt) -> list[BriefRow]:
    outcomes = {each.key: each for each in doubt.configurations}
    ranges = {each.configuration: each for each in doubt.card.rows}
    return [_row(each, ranges.get(each.configuration), outcomes.get(each.configuration)) for each in card.rows]


def _row(row: CardRow, added: RowDoubt | None, outcome: Outcome | None) -> BriefRow:
    return BriefRow(
        configuration=row.configuration,
        name=row.name,
        is_reference=row.is_reference,
        admissible=row.admissible,
        hosts=_shown(row.hosts),
        hosts_range=added.hosts.text if added is not None and added.hosts is not None else None,
        cost=_shown(row.cost),
        cost_low=added.cost_low if added is not None else None,
        cost_high=added.cost_high if added is not None else None,
        against=_shown(row.against),
        life=_shown(row.life),
        worn=_shown(row.worn),
        limit=_shown(row.limit),
        probability_cheapest=outcome.probability_cheapest if outcome is not None else None,
        probability_enough=outcome.probability_enough if outcome is not None else None,
        lacks=_said(row.lacks) if row.lacks is not None else None,
    )


def _shown(figure: Figure | None) -> Shown | None:
    if figure is None:
        return None
    return Shown(text=figure.text, value=figure.value, quantity=figure.why.quantity if figure.why else None)


def _said(line: Line) -> str:
    return str(line.text)


def _checks(card: Card, doubt: Doubt) -> list[BriefCheck]:
    both: Sequence[CardCheck] = (*card.checks, *doubt.card.checks)
    return [BriefCheck(text=_said(each.line), cure=each.cure) for each in both]
