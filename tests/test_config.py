"""Settings: what the environment may say, and what stops the start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.config import SECRET_FIELDS, Settings, SettingsError, load_settings, setting_rows

GOOD_KEY = "k7Qm2xV9pL4tZ8wB"
GOOD_SECRET = "9f2c4e71b80d5a36e1f7c2084db95a63"
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch):
    for name in os.environ:
        if name.upper().startswith("TILTYARD_"):
            monkeypatch.delenv(name)


@pytest.fixture
def environment(monkeypatch):
    def set_variables(**values: str) -> None:
        for name, value in values.items():
            monkeypatch.setenv(f"TILTYARD_{name}", value)

    return set_variables


def problems() -> list[str]:
    with pytest.raises(SettingsError) as refused:
        load_settings()
    return refused.value.problems


def only_problem() -> str:
    found = problems()
    assert len(found) == 1, found
    return found[0]


def test_defaults_serve_this_machine_from_a_file():
    settings = load_settings()
    assert settings.host == "127.0.0.1"
    assert settings.port == 8000
    assert settings.sqlite_path == Path("tiltyard.db")
    assert settings.database_kind == "sqlite"
    assert settings.create_key is None
    assert settings.server_secret is None
    assert settings.cors_origins == ()
    assert settings.forwarded_allow_ips == ()
    assert settings.metrics_port is None
    assert settings.secrets == ()


def test_variables_set_the_fields(environment):
    environment(PORT="9000", MAX_COMBATANTS="12", LOG_FORMAT="JSON", LOG_LEVEL="Warning")
    settings = load_settings()
    assert settings.port == 9000
    assert settings.max_combatants == 12
    assert settings.log_format == "json"
    assert settings.log_level == "warning"


def test_a_variable_set_to_nothing_counts_as_not_set(environment):
    environment(HOST="", PORT="", CREATE_KEY="", CREATE_KEY_FILE="", CORS_ORIGINS="", NONSENSE="")
    settings = load_settings()
    assert settings.host == "127.0.0.1"
    assert settings.create_key is None


def test_settings_do_not_change():
    settings = load_settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.port = 1  # type: ignore[misc]


class TestUnknownVariables:
    def test_a_misspelt_one_is_refused_with_a_guess(self, environment):
        environment(PROT="9000")
        assert only_problem() == (
            "TILTYARD_PROT: is not a setting of Tiltyard; did you mean TILTYARD_PORT?"
        )

    def test_only_secrets_come_from_files(self, environment):
        environment(PORT_FILE="/run/port")
        assert only_problem().startswith("TILTYARD_PORT_FILE: is not a setting")

    def test_what_kubernetes_adds_is_explained(self, environment):
        environment(SERVICE_HOST="10.0.0.1", PORT_8000_TCP_ADDR="10.0.0.1")
        assert all("enableServiceLinks: false" in problem for problem in problems())

    def test_its_value_is_not_shown(self, environment):
        environment(CREATE_KEI="hunter2-hunter2-hunter2")
        assert "hunter2" not in only_problem()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "eight"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "tcp://10.0.0.1:8000"),
        ("HOST", "127.0.0.1:8000"),
        ("HOST", "http://localhost"),
        ("HOST", "[::1]"),
        ("METRICS_PORT", "0"),
        ("METRICS_HOST", "127.0.0.1:9000"),
        ("MAX_COMBATANTS", "0"),
        ("MAX_LOG_ENTRIES", "many"),
        ("MAX_BODY_BYTES", "12"),
        ("MAX_JSON_DEPTH", "100000"),
        ("SHUTDOWN_SECONDS", "0"),
        ("POOL_SIZE", "0"),
        ("POOL_TIMEOUT_SECONDS", "nan"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("CORS_ORIGINS", "forum.example"),
        ("CORS_ORIGINS", "https://forum.example/"),
        ("CORS_ORIGINS", "*,https://forum.example"),
        ("ROOT_PATH", "tiltyard"),
        ("ROOT_PATH", "/tiltyard/"),
        ("FORWARDED_ALLOW_IPS", "my-proxy"),
        ("FORWARDED_ALLOW_IPS", "*,10.0.0.1"),
    ],
)
def test_a_bad_value_is_named_on_one_line(environment, variable, value):
    environment(**{variable: value})
    problem = only_problem()
    assert problem.startswith(f"TILTYARD_{variable}: must ")
    assert "\n" not in problem


def test_a_bad_value_is_shown_short_and_escaped(environment):
    environment(PORT="\x1b[31m" + "9" * 500)
    assert "\x1b" not in only_problem()
    assert len(only_problem()) < 200


def test_every_problem_gets_its_line(environment):
    environment(PORT="x", PROT="1", LOG_LEVEL="loud")
    assert [problem.partition(":")[0] for problem in problems()] == [
        "TILTYARD_PROT",
        "TILTYARD_PORT",
        "TILTYARD_LOG_LEVEL",
    ]


class TestLists:
    def test_origins_are_separated_by_commas(self, environment):
        environment(CORS_ORIGINS="https://forum.example, http://localhost:30000,")
        assert load_settings().cors_origins == ("https://forum.example", "http://localhost:30000")

    def test_a_star_stands_for_every_origin(self, environment):
        environment(CORS_ORIGINS="*")
        assert load_settings().cors_origins == ("*",)

    def test_proxies_are_addresses_and_networks(self, environment):
        environment(FORWARDED_ALLOW_IPS="127.0.0.1,10.0.0.0/8,::1")
        assert load_settings().forwarded_allow_ips == ("127.0.0.1", "10.0.0.0/8", "::1")


class TestDatabaseUrl:
    @pytest.mark.parametrize(
        ("url", "path"),
        [
            ("sqlite:///fights.db", "fights.db"),
            ("sqlite:////var/lib/tiltyard/fights.db", "/var/lib/tiltyard/fights.db"),
            ("sqlite:///a%20b.db", "a b.db"),
        ],
    )
    def test_sqlite_is_a_file(self, environment, url, path):
        environment(DATABASE_URL=url)
        assert load_settings().sqlite_path == Path(path)

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://user@host/db",
            "postgresql://user:pa%23ss@host:5433/db?sslmode=verify-full&sslrootcert=/ca.pem",
            "postgresql://user@[::1]:5432/db",
            "postgresql://user@one:5432,two:5433/db?target_session_attrs=read-write",
            "postgresql:///db?host=/var/run/postgresql",
        ],
    )
    def test_postgres_is_kept_as_it_is(self, environment, url):
        environment(DATABASE_URL=url)
        settings = load_settings()
        assert settings.database_url.get_secret_value() == url
        assert settings.database_kind == "postgresql"
        assert settings.sqlite_path is None

    @pytest.mark.parametrize(
        ("url", "hint"),
        [
            ("tiltyard.db", "sqlite:///"),
            ("mysql://user:hunter2@host/db", "postgresql://"),
            ("postgres://user:hunter2@host/db", "postgresql://"),
            ("postgresql+asyncpg://user:hunter2@host/db", "driver"),
            ("postgresql://user:hunter2@host", "name a database"),
            ("postgresql://user:hunter2@host:port/db", "port"),
            ("postgresql://user:hunter2@host:70000/db", "port"),
            ("postgresql://user:hun#ter2@host/db", "must"),
            ("postgresql://user:hunter2@[::1/db", "URL"),
            ("sqlite://tiltyard.db", "slashes"),
            ("sqlite://", "name a file"),
            ("sqlite:///:memory:", "name a file"),
            ("sqlite:///data/", "name a file"),
            ("sqlite:///tiltyard.db?mode=ro", "plain path"),
        ],
    )
    def test_anything_else_is_refused_without_its_password(self, environment, url, hint):
        environment(DATABASE_URL=url)
        problem = only_problem()
        assert problem.startswith("TILTYARD_DATABASE_URL: ")
        assert hint in problem
        assert "hunter2" not in problem
        assert "ter2" not in problem


class TestSecrets:
    def test_a_good_key_is_accepted_and_hidden(self, environment):
        environment(CREATE_KEY=GOOD_KEY, SERVER_SECRET=GOOD_SECRET)
        settings = load_settings()
        assert settings.create_key == SecretStr(GOOD_KEY)
        assert settings.secrets == (GOOD_KEY, GOOD_SECRET)
        assert GOOD_KEY not in repr(settings)
        assert GOOD_SECRET not in repr(settings)

    def test_the_password_of_the_database_is_hidden_too(self, environment):
        environment(DATABASE_URL="postgresql://user:hunt%40er2@host/db")
        settings = load_settings()
        assert settings.secrets == ("hunt%40er2", "hunt@er2")
        assert "hunt" not in repr(settings)

    @pytest.mark.parametrize(
        ("variable", "value"),
        [
            ("CREATE_KEY", "k7Qm2xV9pL4tZ8w"),
            ("CREATE_KEY", "aaaaaaaaaaaaaaaabbbb"),
            ("CREATE_KEY", "changeme-k7Qm2xV9pL4"),
            ("CREATE_KEY", "k7Qm2xV9 pL4tZ8wB"),
            ("CREATE_KEY", "k7Qm2xV9pL4tZ8wBé"),
            ("SERVER_SECRET", GOOD_SECRET[:-1]),
        ],
    )
    def test_a_weak_one_is_refused_and_never_shown(self, environment, variable, value):
        environment(**{variable: value})
        problem = only_problem()
        assert problem.startswith(f"TILTYARD_{variable}: must ")
        assert value not in problem

    def test_the_two_secrets_differ(self, environment):
        environment(CREATE_KEY=GOOD_SECRET, SERVER_SECRET=GOOD_SECRET)
        assert only_problem() == "TILTYARD_SERVER_SECRET: must differ from TILTYARD_CREATE_KEY"

    def test_a_secret_may_come_from_a_file(self, environment, tmp_path):
        file = tmp_path / "key"
        file.write_text(f"{GOOD_KEY}\n")
        environment(CREATE_KEY_FILE=str(file))
        assert load_settings().create_key == SecretStr(GOOD_KEY)

    def test_so_may_the_url_of_the_database(self, environment, tmp_path):
        file = tmp_path / "url"
        file.write_text("postgresql://user:hunter2@host/db\r\n")
        environment(DATABASE_URL_FILE=str(file))
        url = load_settings().database_url.get_secret_value()
        assert url == "postgresql://user:hunter2@host/db"

    def test_a_secret_and_its_file_are_one_too_many(self, environment, tmp_path):
        file = tmp_path / "key"
        file.write_text(GOOD_KEY)
        environment(CREATE_KEY=GOOD_KEY, CREATE_KEY_FILE=str(file))
        assert (
            only_problem() == "TILTYARD_CREATE_KEY_FILE: must not be set beside TILTYARD_CREATE_KEY"
        )

    @pytest.mark.parametrize("content", [b"", b"\n", b"short\n", b"k7Qm2xV9\npL4tZ8wBx"])
    def test_a_weak_secret_in_a_file_names_the_file_variable(self, environment, tmp_path, content):
        file = tmp_path / "key"
        file.write_bytes(content)
        environment(CREATE_KEY_FILE=str(file))
        assert only_problem().startswith("TILTYARD_CREATE_KEY_FILE: must ")

    def test_a_file_that_is_not_text_is_refused(self, environment, tmp_path):
        file = tmp_path / "key"
        file.write_bytes(b"\xff\xfe" * 20)
        environment(SERVER_SECRET_FILE=str(file))
        assert only_problem() == "TILTYARD_SERVER_SECRET_FILE: names a file that is not UTF-8 text"

    def test_a_file_that_is_not_there_is_refused(self, environment, tmp_path):
        environment(CREATE_KEY_FILE=str(tmp_path / "none"), SERVER_SECRET_FILE=str(tmp_path))
        assert problems() == [
            "TILTYARD_CREATE_KEY_FILE: can't be read: No such file or directory",
            "TILTYARD_SERVER_SECRET_FILE: can't be read: Is a directory",
        ]

    def test_every_secret_field_may_come_from_a_file(self):
        secret = {
            name
            for name, field in Settings.model_fields.items()
            if "SecretStr" in str(field.annotation)
        }
        assert secret == set(SECRET_FIELDS)


class TestWhoCanReachTheService:
    @pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost", "LOCALHOST"])
    def test_loopback_needs_no_key(self, environment, host):
        environment(HOST=host)
        assert load_settings().listens_on_loopback

    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "tiltyard.example", "127.1"])
    def test_any_other_host_needs_one(self, environment, host):
        environment(HOST=host)
        problem = only_problem()
        assert problem.startswith("TILTYARD_CREATE_KEY: must be set")
        assert f"TILTYARD_HOST is {host}" in problem

    def test_with_a_key_any_host_will_do(self, environment):
        environment(HOST="0.0.0.0", CREATE_KEY=GOOD_KEY)
        assert not load_settings().listens_on_loopback


class TestTableOfSettings:
    def test_every_setting_is_described(self):
        assert len(setting_rows()) == len(Settings.model_fields)
        assert all(row.description.endswith(".") for row in setting_rows())

    def test_rows_name_variables_and_defaults(self):
        rows = {row.variable: row.default for row in setting_rows()}
        assert rows["TILTYARD_PORT"] == "8000"
        assert rows["TILTYARD_CORS_ORIGINS"] == ""
        assert rows["TILTYARD_CREATE_KEY or TILTYARD_CREATE_KEY_FILE"] == ""


def test_the_program_stops_with_a_message_and_no_traceback():
    refused = subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env={**os.environ, "TILTYARD_CREATE_KEY": "hunter2", "TILTYARD_PORT": "x"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.splitlines() == [
        "Tiltyard can't start with these settings:",
        "  TILTYARD_PORT: must be a valid integer, not 'x'",
        "  TILTYARD_CREATE_KEY: must have at least 16 characters; it has 7",
    ]
