"""Flash endurance: rated writes of the drives, writes of the VMs, and the resulting life [model 4.1-4.4].

Formulas that only take the drives that absorb VM writes, such as `absorbing_drive_gb` and `rated_dwpd`, are parameters
of other formulas; `dwpd_used` and `years_to_wear_out` are rows of the comparison. Both name a
quantity, and no role of it.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import DAYS_PER_YEAR, GB_PER_TB, SECONDS_PER_DAY
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, largest, of_role, of_write_role, thresholds_reached, total
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role


@formula(label="cache drives per host", source="HOSTWISE", locator="endurance#life")
def absorbing_drives_per_host(*, drives_per_host: Array, single_tier_flag: Array) -> Array:
    """Drives of one host that absorb VM writes: the cache drives, or every drive of single-tier storage."""
    return of_write_role(drives_per_host, single_tier_flag)


@formula(label="cache-tier drives per host", source="HOSTWISE", locator="endurance#life")
def write_tier_drives_per_host(*, drives_per_host: Array) -> Array:
    """Drives of one host in the write tier; none in single-tier storage."""
    return of_role(drives_per_host, Role.WRITE_TIER)


@formula(label="size of cache-tier drive", source="HOSTWISE", locator="endurance#life")
def write_tier_drive_gb(*, drive_gb: Array) -> Array:
    """Capacity of a drive of the write tier."""
    return of_role(drive_gb, Role.WRITE_TIER)


@formula(label="size of cache drive", source="HOSTWISE", locator="endurance#life")
def absorbing_drive_gb(*, drive_gb: Array, single_tier_flag: Array) -> Array:
    """Capacity of a drive that absorbs VM writes."""
    return of_write_role(drive_gb, single_tier_flag)


@formula(label="rated drive writes per day", source="HOSTWISE", locator="endurance#life")
def rated_dwpd(*, role_rated_dwpd: Array, single_tier_flag: Array) -> Array:
    """Full drive writes per day that the warranty of a cache drive allows."""
    return of_write_role(role_rated_dwpd, single_tier_flag)


@formula(label="warranty", source="HOSTWISE", locator="endurance#life", high=1e9)
def warranty_years(*, role_rated_years: Array, single_tier_flag: Array) -> Array:
    """Years for which the writes of a cache drive are rated."""
    return of_write_role(role_rated_years, single_tier_flag)


@formula(label="endurance correction", source="HOSTWISE", locator="endurance#life")
def endurance_factor(*, drive_endurance_factor: Array, single_tier_flag: Array) -> Array:
    """Rated over actual write amplification inside a cache drive."""
    return of_write_role(drive_endurance_factor, single_tier_flag)


@formula(
    label="rated writes of a drive",
    source="INTEL21",
    locator="Endurance: TBW formula; Table 3 (printed 4,300 and 8,600 for 4,380 and 8,760)",
    row=Row("Wear-out", 100, "number"),
)
def tbw_tb(*, absorbing_drive_gb: Array, rated_dwpd: Array, warranty_years: Array) -> Array:
    """Terabytes that may be written to a drive within its warranty.

    >>> float(tbw_tb(absorbing_drive_gb=800.0, rated_dwpd=3.0, warranty_years=5.0))
    4380.0
    """
    return absorbing_drive_gb * rated_dwpd * DAYS_PER_YEAR * warranty_years / GB_PER_TB


@formula(label="price of cache drive", source="HOSTWISE", locator="endurance#rated-writes")
def absorbing_drive_price(*, drive_price: Array, single_tier_flag: Array) -> Array:
    """Price of a drive that absorbs VM writes."""
    return of_write_role(drive_price, single_tier_flag)


@formula(
    label="price per rated terabyte written",
    source="HOSTWISE",
    locator="endurance#rated-writes",
    row=Row("Wear-out", 105, "money", "lower", shown="where evaluated"),
)
def price_per_written_tb(*, absorbing_drive_price: Array, tbw_tb: Array) -> Array:
    """Price of a drive that absorbs VM writes, for each terabyte that its warranty lets be written.

    >>> round(float(price_per_written_tb(absorbing_drive_price=734.0, tbw_tb=4380.0)), 4)
    0.1676
    """
    return absorbing_drive_price / tbw_tb


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
def absorbing_drive_mb(*, absorbing_drive_gb: Array, mb_per_gb: Array) -> Array:
    """Capacity of a cache drive in megabytes, in the plan's unit convention."""
    return absorbing_drive_gb * mb_per_gb


@formula(
    label="write limit of a drive",
    source="INTEL21",
    locator="Endurance formula; Table 3",
    row=Row("Wear-out", 110, "number"),
)
def drive_write_limit_mb_s(*, rated_dwpd: Array, absorbing_drive_mb: Array) -> Array:
    """Average write rate that uses up a drive's rating exactly at the end of its warranty.

    >>> round(float(drive_write_limit_mb_s(rated_dwpd=3.0, absorbing_drive_mb=800.0 * 1024)), 2)
    28.44
    """
    return rated_dwpd * absorbing_drive_mb / SECONDS_PER_DAY


