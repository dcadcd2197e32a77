"""Software licences of what runs in the VMs: guest systems, and databases on them [facts 9].

All are counted alike, beside the licence of the hosts: each formula is written for guest systems, and made again for
databases, and for a second one, with other names.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Any

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.declaring import Declaration, Function, formula
from hostwise.engine.primitives import (
    added,
    at_start,
    ceil_count,
    first_known,
    largest_of_term,
    needed,
    running_largest,
    total,
)
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array

_GUEST = "guest"
_OTHERS = {"database": "database licence", "second_database": "licence of the second database"}
"""The other products in the VMs, and what their licence is called."""


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
    *,
    count: Array,
    guest_group_flag: Array,
    vcpu: Array,
    guest_minimum_cores_per_vm: Array,
    guest_core_factor: Array,
    guest_pack_cores: Array,
) -> Array:
    """Virtual cores to license for the VMs of today that run the product, each in whole packs.

    >>> import numpy as np
    >>> float(guest_vm_cores(count=np.array([10.0, 5.0]), guest_group_flag=np.array([1.0, 0.0]), guest_core_factor=1.0,
    ...     vcpu=np.array([5.0, 8.0]), guest_minimum_cores_per_vm=4.0, guest_pack_cores=2.0))
    60.0
    """
    packs = ceil_count(np.maximum(vcpu, guest_minimum_cores_per_vm) * guest_core_factor / guest_pack_cores)
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
    guest_core_factor: Array,
    guest_pack_cores: Array,
) -> Array:
    """Core licences that one host needs for the product, in whole packs, each of which is for one server.

    A core takes one licence, or what the vendor's table of processors says.

    >>> [float(guest_licensed_cores_per_host(sockets=1.0, cores_per_socket=cores, guest_minimum_cores_per_socket=8.0,
    ...     guest_minimum_cores_per_host=16.0, guest_core_factor=factor, guest_pack_cores=2.0))
    ...     for cores, factor in ((10.0, 1.0), (17.0, 1.0), (40.0, 0.5))]
    [16.0, 18.0, 20.0]
    """
    counted = sockets * np.maximum(cores_per_socket, guest_minimum_cores_per_socket)
    licences = np.maximum(counted, guest_minimum_cores_per_host) * guest_core_factor
    return guest_pack_cores * ceil_count(licences / guest_pack_cores)


@formula(
    label="times a host has the guest licence",
    source="microsoft-ws2022-pricing",
    locator="Standard edition: licensing all cores covers a number of VMs; license again for the same number more",
    validity="VMs spread evenly over the hosts that run while others are down",
    low=1.0,
)
def guest_stack_factor(
    *, guest_demanded_vms: Array, site_share: Array, surviving_hosts: Array, guest_licensed_vms_per_host: Array
) -> Array:
    """How many times all cores of a host are licensed to cover the VMs of the product that it may run.

    The VMs are spread evenly over the hosts that run in the failure that the layout is built for: without the spare
    hosts of each cluster, or without the other site, whose VMs this one runs, too.

    >>> vms = {"guest_demanded_vms": 520.0, "guest_licensed_vms_per_host": 2.0}
    >>> [float(guest_stack_factor(**vms, site_share=share, surviving_hosts=24.0)) for share in (1.0, 0.6)]
    [11.0, 7.0]
    """
    most = ceil_count(guest_demanded_vms * site_share / surviving_hosts)
    times = np.maximum(ceil_count(needed(most, guest_licensed_vms_per_host)), 1)
    return np.where(guest_licensed_vms_per_host == 0, 1, times)


@formula(label="months before the current term of the guest licence", source="HOSTWISE", locator="cost#licences")
def guest_begun_months(*, month: Array, guest_term_years: Array, owned_guest_until_month: Array) -> Array:
    """Months that have passed at the beginning of each month's term; 0 while what is owned lasts.

    >>> import numpy as np
    >>> guest_begun_months(month=np.array([18.0, 19.0, 55.0]), guest_term_years=3.0,
    ...     owned_guest_until_month=18.0).tolist()
    [0.0, 18.0, 54.0]
    """
    term_months = guest_term_years * MONTHS_PER_YEAR
    full_terms: Array = np.floor((np.maximum(month, 1) - 1 - owned_guest_until_month) / term_months)
    begun = owned_guest_until_month + term_months * full_terms
    return np.where(np.maximum(month, 1) <= owned_guest_until_month, 0, begun)


@formula(
    label="cores with the guest licence at a site",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    validity="by host: all cores of all hosts, since any of them may run a VM of the product; by VM: its virtual cores",
)
def guest_site_cores(
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
) -> Array:
    """Core licences of the product that one site needs in each month, before whole packs.

    >>> import numpy as np
    >>> ten = {"guest_licence_flag": 1.0, "guest_demanded_vms": np.array([10.0, 12.0]), "guest_vms": 10.0,
    ...     "guest_vm_cores": 40.0, "own_present_hosts": np.array([4.0, 4.0]), "guest_licensed_cores_per_host": 64.0,
    ...     "present_other_guest_licensed_cores": np.array([0.0]), "guest_stack_factor": np.array([1.0, 1.0])}
    >>> guest_site_cores(**ten, guest_by_vm_flag=1.0).tolist()
    [40.0, 48.0]
    >>> guest_site_cores(**ten, guest_by_vm_flag=0.0).tolist()
    [256.0, 256.0]
    """
    by_vm = guest_demanded_vms * guest_vm_cores / guest_vms
    once = own_present_hosts * guest_licensed_cores_per_host + present_other_guest_licensed_cores
    return np.where(guest_licence_flag == 0, 0, np.where(guest_by_vm_flag == 1, by_vm, once * guest_stack_factor))


@formula(
    label="cores with the guest licence",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    validity="nothing is given back within a term, and licences paid once never",
)
def guest_licensed_cores(
    *, guest_site_cores: Array, open_sites: Array, guest_pack_cores: Array, guest_begun_months: Array
) -> Array:
    """Core licences of the product in each month at all sites, owned ones too, in whole packs.

    >>> import numpy as np
    >>> guest_licensed_cores(guest_site_cores=np.array([40.0, 47.0, 40.0]), open_sites=np.array([2.0]),
    ...     guest_pack_cores=16.0, guest_begun_months=np.array([0.0, 0.0, 0.0])).tolist()
    [80.0, 96.0, 96.0]
    """
    packs = ceil_count(guest_site_cores * open_sites / guest_pack_cores)
    return largest_of_term(guest_pack_cores * packs, guest_begun_months)


@formula(label="cores with an owned guest licence", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_owned_licences(
    *, month: Array, initially_owned_guest_licences: Array, owned_guest_until_month: Array
) -> Array:
    """Licences of the product that are paid already, in each month.

    >>> import numpy as np
    >>> guest_owned_licences(month=np.arange(3.0), initially_owned_guest_licences=8.0,
    ...     owned_guest_until_month=1.0).tolist()
    [8.0, 8.0, 0.0]
    """
    return np.where(month <= owned_guest_until_month, initially_owned_guest_licences, 0)


@formula(label="cores whose guest licence is to be paid", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_paid_cores(*, guest_licensed_cores: Array, guest_owned_licences: Array) -> Array:
    """Core licences of the product that are not owned, in each month.

    >>> float(guest_paid_cores(guest_licensed_cores=40.0, guest_owned_licences=8.0))
    32.0
    """
    return np.maximum(guest_licensed_cores - guest_owned_licences, 0)


@formula(label="cores with the guest licence at a site at the purchase", source="HOSTWISE", locator="cost#licences")
def initial_guest_site_cores(*, guest_site_cores: Array) -> Array:
    """Core licences of the product that the first hosts of one site and their VMs need, before whole packs.

    >>> import numpy as np
    >>> float(initial_guest_site_cores(guest_site_cores=np.array([40.0, 48.0])))
    40.0
    """
    return at_start(guest_site_cores)


@formula(
    label="cores with the guest licence at the purchase",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    row=Row("Cost", 130, "count", "lower", shown="where any"),
)
def initial_guest_licensed_cores(
    *, initial_guest_site_cores: Array, equal_sites: Array, guest_pack_cores: Array
) -> Array:
    """Core licences of the product for the first hosts and their VMs, of all sites.

    >>> float(initial_guest_licensed_cores(initial_guest_site_cores=40.0, equal_sites=2.0,
    ...     guest_pack_cores=16.0))
    80.0
    """
    return guest_pack_cores * ceil_count(initial_guest_site_cores * equal_sites / guest_pack_cores)


@formula(label="assurance of the guest licence per year", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_assurance_cost_per_year(
    *,
    guest_paid_cores: Array,
    guest_assurance_rate: Array,
    guest_owned_licences: Array,
    owned_guest_assurance_rate: Array,
    guest_perpetual_price_per_core: Array,
) -> Array:
    """Yearly cost of assurance in each month, of licences bought and owned, at today's prices.

    >>> float(guest_assurance_cost_per_year(guest_paid_cores=32.0, guest_assurance_rate=0.25, guest_owned_licences=8.0,
    ...     owned_guest_assurance_rate=0.25, guest_perpetual_price_per_core=100.0))
    1000.0
    """
    assured = guest_paid_cores * guest_assurance_rate + guest_owned_licences * owned_guest_assurance_rate
    return np.where(assured == 0, 0, assured * guest_perpetual_price_per_core)


@formula(label="subscriptions of the guest licence per year", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_subscription_cost_per_year(
    *, guest_paid_cores: Array, guest_licence_price_per_core: Array, guest_assurance_cost_per_year: Array
) -> Array:
    """Yearly cost of the product in each month, at today's prices, with assurance."""
    by_core = np.where(guest_paid_cores == 0, 0, guest_paid_cores * guest_licence_price_per_core)
    return by_core + guest_assurance_cost_per_year


