"""What one client may cost: rates, quotas, and the protocols that keep to them."""
