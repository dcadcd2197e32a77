"""The write buffer of a disk group: inflow, de-staging, and throttling [model 5.2].

All rates are those of one running disk group at the sizing date, with the load spread evenly over the groups.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import KIB_PER_DECIMAL_MB, SECONDS_PER_MINUTE
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, needed, total
from hostwise.engine.purposes import ANY_IO, Constraint, Row
from hostwise.engine.quantities import Array


@formula(label="write buffer of a disk group", source="INTEL21", locator="I/O flow 1: 600 GB up to vSAN 7.0 U3")
def write_buffer_gb(
    *, write_tier_drive_gb: Array, write_buffer_drive_share: Array, write_buffer_limit_gb: Array
) -> Array:
    """Part of a cache drive that buffers writes; the rest spreads wear, or caches reads in hybrid storage.

    >>> float(write_buffer_gb(write_tier_drive_gb=800.0, write_buffer_drive_share=1.0, write_buffer_limit_gb=600.0))
    600.0
    """
    return np.minimum(write_tier_drive_gb * write_buffer_drive_share, write_buffer_limit_gb)


@formula(label="write buffer in MB", source="INTEL21", locator="Endurance formula: 1 GB is 1,024 MB")
def write_buffer_mb(*, write_buffer_gb: Array, mb_per_gb: Array) -> Array:
    """Write buffer of a disk group in megabytes, in the plan's unit convention."""
    return write_buffer_gb * mb_per_gb


@formula(label="disk groups running", source="HOSTWISE", locator="hosts#failure-cases")
def running_groups(*, capacity_running_hosts: Array, disk_groups: Array, failed_groups: Array) -> Array:
    """Disk groups of the cluster that run in this failure case.

    >>> float(running_groups(capacity_running_hosts=6.0, disk_groups=2.0, failed_groups=1.0))
    11.0
    """
    return np.maximum(capacity_running_hosts * disk_groups - failed_groups, 0)


@formula(label="average I/O of a VM group, grown", source="HOSTWISE", locator="demand#growth")
def average_iops_with_growth(
    *,
    count_with_growth: Array,
    endurance_iops: Array,
    sizing_io_share: Array,
    io_growth_rate: Array,
    sizing_years: Array,
) -> Array:
    """Average front-end I/O of the VM group at the sizing date, as far as hosts are sized by it."""
    grown = count_with_growth * endurance_iops * np.maximum(1, (1 + io_growth_rate) ** sizing_years)
    return grown * sizing_io_share


@formula(label="average I/O, grown", source="HOSTWISE", locator="demand#growth")
def planned_average_iops(*, average_iops_with_growth: Array) -> Array:
    """Average front-end I/O of all VMs at the sizing date."""
    return total(average_iops_with_growth)


@formula(label="average VM writes, grown", source="HOSTWISE", locator="demand#growth")
def planned_average_write_mb_s(
    *, average_iops_with_growth: Array, read_share: Array, io_kib: Array, mb_per_kib: Array
) -> Array:
    """Bytes written by all VMs on average at the sizing date."""
    return total(average_iops_with_growth * (1 - read_share) * io_kib * mb_per_kib)


@formula(label="peak VM writes that stay in the buffer", source="HOSTWISE", locator="write-buffer#write-locality")
def buffered_write_mb_s(
    *, group_peak_iops: Array, read_share: Array, io_kib: Array, mb_per_kib: Array, write_locality_share: Array
) -> Array:
    """Bytes written by all VMs at the busy hour, without overwrites of data still in the buffer."""
    return total(group_peak_iops * (1 - read_share) * io_kib * mb_per_kib * (1 - write_locality_share))


