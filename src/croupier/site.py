"""Where the built docs are: pages made by `tools/docs`, packed with the package; and the examples."""

from pathlib import Path

SITE = Path(__file__).parent / "docs"
"""Missing in a checkout whose docs were not built."""

EXAMPLES = Path(__file__).parent / "examples"
"""The files that the docs call `examples/…`."""
if not EXAMPLES.is_dir():  # in a checkout they are beside the sources
    EXAMPLES = Path(__file__).parents[2] / "examples"
