"""Cluster performance of the cache tier [model 5.3]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import KIB_PER_DECIMAL_MB, KIB_PER_MIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, first_known, needed, total
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array


@formula(
    label="sustained writes of a cache drive",
    source="INTEL21",
    locator="70/30 32 KB ramp-up: 180,000 and 360,000 IOPS on 8 drives; else datasheet rate with an assumed derating",
    validity="measured on 4 hosts with 8 cache drives, 70/30 32 KB, RAID 1; other profiles are scaled by writes",
)
def sustained_write_mb_s(
    *,
    given_sustained_write_mb_s: Array,
    measured_sustained_write_mib_s: Array,
    mb_per_kib: Array,
    spec_write_mb_s: Array,
    sustained_derating_factor: Array,
) -> Array:
    """Write rate that a cache drive sustains under cluster load: as given, as measured, or derated datasheet.

    The sustained write rate is the quantity that scales from the measured cluster to others, by the bytes written. For
    a drive without a measurement the datasheet rate times an assumed factor is used, labelled as assumed.

    >>> import numpy as np
    >>> nan = np.float64("nan")
    >>> float(sustained_write_mb_s(given_sustained_write_mb_s=nan, measured_sustained_write_mib_s=np.float64(421.875),
    ...     mb_per_kib=1 / 1024, spec_write_mb_s=nan, sustained_derating_factor=nan))
    421.875
    """
    return first_known(
        given_sustained_write_mb_s,
        measured_sustained_write_mib_s * KIB_PER_MIB * mb_per_kib,
        spec_write_mb_s * KIB_PER_DECIMAL_MB * mb_per_kib * sustained_derating_factor,
    )


@formula(label="peak back-end writes on narrow stripes", source="INTEL21", locator="I/O flow 2")
def back_end_write_mb_s(
    *, group_peak_iops: Array, read_share: Array, io_kib: Array, mb_per_kib: Array, group_write_amplification: Array
) -> Array:
    """Bytes written to the cache drives at the busy hour, each VM group with its amplification on narrow stripes.

    >>> import numpy as np
    >>> round(float(back_end_write_mb_s(group_peak_iops=np.array([144_000.0]), read_share=0.7, io_kib=32.0,
    ...     mb_per_kib=1 / 1024, group_write_amplification=2.0)), 6)
    2700.0
    """
    return total(group_peak_iops * (1 - read_share) * io_kib * mb_per_kib * group_write_amplification)


@formula(label="peak back-end writes on wide stripes", source="INTEL21", locator="I/O flow 2")
def wide_back_end_write_mb_s(
    *,
    group_peak_iops: Array,
    read_share: Array,
    io_kib: Array,
    mb_per_kib: Array,
    wide_group_write_amplification: Array,
) -> Array:
    """Bytes written to the cache drives at the busy hour, each VM group with its amplification on wide stripes."""
    return total(group_peak_iops * (1 - read_share) * io_kib * mb_per_kib * wide_group_write_amplification)


@formula(
    label="peak back-end writes",
    source="yellow-bricks-adaptive-raid5",
    locator="the stripe by the number of hosts",
)
def back_end_write_mb_s_used(
    *, hosts: Array, hosts_for_wide_stripe: Array, wide_back_end_write_mb_s: Array, back_end_write_mb_s: Array
) -> Array:
    """Bytes written to the cache drives at the busy hour, on the stripes that the number of hosts allows."""
    return np.where(hosts >= hosts_for_wide_stripe, wide_back_end_write_mb_s, back_end_write_mb_s)


@formula(label="cache drives for performance", source="INTEL21", locator="Light and moderate sizing")
def drives_for_write_performance(
    *, back_end_write_mb_s: Array, sustained_write_mb_s: Array, write_utilisation_limit: Array
) -> Array:
    """Cache drives that carry the busy hour within the utilisation limit.

    >>> float(drives_for_write_performance(back_end_write_mb_s=2700.0, sustained_write_mb_s=421.875,
    ...     write_utilisation_limit=0.5))
    13.0
    """
    return ceil_count(needed(back_end_write_mb_s, sustained_write_mb_s * write_utilisation_limit))


@formula(label="cache drives for performance on wide stripes", source="INTEL21", locator="Light and moderate sizing")
def wide_drives_for_write_performance(
    *, wide_back_end_write_mb_s: Array, sustained_write_mb_s: Array, write_utilisation_limit: Array
) -> Array:
    """Cache drives that carry the busy hour where adaptive RAID-5 uses its wide stripe."""
    return ceil_count(needed(wide_back_end_write_mb_s, sustained_write_mb_s * write_utilisation_limit))


@formula(
    label="write utilisation at peak",
    source="INTEL21",
    locator="Light and moderate sizing: 30 % and 40 %",
    row=Row("Performance", 10, "share", "lower"),
)
def write_utilisation(
    *, back_end_write_mb_s_used: Array, absorbing_drives: Array, sustained_write_mb_s: Array
) -> Array:
    """Writes of the busy hour as a share of the cache drives' sustained write rate."""
    return back_end_write_mb_s_used / (absorbing_drives * sustained_write_mb_s)


@formula(
    label="effective maximum I/O",
    source="INTEL21",
    locator="Light sizing: 54,000 is 30 % of it; moderate sizing: 144,000 is 40 % of it",
    validity="for this workload's mix of reads, writes and sizes",
    row=Row("Performance", 20, "number", "higher"),
)
def effective_maximum_iops(*, front_iops: Array, write_utilisation: Array) -> Array:
    """Front-end I/O of this mix at which the cache drives reach their sustained write rate.

    >>> round(float(effective_maximum_iops(front_iops=54_000.0, write_utilisation=0.3)))
    180000
    """
    return front_iops / write_utilisation
