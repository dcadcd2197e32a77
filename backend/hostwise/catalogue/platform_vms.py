"""VMs that a platform runs for itself, by the names that it gives them."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from hostwise.catalogue.record import Keys, Record, Text


def compiles(pattern: str) -> str:
    """The pattern itself, if it is an expression; raises `ValueError`."""
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"the pattern is no expression: {error}") from error
    return pattern


class PlatformVm(Record):
    """A kind of VM that belongs to a platform, and not to its users."""

    product: Text = Field(description="The platform.")
    role: Text = Field(description="What the VM is for.")
    field: Literal["name", "folder"] = Field(description="What of a VM the pattern is about.")
    pattern: Annotated[str, AfterValidator(compiles)] = Field(description="Expression found in it, in any case.")
    apply: Literal["leave_out", "tell"] = Field(
        description="Whether such VMs are left out, since each platform has its own, or set apart and told."
    )
    evidence: Literal["strong", "weak"] = Field(
        description="Whether nobody else gives such a name, or VMs of users may have it, too: those whose guest is "
        "Windows or a general Linux are theirs."
    )
    hypervisors: Keys = Field(
        default=(), description="Families of hypervisors that it manages, of one that is set apart: it stays with them."
    )
