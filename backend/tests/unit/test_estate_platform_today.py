"""The hosts as they are run what their export is of: its hypervisor, its licence, and what is not known is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.building import datastore_columns, host_columns, vm_columns
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, RemarkStatus
from hostwise.plan.estate import EstateChoices, Inventory, Power, Source

CATALOGUE = load_catalogue()


def answered(*kinds: str, version: str | None = None, **choices: Any) -> tuple[Plan, EstateAnswer]:
    names = [f"vm-{at}" for at in range(40)]
    vms = vm_columns(
        names,
        id=names,
        power=[Power.ON] * 40,
        template=[False] * 40,
        vcpu=np.full(40, 4.0),
        memory_gib=np.full(40, 16.0),
        disk_gb=np.full(40, 100.0),
    )
    hosts = host_columns(
        ["h1", "h2", "h3", "h4"],
        sockets=np.full(4, 2.0),
        cores=np.full(4, 32.0),
        ghz=np.full(4, 2.1),
        memory_gib=np.full(4, 512.0),
        version=None if version is None else [version] * 4,
    )
    sources = [Source(kind=each, label=each, file=f"{each}.csv", sha256=str(at)) for at, each in enumerate(kinds)]
    estate = Inventory(sources=sources, vms=vms, hosts=hosts, datastores=datastore_columns([]))
    answer = estate_answer(estate, EstateChoices(**choices), CATALOGUE, placed=False)
    assert answer.plan is not None
    return answer.plan, answer


def of_today(plan: Plan) -> Configuration:
    assert plan.configurations[0].key == "as-is"
    return plan.configurations[0]


def said(answer: EstateAnswer) -> str:
    return next((each.message for each in answer.findings if each.code == "as_is_platform"), "")


@pytest.mark.parametrize(
    ("kind", "version", "family", "licence"),
    [
        ("hyperv", None, "hyper-v", "windows-server-2025-datacenter"),
        ("proxmox", None, "proxmox-ve", "proxmox-ve-standard"),
        ("nutanix", "Nutanix 20230302.1011", "ahv", "nutanix-nci"),
        ("prism", None, "ahv", "nutanix-nci"),
        ("nutanix", "VMware ESXi 8.0.3", "esxi", "vcf"),
        ("rvtools", "Microsoft Windows Server 2022 Datacenter", "hyper-v", "windows-server-2025-datacenter"),
        ("xenserver", None, "xcp-ng", None),
        ("openstack", None, "kvm", None),
        ("libvirt", None, "kvm", None),
        ("rvtools", None, "esxi", "vcf"),
        ("generic", None, "esxi", "vcf"),
        ("generic", "ESXi 7.0", "esxi", "vcf"),
    ],
)
def test_the_hosts_run_what_the_export_is_of(kind: str, version: str | None, family: str, licence: str | None) -> None:
    plan, answer = answered(kind, version=version)
    today = of_today(plan)
    assert (hypervisor_of(CATALOGUE, today).family, today.licence.key) == (family, licence)
    assert bool(said(answer)) == (family != "esxi")
    if family != "esxi":
        remark = plan.remarks["/configurations/0/hypervisor"]
        assert (remark.status, "kind of export" in (remark.note or "")) == (RemarkStatus.ASSUMED, True)
        assert "as if it were an array" in said(answer)
    result = evaluate_plan(plan, CATALOGUE)
    assert result.configurations[0].hosts.value is not None
    assert [each for each in result.findings if each.severity == "error"] == []


def test_a_licence_that_was_bought_is_paid() -> None:
    plan, answer = answered("hyperv")
    assert of_today(plan).licence.price_per_core_once == 0
    assert "What it cost counts as paid" in said(answer)


def test_a_licence_that_nobody_knows_is_not_stated_and_said() -> None:
    _, answer = answered("openstack")
    assert "Which licence they have is not known" in said(answer)


def test_a_price_in_euros_has_a_rate() -> None:
    plan, _ = answered("proxmox")
    assert [each.currency for each in plan.economics.exchange_rates] == ["EUR"]
    plan, _ = answered("hyperv", storage="s2d-windows-server")
    assert not plan.economics.exchange_rates


@pytest.mark.parametrize("kinds", [("proxmox", "ceph"), ("proxmox", "generic")])
def test_files_beside_the_export_say_nothing_of_the_platform(kinds: tuple[str, ...]) -> None:
    assert of_today(answered(*kinds)[0]).hypervisor == "proxmox-ve-9"


def test_exports_of_several_platforms_are_compared_as_before() -> None:
    assert of_today(answered("rvtools", "proxmox")[0]).licence.key == "vcf"


def test_who_leaves_a_platform_is_told_by_what_the_hosts_run() -> None:
    plan, _ = answered("proxmox")
    moving = [each.key for each in plan.configurations if each.cost_lines]
    staying = [each for each in plan.configurations if hypervisor_of(CATALOGUE, each).family == "proxmox-ve"]
    assert {each.key for each in staying}.isdisjoint(moving)
    assert moving
