#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Plumbline needs from Debian 12 or 13. Says nothing when nothing is missing.
#   packaging/install-deps.sh [run|build|package|test|lint]      (default: build)
# As root it calls apt-get itself, otherwise through sudo. The list is packaging/dependencies.txt.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
fail() { printf 'install-deps: error: %s\n' "$*" >&2; exit 1; }

purpose="${1:-build}"
case "$purpose" in
    run)   wanted="run" ;;
    build) wanted="run build" ;;
    package) wanted="run build package" ;;
    test)  wanted="run build test" ;;
    lint)  wanted="run build package test lint" ;;
    -h|--help) sed -n '3,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) fail "unknown purpose '$purpose'; use run, build, package, test or lint" ;;
esac
[ $# -le 1 ] || fail "one purpose at a time: run, build, package, test or lint"

# Of "A|B" Debian 12 has A and later releases B; on other systems the first that apt knows.
# shellcheck source=/dev/null
release="$(. /etc/os-release 2>/dev/null && printf '%s %s' "${ID:-}" "${VERSION_ID:-}" || true)"
name_here() {
    case "$1/$release" in
        *"|"*/"debian 12"*) printf '%s\n' "${1%%|*}" ;;
        *"|"*/debian*) printf '%s\n' "${1##*|}" ;;
        *"|"*) if [ -n "$(apt-cache show --no-all-versions "${1%%|*}" 2>/dev/null)" ]; then printf '%s\n' "${1%%|*}"; else printf '%s\n' "${1##*|}"; fi ;;
        *) printf '%s\n' "${1%%/*}" ;;
    esac
}
packages=()
while read -r kind name _; do
    case " $wanted " in *" $kind "*) packages+=("$(name_here "$name")") ;; esac
done < <(grep -v '^[[:space:]]*\(#\|$\)' "$here/dependencies.txt")

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    fail "this is not a Debian-like system (no apt-get). Needed are, under Debian's names: ${packages[*]}"
fi

# One question to dpkg for the whole list; its exit status is not 0 when a package is unknown.
installed="$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)"
missing=()
for name in "${packages[@]}"; do
    grep -qx -- "$name installed" <<<"$installed" || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "missing: ${missing[*]}. Installing needs root, and sudo is not here; run this script as root"
    # Without a terminal sudo must not wait for a password.
    if [ -t 0 ]; then as_root=(sudo); else as_root=(sudo -n); fi
    "${as_root[@]}" true 2>/dev/null || fail "missing: ${missing[*]}. Installing needs root, and sudo was refused"
fi

log="$(mktemp)"
trap 'rm -f "$log"' EXIT
apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -qq -o Dpkg::Use-Pty=0 \
        -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "$@" >"$log" 2>&1
}
printf 'install-deps: installing %d packages for "%s": %s\n' "${#missing[@]}" "$purpose" "${missing[*]}" >&2
if ! apt update; then
    # Old package lists may still do; the installation below decides.
    printf 'install-deps: apt-get update had trouble: %s\n' "$(grep -m1 '^[EW]:' "$log" || tail -n1 "$log")" >&2
fi
if ! apt install --yes --no-install-recommends "${missing[@]}"; then
    tail -n 15 "$log" >&2
    fail "apt-get could not install ${missing[*]}; its last words are above"
fi
