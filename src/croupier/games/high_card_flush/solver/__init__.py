"""High Card Flush solved exactly, and played in bulk."""
