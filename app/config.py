"""Settings from the environment; an unknown or weak value stops the start with a clear message."""

import difflib
import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Self
from urllib.parse import SplitResult, unquote, urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

PREFIX = "TILTYARD_"
FILE_SUFFIX = "_FILE"

SHORTEST_CREATE_KEY = 16
SHORTEST_SERVER_SECRET = 32
FEWEST_DIFFERENT_CHARACTERS = 5
LARGEST_SECRET_FILE = 65_536
HIGHEST_PORT = 65_535
LONGEST_SHOWN_VALUE = 60
SECRET_FIELDS = ("database_url", "create_key", "server_secret")
PLACEHOLDERS = ("changeme", "change-me", "change_me", "placeholder", "password", "your-secret")

HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?")
ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{1,5})?")
# Kubernetes sets such variables for a Service named "tiltyard".
SERVICE_LINK = re.compile(rf"{PREFIX}(SERVICE_(HOST|PORT)|PORT_[0-9]+_(TCP|UDP)).*")


class SettingsError(Exception):
    """The environment does not describe a service that may start."""

    def __init__(self, problems: list[str]) -> None:
        """Keep one line a problem."""
        super().__init__("\n".join(problems))
        self.problems = problems


def _comma_separated(value: object) -> object:
    """Split what the environment gives as one string; leave a list as it is."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _lower_case(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


def _host(value: str) -> str:
    if _address(value) is None and not HOST_NAME.fullmatch(value):
        raise ValueError(f"must be an IP address or a host name, without a port, not {value!r}")
    return value


def _origins(values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if value != "*" and not ORIGIN.fullmatch(value):
            raise ValueError(
                f"must list origins such as https://forum.example, in lower case and without"
                f" a path or a final slash, not {value!r}"
            )
    if "*" in values and len(values) > 1:
        raise ValueError('must be "*" alone or a list of origins, not both')
    return values


def _proxies(values: tuple[str, ...]) -> tuple[str, ...]:
    for value in values:
        if value != "*" and _network(value) is None:
            raise ValueError(f"must list IP addresses or networks, not {value!r}")
    if "*" in values and len(values) > 1:
        raise ValueError('must be "*" alone or a list of proxies, not both')
    return values


def _root_path(value: str) -> str:
    if value and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", value):
        raise ValueError(f"must start with a slash and not end with one, not {value!r}")
    return value


def _database_url(secret: SecretStr) -> SecretStr:
    """Accept an SQLite file or a Postgres database; no message holds the URL or its password."""
    try:
        url = urlsplit(secret.get_secret_value())
    except ValueError:
        raise ValueError("must be a URL such as sqlite:///tiltyard.db") from None
    match url.scheme:
        case "sqlite":
            problem = _sqlite_problem(url)
        case "postgresql":
            problem = _postgresql_problem(url)
        case scheme if scheme.startswith(("sqlite+", "postgresql+")):
            problem = f"must not name a driver: write {scheme.partition('+')[0]}://"
        case "postgres":
            problem = "must start with postgresql://"
        case _:
            problem = "must start with sqlite:/// or postgresql://"
    if problem:
        raise ValueError(problem)
    return secret


def _sqlite_problem(url: SplitResult) -> str | None:
    if url.netloc:
        return "needs three slashes before a file's path, four before an absolute one"
    if url.query or url.fragment:
        return "must be a plain path for SQLite, without ? or #"
    path = unquote(url.path)[1:]
    if not path or path == ":memory:" or path.endswith("/") or "\0" in path:
        return "must name a file, such as sqlite:///tiltyard.db; a database in memory won't do"
    return None


def _postgresql_problem(url: SplitResult) -> str | None:
    if not url.path.strip("/"):
        return "must name a database, such as postgresql://user@host/tiltyard"
    if url.fragment:
        return "must not hold a #; write it as %23 in a password"
    for host in url.netloc.rpartition("@")[2].split(","):
        port = host.rpartition("]")[2].partition(":")[2] if ":" in host else ""
        if port and not (port.isdigit() and 0 < int(port) <= HIGHEST_PORT):
            return "holds a port that is not a number from 1 to 65535"
    return None


def _weakness(value: str, shortest: int) -> str | None:
    """Say what is wrong with a secret, without a character of it."""
    if len(value) < shortest:
        return f"must have at least {shortest} characters; it has {len(value)}"
    if not re.fullmatch(r"[!-~]+", value):
        return "must hold only printable ASCII characters, and no spaces"
    if len(set(value)) < FEWEST_DIFFERENT_CHARACTERS:
        return "must be random: it repeats a few characters"
    if any(placeholder in value.lower() for placeholder in PLACEHOLDERS):
        return "must be random: it looks like a placeholder from an example"
    return None


def _create_key(secret: SecretStr | None) -> SecretStr | None:
    return _strong(secret, SHORTEST_CREATE_KEY)


def _server_secret(secret: SecretStr | None) -> SecretStr | None:
    return _strong(secret, SHORTEST_SERVER_SECRET)


def _strong(secret: SecretStr | None, shortest: int) -> SecretStr | None:
    if secret is not None and (weakness := _weakness(secret.get_secret_value(), shortest)):
        raise ValueError(weakness)
    return secret


def _address(value: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(value)
    except ValueError:
        return None


def _network(value: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(value)
    except ValueError:
        return None


CommaSeparated = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_comma_separated)]


class Settings(BaseSettings):
    """How this service runs; each field is read from TILTYARD_ and its name."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        validate_default=True,
    )

    host: Annotated[str, AfterValidator(_host)] = Field(
        default="127.0.0.1",
        description="Address to listen on. Any but a loopback address needs `TILTYARD_CREATE_KEY`.",
    )
    port: int = Field(
        default=8000, ge=0, le=HIGHEST_PORT, description="Port to listen on; 0 takes a free one."
    )
    database_url: Annotated[SecretStr, AfterValidator(_database_url)] = Field(
        default=SecretStr("sqlite:///tiltyard.db"),
        description="`sqlite:///file.db` (four slashes for an absolute path), or"
        " `postgresql://user:password@host/database`, with `?sslmode=…` and the like.",
    )
    migrate: Annotated[Literal["start", "never"], BeforeValidator(_lower_case)] = Field(
        default="start",
        description="When the tables are brought up to date: at each `start`, or `never`: then the"
        " service starts only on tables that `python -m app.migrations` has brought up to date.",
    )
    create_key: Annotated[SecretStr | None, AfterValidator(_create_key)] = Field(
        default=None,
        description="Key that opening an encounter asks for, of at least 16 characters."
        " Without one anybody who reaches the service may open encounters.",
    )
    server_secret: Annotated[SecretStr | None, AfterValidator(_server_secret)] = Field(
        default=None,
        description="Secret of at least 32 characters that the tokens of keyed openings are derived"
        " from. Left out, one is made at the first start and kept in the database.",
    )
    cors_origins: Annotated[CommaSeparated, AfterValidator(_origins)] = Field(
        default=(),
        description="Origins whose pages may call the API, separated by commas, or `*` for all.",
    )
    max_combatants: int = Field(
        default=200, ge=1, le=10_000, description="Most combatants in one encounter."
    )
    max_log_entries: int = Field(
        default=10_000, ge=1, le=1_000_000, description="Most log entries of one encounter."
    )
    max_body_bytes: int = Field(
        default=65_536, ge=1_024, le=67_108_864, description="Largest request body, in bytes."
    )
    max_json_depth: int = Field(
        default=32, ge=4, le=200, description="Deepest nesting of a JSON body."
    )
    max_odds_runs: int = Field(
        default=10_000,
        ge=100,
        le=10_000_000,
        description="Most runs of the rules for the odds of one action. Where exact odds take more"
        " they are refused, or estimated when an estimate will do.",
    )
    max_odds_seconds: float = Field(
        default=2.0,
        ge=0.001,
        le=600,
        description="Most seconds of work for the exact odds of one action, and again for an"
        " estimate. Where exact odds take longer it is as with too many runs.",
    )
    openings_per_minute: int = Field(
        default=1_000,
        ge=0,
        le=10_000_000,
        description="Encounters that one address may open in a minute; 0 for no limit.",
    )
    writes_per_minute: int = Field(
        default=600_000,
        ge=0,
        le=10_000_000,
        description="Requests that change something which one token may send in a minute;"
        " 0 for no limit.",
    )
    address_writes_per_minute: int = Field(
        default=1_200_000,
        ge=0,
        le=10_000_000,
        description="The same for all tokens used from one address.",
    )
    costly_reads_per_minute: int = Field(
        default=3_000,
        ge=0,
        le=10_000_000,
        description="Costly reads (states of the past, odds, proofs, and verification by its"
        " length) of one token in a minute; 0 for no limit.",
    )
    address_costly_reads_per_minute: int = Field(
        default=12_000,
        ge=0,
        le=10_000_000,
        description="The same for all tokens used from one address.",
    )
    log_level: Annotated[
        Literal["debug", "info", "warning", "error", "critical"], BeforeValidator(_lower_case)
    ] = Field(
        default="info",
        description="Least level that is logged: debug, info, warning, error or critical.",
    )
    log_format: Annotated[Literal["json", "text"], BeforeValidator(_lower_case)] = Field(
        default="text", description="`json` for one object a line, `text` for people."
    )
    shutdown_seconds: int = Field(
        default=10,
        ge=1,
        le=600,
        description="How long open requests and streams may take to end when the service stops.",
    )
    pool_size: int = Field(
        default=5, ge=1, le=500, description="Connections to Postgres that are kept open."
    )
    pool_max_overflow: int = Field(
        default=5, ge=0, le=500, description="Connections to Postgres beyond those, when busy."
    )
    pool_timeout_seconds: float = Field(
        default=5,
        gt=0,
        le=300,
        description="How long a request waits for a connection to Postgres.",
    )
    metrics_port: int | None = Field(
        default=None,
        ge=1,
        le=HIGHEST_PORT,
        description="Port that shows metrics to Prometheus at `/metrics`. Left out, nothing does.",
    )
    metrics_host: Annotated[str, AfterValidator(_host)] = Field(
        default="127.0.0.1",
        description="Address for that port. Whoever reaches it reads the metrics, without a key.",
    )
    root_path: Annotated[str, AfterValidator(_root_path)] = Field(
        default="",
        description="Path, such as `/tiltyard`, that a proxy strips before it hands a request on.",
    )
    forwarded_allow_ips: Annotated[CommaSeparated, AfterValidator(_proxies)] = Field(
        default=(),
        description="Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed:"
        " addresses or networks, separated by commas, or `*`.",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Read arguments, then variables, then the files that `…_FILE` variables name."""
        del dotenv_settings, file_secret_settings
        return (init_settings, env_settings, _SecretFiles(settings_cls))

    @model_validator(mode="after")
    def _open_to_others_needs_a_key(self) -> Self:
        if self.create_key is None and not self.listens_on_loopback:
            raise ValueError(
                f"{PREFIX}CREATE_KEY: must be set (at least {SHORTEST_CREATE_KEY} characters)"
                f" because {PREFIX}HOST is {self.host}, which others can reach"
            )
        return self

    @model_validator(mode="after")
    def _secrets_differ(self) -> Self:
        if self.server_secret is not None and self.server_secret == self.create_key:
            raise ValueError(f"{PREFIX}SERVER_SECRET: must differ from {PREFIX}CREATE_KEY")
        return self

    @property
    def listens_on_loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        address = _address(self.host)
        if address is None:
            return self.host.lower() == "localhost"
        mapped = getattr(address, "ipv4_mapped", None)
        return bool((mapped or address).is_loopback)

    @property
    def database_kind(self) -> Literal["sqlite", "postgresql"]:
        """Which of the two databases is used."""
        is_sqlite = self.database_url.get_secret_value().startswith("sqlite:")
        return "sqlite" if is_sqlite else "postgresql"

    @property
    def sqlite_path(self) -> Path | None:
        """The file of the SQLite database; None when Postgres is used."""
        if self.database_kind != "sqlite":
            return None
        return Path(unquote(urlsplit(self.database_url.get_secret_value()).path)[1:])

    @property
    def secrets(self) -> tuple[str, ...]:
        """Every secret value, for the log to keep out."""
        keys = [key.get_secret_value() for key in (self.create_key, self.server_secret) if key]
        password = urlsplit(self.database_url.get_secret_value()).password
        return (*keys, *((password, unquote(password)) if password else ()))


class _SecretFiles(PydanticBaseSettingsSource):
    """Secrets from the files that variables such as TILTYARD_CREATE_KEY_FILE name."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Read the file of one secret, if there is one."""
        del field
        environment = _environment()
        variable = variable_of(field_name)
        path = environment.get(variable + FILE_SUFFIX)
        if path is None:
            return None, field_name, False
        if variable in environment:
            raise SettingsError([f"{variable}{FILE_SUFFIX}: must not be set beside {variable}"])
        return _secret_in(path, variable + FILE_SUFFIX), field_name, False

    def __call__(self) -> dict[str, Any]:
        """Read every secret that has a file."""
        values: dict[str, Any] = {}
        problems: list[str] = []
        for name in SECRET_FIELDS:
            try:
                value, key, _ = self.get_field_value(self.settings_cls.model_fields[name], name)
            except SettingsError as error:
                problems += error.problems
                continue
            if value is not None:
                values[key] = value
        if problems:
            raise SettingsError(problems)
        return values


class SettingRow(NamedTuple):
    """One setting, as the README lists it."""

    variable: str
    default: str
    description: str


def load_settings() -> Settings:
    """Read the environment, or raise a SettingsError that lists everything wrong with it."""
    problems = _unknown_variables()
    try:
        settings = Settings()
    except SettingsError as error:
        raise SettingsError(problems + error.problems) from None
    except ValidationError as error:
        raise SettingsError(problems + _explained(error)) from None
    if problems:
        raise SettingsError(problems)
    return settings


def setting_rows() -> list[SettingRow]:
    """List all settings with their defaults; secrets may come from a file as well."""
    rows = []
    for name, field in Settings.model_fields.items():
        variable = variable_of(name)
        if name in SECRET_FIELDS:
            variable += f" or {variable}{FILE_SUFFIX}"
        rows.append(SettingRow(variable, _shown(field.default), field.description or ""))
    return rows


def variable_of(field_name: str) -> str:
    """Name the environment variable of a field."""
    return PREFIX + field_name.upper()


def _shown(default: object) -> str:
    match default:
        case None | () | "":
            return ""
        case SecretStr():
            return default.get_secret_value()
        case _:
            return str(default)


def _environment() -> dict[str, str]:
    """Our variables in upper case; one that is set to nothing counts as not set."""
    return {
        name.upper(): value
        for name, value in os.environ.items()
        if name.upper().startswith(PREFIX) and value
    }


def _known_variables() -> set[str]:
    names = {variable_of(name) for name in Settings.model_fields}
    return names | {variable_of(name) + FILE_SUFFIX for name in SECRET_FIELDS}


def _unknown_variables() -> list[str]:
    known = _known_variables()
    problems = []
    for variable in sorted(_environment().keys() - known):
        problem = f"{variable}: is not a setting of Tiltyard"
        if SERVICE_LINK.fullmatch(variable):
            problem += "; Kubernetes sets it unless the pod has enableServiceLinks: false"
        elif close := difflib.get_close_matches(variable, sorted(known), n=1, cutoff=0.8):
            problem += f"; did you mean {close[0]}?"
        problems.append(problem)
    return problems


def _secret_in(path: str, variable: str) -> str:
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(LARGEST_SECRET_FILE)
    except UnicodeDecodeError:
        raise SettingsError([f"{variable}: names a file that is not UTF-8 text"]) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise SettingsError([f"{variable}: can't be read: {reason}"]) from None
    return text.removesuffix("\n").removesuffix("\r")


def _explained(error: ValidationError) -> list[str]:
    """One line a problem, with the variable's name and never a secret's value."""
    environment = _environment()
    problems = []
    for detail in error.errors(include_url=False):
        cause = detail.get("ctx", {}).get("error")
        message = str(cause or detail["msg"])
        if not detail["loc"]:
            problems.append(message)
            continue
        name = str(detail["loc"][0])
        variable = variable_of(name)
        if variable + FILE_SUFFIX in environment:
            variable += FILE_SUFFIX
        if cause is None:
            message = message.replace("Input should", "must").partition(", unable to")[0]
            if name not in SECRET_FIELDS:
                message += f", not {str(detail['input'])[:LONGEST_SHOWN_VALUE]!r}"
        problems.append(f"{variable}: {message}")
    return problems
