"""Inputs of the formula graph: the drives of a host, each with one value for each role."""

from __future__ import annotations

from hostwise.engine.quantities import AbsentMeans, Quantity


def drive_input(name: str, label: str, meaning: str, absent_means: AbsentMeans = "not evaluated") -> Quantity:
    """An input of the drives of each role; its label is about one drive."""
    return Quantity(name, label, meaning, ("role",), absent_means=absent_means)


DRIVES = (
    drive_input(
        "drives_per_host",
        "drives per host",
        "Drives of one host.",
    ),
    drive_input("drive_gb", "size of drive", "Capacity of a drive."),
    drive_input("drive_dwpd", "rated full writes per day of drive", "Full writes per day that the warranty allows."),
    Quantity(
        "drive_tbw_tb",
        "rated terabytes written of drive",
        "Terabytes that may be written to a drive within its warranty, as rated.",
        ("role",),
        absent_means="alternative",
    ),
    drive_input("drive_warranty_years", "warranty of drive", "Years for which the writes per day are rated."),
    drive_input(
        "drive_endurance_factor",
        "endurance correction of drive",
        "Rated over actual write amplification inside a drive; 1 for a workload like that of the rating.",
    ),
    drive_input(
        "drive_wear_flag",
        "wear of drive counted",
        "Whether drives replaced for wear are counted; not for hard disks, nor if rating or writes are unknown.",
    ),
    drive_input(
        "drive_flash_flag",
        "drive is flash",
        "Whether a host has drives of this role that writing wears out: flash, and no hard disks.",
    ),
    drive_input("given_drive_w", "power of drive as given", "Average power of a drive, if given.", "alternative"),
    drive_input("drive_idle_w", "idle power of drive", "Power of a drive that does nothing."),
    drive_input("drive_full_w", "largest power of drive", "Power of a drive at its limit."),
    drive_input("drive_price", "price of drive", "Price of a drive."),
    drive_input("reused_drives", "reused drives", "Existing drives of the role that need not be bought."),
    drive_input(
        "drive_fixed_kgco2e",
        "carbon of drive, fixed",
        "Carbon embodied in a drive without its dies; the whole of a hard disk.",
    ),
    drive_input(
        "drive_kgco2e_per_cm2",
        "carbon of drive die",
        "Carbon embodied in an area of the drive's die; 0 for a hard disk.",
    ),
)
