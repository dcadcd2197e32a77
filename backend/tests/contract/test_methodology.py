"""Each quantity has a page made from its formula; what the model defines leads to a section of the model."""

import subprocess
import sys
from pathlib import Path

import pytest

from hostwise.answers.wording.citations import MODEL_SOURCE
from hostwise.engine.model import MODEL
from tests.contract import test_docs as docs

BACKEND = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the tool writes."""
    folder = tmp_path_factory.mktemp("methodology")
    (folder / "of_yesterday.md").write_text("A quantity that is gone.")
    tool = BACKEND / "tools" / "methodology.py"
    subprocess.run([sys.executable, str(tool), str(folder)], check=True, cwd=BACKEND)
    return {page.name: page.read_text(encoding="utf-8") for page in folder.glob("*.md")}


def test_each_quantity_has_its_page_and_no_other(pages: dict[str, str]) -> None:
    assert pages.keys() == {"README.md", "inputs.md", *(f"{name}.md" for name in MODEL.formulas)}
    for name, formula in MODEL.formulas.items():
        assert formula.quantity.meaning.split("`")[0] in pages[f"{name}.md"]
        assert all(parameter in pages[f"{name}.md"] for parameter in formula.parameters)


def test_what_the_model_defines_leads_to_a_section_of_the_model() -> None:
    known: dict[str, set[str]] = {}
    lost = []
    for name, formula in MODEL.formulas.items():
        if formula.source == MODEL_SOURCE:
            page, _, section = formula.locator.partition("#")
            file = docs.DOCS / "model" / f"{page}.md"
            if not file.is_file() or section not in known.setdefault(page, docs.anchors(file)):
                lost.append(f"{name}: {formula.locator}")
    assert not lost


ABOUT_THE_WHOLE = {"README", "from-request-to-answer", "how-a-search-is-bound", "questions", "which-life-is-which"}
"""The pages that lead through the model; each of the others defines quantities."""


def test_every_section_of_the_model_serves_a_formula() -> None:
    of_formulas = {formula.locator for formula in MODEL.formulas.values() if formula.source == MODEL_SOURCE}
    pages = {locator.partition("#")[0] for locator in of_formulas}
    assert {page.stem for page in (docs.DOCS / "model").glob("*.md")} - ABOUT_THE_WHOLE == pages
