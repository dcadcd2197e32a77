"""Keys under which jobs were created."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Existing jobs have no key."""
    op.add_column("jobs", sa.Column("creation_key", sa.LargeBinary(), nullable=True))
    op.create_unique_constraint(op.f("uq_jobs_creation_key"), "jobs", ["creation_key"])


def downgrade() -> None:
    """Remove the column: a repeated request starts another job."""
    op.drop_constraint(op.f("uq_jobs_creation_key"), "jobs")
    op.drop_column("jobs", "creation_key")
