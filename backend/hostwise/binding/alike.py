"""Configurations that differ in one field only: what does not read it is bound once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from hostwise.binding.field_access_tracking import Read, watched
from hostwise.binding.fields import bind_fields, plain_fields
from hostwise.binding.recorder import Recorder, Records, Taped
from hostwise.engine.model import MODEL
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan

ConfigurationStep = Callable[[Recorder, str, Configuration], None]


OF_ROLES = frozenset(name for name, quantity in MODEL.inputs.items() if "role" in quantity.axes)
"""Inputs that drives of each role have: those of one may differ where those of another do not."""


@dataclass(frozen=True)
class Alike:
    """Configurations that differ in a field and in their keys only; a key names, and decides no number.

    They are no configurations of a person's plan, so that nothing is remarked of them, and nobody asks where their
    inputs come from: the origins of all are those of the first.
    """

    places: Sequence[int]
    field: str


@dataclass
class Repeats:
    """The tapes of the first of some configurations that are alike: a step without one is taken for each."""

    of: Alike
    checks: bool = False
    """Whether only mistakes are looked for, of which there are none on tapes."""
    tapes: dict[int, list[Taped]] = field(default_factory=dict)
    shared: dict[str, Records] = field(default_factory=dict)

    def bind(self, to: Recorder, at: str, configuration: Configuration, steps: Sequence[ConfigurationStep]) -> None:
        """Record a configuration after the first."""
        for number, step in enumerate(steps):
            tape = self.tapes.get(number)
            if tape is None:
                step(to, at, configuration)
            elif not self.checks:
                to.replay(tape, self.shared)

    def bind_first(self, to: Recorder, at: str, steps: Sequence[ConfigurationStep]) -> None:
        """Record the first of them, and what each step reads of it."""
        place, plan = self.of.places[0], to.plan
        reads: list[Read] = []
        differing: set[str] = set()
        own = watched(plan.configurations[place], reads.append)
        to.plan, to.current = _with(plan, place, own), (place, own)
        for number, step in enumerate(steps):
            reads.clear()
            mistakes, to.tape = len(to.mistakes), []
            step(to, at, own)
            if len(to.mistakes) == mistakes and not any(read.touches(self.of.field) for read in reads):
                self.tapes[number] = to.tape
            else:
                differing |= {each.entry.quantity.name for each in to.tape}
        names = {each.entry.quantity.name for tape in self.tapes.values() for each in tape}
        self.shared = {name: to.records[name, own.key] for name in names - differing - OF_ROLES}
        to.plan, to.tape = plan, None


def repeated(steps: Sequence[ConfigurationStep]) -> list[ConfigurationStep]:
    """The steps, with that of the plain fields taken apart: each field is read by itself."""
    return [part for step in steps for part in (_by_field() if step is bind_fields else [step])]


def _by_field() -> Iterator[ConfigurationStep]:
    return (partial(bind_fields, path=path) for path in plain_fields(Configuration))


def _with(plan: Plan, place: int, configuration: Configuration) -> Plan:
    configurations = [*plan.configurations]
    configurations[place] = configuration
    return plan.model_copy(update={"configurations": tuple(configurations)})
