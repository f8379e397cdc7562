"""rolls: dice outside encounters, by days."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "roll_epochs",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("drawn", sa.BigInteger(), nullable=False),
        sa.Column("receipts", sa.BigInteger(), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("closed_at", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("day"),
    )
    op.create_table(
        "roll_receipts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("content_json", sa.Text(), nullable=False),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("roll_receipts", schema=None) as batch_op:
        batch_op.create_index("ix_roll_receipts_key", ["key"], unique=True)


def downgrade() -> None:
    op.drop_table("roll_receipts")
    op.drop_table("roll_epochs")
