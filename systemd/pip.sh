# Read by tools/venv.sh and systemd/install.sh: a private environment takes from the user's pip settings where packages come
# from and how to get there, and nothing that leads elsewhere (`user`, `target`, `prefix`) or changes what is installed.

# Keep these settings of the given Python's pip in this shell's environment, and let no other count from now on.
keep_pip_settings() {
    kept='index-url|extra-index-url|find-links|no-index|trusted-host|cert|client-cert|proxy|timeout|retries'
    in_files=$("$1" -m pip config list 2>/dev/null | sed -nE "s/^(global|install)\\.($kept)='(.*)'\$/\\2=\\3/p" | sed 's/\\n/ /g' || true)
    for pip_variable in $(env | sed -nE 's/^(PIP_[A-Z_]+)=.*/\1/p'); do
        printf '%s\n' "$pip_variable" | grep -qxE "PIP_($(echo "$kept" | tr 'a-z-' 'A-Z_'))" || unset "$pip_variable"
    done
    while IFS='=' read -r pip_setting pip_value; do
        [ -n "$pip_setting" ] || continue
        pip_variable=PIP_$(echo "$pip_setting" | tr 'a-z-' 'A-Z_')
        printenv "$pip_variable" >/dev/null || export "$pip_variable=$pip_value"
    done <<END
$in_files
END
    export PIP_CONFIG_FILE=/dev/null
}