@formula(label="average VM writes that stay in the buffer", source="HOSTWISE", locator="write-buffer#write-locality")
def average_buffered_write_mb_s(
    *, average_iops_with_growth: Array, read_share: Array, io_kib: Array, mb_per_kib: Array, write_locality_share: Array
) -> Array:
    """Bytes written by all VMs on average, without overwrites of data still in the buffer."""
    return total(average_iops_with_growth * (1 - read_share) * io_kib * mb_per_kib * (1 - write_locality_share))


@formula(
    label="share of peak writes that enter the buffer",
    source="HOSTWISE",
    locator="write-buffer#write-locality",
    high=1.0,
)
def buffered_share(*, buffered_write_mb_s: Array, front_write_mb_s: Array) -> Array:
    """Share of the busy hour's writes that takes room in the buffer, weighted by the writes of the groups.

    Writes that overwrite data still in the buffer take no room. Without a given locality every write takes room, an
    upper bound.

    >>> import numpy as np
    >>> round(float(buffered_share(buffered_write_mb_s=np.float64(1080.0), front_write_mb_s=np.float64(1350.0))), 12)
    0.8
    """
    return needed(buffered_write_mb_s, front_write_mb_s)


@formula(
    label="share of average writes that enter the buffer",
    source="HOSTWISE",
    locator="write-buffer#write-locality",
    high=1.0,
)
def average_buffered_share(*, average_buffered_write_mb_s: Array, planned_average_write_mb_s: Array) -> Array:
    """Share of the average writes that takes room in the buffer."""
    return needed(average_buffered_write_mb_s, planned_average_write_mb_s)


@formula(label="peak writes of a disk group", source="INTEL21", locator="I/O flow 2; Light and moderate sizing")
def group_write_mb_s(*, back_end_write_mb_s_used: Array, running_groups: Array) -> Array:
    """Bytes written to the cache drive of one running disk group at the busy hour.

    >>> import numpy as np
    >>> round(float(group_write_mb_s(back_end_write_mb_s_used=np.float64(2700.0), running_groups=np.float64(14))), 2)
    192.86
    """
    return needed(back_end_write_mb_s_used, running_groups)


@formula(label="average writes of a disk group", source="INTEL21", locator="I/O flow 2; Light and moderate sizing")
def group_average_write_mb_s(
    *, planned_average_write_mb_s: Array, write_amplification_used: Array, running_groups: Array
) -> Array:
    """Bytes written to the cache drive of one running disk group on average."""
    return needed(planned_average_write_mb_s * write_amplification_used, running_groups)


@formula(
    label="burst writes of a cache drive",
    source="INTEL21",
    locator="Physical layer: 750 and 1,100 MB/s; else datasheet rate with an assumed derating",
    validity="mostly writes; never below the sustained rate",
)
def burst_write_mb_s(
    *,
    given_burst_write_mb_s: Array,
    measured_burst_write_mb_s: Array,
    spec_write_mb_s: Array,
    mb_per_kib: Array,
    burst_derating_factor: Array,
    sustained_write_mb_s: Array,
) -> Array:
    """Highest rate at which a cache drive takes writes while its buffer has room: given, measured, or derated.

    >>> import numpy as np
    >>> nan = np.float64("nan")
    >>> float(burst_write_mb_s(given_burst_write_mb_s=nan, measured_burst_write_mb_s=np.float64(750),
    ...     spec_write_mb_s=nan, mb_per_kib=1 / 1024, burst_derating_factor=nan, sustained_write_mb_s=421.875))
    750.0
    """
    burst = first_known(
        given_burst_write_mb_s,
        measured_burst_write_mb_s,
        spec_write_mb_s * KIB_PER_DECIMAL_MB * mb_per_kib * burst_derating_factor,
    )
    return np.maximum(burst, sustained_write_mb_s)


