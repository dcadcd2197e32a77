"""The search: what the best cluster of the catalogue is, and why not the others.

From the door inwards: `axes` turns choices of fields into a product space of the engine.
"""
