"""The answer to a plan, and its decision, reduced to what a language model reads well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hostwise.decision.brief.brief_document import (
    BriefBar,
    BriefCheck,
    BriefComparison,
    BriefConfiguration,
    BriefDecision,
    BriefEvaluation,
    BriefFinding,
    BriefLimit,
    BriefNumber,
    BriefReason,
    BriefRisk,
    BriefRow,
    Shown,
)
from hostwise.decision.decision import Decided, Decision, DecisionRow, Uncertainty
from hostwise.decision.decision_messages import words
from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.plan.answers.result import ConfigurationResult, Finding, QuantityState, Result
from hostwise.plan.answers.text import Figure, MessageLine

USUAL = (
    "hosts",
    "cluster_tco",
    "purchase_capex",
    "running_cost_per_year",
    "tco_per_vm_month",
    "flash_life_years",
    "known_wear_out_probability",
    "usable_tb",
    "capacity_used_share",
    "memory_overcommit_ratio",
    "peak_kw",
    "rack_units",
)
"""The quantities of a short answer, unless others are asked for."""

_EVALUATION_LEFT_OUT = (
    words("left_out.quantities"),
    words("left_out.origins"),
    words("left_out.certainty"),
    words("left_out.monthly"),
)

_COMPARISON_LEFT_OUT = (
    words("left_out.other_quantities"),
    words("left_out.causes"),
    words("left_out.levels"),
)


def brief_evaluation(result: Decided, quantities: Sequence[str]) -> BriefEvaluation:
    """The short form of an answer that has its decision and these quantities."""
    assert result.decision is not None
    return BriefEvaluation(
        plan_name=result.plan_name,
        plan_hash=result.plan_hash,
        engine_version=result.engine_version,
        catalogue_version=result.catalogue_version,
        currency=result.currency,
        horizon_years=result.horizon_years,
        reference=result.reference,
        decision=brief_decision(result.decision),
        configurations=brief_configurations(result),
        numbers=[_number(each, result) for each in quantities],
        missing=result.missing,
        findings=brief_findings(result.findings),
        left_out=list(_EVALUATION_LEFT_OUT),
    )


def brief_comparison(name: str, uncertainty: Uncertainty) -> BriefComparison:
    """The short form of a decision that is simulated."""
    decision = uncertainty.decision
    return BriefComparison(
        plan_name=name,
        plan_hash=uncertainty.plan_hash,
        engine_version=uncertainty.engine_version,
        catalogue_version=uncertainty.catalogue_version,
        currency=decision.currency,
        horizon_years=decision.horizon_years,
        decision=brief_decision(decision),
        not_counted=uncertainty.verdict.not_counted,
        simulations=uncertainty.simulations,
        seed=uncertainty.seed,
        values=uncertainty.values,
        uncertain_values=uncertainty.uncertain_values,
        left_out=list(_COMPARISON_LEFT_OUT),
    )


def brief_decision(decision: Decision) -> BriefDecision:
    """A decision as text, without what only a screen needs."""
    return BriefDecision(
        phase=decision.phase,
        state=decision.state,
        strength=decision.strength,
        label=decision.label,
        sentence=_said(decision.sentence),
        detail="" if decision.detail is None else _said(decision.detail),
        lead=decision.lead,
        advised=decision.advised,
        runner_up=decision.runner_up,
        saving=None if decision.saving is None else decision.saving.value,
        rows=[_row(each) for each in decision.rows],
        limits=[
            BriefBar(label=each.label, share=each.share, text=each.figure.text, binding=each.binding)
            for each in decision.limits
        ],
        break_evens_title=decision.break_evens_title,
        break_evens=[_said(each) for each in decision.break_evens],
        checks=[BriefCheck(text=_said(each.line), remedy=each.remedy) for each in decision.checks],
        risks=[BriefRisk(configurations=each.configurations, text=str(each.text)) for each in decision.risks],
        basis=[str(each) for each in decision.basis],
        remedies=[
            BriefCheck(text=": ".join(filter(None, (each.remedy.label, each.effect))), remedy=each.remedy)
            for each in decision.remedies
        ],
        missing=decision.missing,
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


def _configuration(result: ConfigurationResult) -> BriefConfiguration:
    return BriefConfiguration(
        key=result.key,
        name=result.name,
        feasible=result.feasible,
        admissible=result.admissible,
        is_lower_bound=result.is_lower_bound,
        hosts_text=result.hosts_text,
        limits=[
            BriefLimit(label=each.label, quantity=each.quantity, hosts=each.hosts, binding=each.binding)
            for each in result.constraints
            if each.hosts.state not in (QuantityState.DOES_NOT_APPLY, QuantityState.NO_LIMIT)
        ],
        reasons=[
            *(BriefReason(message=each.message, pointer=each.pointer, remedy=each.remedy) for each in result.reasons),
            *(
                BriefReason(message=each.message, pointer=each.pointer, remedy=each.remedy)
                for each in result.unmet_requirements
            ),
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


def _row(row: DecisionRow) -> BriefRow:
    return BriefRow(
        configuration=row.configuration,
        name=row.name,
        is_reference=row.is_reference,
        admissible=row.admissible,
        hosts=_shown(row.hosts),
        hosts_range=None if row.hosts_range is None else row.hosts_range.text,
        cost=_shown(row.cost),
        cost_low=row.cost_low,
        cost_high=row.cost_high,
        against=_shown(row.against),
        life=_shown(row.life),
        worn=_shown(row.worn),
        limit=_shown(row.limit),
        cheapest=None if row.cheapest is None else row.cheapest.value,
        covers=None if row.covers is None else row.covers.value,
        lacks=None if row.lacks is None else _said(row.lacks),
    )


def _shown(figure: Figure | None) -> Shown | None:
    if figure is None:
        return None
    return Shown(text=figure.text, value=figure.value, quantity=figure.why.quantity if figure.why else None)


def _said(line: MessageLine) -> str:
    return str(line.text)
