"""The price books that an installation keeps."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field, ValidationError

from hostwise.binding.priced_rows import unknown_parts
from hostwise.binding.recorder import Mistake
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.fields import STORED
from hostwise.plan.prices import PriceBook
from hostwise.plan.renaming import with_current_names
from hostwise.server.access.audit_log import Action
from hostwise.server.quotas import Quotas
from hostwise.server.store.keyed_store import PRICE_BOOKS, StoredKeyed
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.library import Actions, Library, OutdatedDocument

_ACTIONS = Actions(Action.PRICE_BOOK_CREATED, Action.PRICE_BOOK_SAVED, Action.PRICE_BOOK_DELETED)


class UnknownParts(ValueError):
    """A price book has prices of parts that the catalogue does not have; `mistakes` names each."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        """Collect the mistakes."""
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(each.message for each in mistakes))


class PriceBookItem(BaseModel):
    """A price book in a list."""

    key: str
    name: str
    prices: int = Field(description="Number of prices.")
    revision: int = Field(description="Newest revision, which is also the ETag.")
    created_at: datetime
    updated_at: datetime


class PriceBookList(BaseModel):
    """All price books, by key."""

    items: list[PriceBookItem]
    most: int = Field(description="Limit of stored price books.")


class PriceBookEntry(BaseModel):
    """A price book in full; its revision is also the ETag to save against."""

    key: str
    revision: int
    created_at: datetime
    updated_at: datetime
    book: PriceBook


class PriceBooks:
    """The price books of one database."""

    def __init__(self, database: Database, catalogue: Catalogue, quotas: Quotas | None = None) -> None:
        """Use a database, which keeps so much, and the catalogue whose parts have prices."""
        self._catalogue = catalogue
        self._library = Library(database, PRICE_BOOKS, _ACTIONS, (quotas or Quotas()).price_books)

    async def create(self, book: PriceBook) -> PriceBookEntry:
        """Store a new book as revision 1.

        Raises:
            UnknownParts: it has prices of parts that the catalogue does not have.
            KeyTaken: another book has this key.
            LibraryFull: the limit is reached.
            UnstorableDocument: the database cannot store a text in it.
        """
        self._check(book)
        return _entry(await self._library.create(book.key, book.name, book))

    async def read(self, key: str) -> PriceBookEntry:
        """A book at its newest revision; raises `KeyNotFound`."""
        return _entry(await self._library.read(key))

    async def save(self, expected_revision: int, book: PriceBook) -> PriceBookEntry:
        """Replace a book if `expected_revision` is still the newest; raises `StaleRevision`, and as `create` does."""
        self._check(book)
        return _entry(await self._library.save(expected_revision, book.key, book.name, book))

    async def delete(self, key: str, expected_revision: int) -> None:
        """Remove a book if `expected_revision` is still the newest; else `StaleRevision`."""
        await self._library.delete(key, expected_revision)

    async def listing(self) -> PriceBookList:
        """All books without their prices; one that is not valid any more is listed, and refused when it is read."""
        items = [
            PriceBookItem(
                key=each.key,
                name=each.name,
                prices=len(each.document.get("prices", ())),
                revision=each.revision,
                created_at=each.created_at,
                updated_at=each.updated_at,
            )
            for each in await self._library.all()
        ]
        return PriceBookList(items=items, most=self._library.limit)

    def _check(self, book: PriceBook) -> None:
        if mistakes := unknown_parts(book.prices, self._catalogue, "/prices"):
            raise UnknownParts(mistakes)


def _entry(stored: StoredKeyed) -> PriceBookEntry:
    try:
        book = PriceBook.model_validate(with_current_names(stored.document, PriceBook), context=STORED)
    except ValidationError as error:
        raise OutdatedDocument(PRICE_BOOKS.short, stored.key) from error
    return PriceBookEntry(
        key=stored.key,
        revision=stored.revision,
        created_at=stored.created_at,
        updated_at=stored.updated_at,
        book=book,
    )
