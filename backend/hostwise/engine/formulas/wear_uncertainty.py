"""How far the wear of drives may be off: everything of it that the simulations draw, in closed form.

The logarithm of the wear is a sum: the average load, the writes inside the drive, its rating, what each VM group writes
and grows by, and what the storage stack adds. Mean, variance and third moment of a sum are those of its parts together,
as far as these are independent; three moments give the chance of wearing out and, solved for the load, the drives.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import COUNT_SLACK, DAYS_PER_YEAR, NORMAL_NODE, NORMAL_WEIGHT, SECONDS_PER_DAY
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import for_roles, ndtri, of_write_role, total
from hostwise.engine.quantities import Array, Quantity
from hostwise.engine.roles import Role

_AT = "endurance#what-is-uncertain"
_ANY = -float("inf")

INPUTS = (
    Quantity(
        "average_load_share",
        "part in the uncertainty about the average load",
        "1 where the average I/O of a VM group is uncertain as the plan's load is; 0 where it has a range of its own.",
        ("group",),
        high=1.0,
    ),
    Quantity(
        "own_write_sigma",
        "uncertainty of a group's own ranges",
        "Standard deviation of ln(writes) by the ranges that the plan gives for the VMs of a group and their I/O.",
        ("group",),
    ),
    Quantity(
        "group_write_sigma",
        "uncertainty of a group's read share and I/O size",
        "Standard deviation of ln(writes) where read share or I/O size of a VM group are assumed.",
        ("group",),
    ),
    Quantity(
        "group_write_shift",
        "mean shift of a group's writes",
        "Mean of ln(writes) over that of the values as entered, where read share or I/O size are assumed.",
        ("group",),
        low=_ANY,
    ),
    Quantity(
        "growth_sigma",
        "uncertainty of growth",
        "Standard deviation of the yearly growth of a VM group, in points.",
        ("group",),
    ),
    Quantity(
        "group_uncertainty_common_share",
        "uncertainty common to all groups",
        "Part of the variance of read share, I/O size and growth that all VM groups have in common.",
        high=1.0,
    ),
    Quantity("data_reduction_sigma", "uncertainty of data reduction", "Standard deviation of ln(data reduction)."),
    Quantity(
        "data_reduction_shift", "mean shift of data reduction", "Mean of ln(data reduction) over its value.", low=_ANY
    ),
    Quantity(
        "stack_write_sigma",
        "uncertainty of the storage stack's writes",
        "Standard deviation of ln(writes of the storage stack), by the range of its row.",
    ),
    Quantity(
        "stack_write_shift",
        "mean shift of the storage stack's writes",
        "Mean of ln(writes of the storage stack) over that of its value: a range that reaches further up moves it up.",
        low=_ANY,
    ),
    Quantity(
        "stack_write_skew",
        "skew of the storage stack's writes",
        "A third of the skewness of ln(writes of the storage stack).",
        low=_ANY,
    ),
    Quantity(
        "rating_sigma",
        "uncertainty of the rating",
        "Standard deviation of ln(rated writes) by the ranges that the plan gives for the drive's rating.",
    ),
)

# ---------------------------------------------------------------------------------------------------- by VM group


@formula(label="share of the group in the writes until the horizon", source="HOSTWISE", locator=_AT, low=_ANY)
def group_lifetime_share(
    *,
    count: Array,
    endurance_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    group_write_amplification: Array,
    growth_weighted_years: Array,
    event_written_years: Array,
    lifetime_write_mb: Array,
    group_vm_share: Array,
) -> Array:
    """What a group writes until the horizon over what all groups write, on narrow stripes.

    Where nothing is written it is the share of the VMs, as no group weighs more then.

    >>> float(group_lifetime_share(count=100.0, endurance_iops=50.0, read_share=0.5, io_kib=16.0, mb_per_kib=0.001,
    ...     group_write_amplification=2.0, growth_weighted_years=5.0, event_written_years=0.0,
    ...     lifetime_write_mb=2 * 80.0 * 5 * 365 * 86_400 * 2, group_vm_share=0.5))
    0.25
    """
    mb_s = count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib * group_write_amplification
    mb = mb_s * (growth_weighted_years + event_written_years) * DAYS_PER_YEAR * SECONDS_PER_DAY
    return np.where(lifetime_write_mb == 0, group_vm_share, mb / lifetime_write_mb)


@formula(label="share of the stripe in the group's writes", source="HOSTWISE", locator=_AT, high=1.0)
def group_stripe_share(
    *,
    group_stripe_writes_factor: Array,
    group_data_reduction_ratio: Array,
    stack_write_factor: Array,
    group_write_amplification: Array,
) -> Array:
    """Part of what a group writes that data reduction shrinks, on narrow stripes: that of the full stripe.

    >>> float(group_stripe_share(group_stripe_writes_factor=3.0, group_data_reduction_ratio=1.5,
    ...     stack_write_factor=1.1, group_write_amplification=4.4))
    0.5
    """
    stripe = group_stripe_writes_factor / group_data_reduction_ratio * stack_write_factor
    return np.where(group_write_amplification == 0, 0, stripe / group_write_amplification)


@formula(label="uncertainty of the group's reduced writes", source="HOSTWISE", locator=_AT)
def group_reduction_sigma(
    *, group_stripe_share: Array, group_data_reduction_ratio: Array, data_reduction_sigma: Array
) -> Array:
    """Standard deviation of ln(writes of the group) by its data reduction; a ratio of 1 is not uncertain."""
    return np.where(group_data_reduction_ratio > 1, group_stripe_share * data_reduction_sigma, 0)


def _years(rate: Array, horizon_years: Array) -> Array:
    """Writes of a growing load until the horizon, in years of today's."""
    growth = np.log1p(np.where(rate == 0, 1, rate))
    return np.where(rate == 0, horizon_years, np.expm1(horizon_years * np.log1p(rate)) / growth)


