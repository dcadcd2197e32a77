"""Findings: whether the machine can be built, what its vendor asks for, and what HA lets start on it."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, isfinite, isinf, isnan, nan
from typing import NamedTuple

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, reason, say, say_phrase
from hostwise.answers.wording.answer_messages import message, words
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase
from hostwise.binding.memory import assumes_memory
from hostwise.binding.modules import DERIVED_BY_SIZE, SIZES_GIB, fits
from hostwise.binding.stacks import stack_of
from hostwise.catalogue.machine import Chassis, ReadyNodeProfile
from hostwise.plan.answers.result import FindingTopic, InputStatus, QuantityState
from hostwise.plan.answers.text import Edit, Remedy
from hostwise.plan.answers.told import Severity

# ---------------------------------------------------------------------------------------------------- can it be built


@reason("too_many_sockets", blocks="building")
@reason("too_many_drives", blocks="building")
@reason("too_much_memory_for_slots", blocks="building")
def machine_cannot_be_built(about: About) -> Iterator[Said]:
    """Sockets, bays and slots that the machine does not have."""
    chassis, sockets = _chassis(about), about.configuration.cpu.sockets
    machine = chassis.name if chassis is not None else message("the_host")
    if chassis is not None and sockets > chassis.sockets:
        pointer = f"{about.at}/cpu/sockets"
        yield say(
            "too_many_sockets",
            machine=machine,
            has=Number(chassis.sockets, pointer=f"{about.at}/host/chassis"),
            sockets=sockets,
            pointer=pointer,
            remedy=Remedy(
                label=words("remedy_label.fewer_processors", processors=chassis.sockets),
                edits=[Edit(pointer=pointer, value=chassis.sockets)],
            ),
        )
    bays, drives = about.number("bays_per_host"), about.number("used_bays_per_host")
    if drives > bays:
        yield say(
            "too_many_drives",
            machine=machine,
            bays=bays,
            drives=drives,
            pointer=f"{about.at}/capacity/count",
        )
    slots, modules = about.number("memory_slots_per_host"), about.number("modules_per_host")
    if _module_is_known(about) and ceil(modules) > slots:
        dram, size = about.configuration.memory.dram_gib, about.number("memory_module_gib")
        whole = "modules_per_host" if modules.is_integer() else None
        yield say(
            "too_much_memory_for_slots",
            machine=machine,
            slots=slots,
            dram=dram,
            modules=Number(ceil(modules), quantity=whole),
            module_gib=size,
            pointer=f"{about.at}/memory/dram_gib",
            remedy=_larger_modules(about, size, slots),
        )


def _larger_modules(about: About, size: float, slots: float) -> Remedy | None:
    """The next larger modules that have slots; a module of the catalogue has a size and price of its own."""
    memory, sockets = about.configuration.memory, about.configuration.cpu.sockets
    module = about.catalogue.memory.get(memory.module or "")
    if module is not None and module.capacity_gib is not None:
        return None
    larger = next((each for each in SIZES_GIB if each > size and fits(memory.dram_gib, each, sockets, slots)), None)
    if larger is None:
        return None
    edit = Edit(pointer=f"{about.at}/memory/module_gib", value=larger)
    return Remedy(label=words("remedy_label.larger_modules", size=larger), edits=[edit])


def _chassis(about: About) -> Chassis | None:
    key = about.configuration.host.chassis
    return None if key is None else about.catalogue.chassis[key]


def _module_is_known(about: About) -> bool:
    (record,) = about.run.binding.origins("memory_module_gib", about.key)
    return record.status is not InputStatus.ASSUMED


# ---------------------------------------------------------------------------------------- memory of the storage stack


@finding("storage_stack_assumed", Severity.WARNING, FindingTopic.MEMORY)
def storage_stack_assumed(about: About) -> Iterator[Said]:
    """The assumed memory of single-tier storage: its band, and the hosts at both ends."""
    memory = about.configuration.memory
    if not assumes_memory(about.catalogue, about.configuration) or memory.storage_stack_gib is not None:
        return
    band = ("stack_memory_assumed_minimum_gib", "stack_memory_assumed_gib_high")
    mid, low, high = (about.number(name) for name in ("stack_memory_assumed_gib", *band))
    ends = about.run.at_ends("given_storage_stack_gib", *band, "required_hosts")
    fewest, most = (each[about.index] for each in ends)
    share, limit = about.number("stack_memory_assumed_share"), about.number("stack_memory_assumed_limit_gib")
    code, hosts = _needs(fewest, most)
    sentence = message(code, assumed=mid, share=share, most=limit, low=low, high=high, **hosts)
    pointer = f"{about.at}/memory/storage_stack_gib"
    yield say_phrase("storage_stack_assumed", sentence, quantity="storage_stack_gib", pointer=pointer)


def _needs(fewest: float, most: float) -> tuple[AnswerCode, dict[str, Given]]:
    """The sentence about the hosts at both ends of a band, with its figures."""
    if isnan(fewest) or isnan(most):
        return "storage_stack_assumed.not_evaluated", {}
    if isinf(fewest):
        return "storage_stack_assumed.never_enough", {}
    if isinf(most):
        return "storage_stack_assumed.not_at_high_end", {"fewest": fewest}
    if fewest == most:
        return "storage_stack_assumed.one_number", {"most_hosts": most}
    return "storage_stack_assumed.band", {"fewest_hosts": fewest, "most_hosts": most}


# ---------------------------------------------------------------------------------------------- the vendor's hardware


@finding("below_readynode_profile", Severity.WARNING, FindingTopic.MACHINE)
@finding("network_below_profile", Severity.WARNING, FindingTopic.MACHINE)
@finding("network_below_advice", Severity.INFO, FindingTopic.MACHINE)
def vendor_profile(about: About) -> Iterator[Said]:
    """What the vendor's guide asks of hosts with single-tier storage, by profile."""
    if not stack_of(about.catalogue, about.configuration).profiles:
        return
    key = about.configuration.ready_node_profile
    profiles = sorted(about.catalogue.ready_node_profiles.values(), key=lambda each: each.sort)
    profile = profiles[0] if key is None else about.catalogue.ready_node_profiles[key]
    for floor in _floors(about, profile):
        if floor.least is not None and floor.has < floor.least:
            yield say(
                floor.code,
                profile=profile.name if key is not None else message("smallest_profile", profile=profile.name),
                least=Number(floor.least, pointer=f"{about.at}/ready_node_profile"),
                has=floor.has,
                quantity=floor.quantity,
                pointer=f"{about.at}{floor.field}",
            )
    speed, at = _port_gbit_s(about), f"{about.at}/network/cards"
    larger = [each for each in profiles if each.nic_gbit_s and profile.nic_gbit_s]
    usual = max((each.nic_gbit_s or 0 for each in larger), default=0)
    if key is None and profile.nic_gbit_s is not None and profile.nic_gbit_s <= speed < usual:
        yield say(
            "network_below_profile",
            usual=usual,
            speed=speed,
            profile=profile.name,
            quantity="network_gbit_s_per_host",
            pointer=at,
        )
    advised = profile.advised_nic_gbit_s
    if advised is not None and (profile.nic_gbit_s or 0) <= speed < advised:
        yield say(
            "network_below_advice",
            advised=advised,
            profile=profile.name,
            speed=speed,
            quantity="network_gbit_s_per_host",
            pointer=at,
        )


