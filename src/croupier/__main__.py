"""`python -m croupier` is the command `croupier`."""

if __name__ == "__main__":
    import sys
    from pathlib import Path

    # `python -m` looks for every module in the working directory first. A folder there, such as `coverage` of
    # a rulebook, must not stand in for a package that is looked for later.
    here: Path = Path.cwd()
    if not sys.flags.safe_path and Path(__file__).parents[1] != here:
        sys.path[:] = [place for place in sys.path if place not in ("", str(here))]

    from croupier.cli import main

    main()
