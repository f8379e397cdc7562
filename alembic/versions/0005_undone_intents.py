"""undone intents: instead of an index over all entries."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "undone_intents",
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("encounter_id", "intent", "version"),
    )
    # Also those that stand: whoever looks sees which do.
    op.execute("""
        INSERT INTO undone_intents (encounter_id, intent, version)
        SELECT encounter_id, intent, version FROM log_entries
        WHERE dice_json <> '[]'
        AND encounter_id IN (SELECT id FROM encounters WHERE jumps > 0)
    """)
    with op.batch_alter_table("log_entries", schema=None) as batch_op:
        batch_op.drop_index("ix_log_entries_intent")


def downgrade() -> None:
    with op.batch_alter_table("log_entries", schema=None) as batch_op:
        batch_op.create_index("ix_log_entries_intent", ["encounter_id", "intent"], unique=False)
    op.drop_table("undone_intents")
