"""Failures of the drives that absorb writes: by wear, at random, and the disk groups lost with them [model 4.5]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import DAYS_PER_YEAR, GB_PER_TB, HOURS_PER_YEAR, SECONDS_PER_DAY
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import total
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array

_NO_WEAR_LINK = "random failures do not depend on wear; field studies find age to matter apart from it"


@formula(
    label="random failures of a drive until the horizon",
    source="fast20-maneas",
    locator="replacement rates; the first year 2 to 3 times the later rate",
    validity=_NO_WEAR_LINK,
)
def random_failures_per_drive(
    *, random_failure_rate: Array, first_year_failure_factor: Array, horizon_years: Array
) -> Array:
    """Random failures per drive until the horizon, independent of wear: the integral of the hazard.

    A constant rate with a higher first year, as field studies report. The studies find that age matters apart from
    wear, which is not modelled.

    >>> round(float(random_failures_per_drive(random_failure_rate=0.005, first_year_failure_factor=2.5,
    ...     horizon_years=5.0)), 6)
    0.0325
    """
    later_years = np.maximum(horizon_years - 1, 0)
    return random_failure_rate * (first_year_failure_factor * np.minimum(horizon_years, 1) + later_years)


@formula(
    label="replacement probability of a drive",
    source="HOSTWISE",
    locator="endurance#random-failures",
    validity=_NO_WEAR_LINK,
    high=1.0,
    row=Row("Wear-out", 40, "probability", "lower"),
)
def replacement_probability(*, wear_out_probability: Array, random_failures_per_drive: Array) -> Array:
    """Probability that a drive that absorbs VM writes must be replaced before the horizon, by wear or at random.

    >>> import numpy as np
    >>> hazard = 0.005 * (2.5 + 4)
    >>> [round(float(replacement_probability(wear_out_probability=np.float64(p), random_failures_per_drive=hazard)), 4)
    ...     for p in (0.0, 0.1)]
    [0.032, 0.1288]
    """
    return 1 - (1 - wear_out_probability) * np.exp(-random_failures_per_drive)


@formula(
    label="disk groups lost until the horizon",
    source="yellow-bricks-buffer-2016",
    locator="the loss of a cache drive takes its disk group offline",
    validity="disk groups with a cache drive; worn drives are evacuated before they are replaced and not counted",
    row=Row("Wear-out", 60, "number", "lower"),
)
def expected_lost_groups(*, lost_groups: Array) -> Array:
    """Expected disk groups taken down by the failures of their cache drives until the horizon, over all hosts.

    Worn drives are not counted, because they are evacuated before they are replaced.
    """
    return total(lost_groups)


@formula(label="data of a disk group", source="HOSTWISE", locator="endurance#lost-disk-groups")
def group_used_tb(*, unprotected_tb: Array, capacity_factor_used: Array, absorbing_drives: Array) -> Array:
    """Data behind one cache drive, which must be rebuilt when the drive is lost."""
    return unprotected_tb * capacity_factor_used / absorbing_drives


@formula(
    label="resync of a disk group",
    source="HOSTWISE",
    locator="endurance#lost-disk-groups",
    validity="the rate is an assumption: it depends on network, drives and load",
    kind="assumed",
)
def resync_hours(*, group_used_tb: Array, resync_mb_s: Array) -> Array:
    """Hours of reduced protection after the loss of a disk group.

    The rate is assumed, because it depends on network, drives and load.

    >>> round(resync_hours(group_used_tb=4.8, resync_mb_s=200.0), 2)
    6.67
    """
    return group_used_tb * GB_PER_TB * GB_PER_TB / resync_mb_s / (SECONDS_PER_DAY * DAYS_PER_YEAR / HOURS_PER_YEAR)


@formula(
    label="second fault during a resync",
    source="HOSTWISE",
    locator="endurance#lost-disk-groups",
    validity="an upper bound: any drive of another host counts, whether or not it holds the other copy",
    high=1.0,
)
def second_fault_probability(
    *,
    hosts: Array,
    write_tier_drives_per_host: Array,
    capacity_drives_per_host: Array,
    random_failure_rate: Array,
    resync_hours: Array,
) -> Array:
    """Probability that a drive of another host fails while a lost disk group is rebuilt.

    Any drive of another host counts, whether or not it holds the other copy: an upper bound.
    """
    other_drives = np.maximum(hosts - 1, 0) * (write_tier_drives_per_host + capacity_drives_per_host)
    return 1 - np.exp(-other_drives * random_failure_rate * resync_hours / HOURS_PER_YEAR)


@formula(
    label="exposure until the horizon",
    source="HOSTWISE",
    locator="endurance#lost-disk-groups",
    validity="small probabilities; what is lost depends on the protection: with two failures tolerated nothing is",
    high=1.0,
    row=Row("Wear-out", 70, "probability", "lower"),
)
def exposure_probability(*, expected_lost_groups: Array, second_fault_probability: Array) -> Array:
    """Probability of a second fault during a resync before the horizon.

    What is lost depends on the protection: if two failures are tolerated, nothing is.
    """
    return 1 - np.exp(-expected_lost_groups * second_fault_probability)


@formula(
    label="spread of wear-out dates",
    source="HOSTWISE",
    locator="endurance#wear-model",
    validity="the drives share the cluster's load; what differs between them is small",
    kind="assumed",
)
def wear_out_spread_years(*, years_to_wear_out_with_growth: Array, drive_spread_sigma: Array) -> Array:
    """Standard deviation of the wear-out dates of the drives of one cluster.

    The spread is small, because the drives share the load of the cluster: they wear out together, and redundancy does
    not help.
    """
    return years_to_wear_out_with_growth * drive_spread_sigma
