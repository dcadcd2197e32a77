"""Software licences: licences needed in each month, and the dates of their payment [facts 9]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TIB, MONTHS_PER_YEAR
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import (
    added,
    at_start,
    ceil_count,
    first_known,
    largest_of_term,
    needed,
    running_largest,
)
from hostwise.engine.purposes import CostPart, Row
from hostwise.engine.quantities import Array


@formula(label="licensed cores per host", source="kb-313548", locator="KB 313548: at least 16 cores for each CPU")
def licensed_cores_per_host(
    *,
    sockets: Array,
    cores_per_socket: Array,
    licence_minimum_cores_per_socket: Array,
    licence_minimum_cores_per_host: Array,
    licence_pack_cores: Array,
) -> Array:
    """Cores of one host that need a licence: its own, with the floors of processor and server, in whole packs.

    A pack is for one server: what one does not need of it, no other may use.

    >>> floors = {"licence_minimum_cores_per_socket": 8.0, "licence_minimum_cores_per_host": 16.0}
    >>> [float(licensed_cores_per_host(sockets=sockets, cores_per_socket=cores, licence_pack_cores=2.0, **floors))
    ...     for sockets, cores in ((2.0, 10.0), (2.0, 12.0), (1.0, 24.0), (1.0, 9.0))]
    [20.0, 24.0, 24.0, 16.0]
    """
    counted = sockets * np.maximum(cores_per_socket, licence_minimum_cores_per_socket)
    return licence_pack_cores * ceil_count(np.maximum(counted, licence_minimum_cores_per_host) / licence_pack_cores)


@formula(label="hosts that run while others are down", source="HOSTWISE", locator="cost#licences", low=1.0)
def surviving_hosts(*, present_hosts: Array, sites: Array, parts: Array, spare_hosts: Array) -> Array:
    """Hosts that run all VMs, or a site's share of them, in the failure that each layout is built for, by month.

    One site: all but the spare hosts of each cluster. Two sites: those of one site but its spares, since the other site
    may be down. Of two nodes that is one.

    >>> import numpy as np
    >>> [surviving_hosts(present_hosts=np.array([hosts]), sites=sites, parts=parts, spare_hosts=spares).tolist()
    ...     for hosts, sites, parts, spares in ((50.0, 2.0, 2.0, 1.0), (2.0, 2.0, 2.0, 0.0), (40.0, 1.0, 2.0, 1.0))]
    [[24.0], [1.0], [38.0]]
    """
    return np.maximum((present_hosts - parts * spare_hosts) / sites, 1)


@formula(
    label="times a host is licensed",
    source="microsoft-ws2022-pricing",
    locator="Standard edition: licensing all cores covers a number of VMs; license again for the same number more",
    validity="VMs spread evenly over the hosts that run while others are down; only VMs of this product",
    low=1.0,
)
def licence_stack_factor(
    *, demanded_vms: Array, site_share: Array, surviving_hosts: Array, licensed_vms_per_host: Array
) -> Array:
    """How many times all cores of a host are licensed to cover the VMs that it may run, in each month.

    The VMs are spread evenly over the hosts that run in the failure that the layout is built for: a site that is left
    alone runs its share of all VMs. Only VMs of this product are counted.

    >>> import numpy as np
    >>> three = {"surviving_hosts": np.array([3.0]), "site_share": 1.0, "demanded_vms": np.array([100.0])}
    >>> licence_stack_factor(**three, licensed_vms_per_host=2.0).tolist()
    [17.0]
    >>> licence_stack_factor(**three, licensed_vms_per_host=0.0).tolist()
    [1.0]
    """
    most = ceil_count(demanded_vms * site_share / surviving_hosts)
    return np.where(licensed_vms_per_host == 0, 1, np.maximum(ceil_count(needed(most, licensed_vms_per_host)), 1))


@formula(label="months before the current term", source="HOSTWISE", locator="cost#licences")
def licence_begun_months(*, month: Array, licence_term_years: Array, owned_licence_until_month: Array) -> Array:
    """Months that have passed at the beginning of each month's term; 0 while what is owned lasts.

    >>> import numpy as np
    >>> licence_begun_months(month=np.array([0.0, 1.0, 36.0, 37.0]), licence_term_years=3.0,
    ...     owned_licence_until_month=0.0).tolist()
    [0.0, 0.0, 0.0, 36.0]
    >>> licence_begun_months(month=np.array([1.0, 18.0, 19.0, 55.0]), licence_term_years=3.0,
    ...     owned_licence_until_month=18.0).tolist()
    [0.0, 0.0, 18.0, 54.0]
    """
    term_months = licence_term_years * MONTHS_PER_YEAR
    full_terms: Array = np.floor((np.maximum(month, 1) - 1 - owned_licence_until_month) / term_months)
    begun = owned_licence_until_month + term_months * full_terms
    return np.where(np.maximum(month, 1) <= owned_licence_until_month, 0, begun)


@formula(label="cores to license at a site", source="HOSTWISE", locator="cost#licences")
def site_licensed_cores(
    *,
    own_present_hosts: Array,
    licensed_cores_per_host: Array,
    present_other_licensed_cores: Array,
    licence_stack_factor: Array,
) -> Array:
    """Core licences that the hosts of one site need in each month, without the minimum of an order.

    >>> float(site_licensed_cores(own_present_hosts=2.0, licensed_cores_per_host=24.0, licence_stack_factor=1.0,
    ...     present_other_licensed_cores=16.0))
    64.0
    """
    return (own_present_hosts * licensed_cores_per_host + present_other_licensed_cores) * licence_stack_factor


@formula(
    label="licensed cores",
    source="HOSTWISE",
    locator="cost#licences",
    validity="the minimum holds for all cores together, not for what is ordered later; nothing is given back within a "
    "term, and licences paid once never",
)
def licensed_cores(
    *,
    site_licensed_cores: Array,
    open_sites: Array,
    licence_minimum_cores_per_order: Array,
    licence_begun_months: Array,
) -> Array:
    """Core licences for the hosts of each month, owned ones too: never fewer than before in the same term.

    Floors and packs are those of each host; the minimum of an order is for all of them, at all sites. At a renewal the
    cores of then are counted.

    >>> import numpy as np
    >>> hosts = {"site_licensed_cores": np.array([48.0, 48.0, 24.0, 24.0]), "open_sites": np.array([1.0]),
    ...     "licence_begun_months": np.array([0.0, 0.0, 0.0, 12.0])}
    >>> licensed_cores(**hosts, licence_minimum_cores_per_order=0.0).tolist()
    [48.0, 48.0, 48.0, 24.0]
    >>> licensed_cores(**hosts, licence_minimum_cores_per_order=72.0).tolist()
    [72.0, 72.0, 72.0, 72.0]
    """
    cores = np.maximum(site_licensed_cores * open_sites, licence_minimum_cores_per_order)
    return largest_of_term(np.where(open_sites == 0, 0, cores), licence_begun_months)


@formula(label="licences owned by month", source="HOSTWISE", locator="cost#licences")
def owned_licences(*, month: Array, initially_owned_licences: Array, owned_licence_until_month: Array) -> Array:
    """Licences of the hosts that are paid already, in each month.

    >>> import numpy as np
    >>> owned_licences(month=np.arange(3.0), initially_owned_licences=64.0, owned_licence_until_month=1.0).tolist()
    [64.0, 64.0, 0.0]
    """
    return np.where(month <= owned_licence_until_month, initially_owned_licences, 0)


@formula(label="cores to be paid", source="HOSTWISE", locator="cost#licences")
def paid_licensed_cores(*, licensed_cores: Array, owned_licences: Array) -> Array:
    """Core licences of each month that are not owned.

    >>> [float(paid_licensed_cores(licensed_cores=100.0, owned_licences=owned)) for owned in (64.0, 128.0)]
    [36.0, 0.0]
    """
    return np.maximum(licensed_cores - owned_licences, 0)


@formula(label="cores to license at a site at the purchase", source="HOSTWISE", locator="cost#licences")
def initial_site_licensed_cores(*, site_licensed_cores: Array) -> Array:
    """Core licences that the first hosts of one site need.

    >>> import numpy as np
    >>> float(initial_site_licensed_cores(site_licensed_cores=np.array([32.0, 48.0])))
    32.0
    """
    return at_start(site_licensed_cores)


@formula(label="claimed capacity of other models at the purchase", source="HOSTWISE", locator="cost#licences")
def initial_other_claimed_tib(*, present_other_claimed_tib: Array) -> Array:
    """Raw capacity of hosts of other models that the storage software claims at the purchase.

    >>> import numpy as np
    >>> float(initial_other_claimed_tib(present_other_claimed_tib=np.array([12.0, 0.0])))
    12.0
    """
    return at_start(present_other_claimed_tib)


@formula(label="licences by socket of other models at the purchase", source="HOSTWISE", locator="cost#licences")
def initial_other_licensed_sockets(*, present_other_licensed_sockets: Array) -> Array:
    """Licences by socket of hosts of other models at the purchase.

    >>> import numpy as np
    >>> float(initial_other_licensed_sockets(present_other_licensed_sockets=np.array([4.0, 0.0])))
    4.0
    """
    return at_start(present_other_licensed_sockets)


@formula(
    label="licensed cores at the purchase",
    source="HOSTWISE",
    locator="cost#licences",
    row=Row("Cost", 110, "count", "lower", only_with="licence_cost"),
)
def initial_licensed_cores(
    *, initial_site_licensed_cores: Array, equal_sites: Array, licence_minimum_cores_per_order: Array
) -> Array:
    """Core licences of the first hosts, owned ones too; of all sites, even if they open later.

    >>> float(initial_licensed_cores(initial_site_licensed_cores=32.0, equal_sites=180.0,
    ...     licence_minimum_cores_per_order=72.0))
    5760.0
    """
    return np.maximum(initial_site_licensed_cores * equal_sites, licence_minimum_cores_per_order)


@formula(
    label="raw capacity to license per host",
    source="kb-313548",
    locator="KB 313548: raw physical storage claimed, TiB",
    validity="drives that hold data; cache drives are not counted",
)
def claimed_tib_per_host(*, capacity_drives_per_host: Array, capacity_drive_gb: Array) -> Array:
    """Raw capacity of one host that the storage software claims.

    >>> round(float(claimed_tib_per_host(capacity_drives_per_host=4.0, capacity_drive_gb=7680.0)), 3)
    27.94
    """
    return np.where(capacity_drives_per_host == 0, 0, capacity_drives_per_host * capacity_drive_gb / GB_PER_TIB)


@formula(
    label="storage licences beyond the entitlement",
    source="kb-313548",
    locator="KB 313548: whole TiB claimed - TiB included with the cores; none below 0",
    validity="what the cores include is pooled over all hosts of the product; under the whole-capacity rule "
    "(KB 326663) all that is claimed is licensed once it exceeds what is included",
)
def addon_licences(
    *,
    storage_licence_flag: Array,
    fleet_own_hosts: Array,
    claimed_tib_per_host: Array,
    present_other_claimed_tib: Array,
    tib_per_licence: Array,
    licensed_cores: Array,
    entitlement_tib_per_core: Array,
    pooled_tib: Array,
    whole_capacity_flag: Array,
    licence_begun_months: Array,
) -> Array:
    """Storage licences in each month beyond the entitlement of the cores; 0 if storage is not licensed.

    Within a term they are never fewer than before.

    >>> import numpy as np
    >>> three = {"storage_licence_flag": 1.0, "licence_begun_months": np.array([0.0]),
    ... "fleet_own_hosts": np.array([3.0]), "licensed_cores": np.array([48.0]),
    ...     "pooled_tib": 0.0, "tib_per_licence": 1.0, "present_other_claimed_tib": np.array([0.0])}
    >>> addon_licences(**three, claimed_tib_per_host=3.84, entitlement_tib_per_core=1.0, whole_capacity_flag=0).tolist()
    [0.0]
    >>> addon_licences(**three, claimed_tib_per_host=5.1, entitlement_tib_per_core=0.25, whole_capacity_flag=0).tolist()
    [4.0]
    >>> addon_licences(**three, claimed_tib_per_host=5.1, entitlement_tib_per_core=0.25, whole_capacity_flag=1).tolist()
    [16.0]
    """
    claimed_tib = fleet_own_hosts * claimed_tib_per_host + present_other_claimed_tib
    included_tib = licensed_cores * entitlement_tib_per_core + pooled_tib
    beyond = _beyond_the_cores(claimed_tib, included_tib, tib_per_licence, whole_capacity_flag)
    return largest_of_term(np.where(storage_licence_flag == 0, 0, beyond), licence_begun_months)


def _beyond_the_cores(claimed_tib: Array, included_tib: Array, tib_per_licence: Array, whole: Array) -> Array:
    """Storage licences for what is claimed beyond what the cores include, or for all of it."""
    claimed = ceil_count(claimed_tib / tib_per_licence)
    beyond = ceil_count(np.maximum(claimed - included_tib / tib_per_licence, 0))
    return np.where((whole == 1) & (beyond > 0), claimed, beyond)


@formula(
    label="storage included and not used at the purchase",
    source="kb-313548",
    locator="KB 313548",
    row=Row("Cost", 125, "number", shown="where any"),
)
def initial_surplus_entitlement_tib(
    *,
    storage_licence_flag: Array,
    own_hosts: Array,
    claimed_tib_per_host: Array,
    initial_other_claimed_tib: Array,
    equal_sites: Array,
    initial_licensed_cores: Array,
    entitlement_tib_per_core: Array,
) -> Array:
    """Raw capacity included with the cores of the first hosts that they do not claim.

    >>> round(float(initial_surplus_entitlement_tib(storage_licence_flag=1.0, own_hosts=3.0,
    ...     claimed_tib_per_host=3.84, initial_other_claimed_tib=0.0, equal_sites=1.0,
    ...     initial_licensed_cores=48.0, entitlement_tib_per_core=1.0)), 2)
    36.48
    """
    of_site = own_hosts * claimed_tib_per_host + initial_other_claimed_tib
    left = initial_licensed_cores * entitlement_tib_per_core - of_site * equal_sites
    return np.where(storage_licence_flag == 0, 0, np.maximum(left, 0))


@formula(
    label="storage licences at the purchase",
    source="kb-313548",
    locator="KB 313548",
    row=Row("Cost", 120, "count", "lower", shown="where any"),
)
def initial_addon_licences(
    *,
    storage_licence_flag: Array,
    own_hosts: Array,
    claimed_tib_per_host: Array,
    initial_other_claimed_tib: Array,
    tib_per_licence: Array,
    equal_sites: Array,
    initial_licensed_cores: Array,
    entitlement_tib_per_core: Array,
    pooled_tib: Array,
    whole_capacity_flag: Array,
) -> Array:
    """Storage licences beyond the entitlement for the first hosts, of all sites.

    >>> float(initial_addon_licences(storage_licence_flag=1.0, own_hosts=3.0, equal_sites=1.0,
    ...     claimed_tib_per_host=5.1, initial_other_claimed_tib=0.0, tib_per_licence=1.0,
    ...     initial_licensed_cores=48.0, entitlement_tib_per_core=0.25, pooled_tib=0.0, whole_capacity_flag=0.0))
    4.0
    """
    of_site = own_hosts * claimed_tib_per_host + initial_other_claimed_tib
    included_tib = initial_licensed_cores * entitlement_tib_per_core + pooled_tib
    beyond = _beyond_the_cores(of_site * equal_sites, included_tib, tib_per_licence, whole_capacity_flag)
    return np.where(storage_licence_flag == 0, 0, beyond)


@formula(label="storage licences per year", source="HOSTWISE", locator="cost#licences")
def addon_cost_per_year(*, addon_licences: Array, addon_price_per_licence: Array) -> Array:
    """Yearly cost of the storage licences of each month; 0 if none is needed, even if the price is unknown."""
    none = np.fmin(addon_licences, addon_price_per_licence) == 0
    return np.where(none, 0, addon_licences * addon_price_per_licence)


@formula(
    label="licences by socket per host",
    source="redhat-subscription-guide",
    locator="one subscription for each pair of sockets and each 128 cores of a server; none spans servers",
    validity="by sockets, one licence for each",
)
def licensed_sockets_per_host(
    *, sockets: Array, cores_per_host: Array, licence_unit_sockets: Array, licence_unit_cores: Array
) -> Array:
    """Licences of one host where sockets, or pairs of sockets with so many cores at most, are licensed.

    >>> pairs = {"licence_unit_sockets": 2.0, "licence_unit_cores": 128.0}
    >>> [float(licensed_sockets_per_host(sockets=sockets, cores_per_host=cores, **pairs))
    ...     for sockets, cores in ((1.0, 64.0), (2.0, 128.0), (2.0, 192.0), (4.0, 128.0))]
    [1.0, 1.0, 2.0, 2.0]
    >>> float(licensed_sockets_per_host(sockets=2.0, cores_per_host=192.0, licence_unit_sockets=1.0,
    ...     licence_unit_cores=0.0))
    2.0
    """
    by_cores = np.where(licence_unit_cores == 0, 0, ceil_count(needed(cores_per_host, licence_unit_cores)))
    return np.maximum(ceil_count(sockets / licence_unit_sockets), by_cores)


@formula(label="licences by socket", source="HOSTWISE", locator="cost#licences")
def licensed_sockets(
    *,
    fleet_own_hosts: Array,
    licensed_sockets_per_host: Array,
    present_other_licensed_sockets: Array,
    licence_begun_months: Array,
) -> Array:
    """Licences by socket for the hosts of each month, owned ones too: never fewer than before in the same term.

    >>> import numpy as np
    >>> licensed_sockets(fleet_own_hosts=np.array([4.0, 3.0, 3.0]), licensed_sockets_per_host=2.0,
    ...     present_other_licensed_sockets=np.array([0.0]), licence_begun_months=np.array([0.0, 0.0, 1.0])).tolist()
    [8.0, 8.0, 6.0]
    """
    sockets = fleet_own_hosts * licensed_sockets_per_host + present_other_licensed_sockets
    return largest_of_term(sockets, licence_begun_months)


@formula(label="assurance of the hosts' licences per year", source="HOSTWISE", locator="cost#licences")
def assurance_cost_per_year(
    *,
    paid_licensed_cores: Array,
    licence_assurance_rate: Array,
    owned_licences: Array,
    owned_licence_assurance_rate: Array,
    perpetual_price_per_core: Array,
) -> Array:
    """Yearly cost of assurance in each month, of licences bought and owned, at today's prices.

    >>> float(assurance_cost_per_year(paid_licensed_cores=36.0, licence_assurance_rate=0.25, owned_licences=64.0,
    ...     owned_licence_assurance_rate=0.0, perpetual_price_per_core=100.0))
    900.0
    """
    assured = paid_licensed_cores * licence_assurance_rate + owned_licences * owned_licence_assurance_rate
    return np.where(assured == 0, 0, assured * perpetual_price_per_core)


@formula(label="subscriptions per year", source="HOSTWISE", locator="cost#licences")
def subscription_cost_per_year(
    *,
    paid_licensed_cores: Array,
    licence_price_per_core: Array,
    licensed_sockets: Array,
    owned_licences: Array,
    licence_price_per_socket: Array,
    addon_cost_per_year: Array,
    assurance_cost_per_year: Array,
) -> Array:
    """Yearly cost of the licences of each month at today's prices: by core, by socket, by storage, and assurance."""
    by_core = paid_licensed_cores * licence_price_per_core
    by_socket = np.maximum(licensed_sockets - owned_licences, 0) * licence_price_per_socket
    return by_core + by_socket + addon_cost_per_year + assurance_cost_per_year


