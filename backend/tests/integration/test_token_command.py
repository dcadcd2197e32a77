"""`hostwise tokens` on the database itself, beside a running application."""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from hostwise import cli
from tests.integration.serving import environment, serving

pytestmark = pytest.mark.integration

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Command]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}

    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(["tokens", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    yield run
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_the_first_token_comes_from_the_command(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, empty_database_url: str
) -> None:
    for name, value in environment(tmp_path, DATABASE_URL=empty_database_url).items():
        monkeypatch.setenv(name, value)
    assert command("list") == (0, "There are no tokens; `hostwise tokens create NAME` makes one.\n", "")
    with serving(tmp_path, DATABASE_URL=empty_database_url, HOSTWISE_REQUIRE_TOKEN="true") as (_, address):
        plans = f"{address}/api/v1/plans"
        assert httpx2.get(plans).status_code == 401
        code, out, err = command("create", "nightly checks", "--scope", "write", "--expires-in-days", "7")
        assert (code, out.count("\n")) == (0, 1)
        token = out.strip()
        assert token not in err
        headers = {"Authorization": f"Bearer {token}"}
        assert httpx2.get(plans, headers=headers).status_code == 200
        more = httpx2.post(f"{address}/api/v1/tokens", headers=headers, json={"name": "another"}).json()
        code, out, _ = command("list")
        assert (code, token in out, more["token"] in out) == (0, False, False)
        assert "nightly checks" in out
        assert "read, write" in out
        assert {each["id"] for each in json.loads(command("list", "--json")[1])} == {token.split("_")[1], more["id"]}
        assert command("revoke", f"hw_{token.split('_')[1]}")[0] == 0
        assert httpx2.get(plans, headers=headers).status_code == 401


def test_an_embedded_database_is_started_for_it(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    made = json.loads(command("create", "one", "--never-expires", "--json")[1])
    assert (made["expires_at"], made["scopes"]) == (None, ["read"])
    assert [each["id"] for each in json.loads(command("list", "--json")[1])] == [made["id"]]


def test_what_is_wrong_ends_with_3(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    for name, value in environment(tmp_path, DATABASE_URL=database_url).items():
        monkeypatch.setenv(name, value)
    assert command("revoke", "nonsense")[0] == 3
    assert command("create", " ")[0] == 3
    assert command("create", "x", "--scope", "admin")[0] == 3
    monkeypatch.setenv("HOSTWISE_PORT", "many")
    assert command("list")[0] == 1
