"""The database's door: opened, closed, and opened again."""

from app.database import database_for
from tests.databases import settings_for


async def test_what_is_closed_can_be_opened_again(database_url: str):
    for _ in range(2):
        database = database_for(settings_for(database_url))
        await database.open()
        await database.check()
        await database.close()
