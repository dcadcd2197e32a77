"""The domain documents: a plan as the architect writes it, and the result as the engine answers it."""