class _Floor(NamedTuple):
    """The least of something that a profile asks for, and what the host has; NaN is never below."""

    code: AnswerCode
    least: float | None
    has: float
    field: str
    quantity: str
    """The quantity that the finding is about."""


def _floors(about: About, profile: ReadyNodeProfile) -> Iterator[_Floor]:
    """What a profile requires."""
    value, capacity = about.number, about.configuration.capacity
    memory, drives, at = about.configuration.memory.dram_gib, capacity and capacity.count, "/capacity"
    speed = _port_gbit_s(about)
    yield _Floor("below_readynode_profile.cores", profile.cores, value("cores_per_host"), "/cpu", "cores_per_host")
    yield _Floor(
        "below_readynode_profile.memory", profile.memory_gib, memory, "/memory/dram_gib", "memory_gib_per_host"
    )
    yield _Floor(
        "below_readynode_profile.drives", profile.drives, float(drives or 0), f"{at}/count", "used_bays_per_host"
    )
    of_drives: tuple[tuple[AnswerCode, float | None, str], ...] = (
        ("below_readynode_profile.raw", profile.raw_tb, "raw_tb_per_host"),
        ("below_readynode_profile.drive_size", profile.drive_gb, "capacity_drive_gb"),
        ("below_readynode_profile.endurance", profile.drive_dwpd, "rated_dwpd"),
    )
    for code, least, quantity in of_drives:
        yield _Floor(code, least, value(quantity), at, quantity)
    yield _Floor("below_readynode_profile.port", profile.nic_gbit_s, speed, "/network/cards", "network_gbit_s_per_host")


