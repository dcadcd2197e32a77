"""Product spaces of choices: millions of configurations of one plan, each evaluated as by itself."""

from __future__ import annotations

from hostwise.engine.space.product import Choice, Part, Space, evaluate_space
from hostwise.engine.space.reductions import Best, Front, Reasons, reduce
from hostwise.engine.space.trajectories import SpaceNotSupported

__all__ = ["Best", "Choice", "Front", "Part", "Reasons", "Space", "SpaceNotSupported", "evaluate_space", "reduce"]
