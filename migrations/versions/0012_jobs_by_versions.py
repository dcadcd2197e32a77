"""Jobs with the versions that they were asked of, answers that are stored once and compressed, workers, and turns."""

import json
import zlib

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_EARLIER = {
    "title": "The job could not be computed",
    "status": 503,
    "code": "earlier_version",
    "detail": "It was begun by an earlier version of Hostwise. Start it again.",
}


_WAITING = (
    ("ix_job_chunks_waiting", ["job_id", "number"], "answer_hash IS NULL AND queue_id IS NULL"),
    ("ix_job_chunks_placed", ["job_id"], "answer_hash IS NULL AND queue_id IS NOT NULL"),
)


def upgrade() -> None:
    """Add the columns and tables, and move the answers. Jobs that had not ended fail: their versions are not known."""
    op.add_column("jobs", sa.Column("versions", sa.Text(), server_default="", nullable=False))
    op.add_column("jobs", sa.Column("asked_hash", sa.LargeBinary(), server_default="", nullable=False))
    op.add_column("jobs", sa.Column("seconds", sa.Double(), server_default="0", nullable=False))
    op.execute(
        "UPDATE jobs SET asked_hash = sha256(asked.whole) FROM (SELECT job_id, string_agg(asked, '' ORDER BY number) AS"
        " whole FROM job_chunks GROUP BY job_id) AS asked WHERE asked.job_id = jobs.id"
    )
    failed = sa.text(
        "UPDATE jobs SET state = 'failed', finished_at = now(), problem = CAST(:problem AS jsonb)"
        " WHERE state IN ('queued', 'running')"
    )
    op.execute(failed.bindparams(problem=json.dumps(_EARLIER)))
    op.create_table(
        "job_answers",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_job_answers")),
    )
    # They are compressed before they come.
    op.execute("ALTER TABLE job_answers ALTER COLUMN answer SET STORAGE EXTERNAL")
    op.add_column("job_chunks", sa.Column("answer_hash", sa.LargeBinary(), nullable=True))
    op.add_column("job_chunks", sa.Column("room", sa.BigInteger(), server_default="0", nullable=False))
    _move_answers()
    op.create_foreign_key(op.f("fk_job_chunks_answer_hash"), "job_chunks", "job_answers", ["answer_hash"], ["hash"])
    op.create_index("ix_job_chunks_answer_hash", "job_chunks", ["answer_hash"])
    for name, columns, which in _WAITING:
        op.create_index(name, "job_chunks", columns, postgresql_where=sa.text(which))
    op.drop_index("ix_job_chunks_content_hash", "job_chunks")
    op.drop_column("job_chunks", "answer")
    op.execute("UPDATE job_chunks SET asked = ''")
    op.execute(
        "UPDATE jobs SET stored_bytes = coalesce((SELECT sum(length(answer.answer)) FROM job_chunks AS chunk"
        " JOIN job_answers AS answer ON answer.hash = chunk.answer_hash WHERE chunk.job_id = jobs.id), 0)"
    )
    for table, column in (("jobs", "versions"), ("jobs", "asked_hash"), ("jobs", "seconds"), ("job_chunks", "room")):
        op.alter_column(table, column, server_default=None)
    op.create_table(
        "job_workers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("versions", sa.Text(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("seen_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job_workers")),
    )
    op.create_table(
        "job_turns",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("owner", name=op.f("pk_job_turns")),
    )
    # What waits there is in no queue of this version.
    op.execute("DELETE FROM hostwise_queue.procrastinate_jobs")


def _move_answers() -> None:
    """Move the answers into their own table, compressed: one at a time, since all together may be large."""
    connection = op.get_bind()
    places = sa.text("SELECT job_id, number FROM job_chunks WHERE answer IS NOT NULL")
    for job_id, number in connection.execute(places).all():
        at = {"job_id": job_id, "number": number}
        found = sa.text("SELECT content_hash, answer FROM job_chunks WHERE job_id = :job_id AND number = :number")
        content_hash, answer = connection.execute(found, at).one()
        kept = sa.text("INSERT INTO job_answers (hash, answer) VALUES (:hash, :answer) ON CONFLICT DO NOTHING")
        connection.execute(kept, {"hash": content_hash, "answer": zlib.compress(answer)})
        moved = sa.text("UPDATE job_chunks SET answer_hash = :hash WHERE job_id = :job_id AND number = :number")
        connection.execute(moved, at | {"hash": content_hash})


def downgrade() -> None:
    """Go back to tables without these: jobs and their answers are removed."""
    op.execute("DELETE FROM jobs")
    op.execute("DELETE FROM hostwise_queue.procrastinate_jobs")
    op.drop_table("job_turns")
    op.drop_table("job_workers")
    op.drop_constraint(op.f("fk_job_chunks_answer_hash"), "job_chunks")
    op.drop_index("ix_job_chunks_answer_hash", "job_chunks")
    for name, _, _ in _WAITING:
        op.drop_index(name, "job_chunks")
    op.drop_column("job_chunks", "room")
    op.drop_column("job_chunks", "answer_hash")
    op.drop_table("job_answers")
    op.add_column("job_chunks", sa.Column("answer", sa.LargeBinary(), nullable=True))
    op.create_index(
        "ix_job_chunks_content_hash", "job_chunks", ["content_hash"], postgresql_where=sa.text("answer IS NOT NULL")
    )
    op.drop_column("jobs", "seconds")
    op.drop_column("jobs", "asked_hash")
    op.drop_column("jobs", "versions")
