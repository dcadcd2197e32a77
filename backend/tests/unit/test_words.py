"""One vocabulary: what was found to be unclear on the pages is said in better words, and stays so."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[3]

TO_AVOID = {
    # The noun instead of a paraphrase, and the terms of the field.
    r"hosts like ": "both need ... hosts",
    r"\bneeds? [\d,]+ \w+ like\b": "both need ...",
    r"what the answers? rests? on": "the evidence behind every number",
    r"opens? its why": "click any number to see how it is calculated",
    r"result that could be had": "showing the last valid result",
    r"compare with what there is": "compare with your current cluster",
    r"compare with this": "set as reference",
    r"when the money leaves": "cash flow over time",
    r"admitted for ever": "sustained IOPS",
    r"for want of": "needs this input",
    r"spares down": "with spare hosts failed",
    r"\bnot given\b": "optional, missing or none, whichever is true",
    r"uncertainty[^.]{0,60}\bln\b": "uncertainty, plus or minus %",
    r"where the sources? errs?": "corrections",
    r"nothing at this address": "page not found",
    # What the card and the advice used to say.
    r"limit as entered:": "12 hosts = 11 for CPU cores + 1 spare",
    r"too few in \d": "8 hosts cover 86 % of simulations",
    r"to be safe in \d": "9 hosts cover 98 % (+13 %)",
    r"take it if nothing else decides": "Take mixed-use drives: they last longest",
    r"hosts of the start": "first hosts",
    r"looking at thousands": "Simulating 4,096 simulations",
    r"ask for their disks": "Powered-off VMs count for disk only",
    r"\bkin\b": "family, such as RHEL family",
    r" likeness\b": "similar VMs, similarity",
    r"for each core that exists": "per core",
    r"(?:is|are) called that\b": "No match for ...",
    r"nothing like it": "No match, or: lack this",
    r"(?<![.\d])\b1 (?:hosts|VMs|years|drives|months|cores|groups|configurations|candidates)\b": "the singular",
    r"street band": "price of today",
    # One name for one thing, on the page, in reports and on the command line.
    r"\bsums? so far\b": "cumulative",
    r"\bdrives last, (?:years|as sized)": "flash life",
    r"\bof the simulations\b": "of simulations",
    r"simulations lie between": "the range of 90 % of simulations",
    r"written off over": "depreciation period",
    r"what it would bring": "resale value",
    r"counts as the same cost": "ignore cost differences below",
    r"(?:drives|modules) that are there\b": "reused drives, reused modules",
    r"hosts that are there\b": "existing hosts",
    r"licen[cs]es? of guest systems\b": "guest OS licences",
    r"VMs that do not run\b": "powered-off VMs",
    r"\b(?:add|remove) stretch\b": "phase",
    # Sentences that needed two readings.
    r"if prices go on so": "if prices continue like this",
    r"taken to be alike": "the same change is assumed",
    r"as many hosts, \d|without them as many": "same number of hosts without them",
    r"mended in place": "fixed in place",
    r"in their way that was looked for": "pass all checks",
    r"have room on \d|sums ask for": "the VMs fit on ..., their totals need ...",
    r"worth nothing here": "stay unused",
    r"in the middle of what is likely": "median",
    r"nothing is called best|nothing is best": "No best configuration yet",
    r"\bwho is who\b": "the list of names",
    r"how far it may be off": "uncertainty range",
    r"through its range, or by a tenth": "over its range, or by 10 %",
    r"\bif absent:": "Default:",
    r"under?cut in \d": "with 5 % of cases below it",
    r"something broke": "internal error",
}
"""What is not said, as a pattern, and what is said instead."""

# Lines may be broken anywhere.
AVOIDED = [(re.compile(each.replace(" ", r"\s+"), re.IGNORECASE), better) for each, better in TO_AVOID.items()]

_PAGES = ("frontend/src/**/*.ts", "frontend/src/**/*.tsx", "frontend/*.html")
_MESSAGES = "backend/hostwise/**/messages/*.toml"
_DATA = (
    _MESSAGES,
    "backend/hostwise/decision/samples/*.json",
    "backend/hostwise/catalogue/data/*.csv",
    "docs/openapi.json",
)
_DOCS = ("README.md", "docs/README.md", "docs/glossary.md", "docs/guides/*.md", "docs/model/*.md")


class Text(NamedTuple):
    """What people read, with the place where it begins."""

    path: str
    line: int
    text: str

    def faults(self) -> Iterator[str]:
        """Each word to avoid, with file, line and the better word."""
        for pattern, better in AVOIDED:
            for match in pattern.finditer(self.text):
                line = self.line + self.text.count("\n", 0, match.start())
                yield f"{self.path}:{line}: not {' '.join(match.group().split())!r}, but: {better}"


def texts() -> Iterator[Text]:
    """Pages, guides, data, and the strings of the program, docstrings among them."""
    for pattern in (*_PAGES, *_DATA, *_DOCS):
        for path in ROOT.glob(pattern):
            if ".test." not in path.name:
                yield Text(str(path.relative_to(ROOT)), 1, path.read_text(encoding="utf-8"))
    for path in (ROOT / "backend/hostwise").rglob("messages/*.toml"):
        yield Text(str(path.relative_to(ROOT)), 1, path.read_text(encoding="utf-8"))
    for path in (ROOT / "backend/hostwise").rglob("*.py"):
        yield from of_program(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))


def of_program(path: str, code: str) -> Iterator[Text]:
    """The string literals of a module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield Text(path, node.lineno, node.value)


def test_no_text_has_words_to_avoid() -> None:
    found = sorted({fault for text in texts() for fault in text.faults()})
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("said", "better"),
    [
        ("EPYC needs 12 hosts like Xeon", "both need ... hosts"),
        ("Where the source errs", "corrections"),
        ("Value not given", "optional, missing or none, whichever is true"),
        ("1 hosts: 1 given, 1 needed", "the singular"),
        ("Red Hat and its kin", "family, such as RHEL family"),
        ("Nothing is called that.", "No match for ..."),
        ("the sum\n    so far", "cumulative"),
    ],
)
def test_words_to_avoid_are_found_with_their_place(said: str, better: str) -> None:
    assert any(fault.endswith(better) for fault in Text("a.tsx", 1, said).faults())
    (fault, *_) = Text("a.md", 7, f"Fine.\nAlso fine.\n{said}").faults()
    assert fault.startswith("a.md:9: ")
    assert any(each.line == 2 for each in of_program("a.py", f"x = 1\ny = {said!r}") if [*each.faults()])


@pytest.mark.parametrize(
    "said", ["11 hosts", "21 hosts", "kind", "9 of 10 simulations", "a given value", "same kind of"]
)
def test_other_words_are_left_alone(said: str) -> None:
    assert [*Text("a.tsx", 1, said).faults()] == []


def test_every_kind_of_text_is_searched() -> None:
    ends = {Path(each.path).suffix for each in texts()}
    assert ends == {".ts", ".tsx", ".html", ".json", ".csv", ".md", ".py", ".toml"}
