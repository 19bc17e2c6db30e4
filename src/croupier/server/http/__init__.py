"""The HTTP application: middleware, access, errors, limits, static files, health and metrics."""
