"""Content of a report: a plan with its result, and the run of the engine behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import product

import numpy as np

from hostwise.answers.cost.bill_of_materials_document import BillOfMaterials
from hostwise.binding.events import COUNT, GAP
from hostwise.binding.other_hosts import OF_DATE, OF_FAILED
from hostwise.decision.charts_document import Charts
from hostwise.decision.decision import Decided, Decision, Uncertainty
from hostwise.decision.growth_told import Growth
from hostwise.engine.axes import Axes
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.graph import Evaluation, Graph
from hostwise.engine.model import BY_MONTH
from hostwise.engine.quantities import MONEY, Array, Axis, Quantity
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import ConfigurationResult, ExplanationSource, Input
from hostwise.plan.document import Plan
from hostwise.reports.cover import NO_COVER, Cover

UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""Date in the properties of a file without one: the clock has no part in a report."""

FAILED_HOSTS = "failed_hosts"
"""The input that makes a failure case of a run."""

SPARE_HOSTS = "spare_hosts"

SIZING_YEARS = "sizing_years"
"""The input that makes the demand that of another date."""

EVENT_COUNT = COUNT
"""The input that differs with it where the plan has dated events."""

REFERENCE_FLOW, FLOW = "reference_cost_per_month", "cash_flow_cost_per_month"
"""The cash flow that all configurations are compared with: the second, of the reference."""


@dataclass(frozen=True)
class Revision:
    """Which kept revision of a plan is reported."""

    number: int
    saved_at: datetime

    @property
    def moment(self) -> datetime:
        """When it was saved, in UTC; a time without a zone stands as it is, or it would depend on the machine."""
        return self.saved_at.astimezone(UTC) if self.saved_at.tzinfo else self.saved_at

    @property
    def saved_text(self) -> str:
        """The same in words."""
        return f"{self.moment:%Y-%m-%d %H:%M}{' UTC' if self.saved_at.tzinfo else ''}"


@dataclass(frozen=True)
class CurvePiece:
    """A stretch of a measured curve, a polynomial of the distance from `base_ratio`; NaN is unknown.

    From `first_ratio` on it holds; at `base_ratio` and at `next_ratio` the values are those measured.
    """

    first_ratio: float
    base_ratio: float
    value: float
    slope: float
    bend: float
    twist: float
    next_ratio: float
    next_value: float


@dataclass(frozen=True)
class Curve:
    """A measured curve of one configuration and VM group; no value exceeds `highest`."""

    name: str
    pieces: tuple[CurvePiece, ...]
    highest: float


