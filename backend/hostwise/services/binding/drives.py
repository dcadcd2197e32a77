"""The inputs of drives by role: their number in a host, their figures, and their wear."""

from __future__ import annotations

from dataclasses import dataclass

from hostwise.catalogue.hardware import Drive
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Architecture, Configuration, Drives, SwapMedium
from hostwise.services.binding.origins import MISSING, NOT_APPLICABLE, Origin, default, settled
from hostwise.services.binding.recorder import Recorder

_NOTHING = ("drives_per_host", "drive_price", "drive_w", "drive_wear_flag")
"""Inputs that are 0 without drives of a role."""

_NOT_ASKED = (
    "drive_gb",
    "drive_dwpd",
    "drive_warranty_years",
    "drive_endurance_factor",
    "given_drive_write_mb_s",
    "drive_fixed_kgco2e",
    "drive_kgco2e_per_cm2",
)
"""Inputs that do not apply without drives of a role."""

_COMPUTED = Origin(None, InputStatus.NOT_APPLICABLE, "HOSTWISE", "writes by role", "computed by the model")
_NOT_MODELLED = Origin(None, InputStatus.MISSING, note="writes to these drives are not modelled")


@dataclass(frozen=True)
class _Fitted:
    """The drives of a role that a host has: the field of the plan, its place, and what differs by role.

    `wear` says whether their wear is counted, `medium_at` which field says that they are disks or flash, and
    `size` what their capacity is where neither plan nor catalogue says.
    """

    at: str
    drives: Drives
    wear: Origin
    writes: Origin = _COMPUTED
    flash: bool = True
    medium_at: str | None = None
    size: Origin = MISSING


def bind_drives(to: Recorder, at: str, configuration: Configuration) -> None:
    """The drives of a host in all roles."""
    _cache(to, at, configuration)
    _capacity(to, at, configuration)
    _memory_tier(to, f"{at}/memory/tier", configuration)
    _swap(to, f"{at}/swap", configuration)
    _read_cache(to, f"{at}/read_cache", configuration)


def drive_power(to: Recorder, row: Drive | None, kind: str = "nvme-ssd") -> Origin:
    """Power of one drive: its own, else the typical power of its kind."""
    known = to.column(row, "max_w")
    return known if known.value is not None else to.power_adder(kind)


def _bind(to: Recorder, role: Role, fitted: _Fitted) -> None:
    """All but the number of drives."""
    at, drives, flash = fitted.at, fitted.drives, fitted.flash
    row = to.find(to.catalogue.drives, drives.key, f"{at}/key")
    size = to.column(row, "capacity_gb")
    to.put("drive_gb", f"{at}/capacity_gb", drives.capacity_gb, fitted.size if size.value is None else size, role=role)
    rated = to.column(row, "rated_dwpd")
    unrated = rated if flash or rated.value is not None else NOT_APPLICABLE
    to.put("drive_dwpd", f"{at}/rated_dwpd", drives.rated_dwpd, unrated, role=role)
    years = to.column(row, "warranty_years")
    to.put("drive_warranty_years", f"{at}/warranty_years", drives.warranty_years, years, role=role)
    if role is Role.CACHE:
        usual = default(1, "the workload wears the drive as the rating's workload does")
        to.put("drive_endurance_factor", f"{at}/endurance_factor", drives.endurance_factor, usual, role=role)
    else:
        to.put("drive_endurance_factor", None, None, settled(1, "a correction counts for cache drives only"), role=role)
    to.put("drive_wear_flag", fitted.medium_at, None, fitted.wear, role=role)
    to.put("given_drive_write_mb_s", None, None, fitted.writes, role=role)
    usual_power = drive_power(to, row, "nvme-ssd" if flash else "hard-disk")
    to.put("drive_w", f"{at}/power_w", drives.power_w, usual_power, role=role)
    to.put("drive_price", f"{at}/price", drives.price, to.price(row, "price"), role=role)
    part = to.catalogue.embodied_parts["ssd" if flash else "hdd"]
    die = to.column(part, "variable_kgco2e") if flash else settled(0, "a hard disk has no flash die")
    to.put("drive_fixed_kgco2e", fitted.medium_at, None, to.column(part, "fixed_kgco2e"), role=role)
    to.put("drive_kgco2e_per_cm2", fitted.medium_at, None, die, role=role)


