"""Prices as filed: wagers and limits of a submission, and what its tables cost."""
