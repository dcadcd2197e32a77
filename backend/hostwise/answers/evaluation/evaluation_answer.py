"""Evaluate a plan: bind, run the engine once, and put the answer together, topic by topic."""

from __future__ import annotations

from hostwise.answers.cost.money import Bounds, money_of, not_compared
from hostwise.answers.cost.price_ages import prices
from hostwise.answers.evaluation import comparison
from hostwise.answers.evaluation.admissibility import Admission, exclusion_of
from hostwise.answers.evaluation.drive_life import drive_life
from hostwise.answers.evaluation.failures import failure_cases
from hostwise.answers.evaluation.hosts_words import hosts_words
from hostwise.answers.evaluation.missing import missing_fields
from hostwise.answers.evaluation.order import lacking_of
from hostwise.answers.evaluation.parts import RESULT, Parts
from hostwise.answers.evaluation.sizing import sizing_of
from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.collected import configuration_findings, plan_findings
from hostwise.answers.findings.declaring import reasons
from hostwise.answers.running.run import Run, UnknownConfiguration
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.answers.told import strongest
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

__all__ = [
    "ENGINE_VERSION",
    "PlanError",
    "UnknownConfiguration",
    "evaluate_plan",
]


def evaluate_plan(plan: Plan, catalogue: Catalogue, reference: str | None = None, include: Parts = RESULT) -> Result:
    """The answers for a plan.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        reference: key of the configuration that differences refer to; by default the first.
        include: the parts that the result contains; what is left out is empty.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
    """
    if reference is None:
        reference = plan.configurations[0].key
    return result_of(run_plan(plan, catalogue, reference), catalogue, reference, include)


def result_of(run: Run, catalogue: Catalogue, reference: str, include: Parts = RESULT) -> Result:
    """The answers of a run compared with this reference; raises `UnknownConfiguration`."""
    return with_parts(facts_of_run(run, catalogue, reference, include), include)


def with_parts(facts: Result, include: Parts) -> Result:
    """Answers with those of their quantities, findings and prices that are asked for."""
    shown: dict[str, object] = {} if include.findings else {"findings": []}
    of_each = [
        each.model_copy(update=shown | {"quantities": {name: each.quantities[name] for name in include.quantities}})
        for each in facts.configurations
    ]
    prices = facts.prices if include.prices else facts.prices.model_copy(update={"used": []})
    return facts.model_copy(update=shown | {"configurations": of_each, "prices": prices})


def facts_of_run(run: Run, catalogue: Catalogue, reference: str, include: Parts = RESULT) -> Result:
    """The answers of a run with all quantities, each of them looked up when it is read, and all prices.

    Findings of configurations are there where they are asked for, or a decision is made of them. Each topic is asked
    once, for all configurations in their order; what is found is put together at the end, and kept with the run.
    """
    asked = "facts", catalogue, reference, include.inputs, include.monthly, include.rows, include.needs_findings
    found: Result | None = run.kept.get(asked)
    if found is None:
        found = run.kept[asked] = _facts(run, catalogue, reference, include)
    return found


def _facts(run: Run, catalogue: Catalogue, reference: str, include: Parts) -> Result:
    plan, base = run.plan, run.index(reference)
    values = run.values()
    places = range(len(plan.configurations))
    listed = prices(run, catalogue)
    sizings = [sizing_of(run, place, catalogue) for place in places]
    bounds = Bounds(
        infeasible={place for place in places if sizings[place].against},
        is_lower_bound={place for place in places if sizings[place].is_lower_bound},
        remedies=list(dict.fromkeys(remedy for each in sizings for remedy in each.remedies)),
    )
    for own, left_out in zip(values, not_compared(run, values, base, bounds), strict=True):
        own.update(left_out)
    unmet = [Admission(run, place, catalogue).unmet_requirements() for place in places]
    against = [reasons(sizings[place].against, plan.configurations[place].key) for place in places]
    blocked = [strongest([*against[place], *unmet[place]]) for place in places]
    words = hosts_words(run, sizings)
    cases = failure_cases(run, values, [each.constraints for each in sizings]) if include.rows else [[] for _ in places]
    costs = money_of(run, values, base, bounds, monthly=include.monthly)
    lives = [drive_life(run, place) for place in places]
    said = [
        configuration_findings(About(run, place, catalogue, listed, sizings[place].against))
        for place in (places if include.needs_findings else ())
    ]
    results = [
        ConfigurationResult(
            key=plan.configurations[place].key,
            name=plan.configurations[place].name,
            feasible=blocked[place] not in ("building", "feasibility"),
            buildable=blocked[place] != "building",
            admissible=blocked[place] == "nothing",
            exclusion=exclusion_of(blocked[place], unmet[place]),
            unmet_requirements=unmet[place],
            reasons=against[place],
            hosts=sizing.hosts,
            hosts_with_growth=sizing.hosts_with_growth,
            is_lower_bound=sizing.is_lower_bound,
            hosts_text=words[place].text,
            hosts_reason=words[place].reason,
            constraints=sizing.constraints,
            failure_cases=cases[place],
            quantities={},
            **vars(costs[place]),
            **vars(lives[place]),
            findings=said[place] if said else [],
        ).model_copy(update={"quantities": values[place]})
        for place, sizing in enumerate(sizings)
    ]
    labels = comparison.not_evaluated(run, results, values)
    return Result(
        plan_name=plan.name,
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        unit_convention=plan.unit_convention,
        currency=plan.economics.currency,
        horizon_years=plan.economics.horizon_years,
        reference=reference,
        configurations=results,
        rows=comparison.rows(run, results, values, reference) if include.rows else [],
        inputs=list(run.binding.told()) if include.inputs else [],
        prices=listed,
        missing=missing_fields(run, values, labels, {*lacking_of(results).fields}),
        findings=[*plan_findings(AboutPlan(run, catalogue, listed)), *(each for found in said for each in found)],
    )
