"""Logs: one format for everything, and no secret in it."""

import io
import json
import logging
import warnings
from collections.abc import Iterator

import pytest
import structlog

from app.logs import REDACTED, REQUEST_ID, UVICORN_LOGGERS, Redactor, configure_logging

SECRET = "Zk3vQ9wT7xN2"
LOGGERS = ("", *UVICORN_LOGGERS, "sqlalchemy")


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    before = [
        (logger, logger.handlers, logger.level, logger.propagate, logger.filters)
        for logger in map(logging.getLogger, LOGGERS)
    ]
    yield
    for logger, handlers, level, propagate, filters in before:
        logger.handlers = handlers
        logger.setLevel(level)
        logger.propagate = propagate
        logger.filters = filters
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


class Lines(io.StringIO):
    """What was logged, as text or as objects."""

    def objects(self) -> list[dict]:
        return [json.loads(line) for line in self.getvalue().splitlines()]


@pytest.fixture
def json_lines() -> Lines:
    lines = Lines()
    configure_logging(level="debug", log_format="json", secrets=[SECRET], stream=lines)
    return lines


@pytest.fixture
def text_lines() -> Lines:
    lines = Lines()
    configure_logging(level="debug", log_format="text", secrets=[SECRET], stream=lines)
    return lines


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer {SECRET}",
        f"authorization: {SECRET}",
        f"AUTHORIZATION=Basic {SECRET}=",
        f"Bearer {SECRET}",
        f"token={SECRET}",
        f"token={SECRET}&after=7",
        f"gm_token: {SECRET}",
        f"player-token = '{SECRET}'",
        f"X-Create-Key: {SECRET}",
        f"TILTYARD_CREATE_KEY={SECRET}",
        f"createKey={SECRET}",
        f'{{"token": "{SECRET}"}}',
        f'{{"seed":"a \\" {SECRET}"}}',
        f'"{{\\"token\\": \\"{SECRET}\\"}}"',
        f"{{'server_secret': '{SECRET}'}}",
        f"(b'authorization', b'Bearer {SECRET}')",
        f'(b"cookie", b"{SECRET}")',
        f"seed = {SECRET},",
        f"idempotency-key: {SECRET}",
        f"/v1/encounters/x/events?ticket={SECRET}",
        f"postgresql://user:{SECRET}@host/db",
        f'token="{SECRET} never closed',
    ],
)
def test_a_labelled_secret_is_blanked(text):
    redacted = Redactor().text(text)
    assert SECRET not in redacted
    assert REDACTED in redacted


@pytest.mark.parametrize(
    "text",
    [
        "the token, however, was revoked",
        "a seeded encounter",
        "token_id=7",
        "token_count: 3",
        "http://127.0.0.1:8000/v1/encounters",
        "Sotek strikes Orc 1: hit (76 over 35)",
        "bearer of bad news",
    ],
)
def test_other_text_is_left_alone(text):
    assert Redactor().text(text) == text


def test_a_known_secret_is_blanked_wherever_it_stands():
    assert Redactor([SECRET]).text(f"GET /{SECRET}/x") == f"GET /{REDACTED}/x"


def test_a_known_secret_inside_a_longer_one_leaves_nothing():
    assert Redactor([SECRET, SECRET + "-more"]).text(f"{SECRET}-more") == REDACTED


def test_long_hostile_text_is_cut_and_quick():
    for text in ('token="' * 20_000, "token" * 30_000, "a" * 300_000, "://" * 50_000):
        assert len(Redactor().text(text)) < 50_000


@pytest.mark.parametrize(
    "name",
    ["token", "Authorization", "gm_token", "seed", "create_key", "server_secret", "password"],
)
def test_a_field_is_blanked_by_its_name(json_lines, name):
    structlog.get_logger("app").info("opened", **{name: SECRET[::-1]})
    assert json_lines.objects()[0][name] == REDACTED


