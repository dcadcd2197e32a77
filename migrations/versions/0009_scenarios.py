"""Scenarios of plans, and shared links that show them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table and the column. The links that there are go on to show what they showed."""
    op.create_table(
        "scenarios",
        sa.Column("plan_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("document", JSONB(), nullable=False),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("stored_bytes", sa.BigInteger(), nullable=False),
        sa.Column("created_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(["plan_id"], ["plans.id"], name=op.f("fk_scenarios_plan_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("plan_id", "key", name=op.f("pk_scenarios")),
    )
    op.add_column("shares", sa.Column("shows_scenarios", sa.Boolean(), nullable=False, server_default="false"))
    op.alter_column("shares", "shows_scenarios", server_default=None)


def downgrade() -> None:
    """Remove both. What the scenarios took of the quota of their plans is free again."""
    op.drop_column("shares", "shows_scenarios")
    op.execute(
        """
        UPDATE plans SET stored_bytes = stored_bytes - kept.bytes
        FROM (SELECT plan_id, sum(stored_bytes) AS bytes FROM scenarios GROUP BY plan_id) AS kept
        WHERE kept.plan_id = plans.id
        """
    )
    op.drop_table("scenarios")
