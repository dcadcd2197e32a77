"""Flash endurance: rated writes of the drives, writes of the VMs, and the resulting life [model 4.1-4.4]."""

from __future__ import annotations

from hostwise.engine.constants import DAYS_PER_YEAR, GB_PER_TB, SECONDS_PER_DAY
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import of_role, thresholds_reached
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role


@formula(label="cache drives per host", source="HOSTWISE", locator="endurance#life")
def cache_drives_per_host(*, drives_per_host: Array) -> Array:
    """Drives of one host that absorb VM writes: the cache drives, or every drive of single-tier storage."""
    return of_role(drives_per_host, Role.CACHE)


@formula(label="size of cache drive", source="HOSTWISE", locator="endurance#life")
def cache_drive_gb(*, drive_gb: Array) -> Array:
    """Capacity of a drive that absorbs VM writes."""
    return of_role(drive_gb, Role.CACHE)


@formula(label="rated drive writes per day", source="HOSTWISE", locator="endurance#life")
def rated_dwpd(*, drive_dwpd: Array) -> Array:
    """Full drive writes per day that the warranty of a cache drive allows."""
    return of_role(drive_dwpd, Role.CACHE)


@formula(label="warranty", source="HOSTWISE", locator="endurance#life")
def warranty_years(*, drive_warranty_years: Array) -> Array:
    """Years for which the drive writes per day of a cache drive are rated."""
    return of_role(drive_warranty_years, Role.CACHE)


@formula(label="endurance correction", source="HOSTWISE", locator="endurance#life")
def endurance_factor(*, drive_endurance_factor: Array) -> Array:
    """Rated over actual write amplification inside a cache drive."""
    return of_role(drive_endurance_factor, Role.CACHE)


@formula(
    label="rated writes of a drive",
    source="INTEL21",
    locator="Endurance: TBW formula; Table 3 (printed 4,300 and 8,600 for 4,380 and 8,760)",
    row=Row("Wear-out", 100, "number", "higher"),
)
def tbw_tb(*, cache_drive_gb: Array, rated_dwpd: Array, warranty_years: Array) -> Array:
    """Terabytes that may be written to a drive within its warranty.

    >>> float(tbw_tb(cache_drive_gb=800.0, rated_dwpd=3.0, warranty_years=5.0))
    4380.0
    """
    return cache_drive_gb * rated_dwpd * DAYS_PER_YEAR * warranty_years / GB_PER_TB


@formula(
    label="endurance class",
    source="vmware-validated-design",
    locator="endurance classes A 365, B 1,825, C 3,650, D 7,300 TB written",
    validity="a guideline: a class says nothing about the load; compare the computed life",
)
def endurance_class_rank(
    *, tbw_tb: Array, class_a_tb: Array, class_b_tb: Array, class_c_tb: Array, class_d_tb: Array
) -> Array:
    """Endurance class of the cache drive, counted from 0 (below A) to 4 (D).

    A class says nothing about the load: a class C drive can be worn out within a year. It is therefore shown beside the
    computed life.
    """
    return thresholds_reached(tbw_tb, class_a_tb, class_b_tb, class_c_tb, class_d_tb)


@formula(label="size of cache drive in MB", source="INTEL21", locator="Endurance formula: 3 * 800 * 1024 / 86400")
def cache_drive_mb(*, cache_drive_gb: Array, mb_per_gb: Array) -> Array:
    """Capacity of a cache drive in megabytes, in the plan's unit convention."""
    return cache_drive_gb * mb_per_gb


@formula(
    label="write limit of a drive",
    source="INTEL21",
    locator="Endurance formula; Table 3",
    row=Row("Wear-out", 110, "number", "higher"),
)
def drive_write_limit_mb_s(*, rated_dwpd: Array, cache_drive_mb: Array) -> Array:
    """Average write rate that uses up a drive's rating exactly at the end of its warranty.

    >>> round(float(drive_write_limit_mb_s(rated_dwpd=3.0, cache_drive_mb=800.0 * 1024)), 2)
    28.44
    """
    return rated_dwpd * cache_drive_mb / SECONDS_PER_DAY


