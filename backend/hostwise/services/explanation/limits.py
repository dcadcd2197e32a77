"""The constraints on the number of hosts as an answer to "why so many?": the binding one first, with its arithmetic."""

from __future__ import annotations

from math import inf, isfinite, isnan

import numpy as np

from hostwise.engine.model import MODEL
from hostwise.engine.primitives import ceil_count
from hostwise.numerals.writing import counted, exact
from hostwise.plan.answers.result import Constraint, ExplanationLimit, State
from hostwise.services.evaluation.service import constraints_of
from hostwise.services.running.run import Run
from hostwise.services.running.words import tier_words

DECIDED_BY_LIMITS = frozenset({"hosts", "required_hosts"})
"""The quantities that are the largest of the constraints; their formulas only pick it."""

_ASKING = frozenset({State.EVALUATED, State.INFEASIBLE})
"""What a constraint that asks for hosts is; what does not apply or sets no limit explains nothing."""

_UNROUNDED = "_unrounded"


def limits_on_hosts(run: Run, index: int) -> list[ExplanationLimit]:
    """The constraints that ask for hosts: the binding ones, then by their hosts, then those not evaluated."""
    found = [each for each in constraints_of(run, index) if each.undecided or each.hosts.state in _ASKING]
    return [_limit(run, index, each) for each in sorted(found, key=lambda each: _place(run, index, each))]


def _place(run: Run, index: int, constraint: Constraint) -> tuple[bool, float]:
    asked = run.evaluation.value(constraint.quantity, index)
    return not constraint.binding, inf if isnan(asked) else -asked


def _limit(run: Run, index: int, constraint: Constraint) -> ExplanationLimit:
    name = constraint.quantity
    by_parts, known = _by_parts(run, index, constraint), not isnan(run.evaluation.value(name, index))
    words = _in_words(run, index, name)
    if by_parts is not None:
        spares = ", + spare hosts" if constraint.spare_hosts else ""
        words = f"{_in_words(run, index, name + _UNROUNDED)}, rounded up{spares}"
    return ExplanationLimit(
        key=constraint.key,
        label=constraint.label,
        quantity=name,
        hosts=constraint.hosts,
        binding=constraint.binding,
        words=words,
        arithmetic=by_parts or (_as_written(run, index, name) if known else None),
    )


def _in_words(run: Run, index: int, name: str) -> str:
    """The formula with the labels of its quantities."""
    configuration = run.plan.configurations[index]
    return _times(MODEL.formulas[name].text(lambda each: tier_words(MODEL.quantity(each).label, [configuration])))


def _as_written(run: Run, index: int, name: str) -> str:
    """The formula with its numbers, and the result."""
    value = run.evaluation.value(name, index)
    text = run.evaluation.step(name, index).text_with_numbers or ""
    return f"{_times(text)} = {_number(value)}"


def _by_parts(run: Run, index: int, constraint: Constraint) -> str | None:
    """Demand over supply, rounded up in each part of the cluster, with the spare hosts.

    None where the hosts are not made this way, such as where a wide stripe needs fewer of them.
    """
    name, unrounded = constraint.quantity, constraint.quantity + _UNROUNDED
    if unrounded not in MODEL.formulas:
        return None
    hosts, exactly = run.evaluation.value(name, index), run.evaluation.value(unrounded, index)
    parts = run.evaluation.value("parts", index)
    alone = "part_share" in MODEL.formulas[name].parameters
    share = run.evaluation.value("part_share", index) if alone else 1 / parts
    spares = constraint.spare_hosts / parts
    carried = share * exactly
    if not isfinite(hosts) or parts * (float(ceil_count(np.array(carried))) + spares) != hosts:
        return None
    text = _as_written(run, index, unrounded)
    each_part = f"in each of {counted(parts, _parts_word(run, index))}"
    rounded = f"rounded up {_number(hosts / parts - spares)}"
    if parts == 1:
        text += f", {rounded}"
    elif share == 1:
        text += f"; {each_part} {rounded}"
    else:
        by = f"\u00d7 {exact(share)}" if alone else f"/ {exact(parts)}"
        text += f"; {by} {each_part} = {_number(carried)}, {rounded}"
    if spares:
        text += f", + {counted(spares, 'spare hosts')} = {_number(hosts / parts)}"
    return f"{text}; {_number(parts)} \u00d7 {_number(hosts / parts)} = {_number(hosts)}" if parts > 1 else text


def _parts_word(run: Run, index: int) -> str:
    """What the parts of the cluster are."""
    sites, clusters = run.evaluation.value("sites", index), run.evaluation.value("clusters", index)
    return "sites" if clusters == 1 else "clusters" if sites == 1 else "parts"


def _number(value: float) -> str:
    return exact(value) if isfinite(value) else "no number is enough"


def _times(text: str) -> str:
    return text.replace(" * ", " \u00d7 ")
