"""Reports of gaming days."""