_AMPLIFIED = "I/O flow 2: RAID 1 doubles writes; for single-tier storage the sum is a model assumption"
_NARROW = "adaptive RAID-5 with its narrow stripe: an upper bound where the stripe is wide"


@formula(label="write amplification of group", source="INTEL21", locator=_AMPLIFIED, validity=_NARROW)
def group_write_amplification(
    *,
    group_log_writes_factor: Array,
    stack_write_factor: Array,
    group_stripe_writes_factor: Array,
    group_data_reduction_ratio: Array,
) -> Array:
    """Bytes written to the drives that absorb writes for each byte that a VM of the group writes, on narrow stripes.

    >>> group_write_amplification(group_log_writes_factor=2.0, stack_write_factor=1.0, group_stripe_writes_factor=1.5,
    ...     group_data_reduction_ratio=1.0)
    3.5
    >>> [group_write_amplification(group_log_writes_factor=3.0, stack_write_factor=2.0,
    ...     group_stripe_writes_factor=stripe, group_data_reduction_ratio=1.0) for stripe in (0.0, 0.5)]
    [6.0, 7.0]
    """
    stripe = group_stripe_writes_factor / group_data_reduction_ratio
    return (group_log_writes_factor + stripe) * stack_write_factor


@formula(label="write amplification of group on wide stripes", source="INTEL21", locator=_AMPLIFIED)
def wide_group_write_amplification(
    *,
    group_log_writes_factor: Array,
    stack_write_factor: Array,
    group_stripe_writes_factor: Array,
    group_wide_capacity_factor: Array,
    group_capacity_factor: Array,
    group_data_reduction_ratio: Array,
) -> Array:
    """The same where adaptive RAID-5 uses its wide stripe, which writes as much less as it stores less.

    >>> wide_group_write_amplification(group_log_writes_factor=2.0, stack_write_factor=1.0,
    ...     group_stripe_writes_factor=1.5, group_wide_capacity_factor=1.25, group_capacity_factor=1.5,
    ...     group_data_reduction_ratio=1.0)
    3.25
    """
    stripe = group_stripe_writes_factor * group_wide_capacity_factor / group_capacity_factor
    return (group_log_writes_factor + stripe / group_data_reduction_ratio) * stack_write_factor


@formula(
    label="write amplification of group on the stripes in use",
    source="yellow-bricks-adaptive-raid5",
    locator="the stripe by the number of hosts",
)
def group_write_amplification_used(
    *,
    hosts: Array,
    hosts_for_wide_stripe: Array,
    wide_group_write_amplification: Array,
    group_write_amplification: Array,
) -> Array:
    """Bytes written to the drives that absorb writes for each byte that a VM of the group writes, by the hosts."""
    return np.where(hosts >= hosts_for_wide_stripe, wide_group_write_amplification, group_write_amplification)


@formula(label="average back-end writes", source="INTEL21", locator="Endurance formula; I/O flow 2", validity=_NARROW)
def average_back_end_write_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    group_write_amplification: Array,
) -> Array:
    """Bytes written on average to the drives that absorb writes, on narrow stripes."""
    return total(count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * group_write_amplification)


@formula(label="average back-end writes on wide stripes", source="INTEL21", locator="Endurance formula; I/O flow 2")
def wide_average_back_end_write_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    wide_group_write_amplification: Array,
) -> Array:
    """Bytes written on average to the drives that absorb writes, on wide stripes."""
    return total(count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * wide_group_write_amplification)


@formula(label="largest write amplification of a group", source="HOSTWISE", locator="endurance#write-amplification")
def largest_write_amplification(*, group_write_amplification: Array) -> Array:
    """Write amplification of the VM group with the largest, on narrow stripes."""
    return largest(group_write_amplification)


@formula(
    label="largest write amplification of a group on wide stripes",
    source="HOSTWISE",
    locator="endurance#write-amplification",
)
def largest_wide_write_amplification(*, wide_group_write_amplification: Array) -> Array:
    """Write amplification of the VM group with the largest, on wide stripes."""
    return largest(wide_group_write_amplification)


@formula(
    label="write amplification on narrow stripes",
    source="HOSTWISE",
    locator="endurance#write-amplification",
    validity="weighted by what the groups write today",
)
def write_amplification(
    *, average_back_end_write_mb_s: Array, average_front_write_mb_s: Array, largest_write_amplification: Array
) -> Array:
    """Bytes written to the drives that absorb writes for each byte that the VMs write, if RAID-5 stripes are narrow.

    The mean over the VM groups, each weighted by what it writes today; the largest where nothing is known to be
    written.

    >>> import numpy as np
    >>> float(write_amplification(average_back_end_write_mb_s=600.0, average_front_write_mb_s=np.float64(240),
    ...     largest_write_amplification=3.0))
    2.5
    """
    return first_known(average_back_end_write_mb_s / average_front_write_mb_s, largest_write_amplification)


