"""The decision card of a plan as it is sized: what is known before any future is simulated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hostwise.answers.evaluation.card_checks import checks_of
from hostwise.answers.evaluation.card_order import (
    COST,
    Order,
    candidates_of,
    facts_of,
    lacking_of,
    materiality_of,
    taken_of,
)
from hostwise.answers.evaluation.card_remedies import remedies_of, smaller_ones
from hostwise.answers.evaluation.card_rows import limit_bars, rows_of
from hostwise.answers.evaluation.card_tiles import LIFE, MISSING, NO_FLASH, tiles_of
from hostwise.answers.evaluation.card_words import (
    against_note,
    key_at,
    line,
    name_at,
    of_note,
    opening,
    unsigned_percent,
)
from hostwise.answers.evaluation.catalogue_prices import FromCatalogue, from_catalogue
from hostwise.answers.evaluation.comparison import nothing_left
from hostwise.answers.evaluation.standing_words import against_each, io_missing_words, missing_words
from hostwise.answers.running.futures import usual_number
from hostwise.answers.running.run import Run
from hostwise.answers.running.sentences import Phrase, of_parts
from hostwise.answers.running.sizing_level import LEVELS, level_words
from hostwise.answers.running.words import listed, share_above
from hostwise.catalogue.loader import Catalogue
from hostwise.numerals.writing import fixed, money
from hostwise.plan.answers.card import Card, CardState, LevelChoice, Line, Note, NoteRow, Remedy
from hostwise.plan.answers.doubt import ALONE, CANNOT, LABELS, NO_COST, NONE_QUALIFIES
from hostwise.plan.answers.result import ConfigurationResult, Finding, Missing, State
from hostwise.plan.answers.text import Figure, Part, Text, Why

FUTURES = "futures"
"""The note that says what is simulated."""

_SENTENCE_LIMIT, _MOST_FIELDS = 3, 20


def card_of(
    run: Run,
    catalogue: Catalogue,
    results: Sequence[ConfigurationResult],
    reference: str,
    findings: Sequence[Finding],
    missing: Sequence[Missing],
) -> Card:
    """The card of a run.

    Args:
        run: the run.
        catalogue: the catalogue.
        results: its configurations.
        reference: key of the one that the others are compared with.
        findings: those of the plan and of all configurations.
        missing: the missing fields.
    """
    base = next(place for place, each in enumerate(results) if each.key == reference)
    state = _state(results)
    order = _order(run, catalogue, results, state)
    lead = _lead(run, results, order)
    has_flash = any(each.quantities[LIFE].state is not State.DOES_NOT_APPLY for each in results)
    empty = _nearly_empty(findings, lead, run)
    remedies = remedies_of(run, catalogue, results, findings, state)
    offer = None
    if state == "prices_missing":
        offer = from_catalogue(run.plan, catalogue, lacking_of(results).costs)
        remedies = [] if offer.remedy is None else [offer.remedy]
    if empty is not None and order is not None:
        remedies = smaller_ones(run, catalogue, order.cost[order.best])
    notes = [*_against_notes(run, results, base), *_missing_notes(missing, offer), *_no_flash_notes(results)]
    # What is offered above is not asked to be checked as well.
    offered = {each.cure.label for each in remedies}
    checks, of_checks = checks_of([each for each in findings if each.cure is None or each.cure.label not in offered])
    return Card(
        state=state,
        label=_LABELS[state],
        sentence=_sentence(run, results, state, order, missing, findings)
        if offer is None
        else _of_prices(results, offer, missing),
        waiting=_waiting(run) if state in ("compared", "alone") else None,
        lead=None if lead is None else key_at(run, lead),
        nearly_empty=empty,
        has_flash=has_flash,
        tiles=[] if lead is None else tiles_of(run, lead, results[lead], catalogue, has_flash),
        rows=rows_of(run, catalogue, results, lead, base),
        limits=[] if lead is None else limit_bars(run, lead, results[lead]),
        levels=_levels(run),
        checks=checks,
        remedies=remedies,
        missing=_fields(results, remedies),
        notes=[*notes, *of_checks],
    )


_LABELS: Mapping[CardState, str] = {
    "compared": "",
    "alone": ALONE,
    "open": LABELS["open"],
    "prices_missing": NO_COST,
    "none_qualifies": NONE_QUALIFIES,
    "cannot_be_built": CANNOT,
}


def _state(results: Sequence[ConfigurationResult]) -> CardState:
    lacking, candidates = lacking_of(results), candidates_of(results)
    if lacking.limits:
        return "open"
    if lacking.costs:
        return "prices_missing"
    if not candidates:
        return "none_qualifies" if any(each.feasible for each in results) else "cannot_be_built"
    return "compared" if len(candidates) > 1 else "alone"


def _order(run: Run, catalogue: Catalogue, results: Sequence[ConfigurationResult], state: CardState) -> Order | None:
    if state not in ("compared", "alone"):
        return None
    candidates = candidates_of(results)
    cost = {place: run.evaluation.value(COST, place) for place in candidates}
    return Order(candidates, cost, materiality_of(run.plan, catalogue))


def _lead(run: Run, results: Sequence[ConfigurationResult], order: Order | None) -> int | None:
    """The one that tiles are of: that which would be advised, else the first that can be built."""
    if order is not None:
        return _taken(run, order)[0]
    feasible = [place for place, each in enumerate(results) if each.feasible]
    known = [place for place in feasible if results[place].quantities[COST].value is not None]
    if known:
        return min(known, key=lambda place: (results[place].quantities[COST].value or 0, place))
    return next(iter(feasible), None)


def _taken(run: Run, order: Order) -> tuple[int, Phrase | None]:
    """The one that would be advised, and why where it is not the cheapest."""
    return taken_of(order.near, {place: facts_of(run, place) for place in order.candidates})


def _sentence(
    run: Run,
    results: Sequence[ConfigurationResult],
    state: CardState,
    order: Order | None,
    missing: Sequence[Missing],
    findings: Sequence[Finding],
) -> Line:
    if order is not None:
        return _facts(run, order)
    if state in ("cannot_be_built", "none_qualifies"):
        parts: list[Part] = [f"{nothing_left(results)} ", *against_each(results).parts(None)]
        return opening("against_each", parts, MISSING) if missing else _of_reasons(results)
    lacking = lacking_of(results)
    labels = {each.pointer: each.label for each in missing}
    has_cure = any(each.code == "io_not_given" and each.cure is not None for each in findings)
    words = io_missing_words() if has_cure else missing_words([labels.get(each, each) for each in lacking.fields])
    return opening("missing", words.parts(None), MISSING)


def _of_prices(results: Sequence[ConfigurationResult], offer: FromCatalogue, missing: Sequence[Missing]) -> Line:
    """How many values of the cost are missing, what the catalogue has been taken for, and what it has no row for."""
    number = len(lacking_of(results).costs)
    parts = line(
        "prices_missing",
        "{number} missing, so that no cost is compared.",
        number=of_note("prices", f"{fixed(number)} {'value is' if number == 1 else 'values are'}", number, MISSING),
    ).text.parts
    if offer.used:
        parts = [*parts, f" From the catalogue: {listed(offer.used)}."]
    labels = {each.pointer: each.label for each in missing}
    lacks = list(dict.fromkeys(labels.get(each, each) for each in offer.left))
    if lacks:
        parts = [*parts, *_without_row(lacks).text.parts]
    return Line(text=Text(code="prices_missing", parts=parts))


def _without_row(labels: Sequence[str]) -> Line:
    named, more = labels[:_SENTENCE_LIMIT], len(labels) - _SENTENCE_LIMIT
    if more <= 0:
        return line("no_row", " The catalogue cannot say: {named}.", named=listed(named))
    return line(
        "no_row",
        " The catalogue cannot say: {named} and {more}.",
        named=", ".join(named),
        more=of_note("more", f"{fixed(more)} more", more, MISSING),
    )


def _of_reasons(results: Sequence[ConfigurationResult]) -> Line:
    """What speaks against each, opened by the number of hosts of the first."""
    parts = [f"{nothing_left(results)} ", *against_each(results).parts(None)]
    return Line(text=Text(code="against_each", parts=parts), why=Why(configuration=results[0].key, quantity="hosts"))


def _facts(run: Run, order: Order) -> Line:
    """Who is the cheapest as sized, and by how much."""
    share = run.plan.policy.sizing_level
    sized = "as entered" if share is None else f"at {level_words(share)}"
    best, other = order.best, order.runner_up
    if other is None:
        only = len(run.plan.configurations) > 1
        return line(
            "only_one",
            "{name} is the only one that is feasible." if only else "{name} is feasible.",
            name=name_at(run, best),
        )
    taken, why = _taken(run, order)
    if taken != best and why is not None:
        template = "{name} costs {share} more than the cheapest, {best}, {sized}; {why}."
        return line(
            "near_and_better",
            template,
            name=name_at(run, taken),
            share=of_note(
                "share", unsigned_percent(order.dearer(taken)), order.dearer(taken), against_note(run, taken)
            ),
            best=name_at(run, best),
            sized=sized,
            why=of_parts(why.parts(key_at(run, taken))),
        )
    saved = share_above(order.cost[best], order.cost[other])
    return line(
        "cheapest",
        "{name} is the cheapest {sized}: {share} cheaper than {other}.",
        name=name_at(run, best),
        sized=sized,
        share=of_note("share", unsigned_percent(saved), saved, against_note(run, other)),
        other=name_at(run, other),
    )


def _fields(results: Sequence[ConfigurationResult], remedies: Sequence[Remedy]) -> list[str]:
    """The fields that keep it from comparing or, where no change was found that helps, those that the reasons name."""
    found = lacking_of(results).fields
    if not found and not remedies and not candidates_of(results):
        named = [pointer for result in results for pointer in _pointers(result)]
        found = list(dict.fromkeys(each for each in named if each is not None))
    return found[:_MOST_FIELDS]


def _pointers(result: ConfigurationResult) -> list[str | None]:
    return [*(each.pointer for each in result.reasons), *(each.pointer for each in result.unmet)]


def _levels(run: Run) -> list[LevelChoice]:
    chosen = run.plan.policy.sizing_level
    shares = sorted({*LEVELS, *([] if chosen is None else [chosen])})
    return [
        LevelChoice(level=None, label="As entered", chosen=chosen is None),
        *(LevelChoice(level=each, label=level_words(each), chosen=each == chosen) for each in shares),
    ]


def _waiting(run: Run) -> Line:
    number = usual_number(run.plan)
    return line(
        "simulating",
        "Simulating {number} futures\u2026",
        number=of_note("futures", fixed(number), number, FUTURES),
    )


def _nearly_empty(findings: Sequence[Finding], lead: int | None, run: Run) -> Line | None:
    if lead is None:
        return None
    key = key_at(run, lead)
    found = next((each for each in findings if each.code == "nearly_empty" and each.configuration == key), None)
    if found is None:
        return None
    # The name of the lead stands in the sentence.
    return Line(text=Text(code=found.code, parts=found.parts[2:]), why=Why(configuration=key, quantity="hosts"))


def _against_notes(run: Run, results: Sequence[ConfigurationResult], base: int) -> Iterator[Note]:
    """What each costs beside the reference."""
    reference = results[base]
    there = reference.quantities[COST].value
    for place, each in enumerate(results):
        here = each.quantities[COST].value
        if here is None or there is None:
            continue
        rows = [_cost_row(each, here)]
        if place != base:
            rows.append(_cost_row(reference, there))
            rows.append(
                NoteRow(
                    label="Difference", cells=[Figure(name="difference", text=money(here - there), value=here - there)]
                )
            )
        yield Note(
            key=against_note(run, place),
            title="Cost against the reference",
            texts=[
                Text(
                    code="against",
                    parts=[
                        "The difference of the total costs until the horizon, as a share of that of the reference. "
                        "Each total opens what it is made of."
                    ],
                )
            ],
            columns=["", f"{run.plan.economics.currency}"],
            rows=rows,
        )


def _cost_row(each: ConfigurationResult, cost: float) -> NoteRow:
    why = Why(configuration=each.key, quantity=COST)
    return NoteRow(
        label=each.name,
        configuration=each.key,
        cells=[Figure(name="cost", text=money(cost), value=cost, why=why)],
    )


def _no_flash_notes(results: Sequence[ConfigurationResult]) -> Iterator[Note]:
    """Why there is no life."""
    without = [each.name for each in results if each.quantities[LIFE].state is State.DOES_NOT_APPLY]
    if without:
        said = (
            f"{listed(without)}: the hosts have no flash drives of their own that could wear out. The life of drives "
            "inside an external array is not evaluated."
        )
        yield Note(key=NO_FLASH, title="No flash", texts=[Text(code="no_flash", parts=[said])], columns=[], rows=[])


def _in_catalogue(lacks: bool, /) -> Figure:
    return Figure(name="in_catalogue", text="no" if lacks else "yes", value=None)


def _missing_notes(missing: Sequence[Missing], offer: FromCatalogue | None) -> Iterator[Note]:
    """What is missing, alike fields together; where prices are, whether the catalogue has them."""
    left = None if offer is None else {each.pointer for each in missing} - set(offer.found)
    alike: dict[str, list[Missing]] = {}
    for each in missing:
        alike.setdefault(each.label, []).append(each)
    yield Note(
        key=MISSING,
        title="What is missing",
        texts=[
            Text(
                code="missing",
                parts=["A number is not evaluated while an input that it needs is missing; nothing stands in for it."],
            )
        ],
        columns=["Input", "Times", *([] if left is None else ["In the catalogue"]), "Left out without it"],
        rows=[
            NoteRow(
                label=label,
                cells=[
                    Figure(name="times", text=str(len(each)), value=len(each)),
                    *([] if left is None else [_in_catalogue(each[0].pointer in left)]),
                    Figure(name="left_out", text=", ".join(each[0].leaves_out[:_SENTENCE_LIMIT]), value=None),
                ],
            )
            for label, each in alike.items()
        ],
    )
