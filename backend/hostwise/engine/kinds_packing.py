"""Packing by kinds: how many equal bins hold so many things of each of some kinds, in several dimensions.

Things of a kind are not told apart, so that thousands of them take no longer than a few. First fit by size is tried
first, which mostly reaches the bound. Where it does not, bins are filled one after the other with what balances them
(Panigrahy et al., 2011). Then things are packed as patterns (what one bin may hold), of which so many are used that all
things are packed (Gilmore and Gomory, 1961). Of few kinds all patterns are listed, so that the answer is exact; of many
kinds a pattern is added as long as one is found that saves bins. Then the heuristics of `packing` are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.bin_bound import FULL, least_bins_of
from hostwise.engine.packing import Problem, least_found
from hostwise.engine.quantities import Array

Numbers = NDArray[np.intp]

_MOST_KINDS, _MOST_PATTERNS = 4, 4_000
"""Kinds and patterns up to which things are packed exactly."""
_AS_IT_IS = {"presolve": False}
"""To look for what is simpler takes longer than a few rows do."""
_INFEASIBLE = 2
"""What SciPy's solver says where no numbers fulfil what is asked."""
_MOST_ROUNDED_UP = 2
"""How many patterns of which a part is used are rounded up at most, before what is left is filled."""
_MOST_NODES = 500
"""Branches of the search for whole numbers of patterns: a fixed number, so that the same plan has the same answer."""
_DUST = 1e-6
"""Parts of a bin that are none."""
_MOST_VERTICES = 8
"""Sets of patterns that are remembered as those of which parts are fewest."""
_WELL = 1e6
"""Condition of a matrix up to which its inverse is as exact as is needed here."""
_MOST_KINDS_SEARCHED = 24
"""Kinds up to which whole numbers of patterns are searched for: of more it takes seconds, and finds none."""
_MOST_KINDS_OF_PATTERNS = 100
"""Kinds up to which patterns are looked for: of more, balanced bins are within a bin in fifty of the bound."""
MOST_KINDS_ROUNDED = 50
"""Kinds up to which patterns are looked for where only parts of them are asked for, as for most months."""
_MOST_ROUNDS = 15
"""How often patterns of many kinds are added at most; usually there are fewer that save bins."""
_MOST_THINGS = 2_000
"""Things up to which the heuristics place each by itself."""


@dataclass(frozen=True)
class Packed:
    """Things in bins.

    Attributes:
        bins: how many bins.
        bound: how many no packing can do with less than.
        contents: how many things of each kind each bin holds: (bins, kinds).
        exact: whether it is known that fewer bins do not do.
    """

    bins: int
    bound: int
    contents: Numbers
    exact: bool


def fewest_bins(counts: Numbers, shares: Array) -> Packed:
    """The fewest bins found that hold all things; each thing must fit a bin.

    Args:
        counts: how many things of each kind.
        shares: what part of a bin a thing of each kind takes, over dimensions: (kinds, dimensions).

    >>> found = fewest_bins(np.array([3, 6]), np.array([[0.6, 0.1], [0.3, 0.5]]))
    >>> found.bins, found.bound, found.exact, found.contents.sum(axis=0).tolist()
    (5, 5, True, [3, 6])
    """
    some, sizes, kinds = _of_size(counts, shares)
    if not kinds.size:
        return Packed(0, 0, np.zeros((0, len(counts)), dtype=np.intp), exact=True)
    least = bound = _bound(some, sizes)
    packings = _by_heuristics(some, sizes, bound)
    found = min(packings, key=len)
    if len(found) > bound and len(some) <= _MOST_KINDS_OF_PATTERNS:
        packed, least = _by_patterns(some, sizes, packings, bound)
        found = packed if len(packed) < len(found) else found
    if len(found) > least and some.sum() <= _MOST_THINGS:
        placed = _one_by_one(some, sizes, least)
        found = placed if len(placed) < len(found) else found
    contents = np.zeros((len(found), len(counts)), dtype=np.intp)
    contents[:, kinds] = found
    return Packed(len(found), bound, contents, exact=len(found) == least)


def rounded_bins(counts: Numbers, shares: Array) -> int:
    """The fewest bins by parts of patterns, rounded up: in nearly all cases as many as `fewest_bins`, and at once.

    Never fewer than the bound, and never more than first fit or balanced bins take; of more than `MOST_KINDS_ROUNDED`
    kinds it is what these take. Each thing must fit a bin.

    >>> rounded_bins(np.array([3, 6]), np.array([[0.6, 0.1], [0.3, 0.5]]))
    5
    """
    some, sizes, _ = _of_size(counts, shares)
    if not some.size:
        return 0
    bound = _bound(some, sizes)
    packings = _by_heuristics(some, sizes, bound)
    found = min(packings, key=len)
    if len(found) == bound or len(some) > MOST_KINDS_ROUNDED:
        return len(found)
    every = _every_pattern(some, sizes)
    parts = every.bins(some) if every else _parts(_some_patterns(some, sizes, packings, bound), some).bins
    return min(_rounded_up(parts, bound), len(found))


