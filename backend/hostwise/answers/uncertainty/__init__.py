"""How sure an answer is: which inputs are uncertain, the simulations that follow, and the verdict."""
