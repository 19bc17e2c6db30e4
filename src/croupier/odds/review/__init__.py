"""Review of recorded play: every decision priced, and the luck of the cards taken out of the result."""
