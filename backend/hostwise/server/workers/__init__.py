"""Processes that compute, who gets one next, and what waits in memory."""
