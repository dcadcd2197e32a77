"""Texts of others stay texts in each report: no markup, no cell, no formula comes out of one, and none is lost."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from hostwise.catalogue.loader import Catalogue, build_catalogue, load_catalogue, packaged
from hostwise.catalogue.own_rows import OwnRow
from hostwise.decision.samples.samples import sample_plan
from hostwise.number_format.csv_fields import written as csv_field
from hostwise.number_format.markup import line, table, written
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.proposal import QuoteAuditQuestion
from hostwise.quotes.quote_audit import audit_proposal
from hostwise.reports.report_files import report
from tests.plan_texts import MARK, marked
from tests.typical import FEW

PACKAGE = Path(__file__).parents[2] / "hostwise"
HOSTILE = (
    "| a ` b* *c* _d_ [e](http://f.example) <b>g</b> ![h](i) <http://j.example> &amp; \\ \\| # ~~k~~ ``l`` $m$ (n) !"
    " www.o.example - + 1. = > {} {0} %s"
)
LINES = "\n\n# p\n- q\n1. r\n    s\n===\n---\n| t | u |\n| --- | --- |\n```\nv"
"""What a text of several lines may hold beside."""
HARMLESS = "harmless"
STARTS = ("1. ", "- ", "+ ", "* ", "# ", "> ", "=== ", "--- ", "1) ", "~~~ ", "``` ", "| ", "    ", "[a]: b ", "<!-- ")
"""What may begin a name, and a block of Markdown."""

Say = Callable[[str], str]


def renamed(document: Any, say: Say) -> Any:
    """The document with another text for each that has the mark; keys stay, since they cannot hold any."""
    if isinstance(document, list):
        return [renamed(each, say) for each in document]
    if not isinstance(document, dict):
        return say(document) if isinstance(document, str) and MARK in document else document
    keys = {"key", "opm_model", "reference", "sample"}
    return {name: each if name in keys else renamed(each, say) for name, each in document.items()}


def of_a_sample(key: str, say: Say) -> Plan:
    document = renamed(plan_json(marked(key)), say)
    document["description"] = say("description")
    return Plan.model_validate(document)


def hostile(text: str) -> str:
    return f"{text} {HOSTILE}" + (LINES if text == "description" else "")


def harmless(text: str) -> str:
    return f"{text} {HARMLESS}"


def parsed(text: str) -> list[Token]:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return [each for block in parser.parse(text) for each in (block, *(block.children or ()))]


def structure(text: str) -> list[tuple[str, str]]:
    """The nodes of a document without its texts."""
    return [(each.type, each.tag) for each in parsed(text) if each.type not in ("text", "text_special", "inline")]


def shown(text: str) -> str:
    """What a reader sees."""
    return "".join(each.content for each in parsed(text) if each.type in ("text", "text_special", "code_inline"))


def folded(text: str) -> str:
    return " ".join(text.split())


def assert_same_document(bad: str, good: str) -> None:
    assert structure(bad) == structure(good)
    # Backslashes of names between quotation marks are doubled, and some names get these marks.
    seen = re.sub("[\u201c\u201d]", "", shown(bad)).replace("\\\\", "\\")
    seen = seen.replace(folded(HOSTILE + LINES), HARMLESS).replace(HOSTILE, HARMLESS)
    # The hash of a plan is that of its texts.
    assert re.sub("[0-9a-f]{64}", "", seen) == re.sub("[0-9a-f]{64}", "", shown(good))


@pytest.mark.parametrize("key", [*FEW, "leaving-vmware"])
def test_no_text_of_a_plan_is_markup_in_its_report(key: str) -> None:
    bad, good = (report(of_a_sample(key, say), load_catalogue(), "md").decode() for say in (hostile, harmless))
    assert HARMLESS in good
    assert_same_document(bad, good)


@pytest.mark.parametrize("start", STARTS)
def test_no_beginning_of_a_text_begins_a_block(start: str) -> None:
    def begins(text: str) -> str:
        return f"{start}{text}"

    bad, good = (report(of_a_sample("nvme-2026", say), load_catalogue(), "md").decode() for say in (begins, str))
    assert structure(bad) == structure(good)


def test_no_text_of_ones_own_platforms_is_markup() -> None:
    bad, good = (report(on_larch(), larch(say), "md").decode() for say in (hostile, harmless))
    assert HARMLESS in good
    hidden = re.compile(r"catalogue [^\n]*")
    assert_same_document(hidden.sub("", bad), hidden.sub("", good))


@cache
def _guide() -> dict[str, Any]:
    guide = PACKAGE.parents[1] / "docs" / "guides" / "own-platforms.md"
    (text,) = re.findall(r"```yaml\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    found: dict[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)
    return found


def larch(say: Say) -> Catalogue:
    """The catalogue with rows of a deployment's own, whose texts are said in another way."""
    words = {"citation", "label", "family_name", "name", "meaning", "locator"}
    rows = {
        kind: [
            OwnRow("own.yaml", {name: say(each) if name in words else each for name, each in row.items()})
            for row in each_row
        ]
        for kind, each_row in _guide().items()
    }
    return build_catalogue(packaged(), rows)


