"""The formulas, one module per system of the cluster. A new formula goes beside its kin and needs no registration."""
