"""What is drawn for the simulations: what is in doubt, over which range, and the plan in each of them."""
