"""Operations per minute: measured models, consolidation, and hosts for a target [model 2.2, 2.4]."""

from __future__ import annotations

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, floor_count, needed, smallest, total
from hostwise.engine.purposes import Constraint, Row
from hostwise.engine.quantities import Array


@formula(
    label="operations of the cluster",
    source="SANDISK14",
    locator="VM Density",
    row=Row("Operations per minute", 10, "number", "higher", headline=True),
)
def cluster_opm(*, group_vms: Array, opm_per_vm: Array) -> Array:
    """Operations per minute of all VMs at the predicted memory overcommitment."""
    return total(group_vms * opm_per_vm)


@formula(
    label="least relative performance",
    source="VMW10",
    locator="share of the baseline",
    row=Row("Operations per minute", 20, "share", "higher", headline=True, spares_down=True),
)
def least_performance_share(*, relative_performance_share: Array) -> Array:
    """Relative performance of the VM group with the largest loss."""
    return smallest(relative_performance_share)


@formula(label="memory of a VM at the limit", source="SANDISK14", locator="VM Density")
def planned_memory_gib_per_vm(
    *,
    unreserved_memory_gib: Array,
    planned_overcommit_limit: Array,
    reserved_memory_gib: Array,
    vm_overhead_gib: Array,
    planned_vms: Array,
) -> Array:
    """Average host memory per VM at the memory overcommitment limit."""
    return (unreserved_memory_gib / planned_overcommit_limit + reserved_memory_gib + vm_overhead_gib) / planned_vms


@formula(
    label="VMs per host at the limit",
    source="SANDISK14",
    locator="VM Density: 32 VMs = 2.0 x 128 / 8, overhead ignored",
    validity="by memory alone, for VMs of the average size",
)
def planned_vms_per_host(*, usable_gib_per_host: Array, planned_memory_gib_per_vm: Array) -> Array:
    """Whole VMs that the memory of one host holds at the memory overcommitment limit.

    "Filled" looks at memory alone, as the source does; processors and storage are left out.

    >>> float(planned_vms_per_host(usable_gib_per_host=128.0, planned_memory_gib_per_vm=8 / 2.0))
    32.0
    >>> float(planned_vms_per_host(usable_gib_per_host=126.0, planned_memory_gib_per_vm=8 / 2.0))
    31.0
    """
    return floor_count(needed(usable_gib_per_host, planned_memory_gib_per_vm))


@formula(label="operations of all VMs at the limit", source="SANDISK14", locator="VM Density")
def planned_opm(*, group_vms: Array, planned_opm_per_vm: Array) -> Array:
    """Operations per minute of all VMs at the memory overcommitment limit."""
    return total(group_vms * planned_opm_per_vm)


@formula(
    label="operations per host at the limit",
    source="SANDISK14",
    locator="Extrapolation table: 144,000 on SSD, 108,800 on HDD (one cell misprints 112,000)",
    validity="every host filled with VMs by memory; processors and storage are left out",
    row=Row("Operations per minute", 30, "number", "higher"),
)
def planned_opm_per_host(*, planned_vms_per_host: Array, planned_opm: Array, planned_vms: Array) -> Array:
    """Operations per minute of a host filled with VMs at the memory overcommitment limit.

    >>> planned_opm_per_host(planned_vms_per_host=32.0, planned_opm=96 * 4500.0, planned_vms=96.0)
    144000.0
    """
    return planned_vms_per_host * planned_opm / planned_vms


@formula(
    label="hosts for the operations, unrounded",
    source="SANDISK14",
    locator="Extrapolation table: strictly 4 hosts; the printed 3 miss the target by 0.74 %",
    constraint=Constraint(
        "operations", "operations per minute", order=80, spares="never", slack=False, supply="operations"
    ),
)
def hosts_for_opm_unrounded(*, target_opm: Array, opm_tolerance_share: Array, planned_opm_per_host: Array) -> Array:
    """Hosts that reach the target of operations, less the tolerance.

    The default tolerance is 0. Three hosts reach 432,000 of 435,200 operations, so that the "three instead of four" of
    the source holds from a tolerance of 0.74 %, and not strictly.
    """
    return needed(target_opm * (1 - opm_tolerance_share), planned_opm_per_host)


@formula(
    label="tolerance that saves a host",
    source="SANDISK14",
    locator="3 hosts reach 432,000 of 435,200",
    low=-float("inf"),
)
def host_saving_tolerance_share(*, target_opm: Array, planned_opm_per_host: Array) -> Array:
    """Share of the target that is missing with one host fewer than the strict number.

    >>> round(float(host_saving_tolerance_share(target_opm=435_200.0, planned_opm_per_host=144_000.0)), 5)
    0.00735
    """
    return 1 - (ceil_count(needed(target_opm, planned_opm_per_host)) - 1) * planned_opm_per_host / target_opm


@formula(label="overcommitment for the performance", source="VMW10", locator="share of the baseline")
def least_performance_overcommit_ratio(*, performance_overcommit_ratio: Array) -> Array:
    """Highest memory overcommitment at which every group still reaches the least accepted performance."""
    return smallest(performance_overcommit_ratio)


@formula(
    label="hosts for the performance, unrounded",
    source="HOSTWISE",
    locator="operations#least-performance",
    constraint=Constraint(
        "performance", "least performance", order=70, spares="memory_spares_flag", slack=False, supply="memory"
    ),
)
def hosts_for_performance_unrounded(
    *,
    unreserved_memory_gib: Array,
    least_performance_overcommit_ratio: Array,
    reserved_memory_gib: Array,
    vm_overhead_gib: Array,
    usable_gib_per_host: Array,
) -> Array:
    """Hosts whose memory keeps the overcommitment low enough for the least accepted performance of every group."""
    return needed(
        needed(unreserved_memory_gib, least_performance_overcommit_ratio) + reserved_memory_gib + vm_overhead_gib,
        usable_gib_per_host,
    )


@formula(
    label="operations of filled hosts",
    source="SANDISK14",
    locator="Extrapolation table: 432,000 on three hosts, 435,200 on four",
    validity="every host filled with VMs by memory; processors and storage are left out",
    row=Row("Operations per minute", 40, "number"),
)
def reachable_opm(*, hosts: Array, operations_shift_hosts: Array, planned_opm_per_host: Array) -> Array:
    """Operations per minute of all hosts, each filled with VMs to the memory overcommitment limit."""
    return (hosts + operations_shift_hosts) * planned_opm_per_host
