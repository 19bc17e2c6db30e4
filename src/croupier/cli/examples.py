"""Examples of every command: its help, the command reference and the manual pages end with them."""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "serve": ("croupier serve --demo", "croupier serve --db postgresql://croupier@db/croupier --port 8000"),
    "settle": (
        "croupier settle rounds.jsonl",
        "croupier settle --from day.parquet --to settled.parquet --by ma/high-card-flush",
    ),
    "check": ("croupier check submission.toml", "cat submission.toml | croupier check - --json"),
    "odds": ("croupier odds ma/high-card-flush --bet flush_bonus", "croupier odds submission.toml --json"),
    "advise": ('croupier advise ma/ultimate-texas-holdem --cards "As Kd"',),
    "play": ("croupier play ma/ultimate-texas-holdem --advice",),
    "simulate": ("croupier simulate ma/high-card-flush --rounds 1e7 --seed 1",),
    "report": ("croupier report submission.toml -o sheet.pdf",),
    "layout": ("croupier layout submission.toml -o layout.svg",),
    "petition": ("croupier petition submission.toml -o petition.pdf",),
    "backup": ("croupier backup -o house.backup",),
    "restore": ("croupier restore house.backup --db sqlite:////srv/croupier/croupier.db",),
    "move": ("croupier move --to postgresql://croupier@db/croupier",),
    "witness": (
        "croupier witness /srv/witness --port 8001",
        "croupier witness /srv/witness --add checkpoints.jsonl",
    ),
    "database": ("croupier database --grant croupier_server",),
    "bench": ("croupier bench settle", "croupier bench --json"),
    "docs": ("croupier docs", "croupier docs --man share/man/man1"),
    "rules list": ("croupier rules list",),
    "rules show": ("croupier rules show ma/high-card-flush",),
    "rules diff": ("croupier rules diff ma/high-card-flush md/high-card-flush",),
    "rules clauses": ("croupier rules clauses ma/four-card-poker",),
    "rules coverage": ("croupier rules coverage",),
    "rules verify": ("croupier rules verify my-rules",),
    "rules new": ("croupier rules new zz high-card-flush -o my-rules",),
    "audit verify": ("croupier audit verify", "croupier audit verify export.jsonl --public KEY"),
    "audit replay": ("croupier audit replay TABLE 12",),
    "audit evidence": ("croupier audit evidence TABLE 12 -o evidence.pdf",),
    "audit export": ("croupier audit export -o export.jsonl",),
    "audit archive": ("croupier audit archive -o /srv/archive",),
    "audit checkpoint": ("croupier audit checkpoint",),
    "audit verify-deal": ("croupier audit verify-deal TABLE 12",),
    "people unlock": ("croupier people unlock ann",),
    "people reset-second-factor": ("croupier people reset-second-factor ann",),
    "people reset": ("croupier people reset ann",),
    "keys show": ("croupier keys show",),
    "keys rotate": ("croupier keys rotate", "croupier keys rotate --signing"),
    "rng test": ("croupier rng test",),
}
"""By command, the lines of its examples. A command without an entry has an `Example:` in its own help."""


def epilog_of(command: str) -> str | None:
    """The end of a command's help."""
    lines = EXAMPLES.get(command)
    if lines is None:
        return None
    return "\n".join(("\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  {line}" for line in lines)))
