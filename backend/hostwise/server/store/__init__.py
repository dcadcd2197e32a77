"""Where plans are kept: the only package that knows SQL."""
