"""Rules of others for the size of a cache, beside what this model computes; none of them is a constraint."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import COUNT_SLACK, GB_PER_TB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import needed, total
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "write_tier_rule_share",
        "cache by the rule for hybrid storage",
        "Cache over the data before protection, by the vendor's rule for hybrid storage.",
        high=1.0,
    ),
    Quantity(
        "table_write_share_limit",
        "writes of the table's first mix",
        "Share of writes up to which the first mix of the endurance table holds.",
        high=1.0,
    ),
    Quantity(
        "table_dwpd", "rating of the table", "Rated drive writes per day for which the endurance table is stated."
    ),
    Quantity(
        "table_lower_dwpd",
        "lower rating of the table",
        "Rated drive writes per day for which the endurance table prints more cache.",
    ),
    Quantity(
        "table_lower_factor",
        "cache at the lower rating",
        "Cache at the lower rating over that at the rating for which the endurance table is stated, as printed.",
    ),
    *(
        Quantity(
            f"af{size}_{mix}_gb",
            f"cache of profile AF-{size}, {words}",
            f"Cache of a host of ReadyNode profile AF-{size} by the endurance table, {words}.",
        )
        for mix, words in (("mixed", "70 % reads"), ("random", "more than 30 % random writes"))
        for size in (4, 6, 8)
    ),
)

_TABLE = "endurance table of all-flash ReadyNodes, January 2017"
_VALIDITY = "random I/O; sequential writes ask for more; beside printed ratings cache times rating is taken as constant"


def _row(order: int) -> Row:
    return Row("Wear-out", order, "number", shown="where evaluated")


@formula(label="writes of all I/O", source="HOSTWISE", locator="endurance#cache-sizes-by-rules", high=1.0)
def average_write_share(*, written_iops: Array, average_front_iops: Array) -> Array:
    """Share of the average I/O of all VMs that writes."""
    return needed(written_iops, average_front_iops)


@formula(label="average writes per second", source="HOSTWISE", locator="endurance#cache-sizes-by-rules")
def written_iops(*, count: Array, endurance_iops: Array, read_share: Array) -> Array:
    """Writes per second of all VMs on average today."""
    return total(count * endurance_iops * (1 - read_share))


@formula(label="cache per host", source="HOSTWISE", locator="endurance#cache-sizes-by-rules", row=_row(150))
def write_tier_gb_per_host(*, disk_groups: Array, write_tier_drive_gb: Array, single_tier_flag: Array) -> Array:
    """Capacity of the cache drives of one host; none in a single tier.

    >>> float(write_tier_gb_per_host(disk_groups=2.0, write_tier_drive_gb=800.0, single_tier_flag=0.0))
    1600.0
    """
    return np.where(single_tier_flag == 1, 0, disk_groups * write_tier_drive_gb)


@formula(
    label="cache per host by the rule for hybrid storage",
    source="vsan-sizing-6.5",
    locator="cache of at least 10 % of the consumed capacity, before failures to tolerate",
    kind="vendor-stated",
    validity="hybrid storage: it is to hold what is read often; it says nothing about writes and wear",
    row=_row(152),
)
def hybrid_rule_cache_gb_per_host(*, write_tier_rule_share: Array, demand_storage_tb: Array, hosts: Array) -> Array:
    """Cache of one host that the vendor's rule asks for: a share of the data before protection.

    >>> round(float(hybrid_rule_cache_gb_per_host(write_tier_rule_share=0.1, demand_storage_tb=38.8, hosts=4.0)), 6)
    970.0
    """
    return write_tier_rule_share * demand_storage_tb * GB_PER_TB / hosts


@formula(label="cache by the rating", source="vmware-af-table-2017", locator=_TABLE, kind="vendor-stated")
def table_rating_factor(
    *, rated_dwpd: Array, table_dwpd: Array, table_lower_dwpd: Array, table_lower_factor: Array
) -> Array:
    """Cache that the endurance table asks for with drives of this rating, over that with its own.

    As printed for both ratings. Between them cache times rating is constant, up to what is printed for the lower one,
    and below that from there on.

    >>> import numpy as np
    >>> table_rating_factor(rated_dwpd=np.array([17.0, 5.0, 3.0, 2.0]), table_dwpd=10.0, table_lower_dwpd=3.0,
    ...     table_lower_factor=3.0).tolist()
    [1.0, 2.0, 3.0, 4.5]
    """
    between = np.minimum(np.maximum(table_dwpd / rated_dwpd, 1), table_lower_factor)
    below = table_lower_factor * table_lower_dwpd / rated_dwpd
    return np.where(rated_dwpd >= table_lower_dwpd, between, below)


def _by_table(mixed: Array, random: Array, write_share: Array, limit: Array, factor: Array) -> Array:
    """The table's cache for a mix, more of it for drives that are rated for less than the table's."""
    # 70 % reads leave a rounding error more than 30 % writes.
    return np.where(write_share * (1 - COUNT_SLACK) > limit, random, mixed) * factor


@formula(
    label="cache per host by the endurance table, AF-4",
    source="vmware-af-table-2017",
    locator=_TABLE,
    kind="vendor-stated",
    validity=_VALIDITY,
    row=_row(154),
)
def af4_cache_gb_per_host(
    *,
    af4_mixed_gb: Array,
    af4_random_gb: Array,
    average_write_share: Array,
    table_write_share_limit: Array,
    table_rating_factor: Array,
) -> Array:
    """Cache of one host that the vendor's endurance table asks for in the smallest profile.

    >>> float(af4_cache_gb_per_host(af4_mixed_gb=200.0, af4_random_gb=400.0, average_write_share=0.3,
    ...     table_write_share_limit=0.3, table_rating_factor=1.0))
    200.0
    """
    return _by_table(af4_mixed_gb, af4_random_gb, average_write_share, table_write_share_limit, table_rating_factor)


@formula(
    label="cache per host by the endurance table, AF-6",
    source="vmware-af-table-2017",
    locator=_TABLE,
    kind="vendor-stated",
    validity=_VALIDITY,
    row=_row(156),
)
def af6_cache_gb_per_host(
    *,
    af6_mixed_gb: Array,
    af6_random_gb: Array,
    average_write_share: Array,
    table_write_share_limit: Array,
    table_rating_factor: Array,
) -> Array:
    """Cache of one host that the vendor's endurance table asks for in the middle profile."""
    return _by_table(af6_mixed_gb, af6_random_gb, average_write_share, table_write_share_limit, table_rating_factor)


@formula(
    label="cache per host by the endurance table, AF-8",
    source="vmware-af-table-2017",
    locator=_TABLE,
    kind="vendor-stated",
    validity=_VALIDITY,
    row=_row(158),
)
def af8_cache_gb_per_host(
    *,
    af8_mixed_gb: Array,
    af8_random_gb: Array,
    average_write_share: Array,
    table_write_share_limit: Array,
    table_rating_factor: Array,
) -> Array:
    """Cache of one host that the vendor's endurance table asks for in the largest profile.

    >>> round(float(af8_cache_gb_per_host(af8_mixed_gb=800.0, af8_random_gb=1200.0, average_write_share=0.4,
    ...     table_write_share_limit=0.3, table_rating_factor=3.0)), 6)
    3600.0
    """
    return _by_table(af8_mixed_gb, af8_random_gb, average_write_share, table_write_share_limit, table_rating_factor)
