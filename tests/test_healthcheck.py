"""The health check of a container: what `/readyz` says, as an exit status."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from app.healthcheck import main


@contextmanager
def answering(status: int, body: bytes) -> Iterator[int]:
    """A service that gives this answer to one request for /readyz; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        yield server.server_port
        thread.join()


@pytest.mark.parametrize(("status", "result"), [(200, 0), (503, 1)])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_ready_is_well_and_anything_else_is_not(
    host: str,
    status: int,
    result: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
):
    with answering(status, b'{"status": "so"}') as port:
        monkeypatch.setenv("TILTYARD_HOST", host)
        monkeypatch.setenv("TILTYARD_CREATE_KEY", "k7Qm2xV9pL4tZ8wB")
        monkeypatch.setenv("TILTYARD_PORT", str(port))
        assert main() == result
    assert capsys.readouterr().out == '{"status": "so"}\n'


def test_no_answer_is_not_well(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        port = server.server_port
    monkeypatch.setenv("TILTYARD_PORT", str(port))
    assert main() == 1
    assert capsys.readouterr().out.startswith(f"no answer from 127.0.0.1, port {port}: ")
