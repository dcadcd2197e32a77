"""Who made a shared link: the token, so that what it made can be revoked with it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Of links that are there the audit log says which token made them, as far back as it goes."""
    op.add_column("shares", sa.Column("created_by", sa.Text(), nullable=True))
    op.execute(
        """
        UPDATE shares SET created_by = audit.token_id
        FROM audit WHERE audit.action = 'share.created' AND audit.subject = shares.id
        """
    )


def downgrade() -> None:
    """Remove the column; the audit log still says it."""
    op.drop_column("shares", "created_by")
