"""Documents under keys, such as own measured models and price books, saved with optimistic locking.

Only the newest state is kept: a plan holds a copy of what it uses, so nothing else needs an older one.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.saving import Document, StaleRevision, columns, read, refusals
from hostwise.server.store.tables import KeyedRow, OpmModelRow, PriceBookRow


@dataclass(frozen=True, slots=True)
class Shelf:
    """A kind of documents, with its table.

    Attributes:
        row: the table.
        short: what one is called among its own kind.
        full: what one is called elsewhere.
    """

    row: type[KeyedRow]
    short: str
    full: str


OPM_MODELS = Shelf(OpmModelRow, "model", "operations-per-minute model")
PRICE_BOOKS = Shelf(PriceBookRow, "price book", "price book")


class KeyNotFound(LookupError):
    """No document has this key."""

    def __init__(self, shelf: Shelf, key: str) -> None:
        """Name the missing document."""
        super().__init__(f"There is no own {shelf.full} {key!r}.")
        self.key = key


class KeyTaken(Exception):
    """Another document has this key already; nothing has been written."""

    def __init__(self, shelf: Shelf, key: str) -> None:
        """Name the key."""
        super().__init__(f"There is {'an' if shelf.full[0] in 'aeiou' else 'a'} {shelf.full} {key!r} already.")
        self.key = key


@dataclass(frozen=True, slots=True)
class KeyedDraft:
    """A document to be stored.

    Attributes:
        key: Its key.
        name: Its name, for lists.
        document: The document.
    """

    key: str
    name: str
    document: Document


@dataclass(frozen=True, slots=True)
class StoredKeyed:
    """A document as it is kept."""

    id: UUID
    key: str
    name: str
    revision: int
    created_at: datetime
    updated_at: datetime
    document: Document


class KeyedRepository:
    """Documents of one kind within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession, shelf: Shelf) -> None:
        """Work in the transaction of a session."""
        self._session = session
        self._shelf, self._row = shelf, shelf.row

    async def count(self) -> int:
        """Return how many are kept."""
        return (await self._session.execute(select(func.count()).select_from(self._row))).scalar_one()

    async def create(self, draft: KeyedDraft) -> StoredKeyed:
        """Keep a new document as its revision 1.

        Raises:
            KeyTaken: There is one with this key already.
            UnstorableDocument: The database cannot keep a text in it.
        """
        statement = (
            insert(self._row)
            .values(id=uuid4(), key=draft.key, name=draft.name, document=draft.document, revision=1)
            .on_conflict_do_nothing(index_elements=[self._row.key])
            .returning(*columns(StoredKeyed, self._row))
        )
        with refusals(self._shelf.short):
            row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise KeyTaken(self._shelf, draft.key)
        return read(StoredKeyed, row)

    async def same(self, draft: KeyedDraft) -> StoredKeyed | None:
        """Return the stored document with the key of a draft, if it equals the draft.

        Raises:
            UnstorableDocument: The database cannot keep a text in the draft.
        """
        statement: Select[Any] = select(*columns(StoredKeyed, self._row)).where(
            self._row.key == draft.key, self._row.document == draft.document
        )
        with refusals(self._shelf.short):
            row = (await self._session.execute(statement)).one_or_none()
        return None if row is None else read(StoredKeyed, row)

    async def read(self, key: str) -> StoredKeyed:
        """Return a document.

        Raises:
            KeyNotFound: There is none.
        """
        statement: Select[Any] = select(*columns(StoredKeyed, self._row)).where(self._row.key == key)
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise KeyNotFound(self._shelf, key)
        return read(StoredKeyed, row)

    async def save(self, expected_revision: int, draft: KeyedDraft) -> StoredKeyed:
        """Replace a document, provided that `expected_revision` is still the newest.

        Raises:
            KeyNotFound: There is none.
            StaleRevision: Somebody else saved in the meantime; nothing has been written.
            UnstorableDocument: The database cannot keep a text in it.
        """
        # A second save at the same moment waits here for the first, then finds that the number has moved on.
        statement = (
            update(self._row)
            .where(self._row.key == draft.key, self._row.revision == expected_revision)
            .values(name=draft.name, document=draft.document, revision=self._row.revision + 1, updated_at=func.now())
            .returning(*columns(StoredKeyed, self._row))
        )
        with refusals(self._shelf.short):
            row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise await self._stale(draft.key, expected_revision)
        return read(StoredKeyed, row)

    async def delete(self, key: str, expected_revision: int) -> None:
        """Remove a document, provided that `expected_revision` is still the newest.

        Raises:
            KeyNotFound: There is none.
            StaleRevision: Somebody saved in the meantime; nothing has been removed.
        """
        statement = (
            delete(self._row)
            .where(self._row.key == key, self._row.revision == expected_revision)
            .returning(self._row.id)
        )
        if (await self._session.execute(statement)).one_or_none() is None:
            raise await self._stale(key, expected_revision)

    async def all(self) -> tuple[StoredKeyed, ...]:
        """Return all, by key."""
        statement: Select[Any] = select(*columns(StoredKeyed, self._row)).order_by(self._row.key)
        return tuple(read(StoredKeyed, row) for row in (await self._session.execute(statement)).all())

    async def _stale(self, key: str, expected_revision: int) -> StaleRevision:
        """Return the error for a document that exists at another revision; raises `KeyNotFound`."""
        return StaleRevision(f"The {self._shelf.short} {key!r}", expected_revision, (await self.read(key)).revision)
