"""The constraints on the number of hosts as an answer to "why so many?": the binding one first, with its arithmetic."""

from __future__ import annotations

from math import inf, isfinite, isnan

import numpy as np

from hostwise.answers.evaluation.sizing import constraints_of
from hostwise.answers.explanation.composition import parts_of, without_zeros
from hostwise.answers.explanation.explanation_words import in_words, measured, times, unit_of, with_units
from hostwise.answers.running.run import Run
from hostwise.answers.running.vm_placement import Deciding, deciding
from hostwise.answers.running.vm_placement import in_words as whole_in_words
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.sentences import Phrase
from hostwise.engine.model import MODEL
from hostwise.engine.primitives import ceil_count
from hostwise.engine.symbols import Apply, Symbol, walk
from hostwise.number_format.writing import counted, exact
from hostwise.plan.answers.result import Constraint, ExplanationLimit, QuantityState

_DECIDED_BY_LIMITS = frozenset({"hosts", "required_hosts"})
"""The quantities that are the largest of the constraints; their formulas only pick it."""

_ASKING = frozenset({QuantityState.EVALUATED, QuantityState.INFEASIBLE})
"""States of a constraint that asks for hosts; one that does not apply or sets no limit explains nothing."""

_UNROUNDED, _WHOLE = "_unrounded", "hosts_for_vm_placement"


def limits_behind(run: Run, index: int, name: str) -> list[ExplanationLimit]:
    """The constraints behind a number of hosts: the binding ones, then by their hosts, then those not evaluated.

    For the hosts of the cluster, all constraints that ask for any; for the hosts of one constraint, only that one.
    """
    if name not in _DECIDED_BY_LIMITS and name not in MODEL.purposes.constraints:
        return []
    found = [
        each
        for each in constraints_of(run, index)
        if name in (*_DECIDED_BY_LIMITS, each.quantity) and (each.undecided or each.hosts.state in _ASKING)
    ]
    return [_limit(run, index, each) for each in sorted(found, key=lambda each: _place(run, index, each))]


def _place(run: Run, index: int, constraint: Constraint) -> tuple[bool, float]:
    asked = run.evaluation.value(constraint.quantity, index)
    return not constraint.binding, inf if isnan(asked) else -asked


def _limit(run: Run, index: int, constraint: Constraint) -> ExplanationLimit:
    name = constraint.quantity
    by_parts, known = _by_parts(run, index, constraint), not isnan(run.evaluation.value(name, index))
    words = _in_words(run, index, name)
    whole = deciding(run, index) if name == _WHOLE else None
    if whole is not None:
        return ExplanationLimit(
            key=constraint.key,
            label=constraint.label,
            quantity=name,
            hosts=constraint.hosts,
            binding=constraint.binding,
            words=str(_with_spares(message("limit_in_words.whole_vms"), constraint)),
            demand=None,
            arithmetic=_of_whole_vms(run, index, constraint, whole),
        )
    if by_parts is not None:
        formula = _in_words(run, index, name + _UNROUNDED)
        words = str(_with_spares(message("limit_in_words.rounded_up", formula=formula), constraint))
    return ExplanationLimit(
        key=constraint.key,
        label=constraint.label,
        quantity=name,
        hosts=constraint.hosts,
        binding=constraint.binding,
        words=words,
        demand=_demand(run, index, name + _UNROUNDED) if by_parts is not None else None,
        arithmetic=by_parts or (_as_written(run, index, name) if known else None),
    )


def _with_spares(formula: Phrase, constraint: Constraint) -> Phrase:
    return message("limit_in_words.with_spares", formula=formula) if constraint.spare_hosts else formula


def _of_whole_vms(run: Run, index: int, constraint: Constraint, whole: Deciding) -> str:
    """How many VMs a host holds, the hosts that follow, with spares and what a placement adds."""
    value = run.evaluation.value
    hosts, parts = value(constraint.quantity, index), value("parts", index)
    text = str(whole_in_words(whole))
    if not isfinite(hosts):
        return text
    clusters, gap = value("clusters", index), value("fragmentation_hosts", index)
    spares = value("spare_hosts", index) * value(whole.dimension.flag, index)
    each = value(whole.dimension.part_hosts, index)
    carried = float(ceil_count(np.array(whole.hosts / clusters)))
    if clusters > 1:
        text += f"; / {exact(clusters)} clusters, rounded up = {_number(carried)}"
    if each > carried:
        text += f"; the totals need {_number(each)}"
    added = [f"+ {counted(spares, 'spare hosts')}"] if spares else []
    added += [f"+ {counted(gap, 'hosts')} by placement"] if gap else []
    if added:
        text += f", {', '.join(added)} = {_number(each + spares + gap)}"
    return f"{text}; {_number(parts)} \u00d7 {_number(hosts / parts)} = {_number(hosts)}" if parts > 1 else text


def _in_words(run: Run, index: int, name: str) -> str:
    """The formula with the labels of its quantities."""
    return times(MODEL.formulas[name].text(lambda each: in_words(run, index, each)))


def _as_written(run: Run, index: int, name: str) -> str:
    """The formula with its numbers and their units, and the result."""
    text = MODEL.formulas[name].text(lambda each: with_units(run, index, each))
    return f"{times(text)} = {_number(run.evaluation.value(name, index))}"


def _demand(run: Run, index: int, name: str) -> str | None:
    """The demand that is divided by a host's supply, with its parts; None if it is not a single quantity."""
    for node in walk(MODEL.formulas[name].expression):
        if isinstance(node, Apply) and node.operation == "needed" and isinstance(node.arguments[0], Symbol):
            demand = node.arguments[0].name
            break
    else:
        return None
    alone = without_zeros(run, index, demand)
    formula = MODEL.formulas.get(alone)
    amount = run.evaluation.value(demand, index)
    if formula is None or not isfinite(amount):
        return None
    label, total = in_words(run, index, demand), measured(_number(amount), unit_of(run, demand))
    parts = parts_of(run, index, alone)
    if not parts:
        text = formula.text(lambda each: with_units(run, index, each, 0))
        single = formula.expression.operation == "total" if isinstance(formula.expression, Apply) else False
        return f"{label}: {times(text.removeprefix('sum(').removesuffix(')'))} = {total}" if single else None
    named = [f"{each.label} {_number(each.value.value or 0)}" for each in parts[:_NAMED_PARTS]]
    rest = parts[_NAMED_PARTS:]
    if rest:
        named.append(f"{len(rest)} more {_number(sum(each.value.value or 0 for each in rest))}")
    return f"{label}: {' + '.join(named)} = {total}"


_NAMED_PARTS = 4


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
    """The word for the parts of the cluster."""
    sites, clusters = run.evaluation.value("sites", index), run.evaluation.value("clusters", index)
    return "sites" if clusters == 1 else "clusters" if sites == 1 else "parts"


def _number(value: float) -> str:
    return exact(value) if isfinite(value) else "no number is enough"
