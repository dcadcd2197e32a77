"""What Hostwise answers with: one module for each topic."""
