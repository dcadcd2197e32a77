"""Drives by role: writes, wear and replacement [model 4, 7].

One formula covers all roles. What differs by role is an input, or stands in `role_write_mb_per_day`,
`role_group_write_share`, `role_write_growth_rate` and `role_worn_drives_per_month`. Formulas that only take one role
are rows of the comparison (`capacity_drive_years_to_wear_out`, `read_cache_drive_years_to_wear_out`) or of the drives
that absorb the writes (`expected_replacements_drives`, `failed_drives`, `years_with_later_hosts`): a row and a
parameter name a quantity, and no role of it.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import DAYS_PER_YEAR, GB_PER_TB, MONTHS_PER_YEAR, SECONDS_PER_DAY
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import (
    added,
    ceil_count,
    first_known,
    for_roles,
    largest,
    needed,
    of_role,
    of_write_role,
    running_largest,
    running_total,
    smallest_of_roles,
    total,
    total_of_roles,
    worn_so_far,
    written_by_month,
    years_until_written,
)
from hostwise.engine.purposes import CostPart, Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role

_AS_OLD = "hosts bought later count as old as the first"

# ----------------------------------------------------------------------------------------------------------- writes


@formula(
    label="writes of drives per day",
    source="HOSTWISE",
    locator="endurance#life-of-other-roles",
    validity="the load of today; what is rebuilt after a failure is not counted",
)
def role_write_mb_per_day(
    *,
    drive_write_mb_s: Array,
    capacity_drive_write_mb_s: Array,
    tier_drive_write_mb_s: Array,
    swap_write_tb_per_day: Array,
    read_cache_drive_write_mb_s: Array,
    mb_per_gb: Array,
    single_tier_flag: Array,
) -> Array:
    """Average writes to a drive per day; nothing to a write tier that a single tier does not have."""
    return for_roles(
        {
            Role.WRITE_TIER: np.where(single_tier_flag == 1, 0, drive_write_mb_s * SECONDS_PER_DAY),
            Role.CAPACITY: capacity_drive_write_mb_s * SECONDS_PER_DAY,
            Role.MEMORY_TIER: tier_drive_write_mb_s * SECONDS_PER_DAY,
            Role.SWAP: swap_write_tb_per_day * GB_PER_TB * mb_per_gb,
            Role.READ_CACHE: read_cache_drive_write_mb_s * SECONDS_PER_DAY,
        }
    )


@formula(label="years implied by two ratings", source="HOSTWISE", locator="endurance#rated-writes")
def role_implied_years(*, drive_tbw_tb: Array, drive_gb: Array, drive_dwpd: Array) -> Array:
    """Years over which the rated writes per day of a drive are its rated terabytes.

    >>> role_implied_years(drive_tbw_tb=4380.0, drive_gb=800.0, drive_dwpd=3.0)
    5.0
    """
    return drive_tbw_tb * GB_PER_TB / (drive_gb * DAYS_PER_YEAR * drive_dwpd)


@formula(
    label="years of the rating, by role",
    source="HOSTWISE",
    locator="endurance#rated-writes",
    validity="of rated terabytes alone those of the usual warranty: the life does not rest on them",
    high=1e9,
)
def role_rated_years(
    *, drive_warranty_years: Array, role_implied_years: Array, drive_tbw_tb: Array, usual_warranty_years: Array
) -> Array:
    """Years for which a drive is rated: its warranty, what two ratings imply, or the usual ones of terabytes alone.

    Terabytes written are rated without years; any number of them gives the same life. The usual ones say how many full
    writes a day that is.

    >>> import numpy as np
    >>> unknown = np.float64("nan")
    >>> [float(role_rated_years(drive_warranty_years=unknown, role_implied_years=unknown, drive_tbw_tb=terabytes,
    ...     usual_warranty_years=5.0)) for terabytes in (4380.0, unknown)]
    [5.0, nan]
    """
    return first_known(drive_warranty_years, role_implied_years, usual_warranty_years * (drive_tbw_tb / drive_tbw_tb))


@formula(label="drive writes per day by rated terabytes", source="HOSTWISE", locator="endurance#rated-writes")
def role_tbw_dwpd(*, drive_tbw_tb: Array, drive_gb: Array, role_rated_years: Array) -> Array:
    """Full drive writes per day that the rated terabytes of a drive allow over the years of its rating.

    >>> round(float(role_tbw_dwpd(drive_tbw_tb=4380.0, drive_gb=800.0, role_rated_years=5.0)), 12)
    3.0
    """
    return drive_tbw_tb * GB_PER_TB / (drive_gb * DAYS_PER_YEAR * role_rated_years)


@formula(
    label="rated drive writes per day, by role",
    source="HOSTWISE",
    locator="endurance#rated-writes",
    validity="the smaller of two ratings",
    high=1e9,
)
def role_rated_dwpd(*, drive_dwpd: Array, role_tbw_dwpd: Array) -> Array:
    """Full drive writes per day that the warranty of a drive allows: by writes per day and by terabytes written.

    A warranty ends at whichever is reached first, so that the smaller rating governs: writes per day are rounded when
    they are printed, terabytes are what the warranty says.

    >>> import numpy as np
    >>> rated = {"drive_dwpd": np.array([3.0, 17.0, np.nan]), "role_tbw_dwpd": np.array([2.95, 15.0, 0.4])}
    >>> role_rated_dwpd(**rated).tolist()
    [2.95, 15.0, 0.4]
    """
    return np.fmin(drive_dwpd, role_tbw_dwpd)


@formula(
    label="drive writes per day used, by role",
    source="INTEL21",
    locator="Light sizing (printed 13.5 per day) and moderate sizing (printed 20)",
)
def role_dwpd_used(*, role_write_mb_per_day: Array, drive_gb: Array, mb_per_gb: Array) -> Array:
    """Full drive writes per day of a drive under today's workload.

    >>> round(float(role_dwpd_used(role_write_mb_per_day=506.25 * 2 / 8 * 86_400, drive_gb=800.0, mb_per_gb=1024.0)), 2)
    13.35
    """
    return role_write_mb_per_day / (drive_gb * mb_per_gb)


@formula(
    label="years to wear-out, by role",
    source="INTEL21",
    locator="implied by Light and moderate sizing: 1.12, 0.74 and 7.0 years",
    validity="the load of today, unchanged; infinite where nothing is written",
)
def role_years_to_wear_out(
    *, role_rated_years: Array, role_rated_dwpd: Array, drive_endurance_factor: Array, role_dwpd_used: Array
) -> Array:
    """Years until the rated writes of a drive are used up at the load of today.

    >>> round(float(role_years_to_wear_out(role_rated_years=5.0, role_rated_dwpd=3.0, drive_endurance_factor=1.0,
    ...     role_dwpd_used=13.35)), 2)
    1.12
    """
    return needed(role_rated_years * role_rated_dwpd * drive_endurance_factor, role_dwpd_used)


@formula(label="VMs today", source="HOSTWISE", locator="demand#workload")
def present_vms(*, count: Array) -> Array:
    """VMs of all groups today."""
    return total(count)


@formula(label="share of the group in the VMs", source="HOSTWISE", locator="endurance#growth-of-the-writes", high=1.0)
def group_vm_share(*, count: Array, present_vms: Array) -> Array:
    """VMs of the group over the VMs of all groups today.

    >>> import numpy as np
    >>> group_vm_share(count=np.array([30.0, 10.0]), present_vms=np.array([40.0])).tolist()
    [0.75, 0.25]
    """
    return needed(count, present_vms)


@formula(label="writes of the group", source="HOSTWISE", locator="endurance#write-amplification")
def group_back_end_write_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    group_write_amplification_used: Array,
) -> Array:
    """Bytes that the group's VMs write on average today to the drives that absorb writes, on the stripes in use."""
    return count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * group_write_amplification_used


