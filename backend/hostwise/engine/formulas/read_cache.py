"""The host read cache: latency with and without it, blocks, failover, size, and move or drop [model 3].

`read_cache_drives_per_host` is of one role alone: a parameter of a formula names a quantity, and no role of it.

Hits are answered by flash, other reads and all writes by the storage behind the cache. The hit share is an input: for
a cache smaller than the working set it depends on how the reads are spread. With reads spread evenly the gain came all
at once with the last part of the data (VFRC13, DVD Store: +1.5 % with two thirds of the database in cache, +40 % with
all of it). So no curve of hits over size is drawn here.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import KIB_PER_MIB, MIB_PER_GIB, MS_PER_SECOND
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, floor_count, largest, needed, of_role, total
from hostwise.engine.purposes import Constraint
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role

# --------------------------------------------------------------------------------------------------------- latency


@formula(
    label="hits of reserved cache",
    source="VFRC13",
    locator="Figures 9 and 10: hit percentage",
    validity="the share of hits must be given: as measured, or as expected for this size and access pattern",
    high=1.0,
)
def read_hit_share(*, read_cache_gb: Array, read_cache_hit_share: Array) -> Array:
    """Share of the VM's reads answered by the read cache; 0 if no cache is reserved for the VM.

    The hit share is an input. No curve of hits over size is drawn: the gain came all at once with the last part of the
    data, so that any smooth curve would mislead.

    >>> import numpy as np
    >>> float(read_hit_share(read_cache_gb=np.float64(0), read_cache_hit_share=np.float64("nan")))
    0.0
    """
    return np.where(read_cache_gb == 0, 0, read_cache_hit_share)


@formula(
    label="latency without read cache",
    source="VFRC13",
    locator="I/O path; Figures 9 and 10: baseline",
    validity="latencies at the planned load",
)
def uncached_latency_ms(*, read_share: Array, backend_read_ms: Array, backend_write_ms: Array) -> Array:
    """Mean latency of an I/O of the VM without a read cache.

    >>> round(uncached_latency_ms(read_share=0.95, backend_read_ms=1.23, backend_write_ms=1.23), 12)
    1.23
    """
    return read_share * backend_read_ms + (1 - read_share) * backend_write_ms


@formula(
    label="latency with read cache",
    source="VFRC13",
    locator="I/O path: reads that hit are served by flash, writes go through; Figures 9 and 10",
    validity="a write-through cache; each workload has its own flash latency: the two measured ones have 0.104 and "
    "0.017 ms",
)
def read_cache_latency_ms(
    *, read_share: Array, read_hit_share: Array, flash_read_ms: Array, backend_read_ms: Array, backend_write_ms: Array
) -> Array:
    """Mean latency of an I/O of the VM: hits at flash latency, other reads and all writes at storage latency.

    One flash latency for all workloads is refused, because the two measured traces give 0.104 and 0.017 ms.

    >>> case = {"read_share": 0.95, "read_hit_share": 0.85, "flash_read_ms": 0.104}
    >>> round(read_cache_latency_ms(**case, backend_read_ms=1.23, backend_write_ms=1.23), 3)
    0.321
    """
    reads_ms = read_hit_share * flash_read_ms + (1 - read_hit_share) * backend_read_ms
    return read_share * reads_ms + (1 - read_share) * backend_write_ms


@formula(
    label="latency if every read hits",
    source="VFRC13",
    locator="I/O path: writes go through",
    validity="a bound, reached only by a cache that holds all data read",
)
def full_hit_latency_ms(*, read_share: Array, flash_read_ms: Array, backend_write_ms: Array) -> Array:
    """Mean latency of an I/O of the VM if its cache answers every read, the lower bound of any read cache.

    >>> round(full_hit_latency_ms(read_share=0.6, flash_read_ms=0.1, backend_write_ms=2.0), 12)
    0.86
    """
    return read_share * flash_read_ms + (1 - read_share) * backend_write_ms


@formula(
    label="speed-up by read cache",
    source="VFRC13",
    locator="Trace replay: 3.83 and 2.22 by its Figures 9 and 10, where its text says 2-3x",
    validity="of the latency; throughput follows only if storage limits it",
)
def read_cache_speedup_ratio(*, uncached_latency_ms: Array, read_cache_latency_ms: Array) -> Array:
    """Latency without the read cache divided by latency with it.

    >>> round(read_cache_speedup_ratio(uncached_latency_ms=1.23, read_cache_latency_ms=0.321), 2)
    3.83
    """
    return uncached_latency_ms / read_cache_latency_ms


@formula(
    label="latency gained by read cache",
    source="VFRC13",
    locator="Figures 9 and 10",
    validity="below 0 if flash is slower than the storage behind it",
    low=-float("inf"),
)
def read_cache_gain_ms(*, uncached_latency_ms: Array, read_cache_latency_ms: Array) -> Array:
    """Average latency saved for every I/O of the VM."""
    return uncached_latency_ms - read_cache_latency_ms


# ------------------------------------------------------------------------------------------------- blocks and memory


@formula(
    label="blocks of a VM's read cache",
    source="VFRC13",
    locator="Best practices: 1 GB with blocks of 8 KB has 131,072",
    validity="the geometry of a cache is binary; GB of the plan become GiB by its unit convention",
)
def read_cache_blocks(*, read_cache_gb: Array, gb_per_gib: Array, read_cache_block_kib: Array) -> Array:
    """Whole blocks of the read cache of one VM.

    >>> float(read_cache_blocks(read_cache_gb=2**30 / 1e9, gb_per_gib=2**30 / 1e9, read_cache_block_kib=8.0))
    131072.0
    """
    return floor_count(read_cache_gb / gb_per_gib * MIB_PER_GIB * KIB_PER_MIB / read_cache_block_kib)


@formula(
    label="blocks of a host's read cache",
    source="VFRC13",
    locator="Best practices: 1 GB with blocks of 8 KB has 131,072",
    validity="all flash of the host given to read caches",
)
def read_cache_blocks_per_host(
    *, read_cache_gb_per_host: Array, gb_per_gib: Array, read_cache_block_kib: Array
) -> Array:
    """Whole blocks of the read cache of one host.

    >>> float(read_cache_blocks_per_host(read_cache_gb_per_host=4.0, gb_per_gib=1.0, read_cache_block_kib=4.0))
    1048576.0
    """
    return floor_count(read_cache_gb_per_host / gb_per_gib * MIB_PER_GIB * KIB_PER_MIB / read_cache_block_kib)


@formula(label="read-cache drives per host", source="HOSTWISE", locator="read-cache#fill-and-warm-up")
def read_cache_drives_per_host(*, drives_per_host: Array) -> Array:
    """Drives of one host that cache reads; 0 without a read cache."""
    return of_role(drives_per_host, Role.READ_CACHE)


@formula(
    label="memory for read-cache metadata",
    source="VFRC13",
    locator="Figure 2: falls with the block size; its axis ends at 2.5 % of the cache",
    kind="assumed",
    validity="no figure per block is printed: an upper bound is assumed",
)
def read_cache_metadata_gib(
    *, read_cache_drives_per_host: Array, read_cache_blocks_per_host: Array, metadata_kib_per_block: Array
) -> Array:
    """Memory of one host for the metadata of its read cache; 0 without a read cache.

    No figure per block is printed, so that an upper bound is assumed.

    >>> import numpy as np
    >>> blocks = np.float64(100 * 2**20 / 4)
    >>> float(read_cache_metadata_gib(read_cache_drives_per_host=np.float64(1), read_cache_blocks_per_host=blocks,
    ...     metadata_kib_per_block=0.1))
    2.5
    """
    memory_gib = read_cache_blocks_per_host * metadata_kib_per_block / KIB_PER_MIB / MIB_PER_GIB
    return np.where(read_cache_drives_per_host == 0, 0, memory_gib)


# -------------------------------------------------------------------------------------------------------- failover


@formula(label="read cache reserved", source="vsphere-flash-6.0", locator="reservation per virtual disk")
def read_cache_demand_gb(*, group_vms: Array, read_cache_gb: Array) -> Array:
    """Read cache reserved for all VMs."""
    return total(group_vms * read_cache_gb)


@formula(
    label="hosts for whole read caches, unrounded",
    source="HOSTWISE",
    locator="read-cache#failover-of-read-caches",
    validity="infinite where the cache of one VM is larger than a host's",
)
def hosts_for_whole_caches_unrounded(*, group_vms: Array, read_cache_gb: Array, read_cache_gb_per_host: Array) -> Array:
    """Hosts for the undivided read caches of the VM group that needs most hosts by itself.

    A cache is not divided between hosts, because a VM restarts only on a host in which its reservation fits. A group
    without caches asks for no host, also where the hosts have no cache.

    >>> import numpy as np
    >>> float(hosts_for_whole_caches_unrounded(group_vms=np.array([100.0]), read_cache_gb=np.array([150.0]),
    ...     read_cache_gb_per_host=np.array([400.0])))
    50.0
    """
    by_group = needed(group_vms, floor_count(read_cache_gb_per_host / read_cache_gb))
    return largest(np.where(read_cache_gb == 0, 0, by_group))


@formula(
    label="hosts for read cache, unrounded",
    source="HOSTWISE",
    locator="read-cache#failover-of-read-caches",
    validity="a lower bound where VMs with caches of several sizes share hosts",
    constraint=Constraint("read_cache", "read cache", order=90, spares="always"),
)
def hosts_for_read_cache_unrounded(
    *, read_cache_demand_gb: Array, read_cache_gb_per_host: Array, hosts_for_whole_caches_unrounded: Array
) -> Array:
    """Hosts whose flash holds the read caches of all VMs.

    For VMs with caches of several sizes the number is a lower bound: how they share hosts is left out.
    """
    return np.maximum(needed(read_cache_demand_gb, read_cache_gb_per_host), hosts_for_whole_caches_unrounded)


# ------------------------------------------------------------------------------------------------------------- size


@formula(
    label="read cache advised",
    source="VFRC13",
    locator="Best practices: large enough for the working set; DVD Store: a cache below it gains almost nothing",
    validity="the working set must be known; the margin is assumed",
)
def advised_read_cache_gb(*, working_set_gb: Array, read_cache_margin_share: Array) -> Array:
    """Read cache for one VM: its working set and a margin.

    >>> round(advised_read_cache_gb(working_set_gb=15.0, read_cache_margin_share=0.1), 12)
    16.5
    """
    return working_set_gb * (1 + read_cache_margin_share)


@formula(
    label="read cache by the starting rule",
    source="VFRC13",
    locator="Best practices: 20 % of the size of database or virtual disk",
    kind="vendor-stated",
    validity="refused where reads are spread evenly over the data: there its own DVD Store test gained 1.5 % with 67 %",
)
def starting_read_cache_gb(*, disk_gb: Array, disk_used_share: Array, read_cache_start_share: Array) -> Array:
    """First read cache for one VM whose working set is unknown.

    >>> starting_read_cache_gb(disk_gb=15.0, disk_used_share=1.0, read_cache_start_share=0.2)
    3.0
    """
    return disk_gb * disk_used_share * read_cache_start_share


# -------------------------------------------------------------------------------------------------------- migration


@formula(
    label="time to move a read cache",
    source="VFRC13",
    locator="migration: the cache file is thick, so its unused part moves too",
)
def read_cache_move_seconds(*, read_cache_gb: Array, mb_per_gb: Array, migration_network_mb_s: Array) -> Array:
    """Time to move the read cache of one VM to another host.

    All of the cache moves, because the cache file is thick.

    >>> read_cache_move_seconds(read_cache_gb=100.0, mb_per_gb=1000.0, migration_network_mb_s=1000.0)
    100.0
    """
    return read_cache_gb * mb_per_gb / migration_network_mb_s


@formula(
    label="fill rate of read cache",
    source="HOSTWISE",
    locator="read-cache#fill-and-warm-up",
    validity="where it is absent, the highest rate of the VM's own reads; the warm-up takes at least that long",
)
def read_cache_fill_mb_s(
    *, given_fill_mb_s: Array, endurance_iops: Array, read_share: Array, io_kib: Array, mb_per_kib: Array
) -> Array:
    """Fill rate of the empty read cache of one VM: as given, otherwise the average read rate of the VM.

    Everything that the VM reads is taken to fill the cache: the highest possible rate, and so the shortest warm-up.
    """
    return first_known(given_fill_mb_s, endurance_iops * read_share * io_kib * mb_per_kib)


@formula(
    label="warm-up of a dropped read cache",
    source="HOSTWISE",
    locator="read-cache#fill-and-warm-up",
)
def warm_up_seconds(
    *, working_set_gb: Array, read_cache_gb: Array, mb_per_gb: Array, read_cache_fill_mb_s: Array
) -> Array:
    """Time until the dropped read cache of one VM is warm again, filled with what it can hold.

    >>> import numpy as np
    >>> float(warm_up_seconds(working_set_gb=20.0, read_cache_gb=100.0, mb_per_gb=1000.0, read_cache_fill_mb_s=50.0))
    400.0
    """
    return needed(np.minimum(working_set_gb, read_cache_gb) * mb_per_gb, read_cache_fill_mb_s)


@formula(
    label="loss while a read cache moves",
    source="HOSTWISE",
    locator="read-cache#move-or-drop",
    kind="assumed",
    validity="an upper bound: as if no read hit until the cache has moved",
)
def move_loss_request_seconds(
    *, endurance_iops: Array, read_cache_gain_ms: Array, read_cache_move_seconds: Array
) -> Array:
    """Total additional wait of the requests of one VM while its read cache moves.

    As if no read hit until the cache has moved: an upper bound, as for the warm-up with which it is compared.

    >>> import numpy as np
    >>> float(move_loss_request_seconds(endurance_iops=500.0, read_cache_gain_ms=0.9, read_cache_move_seconds=100.0))
    45.0
    """
    return endurance_iops * np.maximum(read_cache_gain_ms, 0) / MS_PER_SECOND * read_cache_move_seconds


@formula(
    label="loss while a read cache warms up",
    source="HOSTWISE",
    locator="read-cache#move-or-drop",
    kind="assumed",
    validity="an upper bound: as if no read hit until the cache is warm",
)
def warm_up_loss_request_seconds(*, endurance_iops: Array, read_cache_gain_ms: Array, warm_up_seconds: Array) -> Array:
    """Total additional wait of the requests of one VM while its dropped read cache fills again.

    As if no read hit until the cache is warm: an upper bound, as for the move with which it is compared.
    """
    return endurance_iops * np.maximum(read_cache_gain_ms, 0) / MS_PER_SECOND * warm_up_seconds
