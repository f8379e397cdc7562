"""Tries the documentation pages as a person does, in a real Chromium: make docs-check.

From top to bottom it executes every operation with what the page offers, authorizes by the button,
and holds each page to asking nobody but its own host.
"""

import json
import sys
import tempfile
from pathlib import Path

import httpx

from tests.api.first_fight import on_the_page
from tests.e2e.chromium import Page, browsing, find_browser
from tests.e2e.server import running

NO_BROWSER = """\
docs-check needs Chromium: on Debian and Ubuntu "apt-get install chromium", elsewhere any Chromium
or Chrome, named by CHROMIUM=/path/to/it if it isn't found."""

LOOKED_AT = {
    "operations-encounters-open_encounter": (
        ("One of", "Tides of Ichor: EncounterIn", "combatants", "Items", "sheet", "ws"),
        ("Weapon skill", "[1, 100]", "Close combat"),
    ),
    "operations-fight-act": (
        ("Any of", "Action", "Any of", "Tides of Ichor: Action", "One of", "Charge", "zone"),
        ("(integer | null)", "Where to", "Default"),
    ),
}
"""Where in the schema of an operation's body somebody looks, and what must be said there."""

HELPERS = """
window.until = (what, wanted) => new Promise((resolve, reject) => {
  const started = Date.now();
  const look = () => {
    const value = wanted();
    if (value) resolve(value);
    else if (Date.now() - started > 20000) reject(new Error("waited in vain for " + what));
    else requestAnimationFrame(look);
  };
  look();
});
window.found = (selector, root = document) => until(selector, () => root.querySelector(selector));
window.filledIn = (block) => {
  const rows = [...block.querySelectorAll(".parameters tr")];
  const required = rows.filter((row) => row.querySelector(".parameter__name.required"));
  const bodies = [...block.querySelectorAll("textarea.body-param__text")];
  return [...required.map((row) => row.querySelector("input")), ...bodies].every((f) => f?.value);
};
window.type = (input, text) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
};
window.executed = async (id, path, method) => {
  const block = await found("#" + CSS.escape(id));
  block.querySelector(".opblock-summary-control").click();
  const execute = await found("button.execute", block);
  await until("what to fill in", () => filledIn(block));
  const { specJson, specResolvedSubtree } = ui.getSystem().specSelectors;
  const place = ["paths", path, method];
  if (specResolvedSubtree(place) !== specJson().getIn(place) || block.querySelector("article")) {
    throw new Error("references are followed before anybody looks");
  }
  await new Promise(requestAnimationFrame);
  execute.click();
  const answer = await found(".live-responses-table tr.response", block);
  const status = answer.querySelector(".response-col_status").innerText;
  const code = answer.querySelector(".response-col_description pre code");
  block.querySelector(".opblock-summary-control").click();
  return [status.trim().slice(0, 3), code ? code.innerText : ""];
};
window.looked = async (id, titles) => {
  const block = await found("#" + CSS.escape(id));
  block.querySelector(".opblock-summary-control").click();
  (await found(".tablinks[data-name='model']", block)).click();
  let within = await found("article", block);
  for (const title of titles) {
    const head = ":scope > .json-schema-2020-12-head, :scope > .json-schema-2020-12-accordion";
    const named = (one) => one.querySelector(head)?.innerText.includes(title);
    const nodes = () => [...within.querySelectorAll("article, .json-schema-2020-12-keyword")];
    within = await until(title, () => nodes().find(named));
    await until(`${title}, expanded`, () => {
      if (within.querySelector(".json-schema-2020-12-accordion__icon--expanded")) return true;
      within.querySelector(".json-schema-2020-12-accordion").click();
    });
  }
  await new Promise(requestAnimationFrame);
  const seen = within.innerText;
  block.querySelector(".opblock-summary-control").click();
  return seen;
};
window.authorized = async (token) => {
  (await found(".scheme-container .btn.authorize")).click();
  const dialog = await found(".dialog-ux");
  const forms = [...dialog.querySelectorAll(".auth-container")];
  const form = forms.find((one) => one.innerText.includes("HTTPBearer"));
  const logout = [...form.querySelectorAll("button")].find((b) => b.innerText === "Logout");
  const known = logout !== undefined;
  if (known) logout.click();
  type(await found("input", form), token);
  [...form.querySelectorAll("button")].find((b) => b.innerText === "Authorize").click();
  dialog.querySelector(".close-modal").click();
  return known;
};
true
"""


def check_swagger(page: Page, url: str) -> None:
    """Executes everything from top to bottom."""
    document = httpx.get(f"{url}/openapi.json").json()
    page.open(f"{url}/docs")
    page.run(HELPERS)
    for method, path, operation in on_the_page(document):
        id = operation["operationId"]
        place = f"operations-{operation['tags'][0]}-{id}"
        status, body = page.run(f"executed({place!r}, {path!r}, {method!r})")
        if status[0] != "2":
            raise SystemExit(f"docs-check: {id} was answered {status}: {body}")
        sys.stderr.write(f"  {status} {id}\n")
        if id == "open_encounter":
            token = json.loads(body)["token"]
            if not page.run(f"authorized({token!r})"):
                raise SystemExit("docs-check: the opened encounter's token was not taken over")


def check_schemas(page: Page, url: str) -> None:
    """Follows the references from a body down to a field of a ruleset."""
    page.open(f"{url}/docs")
    page.run(HELPERS)
    for id, (titles, wanted) in LOOKED_AT.items():
        seen = page.run(f"looked({id!r}, {list(titles)!r})")
        missing = [words for words in wanted if words not in seen]
        if missing:
            raise SystemExit(f"docs-check: {id} doesn't say {missing} of {titles[-1]}: {seen}")


def check_redoc(page: Page, url: str) -> None:
    """Waits until every operation is there to be read."""
    document = httpx.get(f"{url}/openapi.json").json()
    page.open(f"{url}/redoc")
    page.run(HELPERS)
    page.run("found('[data-section-id]').then(() => true)")
    shown = page.run("document.querySelectorAll('[data-section-id^=\"tag/\"]').length")
    wanted = len(list(on_the_page(document))) + len(document["tags"])
    if shown < wanted:
        raise SystemExit(f"docs-check: /redoc shows {shown} of {wanted} sections")


def check_quiet(page: Page, url: str) -> None:
    """Nothing was asked of anybody else, and the browser found nothing wrong."""
    outside = [
        asked
        for asked in page.urls()
        if not asked.startswith((f"{url}/", "data:", f"blob:{url}/", "about:"))
    ]
    if outside or page.errors():
        raise SystemExit(f"docs-check: asked outside {outside}; errors {page.errors()}")


def main() -> None:
    """Checks both pages."""
    browser = find_browser()
    if browser is None:
        raise SystemExit(NO_BROWSER)
    with tempfile.TemporaryDirectory() as made:
        directory = Path(made)
        database = f"sqlite:///{directory}/docs.db"
        with running(database, directory / "server.log") as server:
            for check in (check_swagger, check_schemas, check_redoc):
                profile = directory / check.__name__
                profile.mkdir()
                with browsing(browser, profile) as page:
                    check(page, server.url)
                    check_quiet(page, server.url)
                sys.stderr.write(f"{check.__name__}: fine, and nothing from elsewhere\n")


if __name__ == "__main__":
    main()