@formula(
    label="write amplification on wide stripes",
    source="HOSTWISE",
    locator="endurance#write-amplification",
    validity="weighted by what the groups write today",
)
def wide_write_amplification(
    *, wide_average_back_end_write_mb_s: Array, average_front_write_mb_s: Array, largest_wide_write_amplification: Array
) -> Array:
    """Bytes written to the drives that absorb writes for each byte that the VMs write, if RAID-5 stripes are wide."""
    return first_known(wide_average_back_end_write_mb_s / average_front_write_mb_s, largest_wide_write_amplification)


@formula(
    label="write amplification of protection",
    source="yellow-bricks-adaptive-raid5",
    locator="the stripe by the number of hosts",
    row=Row("Wear-out", 140, "number", "lower"),
)
def write_amplification_used(
    *, hosts: Array, hosts_for_wide_stripe: Array, wide_write_amplification: Array, write_amplification: Array
) -> Array:
    """Bytes written to the drives that absorb writes for each byte that the VMs write, on the stripes in use.

    Adaptive RAID-5 writes its wide stripe where the number of hosts keeps it even with spare hosts failed.

    >>> import numpy as np
    >>> stripes = {"hosts_for_wide_stripe": 7.0, "wide_write_amplification": 3.25, "write_amplification": 3.5}
    >>> [float(write_amplification_used(hosts=np.float64(hosts), **stripes)) for hosts in (6, 7)]
    [3.5, 3.25]
    """
    return np.where(hosts >= hosts_for_wide_stripe, wide_write_amplification, write_amplification)


@formula(
    label="VM write limit of a drive",
    source="INTEL21",
    locator="Endurance: 14.2 MB/s after RAID 1",
    row=Row("Wear-out", 120, "number"),
)
def vm_write_limit_mb_s(*, drive_write_limit_mb_s: Array, write_amplification_used: Array) -> Array:
    """Average VM write rate that uses up one cache drive's rating exactly at the end of its warranty.

    >>> round(float(vm_write_limit_mb_s(drive_write_limit_mb_s=28.4444, write_amplification_used=2.0)), 2)
    14.22
    """
    return drive_write_limit_mb_s / write_amplification_used


@formula(
    label="I/O limit of a drive",
    source="INTEL21",
    locator="Table 3: 1,500 / 3,000 / 25,000 IOPS, rounded",
    row=Row("Wear-out", 130, "number"),
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
def absorbing_drives(*, capacity_hosts: Array, absorbing_drives_per_host: Array) -> Array:
    """Drives of the cluster that absorb VM writes; hosts of other models count by the data that they hold."""
    return capacity_hosts * absorbing_drives_per_host


@formula(label="cache-tier drives", source="INTEL21", locator="Light and moderate sizing: 8 and 14 drives")
def write_tier_drives(*, capacity_hosts: Array, write_tier_drives_per_host: Array) -> Array:
    """Drives of the cluster in the write tier; hosts of other models count by the data that they hold."""
    return capacity_hosts * write_tier_drives_per_host


@formula(label="average writes of a drive", source="INTEL21", locator="Light and moderate sizing")
def drive_write_mb_s(
    *, average_front_write_mb_s: Array, write_amplification_used: Array, absorbing_drives: Array
) -> Array:
    """Average write rate of one cache drive, with the load spread evenly.

    Even spreading is what the storage stack aims at. What differs between drives is an input, and small.
    """
    return average_front_write_mb_s * write_amplification_used / absorbing_drives


@formula(
    label="average de-staged writes",
    source="INTEL21",
    locator="I/O flow 3: what is overwritten in the buffer is de-staged once",
    validity="storage whose cache drives buffer writes; without compression on the way: an upper bound",
)
def destaged_write_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    write_locality_share: Array,
    group_write_amplification: Array,
) -> Array:
    """Bytes that leave the write buffers for the capacity drives on average today, with the protection's writes.

    Data is de-staged once for each first write: what overwrites data still in the buffer never leaves it.

    >>> import numpy as np
    >>> round(float(destaged_write_mb_s(count=np.array([150.0]), endurance_iops=np.array([960.0]), read_share=0.7,
    ...     io_kib=32.0, mb_per_kib=1 / 1024, write_locality_share=0.2, group_write_amplification=2.0)), 6)
    2160.0
    """
    first = 1 - write_locality_share
    return total(count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * first * group_write_amplification)


