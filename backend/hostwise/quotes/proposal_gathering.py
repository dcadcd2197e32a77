"""What is gathered of a proposal while its tables are read: the lines of its sides, and the rows that are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from hostwise.plan.estate import EstateFinding
from hostwise.plan.fields import fitted
from hostwise.plan.proposal import MOST_SIDES, Proposal, ProposalLine, ProposalSide, StatedFigures
from hostwise.quotes.proposal_rows import AllRows
from hostwise.quotes.quote_audit_document import ProposalReading, UnreadRow
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import as_text

MOST_SHOWN = 120
"""Most characters of a row that are shown, and of the description of a cost."""

NO_SIDE = "it names no side, as other rows do"


@dataclass
class Gathering:
    """The sides of a proposal while its tables are read."""

    name: str
    sides: dict[str, list[ProposalLine]] = field(default_factory=dict)
    stated: dict[str, dict[str, Any]] = field(default_factory=dict)
    currencies: set[str] = field(default_factory=set)
    currencies_beside: set[str] = field(default_factory=set)
    dates: set[str] = field(default_factory=set)
    findings: list[EstateFinding] = field(default_factory=list)
    left_out: list[UnreadRow] = field(default_factory=list)
    rejected: list[UnreadRow] = field(default_factory=list)
    rows: int = 0
    counted: int = 0

    def add(self, rows: AllRows, side: str, line: int, said: Mapping[str, Any]) -> None:
        """Add a line to a side, unless its figures are beyond all that a proposal has."""
        try:
            made = ProposalLine(line=line, **said)
        except ValidationError:
            why = "a figure is beyond what a proposal has"
            self.rejected.append(_unread(rows, line, said["line_total"], why))
            return
        self.counted += 1
        self.sides.setdefault(side or fitted(self.name) or "proposal", []).append(made)

    def state(self, side: str, said: Mapping[str, Any]) -> None:
        """Keep the assumption of a row."""
        self.stated.setdefault(side, {}).update(said)
        self.rows, self.counted = self.rows + 1, self.counted + 1

    def leave_out(self, rows: AllRows, line: int, why: str) -> None:
        """Keep a row that is neither a line nor an assumption, with its amount."""
        self.left_out.append(_unread(rows, line, rows.amount(line), why))

    def reject(self, rows: AllRows, line: int, why: str) -> None:
        """Keep a row that should be a line and cannot be read."""
        self.rejected.append(_unread(rows, line, rows.amount(line), why))

    def reading(self) -> ProposalReading:
        """All that was read."""
        if len(self.sides) > MOST_SIDES:
            text = f"{self.name} has {len(self.sides)} sides, more than the {MOST_SIDES} that are compared at once."
            raise UnreadableFile("too_many_lines", text)
        sides = [
            ProposalSide(name=each, lines=tuple(lines), stated=self._figures(each))
            for each, lines in self.sides.items()
        ]
        # What the amounts say wins over a note beside them.
        currencies = self.currencies or self.currencies_beside
        currency = currencies.pop() if len(currencies) == 1 else None
        return ProposalReading(
            proposal=Proposal(
                name=fitted(self.name) or "proposal",
                currency=currency,
                date=max(self.dates, default=None),
                sides=tuple(sides),
            ),
            rows=self.rows,
            counted=self.counted,
            left_out=self.left_out,
            rejected=self.rejected,
            findings=self.findings,
        )

    def _figures(self, side: str) -> StatedFigures:
        # What stands beside all sides holds for each of them.
        common = {k: v for each, said in self.stated.items() if each not in self.sides for k, v in said.items()}
        return StatedFigures(**common | self.stated.get(side, {}))


def _unread(rows: AllRows, line: int, amount: float | None, why: str) -> UnreadRow:
    row = rows.cells.get(line, [])
    text = fitted(" | ".join(text for cell in row if (text := as_text(cell))), MOST_SHOWN)
    return UnreadRow(table=rows.table.name, line=line, text=text, amount=amount, why=why)
