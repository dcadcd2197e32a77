"""Inputs of the formula graph: the drives of a host, each with one value for each role."""

from __future__ import annotations

from hostwise.engine.quantities import Quantity


def drive_input(name: str, label: str, meaning: str) -> Quantity:
    """An input that the drives of each role have; its label speaks of a drive."""
    return Quantity(name, label, meaning, ("role",))


DRIVES = (
    drive_input(
        "drives_per_host",
        "drives per host",
        "Drives of one host; drives of a single tier count as cache drives, not again as capacity drives.",
    ),
    drive_input("drive_gb", "size of drive", "Capacity of a drive."),
    drive_input("drive_dwpd", "rated full writes per day of drive", "Full writes per day that the warranty allows."),
    drive_input("drive_warranty_years", "warranty of drive", "Years for which the writes per day are rated."),
    drive_input(
        "drive_endurance_factor",
        "endurance correction of drive",
        "Rated over actual write amplification inside a drive; 1 when the workload is like the rating's.",
    ),
    drive_input(
        "drive_wear_flag",
        "wear of drive counted",
        "Whether the wear of a drive is counted: not that of hard disks, nor where the writes are not modelled.",
    ),
    drive_input(
        "given_drive_write_mb_s",
        "writes of drive as given",
        "Average write rate of a drive whose writes the model does not compute.",
    ),
    drive_input("drive_w", "power of drive", "Power of a drive."),
    drive_input("drive_price", "price of drive", "Price of a drive."),
    drive_input(
        "drive_fixed_kgco2e", "carbon of drive, fixed", "Carbon embodied in a drive, dies aside; all of a hard disk's."
    ),
    drive_input(
        "drive_kgco2e_per_cm2",
        "carbon of drive die",
        "Carbon embodied in an area of the drive's die; 0 for a hard disk.",
    ),
)
