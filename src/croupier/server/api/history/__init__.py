"""Past rounds, step by step."""
