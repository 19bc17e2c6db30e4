"""Where the built docs are: pages made by `tools/docs`, packed with the package."""

from pathlib import Path

SITE = Path(__file__).parent / "docs"
"""Missing in a checkout whose docs were not built."""
