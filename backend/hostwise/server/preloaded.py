"""To import this loads what computing takes: code, catalogue, and what a first evaluation makes for all others."""

# ruff: noqa: E402
import gc

# To look for circles among what stays for good takes a sixth of the time.
gc.disable()

# What some work loads when it runs; the processes share it.
import scipy.cluster.vq
import scipy.optimize.elementwise
import scipy.stats  # noqa: F401

# All work that routes send, and what it refers to.
import hostwise.server.api.app  # noqa: F401
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.samples.samples import sample_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import importers
from hostwise.server.machine.compiled_formulas import use_compiled
from hostwise.server.settings import Settings

settings = Settings()
if settings.compiled:
    use_compiled(settings.cache_dir, build=True)
# Plug-ins run here, and with the limits of these processes.
importers()
evaluate_plan(sample_plan("light-io"), load_catalogue())
# What is never collected stays where all processes share it.
gc.freeze()
# An evaluation makes some 30,000 objects and leaves none in a circle: to look for circles takes a fifth of its time.
gc.set_threshold(100_000, 20, 20)
gc.enable()
