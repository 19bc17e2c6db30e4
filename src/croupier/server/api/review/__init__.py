"""The review of finished rounds: every decision priced, and luck and skill apart."""