@formula(
    label="first subscriptions of the guest licence per year", source="HOSTWISE", locator="cost#licences-of-guests"
)
def initial_guest_subscription_cost_per_year(
    *,
    initial_guest_licensed_cores: Array,
    initially_owned_guest_licences: Array,
    guest_licence_price_per_core: Array,
    guest_assurance_rate: Array,
    owned_guest_assurance_rate: Array,
    guest_perpetual_price_per_core: Array,
) -> Array:
    """Yearly cost of the product for the first hosts and their VMs, at today's prices.

    >>> float(initial_guest_subscription_cost_per_year(initial_guest_licensed_cores=64.0, guest_assurance_rate=0.25,
    ...     initially_owned_guest_licences=16.0, guest_licence_price_per_core=0.0, owned_guest_assurance_rate=0.0,
    ...     guest_perpetual_price_per_core=100.0))
    1200.0
    """
    owned = initially_owned_guest_licences
    cores = np.maximum(initial_guest_licensed_cores - owned, 0)
    assured = cores * guest_assurance_rate + owned * owned_guest_assurance_rate
    by_core = np.where(cores == 0, 0, cores * guest_licence_price_per_core)
    return by_core + np.where(assured == 0, 0, assured * guest_perpetual_price_per_core)


@formula(
    label="months left of the billing period of the guest licence",
    source="HOSTWISE",
    locator="cost#licences",
    low=1.0,
)
def guest_billed_months(*, month: Array, guest_billing_months: Array, owned_guest_until_month: Array) -> Array:
    """Months paid for a licence of the product that begins in a month: to the end of the billing period."""
    elapsed = month - 1 - owned_guest_until_month
    full_periods: Array = np.floor(elapsed / guest_billing_months)
    return guest_billing_months * (1 + full_periods) - elapsed