@formula(label="average writes of a capacity drive", source="HOSTWISE", locator="endurance#life-of-other-roles")
def capacity_drive_write_mb_s(
    *,
    destaged_write_mb_s: Array,
    capacity_hosts: Array,
    capacity_drives_per_host: Array,
    drive_write_mb_s: Array,
    single_tier_flag: Array,
) -> Array:
    """Average write rate of one capacity drive, with the load spread evenly over the data.

    Behind a write buffer it takes what is de-staged, in a single tier all writes of the VMs.

    >>> round(float(capacity_drive_write_mb_s(destaged_write_mb_s=2160.0, capacity_hosts=7.0,
    ...     capacity_drives_per_host=6.0, drive_write_mb_s=0.0, single_tier_flag=0.0)), 4)
    51.4286
    """
    destaged = destaged_write_mb_s / (capacity_hosts * capacity_drives_per_host)
    return np.where(single_tier_flag == 1, drive_write_mb_s, destaged)


@formula(
    label="average fills of read caches",
    source="VFRC13",
    locator="I/O path: reads that miss are brought into the cache",
    validity="writes that update blocks of the cache are not counted: no source says how many hit a block",
)
def filled_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    read_cache_gb: Array,
    read_hit_share: Array,
) -> Array:
    """Bytes that fill the read caches of all VMs on average today: what is read and not yet there.

    >>> import numpy as np
    >>> round(float(filled_mb_s(count=np.array([100.0]), endurance_iops=np.array([100.0]), read_share=0.8, io_kib=4.0,
    ...     mb_per_kib=1 / 1024, read_cache_gb=np.array([10.0]), read_hit_share=0.85)), 4)
    4.6875
    """
    read_mb_s = count * endurance_iops * read_share * io_kib * mb_per_kib
    return total(np.where(read_cache_gb == 0, 0, read_mb_s * (1 - read_hit_share)))


@formula(label="average writes of a read-cache drive", source="HOSTWISE", locator="endurance#life-of-other-roles")
def read_cache_drive_write_mb_s(*, filled_mb_s: Array, hosts: Array, read_cache_drives_per_host: Array) -> Array:
    """Average write rate of one read-cache drive, with the VMs spread evenly."""
    return filled_mb_s / (hosts * read_cache_drives_per_host)


@formula(
    label="drive writes per day used",
    source="INTEL21",
    locator="Light sizing (printed 13.5 per day) and moderate sizing (printed 20)",
    row=Row("Wear-out", 80, "number"),
)
def dwpd_used(*, role_dwpd_used: Array, single_tier_flag: Array) -> Array:
    """Full drive writes per day of a drive that absorbs VM writes under today's workload."""
    return of_write_role(role_dwpd_used, single_tier_flag)


@formula(
    label="years to wear-out",
    source="INTEL21",
    locator="implied by Light and moderate sizing: 1.12, 0.74 and 7.0 years",
    validity="the load of today, unchanged; for growth see the years with growth, for uncertainty the probability",
    row=Row("Wear-out", 10, "years", "higher", headline=True),
)
def years_to_wear_out(*, role_years_to_wear_out: Array, single_tier_flag: Array) -> Array:
    """Years until the rated writes of a drive that absorbs VM writes are used up at the load of today.

    The load of today is used unchanged, as the source computes. Growth is left out, and so is the uncertainty of the
    load; both have quantities of their own.
    """
    return of_write_role(role_years_to_wear_out, single_tier_flag)


@formula(
    label="years to wear-out on narrow stripes",
    source="yellow-bricks-adaptive-raid5",
    locator="the stripe narrows again some time after a host is lost",
    validity="as if the load of today were written on narrow stripes all the time",
    row=Row("Wear-out", 15, "years", "higher", only_with="hosts_for_wide_stripe"),
)
def narrow_years_to_wear_out(
    *, years_to_wear_out: Array, write_amplification_used: Array, write_amplification: Array
) -> Array:
    """Years until the rated writes of a drive that absorbs VM writes are used up on narrow stripes of adaptive RAID-5.

    The case after more hosts are lost than the spares; where the stripe is narrow anyway it is the same life.

    >>> used = {"write_amplification_used": 3.25, "write_amplification": 3.5}
    >>> round(narrow_years_to_wear_out(years_to_wear_out=7.0, **used), 6)
    6.5
    """
    return years_to_wear_out * write_amplification_used / write_amplification


@formula(
    label="drive writes used over rated",
    source="INTEL21",
    locator="Light sizing: 4.5 times the rating",
    row=Row("Wear-out", 90, "share", "lower"),
)
def endurance_used_share(*, dwpd_used: Array, rated_dwpd: Array, endurance_factor: Array) -> Array:
    """Drive writes per day used, divided by those rated; above 1 the drive wears out within its warranty."""
    return dwpd_used / (rated_dwpd * endurance_factor)
