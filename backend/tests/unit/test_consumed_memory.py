"""Sizing by consumed memory: where it counts, and what is said where it does not."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json

FIRST = 255 * 16
"""GiB of the first group after five years at 5 %: 200 VMs are 255.3, of which 255 are whole."""

ALL = FIRST + 25 * 64 + 40 * 8
"""GiB of all groups: 320.8 VMs are 320 whole ones, so that of 25.5 data bases 25 count."""


def renewed(consumed: float | None, **group: Any) -> dict[str, ConfigurationResult]:
    """The same VMs on ESXi, Hyper-V and KVM, sized by consumed memory; `group` changes the first group."""
    plan = plan_json(sample_plan("leaving-vmware"))
    plan["policy"]["memory_sized_by"] = "consumed"
    for each in plan["workload"]["groups"]:
        if consumed is not None:
            each["memory_consumed_gib"] = each["memory_gib"] * consumed
    plan["workload"]["groups"][0] |= group
    return {each.key: each for each in evaluate_plan(Plan.model_validate(plan), load_catalogue()).configurations}


def said(found: ConfigurationResult, code: str) -> str:
    (message,) = (each.message for each in found.findings if each.code == code)
    return message


def test_on_esxi_it_counts_and_both_sums_are_said() -> None:
    found = renewed(0.5)["vcf"]
    assert found.quantities["sized_gib"].value == pytest.approx(ALL / 2)
    assert "3,000 GiB of 6,000 GiB configured" in said(found, "sized_by_consumed_memory")
    # What VMs may come to use is still shown.
    assert found.quantities["memory_overcommit_ratio"].value == pytest.approx(
        ALL / ((found.hosts.value or 0) * 1003.52 - (found.quantities["vm_overhead_gib"].value or 0))
    )


@pytest.mark.parametrize(("key", "hypervisor"), [("azure-local", "Azure Local"), ("proxmox", "Proxmox VE")])
def test_on_others_it_is_refused_and_said(key: str, hypervisor: str) -> None:
    found = renewed(0.5)[key]
    # With the resource bridge of Azure Local.
    assert found.quantities["sized_gib"].value == pytest.approx(ALL + (8 if key == "azure-local" else 0))
    assert hypervisor in said(found, "consumed_memory_not_counted")


def test_a_group_without_it_counts_with_what_is_configured_and_is_named() -> None:
    found = renewed(0.5, memory_consumed_gib=None)["vcf"]
    assert found.quantities["sized_gib"].value == pytest.approx(ALL / 2 + FIRST / 2)
    assert ": as configured)" in said(found, "sized_by_consumed_memory")


def test_none_known_is_said() -> None:
    found = renewed(None)["vcf"]
    assert found.quantities["sized_gib"].value == pytest.approx(ALL)
    assert "of no group is known" in said(found, "consumed_memory_not_counted")


def test_never_less_than_what_is_reserved_nor_more_than_what_is_configured() -> None:
    rest = (ALL - FIRST) * 0.5
    reserved = renewed(0.5, memory_reserved_share=0.75)["vcf"]
    assert reserved.quantities["sized_gib"].value == pytest.approx(rest + FIRST * 0.75)
    more = renewed(0.5, memory_consumed_gib=40)["vcf"]
    assert more.quantities["sized_gib"].value == pytest.approx(rest + FIRST)
