"""What is drawn for the simulations: what is uncertain, over which range, and the plan in each of them."""
