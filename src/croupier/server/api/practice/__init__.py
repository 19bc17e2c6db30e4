"""Values of decisions, scores and drills."""
