"""The law, readable."""
