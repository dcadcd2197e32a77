"""The hosts that a placement of whole VMs needs beyond their bound: an input that the engine itself computes.

The bound on the hosts for whole VMs is in the graph, so that futures, spaces and the workbook have it. Here a placement
confirms it for the plan itself, at the sizing date and at the last month; where it needs more hosts, the larger gap of
the two enters the run as `placement_gap_hosts`, one number that stays the same in all that is computed from the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hostwise.binding import Binding
from hostwise.binding.dates import moments_at, sizing_moment
from hostwise.binding.events import at
from hostwise.binding.models import Models
from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Entry, Records
from hostwise.engine.bin_bound import FULL
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.kinds_packing import fewest_bins
from hostwise.engine.model import MODEL
from hostwise.engine.models_packing import fewest_own_hosts
from hostwise.engine.purposes import Supply
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import counted
from hostwise.plan.answers.result import InputStatus

GAP = "placement_gap_hosts"

_SIZES = ("vm_host_gib", "vm_host_cores", "vm_host_ghz")
_ROOMS = ("usable_gib_per_host", "vm_cores_per_host", "planned_ghz_per_host")
_FLAGS = ("memory_spares_flag", "cpu_spares_flag", "cpu_spares_flag")
_SUPPLIES: tuple[Supply, ...] = ("memory", "core", "ghz")
_NUMBERS = ("clusters", "spare_hosts", "part_memory_hosts", "part_cpu_hosts", "total_cpu_ghz", *_ROOMS, *set(_FLAGS))


def with_placement(binding: Binding) -> Binding:
    """What a placement of the groups whose VMs are alike adds to the hosts of each configuration.

    A configuration that says it, as one of an import does, keeps its own number.
    """
    given = [each.placement_gap_hosts is not None for each in binding.plan.configurations]
    if all(given) or not (_may_differ(binding) or any(binding.models)):
        return binding
    gaps = np.array(binding.arrays[GAP])
    found = _gaps(binding, given)
    if not any(found):
        return binding
    records = dict(binding.inputs)
    for place, gap in enumerate(found):
        if gap:
            gaps[0, place] = gap
            key = binding.plan.configurations[place].key
            records[GAP, key] = Records(_entry(binding, key, float(gap)))
    return replace(binding, arrays=binding.arrays | {GAP: gaps}, inputs=records, evaluated=None)


def _may_differ(binding: Binding) -> bool:
    """Whether VMs of several sizes are placed: of one size the bound is exact."""
    groups = (binding.arrays["mean_of_vms_flag"][0, 0] == 0) & (binding.arrays["count"][0, 0] > 0)
    return int(np.count_nonzero(groups)) > 1


def _gaps(binding: Binding, given: list[bool]) -> list[int]:
    """The largest gap of the sizing date, the last month and those of events, where a configuration gives none."""
    last = float(binding.arrays["month"][0, 0, -1])
    of_events = [each.month for each in binding.plan.workload.events if each.month <= last]
    dates = moments_at(month / MONTHS_PER_YEAR for month in (last, *of_events))
    moments = list(dict.fromkeys([sizing_moment(binding.plan), *dates]))
    wanted = ["whole_vms", *_SIZES, *_NUMBERS]
    found = binding.evaluate(wanted, at(binding, moments), len(moments))
    gaps = [0] * len(given)
    for place, own in enumerate(given):
        for date, moment in enumerate(moments):
            if not own:
                case = _Case.of(found.values, date, place)
                gaps[place] = max(gaps[place], _gap_of_models(case, binding.models[place], moment.month))
    return gaps


@dataclass(frozen=True)
class _Case:
    """The whole VMs of one site, in shares of a host, and the hosts of a part by bound and sums, without spares."""

    counts: NDArray[np.intp]
    shares: Array
    supplies: tuple[Supply, ...]
    with_spares: NDArray[np.bool_]
    clusters: float
    spares: float
    part_hosts: float

    @classmethod
    def of(cls, values: Mapping[str, Array], date: int, place: int) -> _Case:
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
        )

    def placed(self) -> Iterator[tuple[NDArray[np.bool_], float]]:
        """The dimensions that are placed together, and the spares that stay empty then."""
        everything = np.ones_like(self.with_spares)
        yield everything, self.spares if self.with_spares.all() else 0.0
        if self.with_spares.any() and not self.with_spares.all():
            yield self.with_spares, self.spares


def _gap(case: _Case) -> int:
    """Hosts of each part beyond its bound, so that all VMs have room with the spares failed; 0 where some fit none."""
    shares = case.shares[case.counts > 0]
    if not shares.size or (shares > FULL).any():
        return 0
    needed = 0.0
    for dimensions, spares in case.placed():
        bins = _bins(
            case.counts.tobytes(), np.ascontiguousarray(case.shares[:, dimensions]).tobytes(), len(case.counts)
        )
        needed = max(needed, float(np.ceil(bins / case.clusters)) + spares)
    return max(0, int(needed - case.part_hosts))


def _gap_of_models(case: _Case, models: Models, month: int) -> int:
    """Hosts of each part beyond its bound, where hosts of other models take part; 0 where some VMs fit none."""
    others = np.floor(models.hosts[:, month] / case.clusters).astype(np.intp)
    some = case.counts > 0
    if not some.any() or not case.supplies:
        return 0
    rooms = np.column_stack([models.stands_for[each] for each in case.supplies])
    if (rooms == 1).all():
        return _gap(case)
    counts = np.ceil(case.counts[some] / case.clusters).astype(np.intp)
    needed = 0.0
    for dimensions, spares in case.placed():
        least = int(case.part_hosts) - int(others.sum())
        found = fewest_own_hosts(
            counts, case.shares[some][:, dimensions], rooms[:, dimensions], others, int(spares), least
        )
        needed = max(needed, 0.0 if found is None else found + float(others.sum()))
    return max(0, int(needed - case.part_hosts))


@lru_cache(maxsize=512)
def _bins(counts: bytes, shares: bytes, groups: int) -> int:
    """The fewest hosts found; kept, as most edits of a plan change neither VMs nor hosts."""
    return fewest_bins(np.frombuffer(counts, np.intp), np.frombuffer(shares, np.float64).reshape(groups, -1)).bins


def _entry(binding: Binding, key: str, gap: float) -> Entry:
    quantity = MODEL.inputs[GAP]
    note = f"a placement of the VMs one by one needs {counted(gap, 'hosts')} more in each part than their bound"
    origin = Origin(
        gap, InputStatus.CONVENTION, source="HOSTWISE", locator="hosts#whole-vms", note=note, kind="derived"
    )
    return Entry(quantity, binding.plan.economics.currency, key, quantity.label, None, None, None, origin)
