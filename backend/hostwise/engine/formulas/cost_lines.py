"""Cost lines: amounts that the plan states for what no formula knows, for all or for each VM, host or core."""

from __future__ import annotations

import numpy as np

from hostwise.engine.declaring import formula
from hostwise.engine.purposes import CostPart
from hostwise.engine.quantities import Array, Quantity

_ANY = -np.inf
"""Lines may be income."""

INPUTS = (
    Quantity(
        "lines_price_per_month",
        "cost lines by month",
        "Cost lines in each month that are paid for all.",
        ("month",),
        low=_ANY,
    ),
    Quantity(
        "vm_lines_price_per_month",
        "cost lines of a VM by month",
        "Cost lines in each month for a VM.",
        ("month",),
        low=_ANY,
    ),
    Quantity(
        "host_lines_price_per_month",
        "cost lines of a host by month",
        "Cost lines in each month for a host.",
        ("month",),
        low=_ANY,
    ),
    Quantity(
        "core_lines_price_per_month",
        "cost lines of a core by month",
        "Cost lines in each month for a core of a host.",
        ("month",),
        low=_ANY,
    ),
    Quantity(
        "site_lines_price_per_month",
        "cost lines of a site by month",
        "Cost lines in each month for a site that is open.",
        ("month",),
        low=_ANY,
    ),
    Quantity(
        "opening_lines_price_per_site",
        "cost lines of the opening of a site",
        "Cost lines that are paid once for a site, in the month in which it opens.",
        low=_ANY,
    ),
    Quantity(
        "lines_price_per_year",
        "cost lines by the year",
        "Cost lines paid again and again for all, in a year.",
        low=_ANY,
    ),
    Quantity(
        "vm_lines_price_per_year",
        "cost lines of a VM by the year",
        "Cost lines paid again for a VM, in a year.",
        low=_ANY,
    ),
    Quantity(
        "host_lines_price_per_year",
        "cost lines of a host by the year",
        "Cost lines paid again for a host, in a year.",
        low=_ANY,
    ),
    Quantity(
        "core_lines_price_per_year",
        "cost lines of a core by the year",
        "Cost lines paid again for a core of a host, in a year.",
        low=_ANY,
    ),
    Quantity(
        "site_lines_price_per_year",
        "cost lines of a site by the year",
        "Cost lines paid again for a site, in a year.",
        low=_ANY,
    ),
)


@formula(label="cost lines per year", source="HOSTWISE", locator="cost#cost-lines", low=_ANY, yearly_of="lines")
def lines_cost_per_year(
    *,
    lines_price_per_year: Array,
    vm_lines_price_per_year: Array,
    host_lines_price_per_year: Array,
    core_lines_price_per_year: Array,
    site_lines_price_per_year: Array,
    entered_vms: Array,
    equal_sites: Array,
    own_hosts: Array,
    initial_other_hosts: Array,
    cores_per_host: Array,
    initial_other_cores: Array,
) -> Array:
    """Cost lines in a year for the VMs of today and the hosts of the purchase, without those that are paid once.

    VMs, hosts and cores are those of all sites.

    >>> float(lines_cost_per_year(lines_price_per_year=1200.0, vm_lines_price_per_year=2.0,
    ...     host_lines_price_per_year=300.0, core_lines_price_per_year=1.0, site_lines_price_per_year=50.0,
    ...     entered_vms=100.0, equal_sites=1.0, own_hosts=4.0, initial_other_hosts=0.0, cores_per_host=32.0,
    ...     initial_other_cores=0.0))
    2778.0
    """
    # Without such lines they cost nothing, however many hosts and cores there may be.
    cores = own_hosts * cores_per_host + initial_other_cores
    of_cores = np.where(core_lines_price_per_year == 0, 0, core_lines_price_per_year * cores)
    hosts = own_hosts + initial_other_hosts
    of_hosts = np.where(host_lines_price_per_year == 0, 0, host_lines_price_per_year * hosts)
    of_site = vm_lines_price_per_year * entered_vms + of_hosts + of_cores + site_lines_price_per_year
    return lines_price_per_year + of_site * equal_sites


@formula(
    label="cost lines in month",
    source="HOSTWISE",
    locator="cost#cost-lines",
    low=_ANY,
    cost_part=CostPart("lines", "Cost lines", order=145, paid="by month"),
)
def lines_cost_per_month(
    *,
    lines_price_per_month: Array,
    vm_lines_price_per_month: Array,
    host_lines_price_per_month: Array,
    core_lines_price_per_month: Array,
    site_lines_price_per_month: Array,
    opening_lines_price_per_site: Array,
    open_sites: Array,
    opened_sites: Array,
    fleet_vms: Array,
    fleet_hosts: Array,
    fleet_own_hosts: Array,
    cores_per_host: Array,
    present_other_cores: Array,
) -> Array:
    """Cost lines in each month, for the VMs, hosts and cores that there are then.

    >>> import numpy as np
    >>> months = {"lines_price_per_month": np.array([0.0, 600.0, 100.0]), "fleet_vms": np.array([10.0, 10.0, 12.0]),
    ...     "fleet_hosts": np.array([4.0, 4.0, 5.0]), "fleet_own_hosts": np.array([4.0, 4.0, 5.0]),
    ...     "open_sites": np.ones(3), "opened_sites": np.eye(3)[0], "opening_lines_price_per_site": 7.0,
    ...     "site_lines_price_per_month": np.array([0.0, 3.0, 3.0]),
    ...     "cores_per_host": np.array([32.0]), "present_other_cores": np.array([0.0])}
    >>> lines_cost_per_month(**months, vm_lines_price_per_month=np.array([0.0, 50.0, 0.0]),
    ...     host_lines_price_per_month=np.array([0.0, 0.0, 20.0]),
    ...     core_lines_price_per_month=np.array([0.0, 1.0, 0.0])).tolist()
    [7.0, 1231.0, 203.0]
    """
    cores = fleet_own_hosts * cores_per_host + present_other_cores
    of_cores = np.where(core_lines_price_per_month == 0, 0, core_lines_price_per_month * cores)
    of_hosts = np.where(host_lines_price_per_month == 0, 0, host_lines_price_per_month * fleet_hosts)
    of_sites = site_lines_price_per_month * open_sites + opening_lines_price_per_site * opened_sites
    return lines_price_per_month + vm_lines_price_per_month * fleet_vms + of_hosts + of_cores + of_sites
