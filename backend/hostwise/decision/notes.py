"""The notes of a decision that is simulated: what explains a share, a range, a level, or a break-even."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hostwise.answers.uncertainty.uncertainty_answer import UncertaintyFacts
from hostwise.answers.uncertainty.uncertainty_document import InputSensitivity, Outcome
from hostwise.answers.uncertainty.verdict import CLEAR, LEANING, Ranking
from hostwise.decision.break_evens import flip_note
from hostwise.decision.checks import VERDICT
from hostwise.decision.decision import Note, NoteRow, Verdict
from hostwise.decision.decision_messages import Sentence, say, told, words
from hostwise.decision.outcome_words import covers_note, range_note
from hostwise.decision.sized_notes import SIMULATIONS
from hostwise.number_format.writing import fixed, money, rough_share, short
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Figure, MessageText, Why

CHEAPEST = "cheapest"

_NOTHING = "\u2013"
_RANGE = 0.9
"""The share of simulations that a range holds."""


def simulated_notes(
    facts: UncertaintyFacts, verdict: Verdict, outcomes: Sequence[Outcome], shown: Sequence[InputSensitivity]
) -> list[Note]:
    """All notes on what is simulated.

    Args:
        facts: what the simulations give.
        verdict: the verdict.
        outcomes: each configuration over all simulations, with its words.
        shown: the causes that are named.
    """
    results, currency = facts.results, facts.run.plan.economics.currency
    return [
        _verdict(results, verdict, facts.ranking),
        _cheapest(currency, outcomes, facts.simulations),
        _simulations(facts.simulations, facts.values, facts.uncertain_values),
        *(_covers(each, facts.simulations) for each in outcomes if each.covers),
        *(_range(each, currency) for each in outcomes),
        *_break_evens(results, currency, verdict, shown),
    ]


def _cell(text: str, value: float | None = None, why: Why | None = None, note: str | None = None) -> Figure:
    return Figure(name="cell", text=text, value=value, why=why, note=note)


def _verdict(results: Sequence[ConfigurationResult], verdict: Verdict, ranking: Ranking | None) -> Note:
    """Which row of the rule held, with each test and its number."""
    rows = []
    if ranking is not None:
        names = [each.name for each in results]
        near = len(ranking.near)
        sure = ranking.probability[ranking.best]
        rows = [
            NoteRow(
                label=words("row.near", within=ranking.materiality),
                cells=[_cell(fixed(near), near), _cell(words("row.too_close" if near > 1 else "row.go_on"))],
            ),
            NoteRow(
                label=words("row.cheapest_in", name=names[ranking.best]),
                configuration=results[ranking.best].key,
                cells=[
                    _cell(rough_share(sure), sure, note=CHEAPEST),
                    _cell(words("row.clear" if sure >= CLEAR else "row.likely" if sure >= LEANING else "row.open")),
                ],
            ),
        ]
        rows += [
            NoteRow(label="".join(_plain(each)), cells=[_cell(""), _cell(words("row.at_most_likely"))])
            for each in verdict.verdict_limits
        ]
    rule = [
        say("note_rule.near", within=verdict.materiality),
        say("note_rule.sure", clear=CLEAR, likely=LEANING),
    ]
    return Note(
        key=VERDICT,
        title=verdict.label,
        texts=[verdict.text, *([verdict.detail_text] if verdict.detail else []), told(rule)],
        columns=[words("column.test"), "", words("column.says")] if rows else [],
        rows=rows,
    )


def _plain(text: MessageText) -> list[str]:
    return [each if isinstance(each, str) else each.text for each in text.parts]


def _cheapest(currency: str, outcomes: Sequence[Outcome], simulations: int) -> Note:
    def share(value: float | None) -> Figure:
        return _cell(_NOTHING if value is None else rough_share(value), value)

    def amount(value: float | None) -> Figure:
        return _cell(_NOTHING if value is None else money(value), value)

    return Note(
        key=CHEAPEST,
        title=words("note_title.cheapest"),
        texts=[
            told(
                [
                    say("note_cheapest.priced", number=simulations),
                    say("note_cheapest.shared"),
                    say("note_cheapest.regret"),
                ]
            )
        ],
        columns=[
            words("column.configuration"),
            words("column.cheapest_in"),
            words("column.regret", currency=currency),
        ],
        rows=[
            NoteRow(
                label=each.name,
                configuration=each.key,
                cells=[share(each.probability_cheapest), amount(each.regret)],
            )
            for each in outcomes
        ],
    )


def _simulations(simulations: int, values: int, doubtful: int) -> Note:
    return Note(
        key=SIMULATIONS,
        title=words("note_title.simulations"),
        texts=[
            told(
                [
                    say("note_simulations.done", number=simulations),
                    say("note_simulations.values", doubtful=doubtful, values=values),
                    say("note_simulations.hosts"),
                ]
            ),
            told([say("note_simulations.sized", share=_RANGE), say("note_simulations.compared")]),
        ],
        columns=[],
        rows=[],
    )


def _covers(each: Outcome, simulations: int) -> Note:
    """How many hosts are enough in how many simulations, and what each coverage level takes."""
    chosen = {level.hosts: level.label for level in each.levels}
    return Note(
        key=covers_note(each.key),
        title=words("note_title.covers", name=each.name),
        texts=[
            *([each.coverage] if each.coverage is not None else []),
            told([say("note_covers.means"), say("note_covers.of", number=simulations)]),
        ],
        columns=[words("column.hosts"), words("column.cover"), words("column.level")],
        rows=[
            NoteRow(
                label=fixed(cover.hosts),
                cells=[_cell(rough_share(cover.share), cover.share), _cell(chosen.get(cover.hosts, ""))],
            )
            for cover in each.covers
        ],
    )


def _range(each: Outcome, currency: str) -> Note:
    def row(label: str, values: tuple[float | None, float | None, float | None], quantity: str, write: str) -> NoteRow:
        texts = [_NOTHING if one is None else (money(one) if write == "money" else short(one)) for one in values]
        why = Why(configuration=each.key, quantity=quantity)
        cells = [_cell(text, one) for text, one in zip(texts, values, strict=True)]
        cells[1] = _cell(texts[1], values[1], why)
        return NoteRow(label=label, configuration=each.key, cells=cells)

    cost, hosts = each.cost, each.hosts
    return Note(
        key=range_note(each.key),
        title=words("note_title.range", name=each.name),
        texts=[
            told([say("note_range.middle"), say("note_range.ends"), say("note_range.list_prices")]),
            *([] if each.margin is None else [each.margin]),
        ],
        columns=["", words("column.low"), words("column.as_sized"), words("column.high")],
        rows=[
            row(words("row.cost", currency=currency), (cost.low, cost.mid, cost.high), "cluster_tco", "money"),
            row(words("row.hosts"), (hosts.low, hosts.mid, hosts.high), "hosts", "number"),
        ],
    )


def _break_evens(
    results: Sequence[ConfigurationResult], currency: str, verdict: Verdict, sensitivities: Sequence[InputSensitivity]
) -> Iterator[Note]:
    names = {each.key: each.name for each in results}
    for driver in sensitivities:
        against = verdict.runner_up is not None and driver.low_difference is not None
        ends = (driver.low_difference, driver.high_difference) if against else (driver.low_cost, driver.high_cost)
        if None in ends:
            continue
        name, other = names.get(verdict.advised or "", ""), names.get(verdict.runner_up or "", "")
        what = say("note_turn.cost", name=name, currency=currency)
        if against:
            what = say("note_turn.difference", name=name, other=other, currency=currency)
        turn: list[Sentence] = [say("note_turn.never")] if against else []
        if driver.break_even_text:
            at = Figure(name="at", text=driver.break_even_text, value=driver.break_even)
            turn = [say("note_turn.same", at=at)]
        rows = (
            (words("row.low"), driver.low, ends[0]),
            (words("row.high"), driver.high, ends[1]),
        )
        yield Note(
            key=flip_note(driver),
            title=driver.name,
            texts=[told([each]) for each in (*turn, say("note_turn.range"), what)],
            columns=["", words("column.input"), words("column.cost")],
            rows=[
                NoteRow(label=label, cells=[_cell(_moved(driver, by), by), _cell(money(cost or 0), cost)])
                for label, by, cost in rows
            ],
        )


def _moved(driver: InputSensitivity, by: float) -> str:
    """An input at one end of its range."""
    if driver.shape == "factor":
        return words("row.factor", factor=by)
    return words("row.points", points=f"{'+' if by > 0 else ''}{short(by * 100)}")
