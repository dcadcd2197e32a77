"""What GitHub reads follows its schema; the workflows trust nobody more than they must, and test what we support."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[3]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml"))


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize(
    ("schema", "files"),
    [("github-workflows", WORKFLOWS), ("dependabot", [GITHUB / "dependabot.yml"])],
    ids=["workflows", "dependabot"],
)
def test_it_follows_the_schema(schema: str, files: list[Path]) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]
    result = subprocess.run(check, capture_output=True, text=True)
    assert files
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_of_others_is_pinned_to_a_commit(workflow: Path) -> None:
    used = re.findall(r"uses: (?!\./)(.+)", workflow.read_text(encoding="utf-8"))
    assert used
    assert not [action for action in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", action)]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_nothing_may_write_unless_its_job_says_so(workflow: Path) -> None:
    assert set(read(workflow)["permissions"].values()) <= {"read"}


def test_the_oldest_and_the_newest_supported_versions_are_tested() -> None:
    matrix = read(GITHUB / "workflows" / "ci.yml")["jobs"]["test"]["strategy"]["matrix"]
    project = tomllib.loads((ROOT / "backend" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest, beyond = (int(minor) for minor in re.findall(r"3\.(\d+)", project["requires-python"]))
    assert matrix["python"] == [f"3.{oldest}", f"3.{beyond - 1}"]
    engines = json.loads((ROOT / "frontend" / "package.json").read_text(encoding="utf-8"))["engines"]
    (newest,) = set(re.findall(r"node:(\d+)", (ROOT / "Dockerfile").read_text()))
    assert [each["node"] for each in matrix["include"]] == [engines["node"].removeprefix(">="), newest]


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_an_issue_form_asks_for_something(form: Path) -> None:
    content = read(form)
    assert content["name"]
    assert content["description"]
    names = [field["id"] for field in content["body"]]
    assert len(set(names)) == len(names)
    assert any(field.get("validations", {}).get("required") for field in content["body"])
