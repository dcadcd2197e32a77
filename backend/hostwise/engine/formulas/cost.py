"""Cost: purchase, running cost at today's prices, outages, cost of one VM [model 7].

Cost over time is in `cash_flow`, licences in `licences`, money of different dates in `finance`. `write_tier_capex` and
`capacity_capex` are of one role alone: each is a part of the cost, and a part is a quantity.
"""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR, W_PER_KW
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, for_roles, of_role, total_of_roles
from hostwise.engine.purposes import CostPart, Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role

# -------------------------------------------------------------------------------------------------------- purchase


@formula(label="price of a server", source="HOSTWISE", locator="cost#purchase")
def server_price_per_host(*, chassis_price: Array, sockets: Array, cpu_price: Array, nic_price: Array) -> Array:
    """Price of chassis, processors and network cards of one host.

    >>> server_price_per_host(chassis_price=3000.0, sockets=2.0, cpu_price=4000.0, nic_price=500.0)
    11500.0
    """
    return chassis_price + sockets * cpu_price + nic_price


@formula(
    label="servers",
    source="HOSTWISE",
    locator="cost#purchase",
    cost_part=CostPart("servers", "Servers", order=10, paid="with each host"),
)
def server_capex(
    *,
    own_hosts: Array,
    purchase_factor: Array,
    chassis_price: Array,
    sockets: Array,
    cpu_price: Array,
    nic_price: Array,
) -> Array:
    """Purchase of chassis, processors and network cards."""
    return own_hosts * purchase_factor * (chassis_price + sockets * cpu_price + nic_price)


@formula(label="price of memory per host", source="HOSTWISE", locator="cost#purchase")
def memory_price_per_host(*, given_memory_price_per_host: Array, dram_gib: Array, memory_price_per_gib: Array) -> Array:
    """Price of all memory of one host: as given, otherwise DRAM at its price per GiB."""
    return first_known(given_memory_price_per_host, dram_gib * memory_price_per_gib)


@formula(
    label="memory",
    source="HOSTWISE",
    locator="cost#purchase",
    cost_part=CostPart("memory", "Memory", order=20, paid="with each host"),
)
def memory_capex(*, own_hosts: Array, purchase_factor: Array, memory_price_per_host: Array) -> Array:
    """Purchase of memory."""
    return own_hosts * purchase_factor * memory_price_per_host


@formula(label="drives, by role", source="HOSTWISE", locator="cost#purchase")
def role_capex(*, own_hosts: Array, purchase_factor: Array, drives_per_host: Array, drive_price: Array) -> Array:
    """Purchase of the drives."""
    return own_hosts * purchase_factor * drives_per_host * drive_price


@formula(label="price of the drives of a host, by role", source="HOSTWISE", locator="cost#purchase")
def role_price_per_host(*, drives_per_host: Array, drive_price: Array) -> Array:
    """Price of the drives of one host.

    >>> role_price_per_host(drives_per_host=4.0, drive_price=900.0)
    3600.0
    """
    return drives_per_host * drive_price


@formula(label="price of the drives of a host", source="HOSTWISE", locator="cost#purchase")
def drives_price_per_host(*, role_price_per_host: Array) -> Array:
    """Price of all drives of one host, whatever they are for."""
    return total_of_roles(role_price_per_host)


@formula(
    label="cache-tier drives",
    source="HOSTWISE",
    locator="cost#purchase",
    cost_part=CostPart("write_tier", "Cache drives", order=30, paid="with each host"),
)
def write_tier_capex(*, role_capex: Array) -> Array:
    """Purchase of the drives of the write tier; none in single-tier storage."""
    return of_role(role_capex, Role.WRITE_TIER)


@formula(
    label="capacity drives",
    source="HOSTWISE",
    locator="cost#purchase",
    cost_part=CostPart("capacity", "Capacity drives", order=40, paid="with each host"),
)
def capacity_capex(*, role_capex: Array) -> Array:
    """Purchase of the capacity drives; in single-tier storage of all drives that hold data."""
    return of_role(role_capex, Role.CAPACITY)


@formula(
    label="drives for memory and read cache",
    source="HOSTWISE",
    locator="cost#purchase",
    cost_part=CostPart("further_drives", "Drives for memory and read cache", order=50, paid="with each host"),
)
def further_drives_capex(*, role_capex: Array) -> Array:
    """Purchase of the drives that hold no VM data: second memory tier, swap and read cache."""
    return total_of_roles(for_roles({Role.WRITE_TIER: 0, Role.CAPACITY: 0}, otherwise=role_capex))


