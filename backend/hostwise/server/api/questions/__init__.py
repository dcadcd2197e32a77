"""The closed list of questions to a plan, and the routes that follow from it."""