@formula(
    label="years whose price changes count, for the guest licence", source="HOSTWISE", locator="cost#price-changes"
)
def guest_held_contract_years(*, month: Array, guest_price_hold_years: Array, owned_guest_until_month: Array) -> Array:
    """Full years that have passed at the beginning of the time for which the price of each month is held.

    >>> import numpy as np
    >>> guest_held_contract_years(month=np.array([0.0, 36.0, 37.0]), guest_price_hold_years=3.0,
    ...     owned_guest_until_month=0.0).tolist()
    [0.0, 0.0, 3.0]
    """
    held = guest_price_hold_years * MONTHS_PER_YEAR
    full: Array = np.floor((np.maximum(month, 1) - 1 - owned_guest_until_month) / held)
    begun = owned_guest_until_month + held * full
    years: Array = np.floor(begun / MONTHS_PER_YEAR)
    return np.where(np.maximum(month, 1) <= owned_guest_until_month, 0, years)


@formula(label="price of the guest licence by month", source="HOSTWISE", locator="cost#price-changes")
def guest_price_factor(
    *, guest_held_contract_years: Array, given_guest_price_change_rate: Array, licence_price_change_rate: Array
) -> Array:
    """Price of the product in each month, relative to today; a step wherever its hold ends."""
    rate = first_known(given_guest_price_change_rate, licence_price_change_rate)
    return (1 + rate) ** guest_held_contract_years + 0 * guest_held_contract_years