@formula(label="uncertainty of the group's growth of writes", source="HOSTWISE", locator=_AT)
def group_growth_sigma(
    *,
    write_growth_rate: Array,
    growth_sigma: Array,
    io_growth_rate: Array,
    growth_weighted_years: Array,
    horizon_years: Array,
) -> Array:
    """Standard deviation of ln(writes of the group until the horizon) by its growth: half of what two of it make.

    >>> import numpy as np
    >>> round(float(group_growth_sigma(write_growth_rate=np.array(0.05), growth_sigma=0.03, io_growth_rate=0.0,
    ...     growth_weighted_years=5.6628, horizon_years=5.0)), 4)
    0.0744
    """
    step = growth_sigma * (1 + io_growth_rate)
    least = (1 + write_growth_rate) / 2 - 1
    more = _years(write_growth_rate + step, horizon_years)
    fewer = _years(np.maximum(write_growth_rate - step, least), horizon_years)
    return np.where(growth_weighted_years == 0, 0, (more - fewer) / growth_weighted_years / 2)


@formula(label="variance of the group's writes", source="HOSTWISE", locator=_AT)
def group_write_variance(*, group_write_sigma: Array, group_growth_sigma: Array, group_reduction_sigma: Array) -> Array:
    """Variance of ln(writes of the group) that its kind has in part in common with the other groups.

    >>> round(group_write_variance(group_write_sigma=0.4, group_growth_sigma=0.1, group_reduction_sigma=0.2), 6)
    0.21
    """
    return group_write_sigma**2 + group_growth_sigma**2 + group_reduction_sigma**2


# ---------------------------------------------------------------------------------------------- over all groups


@formula(label="part of the writes that move with the average load", source="HOSTWISE", locator=_AT)
def commonly_loaded_share(*, group_lifetime_share: Array, average_load_share: Array) -> Array:
    """Share of the writes whose average I/O is uncertain as the plan's load is."""
    return total(group_lifetime_share * average_load_share)


@formula(label="uncertainty common to the groups", source="HOSTWISE", locator=_AT, low=_ANY)
def common_write_sigma(*, group_lifetime_share: Array, group_write_variance: Array) -> Array:
    """Standard deviation of ln(writes) of all groups, if those of all were off alike."""
    return total(group_lifetime_share * np.maximum(group_write_variance, 0) ** (1 / 2))


