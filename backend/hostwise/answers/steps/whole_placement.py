"""The hosts that a placement of whole VMs needs beyond their bound: an input that the engine itself computes.

The bound on the hosts for whole VMs is in the graph, so that simulations, spaces and the workbook have it. Here a
placement confirms it for the plan itself, at the sizing date, at the first and the last month and when VMs come or go;
where it needs more hosts, the gap of each date enters the run as `fragmentation_hosts` of that date, the same in all
simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.steps.time_axis import clusters_at
from hostwise.binding import Binding
from hostwise.binding.dates import Moment, moments_at, sizing_moment, standing_in_moments
from hostwise.binding.events import GAP, at
from hostwise.binding.models import Models
from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Entry, Records
from hostwise.engine.bin_bound import FULL
from hostwise.engine.clusters import MOST_CLUSTERS
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.kinds_packing import MOST_KINDS_ROUNDED, fewest_bins, rounded_bins
from hostwise.engine.model import MODEL
from hostwise.engine.models_packing import fewest_own_hosts
from hostwise.engine.purposes import Supply
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import counted
from hostwise.plan.answers.result import InputStatus

_SIZES = ("vm_host_gib", "vm_host_cores", "vm_host_ghz")
_ROOMS = ("usable_gib_per_host", "vm_cores_per_host", "planned_ghz_per_host")
_FLAGS = ("memory_spares_flag", "cpu_spares_flag", "cpu_spares_flag")
_SUPPLIES: tuple[Supply, ...] = ("memory", "core", "ghz")
_DUST = 1e-9
_Packing = Callable[[bytes, bytes, int], int]
"""How many hosts hold so many VMs of each group, by what part of a host they take."""
_NUMBERS = (
    "clusters",
    "parts",
    "required_hosts",
    "most_hosts",
    "spare_hosts",
    "part_memory_hosts",
    "part_cpu_hosts",
    "total_cpu_ghz",
    *_ROOMS,
    *set(_FLAGS),
)


def with_placement(binding: Binding, *, by_month: bool = True) -> Binding:
    """What a placement of the groups whose VMs are alike adds to the hosts of each configuration.

    A configuration that says it, as one of an import does, keeps its own number.

    Args:
        binding: the plan.
        by_month: whether anything looks at other dates than that of the sizing.
    """
    given = [each.fragmentation_hosts is not None for each in binding.plan.configurations]
    if all(given) or not (_may_differ(binding) or any(binding.models)):
        return binding
    sizing = sizing_moment(binding.plan)
    dates = _dates(binding) if by_month else {sizing: True}
    placed = _placed(binding, dates, given)
    if not any(each.gap for of_moment in placed.values() for each in of_moment):
        return binding
    gaps, records = np.array(binding.arrays[GAP]), dict(binding.inputs)
    for place, each in enumerate(placed[sizing]):
        if each.gap:
            gaps[0, place] = each.gap
            key = binding.plan.configurations[place].key
            records[GAP, key] = Records(_entry(binding, key, float(each.gap)))
    if any(each.gap != first.gap for of in placed.values() for each, first in zip(of, placed[sizing], strict=True)):
        placed = _by_moment(binding, placed)
    usual = gaps[0].tolist()
    found = {
        moment: [own if each.gap is None else each.gap for each, own in zip(of, usual, strict=True)]
        for moment, of in placed.items()
    }
    least = {moment: np.array([each.least_clusters for each in of]) for moment, of in placed.items()}
    least = {moment: each for moment, each in least.items() if (each > 1).any()}
    arrays = binding.arrays | {GAP: gaps, "clusters": np.fmax(binding.arrays["clusters"], least.get(sizing, 1.0))}
    differs = any(each != usual for each in found.values())
    return replace(
        binding, arrays=arrays, inputs=records, evaluated=None, least_clusters=least, gaps=found if differs else {}
    )


def _dates(binding: Binding) -> dict[Moment, bool]:
    """When a placement is made, and whether its hosts are the fewest.

    They are for the sizing, and before and when VMs come or go; in the first and the last month they are rounded up
    from parts of patterns.
    """
    plan, last = binding.plan, float(binding.arrays["month"][0, 0, -1])
    events = [each.month for each in plan.workload.events if each.month <= last]
    exact = moments_at(month / MONTHS_PER_YEAR for month in [*events, *(max(each - 1, 0) for each in events)])
    standing = standing_in_moments(plan) if any(binding.models) else []
    ends = moments_at(month / MONTHS_PER_YEAR for month in (0, last))
    found = dict.fromkeys([sizing_moment(plan), *sorted(exact), *standing], True)
    return dict.fromkeys(ends, False) | found


@dataclass(frozen=True)
class _Placed:
    """What is placed of a configuration at a moment, and the hosts that it adds to each part.

    Attributes:
        case: what is placed.
        gap: hosts beyond the bound; None where the plan says them.
        least_clusters: how many clusters there must be because of these hosts; 1 where the bound asks for as many.
    """

    case: _Case
    gap: int | None
    least_clusters: float = 1.0

    @property
    def needed(self) -> float:
        """Hosts of a part."""
        return self.case.part_hosts + (self.gap or 0)


def _placed(binding: Binding, dates: Mapping[Moment, bool], given: Sequence[bool]) -> dict[Moment, list[_Placed]]:
    """The placements of some dates, of each configuration."""
    return {
        moment: [
            _Placed(case, None)
            if own
            else _settled(binding, moment, place, case, _fewest if dates[moment] else _rounded)
            for place, (own, case) in enumerate(zip(given, cases, strict=True))
        ]
        for moment, cases in _cases(binding, list(dates)).items()
    }


def _settled(binding: Binding, moment: Moment, place: int, case: _Case, bins_of: _Packing) -> _Placed:
    """A placement in as many clusters as leave each of them within its limit.

    In more clusters each has fewer VMs to place, so that the hosts that a placement adds are looked for again.
    """
    models, bound = binding.models[place], case.clusters
    gap = _gap_of_models(case, models, moment.month, bins_of)
    while gap and case.part_hosts + gap > case.most_hosts and case.clusters < MOST_CLUSTERS:
        case = _cases(binding, [moment], case.clusters + 1)[moment][place]
        gap = _gap_of_models(case, models, moment.month, bins_of)
    return _Placed(case, gap, case.clusters if case.clusters > bound else 1.0)


def _cases(binding: Binding, moments: Sequence[Moment], clusters: float | None = None) -> dict[Moment, list[_Case]]:
    """What is placed at some moments, of each configuration: in so many clusters, or in those of the bound."""
    changes, places = at(binding, moments), range(len(binding.plan.configurations))
    changes["clusters"] = (
        clusters_at(binding, changes, len(moments))
        if clusters is None
        else np.full((len(moments), len(places)), clusters)
    )
    found = binding.evaluate(["whole_vms", *_SIZES, *_NUMBERS], changes, len(moments)).values
    divisible = np.broadcast_to(np.isnan(binding.arrays["protection_max_hosts"]), (1, len(places)))[0]
    return {
        moment: [_Case.of(found, date, place, is_divisible=bool(divisible[place])) for place in places]
        for date, moment in enumerate(moments)
    }


def _by_moment(binding: Binding, placed: Mapping[Moment, list[_Placed]]) -> dict[Moment, list[_Placed]]:
    """The placements of each moment that anything looks at, where they were made at some of them."""
    months = moments_at((binding.arrays["month"][0, 0] / MONTHS_PER_YEAR).tolist())
    others = [each for each in months if each not in placed]
    cases = _cases(binding, others) if others else {}
    moments = sorted({*cases, *placed}, key=lambda each: each.years)
    by_place = [
        _Course(
            binding,
            place,
            moments,
            {at: placed[each][place] for at, each in enumerate(moments) if each in placed},
            {at: cases[each][place] for at, each in enumerate(moments) if each in cases},
        ).placed()
        for place in range(len(binding.models))
    ]
    return {moment: [of_place[at] for of_place in by_place] for at, moment in enumerate(moments)}


@dataclass(frozen=True)
class _Course:
    """What is placed of a configuration from moment to moment: placements of some, and the cases of the others."""

    binding: Binding
    place: int
    moments: Sequence[Moment]
    known: Mapping[int, _Placed]
    cases: Mapping[int, _Case]

    def placed(self) -> dict[int, _Placed]:
        """The placement of each moment.

        Where two moments need the same number of hosts, so do all between them, and nothing is placed there. Where the
        numbers differ, the moment in the middle is looked at as well, with the hosts of parts of patterns rounded up.
        Of so many kinds of VMs that no patterns are looked for there, moments between two with the same gap are taken
        to have it, too.
        """
        if any(each.gap is None for each in self.known.values()):
            return {at: self.known.get(at) or _Placed(self.cases[at], None) for at in range(len(self.moments))}
        found = {at: self._at_most(at, each) for at, each in self.known.items()}
        todo = list(pairwise(sorted(found)))
        while todo:
            first, last = todo.pop()
            if last - first < 2:
                continue
            between, one, other = range(first + 1, last), found[first], found[last]
            if self._is_monotone(first, last, found):
                if one.needed == other.needed:
                    found |= {at: self._with_needed(self.cases[at], one.needed) for at in between}
                    continue
                if one.gap == other.gap and self._are_many(between):
                    found |= {at: _Placed(self.cases[at], one.gap) for at in between}
                    continue
            middle = (first + last) // 2
            new = _settled(self.binding, self.moments[middle], self.place, self.cases[middle], _rounded)
            found[middle] = self._at_most(middle, new)
            todo += [(first, middle), (middle, last)]
        return found

    def _are_many(self, moments: Sequence[int]) -> bool:
        return all(np.count_nonzero(self.cases[at].counts) > MOST_KINDS_ROUNDED for at in moments)

    def _at_most(self, at: int, one: _Placed) -> _Placed:
        """A placement, for which the hosts of another moment are enough where no more is placed than there."""
        enough = [each.needed for other, each in self.known.items() if self._is_enough(other, at, one.case)]
        least = min([one.needed, *enough])
        return (
            one
            if least == one.needed
            else replace(self._with_needed(one.case, least), least_clusters=one.least_clusters)
        )

    @staticmethod
    def _with_needed(case: _Case, needed: float) -> _Placed:
        return _Placed(case, max(int(needed - case.part_hosts), 0))

    def _is_enough(self, one: int, other: int, case: _Case) -> bool:
        hosts = self.binding.models[self.place].hosts
        first, second = (hosts[:, self.moments[each].month] for each in (one, other))
        return bool((first == second).all()) and self.known[one].case.holds(case)

    def _is_monotone(self, first: int, last: int, found: Mapping[int, _Placed]) -> bool:
        """Whether the VMs of all moments between two lie between theirs, and so do the hosts beside which they run."""
        hosts = self.binding.models[self.place].hosts[:, [self.moments[at].month for at in range(first, last + 1)]]
        one, other = found[first].case, found[last].case
        less, more = (one, other) if other.holds(one) else (other, one)
        between = [self.cases[at] for at in range(first + 1, last)]
        return bool((hosts == hosts[:, :1]).all()) and all(
            more.holds(each) and each.holds(less) for each in (one, other, *between)
        )


def _may_differ(binding: Binding) -> bool:
    """Whether VMs of several sizes are placed: of one size the bound is exact."""
    groups = (binding.arrays["mean_of_vms_flag"][0, 0] == 0) & (binding.arrays["count"][0, 0] > 0)
    return int(np.count_nonzero(groups)) > 1


@dataclass(frozen=True)
class _Case:
    """The whole VMs of one site, in shares of a host, and the hosts of a part by bound and sums, and at most."""

    counts: NDArray[np.intp]
    shares: Array
    supplies: tuple[Supply, ...]
    with_spares: NDArray[np.bool_]
    clusters: float
    spares: float
    part_hosts: float
    most_hosts: float

    @classmethod
    def of(cls, values: Mapping[str, Array], date: int, place: int, *, is_divisible: bool) -> _Case:
        def at(name: str) -> Array:
            array = values[name]
            return np.asarray(array[min(date, len(array) - 1), min(place, array.shape[1] - 1)])

        numbers = {name: float(at(name)) for name in _NUMBERS}
        counts, columns, flags = at("whole_vms"), [], []
        supplies: list[Supply] = []
        for size, room, flag, supply in zip(_SIZES, _ROOMS, _FLAGS, _SUPPLIES, strict=True):
            sizes = np.broadcast_to(at(size), counts.shape)
            total = size == "vm_host_ghz" and not np.isnan(numbers["total_cpu_ghz"])
            if numbers[room] > 0 and np.isfinite(sizes).all() and not total:
                columns.append(sizes / numbers[room])
                flags.append(numbers[flag] == 1)
                supplies.append(supply)
        some_are_enough = np.isfinite(numbers["required_hosts"])
        known = [
            numbers[name] + numbers["spare_hosts"] * numbers[flag]
            for name, flag in (("part_memory_hosts", _FLAGS[0]), ("part_cpu_hosts", _FLAGS[1]))
            if np.isfinite(numbers[name])
        ]
        return cls(
            counts=np.where(np.isfinite(counts), counts, 0).astype(np.intp),
            shares=np.column_stack(columns) if columns else np.zeros((len(counts), 0)),
            supplies=tuple(supplies),
            with_spares=np.array(flags, dtype=np.bool_),
            clusters=numbers["clusters"],
            spares=numbers["spare_hosts"],
            part_hosts=max(known, default=0.0),
            # Where no number of hosts is enough, nothing is divided.
            most_hosts=numbers["most_hosts"] / numbers["parts"] if is_divisible and some_are_enough else np.inf,
        )

    def holds(self, other: _Case) -> bool:
        """Whether hosts for these VMs are enough for others, of which there are no more, and none is larger."""
        if self.shares.shape != other.shares.shape or self.clusters != other.clusters:
            return False
        fewer = (other.counts <= self.counts).all()
        return bool(fewer and (other.shares <= self.shares * (1 + _DUST))[other.counts > 0].all())

    def placed(self) -> Iterator[tuple[NDArray[np.bool_], float]]:
        """The dimensions that are placed together, and the spares that stay empty then."""
        everything = np.ones_like(self.with_spares)
        yield everything, self.spares if self.with_spares.all() else 0.0
        if self.with_spares.any() and not self.with_spares.all():
            yield self.with_spares, self.spares


def _gap(case: _Case, bins_of: _Packing) -> int:
    """Hosts of each part beyond its bound, so that all VMs have room with the spares failed; 0 where some fit none."""
    shares = case.shares[case.counts > 0]
    if not shares.size or (shares > FULL).any():
        return 0
    needed = 0.0
    for dimensions, spares in case.placed():
        bins = bins_of(
            case.counts.tobytes(), np.ascontiguousarray(case.shares[:, dimensions]).tobytes(), len(case.counts)
        )
        needed = max(needed, float(np.ceil(bins / case.clusters)) + spares)
    return max(0, int(needed - case.part_hosts))


def _gap_of_models(case: _Case, models: Models, month: int, bins_of: _Packing) -> int:
    """Hosts of each part beyond its bound, where hosts of other models take part; 0 where some VMs fit none."""
    # Where they do not divide evenly, some clusters have one more of a model than others.
    shared = models.hosts[:, month] / case.clusters
    others_of_some = {tuple(each.astype(int).tolist()) for each in (np.floor(shared), np.ceil(shared))}
    some = case.counts > 0
    if not some.any() or not case.supplies:
        return 0
    rooms = np.column_stack([models.stands_for[each] for each in case.supplies])
    if (rooms == 1).all():
        return _gap(case, bins_of)
    counts = np.ceil(case.counts[some] / case.clusters).astype(np.intp)
    needed = 0.0
    for (dimensions, spares), others in product(case.placed(), others_of_some):
        least = int(case.part_hosts) - sum(others)
        shares, stands_for = (np.ascontiguousarray(each[:, dimensions]) for each in (case.shares[some], rooms))
        found = _own_hosts(counts.tobytes(), shares.tobytes(), stands_for.tobytes(), others, int(spares), least)
        needed = max(needed, 0.0 if found is None else float(found + sum(others)))
    return max(0, int(needed - case.part_hosts))


@lru_cache(maxsize=512)
def _fewest(counts: bytes, shares: bytes, groups: int) -> int:
    """The fewest hosts found; kept, as most edits of a plan change neither VMs nor hosts."""
    return fewest_bins(np.frombuffer(counts, np.intp), np.frombuffer(shares, np.float64).reshape(groups, -1)).bins


@lru_cache(maxsize=2048)
def _rounded(counts: bytes, shares: bytes, groups: int) -> int:
    """The same, rounded up from parts of patterns."""
    return rounded_bins(np.frombuffer(counts, np.intp), np.frombuffer(shares, np.float64).reshape(groups, -1))


@lru_cache(maxsize=2048)
def _own_hosts(
    counts: bytes, shares: bytes, rooms: bytes, others: tuple[int, ...], spares: int, least: int
) -> int | None:
    """The fewest hosts of the own model found beside others."""
    vms, of_others = np.frombuffer(counts, np.intp), np.array(others, np.intp)
    sizes, of_models = (
        np.frombuffer(each, np.float64).reshape(number, -1)
        for each, number in ((shares, len(vms)), (rooms, len(others)))
    )
    return fewest_own_hosts(vms, sizes, of_models, of_others, spares, least)


def _entry(binding: Binding, key: str, gap: float) -> Entry:
    quantity = MODEL.inputs[GAP]
    note = f"a placement of the VMs one by one needs {counted(gap, 'hosts')} more in each part than their bound"
    origin = Origin(
        gap, InputStatus.CONVENTION, source="HOSTWISE", locator="hosts#whole-vms", note=note, kind="derived"
    )
    return Entry(quantity, binding.plan.economics.currency, key, quantity.label, None, None, None, origin)
