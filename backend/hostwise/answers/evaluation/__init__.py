"""The answer to a plan: configurations, comparison, findings."""
