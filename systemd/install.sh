#!/usr/bin/env bash
# Makes this machine a cabinet: it boots into Photo Finish, and nothing else changes for good.
#
#   sudo bash systemd/install.sh                 install, or upgrade what is installed; may be run again at any time
#   sudo bash systemd/install.sh --rollback      go back to the version before
#   sudo bash systemd/install.sh --uninstall     take it away again; records and configuration stay
#   sudo bash systemd/install.sh --read-only     install, and keep the system itself from being written to
#   sudo bash systemd/install.sh --compiled      install, with the engine compiled for this machine (minutes; never needed)
#   ... --dry-run                             say what would be done, and do nothing
#   ... --open-console                        leave the other terminals and the magic keys to whoever has a keyboard
#   ... --root FOLDER                         install into that folder instead, and note what the machine would be told
#   ... --key FILE                            take updates from USB sticks that this public key's owner has signed
#   ... --image                               make a card's system of the Debian that this is run in, which is not running
#   ... --attach                              put the files of the current release where they belong (a card at each boot)
#   ... --update                              make a release that is on trial from the next start on (root's helper)
#   ... --trial                               a start of such a release (photofinish-trial.service)
#
# Every file that it puts somewhere lies, as it will lie there, under systemd/root, and those of a card besides under
# systemd/image. Needs Debian 12 or later, or Raspberry Pi OS bookworm or later, on arm64 or amd64. On a card of ours
# (docs/image.md) it upgrades and goes back, and writes to the data partition alone.
set -euo pipefail
umask 022 # what is made here is for every user to read, whatever the caller's umask is

here=$(cd "$(dirname "$0")" && pwd)
source_folder=$(dirname "$here")
root='' doing=install dry='' read_only='' open_console='' compiled='' image='' key='' changed=''
undone=() # what an uninstall could not do

user=photofinish
groups_wanted=(video render input gpio audio dialout)
packages=(python3-venv libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri alsa-utils polkitd)
data=/var/lib/photofinish
config=/etc/photofinish/config.toml
opt=/opt/photofinish
trial=$opt/trial                           # the release that is on trial, and how many starts it had
owner_key=/etc/photofinish/owner.pem
# the last, because Raspberry Pi's kernels are told cgroup_disable=memory by their firmware: units' limits would not count
cmdline_words=(consoleblank=0 vt.global_cursor_default=0 logo.nologo cgroup_enable=memory)
console_files=(etc/systemd/logind.conf.d/photofinish.conf etc/sysctl.d/90-photofinish.conf
    etc/systemd/system/ctrl-alt-del.target)
open_file=/etc/systemd/system/photofinish.service.d/open-console.conf
clock_files=(usr/local/lib/photofinish/clock etc/systemd/system/photofinish-clock.service
    etc/systemd/system/photofinish-clock-keep.service etc/systemd/system/photofinish-clock-keep.timer
    etc/systemd/system/timers.target.wants/photofinish-clock-keep.timer) # of the image, for a system that is read-only
clock_wanted=/etc/systemd/system/photofinish.service.d/clock.conf
card=/etc/photofinish-image                # says that this system is a card's, and which
room_mb=100                                # what an upgrade leaves to the results: root's reserve is no use to the cabinet
release_mb=350                             # what a first release takes at most; a later one as much as the one before
put_list=/usr/local/lib/photofinish/files  # the files that the image's own release has put

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 2
}

say() { printf '%s\n' "$1"; }

# Does something to files, or says that it would.
run() {
    if [ -n "$dry" ]; then say "would: $*"; else "$@"; fi
}

# Tells the machine something; in a folder of its own this is only noted.
machine() {
    if [ -n "$dry" ]; then
        say "would: $*"
    elif [ -n "$root" ]; then
        printf '%s\n' "$*" >>"$root/machine.log"
    elif [ -n "$image" ] && ! changes_files "$@"; then
        : # nothing runs there that could be told
    else
        "$@"
    fi
}

changes_files() {
    case "$1 ${2-}" in
        apt-get\ * | useradd\ * | groupadd\ * | usermod\ * | "systemctl enable") ;;
        *) return 1 ;;
    esac
}

