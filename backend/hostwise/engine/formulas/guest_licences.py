"""Software licences of what runs in the VMs: guest systems, and databases on them [facts 9].

Both are counted alike, beside the licence of the hosts: each formula is written for guest systems, and made again for
databases with other names.
"""

from __future__ import annotations

import inspect
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Any

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.declaring import Declaration, Function, formula
from hostwise.engine.primitives import added, at_start, ceil_count, needed, running_largest, total
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array

_GUEST, _DATABASE = "guest", "database"


@formula(label="VMs as entered", source="HOSTWISE", locator="cost#licences-of-guests")
def entered_vms(*, count: Array) -> Array:
    """VMs of all groups today."""
    return total(count)


@formula(label="VMs with the guest licence", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_vms(*, count: Array, guest_group_flag: Array) -> Array:
    """VMs of today that run the product."""
    return total(count * guest_group_flag)


@formula(
    label="virtual cores with the guest licence",
    source="redress-sql-2022",
    locator="a VM is licensed by its virtual cores, at least 4",
)
def guest_vm_cores(
    *, count: Array, guest_group_flag: Array, vcpu: Array, guest_minimum_cores_per_vm: Array, guest_pack_cores: Array
) -> Array:
    """Virtual cores to license for the VMs of today that run the product, each in whole packs.

    >>> import numpy as np
    >>> float(guest_vm_cores(count=np.array([10.0, 5.0]), guest_group_flag=np.array([1.0, 0.0]),
    ...     vcpu=np.array([5.0, 8.0]), guest_minimum_cores_per_vm=4.0, guest_pack_cores=2.0))
    60.0
    """
    packs = ceil_count(np.maximum(vcpu, guest_minimum_cores_per_vm) / guest_pack_cores)
    return total(count * guest_group_flag * packs * guest_pack_cores)


@formula(label="VMs with the guest licence at the sizing date", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_planned_vms(*, group_vms: Array, guest_group_flag: Array) -> Array:
    """VMs of the groups that run the product, at the sizing date: each group with its own growth and events.

    >>> import numpy as np
    >>> float(guest_planned_vms(group_vms=np.array([50.0, 30.0]), guest_group_flag=np.array([1.0, 0.0])))
    50.0
    """
    return total(group_vms * guest_group_flag)


@formula(
    label="cores of a host with the guest licence",
    source="microsoft-ws2022-pricing",
    locator="at least 8 cores for each processor and 16 for each server",
)
def guest_licensed_cores_per_host(
    *,
    sockets: Array,
    cores_per_socket: Array,
    guest_minimum_cores_per_socket: Array,
    guest_minimum_cores_per_host: Array,
    guest_pack_cores: Array,
) -> Array:
    """Cores of one host that need a licence of the product, in whole packs, each of which is for one server.

    >>> [float(guest_licensed_cores_per_host(sockets=1.0, cores_per_socket=cores, guest_minimum_cores_per_socket=8.0,
    ...     guest_minimum_cores_per_host=16.0, guest_pack_cores=2.0)) for cores in (10.0, 17.0)]
    [16.0, 18.0]
    """
    counted = sockets * np.maximum(cores_per_socket, guest_minimum_cores_per_socket)
    return guest_pack_cores * ceil_count(np.maximum(counted, guest_minimum_cores_per_host) / guest_pack_cores)


@formula(
    label="times a host has the guest licence",
    source="microsoft-ws2022-pricing",
    locator="Standard edition: licensing all cores covers a number of VMs; license again for the same number more",
    validity="VMs spread evenly over the hosts that run with spare hosts failed",
    low=1.0,
)
def guest_stack_factor(
    *,
    guest_demanded_vms: Array,
    present_hosts: Array,
    parts: Array,
    spare_hosts: Array,
    guest_licensed_vms_per_host: Array,
) -> Array:
    """How many times all cores of a host are licensed to cover the VMs of the product that it may run.

    The VMs are spread evenly over the hosts that run while the spare hosts of each cluster or site are down.

    >>> hosts = {"guest_demanded_vms": 100.0, "present_hosts": 4.0, "guest_licensed_vms_per_host": 2.0}
    >>> [float(guest_stack_factor(**hosts, parts=parts, spare_hosts=1.0)) for parts in (1.0, 2.0)]
    [17.0, 25.0]
    """
    most = ceil_count(guest_demanded_vms / np.maximum(present_hosts - parts * spare_hosts, 1))
    times = np.maximum(ceil_count(needed(most, guest_licensed_vms_per_host)), 1)
    return np.where(guest_licensed_vms_per_host == 0, 1, times)


@formula(
    label="cores with the guest licence",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    validity="by host: all cores of all hosts, since any of them may run a VM of the product; by VM: its virtual "
    "cores; what is licensed is never given back",
)
def guest_licensed_cores(
    *,
    guest_licence_flag: Array,
    guest_by_vm_flag: Array,
    guest_demanded_vms: Array,
    guest_vms: Array,
    guest_vm_cores: Array,
    own_present_hosts: Array,
    guest_licensed_cores_per_host: Array,
    present_other_guest_licensed_cores: Array,
    guest_stack_factor: Array,
    guest_pack_cores: Array,
) -> Array:
    """Core licences of the product in each month; VMs that grow in number take whole packs together.

    >>> import numpy as np
    >>> ten = {"guest_licence_flag": 1.0, "guest_demanded_vms": np.array([10.0, 12.0]), "guest_vms": 10.0,
    ...     "guest_vm_cores": 40.0, "own_present_hosts": np.array([4.0, 4.0]), "guest_licensed_cores_per_host": 64.0,
    ...     "present_other_guest_licensed_cores": np.array([0.0]),
    ...     "guest_stack_factor": np.array([1.0, 1.0]), "guest_pack_cores": 2.0}
    >>> guest_licensed_cores(**ten, guest_by_vm_flag=1.0).tolist()
    [40.0, 48.0]
    >>> guest_licensed_cores(**ten, guest_by_vm_flag=0.0).tolist()
    [256.0, 256.0]
    """
    by_vm = guest_demanded_vms * guest_vm_cores / guest_vms
    once = own_present_hosts * guest_licensed_cores_per_host + present_other_guest_licensed_cores
    by_host = once * guest_stack_factor
    cores = np.where(guest_by_vm_flag == 1, by_vm, by_host)
    licensed = np.where(guest_licence_flag == 0, 0, guest_pack_cores * ceil_count(cores / guest_pack_cores))
    return running_largest(licensed)


@formula(
    label="cores with the guest licence at the purchase",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    row=Row("Cost", 130, "count", "lower", shown="where any"),
)
def initial_guest_licensed_cores(*, guest_licensed_cores: Array) -> Array:
    """Core licences of the product for the first hosts and their VMs."""
    return at_start(guest_licensed_cores)


@formula(label="subscriptions of the guest licence per year", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_subscription_cost_per_year(*, guest_licensed_cores: Array, guest_licence_price_per_core: Array) -> Array:
    """Yearly cost of the product in each month, at today's prices."""
    return np.where(guest_licensed_cores == 0, 0, guest_licensed_cores * guest_licence_price_per_core)


@formula(
    label="first subscriptions of the guest licence per year", source="HOSTWISE", locator="cost#licences-of-guests"
)
def initial_guest_subscription_cost_per_year(*, guest_subscription_cost_per_year: Array) -> Array:
    """Yearly cost of the product for the first hosts and their VMs, at today's prices."""
    return at_start(guest_subscription_cost_per_year)


@formula(
    label="months left of the billing period of the guest licence",
    source="HOSTWISE",
    locator="cost#licences",
    low=1.0,
)
def guest_billed_months(*, month: Array, guest_billing_months: Array) -> Array:
    """Months paid for a licence of the product that begins in a month: to the end of the billing period."""
    elapsed = month - 1
    full_periods: Array = np.floor(elapsed / guest_billing_months)
    return guest_billing_months * (1 + full_periods) - elapsed


@formula(
    label="subscriptions of the guest licence in month",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    validity="licences added within a billing period end with it, at the prices of its beginning",
)
def guest_subscription_cost_per_month(
    *,
    month: Array,
    guest_billed_months: Array,
    guest_billing_months: Array,
    guest_subscription_cost_per_year: Array,
    licence_price_factor: Array,
) -> Array:
    """Subscriptions of the product paid in each month: all at the beginning of a period, additions within it."""
    begins = guest_billed_months == guest_billing_months
    billed = np.where(begins, guest_subscription_cost_per_year, added(guest_subscription_cost_per_year))
    return np.where(month == 0, 0, billed * guest_billed_months / MONTHS_PER_YEAR * licence_price_factor)


@formula(
    label="guest licence paid once",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    validity="without software assurance or upgrades",
)
def guest_perpetual_cost_per_month(
    *, guest_licensed_cores: Array, guest_perpetual_price_per_core: Array, licence_price_factor: Array
) -> Array:
    """Perpetual licences of the product, paid in the month that needs them."""
    bought = added(guest_licensed_cores) * guest_perpetual_price_per_core * licence_price_factor
    none = np.fmin(guest_licensed_cores, guest_perpetual_price_per_core) == 0
    return np.where(none, 0, bought)


@formula(label="guest licence in month", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_licence_cost_per_month(
    *, guest_subscription_cost_per_month: Array, guest_perpetual_cost_per_month: Array
) -> Array:
    """Licences of the product paid in each month; they are a part of the cost of licences."""
    return guest_subscription_cost_per_month + guest_perpetual_cost_per_month


@formula(
    label="guest licence until the horizon",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    row=Row("Cost", 131, "money", "lower", shown="where any"),
)
def guest_licence_cost(*, guest_licence_cost_per_month: Array) -> Array:
    """Licences of the product until the horizon; they are in the cost of licences."""
    return total(guest_licence_cost_per_month)


def _for_databases(function: Function) -> Function:
    """The same formula for databases, with the names of its quantities changed."""
    names = {each.replace(_GUEST, _DATABASE): each for each in inspect.signature(function).parameters}

    def computed(**given: Array) -> Array:
        return function(**{name: given[renamed] for renamed, name in names.items()})

    said: Declaration = function.__formula__  # type: ignore[attr-defined]
    row = said.row and replace(said.row, order=said.row.order + 5)
    made: Any = computed
    made.__name__ = made.__qualname__ = function.__name__.replace(_GUEST, _DATABASE)
    made.__module__, made.__written__ = __name__, function
    made.__doc__ = (inspect.getdoc(function) or "").split("\n\n")[0]
    made.__signature__ = Signature([Parameter(each, Parameter.KEYWORD_ONLY, annotation=Array) for each in names])
    made.__formula__ = replace(said, label=said.label.replace("guest licence", "database licence"), row=row)
    return computed


globals().update({
    found.__name__.replace(_GUEST, _DATABASE): _for_databases(found)
    for found in list(globals().values())
    if hasattr(found, "__formula__") and _GUEST in found.__name__
})  # fmt: skip
