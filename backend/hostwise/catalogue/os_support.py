"""How long operating systems and hypervisors are supported."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from hostwise.catalogue.platform_vms import compiles
from hostwise.catalogue.record import Record, Text

Day = Annotated[str, StringConstraints(pattern=r"^(19|20)\d\d-\d\d-\d\d$")]
"""A day, as 2027-10-11."""


class OsSupport(Record):
    """Support of one version of a guest operating system or of a hypervisor."""

    kind: Literal["guest", "hypervisor"]
    product: Text = Field(description="The product.")
    version: Text = Field(description="Its version.")
    pattern: Annotated[str, AfterValidator(compiles)] = Field(
        description="Expression found in the names that it has in exports, in any case."
    )
    support_end: Day | None = Field(default=None, description="End of support; none is announced where it is absent.")
    extended_end: Day | None = Field(default=None, description="End of support that is paid for.")
    extended_name: str | None = Field(default=None, description="What that support is called.")

    @property
    def name(self) -> str:
        """Product and version."""
        return f"{self.product} {self.version}"


def support_of(name: str, rows: Iterable[OsSupport], kind: Literal["guest", "hypervisor"]) -> OsSupport | None:
    """The row that a name in an export means; of several the one that is supported longest. None if none is known.

    Names of guests often tell less than the version, such as the service pack: then the best of them counts, so that
    nothing is called unsupported that may not be.
    """
    fitting = [each for each in rows if each.kind == kind and _expression(each.pattern).search(name)]
    return max(fitting, key=lambda each: each.support_end or "9999", default=None)


def ended(row: OsSupport, on: dt.date) -> bool:
    """Whether support has ended on a date, that which is paid for left aside."""
    return row.support_end is not None and row.support_end < on.isoformat()


@lru_cache(maxsize=512)
def _expression(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
