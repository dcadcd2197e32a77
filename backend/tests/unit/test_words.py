"""One vocabulary: what was found to be unclear on the pages is said in better words, and stays so."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

TO_AVOID = {
    r"hosts like ": "both need ... hosts",
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
}

AVOIDED = re.compile("|".join(TO_AVOID), re.IGNORECASE)

_PAGES = ("frontend/src/**/*.ts", "frontend/src/**/*.tsx", "frontend/index.html")
_DATA = ("backend/hostwise/answers/samples/*.json", "backend/hostwise/catalogue/data/*.csv", "docs/openapi.json")
_DOCS = ("README.md", "docs/guides/*.md", "docs/model/*.md")


def texts() -> Iterator[tuple[Path, str]]:
    """What people read: pages, guides, data, and the strings of the program, docstrings among them."""
    for pattern in (*_PAGES, *_DATA, *_DOCS):
        for path in ROOT.glob(pattern):
            if ".test." not in path.name:
                yield path, path.read_text(encoding="utf-8")
    for path in (ROOT / "backend/hostwise").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path, node.value


def test_no_text_has_words_to_avoid() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path, text in texts()
        for match in AVOIDED.finditer(" ".join(text.split()))
    }
    assert not found


@pytest.mark.parametrize("text", ["EPYC needs 12 hosts like Xeon", "Where the source errs", "Value not given"])
def test_words_to_avoid_are_found(text: str) -> None:
    assert AVOIDED.search(text)
