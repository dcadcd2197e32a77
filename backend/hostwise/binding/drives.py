"""The inputs of drives by role: their number in a host, their figures, and their wear."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from hostwise.binding.origins import MISSING, NOT_APPLICABLE, Origin, default, settled
from hostwise.binding.prices import drive_price
from hostwise.binding.recorder import Recorder
from hostwise.catalogue.hardware import Drive
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration, Drives, Layout, SwapMedium
from hostwise.plan.workload import VmGroup

_NOTHING = ("drives_per_host", "drive_price", "reused_drives", "given_drive_w", "drive_wear_flag")
"""Inputs that are 0 without drives of a role."""

_NOT_ASKED = (
    "drive_gb",
    "drive_dwpd",
    "drive_tbw_tb",
    "drive_warranty_years",
    "drive_endurance_factor",
    "drive_idle_w",
    "drive_full_w",
    "drive_fixed_kgco2e",
    "drive_kgco2e_per_cm2",
)
"""Inputs that do not apply without drives of a role."""

_WEARS = settled(1, "writing wears flash")
_UNRATED = settled(0, "no rating is given, so that drives replaced for wear are not counted")


@dataclass(frozen=True)
class _Fitted:
    """The drives of a role that a host has: the field of the plan, its place, and what differs by role.

    `flash` says whether writing wears them. Drives replaced for wear are left out of the cost where `needs_rating` is
    set and they have none, or for the reason `unknown`. `medium_at` is the field that says whether they are disks or
    flash, `size` their capacity if neither plan nor catalogue has it.
    """

    at: str
    drives: Drives
    flash: bool = True
    needs_rating: bool = False
    unknown: str | None = None
    medium_at: str | None = None
    size: Origin = MISSING


_KINDS = (
    ("PCIe 6", "nvme-pcie-5"),
    ("PCIe 5", "nvme-pcie-5"),
    ("PCIe 4", "nvme-pcie-4"),
    ("PCIe", "nvme-pcie-3"),
    ("SATA", "sata-ssd"),
    ("SAS", "sas-ssd"),
)
"""Kinds of drives whose power the catalogue has, by words in the interface of a drive."""


def write_role(configuration: Configuration) -> Role:
    """The role of the drives that absorb the writes of the VMs: the write tier, or the capacity drives without one."""
    single = configuration.write_tier is None and configuration.capacity is not None
    return Role.CAPACITY if single else Role.WRITE_TIER


def _drive_power(to: Recorder, row: Drive | None, *, flash: bool) -> tuple[Origin, Origin]:
    """Idle and largest power of one drive: its own, else what is usual for its kind."""
    interface = row.interface if row is not None else ""
    kind = next((each for words, each in _KINDS if words in interface), "nvme-pcie-4") if flash else "hard-disk"
    idle, full = to.column(row, "idle_w"), to.column(row, "max_w")
    if full.value is None:
        full = to.part(f"{kind}-full")
    if idle.value is None:
        # The catalogue has no idle power of SAS drives; that of the first NVMe drives is near.
        idle = to.part("nvme-pcie-3-idle" if kind == "sas-ssd" else f"{kind}-idle")
        assert idle.value is not None
        assert full.value is not None
        if idle.value > full.value:
            idle = Origin(
                full.value, InputStatus.ASSUMED, full.source, full.locator, "not above its largest", "assumed"
            )
    return idle, full


def _bind(to: Recorder, role: Role, fitted: _Fitted) -> None:
    """All but the number of drives."""
    at, drives, flash = fitted.at, fitted.drives, fitted.flash
    row = to.find(to.catalogue.drives, drives.key, f"{at}/key")
    size = to.column(row, "capacity_gb")
    size = fitted.size if size.value is None else size
    capacity = to.put("drive_gb", f"{at}/capacity_gb", drives.capacity_gb, size, role=role)
    writes, terabytes = _ratings(to, drives, row, flash)
    rated = [
        to.put("drive_dwpd", f"{at}/rated_dwpd", drives.rated_dwpd, writes, role=role),
        to.put("drive_tbw_tb", f"{at}/rated_tbw_tb", drives.rated_tbw_tb, terabytes, role=role),
    ]
    years = to.column(row, "warranty_years")
    term = to.put("drive_warranty_years", f"{at}/warranty_years", drives.warranty_years, years, role=role)
    if role in (Role.WRITE_TIER, Role.CAPACITY):
        usual = default(1, "the workload wears the drive as the rating's workload does")
        to.put("drive_endurance_factor", f"{at}/endurance_factor", drives.endurance_factor, usual, role=role)
    else:
        uncorrected = settled(1, "a correction counts for drives of the VMs' data only")
        to.put("drive_endurance_factor", None, None, uncorrected, role=role)
    wear = _WEARS
    if not flash:
        wear = settled(0, "writes do not wear disks")
    elif fitted.unknown is not None:
        wear = settled(0, fitted.unknown)
    elif fitted.needs_rating and (isnan(capacity) or (isnan(rated[1]) and isnan(rated[0] + term))):
        wear = _UNRATED
    to.put("drive_wear_flag", fitted.medium_at, None, wear, role=role)
    is_flash = _WEARS if flash else settled(0, "hard disks")
    to.put("drive_flash_flag", fitted.medium_at, None, is_flash, role=role)
    to.put("given_drive_w", f"{at}/power_w", drives.power_w, role=role)
    for name, usual_power in zip(("drive_idle_w", "drive_full_w"), _drive_power(to, row, flash=flash), strict=True):
        to.put(name, f"{at}/power_w", None, usual_power, role=role)
    to.put("drive_price", f"{at}/price", drives.price, drive_price(to, row, drives.capacity_gb), role=role)
    to.put_field("reused_drives", f"{at}/reused", drives, "reused", role=role)
    part = to.catalogue.embodied_parts["ssd" if flash else "hdd"]
    die = to.column(part, "variable_kgco2e") if flash else settled(0, "a hard disk has no flash die")
    to.put("drive_fixed_kgco2e", fitted.medium_at, None, to.column(part, "fixed_kgco2e"), role=role)
    to.put("drive_kgco2e_per_cm2", fitted.medium_at, None, die, role=role)


def _ratings(to: Recorder, drives: Drives, row: Drive | None, flash: bool) -> tuple[Origin, Origin]:
    """The catalogue's ratings by writes per day and by terabytes written, as far as the plan leaves them standing.

    An entered rating is meant to replace the catalogue's; and the catalogue's terabytes hold for its own capacity and
    warranty only.
    """
    writes, terabytes = to.column(row, "rated_dwpd"), to.column(row, "tbw_tb")
    if row is not None and "tbw_tb" in row.derived_fields:
        terabytes = Origin(None, InputStatus.MISSING, note="the catalogue has the writes per day only")
    if not flash and writes.value is None:
        return NOT_APPLICABLE, NOT_APPLICABLE
    replaced = Origin(None, InputStatus.MISSING, note="the plan gives another rating, capacity or warranty")
    if drives.rated_tbw_tb is not None:
        writes = replaced if writes.value is not None else writes
    if any(each is not None for each in (drives.rated_dwpd, drives.capacity_gb, drives.warranty_years)):
        terabytes = replaced if terabytes.value is not None else terabytes
    return writes, terabytes


def _none(to: Recorder, role: Role, at: str, note: str, *, elsewhere: bool = False) -> None:
    """No drives in a role: their number and cost are 0, and their figures do not apply.

    `elsewhere` says that other drives have the role: those of an external array wear out too, and nothing is known of
    them.
    """
    to.put("drive_flash_flag", at, None, NOT_APPLICABLE if elsewhere else settled(0, note), role=role)
    for name in _NOTHING:
        to.put(name, at, None, settled(0, note), role=role)
    for name in _NOT_ASKED:
        to.put(name, at, None, NOT_APPLICABLE, role=role)


def _write_tier(to: Recorder, at: str, configuration: Configuration) -> None:
    write_tier, capacity = configuration.write_tier, configuration.capacity
    if capacity is None:
        _none(to, Role.WRITE_TIER, f"{at}/layout", "the data is on an external array", elsewhere=True)
    elif write_tier is not None:
        to.put_field("drives_per_host", f"{at}/write_tier/disk_groups", write_tier, "disk_groups", role=Role.WRITE_TIER)
        _bind(to, Role.WRITE_TIER, _Fitted(f"{at}/write_tier", write_tier, unknown=_without_io(to)))
    else:
        _none(to, Role.WRITE_TIER, f"{at}/layout", "the capacity drives of a single tier absorb the writes")


def _capacity(to: Recorder, at: str, configuration: Configuration) -> None:
    capacity = configuration.capacity
    if capacity is None:
        _none(to, Role.CAPACITY, f"{at}/layout", "the data is on an external array")
        return
    to.put("drives_per_host", f"{at}/capacity/count", capacity.count, role=Role.CAPACITY)
    if configuration.write_tier is None:
        _bind(to, Role.CAPACITY, _Fitted(f"{at}/capacity", capacity, unknown=_without_io(to)))
        return
    flash = configuration.layout is not Layout.HYBRID
    medium_at, unknown = f"{at}/layout", _without_io(to)
    fitted = _Fitted(f"{at}/capacity", capacity, flash, needs_rating=True, unknown=unknown, medium_at=medium_at)
    _bind(to, Role.CAPACITY, fitted)


def _memory_tier(to: Recorder, at: str, configuration: Configuration) -> None:
    tier, at = configuration.memory.tier, f"{at}/memory/tier"
    if tier is None:
        _none(to, Role.MEMORY_TIER, at, "there is no second memory tier")
        return
    to.put_field("drives_per_host", f"{at}/drives_per_host", tier, "drives_per_host", role=Role.MEMORY_TIER)
    _bind(to, Role.MEMORY_TIER, _Fitted(f"{at}/drive", tier.drive))


def _swap(to: Recorder, at: str, configuration: Configuration) -> None:
    swap, at = configuration.swap, f"{at}/swap"
    if swap is None:
        _none(to, Role.SWAP, at, "no swap drive is chosen")
        return
    flash = swap.medium is SwapMedium.SSD_LOCAL
    if not flash and not swap.drive.model_fields_set:
        # Without figures the disks and arrays are assumed to exist already.
        _none(to, Role.SWAP, f"{at}/drive", "no drive is given")
        return
    to.put("drives_per_host", f"{at}/drive", None, settled(1, "one drive in each host"), role=Role.SWAP)
    _bind(to, Role.SWAP, _Fitted(f"{at}/drive", swap.drive, flash=flash, medium_at=f"{at}/medium"))


def _read_cache(to: Recorder, at: str, configuration: Configuration) -> None:
    cache, at = configuration.read_cache, f"{at}/read_cache"
    if cache is None:
        _none(to, Role.READ_CACHE, at, "there is no read cache")
        return
    one = settled(1, "the read cache is one drive in each host")
    to.put("drives_per_host", at, None, one, role=Role.READ_CACHE)
    size = MISSING
    if cache.size_gb is not None:
        size = default(cache.size_gb, "the drive is assumed to be as large as its cache")
    unknown = None if all(map(_fills_known, to.plan.workload.groups)) else "what fills the read caches is not known"
    fitted = _Fitted(f"{at}/drive", cache.drive, needs_rating=True, unknown=unknown, size=size)
    _bind(to, Role.READ_CACHE, fitted)


def _without_io(to: Recorder) -> str | None:
    """Why drives replaced for wear are left out where no VM group says what it reads and writes."""
    groups = to.plan.workload.groups
    if any(each.iops_average or each.iops_peak for each in groups):
        return None
    lacking = any(each.iops_average is None and each.iops_peak is None for each in groups)
    return "no I/O is given, so that drives replaced for wear are not counted" if lacking else None


def _fills_known(group: VmGroup) -> bool:
    """Whether a group's reads past its read cache are known."""
    if group.read_cache_gb == 0 or (group.read_cache_gb is None and group.read_cache_hit_share is None):
        return True
    reads = (group.read_cache_gb, group.read_cache_hit_share, group.read_share, group.io_kib)
    rate = group.iops_average if group.iops_average is not None else group.iops_peak
    return None not in (*reads, rate)


DRIVE_STEPS = (_write_tier, _capacity, _memory_tier, _swap, _read_cache)
"""The drives of a host in all roles."""