@formula(label="subscriptions of the first hosts per year", source="HOSTWISE", locator="cost#licences")
def initial_subscription_cost_per_year(
    *,
    initial_licensed_cores: Array,
    initially_owned_licences: Array,
    licence_price_per_core: Array,
    licence_assurance_rate: Array,
    owned_licence_assurance_rate: Array,
    perpetual_price_per_core: Array,
    own_hosts: Array,
    licensed_sockets_per_host: Array,
    initial_other_licensed_sockets: Array,
    equal_sites: Array,
    licence_price_per_socket: Array,
    initial_addon_licences: Array,
    addon_price_per_licence: Array,
) -> Array:
    """Yearly subscriptions of the first hosts of all sites, at today's prices.

    >>> float(initial_subscription_cost_per_year(initial_licensed_cores=64.0, initially_owned_licences=16.0,
    ...     licence_price_per_core=100.0, licence_assurance_rate=0.0, owned_licence_assurance_rate=0.0,
    ...     perpetual_price_per_core=0.0, own_hosts=2.0, licensed_sockets_per_host=2.0,
    ...     initial_other_licensed_sockets=0.0, equal_sites=1.0, licence_price_per_socket=0.0,
    ...     initial_addon_licences=2.0, addon_price_per_licence=50.0))
    4900.0
    """
    owned = initially_owned_licences
    cores = np.maximum(initial_licensed_cores - owned, 0)
    of_site = own_hosts * licensed_sockets_per_host + initial_other_licensed_sockets
    by_socket = np.maximum(of_site * equal_sites - owned, 0) * licence_price_per_socket
    assured = cores * licence_assurance_rate + owned * owned_licence_assurance_rate
    assurance = np.where(assured == 0, 0, assured * perpetual_price_per_core)
    storage_is_free = np.fmin(initial_addon_licences, addon_price_per_licence) == 0
    storage = np.where(storage_is_free, 0, initial_addon_licences * addon_price_per_licence)
    return cores * licence_price_per_core + by_socket + storage + assurance


