"""Inputs of the formula graph: power, prices and rates."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

POWER = (
    Quantity(
        "host_idle_w", "idle power of host", "Power of the host without load, without data drives and network cards."
    ),
    Quantity(
        "host_full_w",
        "full-load power of host",
        "Power of the host at full load, without data drives and network cards.",
    ),
    Quantity("cpu_load_share", "average CPU load", "Average CPU load over the year, for energy.", high=1.0),
    Quantity("cache_drive_w", "power of cache drive", "Power of one drive that absorbs VM writes."),
    Quantity("capacity_drive_w", "power of capacity drive", "Power of one drive that holds data."),
    Quantity("nic_w", "power of network card", "Power of the network cards of one host."),
    Quantity("rack_units_per_host", "rack units per host", "Height of one host in the rack."),
    Quantity("pue", "power usage effectiveness", "Energy of the site over energy of the equipment.", low=1.0),
)

ECONOMICS = (
    Quantity("horizon_years", "horizon", "Years over which cost and wear-out are counted.", low=1.0, high=15.0),
    Quantity(
        "tail_probability",
        "tail of the life band",
        "Probability that the life is shorter than the band, and as much that it is longer.",
        high=0.5,
    ),
    Quantity("year", "year", "Years since the purchase: 0, 1, .. horizon.", "year"),
    Quantity("discount_rate", "discount rate", "Yearly rate at which later money is worth less."),
    Quantity("support_rate", "support rate", "Support per year as a share of the purchase price."),
    Quantity("electricity_price_per_kwh", "electricity price", "Price of a kilowatt-hour."),
    Quantity("rack_unit_price_per_month", "rack price", "Price of a rack unit per month."),
    Quantity("licence_price_per_core", "licence price per core", "Licence price of a core and year."),
    Quantity("licence_price_per_socket", "licence price per socket", "Licence price of a socket and year."),
    Quantity(
        "licence_minimum_cores_per_socket",
        "licensed cores per socket at least",
        "Least cores to license for each processor.",
    ),
    Quantity(
        "licence_minimum_cores_per_host",
        "licensed cores per host at least",
        "Least cores to license for each host.",
    ),
    Quantity(
        "chassis_price",
        "price of chassis",
        "Price of a host without processors, memory, data drives and network cards.",
    ),
    Quantity("cpu_price", "price of processor", "Price of one processor."),
    Quantity(
        "given_memory_price_per_host",
        "price of memory as given",
        "Price of all memory of one host, when given.",
        absent_means="alternative",
    ),
    Quantity("memory_price_per_gib", "price of DRAM", "Price of a GiB of DRAM."),
    Quantity("cache_drive_price", "price of cache drive", "Price of one drive that absorbs VM writes."),
    Quantity(
        "capacity_drive_price",
        "price of capacity drive",
        "Price of one further drive that holds data; there are none where the same drives absorb the writes.",
    ),
    Quantity("read_cache_drive_price", "price of read cache drive", "Price of the drive of a host that caches reads."),
    Quantity("nic_price", "price of network cards", "Price of the network cards of one host."),
)
