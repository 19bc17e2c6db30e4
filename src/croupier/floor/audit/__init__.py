"""Verification of the floor: replay every stream and compare; backup and restore."""
