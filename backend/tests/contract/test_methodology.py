"""The methodology in the repository is what the formulas say."""

import subprocess
import sys
from pathlib import Path

BACKEND = Path(__file__).resolve().parents[2]
STORED = BACKEND.parent / "docs" / "methodology"


def test_the_stored_pages_are_the_generated_ones(tmp_path: Path) -> None:
    tool = BACKEND / "tools" / "methodology.py"
    subprocess.run([sys.executable, str(tool), str(tmp_path)], check=True, cwd=BACKEND)
    stored = {page.name: page.read_text(encoding="utf-8") for page in STORED.glob("*.md")}
    generated = {page.name: page.read_text(encoding="utf-8") for page in tmp_path.glob("*.md")}
    changed = sorted(name for name in stored.keys() | generated.keys() if stored.get(name) != generated.get(name))
    assert not changed, f"run `make docs`: {', '.join(changed[:10])}"
