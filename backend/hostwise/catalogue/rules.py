"""The cost of protection, the numbers that the model assumes, and their sources."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hostwise.catalogue.record import (
    Date,
    Figure,
    Frozen,
    Key,
    Keyed,
    Keys,
    NotNegative,
    Number,
    Positive,
    Record,
    Text,
    Whole,
)


class Protection(Record):
    """A way to protect data across hosts, with what it takes."""

    label: Text = Field(description="Name for people.")
    family: Key = Field(description="Family of protections, which storage stacks have in common.")
    family_name: Text = Field(description="The family in words, before a colon the shorter ones.")
    capacity_factor: Positive = Field(description="Raw bytes per byte stored.")
    minimum_hosts: Whole = Field(description="Hosts that hold data, at least (a witness is not counted).")
    rebuild_capable_hosts: Whole = Field(description="Hosts with which full protection returns after one host is lost.")
    hosts_lost: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="Hosts that may be lost at once with all data; None: the data is not in the hosts."
    )
    hosts_served: Whole | None = Field(
        default=None,
        description="Hosts that may be lost at once with storage that goes on; None: as many as `hosts_lost`.",
    )
    loses_minutes: Positive | None = Field(
        default=None,
        description="Minutes of writes that are lost with a host, where copies on other hosts are made so often.",
    )
    min_drives: Whole | None = Field(default=None, description="Drives of a host, at least; None: the stack's limit.")
    sites: Whole = Field(description="Sites over which the data is mirrored.")
    site_round_trip_ms: Positive | None = Field(
        default=None, description="Round trip between its sites, at most; None: it has one site, or none is stated."
    )
    site_gbit_s: Positive | None = Field(
        default=None,
        description="Bandwidth between its sites, at least, beside which writes count; None: none is stated.",
    )
    schemes: Keys = Field(default=(), description="Schemes of VM groups that it builds, within each of its sites.")
    max_hosts: Whole | None = Field(
        default=None, description="Hosts that hold data, at most; None: the product's limit."
    )
    wide_capacity_factor: Positive | None = Field(
        default=None, description="Raw bytes per byte stored from `wide_minimum_hosts` hosts on (adaptive schemes)."
    )
    wide_minimum_hosts: Whole | None = Field(default=None, description="Hosts from which the wide layout is used.")
    wide_kept_hosts: Whole | None = Field(
        default=None,
        description="Hosts that must be left for the wide layout once hosts are lost; None: it narrows below "
        "`wide_minimum_hosts`.",
    )
    built_from_hosts: Whole | None = Field(
        default=None,
        description="Hosts from which it is built, where that is more than `minimum_hosts`, on which it goes on.",
    )
    wider: Keys = Field(
        default=(),
        description="Protections that take its place as soon as the hosts are enough to build them, the widest last.",
    )
    log_writes_factor: NotNegative | None = Field(
        default=None,
        description="Bytes written to the drives that absorb writes per byte of VM writes, without what the stack "
        "adds to each of them (`write_factor`); None if unknown.",
    )
    stripe_writes_factor: NotNegative | None = Field(
        default=None,
        description="Bytes written to the same drives afterwards (ESA stripe) per byte of VM writes, uncompressed.",
    )
    back_end_reads_per_write: NotNegative | None = Field(
        default=None, description="Reads that one small VM write causes."
    )

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.wide_capacity_factor is None) != (self.wide_minimum_hosts is None):
            raise ValueError("wide_capacity_factor and wide_minimum_hosts go together")
        if (self.wide_kept_hosts or 0) > (self.wide_minimum_hosts or 0):
            raise ValueError("wide_kept_hosts is above wide_minimum_hosts")
        if self.least_hosts < self.minimum_hosts:
            raise ValueError("built_from_hosts is below minimum_hosts")
        if self.rebuild_capable_hosts < self.minimum_hosts:
            raise ValueError("rebuild_capable_hosts is below minimum_hosts")
        if self.hosts_served is not None and self.hosts_served > (self.hosts_lost or 0):
            raise ValueError("hosts_served is above hosts_lost")
        return self

    @property
    def least_hosts(self) -> int:
        """Hosts from which it is built."""
        return self.minimum_hosts if self.built_from_hosts is None else self.built_from_hosts

    @property
    def is_two_nodes(self) -> bool:
        """Whether two nodes with a witness are a form of it: it is built on two, and goes on with one of them."""
        alone = self.sites == 1 or self.max_hosts == self.minimum_hosts
        return alone and self.minimum_hosts == 2 and bool(self.losses_served)

    @property
    def left_hosts(self) -> int:
        """Hosts that must be left of it while one is lost."""
        return 1 if self.is_two_nodes else self.minimum_hosts

    @property
    def losses_served(self) -> int | None:
        """Hosts that may be lost at once with storage that goes on; None where the data is not in the hosts."""
        return self.hosts_lost if self.hosts_served is None else self.hosts_served


class Assumption(Figure):
    """A number that the model uses when the plan gives none."""

    value: Number | None = Field(default=None, description="The number; None where the plan must give it.")
    low: Number | None = Field(default=None, description="Low end of the credible range.")
    high: Number | None = Field(default=None, description="High end of the credible range.")
    meaning: Text = Field(description="What the number is.")

    @model_validator(mode="after")
    def _in_range(self) -> Self:
        if self.value is not None and not (
            (self.low is None or self.low <= self.value) and (self.high is None or self.value <= self.high)
        ):
            raise ValueError("value is outside low..high")
        return self


class Spread(Record):
    """How far the value of some inputs may be off, where nobody has said it: 5 % of the values are below, 5 % above."""

    name: Text = Field(description="What is uncertain: one cause for all its inputs, which move together.")
    inputs: Keys = Field(min_length=1, description="Inputs of the model.")
    statuses: Keys = Field(min_length=1, description="Statuses of the inputs' values that this is about.")
    shape: Literal["factor", "points", "between"] = Field(
        description="Whether `low` and `high` multiply the value, or are added to it, with the value itself in the "
        "middle; or multiply it by a factor that lies evenly between them, as of list prices, of which most pay less."
    )
    low: Number = Field(description="At the 5th percentile.")
    high: Number = Field(description="At the 95th percentile.")
    common_share: Annotated[float, Field(ge=0, le=1)] = Field(
        description="Part of the variance that is common to all of them; the rest is that of each product, or VM group."
    )

    sigma: Text | None = Field(
        default=None,
        description="The quantity of the model that says it instead: a standard deviation of the logarithm.",
    )
    declared: Literal["yes"] | None = Field(
        default=None, description="Whether the low and high end of the value's own row count first, where it has them."
    )
    stands_in: Text | None = Field(
        default=None, description="The input whose value stands in for an absent one, and moves as that would."
    )
    family: Key | None = Field(
        default=None,
        description="Spreads of one family have their common cause together; what is left is that of each vendor.",
    )
    rows: Keys = Field(
        default=(), description="Rows of the catalogue that it is about; those that no other one of its inputs names."
    )
    paid_low: Positive | None = Field(default=None, description="The least that is reported as paid, of `paid_of`.")
    paid_high: Positive | None = Field(default=None, description="The most that is reported as paid.")
    paid_of: Positive | None = Field(default=None, description="The list price at that time.")

    @model_validator(mode="after")
    def _around_the_value(self) -> Self:
        middle = 0 if self.shape == "points" else 1
        if not (self.low <= middle <= self.high) or (self.shape != "points" and self.low <= 0):
            raise ValueError("low and high are not around the value")
        return self


class Source(Keyed):
    """A citation."""

    citation: Text = Field(description="Full citation.")
    url: str | None = Field(default=None, description="Address, where there is a stable one.")
    published: Date | None = Field(default=None, description="Date of publication, where it is known.")


class Finding(Frozen):
    """Something doubtful in the data: the row is used, and the uncertainty is said."""

    code: Key = Field(description="Stable code of the finding.")
    table: Text = Field(description="Table of the row.")
    key: Key = Field(description="Key of the row.")
    fields: tuple[str, ...] = Field(description="Fields concerned.")
    message: Text = Field(description="What is doubtful, with the numbers.")
