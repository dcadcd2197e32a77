"""The answer about storage: the same writes on other storage stacks, and capacity by the rules of others."""

from __future__ import annotations

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Value


class SourceRange(Answer):
    """A number with the ends of what the sources leave open; both are the number where no range is known."""

    low: float
    mid: float
    high: float


class SameWrites(Answer):
    """The writes of a configuration's VMs through one storage stack, on its hosts and drives."""

    stack: str
    name: str
    protection: str = Field(
        description="Protection of its data; on another stack, a scheme that survives as many host failures."
    )
    own: bool = Field(description="Whether it is the configuration's own.")
    lost_hosts: int | None = Field(description="Hosts that may be lost at once with all data kept.")
    minimum_hosts: int = Field(description="Hosts of a cluster that the protection needs.")
    enough_hosts: bool = Field(description="Whether the configuration has as many.")
    write_amplification: SourceRange | None = Field(
        description="Bytes that reach the drives for each byte that VMs write; null where nothing is published."
    )
    needed_dwpd: SourceRange | None = Field(description="Drive writes per day that the drive must be rated for.")
    order_dwpd: float | None = Field(
        description="The usual rating of a class of drives that is enough at the high end; null where none is."
    )
    life_years: SourceRange | None = Field(
        description="Years until the rated writes of the drive are used up, with growth."
    )
    ranged: bool = Field(description="Whether a range is known; without one the ends say nothing of the uncertainty.")


class RuleChange(Answer):
    """A number in which another rule differs."""

    quantity: str
    label: str
    ours: float | None
    theirs: float


class OtherRule(Answer):
    """Capacity by the rule of another tool or text."""

    key: str
    name: str
    meaning: str
    notes: str
    source: list[str]
    hosts_for_capacity: Value
    usable_tb: Value = Field(description="Of the configuration's hosts, by this rule.")
    changes: list[RuleChange] = Field(description="The numbers that make the difference.")


class ConfigurationStorage(Answer):
    """Storage of one configuration beside others."""

    key: str
    name: str
    stack: str
    hosts: Value
    rated_dwpd: Value
    same_writes: list[SameWrites] = Field(description="Its own first; empty where its drives do not take all writes.")
    same_writes_text: str = Field(description="On which of them the drive is enough; empty where it is not known.")
    hosts_for_capacity: Value
    usable_tb: Value
    other_rules: list[OtherRule]


class StorageReport(Answer):
    """Storage of all configurations."""

    plan_hash: str
    engine_version: str
    catalogue_version: str
    configurations: list[ConfigurationStorage]