@formula(label="writes of all groups", source="HOSTWISE", locator="endurance#write-amplification")
def grouped_back_end_write_mb_s(*, group_back_end_write_mb_s: Array) -> Array:
    """Bytes that all VMs write on average today to the drives that absorb writes, on the stripes in use."""
    return total(group_back_end_write_mb_s)


@formula(label="de-staged writes of the group", source="HOSTWISE", locator="endurance#life-of-other-roles")
def group_destaged_write_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    write_locality_share: Array,
    group_write_amplification: Array,
) -> Array:
    """Bytes of the group's VMs that leave the write buffers on average today, with the protection's writes."""
    first = 1 - write_locality_share
    return count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * first * group_write_amplification


@formula(label="fills of the group", source="HOSTWISE", locator="endurance#life-of-other-roles")
def group_filled_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    read_cache_gb: Array,
    read_hit_share: Array,
) -> Array:
    """Bytes that fill the read caches of the group's VMs on average today."""
    read_mb_s = count * endurance_iops * read_share * io_kib * mb_per_kib
    return np.where(read_cache_gb == 0, 0, read_mb_s * (1 - read_hit_share))


@formula(
    label="share of the group in the writes, by role",
    source="HOSTWISE",
    locator="endurance#growth-of-the-writes",
    validity="where nothing is written, and for memory tier and swap, the share of the VMs",
    high=1.0,
)
def role_group_write_share(
    *,
    group_vm_share: Array,
    group_back_end_write_mb_s: Array,
    grouped_back_end_write_mb_s: Array,
    group_destaged_write_mb_s: Array,
    destaged_write_mb_s: Array,
    group_filled_mb_s: Array,
    filled_mb_s: Array,
    single_tier_flag: Array,
) -> Array:
    """What a group writes to the drives of a role today, over what all groups write to them.

    Each with the writes of its own protection: a mirrored group counts twice where a plain one counts once.

    >>> import numpy as np
    >>> written = {"group_destaged_write_mb_s": np.array([1.0, 4.0]), "destaged_write_mb_s": 5.0, "filled_mb_s": 1.0}
    >>> role_group_write_share(group_vm_share=np.array([0.5, 0.5]), group_filled_mb_s=np.array([0.0, 1.0]), **written,
    ...     single_tier_flag=np.array(0.0), group_back_end_write_mb_s=np.array([30.0, 10.0]),
    ...     grouped_back_end_write_mb_s=40.0)[:3].tolist()
    [[0.75, 0.25], [0.2, 0.8], [0.5, 0.5]]
    """
    first = _share(group_back_end_write_mb_s, grouped_back_end_write_mb_s, group_vm_share)
    destaged = _share(group_destaged_write_mb_s, destaged_write_mb_s, group_vm_share)
    return for_roles(
        {
            Role.WRITE_TIER: first,
            Role.CAPACITY: np.where(single_tier_flag == 1, first, destaged),
            Role.READ_CACHE: _share(group_filled_mb_s, filled_mb_s, group_vm_share),
        },
        otherwise=group_vm_share,
    )


