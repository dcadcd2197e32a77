"""Answers about several clusters: what dividing a demand and merging clusters do."""

from __future__ import annotations

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Finding


class Division(Answer):
    """A configuration's hosts, divided into equal clusters where one would be too large."""

    configuration: str
    name: str
    feasible: bool
    hosts: int | None = Field(description="Hosts of all clusters, with their spares; null where no number is enough.")
    clusters: int
    hosts_per_cluster: int | None
    spare_hosts: int = Field(description="Spare hosts of all clusters.")
    most_hosts_per_cluster: int | None
    largest_vm_share: float = Field(description="Largest share of the VMs that one cluster carries.")
    undivided_hosts: int | None = Field(description="Hosts of one cluster of any size; null where that is too large.")


class PortfolioPart(Answer):
    """What one plan needs, or several together. A null is not evaluated."""

    name: str
    feasible: bool
    reasons: list[str] = Field(description="Why it is not feasible.")
    vms: float | None = Field(description="VMs at the sizing date.")
    hosts: int | None
    is_lower_bound: bool = Field(description="Whether a limit that is not evaluated may ask for more hosts.")
    clusters: int
    hosts_per_cluster: int | None
    spare_hosts: int
    licensed_cores: float | None = Field(description="At the purchase.")
    cost: float | None = Field(description="Total cost until the horizon.")
    energy_kwh_per_year: float | None


class PortfolioTotals(Answer):
    """Sums over clusters; null where one of them is not evaluated."""

    hosts: int | None
    spare_hosts: int | None
    clusters: int
    licensed_cores: float | None
    cost: float | None
    energy_kwh_per_year: float | None
    largest_vm_share: float | None = Field(description="Largest share of all VMs in one cluster: the blast radius.")


class MergeAnswer(Answer):
    """What merging several clusters into one does, on hosts of one configuration."""

    configuration: str
    name: str
    currency: str
    separate: list[PortfolioPart]
    separate_totals: PortfolioTotals
    merged: PortfolioPart
    merged_totals: PortfolioTotals
    hosts_saved: int | None = Field(description="Negative where merging needs more.")
    spare_hosts_saved: int | None
    licensed_cores_saved: float | None
    cost_saved: float | None
    energy_kwh_per_year_saved: float | None
    findings: list[Finding]
    sentence: str
