"""A pool of worker processes for jobs too long for a request."""
