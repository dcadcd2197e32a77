"""Inputs of the formula graph: software licences."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

LICENCE = (
    Quantity("licence_price_per_core", "licence price per core", "Licence price of a core and year."),
    Quantity("licence_price_per_socket", "licence price per socket", "Licence price of a socket and year."),
    Quantity(
        "perpetual_price_per_core",
        "licence price per core, paid once",
        "Licence price of a core that is paid once, when the host is bought.",
    ),
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
        "licence_minimum_cores_per_order",
        "licensed cores per order at least",
        "Least cores to license in all; 0 where the vendor asks for no minimum.",
    ),
    Quantity(
        "licensed_vms_per_host",
        "VMs that a licensed host may run",
        "VMs that licensing all cores of a host once covers; 0 where it covers any number.",
    ),
    Quantity(
        "licence_pack_cores",
        "cores per licence pack",
        "Cores of a pack; 1 where licences are sold one by one.",
        low=1.0,
    ),
    Quantity(
        "licence_billing_months",
        "billing period of licences",
        "Months that are paid for at a time, in the first of them.",
        low=1.0,
        high=12.0,
    ),
    Quantity(
        "entitlement_tib_per_core",
        "storage included per core",
        "Raw storage capacity that a licensed core includes; 0 where the product includes none.",
    ),
    Quantity(
        "pooled_tib",
        "storage included elsewhere",
        "Raw storage capacity that the same product includes for other clusters and that is left over there.",
    ),
    Quantity(
        "storage_licence_flag",
        "licensed by storage",
        "Whether the product is licensed by raw storage capacity beyond what its cores include.",
        high=1.0,
    ),
    Quantity("tib_per_licence", "capacity of a storage licence", "Raw capacity that one storage licence covers."),
    Quantity(
        "addon_price_per_licence",
        "price of storage licence",
        "Price of a storage licence and year; 0 where the product is not licensed by capacity.",
    ),
)
