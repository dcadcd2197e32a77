"""Storage of a plan's configurations: the same writes on other storage stacks, and capacity by the rules of others."""

from __future__ import annotations

from hostwise.answers.question import question
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.storage.other_rules import other_rules
from hostwise.answers.storage.same_writes import same_writes, verdict
from hostwise.answers.storage.storage_document import ConfigurationStorage, StorageReport
from hostwise.binding.stacks import stack_of
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash


@question(
    "storage",
    "Show the storage of every configuration: its writes on other storage stacks, and capacity by other rules.",
    topic="storage",
)
def storage_report(plan: Plan, catalogue: Catalogue) -> StorageReport:
    """Storage of all configurations beside that of other platforms.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    run = run_plan(plan, catalogue)
    return StorageReport(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        configurations=[_configuration(run, index, catalogue) for index in range(len(plan.configurations))],
    )


def _configuration(run: Run, index: int, catalogue: Catalogue) -> ConfigurationStorage:
    configuration = run.plan.configurations[index]
    stacks = same_writes(run, index, catalogue)
    return ConfigurationStorage(
        key=configuration.key,
        name=configuration.name,
        stack=stack_of(catalogue, configuration).name,
        hosts=run.value("hosts", index),
        rated_dwpd=run.value("rated_dwpd", index),
        same_writes=stacks,
        same_writes_text=verdict(run.evaluation.value("rated_dwpd", index), stacks),
        hosts_for_capacity=run.value("hosts_for_capacity", index),
        usable_tb=run.value("usable_tb", index),
        other_rules=other_rules(run, index, catalogue),
    )
