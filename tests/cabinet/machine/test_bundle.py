"""A bundle that is made is taken, and everything else is refused by its name and leaves nothing behind."""

import io
import json
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.cli import main
from cabinet.machine import bundle
from cabinet.machine.bundle import MAGIC, BundledFile, Manifest, numbers_of, take, this_target, write
from cabinet.machine.stick import NotDone
from cabinet.strings.catalogue import has_word
from workshop.commands.bundle import LEFT_OUT

pytestmark = pytest.mark.needs("openssl")
CONTENT = {"checkout.tar": b"tar" * 1000, "one-1.0-py3-none-any.whl": b"wheel", "two-2.0-py3-none-any.whl": b""}
TARGET = this_target()


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two pairs of keys: ours, other."""
    folder = tmp_path_factory.mktemp("keys")
    for name in ("ours", "other"):
        private, public = str(folder / f"{name}.private"), str(folder / f"{name}.public")
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True)
        subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", public], check=True)
    return folder


def made(folder: Path, private: Path, content: Mapping[str, bytes] = CONTENT, version: str = "0.2.0") -> bytes:
    """A bundle of these files, for this machine and an older Python."""
    for name, data in content.items():
        (folder / name).write_bytes(data)
    write(folder / "made.bundle", private, version, [TARGET, "aarch64-3.1"], [folder / name for name in content])
    return (folder / "made.bundle").read_bytes()


@pytest.fixture
def whole(keys: Path, tmp_path: Path) -> bytes:
    return made(tmp_path, keys / "ours.private")


def taken(data: bytes, keys: Path, into: Path, current: str = "0.1.0", target: str = TARGET) -> Manifest:
    return take(io.BufferedReader(io.BytesIO(data)), keys / "ours.public", current, target, into)


def refusal(data: bytes, keys: Path, into: Path, current: str = "0.1.0", target: str = TARGET) -> str:
    """The reason why a bundle is not taken; nothing is there then, of it or of one before."""
    into.mkdir(exist_ok=True)
    with pytest.raises(NotDone) as refused:
        taken(data, keys, into, current, target)
    assert not into.exists()
    assert has_word(f"machine.error.{refused.value.key}")
    return refused.value.key


def test_a_bundle_gives_back_what_went_into_it(whole: bytes, keys: Path, tmp_path: Path) -> None:
    into = tmp_path / "into"
    (into / "wheels").mkdir(parents=True)
    (into / "wheels/left.whl").write_bytes(b"of a power cut")
    manifest = taken(whole, keys, into)
    assert (manifest.version, list(manifest.targets)) == ("0.2.0", sorted([TARGET, "aarch64-3.1"]))
    found = {str(path.relative_to(into)): path.read_bytes() for path in into.rglob("*") if path.is_file()}
    assert found == {name if name == "checkout.tar" else f"wheels/{name}": data for name, data in CONTENT.items()}


def test_what_another_key_has_signed_is_foreign(keys: Path, tmp_path: Path) -> None:
    assert refusal(made(tmp_path, keys / "other.private"), keys, tmp_path / "into") == "update.foreign"


def test_a_bundle_that_names_our_key_and_is_signed_by_another_is_refused(
    whole: bytes, keys: Path, tmp_path: Path
) -> None:
    other = made(tmp_path, keys / "other.private")
    forged = MAGIC + whole[len(MAGIC) :][:65] + other[len(MAGIC) + 65 :]
    assert refusal(forged, keys, tmp_path / "into") == "update.damaged"


@pytest.mark.parametrize("version", ["0.2.0", "0.2", "0.2.1", "0.10", "1"])
def test_the_same_version_and_an_older_one_are_refused(whole: bytes, keys: Path, tmp_path: Path, version: str) -> None:
    assert refusal(whole, keys, tmp_path / "into", current=version) == "update.older"


@pytest.mark.parametrize("target", ["aarch64-3.11", "x86_64-3.99", "armv7l-3.13"])
def test_one_for_another_processor_or_python_is_refused(whole: bytes, keys: Path, tmp_path: Path, target: str) -> None:
    assert refusal(whole, keys, tmp_path / "into", target=target) == "update.target"


def test_every_damage_is_refused(whole: bytes, keys: Path, tmp_path: Path) -> None:
    """A byte changed in each part, the end cut anywhere, and something behind it."""
    body = whole.index(b"\n", len(MAGIC) + 194) + 1
    places = (0, len(MAGIC), len(MAGIC) + 70, body - 30, body, len(whole) - 1)
    changed = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in places]
    cut = [whole[:length] for length in (0, 10, len(MAGIC), len(MAGIC) + 100, body - 1, body, len(whole) - 1)]
    for data in (*changed, *cut, whole + b"x", b"x" * 100_000, b"\n" * 100):
        assert refusal(data, keys, tmp_path / "into") in ("update.damaged", "update.foreign")


HUGE = bundle.MOST_BYTES + 1
BAD = {
    "a path": {"name": "../../etc/passwd"},
    "a name that is no wheel": {"name": "evil.pth"},
    "a name that is there twice": {"name": "two-2.0-py3-none-any.whl"},
    "a bomb": {"size": HUGE},
    "less than nothing": {"size": -1},
    "no number": {"size": True},
    "no sum": {"sha256": "0"},
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_what_the_owners_own_signature_must_not_cover_is_refused(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    """Signed by the owner, of a maker that checks nothing: the bounds hold all the same."""
    honest = bundle.parse_manifest

    def careless(line: bytes) -> Manifest:
        manifest = honest(line)
        value = json.loads(line)
        files = [
            BundledFile(**asdict(file) | change) if file.name.startswith("one") else file for file in manifest.files
        ]
        return Manifest(value["version"], value["targets"], files)

    with monkeypatch.context() as patched:
        patched.setattr(bundle, "parse_manifest", careless)
        data = made(tmp_path, keys / "ours.private")
    assert refusal(data, keys, tmp_path / "into") == "update.damaged"


def test_a_manifest_that_never_ends_and_one_that_is_too_deep_are_refused(keys: Path, tmp_path: Path) -> None:
    head = MAGIC + b"0" * 64 + b" " + b"0" * 128 + b"\n"
    assert refusal(head + b"x" * (1 << 20), keys, tmp_path / "into") == "update.damaged"
    for line in (b"[" * 60_000, b"{}", b"[]", b"null", b'{"version": 1, "targets": [], "files": []}', b"\xff"):
        with pytest.raises(NotDone, match=r"update\.damaged"):
            bundle.parse_manifest(line)


PIECES = (
    *(b"../", b"/etc/passwd", b"\0", b"{}", b"[]", b"null", b"-1", b"1e9", b"9" * 14, b"true", b'"', b".whl", b"0.1"),
    *(b"checkout.tar", b'"size":', b'"name":', b"\xff", b"[" * 300, b"9.9.9", b"", "🂡".encode()),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, 400), st.integers(0, 30), st.sampled_from(PIECES) | st.binary(max_size=9))
def test_whatever_manifest_the_owner_signs_its_bundle_is_refused_or_has_the_files_that_it_says(
    whole: bytes, keys: Path, tmp_path: Path, place: int, length: int, instead: bytes
) -> None:
    """As by an owner whose tools are at fault."""
    head, line, rest = whole[len(MAGIC) :].split(b"\n", 2)
    line = (line[:place] + instead + line[place + length :]).replace(b"\n", b" ") + b"\n"
    (tmp_path / "text").write_bytes(MAGIC + line)
    files = (str(tmp_path / "text"), str(keys / "ours.private"))
    signing = ["openssl", "pkeyutl", "-sign", "-rawin", "-in", files[0], "-inkey", files[1]]
    signature = subprocess.run(signing, check=True, capture_output=True).stdout.hex().encode()
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    try:
        manifest = taken(MAGIC + head[:65] + signature + b"\n" + line + rest, keys, home / "into")
    except NotDone as problem:
        assert has_word(f"machine.error.{problem.key}")
        assert str(problem).isprintable()
        assert not list(home.iterdir())
        return
    found = {path.name: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert {name: sha256(data).hexdigest() for name, data in found.items()} == {
        file.name: file.sha256 for file in manifest.files
    }
    assert {path.parent for path in home.rglob("*.whl")} <= {home / "into/wheels"}


def test_a_disk_without_room_is_said_before_anything_is_written(
    whole: bytes, keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "RESERVE", 1 << 60)
    assert refusal(whole, keys, tmp_path / "into") == "update.room"


@pytest.mark.parametrize("content", [b"", b"x", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_cabinet_without_a_public_key_takes_none(whole: bytes, tmp_path: Path, content: bytes) -> None:
    assert refusal(whole, tmp_path, tmp_path / "into") == "update.key"
    (tmp_path / "ours.public").write_bytes(content)
    assert refusal(whole, tmp_path, tmp_path / "into") == "update.key"


def test_a_key_of_another_kind_is_none(whole: bytes, tmp_path: Path) -> None:
    private, public = str(tmp_path / "ec"), str(tmp_path / "ours.public")
    subprocess.run(["openssl", "genpkey", "-algorithm", "X25519", "-out", private], check=True)
    subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", public], check=True)
    assert refusal(whole, tmp_path, tmp_path / "into") == "update.key"


def test_versions_are_compared_by_their_numbers() -> None:
    ordered = ["0", "0.0.9", "0.1", "0.9.9", "0.10", "1", "1.0.1", "10.0.0.1"]
    assert sorted(ordered, key=numbers_of) == ordered
    for bad in ("", "1.0rc1", "1..2", "-1", "1.2.3.4.5", "9" * 7):
        with pytest.raises(NotDone):
            numbers_of(bad)


# The command


def test_the_command_bundles_its_checkout(
    keys: Path, tmp_path: Path, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one-1.0-py3-none-any.whl").write_bytes(b"wheel")
    out = tmp_path / "it.bundle"
    arguments = ["--wheels", str(tmp_path), "--out", str(out), "--for", "x86_64-3.11", "--for", "aarch64-3.13"]
    assert main(["bundle", "--key", str(keys / "ours.private"), *arguments]) == 0
    assert "for aarch64-3.13, x86_64-3.11" in capsys.readouterr().out
    with out.open("rb") as stream:
        take(stream, keys / "ours.public", "0.0.1", "aarch64-3.13", tmp_path / "into")
    with tarfile.open(tmp_path / "into/checkout.tar") as packed:
        names = packed.getnames()
        assert {entry.uid for entry in packed} == {0}
    assert {"checkout/systemd/install.sh", "checkout/cabinet/cli.py", "checkout/pyproject.toml"} <= set(names)
    assert not {part for name in names for part in name.split("/")} & set(LEFT_OUT)
    links = (repository / "systemd").rglob("*.target")
    assert {f"checkout/{link.relative_to(repository)}" for link in links} <= set(names)


@pytest.mark.parametrize("key", ["other.public", "nowhere"])
def test_a_key_that_signs_nothing_is_a_mistake_in_words(
    keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    (tmp_path / "one-1.0-py3-none-any.whl").write_bytes(b"wheel")
    out = tmp_path / "it.bundle"
    assert main(["bundle", "--key", str(keys / key), "--wheels", str(tmp_path), "--out", str(out)]) == 2
    assert "genpkey -algorithm ed25519" in capsys.readouterr().err
    assert not out.exists()


def test_a_folder_without_wheels_is_a_mistake_in_words(
    keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bundle", "--key", str(keys / "ours.private"), "--wheels", str(tmp_path)]) == 2
    assert "has no wheels" in capsys.readouterr().err