@formula(
    label="licences per year",
    source="HOSTWISE",
    locator="cost#running-cost",
    yearly_of="licences",
)
def licence_cost_per_year(
    *,
    initial_subscription_cost_per_year: Array,
    initial_guest_subscription_cost_per_year: Array,
    initial_database_subscription_cost_per_year: Array,
    initial_second_database_subscription_cost_per_year: Array,
) -> Array:
    """Yearly licences of the first hosts and their VMs, at today's prices, without perpetual licences."""
    databases = initial_database_subscription_cost_per_year + initial_second_database_subscription_cost_per_year
    return initial_subscription_cost_per_year + initial_guest_subscription_cost_per_year + databases


@formula(label="months left of the billing period", source="HOSTWISE", locator="cost#licences", low=1.0)
def billed_months(*, month: Array, licence_billing_months: Array, owned_licence_until_month: Array) -> Array:
    """Months paid for a licence that begins in a month: to the end of the billing period.

    The periods go by the terms: what is owned ends with one of them.

    >>> import numpy as np
    >>> year = {"month": np.arange(1.0, 15.0), "licence_billing_months": 12.0}
    >>> billed_months(**year, owned_licence_until_month=0.0).tolist()
    [12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 12.0, 11.0]
    >>> billed_months(**year, owned_licence_until_month=3.0).tolist()[:5]
    [3.0, 2.0, 1.0, 12.0, 11.0]
    """
    elapsed = month - 1 - owned_licence_until_month
    full_periods: Array = np.floor(elapsed / licence_billing_months)
    return licence_billing_months * (1 + full_periods) - elapsed


