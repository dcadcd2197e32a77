"""Inputs of the formula graph: software licences."""

from __future__ import annotations

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Quantity


def _contract(prefix: str, thing: str) -> tuple[Quantity, ...]:
    """Inputs of the contract of a licence."""
    return (
        Quantity(
            f"{prefix}_term_years",
            f"term of {thing}",
            f"Years of a term of {thing}: at its end they are counted anew; those paid once are never counted anew.",
            low=1 / MONTHS_PER_YEAR,
        ),
        Quantity(
            f"{prefix}_price_hold_years",
            f"price of {thing} held for",
            f"Years within which the price of {thing} is held; then it is what the list has become.",
            low=1.0,
        ),
        Quantity(
            f"given_{prefix}_price_change_rate",
            f"price change of {thing}, of their own",
            f"Change of the price of {thing} per year, in place of that of all licences.",
            low=-0.9,
            high=5.0,
            absent_means="alternative",
        ),
        Quantity(
            "initially_owned_licences" if prefix == "licence" else f"initially_owned_{prefix}_licences",
            f"{thing} owned",
            f"Licences that are there and paid: {thing}.",
        ),
        Quantity(
            f"owned_{prefix}_until_month",
            f"last month of the owned {thing}",
            f"Last month in which the owned {thing} count; the first term of all begins after it.",
        ),
        Quantity(
            f"{prefix}_assurance_rate",
            f"assurance of {thing} bought",
            f"Share of the price of {thing} that is paid in a year for new versions; 0 where they are bought without.",
        ),
        Quantity(
            f"owned_{prefix}_assurance_rate",
            f"assurance of {thing} owned",
            f"Share of the price of owned {thing} that is paid in a year for new versions; 0 where they have none.",
        ),
    )


_HOSTS = (
    *_contract("licence", "licences of the hosts"),
    Quantity("licence_price_per_core", "licence price per core", "Licence price of a core and year."),
    Quantity(
        "licence_price_per_socket",
        "licence price per socket",
        "Licence price of a socket and year; of a pair of sockets where pairs are licensed.",
    ),
    Quantity("licence_unit_sockets", "sockets of a licence", "Sockets of one server that a licence by socket covers."),
    Quantity(
        "licence_unit_cores",
        "most cores of a licence by socket",
        "Cores of one server that a licence by socket covers at most; 0 is any number.",
    ),
    Quantity(
        "perpetual_price_per_core",
        "licence price per core, paid once",
        "Perpetual licence price of a core, paid when the host is bought.",
    ),
    Quantity(
        "licence_minimum_cores_per_socket",
        "minimum licensed cores per socket",
        "Least cores to license for each processor.",
    ),
    Quantity(
        "licence_minimum_cores_per_host",
        "minimum licensed cores per host",
        "Least cores to license for each host.",
    ),
    Quantity(
        "licence_minimum_cores_per_order",
        "minimum licensed cores per order",
        "Least cores to license in total; 0 if the vendor has no minimum.",
    ),
    Quantity(
        "licensed_vms_per_host",
        "VMs that a licensed host may run",
        "VMs covered by licensing all cores of a host once; 0 for any number.",
    ),
    Quantity(
        "licence_pack_cores",
        "cores per licence pack",
        "Cores of a pack; 1 if licences are sold singly.",
        low=1.0,
    ),
    Quantity(
        "licence_billing_months",
        "billing period of licences",
        "Months of a billing period, paid in its first month.",
        low=1.0,
        high=12.0,
    ),
    Quantity(
        "entitlement_tib_per_core",
        "storage included per core",
        "Raw storage capacity that a licensed core includes; 0 if the product includes none.",
    ),
    Quantity(
        "pooled_tib",
        "storage included elsewhere",
        "Unused raw storage capacity included with the same product for other clusters.",
    ),
    Quantity(
        "storage_licence_flag",
        "licensed by storage",
        "Whether raw storage capacity beyond the entitlement of the cores is licensed.",
        high=1.0,
    ),
    Quantity(
        "whole_capacity_flag",
        "whole capacity licensed",
        "Whether the whole capacity is licensed once it exceeds what the cores include, and not only what is beyond.",
        high=1.0,
    ),
    Quantity("tib_per_licence", "capacity of a storage licence", "Raw capacity that one storage licence covers."),
    Quantity(
        "addon_price_per_licence",
        "price of storage licence",
        "Price of a storage licence and year; 0 if the product is not licensed by capacity.",
    ),
)


def _in_vms(prefix: str, thing: str) -> tuple[Quantity, ...]:
    """Inputs of a product that runs in the VMs."""
    return (
        *_contract(prefix, f"licences of {thing}"),
        Quantity(
            f"{prefix}_core_factor",
            f"licences of {thing} per core",
            f"Licences of {thing} that one core takes.",
        ),
        Quantity(
            f"{prefix}_licence_flag", f"{thing} licensed", f"Whether {thing} are licensed beside the hosts.", high=1.0
        ),
        Quantity(
            f"{prefix}_group_flag",
            f"group runs {thing}",
            f"Whether the VMs of the group run the licensed {thing}.",
            ("group",),
            high=1.0,
        ),
        Quantity(
            f"{prefix}_by_vm_flag",
            f"{thing} licensed by VM",
            f"Whether {thing} are licensed by the virtual cores of their VMs, and not by all cores of the hosts.",
            high=1.0,
        ),
        Quantity(
            f"{prefix}_licence_price_per_core",
            f"price of {thing} per core",
            f"Price of a core and year of the licence of {thing}.",
        ),
        Quantity(
            f"{prefix}_perpetual_price_per_core",
            f"price of {thing} per core, paid once",
            f"Price of a core of the licence of {thing}, paid once.",
        ),
        Quantity(
            f"{prefix}_minimum_cores_per_socket",
            f"minimum cores of {thing} per socket",
            f"Least cores to license for {thing} for each processor.",
        ),
        Quantity(
            f"{prefix}_minimum_cores_per_host",
            f"minimum cores of {thing} per host",
            f"Least cores to license for {thing} for each host.",
        ),
        Quantity(
            f"{prefix}_minimum_cores_per_vm",
            f"minimum cores of {thing} per VM",
            f"Least cores to license for {thing} for each VM.",
        ),
        Quantity(
            f"{prefix}_licensed_vms_per_host",
            f"VMs of {thing} that a licensed host may run",
            f"VMs covered by licensing all cores of a host once for {thing}; 0 for any number.",
        ),
        Quantity(
            f"{prefix}_demanded_vms",
            f"VMs with {thing} by month",
            f"VMs of each month in the groups with {thing}, including growth.",
            ("month",),
        ),
        Quantity(
            f"{prefix}_pack_cores", f"cores per pack of {thing}", f"Cores of a pack of licences of {thing}.", low=1.0
        ),
        Quantity(
            f"{prefix}_billing_months",
            f"billing period of {thing}",
            f"Months of a billing period of {thing}, paid in its first month.",
            low=1.0,
            high=12.0,
        ),
    )


_PRODUCTS = {"guest": "guest systems", "database": "databases", "second_database": "the second database"}
_OF_PRODUCTS = {prefix: _in_vms(prefix, thing) for prefix, thing in _PRODUCTS.items()}

LICENCE = (*_HOSTS, *(each for them in _OF_PRODUCTS.values() for each in them))

IN_VMS = {prefix: frozenset(each.name for each in them) for prefix, them in _OF_PRODUCTS.items()}
"""Names of the inputs of each product in the VMs, by the beginning of their names."""
