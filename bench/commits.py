"""What one durable row costs on each database, with nothing around it."""

import asyncio
import sqlite3
import time
from pathlib import Path

import asyncpg


def sqlite_commits_per_second(directory: Path, seconds: float = 1.0) -> float:
    """One writer, one row a commit, WAL and synchronous=FULL, as the service has it."""
    connection = sqlite3.connect(directory / "floor.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS floor (id INTEGER PRIMARY KEY, text TEXT)")
    done, until = 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        connection.execute("INSERT INTO floor (text) VALUES (?)", ("x" * 300,))
        done += 1
    connection.close()
    return done / seconds


def postgres_commits_per_second(url: str, clients: int = 16, seconds: float = 1.0) -> float:
    """As many connections as clients, one row a commit each."""
    return asyncio.run(_postgres(url, clients, seconds))


async def _postgres(url: str, clients: int, seconds: float) -> float:
    connections = [await asyncpg.connect(url) for _ in range(clients)]
    await connections[0].execute(
        "CREATE TABLE IF NOT EXISTS floor (id BIGSERIAL PRIMARY KEY, text TEXT)"
    )
    until = time.perf_counter() + seconds

    async def insert(connection: asyncpg.Connection) -> int:
        done = 0
        while time.perf_counter() < until:
            await connection.execute("INSERT INTO floor (text) VALUES ($1)", "x" * 300)
            done += 1
        return done

    done = await asyncio.gather(*map(insert, connections))
    for connection in connections:
        await connection.close()
    return sum(done) / seconds
