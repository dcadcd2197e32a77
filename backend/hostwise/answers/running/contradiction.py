"""Whether an answer contradicts itself: what is said to be enough, and by its own numbers is not.

That is a defect of the program, and no property of the plan. The numbers stand, a finding says that they may not be
relied on, and nothing is decided by them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from hostwise.answers.running.run import Run
from hostwise.answers.steps.own_hosts import with_present_hosts
from hostwise.answers.steps.time_axis import least_clusters_of
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.sentences import Phrase
from hostwise.answers.wording.words import is_same
from hostwise.engine.model import MODEL


def contradiction(run: Run, index: int) -> Phrase | None:
    """What of an answer does not agree with the rest of it; None where all does.

    Only hosts that are said to be enough can contradict anything.
    """
    if index not in run.contradictions:
        run.contradictions[index] = _found(run, index)
    return run.contradictions[index]


def _found(run: Run, index: int) -> Phrase | None:
    number = partial(run.evaluation.value, configuration=index)
    if not number("required_hosts") <= number("hosts"):
        return None
    said = _short(run, index, 0)
    if said is not None or not _is_divided(run, index):
        return said
    spares = run.spares[index]
    if spares > 0 and run.leaves_hosts(spares, index):
        said = _short(run, index, spares)
    return said or _needs_more_when_given(run, index)


def _short(run: Run, index: int, failed: int) -> Phrase | None:
    """The first limit that does not hold on the hosts that are said to be enough, with that many spare hosts failed."""
    case, bought = run.with_failed(failed), run.evaluation.value("hosts", index)
    lost = bought - case.evaluation.value("running_hosts", index)
    for name, each in MODEL.purposes.constraints.items():
        slack = MODEL.purposes.slacks.get(each.key)
        asked = run.evaluation.value(name, index)
        if slack is None or not asked <= bought or _spares(run, index, each.spares) < lost:
            continue
        if failed and each.sums:
            # Whole VMs hold by memory and by CPU, of which the policy may ask one alone with spare hosts failed.
            continue
        share = case.evaluation.value(slack, index)
        if share < 0 and not is_same(share + 1, 1):
            missing = Number(-share, quantity=slack)
            if failed:
                return message(
                    "contradiction.short_with_failed", hosts=bought, label=each.label, missing=missing, failed=failed
                )
            return message("contradiction.short", hosts=bought, label=each.label, missing=missing)
    return None


def _spares(run: Run, index: int, spares: str) -> float:
    """Spare hosts that a limit adds: it holds while so many are down."""
    if spares == "never":
        return 0.0
    held = 1.0 if spares == "always" else run.evaluation.value(spares, index)
    return run.evaluation.value("parts", index) * run.evaluation.value("spare_hosts", index) * held


def _is_divided(run: Run, index: int) -> bool:
    """Whether several models, clusters or a placement stand between what a host gives and what hosts do."""
    gap, clusters = (run.evaluation.value(name, index) for name in ("fragmentation_hosts", "clusters"))
    return bool(run.binding.models[index]) or gap > 0 or clusters > 1


def _needs_more_when_given(run: Run, index: int) -> Phrase | None:
    """Hosts that are sized must be enough when they are given."""
    if run.plan.configurations[index].hosts is not None:
        return None
    hosts = run.evaluation.value("hosts", index)
    required = _required_of_given(run)[index]
    if not required > hosts or is_same(required, hosts):
        return None
    return message("contradiction.more_when_given", hosts=hosts, required=required)


def _required_of_given(run: Run) -> list[float]:
    """Hosts that each configuration needs if those that are sized are given."""
    given = {"fixed_hosts": run.evaluation.values["hosts"][:1]}
    binding = with_present_hosts(replace(run.binding, arrays=run.binding.arrays | given, evaluated=None))
    divided = bool((run.binding.arrays["clusters"] > 1).any())
    changes = {"clusters": least_clusters_of(binding, {})} if divided else {}
    shape = (1, len(run.plan.configurations))
    found = binding.evaluate(["required_hosts"], changes).values["required_hosts"]
    return [float(each) for each in np.broadcast_to(found[:1], shape)[0]]