is_card() { [ -e "$root$card" ]; }

# Index and certificates from pip's settings, and nothing else.
. "$here/pip.sh"

main() {
    read_arguments "$@"
    check_machine
    case $doing in
        install) install_all ;;
        uninstall) uninstall_all ;;
        rollback) rollback ;;
        attach) attach ;;
        update) update ;;
        trial) try_release ;;
    esac
}

read_arguments() {
    while [ $# -gt 0 ]; do
        case $1 in
            --dry-run) dry=yes ;;
            --uninstall) doing=uninstall ;;
            --rollback) doing=rollback ;;
            --attach) doing=attach ;;
            --update) doing=update ;;
            --trial) doing=trial ;;
            --key)
                # how every Ed25519 public key begins
                grep -qs '^MCowBQYDK2VwAyEA' "${2:-}" || fail "\
--key takes a file with a public Ed25519 key: openssl pkey -in private.pem -pubout -out public.pem"
                key=$2
                shift
                ;;
            --image) image=yes ;;
            --read-only) read_only=yes ;;
            --open-console) open_console=yes ;;
            --compiled) compiled=yes && packages+=(gcc libc6-dev python3-dev) ;;
            --root)
                [ -d "${2:-}" ] || fail "--root takes a folder that is there"
                root=$(cd "$2" && pwd)
                shift
                ;;
            -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit 0 ;;
            *) fail "there is no option $1; --help lists them" ;;
        esac
        shift
    done
}

check_machine() {
    case $doing in attach | trial) return ;; esac
    if [ -z "$root$dry$image" ]; then
        [ "$(id -u)" = 0 ] || fail "run it with sudo: it makes a user and services"
        [ -d /run/systemd/system ] || fail "this machine does not run systemd, and the cabinet is started by it"
    fi
    # The packages' architecture, not the kernel's (uname): a 32-bit system may run under a 64-bit kernel.
    local arch
    arch=$(dpkg --print-architecture) || arch="no Debian"
    case $arch in
        arm64 | amd64) ;;
        *) fail "this system is $arch: only arm64 and amd64 are served (on a Raspberry Pi take the 64-bit system)" ;;
    esac
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "Python 3.11 or later is needed: take Debian 12, Raspberry Pi OS bookworm, or later"
    if is_card; then check_card; fi
    if [ "$doing" = update ]; then check_packages; fi
    if is_card; then return; fi
    if [ -n "$read_only" ]; then check_read_only; fi
    if [ -z "$root$dry$image" ] && [ "$(findmnt -no FSTYPE /)" = overlay ]; then
        fail "the system is read-only now, and what is installed would be gone at the next boot: sudo overlayroot-chroot first"
    fi
}

# A card's system is sealed: what is not on its data partition is gone with the next boot.
check_card() {
    [ -z "$read_only" ] || fail "this card's system is sealed already"
    [ -z "$open_console" ] || fail "this card's system is sealed: its console stays as it is"
    [ "$doing" != uninstall ] || fail "this card is nothing but the cabinet: write another system onto it"
    [ -n "$root$dry" ] || mountpoint --quiet "$opt" ||
        fail "the data partition is not in its place, so nothing would stay: systemctl status data.mount says why"
    [ "$doing" != install ] || check_packages
}

# What the card lacks cannot be added to it for good, and from a stick nothing: said before anything is changed.
check_packages() {
    local missing
    missing=$(missing_packages)
    [ -z "$missing" ] || is_card || fail "\
this version needs what this system lacks: $(echo $missing). Install it from a checkout, with a network."
    [ -z "$missing" ] || fail "\
this version needs what this card's system lacks: $(echo $missing)
Write the card anew with the image of this version; copy /data/records to it to keep the records."
}

# --- installing ---------------------------------------------------------------------------------------------

