"""Several clusters: the effect of dividing a demand, and of merging plans. All host counts come from evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, words
from hostwise.answers.estate_sizing.merging import MERGED, NotMergeable, merged_plan
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.estate_sizing.portfolio_document import Division, MergeAnswer, PortfolioPart, PortfolioTotals
from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.evaluation.parts import only
from hostwise.answers.findings.declaring import Said, finding, findings, say
from hostwise.answers.running.run import Run, UnknownConfiguration
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.words import is_same
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ConfigurationResult, FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan

__all__ = ["NotMergeable", "divisions", "merge"]

_LARGEST_LIMIT = 1_000
"""The largest limit on a cluster that a plan may state: above any product's."""

_COST, _CORES, _ENERGY = "cluster_tco", "initial_licensed_cores", "energy_kwh_per_year"
_PARTS = only("planned_vms", _CORES, _COST, _ENERGY)


def divisions(plan: Plan, catalogue: Catalogue) -> list[Division]:
    """How the hosts of each configuration are divided into clusters, and how many one cluster of any size would need.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    run = run_plan(plan, catalogue)
    policy = plan.policy.model_copy(update={"max_hosts_per_cluster": _LARGEST_LIMIT})
    whole = run_plan(plan.model_copy(update={"policy": policy}), catalogue)
    results = result_of(run, catalogue, plan.configurations[0].key, _PARTS).configurations
    return [_division(run, whole, index, each) for index, each in enumerate(results)]


def merge(
    plans: Sequence[Plan], catalogue: Catalogue, configuration: str | None = None, name: str = MERGED
) -> MergeAnswer:
    """What the plans need separately, against all of them in one cluster, on hosts of the same configuration.

    A given number of hosts is left out, so that each is sized. The merged plan has the policy and economics of the
    plans, which must be the same; one that exceeds the largest cluster is divided, each cluster with its own spares.

    Args:
        plans: two or more, such as one for each existing cluster.
        catalogue: the catalogue that they refer to.
        configuration: key of the configuration; by default the first plan's first.
        name: name of what is merged.

    Raises:
        UnknownConfiguration: a plan has no such configuration.
        NotMergeable: fewer than two plans, or plans that differ in more than their workload.
        PlanError: a plan has unknown or incompatible references.
    """
    if len(plans) < 2:
        raise NotMergeable(words("estate_merging.too_few"))
    key = configuration or plans[0].configurations[0].key
    candidates = [_candidate(each, key) for each in plans]
    _check_alike(plans, candidates)
    candidate = candidates[0].model_copy(update={"hosts": None})
    alone = [each.model_copy(update={"configurations": (candidate,)}) for each in plans]
    runs = [run_plan(each, catalogue) for each in alone]
    separate = [_part(each.name, run, catalogue) for each, run in zip(plans, runs, strict=True)]
    merged = _part(name, run_plan(merged_plan(alone, runs, 0), catalogue), catalogue)
    before, after = _totals(separate), _totals([merged])
    answer = MergeAnswer(
        configuration=key,
        name=candidate.name,
        currency=plans[0].economics.currency,
        separate=separate,
        separate_totals=before,
        merged=merged,
        merged_totals=after,
        hosts_saved=None if before.hosts is None or after.hosts is None else before.hosts - after.hosts,
        spare_hosts_saved=(
            None if before.spare_hosts is None or after.spare_hosts is None else before.spare_hosts - after.spare_hosts
        ),
        licensed_cores_saved=_less(before.licensed_cores, after.licensed_cores),
        cost_saved=_less(before.cost, after.cost),
        energy_kwh_per_year_saved=_less(before.energy_kwh_per_year, after.energy_kwh_per_year),
        findings=[],
        sentence=_sentence(before, after),
    )
    sized_anew = any(each.hosts is not None for each in candidates)
    return answer.model_copy(update={"findings": findings(_doubts.said(_Merged(answer, sized_anew)), None)})


def _candidate(plan: Plan, key: str) -> Configuration:
    for each in plan.configurations:
        if each.key == key:
            return each
    raise UnknownConfiguration(f"The plan {plan.name!r} has no configuration {key!r}.")


def _check_alike(plans: Sequence[Plan], candidates: Sequence[Configuration]) -> None:
    """Raise `NotMergeable` where plans differ in more than their workload: the merger would not explain it."""
    first = plans[0]
    hardware = candidates[0].model_copy(update={"hosts": None})
    for plan, candidate in zip(plans, candidates, strict=True):
        reasons: tuple[tuple[EstateSizingCode, bool], ...] = (
            ("estate_merging.policies", plan.policy != first.policy),
            # The cost of the existing cluster is not compared.
            (
                "estate_merging.economics",
                plan.economics.model_copy(update={"keep": first.economics.keep}) != first.economics,
            ),
            ("estate_merging.units", plan.unit_convention != first.unit_convention),
            ("estate_merging.configurations", candidate.model_copy(update={"hosts": None}) != hardware),
        )
        for reason, differs in reasons:
            if differs:
                raise NotMergeable(words(reason, first=repr(first.name), other=repr(plan.name)))


def _division(run: Run, whole: Run, index: int, result: ConfigurationResult) -> Division:
    value = run.evaluation.value
    clusters, hosts = int(value("clusters", index)), result.hosts.value
    limit = run.value("most_hosts", index).value
    undivided = whole.value("hosts", index).value
    return Division(
        configuration=result.key,
        name=result.name,
        feasible=result.feasible,
        hosts=None if hosts is None else int(hosts),
        clusters=clusters,
        hosts_per_cluster=None if hosts is None else int(hosts / clusters),
        spare_hosts=_spares(run, index),
        most_hosts_per_cluster=None if limit is None else int(limit / clusters),
        largest_vm_share=1 / clusters,
        undivided_hosts=None if undivided is None or whole.evaluation.value("clusters", index) > 1 else int(undivided),
    )


def _spares(run: Run, index: int) -> int:
    """Spare hosts of all parts."""
    return int(run.evaluation.value("parts", index) * run.evaluation.value("spare_hosts", index))


def _part(name: str, run: Run, catalogue: Catalogue) -> PortfolioPart:
    (result,) = result_of(run, catalogue, run.plan.configurations[0].key, _PARTS).configurations
    hosts, clusters = result.hosts.value, int(run.evaluation.value("clusters", 0))
    return PortfolioPart(
        name=name,
        feasible=result.feasible,
        reasons=[each.message for each in result.reasons],
        vms=result.quantities["planned_vms"].value,
        hosts=None if hosts is None else int(hosts),
        is_lower_bound=result.is_lower_bound,
        clusters=clusters,
        hosts_per_cluster=None if hosts is None else int(hosts / clusters),
        spare_hosts=_spares(run, 0),
        licensed_cores=result.quantities[_CORES].value,
        cost=result.quantities[_COST].value,
        energy_kwh_per_year=result.quantities[_ENERGY].value,
    )


def _totals(parts: Sequence[PortfolioPart]) -> PortfolioTotals:
    vms = _sum([each.vms for each in parts])
    hosts = [each.hosts for each in parts if each.hosts is not None]
    complete = len(hosts) == len(parts)
    return PortfolioTotals(
        hosts=sum(hosts) if complete else None,
        spare_hosts=sum(each.spare_hosts for each in parts) if complete else None,
        clusters=sum(each.clusters for each in parts),
        licensed_cores=_sum([each.licensed_cores for each in parts]),
        cost=_sum([each.cost for each in parts]),
        energy_kwh_per_year=_sum([each.energy_kwh_per_year for each in parts]),
        largest_vm_share=max((each.vms or 0) / each.clusters for each in parts) / vms if vms else None,
    )


def _sum(amounts: Sequence[float | None]) -> float | None:
    known = [each for each in amounts if each is not None]
    return sum(known) if len(known) == len(amounts) else None


def _less(before: float | None, after: float | None) -> float | None:
    if before is None or after is None:
        return None
    return 0.0 if is_same(before, after) else before - after


def _sentence(before: PortfolioTotals, after: PortfolioTotals) -> str:
    if before.hosts is None or after.hosts is None or before.spare_hosts is None or after.spare_hosts is None:
        return words("estate_merged.not_comparable")
    takes = (
        message(
            "estate_merged.one_cluster",
            clusters_before=before.clusters,
            hosts=after.hosts,
            hosts_before=before.hosts,
            spares=after.spare_hosts,
            spares_before=before.spare_hosts,
        )
        if after.clusters == 1
        else message(
            "estate_merged.several_clusters",
            clusters_before=before.clusters,
            clusters=after.clusters,
            hosts=after.hosts,
            hosts_before=before.hosts,
            spares=after.spare_hosts,
            spares_before=before.spare_hosts,
        )
    )
    if before.largest_vm_share is None or after.largest_vm_share is None:
        return read(takes)
    most = message("estate_merged.most_vms", share=after.largest_vm_share, share_before=before.largest_vm_share)
    return read(takes, most)


@dataclass(frozen=True)
class _Merged:
    """One configuration in place of several clusters."""

    answer: MergeAnswer
    sized_anew: bool


@finding("not_feasible", Severity.WARNING, FindingTopic.HOSTS)
@finding("is_lower_bound", Severity.WARNING, FindingTopic.HOSTS)
@finding("part_divided_into_clusters", Severity.INFO, FindingTopic.HOSTS)
@finding("given_hosts_left_out", Severity.INFO, FindingTopic.HOSTS)
def _doubts(of: _Merged) -> Iterator[Said]:
    """Clusters that cannot be built or are not evaluated, and hosts that are sized anew."""
    key = of.answer.configuration
    for each in (*of.answer.separate, of.answer.merged):
        if not each.feasible:
            why = " ".join(each.reasons)
            yield say("not_feasible", name=each.name, why=why, configuration=key)
        elif each.is_lower_bound:
            yield say(
                "is_lower_bound",
                name=each.name,
                configuration=key,
            )
        if each.clusters > 1 and each.hosts_per_cluster is not None:
            yield say(
                "part_divided_into_clusters",
                name=each.name,
                clusters=each.clusters,
                hosts=each.hosts_per_cluster,
                configuration=key,
            )
    if of.sized_anew:
        yield say(
            "given_hosts_left_out",
            configuration=key,
        )