@formula(
    label="purchase of hosts",
    source="HOSTWISE",
    locator="cost#purchase",
    collects="parts bought with each host",
)
def hosts_capex(*parts: Array) -> Array:
    """Purchase of the first hosts.

    >>> hosts_capex(80_000.0, 24_000.0, 6_000.0)
    110000.0
    """
    return reduce(add, parts)


@formula(
    label="array",
    source="HOSTWISE",
    locator="cost#purchase",
    validity="bought once for the cluster: it does not grow with hosts bought later",
    cost_part=CostPart("array", "Array", order=60, paid="with the cluster"),
)
def array_capex(*, array_price: Array, purchase_factor: Array) -> Array:
    """Purchase of the external array, one at each site; 0 if the data lies in the hosts."""
    return array_price * purchase_factor


@formula(
    label="reused memory",
    source="HOSTWISE",
    locator="cost#reused-parts",
    validity="modules of the size that the plan asks for, in the first hosts",
)
def reused_memory_capex(
    *,
    reused_memory_modules: Array,
    own_hosts: Array,
    purchase_factor: Array,
    modules_per_host: Array,
    memory_price_per_host: Array,
) -> Array:
    """Price of the memory modules that need not be bought, since they are there: those of the first hosts at most.

    >>> import numpy as np
    >>> four = {"own_hosts": 4.0, "modules_per_host": 16.0, "memory_price_per_host": 8000.0, "purchase_factor": 1.0}
    >>> [float(reused_memory_capex(**four, reused_memory_modules=np.float64(each))) for each in (0.0, 48.0, 96.0)]
    [0.0, 24000.0, 32000.0]
    """
    hosts = np.minimum(reused_memory_modules / modules_per_host, own_hosts)
    return np.where(reused_memory_modules == 0, 0, hosts * purchase_factor * memory_price_per_host)


@formula(
    label="reused drives, by role",
    source="HOSTWISE",
    locator="cost#reused-parts",
    validity="in the first hosts; their life is counted as that of new drives",
)
def role_reused_capex(
    *, reused_drives: Array, own_hosts: Array, purchase_factor: Array, drives_per_host: Array, drive_price: Array
) -> Array:
    """Price of the drives that need not be bought, since they are there: those of the first hosts at most.

    >>> import numpy as np
    >>> four = {"own_hosts": 4.0, "drives_per_host": 6.0, "drive_price": 500.0, "purchase_factor": 1.0}
    >>> [float(role_reused_capex(**four, reused_drives=np.float64(each))) for each in (0.0, 10.0, 30.0)]
    [0.0, 5000.0, 12000.0]
    """
    drives = np.minimum(reused_drives, own_hosts * drives_per_host)
    return np.where(reused_drives == 0, 0, drives * purchase_factor * drive_price)


@formula(label="reused drives", source="HOSTWISE", locator="cost#reused-parts")
def reused_drives_capex(*, role_reused_capex: Array) -> Array:
    """Price of the drives of all roles that need not be bought."""
    return total_of_roles(role_reused_capex)


@formula(
    label="reused parts",
    source="HOSTWISE",
    locator="cost#reused-parts",
    low=-np.inf,
    cost_part=CostPart("reused", "Reused parts", order=67, paid="with the cluster"),
)
def reused_capex(*, reused_memory_capex: Array, reused_drives_capex: Array) -> Array:
    """What reused memory and drives take off the purchase.

    >>> reused_capex(reused_memory_capex=24_000.0, reused_drives_capex=5_000.0)
    -29000.0
    """
    return 0 - reused_memory_capex - reused_drives_capex


@formula(
    label="hardware purchase",
    source="HOSTWISE",
    locator="cost#purchase",
    collects="parts bought with the cluster",
    row=Row("Cost", 40, "money", "lower", headline=True),
)
def purchase_capex(*parts: Array, hosts_capex: Array) -> Array:
    """Purchase of the whole cluster: hosts, and the external array if there is one."""
    return reduce(add, parts, hosts_capex)