@formula(label="variance of the groups by themselves", source="HOSTWISE", locator=_AT)
def separate_write_variance(
    *,
    group_lifetime_share: Array,
    group_write_variance: Array,
    own_write_sigma: Array,
    group_uncertainty_common_share: Array,
) -> Array:
    """Variance of ln(writes) of all groups by what each has for itself: the more groups, the less.

    >>> import numpy as np
    >>> alike = {"group_write_variance": 0.2, "own_write_sigma": 0.0, "group_uncertainty_common_share": 0.5}
    >>> [round(float(separate_write_variance(group_lifetime_share=np.array(shares), **alike)), 6)
    ...     for shares in ([1.0], [0.5, 0.5])]
    [0.1, 0.05]
    """
    alone = group_write_variance * (1 - group_uncertainty_common_share) + own_write_sigma**2
    return total(group_lifetime_share**2 * alone)


@formula(label="variance of all groups", source="HOSTWISE", locator=_AT)
def groups_write_variance(
    *, common_write_sigma: Array, separate_write_variance: Array, group_uncertainty_common_share: Array
) -> Array:
    """Variance of ln(writes) of all groups together."""
    return common_write_sigma**2 * group_uncertainty_common_share + separate_write_variance


@formula(label="mean shift of the groups' writes", source="HOSTWISE", locator=_AT, low=_ANY)
def groups_write_shift(
    *,
    group_lifetime_share: Array,
    group_write_shift: Array,
    group_stripe_share: Array,
    group_data_reduction_ratio: Array,
    data_reduction_shift: Array,
    group_write_variance: Array,
    own_write_sigma: Array,
) -> Array:
    """Mean of ln(writes) of the groups, and half of their variances: a sum of such factors has a larger mean than one.

    >>> import numpy as np
    >>> round(float(groups_write_shift(group_lifetime_share=np.array([1.0]), group_write_shift=-0.1,
    ...     group_stripe_share=0.0, group_data_reduction_ratio=1.0, data_reduction_shift=0.0, group_write_variance=0.2,
    ...     own_write_sigma=0.0)), 6)
    0.0
    """
    reduced = np.where(group_data_reduction_ratio > 1, group_stripe_share * data_reduction_shift, 0)
    return total(group_lifetime_share * (group_write_shift - reduced + (group_write_variance + own_write_sigma**2) / 2))


# ------------------------------------------------------------------------------------------------------- the wear


@formula(
    label="uncertainty of the writes inside a drive",
    source="HOSTWISE",
    locator="endurance#wear-model",
    validity="the range covers the middle of the cases, with the tail probability on either side",
)
def endurance_sigma(*, endurance_factor_low: Array, endurance_factor_high: Array, tail_probability: Array) -> Array:
    """Standard deviation of ln(endurance correction), from the range of write amplification inside the drive.

    The range of the correction is read as the middle of a lognormal distribution.

    >>> round(float(endurance_sigma(endurance_factor_low=0.5, endurance_factor_high=2.0, tail_probability=0.05)), 4)
    0.4214
    """
    return np.log(endurance_factor_high / endurance_factor_low) / (2 * ndtri(1 - tail_probability))


def _ends(share: Array, sigma: Array) -> tuple[Array, Array]:
    """Logarithm of the writes under a heavy and a light load, of which only a share moves with it."""
    rest = np.maximum(1 - share, 0)
    return np.log(rest + share * np.exp(NORMAL_NODE * sigma)), np.log(rest + share * np.exp(-NORMAL_NODE * sigma))


@formula(label="mean shift by the average load", source="HOSTWISE", locator=_AT, low=_ANY)
def load_write_shift(*, commonly_loaded_share: Array, write_load_sigma: Array) -> Array:
    """Mean of ln(writes) by the average load: 0 where all groups move with it.

    Groups whose I/O has a range of its own do not: the others then weigh more where the load is heavy.

    >>> import numpy as np
    >>> [round(float(load_write_shift(commonly_loaded_share=np.float64(share), write_load_sigma=0.6)), 4)
    ...     for share in (1, 0.5)]
    [0.0, 0.0431]
    """
    heavy, light = _ends(commonly_loaded_share, write_load_sigma)
    return (heavy + light) * NORMAL_WEIGHT