@formula(
    label="de-stage limit of a disk group",
    source="INTEL21",
    locator="De-staging and Figure 6: near 280 and 820 MB/s; else an assumed share of the sustained writes",
    validity="measured with flash capacity drives, all-flash vSAN 7.0 U2",
)
def destage_limit_mb_s(
    *,
    given_destage_limit_mb_s: Array,
    measured_destage_limit_mb_s: Array,
    sustained_write_mb_s: Array,
    destage_derating_factor: Array,
) -> Array:
    """Highest rate at which a disk group moves data from buffer to capacity drives: given, measured, or assumed.

    For a drive without a measurement a share of its sustained writes is assumed.

    >>> import numpy as np
    >>> nan = np.float64("nan")
    >>> float(destage_limit_mb_s(given_destage_limit_mb_s=nan, measured_destage_limit_mb_s=nan,
    ...     sustained_write_mb_s=np.float64(421.875), destage_derating_factor=280 / 421.875))
    280.0
    """
    return first_known(
        given_destage_limit_mb_s, measured_destage_limit_mb_s, sustained_write_mb_s * destage_derating_factor
    )


@formula(label="peak inflow of the write buffer", source="INTEL21", locator="I/O flow 3")
def group_inflow_mb_s(*, group_write_mb_s: Array, burst_write_mb_s: Array, buffered_share: Array) -> Array:
    """Inflow of the buffer of one running disk group at the busy hour, limited by its drive."""
    return np.minimum(group_write_mb_s, burst_write_mb_s) * buffered_share


@formula(label="average inflow of the write buffer", source="INTEL21", locator="I/O flow 3")
def group_average_inflow_mb_s(
    *, group_average_write_mb_s: Array, burst_write_mb_s: Array, average_buffered_share: Array
) -> Array:
    """Average inflow of the buffer of one running disk group, limited by its drive."""
    return np.minimum(group_average_write_mb_s, burst_write_mb_s) * average_buffered_share


@formula(
    label="resting fill of the write buffer",
    source="INTEL21",
    locator="I/O flow 3: de-staging between 30 and 70 % tends to match the inflow",
    validity="de-staging grows in proportion to the fill between the thresholds: a model assumption",
    high=1.0,
)
def resting_fill_share(
    *,
    destage_start_share: Array,
    destage_full_share: Array,
    group_average_inflow_mb_s: Array,
    destage_limit_mb_s: Array,
) -> Array:
    """Fill at which the buffer rests under the average load: de-staging equals inflow.

    start + (full - start) x inflow / limit; full if the inflow exceeds the limit.

    The law between the thresholds is not published. De-staging in proportion to the fill is the simplest law that rests
    at the inflow, never exceeds the limit, and never throttles a load that the limit carries. It leaves out the slow
    start just above the first threshold: real buffers fill somewhat faster there.

    >>> round(float(resting_fill_share(destage_start_share=0.3, destage_full_share=0.7,
    ...     group_average_inflow_mb_s=140.0, destage_limit_mb_s=280.0)), 12)
    0.5
    """
    band = destage_full_share - destage_start_share
    return destage_start_share + band * np.minimum(group_average_inflow_mb_s / destage_limit_mb_s, 1)


@formula(
    label="fill of the write buffer at peak",
    source="INTEL21",
    locator="I/O flow 3: de-staging between 30 and 70 % tends to match the inflow",
    validity="de-staging grows in proportion to the fill between the thresholds: a model assumption",
    high=1.0,
)
def peak_fill_share(
    *, destage_start_share: Array, destage_full_share: Array, group_inflow_mb_s: Array, destage_limit_mb_s: Array
) -> Array:
    """Fill that the buffer approaches if the busy hour never ends; at the full fill writes are throttled.

    The law of the resting fill, at the inflow of the busy hour.
    """
    band = destage_full_share - destage_start_share
    return destage_start_share + band * np.minimum(group_inflow_mb_s / destage_limit_mb_s, 1)


