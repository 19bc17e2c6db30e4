"""Progressive meters: what an award takes off them, and what they start again from."""
