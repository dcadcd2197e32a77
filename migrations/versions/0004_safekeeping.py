"""Deleted plans that can be restored, quotas, who made a token, host models of shared links, and the audit log."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TIMESTAMP

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns and the table. Tokens keep their scopes: none of them manages tokens until one is made that does."""
    op.add_column("plans", sa.Column("stored_bytes", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute(
        """
        UPDATE plans SET stored_bytes =
            coalesce((SELECT sum(octet_length(document::text)) FROM revisions WHERE plan_id = plans.id), 0)
        """
    )
    op.alter_column("plans", "stored_bytes", server_default=None)
    op.add_column("plans", sa.Column("deleted_at", TIMESTAMP(timezone=True), nullable=True))
    op.create_index("ix_plans_deleted_at", "plans", ["deleted_at"], postgresql_where=sa.text("deleted_at IS NOT NULL"))
    op.add_column("tokens", sa.Column("created_by", sa.Text(), nullable=True))
    op.add_column("shares", sa.Column("keeps_host_models", sa.Boolean(), nullable=False, server_default="false"))
    op.alter_column("shares", "keeps_host_models", server_default=None)
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("token_id", sa.Text(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index("ix_audit_at", "audit", ["at"])


def downgrade() -> None:
    """Remove the table and the columns; deleted plans are gone, and tokens can do no more than an older version knows.

    A token that only manages tokens loses that scope, and reads.
    """
    op.drop_table("audit")
    op.drop_column("shares", "keeps_host_models")
    op.drop_column("tokens", "created_by")
    op.execute("UPDATE tokens SET scopes = array_remove(scopes, 'admin')")
    op.execute("DELETE FROM plans WHERE deleted_at IS NOT NULL")
    op.drop_index("ix_plans_deleted_at", "plans")
    op.drop_column("plans", "deleted_at")
    op.drop_column("plans", "stored_bytes")
