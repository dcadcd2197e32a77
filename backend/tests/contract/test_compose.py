"""The compose file is one that Docker understands, waits for what it needs, and holds no secret."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import AliasChoices, AliasPath

from hostwise.server.machine.memory_allotment import MIB, allotted
from hostwise.server.settings import Settings

COMPOSE_DECIDES = {
    "DATABASE_URL": "it is the address of the service db",
    "HOSTWISE_HOST": "the image listens on every address of its container",
    "HOSTWISE_PORT": "it is the port on the machine, which leads to the container's 8000",
    "HOSTWISE_DATA_DIR": "there is no embedded database in the image",
    "HOSTWISE_JOB_WORKERS": "the service worker computes jobs",
    "HOSTWISE_DASK_SCHEDULER": "no service runs `hostwise jobs run`",
    "HOSTWISE_CACHE_DIR": "the image has no C compiler, whose work is kept there, and its file system is read-only",
}
"""Settings that the compose file does not pass on, and why."""


def settings_of_the_environment() -> set[str]:
    names = set()
    for field, info in Settings.model_fields.items():
        alias = info.validation_alias
        assert not isinstance(alias, AliasChoices | AliasPath)
        names.add(alias or f"{Settings.model_config['env_prefix']}{field}".upper())
    return names


@pytest.fixture(scope="module")
def compose_file(repository: Path) -> Path:
    return repository / "docker-compose.yml"


@pytest.fixture(scope="module")
def compose(compose_file: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(compose_file.read_text())
    return content


def compose_binary() -> list[str] | None:
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]) and subprocess.run([*command, "version"], capture_output=True).returncode == 0:
            return command
    return None


def test_it_follows_the_compose_specification(compose_file: Path) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(compose_file)]
    result = subprocess.run(check, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.skipif(compose_binary() is None, reason="needs docker compose")
def test_docker_compose_accepts_it_and_insists_on_a_password(compose_file: Path) -> None:
    command = [*(compose_binary() or ()), "--file", str(compose_file), "config", "--quiet"]
    environment = {name: value for name, value in os.environ.items() if name != "POSTGRES_PASSWORD"}
    assert subprocess.run(command, env=environment | {"POSTGRES_PASSWORD": "any"}).returncode == 0
    assert subprocess.run(command, env=environment, capture_output=True).returncode != 0


def test_every_secret_comes_from_the_environment(compose: dict[str, Any]) -> None:
    secrets = {
        name: value
        for service in compose["services"].values()
        for name, value in service.get("environment", {}).items()
        # Settings say how many tokens there may be, and hold none.
        if re.search("PASSWORD|SECRET|TOKEN|KEY", name) and name not in settings_of_the_environment()
    }
    assert secrets
    for name, value in secrets.items():
        assert re.fullmatch(r"\$\{POSTGRES_PASSWORD:\?[^}]+\}", value), name
    addresses = re.findall(r"\w+://\S+", yaml.safe_dump(compose))
    assert addresses
    assert not [address for address in addresses if re.search(r"//[^/@]*:[^/@]*@", address)]


def test_every_setting_reaches_the_application_and_keeps_its_default(compose: dict[str, Any]) -> None:
    passed_on = compose["services"]["app"]["environment"]
    expected = settings_of_the_environment() - COMPOSE_DECIDES.keys()
    assert {name: passed_on.get(name) for name in expected} == {name: f"${{{name}:-}}" for name in expected}
    # An empty value, which is what is passed on when nothing is set, means the default.
    assert Settings.model_config["env_ignore_empty"]
    assert COMPOSE_DECIDES.keys() <= settings_of_the_environment()


def test_own_rows_and_plug_ins_are_the_same_wherever_something_is_computed(compose: dict[str, Any]) -> None:
    app, worker = compose["services"]["app"], compose["services"]["worker"]
    for each in (app, worker):
        mounted = [volume.split(":")[-2:] for volume in each["volumes"][:2]]
        assert mounted == [["/etc/hostwise/platforms", "ro"], ["/opt/hostwise/plugins", "ro"]]
        assert each["environment"]["PYTHONPATH"] == "/opt/hostwise/plugins"
        assert each["environment"]["HOSTWISE_PLATFORMS"] == "${HOSTWISE_PLATFORMS:-}"
    assert worker["volumes"] == app["volumes"][:2]
    assert worker["healthcheck"]["test"] == ["CMD", "hostwise", "worker", "--check"]


def test_the_application_waits_for_a_healthy_migrated_database(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["migrate"]["depends_on"] == {"db": {"condition": "service_healthy"}}
    assert services["app"]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert "/health/ready" in " ".join(services["app"]["healthcheck"]["test"])


def test_what_the_image_is_made_of_exists_and_is_not_ignored(repository: Path) -> None:
    dockerfile = (repository / "Dockerfile").read_text()
    kept = [line[1:].rstrip("/") for line in (repository / ".dockerignore").read_text().splitlines() if line[:1] == "!"]
    copied = [line.split()[1:-1] for line in dockerfile.splitlines() if re.match(r"COPY (?!--from)", line)]
    for source in (source.rstrip("/") for sources in copied for source in sources):
        assert (repository / source).exists(), source
        assert source.split("/")[0] in kept, source


def test_the_application_does_not_run_as_root(repository: Path) -> None:
    last_stage = (repository / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]", last_stage, flags=re.MULTILINE)


def test_every_container_is_hardened(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["pids_limit"] <= 200, name
        # It is memory: a container that fills it fills its own, and no more than so much.
        assert re.match(r"/tmp:size=\d+m$", service["tmpfs"][0]), name
        assert not service.get("privileged"), name
        # Docker's default network reaches everywhere.
        assert service["networks"], name
    for name in ("migrate", "app", "worker"):
        assert "cap_add" not in compose["services"][name]


def test_the_database_is_out_of_reach(compose: dict[str, Any]) -> None:
    assert compose["networks"]["data"]["internal"] is True
    assert compose["services"]["db"]["networks"] == ["data"]
    assert "ports" not in compose["services"]["db"]
    (port,) = compose["services"]["app"]["ports"]
    assert port.startswith("127.0.0.1:")


def test_images_can_be_pinned_and_no_digest_is_made_up(compose: dict[str, Any], repository: Path) -> None:
    dockerfile = (repository / "Dockerfile").read_text()
    bases = re.findall(r"^FROM (\S+)", dockerfile, flags=re.MULTILINE)
    assert {each for each in bases if ":" in each or "$" in each} == {"${PYTHON_IMAGE}", "${NODE_IMAGE}"}
    assert compose["services"]["db"]["image"] == "${POSTGRES_IMAGE:-postgres:18}"
    assert not re.search(r"sha256:[0-9a-f]{8}", dockerfile + (repository / "docker-compose.yml").read_text())


def test_large_bodies_go_to_a_volume_and_not_to_memory(compose: dict[str, Any], repository: Path) -> None:
    last_stage = (repository / "Dockerfile").read_text().rpartition("\nFROM ")[2]
    (folder,) = re.findall(r"TMPDIR=(\S+)", last_stage)
    assert re.findall(r"install --directory --owner=10001 --mode=700 (\S+)", last_stage) == [folder]
    app = compose["services"]["app"]
    assert app["volumes"][-1] == f"uploads:{folder}"
    assert "uploads" in compose["volumes"]
    assert not any(folder.startswith(f"{each.split(':')[0]}/") for each in app["tmpfs"])
    # What the guide says of the default limit.
    assert app["mem_limit"] == "${HOSTWISE_MEMORY:-2g}"
    found = allotted(2048 * MIB, 2, disk_bytes=10**13)
    assert (found.evaluations, found.is_scarce) == (2, False)
