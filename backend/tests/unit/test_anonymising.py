"""An anonymised plan has no word of its owner's, and the same numbers."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from io import BytesIO
from itertools import count
from typing import Any, Literal, get_args, get_origin
from zipfile import ZipFile

import pytest
from pydantic import BaseModel, StringConstraints
from pypdf import PdfReader

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.samples.samples import sample_plan, sample_summaries
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.declaration import PlanField
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.fields import DATE
from hostwise.plan.reading import models_in
from hostwise.reports.report_files import FORMATS, report
from hostwise.server.sharing.anonymising import NAME, anonymised

CATALOGUE = load_catalogue()
MARK = "acme"
KEYS = [each.key for each in sample_summaries()]

_PICKED = {"opm_model"}
_NUMBERS = count()
"""Keys are unique."""


def texts(model: type[BaseModel], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every field of the plan that holds a text which its owner writes: not a choice, and no key of the catalogue."""
    for name, field in model.model_fields.items():
        inner = models_in(field.annotation)
        for each in inner:
            yield from texts(each, (*at, name))
        said = field.json_schema_extra
        picked = isinstance(said, PlanField) and ("catalogue" in said.form or name in _PICKED)
        written = not inner and not picked and is_text(field.annotation) and not any(map(is_date, field.metadata))
        if written and name not in ("currency", "country", "sample"):
            yield (*at, name)


