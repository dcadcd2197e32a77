"""Jobs in the background, their chunks, and the queue that hands the chunks out."""

from importlib.resources import files

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_QUEUE = files("procrastinate") / "sql" / "schema.sql"
"""The queue's tables, as the installed version has them. It holds nothing that cannot be lost: when its version changes
a migration drops its schema and makes it again."""


def upgrade() -> None:
    """Add the tables, and those of the queue in a schema of their own."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("problem", JSONB(), nullable=True),
        sa.Column("stored_bytes", sa.BigInteger(), nullable=False),
        sa.Column("created_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("started_at", TIMESTAMP(timezone=True), nullable=True),
        sa.Column("finished_at", TIMESTAMP(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name=op.f("ck_jobs_state_is_known")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index("ix_jobs_created_at_id", "jobs", [sa.text("created_at DESC"), sa.text("id DESC")])
    op.create_table(
        "job_chunks",
        sa.Column("job_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.LargeBinary(), nullable=False),
        sa.Column("asked", sa.LargeBinary(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("queue_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_job_chunks_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "number", name=op.f("pk_job_chunks")),
    )
    op.create_index(
        "ix_job_chunks_content_hash", "job_chunks", ["content_hash"], postgresql_where=sa.text("answer IS NOT NULL")
    )
    op.execute("CREATE SCHEMA hostwise_queue")
    op.execute("SET LOCAL search_path TO hostwise_queue")
    connection = op.get_bind().connection.driver_connection
    assert connection is not None
    # Many statements, as they stand in the file: SQLAlchemy would look for parameters in them.
    connection.execute(_QUEUE.read_bytes())
    op.execute("SET LOCAL search_path TO DEFAULT")


def downgrade() -> None:
    """Remove all jobs, and the queue."""
    op.execute("DROP SCHEMA hostwise_queue CASCADE")
    op.drop_table("job_chunks")
    op.drop_table("jobs")
