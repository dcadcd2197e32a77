"""Sample plans as data: what each is about, the plan document, and the claims of its source to check."""
