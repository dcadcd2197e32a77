"""The decision is told once: every face says the same lead, verdict, saving, checks and break-evens, word for word.

Faces are read as they are printed: lists, the command line, Markdown, CSV, JSON, PDF, the workbook, Word, PowerPoint,
and what language models are given. What a browser shows is compared in `e2e/specs/one-truth-in-words.spec.ts`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.brief.brief_decision import brief_decision
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Decision
from hostwise.decision.listed import in_brief, of_the_lead
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.document import Plan, plan_json
from hostwise.reports import report_files
from hostwise.reports.report_files import report
from hostwise.server.commands import command_line
from tests.audit.plans import random_plan
from tests.drawing_examples import some_now
from tests.office_reading import slides_of, words_of
from tests.typical import FEW
from tests.unit.pdf_reading import read_pages

CATALOGUE = load_catalogue()
SAMPLES = [each.key for each in sample_summaries()]
RANDOM = range(30)
NUMBER = 256


def named(*edits: tuple[str, Any]) -> Plan:
    """A sample that is changed so that nothing is compared."""
    document = plan_json(sample_plan("nvme-2026"))
    for key, value in edits:
        document[key] = value
    document["remarks"] = {}
    return Plan.model_validate(document)


def unbuildable() -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    for group in document["workload"]["groups"]:
        group["memory_gib"] = 3_000
    document["remarks"] = {}
    return Plan.model_validate(document)


def without_io() -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    for group in document["workload"]["groups"]:
        group.pop("iops_peak", None)
        group.pop("iops_average", None)
    document["remarks"] = {}
    return Plan.model_validate(document)


JOURNEYS: dict[str, Callable[[], Plan]] = {
    "unbuildable": unbuildable,
    "without-io": without_io,
    "without-prices": partial(sample_plan, "vmw10"),
    "missing-a-requirement": partial(named, ("requirements", {"budget": 1000})),
}


def plan_of(key: str | int) -> Plan:
    if isinstance(key, int):
        return Plan.model_validate(random_plan(key))
    return JOURNEYS[key]() if key in JOURNEYS else sample_plan(key)


@cache
def decisions(key: str | int) -> tuple[Decision, Decision]:
    """The decision as sized and simulated."""
    plan = plan_of(key)
    sized = decide(plan, CATALOGUE, include=Parts(False, False, (), decision=True)).decision
    assert sized is not None
    return sized, uncertainty_of(plan, CATALOGUE, number=NUMBER).decision


def letters(text: str) -> str:
    """What is left of a text where lines may break, with or without a hyphen, and signs are escaped."""
    return re.sub(r"[\W_]", "", text)


def told(decision: Decision) -> list[str]:
    """What every face must say of a decision."""
    return [
        *([decision.label] if decision.label else []),
        str(decision.sentence.text),
        *(str(each.line.text) for each in decision.checks),
        *(str(each.text) for each in decision.break_evens[:2]),
    ]


def strings(document: Any) -> Iterator[str]:
    """All texts of a document, in their order."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict | list):
        for each in document.values() if isinstance(document, dict) else document:
            yield from strings(each)


def expect_told(decision: Decision, face: str, where: str) -> None:
    """Every sentence stands on a face, and the checks in their order."""
    said = letters(face)
    for text in told(decision):
        assert letters(text) in said, f"{where} does not say: {text}"
    at = 0
    for check in decision.checks:
        at = said.find(letters(str(check.line.text)), at)
        assert at >= 0, f"{where} has the checks in another order"


def expect_nobody_else(decision: Decision, face: str) -> None:
    """No face advises another configuration, or says so in words of its own."""
    others = [each.name for each in decision.rows if each.configuration != decision.lead]
    for name in others:
        assert not re.search(rf"(Choose|Take|Prefer) [“\"]?{re.escape(name)}", face)
    assert "costs least" not in face
    assert "instead of" not in str(decision.sentence.text)


EVERY = some_now([*SAMPLES, *JOURNEYS, *RANDOM], [*FEW, *JOURNEYS, *list(RANDOM)[:3]])