def _share(of_group: Array, of_all: Array, where_nothing: Array) -> Array:
    return np.where(of_all == 0, where_nothing, of_group / of_all)


@formula(
    label="growth of writes, by role",
    source="HOSTWISE",
    locator="endurance#growth-of-the-writes",
    validity="the pages of the memory tier and swapped memory as given for each host, which do not grow",
    low=-0.9999,
)
def role_write_growth_rate(*, write_growth_rate: Array) -> Array:
    """Growth of what a group writes to all drives of a role, per year.

    What is de-staged and what fills read caches grow as what is written. Drives of memory tier and swap have no growth,
    because their writes are entered for each host.
    """
    growing = dict.fromkeys((Role.WRITE_TIER, Role.CAPACITY, Role.READ_CACHE), write_growth_rate)
    return for_roles(growing, otherwise=0)


@formula(label="hosts that share the writes", source="HOSTWISE", locator="endurance#hosts-bought-later")
def role_size_factor(*, sharing_size_factor: Array, role_event_write_factor_per_month: Array) -> Array:
    """Hosts over which the writes of the cluster spread in each month, over the first hosts; fewer with events' VMs.

    VMs and their data spread over all hosts, and so do the writes to cache, capacity and read-cache drives. Memory tier
    and swap have the writes of their own host. VMs of dated events add to what smooth growth writes, which is as if it
    spread over so many hosts fewer.
    """
    hosts = needed(sharing_size_factor, role_event_write_factor_per_month)
    shared = dict.fromkeys((Role.WRITE_TIER, Role.CAPACITY, Role.READ_CACHE), hosts)
    return for_roles(shared, otherwise=1)


@formula(label="years of today's writes by month", source="HOSTWISE", locator="endurance#growth-of-the-writes")
def role_written_years_per_month(
    *, month: Array, role_group_write_share: Array, role_write_growth_rate: Array
) -> Array:
    """Writes of the growing load by the end of each month, in years of today's writes.

    The sum over the groups, each with its own growth.
    """
    return written_by_month(role_group_write_share, role_write_growth_rate, month)


@formula(
    label="years of today's writes by month, shared with later hosts",
    source="HOSTWISE",
    locator="endurance#hosts-bought-later",
)
def role_years_per_month_with_later_hosts(*, role_written_years_per_month: Array, role_size_factor: Array) -> Array:
    """Writes to a drive bought first by the end of each month, in years of today's writes.

    What is written in a month is shared by all hosts present then, so that hosts bought later relieve the first.

    >>> import numpy as np
    >>> years, hosts = np.array([[0.0, 1.0, 2.0, 3.0]]), np.array([[1.0, 1.0, 2.0, 2.0]])
    >>> role_years_per_month_with_later_hosts(role_written_years_per_month=years, role_size_factor=hosts).tolist()
    [[0.0, 1.0, 1.5, 2.0]]
    """
    return running_total(added(role_written_years_per_month) / role_size_factor)