def _rounded_up(parts: float, bound: int) -> int:
    """Whole bins for parts of them."""
    return max(bound, int(np.ceil(parts - _DUST)))


def _of_size(counts: Numbers, shares: Array) -> tuple[Numbers, Array, Numbers]:
    """The kinds that there are and that take any room: their counts, shares and places."""
    kinds = np.flatnonzero((counts > 0) & (shares > 0).any(axis=1))
    return counts[kinds], shares[kinds], kinds


def _bound(counts: Numbers, sizes: Array) -> int:
    # What holds for the dimensions holds for their mean, too.
    columns = np.column_stack([sizes, sizes.mean(axis=1)]).T
    return int(least_bins_of(counts.astype(np.float64), columns).max())


def _by_heuristics(counts: Numbers, sizes: Array, bound: int) -> list[Numbers]:
    """What each bin holds by first fit, and of many kinds by balanced bins, until one takes no more than the bound."""
    ways = [partial(_first_fit, order=order) for order in _orders(sizes)]
    if len(counts) > _MOST_KINDS:
        ways += [partial(_balanced, fit=fit) for fit in (_along, _least_left)]
    found = list[Numbers]()
    for way in ways:
        found.append(way(counts, sizes))
        if len(found[-1]) == bound:
            break
    return found


_Fit = Callable[..., Array]
"""How well things of each kind fit what is free in a bin, by how scarce each dimension is."""


def _along(sizes: Array, free: Array, scarce: Array) -> Array:
    fit: Array = sizes @ (scarce * free)
    return fit


def _least_left(sizes: Array, free: Array, scarce: Array) -> Array:
    fit: Array = -((free - sizes) ** 2) @ scarce
    return fit