install_all() {
    check_user
    check_room
    install_packages
    make_user
    leave_desktop
    install_release
    install_files
    install_config
    if is_card; then
        note_files
        check_cmdline
    else
        edit_cmdline add
    fi
    if [ -n "$read_only" ]; then make_read_only; fi
    if [ -n "$image" ]; then make_card; fi
    machine systemctl daemon-reload
    machine udevadm control --reload
    machine udevadm trigger --subsystem-match=gpio --subsystem-match=sound
    machine systemd-tmpfiles --create "/etc/tmpfiles.d/photofinish.conf"
    machine systemctl enable photofinish.service
    on_disk "${root:-/}"
    say "Photo Finish $(basename "$(readlink "$root$opt/current" 2>/dev/null || echo '')") is installed; it starts at every boot."
    say "Configuration: $config    Records: $data    Is all well: sudo -u $user photofinish doctor"
    start_anew
}

# Told last: a machine that is set up without its screen has everything, but cannot show it yet.
start_anew() {
    machine systemctl restart photofinish-trace.socket ||
        say "Interrupts will not be traced. Why: journalctl -u photofinish-trace.socket -n 20"
    machine systemctl restart photofinish-helper.socket ||
        say "The operator's page cannot act on the machine. Why: journalctl -u photofinish-helper.socket -n 20"
    # a start that somebody asked for is no fall, however often there was one lately
    machine systemctl reset-failed photofinish.service 2>/dev/null || true
    machine systemctl restart photofinish.service ||
        say "It does not play yet. Why: journalctl -u photofinish -n 20, and sudo -u $user photofinish doctor"
}

