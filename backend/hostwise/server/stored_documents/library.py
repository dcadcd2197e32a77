"""Documents under keys: create, read, save against a revision, delete, each with quota and audit log.

A stored document is a template: a plan uses it by holding a copy. So a plan needs only itself and the catalogue, and
a change of a stored document changes no plan.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from hostwise.server.access.audit_log import Action, record
from hostwise.server.store.keyed_store import KeyedDraft, KeyedRepository, KeyNotFound, KeyTaken, Shelf, StoredKeyed
from hostwise.server.store.saving import StaleRevision, UnstorableDocument
from hostwise.server.store.session import Database

__all__ = [
    "Actions",
    "KeyNotFound",
    "KeyTaken",
    "Library",
    "LibraryFull",
    "OutdatedDocument",
    "StaleRevision",
    "UnstorableDocument",
]


class LibraryFull(Exception):
    """The limit of stored documents is reached."""

    def __init__(self, limit: int, what: str) -> None:
        """Name the limit."""
        super().__init__(f"At most {limit} own {what}s can be stored; delete an unused one.")


class OutdatedDocument(Exception):
    """A stored document that is not valid any more: it was stored by a version that accepted more."""

    def __init__(self, what: str, key: str) -> None:
        """Name the document."""
        super().__init__(f"The {what} {key!r} was stored by another version of Hostwise and is not valid in this one.")
        self.what = what


@dataclass(frozen=True)
class Actions:
    """The actions of one kind of documents in the audit log."""

    created: Action
    saved: Action
    deleted: Action


class Library:
    """The documents of one kind in a database; each call is one transaction."""

    def __init__(self, database: Database, shelf: Shelf, actions: Actions, limit: int) -> None:
        """Use a database, which keeps so many."""
        self._database, self._shelf, self._actions = database, shelf, actions
        self.limit = limit

    async def create(self, key: str, name: str, document: BaseModel) -> StoredKeyed:
        """Store a new document as revision 1; of one that is there already, return it as it is.

        So a create request may be repeated. The key of a document is its own; no further key is needed.

        Raises:
            KeyTaken: another document has this key.
            LibraryFull: the limit is reached.
            UnstorableDocument: the database cannot store a text in it.
        """
        async with self._database.transaction() as session:
            repository, draft = KeyedRepository(session, self._shelf), _draft(key, name, document)
            if (same := await repository.same(draft)) is not None:
                return same
            if await repository.count() >= self.limit:
                raise LibraryFull(self.limit, self._shelf.short)
            try:
                stored = await repository.create(draft)
            except KeyTaken:
                # Taken since: perhaps by the same request, sent twice at the same time.
                if (same := await repository.same(draft)) is None:
                    raise
                return same
            await record(session, self._actions.created, key, name)
        return stored

    async def read(self, key: str) -> StoredKeyed:
        """A document; raises `KeyNotFound`."""
        async with self._database.transaction() as session:
            return await KeyedRepository(session, self._shelf).read(key)

    async def save(self, expected_revision: int, key: str, name: str, document: BaseModel) -> StoredKeyed:
        """Replace a document if `expected_revision` is still the newest; else `StaleRevision`."""
        async with self._database.transaction() as session:
            draft = _draft(key, name, document)
            stored = await KeyedRepository(session, self._shelf).save(expected_revision, draft)
            await record(session, self._actions.saved, key, f"revision {stored.revision}: {name}")
        return stored

    async def delete(self, key: str, expected_revision: int) -> None:
        """Remove a document if `expected_revision` is still the newest; else `StaleRevision`."""
        async with self._database.transaction() as session:
            await KeyedRepository(session, self._shelf).delete(key, expected_revision)
            await record(session, self._actions.deleted, key)

    async def all(self) -> tuple[StoredKeyed, ...]:
        """All documents, by key."""
        async with self._database.transaction() as session:
            return await KeyedRepository(session, self._shelf).all()


def _draft(key: str, name: str, document: BaseModel) -> KeyedDraft:
    return KeyedDraft(
        key=key, name=name, document=document.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    )
