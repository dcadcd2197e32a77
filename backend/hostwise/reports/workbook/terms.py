"""Parts of cell formulas: text in which references to other rows stay open until the rows have their places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hostwise.engine import constants
from hostwise.engine.roles import Role
from hostwise.reports.workbook.spans import Span

COMPARISON, SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4, 5
"""Binding strength in a spreadsheet: what binds weaker than its surroundings is put in brackets."""

INFINITE, INFINITE_FROM, COUNT_SLACK = "Infinite", "Infinite_from", "Count_slack"
"""Names defined in the workbook: the number that stands for infinite, what counts as it, and the slack of counts."""

COUNT_SLACK_NUMBER = constants.COUNT_SLACK

INFINITE_NUMBER, INFINITE_FROM_NUMBER = 1e150, 1e100
"""Far from each other and from all finite results, so that what is infinite stays so when it is added to, multiplied
or divided, and its square is still a number."""

UNKNOWN = "NA()"

Part: TypeAlias = Literal["own", "all", "so far", "before", "after", "first", "last", "of year", "roles"]


@dataclass(frozen=True)
class Ref:
    """A reference to a row: the same member, all, those so far, a neighbour, an end, or the months of the year.

    Before the first member and after the last there is nothing, which is 0. Of a quantity with roles it is the same
    role, the one that is named, or the same member of all roles that have rows, one after the other.
    """

    name: str
    part: Part = "own"
    role: Role | None = None


@dataclass(frozen=True)
class ByRole:
    """A part of a cell formula that differs by the role of drives: the pieces of each."""

    pieces: tuple[Pieces, ...]


Piece: TypeAlias = "str | Ref | ByRole"
Pieces: TypeAlias = "tuple[Piece, ...]"


@dataclass(frozen=True)
class Term:
    """A part of a cell formula.

    `repeats` says whether it is short enough to stand in a formula more than once.
    """

    pieces: Pieces
    strength: int
    span: Span
    repeats: bool = False

    def within(self, strength: int) -> Pieces:
        """The pieces, in brackets if the surroundings bind more strongly."""
        return self.pieces if self.strength >= strength else ("(", *self.pieces, ")")


def text(*parts: Piece | Term | Pieces) -> Pieces:
    """Pieces one after the other; neighbouring texts become one."""
    found: list[Piece] = []
    for part in parts:
        for piece in _pieces(part):
            if isinstance(piece, str) and found and isinstance(found[-1], str):
                found[-1] += piece
            else:
                found.append(piece)
    return tuple(found)


def _pieces(part: Piece | Term | Pieces) -> Iterable[Piece]:
    if isinstance(part, Term):
        return part.pieces
    return part if isinstance(part, tuple) else (part,)


def listed(terms: Iterable[Term | Pieces | str]) -> Pieces:
    """Arguments of a spreadsheet function."""
    found: list[str | Term | Pieces] = []
    for place, term in enumerate(terms):
        found.extend([",", term] if place else [term])
    return text(*found)


def call(function: str, *arguments: Term | Pieces | str, span: Span) -> Term:
    """A spreadsheet function of arguments."""
    return Term(text(function, "(", listed(arguments), ")"), ATOM, span)


def either(condition: Pieces | str, then: Term | Pieces | str, otherwise: Term | Pieces | str) -> Pieces:
    """One of two, by a condition."""
    return text("IF(", condition, ",", then, ",", otherwise, ")")


def is_infinite(term: Term) -> Pieces:
    """The condition that a term is infinite, of those signs that it can have."""
    if term.span.above and term.span.below:
        return text("ABS(", term, ")>=", INFINITE_FROM)
    if term.span.below:
        return text(term.within(SUM), "<=-", INFINITE_FROM)
    return text(term.within(SUM), ">=", INFINITE_FROM)


def both(*conditions: Pieces) -> Pieces:
    """All of some conditions."""
    return text("AND(", listed(conditions), ")") if len(conditions) > 1 else conditions[0]


def any_of(*conditions: Pieces) -> Pieces:
    """Any of some conditions."""
    return text("OR(", listed(conditions), ")") if len(conditions) > 1 else conditions[0]
