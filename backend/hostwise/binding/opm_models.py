"""Operations-per-minute models of every origin: the plan's own, the installation's own, the catalogue's.

A plan names a model by its key. Its own models win over the catalogue's. A model of the installation's library is used
by copying it into the plan's `opm_models`. So the plan holds everything that its result depends on, and gives the same
result on another installation and after a change of the library.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import numpy as np

from hostwise.catalogue.loader import Catalogue
from hostwise.engine.opm import OpmCurve
from hostwise.plan.answers.operations import Citation, Marker, MeasuredModel, MeasuredPoint, Origin
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.document import Plan
from hostwise.plan.opm import OpmMeasure, OpmModel


class UnknownOpmModel(LookupError):
    """Unknown key of a model; `nearest` are the most similar keys and names."""

    def __init__(self, key: str, nearest: tuple[str, ...] = ()) -> None:
        """Store the requested key and the nearest ones."""
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        super().__init__(f"Unknown operations-per-minute model {key!r}{hint}.")
        self.key = key
        self.nearest = nearest


class UnmeasuredMedium(LookupError):
    """The model has no points of this medium; `media` are the measured ones."""

    def __init__(self, model: MeasuredModel, medium: SwapMedium) -> None:
        """Name the measured media."""
        there = ", ".join(each.value for each in model.media)
        super().__init__(f"{model.name} has no points for {medium.value}; it has them for {there}.")
        self.medium = medium
        self.media = model.media


def resolve(plan: Plan | None, catalogue: Catalogue, key: str) -> MeasuredModel:
    """The model that a plan refers to by a key: its own, else the catalogue's.

    Raises:
        UnknownOpmModel: neither has it; the nearest keys are named.
    """
    own = {each.key: each for each in plan.opm_models} if plan is not None else {}
    if key in own:
        return described(own[key])
    if key in catalogue.opm_models:
        return built_in(catalogue, key)
    raise UnknownOpmModel(key, nearest(key, [*own, *catalogue.opm_models]))


def nearest(key: str, keys: Iterable[str]) -> tuple[str, ...]:
    """The keys most similar to an unknown one."""
    return tuple(get_close_matches(key, list(keys), n=3, cutoff=0.4))


def described(model: OpmModel) -> MeasuredModel:
    """A user's own model for display."""
    return MeasuredModel(
        key=model.key,
        name=model.name,
        origin=Origin.OWN,
        measure=model.measure,
        baseline_opm_per_vm=model.baseline_opm_per_vm,
        kind=model.kind,
        citations=(Citation(citation=model.source),) if model.source else (),
        locator=model.locator,
        validity=model.validity,
        points=tuple(
            MeasuredPoint(
                medium=each.medium,
                overcommit_ratio=each.overcommit_ratio,
                per_vm=each.per_vm,
                vms=each.vms,
                window_minutes=each.window_minutes,
                kind=model.kind,
                notes=each.note or "",
            )
            for each in model.points
        ),
    )


def built_in(catalogue: Catalogue, key: str) -> MeasuredModel:
    """A model of the catalogue with its points and markers.

    Raises:
        UnknownKey: the catalogue has no such model.
    """
    row = catalogue.opm_models[key]
    return MeasuredModel(
        key=row.key,
        name=row.name,
        origin=Origin.BUILT_IN,
        application=row.application,
        variant=row.variant,
        measure=OpmMeasure(row.measure),
        baseline_opm_per_vm=row.baseline_opm_per_vm,
        kind=row.kind,
        citations=cited(catalogue, row.source),
        locator=row.locator,
        validity=row.validity,
        notes=row.notes,
        points=tuple(
            MeasuredPoint(
                medium=SwapMedium(each.medium),
                overcommit_ratio=each.overcommit_ratio,
                per_vm=each.per_vm,
                low_per_vm=each.low_per_vm,
                high_per_vm=each.high_per_vm,
                vms=each.vms,
                window_minutes=each.window_minutes,
                kind=each.kind,
                conditions=each.conditions,
                locator=each.locator,
                notes=each.notes,
            )
            for each in catalogue.opm_points.values()
            if each.model_key == key
        ),
        markers=tuple(
            Marker(
                medium=SwapMedium(each.medium),
                overcommit_ratio=each.overcommit_ratio,
                statement=each.statement,
                kind=each.kind,
                locator=each.locator,
            )
            for each in catalogue.opm_markers.values()
            if each.model_key == key
        ),
    )


def cited(catalogue: Catalogue, keys: Iterable[str]) -> tuple[Citation, ...]:
    """The citations of source keys."""
    rows = (catalogue.sources[key] for key in keys)
    return tuple(
        Citation(key=each.key, citation=each.citation, url=each.url, published=each.published) for each in rows
    )


def curve(model: MeasuredModel, medium: SwapMedium) -> OpmCurve:
    """The curve through a model's points of one medium.

    Raises:
        UnmeasuredMedium: the model has none.
    """
    points = [each for each in model.points if each.medium is medium]
    if not points:
        raise UnmeasuredMedium(model, medium)
    nothing = np.nan
    return OpmCurve.through(
        [each.overcommit_ratio for each in points],
        [each.per_vm for each in points],
        low_values=[nothing if each.low_per_vm is None else each.low_per_vm for each in points],
        high_values=[nothing if each.high_per_vm is None else each.high_per_vm for each in points],
    )
