"""Inputs of the formula graph: drives and their endurance."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity

STORAGE = (
    Quantity(
        "disk_groups",
        "disk groups per host",
        "Disk groups of one host, each with one cache drive; 0 for single-tier storage.",
    ),
    Quantity(
        "single_tier_flag",
        "single tier of drives",
        "Whether the capacity drives absorb the writes themselves, without a write tier before them.",
        high=1.0,
    ),
    Quantity("endurance_factor_low", "endurance correction, low", "Low end of the endurance correction.", low=1e-3),
    Quantity("endurance_factor_high", "endurance correction, high", "High end of the endurance correction.", low=1e-3),
    Quantity(
        "random_failure_rate",
        "random failures",
        "Failures per drive and year, independent of wear.",
    ),
    Quantity(
        "first_year_failure_factor",
        "random failures in the first year",
        "Random failures in the first year, divided by those of a later year.",
    ),
    Quantity(
        "drive_spread_sigma",
        "spread between drives",
        "Standard deviation of ln(writes) between the drives of a cluster.",
    ),
    Quantity("resync_mb_s", "resync rate", "Rate at which the data of a lost disk group is rebuilt."),
    Quantity(
        "staggered_replacement_share",
        "staggered replacement",
        "Share of the rated writes at which staggered replacement of drives should begin.",
        high=1.0,
    ),
    Quantity(
        "given_sustained_write_mb_s",
        "sustained write rate as given",
        "Sustained cluster-load write rate of one cache drive, if given.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_sustained_write_mib_s",
        "sustained write rate from measurements",
        "Sustained cluster-load write rate of one cache drive, from evidence.",
        absent_means="alternative",
    ),
    Quantity(
        "spec_write_mb_s",
        "sequential write rate by datasheet",
        "Sequential write rate from the drive's datasheet.",
        absent_means="alternative",
    ),
    Quantity(
        "sustained_derating_factor",
        "derating of the datasheet rate",
        "Sustained cluster-load write rate over datasheet rate, assumed for drives without a measurement.",
    ),
    Quantity("class_a_tb", "class A endurance", "Least rated writes of endurance class A."),
    Quantity("class_b_tb", "class B endurance", "Least rated writes of endurance class B."),
    Quantity("class_c_tb", "class C endurance", "Least rated writes of endurance class C."),
    Quantity("class_d_tb", "class D endurance", "Least rated writes of endurance class D."),
    Quantity("capacity_drives_per_host", "capacity drives per host", "Drives of one host that hold data."),
)
