"""Keys under which plans were created; answers are not kept for repeated requests any more."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the table of answers, which were kept for a day, and add the column. Existing plans have no key."""
    op.drop_table("idempotent_answers")
    op.add_column("plans", sa.Column("creation_key", sa.LargeBinary(), nullable=True))
    op.create_unique_constraint(op.f("uq_plans_creation_key"), "plans", ["creation_key"])


def downgrade() -> None:
    """Remove the column: a repeated request makes another plan. The older version keeps answers from now on."""
    op.drop_constraint(op.f("uq_plans_creation_key"), "plans")
    op.drop_column("plans", "creation_key")
    op.create_table(
        "idempotent_answers",
        sa.Column("caller", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("caller", "key_hash", name=op.f("pk_idempotent_answers")),
    )
    op.create_index("ix_idempotent_answers_created_at", "idempotent_answers", ["created_at"])