@formula(
    label="subscriptions of the guest licence in month",
    source="HOSTWISE",
    locator="cost#licences-of-guests",
    validity="licences added within a billing period end with it",
)
def guest_subscription_cost_per_month(
    *,
    month: Array,
    guest_billed_months: Array,
    guest_billing_months: Array,
    guest_subscription_cost_per_year: Array,
    guest_price_factor: Array,
) -> Array:
    """Subscriptions of the product paid in each month: all at the beginning of a period, additions within it."""
    begins = np.maximum(np.where(guest_billed_months == guest_billing_months, 1, 0), np.where(month == 1, 1, 0))
    billed = np.where(begins == 1, guest_subscription_cost_per_year, added(guest_subscription_cost_per_year))
    return np.where(month == 0, 0, billed * guest_billed_months / MONTHS_PER_YEAR * guest_price_factor)


@formula(label="guest licence paid once", source="HOSTWISE", locator="cost#licences-of-guests")
def guest_perpetual_cost_per_month(
    *, guest_paid_cores: Array, guest_perpetual_price_per_core: Array, guest_price_factor: Array
) -> Array:
    """Perpetual licences of the product, paid in the month that needs them."""
    bought = added(running_largest(guest_paid_cores)) * guest_perpetual_price_per_core * guest_price_factor
    none = np.fmin(guest_paid_cores, guest_perpetual_price_per_core) == 0
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


def _for(product: str, called: str, function: Function) -> Function:
    """The same formula for another product, with the names of its quantities changed."""
    names = {each.replace(_GUEST, product): each for each in inspect.signature(function).parameters}

    def computed(**given: Array) -> Array:
        return function(**{name: given[renamed] for renamed, name in names.items()})

    said: Declaration = function.__formula__  # type: ignore[attr-defined]
    row = said.row and replace(said.row, order=said.row.order + _ROWS * (1 + [*_OTHERS].index(product)))
    made: Any = computed
    made.__name__ = made.__qualname__ = function.__name__.replace(_GUEST, product)
    made.__module__, made.__written__ = __name__, function
    made.__doc__ = (inspect.getdoc(function) or "").split("\n\n")[0]
    made.__signature__ = Signature([Parameter(each, Parameter.KEYWORD_ONLY, annotation=Array) for each in names])
    made.__formula__ = replace(said, label=said.label.replace("guest licence", called), row=row)
    return computed


_ROWS = 5
"""Places in the order of rows that each product has."""

globals().update({
    found.__name__.replace(_GUEST, product): _for(product, called, found)
    for found in list(globals().values())
    if hasattr(found, "__formula__") and _GUEST in found.__name__
    for product, called in _OTHERS.items()
})  # fmt: skip

OF_PRODUCTS = {
    product: frozenset(
        name
        for found in list(globals().values())
        if hasattr(found, "__formula__") and _GUEST in getattr(found, "__written__", found).__name__
        for name in (found.__name__, *inspect.signature(found).parameters)
        if re.search(rf"(?<!second_){product}_", name)
    )
    for product in (_GUEST, *_OTHERS)
}
"""What only one product in the VMs has: its formulas, and what they take, by the beginning of their names."""