def is_text(annotation: Any) -> bool:
    if annotation is str:
        return True
    if get_origin(annotation) is Literal or (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return False
    if any(map(is_date, get_args(annotation))):
        return False
    return any(is_text(each) for each in get_args(annotation))


def is_date(constraint: Any) -> bool:
    return isinstance(constraint, StringConstraints) and constraint.pattern == DATE


def mark(document: Any, at: tuple[str, ...]) -> None:
    """Write the mark into a field, in every part of the document that can have it."""
    name, *rest = at
    if isinstance(document, list):
        for each in document:
            mark(each, at)
    elif rest:
        if name in document:
            mark(document[name], tuple(rest))
    else:
        document[name] = f"{MARK}-{next(_NUMBERS)}"


@cache
def marked(key: str) -> Plan:
    """A sample that says its owner's name in every text, in every part that a plan can have."""
    document = plan_json(sample_plan(key))
    point = {"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600, "note": ""}
    document["opm_models"] = [
        {"key": "x", "name": "x", "baseline_opm_per_vm": 6000, "points": [point, point | {"overcommit_ratio": 2}]}
    ]
    for each in document["configurations"]:
        each.setdefault("network", {})
        each.setdefault("host", {})
    document.setdefault("economics", {})["keep"] = {"running_cost_per_year": 1}
    document["economics"]["prices"] = [
        {
            "part": "drives/micron-7450-pro-7.68tb",
            "price": 1180,
            "currency": document["economics"].get("currency", "USD"),
            "date": "2026-11",
            "book": {"key": "x", "revision": 3},
        }
    ]
    line = {"label": "x", "category": "other", "amount": 0}
    document["economics"]["cost_lines"] = [line]
    for each in document["configurations"]:
        each["cost_lines"] = [dict(line)]
    document["workload"]["events"] = [
        {"label": "x", "month": 1, "vms": 0, "group": document["workload"]["groups"][0]["name"]}
    ]
    at = "/workload/groups/0/count"
    document["remarks"] = document.get("remarks", {}) | {
        at: {"status": "imported", "range": {"low": 1, "high": 100_000}},
        "/workload/groups/0/vcpu": {"status": "given", "source": "INTEL21", "locator": "Table 1", "note": MARK},
        f"/{MARK}/remark keys say something too": {"status": "given"},
        f"/remarks/~1{MARK}/note": {"status": "given"},
    }
    for place in texts(Plan):
        if place[0] == "remarks":
            mark(document["remarks"][at], place[1:])
        else:
            mark(document, place)
    for event in document["workload"]["events"]:
        event["group"] = document["workload"]["groups"][0]["name"]
    for group in document["workload"]["groups"]:
        group["opm_model"] = document["opm_models"][0]["key"]
    for each in document["configurations"]:
        if "database_licence" in each:
            each["database_licence"]["group"] = document["workload"]["groups"][0]["name"]
    return Plan.model_validate(document)


def test_the_walk_finds_the_texts_of_a_plan() -> None:
    found = {".".join(each) for each in texts(Plan)}
    assert found >= {
        "name",
        "description",
        "workload.groups.name",
        "configurations.key",
        "configurations.name",
        "configurations.host.model",
        "configurations.network.description",
        "economics.keep.name",
        "economics.prices.book.key",
        "economics.prices.quote",
        "economics.prices.source",
        "opm_models.key",
        "opm_models.points.note",
        "opm_models.validity",
        "remarks.note",
    }
    written = marked("friedman13").model_dump_json()
    assert written.count(MARK) > len(found)


@pytest.mark.parametrize("key", KEYS)
def test_nothing_of_the_owner_is_left_in_the_plan_or_its_result(key: str) -> None:
    plan = marked(key)
    hidden = anonymised(plan, CATALOGUE)
    result, known = evaluate_plan(hidden, CATALOGUE), evaluate_plan(plan, CATALOGUE)
    assert MARK in known.model_dump_json().lower()
    assert MARK not in hidden.model_dump_json().lower()
    assert MARK not in result.model_dump_json().lower()
    for one, other in zip(result.configurations, known.configurations, strict=True):
        assert one.quantities == other.quantities
    assert hidden.name == NAME
    assert hidden.workload.groups[0].name == "Group 1"
    assert hidden.configurations[0].name == "Configuration 1"


@pytest.mark.parametrize("report_format", FORMATS)
def test_nothing_of_the_owner_is_left_in_a_report(report_format: str) -> None:
    def written(plan: Plan) -> str:
        content = report(plan, CATALOGUE, report_format)
        return words(content, report_format).lower()

    plan = marked("friedman13")
    assert MARK in written(plan)
    assert MARK not in written(anonymised(plan, CATALOGUE))


def words(content: bytes, report_format: str) -> str:
    if report_format == "pdf":
        reader = PdfReader(BytesIO(content))
        return "".join(page.extract_text() for page in reader.pages) + str(reader.metadata)
    if report_format == "xlsx":
        return workbook_text(content)
    return content.decode()


def workbook_text(content: bytes) -> str:
    with ZipFile(BytesIO(content)) as book:
        return "".join(book.read(name).decode(errors="replace") for name in book.namelist())


def test_host_models_stay_on_request() -> None:
    plan = marked("moderate-io")
    kept = anonymised(plan, CATALOGUE, keep_host_models=True)
    assert [each.host.model for each in kept.configurations] == [each.host.model for each in plan.configurations]
    assert all(each.host.model is None for each in anonymised(plan, CATALOGUE).configurations)
    rest = plan_json(kept)
    for each in rest["configurations"]:
        del each["host"]["model"]
    assert MARK not in str(rest)


def test_what_everybody_knows_stays() -> None:
    remarks = plan_json(anonymised(marked("friedman13"), CATALOGUE))["remarks"]
    known = {"low": 1, "high": 100_000, "cause": "Cause 1"}
    assert remarks["/workload/groups/0/count"] == {"status": "imported", "range": known}
    assert remarks["/workload/groups/0/vcpu"] == {"status": "given", "source": "INTEL21"}


def test_a_key_that_the_catalogue_has_no_more_is_not_replaced_by_a_default() -> None:
    document = plan_json(sample_plan("light-io"))
    document["configurations"][0]["cpu"]["key"] = "acme-cpu"
    hidden = anonymised(Plan.model_validate(document), CATALOGUE)
    assert hidden.configurations[0].cpu.key == "unknown"


def test_a_plan_without_words_stays_as_it_is_but_for_its_names() -> None:
    document: dict[str, Any] = plan_json(sample_plan("light-io"))
    hidden = plan_json(anonymised(Plan.model_validate(document), CATALOGUE))
    for number, each in enumerate(document["configurations"], 1):
        each |= {"key": f"configuration-{number}", "name": f"Configuration {number}"}
        each.get("network", {}).pop("description", None)
        each.get("host", {}).pop("model", None)
    assert hidden["configurations"] == document["configurations"]
    assert hidden["policy"] == document["policy"]


def test_a_licence_of_one_group_stays_that_of_the_group() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    group = document["workload"]["groups"][1]["name"]
    document["configurations"][0]["database_licence"] = {"key": "sql-server-2022-standard", "group": group}
    document["economics"] |= {
        "currency": "EUR",
        "exchange_rates": [{"currency": "USD", "rate": 0.5, "date": "2026-11", "source": MARK}],
    }
    plan = Plan.model_validate(document)
    shown = anonymised(plan, CATALOGUE)
    licence = shown.configurations[0].database_licence
    assert licence is not None
    assert licence.group == shown.workload.groups[1].name == "Group 2"
    assert shown.economics.exchange_rates[0].source is None
    before, after = (evaluate_plan(each, CATALOGUE).configurations[0].quantities for each in (plan, shown))
    assert before["database_licence_cost"].value == after["database_licence_cost"].value != 0
    assert before["cluster_tco"].value == after["cluster_tco"].value
