"""roles: whom a token acts for, until when."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ADDED = ("label", "combatants_json", "side", "expires_at", "revoked_at")


def upgrade() -> None:
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        for column in ADDED:
            batch_op.add_column(sa.Column(column, sa.Text(), nullable=True))

    # The tokens there are so far are game masters': they are bound to nobody.
    op.execute("UPDATE tokens SET combatants_json = '[]'")
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.alter_column("combatants_json", existing_type=sa.Text(), nullable=False)


def downgrade() -> None:
    # What was a player's or a spectator's would be a game master's to the code before.
    op.execute(
        "DELETE FROM tokens WHERE role <> 'gm' OR COALESCE(revoked_at, expires_at) IS NOT NULL"
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        for column in reversed(ADDED):
            batch_op.drop_column(column)
