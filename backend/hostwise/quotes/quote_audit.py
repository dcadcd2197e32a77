"""The audit of a proposal: what it says that can be shown to be otherwise, and what to ask its sender."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from hostwise.answers.evaluation.evaluation_answer import UnknownConfiguration
from hostwise.binding.priced_rows import priced_rows
from hostwise.catalogue.loader import Catalogue
from hostwise.number_format.markup import Markdown, line, table, written
from hostwise.number_format.writing import counted
from hostwise.plan.proposal import Proposal, ProposalSide, QuoteAuditQuestion
from hostwise.quotes.audit_notes import CUSTOMER, SENDER, Notes
from hostwise.quotes.audit_parts import NO_SUPPORT, audit_parts
from hostwise.quotes.audit_sizing import audit_sizing
from hostwise.quotes.audit_sums import audit_sides, audit_sums
from hostwise.quotes.hardware_lines import hardware_of, has_storage
from hostwise.quotes.proposal_files import UnknownColumns, UnreadableFile, read_proposal
from hostwise.quotes.quote_audit_document import Difference, QuoteAudit
from hostwise.quotes.quote_columns import QUOTE_FIELDS
from hostwise.quotes.usual_prices import plan_prices

__all__ = [
    "QUOTE_FIELDS",
    "UnknownColumns",
    "UnknownConfiguration",
    "UnreadableFile",
    "WrongProposal",
    "audit_proposal",
    "read_proposal",
]


class WrongProposal(ValueError):
    """A proposal names a part that the catalogue does not have.

    Attributes:
        pointer: where it does.
    """

    def __init__(self, pointer: str, message: str) -> None:
        """Say where and why."""
        self.pointer = pointer
        super().__init__(message)

    def __reduce__(self) -> tuple[type[WrongProposal], tuple[str, str]]:
        """Pickled with its place, so that it can be sent between processes."""
        return WrongProposal, (self.pointer, str(self))


_FAVOURED = {SENDER: "in the sender's favour", CUSTOMER: "in the customer's favour"}


def audit_proposal(asked: QuoteAuditQuestion, catalogue: Catalogue) -> QuoteAudit:
    """What of a proposal can be shown to be otherwise, what could not be checked, and the questions to its sender.

    Args:
        asked: the proposal, and the plan that it is held against.
        catalogue: prices, rules of licences and parts.

    Raises:
        UnknownConfiguration: the plan has no such configuration.
        WrongProposal: a line names a part that the catalogue does not have.
    """
    proposal, plan = asked.proposal, asked.plan
    _check_parts(proposal, catalogue)
    place = 0
    if plan is not None and asked.configuration is not None:
        keys = [each.key for each in plan.configurations]
        if asked.configuration not in keys:
            raise UnknownConfiguration(asked.configuration)
        place = keys.index(asked.configuration)
    notes = Notes(proposal.currency, compared=len(proposal.sides) > 1)
    own, on = plan_prices(plan, catalogue), proposal.date or (None if plan is None else plan.economics.priced_on)
    audit_sums(proposal, notes)
    audit_sides(proposal, notes)
    for side in proposal.sides:
        hardware = hardware_of(side, catalogue, notes)
        audit_parts(side, hardware, plan, own, on, catalogue, notes)
        if plan is None:
            notes.skip(side, "hosts, capacity and life of drives", "no plan is given")
        else:
            audit_sizing(side, hardware, plan, place, catalogue, notes)
    found = sorted(notes.differences, key=_order)
    questions = list(
        dict.fromkeys([*_currency(proposal), *(each.question for each in found), *_open_questions(proposal, notes)])
    )
    favour = _favour(found)
    sentence = _sentence(found, favour, questions, notes)
    return QuoteAudit(
        name=proposal.name,
        currency=proposal.currency,
        sentence=sentence,
        favour=favour,
        differences=found,
        not_checked=notes.not_checked,
        questions=questions,
        letter=_letter(proposal, questions),
        report=written(_report(proposal, sentence, found, notes, questions)),
    )


def _check_parts(proposal: Proposal, catalogue: Catalogue) -> None:
    known = priced_rows(catalogue)
    for place, side in enumerate(proposal.sides):
        for at, each in enumerate(side.lines):
            if each.part is not None and each.part not in known:
                pointer = f"/proposal/sides/{place}/lines/{at}/part"
                raise WrongProposal(pointer, f"The catalogue has no part {each.part!r}.")


def _order(each: Difference) -> tuple[float, float, str, Sequence[int]]:
    return -(each.money or 0), -(each.hosts or 0), each.kind, each.lines


def _favour(found: Sequence[Difference]) -> dict[str, float]:
    """Effects in money by whom they favour, the largest first."""
    sums: dict[str, float] = defaultdict(float)
    for each in found:
        if each.favours is not None and each.money is not None:
            sums[each.favours] += each.money
    return dict(sorted(sums.items(), key=lambda each: (-each[1], each[0])))


def _sentence(found: Sequence[Difference], favour: Mapping[str, float], questions: Sequence[str], notes: Notes) -> str:
    parts = [counted(len(found), "differences")] if found else ["No difference"]
    parts += [f"{notes.money(value)} {_FAVOURED.get(who, f'in favour of {who}')}" for who, value in favour.items()]
    asked = f"; {counted(len(questions), 'questions')}" if questions else ""
    left = f"; {counted(len(notes.not_checked), 'points')} not checked" if notes.not_checked else ""
    return f"{', '.join(parts)}{asked}{left}."


def _currency(proposal: Proposal) -> list[str]:
    """The question that comes first: without its answer no amount says anything."""
    asked = proposal.currency is None and any(_has_amounts(side) for side in proposal.sides)
    return ["In which currency are the amounts?"] if asked else []


def _open_questions(proposal: Proposal, notes: Notes) -> Iterator[str]:
    """What the proposal does not say, though it decides."""
    open_points = {(each.side, each.what): each for each in notes.not_checked}
    yield from notes.open_points
    several = len(proposal.sides) > 1
    for side in proposal.sides:
        of = f" ({side.name})" if several else ""
        if (side.name, "usable capacity") in open_points and has_storage(side):
            yield f"Which usable capacity, in TiB, remains after protection, rebuilds and operation{of}?"
        support = open_points.get((side.name, "term of support"))
        if support is not None and support.because == NO_SUPPORT:
            yield f"For how many years is support included, and what does each further year cost{of}?"
        for what in ("raw capacity", "usable capacity"):
            found = open_points.get((side.name, what))
            if found is not None and "TB or TiB" in found.because:
                yield f"Is {what} in TB or in TiB{of}?"


def _has_amounts(side: ProposalSide) -> bool:
    return any(line.line_total or line.unit_price or any(line.years) for line in side.lines)


def _letter(proposal: Proposal, questions: Sequence[str]) -> str:
    if not questions:
        return ""
    # A description may have lines, and would ask questions of its own.
    listed = [f"{number}. {' '.join(each.splitlines())}" for number, each in enumerate(questions, 1)]
    dated = f", dated {proposal.date}" if proposal.date else ""
    return "\n".join([f"Questions about {proposal.name}{dated}:", "", *listed])


def _report(
    proposal: Proposal, sentence: str, found: Sequence[Difference], notes: Notes, questions: Sequence[str]
) -> Iterator[Markdown]:
    yield line("# Audit of {}", proposal.name)
    yield line("")
    yield line("**{}**", sentence)
    yield line("")
    if found:
        rows = [
            [
                each.sentence,
                notes.written(each.stated, each.unit),
                notes.written(each.computed, each.unit),
                _effect(each, notes),
                each.rule,
                each.source,
            ]
            for each in found
        ]
        yield from table(["difference", "stated", "computed", "effect", "rule", "source"], rows, numbers=slice(1, 4))
    if questions:
        yield line("## Questions to the sender")
        yield line("")
        yield from (line("{}. {}", str(at), each) for at, each in enumerate(questions, 1))
        yield line("")
    if notes.not_checked:
        yield line("## Not checked")
        yield line("")
        yield from (line("- {}, because {} ({})", each.what, each.because, each.side) for each in notes.not_checked)


def _effect(each: Difference, notes: Notes) -> str:
    money = [] if each.money is None else [notes.money(each.money)]
    return ", ".join([*money, *([] if each.hosts is None else [counted(round(each.hosts, 1), "hosts")])])
