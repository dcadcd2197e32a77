"""Findings: whether the machine can be built, what its vendor asks for, and what HA lets start on it."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, isfinite, isinf, isnan, nan
from typing import NamedTuple

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, reason, say
from hostwise.answers.wording.sentences import Phrase, phrase, shown
from hostwise.binding.memory import assumes_memory
from hostwise.binding.modules import DERIVED_BY_SIZE, SIZES_GIB, fits
from hostwise.binding.stacks import stack_of
from hostwise.catalogue.machine import Chassis, ReadyNodeProfile
from hostwise.numerals.writing import counted, exact, fixed, percent, short
from hostwise.plan.answers.result import FindingTopic, InputStatus, State
from hostwise.plan.answers.text import Edit, Remedy
from hostwise.plan.answers.told import Severity

# ---------------------------------------------------------------------------------------------------- can it be built


@reason("too_many_sockets", blocks="building")
@reason("too_many_drives", blocks="building")
@reason("too_much_memory_for_slots", blocks="building")
def machine_cannot_be_built(about: About) -> Iterator[Said]:
    """Sockets, bays and slots that the machine does not have."""
    chassis, sockets = _chassis(about), about.configuration.cpu.sockets
    machine = chassis.name if chassis is not None else "The host"
    if chassis is not None and sockets > chassis.sockets:
        pointer = f"{about.at}/cpu/sockets"
        yield say(
            "too_many_sockets",
            "{machine} has {has}, the plan {sockets}: choose another chassis or fewer processors.",
            machine=machine,
            has=shown(counted(chassis.sockets, "sockets"), chassis.sockets),
            sockets=shown(str(sockets), sockets, "sockets"),
            pointer=pointer,
            remedy=Remedy(
                label=f"Use {counted(chassis.sockets, 'processors')} per host",
                edits=[Edit(pointer=pointer, value=chassis.sockets)],
            ),
        )
    bays, drives = about.number("bays_per_host"), about.number("used_bays_per_host")
    if drives > bays:
        yield say(
            "too_many_drives",
            "{machine} has {bays} for such drives, the plan {drives} drives per host: choose larger drives, or a "
            "chassis with more bays.",
            machine=machine,
            bays=shown(counted(bays, "bays"), bays, "bays_per_host"),
            drives=shown(fixed(drives), drives, "used_bays_per_host"),
            pointer=f"{about.at}/capacity/count",
        )
    slots, modules = about.number("memory_slots_per_host"), about.number("modules_per_host")
    if _module_is_known(about) and ceil(modules) > slots:
        dram, size = about.configuration.memory.dram_gib, about.number("memory_module_gib")
        whole = "modules_per_host" if modules.is_integer() else None
        yield say(
            "too_much_memory_for_slots",
            "{machine} has {slots} for memory, {dram} GiB take {modules} modules of {module_gib} GiB: choose larger "
            "modules or less memory.",
            machine=machine,
            slots=shown(counted(slots, "slots"), slots, "memory_slots_per_host"),
            dram=shown(exact(dram), dram, "dram_gib"),
            modules=shown(fixed(ceil(modules)), ceil(modules), whole),
            module_gib=shown(exact(size), size, "memory_module_gib"),
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
    return Remedy(label=f"Use modules of {exact(larger)} GiB", edits=[edit])


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
    yield say(
        "storage_stack_assumed",
        "no formula is public for the memory of single-tier storage: {assumed} GiB of each host are assumed, {share} "
        "of its DRAM and at most {most} GiB; with {low} to {high} GiB {needs}.",
        assumed=shown(short(mid), mid, "stack_memory_assumed_gib"),
        share=shown(percent(share), share, "stack_memory_assumed_share"),
        most=shown(short(limit), limit, "stack_memory_assumed_limit_gib"),
        low=shown(short(low), low, "stack_memory_assumed_minimum_gib"),
        high=shown(short(high), high, "stack_memory_assumed_gib_high"),
        needs=_needs(fewest, most),
        quantity="storage_stack_gib",
        pointer=f"{about.at}/memory/storage_stack_gib",
    )


def _needs(fewest: float, most: float) -> Phrase | str:
    """The hosts at both ends of a band, in words."""
    if isnan(fewest) or isnan(most):
        return "the hosts are not evaluated"
    if isinf(fewest):
        return "no number of these hosts is enough"
    if isinf(most):
        return phrase(
            "it needs {fewest_hosts} at the low end, and no number is enough at the high end",
            fewest_hosts=shown(counted(fewest, "hosts"), fewest),
        )
    most_hosts = shown(counted(most, "hosts"), most)
    if fewest == most:
        return phrase("it needs {most_hosts}", most_hosts=most_hosts)
    return phrase(
        "it needs {fewest_hosts} to {most_hosts}", fewest_hosts=shown(fixed(fewest), fewest), most_hosts=most_hosts
    )


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
                "below_readynode_profile",
                "the vendor's profile {profile}{smallest} asks for {least} {unit} {of_what}; this host has {has}.",
                profile=profile.name,
                smallest=", the smallest," if key is None else "",
                least=shown(exact(floor.least), floor.least),
                unit=floor.unit,
                of_what=floor.of_what,
                has=shown(exact(floor.has), floor.has, floor.explained_by),
                quantity=floor.quantity,
                pointer=f"{about.at}{floor.field}",
            )
    speed, at = _port_gbit_s(about), f"{about.at}/network/cards"
    larger = [each for each in profiles if each.nic_gbit_s and profile.nic_gbit_s]
    usual = max((each.nic_gbit_s or 0 for each in larger), default=0)
    if key is None and profile.nic_gbit_s is not None and profile.nic_gbit_s <= speed < usual:
        yield say(
            "network_below_profile",
            "single-tier storage needs ports of {usual} Gbit/s or more by its vendor's rule; {speed} are allowed for "
            "the smallest profile, {profile}, only.",
            usual=shown(exact(usual), usual),
            speed=shown(exact(speed), speed),
            profile=profile.name,
            quantity="network_gbit_s_per_host",
            pointer=at,
        )
    advised = profile.advised_nic_gbit_s
    if advised is not None and (profile.nic_gbit_s or 0) <= speed < advised:
        yield say(
            "network_below_advice",
            "the vendor advises ports of {advised} Gbit/s for the profile {profile}; this host has {speed}.",
            advised=shown(exact(advised), advised),
            profile=profile.name,
            speed=shown(exact(speed), speed),
            quantity="network_gbit_s_per_host",
            pointer=at,
        )


class _Floor(NamedTuple):
    """The least of something that a profile asks for, and what the host has; NaN is never below."""

    of_what: str
    least: float | None
    has: float
    unit: str
    field: str
    quantity: str
    """The quantity that the finding is about."""
    explained_by: str | None
    """The quantity that explains what the host has."""


def _floors(about: About, profile: ReadyNodeProfile) -> Iterator[_Floor]:
    """What a profile requires."""
    value, capacity = about.number, about.configuration.capacity
    cores, memory, drives = value("cores_per_host"), about.configuration.memory.dram_gib, capacity and capacity.count
    yield _Floor("per host", profile.cores, cores, "cores", "/cpu", "cores_per_host", "cores_per_host")
    yield _Floor("per host", profile.memory_gib, memory, "GiB", "/memory/dram_gib", "memory_gib_per_host", "dram_gib")
    yield _Floor(
        "per host",
        profile.drives,
        float(drives or 0),
        "drives",
        "/capacity/count",
        "used_bays_per_host",
        "capacity_drives_per_host",
    )
    for of_what, least, unit, quantity in (
        ("of raw capacity per host", profile.raw_tb, "TB", "raw_tb_per_host"),
        ("per drive", profile.drive_gb, "GB", "capacity_drive_gb"),
        ("of a drive", profile.drive_dwpd, "drive writes per day", "rated_dwpd"),
    ):
        yield _Floor(of_what, least, value(quantity), unit, "/capacity", quantity, quantity)
    speed = _port_gbit_s(about)
    yield _Floor("for a port", profile.nic_gbit_s, speed, "Gbit/s", "/network/cards", "network_gbit_s_per_host", None)


def _port_gbit_s(about: About) -> float:
    """Speed of the fastest port that carries storage; NaN if no card is given."""
    cards = [each for each in about.configuration.network.cards or () if each.carries_storage]
    return max((each.gbit_s for each in cards), default=nan)


# ---------------------------------------------------------------------------------------------- NUMA nodes and memory


@finding("largest_vm_spans_nodes", Severity.WARNING, FindingTopic.MACHINE)
def largest_vm_spans_nodes(about: About) -> Iterator[Said]:
    """The largest VM against the memory and the cores of one processor."""
    sockets = about.configuration.cpu.sockets
    if sockets == 1 or about.run.value("hosts_for_largest_vm", about.index).state is State.INFINITE:
        return
    cores, node = about.number("cores_per_socket"), about.number("numa_node_gib")
    vcpu, gib = about.number("largest_vm_vcpu"), about.number("largest_vm_gib")
    if vcpu > cores:
        yield say(
            "largest_vm_spans_nodes",
            "the largest VM has {vm_vcpu} vCPU, one processor {cores} cores: the VM spans NUMA nodes and reads part of "
            "its memory from the other one.",
            vm_vcpu=shown(fixed(vcpu), vcpu, "largest_vm_vcpu"),
            cores=shown(fixed(cores), cores, "cores_per_socket"),
            quantity="largest_vm_vcpu",
            pointer=f"{about.at}/cpu",
        )
    if gib > node:
        yield say(
            "largest_vm_spans_nodes",
            "the largest VM has {vm_gib} GiB, beside one processor are {node_gib} GiB: part of its memory lies beside "
            "the other one.",
            vm_gib=shown(short(gib), gib, "largest_vm_gib"),
            node_gib=shown(short(node), node, "numa_node_gib"),
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
    within = (
        ""
        if isnan(slots)
        else phrase(" in {slots}", slots=shown(counted(slots, "slots"), slots, "memory_slots_per_host"))
    )
    if not any(fits(dram, each, sockets, slots) for each in SIZES_GIB):
        yield say(
            "memory_not_of_equal_modules",
            "{dram} GiB cannot be made of equal modules, the same number beside each processor{within}.",
            dram=shown(exact(dram), dram, "dram_gib"),
            within=within,
            quantity="modules_per_host",
            pointer=f"{about.at}/memory/dram_gib",
        )
    elif size > (about.catalogue.assumptions["memory_module_gib"].value or 0) and memory.price is None:
        yield say(
            "memory_modules_large",
            "{dram} GiB take modules of {module_gib} GiB{within}. They cost more per GiB than the usual ones: choose "
            "them, and enter their price.{priced}",
            dram=shown(exact(dram), dram, "dram_gib"),
            module_gib=shown(exact(size), size, "memory_module_gib"),
            within=within,
            priced=_priced_by_size(about),
            quantity="memory_module_gib",
            pointer=f"{about.at}/memory/module_gib",
        )


def _priced_by_size(about: About) -> str:
    """How the price of larger modules is derived, if it is."""
    (price,) = about.run.binding.origins("memory_price_per_gib", about.key)
    derived = (price.note or "").partition(DERIVED_BY_SIZE)[2]
    return f" Their price is {DERIVED_BY_SIZE}{derived}." if derived else ""


def _given_modules(about: About) -> Iterator[Said]:
    """Modules whose size is known."""
    dram, sockets, at = about.configuration.memory.dram_gib, about.configuration.cpu.sockets, f"{about.at}/memory"
    size = about.number("memory_module_gib")
    modules, per_channel = dram / size, about.number("modules_per_channel")
    if not modules.is_integer() or modules % sockets:
        yield say(
            "memory_not_of_equal_modules",
            "{dram} GiB cannot be made of modules of {module_gib} GiB, the same number beside each of {processors}: "
            "that takes {modules}.",
            dram=shown(exact(dram), dram, "dram_gib"),
            module_gib=shown(exact(size), size, "memory_module_gib"),
            processors=shown(counted(sockets, "processors"), sockets, "sockets"),
            modules=shown(exact(modules), modules, "modules_per_host"),
            quantity="modules_per_host",
            pointer=f"{at}/dram_gib",
        )
    elif isfinite(per_channel) and not per_channel.is_integer():
        channels, each = about.number("channels_per_socket"), modules / sockets
        yield say(
            "memory_channels_uneven",
            "{modules} beside a processor with {channels} fill its memory channels unevenly, which costs memory "
            "bandwidth.",
            modules=shown(counted(each, "modules"), each),
            channels=shown(counted(channels, "channels"), channels, "channels_per_socket"),
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
        number = shown(counted(cpu.sockets, "processors"), cpu.sockets, "sockets")
        processors = phrase("{processors} {processor}", processors=number, processor=processor.name)
        maxima.append((processors, processor.max_memory_gib_per_socket * cpu.sockets))
    dram = about.configuration.memory.dram_gib
    for what, largest in maxima:
        if largest is not None and dram > largest:
            yield say(
                "memory_above_maximum",
                "{what} take at most {largest} GiB of memory; the plan has {dram} in a host.",
                what=what,
                largest=shown(exact(largest), largest),
                dram=shown(exact(dram), dram, "dram_gib"),
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
            "{chassis} has {slots} for cards, the plan {cards} network cards.",
            chassis=chassis.name,
            slots=shown(counted(slots, "slots"), slots),
            cards=shown(fixed(needed), needed),
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
    for name, policy, severity, why in (
        (
            "percentage_admitted_vms",
            "percentage",
            Severity.WARNING,
            "their reservations and overhead exceed what is not kept for failover",
        ),
        ("slot_admitted_vms", "slot", Severity.INFO, "the largest reservation makes the slot large for all VMs"),
    ):
        admitted = about.number(name)
        if admitted < vms:
            yield say(
                "admission_refuses",
                "under its {policy} policy vSphere HA lets {admitted} of {planned} VMs start: {why}.",
                policy=policy,
                admitted=shown(fixed(admitted), admitted, name),
                planned=shown(fixed(vms), vms, "planned_vms"),
                why=why,
                severity=severity,
                quantity=name,
                pointer="/workload/groups",
            )
