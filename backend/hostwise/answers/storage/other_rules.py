"""Capacity of a configuration by the rules of other tools: the same formulas with their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hostwise.answers.running.run import Run
from hostwise.answers.storage.storage_document import OtherRule, RuleChange
from hostwise.binding.stacks import stack_of
from hostwise.catalogue.capacity_rules import CapacityRule
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL

_NAMES = ("hosts_for_capacity", "usable_tb")


def other_rules(run: Run, index: int, catalogue: Catalogue) -> list[OtherRule]:
    """What others say of the capacity of a configuration, each with the numbers that make the difference."""
    stack = stack_of(catalogue, run.plan.configurations[index])
    rules = (each for each in catalogue.capacity_rules.values() if stack.key in each.stacks)
    return list(_by_rules(run, index, rules))


def _by_rules(run: Run, index: int, rules: Iterator[CapacityRule]) -> Iterator[OtherRule]:
    hosts = np.array([[run.evaluation.value("hosts", index)]])
    for rule in rules:
        changes = {name: np.array([[value]]) for name, value in rule.changes}
        free = replace(run.binding, evaluated=None)
        sized = free.evaluate(["hosts_for_capacity"], changes).value("hosts_for_capacity", index)
        held = free.evaluate(["usable_tb"], changes | {"fixed_hosts": hosts}).value("usable_tb", index)
        yield OtherRule(
            key=rule.key,
            name=rule.name,
            meaning=rule.meaning,
            notes=rule.notes,
            source=list(rule.source),
            hosts_for_capacity=run.state("hosts_for_capacity", index, sized),
            usable_tb=run.state("usable_tb", index, held),
            changes=[
                RuleChange(
                    quantity=name,
                    label=MODEL.inputs[name].label,
                    ours=run.value(name, index).value,
                    theirs=value,
                )
                for name, value in rule.changes
                if run.value(name, index).value != value
            ],
        )
