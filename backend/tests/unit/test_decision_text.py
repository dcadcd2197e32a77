"""The decision on the command line: word for word what the document says, in lines of one width."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Decision, Uncertainty
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.server.commands import command_line
from hostwise.server.commands.decision_text import UNKNOWN
from hostwise.server.commands.terminal import WIDTH, shortened, table, wrapped

COMMANDS = ("evaluate", "compare", "uncertainty", "check")


def sample(key: str) -> dict[str, Any]:
    return plan_json(sample_plan(key))


def not_built() -> dict[str, Any]:
    document = sample("light-io")
    document["workload"]["groups"][0]["memory_gib"] = 4_000
    return document


def not_allowed() -> dict[str, Any]:
    return sample("light-io") | {"requirements": {"max_hosts": 2}}


def without_prices() -> dict[str, Any]:
    return sample("vmw10")


def without_a_limit() -> dict[str, Any]:
    document = sample("light-io")
    for name in ("cpu_ghz", "disk_gb"):
        for group in document["workload"]["groups"]:
            group.pop(name, None)
    document["workload"].pop("totals", None)
    document.pop("remarks", None)
    return document


def of_one() -> dict[str, Any]:
    document = sample("edge-platforms")
    return document | {"configurations": document["configurations"][:1]}


def of_long_names() -> dict[str, Any]:
    """Eight configurations, whose names are long and differ at their end."""
    document = sample("nvme-2026")
    alike = document["configurations"]
    document["configurations"] = [
        copy.deepcopy(alike[place % len(alike)])
        | {
            "key": f"a-key-that-is-as-long-as-names-are-{place}",
            "name": f"{'A name of sixty characters, as some are ' * 2:.58} {place}",
        }
        for place in range(8)
    ]
    assert {len(each["name"]) for each in document["configurations"]} == {60}
    return document


PLANS: dict[str, Callable[[], dict[str, Any]]] = {
    "edge-platforms": lambda: sample("edge-platforms"),
    "databases-2026": lambda: sample("databases-2026"),
    "nvme-2026": lambda: sample("nvme-2026"),
    "not_built": not_built,
    "not_allowed": not_allowed,
    "without_prices": without_prices,
    "without_a_limit": without_a_limit,
    "of_one": of_one,
    "of_long_names": of_long_names,
}
STATES = {
    "not_built": "cannot_be_built",
    "not_allowed": "none_qualifies",
    "without_prices": "prices_missing",
    "without_a_limit": "open",
    "of_one": "alone",
}


@cache
def uncertainty_found(name: str) -> Uncertainty:
    return uncertainty_of(Plan.model_validate(PLANS[name]()), load_catalogue())


@cache
def decided(name: str, simulated: bool) -> Decision:
    if simulated:
        return uncertainty_found(name).decision
    decision = decide(Plan.model_validate(PLANS[name]()), load_catalogue(), include=Parts(decision=True)).decision
    assert decision is not None
    return decision


SAID: dict[tuple[str, ...], str] = {}
"""What was said already: most of the time goes by with the simulations."""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)

    def output(command: str, name: str, *options: str) -> str:
        asked = command, name, *options
        if asked not in SAID:
            Path("plan.json").write_text(json.dumps(PLANS[name]()), encoding="utf-8")
            command_line.main([command, "plan.json", *options])
            SAID[asked], err = capsys.readouterr()
            assert err == ""
        return SAID[asked]

    return output


def one_line(text: str) -> str:
    """A text without its lines, and with blanks alone between its words."""
    return " ".join(text.split())


def sentences(decision: Decision, command: str) -> list[str]:
    """What a command must say of a decision."""
    first = [decision.label, str(decision.sentence.text)]
    if command == "check":
        return first
    texts = [*first, *(str(each.line.text) for each in decision.checks)]
    texts += [each.remedy.label for each in decision.checks if each.remedy is not None]
    texts += [str(each.lacks.text) for each in decision.rows if each.lacks is not None]
    texts += [] if decision.detail is None else [str(decision.detail.text)]
    if command == "compare":
        return texts
    if decision.break_evens:
        texts += [decision.break_evens_title, *(str(each.text) for each in decision.break_evens)]
    texts += [str(each.text) for each in decision.risks] + [str(each) for each in decision.basis]
    return texts + [text for each in decision.remedies for text in (each.remedy.label, each.effect)]


@pytest.mark.parametrize("name", STATES)
def test_the_plans_are_what_they_are_named_for(name: str) -> None:
    assert decided(name, False).state == STATES[name]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", PLANS)
def test_what_the_decision_says_stands_word_for_word_and_first(
    said: Callable[..., str], name: str, command: str
) -> None:
    decision = decided(name, command == "uncertainty")
    shown = one_line(said(command, name))
    for each in sentences(decision, command):
        assert one_line(each) in shown
    label = f"{decision.label}. " if decision.label else ""
    assert shown.startswith(one_line(f"{label}{decision.sentence.text}"))


@pytest.mark.parametrize("name", PLANS)
def test_no_line_is_wider_than_it_may_be(said: Callable[..., str], name: str) -> None:
    asked = list(COMMANDS)
    asked += ["uncertainty --sensitivity", "uncertainty --indices"] if name == "of_long_names" else []
    for each in asked:
        command, *options = each.split()
        for line in said(command, name, *options).splitlines():
            assert cell_len(line) <= WIDTH, line


def test_cut_names_still_differ(said: Callable[..., str]) -> None:
    rows = [
        line
        for line in said("uncertainty", "of_long_names").splitlines()
        if line.startswith("A name of") and "…" in line
    ]
    assert len({line.split("  ")[0] for line in rows}) == 8


def test_the_table_has_the_figures_of_the_rows(said: Callable[..., str]) -> None:
    for command in ("evaluate", "compare", "uncertainty"):
        decision = decided("edge-platforms", command == "uncertainty")
        shown = said(command, "edge-platforms").splitlines()
        places = []
        for row in decision.rows:
            place, line = next((at, line) for at, line in enumerate(shown) if line.startswith(f"{row.name}  "))
            places.append(place)
            figures = [row.cost, row.life, row.limit]
            figures += (
                [row.hosts_ranged, row.cost_range, row.covers]
                if command == "uncertainty"
                else [row.hosts, row.against, row.worn]
            )
            assert all(one_line(each.text) in line for each in figures if each is not None)
        assert places == list(range(places[0], places[0] + len(places)))


def test_what_is_not_known_is_no_zero(said: Callable[..., str]) -> None:
    line = next(line for line in said("evaluate", "not_built").splitlines() if line.startswith("NAND 800 GB  "))
    assert line.split()[3:] == [UNKNOWN, UNKNOWN, "reference", UNKNOWN, UNKNOWN, "is", "not", "feasible"]


def test_evaluate_says_that_it_is_as_entered_and_where_the_rest_is(said: Callable[..., str]) -> None:
    short = said("evaluate", "without_prices")
    assert "`hostwise uncertainty plan.json` says how sure that is." in one_line(short)
    assert "more with --all" in short
    pointers = decided("without_prices", False).missing
    assert pointers[0] in short
    whole = said("evaluate", "without_prices", "--all")
    assert all(each in whole for each in pointers)
    assert "total cost of ownership" in whole


@pytest.mark.parametrize("command", ["evaluate", "uncertainty"])
def test_all_has_every_notice(said: Callable[..., str], command: str) -> None:
    decision = decided("edge-platforms", command == "uncertainty")
    whole, short = one_line(said(command, "edge-platforms", "--all")), one_line(said(command, "edge-platforms"))
    texts = [one_line(str(one.text)) for each in decision.notices for one in each.said]
    assert texts
    assert all(each in whole for each in texts)
    assert not any(each in short for each in texts)


def test_uncertainty_has_the_coverage_levels_and_what_is_in_uncertainty(said: Callable[..., str]) -> None:
    uncertainty = uncertainty_found("edge-platforms")
    short, whole = said("uncertainty", "edge-platforms"), said("uncertainty", "edge-platforms", "--all")
    for level in uncertainty.decision.levels:
        assert level.label in short
    for each in uncertainty.uncertain_inputs:
        assert each.name in whole
        assert each.source in whole
    for driver in uncertainty.sensitivities:
        assert driver.name in whole
    assert uncertainty.sensitivities[0].name in short


def test_words_of_another_writing_take_their_width() -> None:
    text = wrapped("水" * 30 + " " + "x" * 30, 20)
    assert [cell_len(line) for line in text.splitlines()] == [20, 20, 20, 20, 10]
    assert text.replace("\n", "") == "水" * 30 + "x" * 30
    assert shortened(["水" * 30], 9) == ["水水水水…"]
    rows = [["水" * 40, "x", "one two three four five six"]]
    shown = table(rows, head=False, within=60).splitlines()
    assert max(map(cell_len, shown)) <= 60


def test_a_number_keeps_its_unit_beside_it() -> None:
    assert wrapped("It is about 18\u00a0% cheaper", 13) == "It is about\n18\u00a0% cheaper"
