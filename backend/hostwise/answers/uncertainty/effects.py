"""Effects of the values behind one number on it: each moved by itself, the strongest first."""

from __future__ import annotations

from math import inf, isfinite

import numpy as np

from hostwise.answers.evaluation.parts import known_quantities
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import Cause
from hostwise.answers.simulations.simulations import REQUIRED, simulations
from hostwise.answers.simulations.single_causes import TENTH, each_behind
from hostwise.answers.steps.time_axis import FLOW, REFERENCE
from hostwise.answers.uncertainty.sensitivity import MOST_NUMBERS
from hostwise.answers.uncertainty.uncertainty_document import ValueSensitivities, ValueSensitivity
from hostwise.answers.uncertainty.verdict import at_ends
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash


def effects_on(
    plan: Plan,
    catalogue: Catalogue,
    configuration: str,
    quantity: str,
    failed_hosts: int = 0,
    reference: str | None = None,
) -> ValueSensitivities:
    """The values behind a number of a plan, by their effect on it.

    A value uncertain is moved to the ends of its range, from the 5th to the 95th percentile, any other by a tenth.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        configuration: key of the configuration.
        quantity: a quantity without members.
        failed_hosts: failed hosts in the case.
        reference: key of the configuration that comparisons refer to; by default the first.

    Raises:
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: a configuration is unknown.
        NoHostLeft: no host is left after the failures.
        UnknownQuantity: the quantity is unknown, an input, or has members.
    """
    (name,) = known_quantities([quantity])
    run, index = run_plan(plan, catalogue, reference).case_of(configuration, failed_hosts)
    base = run.evaluation.value(name, index)
    effects = _effects(run, catalogue, index, name, reference) if isfinite(base) else []
    return ValueSensitivities(
        configuration=configuration,
        quantity=name,
        failed_hosts=failed_hosts,
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        value=base if isfinite(base) else None,
        sensitivities=effects,
    )


def _effects(run: Run, catalogue: Catalogue, index: int, name: str, reference: str | None) -> list[ValueSensitivity]:
    binding, keys = run.binding, [each.key for each in run.plan.configurations]
    behind = set(MODEL.order([name]))
    is_compared = REFERENCE in behind and run.plan.economics.keep is None
    if is_compared:
        behind |= set(MODEL.order([FLOW]))
    if behind & {"clusters", *BY_MONTH}:
        # What the run finds by itself, such as the hosts of later months, rests on the demand for hosts.
        behind |= set(MODEL.order([REQUIRED]))
    of_own = {None, keys[index]}
    causes = each_behind(
        binding,
        catalogue,
        [each for each in MODEL.inputs if each in behind],
        {None, *keys} if is_compared else of_own,
        MOST_NUMBERS,
    )
    number = len(causes)
    if not number:
        return []
    # The last one is the plan as it is.
    numbers = np.concatenate([at_ends(number), np.zeros((1, number))])
    against = keys.index(reference or keys[0]) if is_compared else None
    found = simulations(binding, causes, numbers, (name,), against).of(name, index)
    base = float(found[-1])
    lows, highs = found[:number].tolist(), found[number:-1].tolist()
    effects = [_effect(*each, base) for each in zip(causes, lows, highs, strict=True)]
    return sorted((each for each in effects if _apart(each, base) > 0), key=lambda each: -_apart(each, base))


def _apart(effect: ValueSensitivity, base: float) -> float:
    """How far a value moves the number, at the end that moves it farther; rounding errors count as 0."""
    apart = max(inf if each is None else abs(each - base) for each in (effect.at_low, effect.at_high))
    return 0 if apart <= _DUST * abs(base) else apart


_DUST = 1e-12


def _effect(cause: Cause, at_low: float, at_high: float, base: float) -> ValueSensitivity:
    record = cause.records[0]
    assert record.value is not None
    quantity, reach = MODEL.inputs[record.quantity], cause.reach
    low, high = (
        float(np.clip(record.value * by if reach.is_factor else record.value + by, quantity.low, quantity.high))
        for by in (reach.low, reach.high)
    )
    known = [each - base for each in (at_low, at_high) if isfinite(each)]
    farthest = max(known, key=abs, default=None)
    return ValueSensitivity(
        input=record,
        moved="a tenth" if reach.name == TENTH.name else "its range",
        low=low,
        high=high,
        at_low=at_low if isfinite(at_low) else None,
        at_high=at_high if isfinite(at_high) else None,
        share=None if farthest is None or base == 0 else abs(farthest / base),
    )
