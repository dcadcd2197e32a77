"""Inputs of the formula graph: the write buffer of a disk group and its de-staging."""

from __future__ import annotations

from hostwise.engine.inputs.workload_inputs import group_input
from hostwise.engine.quantities import Quantity

WRITE_BUFFER = (
    group_input(
        "write_locality_share",
        "write locality",
        "Share of the writes that overwrite data still in the write buffer, and take no further room.",
        high=1.0,
    ),
    Quantity("write_buffer_limit_gb", "write buffer limit", "Largest part of a cache drive that buffers writes."),
    Quantity(
        "write_buffer_drive_share",
        "cache drive for writes",
        "Share of the cache drive that buffers writes; the rest caches reads.",
        high=1.0,
    ),
    Quantity(
        "destage_start_share",
        "start of de-staging",
        "Fill of the write buffer below which nothing leaves it.",
        high=0.5,
    ),
    Quantity(
        "destage_full_share",
        "full de-staging",
        "Fill of the write buffer above which it de-stages at its limit and admits no more than that.",
        low=0.5,
        high=1.0,
    ),
    Quantity(
        "given_destage_limit_mb_s",
        "de-stage limit as given",
        "Highest rate at which one disk group moves data from buffer to capacity drives, if given.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_destage_limit_mb_s",
        "de-stage limit from measurements",
        "Highest rate at which one disk group moves data from buffer to capacity drives, from evidence.",
        absent_means="alternative",
    ),
    Quantity(
        "destage_derating_factor",
        "de-stage limit over sustained writes",
        "De-stage limit of a disk group over the sustained writes of its cache drive, assumed for drives without a "
        "measurement.",
        high=1.0,
    ),
    Quantity(
        "given_burst_write_mb_s",
        "burst writes as given",
        "Highest rate at which one cache drive takes writes while the buffer has room, if given.",
        absent_means="alternative",
    ),
    Quantity(
        "measured_burst_write_mb_s",
        "burst writes from measurements",
        "Highest rate at which one cache drive takes writes while the buffer has room, from evidence.",
        absent_means="alternative",
    ),
    Quantity(
        "burst_derating_factor",
        "burst writes over datasheet rate",
        "Burst writes of a cache drive over its sequential datasheet rate, assumed for drives without a measurement.",
        high=1.0,
    ),
    Quantity(
        "failed_groups",
        "disk groups down",
        "Failed disk groups of running hosts in this failure case; 0 is normal operation.",
    ),
    Quantity(
        "burst_peak_minutes",
        "minutes at peak",
        "Minutes at peak I/O that the plan states as its burst; 0 if it states none.",
    ),
    Quantity(
        "given_start_fill_share",
        "fill at the start as given",
        "Fill of the write buffer as the burst begins, if given; 0 is an empty buffer.",
        high=1.0,
        absent_means="does not apply",
    ),
    Quantity(
        "burst_throttling_flag",
        "bursts may be throttled",
        "Whether the writes of a stated burst may be throttled; if not, there are hosts enough that they are not.",
        high=1.0,
    ),
    Quantity(
        "simulated_burst_flag",
        "burst is simulated",
        "Whether the burst is a load profile or begins at a given fill, so that its hosts come from the simulation.",
        high=1.0,
    ),
    Quantity(
        "profile_write_limit_mb_s",
        "peak writes that the load profile allows",
        "Highest writes of one disk group at 100 % of the peak for which the load profile is not throttled.",
        absent_means="does not apply",
    ),
)
