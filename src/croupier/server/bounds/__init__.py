"""Limits for each client: rates, quotas, and the protocols that enforce them."""