@formula(
    label="fill of the write buffer as the busy hour begins",
    source="HOSTWISE",
    locator="write-buffer#bursts",
    high=1.0,
)
def burst_start_fill_share(*, given_start_fill_share: Array, resting_fill_share: Array) -> Array:
    """Fill with which the busy hour begins: as given, otherwise that at which the average load rests.

    >>> import numpy as np
    >>> float(burst_start_fill_share(given_start_fill_share=np.float64("nan"), resting_fill_share=np.float64(0.5)))
    0.5
    """
    return first_known(given_start_fill_share, resting_fill_share)


@formula(
    label="time to throttling at peak",
    source="INTEL21",
    locator="I/O flow 3: above 70 % incoming writes are throttled to the de-stage rate",
    validity="de-staging grows in proportion to the fill between the thresholds: a model assumption",
    row=Row("Performance", 30, "minutes", "higher", headline=True),
)
def minutes_to_throttling(
    *,
    destage_start_share: Array,
    destage_full_share: Array,
    write_buffer_mb: Array,
    destage_limit_mb_s: Array,
    group_inflow_mb_s: Array,
    group_average_inflow_mb_s: Array,
    group_write_mb_s: Array,
    burst_write_mb_s: Array,
    burst_start_fill_share: Array,
) -> Array:
    """Minutes at peak until writes are throttled: the longest burst that the buffer takes from its fill at the start.

    Up to the start of de-staging the buffer fills with the inflow; from there it takes
    (full - start) x buffer / limit x ln((peak - de-staged) / (peak - limit)), where the rate de-staged is that of the
    fill at the start. Unlimited if neither peak nor average exceeds the limit; 0 if the buffer begins full, or if the
    peak exceeds the rate of the drive.

    The law is piecewise linear, so that a stretch of steady load is integrated in closed form. With groups down, the
    traffic of their rebuild is left out.

    >>> buffer = {"destage_start_share": 0.3, "destage_full_share": 0.7, "write_buffer_mb": 614_400.0}
    >>> rates = {"destage_limit_mb_s": 280.0, "group_average_inflow_mb_s": 0.0, "burst_write_mb_s": 750.0}
    >>> peak = 305_000 * 0.3 * 32 / 1024 * 2 / 8
    >>> [round(float(minutes_to_throttling(burst_start_fill_share=fill, **buffer, **rates, group_inflow_mb_s=peak,
    ...     group_write_mb_s=peak)), 2) for fill in (0.3, 0.0)]
    [7.27, 11.57]
    """
    highest = np.maximum(group_inflow_mb_s, group_average_inflow_mb_s)
    band = destage_full_share - destage_start_share
    begun = np.maximum(np.minimum((burst_start_fill_share - destage_start_share) / band, 1), 0) * destage_limit_mb_s
    below = np.maximum(destage_start_share - burst_start_fill_share, 0) * write_buffer_mb / highest
    # The ratio is 1 where the buffer begins full.
    ratio = np.maximum((highest - begun) / (highest - destage_limit_mb_s), 1)
    seconds = below + band * write_buffer_mb / destage_limit_mb_s * np.log(ratio)
    minutes = np.where(highest <= destage_limit_mb_s, np.inf, seconds / SECONDS_PER_MINUTE)
    return np.where(group_write_mb_s > burst_write_mb_s, 0, minutes)


@formula(
    label="sustained IOPS",
    source="INTEL21",
    locator="De-staging: in steady state no more is written than de-staged",
    validity="for this workload's mix of reads, writes and sizes; unlimited if nothing is written",
    row=Row("Performance", 40, "number", "higher"),
)
def steady_admitted_iops(
    *,
    front_iops: Array,
    destage_limit_mb_s: Array,
    buffered_share: Array,
    burst_write_mb_s: Array,
    group_write_mb_s: Array,
) -> Array:
    """Highest front-end I/O of this mix that the cluster sustains: its writes are at the de-stage limit.

    >>> import numpy as np
    >>> round(float(steady_admitted_iops(front_iops=np.float64(144_000), destage_limit_mb_s=280.0, buffered_share=1.0,
    ...     burst_write_mb_s=750.0, group_write_mb_s=2700 / 14)))
    209067
    """
    return front_iops * np.minimum(destage_limit_mb_s / buffered_share, burst_write_mb_s) / group_write_mb_s


