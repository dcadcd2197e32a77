"""Block sizes of a read cache: what a product allows and what suits the load."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log2

from hostwise.engine.constants import COUNT_SLACK, KIB_PER_MIB, MIB_PER_GIB
from hostwise.number_format.writing import exact, fixed, short

LEAST_BLOCK_KIB, MOST_BLOCK_KIB = 4.0, 1024.0
"""Smallest and largest block (VFRC13, Cache block size); all sizes between are powers of two."""
LEAST_BLOCKS = 256
"""Least blocks of a cache (vSphere 6.0 storage documentation)."""


@dataclass(frozen=True)
class BlockRules:
    """Limits of a product."""

    least_kib: float = LEAST_BLOCK_KIB
    most_kib: float = MOST_BLOCK_KIB
    least_blocks: float = LEAST_BLOCKS

    @property
    def sizes_kib(self) -> tuple[float, ...]:
        """All allowed sizes.

        >>> BlockRules().sizes_kib
        (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0)
        """
        doublings = floor(log2(self.most_kib / self.least_kib))
        return tuple(self.least_kib * 2**doubling for doubling in range(doublings + 1))


@dataclass(frozen=True)
class BlockCheck:
    """What the rules say about one block size; `blocks` is None where the size of the cache is not known."""

    block_kib: float
    blocks: int | None
    valid: bool
    reason: str


def block_count(cache_gib: float, block_kib: float) -> int:
    """Whole blocks of a cache: its geometry is binary.

    >>> block_count(1, 8)
    131072
    """
    return floor(cache_gib * MIB_PER_GIB * KIB_PER_MIB / block_kib * (1 + COUNT_SLACK))


def matching_block_kib(io_kib: float, *, least_kib: float = LEAST_BLOCK_KIB, most_kib: float = MOST_BLOCK_KIB) -> float:
    """The block that matches the dominant I/O: the largest power of two that one I/O still fills.

    A larger block caches only the part of it that was read; a smaller one costs memory and splits the I/O.

    >>> matching_block_kib(4), matching_block_kib(12), matching_block_kib(0.5), matching_block_kib(4096)
    (4.0, 8.0, 4.0, 1024.0)
    """
    within = min(max(io_kib, least_kib), most_kib)
    return float(least_kib * 2 ** floor(log2(within / least_kib)))


def check_block_size(
    block_kib: float, *, cache_gib: float | None = None, io_kib: float | None = None, rules: BlockRules | None = None
) -> BlockCheck:
    """Whether a block size is allowed, and whether it matches the dominant I/O.

    >>> check_block_size(64, cache_gib=4, io_kib=4).reason
    'Larger than the dominant I/O: a read of 4 KiB leaves 60 KiB of its block without data.'
    >>> check_block_size(48).valid, check_block_size(1024, cache_gib=0.125).valid
    (False, False)
    """
    rules = rules or BlockRules()
    blocks = None if cache_gib is None else block_count(cache_gib, block_kib)
    matching = (
        None if io_kib is None else matching_block_kib(io_kib, least_kib=rules.least_kib, most_kib=rules.most_kib)
    )
    matches = block_kib == matching
    wrong = _broken_rules(block_kib, blocks, rules)
    if wrong:
        return BlockCheck(block_kib, blocks, False, " ".join(wrong))
    if io_kib is None:
        text = "Allowed; give the dominant I/O size to see whether it matches."
    elif block_kib == io_kib:
        text = f"Matches the dominant I/O of {exact(io_kib)} KiB."
    elif matches and block_kib > io_kib:
        text = f"The smallest block there is, and nearest to the dominant I/O of {exact(io_kib)} KiB."
    elif matches:
        text = f"The largest block that the dominant I/O of {exact(io_kib)} KiB fills."
    elif block_kib > io_kib:
        text = f"Larger than the dominant I/O: a read of {exact(io_kib)} KiB leaves {exact(block_kib - io_kib)} KiB "
        text += "of its block without data."
    else:
        text = f"Smaller than the dominant I/O: {exact(io_kib)} KiB lie in {short(io_kib / block_kib)} blocks, which "
        text += "costs memory for metadata and saves no flash."
    return BlockCheck(block_kib, blocks, True, text)


def _broken_rules(block_kib: float, blocks: int | None, rules: BlockRules) -> list[str]:
    wrong = []
    if not rules.least_kib <= block_kib <= rules.most_kib:
        wrong.append(f"Blocks have {exact(rules.least_kib)} to {exact(rules.most_kib)} KiB.")
    if block_kib <= 0 or not log2(block_kib).is_integer():
        wrong.append("A block is a power of two.")
    if blocks is not None and blocks < rules.least_blocks:
        wrong.append(f"The cache has {fixed(blocks)} blocks and needs at least {fixed(rules.least_blocks)}.")
    return wrong
