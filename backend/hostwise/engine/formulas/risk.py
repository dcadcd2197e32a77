"""Wear-out risk: the write load is uncertain and grows, the rating is not [model 4.5; facts 8.4].

`years_to_wear_out_with_growth` and `years_to_staggered_replacement` are of the drives that absorb VM writes alone: a
row and a finding name a quantity, and no role of it.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import DAYS_PER_YEAR, SECONDS_PER_DAY
from hostwise.engine.declaring import formula
from hostwise.engine.formulas.wear_uncertainty import unskewed, wear_factor_at
from hostwise.engine.primitives import (
    ceil_count,
    first_known,
    ndtr,
    needed,
    of_write_role,
    smallest_of_roles,
    total,
    years_until_written,
)
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array


@formula(label="growth of writes", source="HOSTWISE", locator="demand#growth", low=-0.9999)
def write_growth_rate(*, count_growth_rate: Array, io_growth_rate: Array) -> Array:
    """Yearly growth of a group's writes, from more VMs and more I/O of each.

    The product of growth by VMs and by I/O of each, since both happen at once.
    """
    return (1 + count_growth_rate) * (1 + io_growth_rate) - 1


@formula(label="years of today's writes", source="HOSTWISE", locator="endurance#growth-of-the-writes")
def growth_weighted_years(*, write_growth_rate: Array, horizon_years: Array) -> Array:
    """Writes of the growing load until the horizon, in years of today's writes.

    The integral of (1+g)^t from 0 to T, which is ((1+g)^T - 1) / ln(1+g), and T where nothing grows.

    >>> import numpy as np
    >>> [round(float(x), 4) for x in growth_weighted_years(write_growth_rate=np.array([0.0, 0.2]), horizon_years=5.0)]
    [5.0, 8.1632]
    """
    growth = np.log1p(np.where(write_growth_rate == 0, 1, write_growth_rate))
    grown = np.expm1(horizon_years * np.log1p(write_growth_rate)) / growth
    return np.where(write_growth_rate == 0, horizon_years, grown)


@formula(label="writes until the horizon", source="HOSTWISE", locator="endurance#wear-model")
def lifetime_write_mb(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    group_write_amplification: Array,
    growth_weighted_years: Array,
    event_written_years: Array,
) -> Array:
    """Bytes written by all VMs until the horizon to the drives that absorb writes, on narrow stripes, including growth.

    Each group with its own growth, its events and the writes of its own protection.
    """
    mb_s = count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * group_write_amplification
    return total(mb_s * (growth_weighted_years + event_written_years) * DAYS_PER_YEAR * SECONDS_PER_DAY)


@formula(label="writes until the horizon on wide stripes", source="HOSTWISE", locator="endurance#wear-model")
def wide_lifetime_write_mb(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    wide_group_write_amplification: Array,
    growth_weighted_years: Array,
    event_written_years: Array,
) -> Array:
    """Bytes written by all VMs until the horizon to the drives that absorb writes, on wide stripes, including growth.

    Each group with its own growth, its events and the writes of its own protection.
    """
    mb_s = count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * wide_group_write_amplification
    return total(mb_s * (growth_weighted_years + event_written_years) * DAYS_PER_YEAR * SECONDS_PER_DAY)


@formula(
    label="writes until the horizon on the stripes in use", source="HOSTWISE", locator="endurance#write-amplification"
)
def lifetime_write_mb_used(
    *, hosts: Array, hosts_for_wide_stripe: Array, wide_lifetime_write_mb: Array, lifetime_write_mb: Array
) -> Array:
    """Bytes written by all VMs until the horizon to the drives that absorb writes, by the hosts."""
    return np.where(hosts >= hosts_for_wide_stripe, wide_lifetime_write_mb, lifetime_write_mb)


@formula(label="writes that a drive endures", source="INTEL21", locator="Endurance: TBW formula")
def endurance_budget_mb(
    *, absorbing_drive_mb: Array, rated_dwpd: Array, warranty_years: Array, endurance_factor: Array
) -> Array:
    """Bytes that one cache drive endures under this workload."""
    return absorbing_drive_mb * rated_dwpd * endurance_factor * DAYS_PER_YEAR * warranty_years


@formula(label="wear at the horizon", source="HOSTWISE", locator="endurance#wear-model")
def wear_ratio(*, years_with_later_hosts: Array, years_to_wear_out: Array) -> Array:
    """Median writes to a cache drive until the horizon, divided by its endurance; above 1 it is worn out.

    Hosts bought later take their share of later writes. It is above 1 exactly where the life with growth ends before
    the horizon: both rest on the same sum of the groups.

    >>> wear_ratio(years_with_later_hosts=9.0, years_to_wear_out=7.5)
    1.2
    """
    return years_with_later_hosts / years_to_wear_out


@formula(label="margin of the wear, without skew", source="HOSTWISE", locator="endurance#wear-model", low=-float("inf"))
def straight_wear_margin_sigma(*, wear_ratio: Array, wear_sigma: Array, wear_shift: Array) -> Array:
    """Standard deviations by which ln(wear) of the drives that absorb VM writes lies below that of their rated writes.

    >>> import numpy as np
    >>> wear_ratio = np.float64(10.8 * 365 * 5 / 17520)
    >>> round(float(straight_wear_margin_sigma(wear_ratio=wear_ratio, wear_sigma=0.3, wear_shift=0.0)), 3)
    -0.393
    """
    return (-np.log(wear_ratio) - wear_shift) / wear_sigma


@formula(label="margin of the wear", source="HOSTWISE", locator="endurance#what-is-uncertain", low=-float("inf"))
def wear_margin_sigma(*, straight_wear_margin_sigma: Array, wear_skew: Array) -> Array:
    """That margin where what is uncertain reaches further to one side than to the other.

    >>> [round(float(wear_margin_sigma(straight_wear_margin_sigma=-0.393, wear_skew=skew)), 3) for skew in (0.0, 0.1)]
    [-0.393, -0.349]
    """
    return unskewed(straight_wear_margin_sigma, wear_skew)


@formula(
    label="wear-out probability",
    source="HOSTWISE",
    locator="endurance#wear-model",
    validity="the load is common to all drives of the cluster: they wear out together",
    high=1.0,
    row=Row("Wear-out", 30, "probability", "lower", headline=True),
)
def wear_out_probability(*, wear_ratio: Array, wear_margin_sigma: Array) -> Array:
    """Probability that the drives that absorb VM writes reach their rated writes before the horizon.

    Phi(ln(wear) / sigma) where all uncertainty is lognormal; the range of a storage stack's writes reaches further up
    than down, which shifts and skews it. Lognormal because errors of these estimates are factors ("twice as much"), not
    differences, and because a negative load has no meaning. The probability is one for the cluster and not one for each
    drive, because the load is common: the drives wear out together.

    >>> round(float(wear_out_probability(wear_ratio=10.8 * 365 * 5 / 17520, wear_margin_sigma=-0.393)), 3)
    0.653
    """
    return np.where(wear_ratio == 0, 0, ndtr(-wear_margin_sigma))


@formula(
    label="probability of lasting until the horizon, by role",
    source="HOSTWISE",
    locator="endurance#wear-model",
    validity="1 where there are no drives, or hard disks, and where the life is not known",
    high=1.0,
)
def role_lasting_probability(
    *,
    role_flash_life_years: Array,
    role_years_with_later_hosts: Array,
    role_years_to_wear_out: Array,
    role_wear_sigma: Array,
    role_wear_shift: Array,
    role_wear_skew: Array,
) -> Array:
    """Probability that flash drives bought first do not reach their rated writes before the horizon.

    >>> import numpy as np
    >>> role_lasting_probability(role_flash_life_years=np.array([7.5, np.inf]), role_years_with_later_hosts=9.0,
    ...     role_years_to_wear_out=9.0, role_wear_sigma=0.5, role_wear_shift=0.0, role_wear_skew=0.0).tolist()
    [0.5, 1.0]
    """
    wear = role_years_with_later_hosts / role_years_to_wear_out
    lasting = ndtr(unskewed((-np.log(wear) - role_wear_shift) / role_wear_sigma, role_wear_skew))
    return np.where(role_flash_life_years == np.inf, 1, lasting)


@formula(label="probability that all drives last until the horizon", source="HOSTWISE", locator="endurance#wear-model")
def lasting_probability(*, role_lasting_probability: Array) -> Array:
    """The least of the roles: the load is common to them, so that the first to wear out decides."""
    return smallest_of_roles(role_lasting_probability)


@formula(
    label="chance of wearing out",
    source="HOSTWISE",
    locator="endurance#wear-model",
    validity="the drives of known life that wear out first; the chance is at least that where another one is not known",
    high=1.0,
)
def known_wear_out_probability(
    *, first_wear_out_years: Array, lasting_probability: Array, flash_life_years_for_all_drives: Array
) -> Array:
    """Probability that the drives whose life is said in one number reach their rated writes before the horizon.

    >>> import numpy as np
    >>> known_wear_out_probability(first_wear_out_years=np.array([5.0, np.inf, np.inf]), lasting_probability=0.75,
    ...     flash_life_years_for_all_drives=np.array([5.0, np.inf, np.nan])).tolist()
    [0.25, 0.0, nan]
    """
    where_none = np.where(np.isnan(flash_life_years_for_all_drives), flash_life_years_for_all_drives, 0)
    return np.where(first_wear_out_years < np.inf, 1 - lasting_probability, where_none)


@formula(label="growth of all writes", source="HOSTWISE", locator="endurance#growth-of-the-writes", low=-0.9999)
def write_growth_mb_s(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    write_growth_rate: Array,
) -> Array:
    """Increase of the write rate of all VMs after one year."""
    return total(count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * write_growth_rate)


@formula(
    label="mean growth of writes",
    source="HOSTWISE",
    locator="endurance#growth-of-the-writes",
    validity="the groups' growth weighted by what they write today",
    low=-0.9999,
)
def mean_write_growth_rate(*, write_growth_mb_s: Array, average_front_write_mb_s: Array) -> Array:
    """Yearly growth of the writes of all groups together."""
    return needed(write_growth_mb_s, average_front_write_mb_s)


@formula(
    label="years to wear-out with growth",
    source="HOSTWISE",
    locator="endurance#growth-of-the-writes",
    validity="each group with its own growth; equals the years to wear-out where nothing grows",
    row=Row("Wear-out", 20, "years", "higher", only_with="mean_write_growth_rate", headline=True),
)
def years_to_wear_out_with_growth(*, role_years_to_wear_out_with_growth: Array, single_tier_flag: Array) -> Array:
    """Years until the rated writes of a drive that absorbs VM writes, bought first, are used up under the growing load.

    Hosts bought later take their share of later writes.
    """
    return of_write_role(role_years_to_wear_out_with_growth, single_tier_flag)


@formula(label="years to wear-out, early, by role", source="HOSTWISE", locator="endurance#wear-model")
def role_early_wear_out_years(
    *, role_early_life_years_with_later_hosts: Array, role_group_write_share: Array, role_write_growth_rate: Array
) -> Array:
    """Life at the lower tail probability, including growth."""
    return years_until_written(role_early_life_years_with_later_hosts, role_group_write_share, role_write_growth_rate)


@formula(label="years to wear-out, late, by role", source="HOSTWISE", locator="endurance#wear-model")
def role_late_wear_out_years(
    *, role_late_life_years_with_later_hosts: Array, role_group_write_share: Array, role_write_growth_rate: Array
) -> Array:
    """Life at the upper tail probability, including growth."""
    return years_until_written(role_late_life_years_with_later_hosts, role_group_write_share, role_write_growth_rate)


@formula(label="wear allowed at the horizon", source="HOSTWISE", locator="endurance#wear-model")
def allowed_wear_ratio(
    *, max_wear_out_probability: Array, wear_sigma: Array, wear_shift: Array, wear_skew: Array
) -> Array:
    """Wear at the horizon, as entered, at which the wear-out probability is just accepted.

    >>> import numpy as np
    >>> round(float(allowed_wear_ratio(max_wear_out_probability=0.1, wear_sigma=0.6, wear_shift=0.0, wear_skew=0.0)), 4)
    0.4635
    """
    return 1 / wear_factor_at(1 - max_wear_out_probability, wear_sigma, wear_shift, wear_skew)


@formula(
    label="rating needed until the horizon",
    source="HOSTWISE",
    locator="same-writes#what-is-said",
    validity="over the warranty of the drive, with growth of the writes, at the wear-out probability that is accepted; "
    "without one at the median",
    row=Row("Wear-out", 85, "number", "lower"),
)
def needed_rated_dwpd(*, rated_dwpd: Array, wear_ratio: Array, allowed_wear_ratio: Array) -> Array:
    """Drive writes per day for which a drive that absorbs VM writes must be rated to last until the horizon.

    A drive of 1 a day whose median wear at the horizon is 1.2, where 0.5 are allowed, needs a rating of 2.4.

    >>> [float(needed_rated_dwpd(rated_dwpd=1.0, wear_ratio=1.2, allowed_wear_ratio=np.float64(allowed)))
    ...     for allowed in (0.5, float("nan"))]
    [2.4, 1.2]
    """
    at_median = rated_dwpd * wear_ratio
    return first_known(at_median / allowed_wear_ratio, at_median)


@formula(label="cache drives for endurance", source="HOSTWISE", locator="endurance#wear-model")
def drives_for_endurance(*, lifetime_write_mb: Array, endurance_budget_mb: Array, allowed_wear_ratio: Array) -> Array:
    """Cache drives over which the writes are spread to keep the accepted probability.

    The wear model solved for the load gives the drives over which the writes must be spread.
    """
    return ceil_count(needed(lifetime_write_mb, endurance_budget_mb * allowed_wear_ratio))


@formula(label="cache drives for endurance on wide stripes", source="HOSTWISE", locator="endurance#wear-model")
def wide_drives_for_endurance(
    *, wide_lifetime_write_mb: Array, endurance_budget_mb: Array, allowed_wear_ratio: Array
) -> Array:
    """Cache drives over which the writes are spread where adaptive RAID-5 uses its wide stripe."""
    return ceil_count(needed(wide_lifetime_write_mb, endurance_budget_mb * allowed_wear_ratio))


@formula(
    label="years to staggered replacement, by role",
    source="HOSTWISE",
    locator="endurance#staggered-replacement",
    validity="after the horizon no host is bought",
)
def role_years_to_staggered_replacement(
    *, role_staggered_years: Array, role_group_write_share: Array, role_write_growth_rate: Array
) -> Array:
    """Years until staggered replacement of the drives begins, under the growing load."""
    return years_until_written(role_staggered_years, role_group_write_share, role_write_growth_rate)


@formula(
    label="years to staggered replacement",
    source="HOSTWISE",
    locator="endurance#staggered-replacement",
    validity="after the horizon no host is bought",
)
def years_to_staggered_replacement(*, role_years_to_staggered_replacement: Array, single_tier_flag: Array) -> Array:
    """Years until staggered replacement begins, before all drives wear out together.

    The drives share one load and wear out together; they are replaced one after the other before that, from an assumed
    share of the rated writes.
    """
    return of_write_role(role_years_to_staggered_replacement, single_tier_flag)
