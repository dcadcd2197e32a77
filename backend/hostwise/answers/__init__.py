"""Use cases: the only callers of the engine, the catalogue and the store from outside."""
