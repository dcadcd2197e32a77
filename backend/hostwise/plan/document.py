"""The plan document: workload, policy, candidate configurations, economics. JSON in, JSON out, one definition.

Optional fields that are absent stay absent: what depends on them is not evaluated, or an assumption is used and
listed. Unknown keys are refused. Names are the quantities' names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import Field, field_validator, model_validator

from hostwise.plan.configuration import Configuration
from hostwise.plan.declaration import plan_field, plan_part
from hostwise.plan.economics import Economics
from hostwise.plan.fields import Date, Document, Key, Name, Pointer, Text
from hostwise.plan.opm import OpmModel
from hostwise.plan.policy import Policy
from hostwise.plan.requirements import Requirements
from hostwise.plan.workload import Workload

KeyedT = TypeVar("KeyedT", Configuration, OpmModel)

SCHEMA_VERSION = 1
"""Version of the plan document's layout; a stored document of an older one is upgraded when it is read."""

MOST_CONFIGURATIONS = 12
"""Most configurations of a plan."""


class UnitConvention(StrEnum):
    """How many MB a GB has: see the methodology."""

    SI = "si"
    BINARY_AS_PRINTED = "binary_as_printed"


class RemarkStatus(StrEnum):
    """Confidence of a given value."""

    GIVEN = "given"
    IMPORTED = "imported"
    ASSUMED = "assumed"
    ILLUSTRATIVE = "illustrative"


class ValueRange(Document):
    """How far a given value may be off: it lies between the two ends with a confidence.

    The value itself is the median. Where `low` is above 0, the logarithm of the value is normal to each side, with the
    ends as quantiles; else, and for rates of growth, the value itself.
    """

    low: float = Field(description="Lower end, in the unit of the value.", examples=[300])
    high: float = Field(description="Upper end.", examples=[420])
    confidence: Annotated[float, Field(ge=0.5, le=0.99)] = Field(
        0.9, description="Share of the cases in which the value lies between the ends, as many below as above."
    )
    cause: Name | None = Field(None, description="Ranges of one cause move together; without one each by itself.")

    @model_validator(mode="after")
    def _low_is_not_above_high(self) -> Self:
        if self.low > self.high:
            raise ValueError("The lower end of the range is above the upper end.")
        return self


class Remark(Document):
    """Origin of a given value, and its uncertainty."""

    status: RemarkStatus = RemarkStatus.GIVEN
    source: Text | None = Field(None, description="Citation key or text.")
    locator: Text | None = Field(None, description="Where in the source.")
    note: Text | None = None
    date: Date | None = Field(None, description="When the value held; prices age.")
    range: ValueRange | None = Field(
        None, description="How far the value may be off, in place of what the catalogue says of its kind."
    )


class Plan(Document):
    """Workload, policy, configurations and economics: everything a result depends on."""

    schema_version: Literal[1] = 1
    name: Name = plan_field(
        default=..., label="Plan name", control="own", examples=["Moderate I/O: NAND or Optane cache"]
    )
    description: Text = plan_field(default="", label="Description", control="paragraph")
    sample: Key | None = Field(None, description="Key of the sample that this plan was made from.")
    unit_convention: UnitConvention = plan_field(
        default=UnitConvention.SI,
        label="Units",
        meaning="si: 1 GB = 1000 MB; binary_as_printed: 1 GB = 1024 MB, as INTEL21 computes.",
        choices={
            UnitConvention.SI: "SI: 1 GB = 1000 MB",
            UnitConvention.BINARY_AS_PRINTED: "binary: 1 GB = 1024 MB",
        },
    )
    workload: Workload = plan_part(default=..., own=True)
    policy: Policy = plan_part(default=Policy(), own=True)
    configurations: tuple[Configuration, ...] = plan_field(
        default=...,
        label="Configurations",
        control="own",
        element="Configuration",
        identity=("key",),
        unique=True,
        min_length=1,
        max_length=MOST_CONFIGURATIONS,
    )
    requirements: Requirements = plan_part(default=Requirements(), own=True)
    economics: Economics = plan_part(default=Economics(), own=True)
    opm_models: tuple[OpmModel, ...] = plan_field(
        default=(),
        label="Own operations models",
        meaning="Own measured operations-per-minute models: stored in the plan with everything its result needs.",
        control="own",
        element="Own operations model",
        identity=("key",),
        unique=True,
        max_length=50,
    )
    remarks: dict[Pointer, Remark] = Field(
        default_factory=dict,
        max_length=2_000,
        description="Where given values come from and how far they may be off, by JSON pointer (RFC 6901) into this "
        "document.",
    )

    @field_validator("configurations", "opm_models")
    @classmethod
    def _keys_are_unique(cls, parts: tuple[KeyedT, ...]) -> tuple[KeyedT, ...]:
        keys = [each.key for each in parts]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"The key {key!r} is used more than once.")
        return parts


def with_configurations(plan: Plan, configurations: Iterable[Configuration]) -> Plan:
    """The plan with other configurations. What is remarked of the rest stays: what is assumed is uncertain."""
    remarks = {at: each for at, each in plan.remarks.items() if not at.startswith("/configurations/")}
    return plan.model_copy(update={"configurations": tuple(configurations), "remarks": remarks})


OWN_LIMITS = ("spare_hosts", "vcpu_per_core", "capacity_reserve")
"""What a configuration may say in place of the policy; its protection is a matter of its storage stack, too."""

FOLLOWED = frozenset(f"/policy/{name}" for name in OWN_LIMITS)
"""Where the policy says the same: one value each, however many configurations follow it."""


def policy_of(plan: Plan, configuration: Configuration) -> Policy:
    """The policy that a configuration keeps to: the plan's, with what the configuration says in its place."""
    own = {name: value for name in OWN_LIMITS if (value := getattr(configuration, name)) is not None}
    return plan.policy.model_copy(update=own) if own else plan.policy


def limit_at(plan: Plan, place: int, name: str) -> str:
    """The pointer of a limit that a configuration may have of its own: there, or in the policy that it follows."""
    is_own = getattr(plan.configurations[place], name) is not None
    return f"/configurations/{place}/{name}" if is_own else f"/policy/{name}"


def is_decided(pointer: str) -> bool:
    """Whether a field is a limit, of the policy or of a configuration in its place: it is decided, and not uncertain.

    >>> is_decided("/policy/opm_target"), is_decided("/configurations/0/capacity_reserve/slack_share")
    (True, True)
    >>> is_decided("/configurations/0/hosts")
    False
    """
    return _DECIDED.match(pointer) is not None


_DECIDED = re.compile(rf"/policy/|/configurations/\d+/({'|'.join(OWN_LIMITS)})(/|$)")


def plan_json(plan: Plan) -> dict[str, Any]:
    """The plan as the JSON document that is stored and hashed: absent fields stay absent."""
    document = plan.model_dump(mode="json", exclude_none=True, exclude_unset=True)
    return {"schema_version": plan.schema_version, **document}
