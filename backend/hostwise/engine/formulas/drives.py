"""Drives by role: writes, wear and replacement [model 4, 7].

One formula covers all roles. What differs by role is an input, or stands in `role_write_mb_per_day`,
`role_write_growth_rate` and `role_worn_drives_per_month`.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB, MONTHS_PER_YEAR, SECONDS_PER_DAY
from hostwise.engine.declaring import formula
from hostwise.engine.formulas.risk import years_of_writes
from hostwise.engine.primitives import (
    added,
    by_year,
    ceil_count,
    first_known,
    for_roles,
    needed,
    of_role,
    running_largest,
    total,
    total_of_roles,
)
from hostwise.engine.purposes import CostPart, Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role

_AS_OLD = "hosts bought later count as old as the first"

# ----------------------------------------------------------------------------------------------------------- writes


@formula(
    label="writes of drives per day",
    source="HOSTWISE",
    locator="endurance#replacement",
    validity="what de-staging writes to capacity drives and filling to read-cache drives is not modelled",
)
def role_write_mb_per_day(
    *,
    drive_write_mb_s: Array,
    tier_drive_write_mb_s: Array,
    swap_write_tb_per_day: Array,
    given_drive_write_mb_s: Array,
    mb_per_gb: Array,
) -> Array:
    """Average writes to a drive per day."""
    return for_roles(
        {
            Role.CACHE: drive_write_mb_s * SECONDS_PER_DAY,
            Role.MEMORY_TIER: tier_drive_write_mb_s * SECONDS_PER_DAY,
            Role.SWAP: swap_write_tb_per_day * GB_PER_TB * mb_per_gb,
        },
        otherwise=given_drive_write_mb_s * SECONDS_PER_DAY,
    )


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
    *, drive_warranty_years: Array, drive_dwpd: Array, drive_endurance_factor: Array, role_dwpd_used: Array
) -> Array:
    """Years until the rated writes of a drive are used up at the load of today.

    >>> round(float(role_years_to_wear_out(drive_warranty_years=5.0, drive_dwpd=3.0, drive_endurance_factor=1.0,
    ...     role_dwpd_used=13.35)), 2)
    1.12
    """
    return needed(drive_warranty_years * drive_dwpd * drive_endurance_factor, role_dwpd_used)


@formula(
    label="growth of writes, by role",
    source="HOSTWISE",
    locator="endurance#growth-of-the-writes",
    validity="the pages of the memory tier and swapped memory as given for each host, which do not grow",
    low=-0.9999,
)
def role_write_growth_rate(*, mean_write_growth_rate: Array) -> Array:
    """Growth of the writes to a drive, per year.

    Drives of memory tier and swap have no growth, because their writes are entered for each host.
    """
    return for_roles({Role.CACHE: mean_write_growth_rate}, otherwise=0)


@formula(
    label="wear of drives by month",
    source="HOSTWISE",
    locator="endurance#growth-of-the-writes",
    validity="all groups grow at their mean rate; nothing where nothing is written, or wear is not counted",
)
def role_wear_ratio_per_month(
    *,
    month: Array,
    drive_wear_flag: Array,
    role_write_mb_per_day: Array,
    role_write_growth_rate: Array,
    role_years_to_wear_out: Array,
) -> Array:
    """Median writes to a drive by the end of each month, divided by its endurance, without replacement.

    All groups grow at their mean rate, weighted by what they write today. The integral of (1+g)^t is used in closed
    form.

    >>> float(role_wear_ratio_per_month(month=30.0, drive_wear_flag=1.0, role_write_mb_per_day=600.0,
    ...     role_write_growth_rate=0.0, role_years_to_wear_out=2.0))
    1.25
    """
    worn = years_of_writes(role_write_growth_rate, month / MONTHS_PER_YEAR) / role_years_to_wear_out
    return np.where(np.fmin(drive_wear_flag, role_write_mb_per_day) == 0, 0, worn)


# ------------------------------------------------------------------------------------------------- replaced drives


@formula(label="drives by month", source="HOSTWISE", locator="endurance#replacement")
def role_present_drives(*, present_hosts: Array, drives_per_host: Array) -> Array:
    """Drives of the cluster in each month."""
    return present_hosts * drives_per_host


@formula(
    label="drives replaced for wear in month",
    source="HOSTWISE",
    locator="endurance#replacement",
    validity="median life, growth included; the doubt about it is in the wear-out probability. Cache drives of the "
    f"hosts bought first: what hosts bought later would take off them is not counted. Of other drives {_AS_OLD}",
)
def role_worn_drives_per_month(
    *, role_present_drives: Array, cache_drives: Array, role_wear_ratio_per_month: Array
) -> Array:
    """Drives that reach their rated writes within a month and are replaced, a whole generation at a time.

    A generation worn exactly at the end of a month counts in the next one. The cache drives share the writes of the
    whole cluster, so that hosts bought later relieve the first; other drives have the writes of their own host.

    The median life is used; its uncertainty is in the wear-out probability. That hosts bought later relieve the first
    ones is left out, which overstates replacements.

    >>> import numpy as np
    >>> role_worn_drives_per_month(role_present_drives=np.full((5, 6), 8.0), cache_drives=np.float64(8),
    ...     role_wear_ratio_per_month=np.broadcast_to(np.arange(6.0) / 1.25, (5, 6)))[0].tolist()
    [0.0, 0.0, 8.0, 8.0, 8.0, 0.0]
    """
    together = for_roles({Role.CACHE: cache_drives}, otherwise=role_present_drives)
    worn = together * added(np.maximum(ceil_count(role_wear_ratio_per_month) - 1, 0))
    return np.where(role_present_drives == 0, 0, worn)


@formula(
    label="random failures of a drive by month",
    source="fast20-maneas",
    locator="replacement rates; the first year 2 to 3 times the later rate",
    validity="random failures do not depend on wear; hosts bought later fail like those bought first",
)
def failures_per_drive_month(*, month: Array, random_failure_rate: Array, first_year_failure_factor: Array) -> Array:
    """Random failures per drive in each month, independent of wear.

    A constant rate with a higher first year, as field studies report. The studies find that age matters apart from
    wear, which is not modelled.

    >>> import numpy as np
    >>> monthly = failures_per_drive_month(month=np.arange(61.0), random_failure_rate=0.005,
    ...     first_year_failure_factor=2.5)
    >>> round(float(monthly.sum()), 6)
    0.0325
    """
    first_year = np.where(month > MONTHS_PER_YEAR, 1, first_year_failure_factor)
    return np.where(month == 0, 0, first_year * random_failure_rate / MONTHS_PER_YEAR)


@formula(label="drives failed in month", source="fast20-maneas", locator="replacement rates", validity=_AS_OLD)
def role_failed_drives_per_month(*, role_present_drives: Array, failures_per_drive_month: Array) -> Array:
    """Expected random failures of drives in each month, over the hosts of that month."""
    return np.where(role_present_drives == 0, 0, role_present_drives * failures_per_drive_month)


@formula(label="cache drives failed in month", source="fast20-maneas", locator="replacement rates")
def failed_drives(*, role_failed_drives_per_month: Array) -> Array:
    """Expected random failures of cache drives in each month."""
    return of_role(role_failed_drives_per_month, Role.CACHE)


@formula(label="age of drives by month", source="HOSTWISE", locator="endurance#replacement")
def role_age_years(*, month: Array, role_worn_drives_per_month: Array) -> Array:
    """Years since the drives were bought or last replaced for wear.

    >>> import numpy as np
    >>> role_age_years(month=np.array([0.0, 12.0, 24.0]), role_worn_drives_per_month=np.array([0.0, 8.0, 0.0])).tolist()
    [0.0, 0.0, 1.0]
    """
    return (month - running_largest(np.where(role_worn_drives_per_month > 0, month, 0))) / MONTHS_PER_YEAR


@formula(label="wear of the present drives", source="HOSTWISE", locator="endurance#replacement")
def role_generation_wear_ratio(*, role_wear_ratio_per_month: Array) -> Array:
    """Writes to the present drives by the end of each month, divided by their endurance.

    >>> import numpy as np
    >>> role_generation_wear_ratio(role_wear_ratio_per_month=np.array([0.0, 0.75, 1.0, 1.25])).tolist()
    [0.0, 0.75, 1.0, 0.25]
    """
    worn = np.maximum(ceil_count(role_wear_ratio_per_month) - 1, 0)
    # Rounding dust above the rated writes starts no new generation, and must not end the warranty either.
    return np.minimum(role_wear_ratio_per_month - worn, 1)


@formula(label="warranty of drives, or the usual one", source="HOSTWISE", locator="endurance#replacement")
def role_covered_years(*, drive_warranty_years: Array, usual_warranty_years: Array) -> Array:
    """Years for which a drive that fails at random is replaced free of charge."""
    return first_known(drive_warranty_years, usual_warranty_years)


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


@formula(label="drive replacement in year", source="HOSTWISE", locator="endurance#replacement")
def replacement_cost_per_year(*, replacement_cost_per_month: Array) -> Array:
    """Cost of the drives replaced in each year."""
    return by_year(replacement_cost_per_month)


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
def expected_replacements_drives(*, role_replacements_drives: Array) -> Array:
    """Cache drives replaced until the horizon: worn at the median load, or failed at random."""
    return of_role(role_replacements_drives, Role.CACHE)