@formula(
    label="hardware purchase per host",
    source="INTEL21",
    locator="Light sizing: Optane raises a host by 4.5 %",
    row=Row("Cost", 50, "money", shown="where evaluated", with_hosts="may do either"),
)
def purchase_capex_per_host(
    *,
    hosts_capex: Array,
    own_hosts: Array,
    purchase_factor: Array,
    server_price_per_host: Array,
    memory_price_per_host: Array,
    drives_price_per_host: Array,
) -> Array:
    """Purchase price of one host of the own model; where none is bought at first, that of one bought later.

    >>> import numpy as np
    >>> [float(purchase_capex_per_host(hosts_capex=np.float64(paid), own_hosts=np.float64(own),
    ...     purchase_factor=1.0, server_price_per_host=9000.0, memory_price_per_host=4000.0,
    ...     drives_price_per_host=2000.0))
    ...     for paid, own in ((60_000.0, 4.0), (0.0, 0.0))]
    [15000.0, 15000.0]
    """
    first = server_price_per_host + memory_price_per_host + drives_price_per_host
    of_site = hosts_capex / np.where(purchase_factor == 0, 1, purchase_factor)
    return np.where(own_hosts == 0, first, of_site / np.where(own_hosts == 0, 1, own_hosts))


# ------------------------------------------------------------------------------------ running cost at today's prices


@formula(label="hardware under support", source="HOSTWISE", locator="cost#support")
def supported_capex(*, server_capex: Array, array_capex: Array) -> Array:
    """Purchase of what a share for support is counted on: servers and array, no memory and no drives.

    Memory and drives carry their maker's warranty, and their prices move by factors that no support contract follows.

    >>> supported_capex(server_capex=36000.0, array_capex=0.0)
    36000.0
    """
    return server_capex + array_capex


@formula(
    label="support per year",
    source="HOSTWISE",
    locator="cost#running-cost",
    yearly_of="support",
)
def support_cost_per_year(
    *,
    own_hosts: Array,
    equal_sites: Array,
    support_price_per_host: Array,
    supported_capex: Array,
    initial_other_supported_price: Array,
    support_rate: Array,
    initial_other_maintenance_price: Array,
) -> Array:
    """Support of the first servers: an amount for each, or a share of what servers and array cost."""
    supported = supported_capex + initial_other_supported_price
    by_share = np.where(support_rate == 0, 0, supported * support_rate)
    return (
        own_hosts * equal_sites * support_price_per_host + by_share + initial_other_maintenance_price * MONTHS_PER_YEAR
    )


@formula(
    label="energy per year, cost",
    source="HOSTWISE",
    locator="cost#running-cost",
    yearly_of="energy",
)
def energy_cost_per_year(*, all_energy_kwh_per_year: Array, electricity_price_per_kwh: Array) -> Array:
    """Cost of the energy of all sites."""
    return all_energy_kwh_per_year * electricity_price_per_kwh


@formula(label="rack space per year", source="HOSTWISE", locator="cost#running-cost")
def rack_unit_cost_per_year(*, rack_units: Array, rack_unit_price_per_month: Array) -> Array:
    """Cost of the rack units of hosts and array, if space is paid by rack unit."""
    paid = rack_units * rack_unit_price_per_month * MONTHS_PER_YEAR
    return np.where(rack_unit_price_per_month == 0, 0, paid)


@formula(
    label="colocation per year",
    source="cbre-colocation",
    locator="price per kW and month",
    validity="by the power at full load; metered energy is paid on top, as in most contracts",
)
def colocation_cost_per_year(*, peak_kw: Array, colocation_price_per_kw_month: Array) -> Array:
    """Cost of space, if it is paid by the power of hosts and array.

    Space is paid by the kW or by rack unit, never both.

    >>> round(float(colocation_cost_per_year(peak_kw=10.0, colocation_price_per_kw_month=184.06)), 2)
    22087.2
    """
    paid = peak_kw * colocation_price_per_kw_month * MONTHS_PER_YEAR
    return np.where(colocation_price_per_kw_month == 0, 0, paid)


@formula(label="space of one host per year", source="HOSTWISE", locator="cost#running-cost")
def rack_cost_per_host_year(
    *,
    rack_units_per_host: Array,
    rack_unit_price_per_month: Array,
    host_peak_w: Array,
    colocation_price_per_kw_month: Array,
) -> Array:
    """Cost of the space of one host: by rack unit, or by its power at full load.

    >>> import numpy as np
    >>> float(rack_cost_per_host_year(rack_units_per_host=2.0, rack_unit_price_per_month=np.float64(25.0),
    ...     host_peak_w=800.0, colocation_price_per_kw_month=np.float64(0.0)))
    600.0
    """
    by_units = rack_units_per_host * rack_unit_price_per_month * MONTHS_PER_YEAR
    by_kw = host_peak_w / W_PER_KW * colocation_price_per_kw_month * MONTHS_PER_YEAR
    return np.where(rack_unit_price_per_month == 0, 0, by_units) + np.where(
        colocation_price_per_kw_month == 0, 0, by_kw
    )


