"""Findings about operations per minute that are not measured, or that miss a target by little."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

import numpy as np

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.sentences import Phrase, phrase, shown
from hostwise.binding.operations import medium_of
from hostwise.binding.opm_models import UnmeasuredMedium, curve, resolve
from hostwise.engine.opm import Basis, OpmCurve
from hostwise.engine.primitives import ceil_count
from hostwise.numerals.writing import counted, exact, fixed, percent, short
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity

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
            yield say("operations_unmeasured", "{why}", why=str(error), quantity="opm_per_vm", pointer=at)
            continue
        told = set[tuple[Basis, str]]()
        for where, ratio, quantity in _ratios(about):
            basis = Basis(str(through.basis(ratio)))
            words = _words(through, basis)
            if words is not None and (basis, quantity) not in told:
                told.add((basis, quantity))
                yield say(
                    f"operations_{basis.value}",
                    "{where} the operations of {group} {basis}.",
                    where=where,
                    group=repr(group.name),
                    basis=words,
                    quantity=quantity,
                    pointer=at,
                )


def _ratios(about: About) -> Iterator[tuple[Phrase, float, str]]:
    """The overcommitments at which operations are read: running, at the limit, with spare hosts failed."""
    spares, name = about.policy.spare_hosts, "memory_overcommit_ratio"
    asked = [("at an overcommitment of {ratio}", about.number(name), name, 0, "opm_per_vm")]
    if about.run.plan.policy.opm_target is not None:
        limit = "memory_overcommit_limit"
        text = "at the overcommitment limit of {ratio}"
        asked.append((text, about.number(limit), limit, 0, "planned_opm_per_vm"))
    if spares and about.run.leaves_hosts(spares, about.index):
        down = about.run.with_failed(spares).evaluation.value(name, about.index)
        text = "with spare hosts failed, at an overcommitment of {ratio},"
        asked.append((text, down, name, spares, "opm_per_vm"))
    for where, ratio, explained_by, failed, quantity in asked:
        if isfinite(ratio):
            yield phrase(where, ratio=shown(short(ratio), ratio, explained_by, failed)), ratio, quantity


def _words(through: OpmCurve, basis: Basis) -> Phrase | None:
    low, high = through.lowest_ratio, through.highest_measured_ratio
    if basis is Basis.EXTRAPOLATED:
        return phrase(
            "are extrapolated beyond the measured {low} to {high}",
            low=shown(short(low), low),
            high=shown(short(high), high),
        )
    if basis is Basis.OUTSIDE:
        return phrase(
            "are not evaluated: there is a single measured point, at {measured}", measured=shown(short(low), low)
        )
    return phrase("are based on a single measured point") if basis is Basis.SINGLE_POINT else None


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
            "operations_tolerance",
            "{hosts} for the operations hold only with the tolerance of {tolerance}: they reach {reached} of {target}; "
            "strictly {strict} are needed.",
            hosts=shown(counted(hosts, "hosts"), hosts, "hosts_for_opm"),
            tolerance=shown(percent(policy.opm_tolerance_share), policy.opm_tolerance_share),
            reached=shown(exact(hosts * per_host), hosts * per_host),
            target=shown(exact(policy.opm_target), policy.opm_target),
            strict=shown(fixed(strict), strict),
            quantity="hosts_for_opm",
            pointer="/policy/opm_tolerance_share",
        )
    elif policy.opm_tolerance_share == 0 and saving < _WORTH_A_WORD and hosts > 1:
        yield say(
            "operations_tolerance",
            "{fewer} would miss the target by {shortfall} only; the tolerance is 0, so the strict number holds.",
            fewer=shown(counted(hosts - 1, "hosts"), hosts - 1),
            shortfall=shown(percent(saving), saving, "host_saving_tolerance_share"),
            quantity="hosts_for_opm",
            pointer="/policy/opm_tolerance_share",
        )


def strict_hosts(target_opm: float, opm_per_host: float) -> float:
    """Whole hosts that reach a target of operations without tolerance."""
    return float(ceil_count(np.asarray(target_opm / opm_per_host)))
