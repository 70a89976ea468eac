"""A signed bundle: a new version of the cabinet in one file, made by `photofinish bundle` and taken by root's helper.

    photofinish-bundle 1
    KEY SIGNATURE      SHA-256 of the owner's public key, and the Ed25519 signature of the lines above and below, in hex
    {"version": …}     the manifest, one line of JSON
    …                  the files, one after the other, each as long as the manifest says

Nothing in it is packed, and no name in it is a path. Before the signature is checked three lines of bounded length are
read, and nothing is understood of them. The program ``openssl`` checks it: every cabinet has that (python3-venv brings
it, by way of ca-certificates), while Python itself has no Ed25519 and a package for it would be a large one.
"""

import base64
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, Final

from cabinet.machine.stick import NotDone
from hardware.peer import decoded

MAGIC: Final = b"photofinish-bundle 1\n"
HEAD: Final = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{128})\n")
ED25519: Final = bytes.fromhex("302a300506032b6570032100")
"""The beginning of every Ed25519 public key in DER; 32 bytes follow (RFC 8410)."""
OWNER_KEY: Final = Path("/etc/photofinish/owner.pem")
"""The public key whose bundles a cabinet takes; without it, none."""
RELEASES: Final = Path("/opt/photofinish")
"""Where the releases lie side by side, and what became of the last update (`FELL_BACK`)."""
FELL_BACK: Final = "fell-back"
"""The release that showed no picture and was taken back; gone with the next one that is installed."""
NAME: Final = re.compile(r"photofinish-(\d{1,6}(?:\.\d{1,6}){0,3})\.bundle")
MOST_LINE: Final = 1 << 16
MOST_FILES: Final = 200
MOST_BYTES: Final = 256 << 20
"""Of all files together; those of three processors take some 60 MB."""
RESERVE: Final = 64 << 20
"""What stays free on the cabinet's disk while a bundle lies there."""
CHUNK: Final = 1 << 18
CHECKOUT: Final = "checkout.tar"
"""The program's own files, as `systemd/install.sh` wants them."""
WHEELS: Final = "wheels"
WHEEL: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,160}\.whl")
VERSION: Final = re.compile(r"\d{1,6}(?:\.\d{1,6}){0,3}")
TARGET: Final = re.compile(r"(?:aarch64|x86_64)-3\.\d{1,2}")
OPENSSL_S: Final = 20.0


@dataclass(frozen=True)
class BundledFile:
    """A file of a bundle; `size` in bytes, `sha256` in hexadecimal digits."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What a bundle is and has. `targets` are the machines for which it has wheels, see `this_target`."""

    version: str
    targets: Sequence[str]
    files: Sequence[BundledFile]

    def line(self) -> bytes:
        """Return it as it stands in a bundle."""
        return json.dumps(asdict(self), separators=(",", ":")).encode() + b"\n"


def this_target() -> str:
    """Return what decides which wheels fit this machine: its processor and its Python, as ``aarch64-3.13``."""
    return f"{platform.machine()}-{sys.version_info.major}.{sys.version_info.minor}"


def numbers_of(version: str) -> tuple[int, ...]:
    """Return a version for comparing: ``0.2`` is ``0.2.0``. Raises NotDone for none."""
    if not VERSION.fullmatch(version):
        raise NotDone("update.damaged", version[:40])
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def digest_of_key(pem: bytes) -> str:
    """Return the SHA-256 of a public key in PEM. Raises NotDone for what is no Ed25519 public key."""
    found = re.fullmatch(rb"\s*-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*", pem)
    try:
        key = base64.b64decode(b"".join(found[1].split()) if found else b"", validate=True)
    except ValueError:
        key = b""
    if len(key) != len(ED25519) + 32 or not key.startswith(ED25519):
        raise NotDone("update.key")
    return hashlib.sha256(key).hexdigest()


# Taking one


def take(stream: BinaryIO, key: Path, current: str, target: str, folder: Path) -> Manifest:
    """Copy a bundle's files from a stream into a new folder, wheels below `WHEELS`; return its manifest.

    Raises NotDone for one that is foreign, damaged, not newer than `current` or not for `target`: then the folder is
    not there. What was read is what is checked: nothing is looked at twice.
    """
    shutil.rmtree(folder, ignore_errors=True)  # what a power cut left
    manifest = parse_manifest(signed_line(stream, key))
    if numbers_of(manifest.version) <= numbers_of(current):
        raise NotDone("update.older", f"{manifest.version}, {current}")
    if target not in manifest.targets:
        raise NotDone("update.target", f"{', '.join(manifest.targets)}; {target}")
    try:
        check_room(folder.parent, sum(file.size for file in manifest.files))
        (folder / WHEELS).mkdir(parents=True, mode=0o700)
        for file in manifest.files:
            copy(stream, file, folder if file.name == CHECKOUT else folder / WHEELS)
        if stream.read(1):
            raise NotDone("update.damaged", "end")
    except BaseException as problem:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(problem, OSError):
            raise NotDone("failed", f"{folder}: {problem.strerror}") from problem
        raise
    return manifest


