"""Fuzz root's reader of a signed bundle: ``python -m tools.fuzz.bundle SECONDS [SEED]``.

It needs nothing besides the project and ``openssl``, which checks each signature: so many a second that an instrumented
Python would find no more. Bytes of a whole bundle are changed, most of them in its head; every other time its manifest
is changed and signed anew, as by an owner whose tools are at fault. A crash is an exception that is not a refusal in a
printable line with a sentence, a file outside of the bundle's own folder, a refusal that leaves something behind, or a
bundle that is taken and has other files than its manifest says. The file is named.
"""

import hashlib
import io
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from cabinet.machine.bundle import CHECKOUT, HEAD, MAGIC, WHEELS, take, this_target, write
from cabinet.machine.stick import NotDone
from cabinet.strings.catalogue import has_word

PIECES = (
    *(b"../", b"/etc/passwd", b"\0", b"\n", b"{}", b"[]", b"null", b"-1", b"1e9", b"99999999999999", b"true", b'"'),
    *(b".whl", b"checkout.tar", b'"size":', b'"name":', b"\xff", b"\xf0\x9f\x82\xa1", b"[" * 300, b"9.9.9", b"0.1"),
)


def main(seconds: str, seed: str = "0") -> None:
    """Try bundles for so long, and print what came of them."""
    chance, seen, until = Random(int(seed)), Counter[str](), time.monotonic() + float(seconds)
    with TemporaryDirectory() as name:
        folder = Path(name)
        whole = whole_bundle(folder)
        while time.monotonic() < until:
            data = signed_anew(folder, whole, chance) if chance.random() < 0.5 else changed(whole, chance)
            try:
                seen[one(folder, data)] += 1
            except BaseException:
                Path("crash-bundle").write_bytes(data)
                sys.stderr.write("crash-bundle\n")
                raise
    print(*(f"{count} {told}" for told, count in seen.most_common()), sep=", ")


def whole_bundle(folder: Path) -> bytes:
    """Return a bundle of three small files, with its owner's keys beside it."""
    private = str(folder / "private.pem")
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True)
    subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", folder / "public.pem"], check=True)
    files = [folder / CHECKOUT, folder / "one-1.0-py3-none-any.whl", folder / "two-2.0-py3-none-any.whl"]
    for size, file in enumerate(files):
        file.write_bytes(bytes(range(100)) * size * 10)
    write(folder / "whole", Path(private), "0.2.0", [this_target()], files)
    return (folder / "whole").read_bytes()


def changed(whole: bytes, chance: Random) -> bytes:
    """Return a bundle with some of its bytes changed, taken away or put in."""
    data = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(min(len(data), chance.choice((30, 230, 900, 1 << 30))) or 1)
        piece = chance.choice((chance.choice(PIECES), bytes([chance.randrange(256)]), b""))
        data[at : at + chance.choice((0, 1, len(piece), 20))] = piece
    return bytes(data[: chance.randrange(len(data) + 1)] if chance.random() < 0.05 else data)


def signed_anew(folder: Path, whole: bytes, chance: Random) -> bytes:
    """Return a bundle whose manifest is changed, and signed with the owner's key as it is then."""
    head, line, rest = whole[len(MAGIC) :].split(b"\n", 2)
    line = changed(line, chance).replace(b"\n", b" ") + b"\n"
    (folder / "text").write_bytes(MAGIC + line)
    signing = ["openssl", "pkeyutl", "-sign", "-inkey", str(folder / "private.pem")]
    signing += ["-rawin", "-in", str(folder / "text")]
    signature = subprocess.run(signing, check=True, capture_output=True).stdout
    found = HEAD.fullmatch(head + b"\n")
    assert found is not None
    return MAGIC + found[1] + b" " + signature.hex().encode() + b"\n" + line + rest


def one(folder: Path, data: bytes) -> str:
    """Try one bundle; return what came of it. Raises AssertionError, and whatever the reader raises by mistake."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    try:
        manifest = take(io.BufferedReader(io.BytesIO(data)), folder / "public.pem", "0.1.0", this_target(), home / "in")
    except NotDone as problem:
        assert has_word(f"machine.error.{problem.key}"), problem
        assert str(problem).isprintable(), problem
        assert not list(home.iterdir()), problem
        return problem.key
    wanted = {file.name if file.name == CHECKOUT else f"{WHEELS}/{file.name}": file.sha256 for file in manifest.files}
    files = [path for path in home.rglob("*") if not path.is_dir()]
    found = {str(path.relative_to(home / "in")): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    assert found == wanted, found
    return "taken"


if __name__ == "__main__":
    main(*sys.argv[1:])
