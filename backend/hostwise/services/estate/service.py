"""An estate from a file, and the plan that follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.catalogue.loader import Catalogue
from hostwise.importers.building import merged
from hostwise.importers.problems import UnreadableFile
from hostwise.importers.reading import read_inventory
from hostwise.plan.answers.estate import EstateAnswer, EstateGroup, EstateReading
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, Remark
from hostwise.plan.estate import EstateChoices, Inventory
from hostwise.services.estate.as_is import AsIs, as_is
from hostwise.services.estate.candidates import candidates
from hostwise.services.estate.columns import Vms
from hostwise.services.estate.demand import Demand, demand
from hostwise.services.estate.glance import glance
from hostwise.services.estate.scoping import scoped
from hostwise.services.plans.samples import new_plan

__all__ = ["UnreadableFile", "estate_answer", "estate_plan", "read_estate", "read_inventories"]

_OWN_REMARKS = ("/economics", "/policy")


def read_estate(data: bytes, name: str) -> EstateReading:
    """What a file was read as, at a glance, and the inventory to go on with.

    Args:
        data: content of the file.
        name: its name, for messages.

    Raises:
        UnreadableFile: it cannot be read, or holds no estate.
    """
    inventory = read_inventory(data, name)
    return EstateReading(
        sources=inventory.sources,
        tabs=inventory.tabs,
        findings=inventory.findings,
        glance=glance(inventory),
        inventory=inventory,
    )


def estate_answer(
    inventory: Inventory, choices: EstateChoices, catalogue: Catalogue, *, with_plan: bool = True
) -> EstateAnswer:
    """What is counted of an estate, its groups, and the plan with the hosts as they are and priced candidates.

    Args:
        inventory: the estate.
        choices: scope, grouping and what is assumed.
        catalogue: the catalogue that candidates are taken from.
        with_plan: whether candidates are looked for; scope and groups alone are faster.
    """
    vms = Vms(inventory.vms)
    counted = scoped(vms, choices.scope)
    source = ", ".join(dict.fromkeys(f"{each.label}: {each.file}" for each in inventory.sources))
    existing = as_is(inventory.hosts, choices.scope, catalogue, source)
    found = demand(vms, counted, choices, source, existing.ghz)
    plan = _plan(found, existing, choices, catalogue) if with_plan and found.groups else None
    return EstateAnswer(
        glance=glance(inventory),
        counted=vms.totals(counted.whole, disk_only=counted.disk_only),
        exclusions=counted.exclusions,
        attributes=list(inventory.vms.attributes),
        groups=found.groups,
        findings=[*found.findings, *existing.findings],
        plan=plan,
        why_no_plan=None if found.groups else "No VM is within the scope.",
    )


def estate_plan(inventory: Inventory, choices: EstateChoices, catalogue: Catalogue) -> Plan:
    """The plan of an estate; raises `UnreadableFile` where no VM is within the scope."""
    answer = estate_answer(inventory, choices, catalogue)
    if answer.plan is None:
        raise UnreadableFile("nothing_in_scope", answer.why_no_plan or "There is no plan.")
    return answer.plan


def read_inventories(files: Sequence[tuple[bytes, str]]) -> Inventory:
    """The inventory of several files together, such as those of several vCenters; raises `UnreadableFile`.

    Args:
        files: content and name of each.
    """
    return merged([read_inventory(data, name) for data, name in files])


def _plan(found: Demand, existing: AsIs, choices: EstateChoices, catalogue: Catalogue) -> Plan:
    start = new_plan()
    groups: list[EstateGroup] = found.groups
    workload = start.workload.model_copy(update={"groups": tuple(each.group for each in groups)})
    remarks: dict[str, Remark] = {
        pointer: each for pointer, each in start.remarks.items() if pointer.startswith(_OWN_REMARKS)
    }
    plan = start.model_copy(update={"name": choices.name, "workload": workload, "remarks": remarks | found.remarks})
    configurations: list[Configuration] = candidates(plan, catalogue)
    if existing.configuration is not None:
        # Last, so that a candidate is the reference only where nothing exists.
        configurations = [existing.configuration, *configurations]
    own = {f"/configurations/0{pointer}": each for pointer, each in existing.remarks.items()}
    complete = plan.model_copy(update={"configurations": tuple(configurations), "remarks": plan.remarks | own})
    # Checked as any other plan: what was imported keeps its limits.
    return Plan.model_validate(complete.model_dump(mode="json", exclude_unset=True))
