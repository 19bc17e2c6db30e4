"""The documents as one HTML file: self-contained, searchable, printable."""

from croupier.law.html.page import law_page

__all__ = ["law_page"]