@formula(
    label="throttled share of peak I/O",
    source="INTEL21",
    locator="I/O flow 3: above 70 % incoming writes are throttled to the de-stage rate",
    high=1.0,
)
def throttled_share(*, steady_admitted_iops: Array, front_iops: Array) -> Array:
    """Share of the busy hour's I/O that is throttled if the busy hour never ends.

    >>> round(float(throttled_share(steady_admitted_iops=209_067.0, front_iops=305_000.0)), 3)
    0.315
    """
    return np.maximum(1 - steady_admitted_iops / front_iops, 0)


# ------------------------------------------------------------------------------------------------------------ hosts


@formula(
    label="hosts for average writes, unrounded", source="HOSTWISE", locator="write-buffer#hosts-for-the-write-buffer"
)
def hosts_for_average_writes_unrounded(
    *,
    planned_average_write_mb_s: Array,
    write_amplification: Array,
    average_buffered_share: Array,
    disk_groups: Array,
    destage_limit_mb_s: Array,
    burst_write_mb_s: Array,
) -> Array:
    """Hosts whose disk groups sustain the average writes of all VMs: no more enters the buffers than leaves them.

    >>> import numpy as np
    >>> float(hosts_for_average_writes_unrounded(planned_average_write_mb_s=np.float64(1350), write_amplification=2.0,
    ...     average_buffered_share=1.0, disk_groups=2.0, destage_limit_mb_s=100.0, burst_write_mb_s=750.0))
    13.5
    """
    written_mb_s = planned_average_write_mb_s * write_amplification
    return np.maximum(
        needed(written_mb_s * average_buffered_share, disk_groups * destage_limit_mb_s),
        needed(written_mb_s, disk_groups * burst_write_mb_s),
    )


@formula(
    label="minutes at peak without throttling", source="HOSTWISE", locator="write-buffer#hosts-for-the-write-buffer"
)
def unthrottled_minutes(*, burst_peak_minutes: Array, burst_throttling_flag: Array) -> Array:
    """Minutes at peak in which no write may be throttled; 0 if the plan states no burst, or lets it be throttled."""
    return np.where(burst_throttling_flag == 1, 0, burst_peak_minutes)