def _port_gbit_s(about: About) -> float:
    """Speed of the fastest port that carries storage; NaN if no card is given."""
    cards = [each for each in about.configuration.network.cards or () if each.carries_storage]
    return max((each.gbit_s for each in cards), default=nan)


# ---------------------------------------------------------------------------------------------- NUMA nodes and memory


@finding("largest_vm_spans_nodes", Severity.WARNING, FindingTopic.MACHINE)
def largest_vm_spans_nodes(about: About) -> Iterator[Said]:
    """The largest VM against the memory and the cores of one processor."""
    sockets = about.configuration.cpu.sockets
    if sockets == 1 or about.run.value("hosts_for_largest_vm", about.index).state is QuantityState.INFINITE:
        return
    cores, node = about.number("cores_per_socket"), about.number("numa_node_gib")
    vcpu, gib = about.number("largest_vm_vcpu"), about.number("largest_vm_gib")
    if vcpu > cores:
        yield say(
            "largest_vm_spans_nodes.cores",
            vm_vcpu=vcpu,
            cores=cores,
            quantity="largest_vm_vcpu",
            pointer=f"{about.at}/cpu",
        )
    if gib > node:
        yield say(
            "largest_vm_spans_nodes.memory",
            vm_gib=gib,
            node_gib=node,
            quantity="numa_node_gib",
            pointer=f"{about.at}/memory/dram_gib",
        )


@finding("memory_not_of_equal_modules", Severity.WARNING, FindingTopic.MEMORY)
@finding("memory_modules_large", Severity.WARNING, FindingTopic.MEMORY)
@finding("memory_channels_uneven", Severity.INFO, FindingTopic.MEMORY)
def memory_modules(about: About) -> Iterator[Said]:
    """Memory that cannot be made of equal modules, or that fills sockets and channels unevenly."""
    if about.configuration.memory.memory_mode_gib is None:
        # Persistent memory shares the slots: the sizes of both kinds are not known.
        yield from _given_modules(about) if _module_is_known(about) else _assumed_modules(about)


def _assumed_modules(about: About) -> Iterator[Said]:
    """Memory that modules on the market cannot make up, or only larger ones than usual."""
    memory, sockets = about.configuration.memory, about.configuration.cpu.sockets
    dram, size, slots = memory.dram_gib, about.number("memory_module_gib"), about.number("memory_slots_per_host")
    within: dict[str, Given] = {} if isnan(slots) else {"slots": slots}
    if not any(fits(dram, each, sockets, slots) for each in SIZES_GIB):
        code: AnswerCode = "memory_not_of_equal_modules.in_slots" if within else "memory_not_of_equal_modules.any"
        yield say_phrase(
            "memory_not_of_equal_modules",
            message(code, dram=dram, **within),
            quantity="modules_per_host",
            pointer=f"{about.at}/memory/dram_gib",
        )
    elif size > (about.catalogue.assumptions["memory_module_gib"].value or 0) and memory.price is None:
        if derived := _priced_by_size(about):
            code = "memory_modules_large.in_slots_priced" if within else "memory_modules_large.any_priced"
            within["derived"] = derived
        else:
            code = "memory_modules_large.in_slots" if within else "memory_modules_large.any"
        yield say_phrase(
            "memory_modules_large",
            message(code, dram=dram, module_gib=size, **within),
            quantity="memory_module_gib",
            pointer=f"{about.at}/memory/module_gib",
        )


