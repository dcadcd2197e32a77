"""The sections of the report, each as the blocks that it is made of."""
