"""Commands on the database itself, beside a running application."""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hostwise.server.commands import command_line
from tests.integration.serving import environment, http, serving

pytestmark = pytest.mark.integration

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Command]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}

    def run(*arguments: str) -> tuple[int, str, str]:
        code = command_line.main([*arguments])
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
    assert command("tokens", "list") == (0, "No tokens; `hostwise tokens create NAME` makes one.\n", "")
    with serving(tmp_path, DATABASE_URL=empty_database_url, HOSTWISE_REQUIRE_TOKEN="true") as (_, address):
        plans = f"{address}/api/v1/plans"
        assert http.get(plans).status_code == 401
        code, out, err = command(
            "tokens", "create", "nightly checks", "--scope", "write", "--scope", "admin", "--expires-in-days", "7"
        )
        assert (code, out.count("\n")) == (0, 1)
        token = out.strip()
        assert token not in err
        headers = {"Authorization": f"Bearer {token}"}
        assert http.get(plans, headers=headers).status_code == 200
        more = http.post(
            f"{address}/api/v1/tokens", headers=headers, json={"name": "another", "expires_in_days": 3}
        ).json()
        code, out, _ = command("tokens", "list")
        assert (code, token in out, more["token"] in out) == (0, False, False)
        assert "nightly checks" in out
        assert "read, write, admin" in out
        assert {each["id"] for each in json.loads(command("tokens", "list", "--json")[1])} == {
            token.split("_")[1],
            more["id"],
        }
        assert [line.rpartition("  ")[2] for line in out.splitlines() if "another" in line] == ["nightly checks"]
        alone = command("tokens", "revoke", "--keep-made", f"hw_{token.split('_')[1]}")
        assert alone == (0, "The token is revoked. What it made was kept.\n", "")
        assert http.get(plans, headers=headers).status_code == 401
        others = {"Authorization": f"Bearer {more['token']}"}
        assert http.get(plans, headers=others).status_code == 200
        said = "The token is revoked, and what it made: 1 token and 0 shared links.\n"
        assert command("tokens", "revoke", f"hw_{token.split('_')[1]}") == (0, said, "")
        assert http.get(plans, headers=others).status_code == 401


def test_an_embedded_database_is_started_for_it(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    made = json.loads(command("tokens", "create", "one", "--no-expiry", "--json")[1])
    assert (made["expires_at"], made["scopes"]) == (None, ["read"])
    assert [each["id"] for each in json.loads(command("tokens", "list", "--json")[1])] == [made["id"]]


def test_what_is_wrong_ends_with_3(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    for name, value in environment(tmp_path, DATABASE_URL=database_url).items():
        monkeypatch.setenv(name, value)
    assert command("tokens", "revoke", "nonsense")[0] == 3
    assert command("tokens", "create", " ")[0] == 3
    assert command("tokens", "create", "x", "--scope", "root")[0] == 3
    monkeypatch.setenv("HOSTWISE_PORT", "many")
    assert command("tokens", "list")[0] == 1


def test_plans_are_kept_all_or_none(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, empty_database_url: str
) -> None:
    for name, value in environment(tmp_path, DATABASE_URL=empty_database_url).items():
        monkeypatch.setenv(name, value)
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"name": "wrong", "configurations": []}')
    code, out, err = command("import", "sample:light-io", str(wrong))
    assert (code, out) == (3, "")
    assert "/configurations" in err
    assert json.loads(command("import", "--json", "sample:light-io")[1])[0]["revision"] == 1
    code, out, _ = command("import", "sample:moderate-io", "sample:vmw10")
    assert (code, out.count("\n")) == (0, 3)
    with serving(tmp_path, DATABASE_URL=empty_database_url) as (_, address):
        kept = http.get(f"{address}/api/v1/plans").json()["items"]
        assert [each["id"] in out for each in kept] == [True, True, False]
        sample = http.get(f"{address}/api/v1/samples/vmw10").json()
        read = {each["name"]: http.get(f"{address}/api/v1/plans/{each['id']}").json()["plan"] for each in kept}
        assert read[sample["name"]] == sample


def test_a_file_brings_its_scenarios(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, empty_database_url: str
) -> None:
    for name, value in environment(tmp_path, DATABASE_URL=empty_database_url).items():
        monkeypatch.setenv(name, value)
    plan = json.loads(command("samples", "light-io")[1])
    file = tmp_path / "plan.json"
    other = plan | {"policy": plan["policy"] | {"spare_hosts": 2}}
    file.write_text(json.dumps({"plan": plan, "scenarios": [{"name": "Two spares", "plan": other}]}))
    # Any command takes the plan in it.
    assert command("evaluate", str(file))[0] == 0
    (kept,) = json.loads(command("import", "--json", str(file))[1])
    with serving(tmp_path, DATABASE_URL=empty_database_url) as (_, address):
        (scenario,) = http.get(f"{address}/api/v1/plans/{kept['id']}/scenarios").json()
    assert (scenario["name"], scenario["plan"]["policy"]["spare_hosts"]) == ("Two spares", 2)
    assert [each["pointer"] for each in scenario["changes"]] == ["/policy/spare_hosts"]
