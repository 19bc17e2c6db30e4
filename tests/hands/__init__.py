"""Cards, kernels and the ranking of hands."""
