"""Write the decisions on the cases, for their list: `python tools/sample_decisions.py`, a minute of a core."""

from pathlib import Path

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples import sample_decisions
from hostwise.decision.samples.simulated_samples import simulated_samples

file = Path(sample_decisions.__file__).with_name(sample_decisions.FILE)
file.write_text(simulated_samples(load_catalogue()).model_dump_json(indent=1) + "\n", encoding="utf-8")
