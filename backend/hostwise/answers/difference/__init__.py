"""Plans as documents: reading, storing, comparing, checking, samples."""
