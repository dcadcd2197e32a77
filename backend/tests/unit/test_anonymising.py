"""An anonymised plan has no word of its owner's, and the same numbers."""

from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import FORMATS, report
from hostwise.server.sharing.anonymising import NAME, anonymised
from tests.plan_texts import MARK, marked, texts

CATALOGUE = load_catalogue()
KEYS = [each.key for each in sample_summaries()]


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
    if report_format in ("xlsx", "docx", "pptx"):
        return workbook_text(content)
    return content.decode()


def workbook_text(content: bytes) -> str:
    """All parts, and those of the workbooks behind charts."""
    with ZipFile(BytesIO(content)) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    return "".join(
        workbook_text(part) if name.endswith(".xlsx") else part.decode(errors="replace") for name, part in parts.items()
    )


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


def test_a_discount_stays_that_of_its_vendor() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    vendor = CATALOGUE.licences["vcf"].vendor
    document["economics"]["discounts"] = [{"vendor": vendor, "share": 0.2}]
    plan = Plan.model_validate(document)
    shown = anonymised(plan, CATALOGUE)
    assert [each.vendor for each in shown.economics.discounts] == [vendor]
    costs = [evaluate_plan(each, CATALOGUE).configurations[0].quantities["cluster_tco"].value for each in (plan, shown)]
    assert costs[0] == costs[1]


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