@formula(label="variance by the average load", source="HOSTWISE", locator=_AT)
def load_write_variance(*, commonly_loaded_share: Array, write_load_sigma: Array, load_write_shift: Array) -> Array:
    """Variance of ln(writes) by the average load.

    >>> import numpy as np
    >>> round(float(load_write_variance(commonly_loaded_share=np.float64(1), write_load_sigma=0.6,
    ...     load_write_shift=0.0)), 6)
    0.36
    """
    heavy, light = _ends(commonly_loaded_share, write_load_sigma)
    return np.maximum((heavy**2 + light**2) * NORMAL_WEIGHT - load_write_shift**2, 0)


@formula(label="skew by the average load", source="HOSTWISE", locator=_AT, low=_ANY)
def load_write_skew(*, commonly_loaded_share: Array, write_load_sigma: Array, load_write_shift: Array) -> Array:
    """A third of the third moment of ln(writes) by the average load.

    >>> import numpy as np
    >>> round(float(load_write_skew(commonly_loaded_share=np.float64(1), write_load_sigma=0.6,
    ...     load_write_shift=0.0)), 6)
    0.0
    """
    heavy, light = _ends(commonly_loaded_share, write_load_sigma)
    squares = (heavy**2 + light**2) * NORMAL_WEIGHT
    cubes = (heavy * heavy * heavy + light * light * light) * NORMAL_WEIGHT
    shift = load_write_shift
    return (cubes - shift * squares * 2 - shift * squares + shift * shift * shift * 2) * NORMAL_WEIGHT * 2


@formula(label="uncertainty of the writes to drives", source="HOSTWISE", locator=_AT)
def written_sigma(*, load_write_variance: Array, groups_write_variance: Array, stack_write_sigma: Array) -> Array:
    """Standard deviation of ln(writes to drives): average load, groups and storage stack together.

    They are independent, so that their variances add. The storage stack multiplies all that the groups write.

    >>> round(float(written_sigma(load_write_variance=0.36, groups_write_variance=0.15, stack_write_sigma=0.7)), 6)
    1.0
    """
    return np.maximum(load_write_variance + groups_write_variance + stack_write_sigma**2, 0) ** (1 / 2)


@formula(label="uncertainty of the wear", source="HOSTWISE", locator=_AT)
def wear_sigma(*, written_sigma: Array, endurance_sigma: Array, rating_sigma: Array) -> Array:
    """Standard deviation of ln(wear) of the drives that absorb VM writes.

    Writes to drives, write amplification inside the drive and a rating with a range are independent, so that their
    variances add.

    >>> round(wear_sigma(written_sigma=0.6, endurance_sigma=0.8, rating_sigma=0.0), 6)
    1.0
    """
    return (written_sigma**2 + endurance_sigma**2 + rating_sigma**2) ** (1 / 2)


@formula(
    label="uncertainty of the wear, by role",
    source="HOSTWISE",
    locator=_AT,
    validity="the pages of the memory tier and swapped memory as uncertain as the load: they are entered for each host",
)
def role_wear_sigma(
    *, wear_sigma: Array, written_sigma: Array, write_load_sigma: Array, single_tier_flag: Array
) -> Array:
    """Standard deviation of ln(wear) of the drives of a role.

    >>> import numpy as np
    >>> role_wear_sigma(wear_sigma=np.array([0.7]), written_sigma=np.array([0.65]),
    ...     write_load_sigma=np.array([0.6]), single_tier_flag=np.array([0.0])).tolist()
    [[0.7], [0.65], [0.6], [0.6], [0.65]]
    """
    capacity = np.where(single_tier_flag == 1, wear_sigma, written_sigma)
    return for_roles(
        {Role.WRITE_TIER: wear_sigma, Role.CAPACITY: capacity, Role.READ_CACHE: written_sigma},
        otherwise=write_load_sigma,
    )


@formula(label="mean shift of the writes", source="HOSTWISE", locator=_AT, low=_ANY)
def written_shift(
    *,
    load_write_shift: Array,
    groups_write_shift: Array,
    groups_write_variance: Array,
    stack_write_shift: Array,
) -> Array:
    """Mean of ln(writes to drives) over that of the values as entered: above 0 where most uncertainty is upwards."""
    groups = groups_write_shift - groups_write_variance / 2
    return load_write_shift + groups + stack_write_shift


