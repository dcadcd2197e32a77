"""Equal sites: one is sized, and every sum counts those that are open [equal-sites]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import added, largest, total
from hostwise.engine.purposes import CostPart, Row
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity("equal_sites", "equal sites", "Sites that are alike, of which the plan describes one.", low=1.0),
    Quantity("first_site_month", "month of the first sites", "Month in which the first of the equal sites are bought."),
    Quantity("opened_sites_per_month", "sites of a month", "Equal sites that are bought in a month of the roll-out."),
    Quantity(
        "shared_spare_hosts", "spare hosts for all sites", "Hosts on a shelf for all equal sites, which carry nothing."
    ),
)


@formula(label="sites that are open", source="HOSTWISE", locator="equal-sites#roll-out")
def open_sites(*, month: Array, equal_sites: Array, first_site_month: Array, opened_sites_per_month: Array) -> Array:
    """Equal sites that are there in each month: some more in each month of the roll-out, until all are.

    >>> import numpy as np
    >>> open_sites(month=np.arange(5.0), equal_sites=25.0, first_site_month=1.0, opened_sites_per_month=10.0).tolist()
    [0.0, 10.0, 20.0, 25.0, 25.0]
    """
    begun = np.where(month < first_site_month, 0, month - first_site_month + 1)
    return np.minimum(equal_sites, begun * opened_sites_per_month)


@formula(label="sites opened in month", source="HOSTWISE", locator="equal-sites#roll-out")
def opened_sites(*, open_sites: Array) -> Array:
    """Equal sites whose hosts are bought in each month.

    >>> import numpy as np
    >>> opened_sites(open_sites=np.array([0.0, 10.0, 20.0, 25.0])).tolist()
    [0.0, 10.0, 10.0, 5.0]
    """
    return added(open_sites)


@formula(label="purchases of all sites", source="HOSTWISE", locator="equal-sites#roll-out")
def purchase_factor(*, opened_sites: Array, hardware_price_factor: Array) -> Array:
    """What the first hosts of all sites cost, over those of one site at today's price: each at the price of its month.

    >>> import numpy as np
    >>> float(purchase_factor(opened_sites=np.array([0.0, 10.0, 10.0]),
    ...     hardware_price_factor=np.array([1.0, 1.1, 1.2])))
    23.0
    """
    return total(opened_sites * hardware_price_factor)


@formula(label="part of the purchase in month", source="HOSTWISE", locator="equal-sites#roll-out", high=1.0)
def purchase_share(*, opened_sites: Array, hardware_price_factor: Array, purchase_factor: Array) -> Array:
    """Share of the purchase of all sites that is paid in each month.

    >>> import numpy as np
    >>> purchase_share(opened_sites=np.array([0.0, 5.0, 5.0]), hardware_price_factor=np.ones(3),
    ...     purchase_factor=10.0).tolist()
    [0.0, 0.5, 0.5]
    """
    # Some sites are bought by the horizon; without any there would be nothing to share.
    return opened_sites * hardware_price_factor / np.where(purchase_factor == 0, 1, purchase_factor)


@formula(label="own hosts of all sites by month", source="HOSTWISE", locator="equal-sites#sums")
def fleet_own_hosts(*, own_present_hosts: Array, open_sites: Array) -> Array:
    """Hosts of the own model at all sites that are open, in each month.

    >>> float(fleet_own_hosts(own_present_hosts=2.0, open_sites=180.0))
    360.0
    """
    return own_present_hosts * open_sites


@formula(label="hosts of all sites by month", source="HOSTWISE", locator="equal-sites#sums")
def fleet_hosts(*, present_hosts: Array, open_sites: Array) -> Array:
    """Hosts at all sites that are open, in each month.

    >>> float(fleet_hosts(present_hosts=2.0, open_sites=180.0))
    360.0
    """
    return present_hosts * open_sites


@formula(label="VMs of all sites by month", source="HOSTWISE", locator="equal-sites#sums")
def fleet_vms(*, demanded_vms: Array, open_sites: Array) -> Array:
    """VMs at all sites that are open, in each month.

    >>> float(fleet_vms(demanded_vms=6.0, open_sites=180.0))
    1080.0
    """
    return demanded_vms * open_sites


@formula(
    label="hosts of all sites",
    source="HOSTWISE",
    locator="equal-sites#sums",
    row=Row("Hosts", 13, "count", "lower", shown="where evaluated", only_with="several_sites_flag"),
)
def all_hosts(*, hosts: Array, equal_sites: Array, shared_spare_hosts: Array) -> Array:
    """First hosts of all equal sites, and the spares on the shelf.

    >>> float(all_hosts(hosts=2.0, equal_sites=180.0, shared_spare_hosts=4.0))
    364.0
    """
    return hosts * equal_sites + shared_spare_hosts


@formula(
    label="cost of a site",
    source="HOSTWISE",
    locator="equal-sites#sums",
    low=-np.inf,
    row=Row("Cost", 15, "money", "lower", shown="where evaluated", only_with="several_sites_flag"),
)
def tco_per_site(*, cluster_tco: Array, equal_sites: Array) -> Array:
    """Total cost of ownership of all equal sites, divided by their number.

    >>> float(tco_per_site(cluster_tco=9e6, equal_sites=180.0))
    50000.0
    """
    return cluster_tco / equal_sites


@formula(
    label="energy of all sites per year",
    source="HOSTWISE",
    locator="equal-sites#sums",
    row=Row("Power and space", 15, "number", "lower", shown="where evaluated", only_with="several_sites_flag"),
)
def all_energy_kwh_per_year(*, energy_kwh_per_year: Array, equal_sites: Array) -> Array:
    """Energy in a year of the first hosts of all equal sites.

    >>> float(all_energy_kwh_per_year(energy_kwh_per_year=5_000.0, equal_sites=180.0))
    900000.0
    """
    return energy_kwh_per_year * equal_sites


@formula(label="whether there are equal sites", source="HOSTWISE", locator="equal-sites#sums", high=1.0)
def several_sites_flag(*, equal_sites: Array) -> Array:
    """Whether the plan describes one of several sites.

    >>> [float(several_sites_flag(equal_sites=sites)) for sites in (1.0, 180.0)]
    [0.0, 1.0]
    """
    return np.where(equal_sites > 1, 1, 0)


@formula(label="own hosts of all sites at the horizon", source="HOSTWISE", locator="equal-sites#sums")
def final_fleet_hosts(*, fleet_own_hosts: Array) -> Array:
    """Hosts of the own model at all sites at the horizon.

    >>> import numpy as np
    >>> float(final_fleet_hosts(fleet_own_hosts=np.array([0.0, 300.0, 360.0])))
    360.0
    """
    return largest(fleet_own_hosts)


@formula(
    label="spare hosts for all sites in month",
    source="HOSTWISE",
    locator="equal-sites#shared-spares",
    validity="on a shelf: without power, licences and support",
    cost_part=CostPart("shared_spares", "Spare hosts for all sites", order=68, paid="for growth"),
)
def shared_spares_cost_per_month(
    *,
    month: Array,
    first_site_month: Array,
    shared_spare_hosts: Array,
    server_price_per_host: Array,
    memory_price_per_host: Array,
    drives_price_per_host: Array,
    chassis_price: Array,
    sockets: Array,
    cpu_price: Array,
    later_price_per_host: Array,
    hardware_price_factor: Array,
) -> Array:
    """Purchase of the spare hosts on the shelf, in the month of the first sites and at the price of their hosts.

    Where the servers of these are paid already, a spare costs what another host does.

    >>> import numpy as np
    >>> prices = {"memory_price_per_host": 2_000.0, "drives_price_per_host": 1_000.0, "later_price_per_host": 20_000.0}
    >>> [shared_spares_cost_per_month(month=np.arange(3.0), first_site_month=1.0, shared_spare_hosts=4.0, **prices,
    ...     chassis_price=chassis, sockets=1.0, cpu_price=0.0, server_price_per_host=chassis,
    ...     hardware_price_factor=np.ones(3)).tolist() for chassis in (9_000.0, 0.0)]
    [[0.0, 48000.0, 0.0], [0.0, 80000.0, 0.0]]
    """
    bought = np.where(month == first_site_month, shared_spare_hosts, 0)
    first = server_price_per_host + memory_price_per_host + drives_price_per_host
    price = np.where(chassis_price + sockets * cpu_price == 0, later_price_per_host, first)
    return np.where(bought == 0, 0, bought * price * hardware_price_factor)
