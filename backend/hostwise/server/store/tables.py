"""The tables as this version expects them; `migrations/` bring a database to this state."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    LargeBinary,
    MetaData,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TIMESTAMP
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column

_CONSTRAINT_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of all tables: naming of constraints, and one SQL type for each Python type."""

    metadata = MetaData(naming_convention=_CONSTRAINT_NAMES)
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads a plain dictionary
        str: Text,
        datetime: TIMESTAMP(timezone=True),
        dict[str, Any]: JSONB,
        list[str]: ARRAY(Text),
        bytes: LargeBinary,
    }


class PlanRow(Base):
    """A plan: its name, the number of its newest revision, and when it was deleted, from where it can be restored."""

    __tablename__ = "plans"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str]
    head_revision: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())
    stored_bytes: Mapped[int] = mapped_column(BigInteger)
    deleted_at: Mapped[datetime | None]
    creation_key: Mapped[bytes | None]

    __table_args__ = (
        CheckConstraint("head_revision >= 1", name="head_revision_from_1"),
        # Also of deleted plans, which can be restored.
        UniqueConstraint("creation_key"),
        Index("ix_plans_deleted_at", "deleted_at", postgresql_where=text("deleted_at IS NOT NULL")),
        # The order in which plans are listed: newest change first, and a stable order among equals.
        Index("ix_plans_updated_at_id", text("updated_at DESC"), text("id DESC")),
    )


class RevisionRow(Base):
    """One saved state of a plan. It never changes: the database itself refuses an update."""

    __tablename__ = "revisions"

    plan_id: Mapped[UUID] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[dict[str, Any]]
    schema_version: Mapped[int]
    plan_hash: Mapped[str]
    note: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    # None must be NULL, and no null of JSON.
    figures: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))

    __table_args__ = (CheckConstraint("number >= 1", name="number_from_1"),)


class ScenarioRow(Base):
    """A variant of a plan that is kept beside it, to be compared with it; it belongs to no revision."""

    __tablename__ = "scenarios"

    plan_id: Mapped[UUID] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    document: Mapped[dict[str, Any]]
    schema_version: Mapped[int]
    stored_bytes: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())


class KeyedRow(Base):
    """Base of tables of documents under keys: the newest state, and its revision number."""

    __abstract__ = True

    id: Mapped[UUID] = mapped_column(primary_key=True)
    key: Mapped[str]
    name: Mapped[str]
    document: Mapped[dict[str, Any]]
    revision: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())

    @declared_attr.directive
    @classmethod
    def __table_args__(cls) -> tuple[Any, ...]:
        """The constraints of each table, which must not share one object."""
        return (UniqueConstraint("key"), CheckConstraint("revision >= 1", name="revision_from_1"))


class OpmModelRow(KeyedRow):
    """A user's own operations-per-minute model."""

    __tablename__ = "opm_models"


class PriceBookRow(KeyedRow):
    """A price book."""

    __tablename__ = "price_books"


class TokenRow(Base):
    """A token that scripts identify themselves with; of its secret only the hash."""

    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    secret_hash: Mapped[bytes]
    scopes: Mapped[list[str]]
    created_by: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]

    __table_args__ = (CheckConstraint("cardinality(scopes) > 0", name="scopes_not_empty"),)


class ShareRow(Base):
    """A link by which anybody may look at one revision of one plan; of its secret only the hash."""

    __tablename__ = "shares"

    id: Mapped[str] = mapped_column(primary_key=True)
    plan_id: Mapped[UUID]
    revision: Mapped[int]
    secret_hash: Mapped[bytes]
    anonymised: Mapped[bool]
    keeps_host_models: Mapped[bool]
    shows_scenarios: Mapped[bool]
    shows_changes: Mapped[bool]
    created_by: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]

    __table_args__ = (
        ForeignKeyConstraint(["plan_id", "revision"], ["revisions.plan_id", "revisions.number"], ondelete="CASCADE"),
        Index("ix_shares_plan_id_created_at", "plan_id", text("created_at DESC")),
    )


class AuditRow(Base):
    """An entry of the audit log: who changed what, and when. It holds no secret."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    actor: Mapped[str]
    token_id: Mapped[str | None]
    address: Mapped[str | None]
    action: Mapped[str]
    subject: Mapped[str]
    detail: Mapped[str]

    __table_args__ = (Index("ix_audit_at", "at"),)


class JobRow(Base):
    """A job in the background: a search, a batch of plans, or an estate."""

    __tablename__ = "jobs"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str]
    name: Mapped[str | None]
    owner: Mapped[str | None]
    state: Mapped[str]
    # None must be NULL, and no null of JSON.
    problem: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    stored_bytes: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    creation_key: Mapped[bytes | None]
    versions: Mapped[str]
    asked_hash: Mapped[bytes]
    seconds: Mapped[float]
    step: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))

    __table_args__ = (
        UniqueConstraint("creation_key"),
        CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="state_is_known"),
        Index("ix_jobs_created_at_id", text("created_at DESC"), text("id DESC")),
    )


class JobChunkRow(Base):
    """A part of a job that is computed at once: what is asked until its job has ended, and where the answer is."""

    __tablename__ = "job_chunks"

    job_id: Mapped[UUID] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    content_hash: Mapped[bytes]
    asked: Mapped[bytes]
    attempts: Mapped[int]
    queue_id: Mapped[int | None] = mapped_column(BigInteger)
    room: Mapped[int] = mapped_column(BigInteger)
    answer_hash: Mapped[bytes | None] = mapped_column(ForeignKey("job_answers.hash"), index=True)

    __table_args__ = (
        Index(
            "ix_job_chunks_waiting",
            "job_id",
            "number",
            postgresql_where=text("answer_hash IS NULL AND queue_id IS NULL"),
        ),
        Index("ix_job_chunks_placed", "job_id", postgresql_where=text("answer_hash IS NULL AND queue_id IS NOT NULL")),
    )


class JobAnswerRow(Base):
    """An answer, compressed, once for all chunks that ask the same."""

    __tablename__ = "job_answers"

    hash: Mapped[bytes] = mapped_column(primary_key=True)
    answer: Mapped[bytes]


class JobWorkerRow(Base):
    """A worker of jobs, with the versions that it computes with and its last sign of life."""

    __tablename__ = "job_workers"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    versions: Mapped[str]
    places: Mapped[int]
    host: Mapped[str]
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())


class JobTurnRow(Base):
    """CPU seconds that the jobs of an owner took lately: who took less has the next turn. Nobody's name is empty."""

    __tablename__ = "job_turns"

    owner: Mapped[str] = mapped_column(primary_key=True)
    seconds: Mapped[float]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
