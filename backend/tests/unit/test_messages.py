"""Messages are data: every code has its message, every message its code, every figure a format and what it opens."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.findings.declaring import codes
from hostwise.answers.wording import message_files
from hostwise.answers.wording.answer_messages import MESSAGES, message
from hostwise.answers.wording.message_files import MOST_WORDS, Messages, Number
from hostwise.answers.wording.sentences import phrase
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import DeclarationError
from hostwise.plan.answers.text import ConfigurationName, Figure, MessagePart
from hostwise.plan.document import Plan, plan_json
from tests.unit.test_findings import broken_plans
from tools import message_codes

BACKEND = Path(__file__).resolve().parents[2]
SAMPLES = [each.key for each in sample_summaries()]
FOLDERS = list(message_codes.FILES)

SPEAKERS = {"say", "message", "text", "line", "phrase", "words"}
"""Functions and methods that take the code of a message."""

MOST_LONG = 0.1
"""Share of the messages that may be longer, with a reason."""


def messages_of(folder: str) -> Messages[str]:
    return Messages(f"hostwise.{folder.replace('/', '.')}")


@cache
def trees(room: str) -> list[tuple[Path, ast.Module]]:
    paths = sorted((BACKEND / "hostwise" / room).rglob("*.py"))
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths if not path.stem.endswith("_codes")]


class Call(NamedTuple):
    """A sentence that is said somewhere: the codes that it may have, and the names of its values; None if unknown."""

    place: str
    codes: tuple[str, ...]
    names: frozenset[str] | None
    node: ast.Call


def calls(folder: str) -> Iterator[Call]:
    """Calls in a room whose first argument is a code of its messages."""
    known = messages_of(folder).by_code
    for path, tree in trees(folder.partition("/")[0]):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS and node.args:
                found = tuple(each for each in _strings(node.args[0]) if "{" not in each)
                names = {each.arg for each in node.keywords}
                given = None if None in names else frozenset(str(each) for each in names) - message_files.RESERVED
                if found and all(each in known or each.partition(".")[0] in known for each in found):
                    yield Call(f"{path.relative_to(BACKEND)}:{node.lineno}", found, given, node)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _strings(node: ast.AST) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*_strings(node.body), *_strings(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


class TestFiles:
    @pytest.mark.parametrize("folder", FOLDERS)
    def test_the_closed_type_has_the_codes_of_the_file(self, folder: str) -> None:
        assert message_codes.path(folder).read_text(encoding="utf-8") == message_codes.source(folder), (
            "make message-codes"
        )
        assert sorted(messages_of(folder).by_code) == message_codes.codes(folder)

    @pytest.mark.parametrize("folder", FOLDERS)
    def test_every_message_is_said_somewhere(self, folder: str) -> None:
        written = {
            node.value
            for _, tree in trees(folder.partition("/")[0])
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert messages_of(folder).by_code.keys() <= written

    @pytest.mark.parametrize("folder", FOLDERS)
    def test_every_sentence_is_given_its_values(self, folder: str) -> None:
        known = messages_of(folder).by_code
        assert not [
            f"{call.place}: {code}"
            for call in calls(folder)
            for code in call.codes
            if code not in known or (call.names is not None and call.names != known[code].names)
        ]

    @pytest.mark.parametrize("folder", FOLDERS)
    def test_few_messages_are_long(self, folder: str) -> None:
        found = messages_of(folder).by_code.values()
        long = [each.code for each in found if each.words > MOST_WORDS]
        assert len(long) < MOST_LONG * len(found)

    @pytest.mark.parametrize("folder", FOLDERS)
    def test_no_sentence_is_glued(self, folder: str) -> None:
        """No words beside the file: neither a template in code, nor a value that is made of words and figures there."""
        room, glued = folder.partition("/")[0], []
        for path, tree in trees(room):
            for node in ast.walk(tree):
                if not isinstance(node, ast.Call) or _name(node.func) not in SPEAKERS:
                    continue
                texts = [node.args[0]] if node.args else []
                texts += [each.value for each in node.keywords if each.arg not in message_files.RESERVED]
                if any(_has_words(each) for each in texts):
                    glued.append(f"{path.relative_to(BACKEND)}:{node.lineno}")
        assert glued == []


def _has_words(node: ast.expr) -> bool:
    """Whether it is text with spaces that is written in code, by itself or around values."""
    if isinstance(node, ast.IfExp):
        return _has_words(node.body) or _has_words(node.orelse)
    pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(isinstance(each, ast.Constant) and " " in str(each.value) for each in pieces)


def test_every_finding_and_reason_has_its_message() -> None:
    said = {each.partition(".")[0] for each in MESSAGES.by_code}
    # The first is the reason itself.
    assert {*codes("finding"), *codes("reason")} - {"infeasible"} <= said


class TestFaults:
    """What is wrong in a file, or in what a sentence is given, is an error that names the code."""

    @pytest.mark.parametrize(
        ("tables", "fault"),
        [
            ({"a": {"about": "it"}}, "'a' has no text"),
            ({"a": {"text": "It."}}, "'a' needs a text, and what it is about"),
            ({"a": {"text": "It.", "about": "it", "tone": "calm"}}, "unknown key 'tone'"),
            ({"a": {"text": "{b}", "about": "it", "figures": {"c": "number"}}}, "no figure, or a reserved name, c"),
            ({"a": {"text": "{b}", "about": "it", "figures": {"b": "hexadecimal"}}}, "neither a quantity nor a format"),
            ({"a": {"text": "{b}", "about": "it", "figures": {"b": "hosts: bold"}}}, "no format is called 'bold'"),
            ({"a": {"text": "{pointer}", "about": "it"}}, "reserved name, pointer"),
            ({"a": {"text": "word " * 26, "about": "it"}}, "'a' has 26 words"),
            ({"a": {"text": "Short.", "about": "it", "long": "no"}}, "and only then"),
            ({"a": {"about": "it", "b": {"text": "word " * 26}}}, "'a.b' has 26 words"),
        ],
    )
    def test_a_faulty_message_is_refused(self, tables: dict[str, Any], fault: str) -> None:
        with pytest.raises(DeclarationError, match=fault):
            list(message_files._messages(tables))

    def test_a_sentence_takes_its_own_values_only(self) -> None:
        unknown: Any = "no_such_code"
        with pytest.raises(DeclarationError, match=r"no message of .* 'no_such_code'"):
            message(unknown)
        with pytest.raises(DeclarationError, match="other values than it is given: version"):
            message("tier_preview")
        with pytest.raises(DeclarationError, match="other values than it is given: more"):
            message("tier_preview", version="ESXi 9", more="1")
        with pytest.raises(DeclarationError, match="words for its figure 'hosts'"):
            message("hosts_of_model", hosts="three", model="R760")
        with pytest.raises(DeclarationError, match="a number for 'model', which has no format"):
            message("hosts_of_model", hosts=3, model=3)


def test_a_figure_formats_itself_and_opens_what_is_known_of_it() -> None:
    parts = message("tier_drive_smaller_than_dram", room=Number(1500.4, pointer="/a/0"), dram=2048).parts("one")
    room, dram = (each for each in parts if isinstance(each, Figure))
    assert (room.text, room.value, room.pointer, room.why) == ("1,500 GiB", 1500.4, "/a/0", None)
    assert dram.text == "2,050 GiB"
    assert dram.why is not None
    assert (dram.why.configuration, dram.why.quantity) == ("one", "dram_gib")


def test_sentences_are_values_too() -> None:
    name = ConfigurationName(configuration="a", text="EPYC")
    assert str(message("finding_of", name=name, sentence=phrase("{x}", x="needs it."))) == "EPYC: needs it."


def opens(part: MessagePart) -> bool:
    return not isinstance(part, Figure) or bool(part.why or part.note or part.pointer or part.page)


@pytest.mark.parametrize("key", SAMPLES)
def test_every_figure_of_the_samples_opens(key: str) -> None:
    _all_open(evaluate_plan(sample_plan(key), load_catalogue()))


def test_so_does_every_figure_of_what_cannot_be_built() -> None:
    for plan in broken_plans():
        _all_open(evaluate_plan(plan, load_catalogue()))


def test_so_does_every_figure_of_what_misses_a_requirement() -> None:
    asked: dict[str, Any] = {"hosts_lost": 3, "site_lost": True, "rpo_minutes": 5, "min_hosts": 40}
    asked |= {"max_hosts": 2, "budget": 10, "rack_units": 1, "power_kw": 1}
    document = plan_json(sample_plan("nvme-2026")) | {"requirements": asked}
    result = evaluate_plan(Plan.model_validate(document), load_catalogue())
    assert len({each.code for found in result.configurations for each in found.unmet_requirements}) >= 7
    _all_open(result)


def test_what_findings_are_about_is_a_quantity() -> None:
    about = {
        each.value.value
        for _, tree in trees("answers")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _name(node.func) in {"say", "say_phrase"}
        for each in node.keywords
        if each.arg == "quantity" and isinstance(each.value, ast.Constant)
    }
    assert about <= MODEL.formulas.keys() | MODEL.inputs.keys()


def _all_open(result: Any) -> None:
    against = [each for found in result.configurations for each in (*found.reasons, *found.unmet_requirements)]
    shut = {
        f"{each.code}: {part.name}"
        for each in [*result.findings, *result.missing, *against]
        for part in each.parts
        if isinstance(part, Figure) and not opens(part)
    }
    assert not shut


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_page_that_explains_figures_has_that_section(folder: str) -> None:
    for each in messages_of(folder).by_code.values():
        if each.page is not None:
            page, _, section = each.page.removeprefix("/docs/").partition("#")
            text = (BACKEND.parent / "docs" / f"{page}.md").read_text(encoding="utf-8")
            headings = {line.strip("# \n").lower().replace(" ", "-") for line in text.splitlines() if line[:1] == "#"}
            assert not section or section in headings, each.code
