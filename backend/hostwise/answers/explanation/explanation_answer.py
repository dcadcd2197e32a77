"""Explain a number: the formula with its numbers, its source, and everything below down to the inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import product
from math import inf, isnan

from hostwise.answers.cost.price_ages import prices
from hostwise.answers.evaluation.parts import UnknownQuantity
from hostwise.answers.explanation.composition import largest_parts, parts_of
from hostwise.answers.explanation.limits import limits_behind
from hostwise.answers.explanation.steps_to_chance import steps_to_chance
from hostwise.answers.explanation.steps_to_life import steps_to_life
from hostwise.answers.explanation.steps_to_unit_cost import steps_to_unit_cost
from hostwise.answers.findings.about import AboutPlan
from hostwise.answers.findings.collected import findings_of, plan_findings
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.running.unused_features import unused_features
from hostwise.answers.wording.citations import citation
from hostwise.answers.wording.words import tier_words
from hostwise.binding.operations import Measured, MeasuredCurves
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.graph import Step
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Axis
from hostwise.engine.roles import Role
from hostwise.engine.units import unit_symbol
from hostwise.number_format.writing import short
from hostwise.plan.answers.result import Explanation, ExplanationNode, ExplanationSource, Finding, Input
from hostwise.plan.document import Plan
from hostwise.plan.former_names import current_quantity
from hostwise.plan.hashing import plan_hash


def explain_number(
    plan: Plan,
    catalogue: Catalogue,
    configuration: str,
    quantity: str,
    failed_hosts: int = 0,
    reference: str | None = None,
) -> Explanation:
    """Explain a number of a plan.

    The engine is run as for the result; the explanation reads the same arrays. Comparisons refer to the `reference`,
    by default the first configuration.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the configuration is unknown.
        UnknownQuantity: the quantity is unknown.
        NoHostLeft: no host is left after the failures.
    """
    return Explainer(run_plan(plan, catalogue, reference), catalogue, configuration, failed_hosts).explain(quantity)


class Explainer:
    """Explains the numbers of one configuration in a run; shared inputs are explained once."""

    def __init__(self, run: Run, catalogue: Catalogue, configuration: str, failed_hosts: int = 0) -> None:
        """Use the run with this number of failed hosts.

        Raises:
            UnknownConfiguration: the configuration is unknown.
            NoHostLeft: no host is left after the failures.
        """
        self._run, self._index = run.case_of(configuration, failed_hosts)
        self._catalogue = catalogue
        self._configuration, index = configuration, self._index
        self._failed_hosts = failed_hosts
        listed = prices(self._run, catalogue)
        self._findings = [
            *plan_findings(AboutPlan(self._run, catalogue, listed)),
            *findings_of(self._run, catalogue, index, listed),
        ]
        self._nodes: dict[str, ExplanationNode] = {}
        self._assumed: _Assumed = {}
        self._idle = unused_features(self._run)

    def explain(self, quantity: str) -> Explanation:
        """The explanation of a quantity.

        Raises:
            UnknownQuantity: the quantity is unknown.
        """
        quantity = current_quantity(quantity)
        try:
            MODEL.quantity(quantity)
        except KeyError:
            close = get_close_matches(quantity, [*MODEL.formulas, *MODEL.inputs], 3)
            hint = f" Did you mean {' or '.join(close)}?" if close else ""
            raise UnknownQuantity(f"The model has no quantity {quantity!r}.{hint}") from None
        run, catalogue, index = self._run, self._catalogue, self._index
        # With the parts of sums: a formula may not depend on them directly.
        sums = [each for each in MODEL.order([quantity]) if each in MODEL.purposes.sums]
        parts = [each.quantity for name in sums for each in parts_of(run, index, name)]
        asked = [quantity, *(each for each in parts if each is not None)]
        # What the plan does not use is explained only when it is asked for.
        left_out = frozenset[str]() if quantity in self._idle else self._idle
        order = [*(each for each in MODEL.order(asked) if each != quantity and each not in left_out), quantity]
        if new := [name for name in order if name not in self._nodes]:
            assumptions = _assumptions(run, asked, index, self._assumed)
            for name in new:
                step = run.evaluation.step(name, index)
                node = _node(step, run, index, catalogue, self._findings, assumptions)
                shown = [each for each in node.inputs if name in self._idle or each not in self._idle]
                self._nodes[name] = node.model_copy(update={"inputs": shown})
        # What only leads to what is left out is left out with it.
        reached = set(asked)
        for name in reversed(order):
            if name in reached:
                reached.update(self._nodes[name].inputs)
        return Explanation(
            configuration=self._configuration,
            quantity=quantity,
            failed_hosts=self._failed_hosts,
            plan_hash=plan_hash(run.plan),
            engine_version=ENGINE_VERSION,
            catalogue_version=catalogue.version,
            nodes=[self._nodes[name] for name in reversed(order) if name in reached],
        )


def _node(
    step: Step,
    run: Run,
    index: int,
    catalogue: Catalogue,
    findings: list[Finding],
    assumptions: Mapping[str, list[str]],
) -> ExplanationNode:
    quantity, formula = step.quantity, step.formula
    key = run.plan.configurations[index].key
    origins = _origins(step, run, index) if formula is None else []
    members = list(product(*(_names(run, axis) for axis in quantity.axes)))
    roles = _roles(step)
    states = [run.state(quantity.name, index, *each) for each in zip(step.values, roles, strict=True)]
    return ExplanationNode(
        quantity=quantity.name,
        label=tier_words(quantity.label, run.plan.configurations),
        meaning=tier_words(quantity.meaning, run.plan.configurations),
        unit=unit_symbol(quantity, run.plan.economics.currency),
        values=[None if isnan(value) or abs(value) == inf else value for value in step.values],
        members=[", ".join(names) for names in members] if quantity.axes else None,
        states=[state.state for state in states],
        is_input=formula is None,
        kind=formula.kind if formula else origins[0].kind if origins else None,
        latex=step.latex,
        latex_with_numbers=step.latex_with_numbers,
        text=step.text,
        text_with_numbers=step.text_with_numbers,
        inputs=list(step.inputs),
        steps=[
            each
            for steps_to in (steps_to_life, steps_to_chance, steps_to_unit_cost)
            for each in steps_to(run, index, quantity.name)
        ],
        parts=largest_parts(run, index, quantity.name),
        limits=limits_behind(run, index, quantity.name),
        validity=formula.validity if formula else None,
        source=citation(formula.source, formula.locator, catalogue) if formula else None,
        provenance=origins,
        provenance_sources=_sources(origins, catalogue),
        rests_on_assumptions=assumptions[quantity.name],
        findings=[each for each in findings if each.quantity == quantity.name and each.configuration in (None, key)],
    )


def _origins(step: Step, run: Run, index: int) -> list[Input]:
    """The origin of an input's values; for a measured curve also the kind of its value at this overcommitment."""
    name, key = step.quantity.name, run.plan.configurations[index].key
    origins = run.binding.origins(name, key)
    curves = run.binding.curves.get(name)
    if not isinstance(curves, MeasuredCurves) or step.quantity.curve_of is None:
        return origins
    ratio = run.evaluation.value(step.quantity.curve_of, index)
    return [
        each if measured is None or isnan(value) else _at_ratio(each, measured, ratio, value)
        for each, measured, value in zip(origins, curves.rows[index], step.values, strict=True)
    ]


