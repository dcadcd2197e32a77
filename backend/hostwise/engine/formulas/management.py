"""What runs once in a cluster: demand of its hosts beside the groups of the plan [platforms 0.2]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import needed
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity("management_vcpu", "vCPU of management", "Virtual processors of the VMs that manage the platform."),
    Quantity("management_memory_gib", "memory of management VMs", "Memory of the VMs that manage the platform."),
    Quantity("management_disk_gb", "disks of management VMs", "Disks of the VMs that manage the platform."),
    Quantity(
        "managed_once_flag",
        "management once",
        "Whether the VMs that manage the platform are there once; otherwise each cluster has its own.",
        high=1.0,
    ),
)


@formula(label="clusters with management VMs", source="HOSTWISE", locator="platforms#management")
def managed_clusters(*, clusters: Array, managed_once_flag: Array) -> Array:
    """Clusters that run VMs for the management of the platform.

    >>> [float(managed_clusters(clusters=3.0, managed_once_flag=flag)) for flag in (0.0, 1.0)]
    [3.0, 1.0]
    """
    return np.where(managed_once_flag == 1, 1, clusters)


@formula(label="cores for management", source="HOSTWISE", locator="platforms#management")
def management_cores(
    *,
    managed_clusters: Array,
    management_vcpu: Array,
    vcpu_per_core: Array,
    clusters: Array,
    stack_cluster_cores: Array,
) -> Array:
    """Physical cores that the VMs for management ask for, at the ratio of the policy, and the stack once in a cluster.

    >>> float(management_cores(managed_clusters=2.0, management_vcpu=6.0, vcpu_per_core=4.0, clusters=2.0,
    ...     stack_cluster_cores=12.0))
    27.0
    """
    return needed(managed_clusters * management_vcpu, vcpu_per_core) + clusters * stack_cluster_cores


@formula(label="memory for management", source="HOSTWISE", locator="platforms#management")
def management_gib(
    *, managed_clusters: Array, management_memory_gib: Array, clusters: Array, stack_cluster_gib: Array
) -> Array:
    """Memory that the VMs for management ask for, and what the storage stack runs once in a cluster.

    What the hypervisor takes to run the VMs is left out.

    >>> management_gib(managed_clusters=2.0, management_memory_gib=28.0, clusters=2.0, stack_cluster_gib=12.0)
    80.0
    """
    return managed_clusters * management_memory_gib + clusters * stack_cluster_gib


@formula(label="data of management VMs", source="HOSTWISE", locator="platforms#management")
def management_tb(*, managed_clusters: Array, management_disk_gb: Array) -> Array:
    """Data of the VMs for management: their disks in full.

    >>> management_tb(managed_clusters=2.0, management_disk_gb=500.0)
    1.0
    """
    return managed_clusters * management_disk_gb / GB_PER_TB
