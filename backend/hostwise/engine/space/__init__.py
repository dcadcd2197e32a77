"""Product spaces of choices: millions of configurations of one plan, each evaluated as by itself.

The door of this room; other rooms import from here only.

- `Choice(name, sets)` is an axis: a choice among options, each of which sets some inputs together.
- `Joint` is an input that several choices decide together, or a relation: where parts fit each other.
- `evaluate_space(base, choices, wanted)` checks them and returns the `Space`, which computes nothing before it is read:
  `Space.parts()` goes through all points in `Part`s, which need little memory; `Space.values()` has them in one piece;
  `Space.inputs(point)` has the inputs of one point for a plain run.
- `reduce(space, *reductions)` visits all points once, in slices that a `ParallelMap` may compute anywhere. `Best` keeps
  the points with the lowest or highest values of a quantity, `Front` those that no other beats in every quantity, and
  `Reasons` counts what decides the hosts and why points are not feasible; `ByOption` says both for each option of each
  choice, and `Near` counts the points close to the least. Another question is another `Reduction`.
- `Structure(space, quantity)` says the same of a quantity that is to be low without going through the points, however
  many; `NoStructure` is raised where the space does not fall apart into small tables. What neither a price nor a limit
  changes is kept for the next one.
- `Nearest` finds the nearest miss of each reason by `Measure`s of what is needed and what there is, `FirstByOption` the
  cheapest point with each option; `PointedStructure` finds both by structure.
- `SpaceNotSupported` is raised for what only the evaluation of single configurations can say.

From the door inwards: `product` is the space; `tracing` reads the formulas; `nodes` holds each expression on the axes
that it depends on, with its `bounds`; `trajectories` finds the hosts by month; `codes` tells which row of a table a
point has; `steps` replaces sums over months that are step functions; `slabs` computes what no table holds.
`elimination` looks for the least by structure, with `factors` and what is `kept`; `nearest` looks for single points,
either way. Decisions 0028 and 0056 say why.

The search (`hostwise/answers/search`) is its first user. Tests compare it with the plain evaluation, and the bench
measures it.
"""

from __future__ import annotations

from hostwise.engine.space.elimination import NoStructure, Structure
from hostwise.engine.space.nearest import FirstByOption, Measure, Measures, Miss, Nearest, PointedStructure
from hostwise.engine.space.product import Choice, Joint, Part, Set, Space, evaluate_space
from hostwise.engine.space.reductions import (
    UNKNOWN,
    UNPRICED,
    Best,
    ByOption,
    Front,
    Near,
    ParallelMap,
    PointsDone,
    Reasons,
    Reduction,
    Sense,
    reduce,
)
from hostwise.engine.space.trajectories import SpaceNotSupported

__all__ = [
    "UNKNOWN",
    "UNPRICED",
    "Best",
    "ByOption",
    "Choice",
    "FirstByOption",
    "Front",
    "Joint",
    "Measure",
    "Measures",
    "Miss",
    "Near",
    "Nearest",
    "NoStructure",
    "ParallelMap",
    "Part",
    "PointedStructure",
    "PointsDone",
    "Reasons",
    "Reduction",
    "Sense",
    "Set",
    "Space",
    "SpaceNotSupported",
    "Structure",
    "evaluate_space",
    "reduce",
]
