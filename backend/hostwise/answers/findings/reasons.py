"""Why a configuration is not feasible, each reason with the nearest remedy."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, isnan

from hostwise.answers.findings.about import About
from hostwise.answers.findings.belonging import (
    drives_not_for_storage,
    drives_not_nvme,
    hypervisor_not_on_storage,
    licence_does_not_belong,
    processor_does_not_fit,
    vm_above_hypervisor_limit,
)
from hostwise.answers.findings.declaring import Finder, Said, finding, reason, say, say_phrase
from hostwise.answers.findings.machine_findings import machine_cannot_be_built
from hostwise.answers.findings.memory_tier_findings import tier_cannot_be_built
from hostwise.answers.running.vm_placement import deciding, room_of
from hostwise.answers.wording.answer_messages import words
from hostwise.answers.wording.message_files import Number
from hostwise.engine.constants import MIB_PER_GIB
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import FindingTopic, QuantityState
from hostwise.plan.answers.text import Edit, Remedy
from hostwise.plan.answers.told import Severity


@reason("largest_vm_memory")
@reason("largest_vm_vcpu")
def largest_vm_fits_no_host(about: About) -> Iterator[Said]:
    """A VM that is larger than a host."""
    if about.run.value("hosts_for_largest_vm", about.index).state is not QuantityState.INFINITE:
        return
    gib, vcpu = about.number("largest_vm_gib"), about.number("largest_vm_vcpu")
    room, threads = about.number("largest_host_room_gib"), about.number("largest_host_threads")
    if gib > room:
        # As whole VMs have it, with what the hypervisor takes to run the VM.
        more = ceil((gib + _largest_overhead_gib(about) - room) / _memory_yield(about))
        pointer, dram = f"{about.at}/memory/dram_gib", about.configuration.memory.dram_gib
        yield say(
            "largest_vm_memory",
            vm_gib=gib,
            room_gib=room,
            more_gib=more,
            pointer=pointer,
            remedy=Remedy(
                label=words("remedy_label.add_memory", memory=more), edits=[Edit(pointer=pointer, value=dram + more)]
            ),
        )
    if vcpu > threads:
        needed = ceil(vcpu / about.number("threads_per_core"))
        yield say(
            "largest_vm_vcpu",
            vm_vcpu=vcpu,
            threads=threads,
            cores_needed=needed,
            pointer=f"{about.at}/cpu",
        )


_SUMS = ("hosts_for_memory", "hosts_for_cpu_ratio", "hosts_for_cpu_ghz", "hosts_for_largest_vm")


@reason("whole_vm_fits_no_host")
def whole_vm_fits_no_host(about: About) -> Iterator[Said]:
    """A VM that with its overhead, or within the limits of the policy, has no room on an empty host."""

    def infinite(name: str) -> bool:
        return about.run.value(name, about.index).state is QuantityState.INFINITE

    found = deciding(about.run, about.index)
    if (
        found is None
        or not infinite("hosts_for_vm_placement")
        or any(map(infinite, _SUMS))
        or _reserves_too_much(about)
    ):
        return
    size, room = room_of(found)
    yield say(
        "whole_vm_fits_no_host",
        size=size,
        room=room,
        quantity="hosts_for_vm_placement",
        pointer="/workload/groups",
    )


def _reserves_too_much(about: About) -> bool:
    """Whether one VM reserves more DRAM than a host has, which has a reason of its own."""
    return about.number("largest_reservation_gib") > about.number("usable_dram_gib_per_host")


@reason("no_supply")
def no_host_adds_anything(about: About) -> Iterator[Said]:
    """A constraint of which the hosts supply nothing."""
    too_large = {"hosts_for_largest_vm"}
    if _reserves_too_much(about):
        too_large |= {"hosts_for_active_memory", "hosts_for_vm_placement"}
    for name, each in MODEL.purposes.constraints.items():
        infinite = about.run.value(name, about.index).state is QuantityState.INFINITE
        # These have reasons of their own.
        if name == "hosts_for_vm_placement":
            infinite &= not any(whole_vm_fits_no_host.said(about)) and not any(largest_vm_fits_no_host.said(about))
        if name not in too_large and infinite:
            yield say(
                "no_supply",
                constraint=each.label,
                quantity=name,
            )


@reason("too_many_hosts_given", blocks="building")
@reason("cluster_too_small")
@reason("sites_need_equal_hosts", blocks="building")
@reason("too_few_hosts_given")
def hosts_cannot_be_so_many(about: About) -> Iterator[Said]:
    """Hosts beyond a cluster, unequal on two sites, or fewer than needed."""
    required, limit = about.value("required_hosts"), about.number("most_hosts")
    hosts, pointer = about.configuration.hosts, f"{about.at}/hosts"
    if hosts is not None and hosts > limit:
        yield say("too_many_hosts_given", given=Number(hosts, pointer=pointer), limit=limit, pointer=pointer)
    elif required is not None and required > limit:
        yield say("cluster_too_small", required=required, limit=limit)
    parts = int(about.number("parts"))
    if hosts is not None and hosts % parts:
        equal = hosts + parts - hosts % parts
        given = Number(hosts, pointer=pointer)
        remedy = Remedy(
            label=words("remedy_label.enter_hosts", hosts=equal), edits=[Edit(pointer=pointer, value=equal)]
        )
        if about.number("clusters") > 1:
            yield say(
                "sites_need_equal_hosts.clusters", given=given, parts=parts, equal=equal, pointer=pointer, remedy=remedy
            )
        else:
            yield say("sites_need_equal_hosts.sites", given=given, equal=equal, pointer=pointer, remedy=remedy)
    if hosts is not None and required is not None and required > hosts:
        yield _too_few(about, hosts, required, pointer)


def _too_few(about: About, hosts: int, required: float, pointer: str) -> Said:
    """Fewer hosts than needed; of several models, those of the configuration's own are added."""
    given, more = Number(hosts, pointer=pointer), required - hosts
    remedy = Remedy(
        label=words("remedy_label.add_hosts", hosts=more), edits=[Edit(pointer=pointer, value=int(required))]
    )
    if not about.configuration.other_host_models:
        return say(
            "too_few_hosts_given.one_model", required=required, given=given, more=more, pointer=pointer, remedy=remedy
        )
    return say(
        "too_few_hosts_given.several_models",
        required=required,
        given=given,
        more=more,
        cores=about.number("cores_per_host"),
        memory=about.number("memory_gib_per_host"),
        pointer=pointer,
        remedy=remedy,
    )


