"""Two plans, or a plan and limits, side by side."""
