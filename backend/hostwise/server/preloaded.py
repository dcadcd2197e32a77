"""Importing this loads all that computing needs: code, catalogue, and the caches that a first evaluation fills."""

# ruff: noqa: E402
import gc

# The garbage collector would take a sixth of the time, and find nothing: all of this stays.
gc.disable()

# What some work loads when it runs; the processes share it.
import scipy.cluster.vq
import scipy.optimize.elementwise
import scipy.stats  # noqa: F401

# All work that routes send, and what it refers to.
import hostwise.server.api.app  # noqa: F401
from hostwise.answers.evaluation.parts import EVERYTHING
from hostwise.answers.running.run_plan import keep_runs
from hostwise.binding.kept_steps import keep_steps
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.samples.samples import sample_plan
from hostwise.estate.estate_answer import importers
from hostwise.server.machine.compiled_formulas import use_compiled
from hostwise.server.settings import Settings

settings = Settings()
if settings.compiled:
    use_compiled(settings.cache_dir, build=True)
# Plug-ins run here, and with the limits of these processes.
importers()
decide(sample_plan("light-io"), load_catalogue(), include=EVERYTHING)
keep_runs(2)
keep_steps(4)
# Objects that are never collected stay in pages that all processes share.
gc.freeze()
# An evaluation makes some 30,000 objects and leaves none in a circle: to look for circles takes a fifth of its time.
gc.set_threshold(100_000, 20, 20)
gc.enable()
