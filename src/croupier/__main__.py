"""`python -m croupier` is the command `croupier`."""

if __name__ == "__main__":
    from croupier.cli import main

    main()
