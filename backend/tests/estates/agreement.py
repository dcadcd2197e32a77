"""Whether the answers about one estate agree: reading, page, groups, plan, placement, evaluation, card and report."""

import csv
import io
import re
from collections.abc import Iterator
from math import isclose

from hostwise.answers.estate_sizing.estate_document import EstateAnswer, EstateGlance
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import decide
from hostwise.plan.document import Plan
from hostwise.plan.estate import Inventory
from hostwise.reports.report_files import report

AS_IS = "as-is"
_NOT_COMPARED = frozenset({"no_hosts", "as_is_too_many"})


def contradictions(
    inventory: Inventory, glance: EstateGlance, answer: EstateAnswer, catalogue: Catalogue
) -> Iterator[str]:
    """What two surfaces say differently of the same thing, in words; nothing where all agree."""
    codes: set[str] = {each.code for each in answer.findings}
    yield from _differ("VMs of reading and page", glance.totals.vms, answer.glance.totals.vms, len(inventory.vms))
    yield from _differ("hosts of reading and page", glance.hosts, answer.glance.hosts, len(inventory.hosts.name))
    yield from _differ("VMs of clusters and page", sum(each.totals.vms for each in glance.clusters), glance.totals.vms)
    yield from _differ(
        "VMs counted and left out", answer.counted.vms + sum(each.vms for each in answer.exclusions), glance.totals.vms
    )
    groups = [each.group for each in answer.groups]
    yield from _differ("VMs of groups", sum(each.count for each in groups), answer.counted.vms)
    for words, mine, counted in (
        ("vCPU", [each.count * each.vcpu for each in groups], answer.counted.vcpu),
        ("memory", [each.count * each.memory_gib for each in groups], answer.counted.memory_gib),
        ("disks", [each.count * (each.disk_gb or 0) for each in groups], answer.counted.disk_gb),
    ):
        if counted is not None:
            yield from _differ(f"{words} of groups", sum(mine), counted)
    yield from contradictions_of_sentence(answer)
    if answer.plan is None:
        if answer.why_no_plan is None:
            yield "no plan, and no reason"
        return
    yield from _of_plan(inventory, answer, codes, catalogue)


_SAID = re.compile(
    r"(?:(?P<vms>[\d,]+) VMs? (?:is|are) counted, with (?P<vcpu>[\d,]+) vCPU, (?P<gib>[\d,]+) GiB of memory and "
    r"(?P<tb>[\d,.]+ TB|an unknown amount) of disk)?(?:, and )?(?:(?P<off>[\d,]+) (?:VMs? )?that (?:is|are) [\w ]+"
    r"(?: are counted| is counted)?, with (?:its|their) disks only: (?P<off_tb>[\d,.]+ TB|an unknown amount))?"
    r"\.(?: Filled in for VMs of unknown size: .*)?"
)


def contradictions_of_sentence(answer: EstateAnswer) -> Iterator[str]:
    """Whether the sentence of what is counted has the figures of the groups."""
    groups = [each.group for each in answer.groups]
    said = _SAID.fullmatch(answer.sentence)
    if not groups or said is None:
        if groups or answer.sentence != "No VM is counted.":
            yield f"a sentence of another form: {answer.sentence}"
        return
    vms, vcpu, gib, off = (float((said[each] or "0").replace(",", "")) for each in ("vms", "vcpu", "gib", "off"))
    yield from _differ("VMs of sentence and groups", vms + off, sum(each.count for each in groups))
    for words, told, of_groups in (
        ("vCPU", vcpu, sum(each.count * each.vcpu for each in groups)),
        ("GiB", gib, sum(each.count * each.memory_gib for each in groups)),
    ):
        if abs(told - of_groups) > _ROUNDED:
            yield f"{words} of sentence and groups: {told:g}, {of_groups:g}"
    disks = [said["tb"], said["off_tb"]]
    told_tb = sum(float(each[:-3].replace(",", "")) for each in disks if each and each.endswith(" TB"))
    of_groups = sum(each.count * (each.disk_gb or 0) for each in groups) / 1000
    if not isclose(told_tb, of_groups, rel_tol=0.006, abs_tol=1e-6):
        yield f"TB of sentence and groups: {told_tb:g}, {of_groups:g}"


_ROUNDED = 0.5 + 1e-6


def _of_plan(inventory: Inventory, answer: EstateAnswer, codes: set[str], catalogue: Catalogue) -> Iterator[str]:
    plan = answer.plan
    assert plan is not None
    yield from _differ("VMs of plan and page", sum(each.count for each in plan.workload.groups), answer.counted.vms)
    compared = plan.configurations[0].key == AS_IS
    if compared == bool(codes & _NOT_COMPARED):
        yield f"hosts as they are {'are' if compared else 'are not'} compared, and the findings say otherwise"
    if compared and "hosts_without_size" not in codes:
        yield from _differ("hosts of plan and file", plan.configurations[0].hosts or 0, len(inventory.hosts.name))
    result = decide(plan, catalogue)
    hosts = {each.key: each.hosts.value for each in result.configurations}
    for row in result.decision.rows if result.decision is not None else ():
        if row.hosts is not None:
            yield from _differ(f"hosts of {row.name} on card", row.hosts.value or 0, hosts[row.configuration] or 0)
    for key, number in _of_report(plan, catalogue):
        yield from _differ(f"hosts of {key} in report", number, hosts[key] or 0)
    missing = next((each.message for each in answer.findings if each.code == "as_is_too_few"), "")
    if (needed := re.search(r"need ([\d,]+) host", missing)) and not any(
        each.count_growth_rate for each in plan.workload.groups
    ):
        own = result.configurations[0].quantities["required_hosts"].value
        yield from _differ("hosts as they are, needed", float(needed[1].replace(",", "")), own or 0)
    for each in answer.placements:
        own = hosts[each.configuration]
        if each.plan_hosts is not None and own is not None:
            yield from _differ(f"hosts of {each.name} in placement and plan", each.plan_hosts, own)
        if each.unplaced != len(each.exceptions) and each.unplaced <= 500:
            yield f"{each.name}: {each.unplaced} VMs on no host, and {len(each.exceptions)} are named"
        if each.configuration == AS_IS and any(one.reason == "too_large" for one in each.exceptions):
            yield f"{each.name}: a VM that runs fits on no host"
        elif each.enough is False and each.configuration != AS_IS and own is not None and not each.unplaced:
            yield f"{each.name} is sized with {own:g} hosts, and its VMs need {each.hosts}"
    reasons = {one.code for each in result.configurations[:1] if compared for one in each.reasons}
    if reasons & {"largest_vm_memory", "largest_vm_vcpu"}:
        yield f"the hosts as they are: {', '.join(sorted(reasons))}"


def _of_report(plan: Plan, catalogue: Catalogue) -> Iterator[tuple[str, float]]:
    """Hosts of each configuration as a report has them."""
    lines = csv.DictReader(io.StringIO(report(plan, catalogue, "csv").decode()))
    for each in lines:
        if (each["part"], each["quantity"], each["failed_hosts"]) == ("comparison", "hosts", "0"):
            yield each["configuration"], float(each["value"] or 0)


def _differ(words: str, *values: float) -> Iterator[str]:
    if not all(isclose(each, values[0], rel_tol=1e-6, abs_tol=1e-6) for each in values):
        yield f"{words}: {', '.join(f'{each:g}' for each in values)}"
