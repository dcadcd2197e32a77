"""The inputs of the operations per minute: measured curves over memory overcommitment, by group and swap medium."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hostwise.engine.graph import Array, Curve
from hostwise.engine.opm import OpmCurve
from hostwise.plan.configuration import Configuration, SwapMedium
from hostwise.plan.opm import OpmMeasure
from hostwise.plan.result import InputStatus
from hostwise.services.binding.recorder import Mistake, Recorder
from hostwise.services.opm_models import (
    MEDIUM_LABELS,
    MeasuredModel,
    UnknownOpmModel,
    UnmeasuredMedium,
    curve,
    resolve,
)
from hostwise.services.origins import MISSING, NO_LIMIT, Origin, default

_Scaled = tuple[OpmCurve, float]
"""A curve, and what its values are multiplied by."""


def medium_of(configuration: Configuration) -> SwapMedium | None:
    """Where pages go that do not fit in DRAM; None if the plan does not say."""
    if configuration.memory.tier is not None:
        return SwapMedium.NVME_TIER
    return configuration.swap.medium if configuration.swap else None


def bind_operations(to: Recorder) -> None:
    """Target, tolerance and measured curves of all groups and configurations."""
    policy = to.plan.policy
    to.put("target_opm", "/policy/opm_target", policy.opm_target)
    name = "opm_tolerance_share"
    given = policy.opm_tolerance_share if name in policy.model_fields_set else None
    to.put(name, f"/policy/{name}", given, default(0, "the target is strict"))
    models = [_model(to, index) for index in range(len(to.plan.workload.groups))]
    operations: list[list[_Scaled | None]] = []
    shares: list[list[_Scaled | None]] = []
    for index, configuration in enumerate(to.plan.configurations):
        to.current = (index, configuration)
        pairs = [
            _scaled(to, group, model, configuration, f"/configurations/{index}/swap")
            for group, model in enumerate(models)
        ]
        operations.append([pair[0] for pair in pairs])
        shares.append([pair[1] for pair in pairs])
        to.current = None
    to.binding.curves["opm_per_vm"] = _by_configuration(operations)
    to.binding.curves["planned_opm_per_vm"] = _by_configuration(operations)
    to.binding.curves["relative_performance_share"] = _by_configuration(shares)
    _least(to, shares)


def _model(to: Recorder, group: int) -> MeasuredModel | None:
    key = to.plan.workload.groups[group].opm_model
    if key is None:
        return None
    try:
        return resolve(to.plan, to.catalogue, key)
    except UnknownOpmModel as error:
        hint = f"Did you mean {error.nearest[0]!r}?" if error.nearest else "Enter it under the plan's opm_models."
        to.mistakes.append(Mistake(f"/workload/groups/{group}/opm_model", "unknown_key", str(error), hint))
        return None


def _scaled(
    to: Recorder, group: int, model: MeasuredModel | None, configuration: Configuration, swap: str
) -> tuple[_Scaled | None, _Scaled | None]:
    """The curves of a group's operations and of its relative performance, recorded with their origin."""
    name = to.plan.workload.groups[group].name
    pointer = f"/workload/groups/{group}/opm_model"
    medium = medium_of(configuration)
    operations: _Scaled | None = None
    share: _Scaled | None = None
    origin = MISSING
    if model is not None and medium is None:
        pointer, origin = swap, Origin(None, InputStatus.MISSING, note="where the hypervisor swaps to is not given")
    elif model is not None and medium is not None:
        try:
            measured = curve(model, medium)
        except UnmeasuredMedium as error:
            origin = Origin(None, InputStatus.MISSING, note=str(error))
        else:
            base = model.baseline_opm_per_vm
            if model.measure is OpmMeasure.OPM_PER_VM:
                operations, share = (measured, 1.0), (measured, 1 / base) if base else None
            else:
                operations, share = (measured, base) if base else None, (measured, 1.0)
            origin = _origin(model, medium, measured)
    unknown = Origin(None, InputStatus.MISSING, note=f"{model.name} has no baseline" if model else None)
    for quantity, known in (
        ("opm_per_vm", operations),
        ("planned_opm_per_vm", operations),
        ("relative_performance_share", share),
    ):
        found = unknown if known is None and origin.status is InputStatus.EVIDENCE else origin
        to.note(quantity, pointer, found, group=name)
    return operations, share


def _origin(model: MeasuredModel, medium: SwapMedium, measured: OpmCurve) -> Origin:
    ratios = ", ".join(f"{ratio:g}" for ratio in measured.ratios)
    how = "a single point: nothing is said of other ratios" if measured.single_point else "PCHIP between the points"
    return Origin(
        None,
        InputStatus.EVIDENCE,
        "; ".join(each.key or each.citation for each in model.citations) or None,
        model.locator,
        f"{model.name}, {MEDIUM_LABELS[medium]}: measured at {ratios}; {how}",
        model.kind,
    )


def _by_configuration(curves: Sequence[Sequence[_Scaled | None]]) -> Curve:
    """All curves as one input of the graph."""

    def at(ratios: Array, configurations: slice) -> Array:
        rows = curves[configurations]
        wide = np.broadcast_to(ratios, (ratios.shape[0], len(rows)))
        columns = [np.stack([_value(each, wide[:, place]) for each in row], axis=-1) for place, row in enumerate(rows)]
        return np.stack(columns, axis=1)

    return at


def _value(scaled: _Scaled | None, ratios: Array) -> Array:
    if scaled is None:
        return np.full(ratios.shape, np.nan)
    return scaled[0].at(np.where(np.isfinite(ratios), ratios, np.nan)) * scaled[1]


def _least(to: Recorder, shares: Sequence[Sequence[_Scaled | None]]) -> None:
    """The overcommitment up to which the least accepted performance was measured."""
    name, least = "performance_overcommit_ratio", to.plan.policy.minimum_relative_performance_share
    at = "/policy/minimum_relative_performance_share"
    ratios: list[list[float]] = []
    for index, row in enumerate(shares):
        to.current = (index, to.plan.configurations[index])
        ratios.append([_highest(to, name, at, least, group, each) for group, each in enumerate(row)])
        to.current = None
    to.binding.arrays[name] = np.array([ratios])


def _highest(to: Recorder, name: str, at: str, least: float | None, group: int, share: _Scaled | None) -> float:
    title = to.plan.workload.groups[group].name
    if least is None:
        to.note(name, at, NO_LIMIT, group=title)
        return float("nan")
    if share is None:
        pointer = f"/workload/groups/{group}/opm_model"
        to.note(name, pointer, Origin(None, InputStatus.MISSING, note="no measured relative performance"), group=title)
        return float("nan")
    highest = float(share[0].highest_ratio(least / share[1]))
    # Not even the lowest measured ratio is good enough: no overcommitment known to be.
    ratio = 0.0 if np.isnan(highest) else highest
    note = f"highest measured or interpolated ratio at which the relative performance is at least {least:g}"
    to.note(name, at, Origin(ratio, InputStatus.EVIDENCE, "HOSTWISE", "measured curve, inverted", note), group=title)
    return ratio
