"""The inputs of the operations per minute: measured curves over memory overcommitment, by group and swap medium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hostwise.binding.opm_models import UnknownOpmModel, UnmeasuredMedium, curve, resolve
from hostwise.binding.origins import MISSING, NO_LIMIT, Origin
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.engine.opm import Basis, OpmCurve
from hostwise.engine.quantities import Array, Kind
from hostwise.number_format.writing import exact
from hostwise.plan.answers.operations import MeasuredModel
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import MEDIUM_LABELS, Configuration, SwapMedium
from hostwise.plan.opm import OpmMeasure


@dataclass(frozen=True)
class Measured:
    """A group's curve in a configuration, with the basis of its values."""

    curve: OpmCurve
    factor: float
    """Factor from the curve's values to the quantity."""
    cap: float
    """Upper limit: without overcommitment a VM is no faster than the baseline."""
    kind: Kind

    def at(self, ratios: Array) -> Array:
        """Values at ratios; NaN where the curve says nothing."""
        known = np.where(np.isfinite(ratios), ratios, np.nan)
        return np.minimum(self.curve.at(known) * self.factor, self.cap)

    def kind_at(self, ratio: float) -> tuple[Kind, Basis]:
        """Kind of the value at a ratio: derived between measured points, assumed beyond them."""
        basis = Basis(str(self.curve.basis(ratio)))
        if basis is Basis.EXTRAPOLATED:
            return "assumed", basis
        if basis is Basis.INTERPOLATED and self.kind == "measured":
            return "derived", basis
        return self.kind, basis


@dataclass(frozen=True)
class MeasuredCurves:
    """The curves of all configurations and groups, as one input of the graph."""

    rows: Sequence[Sequence[Measured | None]]

    def __call__(self, ratios: Array, configurations: slice) -> Array:
        """Values for each group at the configurations' ratios."""
        rows = self.rows[configurations]
        wide = np.broadcast_to(ratios, (ratios.shape[0], len(rows)))
        columns = [np.stack([_value(each, wide[:, place]) for each in row], axis=-1) for place, row in enumerate(rows)]
        return np.stack(columns, axis=1)


def medium_of(configuration: Configuration) -> SwapMedium | None:
    """Medium for pages that do not fit in DRAM; None if the plan does not give it."""
    if configuration.memory.tier is not None:
        return SwapMedium.NVME_TIER
    return configuration.swap.medium if configuration.swap else None


def bind_operations(to: Recorder) -> None:
    """The measured curves of all groups and configurations."""
    models = [_model(to, index) for index in range(len(to.plan.workload.groups))]
    operations: list[list[Measured | None]] = []
    shares: list[list[Measured | None]] = []
    for index, configuration in enumerate(to.plan.configurations):
        to.current = (index, configuration)
        pairs = [
            _measured(to, group, model, configuration, f"/configurations/{index}/swap")
            for group, model in enumerate(models)
        ]
        operations.append([pair[0] for pair in pairs])
        shares.append([pair[1] for pair in pairs])
        to.current = None
    for name, rows in (
        ("opm_per_vm", operations),
        ("planned_opm_per_vm", operations),
        ("relative_performance_share", shares),
    ):
        # An unmeasured value is a missing input like others.
        if any(each is not None for row in rows for each in row):
            to.binding.curves[name] = MeasuredCurves(rows)
        else:
            to.binding.arrays[name] = np.full((1, 1, len(models)), np.nan)
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


def _measured(
    to: Recorder, group: int, model: MeasuredModel | None, configuration: Configuration, swap: str
) -> tuple[Measured | None, Measured | None]:
    """The curves of a group's operations and of its relative performance, recorded with their origin."""
    name = to.plan.workload.groups[group].name
    pointer = f"/workload/groups/{group}/opm_model"
    medium = medium_of(configuration)
    operations: Measured | None = None
    share: Measured | None = None
    origin = MISSING
    if model is not None and medium is None:
        pointer, origin = swap, Origin(None, InputStatus.MISSING, note="the swap medium is missing")
    elif model is not None and medium is not None:
        try:
            through = curve(model, medium)
        except UnmeasuredMedium as error:
            origin = Origin(None, InputStatus.MISSING, note=str(error))
        else:
            operations, share = _curves(model, through)
            origin = _origin(model, medium, through)
    for quantity, known in (
        ("opm_per_vm", operations),
        ("planned_opm_per_vm", operations),
        ("relative_performance_share", share),
    ):
        if known is None and model is not None and origin.status is InputStatus.EVIDENCE:
            note = f"{model.name} has no baseline"
            to.note(quantity, _baseline(to, model), Origin(None, InputStatus.MISSING, note=note), group=name)
        else:
            to.note(quantity, pointer, origin, group=name)
    return operations, share


