"""Write the charts of some samples, which the tests of the page draw: `python tools/drawn_charts.py`, some seconds."""

import json
from pathlib import Path

from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.samples.samples import sample_plan

SAMPLES = ("nvme-2026", "edge-platforms", "moderate-io")
FILE = Path(__file__).parent.parent / "tests" / "golden" / "drawn_charts.json"


def drawn_charts() -> str:
    """The charts of each sample, each on a line."""
    catalogue, plans = load_catalogue(), []
    for key in SAMPLES:
        decision = decide(sample_plan(key), catalogue, include=Parts(decision=True, charts=True)).decision
        assert decision is not None
        assert decision.charts is not None
        charts = decision.charts.model_dump(mode="json")["drawn"]
        plans.append(f'"{key}": [\n' + ",\n".join(json.dumps(each, ensure_ascii=False) for each in charts) + "\n]")
    return "{" + ",\n".join(plans) + "}\n"


if __name__ == "__main__":
    FILE.write_text(drawn_charts(), encoding="utf-8")
