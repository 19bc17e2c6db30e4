"""Draw the layout of a submission.

python examples/programs/draw_a_layout.py examples/ma-four-card-poker.toml layout.svg
"""

import sys
from pathlib import Path

import croupier

layout = croupier.draw_layout(Path(sys.argv[1]))
Path(sys.argv[2]).write_text(croupier.layout_svg(layout), encoding="utf-8")
print(
    f"{layout.title}: {layout.width:.0f} by {layout.depth:.0f} {layout.unit}, {len(layout.tables)} pay tables"
)
