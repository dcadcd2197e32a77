"""Inputs of the formula graph: power, time, prices and rates."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

_INF = float("inf")

POWER = (
    Quantity(
        "given_host_idle_w",
        "idle power of host as given",
        "Power of the host without load, without data drives and network cards, if given.",
        absent_means="alternative",
    ),
    Quantity(
        "given_host_full_w",
        "full-load power of host as given",
        "Power of the host at full load, without data drives and network cards, if given.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_idle_w",
        "idle power of measured host",
        "Power of the measured host without load.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_full_w",
        "full-load power of measured host",
        "Power of the measured host at full load.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_sockets", "sockets of measured host", "Processors in the measured host.", absent_means="alternative"
    ),
    Quantity(
        "measured_cpu_tdp_w",
        "TDP of measured processor",
        "Thermal design power of a processor of the measured host.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_memory_gib",
        "memory of measured host",
        "Memory that the power of the measured host includes.",
        absent_means="alternative",
    ),
    Quantity("cpu_tdp_w", "TDP of processor", "Thermal design power of one processor."),
    Quantity(
        "memory_is_counted_flag",
        "memory counted with the host",
        "Whether the power of the host includes all of its memory: it is given, or put together from its parts.",
        high=1.0,
    ),
    Quantity("drive_duty_share", "share of time that drives work", "Share of time that drives work.", high=1.0),
    Quantity(
        "built_from_parts_flag",
        "power of host from its parts",
        "Whether the power of the host is put together from its parts: it is neither given nor measured.",
        high=1.0,
    ),
    Quantity("cpu_idle_share", "power of processor, idle", "Power of an idle processor, as a share of its TDP."),
    Quantity("cpu_low_share", "power of processor at low load", "Power of a processor at the low load of the curve."),
    Quantity(
        "cpu_middle_share", "power of processor at middle load", "Power of a processor at the middle load of the curve."
    ),
    Quantity("cpu_full_share", "power of processor, full load", "Power of a processor at full load, over its TDP."),
    Quantity("low_load_share", "low load of curve", "Load of the second point of the curve.", high=1.0),
    Quantity("middle_load_share", "middle load of curve", "Load of the third point of the curve.", high=1.0),
    Quantity("board_w", "power of board", "Power of board, its controllers and its fans without load."),
    Quantity("memory_idle_w_per_gib", "power of idle memory", "Power of a GiB of DRAM without load."),
    Quantity("memory_active_w_per_gib", "power of busy memory", "Power of a GiB of DRAM at full load."),
    Quantity("fan_power_share", "power of fans", "Power of the fans at full load over that of the server.", high=0.9),
    Quantity(
        "supply_efficiency_share",
        "efficiency of supply",
        "Power that the supply yields over the power that it takes.",
        low=0.1,
        high=1.0,
    ),
    Quantity(
        "cpu_load_share",
        "average CPU load",
        "Average CPU load over the year, for energy; the same for all configurations and any number of hosts.",
        high=1.0,
    ),
    Quantity("array_w", "power of array", "Average power of the external array; 0 if the data lies in the hosts."),
    Quantity("nic_w", "power of network card", "Power of the network cards of one host."),
    Quantity("rack_units_per_host", "rack units per host", "Height of one host in the rack."),
    Quantity(
        "array_rack_units", "rack units of array", "Height of the external array; 0 if the data lies in the hosts."
    ),
    Quantity("pue", "power usage effectiveness", "Energy of the site over energy of the equipment.", low=1.0),
)

_TIME = (
    Quantity("horizon_years", "horizon", "Years over which cost and wear-out are counted.", low=1.0, high=15.0),
    Quantity(
        "tail_probability",
        "tail of the life band",
        "Probability that the life is shorter than the band, and the same that it is longer.",
        high=0.5,
    ),
    Quantity("month", "month", "Months since the purchase: 0, 1, .. 12 x horizon.", ("month",)),
    Quantity(
        "demanded_hosts",
        "hosts asked for by month",
        "Hosts required by the demand of each month, over all constraints: the host count at that date.",
        ("month",),
    ),
    Quantity("demanded_vms", "VMs by month", "VMs of each month, including growth.", ("month",)),
    Quantity(
        "buy_expansion_flag",
        "hosts are bought later",
        "Whether hosts needed for growth are bought in the months that need them.",
        high=1.0,
    ),
    Quantity(
        "expansion_cadence_months",
        "months between purchases",
        "Months from one purchase of hosts for growth to the next: each is enough until the next may follow.",
        low=1.0,
    ),
    Quantity(
        "expansion_minimum_hosts",
        "minimum hosts per purchase",
        "Least hosts of one purchase for growth.",
        low=1.0,
    ),
)

_RATES = (
    Quantity("discount_rate", "discount rate", "Yearly rate by which later money is worth less."),
    Quantity(
        "support_rate",
        "support rate",
        "Support per year as a share of the purchase price of servers and array, without memory and drives.",
    ),
    Quantity(
        "support_price_per_host",
        "support per host",
        "Support of one host and year, of its quote; replaces the share.",
    ),
    Quantity(
        "hardware_price_change_rate",
        "price change of hardware",
        "Change of hardware prices per year, for later purchases.",
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
    Quantity(
        "residual_share", "residual value", "Share of the purchase price that comes back at the horizon.", high=1.0
    ),
    Quantity(
        "depreciation_years",
        "depreciation",
        "Years over which hardware is written off in equal parts.",
        low=0.1,
        absent_means="does not apply",
    ),
    Quantity(
        "reference_cost_per_month",
        "cash flow compared with",
        "Money that leaves in each month with the reference of the comparison.",
        ("month",),
        low=-_INF,
    ),
)

_RUNNING = (
    Quantity("electricity_price_per_kwh", "electricity price", "Price of a kilowatt-hour."),
    Quantity(
        "rack_unit_price_per_month", "rack price", "Price of a rack unit per month; 0 if space is paid by the kW."
    ),
    Quantity(
        "colocation_price_per_kw_month",
        "colocation price",
        "Price of space by the power at full load, per kW and month; 0 if it is paid by the rack unit.",
    ),
    Quantity(
        "administration_hours_per_host_year", "administration", "Hours of administration that a host takes per year."
    ),
    Quantity("administration_price_per_hour", "price of administration", "Price of an hour of administration."),
    Quantity("outage_price", "price of an outage", "Cost of the outage of one disk group."),
    Quantity("usual_warranty_years", "usual warranty", "Years of warranty of a drive whose warranty is unknown."),
)

_PURCHASE = (
    Quantity(
        "chassis_price",
        "price of chassis",
        "Price of a host without processors, memory, data drives and network cards.",
    ),
    Quantity("cpu_price", "price of processor", "Price of one processor."),
    Quantity(
        "given_later_price_per_host",
        "price of a host bought later, as given",
        "Price of one host with everything in it that is bought for growth, where the first ones are paid already.",
        absent_means="alternative",
    ),
    Quantity(
        "given_memory_price_per_host",
        "price of memory as given",
        "Price of all memory of one host, if given.",
        absent_means="alternative",
    ),
    Quantity("memory_price_per_gib", "price of DRAM", "Price of a GiB of DRAM."),
    Quantity("nic_price", "price of network cards", "Price of the network cards of one host."),
    Quantity("array_price", "price of array", "Price of the external array; 0 if the data lies in the hosts."),
)

ECONOMICS = (*_TIME, *_RATES, *_RUNNING, *_PURCHASE)