@formula(
    label="hosts for the stated burst, unrounded",
    source="HOSTWISE",
    locator="write-buffer#hosts-for-the-write-buffer",
    validity="the busy hour begins at the resting fill of the average load; de-staging grows in proportion to the fill "
    "between the thresholds: a model assumption",
)
def hosts_for_burst_unrounded(
    *,
    unthrottled_minutes: Array,
    back_end_write_mb_s: Array,
    buffered_share: Array,
    planned_average_write_mb_s: Array,
    write_amplification: Array,
    average_buffered_share: Array,
    disk_groups: Array,
    destage_start_share: Array,
    destage_full_share: Array,
    write_buffer_mb: Array,
    destage_limit_mb_s: Array,
    burst_write_mb_s: Array,
) -> Array:
    """Hosts whose write buffers take the stated minutes at peak, after the average load, without throttling.

    The minutes to throttling solved for the hosts: peak and average inflow of the cluster, weighted with 1 - k and k,
    over the de-stage limit of a host, where k = exp(-minutes x limit / ((full - start) x buffer)). A burst of no length
    asks for the average, an endless one for the peak. In addition the drives must take the peak at all. A buffer that
    is never emptied, or has no room, takes no burst.

    >>> import numpy as np
    >>> buffer = {"destage_start_share": 0.3, "destage_full_share": 0.7, "write_buffer_mb": 614_400.0}
    >>> rates = {"destage_limit_mb_s": 280.0, "burst_write_mb_s": 750.0}
    >>> load = {"back_end_write_mb_s": np.float64(5718.75), "planned_average_write_mb_s": np.float64(506.25)}
    >>> shares = {"buffered_share": 1.0, "average_buffered_share": 1.0, "write_amplification": 2.0}
    >>> [round(float(hosts_for_burst_unrounded(unthrottled_minutes=minutes, disk_groups=2.0, **buffer, **rates, **load,
    ...     **shares)), 3) for minutes in (0.0, 4.42102, 1e9)]
    [1.808, 4.0, 10.212]
    """
    seconds = (destage_full_share - destage_start_share) * write_buffer_mb / destage_limit_mb_s
    emptied = np.where(destage_limit_mb_s > 0, np.exp(-unthrottled_minutes * SECONDS_PER_MINUTE / seconds), 0)
    rest = np.where(unthrottled_minutes == 0, 1, emptied)
    average_mb_s = planned_average_write_mb_s * write_amplification * average_buffered_share
    # Without a stated burst the busy hour adds nothing, and need not be known.
    stated_mb_s = np.maximum(back_end_write_mb_s * buffered_share, average_mb_s)
    peak_mb_s = np.where(unthrottled_minutes > 0, stated_mb_s, average_mb_s)
    taken_mb_s = np.where(unthrottled_minutes > 0, back_end_write_mb_s, 0)
    return np.maximum(
        needed(peak_mb_s * (1 - rest) + average_mb_s * rest, disk_groups * destage_limit_mb_s),
        needed(taken_mb_s, disk_groups * burst_write_mb_s),
    )


@formula(
    label="hosts for the load profile, unrounded",
    source="HOSTWISE",
    locator="write-buffer#hosts-for-the-write-buffer",
    validity="the simulation runs at the sizing date; at other dates the average load is the same share of the peak",
)
def hosts_for_load_profile_unrounded(
    *, burst_throttling_flag: Array, back_end_write_mb_s: Array, disk_groups: Array, profile_write_limit_mb_s: Array
) -> Array:
    """Hosts whose write buffers take the plan's load profile without throttling, by the simulation; 0 if they may.

    >>> import numpy as np
    >>> float(hosts_for_load_profile_unrounded(burst_throttling_flag=0.0, back_end_write_mb_s=np.float64(2700),
    ...     disk_groups=2.0, profile_write_limit_mb_s=300.0))
    4.5
    """
    return np.where(burst_throttling_flag == 1, 0, needed(back_end_write_mb_s, disk_groups * profile_write_limit_mb_s))


@formula(
    label="hosts for the write buffer, unrounded",
    source="HOSTWISE",
    locator="write-buffer#hosts-for-the-write-buffer",
    validity="storage whose cache drives buffer writes; a burst counts only if the plan states one",
    constraint=Constraint(
        "write_buffer",
        "write buffer",
        order=115,
        spares="write_spares_flag",
        carried="together",
        asked_by=ANY_IO,
        supply="capacity",
    ),
)
def hosts_for_write_buffer_unrounded(
    *,
    hosts_for_average_writes_unrounded: Array,
    hosts_for_burst_unrounded: Array,
    hosts_for_load_profile_unrounded: Array,
    simulated_burst_flag: Array,
) -> Array:
    """Hosts whose disk groups sustain the average writes, and take the stated burst without throttling it.

    A burst of some minutes at peak is solved in closed form. A load profile, or a burst that begins at a given fill, is
    simulated in advance. Without a stated burst only the average counts: how long the busy hour lasts is unknown then,
    and any length would be an invention.
    """
    burst = np.where(simulated_burst_flag == 1, hosts_for_load_profile_unrounded, hosts_for_burst_unrounded)
    # The larger of 0 and -0 is either of them; a slack over it must not be below 0.
    return np.maximum(hosts_for_average_writes_unrounded, burst) + 0
