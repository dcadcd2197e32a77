"""Findings: whether the machine can be built, what its vendor asks for, and what HA lets start on it."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, isfinite, isinf, isnan

from hostwise.answers.findings.about import About
from hostwise.answers.running.run import Run
from hostwise.binding.modules import SIZES_GIB, fits
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.machine import Chassis, EsaProfile
from hostwise.numerals.writing import counted, exact, fixed, percent, short
from hostwise.plan.answers.result import Finding, InputStatus, Severity, State
from hostwise.plan.configuration import Architecture


def machine_reasons(run: Run, index: int, catalogue: Catalogue) -> dict[str, str]:
    """Why the machine cannot be built, each with a remedy, and the pointer of the field to change."""
    return dict(_AboutMachine(run, index, catalogue).reasons())


def machine_findings(run: Run, index: int, catalogue: Catalogue) -> list[Finding]:
    """Findings about the machine of one configuration."""
    about = _AboutMachine(run, index, catalogue)
    return [
        *about.processor(),
        *about.drives(),
        *about.storage_stack(),
        *about.profile(),
        *about.numa(),
        *about.memory_modules(),
        *about.memory_maximum(),
        *about.cards(),
        *about.admission(),
    ]


class _AboutMachine(About):
    """Findings about the machine of one configuration."""

    @property
    def _chassis(self) -> Chassis | None:
        key = self.configuration.host.chassis
        return None if key is None else self.catalogue.chassis[key]

    def _number(self, name: str) -> float:
        """A number as the engine has it; NaN if it is unknown."""
        return self.run.evaluation.value(name, self.index)

    # -------------------------------------------------------------------------------------------- can it be built

    def reasons(self) -> Iterator[tuple[str, str]]:
        """Sockets, bays and slots that the machine does not have, each with the field to change."""
        chassis, sockets = self._chassis, self.configuration.cpu.sockets
        machine = chassis.name if chassis is not None else "The host"
        if chassis is not None and sockets > chassis.sockets:
            text = (
                f"{machine} has {counted(chassis.sockets, 'sockets')}, the plan {sockets}: choose another chassis or "
            )
            yield f"{text}fewer processors.", f"{self.at}/cpu/sockets"
        bays, drives = self._number("bays_per_host"), self._number("used_bays_per_host")
        if drives > bays:
            text = f"{machine} has {counted(bays, 'bays')} for such drives, the plan {fixed(drives)} drives per host: "
            yield f"{text}choose larger drives, or a chassis with more bays.", f"{self.at}/capacity/count"
        slots, modules = self._number("memory_slots_per_host"), self._number("modules_per_host")
        if self._module_is_known and ceil(modules) > slots:
            dram, size = self.configuration.memory.dram_gib, self._number("memory_module_gib")
            text = f"{machine} has {counted(slots, 'slots')} for memory, {exact(dram)} GiB take {fixed(ceil(modules))} "
            text += f"modules of {exact(size)} GiB: choose larger modules or less memory."
            yield text, f"{self.at}/memory/dram_gib"

    @property
    def _module_is_known(self) -> bool:
        (record,) = self.run.binding.origins("memory_module_gib", self.configuration.key)
        return record.status is not InputStatus.ASSUMED

    def processor(self) -> Iterator[Finding]:
        """A processor that the chassis does not take."""
        chassis, cpu = self._chassis, self.catalogue.cpus.get(self.configuration.cpu.key or "")
        if chassis is not None and cpu is not None and chassis.excludes(cpu):
            yield self.finding(
                "processor_does_not_fit",
                Severity.WARNING,
                f"{chassis.name} takes {chassis.processors} ({', '.join(chassis.source)}), the plan has {cpu.name}: "
                "such a host cannot be built. Choose another chassis or processor.",
                "chassis_price",
                f"{self.at}/host/chassis",
            )

    def drives(self) -> Iterator[Finding]:
        """Drives of single-tier storage that are not NVMe."""
        capacity = self.configuration.capacity
        drive = self.catalogue.drives.get(capacity.key or "") if capacity is not None else None
        if self.configuration.architecture is Architecture.ESA and drive is not None and not drive.is_nvme:
            yield self.finding(
                "drives_not_nvme",
                Severity.WARNING,
                f"single-tier storage takes NVMe drives only (dell-vxrail-architecture), {drive.name} is "
                f"{drive.interface}: such a cluster cannot be built. Choose other drives or architecture.",
                "used_bays_per_host",
                f"{self.at}/capacity/key",
            )

    # ------------------------------------------------------------------------------------ memory of the storage stack

    def storage_stack(self) -> Iterator[Finding]:
        """The assumed memory of single-tier storage: its band, and the hosts at both ends."""
        memory = self.configuration.memory
        if self.configuration.architecture is not Architecture.ESA or memory.storage_stack_gib is not None:
            return
        band = ("esa_stack_minimum_gib", "esa_stack_gib_high")
        mid, low, high = (self._number(name) for name in ("esa_stack_gib", *band))
        ends = self.run.at_ends("given_storage_stack_gib", *band, "required_hosts")
        fewest, most = (each[self.index] for each in ends)
        yield self.finding(
            "storage_stack_assumed",
            Severity.WARNING,
            f"no formula is public for the memory of single-tier storage: {short(mid)} GiB of each host are assumed, "
            f"{percent(self._number('esa_stack_memory_share'))} of its memory; with {short(low)} to {short(high)} GiB "
            f"{_needs(fewest, most)}.",
            "storage_stack_gib",
            f"{self.at}/memory/storage_stack_gib",
        )

    # ------------------------------------------------------------------------------------------- the vendor's hardware

    def profile(self) -> Iterator[Finding]:
        """What the vendor's guide asks of hosts with single-tier storage, by profile."""
        if self.configuration.architecture is not Architecture.ESA:
            return
        key = self.configuration.esa_profile
        profiles = sorted(self.catalogue.esa_profiles.values(), key=lambda each: each.sort)
        profile = profiles[0] if key is None else self.catalogue.esa_profiles[key]
        for what, least, has, unit, pointer, quantity in self._floors(profile):
            if least is not None and has < least:
                yield self.finding(
                    "below_readynode_profile",
                    Severity.WARNING,
                    f"the vendor's profile {profile.name}{', the smallest,' if key is None else ''} asks for "
                    f"{exact(least)} {unit} {what}; this host has {exact(has)}.",
                    quantity,
                    f"{self.at}{pointer}",
                )
        speed = self._port_gbit_s
        larger = [each for each in profiles if each.nic_gbit_s and profile.nic_gbit_s]
        usual = max((each.nic_gbit_s or 0 for each in larger), default=0)
        if key is None and profile.nic_gbit_s is not None and profile.nic_gbit_s <= speed < usual:
            yield self.finding(
                "network_below_profile",
                Severity.WARNING,
                f"single-tier storage needs ports of {exact(usual)} Gbit/s or more by its vendor's rule; "
                f"{exact(speed)} are allowed for the smallest profile, {profile.name}, only.",
                "network_gbit_s_per_host",
                f"{self.at}/network/cards",
            )
        if profile.advised_nic_gbit_s is not None and (profile.nic_gbit_s or 0) <= speed < profile.advised_nic_gbit_s:
            yield self.finding(
                "network_below_advice",
                Severity.INFO,
                f"the vendor advises ports of {exact(profile.advised_nic_gbit_s)} Gbit/s for the profile "
                f"{profile.name}; this host has {exact(speed)}.",
                "network_gbit_s_per_host",
                f"{self.at}/network/cards",
            )

    def _floors(self, profile: EsaProfile) -> Iterator[tuple[str, float | None, float, str, str, str]]:
        """What a profile requires: label, minimum, actual value, unit, field, quantity. NaN is never below."""
        capacity = self.configuration.capacity
        yield "per host", profile.cores, self._number("cores_per_host"), "cores", "/cpu", "cores_per_host"
        memory = self.configuration.memory.dram_gib
        yield "per host", profile.memory_gib, memory, "GiB", "/memory/dram_gib", "memory_gib_per_host"
        drives = float(capacity.count if capacity else 0)
        yield "per host", profile.drives, drives, "drives", "/capacity/count", "used_bays_per_host"
        raw = self._number("raw_tb_per_host")
        yield "of raw capacity per host", profile.raw_tb, raw, "TB", "/capacity", "raw_tb_per_host"
        size, rating = self._number("cache_drive_gb"), self._number("rated_dwpd")
        yield "per drive", profile.drive_gb, size, "GB", "/capacity", "cache_drive_gb"
        yield "of a drive", profile.drive_dwpd, rating, "drive writes per day", "/capacity", "rated_dwpd"
        speed = self._port_gbit_s
        yield "for a port", profile.nic_gbit_s, speed, "Gbit/s", "/network/cards", "network_gbit_s_per_host"

    @property
    def _port_gbit_s(self) -> float:
        """Speed of the fastest port that carries storage; NaN if no card is given."""
        cards = [each for each in self.configuration.network.cards or () if each.carries_storage]
        return max((each.gbit_s for each in cards), default=float("nan"))

    # ------------------------------------------------------------------------------------------ NUMA nodes and memory

    def numa(self) -> Iterator[Finding]:
        """The largest VM against the memory and the cores of one processor."""
        sockets = self.configuration.cpu.sockets
        if sockets == 1 or self.run.value("hosts_for_largest_vm", self.index).state is State.INFINITE:
            return
        cores, node = self._number("cores_per_socket"), self._number("numa_node_gib")
        vcpu, gib = self._number("largest_vm_vcpu"), self._number("largest_vm_gib")
        if vcpu > cores:
            yield self.finding(
                "largest_vm_spans_nodes",
                Severity.WARNING,
                f"the largest VM has {fixed(vcpu)} vCPU, one processor {fixed(cores)} cores: the VM spans NUMA nodes "
                "and reads part of its memory from the other one.",
                "largest_vm_vcpu",
                f"{self.at}/cpu",
            )
        if gib > node:
            yield self.finding(
                "largest_vm_spans_nodes",
                Severity.WARNING,
                f"the largest VM has {short(gib)} GiB, beside one processor are {short(node)} GiB: part of its memory "
                "lies beside the other one.",
                "numa_node_gib",
                f"{self.at}/memory/dram_gib",
            )

    def memory_modules(self) -> Iterator[Finding]:
        """Memory that cannot be made of equal modules, or that fills sockets and channels unevenly."""
        memory, sockets = self.configuration.memory, self.configuration.cpu.sockets
        if memory.memory_mode_gib is not None:
            # Persistent memory shares the slots: the sizes of both kinds are not known.
            return
        at = f"{self.at}/memory/dram_gib"
        dram, size, slots = memory.dram_gib, self._number("memory_module_gib"), self._number("memory_slots_per_host")
        if not self._module_is_known:
            if not any(fits(dram, each, sockets, slots) for each in SIZES_GIB):
                within = "" if isnan(slots) else f" in {counted(slots, 'slots')}"
                yield self.finding(
                    "memory_not_of_equal_modules",
                    Severity.WARNING,
                    f"{exact(dram)} GiB cannot be made of equal modules, the same number beside each processor"
                    f"{within}.",
                    "modules_per_host",
                    at,
                )
            elif size > (self.catalogue.assumptions["memory_module_gib"].value or 0) and memory.price is None:
                yield self.finding(
                    "memory_modules_large",
                    Severity.WARNING,
                    f"{exact(dram)} GiB take modules of {exact(size)} GiB in {counted(slots, 'slots')}. They cost more "
                    "per GiB than the usual ones, by whose price they are counted: choose the modules.",
                    "memory_module_gib",
                    f"{self.at}/memory/module_gib",
                )
            return
        modules = dram / size
        if not modules.is_integer() or modules % sockets:
            yield self.finding(
                "memory_not_of_equal_modules",
                Severity.WARNING,
                f"{exact(dram)} GiB cannot be made of modules of {exact(size)} GiB, the same number beside each of "
                f"{counted(sockets, 'processors')}: that takes {exact(modules)}.",
                "modules_per_host",
                at,
            )
            return
        per_channel = self._number("modules_per_channel")
        if isfinite(per_channel) and not per_channel.is_integer():
            yield self.finding(
                "memory_channels_uneven",
                Severity.INFO,
                f"{counted(modules / sockets, 'modules')} beside a processor with "
                f"{counted(self._number('channels_per_socket'), 'channels')} fill its memory channels unevenly, "
                "which costs memory bandwidth.",
                "modules_per_channel",
                at,
            )

    def memory_maximum(self) -> Iterator[Finding]:
        """More memory than the chassis or the processors take."""
        chassis, cpu = self._chassis, self.configuration.cpu
        processor = self.catalogue.cpus.get(cpu.key or "")
        maxima: list[tuple[str, float | None]] = []
        if chassis is not None:
            maxima.append((chassis.name, chassis.max_memory_gib))
        if processor is not None and processor.max_memory_gib_per_socket is not None:
            most = processor.max_memory_gib_per_socket * cpu.sockets
            maxima.append((f"{counted(cpu.sockets, 'processors')} {processor.name}", most))
        dram = self.configuration.memory.dram_gib
        for what, largest in maxima:
            if largest is not None and dram > largest:
                yield self.finding(
                    "memory_above_maximum",
                    Severity.WARNING,
                    f"{what} take at most {exact(largest)} GiB of memory; the plan has {exact(dram)} in a host.",
                    "memory_gib_per_host",
                    f"{self.at}/memory/dram_gib",
                )

    def cards(self) -> Iterator[Finding]:
        """More network cards than the chassis has slots for."""
        chassis, cards = self._chassis, self.configuration.network.cards
        if chassis is None or cards is None or chassis.pcie_slots is None:
            return
        slots, needed = chassis.pcie_slots + (chassis.ocp_slots or 0), sum(each.count for each in cards)
        if needed > slots:
            yield self.finding(
                "too_many_cards",
                Severity.WARNING,
                f"{chassis.name} has {counted(slots, 'slots')} for cards, the plan {fixed(needed)} network cards.",
                "nic_price",
                f"{self.at}/network/cards",
            )

    # ------------------------------------------------------------------------------------------------ admission control

    def admission(self) -> Iterator[Finding]:
        """VMs of the plan that vSphere HA would not let start."""
        if self.run.plan.policy.spare_hosts == 0:
            return
        vms = self._number("planned_vms")
        for name, policy, severity, why in (
            (
                "percentage_admitted_vms",
                "percentage",
                Severity.WARNING,
                "their reservations and overhead exceed what is not kept for failover",
            ),
            ("slot_admitted_vms", "slot", Severity.INFO, "the largest reservation makes the slot large for all VMs"),
        ):
            admitted = self._number(name)
            if admitted < vms:
                yield self.finding(
                    "admission_refuses",
                    severity,
                    f"under its {policy} policy vSphere HA lets {fixed(admitted)} of {fixed(vms)} VMs start: {why}.",
                    name,
                    "/workload/groups",
                )


def _needs(fewest: float, most: float) -> str:
    """The hosts at both ends of a band, in words."""
    if isnan(fewest) or isnan(most):
        return "the hosts are not evaluated"
    if isinf(fewest):
        return "no number of these hosts is enough"
    if isinf(most):
        return f"it needs {counted(fewest, 'hosts')} at the low end, and no number is enough at the high end"
    return "it needs " + ("" if fewest == most else f"{fixed(fewest)} to ") + counted(most, "hosts")
