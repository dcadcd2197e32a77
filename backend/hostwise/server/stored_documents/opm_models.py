"""The installation's own operations-per-minute models: create, read, save against a revision, delete.

A stored model is a template: a plan uses it by holding a copy in its `opm_models`. So a plan needs only itself and the
catalogue, and a change of a stored model changes no plan.
"""

from __future__ import annotations

from datetime import datetime

import structlog
from pydantic import BaseModel, Field, ValidationError

from hostwise.binding.opm_models import UnknownOpmModel, built_in, described, nearest
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.quantities import Kind
from hostwise.plan.answers.operations import Citation, MeasuredModel, Origin
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.fields import STORED
from hostwise.plan.opm import OpmMeasure, OpmModel
from hostwise.plan.renaming import with_current_names
from hostwise.server.access.audit_log import Action
from hostwise.server.quotas import Quotas
from hostwise.server.store.keyed_store import OPM_MODELS, KeyNotFound, KeyTaken, StoredKeyed
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.library import Actions, Library, OutdatedDocument

log = structlog.get_logger(__name__)


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
    """The own models of one database beside those of the catalogue."""

    def __init__(self, database: Database, catalogue: Catalogue, quotas: Quotas | None = None) -> None:
        """Use a database, which keeps so much, and a catalogue."""
        self._catalogue = catalogue
        self._own = Library(database, OPM_MODELS, _ACTIONS, (quotas or Quotas()).models)

    async def create(self, model: OpmModel) -> OpmModelEntry:
        """Store a new model as revision 1.

        Raises:
            KeyTaken: another own model, or a built-in one, has this key.
            LibraryFull: the limit is reached.
            UnstorableDocument: the database cannot store a text in it.
        """
        if model.key in self._catalogue.opm_models:
            raise KeyTaken(OPM_MODELS, model.key)
        return _entry(await self._own.create(model.key, model.name, model))

    async def read(self, key: str) -> OpmModelEntry:
        """An own or built-in model; the own one if a newer catalogue has the same key.

        Raises:
            UnknownOpmModel: the key is unknown; the nearest keys are named.
        """
        try:
            return _entry(await self._own.read(key))
        except KeyNotFound:
            if key not in self._catalogue.opm_models:
                own = [each.key for each in await self._own.all()]
                raise UnknownOpmModel(key, nearest(key, [*own, *self._catalogue.opm_models])) from None
        return OpmModelEntry(key=key, origin=Origin.BUILT_IN, model=built_in(self._catalogue, key))

    async def save(self, expected_revision: int, model: OpmModel) -> OpmModelEntry:
        """Replace an own model if `expected_revision` is still the newest; else `StaleRevision`."""
        return _entry(await self._own.save(expected_revision, model.key, model.name, model))

    async def delete(self, key: str, expected_revision: int) -> None:
        """Remove an own model if `expected_revision` is still the newest; else `StaleRevision`."""
        await self._own.delete(key, expected_revision)

    async def own(self) -> list[OpmModelEntry]:
        """All own models, by key, but for those that are not valid any more."""
        found = []
        for each in await self._own.all():
            try:
                found.append(_entry(each))
            except OutdatedDocument as error:
                log.warning("a stored model is left out", reason=str(error))
        return found

    async def listing(self) -> OpmModelList:
        """All models, built-in and own."""
        built = [_item(built_in(self._catalogue, key)) for key in self._catalogue.opm_models]
        own = [_item(each.model, each) for each in await self.own()]
        return OpmModelList(items=[*built, *own], most_own=self._own.limit)


_ACTIONS = Actions(Action.MODEL_CREATED, Action.MODEL_SAVED, Action.MODEL_DELETED)


def _entry(stored: StoredKeyed) -> OpmModelEntry:
    try:
        document = OpmModel.model_validate(with_current_names(stored.document, OpmModel), context=STORED)
    except ValidationError as error:
        raise OutdatedDocument(OPM_MODELS.short, stored.key) from error
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
