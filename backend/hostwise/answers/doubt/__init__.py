"""How sure an answer is: which inputs are in doubt, the simulations that follow, and the verdict."""