@dataclass(frozen=True)
class Report:
    """A plan with its result, and the run behind it.

    Attributes:
        plan: The plan.
        result: What the plan leads to.
        graph: The formulas.
        evaluation: Their values with all hosts running.
        case: Their values with spare hosts failed; None without spare hosts.
        by_month: The quantities behind the hosts and VMs of each month, with months as samples; None if nothing
            grows, or if it is too large for a workbook.
        grows: Whether the demand changes from month to month.
        keeps: Whether the configurations are compared with the kept cluster, and not with one of them.
        curves: Measured curves by quantity, configuration and VM group, both by their place in the plan.
        sources: Full citations by key.
        state_texts: Words for the memory states, by rank.
        materials: What has to be bought for each configuration.
        growth: Hosts over time, and what waiting with the purchase costs; None where it is left out.
        revision: The revision, if the plan is kept.
        made_on: The date of the report, where it is not that of a revision.
        uncertainty: How sure the answer is; None where it is left out, or the format has no use for it.
        why_no_uncertainty: Why it is left out, as a sentence.
        why_few_simulations: Why it has fewer simulations than usual, as a sentence; empty if it has not.
        appendix: Whether a PDF ends with all inputs and formulas.
        cover: Title, customer, author, logo and template.
    """

    plan: Plan
    result: Decided
    graph: Graph
    evaluation: Evaluation
    case: Evaluation | None
    by_month: Evaluation | None
    grows: bool
    keeps: bool
    curves: Mapping[tuple[str, int, int], Curve]
    sources: Mapping[str, ExplanationSource]
    state_texts: tuple[str, ...]
    materials: BillOfMaterials
    growth: Growth | None = None
    revision: Revision | None = None
    made_on: date | None = None
    uncertainty: Uncertainty | None = None
    why_no_uncertainty: str = ""
    why_few_simulations: str = ""
    appendix: bool = False
    cover: Cover = NO_COVER

    @property
    def title(self) -> str:
        """The title of the report."""
        return self.cover.title or self.plan.name

    @property
    def decision(self) -> Decision:
        """The decision: simulated, or as sized where the report has no simulations."""
        assert self.result.decision is not None
        return self.result.decision if self.uncertainty is None else self.uncertainty.decision

    @property
    def charts(self) -> Charts | None:
        """What is drawn."""
        return None if self.result.decision is None else self.result.decision.charts

    @property
    def version(self) -> tuple[str, str] | None:
        """Label and text that tell this report from another: the revision of a saved plan, else the date.

        None without either: a plan that is not saved says nothing about a revision.
        """
        if self.revision is not None:
            return "Revision", f"{self.revision.number}, saved {self.revision.saved_text}"
        return None if self.made_on is None else ("Made on", f"{self.made_on:%Y-%m-%d}")

    @property
    def version_texts(self) -> list[str]:
        """The version as at most one line."""
        if self.version is None:
            return []
        label, text = self.version
        return [f"{label}: {text}" if self.revision else f"{label} {text}"]

    @property
    def moment(self) -> datetime | None:
        """The moment that the report is of, in UTC: the clock of the machine has no part in it."""
        if self.revision is not None:
            return self.revision.moment
        return (
            None
            if self.made_on is None
            else datetime(self.made_on.year, self.made_on.month, self.made_on.day, tzinfo=UTC)
        )

    def unit(self, quantity: Quantity) -> str:
        """A quantity's unit, with the plan's currency where it is money."""
        return quantity.unit.symbol.replace(MONEY.symbol, self.result.currency)

    @cached_property
    def inputs(self) -> Mapping[tuple[str, str | None], tuple[Input, ...]]:
        """The inputs as they were used, by quantity and configuration; None is common to all configurations."""
        found: dict[tuple[str, str | None], list[Input]] = {}
        for record in self.result.inputs:
            found.setdefault((record.quantity, record.configuration), []).append(record)
        return {key: tuple(records) for key, records in found.items()}

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The roles of drives that have rows."""
        return roles_with_rows(self.evaluation.values)

    def members(self, axes: Axes) -> tuple[str, ...]:
        """Names of a quantity's members; a quantity without members has one without a name."""
        return tuple(", ".join(names) for names in product(*map(self.members_along, axes)))

    def members_along(self, axis: Axis) -> tuple[str, ...]:
        """Names of the members along one axis; of roles, those that have rows."""
        if axis == "role":
            return tuple(role.label for role in self.roles)
        if axis == "group":
            return tuple(group.name for group in self.plan.workload.groups)
        years = self.plan.economics.horizon_years
        return tuple(f"{axis} {place}" for place in range((years if axis == "year" else MONTHS_PER_YEAR * years) + 1))

    @property
    def waiting(self) -> tuple[Sequence[tuple[int, str]], str]:
        """What waiting costs each configuration that is bought, by its place, and what that rests on."""
        if self.growth is None:
            return [], ""
        said = [
            (place, " ".join(each.text for each in one.purchase_timing))
            for place, one in enumerate(self.growth.configurations)
            if one.purchase_timing
        ]
        rests = "; ".join(each.text for each in self.growth.price_changes)
        note = (
            f"If prices continue like this: {rests}. Forecasts are published for one quarter; the same change is "
            "assumed for later ones."
        )
        return said, note

    @property
    def wanted(self) -> tuple[str, ...]:
        """The quantities that the report shows, with all hosts running."""
        first = self.result.configurations[0]
        return (
            *(row.quantity for row in self.result.rows if not row.failed_hosts),
            *(each.quantity for each in first.constraints),
            *(each.quantity for each in first.cost_parts),
            *BY_MONTH.values(),
            "cash_flow_cost_per_year",
            "cumulative_cost",
        )

    @property
    def wanted_in_case(self) -> tuple[str, ...]:
        """The quantities that the report shows with spare hosts failed."""
        return tuple(row.quantity for row in self.result.rows if row.failed_hosts)

    @property
    def all_wanted(self) -> tuple[str, ...]:
        """All quantities that the report shows, and those that stand in for the way an input is computed."""
        return (*self.wanted, *self.wanted_in_case, SPARE_HOSTS)

    def needs(self, name: str) -> tuple[str, ...]:
        """The quantities that one depends on directly."""
        if name in self.graph.formulas:
            return self.graph.formulas[name].parameters
        over = self.graph.inputs[name].curve_of
        return (over,) if over else ()

    @cached_property
    def in_case(self) -> frozenset[str]:
        """Dependencies of the shown quantities in the failure case that differ from those with all hosts running."""
        models = OF_FAILED if any(each.other_host_models for each in self.plan.configurations) else ()
        return frozenset(self._changed_by((FAILED_HOSTS, *models), self.wanted_in_case))

    @cached_property
    def in_months(self) -> tuple[str, ...]:
        """Dependencies of the hosts and VMs of each month that change with the date, in order of evaluation."""
        dated: tuple[str, ...] = (EVENT_COUNT,) if self.plan.workload.events else ()
        others = [other for each in self.plan.configurations for other in each.other_host_models]
        if self.by_month is not None and len(self.by_month.values.get(GAP, ())) > 1:
            dated += (GAP,)
        dated += OF_DATE if any(each.removed_in_month is not None for each in others) else ()
        return self._changed_by((SIZING_YEARS, *dated), list(BY_MONTH.values()))

    def _changed_by(self, changed: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for name in self.graph.order(wanted):
            if name in changed or any(need in found for need in self.needs(name)):
                found[name] = None
        return tuple(found)

    @cached_property
    def below_hosts(self) -> frozenset[str]:
        """What depends on the number of hosts."""
        return frozenset(name for name in self.graph.formulas if "hosts" in self.graph.order([name]))


def roles_with_rows(values: Mapping[str, Array]) -> tuple[Role, ...]:
    """The roles of drives that a report has rows for: those of which a configuration has drives, or may have some.

    Those of an external array are no drives of a host, but may wear out, so that they have rows. All roles have them if
    hosts are unknown: then the cost of no drives is unknown, too. Without any, the write tier has some.
    """
    if np.isnan(values["hosts"]).any():
        return tuple(Role)
    none = (values["drives_per_host"] == 0) & np.isnan(values["drive_gb"]) & (values["drive_flash_flag"] == 0)
    nothing = none.all(axis=(0, 1))
    return tuple(role for role in Role if not nothing[role]) or (Role.WRITE_TIER,)


def line_rows(configurations: Sequence[ConfigurationResult]) -> Iterator[tuple[str, list[float]]]:
    """The cost lines by category: label and amounts, of each category that any configuration has."""
    labels = {line.label: None for each in configurations for line in each.cost_lines}
    for label in labels:
        amounts = [{line.label: line.amount for line in each.cost_lines}.get(label, 0.0) for each in configurations]
        yield f"Cost lines: {label}", amounts
