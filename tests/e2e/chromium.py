"""A headless Chromium, driven over its DevTools pipe: nothing is needed but the browser."""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-extensions", "--window-size=1280,4000",
)  # fmt: skip


def find_browser() -> str | None:
    """The path of a Chromium on this machine; CHROMIUM names one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class BrowserFailed(RuntimeError):
    """The browser ended, or refused a command."""


class Page:
    """A tab. `events` holds everything it told, by method."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands = os.fdopen(commands, "wb")
        self._answers = os.fdopen(answers, "rb")
        self._last = 0
        self._rest = b""
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> Any:
        """Sends a command and waits for its answer."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        self._commands.write(json.dumps(message).encode() + b"\0")
        self._commands.flush()
        while True:
            told = self._receive()
            if told.get("id") == self._last:
                if "error" in told:
                    raise BrowserFailed(f"{method}: {told['error']}")
                return told["result"]
            self.events.append(told)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = self._answers.read1()
            if not more:
                raise BrowserFailed("the browser has ended")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        return told

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression, of a promise when it is settled."""
        answer = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise BrowserFailed(json.dumps(answer["exceptionDetails"]["exception"])[:2000])
        return answer["result"].get("value")

    def open(self, url: str) -> None:
        """Goes to a URL, and returns when it is loaded."""
        self.send("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def urls(self) -> list[str]:
        """Every URL that was asked for."""
        self.run("0")  # what has happened by now is told before the answer to this
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    def errors(self) -> list[str]:
        """What the browser complained about: scripts, policies, things that did not load."""
        self.run("0")
        logged = [e["params"] for e in self.events if e.get("method") == "Log.entryAdded"]
        thrown = [e["params"] for e in self.events if e.get("method") == "Runtime.exceptionThrown"]
        return [json.dumps(e) for e in thrown] + [
            f"{e['entry']['text']} ({e['entry'].get('url')})"
            for e in logged
            if e["entry"]["level"] == "error"
        ]

    def picture(self, path: Path) -> None:
        """Takes a screenshot (PNG)."""
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot")["data"]))


@contextmanager
def browsing(browser: str, directory: Path) -> Iterator[Page]:
    """A page in a browser of its own, which ends with the block."""
    read_commands, commands = os.pipe()
    answers, write_answers = os.pipe()
    arguments = (*QUIET, f"--user-data-dir={directory}", "--remote-debugging-pipe", "about:blank")
    shell = f'exec "$0" "$@" 3<&{read_commands} 4>&{write_answers}'
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(
            ["sh", "-c", shell, browser, *arguments],
            pass_fds=(read_commands, write_answers),
            stdout=log,
            stderr=log,
        )
    os.close(read_commands)
    os.close(write_answers)
    try:
        yield Page(commands, answers)
    finally:
        process.terminate()
        process.wait(timeout=20)
