"""The quantities of the model and the rows of the catalogue, for people and programs."""
