"""Figures that a revision was answered with, so that a newer engine can say what it answers otherwise."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Figures of older revisions are unknown."""
    op.add_column("revisions", sa.Column("figures", JSONB(), nullable=True))


def downgrade() -> None:
    """Remove the figures."""
    op.drop_column("revisions", "figures")
