"""The public library: one module a subject, each with its `__all__`; `croupier` has every name of them.

Names outside these modules and `croupier.gym` may change in any release.
"""
