"""Entry points of plug-ins, games and rule sets, found without reading the metadata of every package."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_DESCRIBED = ("dist-info", "egg-info")


def plugins(group: str) -> list["EntryPoint"]:
    """The entry points of a group, by name.

    `importlib.metadata` takes a tenth of a small command's time. Most machines have no plug-in, and then no
    package on the path names the group: a look at their files is enough to know.
    """
    if not _may_be_named(f"[{group}]".encode()):
        return []
    from importlib.metadata import entry_points

    return sorted(entry_points(group=group), key=lambda point: point.name)


def _may_be_named(heading: bytes) -> bool:
    """Whether a package on the path has the heading among its entry points, or cannot be looked into."""
    for folder in dict.fromkeys(sys.path):
        try:
            names = os.listdir(folder or ".")
        except FileNotFoundError:
            continue
        except OSError:  # an archive, or forbidden
            return True
        for name in names:
            if name.lower().endswith(_DESCRIBED) and _names(os.path.join(folder, name), heading):
                return True
    return any(
        hasattr(finder, "find_distributions") and finder.__module__ != "_frozen_importlib_external"
        for finder in map(_class_of, sys.meta_path)
    )


def _names(described: str, heading: bytes) -> bool:
    try:
        with open(os.path.join(described, "entry_points.txt"), "rb") as file:
            return heading in file.read().replace(b" ", b"")
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:  # forbidden: the slow way decides
        return True


def _class_of(finder: object) -> type:
    return finder if isinstance(finder, type) else type(finder)
