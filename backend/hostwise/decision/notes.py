"""The notes of a decision that is simulated: what explains a share, a range, a level, or a break-even."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hostwise.answers.uncertainty.uncertainty_answer import UncertaintyFacts
from hostwise.answers.uncertainty.uncertainty_document import InputSensitivity, Outcome
from hostwise.answers.uncertainty.verdict import CLEAR, LEANING, Ranking
from hostwise.decision.checks import VERDICT
from hostwise.decision.decision import Note, NoteRow, Verdict
from hostwise.decision.sized_notes import SIMULATIONS
from hostwise.numerals.writing import fixed, money, percent, rough_share, short
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Figure, Text, Why

CHEAPEST = "cheapest"

_NOTHING = "\u2013"


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


def _said(code: str, *sentences: str) -> list[Text]:
    return [Text(code=code, parts=[each]) for each in sentences if each]


def _verdict(results: Sequence[ConfigurationResult], verdict: Verdict, ranking: Ranking | None) -> Note:
    """Which row of the rule held, with each test and its number."""
    rows = []
    if ranking is not None:
        names = [each.name for each in results]
        near = len(ranking.near)
        sure = ranking.probability[ranking.best]
        rows = [
            NoteRow(
                label=f"Candidates within {percent(ranking.materiality)} of the cheapest",
                cells=[_cell(fixed(near), near), _cell("too close to call" if near > 1 else "one: go on")],
            ),
            NoteRow(
                label=f"{names[ranking.best]} is the cheapest in",
                configuration=results[ranking.best].key,
                cells=[
                    _cell(rough_share(sure), sure, note=CHEAPEST),
                    _cell("clear" if sure >= CLEAR else "likely" if sure >= LEANING else "open"),
                ],
            ),
        ]
        rows += [
            NoteRow(label="".join(_plain(each)), cells=[_cell(""), _cell("at most likely")])
            for each in verdict.verdict_limits
        ]
    return Note(
        key=VERDICT,
        title=verdict.label,
        texts=[
            verdict.text,
            *([verdict.detail_text] if verdict.detail else []),
            *_said(
                "rule",
                f"The rule: too close to call where another costs less than {percent(verdict.materiality)} more as "
                f"sized; else clear where the cheapest is so in {percent(CLEAR)} of simulations and nothing speaks "
                f"against it, likely from {percent(LEANING)}, open below.",
            ),
        ],
        columns=["Test", "", "Says"] if rows else [],
        rows=rows,
    )


def _plain(text: Text) -> list[str]:
    return [each if isinstance(each, str) else each.text for each in text.parts]


def _cheapest(currency: str, outcomes: Sequence[Outcome], simulations: int) -> Note:
    def share(value: float | None) -> Figure:
        return _cell(_NOTHING if value is None else rough_share(value), value)

    def amount(value: float | None) -> Figure:
        return _cell(_NOTHING if value is None else money(value), value)

    return Note(
        key=CHEAPEST,
        title="How often each is the cheapest",
        texts=_said(
            "cheapest",
            f"All configurations are priced in each of {fixed(simulations)} simulations, with the same prices, growth and "
            "loads. Where several cost the same, each has its part. Regret is what one costs more than the cheapest of "
            "each simulation, on average.",
        ),
        columns=["Configuration", "Cheapest in", f"Regret, {currency}"],
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
        title="What is simulated",
        texts=_said(
            "simulations",
            f"{fixed(simulations)} simulations of this plan, in which prices, growth and loads vary within what is known "
            f"of them: {fixed(doubtful)} of {fixed(values)} values are assumed or examples. Each simulation has the "
            "hosts that it needs, at least those of the coverage level.",
            "Figures are those of the plan as sized. A range holds 90 % of the simulations. Configurations are "
            "compared within each simulation, so that their ranges may overlap.",
        ),
        columns=[],
        rows=[],
    )


def _covers(each: Outcome, simulations: int) -> Note:
    """How many hosts are enough in how many simulations, and what each coverage level takes."""
    chosen = {level.hosts: level.label for level in each.levels}
    return Note(
        key=f"covers.{each.key}",
        title=f"What the hosts of {each.name} cover",
        texts=[
            *([each.coverage] if each.coverage is not None else []),
            *_said(
                "covers",
                f"Hosts cover a simulation where every limit holds with them at the sizing date. Of {fixed(simulations)} "
                "simulations:",
            ),
        ],
        columns=["Hosts", "Cover", "Level"],
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
        key=f"range.{each.key}",
        title=f"Range of {each.name}",
        texts=_said(
            "range",
            "The middle is the plan as it is sized. The ends are the 5th and the 95th percentile of the simulations, "
            "each with the hosts that it needs. List prices are seldom paid in full, so that a total may lie near "
            "the upper end of its range.",
            each.margin_text or "",
        ),
        columns=["", "Low", "As sized", "High"],
        rows=[
            row(f"Cost, {currency}", (cost.low, cost.mid, cost.high), "cluster_tco", "money"),
            row("Hosts", (hosts.low, hosts.mid, hosts.high), "hosts", "number"),
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
        of = names.get(verdict.advised or "", "")
        what = f"Cost of {of} less that of {names.get(verdict.runner_up or '', '')}" if against else f"Cost of {of}"
        turn = (
            f"Both cost the same {driver.break_even_text}."
            if driver.break_even_text
            else "No value within its range changes the advice."
            if against
            else ""
        )
        yield Note(
            key=f"flip.{driver.cause}",
            title=driver.name,
            texts=_said(
                "flip",
                turn,
                "From its 5th to its 95th percentile, all other inputs as they are.",
                f"{what}, {currency}:",
            ),
            columns=["", "Input", "Cost"],
            rows=[
                NoteRow(label=label, cells=[_cell(_moved(driver, by), by), _cell(money(cost or 0), cost)])
                for label, by, cost in (("Low", driver.low, ends[0]), ("High", driver.high, ends[1]))
            ],
        )


def _moved(driver: InputSensitivity, by: float) -> str:
    """An input at one end of its range."""
    if driver.shape == "factor":
        return f"\u00d7 {short(by)}"
    return f"{'+' if by > 0 else ''}{short(by * 100)} points"
