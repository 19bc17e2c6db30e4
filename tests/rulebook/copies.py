"""A user's directory of rule sets for tests: a packaged rule set under another jurisdiction's name."""

import re
from pathlib import Path

from croupier.rulebook.catalog import PACKAGED

SOURCE, REGISTER = "ma/high-card-flush", "ma-hcf"


def copy_rules(
    root: Path, jurisdiction: str = "zz", practice: bool = True, source: str = SOURCE, old: str = REGISTER
) -> str:
    """Write the rules of `source`, whose register is `old`, as those of another jurisdiction; their name."""
    name, register = (f"{jurisdiction}{each[2:]}" for each in (source, old))

    def renamed(place: str) -> str:
        text = PACKAGED.joinpath(*place.split("/")).read_text(encoding="utf-8")
        text = re.sub(rf"\b{old}-", f"{register}-", text).replace(source, name)
        text = text.replace(f'register = "{old}"', f'register = "{register}"')
        return text.replace('jurisdiction = "ma"', f'jurisdiction = "{jurisdiction}"')

    places = {f"{name}.toml": f"{source}.toml", f"coverage/{register}.toml": f"coverage/{old}.toml"}
    if practice:
        places[f"practice/{name}.toml"] = f"practice/{source}.toml"
    for place, original in places.items():
        file = root / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(renamed(original))
    rows = renamed("clauses.csv").splitlines()
    kept = [rows[0], *(row for row in rows if row.startswith(f'"{register}-'))]
    (root / "clauses.csv").write_text("\n".join(kept) + "\n")
    return name
