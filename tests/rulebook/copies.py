"""A user's directory of rule sets for tests: a packaged rule set under another jurisdiction's name."""

import re
from pathlib import Path

from croupier.rulebook.catalog import PACKAGED

SOURCE, REGISTER = "ma/high-card-flush", "ma-hcf"


def copy_rules(root: Path, jurisdiction: str = "zz", practice: bool = True) -> str:
    """Write the rules of `SOURCE` as those of another jurisdiction; the name of the new rule set."""
    game = SOURCE.partition("/")[2]
    name, register = f"{jurisdiction}/{game}", f"{jurisdiction}-hcf"

    def renamed(place: str) -> str:
        text = PACKAGED.joinpath(*place.split("/")).read_text(encoding="utf-8")
        text = re.sub(rf"\b{REGISTER}-", f"{register}-", text).replace(SOURCE, name)
        text = text.replace(f'register = "{REGISTER}"', f'register = "{register}"')
        return text.replace('jurisdiction = "ma"', f'jurisdiction = "{jurisdiction}"')

    places = {f"{name}.toml": f"{SOURCE}.toml", f"coverage/{register}.toml": f"coverage/{REGISTER}.toml"}
    if practice:
        places[f"practice/{name}.toml"] = f"practice/{SOURCE}.toml"
    for place, source in places.items():
        file = root / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(renamed(source))
    rows = renamed("clauses.csv").splitlines()
    kept = [rows[0], *(row for row in rows if row.startswith(f'"{register}-'))]
    (root / "clauses.csv").write_text("\n".join(kept) + "\n")
    return name
