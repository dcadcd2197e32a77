"""The recipes of CONTRIBUTING, carried out as they are written: their code, in exactly the files that they name."""

import ast
import base64
import doctest
import io
import json
import re
import shutil
import subprocess
import sys
import textwrap
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from python_calamine import CalamineWorkbook

from hostwise.engine.purposes import Row
from tools.client_questions import written_questions

BACKEND = Path(__file__).resolve().parents[2]
ROOT = BACKEND.parent
GUIDE = ROOT / "CONTRIBUTING.md"

FILES = {
    "A new formula": 1,
    "A new constraint": 4,
    "A new part of the cost": 3,
    "A new field": 2,
    "A new finding": 2,
    "A new question": 2,
}
"""The recipes, and how many files each may cost by hand."""

WORDS = {"one": 1, "two": 2, "three": 3, "four": 4}


class Block(NamedTuple):
    """Code of a recipe, and the file that it goes into."""

    file: str
    code: str


def section(title: str) -> str:
    """A section of the guide without those below it."""
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##+ |\Z)", GUIDE.read_text(encoding="utf-8"), re.S | re.M)
    assert found, title
    return found[1]


def blocks(title: str) -> list[Block]:
    """The indented code of a section, each with the module of the package named last before it."""
    found, file, lines = [], "", list[str]()
    for line in [*section(title).splitlines(), "end"]:
        if line.startswith(" " * 7) or (lines and not line):
            lines.append(line)
            continue
        if lines:
            found.append(Block(file, textwrap.dedent("\n".join(lines)).strip() + "\n"))
            lines = []
        named = re.findall(r"`(backend/hostwise/[\w/]+\.(?:py|toml))`", line)
        file = named[-1] if named else file
    return found


def applied(source: str, code: str) -> str:
    """A module with the code of a block: at the end of the class or tuple that it continues, else at its own end."""
    first, *rest = code.splitlines()
    if first.startswith("["):
        return f"{source}\n{code}"
    if rest and rest[0].strip() == "...":
        lines = source.splitlines()
        added = [line for line in rest[1:] if line != ")"]
        where = _end_of(ast.parse(source), first)
        return "\n".join([*lines[:where], *added, *lines[where:]]) + "\n"
    imports = re.match(r"(?:from [\w.]+ import [\w, ]+\n)*", code)
    assert imports
    start = "from __future__ import annotations\n"
    assert start in source
    return source.replace(start, f"{start}\n{imports[0]}", 1) + f"\n\n{code.removeprefix(imports[0])}"


def _end_of(module: ast.Module, first: str) -> int:
    """The line below which a continued class has its next field, or a continued tuple its next element."""
    for each in module.body:
        if isinstance(each, ast.ClassDef) and first.startswith(f"class {each.name}("):
            return max(field.end_lineno or 0 for field in each.body if isinstance(field, ast.AnnAssign))
        if isinstance(each, ast.Assign) and first == f"{ast.unparse(each.targets[0])} = (":
            return (each.end_lineno or 0) - 1
    raise AssertionError(f"nothing is called as in {first!r}")


@pytest.mark.parametrize("title", FILES)
def test_a_recipe_takes_as_many_files_as_it_says(title: str) -> None:
    found = blocks(title)
    assert len({each.file for each in found}) == FILES[title]
    (said,) = re.findall(r"takes (\w+) files? by hand", section(title))
    assert WORDS[said] == FILES[title]
    assert all((ROOT / each.file).is_file() for each in found)


def test_no_code_of_the_recipes_is_left_out() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    written = sum(len(each.code.split()) for title in FILES for each in blocks(title))
    indented = re.findall(r"^ {4,}(.*)$", guide, re.M)
    assert sum(len(line.split()) for line in indented) == written
    assert "```" not in guide


class Carried(NamedTuple):
    """A copy of the package with all recipes carried out, the files changed by each, and what it answers."""

    package: Path
    changed: dict[str, set[str]]
    found: dict[str, Any]


