"""Settings of the service on a database of the tests."""

from typing import Any

from pydantic import SecretStr

from app.config import Settings


def settings_for(url: str, **changes: Any) -> Settings:
    return Settings(database_url=SecretStr(url), **changes)
