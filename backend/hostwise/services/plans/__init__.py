"""Plans as documents: reading, keeping, comparing, checking, samples."""
