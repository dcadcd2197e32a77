"""What is said of a configuration names no mechanism of a vendor that it has nothing of."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding.recorder import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import QuantityState, Result
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import some_now

CATALOGUE = load_catalogue()
MECHANISMS = {
    "esxi": r"vSphere|\bHA\b|\bDRS\b|vSAN|\bESXi?\b|vCenter|VMware|Broadcom|\bVCF\b|\bVVF\b",
    "proxmox-ve": r"Proxmox|\bCeph\b",
    "hyper-v": r"Hyper-V|Windows Server \d|Storage Spaces",
    "azure-local": r"Azure|Storage Spaces",
    "ahv": r"Prism|\bCVM\b|Nutanix|\bAHV\b|\bAOS\b",
    "openshift": r"OpenShift|Data Foundation",
    "xcp-ng": r"XCP-ng|XOSTOR|Xen Orchestra",
    "harvester": r"Harvester|Longhorn",
    "kvm": r"\bKVM\b|QEMU",
}
FAMILIES = [*MECHANISMS]


def others_of(family: str) -> re.Pattern[str]:
    """The words of all other vendors, but those that are its own, too."""
    own = MECHANISMS[family].split("|")
    words = [each for other in FAMILIES if other != family for each in MECHANISMS[other].split("|") if each not in own]
    return re.compile("|".join(words))


def plans_on(family: str) -> Iterator[dict[str, Any]]:
    """Each sample on each storage stack of a hypervisor, some of its memory reserved."""
    hypervisors = [each.key for each in CATALOGUE.hypervisors.values() if each.family == family]
    for stack in CATALOGUE.stacks.values():
        if stack.hypervisors and family not in stack.hypervisors:
            continue
        for sample in sample_summaries():
            document = plan_json(sample_plan(sample.key))
            fitting = [each for each in document["configurations"] if each["layout"] == stack.layout]
            if not fitting or ("-" in family and stack.layout in ("two_tier", "hybrid")):
                continue
            configuration = deepcopy(fitting[0]) | {
                "name": "A",
                "storage_stack": stack.key,
                "hypervisor": hypervisors[-1],
            }
            for field in ("licence", "protection", "management", "guest_licence"):
                configuration.pop(field, None)
            document["configurations"] = [configuration]
            document["policy"]["protection"] = stack.usual_protection or document["policy"]["protection"]
            for group in document["workload"]["groups"]:
                group.pop("protection", None)
                group["memory_reserved_share"] = 0.5
            yield document


def results_on(family: str) -> Iterator[Result]:
    for document in plans_on(family):
        try:
            yield evaluate_plan(Plan.model_validate(document), CATALOGUE)
        except PlanError:
            continue


@pytest.mark.parametrize("family", some_now(FAMILIES, now=["esxi", "hyper-v", "ahv", "proxmox-ve"]))
def test_no_finding_names_a_mechanism_of_another_vendor(family: str) -> None:
    others, seen = others_of(family), 0
    for result in results_on(family):
        for finding in result.findings:
            seen += 1
            # What was measured elsewhere, or is a case of literature, may name the place.
            if finding.code not in _ABOUT_SOURCES:
                assert not others.search(finding.message), finding
    assert seen


_ABOUT_SOURCES = {"power_profile_scaled", "operations_extrapolated", "pointless_operations"}


@pytest.mark.parametrize("family", ["hyper-v", "ahv", "proxmox-ve", "kvm"])
def test_admission_control_of_vsphere_has_rows_there_alone(family: str) -> None:
    names = (
        "failover_memory_share",
        "failover_ghz_share",
        "slots_per_host",
        "slot_admitted_vms",
        "percentage_admitted_vms",
    )
    assert all(MODEL.rests_on(name, "admission_control_flag") for name in names)
    for result in results_on(family):
        (configuration,) = result.configurations
        assert all(configuration.quantities[name].value is None for name in names)
        assert configuration.quantities["slots_per_host"].state in (
            QuantityState.DOES_NOT_APPLY,
            QuantityState.INFEASIBLE,
        )
        assert "admission_refuses" not in {each.code for each in result.findings}
        assert not {row.quantity for row in result.rows} & {*names}


def test_it_is_said_where_it_is() -> None:
    assert any("admission_refuses" in {each.code for each in result.findings} for result in results_on("esxi"))