def test_fields_within_fields_are_blanked(json_lines):
    structlog.get_logger("app").info(
        "opened", body={"dice": [{"seed": 12345}], "headers": {"Authorization": "x"}, "size": 3}
    )
    assert json_lines.objects()[0]["body"] == {
        "dice": [{"seed": REDACTED}],
        "headers": {"Authorization": REDACTED},
        "size": 3,
    }


def test_an_object_is_blanked_in_its_text(json_lines):
    structlog.get_logger("app").info("opened", body=ValueError(f"token={SECRET}"))
    assert SECRET not in json_lines.getvalue()


def test_a_traceback_is_blanked(json_lines):
    try:
        raise ValueError(f"bad token={SECRET[::-1]} and {SECRET}")
    except ValueError:
        structlog.get_logger("app").exception("failed")
    assert SECRET not in json_lines.getvalue()
    assert SECRET[::-1] not in json_lines.getvalue()
    assert "ValueError: bad token=" in json_lines.objects()[0]["exception"]


def test_a_traceback_as_text_shows_no_variables(text_lines):
    def fail(argument: str) -> None:
        raise ValueError("failed")

    try:
        fail(SECRET[::-1])
    except ValueError:
        logging.getLogger("library").exception("failed")
    assert "ValueError: failed" in text_lines.getvalue()
    assert SECRET[::-1] not in text_lines.getvalue()


def test_other_libraries_share_the_format(json_lines):
    logging.getLogger("library").warning("low on %s, token=%s", "space", "abc")
    line = json_lines.objects()[0]
    assert line["message"] == f"low on space, token={REDACTED}"
    assert line["level"] == "warning"
    assert line["logger"] == "library"
    assert line["timestamp"].endswith("Z")


def test_warnings_are_logged(json_lines):
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(capture=True)
        warnings.warn("old ways", DeprecationWarning, stacklevel=1)
    logging.captureWarnings(capture=False)
    assert "old ways" in json_lines.objects()[0]["message"]


def test_requests_are_logged_without_their_query(json_lines):
    logging.getLogger("uvicorn.access").info(
        '%s - "%s %s HTTP/%s" %d', "127.0.0.1:5", "GET", f"/v1/x?link={SECRET[::-1]}", "1.1", 200
    )
    line = json_lines.objects()[0]
    assert line["message"] == "request"
    assert (line["method"], line["path"], line["status"]) == ("GET", "/v1/x", 200)
    assert SECRET[::-1] not in json_lines.getvalue()


def test_the_id_of_the_request_is_on_its_lines(json_lines):
    reset = REQUEST_ID.set("r-17")
    structlog.get_logger("app").info("during")
    logging.getLogger("library").info("during")
    REQUEST_ID.reset(reset)
    structlog.get_logger("app").info("after")
    assert [line.get("request_id") for line in json_lines.objects()] == ["r-17", "r-17", None]


def test_a_client_cannot_start_a_line_of_its_own(text_lines, json_lines):
    configure_logging(log_format="text", stream=text_lines)
    structlog.get_logger("app").info("joined", name="Orc\n2026 [info] forged\x1b[2J")
    logging.getLogger("library").info("joined\n2026 [info] forged")
    assert len(text_lines.getvalue().splitlines()) == 2
    assert "\x1b" not in text_lines.getvalue()


def test_the_level_is_kept(json_lines):
    configure_logging(level="warning", log_format="json", stream=json_lines)
    structlog.get_logger("app").info("chatter")
    logging.getLogger("library").info("chatter")
    logging.getLogger("uvicorn.access").info("chatter")
    assert json_lines.getvalue() == ""


def test_parameters_of_statements_are_not_logged(json_lines):
    for name in ("sqlalchemy.engine.Engine",):
        logging.getLogger(name).info("executing INSERT ... %s", "value")
    assert json_lines.getvalue() == ""


def test_configuring_twice_logs_once(json_lines):
    configure_logging(level="info", log_format="json", stream=json_lines)
    logging.getLogger("uvicorn.error").info("started")
    assert len(json_lines.objects()) == 1
