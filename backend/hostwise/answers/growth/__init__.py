"""Hosts over time: when each limit breaks, and what waiting with the purchase costs."""
