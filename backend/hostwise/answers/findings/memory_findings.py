"""Findings by hypervisor version: memory states, swap, second tier, write buffer, measured operations."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, isnan

import numpy as np

from hostwise.answers.findings.about import About
from hostwise.answers.running.run import Run
from hostwise.answers.running.words import STATE_TEXTS
from hostwise.binding.operations import medium_of
from hostwise.binding.opm_models import UnmeasuredMedium, curve, resolve
from hostwise.binding.version import DEFAULT_HYPERVISOR
from hostwise.binding.vm_overhead import overhead_of, table_of
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.opm import Basis, OpmCurve
from hostwise.engine.primitives import ceil_count
from hostwise.engine.roles import Role
from hostwise.numerals.writing import counted, exact, fixed, percent, short
from hostwise.plan.answers.result import Finding, Severity
from hostwise.plan.configuration import MEDIUM_LABELS, SwapMedium

_HARD = 3
"""Rank of the memory state from which memory is swapped."""
_GIB_PER_TB = 1e12 / 2**30


def memory_findings(run: Run, index: int, catalogue: Catalogue) -> list[Finding]:
    """Findings about the memory of one configuration."""
    about = _AboutMemory(run, index, catalogue)
    return [
        *about.write_buffer(),
        *about.overhead(),
        *about.states(),
        *about.rise(),
        *about.host_cache(),
        *about.tier(),
        *about.operations(),
        *about.tolerance(),
    ]


def tier_reasons(run: Run, index: int, catalogue: Catalogue) -> list[str]:
    """Why a second memory tier cannot be built as planned, each with a remedy."""
    configuration = run.plan.configurations[index]
    tier = configuration.memory.tier
    if tier is None:
        return []
    version = _version(configuration.hypervisor, catalogue)
    if version.memory_tier_status is None:
        have = [each.name for each in catalogue.hypervisors.values() if each.memory_tier_status is not None]
        return [f"{version.name} has no memory tier on NVMe drives: choose one of {', '.join(have)}."]
    reasons = []
    value = run.evaluation.value
    share, size = value("tier_dram_share", index), value("tier_gib_per_host", index)
    if version.memory_tier_max_share is not None and share > version.memory_tier_max_share:
        reasons.append(
            f"The second memory tier is {short(share)} times DRAM; {version.name} takes at most "
            f"{short(version.memory_tier_max_share)}: lower dram_share or add DRAM."
        )
    if version.memory_tier_max_tb is not None and size > version.memory_tier_max_tb * _GIB_PER_TB:
        reasons.append(
            f"The second memory tier of a host is {short(size)} GiB; {version.name} takes at most "
            f"{short(version.memory_tier_max_tb)} TB: lower dram_share."
        )
    drives, drive_gb = value("tier_drives_per_host", index), value("drive_gb", index, role=Role.MEMORY_TIER)
    copies = value("tier_copies_factor", index)
    room = drives / copies * drive_gb / 1000 * _GIB_PER_TB
    if not isnan(room) and size > room:
        reasons.append(
            f"The second memory tier of a host is {short(size)} GiB, its drives hold {short(room)} GiB: choose larger "
            "drives or more of them."
        )
    if tier.mirrored and drives < copies:
        reasons.append("A mirrored memory tier needs two drives in each host.")
    return reasons


def _version(key: str | None, catalogue: Catalogue) -> Hypervisor:
    return catalogue.hypervisors[key or DEFAULT_HYPERVISOR]


class _AboutMemory(About):
    """Findings about the memory of one configuration."""

    @property
    def version(self) -> Hypervisor:
        return _version(self.configuration.hypervisor, self.catalogue)

    def overhead(self) -> Iterator[Finding]:
        """VMs beyond the version's table of memory overhead."""
        table = table_of(self.catalogue, self.version)
        if table is None or self.configuration.memory.vm_overhead_mib is not None:
            return
        groups = self.run.plan.workload.groups
        beyond = [each.name for each in groups if overhead_of(table, each).basis == "beyond"]
        if beyond:
            yield self.finding(
                "vm_overhead_extrapolated",
                Severity.INFO,
                f"the memory overhead of {', '.join(beyond)} is extrapolated: the table of {self.version.name} ends at "
                f"{table.end}.",
                "vm_overhead_gib",
                f"{self.at}/memory/vm_overhead_mib",
            )

    def states(self) -> Iterator[Finding]:
        """Memory pressure in normal operation, and with spare hosts failed if that is worse."""
        worst_so_far = 0.0
        for failed in dict.fromkeys((0, self.run.plan.policy.spare_hosts)):
            if not self.run.leaves_hosts(failed, self.index):
                continue
            rank = self.run.with_failed(failed).value("memory_state_rank", self.index).value
            if rank is None or rank <= worst_so_far:
                continue
            worst_so_far = rank
            where = f"with {counted(failed, 'hosts')} down" if failed else "with all hosts running"
            yield self.finding(
                "memory_pressure",
                Severity.WARNING if rank >= _HARD else Severity.INFO,
                f"{where} memory settles in the state {STATE_TEXTS[int(rank)]}.",
                "memory_state_rank",
                f"{self.at}/memory/dram_gib",
            )

    def rise(self) -> Iterator[Finding]:
        """A sudden demand that meets swapping before the balloons are there."""
        for failed in dict.fromkeys((0, self.run.plan.policy.spare_hosts)):
            if not self.run.leaves_hosts(failed, self.index):
                continue
            case = self.run.with_failed(failed)
            settled = case.value("memory_state_rank", self.index).value
            rising = case.value("rising_memory_state_rank", self.index).value
            if settled is None or rising is None or rising <= settled:
                continue
            swapped = case.evaluation.value("rising_swapped_gib", self.index)
            minutes = counted(case.evaluation.value("memory_rise_minutes", self.index), "minutes")
            where = f"with {counted(failed, 'hosts')} down" if failed else "with all hosts running"
            yield self.finding(
                "memory_swaps_before_balloons",
                Severity.WARNING,
                f"{where}, if all memory comes into use within {minutes}, the balloons come too late: {short(swapped)} "
                f"GiB are swapped, and memory passes through the state {STATE_TEXTS[int(rising)]}.",
                "rising_memory_state_rank",
                "/policy/memory_rise_minutes",
            )
            return

    def write_buffer(self) -> Iterator[Finding]:
        """A large write buffer that the version lacks."""
        cache = self.configuration.cache
        if cache is not None and cache.large_write_buffer and not self.version.large_write_buffer:
            yield self.finding(
                "large_write_buffer_unsupported",
                Severity.WARNING,
                f"{self.version.name} has no large write buffer: the default one is counted.",
                "write_buffer_gb",
                f"{self.at}/cache/large_write_buffer",
            )

    def host_cache(self) -> Iterator[Finding]:
        """A host cache that is too small, or that the version lacks."""
        swap = self.configuration.swap
        if swap is None or swap.host_cache_gb is None:
            return
        if swap.medium is not SwapMedium.SSD_LOCAL:
            yield self.finding(
                "host_cache_needs_ssd",
                Severity.WARNING,
                f"a host cache lies on a local SSD; the plan swaps to {MEDIUM_LABELS[swap.medium]}.",
                "host_cache_gb",
                f"{self.at}/swap/medium",
            )
        if not self.version.host_cache:
            known = "has no host cache" if self.version.host_cache is False else "is not known to have a host cache"
            yield self.finding(
                "host_cache_unsupported", Severity.WARNING, f"{self.version.name} {known}.", "host_cache_gb"
            )
        worst = self.run.with_failed(self.run.plan.policy.spare_hosts)
        overflow = worst.value("host_cache_overflow_gib_per_host", self.index).value
        if overflow:
            yield self.finding(
                "host_cache_overflows",
                Severity.WARNING,
                f"with spare hosts failed {short(overflow)} GiB of swapped memory per host do not fit in the host "
                "cache and go to the regular swap files.",
                "host_cache_overflow_gib_per_host",
                f"{self.at}/swap/host_cache_gb",
            )

    def tier(self) -> Iterator[Finding]:
        """Recommendations for the second memory tier."""
        tier = self.configuration.memory.tier
        if tier is None:
            return
        at = f"{self.at}/memory/tier"
        if self.version.memory_tier_status == "preview":
            text = f"in {self.version.name} the memory tier is a technical preview."
            yield self.finding("tier_preview", Severity.WARNING, text, "tier_gib_per_host", f"{self.at}/hypervisor")
        if tier.mirrored and self.version.memory_tier_mirroring == "unprotected":
            text = f"{self.version.name} does not mirror its memory tier."
            yield self.finding("tier_not_mirrored", Severity.WARNING, text, "tier_gib_per_host", f"{at}/mirrored")
        yield from self._tier_drive(at)
        dram, drive_gb = self.configuration.memory.dram_gib, self._of_tier("drive_gb")
        room = tier.drives_per_host * drive_gb / 1000 * _GIB_PER_TB / (2 if tier.mirrored else 1)
        if not isnan(room) and room < dram:
            yield self.finding(
                "tier_drive_smaller_than_dram",
                Severity.WARNING,
                f"the drives of a memory tier should be at least as large as DRAM: {short(room)} GiB against "
                f"{short(dram)} GiB.",
                "tier_gib_per_host",
                f"{at}/drive/capacity_gb",
            )
        largest = self.catalogue.assumptions["tier_largest_vm_gib"].value or float("inf")
        big = [each.name for each in self.run.plan.workload.groups if each.memory_gib > largest]
        reserved = [each.name for each in self.run.plan.workload.groups if each.memory_reserved_share == 1]
        if big or reserved:
            yield self.finding(
                "tier_excluded_vms",
                Severity.WARNING,
                f"VMs above {short(largest)} GiB and fully reserved ones stay in DRAM, and so do fault-tolerant, "
                f"confidential and latency-sensitive ones: {', '.join(dict.fromkeys([*big, *reserved]))}.",
                "tier_gib_per_host",
            )
        if all(each.memory_active_share is None for each in self.run.plan.workload.groups):
            yield self.finding(
                "active_memory_assumed",
                Severity.WARNING,
                "active memory is missing; all memory is assumed active, which a second tier cannot serve.",
                "active_memory_gib",
                "/workload/groups/0/memory_active_share",
            )

    def _of_tier(self, name: str) -> float:
        """A figure of the memory-tier drives as it was used; NaN if it is missing."""
        return self.run.evaluation.value(name, self.index, role=Role.MEMORY_TIER)

    def _tier_drive(self, at: str) -> Iterator[Finding]:
        size, dwpd = self._of_tier("drive_gb"), self._of_tier("role_rated_dwpd")
        years = self._of_tier("drive_warranty_years")
        least_dwpd = self.catalogue.assumptions["tier_min_dwpd"].value
        least_tb = self.catalogue.assumptions["tier_min_tbw_tb"].value
        rated_tb = size * dwpd * 365 * years / 1000
        if least_dwpd is None or least_tb is None or isnan(rated_tb):
            return
        if dwpd < least_dwpd and rated_tb < least_tb:
            yield self.finding(
                "tier_drive_class",
                Severity.WARNING,
                f"a memory-tier drive should be rated for {short(least_tb)} TB written (class D) or "
                f"{short(least_dwpd)} drive writes per day; this one has {short(rated_tb)} TB and {short(dwpd)}.",
                "tier_drive_years_to_wear_out",
                f"{at}/drive/key",
            )

    def operations(self) -> Iterator[Finding]:
        """The basis of operations per minute that are not measured."""
        medium = medium_of(self.configuration)
        for place, group in enumerate(self.run.plan.workload.groups):
            if medium is None or group.opm_model is None:
                continue
            at = f"/workload/groups/{place}/opm_model"
            try:
                through = curve(resolve(self.run.plan, self.catalogue, group.opm_model), medium)
            except UnmeasuredMedium as error:
                yield self.finding("operations_unmeasured", Severity.WARNING, str(error), "opm_per_vm", at)
                continue
            said = set[tuple[Basis, str]]()
            for where, ratio, quantity in self._ratios():
                basis = Basis(str(through.basis(ratio)))
                text = _basis_text(through, basis)
                if text and (basis, quantity) not in said:
                    said.add((basis, quantity))
                    yield self.finding(
                        f"operations_{basis.value}",
                        Severity.INFO if basis is Basis.SINGLE_POINT else Severity.WARNING,
                        f"{where} the operations of {group.name!r} {text}.",
                        quantity,
                        at,
                    )

    def _ratios(self) -> Iterator[tuple[str, float, str]]:
        """The overcommitments at which operations are read: running, at the limit, with spare hosts failed."""
        value = self.run.evaluation.value
        spares = self.run.plan.policy.spare_hosts
        asked = [("at an overcommitment of {}", value("memory_overcommit_ratio", self.index), "opm_per_vm")]
        if self.run.plan.policy.opm_target is not None:
            limit = value("memory_overcommit_limit", self.index)
            asked.append(("at the overcommitment limit of {}", limit, "planned_opm_per_vm"))
        if spares and self.run.leaves_hosts(spares, self.index):
            down = self.run.with_failed(spares).evaluation.value("memory_overcommit_ratio", self.index)
            asked.append(("with spare hosts failed, at an overcommitment of {},", down, "opm_per_vm"))
        for where, ratio, quantity in asked:
            if isfinite(ratio):
                yield where.format(short(ratio)), ratio, quantity

    def tolerance(self) -> Iterator[Finding]:
        """Whether a small tolerance of the operations would save a host."""
        policy = self.run.plan.policy
        hosts, saving = self.value("hosts_for_opm"), self.value("host_saving_tolerance_share")
        per_host = self.value("planned_opm_per_host")
        if policy.opm_target is None or hosts is None or saving is None or per_host is None:
            return
        if policy.opm_tolerance_share > 0 and policy.opm_tolerance_share >= saving:
            text = (
                f"{counted(hosts, 'hosts')} for the operations hold only with the tolerance of "
                f"{percent(policy.opm_tolerance_share)}: they reach {exact(hosts * per_host)} of "
                f"{exact(policy.opm_target)}; strictly {fixed(strict_hosts(policy.opm_target, per_host))} are needed."
            )
        elif policy.opm_tolerance_share == 0 and saving < _WORTH_A_WORD and hosts > 1:
            text = (
                f"{counted(hosts - 1, 'hosts')} would miss the target by {percent(saving)} only; "
                "the tolerance is 0, so the strict number holds."
            )
        else:
            return
        yield self.finding("operations_tolerance", Severity.INFO, text, "hosts_for_opm", "/policy/opm_tolerance_share")


def _basis_text(through: OpmCurve, basis: Basis) -> str | None:
    if basis is Basis.EXTRAPOLATED:
        measured = f"{short(through.lowest_ratio)} to {short(through.highest_measured_ratio)}"
        return f"are extrapolated beyond the measured {measured}"
    if basis is Basis.OUTSIDE:
        return f"are not evaluated: there is a single measured point, at {short(through.lowest_ratio)}"
    return "are based on a single measured point" if basis is Basis.SINGLE_POINT else None


def strict_hosts(target_opm: float, opm_per_host: float) -> float:
    """Whole hosts that reach a target of operations without tolerance."""
    return float(ceil_count(np.asarray(target_opm / opm_per_host)))


_WORTH_A_WORD = 0.05
"""Shortfalls below this share are worth a finding."""
