"""Structured logs, set up in one place; nothing that looks like a secret gets out."""

import logging
import re
import sys
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from typing import Any, Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request at hand: a middleware sets it, each line logged meanwhile carries it."""

REDACTED = "[redacted]"
CUT = " [cut]"
LONGEST_TEXT = 16_384
SHORTEST_KNOWN_SECRET = 8
UVICORN_LOGGERS = ("uvicorn", "uvicorn.access", "uvicorn.asgi", "uvicorn.error")
ACCESS_LOGGER = "uvicorn.access"
ACCESS_ARGUMENTS = 5
# At lower levels these log the parameters of statements, secrets among them.
LOGGERS_OF_PARAMETERS = ("sqlalchemy",)
TRACEBACK_FIELDS = frozenset({"exception", "stack"})

# An Idempotency-Key is among them because it gives back the token of the encounter it opened.
TELLTALE_WORDS = (
    r"(?:authori[sz]ation|token|seed|secret|password|passwd|passphrase|ticket|cookie|credential"
    r"|create[-_ ]?key|api[-_ ]?key|private[-_ ]?key|idempotency[-_ ]?key)"
)
SECRET_NAME = re.compile(rf"(?i){TELLTALE_WORDS}(?!s?[-_](?:id|count)s?$)")
# key=value, key="value", "key": "value" also inside a string, (b"key", b"value"), and
# "Authorization: Scheme value" as a whole. A quote that is never closed takes all that follows.
LABELLED = re.compile(
    rf"""(?ix)
    ( {TELLTALE_WORDS} (?!s?[-_](?:id|count)s?\b) [\w-]{{0,40}}
      (?: \s*[:=] | ["'\\]+\s*[:=,] ) \s* (?:b(?=["']))? )
    ( "(?:[^"\\]|\\.)*"?
    | \\"(?:[^"\\]|\\[^"])*(?:\\")?
    | '(?:[^'\\]|\\.)*'?
    | (?:(?:bearer|basic|digest)\s+)? [^\s"'&,;)\]}}]+ )
    """
)
SCHEME = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}")
URL_PASSWORD = re.compile(r"(://[^/\s:@]{0,200}):[^/\s@]{1,500}@")
CONTROL = {code: repr(chr(code))[1:-1] for code in (*range(32), *range(0x7F, 0xA0), 0x2028, 0x2029)}


class Redactor:
    """A log processor that blanks secrets: by a field's name, by a label in a text, by value."""

    def __init__(self, known_secrets: Iterable[str] = ()) -> None:
        """Blank these values wherever they appear, besides what looks like a secret."""
        values = sorted(
            {value for value in known_secrets if len(value) >= SHORTEST_KNOWN_SECRET},
            key=len,
            reverse=True,
        )
        self._known = re.compile("|".join(map(re.escape, values))) if values else None

    def __call__(self, logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        """Blank what must not get out of one log line."""
        del logger, method
        return {key: self._field(key, value) for key, value in event.items()}

    def text(self, text: str) -> str:
        """Blank the secrets in a text."""
        if self._known:
            text = self._known.sub(REDACTED, text)
        if len(text) > LONGEST_TEXT:
            text = text[:LONGEST_TEXT] + CUT
        text = LABELLED.sub(rf"\1{REDACTED}", text)
        text = SCHEME.sub(rf"\1 {REDACTED}", text)
        return URL_PASSWORD.sub(rf"\1:{REDACTED}@", text)

    def _field(self, name: object, value: object) -> object:
        if isinstance(name, str) and SECRET_NAME.search(name) and not isinstance(value, bool):
            return value if value is None else REDACTED
        return self._value(value)

    def _value(self, value: object) -> object:
        match value:
            case str():
                return self.text(value)
            case bool() | int() | float() | None:
                return value
            case Mapping():
                return {self._value(key): self._field(key, item) for key, item in value.items()}
            case list() | tuple() | set() | frozenset():
                return [self._value(item) for item in value]
            case _:
                return self.text(str(value))


class AccessFields(logging.Filter):
    """Gives uvicorn's line on a request named fields; the query string is left out altogether."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the record's arguments apart; it always passes."""
        arguments = record.args
        if isinstance(arguments, tuple) and len(arguments) == ACCESS_ARGUMENTS:
            client, method, path, _, status = arguments
            record.access_fields = {
                "client": client,
                "method": method,
                "path": str(path).partition("?")[0],
                "status": status,
            }
            record.msg = "request"
            record.args = ()
        return True


def configure_logging(
    *,
    level: str = "info",
    log_format: Literal["json", "text"] = "text",
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send everything that is logged, by whatever library, through one handler in one format."""
    stream = stream or sys.stderr
    shared: list[Processor] = [
        _add_request_id,
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _add_access_fields, _drop_colour_message],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                Redactor(secrets),
                *_rendering(log_format, colours=stream.isatty()),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in UVICORN_LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.setLevel(logging.NOTSET)
        logger.propagate = True
    logging.getLogger(ACCESS_LOGGER).filters = [AccessFields()]
    for name in LOGGERS_OF_PARAMETERS:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))
    logging.captureWarnings(capture=True)


def _rendering(log_format: Literal["json", "text"], *, colours: bool) -> list[Processor]:
    if log_format == "json":
        return [
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=True),
        ]
    return [
        _escape_control_characters,
        structlog.dev.ConsoleRenderer(
            colors=colours, exception_formatter=structlog.dev.plain_traceback
        ),
    ]


def _add_request_id(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    del logger, method
    if request_id := REQUEST_ID.get():
        event["request_id"] = request_id
    return event


def _add_access_fields(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    del logger, method
    event.update(getattr(event["_record"], "access_fields", {}))
    return event


def _drop_colour_message(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Drop uvicorn's second copy of a message, made for terminals."""
    del logger, method
    event.pop("color_message", None)
    return event


def _escape_control_characters(
    logger: WrappedLogger, method: str, event: EventDict
) -> dict[str, Any]:
    """Keep what a client sent from starting a line of its own."""
    del logger, method
    return {
        key: value.translate(CONTROL)
        if isinstance(value, str) and key not in TRACEBACK_FIELDS
        else value
        for key, value in event.items()
    }
