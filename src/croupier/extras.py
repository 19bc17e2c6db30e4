"""Optional packages, by the extra that installs them: a missing one is named at once, in one line."""

from importlib.util import find_spec

from croupier.errors import Refusal

EXTRAS: dict[str, tuple[str, ...]] = {
    "serve": (
        "alembic", "anyio", "argon2", "cryptography", "h11", "httptools", "joserfc", "litestar",
        "prometheus_client", "psycopg", "pyotp", "segno", "sqlalchemy", "uvicorn", "webauthn", "websockets",
        "zxcvbn",
    ),
    "report": ("altair", "typst", "vl_convert"),
    "token": ("pkcs11",),
    "cluster": ("distributed",),
    "columns": ("pyarrow",),
    "gym": ("gymnasium", "pettingzoo"),
    "bench": ("eval7", "phevaluator", "pokerkit", "treys"),
}  # fmt: skip
"""By extra, the packages that it brings."""


def need(extra: str) -> None:
    """Refuse (`extra_missing`) unless the packages of an extra are installed; nothing is imported."""
    for package in EXTRAS[extra]:
        if find_spec(package) is None:
            raise _refusal(package, extra)


def missing(error: ImportError) -> Refusal | None:
    """The refusal for a package that could not be imported; none if no extra brings it."""
    package = (error.name or "").partition(".")[0]
    extra = next((name for name, packages in EXTRAS.items() if package in packages), None)
    return None if extra is None else _refusal(package, extra)


def _refusal(package: str, extra: str) -> Refusal:
    message = f"this needs the package {package}, which is not installed: pip install 'croupier[{extra}]'"
    return Refusal("extra_missing", message)
