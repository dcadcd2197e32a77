"""Cost for each VM, terabyte and operation: total divided by the average until the horizon [model 7]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import total
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array


@formula(
    label="VMs that find room",
    source="HOSTWISE",
    locator="cost#unit-costs",
    validity="with fewer hosts than required, the same share of the VMs as of the hosts",
)
def housed_vms(*, fleet_vms: Array, present_hosts: Array, demanded_hosts: Array) -> Array:
    """VMs of each month that the hosts have room for, at all sites.

    If there are fewer hosts than the demand requires, only the VMs that have room count.

    >>> import numpy as np
    >>> asked = {"fleet_vms": np.array([100.0, 120.0]), "demanded_hosts": np.array([4.0, 5.0])}
    >>> housed_vms(**asked, present_hosts=np.array([4.0, 4.0])).tolist()
    [100.0, 96.0]
    """
    return fleet_vms * np.minimum(present_hosts / demanded_hosts, 1)


@formula(label="VM-months", source="HOSTWISE", locator="cost#unit-costs")
def vm_months(*, month: Array, housed_vms: Array) -> Array:
    """Months of all VMs until the horizon.

    >>> import numpy as np
    >>> float(vm_months(month=np.arange(4.0), housed_vms=np.array([10.0, 10.0, 11.0, 12.0])))
    33.0
    """
    return total(np.where(month == 0, 0, housed_vms))


@formula(label="average number of VMs", source="HOSTWISE", locator="cost#unit-costs")
def average_vms(*, vm_months: Array, horizon_years: Array) -> Array:
    """Average number of VMs until the horizon.

    The divisor is the average over the months, so that growth does not flatter the cost.

    >>> float(average_vms(vm_months=6600.0, horizon_years=5.0))
    110.0
    """
    return vm_months / (horizon_years * MONTHS_PER_YEAR)


@formula(label="host-months", source="HOSTWISE", locator="cost#unit-costs")
def host_months(*, month: Array, fleet_hosts: Array) -> Array:
    """Months of all hosts until the horizon, at all sites.

    >>> import numpy as np
    >>> float(host_months(month=np.arange(4.0), fleet_hosts=np.array([4.0, 4.0, 4.0, 5.0])))
    13.0
    """
    return total(np.where(month == 0, 0, fleet_hosts))


@formula(label="average size of the cluster", source="HOSTWISE", locator="cost#unit-costs")
def average_size_factor(*, host_months: Array, hosts: Array, horizon_years: Array) -> Array:
    """Average hosts until the horizon, divided by the first hosts.

    >>> float(average_size_factor(host_months=360.0, hosts=4.0, horizon_years=5.0))
    1.5
    """
    return host_months / (hosts * horizon_years * MONTHS_PER_YEAR)


@formula(
    label="total cost per VM",
    source="HOSTWISE",
    locator="cost#unit-costs",
    validity="if the VMs grow, divided by their average number",
    low=-float("inf"),
    row=Row("Cost", 80, "money", "lower", shown="where evaluated", headline=True),
)
def tco_per_vm(*, cluster_tco: Array, average_vms: Array) -> Array:
    """Total cost of ownership divided by the average number of VMs."""
    return cluster_tco / average_vms


@formula(
    label="total cost per VM and month",
    source="HOSTWISE",
    locator="cost#unit-costs",
    low=-float("inf"),
    row=Row("Cost", 90, "money", "lower", shown="where evaluated"),
)
def tco_per_vm_month(*, cluster_tco: Array, vm_months: Array) -> Array:
    """Total cost of ownership divided by the VM-months until the horizon."""
    return cluster_tco / vm_months


@formula(
    label="total cost per usable TB",
    source="HOSTWISE",
    locator="cost#unit-costs",
    validity="hosts bought later bring usable capacity in proportion",
    low=-float("inf"),
    row=Row("Cost", 100, "money", "lower", shown="where evaluated", with_hosts="may do either"),
)
def tco_per_tb(*, cluster_tco: Array, usable_tb: Array, average_size_factor: Array) -> Array:
    """Total cost of ownership divided by the average usable terabytes."""
    return cluster_tco / (usable_tb * average_size_factor)


@formula(
    label="total cost per operation",
    source="HOSTWISE",
    locator="cost#unit-costs",
    validity="later VMs run the same number of operations each",
    low=-float("inf"),
    row=Row("Operations per minute", 50, "money", "lower"),
)
def tco_per_opm(*, cluster_tco: Array, cluster_opm: Array, planned_vms: Array, average_vms: Array) -> Array:
    """Total cost of ownership divided by the average operations per minute of the cluster."""
    return cluster_tco / (cluster_opm / planned_vms * average_vms)


@formula(
    label="total cost per operation of filled hosts",
    source="HOSTWISE",
    locator="cost#unit-costs",
    low=-float("inf"),
    row=Row("Operations per minute", 60, "money", "lower"),
)
def tco_per_reachable_opm(*, cluster_tco: Array, reachable_opm: Array, average_size_factor: Array) -> Array:
    """Total cost of ownership divided by the average operations per minute of filled hosts."""
    return cluster_tco / (reachable_opm * average_size_factor)