install_packages() {
    local missing=()
    mapfile -t missing < <(missing_packages)
    [ ${#missing[@]} = 0 ] || machine apt-get install --yes --no-install-recommends "${missing[@]}"
}

missing_packages() {
    local package
    for package in "${packages[@]}"; do
        [ -e "$root/var/lib/dpkg/info/$package.list" ] || compgen -G "$root/var/lib/dpkg/info/$package:*.list" >/dev/null ||
            printf '%s\n' "$package"
    done
}

# An account of that name that the installer has not made is left as it is, and a person's is never taken.
check_user() {
    local number
    number=$(sed -n "s/^$user:[^:]*:\([0-9]*\):.*/\1/p" "$root/etc/passwd")
    [ -z "$number" ] || is_our_user || [ "$number" -lt 1000 ] || fail "\
there is an account named $user already, and it is a person's (number $number): the cabinet needs an account of this
name for itself, without a login. Rename that one (usermod --login OTHER $user, and groupmod --new-name OTHER $user)
and run this again."
}

# Earlier installers noted no account: theirs had the records as its home.
is_our_user() {
    in_file passwd "$user" && { noted user | grep -qx "$user" || grep -q "^$user:[^:]*:[0-9]\{1,3\}:[^:]*:[^:]*:$data:" "$root/etc/passwd"; }
}

# Before anything is changed: what an upgrade takes from root's reserve, the cabinet lacks for its results.
check_room() {
    local free needed=$release_mb place=$root$opt
    ! stands "$root$opt/releases/$(release_id)" || return 0
    [ ! -d "$root$opt/current/" ] || needed=$(du -sm "$root$opt/current/" | cut -f1)
    while [ ! -d "$place" ]; do place=$(dirname "$place"); done
    free=$(df --output=avail -BM "$place" | tail -n 1 | tr -dc 0-9)
    [ "$free" -ge $((needed + room_mb)) ] || fail "\
there is too little room: this version takes $needed MB, $room_mb MB are to stay free for the results, and of $place
$free MB are free. Nothing has been changed. Make room there (sudo apt-get clean, old files) and run this again."
}

make_user() {
    local group
    if ! in_file passwd "$user"; then
        machine useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
        note user "$user"
    elif is_our_user; then
        note user "$user"
    fi
    # records of an installation before, or of a backup, are the account's that is here now, whatever its number was
    if [ -d "$root$data" ]; then machine chown --no-dereference --recursive "$user:$user" "$data"; fi
    for group in "${groups_wanted[@]}"; do
        if ! in_file group "$group"; then
            machine groupadd --system "$group"
            note group "$group"
        fi
        machine usermod --append --groups "$group" "$user"
    done
}

# A desktop would take the screen at the boot, or keep it.
leave_desktop() {
    local link=$root/etc/systemd/system/display-manager.service desktop
    [ -L "$link" ] || return 0
    desktop=$(basename "$(readlink "$link")")
    say "This machine begins with a desktop ($desktop), which takes the screen: it does not begin by itself any more."
    say "It comes back with --uninstall, or by: sudo systemctl enable $desktop"
    note desktop "$desktop"
    machine systemctl disable "$desktop"
}

# What was not there before, so that an uninstall knows what to take away; a line each.
note() {
    [ -z "$dry" ] || return 0
    mkdir -p "$root$opt"
    grep -qsxF "$1 $2" "$root$opt/made" || printf '%s %s\n' "$1" "$2" >>"$root$opt/made"
}

noted() { sed -n "s/^$1 //p" "$root$opt/made" 2>/dev/null | tac; }

make_folder() {
    [ ! -d "$root$1" ] || return 0
    make_folder "$(dirname "$1")"
    run mkdir "$root$1"
    note folder "$1"
}

in_file() { grep -q "^$2:" "$root/etc/$1" 2>/dev/null; }

# A release is a folder with its own virtual environment, named by what it was made from. `current` leads to it by one
# rename, so that a machine that is switched off meanwhile has the old one or the new one.
install_release() {
    local id release
    id=$(release_id)
    release=$opt/releases/$id
    if ! stands "$root$release"; then
        say "Making $release …"
        run rm -rf "$root$release"
        run mkdir -p "$root$release"
        make_venv "$root$release/venv"
        copy_source "$root$release/source"
        install_python "$root$release"
        [ -z "$compiled" ] || compile_engine "$root$release"
        # now, since the cabinet itself may write nothing there; pygame's own tests and examples are never run. A release
        # never changes, so that nobody has to look whether its source has
        run "$root$release/venv/bin/python" -m compileall -q -j 0 --invalidation-mode unchecked-hash -x '/(tests|examples|docs)/|/pip/' "$root$release/venv/lib"
        run rm -rf "$root$release/source"
        run copy_docs "$root$release"
        # the page that verifies, where `make page` has built one: the service for phones hands it out
        [ ! -f "$source_folder/build/page/index.html" ] || run cp -R "$source_folder/build/page" "$root$release/page"
        # a card puts the units of its current release where they belong at each boot, from here
        run cp -RP "$here" "$root$release/systemd"
        run touch "$root$release/systemd/sum-$(sum_of_files)"
        run chmod -R a+rX "$root$opt"
        on_disk "$root$opt"
        run touch "$root$release/complete"
    fi
    local old
    old=$(readlink "$root$opt/current" 2>/dev/null || true)
    if [ "$old" != "releases/$id" ]; then
        [ -z "$old" ] || lead_to "$old" previous
        # before the link: whoever pulls the plug between the two has the old one, and a note that counts for nothing
        [ "$doing" != update ] || put_trial "releases/$id" 0
        run rm -f "$root$opt/fell-back"
        lead_to "releases/$id" current
    fi
    remove_old_releases
}

# An environment has its packages below the name of one minor version of Python: an upgrade of Debian leaves it without.
stands() {
    local made now
    made=$(sed -n 's/^version = \([0-9]*\.[0-9]*\).*/\1/p' "$1/venv/pyvenv.cfg" 2>/dev/null || true)
    now=${made:+$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')}
    [ -e "$1/complete" ] && [ "$made" = "$now" ]
}

# Other people's packages are those whose hashes locked.txt has (decision 0131), setuptools among them, which builds ours:
# pip would fetch another for that, whatever it is. It goes again, since it has itself loaded at each start. What Python
# compiles of pip is there for the runs after the first, and goes as well.
install_python() {
    local -x PYTHONPYCACHEPREFIX=$1/bytecode PYTHONDONTWRITEBYTECODE=
    local pip=(run "$1/venv/bin/python" -m pip)
    [ -n "$dry" ] || keep_pip_settings "$1/venv/bin/python"
    "${pip[@]}" install --quiet --disable-pip-version-check --no-compile --require-hashes --requirement "$here/locked.txt"
    "${pip[@]}" install --quiet --disable-pip-version-check --no-compile --no-deps --no-build-isolation "$1/source"
    "${pip[@]}" uninstall --quiet --disable-pip-version-check --yes setuptools
    run rm -rf "$1/bytecode"
}

# The wheel is made in an environment of its own, of which nothing stays: mypy and the C code take 200 MB.
compile_engine() {
    say "Compiling the engine; on a small machine this takes some minutes …"
    run cp -R "$source_folder/tools" "$1/source"
    make_venv "$1/compiler"
    run "$1/compiler/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --requirement "$here/locked-compiler.txt"
    run env --chdir "$1/source" "$1/compiler/bin/python" -m tools.compiled wheel "$1/compiled"
    run "$1/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --no-index \
        --find-links "$1/compiled" photofinish-compiled
    run rm -rf "$1/compiler" "$1/compiled"
}

# With Debian's wheel of pip (python3-venv brings it) just unpacked: ensurepip, which takes a minute on a small machine to
# do the same, may add setuptools, and that has itself loaded at the start of every program.
make_venv() {
    local wheels=(/usr/share/python-wheels/pip-*.whl)
    [ -n "$root$dry" ] || [ -e "${wheels[-1]}" ] || fail "There is no ${wheels[-1]}: apt install python3-pip-whl"
    run python3 -m venv --without-pip "$1"
    run python3 -m zipfile --extract "${wheels[-1]}" "$(echo "$1"/lib/python3*/site-packages)"
}

# A copy, so that building leaves nothing of root's in the checkout.
copy_source() {
    run mkdir "$1"
    (cd "$source_folder" && run cp -R cabinet engine hardware live workshop photofinish_cabinet.py pyproject.toml README.md LICENSE "$1")
    [ ! -e "$source_folder/.git" ] || [ -n "$dry" ] ||
        # what it was made from: a release has no git (cabinet/process/revision.py)
        (cd "$source_folder" && python3 -B -m cabinet.process.revision) >"$1/cabinet/process/revision.txt"
}

# Without their pictures, which a cabinet shows nobody.
copy_docs() { (cd "$source_folder" && find docs -path docs/pictures -prune -o -type f -exec cp --parents -t "$1" {} +); }

release_id() {
    local version page=()
    [ ! -f "$source_folder/build/page/sw.js" ] || page=(build/page/sw.js) # which has the sum of the others
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source_folder/pyproject.toml")
    printf '%s-%s' "$version" "$(cd "$source_folder" &&
        find cabinet engine hardware live workshop docs systemd photofinish_cabinet.py pyproject.toml "${page[@]}" -path docs/pictures -prune -o -type f ! -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-12)${compiled:+-compiled}"
}

# Whoever pulls the plug now finds whole files, not names of files that were never written.
on_disk() { run sync --file-system "$1"; }

lead_to() {
    run ln -sfn "$1" "$root$opt/$2.new"
    run mv -T "$root$opt/$2.new" "$root$opt/$2"
}

remove_old_releases() {
    local folder name
    for folder in "$root$opt"/releases/*/; do
        [ -d "$folder" ] || continue
        name=releases/$(basename "$folder")
        case $name in
            "$(readlink "$root$opt/current" 2>/dev/null)" | "$(readlink "$root$opt/previous" 2>/dev/null)") ;;
            *) run rm -rf "$folder" ;;
        esac
    done
}

files_to_put() { (cd "$here/${1:-root}" && find . \( -type f -o -type l \) -printf '%P\n' | sort); }

is_left_out() {
    [ -n "$open_console" ] && printf '%s\n' "${console_files[@]}" | grep -qx "$1"
}

install_files() {
    local file
    while read -r file; do
        if is_left_out "$file"; then run rm -f "$root/$file"; else put_file root "$file"; fi
    done < <(files_to_put)
    while read -r file; do
        if [ -d "$root$file" ] && ! has_mode 755 "$root$file"; then run chmod 755 "$root$file"; fi
    done < <(noted folder)
    if [ -z "$open_console" ]; then
        run rm -f "$root$open_file"
    elif ! same "$here/open-console.conf" "$root$open_file"; then
        make_folder "$(dirname "$open_file")"
        run install -m 644 "$here/open-console.conf" "$root$open_file"
    fi
}

put_file() {
    local mode=644 start='' # by what the file is, not by how it was checked out
    [ -L "$here/$1/$2" ] || IFS= read -r -N 2 start <"$here/$1/$2" || true
    [ "$start" != "#!" ] || mode=755
    if same "$here/$1/$2" "$root/$2" && { [ -L "$root/$2" ] || has_mode "$mode" "$root/$2"; }; then return 0; fi
    make_folder "/$(dirname "$2")"
    # the old one or the new one at any moment, and never through a link that lies there
    if [ -L "$here/$1/$2" ]; then
        run ln -sfn "$(readlink "$here/$1/$2")" "$root/$2.new"
    else
        run install -m "$mode" "$here/$1/$2" "$root/$2.new"
    fi
    run mv -T "$root/$2.new" "$root/$2"
    changed=yes
}

has_mode() { [ "$(stat -c %a "$2" 2>/dev/null)" = "$1" ]; }

same() {
    if [ -L "$1" ]; then [ "$(readlink "$1")" = "$(readlink "$2" 2>/dev/null)" ]; else cmp -s "$1" "$2"; fi
}

# The configuration is the operator's: it is made once and never touched again.
install_config() {
    local wanted=auto
    if [ ! -e "$root$config" ]; then
        grep -qs 'Raspberry Pi' "$root/proc/device-tree/model" && wanted=gpio
        run mkdir -p "$root$(dirname "$config")"
        if [ -n "$dry" ]; then say "would: write $config"; else sed "s/@source@/$wanted/" "$here/config.toml" >"$root$config"; fi
    fi
    [ -z "$key" ] || run install -m 644 "$key" "$root$owner_key"
    run chmod a+rX "$root$(dirname "$config")" "$root$config" # the program reads it, and it is not root
}

# The kernel's command line of a Raspberry Pi: one line, to which words are added and from which they are taken again.
edit_cmdline() {
    local file=$root/boot/firmware/cmdline.txt line word
    [ -f "$file" ] || return 0
    line=" $(tr -d '\n' <"$file") "
    for word in "${cmdline_words[@]}"; do
        line=${line// $word / }
        [ "$1" = remove ] || line="$line$word "
    done
    line=$(printf '%s' "$line" | sed 's/^ *//; s/ *$//')
    [ "$line" = "$(tr -d '\n' <"$file")" ] || write_line "$line" "$file"
}

# A card's line lies on a partition that a power cut may hurt, and without it nothing boots.
check_cmdline() {
    local word line
    line=" $(cat "$root/boot/firmware/cmdline.txt" 2>/dev/null || true) "
    for word in "${cmdline_words[@]}"; do
        [ "${line/ $word /}" != "$line" ] ||
            say "Missing in cmdline.txt on the card's first partition, to be added on another computer: $word"
    done
}

write_line() {
    if [ -n "$dry" ]; then
        say "would: write into $2: $1"
    else
        printf '%s\n' "$1" >"$2.new" && mv "$2.new" "$2"
    fi
}

# --- a system that is not written to ------------------------------------------------------------------------

# What must survive needs a place of its own: a file system with the label photofinish (a partition, or a USB stick).
check_read_only() {
    [ -n "$root$dry" ] || [ -e /dev/disk/by-label/photofinish ] || fail "\
--read-only needs a place for the records that stays writable: a file system with the label photofinish.
Make one on a free partition or a USB stick (here /dev/sda1; everything on it is lost):
    sudo mkfs.ext4 -L photofinish /dev/sda1
and run this again."
}

make_read_only() {
    # by its own number: a label is on whatever somebody has formatted so
    local fstab=$root/etc/fstab uuid
    uuid=$(blkid --match-tag UUID --output value /dev/disk/by-label/photofinish 2>/dev/null || true)
    grep -qs " $data ext4 " "$fstab" ||
        run append "${uuid:+UUID=}${uuid:-LABEL=photofinish} $data ext4 noatime,nosuid,nodev,noexec,nofail 0 2" "$fstab"
    run mkdir -p "$root$data"
    # overlayroot's script in the initrd wants busybox's tools, which apt only recommends
    machine apt-get install --yes --no-install-recommends overlayroot busybox
    # recurse=0: only the root is laid over, every other file system stays as fstab has it
    run put_text 'overlayroot="tmpfs:recurse=0"' "$root/etc/overlayroot.local.conf"
    machine mount "$data"
    machine chown -R "$user:$user" "$data"
    keep_clock
    say "From the next boot on the system is read-only. To change it: sudo overlayroot-chroot, or --uninstall from there."
}

# The time that was seen last stays beside the records, as on a card: a Pi without a network goes on from it.
keep_clock() {
    local file line="$data/clock /var/lib/systemd/timesync none bind,nofail 0 0"
    for file in "${clock_files[@]}"; do put_file image "$file"; done
    make_folder "$(dirname "$clock_wanted")"
    run put_text "$(printf '[Unit]\nWants=photofinish-clock.service\nAfter=photofinish-clock.service')" "$root$clock_wanted"
    grep -qsxF "$line" "$root/etc/fstab" || run append "$line" "$root/etc/fstab"
    run mkdir -p "$root/var/lib/systemd/timesync"
    machine install --directory --owner=systemd-timesync --group=systemd-timesync "$data/clock" ||
        machine install --directory "$data/clock" # a system without timesyncd
}

append() { printf '%s\n' "$1" >>"$2"; }

put_text() { printf '%s\n' "$1" >"$2"; }

# --- a card ---------------------------------------------------------------------------------------------------

# The system of a card: besides all of the above what keeps it sealed, and what it mounts.
make_card() {
    local file
    while read -r file; do put_file image "$file"; done < <(files_to_put image)
    make_folder "$(dirname "$put_list")"
    files_to_put >"$root$put_list"
    sum_of_files >"$root$put_list.sum"
    # at most boots the release is the image's own, and the first picture does not wait for a script that finds that out
    local folder=/etc/systemd/system/photofinish-attach.service.d
    make_folder "$folder"
    printf '[Unit]\nConditionPathExists=!%s\n' "$opt/current/systemd/sum-$(cat "$root$put_list.sum")" >"$root$folder/own.conf"
}

# Which files are in place since the boot; gone with it, as they are.
note_files() { run put_text "$(sum_of_files)" "$root$put_list.now"; }

sum_of_files() {
    files_to_put | tar --create --no-recursion --mtime=@0 --owner=0 --group=0 --numeric-owner --directory "$here/root" --files-from - |
        sha256sum | cut -c1-64
}

# The system below has the files of the release that the image was made with. Those of the current one are laid over
# them, in memory and at each boot: a release and its units change together, by the one link. Elsewhere they are put
# for good, once after an update.
attach() {
    local file
    [ ! -e "$root$open_file" ] || open_console=yes
    if [ -z "$dry" ] && is_card && [ -e "$here/sum-$(cat "$root$put_list.now" 2>/dev/null || cat "$root$put_list.sum")" ]; then
        return 0 # nothing to compare, file by file
    fi
    install_files
    while read -r file; do
        if [ ! -e "$here/root/$file" ] && [ ! -L "$here/root/$file" ] && [ -e "$root/$file" ]; then
            run rm -f "$root/$file"
            changed=yes
        fi
    done < <(cat "$root$put_list" 2>/dev/null)
    if is_card; then note_files; fi
    [ -n "$changed" ] || return 0
    make_user
    machine systemctl daemon-reload
    machine udevadm control --reload
    machine systemd-tmpfiles --create /etc/tmpfiles.d/photofinish.conf
    # once more: its unit may want others now
    machine systemctl start --no-block photofinish.service
}

# --- an update from a stick ---------------------------------------------------------------------------------

# Run from a checkout that root's helper has checked, in a sandbox in which only the releases can be written to. The
# files of the new release are put into place at its first start.
update() {
    check_room
    install_release
    on_disk "$root$opt"
}

# Before each start until the first picture, which takes the note away (photofinish.service): the script of the release
# before judges. The note is also what a power cut in the middle of anything below leaves for the next start.
try_release() {
    local release starts
    read -r release starts <"$root$trial" || true
    if [ "$release" = "$(readlink "$root$opt/current")" ]; then
        if [ "${starts:-0}" -lt 2 ]; then
            put_trial "$release" $((starts + 1))
            put_files
            return
        fi
        say "$release has shown no picture in two starts: the version before comes back."
        run put_text "${release#releases/}" "$root$opt/fell-back"
        lead_to "$(readlink "$root$opt/previous")" current
        on_disk "$root$opt"
    fi
    put_files
    run rm -f "$root$trial"
}

put_trial() {
    run put_text "$1 $2" "$root$trial.new"
    run sync "$root$trial.new"
    run mv -T "$root$trial.new" "$root$trial"
}

put_files() {
    run bash "$root$opt/current/systemd/install.sh" --attach ${root:+--root "$root"}
    on_disk "${root:-/}"
}

# --- going back ---------------------------------------------------------------------------------------------

rollback() {
    local now before
    now=$(readlink "$root$opt/current" 2>/dev/null || true)
    before=$(readlink "$root$opt/previous" 2>/dev/null || true)
    { [ -n "$before" ] && [ -d "$root$opt/$before" ]; } || fail "there is no version before this one to go back to"
    lead_to "$before" current
    lead_to "$now" previous
    on_disk "$root$opt"
    run rm -f "$root$trial" "$root$opt/fell-back"
    if is_card; then put_files; fi
    start_anew
    say "Back to $(basename "$before"). Records and configuration are as they were."
}

# The login comes back first. Whatever cannot be done is named at the end, and the rest is done: a second run goes on
# with what is left.
uninstall_all() {
    local unit
    for unit in photofinish-error photofinish; do # the end of the error screen begins the cabinet
        if is_put "$unit.service"; then attempt systemctl disable --now "$unit.service"; fi
    done
    for unit in photofinish-{modules,graphics}.service photofinish-{trace,helper}.socket photofinish-live.{path,service}; do
        if is_put "$unit"; then attempt systemctl stop "$unit"; fi
    done
    attempt systemctl start getty@tty1.service
    local desktop
    while read -r desktop; do attempt systemctl enable "$desktop"; done < <(noted desktop)
    local file
    while read -r file; do run rm -f "$root/$file"; done < <(files_to_put)
    run rm -f "$root$open_file" "$root$clock_wanted"
    for file in "${clock_files[@]}"; do run rm -f "$root/$file"; done
    while read -r file; do
        if [ -d "$root$file" ]; then run rmdir --ignore-fail-on-non-empty "$root$file"; fi
    done < <(noted folder)
    run rm -f "$root/etc/overlayroot.local.conf"
    if [ -f "$root/etc/fstab" ]; then run sed -i "\\: $data ext4 \\|^$data/clock :d" "$root/etc/fstab"; fi
    edit_cmdline remove
    if is_our_user; then
        attempt userdel "$user"
    elif in_file passwd "$user"; then
        say "The account $user was there before the cabinet: it stays."
    fi
    local group
    while read -r group; do
        # somebody else may have joined it
        if grep -qs "^$group:[^:]*:[^:]*:$" "$root/etc/group"; then attempt groupdel "$group"; fi
    done < <(noted group)
    run rm -rf "$root/run/photofinish" "$root$opt"/{current,previous,releases}
    attempt systemctl daemon-reload
    if [ ${#undone[@]} != 0 ]; then
        say "Most of Photo Finish is gone. This could not be done (why stands above); run this again when it can:"
        printf '  %s\n' "${undone[@]}"
        exit 1
    fi
    run rm -rf "$root$opt"
    say "Photo Finish is gone, and with the next boot the console is as it was. Left are its records and its configuration:"
    for file in "$data" "$(dirname "$config")"; do
        if [ -e "$root$file" ]; then say "  $file"; fi
    done
    say "and Debian's packages that it asked for: ${packages[*]}"
}

is_put() { [ -e "$root/etc/systemd/system/$1" ]; }

attempt() { machine "$@" || undone+=("$*"); }

main "$@"
