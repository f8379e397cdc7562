"""The documentation pages are made of what this host serves, and may load nothing else.

A real browser tries them by `make docs-check`; what is checked here needs none.
"""

import asyncio
import re
import threading
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from app import docs
from app.config import Settings
from app.docs import PAGES, POLICY
from app.main import create_app

OWN = {file.name for file in (Path(docs.__file__).parent / "static").iterdir()}
POINTING = {"src", "href", "action", "data", "poster", "srcset"}


class Links(HTMLParser):
    """Everything a page points to, and what it runs by itself."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.urls: list[str] = []
        self.inline: list[str] = []
        self._open = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = tag
        for name, value in attrs:
            if name in POINTING:
                self.urls.append(value or "")
            if name == "style" or name.startswith("on"):
                self.inline.append(f"{name}={value}")

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style") and data.strip():
            self.inline.append(data)


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings(database_url=SecretStr("sqlite:///unused.db")))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://tiltyard") as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_and_all_it_loads_come_from_here(client: httpx.AsyncClient, path: str):
    page = await client.get(path)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    links = Links(page.text)
    assert len(links.urls) >= 3
    assert links.inline == []
    for url in links.urls:
        assert re.fullmatch(r"[a-z][\w./-]+", url), f"not relative: {url}"
        assert (await client.get(f"/{url}")).status_code == 200, url


@pytest.mark.parametrize("path", PAGES)
async def test_the_browser_is_told_to_load_nothing_else(client: httpx.AsyncClient, path: str):
    """Whatever the libraries would like to fetch: no rule names a host, and what isn't ruled is
    forbidden.
    """
    policy = (await client.get(path)).headers["content-security-policy"]
    assert policy == POLICY
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["connect-src"] == "'self'"
    allowed = {source for rule in rules.values() for source in rule.split()}
    assert allowed <= {"'none'", "'self'", "'unsafe-inline'", "data:", "blob:"}
    assert "'unsafe-inline'" not in rules["script-src"]


@pytest.mark.parametrize("path", PAGES)
async def test_styles_and_our_own_scripts_name_no_host(client: httpx.AsyncClient, path: str):
    urls = Links((await client.get(path)).text).urls
    for url in urls:
        text = (await client.get(f"/{url}")).text
        if url.endswith(".css"):
            assert not re.search(r"@import|url\(\s*(?!['\"]?data:)", text), url
        if Path(url).name in OWN:
            assert "http" not in text.replace("http://www.w3.org/2000/svg", ""), url
    script = (await client.get(f"{path}{path}.js")).text
    assert '"openapi.json"' in script


async def test_the_validator_of_another_host_is_off(client: httpx.AsyncClient):
    assert "validatorUrl: null" in (await client.get("/docs/docs.js")).text


async def test_references_are_followed_when_somebody_looks(client: httpx.AsyncClient):
    """Or an operation takes half a minute to open; `make docs-check` sees that it works."""
    urls = Links((await client.get("/docs")).text).urls
    assert urls.index("docs/references.js") < urls.index("docs/docs.js")
    assert "plugins: [FollowWhenSeen]" in (await client.get("/docs/docs.js")).text


async def test_the_reference_tells_each_event_once(client: httpx.AsyncClient):
    script = (await client.get("/redoc/redoc.js")).text
    assert "Redoc.init(withEventsOnce(document)" in script
    assert "Event" in (await client.get("/openapi.json")).json()["components"]["schemas"]


async def test_the_pages_work_below_a_path_of_a_proxy(client: httpx.AsyncClient):
    settings = Settings(database_url=SecretStr("sqlite:///unused.db"), root_path="/tiltyard")
    app = create_app(settings)
    transport = httpx.ASGITransport(app=app, root_path="/tiltyard")
    async with httpx.AsyncClient(transport=transport, base_url="http://host") as below:
        shown = (await below.get("/openapi.json")).json()
        assert shown["servers"] == [{"url": "/tiltyard"}]
        assert (await below.get("/docs")).text == (await client.get("/docs")).text


# --- the document ---------------------------------------------------------------------------------


async def test_the_document_is_made_once_and_sent_to_those_who_lack_it(client: httpx.AsyncClient):
    first = await client.get("/openapi.json")
    assert first.headers["content-type"] == "application/json"
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = await client.get("/openapi.json", headers={"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = await client.get("/openapi.json", headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, first.content)


async def test_many_who_ask_at_once_have_the_document_made_once():
    app = create_app(Settings(database_url=SecretStr("sqlite:///unused.db")))
    made = []
    make = app.openapi

    def counted() -> dict[str, Any]:
        made.append(threading.current_thread())
        return make()

    app.openapi = counted  # type: ignore[method-assign]
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://tiltyard") as client:
        answers = await asyncio.gather(*(client.get("/openapi.json") for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(made) == 1
    assert made[0] is not threading.main_thread()