def _balanced(counts: Numbers, sizes: Array, fit: _Fit) -> Numbers:
    """What each bin holds if each takes one thing after the other, of the kind that fits best what is still free.

    A bin is repeated as long as there are things for it.
    """
    contents, times, left = list[Numbers](), list[int](), counts.copy()
    while left.any():
        holds = _filled(left, sizes, partial(fit, sizes, scarce=left @ sizes))
        some = holds > 0
        number = int((left[some] // holds[some]).min())
        contents.append(holds)
        times.append(number)
        left -= number * holds
    return np.repeat(np.array(contents), times, axis=0)


def _orders(sizes: Array) -> list[Numbers]:
    """Kinds by size, the largest first: by the sum over the dimensions, and by the largest of these."""
    return [np.argsort(-each, kind="stable") for each in (sizes.sum(axis=1), sizes.max(axis=1))]


def _first_fit(counts: Numbers, sizes: Array, order: Numbers) -> Numbers:
    """What each bin holds if each kind in turn fills the first bins that have room."""
    free = np.zeros((0, sizes.shape[1]))
    contents = np.zeros((0, len(counts)), dtype=np.intp)
    for kind in order.tolist():
        size, left = sizes[kind], int(counts[kind])
        fits = _fitting(free, size)
        taken = np.clip(left - (np.cumsum(fits) - fits), 0, fits)
        contents[:, kind] += taken
        free -= taken[:, np.newaxis] * size
        left -= int(taken.sum())
        per_bin = int(_fitting(np.full((1, len(size)), FULL), size)[0])
        more = -(-left // per_bin)
        if not more:
            continue
        added = np.zeros((more, len(counts)), dtype=np.intp)
        added[:, kind] = np.minimum(per_bin, left - per_bin * np.arange(more))
        free = np.concatenate([free, FULL - added[:, kind, np.newaxis] * size])
        contents = np.concatenate([contents, added])
    return contents


def _fitting(free: Array, size: Array) -> Numbers:
    """How many things of one size each bin has room for."""
    needs = size > 0
    found: Numbers = np.floor(np.maximum(free[:, needs], 0) / size[needs]).min(axis=1).astype(np.intp)
    return found


def _by_patterns(counts: Numbers, sizes: Array, packings: Sequence[Numbers], bound: int) -> tuple[Numbers, int]:
    """What each bin holds by patterns, and the least number of bins that is possible."""
    found = min(packings, key=len)
    every = _every_pattern(counts, sizes)
    if every and len(found) <= (least := _rounded_up(every.bins(counts), bound)):
        return found, least
    patterns = every.patterns if every else _some_patterns(counts, sizes, packings)
    parts = _parts(patterns, counts)
    likely = _rounded_up(parts.bins, bound)
    least = likely if every else bound
    if len(found) <= likely:
        return found, least
    used = min((_whole(patterns, counts, parts, more) for more in range(_MOST_ROUNDED_UP + 1)), key=np.sum)
    if used.sum() > likely and len(counts) <= _MOST_KINDS_SEARCHED:
        used, proven = _by_search(patterns, counts, used, likely)
        least = proven if every else least
    contents = np.repeat(patterns, used, axis=0)
    # A pattern may hold more than is left: what is too much is taken out.
    over = np.cumsum(contents, axis=0) - counts
    return contents - np.clip(over, 0, contents), least


@dataclass(frozen=True)
class _Parts:
    """The fewest bins for all things, where parts of patterns count.

    Attributes:
        bins: how many, not whole.
        used: how often each pattern is used, not whole.
        worth: what a thing of each kind is worth then, in bins.
    """

    bins: float
    used: Array
    worth: Array


def _whole(patterns: Numbers, counts: Numbers, parts: _Parts, more: int) -> Numbers:
    """How often each pattern is used, in whole numbers: parts rounded down, but for so many of the largest.

    What is then left is filled pattern by pattern, each time with what is worth most of what is left.
    """
    used: Numbers = np.floor(parts.used + _DUST).astype(np.intp)
    used[np.argsort(used - parts.used, kind="stable")[:more]] += 1
    left = np.maximum(counts - used @ patterns, 0)
    # What bins for others have room for is worth nothing, and must be taken all the same.
    worth = np.maximum(parts.worth, _DUST)
    while left.any():
        best = int((np.minimum(patterns, left) @ worth).argmax())
        holds = np.minimum(patterns[best], left)
        some = holds > 0
        number = int((left[some] // holds[some]).min())
        used[best] += number
        left = left - number * holds
    return used


def _by_search(patterns: Numbers, counts: Numbers, known: Numbers, likely: int) -> tuple[Numbers, int]:
    """How often each pattern is used, by a search of whole numbers for fewer bins, and how many there must be."""
    # Imported late: few plans need it, and it takes a fifth of a second to load.
    from scipy.optimize import LinearConstraint, milp

    ones, fewer = np.ones(len(patterns)), int(known.sum()) - 1
    found = milp(
        ones,
        integrality=ones,
        constraints=[LinearConstraint(patterns.T, lb=counts), LinearConstraint(ones, lb=likely, ub=fewer)],
        options={"node_limit": _MOST_NODES},
    )
    if found.status == _INFEASIBLE:
        return known, fewer + 1
    proven = likely if found.mip_dual_bound is None else _rounded_up(min(found.mip_dual_bound, fewer + 1), likely)
    return known if found.x is None else np.round(found.x).astype(np.intp), proven


def _parts(patterns: Numbers, counts: Numbers) -> _Parts:
    # Imported late: few plans need it, and it takes a fifth of a second to load.
    from scipy.optimize import linprog

    found = linprog(np.ones(len(patterns)), A_ub=-patterns.T, b_ub=-counts.astype(np.float64), options=_AS_IT_IS)
    return _Parts(float(found.fun), np.asarray(found.x), -np.asarray(found.ineqlin.marginals))


@dataclass(frozen=True)
class _Vertex:
    """So much of some patterns and of what is left free, as many as there are kinds, where parts were fewest.

    Attributes:
        inverse: parts of these from the number of things of each kind.
        worth: what a thing of each kind is worth there, in bins.
    """

    inverse: Array
    worth: Array


@dataclass(frozen=True)
class _Every:
    """All patterns of some kinds, and where parts of them were fewest for other numbers of things."""

    patterns: Numbers
    vertices: list[_Vertex]

    def bins(self, counts: Numbers) -> float:
        """The fewest bins for all things, where parts of patterns count.

        What things are worth does not depend on how many there are, as long as the same patterns are used: then it is
        known that no others save anything (duality of linear programs).
        """
        for vertex in self.vertices:
            if (vertex.inverse @ counts >= 0).all():
                return float(vertex.worth @ counts)
        parts = _parts(self.patterns, counts)
        used, over = parts.used > _DUST, parts.used @ self.patterns - counts > _DUST
        basis = np.column_stack([self.patterns[used].T, -np.eye(len(counts))[:, over]])
        # Fewer than there are kinds say nothing of other numbers.
        if basis.shape[1] == len(counts) and np.linalg.cond(basis) < _WELL:
            self.vertices.insert(0, _Vertex(np.linalg.inv(basis), parts.worth))
            del self.vertices[_MOST_VERTICES:]
        return parts.bins


def _every_pattern(counts: Numbers, sizes: Array) -> _Every | None:
    """All that one bin may hold so that nothing more fits; None where that is too much to list."""
    if len(counts) > _MOST_KINDS:
        return None
    most = np.minimum(counts, _per_bin(sizes))
    return _known_patterns(tuple(most.tolist()), sizes.tobytes(), sizes.shape[1])


def _per_bin(sizes: Array) -> Numbers:
    return np.array([int(_fitting(np.full((1, len(size)), FULL), size)[0]) for size in sizes])


def _some_patterns(counts: Numbers, sizes: Array, packings: Sequence[Numbers], enough: int = 0) -> Numbers:
    """What one bin may hold: of what is worth most.

    Args:
        counts: how many things of each kind.
        sizes: what part of a bin a thing of each kind takes.
        packings: what each bin holds, of each of some packings.
        enough: a number of bins, for parts of which, rounded up, patterns are not looked for any longer.
    """
    patterns = np.unique(np.concatenate([*packings, np.diag(np.minimum(counts, _per_bin(sizes)))]), axis=0)
    for _ in range(_MOST_ROUNDS):
        parts = _parts(patterns, counts)
        if _rounded_up(parts.bins, enough) == enough:
            break
        # A bin that is worth no more than one saves none.
        more = [each for each in _worth_most(parts.worth, counts, sizes) if each @ parts.worth > 1 + _DUST]
        if not more:
            break
        patterns = np.concatenate([patterns, *([each] for each in more)])
    return patterns


def _worth_most(worth: Array, counts: Numbers, sizes: Array) -> list[Numbers]:
    """What one bin holds if it takes one thing after the other, of the kind worth most for its part of what is free.

    That is its part of the scarcest dimension, and of all together: the one fills some bins with more, the other others
    (Toyoda, 1975).
    """
    some = np.where(worth > _DUST, counts, 0)

    def by(part: Callable[..., Array], free: Array) -> Array:
        fit: Array = worth / part(sizes / np.maximum(free, _DUST), axis=1)
        return fit

    return [_filled(some, sizes, partial(by, part)) for part in (np.max, np.sum)]


def _filled(counts: Numbers, sizes: Array, fit: Callable[[Array], Array]) -> Numbers:
    """What one bin holds if it takes one thing after the other, of the kind that fits what is free best."""
    free, left = np.full(sizes.shape[1], FULL), counts.copy()
    none_left, by_dimension = left <= 0, np.ascontiguousarray(sizes.T)
    while True:
        fits = fit(free)
        too_large = np.logical_or.reduce(by_dimension > free[:, np.newaxis], axis=0)
        np.putmask(fits, too_large | none_left, -np.inf)
        best = int(fits.argmax())
        if fits[best] == -np.inf:
            return counts - left
        left[best] -= 1
        none_left[best] = left[best] == 0
        free = free - sizes[best]


@lru_cache(maxsize=512)
def _known_patterns(counts: tuple[int, ...], sizes: bytes, dimensions: int) -> _Every | None:
    found = _listed(np.array(counts, dtype=np.intp), np.frombuffer(sizes, np.float64).reshape(-1, dimensions))
    return None if found is None else _Every(found, [])


def _listed(counts: Numbers, sizes: Array) -> Numbers | None:
    """What one bin may hold so that nothing more fits; None if that is too much to list."""
    held, free = np.zeros((1, 0), dtype=np.intp), np.full((1, sizes.shape[1]), FULL)
    for size, most in zip(sizes[:-1], counts[:-1].tolist(), strict=True):
        numbers = np.minimum(_fitting(free, size), most) + 1
        ends = np.cumsum(numbers)
        if ends[-1] > _MOST_PATTERNS:
            return None
        number = np.arange(ends[-1]) - np.repeat(ends - numbers, numbers)
        held = np.column_stack([np.repeat(held, numbers, axis=0), number])
        free = np.repeat(free, numbers, axis=0) - number[:, np.newaxis] * size
    last = np.minimum(_fitting(free, sizes[-1]), counts[-1])
    # As numbers whose digits are what is held: one more of a kind is one more of its digit, and rows are in order.
    digits = np.cumprod([1, *(counts[:-1] + 2)[::-1]])[-2::-1]
    keys = held @ digits
    larger = keys[:, np.newaxis] + digits
    at = np.minimum(np.searchsorted(keys, larger), len(keys) - 1)
    with_one_more = (keys[at] == larger) & (last[at] >= last[:, np.newaxis])
    full: Numbers = np.column_stack([held, last])[~with_one_more.any(axis=1)]
    return full


def _one_by_one(counts: Numbers, sizes: Array, bound: int) -> Numbers:
    """What each bin holds by the heuristics that place each thing by itself."""
    shares = np.repeat(sizes, counts, axis=0)
    sums = shares.sum(axis=0)
    problem = Problem(shares, np.ones(len(shares), dtype=np.bool_), (), {}, sums / sums.max())
    bins, assignment = least_found(problem, bound)
    contents = np.zeros((bins, len(counts)), dtype=np.intp)
    np.add.at(contents, (assignment, np.repeat(np.arange(len(counts)), counts)), 1)
    return contents