@pytest.mark.parametrize("key", EVERY)
def test_the_phases_agree(key: str | int) -> None:
    sized, simulated = decisions(key)
    assert (sized.state, sized.lead, sized.runner_up, sized.saving) == (
        simulated.state,
        simulated.lead,
        simulated.runner_up,
        simulated.saving,
    )
    assert sized.label in ("", simulated.label)
    assert sized.checks == simulated.checks[: len(sized.checks)]
    assert simulated.advised in (None, simulated.lead)
    if sized.saving is not None and "cheaper" in str(simulated.sentence.text):
        assert sized.saving.text in str(simulated.sentence.text)
        assert sized.saving.text in str(sized.sentence.text)


@pytest.mark.parametrize("key", EVERY)
def test_lists_and_briefs_say_it(key: str | int) -> None:
    for decision in decisions(key):
        brief = brief_decision(decision)
        expect_told(decision, " ".join(strings(brief.model_dump(mode="json"))), "the brief")
        assert (brief.lead, brief.advised, brief.label) == (decision.lead, decision.advised, decision.label)
        for listed in (in_brief(decision), of_the_lead(decision)):
            assert (listed.label, listed.sentence, listed.lead, listed.advised, listed.saving) == (
                decision.label,
                decision.sentence,
                decision.lead,
                decision.advised,
                decision.saving,
            )


@pytest.mark.parametrize("key", EVERY)
def test_the_command_line_says_it(key: str | int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sized, _ = decisions(key)
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan_json(plan_of(key))), encoding="utf-8")

    def printed(*arguments: str) -> str:
        command_line.main(arguments)
        return capsys.readouterr().out

    for command in ("evaluate", "compare", "check"):
        face = printed(command, str(file))
        said = letters(face)
        assert letters(str(sized.sentence.text)) in said, f"{command} does not say: {sized.sentence.text}"
        expect_nobody_else(sized, face)
    expect_told(sized, printed("evaluate", str(file)), "evaluate")
    simulated = uncertainty_of(plan_of(key), CATALOGUE).decision
    face = printed("uncertainty", str(file))
    expect_told(simulated, face, "uncertainty")
    expect_nobody_else(simulated, face)


@pytest.mark.parametrize("key", EVERY)
def test_reports_say_it(key: str | int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(key)
    sized, simulated = decisions(key)
    monkeypatch.setattr(
        report_files,
        "uncertainty_of_run",
        lambda run, catalogue, **_: uncertainty_of(run.plan, catalogue, number=NUMBER),
    )
    markdown = report(plan, CATALOGUE, "md").decode().replace("\\", "").replace("**", "")
    expect_told(simulated, markdown, "Markdown")
    expect_nobody_else(simulated, markdown)
    expect_told(simulated, report(plan, CATALOGUE, "csv").decode(), "CSV")
    answer = json.loads(report(plan, CATALOGUE, "json"))
    assert answer["sentence"] == str(sized.sentence.text)


@pytest.mark.parametrize("key", some_now([*SAMPLES, *JOURNEYS], [*FEW[:1], "unbuildable"]))
def test_the_pdf_the_workbook_word_and_powerpoint_say_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(key)
    _, simulated = decisions(key)
    monkeypatch.setattr(
        report_files,
        "uncertainty_of_run",
        lambda run, catalogue, **_: uncertainty_of(run.plan, catalogue, number=NUMBER),
    )
    pages = read_pages(report(plan, CATALOGUE, "pdf"))
    first = " ".join(run.text for page in pages[:2] for run in page.runs)
    expect_told(simulated, first, "the PDF")
    book = CalamineWorkbook.from_filelike(BytesIO(report(plan, CATALOGUE, "xlsx")))
    cells = [
        str(cell) for name in book.sheet_names[:3] for row in book.get_sheet_by_name(name).to_python() for cell in row
    ]
    expect_told(simulated, " ".join(cells), "the workbook")
    expect_told(simulated, words_of(report(plan, CATALOGUE, "docx")), "the Word document")
    expect_told(simulated, "\n".join(slides_of(report(plan, CATALOGUE, "pptx"))), "the slides")
