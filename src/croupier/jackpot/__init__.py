"""Progressive meters: what an award takes off them, what they start again from, and links of tables."""
