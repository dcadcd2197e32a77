"""Jobs tell how far the chunk is that is computed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("jobs", sa.Column("step", JSONB(), nullable=True))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("jobs", "step")