@formula(
    label="space per year",
    source="HOSTWISE",
    locator="cost#running-cost",
    yearly_of="rack",
)
def rack_cost_per_year(*, rack_unit_cost_per_year: Array, colocation_cost_per_year: Array, equal_sites: Array) -> Array:
    """Cost of the space of hosts and array, at all sites."""
    return (rack_unit_cost_per_year + colocation_cost_per_year) * equal_sites


@formula(label="rack space of the array per year", source="HOSTWISE", locator="cost#running-cost")
def array_rack_unit_cost_per_year(*, array_rack_units: Array, rack_unit_price_per_month: Array) -> Array:
    """The array's part of the cost of rack units, which does not change when hosts are bought.

    >>> float(array_rack_unit_cost_per_year(array_rack_units=4.0, rack_unit_price_per_month=30.0))
    1440.0
    """
    paid = array_rack_units * rack_unit_price_per_month * MONTHS_PER_YEAR
    return np.where(rack_unit_price_per_month == 0, 0, paid)


@formula(label="colocation of the array per year", source="cbre-colocation", locator="price per kW and month")
def array_colocation_cost_per_year(*, array_w: Array, colocation_price_per_kw_month: Array) -> Array:
    """The array's part of the cost of colocation, which does not change when hosts are bought."""
    paid = array_w / W_PER_KW * colocation_price_per_kw_month * MONTHS_PER_YEAR
    return np.where(colocation_price_per_kw_month == 0, 0, paid)


@formula(label="space of the array per year", source="HOSTWISE", locator="cost#running-cost")
def array_rack_cost_per_year(*, array_rack_unit_cost_per_year: Array, array_colocation_cost_per_year: Array) -> Array:
    """The array's part of the cost of space."""
    return array_rack_unit_cost_per_year + array_colocation_cost_per_year


@formula(
    label="administration per year",
    source="HOSTWISE",
    locator="cost#running-cost",
    yearly_of="administration",
)
def administration_cost_per_year(
    *,
    hosts: Array,
    equal_sites: Array,
    administration_hours_per_host_year: Array,
    administration_price_per_hour: Array,
) -> Array:
    """Cost of administration.

    >>> administration_cost_per_year(hosts=4.0, equal_sites=1.0, administration_hours_per_host_year=20.0,
    ...     administration_price_per_hour=60.0)
    4800.0
    """
    return hosts * equal_sites * administration_hours_per_host_year * administration_price_per_hour


@formula(
    label="running cost per year",
    source="HOSTWISE",
    locator="cost#running-cost",
    low=-np.inf,
    collects="running costs",
    row=Row("Cost", 70, "money", "lower", headline=True),
)
def running_cost_per_year(*parts: Array) -> Array:
    """Yearly cost of the first hosts at today's prices, without replacements and outages.

    >>> running_cost_per_year(9_000.0, 22_400.0, 5_100.0)
    36500.0
    """
    return reduce(add, parts)


# --------------------------------------------------------------------------------------------------------- outages


@formula(
    label="disk groups lost in month",
    source="yellow-bricks-buffer-2016",
    locator="the loss of a cache drive takes its disk group offline",
    validity="disk groups with a cache drive; worn drives are evacuated before they are replaced and not counted",
)
def lost_groups(*, failed_drives: Array, disk_groups: Array, write_tier_drives_per_host: Array) -> Array:
    """Expected disk groups taken down by failing cache drives in each month.

    Worn drives are evacuated before they are replaced, so that only random failures take a disk group down.
    """
    return np.where(disk_groups == 0, 0, failed_drives * disk_groups / write_tier_drives_per_host)


@formula(
    label="outages in month",
    source="HOSTWISE",
    locator="cost#replaced-drives-and-outages",
    cost_part=CostPart(
        "outages",
        "Outages",
        order=140,
        paid="by month",
        given_by="outage_price",
        left_out="outages of disk groups",
        only_with="disk_groups",
    ),
)
def outage_cost_per_month(*, lost_groups: Array, outage_price: Array) -> Array:
    """Expected cost of the disk groups taken down by failing cache drives, in each month."""
    return np.where(np.fmin(lost_groups, outage_price) == 0, 0, lost_groups * outage_price)