@formula(label="years whose price changes count", source="HOSTWISE", locator="cost#price-changes")
def held_contract_years(*, month: Array, licence_price_hold_years: Array, owned_licence_until_month: Array) -> Array:
    """Full years that have passed at the beginning of the time for which the price of each month is held.

    >>> import numpy as np
    >>> held_contract_years(month=np.array([0.0, 36.0, 37.0, 72.0, 73.0]), licence_price_hold_years=3.0,
    ...     owned_licence_until_month=0.0).tolist()
    [0.0, 0.0, 3.0, 3.0, 6.0]
    >>> held_contract_years(month=np.array([1.0, 18.0, 19.0, 31.0]), licence_price_hold_years=1.0,
    ...     owned_licence_until_month=18.0).tolist()
    [0.0, 0.0, 1.0, 2.0]
    """
    held = licence_price_hold_years * MONTHS_PER_YEAR
    full: Array = np.floor((np.maximum(month, 1) - 1 - owned_licence_until_month) / held)
    begun = owned_licence_until_month + held * full
    years: Array = np.floor(begun / MONTHS_PER_YEAR)
    return np.where(np.maximum(month, 1) <= owned_licence_until_month, 0, years)


@formula(
    label="price of the hosts' licences by month",
    source="HOSTWISE",
    locator="cost#price-changes",
    validity="what is renewed costs what its list price has become by then",
)
def held_licence_price_factor(
    *, held_contract_years: Array, given_licence_price_change_rate: Array, licence_price_change_rate: Array
) -> Array:
    """Price of the licences of the hosts in each month, relative to today; a step wherever its hold ends.

    >>> import numpy as np
    >>> held_licence_price_factor(held_contract_years=np.array([0.0, 2.0]), licence_price_change_rate=0.0,
    ...     given_licence_price_change_rate=np.float64(0.5)).tolist()
    [1.0, 2.25]
    """
    rate = first_known(given_licence_price_change_rate, licence_price_change_rate)
    # Without a rise, too, an unknown number of years is unknown.
    return (1 + rate) ** held_contract_years + 0 * held_contract_years


