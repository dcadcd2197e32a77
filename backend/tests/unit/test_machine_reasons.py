"""Why a machine cannot be built, and the changes of one field that cure it."""

from typing import Any

import pytest

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import reasons
from hostwise.answers.findings.machine_findings import machine_cannot_be_built
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.text import Edit, Figure
from hostwise.plan.answers.told import Reason
from hostwise.plan.document import Plan, plan_json


def document(host: dict[str, Any], **parts: dict[str, Any]) -> Any:
    plan = plan_json(sample_plan("nvme-2026"))
    for name, fields in {"host": host, **parts}.items():
        plan["configurations"][0][name] |= fields
    return plan


def said_against(plan: Any) -> list[Reason]:
    catalogue = load_catalogue()
    about = About(run_plan(Plan.model_validate(plan), catalogue), 0, catalogue)
    return reasons(machine_cannot_be_built.said(about), about.key)


def cured(plan: Any, edits: list[Edit]) -> Any:
    for edit in edits:
        *path, last = edit.pointer.split("/")[1:]
        at = plan
        for each in path:
            at = at[int(each)] if isinstance(at, list) else at[each]
        at[last] = edit.value
    return plan


@pytest.mark.parametrize(
    ("plan", "code", "numbers", "label"),
    [
        (
            document({"chassis": "dell-poweredge-r6615"}),
            "too_many_sockets",
            {"has": 1, "sockets": 2},
            "Use 1 processor per host",
        ),
        (
            document({"chassis": "dell-poweredge-r7625"}, memory={"module_gib": 32}),
            "too_much_memory_for_slots",
            {"slots": 24, "dram": 1536, "modules": 48, "module_gib": 32},
            "Use modules of 64 GiB",
        ),
    ],
)
def test_one_change_cures_it(plan: Any, code: str, numbers: dict[str, float], label: str) -> None:
    (reason,) = said_against(plan)
    assert (reason.code, reason.numbers) == (code, numbers)
    assert reason.remedy is not None
    assert reason.remedy.label == label
    assert said_against(cured(plan, reason.remedy.edits)) == []


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (document({"chassis": "cisco-ucs-c245-m8"}, capacity={"count": 10}), "too_many_drives"),
        (
            document({"memory_slots": 4}, memory={"dram_gib": 2048, "module_gib": 256}),
            "too_much_memory_for_slots",
        ),
        (
            document({"memory_slots": 12}, memory={"module": "ddr5-rdimm-64gb-2025-12"}),
            "too_much_memory_for_slots",
        ),
    ],
)
def test_what_one_field_does_not_decide_has_no_cure(plan: Any, code: str) -> None:
    (reason,) = said_against(plan)
    assert reason.code == code
    assert reason.remedy is None
    assert reason.pointer is not None


def test_a_number_of_modules_that_is_rounded_up_is_not_explained_as_the_quotient() -> None:
    (reason,) = said_against(document({"memory_slots": 8}, memory={"dram_gib": 1000, "module_gib": 64}))
    why = {each.name: each.why for each in reason.parts if isinstance(each, Figure)}
    assert reason.numbers["modules"] == 16
    assert why["modules"] is None
    assert why["module_gib"] is not None
