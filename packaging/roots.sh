#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs, uses, upgrades and removes the packages in fresh roots of Debian 12 and 13, as root, and prints a table with times.
#   packaging/roots.sh FOLDER [OLDER]     FOLDER and OLDER hold packages of packaging/deb.sh. The upgrade is from OLDER, or from
#                                         the packages of FOLDER under an older version
# A portable archive (plumbline-*-linux-*.tar.xz) in FOLDER is started in each root, where nothing is installed. The packages are
# built for one release of Debian: in a root whose libraries have other names only the portable archive is tried. The roots
# are made with debootstrap, kept in build/roots, and copied for each test. Releases: PLUMBLINE_ROOTS (bookworm trixie).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -ge 1 ] && [ -d "$1" ] || die "name a folder with packages; see the head of packaging/roots.sh"
[ "$(id -u)" -eq 0 ] || die "roots are made and entered by root"
command -v debootstrap >/dev/null || die "debootstrap is missing; install it with: packaging/install-deps.sh package"
debs="$(realpath "$1")" older="${2:+$(realpath "$2")}" dir="$(build_folder roots)"
# Debian 12 has its sources in either file; sed complains of the one that is not there.
mirror="$({ sed -nE 's/^(URIs:|deb( \[[^]]*\])?) *(http\S+debian)\/?( .*)?$/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } | sed -n 1p)"
readonly USER_FILES=".config/plumbline/plumbline.conf .local/share/plumbline/history.sqlite .local/state/plumbline/drafts/kept"
readonly INSTALL="apt-get install -qq --no-install-recommends"
table=() failed=0 installable=0 installed_anywhere=0

# inside ROOT COMMAND: as in a terminal there, without display and services.
inside() {
    # A program finds the libraries beside it through /proc; the mount ends with the namespace.
    # shellcheck disable=SC2016  # expanded by the inner shell
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i HOME=/opt PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive QT_QPA_PLATFORM=offscreen bash -c "$1"' "$1" "$2"
}

# try NAME ROOT COMMAND: one row of the table.
try() {
    local began=$EPOCHREALTIME status=0
    inside "$2" "$3" >"$dir/last.log" 2>&1 || status=$?
    local took; took="$(awk -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN {printf "%.1f", b - a}')"
    if [ "$status" -eq 0 ]; then table+=("ok      $took s  $1"); else
        table+=("FAILED  $took s  $1"); failed=1; tail -n 15 "$dir/last.log" >&2
    fi
}

fresh() {
    local release="$1"
    if [ ! -f "$dir/$release.tar" ]; then
        say "making a root of $release"
        rm -rf "${dir:?}/$release"
        debootstrap --variant=minbase "$release" "$dir/$release" "$mirror" >"$dir/$release.log" 2>&1 || die "debootstrap failed; see $dir/$release.log"
        tar -C "$dir/$release" -cf "$dir/$release.tar" .
    fi
    rm -rf "$dir/now"
    mkdir "$dir/now"
    tar -C "$dir/now" -xf "$dir/$release.tar"
    mkdir -p "$dir/now/run/packages" "$dir/now/dev"
    [ -c "$dir/now/dev/null" ] || mknod -m 666 "$dir/now/dev/null" c 1 3
}

files() { (cd "$1" && find . -xdev -path ./var -prune -o -path ./opt -prune -o -path ./run -prune -o -path ./etc -prune -o -path ./tmp -prune -o -type f -print | sort); }

