"""Hosts of several models in one cluster: the configuration's own, and others that are there or come with them.

What hosts of other models give is counted in hosts of the configuration's own model, for each thing that hosts give:
where 14 hosts have the memory of 8.2 of these, they count as 14 with a shift of -5.8. `binding/other_hosts.py` finds
these numbers with the same formulas, by looking at each model as if it were the only one.
"""

from __future__ import annotations

from typing import get_args

import numpy as np

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import at_start, smallest
from hostwise.engine.purposes import CostPart, Supply
from hostwise.engine.quantities import Array, Quantity

_WORDS = {
    "core": "cores",
    "ghz": "CPU cycles",
    "memory": "memory",
    "operations": "operations per minute",
    "capacity": "raw capacity",
}


def _of_supply(supply: Supply) -> tuple[Quantity, ...]:
    words = _WORDS[supply]
    shift = Quantity(
        f"{supply}_shift_hosts",
        f"hosts of other models by {words}, more or less",
        f"Hosts of the own model with the {words} of all hosts of other models, less the number of these.",
        low=-float("inf"),
    )
    if supply == "operations":
        # No spares carry operations.
        return (shift,)
    spare = Quantity(
        f"spare_{supply}_hosts",
        f"spares by {words}, more than their number",
        f"Hosts of the own model with the {words} of the largest hosts, as many as spares, less their number.",
        low=-float("inf"),
    )
    failed = Quantity(
        f"failed_{supply}_hosts",
        f"failed hosts by {words}, more than their number",
        f"Hosts of the own model with the {words} of the failed hosts, the largest, less the number of these.",
        low=-float("inf"),
    )
    left = Quantity(
        f"left_{supply}_hosts",
        f"spares that are left by {words}, more than their number",
        f"What the spares count for more than their number by {words}, less what the failed hosts do.",
        low=-float("inf"),
    )
    return (shift, spare, failed, left)


def _by_month(name: str, label: str, meaning: str) -> Quantity:
    return Quantity(f"present_other_{name}", label, meaning, axes=("month",))


INPUTS = (
    Quantity("other_hosts", "hosts of other models", "Hosts of other models in the cluster at the sizing date."),
    *(each for supply in get_args(Supply) for each in _of_supply(supply)),
    Quantity(
        "stranded_hosts",
        "capacity that no copies can use",
        "Hosts of the own model with the raw capacity of unequal hosts that copies on different hosts cannot fill.",
    ),
    Quantity(
        "largest_capacity_hosts",
        "capacity of the largest host",
        "Hosts of the own model with the raw capacity of the host that has the most.",
    ),
    Quantity(
        "copies_demand_share",
        "part of the demand that further hosts must hold",
        "Part of each set of copies that the hosts hold which are too few for the largest ones to be filled.",
        high=1.0,
    ),
    Quantity(
        "copies_counted_hosts",
        "hosts that count beside those that copies need",
        "Hosts of the own model with what hosts of other models and those kept free hold of the demand, less their "
        "number.",
        low=-float("inf"),
    ),
    Quantity("largest_other_cores", "cores of the largest other model", "Most cores of a host of another model."),
    Quantity("largest_other_gib", "memory of the largest other model", "Most DRAM of a host of another model."),
    Quantity(
        "largest_other_drive_gb",
        "largest drive of other models",
        "Size of the largest drive with data of a host of another model.",
    ),
    Quantity(
        "rebuild_reserve_larger_hosts",
        "rebuild reserve, more than its hosts",
        "Hosts of the own model with the capacity of the largest hosts of the rebuild reserve, less their number.",
        low=-float("inf"),
    ),
    Quantity(
        "stack_reserve_larger_hosts",
        "hosts kept free by the storage stack, more than their number",
        "Hosts of the own model with the capacity of the largest hosts that the stack keeps free, less their number.",
        low=-float("inf"),
    ),
    Quantity(
        "even_drives_share",
        "capacity that counts where drives are even",
        "Capacity of the host with the least over that of the own model, where the storage counts no more of any host.",
    ),
    Quantity(
        "unequal_rooms_flag",
        "hosts differ in their room for VMs",
        "Whether hosts of other models have more or less memory, cores or cycles for VMs than those of the own model.",
        high=1.0,
    ),
    Quantity(
        "other_hosts_price", "price of hosts of other models", "Price of all hosts of other models that are bought."
    ),
    Quantity(
        "other_supported_price",
        "price of hosts of other models under support",
        "Price of the bought ones that are there in each month, without memory and drives, and without those that have "
        "maintenance of their own.",
        axes=("month",),
    ),
    Quantity(
        "other_embodied_kgco2e", "carbon of hosts of other models", "Embodied carbon of those of them that are bought."
    ),
    _by_month(
        "hosts", "hosts of other models by month", "Hosts of other models in each month, until they are removed."
    ),
    _by_month("w", "power of other models by month", "Average power of the hosts of other models in each month."),
    _by_month("peak_kw", "full-load power of other models by month", "Their power at full load in each month."),
    _by_month("rack_units", "rack units of other models by month", "Their height in the rack in each month."),
    _by_month("cores", "cores of other models by month", "Their physical cores in each month."),
    Quantity(
        "other_maintenance_price_per_month",
        "maintenance of other models by month",
        "Price of the maintenance of hosts of other models in each month.",
        axes=("month",),
    ),
    _by_month("licensed_cores", "licensed cores of other models by month", "Their cores by the licence's rules."),
    _by_month("licensed_sockets", "licensed sockets of other models by month", "Their sockets by the licence's rules."),
    _by_month(
        "claimed_tib", "raw capacity to license of other models by month", "What the storage software claims of them."
    ),
    _by_month(
        "guest_licensed_cores", "cores with the guest licence of other models by month", "By that licence's rules."
    ),
    _by_month(
        "database_licensed_cores",
        "cores with the database licence of other models by month",
        "By that licence's rules.",
    ),
    _by_month(
        "second_database_licensed_cores",
        "cores with the licence of the second database of other models by month",
        "By that licence's rules.",
    ),
    Quantity(
        "until_removal_months",
        "months until hosts of other models are removed",
        "Months until the next of them are removed; more than there are where none are.",
        axes=("month",),
    ),
    Quantity(
        "standing_in_hosts",
        "hosts where some stand in for others",
        "Hosts required by the demand of the sizing date from the month on in which hosts of other models are removed.",
        axes=("month",),
    ),
    _by_month("capacity_hosts", "own hosts with the capacity of other models by month", "By their raw capacity."),
)


