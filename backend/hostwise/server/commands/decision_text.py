"""A decision as the command line shows it: what it says stands in it, and is laid out here in lines of one width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hostwise.server.commands.terminal import WIDTH, coloured, strong, table, wrapped

if TYPE_CHECKING:
    from hostwise.answers.uncertainty.uncertainty_document import UncertainInput
    from hostwise.decision.decision import Decision, DecisionRow, Notice, Uncertainty
    from hostwise.plan.answers.text import Edit, Figure, MessageText, Remedy

UNKNOWN = "\u2013"
"""What stands for a number that is not known, which is never 0."""

_MOST_EDITS = 2
_REMARKS = "/remarks/"
"""Remarks say where a value is from; a remedy sets them beside its values."""


def headline(decision: Decision) -> str:
    """The first line of the decision: its label and its sentence."""
    label = f"{decision.label}. " if decision.label else ""
    return strong(wrapped(f"{label}{decision.sentence.text}"))


def decision_text(decision: Decision, beside: str = "") -> str:
    """The decision: what is advised, a short table, what to check, what would change it, what may go wrong.

    Args:
        decision: the decision, as sized or simulated.
        beside: what the command says of it, below the advice.
    """
    return "\n\n".join(filter(None, _parts(decision, beside)))


def comparison_text(decision: Decision, beside: str = "") -> str:
    """The short form of a comparison: what is advised, the table, and what to check."""
    return "\n\n".join(filter(None, (_advice(decision, beside), rows_text(decision), _checks(decision))))


def _advice(decision: Decision, beside: str) -> str:
    detail = str(decision.detail.text) if decision.detail is not None else ""
    return "\n".join([headline(decision), *(wrapped(each) for each in (detail, beside) if each)])


def _parts(decision: Decision, beside: str) -> Iterator[str]:
    yield _advice(decision, beside)
    yield rows_text(decision)
    yield _checks(decision)
    yield _bullets("What helps", [_remedy(each.remedy, each.effect) for each in decision.remedies])
    yield _bullets(decision.break_evens_title, [str(each.text) for each in decision.break_evens])
    yield _bullets("What may go wrong", [_of(each.text, each.configurations, decision) for each in decision.risks])
    yield _bullets("What it rests on", [str(each) for each in decision.basis])


def rows_text(decision: Decision) -> str:
    """The table of the configurations, and below it why some take part in no comparison."""
    sized = decision.phase == "sized"
    head = ["", "hosts", f"cost, {decision.currency}"]
    head += ["against"] if sized and len(decision.rows) > 1 else []
    head += ["life"] if decision.has_flash else []
    head += ["wears out"] if decision.has_flash and sized else []
    head += [] if sized else ["covered"]
    cells = [head, *(_cells(each, decision, sized) for each in decision.rows)]
    # A limit that decides is a word or two, and stands on the left.
    shown = table(
        [[*row, last] for row, last in zip(cells, ["limit", *map(_limit, decision.rows)], strict=True)],
        right=frozenset(range(1, len(head))),
        within=WIDTH,
    )
    said = [f"{each.name}: {each.lacks.text}" for each in decision.rows if each.lacks is not None]
    said += [] if decision.nearly_empty is None else [str(decision.nearly_empty.text)]
    return "\n".join([shown, *map(wrapped, said)])


def _cells(row: DecisionRow, decision: Decision, sized: bool) -> list[str]:
    cells = [row.name, _shown(row.hosts_ranged or row.hosts), _with_range(row.cost, row.cost_range)]
    if sized and len(decision.rows) > 1:
        cells.append("reference" if row.is_reference else _shown(row.against))
    if decision.has_flash:
        cells.append(_toned(_shown(row.life), row.life_tone))
        if sized:
            cells.append(_toned(_shown(row.worn), row.worn_tone))
    return cells if sized else [*cells, _shown(row.covers)]


def _limit(row: DecisionRow) -> str:
    return _shown(row.limit) if row.admissible else row.exclusion


def _shown(figure: Figure | None) -> str:
    return UNKNOWN if figure is None else figure.text


def _with_range(figure: Figure | None, ends: Figure | None) -> str:
    if ends is None or (figure is not None and figure.text == ends.text):
        return _shown(figure)
    return f"{_shown(figure)} ({ends.text})"


def _toned(text: str, tone: str) -> str:
    return coloured(text, False) if tone == "bad" else text


def _checks(decision: Decision) -> str:
    """What to check before it is relied on, each with its remedy."""
    rows = []
    for each in decision.checks:
        rows.append([each.word, str(each.line.text)])
        rows += _remedy_rows(each)
    return _listed("To check first", rows)


def _remedy_rows(notice: Notice) -> list[list[str]]:
    return [] if notice.remedy is None else [["", f"\u2192 {_remedy(notice.remedy)}"]]


def notices_text(decision: Decision) -> str:
    """All that is found besides what to check, with every sentence and the configurations that it is of."""
    rows = []
    for each in decision.notices:
        said = [_of(one.text, one.configurations, decision) for one in each.said]
        rows += [["" if place else each.word, text] for place, text in enumerate(said)]
        rows += _remedy_rows(each)
    return f"{strong('What else is found')}\n{table(rows, head=False)}"


def levels_text(decision: Decision) -> str:
    """What each coverage level needs; nothing where that is not simulated."""
    rows = [
        [each.label, each.hosts.text, each.dearer.text if each.dearer else "", "chosen" if each.chosen else ""]
        for each in decision.levels
        if each.hosts is not None
    ]
    return _listed("Coverage levels", rows)


def causes_text(uncertainty: Uncertainty, most: int | None) -> str:
    """What is uncertain and how far, the strongest first.

    Args:
        uncertainty: the answer about the uncertainty.
        most: most causes; the number of the others is said.
    """
    strength = {each.cause: place for place, each in enumerate(uncertainty.sensitivities)}
    causes = sorted(uncertainty.uncertain_inputs, key=lambda each: strength.get(each.key, len(strength)))
    shown = causes[:most]
    if not shown:
        return ""
    head = ["uncertain input", "5th to 95th percentile", "source"]
    rows = [[each.name, _moved(each), each.source] for each in shown]
    if most is None:
        return table([head, *rows], within=None)
    return table([row[:2] for row in [head, *rows]], within=WIDTH) + more_text(len(causes) - len(shown))


def _moved(cause: UncertainInput) -> str:
    from hostwise.number_format.writing import short

    if cause.shape == "factor":
        return f"\u00d7 {short(cause.low)} to {short(cause.high)}"
    low, high = (f"{'+' if each > 0 else ''}{short(each * 100)}" for each in (cause.low, cause.high))
    return f"{low} to {high} points"


def outcomes_text(uncertainty: Uncertainty) -> str:
    """All figures of all configurations, with their ranges and shares."""
    head = ["", "hosts", f"cost, {uncertainty.currency}", "life", "90 %", "wears out", "covered", "cheapest"]
    rows = [
        [
            each.name,
            _shown(each.hosts_ranged or each.hosts),
            _with_range(each.cost, each.cost_range),
            *map(_shown, (each.life, each.life_range, each.worn, each.covers, each.cheapest)),
        ]
        for each in uncertainty.decision.rows
    ]
    said = [
        f"{each.name}: {text}"
        for each in uncertainty.configurations
        for text in (each.coverage_text, each.margin_text)
        if text
    ]
    return "\n".join([table([head, *rows], right=frozenset(range(1, len(head)))), *said])


def drivers_text(uncertainty: Uncertainty) -> str:
    """What each cause does by itself to the difference of the first two or, of one alone, to its cost."""
    from hostwise.number_format.writing import short_money

    def money(amount: float | None) -> str:
        return UNKNOWN if amount is None else short_money(amount)

    against = any(each.low_difference is not None for each in uncertainty.sensitivities)
    what = "difference" if against else "cost"
    head = ["", f"{what} at its low, {uncertainty.currency}", "at its high", "both cost the same"]
    rows = []
    for each in uncertainty.sensitivities:
        low, high = (each.low_difference, each.high_difference) if against else (each.low_cost, each.high_cost)
        rows.append([each.name, money(low), money(high), each.break_even_text or UNKNOWN])
    return table([head, *rows], right=frozenset({1, 2}))


def more_text(number: int) -> str:
    """How many others there are, in a line of its own, and how to see them."""
    return f"\nand {number} more with --all" if number > 0 else ""


def _of(text: MessageText, configurations: Sequence[str], decision: Decision) -> str:
    """A sentence, with the names of the configurations that it is of where it has none and is not of all."""
    from hostwise.plan.answers.text import ConfigurationName

    names = [each.name for each in decision.rows if each.configuration in configurations]
    named = any(isinstance(each, ConfigurationName) for each in text.parts)
    return str(text) if named or len(names) in (0, len(decision.rows)) else f"{', '.join(names)}: {text}"


def _remedy(remedy: Remedy, effect: str = "") -> str:
    """A remedy, with the fields to change: there is nothing to click here."""
    edits = [each for each in remedy.edits if not each.pointer.startswith(_REMARKS)]
    fields = [_edit(each) for each in edits[:_MOST_EDITS]]
    more = len(edits) - len(fields)
    fields += [f"{more} more"] if more > 0 else []
    what = f"{remedy.label}: {effect}" if effect else remedy.label
    return f"{what} ({', '.join(fields)})" if fields else what


def _edit(edit: Edit) -> str:
    if edit.value is None:
        return f"without {edit.pointer}"
    if not isinstance(edit.value, int | float | str):
        return edit.pointer
    whole = isinstance(edit.value, float) and edit.value.is_integer()
    return f"{edit.pointer} {int(edit.value) if whole else edit.value}"


def _listed(title: str, rows: Sequence[Sequence[str]]) -> str:
    return f"{strong(title)}\n{table(rows, head=False, within=WIDTH, names=())}" if rows else ""


def _bullets(title: str, texts: Sequence[str]) -> str:
    return "\n".join([strong(title), *(wrapped(each, first="- ", rest="  ") for each in texts)]) if texts else ""
