"""The documentation leads somewhere: every link, every anchor, every page from the entry page on."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hostwise.engine.model import MODEL

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
ROOT_PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in ROOT_PAGES), *sorted(DOCS.rglob("*.md"))]

OF_THE_API = ("/api/docs", "/api/openapi.json")
"""Addresses of the running application that pages may lead to."""

MOST_PICTURE_BYTES = 200_000
"""Pictures are kept in the repository and in the wheel."""


def without_fences(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def prose(page: Path) -> str:
    """A page without code."""
    text = re.sub(r"^    .*$", "", without_fences(page.read_text(encoding="utf-8")), flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "code", text)


def links(page: Path) -> Iterator[tuple[str, str]]:
    """File and anchor of each link that leads to no other site."""
    for target in re.findall(r"\[[^\]]+\]\(([^)\s]+)\)", prose(page)):
        if not re.match(r"[a-z]+:", target) and target not in OF_THE_API:
            file, _, anchor = target.partition("#")
            yield file, anchor


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called, as GitHub and the application do, and what is marked in it."""
    text = page.read_text(encoding="utf-8")
    found = set(re.findall(r"<a id='([^']+)'>", text))
    times: Counter[str] = Counter()
    for heading in re.findall(r"^#+ (.+)$", without_fences(text), flags=re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{name}-{times[name]}" if times[name] else name)
        times[name] += 1
    return found


def test_every_link_leads_to_a_file_and_an_anchor() -> None:
    known: dict[Path, set[str]] = {}
    broken = []
    for page in PAGES:
        for file, anchor in links(page):
            target = (page.parent / file).resolve() if file else page
            if not target.exists():
                broken.append(f"{page.relative_to(ROOT)}: {file}")
            elif anchor and anchor not in known.setdefault(target, anchors(target)):
                broken.append(f"{page.relative_to(ROOT)}: {file}#{anchor}")
    assert not broken


def test_every_module_that_a_page_names_exists() -> None:
    there = [str(each.relative_to(ROOT)) for top in ("backend", "frontend", "e2e", "migrations") for each in _code(top)]
    # The guide of plug-ins names the modules of its own example.
    others = ("CHANGELOG.md", "plugins.md")
    broken = [
        f"{page.relative_to(ROOT)}: {named}"
        for page in PAGES
        if page.name not in others
        for named in re.findall(r"`([\w./-]*\w/[\w.-]+\.(?:py|tsx?|mjs|sh))`", page.read_text(encoding="utf-8"))
        if not any(each == named or each.endswith(f"/{named}") for each in there)
    ]
    assert not broken


def _code(top: str) -> Iterator[Path]:
    for folder, inside, names in os.walk(ROOT / top):
        inside[:] = [each for each in inside if each not in ("node_modules", "dist", "build") and each[0] != "."]
        yield from (Path(folder, name) for name in names)


def test_the_pages_lead_only_to_what_the_application_has() -> None:
    # It serves the pages and the description of the API, and nothing else of the repository.
    outside = [
        f"{page.relative_to(DOCS)}: {file}"
        for page in PAGES
        if page.is_relative_to(DOCS)
        for file, _ in links(page)
        if file and not (page.parent / file).resolve().is_relative_to(DOCS)
    ]
    assert not outside


def test_every_page_is_listed_by_an_entry_page() -> None:
    entries = [DOCS / folder / "README.md" for folder in ("", "methodology", "model", "decisions")]
    listed = {(entry.parent / file).resolve() for entry in entries for file, _ in links(entry) if file}
    unlisted = [
        str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md") if page not in listed and page not in entries
    ]
    assert not unlisted


def test_the_glossary_names_quantities_that_there_are() -> None:
    targets = [(file, anchor) for file, anchor in links(DOCS / "glossary.md") if file.startswith("methodology/")]
    names = [anchor or Path(file).stem for file, anchor in targets]
    assert len(names) >= 50
    unknown = [name for name in names if name not in MODEL.formulas and name not in MODEL.inputs]
    assert not unknown


def test_the_glossary_is_in_order() -> None:
    terms = re.findall(r"^## (.+)$", (DOCS / "glossary.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    order = [re.sub(r"\W", "", term.lower()) for term in terms]
    assert order == sorted(order)
    assert len(terms) >= 50


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "methodology" not in page.parts], ids=lambda page: page.name
)
def test_every_page_has_one_title(page: Path) -> None:
    assert len(re.findall(r"^# .+$", prose(page), flags=re.MULTILINE)) == 1


def test_every_picture_is_small_and_shown_with_words() -> None:
    shown = {
        (page.parent / file).resolve(): words
        for page in PAGES
        for words, file in re.findall(r"!\[([^\]]*)\]\(([^)\s]+\.png)\)", page.read_text(encoding="utf-8"))
    }
    there = {*(DOCS / "images").iterdir()}
    assert {*shown} == there
    assert all(shown.values())
    assert [each.name for each in sorted(there) if each.stat().st_size > MOST_PICTURE_BYTES] == []