@formula(label="hosts of the own model", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def own_hosts(*, hosts: Array, other_hosts: Array) -> Array:
    """Hosts of the configuration's own model, without those of other models.

    >>> float(own_hosts(hosts=19.0, other_hosts=14.0))
    5.0
    """
    return np.maximum(hosts - other_hosts, 0)


@formula(label="hosts by capacity", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def capacity_hosts(*, hosts: Array, capacity_shift_hosts: Array) -> Array:
    """Hosts of the own model with the raw capacity of all hosts.

    >>> float(capacity_hosts(hosts=19.0, capacity_shift_hosts=-8.4))
    10.6
    """
    return np.maximum(hosts + capacity_shift_hosts, 0)


@formula(label="hosts running by memory", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def memory_running_hosts(
    *, running_hosts: Array, memory_shift_hosts: Array, clusters: Array, failed_memory_hosts: Array
) -> Array:
    """Hosts of the own model with the memory of the hosts that run in this failure case.

    >>> float(memory_running_hosts(running_hosts=18.0, memory_shift_hosts=-7.0, clusters=1.0, failed_memory_hosts=0.5))
    10.5
    """
    return np.maximum(running_hosts + memory_shift_hosts - clusters * failed_memory_hosts, 0)


@formula(label="hosts running by capacity", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def capacity_running_hosts(
    *, running_hosts: Array, capacity_shift_hosts: Array, clusters: Array, failed_capacity_hosts: Array
) -> Array:
    """Hosts of the own model with the raw capacity of the hosts that run in this failure case.

    >>> float(capacity_running_hosts(running_hosts=18.0, capacity_shift_hosts=-7.0, clusters=1.0,
    ...     failed_capacity_hosts=0.5))
    10.5
    """
    return np.maximum(running_hosts + capacity_shift_hosts - clusters * failed_capacity_hosts, 0)


# ------------------------------------------------------------------------------------------------------- by month


@formula(label="hosts of other models at the purchase", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def initial_other_hosts(*, present_other_hosts: Array) -> Array:
    """Hosts of other models at the purchase, before any of them is removed."""
    return at_start(present_other_hosts)


@formula(
    label="hosts of the own model asked for by month",
    source="HOSTWISE",
    locator="hosts#hosts-of-other-models",
    low=-float("inf"),
)
def own_demanded_hosts(*, demanded_hosts: Array, standing_in_hosts: Array, present_other_hosts: Array) -> Array:
    """Hosts of the own model that the demand of each month asks for beside those of other models that are left.

    What stands in for hosts that are removed is for the demand of the sizing date, as the first hosts are.

    >>> import numpy as np
    >>> own_demanded_hosts(demanded_hosts=np.array([18.0, 19.0, 19.0]), standing_in_hosts=np.array([0.0, 0.0, 21.0]),
    ...     present_other_hosts=np.array([14.0, 14.0, 7.0])).tolist()
    [4.0, 5.0, 14.0]
    """
    return np.maximum(demanded_hosts, standing_in_hosts) - present_other_hosts


@formula(label="hosts of the own model by month", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def own_present_hosts(*, present_hosts: Array, present_other_hosts: Array) -> Array:
    """Hosts of the own model in each month: those of the purchase, and those bought since.

    >>> import numpy as np
    >>> own_present_hosts(present_hosts=np.array([18.0, 19.0]), present_other_hosts=np.array([14.0, 7.0])).tolist()
    [4.0, 12.0]
    """
    return present_hosts - present_other_hosts


@formula(label="hosts of other models that stay", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def staying_other_hosts(*, present_other_hosts: Array) -> Array:
    """Hosts of other models that are there in all months."""
    return smallest(present_other_hosts)


@formula(label="capacity of other models that stay", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def staying_other_capacity_hosts(*, present_other_capacity_hosts: Array) -> Array:
    """Hosts of the own model with the raw capacity of the hosts of other models that are there in all months."""
    return smallest(present_other_capacity_hosts)


@formula(label="hosts that share the writes by month", source="HOSTWISE", locator="endurance#hosts-bought-later")
def sharing_size_factor(
    *, own_present_hosts: Array, present_other_capacity_hosts: Array, capacity_hosts: Array
) -> Array:
    """Capacity over which the writes of the cluster spread in each month, over that of the sizing date.

    >>> import numpy as np
    >>> sharing_size_factor(own_present_hosts=np.array([4.0, 10.0]), capacity_hosts=11.0,
    ...     present_other_capacity_hosts=np.array([7.0, 1.0])).tolist()
    [1.0, 1.0]
    """
    return (own_present_hosts + present_other_capacity_hosts) / capacity_hosts


@formula(label="power of other models at the purchase", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def initial_other_w(*, present_other_w: Array) -> Array:
    """Average power of the hosts of other models at the purchase."""
    return at_start(present_other_w)


@formula(
    label="full-load power of other models at the purchase", source="HOSTWISE", locator="hosts#hosts-of-other-models"
)
def initial_other_peak_kw(*, present_other_peak_kw: Array) -> Array:
    """Power at full load of the hosts of other models at the purchase."""
    return at_start(present_other_peak_kw)


@formula(label="rack units of other models at the purchase", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def initial_other_rack_units(*, present_other_rack_units: Array) -> Array:
    """Rack units of the hosts of other models at the purchase."""
    return at_start(present_other_rack_units)


@formula(label="cores of other models at the purchase", source="HOSTWISE", locator="hosts#hosts-of-other-models")
def initial_other_cores(*, present_other_cores: Array) -> Array:
    """Cores of the hosts of other models at the purchase."""
    return at_start(present_other_cores)


@formula(
    label="price of other models under support at the purchase",
    source="HOSTWISE",
    locator="hosts#hosts-of-other-models",
)
def initial_other_supported_price(*, other_supported_price: Array) -> Array:
    """Price of the hosts of other models whose support is a share of it, as they are at the purchase."""
    return at_start(other_supported_price)


@formula(
    label="maintenance of other models in the first month", source="HOSTWISE", locator="hosts#hosts-of-other-models"
)
def initial_other_maintenance_price(*, other_maintenance_price_per_month: Array) -> Array:
    """Price of a month's maintenance of the hosts of other models as they are at the purchase."""
    return at_start(other_maintenance_price_per_month)


@formula(
    label="hosts of other models",
    source="HOSTWISE",
    locator="cost#purchase",
    validity="those that are there are paid",
    cost_part=CostPart("other_hosts", "Hosts of other models", order=65, paid="with the cluster"),
)
def other_hosts_capex(*, other_hosts_price: Array) -> Array:
    """Purchase of hosts of other models that are bought with the first hosts; 0 for those that are there."""
    return other_hosts_price
