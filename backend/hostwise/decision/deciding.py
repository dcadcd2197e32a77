"""Decide on a plan: run it, answer it, and make the one document that is read first."""

from __future__ import annotations

from dataclasses import replace

from hostwise.answers.evaluation.evaluation_answer import facts_of_run, with_parts
from hostwise.answers.evaluation.parts import DEFAULT, RESULT, Parts
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.simulations import SEED
from hostwise.answers.uncertainty.uncertainty_answer import uncertainty_facts
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.charts.charts import charts_of
from hostwise.decision.decision import Decided, Decision, Evaluated, Uncertainty
from hostwise.decision.named_quantities import named_quantities
from hostwise.decision.searched_remedy import searched_remedy
from hostwise.decision.simulated import simulated_uncertainty
from hostwise.decision.sized import sized_decision, sized_sentence
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan


def decide(plan: Plan, catalogue: Catalogue, reference: str | None = None, include: Parts = RESULT) -> Decided:
    """The answers for a plan, with the decision as sized.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        reference: key of the configuration that differences refer to; by default the first.
        include: the parts that the answer contains; what is left out is empty. With the decision it has the quantities
            that the decision names.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
    """
    reference = reference or plan.configurations[0].key
    return decided(run_plan(plan, catalogue, reference), catalogue, reference, include)


def decided(run: Run, catalogue: Catalogue, reference: str, include: Parts = RESULT) -> Decided:
    """The answers of a run, with the decision as sized; raises `UnknownConfiguration`."""
    facts = facts_of_run(run, catalogue, reference, include)
    if not (include.decision or include.charts):
        return Decided(**dict(with_parts(facts, include)), sentence=sized_sentence(run, catalogue, facts))
    return _with_decision(run, facts, _sized(run, facts, catalogue), include)


def _sized(run: Run, facts: Result, catalogue: Catalogue) -> Decision:
    """The decision as sized, with its searched remedy: made once for a run, and used by both phases."""
    asked = "sized", catalogue, facts.reference
    found: Decision | None = run.kept.get(asked)
    if found is None:
        found = with_searched_remedy(run.plan, sized_decision(run, catalogue, facts), catalogue)
        run.kept[asked] = found
    return found


def _with_decision(run: Run, facts: Result, decision: Decision, include: Parts) -> Decided:
    """The answers that are asked for, with the decision and its charts as far as they are."""
    if include.charts:
        order = [row.configuration for row in decision.rows]
        charts = charts_of(run, facts.configurations, facts.reference, order)
        decision = decision.model_copy(update={"charts": charts})
    has_decision = include.decision or include.charts
    names = dict.fromkeys([*include.quantities, *(named_quantities(decision) if has_decision else ())])
    shown = with_parts(facts, replace(include, quantities=tuple(names)))
    return Decided(**dict(shown), sentence=str(decision.sentence.text), decision=decision if has_decision else None)


def uncertainty_of(
    plan: Plan, catalogue: Catalogue, seed: int = SEED, number: int | None = None, reference: str | None = None
) -> Uncertainty:
    """How sure the answer to a plan is, with the decision simulated.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        seed: seed of simulations.
        number: number of simulations, a power of two; by default as many as a plan of this size has.
        reference: key of the configuration that differences refer to; by default the first.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
    """
    reference = reference or plan.configurations[0].key
    return uncertainty_of_run(run_plan(plan, catalogue, reference), catalogue, seed, number, reference)


def uncertainty_of_run(
    run: Run, catalogue: Catalogue, seed: int = SEED, number: int | None = None, reference: str | None = None
) -> Uncertainty:
    """How sure the answer of a run is, with the decision simulated."""
    facts = facts_of_run(run, catalogue, reference or run.plan.configurations[0].key, DEFAULT)
    sized = _sized(run, facts, catalogue)
    return simulated_uncertainty(sized, uncertainty_facts(run, facts, catalogue, seed, number), facts, catalogue)


def evaluate_with_uncertainty(plan: Plan, catalogue: Catalogue, reference: str | None, include: Parts) -> Evaluated:
    """The answers for a plan, the decision as sized, and how sure it is; each of them is made once."""
    reference = reference or plan.configurations[0].key
    run = run_plan(plan, catalogue, reference)
    # The simulated decision is made of what a decision as sized is made of, whatever else is asked for.
    facts = facts_of_run(run, catalogue, reference, replace(include, decision=True))
    sized = _sized(run, facts, catalogue)
    uncertainty = simulated_uncertainty(sized, uncertainty_facts(run, facts, catalogue), facts, catalogue)
    return Evaluated(**dict(_with_decision(run, facts, sized, include)), uncertainty=uncertainty)


def with_searched_remedy(plan: Plan, decision: Decision, catalogue: Catalogue) -> Decision:
    """The decision with parts that can be built, where no change of one field helps."""
    if decision.remedies or decision.state != "cannot_be_built":
        return decision
    tried_remedy = searched_remedy(plan, catalogue)
    if tried_remedy is None:
        return decision
    # Fields to look at are named where no change is found that helps.
    return decision.model_copy(update={"remedies": [tried_remedy], "missing": []})