def on_larch() -> Plan:
    document = plan_json(sample_plan("nvme-2026")) | {"remarks": {}, "policy": {"spare_hosts": 1}}
    document["workload"]["groups"] = [{"name": "vms", "count": 100, "vcpu": 4, "memory_gib": 16, "disk_gb": 2000}]
    document["configurations"] = [
        {
            "key": key, "name": key, "layout": "single_tier", "storage_stack": "larch",
            "protection": "larch_two_copies",
            "cpu": {"sockets": 2, "cores": 32, "base_ghz": 3}, "memory": {"dram_gib": 1024},
            "capacity": {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8},
        }
        for key in ("one", "two")
    ]  # fmt: skip
    return Plan.model_validate(document)


def audited(say: Say) -> tuple[str, str]:
    """The report and the letter about a proposal."""
    lines = [
        {"line": 1, "description": say("description"), "quantity": 2, "unit_price": 5.0, "line_total": 30.0},
        {"line": 2, "description": say("other"), "part_number": say("number"), "quantity": 3, "unit_price": 8.0},
    ]
    sides = [{"name": say(f"side {at}"), "lines": lines} for at in range(2)]
    proposal = {"name": say("proposal"), "currency": "USD", "sides": sides}
    found = audit_proposal(QuoteAuditQuestion.model_validate({"proposal": proposal}), load_catalogue())
    return found.report, found.letter


def test_no_text_of_a_proposal_is_markup_in_its_audit() -> None:
    (bad, bad_letter), (good, good_letter) = audited(hostile), audited(harmless)
    assert_same_document(bad, good)
    # The letter is a text to paste into a mail: its lines are its own, and nothing in it is escaped.
    assert len(bad_letter.splitlines()) == len(good_letter.splitlines())
    assert folded(HOSTILE) in bad_letter


def test_a_text_is_never_a_record_or_a_formula_of_comma_separated_values() -> None:
    bad, good = (
        list(
            csv.reader(
                io.StringIO(report(of_a_sample("friedman13", say), load_catalogue(), "csv").decode(), newline="")
            )
        )
        for say in (hostile, harmless)
    )
    assert [[each.replace(HOSTILE, HARMLESS) for each in row] for row in bad] == good


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_no_field_of_comma_separated_values_begins_a_formula(start: str) -> None:
    assert csv_field(f"{start}1+1") == f"'{start}1+1"
    plan = Plan.model_validate(plan_json(sample_plan("light-io")) | {"remarks": {}})
    named = [each.model_copy(update={"name": f"{start}cmd|' /C calc'!A0"}) for each in plan.configurations]
    text = report(plan.model_copy(update={"configurations": tuple(named)}), load_catalogue(), "csv").decode()
    fields = {each for row in csv.reader(io.StringIO(text, newline="")) for each in row}
    assert any("cmd|" in each for each in fields)
    assert not [each for each in fields if "cmd|" in each and each.startswith(start)]


def cells(content: bytes) -> Iterator[tuple[str, str, str, bool]]:
    """Sheet, place, type, and whether it is a formula, of each cell."""
    with ZipFile(io.BytesIO(content)) as book:
        for name in sorted(book.namelist()):
            assert "externalLink" not in name
            if name.startswith("xl/worksheets/sheet"):
                root = ElementTree.fromstring(book.read(name))
                space = root.tag.partition("}")[0] + "}"
                assert root.find(f"{space}hyperlinks") is None
                for cell in root.iter(f"{space}c"):
                    yield name, cell.attrib["r"], cell.attrib.get("t", ""), cell.find(f"{space}f") is not None


def test_a_text_is_never_a_formula_or_a_link_of_a_workbook() -> None:
    bad, good = (
        list(cells(report(of_a_sample("friedman13", say), load_catalogue(), "xlsx"))) for say in (formula, harmless)
    )
    assert bad == good


def formula(text: str) -> str:
    return f'=HYPERLINK("http://f.example") {text}'


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for each in ast.walk(tree):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == name:
            yield each


def test_templates_are_literals_and_only_their_module_makes_markdown() -> None:
    found = 0
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "number_format.markup import" not in text:
            continue
        tree = ast.parse(text)
        assert not list(calls(tree, "Markdown")), path
        for each in calls(tree, "line"):
            assert isinstance(each.args[0], ast.Constant), f"{path}, line {each.lineno}"
            found += 1
    assert found > 20


def test_a_document_takes_no_text_that_is_not_escaped() -> None:
    forgotten: Any = "# of somebody"
    with pytest.raises(AttributeError):
        written([line("# {}", "a"), forgotten])
    assert written(table(["a|b", line("**c**")], [["1|2", "3"]], numbers=slice(1, None))) == (
        "| a\\|b | **c** |\n| --- | ---: |\n| 1\\|2 | 3 |\n"
    )
