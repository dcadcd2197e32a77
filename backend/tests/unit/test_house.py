"""The map of the house: rooms, names of modules, and import rules without exceptions."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

BACKEND = Path(__file__).resolve().parents[2]
PACKAGE = BACKEND / "hostwise"
ROOMS = sorted(each.name for each in PACKAGE.iterdir() if each.is_dir() and each.name[0] not in "_.")
LOOSE = ["plugins"]
"""Modules beside the rooms, which several rooms share."""
MEANINGLESS = {"service", "services", "utils", "common", "helpers", "helper", "manager", "data", "misc", "base"}

CONTRACTS = tomllib.loads((BACKEND / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


def modules(room: Path) -> list[Path]:
    return [each for each in room.rglob("*.py") if each.name != "__init__.py"]


def test_the_rooms_are_those_of_the_import_rules_and_of_the_readme() -> None:
    (rule,) = (each for each in CONTRACTS if each["id"] == "rooms")
    layers = [name.strip() for layer in rule["layers"] for name in layer.split("|")]
    assert sorted(layers) == sorted([*ROOMS, *LOOSE])
    readme = (BACKEND.parent / "README.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `backend/hostwise/(\w+)/` \|", readme, re.MULTILINE)
    assert sorted(table) == ROOMS
    # A room of the table knows those above it: the highest layer stands last.
    assert table.index("number_format") < table.index("engine") < table.index("plan") < table.index("server")


def test_no_import_rule_has_an_exception() -> None:
    assert not [each["id"] for each in CONTRACTS if each.get("ignore_imports") or each.get("unmatched_ignore_imports")]


def test_few_files_are_loose_beside_the_rooms() -> None:
    assert {each.stem for each in PACKAGE.glob("*.py")} == {"__init__", "__main__", *LOOSE}


@pytest.mark.parametrize("room", ROOMS)
def test_a_module_has_a_name_of_its_own_in_its_room(room: str) -> None:
    places = defaultdict[str, list[str]](list)
    for each in modules(PACKAGE / room):
        places[each.stem].append(str(each.relative_to(PACKAGE)))
    assert not {name: found for name, found in places.items() if len(found) > 1}
    assert not places.keys() & MEANINGLESS


@pytest.mark.parametrize("room", ROOMS)
def test_a_folder_says_what_is_in_it(room: str) -> None:
    for folder in {each.parent for each in modules(PACKAGE / room)}:
        text = (folder / "__init__.py").read_text(encoding="utf-8")
        assert text.startswith('"""'), folder
