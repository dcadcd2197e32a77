"""Plans and their immutable revisions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and have the database refuse to change a revision."""
    op.create_table(
        "plans",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("head_revision", sa.Integer(), nullable=False),
        sa.Column("created_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint("head_revision >= 1", name=op.f("ck_plans_head_revision_from_1")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plans")),
    )
    op.create_index("ix_plans_updated_at_id", "plans", [sa.text("updated_at DESC"), sa.text("id DESC")])
    op.create_table(
        "revisions",
        sa.Column("plan_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("document", JSONB(), nullable=False),
        sa.Column("schema_version", sa.Integer(), nullable=False),
        sa.Column("plan_hash", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("created_at", TIMESTAMP(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_revisions_number_from_1")),
        sa.ForeignKeyConstraint(["plan_id"], ["plans.id"], name=op.f("fk_revisions_plan_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("plan_id", "number", name=op.f("pk_revisions")),
    )
    op.execute(
        """
        CREATE FUNCTION refuse_change_of_revision() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'revision % of plan % cannot be changed', OLD.number, OLD.plan_id
                USING ERRCODE = 'restrict_violation';
        END
        $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
        FOR EACH ROW EXECUTE FUNCTION refuse_change_of_revision()
        """
    )


def downgrade() -> None:
    """Remove everything."""
    op.drop_table("revisions")
    op.execute("DROP FUNCTION refuse_change_of_revision")
    op.drop_table("plans")
