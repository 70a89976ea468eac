#!/usr/bin/env bash
# Runs all tests by `make test` as a newcomer on Debian trixie would: a fresh root with nothing but make, venv and
# its own Python 3.13, an ordinary user, an empty home. Needs root and mmdebstrap; leaves nothing behind.
# What is given to it is given to pytest. Tests that want a program from outside (Xvfb …) count as not run there.
# First the button board's firmware is built there and compared with the images that are shipped.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
root=$work/root
user=1000

cleanup() {
    local folder
    for folder in proc dev/pts dev/shm tmp; do
        if mountpoint -q "$root/$folder"; then umount "$root/$folder"; fi
    done
    rm -rf --one-file-system "$work"
}
trap cleanup EXIT

# The chroot reaches the network, and pip its packages, the way this machine does: with the files that pip's settings
# name as well (a certificate, a list of constraints).
copy_network_settings() {
    local file setting
    for file in /etc/resolv.conf /etc/hosts; do
        cat "$file" >"$root$file"
    done
    for file in /etc/ssl/certs/ca-certificates.crt "${PIP_CERT:-}" "${SSL_CERT_FILE:-}"; do
        if [ -f "$file" ]; then install -D -m 644 "$file" "$root$file"; fi
    done
    for setting in "${settings[@]}"; do
        for file in ${setting#*=}; do
            if [ -f "$file" ]; then install -D -m 644 "$file" "$root$file"; fi
        done
    done
}

# pip's settings come from files and the environment: all of them as PIP_… variables, one a line.
pip_settings() {
    python3 -m pip config list | python3 -c '
import ast, sys
for line in sys.stdin:
    key, _, value = line.strip().partition("=")
    section, _, name = key.partition(".")
    if section in ("global", "install"):
        print("PIP_%s=%s" % (name.upper().replace("-", "_"), ast.literal_eval(value).replace("\n", " ")))
'
}

mapfile -t settings < <(pip_settings)
echo "Debian trixie: making a root …"
mapfile -t firmware < <(python3 -m firmware.build --mmdebstrap)
mmdebstrap --quiet --variant=apt --include=make,python3-venv,ca-certificates "${firmware[@]}" trixie "$root"
copy_network_settings
mount -t proc proc "$root/proc"
install -d "$root/dev/pts"  # terminal devices, for the tests of serial ports; an instance of their own
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"

install -d "$root/dev/shm"  # several processes at once keep their locks there
for folder in tmp dev/shm; do  # what tests write: in memory, where no disk makes them wait
    mount -t tmpfs -o mode=1777 tmpfs "$root/$folder"
done
mkdir -p "$root/src"
git ls-files -z --cached --others --exclude-standard | tar --null -T - --ignore-failed-read -c | tar -x -C "$root/src"
chown -R $user:$user "$root/src"

inside() {
    chroot --userspec=$user:$user "$root" env -u CI -u PYTHONPATH -u PYTHONDONTWRITEBYTECODE PATH=/usr/bin:/bin HOME=/src LANG=C.UTF-8 \
        "${settings[@]}" sh -c "cd /src && $1"
}

inside "python3 -m firmware.build --check"
inside "python3 --version && make test MARKS= ARGS='-q $*'"
