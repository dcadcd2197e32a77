"""A platform is told by its own name: no word of vSAN in the documents of another, and former words are read."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.catalogue.loader import load_catalogue
from hostwise.catalogue.stacks import Stack
from hostwise.decision.deciding import decide
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.plan.configuration import Configuration, Layout
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.reading import UnreadablePlan, plan_of
from hostwise.plan.renaming import with_former_names
from hostwise.plan.stack_layouts import layout_of_stack
from hostwise.reports.report_files import report
from hostwise_client import models

CATALOGUE = load_catalogue()
FOREIGN = re.compile(r"\besa\b|\bcache_\w+")
ADDRESS = re.compile(r"https?://[^\s\"<]+")
"""Addresses of sources, which have words of their own."""


def on_ceph() -> Plan:
    """The configuration on Ceph of a sample, as a plan of its own."""
    document = plan_json(sample_plan("edge-platforms"))
    place = next(
        at for at, each in enumerate(document["configurations"]) if each.get("storage_stack") == "ceph-proxmox"
    )
    document["configurations"] = [document["configurations"][place]]
    at = f"/configurations/{place}/"
    document["policy"]["protection"] = document["configurations"][0]["protection"]
    document["remarks"] = {
        pointer.replace(at, "/configurations/0/"): remark
        for pointer, remark in document["remarks"].items()
        if not pointer.startswith("/configurations/") or pointer.startswith(at)
    }
    return plan_of(document)


def faces() -> Iterator[tuple[str, str]]:
    """What is said of the plan, by the face that says it."""
    plan = on_ceph()
    key = plan.configurations[0].key
    decided = decide(plan, CATALOGUE)
    yield "plan", json.dumps(plan_json(plan))
    yield "whole plan", plan.model_dump_json()
    yield "answer", decided.model_dump_json()
    for quantity in ("cluster_tco", "hosts", "years_to_wear_out_with_growth", "memory_gib_per_host"):
        yield f"explanation of {quantity}", explain_number(plan, CATALOGUE, key, quantity).model_dump_json()
    yield "client", models.Decided.model_validate(decided.model_dump(mode="json")).model_dump_json()
    for name in ("csv", "md", "json"):
        yield name, report(plan, CATALOGUE, name).decode()
    with zipfile.ZipFile(io.BytesIO(report(plan, CATALOGUE, "xlsx"))) as book:
        for part in book.namelist():
            if part.endswith(".xml"):
                yield part, book.read(part).decode()


def test_nothing_said_of_ceph_has_a_name_of_vsan() -> None:
    assert {face: found for face, text in faces() if (found := _foreign(text))} == {}


def _foreign(text: str) -> list[str]:
    return sorted(set(FOREIGN.findall(ADDRESS.sub("", text))))


def test_no_quantity_is_named_after_one_vendor() -> None:
    assert [each.name for each in MODEL.quantities if re.match(r"esa_|cache_", each.name)] == []


def test_the_layout_follows_from_the_storage_stack() -> None:
    document = plan_json(on_ceph())
    del document["configurations"][0]["layout"]
    plan = plan_of(document)
    assert plan.configurations[0].layout is Layout.SINGLE_TIER
    assert plan_json(plan) == document
    given, followed = (evaluate_plan(each, CATALOGUE).configurations[0].quantities for each in (on_ceph(), plan))
    assert given == followed


def test_a_plan_knows_the_layouts_of_the_catalogue() -> None:
    assert {key: layout_of_stack(key) for key in CATALOGUE.stacks} == {
        each.key: each.layout for each in CATALOGUE.stacks.values()
    }


def test_a_cache_tier_means_two_tiers_where_nothing_else_is_said() -> None:
    document = plan_json(sample_plan("moderate-io"))
    for each in document["configurations"]:
        del each["layout"]
    assert {each.layout for each in plan_of(document).configurations} == {Layout.TWO_TIER}
    del document["configurations"][0]["write_tier"]
    with pytest.raises(UnreadablePlan, match="give `layout` or `storage_stack`"):
        plan_of(document)


def test_a_stack_of_a_deployment_has_the_layout_of_its_drives() -> None:
    document = plan_json(on_ceph())["configurations"][0] | {"storage_stack": "larch"}
    del document["layout"]
    assert Configuration.model_validate(document).layout is Layout.SINGLE_TIER
    del document["capacity"]
    assert Configuration.model_validate(document).layout is Layout.EXTERNAL


@pytest.mark.parametrize("key", ["edge-platforms", "moderate-io", "leaving-vmware", "nvme-2026"])
def test_documents_with_former_words_are_the_same_plans(key: str) -> None:
    plan = sample_plan(key)
    former = with_former_names(plan_json(plan), Plan)
    assert "architecture" in former["configurations"][0]
    assert not {"layout", "storage_stack", "write_tier"} & set(former["configurations"][0])
    assert plan_of(former) == plan


def test_answers_in_former_words_have_the_former_quantities() -> None:
    answer: dict[str, Any] = evaluate_plan(on_ceph(), CATALOGUE).model_dump(mode="json")
    former = with_former_names(answer, type(evaluate_plan(on_ceph(), CATALOGUE)))
    (before,), (after,) = former["configurations"], answer["configurations"]
    for was, now in (("cache_drives", "absorbing_drives"), ("esa_stack_gib", "stack_memory_assumed_gib")):
        assert before["quantities"][was] == after["quantities"][now]


def test_rows_of_a_deployment_may_have_the_former_layout() -> None:
    row = CATALOGUE.stacks["ceph-proxmox"].model_dump()
    assert Stack.model_validate(row | {"layout": "esa"}).layout == "single_tier"
