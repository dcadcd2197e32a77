"""Shared links may show what newer revisions change."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. The links that there are go on to show what they showed."""
    op.add_column("shares", sa.Column("shows_changes", sa.Boolean(), nullable=False, server_default="false"))
    op.alter_column("shares", "shows_changes", server_default=None)


def downgrade() -> None:
    """Remove it."""
    op.drop_column("shares", "shows_changes")