@formula(
    label="wear of drives by month",
    source="HOSTWISE",
    locator="endurance#hosts-bought-later",
    validity="nothing where nothing is written, or wear is not counted",
)
def role_wear_ratio_per_month(
    *,
    drive_wear_flag: Array,
    role_write_mb_per_day: Array,
    role_years_per_month_with_later_hosts: Array,
    role_years_to_wear_out: Array,
) -> Array:
    """Median writes to a drive bought first by the end of each month, divided by its endurance, without replacement.

    >>> float(role_wear_ratio_per_month(drive_wear_flag=1.0, role_write_mb_per_day=600.0,
    ...     role_years_per_month_with_later_hosts=2.5, role_years_to_wear_out=2.0))
    1.25
    """
    worn = role_years_per_month_with_later_hosts / role_years_to_wear_out
    return np.where(np.fmin(drive_wear_flag, role_write_mb_per_day) == 0, 0, worn)


# ------------------------------------------------------------------------------------------------- life with growth


def _lasting(
    life: Array, written: Array, relieved: Array, size_factor: Array, events: Array, month: Array, horizon_years: Array
) -> Array:
    """Years of today's writes of a growing cluster in which a drive takes those of its life.

    In each month the drive takes 1 / size factor of what is written. Without events its share only falls, so that what
    it takes over what is written is concave: the smallest of the lines of all months. Inverted, the largest counts.
    With events the share may rise as well: of each month that the drive begins alive, its line counts up to what is
    written by its end, and after the horizon on.
    """
    before, taken_before = written - added(written), relieved - added(relieved)
    left = life - taken_before
    line = before + left * size_factor
    within = np.where(month == horizon_years * MONTHS_PER_YEAR, line, np.minimum(line, written))
    return largest(np.where(events == 1, np.where(left < 0, 0, within), line))


_LATER = "after the horizon no host is bought"


@formula(
    label="life in years of today's writes",
    source="HOSTWISE",
    locator="endurance#hosts-bought-later",
    validity=_LATER,
)
def role_life_years_with_later_hosts(
    *,
    role_years_to_wear_out: Array,
    role_written_years_per_month: Array,
    role_years_per_month_with_later_hosts: Array,
    role_size_factor: Array,
    events_flag: Array,
    month: Array,
    horizon_years: Array,
) -> Array:
    """Writes of the cluster, in years of today's, until a drive bought first has used up its rated writes.

    Equal to the life at the load of today where no host is bought.

    >>> import numpy as np
    >>> years, months = np.array([[0.0, 1.0, 2.0, 3.0]]), {"month": np.arange(4.0), "horizon_years": 3 / 12}
    >>> def lives(taken, hosts, events):
    ...     return [float(role_life_years_with_later_hosts(role_years_to_wear_out=life,
    ...         role_written_years_per_month=years,
    ...         role_years_per_month_with_later_hosts=np.array([taken]), role_size_factor=np.array([hosts]),
    ...         events_flag=events, **months)[0]) for life in (0.5, 1.75, 3.0)]
    >>> lives([0.0, 1.0, 1.5, 2.0], [1.0, 1.0, 2.0, 2.0], 0.0)
    [0.5, 2.5, 5.0]

    From the second month on twice as much is written as growth alone would write:

    >>> lives([0.0, 1.0, 3.0, 5.0], [1.0, 1.0, 0.5, 0.5], 1.0)
    [0.5, 1.375, 2.0]
    """
    return _lasting(
        role_years_to_wear_out,
        role_written_years_per_month,
        role_years_per_month_with_later_hosts,
        role_size_factor,
        events_flag,
        month,
        horizon_years,
    )


@formula(
    label="life in years of today's writes, early",
    source="HOSTWISE",
    locator="endurance#hosts-bought-later",
    validity=_LATER,
)
def role_early_life_years_with_later_hosts(
    *,
    role_years_to_wear_out: Array,
    role_heavy_wear_factor: Array,
    role_written_years_per_month: Array,
    role_years_per_month_with_later_hosts: Array,
    role_size_factor: Array,
    events_flag: Array,
    month: Array,
    horizon_years: Array,
) -> Array:
    """The same at the lower tail probability."""
    life = role_years_to_wear_out / role_heavy_wear_factor
    return _lasting(
        life,
        role_written_years_per_month,
        role_years_per_month_with_later_hosts,
        role_size_factor,
        events_flag,
        month,
        horizon_years,
    )


