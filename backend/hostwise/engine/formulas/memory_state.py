"""Memory states: the memory a host reclaims, by which means, and the resulting state [model 2.3]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import chosen, count_positive, first_known, needed, total
from hostwise.engine.purposes import Constraint, Row
from hostwise.engine.quantities import Array

_SPREAD = "the VMs spread evenly over the running hosts; all configured memory is in use, as it is after a while"


@formula(
    label="least free memory per host",
    source="frankdenneman-minfree-2011",
    locator="sliding scale: 6 % of the first 4 GiB, 4 % of the next 8, 2 % of the next 16, 1 % of the rest",
    validity="sliding scale from vSphere 5; before that a fixed share",
)
def minfree_gib_per_host(
    *,
    minfree_flat_share: Array,
    memory_gib_per_host: Array,
    minfree_first_gib: Array,
    minfree_second_gib: Array,
    minfree_third_gib: Array,
    minfree_first_share: Array,
    minfree_second_share: Array,
    minfree_third_share: Array,
    minfree_rest_share: Array,
) -> Array:
    """Free memory (minFree) to which the hypervisor's thresholds refer.

    The thresholds depend on the version: a fixed share of memory before vSphere 5, a sliding scale since.

    >>> import numpy as np
    >>> scale = {"minfree_first_gib": 4.0, "minfree_second_gib": 8.0, "minfree_third_gib": 16.0,
    ...     "minfree_first_share": 0.06, "minfree_second_share": 0.04, "minfree_third_share": 0.02,
    ...     "minfree_rest_share": 0.01}
    >>> gib = minfree_gib_per_host(minfree_flat_share=np.float64("nan"), memory_gib_per_host=np.float64(64), **scale)
    >>> round(float(gib * 1024), 1)
    1269.8
    """
    first = np.minimum(memory_gib_per_host, minfree_first_gib)
    beyond_first = np.maximum(memory_gib_per_host - minfree_first_gib, 0)
    beyond_second = np.maximum(beyond_first - minfree_second_gib, 0)
    beyond_third = np.maximum(beyond_second - minfree_third_gib, 0)
    sliding = (
        minfree_first_share * first
        + minfree_second_share * np.minimum(beyond_first, minfree_second_gib)
        + minfree_third_share * np.minimum(beyond_second, minfree_third_gib)
        + minfree_rest_share * beyond_third
    )
    return first_known(minfree_flat_share * memory_gib_per_host, sliding)


@formula(label="least free memory", source="epping-memory-states-2015", locator="thresholds of the memory states")
def minfree_gib(*, minfree_gib_per_host: Array, running_hosts: Array) -> Array:
    """Free memory (minFree) of all running hosts."""
    return minfree_gib_per_host * running_hosts


@formula(label="active memory", source="vmware-blog-2025-12-02", locator="active memory of the VMs")
def active_memory_gib(
    *, group_vms: Array, memory_gib_with_growth: Array, memory_active_share: Array, idle_share: Array
) -> Array:
    """Memory that the VMs touch all the time; 0 for dormant VMs."""
    return total(group_vms * memory_gib_with_growth * memory_active_share * (1 - idle_share))


@formula(
    label="sharable memory of group",
    source="FRIEDMAN13",
    locator="page sharing vanished once the guests were active",
    validity="idle pages are spread evenly over reserved and unreserved memory; only the latter count",
)
def group_sharable_gib(
    *,
    group_vms: Array,
    memory_gib_with_growth: Array,
    memory_reserved_share: Array,
    memory_active_share: Array,
    idle_share: Array,
    page_sharing_share: Array,
) -> Array:
    """Memory of a group that page sharing can save, from idle unreserved memory only.

    Page sharing saves idle memory only: it vanished for active guests in FRIEDMAN13.
    """
    idle = 1 - memory_active_share * (1 - idle_share)
    return group_vms * memory_gib_with_growth * (1 - memory_reserved_share) * idle * page_sharing_share


@formula(label="sharable memory", source="FRIEDMAN13", locator="page sharing vanished once the guests were active")
def sharable_gib(*, group_sharable_gib: Array) -> Array:
    """Memory of all VMs that page sharing can save."""
    return total(group_sharable_gib)


@formula(
    label="free memory before reclaiming",
    source="SANDISK14",
    locator="overcommitment formula, as a difference",
    validity=_SPREAD,
    low=-float("inf"),
)
def unreclaimed_free_gib(
    *, memory_running_hosts: Array, usable_gib_per_host: Array, demand_memory_gib: Array, vm_overhead_gib: Array
) -> Array:
    """Free memory of the running hosts before reclaiming; below 0 it is missing memory."""
    return memory_running_hosts * usable_gib_per_host - demand_memory_gib - vm_overhead_gib


@formula(
    label="shortfall to clear",
    source="epping-memory-states-2015",
    locator="clear: below it large pages are broken up and shared",
    validity=_SPREAD,
    low=-float("inf"),
)
def clear_shortfall_gib(*, clear_factor: Array, minfree_gib: Array, unreclaimed_free_gib: Array) -> Array:
    """Memory missing to the threshold below which pages are shared."""
    return clear_factor * minfree_gib - unreclaimed_free_gib


@formula(label="shared memory", source="FRIEDMAN13", locator="page sharing of idle memory", validity=_SPREAD)
def shared_gib(*, clear_shortfall_gib: Array, sharable_gib: Array) -> Array:
    """Memory freed by page sharing."""
    return np.minimum(np.maximum(clear_shortfall_gib, 0), sharable_gib)


@formula(
    label="shortfall to soft",
    source="epping-memory-states-2015",
    locator="soft: below it balloons inflate",
    validity=_SPREAD,
    low=-float("inf"),
)
def soft_shortfall_gib(
    *, soft_factor: Array, minfree_gib: Array, unreclaimed_free_gib: Array, shared_gib: Array
) -> Array:
    """Memory missing to the threshold below which balloons inflate, after page sharing."""
    return soft_factor * minfree_gib - unreclaimed_free_gib - shared_gib


@formula(
    label="balloon limit of group",
    source="vsphere-resource-management",
    locator="Mem.CtlMaxPercent 65 %; reserved memory is never reclaimed",
)
def group_balloon_limit_gib(
    *,
    group_vms: Array,
    memory_gib_with_growth: Array,
    balloon_limit_share: Array,
    memory_reserved_share: Array,
    group_sharable_gib: Array,
) -> Array:
    """Memory that the balloons of a group can take, without shared memory."""
    configured = group_vms * memory_gib_with_growth
    return np.minimum(configured * balloon_limit_share, configured * (1 - memory_reserved_share) - group_sharable_gib)


@formula(label="balloon limit", source="vsphere-resource-management", locator="Mem.CtlMaxPercent 65 %")
def balloon_limit_gib(*, group_balloon_limit_gib: Array) -> Array:
    """Memory that all balloons can take."""
    return total(group_balloon_limit_gib)


@formula(label="ballooned memory", source="FRIEDMAN13", locator="Ballooning", validity=_SPREAD)
def ballooned_gib(*, soft_shortfall_gib: Array, balloon_limit_gib: Array) -> Array:
    """Memory freed by balloons."""
    return np.minimum(np.maximum(soft_shortfall_gib, 0), balloon_limit_gib)


@formula(
    label="ballooned memory of group",
    source="HOSTWISE",
    locator="memory#reclaiming",
    validity="shares are equal; the tax on idle memory is not modelled",
)
def group_ballooned_gib(*, ballooned_gib: Array, group_balloon_limit_gib: Array, balloon_limit_gib: Array) -> Array:
    """Memory freed by the balloons of a group.

    Each group gives in proportion to what it can give, with equal shares. The tax on idle memory is left out.

    >>> import numpy as np
    >>> limits = np.array([65.0, 0.0])
    >>> group_ballooned_gib(ballooned_gib=np.float64(13), group_balloon_limit_gib=limits, balloon_limit_gib=65.0)
    array([13.,  0.])
    """
    return ballooned_gib * needed(group_balloon_limit_gib, balloon_limit_gib)


@formula(
    label="swappable memory of group", source="vsphere-resource-management", locator="swap file: configured - reserved"
)
def group_swappable_gib(
    *,
    group_vms: Array,
    memory_gib_with_growth: Array,
    memory_reserved_share: Array,
    group_sharable_gib: Array,
    group_ballooned_gib: Array,
) -> Array:
    """Memory of a group that can be compressed or swapped: not reserved, shared or ballooned."""
    unreserved = group_vms * memory_gib_with_growth * (1 - memory_reserved_share)
    return np.maximum(unreserved - group_sharable_gib - group_ballooned_gib, 0)


@formula(label="swappable memory", source="vsphere-resource-management", locator="swap file: configured - reserved")
def swappable_gib(*, group_swappable_gib: Array) -> Array:
    """Memory of all VMs that can be compressed or swapped."""
    return total(group_swappable_gib)


@formula(
    label="shortfall to hard",
    source="epping-memory-states-2015",
    locator="hard: below it memory is compressed and swapped",
    validity=_SPREAD,
    low=-float("inf"),
)
def hard_shortfall_gib(
    *, hard_factor: Array, minfree_gib: Array, unreclaimed_free_gib: Array, shared_gib: Array, ballooned_gib: Array
) -> Array:
    """Memory missing to the threshold below which memory is swapped, after page sharing and balloons."""
    return hard_factor * minfree_gib - unreclaimed_free_gib - shared_gib - ballooned_gib


@formula(label="compressed and swapped memory", source="FRIEDMAN13", locator="Swapping", validity=_SPREAD)
def evicted_gib(*, hard_shortfall_gib: Array, swappable_gib: Array) -> Array:
    """Memory freed by compression and swapping together."""
    return np.minimum(np.maximum(hard_shortfall_gib, 0), swappable_gib)


@formula(
    label="compressed memory",
    source="vsphere-resource-management",
    locator="Mem.MemZipMaxPct 10 %; a page is compressed if it fits in half",
    validity="of the pages picked for swapping the compressible share stays in memory at half its size",
)
def compressed_gib(
    *, evicted_gib: Array, compressible_share: Array, compression_cache_share: Array, unreserved_memory_gib: Array
) -> Array:
    """Memory freed by compression: half of each compressible page, up to the size of the compression cache.

    >>> round(float(compressed_gib(evicted_gib=3.0, compressible_share=0.5, compression_cache_share=0.1,
    ...     unreserved_memory_gib=32.0)), 6)
    1.0
    """
    return np.minimum(
        evicted_gib * compressible_share / (2 - compressible_share), compression_cache_share * unreserved_memory_gib
    )


@formula(label="swapped memory", source="FRIEDMAN13", locator="Swapping", validity=_SPREAD)
def swapped_gib(*, evicted_gib: Array, compressed_gib: Array) -> Array:
    """Memory on the swap device."""
    return evicted_gib - compressed_gib


@formula(
    label="evicted memory of group",
    source="HOSTWISE",
    locator="memory#reclaiming",
    validity="shares are equal; the tax on idle memory is not modelled",
)
def group_evicted_gib(*, evicted_gib: Array, group_swappable_gib: Array, swappable_gib: Array) -> Array:
    """Memory of a group that is compressed or swapped.

    Each group gives in proportion to what it can give, with equal shares. The tax on idle memory is left out.
    """
    return evicted_gib * needed(group_swappable_gib, swappable_gib)


@formula(
    label="reclaimed memory of group",
    source="HOSTWISE",
    locator="memory#reclaiming",
    validity="without page sharing, which takes nothing from a VM",
)
def group_reclaimed_gib(*, group_ballooned_gib: Array, group_evicted_gib: Array) -> Array:
    """Memory reclaimed from a group by balloon, compression and swap.

    A reservation of one group is a burden on the others: raising it never lowers what they give.
    """
    return group_ballooned_gib + group_evicted_gib


@formula(
    label="free memory",
    source="epping-memory-states-2015",
    locator="memory states",
    validity=_SPREAD,
    low=-float("inf"),
)
def free_memory_gib(
    *, unreclaimed_free_gib: Array, shared_gib: Array, ballooned_gib: Array, evicted_gib: Array
) -> Array:
    """Free memory of the running hosts after reclaiming."""
    return unreclaimed_free_gib + shared_gib + ballooned_gib + evicted_gib


@formula(
    label="shortfall to low",
    source="epping-memory-states-2015",
    locator="low: below it VMs are blocked",
    validity=_SPREAD,
    low=-float("inf"),
)
def low_shortfall_gib(*, low_factor: Array, minfree_gib: Array, free_memory_gib: Array) -> Array:
    """Memory missing to the threshold below which VMs are blocked, after all reclaiming."""
    return low_factor * minfree_gib - free_memory_gib


@formula(
    label="memory state",
    source="epping-memory-states-2015",
    locator="memory states; before vSphere 5 as in FRIEDMAN13",
    validity="the settled state; in versions without a clear state, clear means that page sharing is enough",
    high=4.0,
    row=Row("Memory", 20, "state", "lower", comparable=False, headline=True, spares_down=True),
)
def memory_state_rank(
    *, clear_shortfall_gib: Array, soft_shortfall_gib: Array, hard_shortfall_gib: Array, low_shortfall_gib: Array
) -> Array:
    """State in which the hosts settle: 0 high, 1 clear, 2 soft (balloon), 3 hard (swap), 4 low (VMs blocked).

    The state in which hosts settle, in closed form and not as a time series, so that it can be traced, explained and
    inverted. What happens in the minutes while balloons still grow has quantities of its own. It leaves out the tax on
    idle memory.
    All configured memory counts as in use, because it is after a while and no figure says how long that takes.

    >>> import numpy as np
    >>> float(memory_state_rank(clear_shortfall_gib=np.float64(3), soft_shortfall_gib=np.float64(1),
    ...     hard_shortfall_gib=np.float64(-1), low_shortfall_gib=np.float64(-2)))
    2.0
    """
    return count_positive(clear_shortfall_gib, soft_shortfall_gib, hard_shortfall_gib, low_shortfall_gib)


# ------------------------------------------------------------------------------------------- before balloons inflate

_RISING = "all memory comes into use at a steady rate within the given minutes; compression and swap keep up with it"


@formula(
    label="shortfall to hard without balloons",
    source="epping-memory-states-2015",
    locator="hard: below it memory is compressed and swapped",
    validity=_SPREAD,
    low=-float("inf"),
)
def unballooned_hard_shortfall_gib(
    *, hard_factor: Array, minfree_gib: Array, unreclaimed_free_gib: Array, shared_gib: Array
) -> Array:
    """Memory missing to the threshold below which memory is swapped, after page sharing and before balloons."""
    return hard_factor * minfree_gib - unreclaimed_free_gib - shared_gib


@formula(
    label="compressed and swapped without balloons",
    source="HOSTWISE",
    locator="memory#before-balloons-inflate",
    validity=_SPREAD,
)
def unballooned_evicted_gib(
    *, unballooned_hard_shortfall_gib: Array, unreserved_memory_gib: Array, shared_gib: Array
) -> Array:
    """Memory that compression and swapping would have to free if no balloon inflated."""
    return np.minimum(np.maximum(unballooned_hard_shortfall_gib, 0), np.maximum(unreserved_memory_gib - shared_gib, 0))


@formula(
    label="shortfall to low without balloons",
    source="epping-memory-states-2015",
    locator="low: below it VMs are blocked",
    validity=_SPREAD,
    low=-float("inf"),
)
def unballooned_low_shortfall_gib(
    *,
    low_factor: Array,
    minfree_gib: Array,
    unreclaimed_free_gib: Array,
    shared_gib: Array,
    unballooned_evicted_gib: Array,
) -> Array:
    """Memory missing to the threshold below which VMs are blocked, if no balloon inflated."""
    return low_factor * minfree_gib - unreclaimed_free_gib - shared_gib - unballooned_evicted_gib


@formula(
    label="memory state by demand alone",
    source="HOSTWISE",
    locator="memory#before-balloons-inflate",
    validity=_SPREAD,
    high=4.0,
    row=Row("Memory", 22, "state", "lower", comparable=False, only_with="ballooned_gib"),
)
def demand_memory_state_rank(
    *,
    clear_shortfall_gib: Array,
    soft_shortfall_gib: Array,
    unballooned_hard_shortfall_gib: Array,
    unballooned_low_shortfall_gib: Array,
) -> Array:
    """State that the demand alone would force, before any balloon acts: 0 high, 1 clear, 2 soft, 3 hard, 4 low."""
    return count_positive(
        clear_shortfall_gib, soft_shortfall_gib, unballooned_hard_shortfall_gib, unballooned_low_shortfall_gib
    )


@formula(
    label="ballooned memory while demand rises",
    source="linux-vmw-balloon",
    locator="512 to 2,048 pages a second under memory pressure",
    validity=_RISING,
)
def rising_ballooned_gib(
    *,
    memory_rise_minutes: Array,
    soft_shortfall_gib: Array,
    demand_memory_gib: Array,
    balloon_gib_per_vm_minute: Array,
    planned_vms: Array,
    ballooned_gib: Array,
) -> Array:
    """Memory that balloons have freed by the time at which all memory is in use.

    They begin when free memory falls below the threshold of soft, and inflate at a limited rate in all VMs at once.

    >>> import numpy as np
    >>> float(rising_ballooned_gib(memory_rise_minutes=16.0, soft_shortfall_gib=np.float64(16),
    ...     demand_memory_gib=np.float64(32), balloon_gib_per_vm_minute=0.25, planned_vms=4.0, ballooned_gib=16.0))
    8.0
    """
    minutes = memory_rise_minutes * np.minimum(needed(np.maximum(soft_shortfall_gib, 0), demand_memory_gib), 1)
    return np.minimum(balloon_gib_per_vm_minute * planned_vms * minutes, ballooned_gib)


@formula(
    label="shortfall to hard while demand rises",
    source="epping-memory-states-2015",
    locator="hard: below it memory is compressed and swapped",
    validity=_RISING,
    low=-float("inf"),
)
def rising_hard_shortfall_gib(*, unballooned_hard_shortfall_gib: Array, rising_ballooned_gib: Array) -> Array:
    """Memory missing to the threshold below which memory is swapped, with the balloons as far as they have come."""
    return unballooned_hard_shortfall_gib - rising_ballooned_gib


@formula(
    label="compressed and swapped while demand rises",
    source="FRIEDMAN13",
    locator="Swapping: 600 MB while the balloons still grow",
    validity=_RISING,
)
def rising_evicted_gib(
    *,
    rising_hard_shortfall_gib: Array,
    unreserved_memory_gib: Array,
    shared_gib: Array,
    rising_ballooned_gib: Array,
) -> Array:
    """Memory that compression and swapping free because the balloons come too late."""
    left_gib = np.maximum(unreserved_memory_gib - shared_gib - rising_ballooned_gib, 0)
    return np.minimum(np.maximum(rising_hard_shortfall_gib, 0), left_gib)


@formula(
    label="swapped memory while demand rises",
    source="FRIEDMAN13",
    locator="Swapping: 600 MB while the balloons still grow",
    validity=_RISING,
    row=Row("Memory", 26, "number", "lower", only_with="ballooned_gib"),
)
def rising_swapped_gib(
    *,
    rising_evicted_gib: Array,
    compressible_share: Array,
    compression_cache_share: Array,
    unreserved_memory_gib: Array,
) -> Array:
    """Memory on the swap device when all memory has come into use, before the balloons are there."""
    return rising_evicted_gib - np.minimum(
        rising_evicted_gib * compressible_share / (2 - compressible_share),
        compression_cache_share * unreserved_memory_gib,
    )


@formula(
    label="shortfall to low while demand rises",
    source="epping-memory-states-2015",
    locator="low: below it VMs are blocked",
    validity=_RISING,
    low=-float("inf"),
)
def rising_low_shortfall_gib(
    *,
    low_factor: Array,
    minfree_gib: Array,
    unreclaimed_free_gib: Array,
    shared_gib: Array,
    rising_ballooned_gib: Array,
    rising_evicted_gib: Array,
) -> Array:
    """Memory missing to the threshold below which VMs are blocked, while the balloons still inflate."""
    return low_factor * minfree_gib - unreclaimed_free_gib - shared_gib - rising_ballooned_gib - rising_evicted_gib


@formula(
    label="worst memory state while demand rises",
    source="HOSTWISE",
    locator="memory#before-balloons-inflate",
    validity=_RISING,
    high=4.0,
    row=Row("Memory", 24, "state", "lower", comparable=False, only_with="ballooned_gib"),
)
def rising_memory_state_rank(
    *,
    clear_shortfall_gib: Array,
    soft_shortfall_gib: Array,
    rising_hard_shortfall_gib: Array,
    rising_low_shortfall_gib: Array,
) -> Array:
    """State that hosts pass through when all memory comes into use within minutes: 0 high .. 3 hard, 4 low.

    Balloons need time, so that a sudden demand meets compression and swapping first. It is never better than the state
    in which the hosts settle.
    """
    return count_positive(clear_shortfall_gib, soft_shortfall_gib, rising_hard_shortfall_gib, rising_low_shortfall_gib)


@formula(
    label="time for the balloons to inflate",
    source="linux-vmw-balloon",
    locator="512 to 2,048 pages a second under memory pressure",
    validity="all VMs' balloons inflate at once",
)
def balloon_minutes(*, ballooned_gib: Array, balloon_gib_per_vm_minute: Array, planned_vms: Array) -> Array:
    """Minutes in which the balloons take what they take in the settled state.

    >>> float(balloon_minutes(ballooned_gib=16.0, balloon_gib_per_vm_minute=0.5, planned_vms=4.0))
    8.0
    """
    return needed(ballooned_gib, balloon_gib_per_vm_minute * planned_vms)


# ----------------------------------------------------------------------------------------- hosts for a memory state


def _reclaimable(rank: Array, sharable: Array, balloon: Array, unreserved: Array, demand: Array) -> Array:
    """Memory that may be reclaimed before a state worse than this rank is entered."""
    # In the hard state all that is not reserved can be taken, one way or another.
    return chosen(rank, 0, sharable, sharable + balloon, unreserved, demand)


def _threshold(rank: Array, clear: Array, soft: Array, hard: Array, low: Array) -> Array:
    return chosen(rank, clear, soft, hard, low, 0)


@formula(label="reclaimable within the state limit", source="HOSTWISE", locator="memory#hosts-for-a-memory-state")
def reclaimable_gib(
    *,
    memory_state_limit_rank: Array,
    sharable_gib: Array,
    balloon_limit_gib: Array,
    unreserved_memory_gib: Array,
    demand_memory_gib: Array,
    vm_overhead_gib: Array,
) -> Array:
    """Memory that may be reclaimed within the accepted state."""
    return _reclaimable(
        memory_state_limit_rank,
        sharable_gib,
        balloon_limit_gib,
        unreserved_memory_gib,
        demand_memory_gib + vm_overhead_gib,
    )


@formula(
    label="hosts for the memory state, unrounded",
    source="HOSTWISE",
    locator="memory#hosts-for-a-memory-state",
    constraint=Constraint("memory_state", "memory state", order=40, spares="never", slack=False, supply="memory"),
)
def hosts_for_memory_state_unrounded(
    *,
    demand_memory_gib: Array,
    vm_overhead_gib: Array,
    reclaimable_gib: Array,
    usable_gib_per_host: Array,
    memory_state_limit_rank: Array,
    clear_factor: Array,
    soft_factor: Array,
    hard_factor: Array,
    low_factor: Array,
    minfree_gib_per_host: Array,
) -> Array:
    """Hosts on which memory settles in the accepted state or a better one.

    No search is needed, because demand and supply are both linear in the number of hosts.
    """
    kept_free = _threshold(memory_state_limit_rank, clear_factor, soft_factor, hard_factor, low_factor)
    return needed(
        demand_memory_gib + vm_overhead_gib - reclaimable_gib, usable_gib_per_host - kept_free * minfree_gib_per_host
    )


@formula(
    label="reclaimable within the state limit, spares failed",
    source="HOSTWISE",
    locator="memory#hosts-for-a-memory-state",
)
def reclaimable_gib_with_spares_down(
    *,
    memory_state_limit_rank_with_spares_down: Array,
    sharable_gib: Array,
    balloon_limit_gib: Array,
    unreserved_memory_gib: Array,
    demand_memory_gib: Array,
    vm_overhead_gib: Array,
) -> Array:
    """Memory that may be reclaimed within the state accepted with spare hosts failed."""
    return _reclaimable(
        memory_state_limit_rank_with_spares_down,
        sharable_gib,
        balloon_limit_gib,
        unreserved_memory_gib,
        demand_memory_gib + vm_overhead_gib,
    )


@formula(
    label="hosts for the memory state with spares failed, unrounded",
    source="HOSTWISE",
    locator="memory#hosts-for-a-memory-state",
    constraint=Constraint(
        "memory_state_with_spares_down",
        "memory state with spares failed",
        order=50,
        spares="always",
        slack=False,
        supply="memory",
    ),
)
def hosts_for_memory_state_unrounded_with_spares_down(
    *,
    demand_memory_gib: Array,
    vm_overhead_gib: Array,
    reclaimable_gib_with_spares_down: Array,
    usable_gib_per_host: Array,
    memory_state_limit_rank_with_spares_down: Array,
    clear_factor: Array,
    soft_factor: Array,
    hard_factor: Array,
    low_factor: Array,
    minfree_gib_per_host: Array,
) -> Array:
    """Hosts that must run so that memory settles in the state accepted with spare hosts failed."""
    kept_free = _threshold(memory_state_limit_rank_with_spares_down, clear_factor, soft_factor, hard_factor, low_factor)
    return needed(
        demand_memory_gib + vm_overhead_gib - reclaimable_gib_with_spares_down,
        usable_gib_per_host - kept_free * minfree_gib_per_host,
    )
