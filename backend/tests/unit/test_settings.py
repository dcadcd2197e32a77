"""Settings come from the environment, with defaults that suit one person's machine."""

from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from pydantic import ValidationError

from hostwise.server.commands.public_bind_warning import public_bind_warning
from hostwise.server.http.rate_limits import usual_limit
from hostwise.server.settings import Settings

NAMES = (
    "HOSTWISE_HOST",
    "HOSTWISE_PORT",
    "HOSTWISE_DATA_DIR",
    "HOSTWISE_RATE_LIMIT",
    "HOSTWISE_REQUIRE_TOKEN",
    "HOSTWISE_ALLOWED_HOSTS",
    "HOSTWISE_TRUSTED_PROXIES",
    "HOSTWISE_LOG_FORMAT",
    "DATABASE_URL",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_the_defaults_keep_to_this_machine_and_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", Unix)
    settings = Settings()
    assert (settings.host, settings.port, settings.database_url) == ("127.0.0.1", 8000, None)
    assert settings.data_dir == Path.home() / ".local" / "share" / "hostwise"
    assert settings.cache_dir == Path.home() / ".cache" / "hostwise"


def test_macos_keeps_data_where_macos_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", MacOS)
    assert Settings().data_dir == Path.home() / "Library" / "Application Support" / "hostwise"
    assert Settings().cache_dir == Path.home() / "Library" / "Caches" / "hostwise"


@pytest.mark.parametrize(
    ("configured", "expected"), [("/srv/data", "/srv/data/hostwise"), ("relative", "~/.local/share/hostwise")]
)
def test_an_absolute_xdg_folder_is_respected(monkeypatch: pytest.MonkeyPatch, configured: str, expected: str) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", Unix)
    monkeypatch.setenv("XDG_DATA_HOME", configured)
    assert Settings().data_dir == Path(expected).expanduser()


def test_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTWISE_HOST", "0.0.0.0")
    monkeypatch.setenv("HOSTWISE_PORT", "80")
    monkeypatch.setenv("HOSTWISE_DATA_DIR", "~/plans")
    monkeypatch.setenv("DATABASE_URL", "postgresql://someone:hush@db.example/plans")
    settings = Settings()
    assert (settings.host, settings.port) == ("0.0.0.0", 80)
    assert settings.data_dir == Path.home() / "plans"
    assert settings.database_url == "postgresql://someone:hush@db.example/plans"
    assert "hush" not in repr(settings)


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "")
    assert Settings().port == 8000
    assert Settings().database_url is None


@pytest.mark.parametrize("port", ["-1", "65536", "http", "80.5"])
def test_an_impossible_port_is_refused(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("HOSTWISE_PORT", port)
    with pytest.raises(ValidationError):
        Settings()


def test_by_default_nobody_needs_a_token_and_the_limit_is_generous() -> None:
    assert (Settings().require_token, Settings().rate_limit, usual_limit(4)) == (False, None, "2400/minute")


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("600", "600/minute"),
        ("50/second", "50/second"),
        (" 10 / hour ", "10/hour"),
        ("0", "0/minute"),
        ("007", "7/minute"),
    ],
)
def test_a_rate_limit_is_a_number_with_or_without_a_unit(
    monkeypatch: pytest.MonkeyPatch, given: str, read: str
) -> None:
    monkeypatch.setenv("HOSTWISE_RATE_LIMIT", given)
    monkeypatch.setenv("HOSTWISE_REQUIRE_TOKEN", "true")
    assert (Settings().rate_limit, Settings().require_token) == (read, True)


@pytest.mark.parametrize("given", ["-1", "many", "600/day", "1.5", "600/"])
def test_an_impossible_rate_limit_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("HOSTWISE_RATE_LIMIT", given)
    with pytest.raises(ValidationError, match="must be a number of requests"):
        Settings()


def test_by_default_nobody_is_believed_and_nothing_else_is_known() -> None:
    settings = Settings()
    assert (settings.allowed_hosts, settings.trusted_proxies, settings.log_format) == ((), (), "auto")


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        (
            "ALLOWED_HOSTS",
            "Plans.Example.com, *.example.org,[fe80::1]",
            ("plans.example.com", "*.example.org"),
        ),
        ("ALLOWED_HOSTS", "*", ("*",)),
        ("TRUSTED_PROXIES", "10.0.0.5, 192.168.7.0/24 ,", ("10.0.0.5", "192.168.7.0/24")),
    ],
)
def test_lists_stand_between_commas(
    monkeypatch: pytest.MonkeyPatch, name: str, given: str, read: tuple[str, ...]
) -> None:
    monkeypatch.setenv(f"HOSTWISE_{name}", given)
    assert getattr(Settings(), name.lower())[: len(read)] == read


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("ALLOWED_HOSTS", "http://plans.example.com"),
        ("ALLOWED_HOSTS", "plans.example.com:8000"),
        ("ALLOWED_HOSTS", "a b"),
        ("TRUSTED_PROXIES", "*"),
        ("TRUSTED_PROXIES", "proxy.example.com"),
        ("TRUSTED_PROXIES", "10.0.0.5/24"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_what_is_no_name_or_network_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, given: str) -> None:
    monkeypatch.setenv(f"HOSTWISE_{name}", given)
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.parametrize(
    ("address", "settings", "words"),
    [
        ("127.0.0.1", {}, None),
        ("127.0.0.9", {"allowed_hosts": "localhost"}, None),
        ("::1", {}, None),
        ("0.0.0.0", {}, "port 8000 of 0.0.0.0 can"),
        ("::", {}, "port 8000 of :: can"),
        ("192.0.2.7", {}, "port 8000 of 192.0.2.7 can"),
        ("127.0.0.1", {"allowed_hosts": "plans.example.com,*.example.org"}, "as plans.example.com, *.example.org can"),
        ("0.0.0.0", {"require_token": "true", "allowed_hosts": "plans.example.com"}, None),
    ],
)
def test_what_others_reach_without_a_token_is_warned_of(
    address: str, settings: dict[str, str], words: str | None
) -> None:
    warning = public_bind_warning(address, 8000, Settings.model_validate(settings))
    if words is None:
        assert warning is None
    else:
        assert warning is not None
        assert words in warning
        assert "\n" not in warning