@formula(
    label="life in years of today's writes, late",
    source="HOSTWISE",
    locator="endurance#hosts-bought-later",
    validity=_LATER,
)
def role_late_life_years_with_later_hosts(
    *,
    role_years_to_wear_out: Array,
    role_light_wear_factor: Array,
    role_written_years_per_month: Array,
    role_years_per_month_with_later_hosts: Array,
    role_size_factor: Array,
    events_flag: Array,
    month: Array,
    horizon_years: Array,
) -> Array:
    """The same at the upper tail probability."""
    life = role_years_to_wear_out / role_light_wear_factor
    return _lasting(
        life,
        role_written_years_per_month,
        role_years_per_month_with_later_hosts,
        role_size_factor,
        events_flag,
        month,
        horizon_years,
    )


@formula(
    label="staggered replacement in years of today's writes",
    source="HOSTWISE",
    locator="endurance#staggered-replacement",
    validity=_LATER,
)
def role_staggered_years(
    *,
    role_years_to_wear_out: Array,
    staggered_replacement_share: Array,
    role_written_years_per_month: Array,
    role_years_per_month_with_later_hosts: Array,
    role_size_factor: Array,
    events_flag: Array,
    month: Array,
    horizon_years: Array,
) -> Array:
    """The same for the share of the rated writes at which staggered replacement begins."""
    life = role_years_to_wear_out * staggered_replacement_share
    return _lasting(
        life,
        role_written_years_per_month,
        role_years_per_month_with_later_hosts,
        role_size_factor,
        events_flag,
        month,
        horizon_years,
    )


@formula(
    label="years to wear-out with growth, by role",
    source="HOSTWISE",
    locator="endurance#growth-of-the-writes",
    validity=_LATER,
)
def role_years_to_wear_out_with_growth(
    *, role_life_years_with_later_hosts: Array, role_group_write_share: Array, role_write_growth_rate: Array
) -> Array:
    """Years until the rated writes of a drive bought first are used up under the growing load.

    The root of the exact sum of the groups, each with its own growth.
    """
    return years_until_written(role_life_years_with_later_hosts, role_group_write_share, role_write_growth_rate)


@formula(
    label="years of today's writes until the horizon, shared with later hosts",
    source="HOSTWISE",
    locator="endurance#hosts-bought-later",
)
def role_years_with_later_hosts(*, role_years_per_month_with_later_hosts: Array) -> Array:
    """Writes to a drive bought first until the horizon, in years of today's writes."""
    return largest(role_years_per_month_with_later_hosts)


@formula(
    label="years of today's writes of a cache drive until the horizon",
    source="HOSTWISE",
    locator="endurance#hosts-bought-later",
)
def years_with_later_hosts(*, role_years_with_later_hosts: Array, single_tier_flag: Array) -> Array:
    """Writes to a cache drive bought first until the horizon, in years of today's writes."""
    return of_write_role(role_years_with_later_hosts, single_tier_flag)


@formula(
    label="life that counts, by role",
    source="HOSTWISE",
    locator="endurance#life-of-other-roles",
    validity="infinite where there are no drives, or hard disks",
)
def role_counted_life_years(*, drive_flash_flag: Array, role_years_to_wear_out_with_growth: Array) -> Array:
    """Years until the rated writes of a flash drive are used up under the growing load."""
    return np.where(drive_flash_flag == 0, np.inf, role_years_to_wear_out_with_growth)


@formula(
    label="years until the first drives wear out",
    source="HOSTWISE",
    locator="endurance#life-of-other-roles",
    validity="the shortest life of all roles: cache, capacity, memory tier, swap, read cache",
    row=Row("Wear-out", 5, "years", "higher", shown="where evaluated", across=True),
)
def flash_life_years_for_all_drives(*, role_counted_life_years: Array) -> Array:
    """Years until the first flash of a host, whatever it is for, has used up its rated writes under the growing load.

    It compares layouts: cache drives of two tiers take more writes than the drives behind them, and those of a
    single tier take all. Not evaluated while the life of any flash is unknown.
    """
    return smallest_of_roles(role_counted_life_years)


@formula(
    label="life that counts where it is known, by role",
    source="HOSTWISE",
    locator="endurance#life-of-other-roles",
    validity="infinite where it is not known",
)
def role_flash_life_years(*, role_counted_life_years: Array) -> Array:
    """Years until the rated writes of a flash drive are used up under the growing load, if that is known."""
    return np.where(np.isnan(role_counted_life_years), np.inf, role_counted_life_years)


