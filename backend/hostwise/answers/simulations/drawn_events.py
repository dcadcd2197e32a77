"""Dated events in simulations: each happens with its probability, as one cause of uncertainty among the others.

An event happens where its standard normal number is high enough. At 0, where every cause leaves its value as it is, it
happens exactly if the plan as sized counts it. What happens in a simulation does so for all configurations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy.special import ndtri

from hostwise.answers.simulations.input_distributions import InputDistribution
from hostwise.binding import Binding
from hostwise.binding.dates import last_month
from hostwise.binding.events import COUNT, MOVE, event_words, of_events
from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Entry
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.document import Plan

_ADDED: Literal["points"] = "points"


@dataclass(frozen=True)
class EventReach(InputDistribution):
    """Whether an event happens: the VMs that are added to those of the plan as sized."""

    event: int = 0
    probability: float = 1.0

    @property
    def is_step(self) -> bool:
        """There is nothing between that it happens and that it does not."""
        return True

    def happens(self, z: Array) -> Array:
        """1 where it happens at a standard normal number, else 0."""
        return np.asarray(z >= -ndtri(self.probability), dtype=np.float64)

    def change(self, z: Array) -> Array:
        """The VMs added."""
        return np.where(self.happens(z) == 1, self.high, self.low)


def event_causes(plan: Plan) -> Iterator[tuple[EventReach, Input]]:
    """The events that may or may not happen until the horizon, each with the record of its probability."""
    for index, event in enumerate(plan.workload.events):
        if not 0 < event.probability < 1 or event.vms == 0 or event.month > last_month(plan):
            continue
        low, high = (-event.vms, 0) if event.expected else (0, event.vms)
        name, words = f"{event.label} (event)", event_words(event)
        reach = EventReach(
            f"event {index}", name, _ADDED, low, high, "plan", words, event=index, probability=event.probability
        )
        origin = Origin(None, InputStatus.GIVEN, note=words)
        at, currency = f"/workload/events/{index}/probability", plan.economics.currency
        yield reach, Entry(MODEL.inputs[COUNT], currency, None, name, event.group, None, at, origin).record()


def happening(plan: Plan, drawn: Mapping[int, Array]) -> Array:
    """Which events happen, (simulations, events): as drawn by their place, else as the plan as sized counts them."""
    simulations = len(next(iter(drawn.values())))
    found = np.tile([float(each.expected) for each in plan.workload.events], (simulations, 1))
    for place, happens in drawn.items():
        found[:, place] = happens
    return found


def with_events(
    binding: Binding, changes: Mapping[str, Array], happens: Array | None
) -> tuple[Binding, dict[str, Array]]:
    """A plan in which some events happen, and the inputs that follow from them, where anything moves those.

    Args:
        binding: the plan.
        changes: the other inputs that differ between simulations.
        happens: which events happen, (simulations, events); None leaves them as they are.
    """
    moved = changes.keys() & MOVE
    if not binding.plan.workload.events or (happens is None and not moved):
        return binding, {}
    binding = replace(binding, happens=happens)
    found = of_events(binding.plan, {**binding.arrays, **changes}, happens)
    if happens is None:
        found = {name: each for name, each in found.items() if len(each) > 1}
    return binding, found