# into ROOT FOLDER: the packages of the folder, without debug symbols.
into() { mkdir -p "$1"; find "$2" -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' -exec cp -t "$1" {} +; }

# older FOLDER: the same packages under a version before all others, where no older ones are given.
older() {
    local package
    for package in "$debs"/plumbline*.deb; do
        [[ $package != *-dbgsym_* ]] || continue
        rm -rf "$dir/older"
        dpkg-deb -R "$package" "$dir/older"
        sed -i 's/^Version: .*/Version: 0.0~before/' "$dir/older/DEBIAN/control"
        dpkg-deb --root-owner-group -Znone -b "$dir/older" "$1" >"$dir/last.log"
    done
    rm -rf "$dir/older"
}

packages() {
    local release="$1" root="$dir/now"
    fresh "$release"
    files "$root" >"$dir/before"
    into "$root/run/packages" "$debs"
    installable=1
    inside "$root" "apt-get update -qq && apt-get install -qq --no-install-recommends --download-only /run/packages/*.deb" >"$dir/last.log" 2>&1 || {
        installable=0
        table+=("-       $release cannot install these packages: $(grep -m1 -o 'Depends: [^ ]*' "$dir/last.log" || echo 'see last.log')")
        return 0
    }
    try "$release: install" "$root" "$INSTALL /run/packages/*.deb"
    cp "$SOURCE_DIR/packaging/debian/tests/installed" "$root/run/installed"
    try "$release: the installed programs judge the sample" "$root" "sed -i s/man\ -w.*/true/ /run/installed; sh /run/installed"
    try "$release: first window" "$root" "mkdir -m 700 -p /run/user; XDG_RUNTIME_DIR=/run/user plumbline --sample --startup-report"
    try "$release: remove" "$root" "apt-get purge -qq plumbline plumbline-cli plumbline-doc && apt-get autoremove -qq --purge"
    files "$root" >"$dir/after"
    local left; left="$(comm -13 "$dir/before" "$dir/after" | grep -c plumbline || true)"
    if [ "$left" -eq 0 ]; then table+=("ok           $release: no file of ours is left"); else table+=("FAILED       $release: $left files of ours are left"); failed=1; fi
    mkdir -p "$root/run/older"
    if [ -n "$older" ]; then into "$root/run/older" "$older"; else older "$root/run/older"; fi
    try "$release: install the older packages" "$root" "$INSTALL /run/older/*.deb"
    inside "$root" "cd /opt; for file in $USER_FILES; do mkdir -p \$(dirname \$file); echo kept >\$file; done"
    try "$release: upgrade, what the user has is kept" "$root" "$INSTALL /run/packages/*.deb && cd /opt && cat $USER_FILES | grep -c kept | grep -qx 3"
    try "$release: downgrade is refused" "$root" "if $INSTALL /run/older/*.deb >/run/said 2>&1; then exit 1; fi; grep downgraded /run/said"
}

# stranger: from a bare root to a patch, with the display of this system (tests/e2e/stranger.py).
stranger() {
    local release="$1" status=0
    fresh "$release"
    /usr/bin/python3 -B "$SOURCE_DIR/tests/e2e/stranger.py" "$dir/now" "$debs" >"$dir/stranger.log" 2>&1 || status=$?
    case "$status" in
        0) mapfile -t -O "${#table[@]}" table < <(sed -nE "s/^ *([0-9.]+ s)  (.*)/ok      \1  $release: a stranger's path: \2/p" "$dir/stranger.log") ;;
        77) table+=("-       $release: a stranger's path was not tried: $(sed -n 's/^SKIP: //p' "$dir/stranger.log")") ;;
        *) table+=("FAILED  $release: a stranger's path; see $dir/stranger.log"); failed=1; tail -n 15 "$dir/stranger.log" >&2 ;;
    esac
}

portable() {
    local release="$1" archive name
    for archive in "$debs"/plumbline-*-linux-*.tar.xz; do
        [ -f "$archive" ] || continue
        fresh "$release"
        name="$(basename "$archive" .tar.xz)"
        tar -C "$dir/now/opt" -xJf "$archive"
        try "$release: $name without installing" "$dir/now" "cd /opt/plumbline*/ && ./bin/plumbline-cli sample s && { ./bin/plumbline-cli compare s/actual.csv s/expected.csv; [ \$? -eq 1 ]; }"
        [ -x "$dir/now/opt/$name/bin/plumbline" ] || continue
        try "$release: $name: a window" "$dir/now" "mkdir -m 700 -p /run/user; cd /opt/plumbline*/ && XDG_RUNTIME_DIR=/run/user ./bin/plumbline --sample --screenshot /opt/w.png && [ -s /opt/w.png ]"
    done
}

mkdir -p "$dir"
for release in ${PLUMBLINE_ROOTS:-bookworm trixie}; do
    packages "$release"
    if [ "$installable" -eq 1 ]; then
        installed_anywhere=1
        stranger "$release"
    fi
    portable "$release"
done
rm -rf "$dir/now"
[ "$installed_anywhere" -eq 1 ] || { table+=("FAILED       no root can install these packages"); failed=1; }
printf '%s\n' "${table[@]}"
exit "$failed"