@formula(
    label="shortest known life",
    source="HOSTWISE",
    locator="endurance#life-of-other-roles",
    validity="infinite where no life is known, or none ends",
)
def first_wear_out_years(*, role_flash_life_years: Array) -> Array:
    """The shortest life of the roles whose life is known."""
    return smallest_of_roles(role_flash_life_years)


@formula(
    label="years the drives last",
    source="HOSTWISE",
    locator="endurance#life-of-other-roles",
    validity="the shortest life of the roles whose life is known; at most that long where another one is not known",
)
def flash_life_years(*, first_wear_out_years: Array, flash_life_years_for_all_drives: Array) -> Array:
    """Years until the first flash of known life has used up its rated writes under the growing load.

    This is what is said of a configuration in one number. Where the rating of some drives is not known, the others
    still wear out, so that the shortest known life is an upper bound, and worth more than no answer.

    >>> float(flash_life_years(first_wear_out_years=7.0, flash_life_years_for_all_drives=np.float64("nan")))
    7.0
    """
    return np.where(first_wear_out_years < np.inf, first_wear_out_years, flash_life_years_for_all_drives)


@formula(
    label="years to wear-out of capacity drive",
    source="INTEL21",
    locator="Endurance formula",
    validity="behind a write buffer, or those of a single tier; infinite where nothing is written",
    row=Row("Wear-out", 25, "years", "higher", shown="where evaluated", only_with="write_tier_drives"),
)
def capacity_drive_years_to_wear_out(*, role_years_to_wear_out_with_growth: Array) -> Array:
    """Years until the rated writes of a capacity drive are used up under the growing load."""
    return of_role(role_years_to_wear_out_with_growth, Role.CAPACITY)


@formula(
    label="years to wear-out of read-cache drive",
    source="INTEL21",
    locator="Endurance formula",
    validity="fills only; infinite where nothing is filled",
    row=Row("Wear-out", 27, "years", "higher", shown="where evaluated"),
)
def read_cache_drive_years_to_wear_out(*, role_years_to_wear_out_with_growth: Array) -> Array:
    """Years until the rated writes of a read-cache drive are used up under the growing load."""
    return of_role(role_years_to_wear_out_with_growth, Role.READ_CACHE)


# ------------------------------------------------------------------------------------------------- replaced drives


@formula(label="hosts of other models whose drives are replaced", source="HOSTWISE", locator="endurance#replacement")
def role_staying_hosts(*, staying_other_capacity_hosts: Array, staying_other_hosts: Array) -> Array:
    """Hosts of the own model whose drives stand for those of other models that stay until the horizon.

    Drives that hold data count by capacity, all others by host. What is removed before is not repaired.
    """
    data = dict.fromkeys((Role.WRITE_TIER, Role.CAPACITY), staying_other_capacity_hosts)
    return for_roles(data, otherwise=staying_other_hosts)


@formula(
    label="drives by month",
    source="HOSTWISE",
    locator="endurance#replacement",
    validity="drives of other models count as those of the own model, as old as the first hosts",
)
def role_present_drives(*, fleet_own_hosts: Array, role_staying_hosts: Array, drives_per_host: Array) -> Array:
    """Drives of the cluster in each month; those of other models that stay count as drives of the own model.

    >>> import numpy as np
    >>> role_present_drives(fleet_own_hosts=np.array([4.0, 5.0]), role_staying_hosts=1.5,
    ...     drives_per_host=4.0).tolist()
    [22.0, 26.0]
    """
    return (fleet_own_hosts + role_staying_hosts) * drives_per_host


@formula(
    label="drives replaced for wear in month",
    source="HOSTWISE",
    locator="endurance#replacement",
    validity="median life, growth included; the uncertainty about it is in the wear-out probability",
)
def role_worn_drives_per_month(*, role_present_drives: Array, role_wear_ratio_per_month: Array) -> Array:
    """Drives that reach their rated writes within a month and are replaced, a whole generation at a time.

    A generation worn exactly at the end of a month counts in the next one. Drives of hosts bought later have the wear
    since their purchase, and wear out that much later than the first.

    The median life is used; its uncertainty is in the wear-out probability.

    >>> import numpy as np
    >>> role_worn_drives_per_month(role_present_drives=np.array([8.0, 8.0, 10.0, 10.0, 10.0, 10.0]),
    ...     role_wear_ratio_per_month=np.arange(6.0) / 1.25).tolist()
    [0.0, 0.0, 8.0, 10.0, 10.0, 2.0]
    """
    begun = role_wear_ratio_per_month - added(role_wear_ratio_per_month)
    worn = added(worn_so_far(added(role_present_drives), begun, role_wear_ratio_per_month))
    return np.where(role_present_drives == 0, 0, worn)


