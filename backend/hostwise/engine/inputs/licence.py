"""Inputs of the formula graph: software licences."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

LICENCE = (
    Quantity("licence_price_per_core", "licence price per core", "Licence price of a core and year."),
    Quantity("licence_price_per_socket", "licence price per socket", "Licence price of a socket and year."),
    Quantity(
        "perpetual_price_per_core",
        "licence price per core, paid once",
        "Perpetual licence price of a core, paid when the host is bought.",
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
    Quantity("tib_per_licence", "capacity of a storage licence", "Raw capacity that one storage licence covers."),
    Quantity(
        "addon_price_per_licence",
        "price of storage licence",
        "Price of a storage licence and year; 0 if the product is not licensed by capacity.",
    ),
)