def contents(package: Path) -> dict[str, bytes]:
    files = [*package.rglob("*.py"), *package.rglob("*.toml")]
    return {f"backend/{each.relative_to(package.parent)}": each.read_bytes() for each in files}


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> Carried:
    package = tmp_path_factory.mktemp("recipes") / "hostwise"
    shutil.copytree(BACKEND / "hostwise", package, ignore=shutil.ignore_patterns("__pycache__"))
    changed = {}
    for title in FILES:
        before = contents(package)
        for file, code in blocks(title):
            path = package.parent / Path(file).relative_to("backend")
            path.write_text(applied(path.read_text(encoding="utf-8"), code), encoding="utf-8")
        changed[title] = {file for file, content in contents(package).items() if before.get(file) != content}
    run = subprocess.run(
        [sys.executable, BACKEND / "tests" / "recipe_probe.py"],
        cwd=package.parent,
        env={"PYTHONPATH": str(package.parent), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return Carried(package, changed, json.loads(run.stdout))


def configuration(carried: Carried, answer: str) -> Any:
    return carried.found[answer]["configurations"][0]


def value(carried: Carried, answer: str, name: str) -> float:
    found = configuration(carried, answer)["quantities"][name]
    assert found["state"] == "evaluated", name
    return float(found["value"])


def by_key(listed: list[Any], key: str) -> Any:
    (found,) = (each for each in listed if each["key"] == key)
    return found


def row_of_workbook(carried: Carried, label: str) -> list[Any]:
    """The first row of any sheet with the label and a number."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(base64.b64decode(carried.found["workbook"])))
    rows = [row for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python()]
    return next(row for row in rows if label in row and any(isinstance(each, float) for each in row))


def test_the_copy_and_nothing_else_was_run(carried: Carried) -> None:
    assert Path(carried.found["package"]).parent == carried.package


@pytest.mark.parametrize("title", FILES)
def test_no_other_file_is_touched(carried: Carried, title: str) -> None:
    assert carried.changed[title] == {each.file for each in blocks(title)}
    assert len(carried.changed[title]) == FILES[title]


def test_what_the_recipes_add_changes_no_plan_without_it(carried: Carried) -> None:
    plain, uninsured = (configuration(carried, each) for each in ("plain", "uninsured"))
    assert plain["hosts"]["value"] < uninsured["hosts"]["value"]
    assert by_key(plain["constraints"], "graphics_memory")["hosts"]["value"] == value(carried, "plain", "spare_hosts")
    assert by_key(plain["cost_parts"], "insurance")["amount"]["value"] == 0
    assert value(carried, "plain", "fed_kw") == value(carried, "plain", "peak_kw")


def test_the_formula_is_computed_shown_and_explained(carried: Carried) -> None:
    cores = value(carried, "changed", "cluster_cores")
    assert cores == value(carried, "changed", "hosts") * value(carried, "changed", "cores_per_host")
    assert by_key(carried.found["changed"]["rows"], "cluster_cores")["label"] == "cores of the cluster"
    assert carried.found["explained"]["cluster_cores"]["nodes"][0]["values"] == [cores]
    assert cores in row_of_workbook(carried, "cores of the cluster")


def test_the_worked_example_of_the_formula_holds() -> None:
    (block,) = blocks("A new formula")
    names: dict[str, Any] = {"formula": lambda **_: lambda function: function, "Row": Row, "Array": float}
    exec(block.code, names)
    (example,) = doctest.DocTestFinder().find(names["cluster_cores"], "cluster_cores", globs=names)
    results = doctest.DocTestRunner().run(example)
    assert (results.attempted, results.failed) == (1, 0)


def test_the_constraint_decides_the_hosts_and_is_explained(carried: Carried) -> None:
    answer = configuration(carried, "changed")
    found = by_key(answer["constraints"], "graphics_memory")
    demand = value(carried, "changed", "demand_graphics_gib")
    hosts = ceil(demand / 48) + value(carried, "changed", "spare_hosts")
    assert demand > 0
    assert found["hosts"]["value"] == answer["hosts"]["value"] == hosts
    assert found["binding"]
    assert found["satisfied"]
    assert found["slack_quantity"] == "graphics_memory_slack_share"
    assert found["slack_share"]["value"] == pytest.approx((hosts - 1) / (demand / 48) - 1)
    assert answer["feasible"]
    nodes = carried.found["explained"]["hosts_for_graphics_memory"]["nodes"]
    assert nodes[0]["values"] == [hosts]
    assert {each["quantity"] for each in nodes} >= {"demand_graphics_gib", "graphics_gib", "graphics_gib_per_host"}
    assert by_key(carried.found["explained"]["hosts"]["nodes"][0]["limits"], "graphics_memory")["binding"]
    assert hosts in row_of_workbook(carried, "graphics memory")


def test_hosts_without_graphics_memory_are_infeasible_and_say_so(carried: Carried) -> None:
    answer = configuration(carried, "without supply")
    assert by_key(answer["constraints"], "graphics_memory")["hosts"]["state"] == "infinite"
    assert not answer["feasible"]
    assert [each["code"] for each in answer["reasons"]] == ["no_supply"]


def test_the_part_of_the_cost_is_in_the_list_and_in_every_sum(carried: Carried) -> None:
    answer = configuration(carried, "changed")
    part = by_key(answer["cost_parts"], "insurance")
    amount = part["amount"]["value"]
    assert amount >= 1200 * carried.found["changed"]["horizon_years"]
    assert part["label"] == "Insurance"
    for name in ("cluster_tco", "known_parts_cost"):
        more = value(carried, "changed", name) - value(carried, "uninsured", name)
        assert more == pytest.approx(amount, rel=1e-9), name
    parts = [each["amount"]["value"] for each in answer["cost_parts"]]
    assert sum(each for each in parts if each is not None) == pytest.approx(
        value(carried, "changed", "known_parts_cost")
    )
    assert carried.found["explained"]["insurance_cost"]["nodes"][0]["values"] == [amount]
    assert any(
        amount == pytest.approx(each) for each in row_of_workbook(carried, "Insurance") if each and each != "Insurance"
    )


def test_the_field_feeds_its_formula_and_its_row(carried: Carried) -> None:
    fed = value(carried, "changed", "fed_kw")
    assert fed == pytest.approx(1.1 * value(carried, "changed", "peak_kw"))
    row = by_key(carried.found["changed"]["rows"], "fed_kw")
    assert row["section"] == "Power and space"
    assert row["unit"] == "kW"
    nodes = carried.found["explained"]["fed_kw"]["nodes"]
    assert {each["quantity"] for each in nodes} >= {"fed_kw", "ups_loss_share"}
    assert fed in row_of_workbook(carried, "power to be fed")


def test_the_finding_is_told_and_its_figures_open(carried: Carried) -> None:
    (found,) = (each for each in carried.found["plain"]["findings"] if each["code"] == "large_hosts")
    hosts = value(carried, "plain", "hosts")
    figures = {each["name"]: each for each in found["parts"] if isinstance(each, dict) and "name" in each}
    assert figures["share"]["value"] == pytest.approx(1 / hosts)
    assert figures["hosts"]["text"] == f"{hosts:.0f} hosts"
    assert {each["why"]["quantity"] for each in figures.values()} == {"hosts"}
    assert " one lost host takes " in found["message"]


def test_the_question_is_asked_on_every_surface(carried: Carried) -> None:
    said = carried.found["question"]
    answer = said["sent"]
    (parts,) = answer["parts"].values()
    assert parts > 0
    assert said["sent, with a parameter"]["parts"] == dict.fromkeys(answer["parts"], 0)
    assert said["command"] == answer
    assert said["tool"]["answer"] == answer
    described = carried.found["description"]
    paths = described["paths"]
    for path in ("/api/v1/plans/{plan_id}/unpacking", "/api/v1/shared/{token}/unpacking"):
        assert "dearer_than" in {each["name"] for each in paths[path]["get"]["parameters"]}
    methods = written_questions(described)
    assert methods.count("def unpacking(") == 2
    assert "dearer_than: float | None = None" in methods


@pytest.mark.parametrize(
    ("document", "field", "quantity", "unit"),
    [
        ("VmGroup", "graphics_gib", "graphics_gib", "GiB"),
        ("Host", "graphics_gib", "graphics_gib_per_host", "GiB/host"),
        ("Economics", "insurance_per_year", "insurance_price_per_year", "/year"),
        ("Economics", "ups_loss_share", "ups_loss_share", "%"),
    ],
)
def test_schema_and_description_declare_the_field(
    carried: Carried, document: str, field: str, quantity: str, unit: str
) -> None:
    for schemas in (carried.found["plan schema"]["$defs"], carried.found["description"]["components"]["schemas"]):
        name = document if document in schemas else f"{document}-Input"
        said = schemas[name]["properties"][field]["x-hostwise"]
        assert said["quantity"] == quantity
        assert said["unit"] == unit
        assert said["absent"]["value"] == 0
        assert said["label"]
