"""Wear-out risk: the write load is uncertain and grows, the rating is not [model 4.5; facts 8.4]."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from hostwise.engine.constants import DAYS_PER_YEAR, SECONDS_PER_DAY
from hostwise.engine.graph import formula
from hostwise.engine.primitives import ceil_count, needed, total


@formula(label="growth of writes", source="HOSTWISE", locator="workload growth", low=-0.9999)
def write_growth_rate(*, count_growth_rate: Any, io_growth_rate: Any) -> Any:
    """Growth of a group's writes per year, by more VMs and by more I/O of each."""
    return (1 + count_growth_rate) * (1 + io_growth_rate) - 1


@formula(label="years of today's writes", source="fast22-maneas", locator="risk model, growth term")
def growth_weighted_years(*, write_growth_rate: Any, horizon_years: Any) -> Any:
    """Years at the load of today that write as much as the growing load writes until the horizon.

    The integral of (1+g)^t from 0 to T, which is ((1+g)^T - 1) / ln(1+g), and T where nothing grows.

    >>> import numpy as np
    >>> [round(float(x), 4) for x in growth_weighted_years(write_growth_rate=np.array([0.0, 0.2]), horizon_years=5.0)]
    [5.0, 8.1632]
    """
    log_growth = np.log1p(np.where(write_growth_rate == 0, 1, write_growth_rate))
    return np.where(
        write_growth_rate == 0, horizon_years, np.expm1(horizon_years * np.log1p(write_growth_rate)) / log_growth
    )


@formula(label="VM writes until the horizon", source="fast22-maneas", locator="risk model")
def lifetime_front_write_mb(
    *,
    count: Any,
    endurance_iops: Any,
    read_share: Any,
    io_kib: Any,
    mb_per_kib: Any,
    growth_weighted_years: Any,
) -> Any:
    """Bytes that all VMs write from now to the horizon, growth included."""
    mb_s = count * endurance_iops * (1 - read_share) * io_kib * mb_per_kib
    return total(mb_s * growth_weighted_years * DAYS_PER_YEAR * SECONDS_PER_DAY)


@formula(label="writes that a drive endures", source="INTEL21", locator="Endurance: TBW formula")
def endurance_budget_mb(*, cache_drive_mb: Any, rated_dwpd: Any, warranty_years: Any, endurance_factor: Any) -> Any:
    """Bytes that one cache drive endures for this workload."""
    return cache_drive_mb * rated_dwpd * endurance_factor * DAYS_PER_YEAR * warranty_years


@formula(label="wear at the horizon", source="fast22-maneas", locator="risk model")
def wear_ratio(
    *, lifetime_front_write_mb: Any, write_amplification: Any, cache_drives: Any, endurance_budget_mb: Any
) -> Any:
    """Median writes to a cache drive until the horizon over what it endures; above 1 it is worn out."""
    return lifetime_front_write_mb * write_amplification / cache_drives / endurance_budget_mb


@formula(
    label="wear-out probability",
    source="fast22-maneas",
    locator="risk model: lognormal load, sigma 0.25 measured, 0.6 estimated, 1.44 unknown (fit to NetApp FAST'22)",
    validity="the load is common to all drives of the cluster: they wear out together",
    high=1.0,
)
def wear_out_probability(*, wear_ratio: Any, write_load_sigma: Any) -> Any:
    """Probability that the cache drives reach their rated writes before the horizon.

    Phi(ln(wear) / sigma): the average write load is lognormal around its estimate.

    >>> import numpy as np
    >>> round(float(wear_out_probability(wear_ratio=np.float64(10.8 * 365 * 5 / 17520), write_load_sigma=0.3)), 3)
    0.653
    """
    return ndtr(np.log(wear_ratio) / write_load_sigma)


@formula(label="years to wear-out, early", source="fast22-maneas", locator="risk model, lognormal load")
def early_wear_out_years(*, years_to_wear_out: Any, write_load_sigma: Any, tail_probability: Any) -> Any:
    """Life that is undercut only with the tail's probability, at the load of today."""
    return years_to_wear_out * np.exp(write_load_sigma * ndtri(tail_probability))


@formula(label="years to wear-out, late", source="fast22-maneas", locator="risk model, lognormal load")
def late_wear_out_years(*, years_to_wear_out: Any, write_load_sigma: Any, tail_probability: Any) -> Any:
    """Life that is exceeded only with the tail's probability, at the load of today."""
    return years_to_wear_out * np.exp(write_load_sigma * ndtri(1 - tail_probability))


@formula(label="wear allowed at the horizon", source="fast22-maneas", locator="risk model, solved for the load")
def allowed_wear_ratio(*, max_wear_out_probability: Any, write_load_sigma: Any) -> Any:
    """Median wear at the horizon at which the wear-out probability is just accepted."""
    return np.exp(write_load_sigma * ndtri(max_wear_out_probability))


@formula(label="cache drives for endurance", source="fast22-maneas", locator="risk model, solved for the drives")
def drives_for_endurance(
    *, lifetime_front_write_mb: Any, write_amplification: Any, endurance_budget_mb: Any, allowed_wear_ratio: Any
) -> Any:
    """Cache drives over which the writes must be spread to keep to the accepted probability."""
    return ceil_count(needed(lifetime_front_write_mb * write_amplification, endurance_budget_mb * allowed_wear_ratio))
