"""Own operations-per-minute models: kept under their keys, and saved so that nobody overwrites what they have not seen.

Only the newest state is kept: a plan holds a copy of the models it uses, so nothing else needs an older one.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.store.saving import Document, StaleRevision, columns, read, refusals
from hostwise.store.tables import OpmModelRow


class OpmModelNotFound(LookupError):
    """No own model has this key."""

    def __init__(self, key: str) -> None:
        """Name the model."""
        super().__init__(f"There is no own operations-per-minute model {key!r}.")
        self.key = key


class KeyTaken(Exception):
    """Another own model has this key already; nothing has been written."""

    def __init__(self, key: str) -> None:
        """Name the key."""
        super().__init__(f"There is an operations-per-minute model {key!r} already.")
        self.key = key


@dataclass(frozen=True, slots=True)
class OpmModelDraft:
    """What is to be kept.

    Attributes:
        key: The model's key.
        name: The model's name, for lists.
        document: The model.
    """

    key: str
    name: str
    document: Document


@dataclass(frozen=True, slots=True)
class StoredOpmModel:
    """A model as it is kept."""

    id: UUID
    key: str
    name: str
    revision: int
    created_at: datetime
    updated_at: datetime
    document: Document


class OpmModelRepository:
    """Own models within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def count(self) -> int:
        """Return how many models are kept."""
        return (await self._session.execute(select(func.count()).select_from(OpmModelRow))).scalar_one()

    async def create(self, draft: OpmModelDraft) -> StoredOpmModel:
        """Keep a new model as its revision 1.

        Raises:
            KeyTaken: There is a model with this key already.
            UnstorableDocument: The database cannot keep a text in it.
        """
        statement = (
            insert(OpmModelRow)
            .values(id=uuid4(), key=draft.key, name=draft.name, document=draft.document, revision=1)
            .returning(*columns(StoredOpmModel, OpmModelRow))
        )
        with refusals("model"):
            try:
                return read(StoredOpmModel, (await self._session.execute(statement)).one())
            except IntegrityError as error:
                raise KeyTaken(draft.key) from error

    async def read(self, key: str) -> StoredOpmModel:
        """Return a model.

        Raises:
            OpmModelNotFound: There is no such model.
        """
        statement: Select[Any] = select(*columns(StoredOpmModel, OpmModelRow)).where(OpmModelRow.key == key)
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise OpmModelNotFound(key)
        return read(StoredOpmModel, row)

    async def save(self, expected_revision: int, draft: OpmModelDraft) -> StoredOpmModel:
        """Replace a model, provided that `expected_revision` is still the newest.

        Raises:
            OpmModelNotFound: There is no such model.
            StaleRevision: Somebody else saved in the meantime; nothing has been written.
            UnstorableDocument: The database cannot keep a text in it.
        """
        # A second save at the same moment waits here for the first, then finds that the number has moved on.
        statement = (
            update(OpmModelRow)
            .where(OpmModelRow.key == draft.key, OpmModelRow.revision == expected_revision)
            .values(name=draft.name, document=draft.document, revision=OpmModelRow.revision + 1, updated_at=func.now())
            .returning(*columns(StoredOpmModel, OpmModelRow))
        )
        with refusals("model"):
            row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise await self._stale(draft.key, expected_revision)
        return read(StoredOpmModel, row)

    async def delete(self, key: str, expected_revision: int) -> None:
        """Remove a model, provided that `expected_revision` is still the newest.

        Raises:
            OpmModelNotFound: There is no such model.
            StaleRevision: Somebody saved in the meantime; nothing has been removed.
        """
        statement = (
            delete(OpmModelRow)
            .where(OpmModelRow.key == key, OpmModelRow.revision == expected_revision)
            .returning(OpmModelRow.id)
        )
        if (await self._session.execute(statement)).one_or_none() is None:
            raise await self._stale(key, expected_revision)

    async def list_models(self) -> tuple[StoredOpmModel, ...]:
        """Return all models, by key."""
        statement: Select[Any] = select(*columns(StoredOpmModel, OpmModelRow)).order_by(OpmModelRow.key)
        return tuple(read(StoredOpmModel, row) for row in (await self._session.execute(statement)).all())

    async def _stale(self, key: str, expected_revision: int) -> StaleRevision:
        """Return what to raise for a model that must exist and is at another revision."""
        return StaleRevision(f"The model {key!r}", expected_revision, (await self.read(key)).revision)
