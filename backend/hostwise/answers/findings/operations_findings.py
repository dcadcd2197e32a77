"""Findings about operations per minute that are not measured, or that miss a target by little."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Literal

import numpy as np

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase
from hostwise.binding.operations import medium_of
from hostwise.binding.opm_models import UnmeasuredMedium, curve, resolve
from hostwise.engine.opm import Basis, OpmCurve
from hostwise.engine.primitives import ceil_count
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.workload import VmGroup

_WORTH_A_WORD = 0.05
"""Shortfalls below this share are worth a finding."""


@finding("operations_unmeasured", Severity.WARNING, FindingTopic.MEMORY)
@finding("operations_single_point", Severity.INFO, FindingTopic.MEMORY)
@finding("operations_extrapolated", Severity.WARNING, FindingTopic.MEMORY)
@finding("operations_outside", Severity.WARNING, FindingTopic.MEMORY)
def operations_not_measured(about: About) -> Iterator[Said]:
    """The basis of operations per minute that are not measured."""
    medium = medium_of(about.configuration)
    for place, group in enumerate(about.run.plan.workload.groups):
        if medium is None or group.opm_model is None:
            continue
        at = f"/workload/groups/{place}/opm_model"
        try:
            through = curve(resolve(about.run.plan, about.catalogue, group.opm_model), medium)
        except UnmeasuredMedium as error:
            yield say("operations_unmeasured", why=str(error), quantity="opm_per_vm", pointer=at)
            continue
        told = set[tuple[Basis, str]]()
        for where, ratio, failed, quantity in _ratios(about):
            basis = Basis(str(through.basis(ratio)))
            if (basis, quantity) not in told and (sentence := _sentence(through, basis, where, ratio, failed, group)):
                told.add((basis, quantity))
                yield say_phrase(f"operations_{basis.value}", sentence, quantity=quantity, pointer=at)


_Where = Literal["running", "at_limit", "failed"]


def _ratios(about: About) -> Iterator[tuple[_Where, float, int, str]]:
    """The overcommitments at which operations are read: running, at the limit, with spare hosts failed."""
    spares, name = about.policy.spare_hosts, "memory_overcommit_ratio"
    asked: list[tuple[_Where, float, int, str]] = [("running", about.number(name), 0, "opm_per_vm")]
    if about.run.plan.policy.opm_target is not None:
        asked.append(("at_limit", about.number("memory_overcommit_limit"), 0, "planned_opm_per_vm"))
    if spares and about.run.leaves_hosts(spares, about.index):
        down = about.run.with_failed(spares).evaluation.value(name, about.index)
        asked.append(("failed", down, spares, "opm_per_vm"))
    return (each for each in asked if isfinite(each[1]))


_EXTRAPOLATED: Mapping[_Where, AnswerCode] = {
    "running": "operations_extrapolated.running",
    "at_limit": "operations_extrapolated.at_limit",
    "failed": "operations_extrapolated.failed",
}
_OUTSIDE: Mapping[_Where, AnswerCode] = {
    "running": "operations_outside.running",
    "at_limit": "operations_outside.at_limit",
    "failed": "operations_outside.failed",
}
_SINGLE_POINT: Mapping[_Where, AnswerCode] = {
    "running": "operations_single_point.running",
    "at_limit": "operations_single_point.at_limit",
    "failed": "operations_single_point.failed",
}


def _sentence(
    through: OpmCurve, basis: Basis, where: _Where, ratio: float, failed: int, group: VmGroup
) -> Phrase | None:
    """What operations at a ratio rest on; None where they are measured."""
    low, high = through.lowest_ratio, through.highest_measured_ratio
    explained = "memory_overcommit_limit" if where == "at_limit" else None
    at = Number(ratio, quantity=explained, failed_hosts=failed)
    if basis is Basis.EXTRAPOLATED:
        return message(_EXTRAPOLATED[where], ratio=at, group=group.name, low=low, high=high)
    if basis is Basis.OUTSIDE:
        return message(_OUTSIDE[where], ratio=at, group=group.name, measured=low)
    return message(_SINGLE_POINT[where], ratio=at, group=group.name) if basis is Basis.SINGLE_POINT else None


@finding("operations_tolerance", Severity.INFO, FindingTopic.HOSTS)
def operations_tolerance(about: About) -> Iterator[Said]:
    """Whether a small tolerance of the operations would save a host."""
    policy = about.run.plan.policy
    hosts, saving = about.value("hosts_for_opm"), about.value("host_saving_tolerance_share")
    per_host = about.value("planned_opm_per_host")
    if policy.opm_target is None or hosts is None or saving is None or per_host is None:
        return
    if policy.opm_tolerance_share > 0 and policy.opm_tolerance_share >= saving:
        strict = strict_hosts(policy.opm_target, per_host)
        yield say(
            "operations_tolerance.used",
            hosts=hosts,
            tolerance=Number(policy.opm_tolerance_share, pointer="/policy/opm_tolerance_share"),
            reached=hosts * per_host,
            target=Number(policy.opm_target, pointer="/policy/opm_target"),
            strict=strict,
            quantity="hosts_for_opm",
            pointer="/policy/opm_tolerance_share",
        )
    elif policy.opm_tolerance_share == 0 and saving < _WORTH_A_WORD and hosts > 1:
        yield say(
            "operations_tolerance.would_save",
            fewer=hosts - 1,
            shortfall=saving,
            quantity="hosts_for_opm",
            pointer="/policy/opm_tolerance_share",
        )


def strict_hosts(target_opm: float, opm_per_host: float) -> float:
    """Whole hosts that reach a target of operations without tolerance."""
    return float(ceil_count(np.asarray(target_opm / opm_per_host)))
