"""Read cache beyond single formulas: calibration from measured cases, block-size rules, advice from live counters.

Nothing here is estimated from a curve of hits over size: see `hostwise.engine.formulas.read_cache`.
"""
