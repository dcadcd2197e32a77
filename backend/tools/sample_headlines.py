"""Write what the cases come to, for their list: `python tools/sample_headlines.py`, a minute of a core."""

from pathlib import Path

from hostwise.answers.samples import sample_headlines
from hostwise.answers.samples.simulated_headlines import simulated_headlines
from hostwise.catalogue.loader import load_catalogue

file = Path(sample_headlines.__file__).with_name(sample_headlines.FILE)
file.write_text(simulated_headlines(load_catalogue()).model_dump_json(indent=1) + "\n", encoding="utf-8")
