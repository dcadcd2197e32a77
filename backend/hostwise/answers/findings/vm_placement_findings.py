"""VMs are whole: which of them decide, which were not checked, and which ask for more than a host at their ratio."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.running.vm_placement import deciding, in_words
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.engine.constants import COUNT_SLACK
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.workload import VmsAre, is_mean

_MOST_NAMED = 3


@finding("vms_differ", Severity.INFO, FindingTopic.WORKLOAD)
def vms_differ(about: AboutPlan) -> Iterator[Said]:
    """Groups that are means of different VMs: whole VMs are not checked, unless an inventory was placed."""
    plan = about.run.plan
    means = [
        (at, each) for at, each in enumerate(plan.workload.groups) if is_mean(each) and each.vcpu + each.memory_gib
    ]
    if not means or any(each.fragmentation_hosts is not None for each in plan.configurations):
        return
    names = ", ".join(repr(each.name) for _, each in means[:_MOST_NAMED])
    more = len(means) - _MOST_NAMED
    fraction = all(each.vms is not VmsAre.MEAN for _, each in means)
    yield say(
        "vms_differ.fraction" if fraction else "vms_differ.stated",
        names=message("groups_more", names=names, more=Number(more, pointer="/workload/groups")) if more > 0 else names,
        pointer=f"/workload/groups/{means[0][0]}/vms",
    )


@finding("vm_placement_decides", Severity.INFO, FindingTopic.HOSTS)
def vm_placement_decides(about: About) -> Iterator[Said]:
    """Hosts that whole VMs need beyond the sums."""
    found, gap = deciding(about.run, about.index), about.number("fragmentation_hosts")
    whole = about.value("hosts_for_vm_placement")
    sums = [about.value(f"hosts_for_{each}") or 0 for each in ("memory", "cpu_ratio", "cpu_ghz")]
    if whole is None or whole <= max(sums) or whole != about.value("required_hosts"):
        return
    values: dict[str, Given] = {"sums": max(sums), "hosts": whole}
    code: AnswerCode = "vm_placement_decides.placed" if gap else "vm_placement_decides.alone"
    if found is not None:
        code = "vm_placement_decides.why_placed" if gap else "vm_placement_decides.why"
        values["why"] = in_words(found)
    if gap:
        values["gap"] = gap
    sentence = message(code, **values)
    yield say_phrase("vm_placement_decides", sentence, quantity="hosts_for_vm_placement", pointer="/workload/groups")


@finding("above_the_ratio", Severity.WARNING, FindingTopic.WORKLOAD)
def above_the_ratio(about: About) -> Iterator[Said]:
    """VMs that by themselves ask for more cores than a host has at their ratio: each has a host of its own."""
    cores = about.number("vm_cores_per_host")
    run, index = about.run, about.index
    if about.value("hosts_for_cpu_ratio") is None or not cores > 0:
        return
    ratios, vcpus = (
        run.evaluation.members("group_vcpu_per_core", index),
        run.evaluation.members("group_largest_vcpu", index),
    )
    for at, group in enumerate(run.plan.workload.groups):
        vcpu, ratio = vcpus[min(at, len(vcpus) - 1)], ratios[min(at, len(ratios) - 1)]
        if vcpu / ratio > cores * (1 + COUNT_SLACK):
            yield say(
                "above_the_ratio",
                group=group.name,
                vcpu=vcpu,
                ratio=ratio,
                most=cores * ratio,
                quantity="vm_host_cores",
                pointer=f"/workload/groups/{at}/vcpu",
            )
