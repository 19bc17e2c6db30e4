"""The schema as a sequence of revisions, in the package, so that an installed Croupier can migrate."""