@finding("infeasible", Severity.ERROR, FindingTopic.HOSTS)
def infeasible(about: About) -> Iterator[Said]:
    """Why it is not feasible."""
    for each in about.reasons:
        yield say_phrase("infeasible", each.phrase, quantity="hosts", pointer=each.pointer)


REASONS: tuple[Finder[About], ...] = (
    licence_does_not_belong,
    hypervisor_not_on_storage,
    vm_above_hypervisor_limit,
    processor_does_not_fit,
    drives_not_for_storage,
    drives_not_nvme,
    largest_vm_fits_no_host,
    whole_vm_fits_no_host,
    no_host_adds_anything,
    machine_cannot_be_built,
    tier_cannot_be_built,
    hosts_cannot_be_so_many,
)
"""In the order in which they are read."""


def said_against(about: About) -> list[Said]:
    """Why a configuration is not feasible."""
    return [said for each in REASONS for said in each.said(about)]


def _largest_overhead_gib(about: About) -> float:
    """Memory that the hypervisor takes to run the VM that takes the most of it; 0 where that is not known."""
    taken = [each for each in about.run.evaluation.members("overhead_mib_per_vm", about.index) if not isnan(each)]
    return max(taken, default=0.0) / MIB_PER_GIB


def _memory_yield(about: About) -> float:
    """Memory for VMs per additional GiB of host memory, after the shares of hypervisor and storage stack."""
    value = about.number
    stack = 0.0
    if isnan(value("given_storage_stack_gib")):
        by_group = value("disk_groups") * value("stack_memory_share_per_group")
        grows = value("stack_memory_assumed_gib") < value("stack_memory_assumed_limit_gib")
        of_single_tier = value("stack_memory_assumed_share") if grows else 0.0
        stack = of_single_tier if isnan(by_group) else by_group
    return 1 - value("hypervisor_memory_share") - stack
