"""What describes the files of a release: check sums, parts lists, the entry for Raspberry Pi Imager."""

import json
import lzma
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from tools.release.source import Release

SUMS: Final = "SHA256SUMS"
DEVICES: Final = ("pi3-64bit", "pi4-64bit")
"""Imager's tags of the boards that the image is made for: Pi 3, Zero 2 W; Pi 4, 400."""


def digest(path: Path) -> str:
    """Return a file's SHA-256 in hexadecimal digits."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def write_sums(folder: Path) -> None:
    """Write the check sums of all files of a folder, as ``sha256sum --check`` reads them."""
    lines = [f"{digest(path)}  {path.name}\n" for path in sorted(folder.iterdir()) if path.name != SUMS]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def imager_list(release: Release, image: Path, icon: Path, address: str) -> dict[str, Any]:
    """Return Raspberry Pi Imager's own-repository list with the one image (its ``os-list-schema.json``).

    ``image`` is packed by xz, ``address`` the folder on the web where image and icon are put. With the ``init_format``
    none Imager offers no settings of its own: the card's file has them. Raises OSError, and LZMAError.
    """
    folder, (size, content) = address.rstrip("/"), unpacked(image)
    return {
        "os_list": [
            {
                "name": f"Photo Finish {release.version}",
                "description": "A two-player arcade cabinet for real-time card games; set up by photofinish.toml on "
                "the card",
                "icon": f"{folder}/{icon.name}",
                "url": f"{folder}/{image.name}",
                "extract_size": size,
                "extract_sha256": content,
                "image_download_size": image.stat().st_size,
                "image_download_sha256": digest(image),
                "release_date": datetime.fromtimestamp(release.epoch, UTC).date().isoformat(),
                "init_format": "none",
                "devices": list(DEVICES),
            }
        ]
    }


def unpacked(image: Path) -> tuple[int, str]:
    """Return how many bytes a file packed by xz has, and their SHA-256: what Imager will write and compare."""
    size, found = 0, sha256()
    with lzma.open(image) as file:
        while chunk := file.read(1 << 20):
            size += len(chunk)
            found.update(chunk)
    return size, found.hexdigest()


def image_parts(release: Release, manifest: str) -> str:
    """Return the card image's parts list (CycloneDX 1.6, JSON) from its manifest's lines of packages."""
    components = []
    for line in manifest.splitlines():
        origin, _, rest = line.partition("\t")
        if origin in PURL:
            name, version, licences = rest.split("\t")
            components.append(_component(origin, name, version, licences))
    return document(release, "photofinish-image", components)


PURL: Final[Mapping[str, str]] = {"Debian": "pkg:deb/debian/{name}@{version}", "Python": "pkg:pypi/{name}@{version}"}
"""Package addresses by origin (package-url specification, types deb and pypi)."""


def _component(origin: str, name: str, version: str, licences: str) -> dict[str, Any]:
    address = PURL[origin].format(name=name.lower().replace("_", "-"), version=version.replace("+", "%2B"))
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "licenses": [{"license": {"name": each}} for each in licences.split("; ")],
    }


def document(release: Release, name: str, components: Iterable[Mapping[str, Any]]) -> str:
    """Return a CycloneDX document about one thing of a release; its serial number follows from the commit."""
    return json.dumps(
        {
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, f'{name}@{release.commit}')}",
            "version": 1,
            "metadata": {
                "timestamp": datetime.fromtimestamp(release.epoch, UTC).isoformat(),
                "component": {"type": "application", "name": name, "version": release.version, "bom-ref": name},
            },
            "components": list(components),
        },
        indent=1,
    )
