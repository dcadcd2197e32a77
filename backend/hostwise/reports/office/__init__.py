"""Reports for Word and PowerPoint, made from the same decision as all others, in a template of one's own."""
