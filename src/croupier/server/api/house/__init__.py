"""The house as seen from outside, and the clause register."""