@formula(
    label="subscriptions paid in month",
    source="HOSTWISE",
    locator="cost#licences",
    validity="licences of hosts added within a billing period end with it",
)
def subscription_cost_per_month(
    *,
    month: Array,
    billed_months: Array,
    licence_billing_months: Array,
    subscription_cost_per_year: Array,
    held_licence_price_factor: Array,
) -> Array:
    """Subscriptions paid in each month: all at the beginning of a billing period, additions within it.

    Subscriptions are paid in advance for a billing period; cores added within it are paid to its end. The first period
    begins with the purchase.

    >>> import numpy as np
    >>> rate, months = np.array([120.0, 120.0, 120.0, 240.0]), np.arange(4.0)
    >>> left = billed_months(month=months, licence_billing_months=12.0, owned_licence_until_month=0.0)
    >>> subscription_cost_per_month(month=months, billed_months=left, licence_billing_months=12.0,
    ...     subscription_cost_per_year=rate, held_licence_price_factor=np.ones(4)).tolist()
    [0.0, 120.0, 0.0, 100.0]
    """
    begins = np.maximum(np.where(billed_months == licence_billing_months, 1, 0), np.where(month == 1, 1, 0))
    billed = np.where(begins == 1, subscription_cost_per_year, added(subscription_cost_per_year))
    return np.where(month == 0, 0, billed * billed_months / MONTHS_PER_YEAR * held_licence_price_factor)


