"""The text of a PDF that Typst wrote: glyphs of each page in the order in which they are drawn, by ToUnicode.

Written from the PDF standard (ISO 32000), for the parts of it that Typst uses: plain objects, flate streams,
fonts with two-byte codes. Spaces are left out, since a PDF need not have them.
"""

import re
import zlib

_OBJECT = re.compile(rb"(?s)(\d+) 0 obj\s(.*?)\sendobj")
_SHOWN = re.compile(rb"(?s)/(\w+) [\d.]+ Tf|(<[0-9A-Fa-f\s]*>)|(\()|(TJ|Tj|BDC)")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def objects(pdf: bytes) -> dict[int, bytes]:
    """The objects of a file by number; a compressed stream is unpacked and stands after its dictionary."""
    found = {}
    for number, body in _OBJECT.findall(pdf):
        head, mark, stream = body.partition(b"stream\n")
        if mark and b"/FlateDecode" in head:
            stream = zlib.decompressobj().decompress(stream)
        found[int(number)] = head + stream
    return found


def text_of_pdf(pdf: bytes) -> str:
    """The text of all pages, without spaces."""
    known = objects(pdf)
    forms = {number: body for number, body in known.items() if b"/Type/Page/" in body.replace(b" ", b"")}
    (root,) = (body for body in known.values() if b"/Type/Pages" in body and b"/Parent" not in body)
    return "".join(_page(known, forms[number]) for number in _pages(known, root))


def _pages(known: dict[int, bytes], node: bytes) -> list[int]:
    kids = re.search(rb"/Kids\s*\[([^\]]*)\]", node)
    assert kids is not None
    found = []
    for number in map(int, re.findall(rb"(\d+) 0 R", kids[1])):
        found += _pages(known, known[number]) if b"/Type/Pages" in known[number] else [number]
    return found


def _page(known: dict[int, bytes], page: bytes) -> str:
    fonts = {
        name: _characters(known, known[int(number)])
        for name, number in re.findall(rb"/(f\d+) (\d+) 0 R", _resources(known, page))
    }
    content = re.search(rb"/Contents (\d+) 0 R", page)
    assert content is not None
    shown, waiting, font = "", b"", {}
    drawn, at = known[int(content[1])], 0
    while found := _SHOWN.search(drawn, at):
        (name, digits, literal, operator), at = found.groups(), found.end()
        if name:
            font = fonts.get(name, {})
        elif digits:
            waiting += _hexadecimal(digits)
        elif literal:
            at = _end(drawn, at)
            waiting += _literal(drawn[found.end() : at - 1])
        elif operator == b"BDC":  # a string before it is a property, not shown
            waiting = b""
        else:
            shown += "".join(font.get(waiting[place : place + 2], "") for place in range(0, len(waiting), 2))
            waiting = b""
    return re.sub(r"\s|\u200b", "", shown)


def _resources(known: dict[int, bytes], page: bytes) -> bytes:
    reference = re.search(rb"/Resources (\d+) 0 R", page)
    return known[int(reference[1])] if reference else page


def _hexadecimal(string: bytes) -> bytes:
    digits = re.sub(rb"\s", b"", string[1:-1])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


def _end(drawn: bytes, at: int) -> int:
    """Where a string ends that began before `at`; parentheses within it are balanced or escaped."""
    depth = 1
    while depth:
        if drawn[at] == ord("\\"):
            at += 1
        else:
            depth += {ord("("): 1, ord(")"): -1}.get(drawn[at], 0)
        at += 1
    return at


def _literal(string: bytes) -> bytes:
    def plain(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([int(code, 8)]) if code.isdigit() else _ESCAPES.get(code, code)

    return re.sub(rb"(?s)\\([0-7]{1,3}|.)", plain, string)


def _characters(known: dict[int, bytes], font: bytes) -> dict[bytes, str]:
    """By code of a font, the characters that it stands for."""
    reference = re.search(rb"/ToUnicode (\d+) 0 R", font)
    if reference is None:
        return {}
    found = {}
    table = known[int(reference[1])]
    for part in re.findall(rb"(?s)beginbfchar(.*?)endbfchar", table):
        for code, text in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", part):
            found[bytes.fromhex(code.decode())] = bytes.fromhex(text.decode()).decode("utf-16-be")
    for part in re.findall(rb"(?s)beginbfrange(.*?)endbfrange", table):
        for first, last, text in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", part):
            for offset in range(int(last, 16) - int(first, 16) + 1):
                code = (int(first, 16) + offset).to_bytes(2, "big")
                found[code] = chr(int(text, 16) + offset)
    return found
