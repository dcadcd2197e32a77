"""The notes of a decision as sized: costs against the reference, what is missing, why there is no life."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hostwise.answers.evaluation.configuration_figures import LIFE, MISSING
from hostwise.answers.evaluation.order import COST, Order
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import listing
from hostwise.decision.catalogue_prices import FromCatalogue
from hostwise.decision.checks import VERDICT
from hostwise.decision.decision import Note, NoteRow
from hostwise.decision.decision_messages import say, told, words
from hostwise.decision.rows import against_note
from hostwise.decision.tiles import NO_FLASH
from hostwise.decision.verdict_words import Words
from hostwise.number_format.writing import money, percent
from hostwise.plan.answers.result import ConfigurationResult, Missing, QuantityState
from hostwise.plan.answers.text import Figure, Why

SIMULATIONS = "simulations"
"""The note that says what is simulated."""

_SENTENCE_LIMIT = 3


def sized_verdict_note(order: Order, verdict: Words, results: Sequence[ConfigurationResult]) -> Note:
    """What the first sentence rests on before anything is simulated: what each costs over the cheapest."""
    return Note(
        key=VERDICT,
        title=verdict.label or words("note_title.as_sized"),
        texts=[told(verdict.sentence)],
        columns=[words("column.candidate"), words("column.dearer")],
        rows=[
            NoteRow(
                label=results[place].name,
                configuration=results[place].key,
                cells=[Figure(name="dearer", text=percent(order.dearer(place), 2), value=order.dearer(place))],
            )
            for place in order.order
        ],
    )


def simulations_note(number: int) -> Note:
    """What is being simulated."""
    said = [say("note_simulations.pending", number=number), say("note_simulations.hosts")]
    return Note(key=SIMULATIONS, title=words("note_title.simulations"), texts=[told(said)], columns=[], rows=[])


def against_notes(run: Run, results: Sequence[ConfigurationResult], base: int) -> Iterator[Note]:
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
            apart = Figure(name="difference", text=money(here - there), value=here - there)
            rows.append(NoteRow(label=words("row.difference"), cells=[apart]))
        yield Note(
            key=against_note(run, place),
            title=words("note_title.against"),
            texts=[told([say("note_against.share"), say("note_against.opens")])],
            columns=["", run.plan.economics.currency],
            rows=rows,
        )


def _cost_row(each: ConfigurationResult, cost: float) -> NoteRow:
    why = Why(configuration=each.key, quantity=COST)
    return NoteRow(
        label=each.name,
        configuration=each.key,
        cells=[Figure(name="cost", text=money(cost), value=cost, why=why)],
    )


def no_flash_notes(results: Sequence[ConfigurationResult]) -> Iterator[Note]:
    """Why there is no life."""
    without = [each.name for each in results if each.quantities[LIFE].state is QuantityState.DOES_NOT_APPLY]
    if without:
        said = [say("note_no_flash.hosts", names=listing(without)), say("note_no_flash.array")]
        yield Note(key=NO_FLASH, title=words("note_title.no_flash"), texts=[told(said)], columns=[], rows=[])


def _in_catalogue(lacks: bool, /) -> Figure:
    return Figure(name="in_catalogue", text=words("row.no" if lacks else "row.yes"), value=None)


def missing_notes(missing: Sequence[Missing], offer: FromCatalogue | None) -> Iterator[Note]:
    """What is missing, alike fields together; where prices are, whether the catalogue has them."""
    left = None if offer is None else {each.pointer for each in missing} - set(offer.found)
    alike: dict[str, list[Missing]] = {}
    for each in missing:
        alike.setdefault(each.label, []).append(each)
    yield Note(
        key=MISSING,
        title=words("note_title.missing"),
        texts=[told([say("note_missing")])],
        columns=[
            words("column.input"),
            words("column.times"),
            *([] if left is None else [words("column.in_catalogue")]),
            words("column.left_out"),
        ],
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
