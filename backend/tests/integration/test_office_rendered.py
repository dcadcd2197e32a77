"""A word processor and a presentation program open what Hostwise writes, and print it as pages."""

import datetime as dt
import os
import subprocess
from pathlib import Path

import pypdf
import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.reports.cover import Cover
from hostwise.reports.report_files import report
from tests.integration.office import program

pytestmark = pytest.mark.deep

COVER = Cover(title="Refresh 2027", customer="Example Ltd", author="A. Planner")
DAY = dt.date(2026, 11, 30)
MOST_PAGES = {"docx": 13, "pptx": 10}


@pytest.mark.parametrize("key", ["nvme-2026", "leaving-vmware", "sandisk14", "memory-tiering-2026"])
@pytest.mark.parametrize("form", ["docx", "pptx"])
def test_it_is_printed(form: str, key: str, tmp_path: Path) -> None:
    office = program()
    if office is None:
        assert "CI" not in os.environ, "no LibreOffice"
        pytest.skip("no LibreOffice on this machine")
    file = tmp_path / f"report.{form}"
    file.write_bytes(report(sample_plan(key), load_catalogue(), form, made_on=DAY, cover=COVER))
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = [office, profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    pages = pypdf.PdfReader(tmp_path / "report.pdf").pages
    texts = [each.extract_text() for each in pages]
    assert "Refresh 2027" in texts[0]
    assert "Prepared for Example Ltd by A. Planner" in texts[0]
    assert any("Assumptions" in each for each in texts)
    assert len(pages) <= MOST_PAGES[form]