def signed_line(stream: BinaryIO, key: Path) -> bytes:
    """Return the manifest's line, once its signature is found to be the owner's. Raises NotDone."""
    try:
        wanted = digest_of_key(key.read_bytes())
    except FileNotFoundError as problem:
        raise NotDone("update.key") from problem
    head = HEAD.fullmatch(stream.readline(MOST_LINE)) if stream.readline(len(MAGIC)) == MAGIC else None
    line = stream.readline(MOST_LINE)
    if head is None or not line.endswith(b"\n"):
        raise NotDone("update.damaged", "head")
    if head[1].decode() != wanted:
        raise NotDone("update.foreign", head[1].decode()[:16])
    if not is_signed(MAGIC + line, bytes.fromhex(head[2].decode()), key):
        raise NotDone("update.damaged", "signature")
    return line


def is_signed(content: bytes, signature: bytes, key: Path) -> bool:
    """Return whether a signature is that of a key for some bytes. Raises NotDone where ``openssl`` is missing."""
    with tempfile.TemporaryDirectory() as name:
        text, signed = Path(name, "text"), Path(name, "signature")
        text.write_bytes(content)
        signed.write_bytes(signature)
        asked = ["-verify", "-pubin", "-inkey", str(key), "-sigfile", str(signed), "-rawin", "-in", str(text)]
        return openssl("pkeyutl", *asked).returncode == 0


def parse_manifest(line: bytes) -> Manifest:
    """Return a manifest within its bounds. Raises NotDone."""
    try:
        value = decoded(line)
        files = [BundledFile(file["name"], file["size"], file["sha256"]) for file in value["files"]]
        manifest = Manifest(value["version"], list(value["targets"]), files)
        fits = (
            VERSION.fullmatch(manifest.version)
            and all(TARGET.fullmatch(target) for target in manifest.targets)
            and all(WHEEL.fullmatch(file.name) or file.name == CHECKOUT for file in files)
            and all(type(file.size) is int and file.size >= 0 for file in files)
            and all(re.fullmatch("[0-9a-f]{64}", file.sha256) for file in files)
            and [file.name for file in files].count(CHECKOUT) == 1
            and len({file.name for file in files}) == len(files) <= MOST_FILES
            and sum(file.size for file in files) <= MOST_BYTES
        )
    except (ValueError, TypeError, KeyError) as problem:
        raise NotDone("update.damaged", "manifest") from problem
    if not fits:
        raise NotDone("update.damaged", "manifest")
    return manifest


def check_room(folder: Path, size: int) -> None:
    """Raise NotDone where a disk has no room for so many bytes."""
    state = os.statvfs(folder)
    if state.f_bavail * state.f_frsize < size + RESERVE:
        raise NotDone("update.room", str((size + RESERVE) >> 20))


def copy(stream: BinaryIO, file: BundledFile, folder: Path) -> None:
    """Copy one file out of a stream. Raises NotDone where it is another than the manifest says."""
    sum_of, left = hashlib.sha256(), file.size
    with (folder / file.name).open("xb") as copied:
        while left:
            chunk = stream.read(min(CHUNK, left))
            if not chunk:
                break
            sum_of.update(chunk)
            copied.write(chunk)
            left -= len(chunk)
    if sum_of.hexdigest() != file.sha256:
        raise NotDone("update.damaged", file.name)


# Making one


def write(path: Path, private: Path, version: str, targets: Sequence[str], files: Iterable[Path]) -> Manifest:
    """Write a bundle, signed with a private key in PEM; return its manifest. Raises NotDone, OSError."""
    digest = digest_of_key(public_key(private))
    with tempfile.TemporaryDirectory() as name:
        found = sorted(files)
        manifest = Manifest(version, sorted(targets), [bundled(file) for file in found])
        line = parse_manifest(manifest.line()).line()
        text = Path(name, "text")
        text.write_bytes(MAGIC + line)
        signature = checked(openssl("pkeyutl", "-sign", "-inkey", str(private), "-rawin", "-in", str(text)))
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        with unfinished.open("wb") as bundle:
            bundle.write(MAGIC + f"{digest} {signature.hex()}\n".encode() + line)
            for file in found:
                with file.open("rb") as content:
                    shutil.copyfileobj(content, bundle)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return manifest


def public_key(private: Path) -> bytes:
    """Return the public key of a private one, both in PEM. Raises NotDone for what is no Ed25519 key."""
    public = checked(openssl("pkey", "-in", str(private), "-pubout"))
    digest_of_key(public)
    return public


def bundled(file: Path) -> BundledFile:
    """Return a file as a manifest has it. Raises OSError."""
    with file.open("rb") as content:
        return BundledFile(file.name, file.stat().st_size, hashlib.file_digest(content, "sha256").hexdigest())


def openssl(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """Run ``openssl``. Raises NotDone where it is not installed or does not end."""
    try:
        return subprocess.run(["openssl", *arguments], capture_output=True, timeout=OPENSSL_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NotDone("failed", f"openssl: {problem}") from problem


def checked(done: "subprocess.CompletedProcess[bytes]") -> bytes:
    """Return what a program printed. Raises NotDone with its first words of complaint."""
    if done.returncode:
        raise NotDone("failed", done.stderr.decode(errors="replace").strip().partition("\n")[0])
    return done.stdout
