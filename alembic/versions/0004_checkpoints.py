"""checkpoints: more of them, instead of a snapshot beside them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _create(*key: str) -> None:
    op.create_table(
        "checkpoints",
        sa.Column("encounter_id", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("state_format", sa.BigInteger(), nullable=False),
        sa.Column("state_json", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(*key),
    )


def upgrade() -> None:
    op.rename_table("checkpoints", "former_checkpoints")
    _create("encounter_id", "version", "state_format")
    op.execute("""
        INSERT INTO checkpoints (encounter_id, version, state_format, state_json)
        SELECT encounter_id, version, state_format, state_json FROM former_checkpoints
    """)
    op.execute("""
        INSERT INTO checkpoints (encounter_id, version, state_format, state_json)
        SELECT e.id, e.version, e.state_format, e.state_json FROM encounters AS e
        WHERE NOT EXISTS (
            SELECT 1 FROM former_checkpoints AS f
            WHERE f.encounter_id = e.id AND f.version = e.version
            AND f.state_format = e.state_format
        )
    """)
    op.drop_table("former_checkpoints")
    with op.batch_alter_table("encounters", schema=None) as batch_op:
        batch_op.drop_column("state_json")
        batch_op.drop_column("state_format")


def downgrade() -> None:
    # No state has this format, so the code before folds each from its log.
    with op.batch_alter_table("encounters", schema=None) as batch_op:
        batch_op.add_column(sa.Column("state_format", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("state_json", sa.Text(), nullable=True))
    op.execute("UPDATE encounters SET state_format = 0, state_json = ''")
    with op.batch_alter_table("encounters", schema=None) as batch_op:
        batch_op.alter_column("state_format", existing_type=sa.BigInteger(), nullable=False)
        batch_op.alter_column("state_json", existing_type=sa.Text(), nullable=False)
    op.drop_table("checkpoints")
    _create("encounter_id", "version")
