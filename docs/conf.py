"""Sphinx's settings for the docs site; `tools/docs` builds it."""

import inspect
from typing import Any

project = "Croupier"
author = "The Croupier maintainers"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
language = "en"
html_theme = "furo"
html_title = "Croupier"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None
html_use_index = False
html_theme_options = {"footer_icons": []}
pygments_style = "sphinx"
myst_heading_anchors = 4
myst_links_external_new_tab = False
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["conf.py"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True, "no-index": True}
suppress_warnings = ["misc.highlighting_failure"]
"""Excerpts of JSON and logs are cut with an ellipsis."""


def _as_text(app: Any, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are Markdown in spirit: their code marks are made into reStructuredText's."""
    lines[:] = [line.replace("``", "`").replace("`", "``").replace("*", "\\*") for line in lines]
    if what in ("class", "data") and not inspect.getdoc(value):
        lines.clear()


def setup(app: Any) -> None:
    """Register the change of docstrings."""
    app.connect("autodoc-process-docstring", _as_text)