@formula(label="mean shift of the wear, by role", source="HOSTWISE", locator=_AT, low=_ANY)
def role_wear_shift(*, written_shift: Array) -> Array:
    """Mean of ln(wear) of the drives of a role over that of the values as entered."""
    return for_roles(dict.fromkeys((Role.WRITE_TIER, Role.CAPACITY, Role.READ_CACHE), written_shift), otherwise=0)


@formula(label="skew of the wear, by role", source="HOSTWISE", locator=_AT, low=_ANY)
def role_wear_skew(
    *,
    role_wear_sigma: Array,
    load_write_skew: Array,
    stack_write_sigma: Array,
    stack_write_skew: Array,
) -> Array:
    """A third of the skewness of ln(wear): that of storage stack and load, diluted by all other uncertainty.

    >>> role_wear_skew(role_wear_sigma=1.0, load_write_skew=0.0, stack_write_sigma=0.5,
    ...     stack_write_skew=0.4)[0].item()
    0.05
    """
    both = load_write_skew + stack_write_sigma * stack_write_sigma * stack_write_sigma * stack_write_skew
    third = for_roles({Role.WRITE_TIER: both, Role.CAPACITY: both, Role.READ_CACHE: load_write_skew}, otherwise=0)
    skew = third / (role_wear_sigma * role_wear_sigma * role_wear_sigma)
    # What cancels out in a sum leaves dust, which is no skew.
    return np.where(role_wear_sigma == 0, 0, np.where(np.maximum(skew, -skew) < COUNT_SLACK, 0, skew))


@formula(label="mean shift of the wear", source="HOSTWISE", locator=_AT, low=_ANY)
def wear_shift(*, role_wear_shift: Array, single_tier_flag: Array) -> Array:
    """Mean of ln(wear) of the drives that absorb VM writes over that of the values as entered."""
    return of_write_role(role_wear_shift, single_tier_flag)


@formula(label="skew of the wear", source="HOSTWISE", locator=_AT, low=_ANY)
def wear_skew(*, role_wear_skew: Array, single_tier_flag: Array) -> Array:
    """A third of the skewness of ln(wear) of the drives that absorb VM writes."""
    return of_write_role(role_wear_skew, single_tier_flag)


def wear_factor_at(probability: Array, sigma: Array, shift: Array, skew: Array) -> Array:
    """The wear below which so many cases lie, over the wear as entered: Cornish and Fisher's first two terms."""
    z = ndtri(probability)
    # Beyond its turning point the second term would turn back; there, as without skew, it is not taken.
    turned = np.where(skew == 0, 0, -(1 / np.where(skew == 0, 1, skew) + skew) / 2)
    skewed = np.where(1 + skew * z <= 0, turned, z + skew * (z**2 - 1) / 2)
    return np.exp(shift + sigma * np.where(skew == 0, z, skewed))


def unskewed(margin: Array, skew: Array) -> Array:
    """The inverse: the standard normal number that a margin in standard deviations stands for."""
    root = np.maximum(1 + skew * (skew + 2 * margin), 0) ** (1 / 2)
    return np.where(skew == 0, margin, (skew + 2 * margin) / (1 + root))


@formula(label="wear of a heavy load", source="HOSTWISE", locator=_AT)
def role_heavy_wear_factor(
    *, role_wear_sigma: Array, role_wear_shift: Array, role_wear_skew: Array, tail_probability: Array
) -> Array:
    """Wear at the upper tail probability, over that of the values as entered.

    >>> import numpy as np
    >>> round(float(role_heavy_wear_factor(role_wear_sigma=0.5, role_wear_shift=0.0, role_wear_skew=0.0,
    ...     tail_probability=0.05)), 4)
    2.276
    """
    return wear_factor_at(1 - tail_probability, role_wear_sigma, role_wear_shift, role_wear_skew)


@formula(label="wear of a light load", source="HOSTWISE", locator=_AT)
def role_light_wear_factor(
    *, role_wear_sigma: Array, role_wear_shift: Array, role_wear_skew: Array, tail_probability: Array
) -> Array:
    """Wear at the lower tail probability, over that of the values as entered."""
    return wear_factor_at(tail_probability, role_wear_sigma, role_wear_shift, role_wear_skew)
