"""Inputs of the formula graph: the host read cache."""

from __future__ import annotations

from hostwise.engine.inputs.workload_inputs import group_input
from hostwise.engine.quantities import Quantity

READ_CACHE = (
    group_input("working_set_gb", "working set per VM", "Data that one VM reads repeatedly."),
    group_input("read_cache_gb", "read cache per VM", "Host read cache reserved for one VM."),
    group_input(
        "read_cache_hit_share",
        "hits of the read cache",
        "Share of the VM's reads that the host read cache answers, as measured or expected; never estimated here.",
        high=1.0,
    ),
    Quantity(
        "gb_per_gib",
        "GB in a GiB",
        "1.073741824 under `si`; 1 under `binary_as_printed`, where a printed GB of cache is 2^30 bytes.",
    ),
    Quantity("read_cache_gb_per_host", "read cache per host", "Flash for the read cache in one host."),
    Quantity("read_cache_block_kib", "block of read cache", "Size of a block of the read cache."),
    Quantity(
        "metadata_kib_per_block",
        "metadata per cache block",
        "Host memory for each block of the read cache.",
    ),
    Quantity("flash_read_ms", "latency of cached reads", "Latency of a read that the read cache answers."),
    Quantity("backend_read_ms", "latency of other reads", "Latency of a read from the storage behind the read cache."),
    Quantity(
        "backend_write_ms",
        "latency of writes",
        "Latency of a write to the storage behind the read cache; every write goes through to it.",
    ),
    Quantity("migration_network_mb_s", "rate of cache migration", "Rate at which a read cache moves to another host."),
    Quantity(
        "given_fill_mb_s",
        "fill rate of cache as given",
        "Rate at which the empty read cache of one VM fills, if given.",
        absent_means="alternative",
    ),
    Quantity(
        "read_cache_margin_share",
        "margin over working set",
        "Read cache beyond the working set, as a share of the working set.",
    ),
    Quantity(
        "read_cache_start_share",
        "starting rule of read cache",
        "Read cache to start with, as a share of the VM's data.",
        high=1.0,
    ),
)