@formula(label="months that the first hosts have run", source="HOSTWISE", locator="equal-sites#roll-out")
def run_months(*, month: Array, first_site_month: Array) -> Array:
    """Months for which the hosts bought first have run by the end of each month.

    Sites that open later run from the beginning of their month.

    >>> import numpy as np
    >>> [run_months(month=np.arange(4.0), first_site_month=first).tolist() for first in (0.0, 2.0)]
    [[0.0, 1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 2.0]]
    """
    return np.maximum(month - np.maximum(first_site_month - 1, 0), 0)


@formula(
    label="random failures of a drive by month",
    source="fast20-maneas",
    locator="replacement rates; the first year 2 to 3 times the later rate",
    validity="random failures do not depend on wear; hosts bought later fail like those bought first",
)
def failures_per_drive_month(
    *, run_months: Array, random_failure_rate: Array, first_year_failure_factor: Array
) -> Array:
    """Random failures per drive in each month, independent of wear.

    A constant rate with a higher first year, as field studies report. The studies find that age matters apart from
    wear, which is not modelled.

    >>> import numpy as np
    >>> monthly = failures_per_drive_month(run_months=np.arange(61.0), random_failure_rate=0.005,
    ...     first_year_failure_factor=2.5)
    >>> round(float(monthly.sum()), 6)
    0.0325
    """
    first_year = np.where(run_months > MONTHS_PER_YEAR, 1, first_year_failure_factor)
    return np.where(run_months == 0, 0, first_year * random_failure_rate / MONTHS_PER_YEAR)


@formula(label="drives failed in month", source="fast20-maneas", locator="replacement rates", validity=_AS_OLD)
def role_failed_drives_per_month(*, role_present_drives: Array, failures_per_drive_month: Array) -> Array:
    """Expected random failures of drives in each month, over the hosts of that month."""
    return np.where(role_present_drives == 0, 0, role_present_drives * failures_per_drive_month)


@formula(label="cache drives failed in month", source="fast20-maneas", locator="replacement rates")
def failed_drives(*, role_failed_drives_per_month: Array, single_tier_flag: Array) -> Array:
    """Expected random failures of cache drives in each month."""
    return of_write_role(role_failed_drives_per_month, single_tier_flag)


