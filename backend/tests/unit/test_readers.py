"""Every formula has a reader: whatever is computed feeds a number that somebody sees."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hostwise.engine.model import MODEL

BACKEND = Path(__file__).resolve().parents[2]
PACKAGE = BACKEND / "hostwise"
FORMULAS = PACKAGE / "engine" / "formulas"
SCREEN = BACKEND.parent / "frontend" / "src"


def read_by_formulas() -> set[str]:
    return {name for formula in MODEL.formulas.values() for name in formula.parameters}


def read_by_purposes() -> set[str]:
    """What the comparison, the host count, the cost and the carbon collect."""
    purposes = MODEL.purposes
    return {
        *purposes.constraints,
        *purposes.cost_parts,
        *purposes.carbon_parts,
        *purposes.rows,
        *purposes.slacks.values(),
        *purposes.monthly_costs.values(),
        *purposes.yearly_costs.values(),
        *purposes.sums,
        *(each.only_with for each in purposes.rows.values() if each.only_with is not None),
    }


def names_in(code: str) -> Iterator[str]:
    """The strings of a module that are names: what it asks of a run; its docstrings are none."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value


@cache
def read_by_answers() -> frozenset[str]:
    """What answers, findings and reports read by name."""
    files = (each for each in PACKAGE.rglob("*.py") if FORMULAS not in each.parents)
    return frozenset(name for each in files for name in names_in(each.read_text(encoding="utf-8")))


@cache
def read_by_samples() -> frozenset[str]:
    """What samples compare with the printed numbers of their sources."""
    samples = (json.loads(each.read_bytes()) for each in (PACKAGE / "decision" / "samples").glob("*.json"))
    return frozenset(check["quantity"] for each in samples for check in each.get("checks", []))


@cache
def read_by_the_screen() -> frozenset[str]:
    """What the browser asks for by name; the types that are generated name every quantity."""
    files = (each for each in SCREEN.rglob("*.ts*") if "generated" not in each.parts and ".test." not in each.name)
    return frozenset(name for each in files for name in re.findall(r"'(\w+)'", each.read_text(encoding="utf-8")))


def without_reader(formulas: set[str]) -> set[str]:
    read = (read_by_formulas(), read_by_purposes(), read_by_answers(), read_by_samples(), read_by_the_screen())
    return formulas.difference(*read)


def test_every_formula_has_a_reader() -> None:
    assert without_reader(set(MODEL.formulas)) == set()


def test_a_formula_that_feeds_nothing_is_found() -> None:
    assert without_reader({"hosts", "nobody_reads_this_gib"}) == {"nobody_reads_this_gib"}


def test_every_kind_of_reader_is_needed() -> None:
    """A kind that read nothing alone would be a search in the wrong place."""
    kinds = {
        "formulas": read_by_formulas(),
        "purposes": read_by_purposes(),
        "answers": set(read_by_answers()),
        "samples": set(read_by_samples()),
        "screen": set(read_by_the_screen()),
    }
    for kind, read in kinds.items():
        others = set().union(*(each for key, each in kinds.items() if key != kind))
        assert (set(MODEL.formulas) & read) - others, kind


def test_formulas_named_in_prose_do_not_count() -> None:
    assert list(names_in('"""Reads hosts_for_cpu."""\nvalue("hosts")\n')) == ["hosts"]
