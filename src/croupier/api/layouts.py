"""Draw the layout of a submission to scale, with every required area and inscription."""

from pathlib import Path

from croupier.api.submissions import submission_source
from croupier.errors import Refusal
from croupier.layout.build import layout_of
from croupier.layout.model import Layout
from croupier.layout.svg import svg
from croupier.submission.form import Submission

__all__ = ["Layout", "draw_layout", "layout_svg"]


def draw_layout(submission: Submission | str | Path) -> Layout:
    """The layout of a submission, its TOML text or file; `Refusal` names the first violation."""
    return layout_of(submission_source(submission))


def layout_svg(layout: Layout) -> str:
    """A layout as SVG; one unit is one millimeter."""
    if not isinstance(layout, Layout):
        raise Refusal("malformed", f"layout: expected a `Layout`, got `{type(layout).__name__}`")
    return svg(layout)
