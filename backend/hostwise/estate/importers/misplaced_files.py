"""Files that hold no estate and are known nevertheless, in words: who drops one is told where it belongs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol, get_args

from hostwise.plan.estate import EstateFinding
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Table

Kind = Literal["is_history", "is_plan", "is_quote", "is_result"]

KINDS: tuple[str, ...] = get_args(Kind)

_WHERE: dict[Kind, str] = {
    "is_history": "is performance history. It is added to an estate: drop it on the page of the estate, or name it "
    "with --history beside the export.",
    "is_plan": "is a plan, and no list of VMs. Drop it alone, or choose it with Import plan.",
    "is_quote": "is a quote or a price list. Its prices belong to a plan: drop it on the page of the plan, or use "
    "`hostwise prices read`.",
    "is_result": "is a result of Hostwise, which is not read back. Open the plan that it was made of, and it is "
    "computed again.",
}


class MisplacedFile(NamedTuple):
    """A file that belongs elsewhere."""

    file: str
    kind: Kind

    @property
    def message(self) -> str:
        """What it is, and where it belongs."""
        return f"{self.file} {_WHERE[self.kind]}"

    def finding(self) -> EstateFinding:
        """The same as a finding, where an estate was read beside it."""
        return EstateFinding(code=self.kind, kind="warning", message=self.message, place=self.file)


class Misplaced(UnreadableFile):
    """None of the files holds an estate, and it is known what they are.

    Attributes:
        files: each of them.
    """

    def __init__(self, files: Sequence[MisplacedFile]) -> None:
        """Say of each where it belongs."""
        self.files = list(files)
        super().__init__(files[0].kind, " ".join(each.message for each in files))

    def __reduce__(self) -> tuple[type[Misplaced], tuple[Any, ...]]:
        """Pickled with its attributes, so that it can be sent between processes."""
        return Misplaced, (self.files,)


class Recognisers(NamedTuple):
    """How files that belong elsewhere are known.

    Attributes:
        text: by the content and name of a file, before all of it is read.
        tables: by its tables, where no importer knows them.
        document: by its JSON.
    """

    text: Callable[[bytes, str], Kind | None]
    tables: Callable[[Sequence[Table]], Kind | None]
    document: Callable[[Any], Kind | None]


NONE = Recognisers(lambda *_: None, lambda _: None, lambda _: None)
"""Nothing is known but estates."""


class KnowsQuotes(Protocol):
    """What tells a quote or a price list from a list of VMs; who reads quotes knows it."""

    def may_be_quote(self, text: str) -> bool:
        """Whether the first lines of a text have a word of headers of prices: a fast answer for files of any kind."""

    def is_quote(self, data: bytes, name: str) -> bool:
        """Whether a text has parts with prices."""

    def has_prices(self, tables: Sequence[Table]) -> bool:
        """Whether one of the tables has columns that are known to be parts and their prices."""