def _curves(model: MeasuredModel, through: OpmCurve) -> tuple[Measured | None, Measured | None]:
    """Operations per minute and relative performance from one curve; None if the baseline is unknown."""
    base = model.baseline_opm_per_vm
    highest = float(through.values.max())
    if model.measure is OpmMeasure.OPM_PER_VM:
        # Beyond the measured ratios the limit is the baseline, or else the highest measured value.
        cap = max(base, highest) if base else float("inf")
        operations = Measured(through, 1.0, cap, model.kind)
        return operations, Measured(through, 1 / base, max(1.0, highest / base), model.kind) if base else None
    share = Measured(through, 1.0, max(1.0, highest), model.kind)
    return Measured(through, base, max(1.0, highest) * base, model.kind) if base else None, share


def _baseline(to: Recorder, model: MeasuredModel) -> str:
    """The field that would give a model's baseline: only the plan's own models have one."""
    keys = [each.key for each in to.plan.opm_models]
    if model.key in keys:
        return f"/opm_models/{keys.index(model.key)}/baseline_opm_per_vm"
    return "/opm_models"


def _origin(model: MeasuredModel, medium: SwapMedium, measured: OpmCurve) -> Origin:
    ratios = ", ".join(exact(ratio) for ratio in measured.ratios)
    how = "a single point: it says nothing about other ratios" if measured.single_point else "PCHIP between the points"
    return Origin(
        None,
        InputStatus.EVIDENCE,
        "; ".join(each.key or each.citation for each in model.citations) or None,
        model.locator,
        f"{model.name}, {MEDIUM_LABELS[medium]}: measured at {ratios}; {how}",
        model.kind,
    )


def _value(measured: Measured | None, ratios: Array) -> Array:
    return np.full(ratios.shape, np.nan) if measured is None else measured.at(ratios)


def _least(to: Recorder, shares: Sequence[Sequence[Measured | None]]) -> None:
    """The overcommitment up to which the least accepted performance was measured."""
    name, least = "performance_overcommit_ratio", to.plan.policy.minimum_relative_performance_share
    at = "/policy/minimum_relative_performance_share"
    ratios: list[list[float]] = []
    for index, row in enumerate(shares):
        to.current = (index, to.plan.configurations[index])
        ratios.append([_highest(to, name, at, least, group, each) for group, each in enumerate(row)])
        to.current = None
    to.binding.arrays[name] = np.array([ratios])


def _highest(to: Recorder, name: str, at: str, least: float | None, group: int, share: Measured | None) -> float:
    title = to.plan.workload.groups[group].name
    if least is None:
        to.note(name, at, NO_LIMIT, group=title)
        return float("nan")
    if share is None:
        # The same field is missing for both: it is named where the curve is recorded.
        key = to.current[1].key if to.current else None
        (why,) = (each for each in to.records[("relative_performance_share", key)] if each.group == title)
        unknown = Origin(None, InputStatus.MISSING, note=why.note or "no measured relative performance")
        to.note(name, why.pointer, unknown, group=title)
        return float("nan")
    ratio = float(share.curve.highest_ratio(least / share.factor))
    if np.isnan(ratio):
        note = f"no measured ratio reaches a relative performance of {exact(least)}; lower ratios are not measured"
        to.note(name, f"/workload/groups/{group}/opm_model", Origin(None, InputStatus.MISSING, note=note), group=title)
        return ratio
    note = f"highest measured or interpolated ratio at which the relative performance is at least {exact(least)}"
    kind: Kind = "derived" if share.kind == "measured" else share.kind
    origin = Origin(ratio, InputStatus.EVIDENCE, "HOSTWISE", "measured curve, inverted", note, kind)
    to.note(name, at, origin, group=title)
    return ratio
