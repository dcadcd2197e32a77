"""Inputs of the formula graph: the drives of a host, each with one value for each role."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity


def drive_input(name: str, label: str, meaning: str) -> Quantity:
    """An input of the drives of each role; its label is about one drive."""
    return Quantity(name, label, meaning, ("role",))


DRIVES = (
    drive_input(
        "drives_per_host",
        "drives per host",
        "Drives of one host; single-tier drives count once, as cache drives.",
    ),
    drive_input("drive_gb", "size of drive", "Capacity of a drive."),
    drive_input("drive_dwpd", "rated full writes per day of drive", "Full writes per day that the warranty allows."),
    drive_input("drive_warranty_years", "warranty of drive", "Years for which the writes per day are rated."),
    drive_input(
        "drive_endurance_factor",
        "endurance correction of drive",
        "Rated over actual write amplification inside a drive; 1 for a workload like that of the rating.",
    ),
    drive_input(
        "drive_wear_flag",
        "wear of drive counted",
        "Whether the wear of a drive is counted; not for hard disks, nor if the writes are not modelled.",
    ),
    drive_input(
        "given_drive_write_mb_s",
        "writes of drive as given",
        "Average write rate of a drive, given because the model does not compute it.",
    ),
    drive_input("drive_w", "power of drive", "Power of a drive."),
    drive_input("drive_price", "price of drive", "Price of a drive."),
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