def _priced_by_size(about: About) -> str:
    """How the price of larger modules is derived, if it is."""
    (price,) = about.run.binding.origins("memory_price_per_gib", about.key)
    derived = (price.note or "").partition(DERIVED_BY_SIZE)[2]
    return f"{DERIVED_BY_SIZE}{derived}" if derived else ""


def _given_modules(about: About) -> Iterator[Said]:
    """Modules whose size is known."""
    dram, sockets, at = about.configuration.memory.dram_gib, about.configuration.cpu.sockets, f"{about.at}/memory"
    size = about.number("memory_module_gib")
    modules, per_channel = dram / size, about.number("modules_per_channel")
    if not modules.is_integer() or modules % sockets:
        yield say(
            "memory_not_of_equal_modules.of_size",
            dram=dram,
            module_gib=size,
            processors=sockets,
            modules=modules,
            quantity="modules_per_host",
            pointer=f"{at}/dram_gib",
        )
    elif isfinite(per_channel) and not per_channel.is_integer():
        channels, each = about.number("channels_per_socket"), modules / sockets
        yield say(
            "memory_channels_uneven",
            modules=each,
            channels=channels,
            quantity="modules_per_channel",
            pointer=f"{at}/dram_gib",
        )


@finding("memory_above_maximum", Severity.WARNING, FindingTopic.MEMORY)
def memory_above_maximum(about: About) -> Iterator[Said]:
    """More memory than the chassis or the processors take."""
    chassis, cpu = _chassis(about), about.configuration.cpu
    processor = about.catalogue.cpus.get(cpu.key or "")
    maxima: list[tuple[Phrase | str, float | None]] = []
    if chassis is not None:
        maxima.append((chassis.name, chassis.max_memory_gib))
    if processor is not None and processor.max_memory_gib_per_socket is not None:
        processors = message("processors_of", processors=cpu.sockets, processor=processor.name)
        maxima.append((processors, processor.max_memory_gib_per_socket * cpu.sockets))
    dram = about.configuration.memory.dram_gib
    for what, largest in maxima:
        if largest is not None and dram > largest:
            yield say(
                "memory_above_maximum",
                what=what,
                largest=largest,
                dram=dram,
                quantity="memory_gib_per_host",
                pointer=f"{about.at}/memory/dram_gib",
            )


@finding("too_many_cards", Severity.WARNING, FindingTopic.MACHINE)
def too_many_cards(about: About) -> Iterator[Said]:
    """More network cards than the chassis has slots for."""
    chassis, cards = _chassis(about), about.configuration.network.cards
    if chassis is None or cards is None or chassis.pcie_slots is None:
        return
    slots, needed = chassis.pcie_slots + (chassis.ocp_slots or 0), sum(each.count for each in cards)
    if needed > slots:
        yield say(
            "too_many_cards",
            chassis=chassis.name,
            slots=slots,
            cards=needed,
            quantity="nic_price",
            pointer=f"{about.at}/network/cards",
        )


# -------------------------------------------------------------------------------------------------- admission control


@finding("admission_refuses", Severity.WARNING, FindingTopic.HOSTS)
def admission_refuses(about: About) -> Iterator[Said]:
    """VMs of the plan that vSphere HA would not let start."""
    if about.policy.spare_hosts == 0:
        return
    vms = about.number("planned_vms")
    refused: tuple[tuple[str, AnswerCode, Severity], ...] = (
        ("percentage_admitted_vms", "admission_refuses.percentage", Severity.WARNING),
        ("slot_admitted_vms", "admission_refuses.slot", Severity.INFO),
    )
    for name, code, severity in refused:
        admitted = about.number(name)
        if admitted < vms:
            yield say(
                code, admitted=admitted, planned=vms, severity=severity, quantity=name, pointer="/workload/groups"
            )
