"""One run of the engine over a plan, and what all topics need of it."""
