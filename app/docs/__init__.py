"""The documentation pages: /docs to try everything, /redoc to read.

They and all they are made of come from this host, and the browser is told to refuse anything else.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles

OWN = ("app.docs", "static")
LIBRARIES = "fastapi_standalone_docs"
PAGES = {
    "/docs": (OWN, (LIBRARIES, "static/swagger")),
    "/redoc": (OWN, (LIBRARIES, "static/redoc")),
}
"""Each page, and the folders that hold what is under its path."""

RULES = {
    "default-src": "'none'",
    "connect-src": "'self'",
    "font-src": "'self' data:",
    "img-src": "'self' data:",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",  # both libraries write styles into their pages
    "worker-src": "blob:",  # the search of ReDoc
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
POLICY = "; ".join(f"{what} {sources}" for what, sources in RULES.items())
HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}


def add_pages(app: FastAPI) -> None:
    """Serves the pages. All their URLs are relative, so that a proxy may put them anywhere."""
    for path, folders in PAGES.items():
        html = (Path(__file__).parent / f"{path[1:]}.html").read_text()
        app.add_api_route(path, _serving(html), include_in_schema=False)
        app.mount(f"{path}/", StaticFiles(packages=list(folders)))
    app.add_api_route("/", _to_the_docs, include_in_schema=False)


async def _to_the_docs() -> Response:
    return RedirectResponse("docs")


def _serving(html: str) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        return HTMLResponse(html, headers=HEADERS)

    return page