def _none(to: Recorder, role: Role, at: str, note: str) -> None:
    """No drives in a role: their number and cost are 0, and their figures do not apply."""
    for name in _NOTHING:
        to.put(name, at, None, settled(0, note), role=role)
    for name in _NOT_ASKED:
        to.put(name, at, None, NOT_APPLICABLE, role=role)


def _cache(to: Recorder, at: str, configuration: Configuration) -> None:
    cache, capacity = configuration.cache, configuration.capacity
    wear = settled(1, "writing wears flash")
    if capacity is None:
        _none(to, Role.CACHE, f"{at}/architecture", "the data is on an external array")
    elif cache is not None:
        to.put_field("drives_per_host", f"{at}/cache/disk_groups", cache, "disk_groups", role=Role.CACHE)
        _bind(to, Role.CACHE, _Fitted(f"{at}/cache", cache, wear))
    else:
        # In single-tier storage the capacity drives also absorb the writes.
        to.put("drives_per_host", f"{at}/capacity/count", capacity.count, role=Role.CACHE)
        _bind(to, Role.CACHE, _Fitted(f"{at}/capacity", capacity, wear))


def _capacity(to: Recorder, at: str, configuration: Configuration) -> None:
    capacity = configuration.capacity
    if capacity is None:
        _none(to, Role.CAPACITY, f"{at}/architecture", "the data is on an external array")
        return
    further = None if configuration.cache is None else capacity.count
    same = settled(0, "single-tier drives, which also absorb the writes")
    to.put("drives_per_host", f"{at}/capacity/count", further, same, role=Role.CAPACITY)
    flash = configuration.architecture is not Architecture.OSA_HYBRID
    wear = settled(0, _NOT_MODELLED.note or "")
    fitted = _Fitted(f"{at}/capacity", capacity, wear, _NOT_MODELLED, flash, f"{at}/architecture")
    _bind(to, Role.CAPACITY, fitted)


def _memory_tier(to: Recorder, at: str, configuration: Configuration) -> None:
    tier = configuration.memory.tier
    if tier is None:
        _none(to, Role.MEMORY_TIER, at, "there is no second memory tier")
        return
    to.put_field("drives_per_host", f"{at}/drives_per_host", tier, "drives_per_host", role=Role.MEMORY_TIER)
    _bind(to, Role.MEMORY_TIER, _Fitted(f"{at}/drive", tier.drive, settled(1, "writing wears flash")))


def _swap(to: Recorder, at: str, configuration: Configuration) -> None:
    swap = configuration.swap
    if swap is None:
        _none(to, Role.SWAP, at, "no swap drive is chosen")
        return
    flash = swap.medium is SwapMedium.SSD_LOCAL
    if not flash and not swap.drive.model_fields_set:
        # Without figures the disks and arrays are assumed to exist already.
        _none(to, Role.SWAP, f"{at}/drive", "no drive is given")
        return
    to.put("drives_per_host", f"{at}/drive", None, settled(1, "one drive in each host"), role=Role.SWAP)
    wear = settled(1, "writing wears flash") if flash else settled(0, "writes do not wear disks")
    _bind(to, Role.SWAP, _Fitted(f"{at}/drive", swap.drive, wear, flash=flash, medium_at=f"{at}/medium"))


def _read_cache(to: Recorder, at: str, configuration: Configuration) -> None:
    cache = configuration.read_cache
    if cache is None:
        _none(to, Role.READ_CACHE, at, "there is no read cache")
        return
    one = settled(1, "the read cache is one drive in each host")
    to.put("drives_per_host", at, None, one, role=Role.READ_CACHE)
    size = MISSING
    if cache.size_gb is not None:
        size = default(cache.size_gb, "the drive is assumed to be as large as its cache")
    wear = settled(0, _NOT_MODELLED.note or "")
    _bind(to, Role.READ_CACHE, _Fitted(f"{at}/drive", cache.drive, wear, _NOT_MODELLED, size=size))