def _at_ratio(origin: Input, measured: Measured, ratio: float, value: float) -> Input:
    kind, basis = measured.kind_at(ratio)
    words = basis.value.replace("_", " ")
    return replace(origin, value=value, kind=kind, note=f"{origin.note}; here {words} at {short(ratio)}")


def _names(run: Run, axis: Axis) -> list[str]:
    """Names of the members along an axis."""
    if axis == "role":
        return [role.label for role in Role]
    if axis == "group":
        return [group.name for group in run.plan.workload.groups]
    if axis == "year":
        return [str(year) for year in range(run.plan.economics.horizon_years + 1)]
    return [str(int(month)) for month in run.evaluation.members("month")]


def _roles(step: Step) -> list[Role | None]:
    """The role of drives that each value of a step belongs to."""
    if "role" not in step.quantity.axes:
        return [None] * len(step.values)
    return [role for role in Role for _ in range(len(step.values) // len(Role))]


_Assumed = dict[tuple[str, Role | None], dict[str, None]]
"""Labels of the assumptions behind quantities, each with its role."""


def _assumptions(run: Run, asked: Iterable[str], configuration: int, found: _Assumed) -> dict[str, list[str]]:
    """Labels of the assumptions behind quantities and each of their inputs; `found` has those of others already."""
    key = run.plan.configurations[configuration].key
    together: dict[str, dict[str, None]] = {}
    for name in MODEL.order(asked):
        for role in Role if "role" in MODEL.axes(name) else (None,):
            if (name, role) in found:
                pass
            elif name in MODEL.inputs:
                origins = run.binding.origins(name, key, role)
                labels = dict.fromkeys(each.label for each in origins if each.kind == "assumed")
                over = MODEL.inputs[name].curve_of
                found[name, role] = labels | (found[over, None] if over else {})
            else:
                formula = MODEL.formulas[name]
                labels = {formula.quantity.label: None} if formula.kind == "assumed" else {}
                used = run.evaluation.used_parameters(name, configuration, role)
                for each in MODEL.taken(name, role):
                    if each in used:
                        labels |= found[each]
                found[name, role] = labels
            together.setdefault(name, {}).update(found[name, role])
    return {name: list(labels) for name, labels in together.items()}


def assumptions_below(run: Run, quantity: str, configuration: int) -> list[str]:
    """Labels of the assumptions behind a quantity's value."""
    return _assumptions(run, [quantity], configuration, {})[quantity]


def _sources(origins: Sequence[Input], catalogue: Catalogue) -> list[ExplanationSource]:
    """The sources that the origins name, in full."""
    keys = dict.fromkeys(key for each in origins if each.source for key in each.source.split("; "))
    return [citation(key, None, catalogue) for key in keys]