@formula(label="licences paid once", source="HOSTWISE", locator="cost#licences")
def perpetual_cost_per_month(
    *, paid_licensed_cores: Array, perpetual_price_per_core: Array, held_licence_price_factor: Array
) -> Array:
    """Perpetual licences, paid in the month in which their hosts are bought.

    >>> import numpy as np
    >>> perpetual_cost_per_month(paid_licensed_cores=np.array([64.0, 64.0, 80.0]), perpetual_price_per_core=10.0,
    ...     held_licence_price_factor=np.ones(3)).tolist()
    [640.0, 0.0, 160.0]
    """
    bought = added(running_largest(paid_licensed_cores)) * perpetual_price_per_core * held_licence_price_factor
    return np.where(perpetual_price_per_core == 0, 0, bought)


@formula(
    label="licences in month",
    source="HOSTWISE",
    locator="cost#licences",
    cost_part=CostPart("licences", "Licences", order=90, paid="by month"),
)
def licence_cost_per_month(
    *,
    subscription_cost_per_month: Array,
    perpetual_cost_per_month: Array,
    guest_licence_cost_per_month: Array,
    database_licence_cost_per_month: Array,
    second_database_licence_cost_per_month: Array,
) -> Array:
    """Licences paid in each month: of the hosts, of guest systems and of databases."""
    of_hosts = subscription_cost_per_month + perpetual_cost_per_month
    of_databases = database_licence_cost_per_month + second_database_licence_cost_per_month
    return of_hosts + guest_licence_cost_per_month + of_databases
