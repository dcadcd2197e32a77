"""The installation's own operations-per-minute models: create, read, save against a revision, delete.

A stored model is a template: a plan uses it by holding a copy in its `opm_models`. So a plan needs only itself and the
catalogue, and a change of a stored model changes no plan.
"""

from __future__ import annotations

from datetime import datetime

import structlog
from pydantic import BaseModel, Field, ValidationError

from hostwise.catalogue.loader import Catalogue
from hostwise.engine.quantities import Kind
from hostwise.plan.answers.operations import Citation, MeasuredModel, Origin
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.opm import OpmMeasure, OpmModel
from hostwise.services.access.audit import Action, record
from hostwise.services.access.quotas import Quotas
from hostwise.services.operations.models import UnknownOpmModel, built_in, described, nearest
from hostwise.store.opm_models import (
    KeyTaken,
    OpmModelDraft,
    OpmModelNotFound,
    OpmModelRepository,
    StoredOpmModel,
)
from hostwise.store.saving import StaleRevision, UnstorableDocument
from hostwise.store.session import Database

log = structlog.get_logger(__name__)

__all__ = [
    "KeyTaken",
    "LibraryFull",
    "OpmLibrary",
    "OpmModelEntry",
    "OpmModelItem",
    "OpmModelList",
    "OpmModelNotFound",
    "OutdatedModel",
    "StaleRevision",
    "UnknownOpmModel",
    "UnstorableDocument",
]


class LibraryFull(Exception):
    """The limit of stored models is reached."""

    def __init__(self, limit: int) -> None:
        """Name the limit."""
        super().__init__(f"At most {limit} own models can be stored; delete an unused one.")


class OutdatedModel(Exception):
    """A stored model that is no valid model any more: it was stored by a version that accepted more."""

    def __init__(self, key: str) -> None:
        """Name the model."""
        super().__init__(f"The model {key!r} was stored by another version of Hostwise and is not valid in this one.")


class OpmModelItem(BaseModel):
    """A model in a list."""

    key: str
    name: str
    origin: Origin
    measure: OpmMeasure
    kind: Kind
    media: list[SwapMedium] = Field(description="Media with measured points.")
    points: int = Field(description="Number of points.")
    validity: str
    citations: list[Citation]
    revision: int | None = Field(None, description="Newest revision, which is also the ETag; null if built in.")
    updated_at: datetime | None = None


class OpmModelList(BaseModel):
    """All models: the built-in ones in the catalogue's order, then the own ones by key."""

    items: list[OpmModelItem]
    most_own: int = Field(description="Limit of stored own models.")


class OpmModelEntry(BaseModel):
    """A model in full. The revision of an own one is also the ETag to save against."""

    key: str
    origin: Origin
    revision: int | None = Field(
        None, description="Newest revision; null if built in, since built-in models never change."
    )
    created_at: datetime | None = None
    updated_at: datetime | None = None
    document: OpmModel | None = Field(
        None,
        description="The document of an own model: the form to send back, or to put into a plan's `opm_models` to "
        "use it there. Null for a built-in one, which plans use by its key.",
    )
    model: MeasuredModel = Field(description="The model for display, in the same form for every origin.")


class OpmLibrary:
    """The own models of one database beside those of the catalogue; each call is one transaction."""

    def __init__(self, database: Database, catalogue: Catalogue, quotas: Quotas | None = None) -> None:
        """Use a database, which keeps so much, and a catalogue."""
        self._database = database
        self._catalogue = catalogue
        self._limit = (quotas or Quotas()).models

    async def create(self, model: OpmModel) -> OpmModelEntry:
        """Store a new model as revision 1.

        Raises:
            KeyTaken: an own or built-in model has this key.
            LibraryFull: the limit is reached.
            UnstorableDocument: the database cannot store a text in it.
        """
        if model.key in self._catalogue.opm_models:
            raise KeyTaken(model.key)
        async with self._database.transaction() as session:
            repository = OpmModelRepository(session)
            if await repository.count() >= self._limit:
                raise LibraryFull(self._limit)
            stored = await repository.create(_draft(model))
            await record(session, Action.MODEL_CREATED, model.key, model.name)
        return _entry(stored)

    async def read(self, key: str) -> OpmModelEntry:
        """An own or built-in model; the own one if a newer catalogue has the same key.

        Raises:
            UnknownOpmModel: the key is unknown; the nearest keys are named.
        """
        async with self._database.transaction() as session:
            repository = OpmModelRepository(session)
            try:
                return _entry(await repository.read(key))
            except OpmModelNotFound:
                if key not in self._catalogue.opm_models:
                    own = [each.key for each in await repository.list_models()]
                    raise UnknownOpmModel(key, nearest(key, [*own, *self._catalogue.opm_models])) from None
        return OpmModelEntry(key=key, origin=Origin.BUILT_IN, model=built_in(self._catalogue, key))

    async def save(self, expected_revision: int, model: OpmModel) -> OpmModelEntry:
        """Replace an own model if `expected_revision` is still the newest; else `StaleRevision`."""
        async with self._database.transaction() as session:
            stored = await OpmModelRepository(session).save(expected_revision, _draft(model))
            await record(session, Action.MODEL_SAVED, model.key, f"revision {stored.revision}: {model.name}")
        return _entry(stored)

    async def delete(self, key: str, expected_revision: int) -> None:
        """Remove an own model if `expected_revision` is still the newest; else `StaleRevision`."""
        async with self._database.transaction() as session:
            await OpmModelRepository(session).delete(key, expected_revision)
            await record(session, Action.MODEL_DELETED, key)

    async def own(self) -> list[OpmModelEntry]:
        """All own models, by key, but for those that are not valid any more."""
        async with self._database.transaction() as session:
            stored = await OpmModelRepository(session).list_models()
        found = []
        for each in stored:
            try:
                found.append(_entry(each))
            except OutdatedModel as error:
                log.warning("a stored model is left out", reason=str(error))
        return found

    async def listing(self) -> OpmModelList:
        """All models, built-in and own."""
        built = [_item(built_in(self._catalogue, key)) for key in self._catalogue.opm_models]
        own = [_item(each.model, each) for each in await self.own()]
        return OpmModelList(items=[*built, *own], most_own=self._limit)


def _draft(model: OpmModel) -> OpmModelDraft:
    document = model.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    return OpmModelDraft(key=model.key, name=model.name, document=document)


def _entry(stored: StoredOpmModel) -> OpmModelEntry:
    try:
        document = OpmModel.model_validate(stored.document)
    except ValidationError as error:
        raise OutdatedModel(stored.key) from error
    return OpmModelEntry(
        key=stored.key,
        origin=Origin.OWN,
        revision=stored.revision,
        created_at=stored.created_at,
        updated_at=stored.updated_at,
        document=document,
        model=described(document),
    )


def _item(model: MeasuredModel, entry: OpmModelEntry | None = None) -> OpmModelItem:
    return OpmModelItem(
        key=model.key,
        name=model.name,
        origin=model.origin,
        measure=model.measure,
        kind=model.kind,
        media=list(model.media),
        points=len(model.points),
        validity=model.validity,
        citations=list(model.citations),
        revision=entry.revision if entry else None,
        updated_at=entry.updated_at if entry else None,
    )
