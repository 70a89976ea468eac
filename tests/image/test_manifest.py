"""The manifest: names, versions and licences, out of what Debian and Python keep of their packages."""

from tools.image.make import UNSAID, Package, debian_packages, licenses, manifest_text, python_package

STATUS = """Package: less
Status: install ok installed
Version: 668-1

Package: gone
Status: deinstall ok config-files
Version: 1

Package: bash
Status: install ok installed
Architecture: arm64
Version: 5.2.37-2
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
License: GPL-3+

Files: debian/*
License: Less or GPL-3+
 text

License: GPL-3+
 On Debian systems …
"""
METADATA = "Metadata-Version: 2.1\nName: pyserial\nVersion: 3.5\n{}\n\nLicense: of the text below, not the header\n"


def test_only_installed_packages_are_listed_by_name() -> None:
    found = debian_packages(STATUS, {"less": COPYRIGHT})
    assert found == [
        Package("bash", "5.2.37-2", UNSAID, "Debian"),
        Package("less", "668-1", "GPL-3+; Less or GPL-3+", "Debian"),
    ]


def test_a_copyright_file_that_no_machine_reads_is_pointed_to() -> None:
    assert licenses("This is free software; see the GPL.") == UNSAID


def test_a_python_packages_licence_is_what_it_says_of_itself() -> None:
    assert python_package(METADATA.format("License: BSD\n  of a kind")).licenses == "BSD"
    assert python_package(METADATA.format("License-Expression: MIT")).licenses == "MIT"
    classifier = "Classifier: License :: OSI Approved :: BSD License"
    assert python_package(METADATA.format(classifier)).licenses == "BSD License"
    assert python_package(METADATA.format("Summary: x")) == Package("pyserial", "3.5", UNSAID, "Python")


def test_the_text_has_a_line_a_package_and_the_check_sums() -> None:
    written = manifest_text("a card", [Package("less", "668-1", "GPL-3+", "Debian")], {"card.img": "00ff"})
    assert written.splitlines() == [
        "a card", "", "SHA-256\tcard.img\t00ff", "", "origin\tpackage\tversion\tlicences", "Debian\tless\t668-1\tGPL-3+"
    ]  # fmt: skip
