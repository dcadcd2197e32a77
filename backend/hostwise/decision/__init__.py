"""The decision: the one document that is read first, with its order, its checks and its words; faces render it."""