@formula(
    label="write amplification of protection",
    source="INTEL21",
    locator="I/O flow 2: RAID 1 doubles writes; for single-tier storage the sum is a model assumption",
    validity="adaptive RAID-5 is counted with its narrow stripe: an upper bound where the stripe is wide",
)
def write_amplification(*, log_writes_factor: Array, stripe_writes_factor: Array, data_reduction_ratio: Array) -> Array:
    """Bytes written to the drives that absorb writes for each byte that a VM writes.

    Adaptive RAID-5 is counted with its narrow stripe, an upper bound: the stripe narrows again some time after a host
    is lost.

    >>> write_amplification(log_writes_factor=2.0, stripe_writes_factor=0.0, data_reduction_ratio=1.0)
    2.0
    """
    return log_writes_factor + stripe_writes_factor / data_reduction_ratio


@formula(
    label="VM write limit of a drive",
    source="INTEL21",
    locator="Endurance: 14.2 MB/s after RAID 1",
    row=Row("Wear-out", 120, "number", "higher"),
)
def vm_write_limit_mb_s(*, drive_write_limit_mb_s: Array, write_amplification: Array) -> Array:
    """Average VM write rate that uses up one cache drive's rating exactly at the end of its warranty.

    >>> round(float(vm_write_limit_mb_s(drive_write_limit_mb_s=28.4444, write_amplification=2.0)), 2)
    14.22
    """
    return drive_write_limit_mb_s / write_amplification


@formula(
    label="I/O limit of a drive",
    source="INTEL21",
    locator="Table 3: 1,500 / 3,000 / 25,000 IOPS, rounded",
    row=Row("Wear-out", 130, "number", "higher"),
)
def vm_write_limit_iops(
    *, vm_write_limit_mb_s: Array, average_front_iops: Array, average_front_write_mb_s: Array
) -> Array:
    """Average front-end I/O of this mix that uses up one cache drive's rating exactly at the end of its warranty.

    >>> limit = vm_write_limit_iops(
    ...     vm_write_limit_mb_s=14.2222, average_front_iops=1.0, average_front_write_mb_s=0.3 * 32 / 1024
    ... )
    >>> round(float(limit))
    1517
    """
    return vm_write_limit_mb_s * average_front_iops / average_front_write_mb_s


@formula(label="cache drives", source="INTEL21", locator="Light and moderate sizing: 8 and 14 drives")
def cache_drives(*, hosts: Array, cache_drives_per_host: Array) -> Array:
    """Drives of the cluster that absorb VM writes."""
    return hosts * cache_drives_per_host


@formula(label="average writes of a drive", source="INTEL21", locator="Light and moderate sizing")
def drive_write_mb_s(*, average_front_write_mb_s: Array, write_amplification: Array, cache_drives: Array) -> Array:
    """Average write rate of one cache drive, with the load spread evenly.

    Even spreading is what the storage stack aims at. What differs between drives is an input, and small.
    """
    return average_front_write_mb_s * write_amplification / cache_drives


@formula(
    label="drive writes per day used",
    source="INTEL21",
    locator="Light sizing (printed 13.5 per day) and moderate sizing (printed 20)",
    row=Row("Wear-out", 80, "number"),
)
def dwpd_used(*, role_dwpd_used: Array) -> Array:
    """Full drive writes per day of a cache drive under today's workload."""
    return of_role(role_dwpd_used, Role.CACHE)


@formula(
    label="years to wear-out",
    source="INTEL21",
    locator="implied by Light and moderate sizing: 1.12, 0.74 and 7.0 years",
    validity="the load of today, unchanged; for growth see the years with growth, for uncertainty the probability",
    row=Row("Wear-out", 10, "years", "higher", headline=True),
)
def years_to_wear_out(*, role_years_to_wear_out: Array) -> Array:
    """Years until the rated writes of a cache drive are used up at the load of today.

    The load of today is used unchanged, as the source computes. Growth is left out, and so is the uncertainty of the
    load; both have quantities of their own.
    """
    return of_role(role_years_to_wear_out, Role.CACHE)


@formula(
    label="drive writes used over rated",
    source="INTEL21",
    locator="Light sizing: 4.5 times the rating",
    row=Row("Wear-out", 90, "share", "lower"),
)
def endurance_used_share(*, dwpd_used: Array, rated_dwpd: Array, endurance_factor: Array) -> Array:
    """Drive writes per day used, divided by those rated; above 1 the drive wears out within its warranty."""
    return dwpd_used / (rated_dwpd * endurance_factor)
