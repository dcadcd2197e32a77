"""How sure an answer is: which inputs are in doubt, the futures that follow, and the verdict."""
