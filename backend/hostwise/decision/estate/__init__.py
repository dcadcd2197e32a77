"""The decision on an estate: keep its hosts or replace them, size a new cluster, or choose a platform."""
