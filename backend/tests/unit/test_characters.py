"""Names that are not what they look like: refused where they are given, escaped where they are shown."""

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.estate.estate_answer import estate_answer, estate_plan
from hostwise.estate.importers.reading import read_inventory
from hostwise.number_format.characters import escaped, escaped_json
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.estate import EstateChoices, GroupBy, Grouping, Inventory
from hostwise.plan.fields import MOST_NAME, MOST_TEXT, Name, Text, fitted
from hostwise.plan.opm import OpmModel
from hostwise.plan.prices import PriceBook
from hostwise.plan.reading import UnreadablePlan, plan_of
from hostwise.server import logs
from hostwise.server.commands.command_line import main
from hostwise.server.commands.terminal import coloured, echo, table
from hostwise.server.stored_documents.plans import plan_of_store
from tests.drawing_examples import examples
from tests.estates.estate import drawn
from tests.estates.rvtools import old_csv, workbook

HOSTILE = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
HOSTILE += list("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
LINES = {"\t", "\n", "\r", "\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\ufeff"}
"""What a text of several lines may have, and a name may not."""

NAME, TEXT = TypeAdapter[str](Name), TypeAdapter[str](Text)
FORGED = "web\x1b[2J\r\n2026-11-25 [warning  ] forged\u202e\u2028\x9b31m"


def accepted(of: TypeAdapter[str], text: str) -> bool:
    try:
        of.validate_python(text)
    except ValidationError:
        return False
    return True


def test_a_name_is_one_line_and_reads_as_it_is_stored() -> None:
    assert [each for each in HOSTILE if accepted(NAME, f"a{each}b")] == []
    for good in ("Größe", "日本語", "שלום", "a\u200db", "\U0001f600", "a\u00a0b"):
        assert accepted(NAME, good), good


def test_a_text_has_lines_and_turns_nothing_around() -> None:
    assert {each for each in HOSTILE if accepted(TEXT, f"a{each}b")} == LINES


@settings(max_examples=examples(500))
@given(st.text(max_size=2_100))
@example("\ud800")
@example("\ufeff" * 300)
@example(" \x1b ")
@example("a" * 199 + " b")
def test_any_text_can_be_made_a_name(text: str) -> None:
    for most, of in ((MOST_NAME, NAME), (MOST_TEXT, TEXT)):
        name = fitted(text, most)
        if name:
            assert of.validate_python(name) == name
        assert fitted(name, most) == name


HOSTILE_NAMES = st.text(st.sampled_from("a1 -_\u202e\u200f\u2028\x85\ufeff\u2066\u00fc"), min_size=1, max_size=230)


def exported(names: list[str]) -> Inventory:
    """An export whose VMs, systems, clusters and folders have these names."""
    estate = drawn(len(names), seed=4)
    vms = [
        replace(vm, name=name, os=name, cluster=name, folder=name) for vm, name in zip(estate.vms, names, strict=True)
    ]
    return read_inventory(workbook(replace(estate, vms=vms)), "estate.xlsx")


@settings(max_examples=examples(100))
@given(st.lists(HOSTILE_NAMES, min_size=6, max_size=6))
def test_no_name_in_an_export_is_too_bad_for_a_group(names: list[str]) -> None:
    inventory, plan = exported(names), plan_json(sample_plan("moderate-io"))
    for by in GroupBy:
        choices = EstateChoices(grouping=Grouping(by=by))
        groups = [each.group for each in estate_answer(inventory, choices, load_catalogue(), with_plan=False).groups]
        assert groups
        plan["workload"]["groups"] = [each.model_dump(mode="json", exclude_unset=True) for each in groups]
        assert list(plan_of(plan).workload.groups) == groups


@settings(max_examples=examples(25))
@given(st.lists(HOSTILE_NAMES, min_size=24, max_size=24), st.sampled_from(list(GroupBy)))
def test_no_name_in_an_export_is_too_bad_to_be_imported(names: list[str], by: GroupBy) -> None:
    """What is looked for, the candidates, takes a second for each plan, whatever the names are."""
    plan = estate_plan(exported(names), EstateChoices(grouping=Grouping(by=by)), load_catalogue())
    assert plan_of(plan_json(plan)) == plan


def test_what_an_export_calls_a_machine_writes_no_line_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    estate = drawn(6, seed=4)
    vms = [
        replace(vm, name=f"{FORGED} {at}", template=at == 0, cluster=f"{FORGED} {250 * 'c'}")
        for at, vm in enumerate(estate.vms)
    ]
    hostile = replace(estate, vms=vms)
    file, plan = tmp_path / "estate.csv", str(tmp_path / "plan.json")
    file.write_bytes(old_csv(hostile))
    assert main(["import", str(file), "--per-cluster", "-o", plan]) == 0
    said = capsys.readouterr()
    assert not any(each in said.out + said.err for each in HOSTILE if each != "\n")
    assert not [line for line in (said.out + said.err).splitlines() if line.startswith("2026")]


def hostile_plan() -> dict[str, Any]:
    """A plan as 0.2 accepted it."""
    document = plan_json(sample_plan("moderate-io"))
    document["name"] = f" {FORGED} "
    document["description"] = "one\r\n\u202etwo\x1b[31m\n\tthree"
    document["configurations"][0]["name"] = "\u202e"
    document["workload"]["groups"][0]["name"] = "a\nb"
    document["remarks"] = {"/workload/groups/0/count": {"note": "\x07", "source": "\x1b"}, "/x\u202e\n": {}}
    return document


def test_a_plan_with_such_names_is_refused_with_each_of_them() -> None:
    with pytest.raises(UnreadablePlan) as refused:
        plan_of(hostile_plan())
    assert {each.pointer for each in refused.value.mistakes} == {
        "/name",
        "/description",
        "/configurations/0/name",
        "/workload/groups/0/name",
        "/remarks/~1workload~1groups~10~1count/note",
        "/remarks/~1workload~1groups~10~1count/source",
        "/remarks/~1x\\u202e\\n/[key]",
    }
    assert "direction of writing" in str(refused.value)


def test_a_plan_that_is_stored_with_such_names_is_opened_without_them() -> None:
    plan = plan_of_store(hostile_plan())
    assert plan.name == "web [2J 2026-11-25 [warning ] forged 31m"
    assert plan.description == "one\ntwo [31m\nthree"
    assert plan.configurations[0].name == "unnamed"
    assert plan.workload.groups[0].name == "a b"
    assert list(plan.remarks) == ["/workload/groups/0/count", "/x"]
    # As it is opened it can be saved.
    assert plan_of(plan_json(plan)) == plan


def test_what_is_good_is_opened_as_it_was_stored() -> None:
    document = plan_json(sample_plan("moderate-io")) | {"description": "two  blanks\n\n and\ta tab\u200f"}
    assert plan_json(plan_of_store(document)) == document


@pytest.mark.parametrize(
    ("model", "document"),
    [
        (PriceBook, {"key": "a", "name": "x", "prices": []}),
        (
            OpmModel,
            {"key": "a", "name": "x", "points": [{"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600}]},
        ),
        (Plan, plan_json(sample_plan("light-io"))),
    ],
)
def test_no_document_takes_such_a_name(model: Any, document: dict[str, Any]) -> None:
    assert model.model_validate(document)
    for each in HOSTILE:
        with pytest.raises(ValidationError):
            model.model_validate(document | {"name": f"a{each}b"})


def test_json_says_the_same_after_escaping() -> None:
    for indent in (None, 2):
        document = {FORGED: [FORGED, "".join(HOSTILE)]}
        text = escaped_json(json.dumps(document, ensure_ascii=False, indent=indent))
        assert json.loads(text) == document
        assert not any(each in text for each in HOSTILE if each != "\n")


Logged = Callable[[str], str]


@pytest.fixture(params=["text", "json"])
def logged(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Logged:
    """What the log has of a line, written by ourselves or by a library, or with an error."""

    def log(how: str) -> str:
        logs.configure(request.param)
        if how == "ours":
            structlog.get_logger("test").warning(FORGED, path=FORGED, names=[FORGED])
        elif how == "a library's":
            logging.getLogger("library").warning("of %s", FORGED)
        else:
            try:
                raise ValueError(FORGED)
            except ValueError as error:
                structlog.get_logger("test").error("defect", exc_info=error)
        return capsys.readouterr().err

    return log


@pytest.mark.parametrize("how", ["ours", "a library's"])
def test_a_line_of_the_log_is_one_line(logged: Logged, how: str) -> None:
    text = logged(how)
    assert text.count("\n") == 1
    assert not any(each in text for each in HOSTILE if each != "\n")


def test_no_line_of_an_error_looks_like_one_of_the_log(logged: Logged) -> None:
    text = logged("with an error")
    assert "ValueError" in text
    assert not any(each in text for each in HOSTILE if each != "\n")
    if not text.startswith("{"):
        assert all(line.startswith("  ") for line in text.splitlines()[1:])


def test_a_table_keeps_its_rows_and_its_colours(capsys: pytest.CaptureFixture[str]) -> None:
    echo(table([["name", "state"], [FORGED, coloured("active", True)], ["\x1b[8mhidden", "b"]]))
    said = capsys.readouterr().out
    assert said.count("\n") == 3
    assert escaped(FORGED) in said
    assert "\\x1b[8mhidden" in said
    assert not any(each in said for each in HOSTILE if each != "\n")
    shown = table([["a"], [coloured("active", True)]])
    assert "\x1b[32mactive\x1b[0m" in shown


def test_the_command_shows_no_name_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(hostile_plan() | {FORGED: 1}))
    assert main(["evaluate", str(file)]) == 3
    said = capsys.readouterr().err
    assert "Unknown key 'web\\x1b[2J" in said.replace("\\\\", "\\")
    assert not any(each in said for each in HOSTILE if each != "\n")
    assert not [line for line in said.splitlines() if line.startswith("2026")]


@pytest.mark.parametrize("name", ["a\x1bb", "a\u202eb", "a\nb", "\ufeff", "", " ", "a" * 201])
def test_the_command_makes_no_token_of_such_a_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tokens", "create", name]) == 3
    assert "without control characters" in capsys.readouterr().err