@formula(label="wear of the drives bought first by month", source="HOSTWISE", locator="endurance#replacement")
def role_first_wear_ratio(*, run_months: Array, role_wear_ratio_per_month: Array) -> Array:
    """Writes to the drives bought first, since they were, by the end of each month, divided by their endurance.

    >>> import numpy as np
    >>> role_first_wear_ratio(run_months=np.array([0.0, 0.0, 1.0, 2.0]),
    ...     role_wear_ratio_per_month=np.array([0.0, 0.5, 1.0, 1.5])).tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    return role_wear_ratio_per_month - running_largest(np.where(run_months == 0, role_wear_ratio_per_month, 0))


@formula(label="age of drives by month", source="HOSTWISE", locator="endurance#replacement", validity=_AS_OLD)
def role_age_years(*, run_months: Array, role_first_wear_ratio: Array) -> Array:
    """Years since the drives were bought or last replaced for wear.

    >>> import numpy as np
    >>> months, wear = np.array([0.0, 12.0, 24.0]), np.array([0.0, 1.25, 1.5])
    >>> role_age_years(run_months=months, role_first_wear_ratio=wear).tolist()
    [0.0, 0.0, 1.0]
    """
    replaced = added(np.maximum(ceil_count(role_first_wear_ratio) - 1, 0))
    return (run_months - running_largest(np.where(replaced > 0, run_months, 0))) / MONTHS_PER_YEAR


@formula(label="wear of the present drives", source="HOSTWISE", locator="endurance#replacement")
def role_generation_wear_ratio(*, role_first_wear_ratio: Array) -> Array:
    """Writes to the present drives by the end of each month, divided by their endurance.

    >>> import numpy as np
    >>> role_generation_wear_ratio(role_first_wear_ratio=np.array([0.0, 0.75, 1.0, 1.25])).tolist()
    [0.0, 0.75, 1.0, 0.25]
    """
    worn = np.maximum(ceil_count(role_first_wear_ratio) - 1, 0)
    # Rounding dust above the rated writes starts no new generation, and must not end the warranty either.
    return np.minimum(role_first_wear_ratio - worn, 1)


@formula(label="warranty of drives, or the usual one", source="HOSTWISE", locator="endurance#replacement")
def role_covered_years(*, role_rated_years: Array, usual_warranty_years: Array) -> Array:
    """Years for which a drive that fails at random is replaced free of charge."""
    return first_known(role_rated_years, usual_warranty_years)


@formula(
    label="drives under warranty",
    source="HOSTWISE",
    locator="endurance#replacement",
    validity="the rated writes of the warranty, without the correction for this workload",
    high=1.0,
)
def role_warranty_flag(
    *,
    role_age_years: Array,
    role_covered_years: Array,
    role_generation_wear_ratio: Array,
    drive_endurance_factor: Array,
) -> Array:
    """Whether a drive that fails in a month is replaced free of charge.

    The warranty ends at its years or at the rated writes, whichever comes first.

    >>> flags = [(4.0, 0.5, 1.0), (5.5, 0.5, 1.0), (4.0, 0.9, 2.0)]
    >>> [float(role_warranty_flag(role_age_years=age, role_covered_years=5.0, role_generation_wear_ratio=wear,
    ...     drive_endurance_factor=factor)) for age, wear, factor in flags]
    [1.0, 0.0, 0.0]
    """
    in_years = np.where(role_age_years > role_covered_years, 0, 1)
    return in_years * np.where(role_generation_wear_ratio * drive_endurance_factor > 1, 0, 1)


@formula(
    label="replaced drives in month, by role",
    source="HOSTWISE",
    locator="endurance#replacement",
    validity="a drive at the end of its rated writes is no case for the warranty",
)
def role_replacement_cost_per_month(
    *,
    role_present_drives: Array,
    role_worn_drives_per_month: Array,
    role_failed_drives_per_month: Array,
    role_warranty_flag: Array,
    drive_price: Array,
    hardware_price_factor: Array,
) -> Array:
    """Cost of the drives replaced in each month: worn drives, and failed drives out of warranty.

    >>> import numpy as np
    >>> role_replacement_cost_per_month(role_present_drives=2.0, role_worn_drives_per_month=0.0,
    ...     role_failed_drives_per_month=0.5, role_warranty_flag=np.array([1.0, 0.0]), drive_price=900.0,
    ...     hardware_price_factor=1.0).tolist()
    [0.0, 450.0]
    """
    paid_drives = role_worn_drives_per_month + role_failed_drives_per_month * (1 - role_warranty_flag)
    return np.where(role_present_drives == 0, 0, paid_drives * drive_price * hardware_price_factor)


@formula(
    label="replaced drives in month",
    source="HOSTWISE",
    locator="endurance#replacement",
    cost_part=CostPart("replacement", "Drive replacement", order=130, paid="by month"),
)
def replacement_cost_per_month(*, role_replacement_cost_per_month: Array) -> Array:
    """Cost of the drives replaced in each month, at the price of that month."""
    return total_of_roles(role_replacement_cost_per_month)


@formula(label="drives worn until the horizon", source="HOSTWISE", locator="endurance#replacement")
def role_worn_drives(*, role_worn_drives_per_month: Array) -> Array:
    """Drives replaced for wear until the horizon, at the median load with its growth."""
    return total(role_worn_drives_per_month)


@formula(label="drives failed until the horizon", source="fast20-maneas", locator="replacement rates")
def role_failed_drives(*, role_failed_drives_per_month: Array) -> Array:
    """Expected random failures of drives until the horizon, including hosts bought later.

    >>> import numpy as np
    >>> float(role_failed_drives(role_failed_drives_per_month=np.array([0.0, 0.25, 0.25, 0.5])))
    1.0
    """
    return total(role_failed_drives_per_month)


@formula(label="drives replaced until the horizon", source="HOSTWISE", locator="endurance#replacement")
def role_replacements_drives(*, role_worn_drives: Array, role_failed_drives: Array) -> Array:
    """Drives replaced until the horizon, over all hosts: worn at the median load, or failed at random."""
    return role_worn_drives + role_failed_drives


@formula(
    label="cache drives replaced until the horizon",
    source="HOSTWISE",
    locator="endurance#replacement",
    row=Row("Wear-out", 50, "number", "lower"),
)
def expected_replacements_drives(*, role_replacements_drives: Array, single_tier_flag: Array) -> Array:
    """Cache drives replaced until the horizon: worn at the median load, or failed at random."""
    return of_write_role(role_replacements_drives, single_tier_flag)
