"""Inputs of the formula graph: power, time, prices and rates."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

_INF = float("inf")

POWER = (
    Quantity(
        "host_idle_w", "idle power of host", "Power of the host without load, without data drives and network cards."
    ),
    Quantity(
        "measured_memory_gib",
        "memory of the measured host",
        "Memory that the idle and full-load power of the host include.",
    ),
    Quantity("memory_w_per_gib", "power of memory", "Power of a GiB of DRAM that the measured host did not have."),
    Quantity(
        "host_full_w",
        "full-load power of host",
        "Power of the host at full load, without data drives and network cards.",
    ),
    Quantity(
        "cpu_load_share",
        "average CPU load",
        "Average CPU load over the year, for energy; one for all configurations, however many hosts they have.",
        high=1.0,
    ),
    Quantity("array_w", "power of array", "Average power of the external array; 0 where the data lies in the hosts."),
    Quantity("nic_w", "power of network card", "Power of the network cards of one host."),
    Quantity("rack_units_per_host", "rack units per host", "Height of one host in the rack."),
    Quantity(
        "array_rack_units", "rack units of array", "Height of the external array; 0 where the data lies in the hosts."
    ),
    Quantity("pue", "power usage effectiveness", "Energy of the site over energy of the equipment.", low=1.0),
)

_TIME = (
    Quantity("horizon_years", "horizon", "Years over which cost and wear-out are counted.", low=1.0, high=15.0),
    Quantity(
        "tail_probability",
        "tail of the life band",
        "Probability that the life is shorter than the band, and as much that it is longer.",
        high=0.5,
    ),
    Quantity("year", "year", "Years since the purchase: 0, 1, .. horizon.", ("year",)),
    Quantity("month", "month", "Months since the purchase: 0, 1, .. 12 x horizon.", ("month",)),
    Quantity(
        "demanded_hosts",
        "hosts asked for by month",
        "Hosts that the demand of each month asks for, over all constraints: the host count at that date.",
        ("month",),
    ),
    Quantity("demanded_vms", "VMs by month", "VMs of each month: those of today, grown.", ("month",)),
    Quantity(
        "buy_expansion_flag",
        "hosts are bought later",
        "Whether hosts that growth asks for are bought in the months that need them.",
        high=1.0,
    ),
)

_RATES = (
    Quantity("discount_rate", "discount rate", "Yearly rate at which later money is worth less."),
    Quantity("support_rate", "support rate", "Support per year as a share of the purchase price."),
    Quantity(
        "hardware_price_change_rate",
        "price change of hardware",
        "Change of hardware prices per year, for what is bought later.",
        low=-0.9,
    ),
    Quantity(
        "licence_price_change_rate",
        "price change of licences",
        "Change of licence prices per year, from one year of the plan to the next.",
        low=-0.9,
    ),
    Quantity(
        "electricity_price_change_rate",
        "price change of electricity",
        "Change of the electricity price per year, from one year of the plan to the next.",
        low=-0.9,
    ),
    Quantity("residual_share", "residual value", "Share of the purchase price that is left at the horizon.", high=1.0),
    Quantity(
        "depreciation_years",
        "depreciation",
        "Years over which hardware is written off in equal parts.",
        low=0.1,
        absent_means="does not apply",
    ),
    Quantity(
        "reference_cost_per_year",
        "cash flow compared with",
        "Money that leaves in each year with what the configuration is compared with.",
        ("year",),
        low=-_INF,
    ),
)

_RUNNING = (
    Quantity("electricity_price_per_kwh", "electricity price", "Price of a kilowatt-hour."),
    Quantity(
        "rack_unit_price_per_month", "rack price", "Price of a rack unit per month; 0 where space is paid by the kW."
    ),
    Quantity(
        "colocation_price_per_kw_month",
        "colocation price",
        "Price of space by the power at full load, per kW and month; 0 where it is paid by the rack unit.",
    ),
    Quantity(
        "administration_hours_per_host_year", "administration", "Hours of administration that a host takes per year."
    ),
    Quantity("administration_price_per_hour", "price of administration", "Price of an hour of administration."),
    Quantity("outage_price", "price of an outage", "What the outage of one disk group costs."),
    Quantity("usual_warranty_years", "usual warranty", "Years of warranty of a drive of which none is known."),
)

_PURCHASE = (
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
    Quantity("nic_price", "price of network cards", "Price of the network cards of one host."),
    Quantity("array_price", "price of array", "Price of the external array; 0 where the data lies in the hosts."),
)

ECONOMICS = (*_TIME, *_RATES, *_RUNNING, *_PURCHASE)
