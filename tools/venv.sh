#!/bin/sh
# Makes .venv inside the checkout and installs this project into it, editable, with the extras named
# as arguments ("dev", "bench"; none for just playing). Called by the Makefile, which keeps it from
# running twice. It changes nothing outside .venv.
set -eu

venv=.venv
extras=${*:-}
begun=$(date +%s)

fail() {
    printf '\n%s\n' "$1" >&2
    exit 2
}

# A command named python3.12 may be a pyenv shim that runs nothing: only an answer counts.
new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

can_make_venvs() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

find_python() {
    found_without_venv=
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14}; do
        new_enough "$candidate" || continue
        if can_make_venvs "$candidate"; then
            python=$candidate
            return
        fi
        found_without_venv=${found_without_venv:-$candidate}
    done
    if [ -n "$found_without_venv" ]; then
        fail "$found_without_venv cannot make virtual environments: its venv module is missing.
On Debian, Raspberry Pi OS and Ubuntu:  sudo apt install python3-venv
Then run make again."
    fi
    fail "Photo Finish needs Python 3.11 or later; none was found (tried: ${PYTHON:-python3 python3.11 python3.12 python3.13 python3.14}).
On Debian 12, Raspberry Pi OS bookworm and later:  sudo apt install python3 python3-venv
On macOS:  brew install python@3.13
Elsewhere, name one:  make play PYTHON=/path/to/python3"
}

# An environment holds absolute paths: one that was moved with its checkout works no longer.
usable() {
    new_enough "$venv/bin/python" && [ "$(cat "$venv/.made-in" 2>/dev/null)" = "$PWD" ]
}

if ! usable; then
    find_python
    echo "Making a virtual environment in $venv with $("$python" --version) …"
    rm -rf "$venv"
    "$python" -m venv "$venv"
    echo "$PWD" >"$venv/.made-in"
fi

list=$(echo "$extras" | tr ' ' ',')
echo "Installing Photo Finish${list:+ with its tools ($list)} into $venv; this takes a minute the first time …"
. "${0%/*}/../systemd/pip.sh"
keep_pip_settings "$venv/bin/python"

# Of pip's lines: each package with its version and size as its download begins, and when all are being unpacked.
show_steps() {
    while IFS= read -r line; do
        case $line in
            *.metadata\ \(*) ;;
            *"  Downloading "* | *"  Using cached "*)
                size=${line##*\(} file=${line%% \(*}
                file=${file##*[ /]}
                version=${file#*-}
                echo "    ${file%%-*} ${version%%-*}, ${size%\)}"
                ;;
            "Installing collected packages:"*) echo "    unpacking …" ;;
        esac
    done
}

pip() {
    {
        stopped=$({ {
            "$venv/bin/python" -m pip install --no-compile --progress-bar off --disable-pip-version-check "$@" && echo 0 >&3 || echo 1 >&3
        } | show_steps >&4; } 3>&1)
    } 4>&1
    return "$stopped"
}
# What the program needs, by its hashes, as on a cabinet; then itself and the tools. Built with the setuptools that came
# with the former: one for the build alone would be downloaded once more. Python compiles what is imported, when it is.
{ pip --require-hashes --requirement systemd/locked.txt &&
    pip --no-build-isolation --editable ".${list:+[$list]}"; } ||
    fail "The installation stopped; the lines above say why. Without a network, connect and run make again.
To begin afresh:  make clean"
echo "Ready after $(($(date +%s) - begun)) s. The first start takes some seconds more: Python compiles the program."
