#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs, uses, upgrades and removes the packages in fresh roots of Debian 12 and 13, as root, and prints a table with times.
#   packaging/roots.sh FOLDER [OLDER]     FOLDER and OLDER hold packages of packaging/deb.sh. The upgrade is from OLDER, or from
#                                         the packages of FOLDER under an older version; what the user had then is tests/data/upgrade
#   packaging/roots.sh --sources RELEASE  builds the sources of HEAD in a root of RELEASE and runs packaging/test.sh there, with
#                                         the arguments in PLUMBLINE_ROOT_TESTS, such as '-L core'
# A portable archive (plumbline-*-linux-*.tar.xz) in FOLDER is started in each root, where nothing is installed. The packages are
# built for one release of Debian: in a root whose libraries have other names a portable archive has to do. The roots
# are made with debootstrap, kept in build/roots, and copied for each test. Releases: PLUMBLINE_ROOTS (bookworm trixie).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [ "${1:-}" = --sources ]; then [ $# -eq 2 ] || die "--sources needs a release of Debian"; else
    [ $# -ge 1 ] && [ -d "$1" ] || die "name a folder with packages; see the head of packaging/roots.sh"
fi
[ "$(id -u)" -eq 0 ] || die "roots are made and entered by root"
command -v debootstrap >/dev/null || die "debootstrap is missing; install it with: packaging/install-deps.sh package"
dir="$(build_folder roots)"
# Debian 12 has its sources in either file; sed complains of the one that is not there.
mirror="$({ sed -nE 's/^(URIs:|deb( \[[^]]*\])?) *(http\S+debian)\/?( .*)?$/\3/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } | sed -n 1p)"
readonly INSTALL="apt-get install -qq --no-install-recommends"
readonly INSTALL_LIMIT_S=60 WINDOW_LIMIT_MS=2000 IMAGE_LIMIT_MB=120  # what the documentation promises
# What apt, dpkg, ldconfig and netbase keep for themselves, and the packages that this script laid down.
readonly NOT_OURS='^\./(var/lib/(apt|dpkg)/|var/cache/(apt|debconf|ldconfig|man|fontconfig)/|var/log/|etc/hosts$|run/(packages|older|installed)|proc/|dev/)'
table=() failed=0 passed=0 installable=0 installed_anywhere=0

# inside ROOT COMMAND: as in a terminal there, without display and services.
inside() {
    # A program finds the libraries beside it through /proc; the mounts end with the namespace.
    # shellcheck disable=SC2016  # expanded by the inner shell
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" env -i HOME=/opt PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive QT_QPA_PLATFORM=offscreen bash -c "$1"' "$1" "$2"
}

row() { table+=("$(printf '%-6s %8s  %s' "$1" "$2" "$3")"); passed=1; if [ "$1" = FAILED ]; then failed=1 passed=0; fi; }

# try NAME ROOT COMMAND [LIMIT_S]: one row of the table, with what the command says in a line "row: ...". A machine that is busy with
# other work is no fault of the packages: there the limit is one of processor time.
try() {
    local status=0 took processor said measured what
    TIMEFORMAT='%R %U %S'
    { time inside "$2" "$3" >"$dir/last.log" 2>&1; } 2>"$dir/time" || status=$?
    read -r took processor < <(awk '{printf "%.1f %.1f\n", $1, $2 + $3}' "$dir/time")
    measured="$took" what=""
    if awk -v processors="$(nproc)" '{exit !($1 > processors)}' /proc/loadavg; then measured="$processor" what=" of processor time, on a busy machine"; fi
    said="$(sed -n 's/^row: /: /p' "$dir/last.log")${4:+: $measured s$what (limit $4 s)}"
    if [ "$status" -ne 0 ]; then
        row FAILED "$took s" "$1"
        tail -n 15 "$dir/last.log" >&2
    elif [ -n "${4:-}" ] && ! awk -v took="$measured" -v limit="$4" 'BEGIN {exit !(took < limit)}'; then
        row FAILED "$took s" "$1$said"
    else
        row ok "$took s" "$1$said"
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
    mkdir -p "$dir/now/run/packages"
}

# files ROOT: all that is no folder, but what is not ours and what the user has: the user's home is /opt.
files() { (cd "$1" && find . -xdev ! -type d -print | { grep -vE "$NOT_OURS|^\./opt/\.(cache|config|local)/" || true; } | LC_ALL=C sort); }

# sums FOLDER: the name and the SHA-256 of each file.
sums() { (cd "$1" && find . -type f -exec sha256sum {} + | LC_ALL=C sort); }

# into ROOT FOLDER: the packages of the folder, without debug symbols.
into() { mkdir -p "$1"; find "$2" -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' -exec cp -t "$1" {} +; }

# older FOLDER: the same packages under a version before all others and, like those of 0.1, without a script that refuses a downgrade;
# where no older ones are given.
older() {
    local package
    for package in "$debs"/plumbline*.deb; do
        [[ $package != *-dbgsym_* ]] || continue
        rm -rf "$dir/older"
        dpkg-deb -R "$package" "$dir/older"
        sed -i 's/^Version: .*/Version: 0.0~before/' "$dir/older/DEBIAN/control"
        rm -f "$dir/older/DEBIAN/prerm"
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
    inside "$root" "apt-get update -qq && $INSTALL --download-only /run/packages/*.deb" >"$dir/last.log" 2>&1 || {
        installable=0
        missing="$(grep -m1 -oE 'Depends: [^ ]+' "$dir/last.log")" || { row FAILED - "$release: the packages cannot be installed; see $dir/last.log"; tail -n 5 "$dir/last.log" >&2; return 0; }
        return 0
    }
    try "$release: install" "$root" "$INSTALL /run/packages/*.deb" "$INSTALL_LIMIT_S"
    cp "$SOURCE_DIR/packaging/debian/tests/installed" "$root/run/installed"
    try "$release: the installed programs judge the sample" "$root" "sed -i s/man\ -w.*/true/ /run/installed; mkdir -p /opt/.cache/tried; AUTOPKGTEST_TMP=/opt/.cache/tried sh /run/installed"
    # Three tries: a busy machine is no fault of the window.
    try "$release: first window" "$root" "mkdir -m 700 -p /run/user; export XDG_RUNTIME_DIR=/run/user
        for n in 1 2 3; do plumbline --sample --startup-report >/run/user/said 2>&1 || exit 1
        ms=\$(sed -n 's/^first paint after \([0-9]*\).*/\1/p' /run/user/said); [ \"\$ms\" -lt $WINDOW_LIMIT_MS ] && break; done
        rm -r /run/user; echo \"row: \$ms ms (limit $WINDOW_LIMIT_MS ms)\"; [ \"\$ms\" -lt $WINDOW_LIMIT_MS ]"
    try "$release: remove" "$root" "apt-get purge -qq plumbline plumbline-cli plumbline-doc
        apt-get autoremove -qq --purge -o APT::AutoRemove::RecommendsImportant=0 -o APT::AutoRemove::SuggestsImportant=0"
    files "$root" >"$dir/after"
    LC_ALL=C comm -13 "$dir/before" "$dir/after" >"$dir/left"
    if [ ! -s "$dir/left" ]; then row ok - "$release: no file is left but the user's"; else
        row FAILED - "$release: $(wc -l <"$dir/left") files are left"
        head -n 20 "$dir/left" >&2
    fi
}

# upgrade RELEASE: from older packages, with what a user of version 0.1 had, and not back again.
upgrade() {
    local release="$1" root="$dir/now" status=0
    fresh "$release"
    into "$root/run/packages" "$debs"
    mkdir -p "$root/run/older"
    if [ -n "$older" ]; then into "$root/run/older" "$older"; else older "$root/run/older"; fi
    try "$release: install the older packages" "$root" "apt-get update -qq && $INSTALL /run/older/*.deb"
    /usr/bin/python3 -B "$SOURCE_DIR/tests/e2e/upgrade.py" --lay "$root/opt" /opt
    try "$release: upgrade" "$root" "$INSTALL /run/packages/*.deb"
    /usr/bin/python3 -B "$SOURCE_DIR/tests/e2e/upgrade.py" "$root" >"$dir/last.log" 2>&1 || status=$?
    case "$status" in
        0) row ok - "$release: settings, history, decisions, runs and unsaved edits of 0.1 are read" ;;
        77) row ok - "$release: settings, history, decisions and runs of 0.1 are read; the window was not tried: $(sed -n 's/^SKIP: //p' "$dir/last.log")" ;;
        *) row FAILED - "$release: what a user of 0.1 has is not read"; tail -n 15 "$dir/last.log" >&2 ;;
    esac
    try "$release: apt refuses a downgrade" "$root" "if $INSTALL --allow-downgrades /run/older/*.deb >/run/said 2>&1; then exit 1; fi; grep 'is older than' /run/said"
    try "$release: dpkg refuses a downgrade" "$root" "for package in plumbline plumbline-cli; do
        if dpkg -i /run/older/\${package}_*.deb >/run/said 2>&1; then exit 1; fi; grep 'is older than' /run/said; dpkg-query -W -f '\${db:Status-Status}\n' \$package | grep -qx installed || exit 1; done"
    local before; before="$(sums "$root/opt")"
    try "$release: remove after the upgrade" "$root" "apt-get purge -qq plumbline plumbline-cli plumbline-doc"
    if [ "$before" = "$(sums "$root/opt")" ]; then row ok - "$release: what the user has is still there"; else row FAILED - "$release: files of the user are gone or changed"; fi
}

# container: the commands of the Containerfile, its one RUN, in a bare root; how much they add.
container() {
    local root="$dir/now" before size
    fresh bookworm
    rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/*
    # debian:12-slim is such a root, without these.
    { printf 'path-exclude /usr/share/%s/*\n' doc groff info lintian linda locale man; echo 'path-include /usr/share/doc/*/copyright'; } >"$root/etc/dpkg/dpkg.cfg.d/docker"
    before="$(du -sx --block-size=1000000 "$root" | cut -f1)"
    cp "$debs"/plumbline-cli_*.deb "$root/tmp"
    try "image for CI: the commands of the Containerfile" "$root" "$(sed -n 's/^RUN //p; /^    && /p' "$SOURCE_DIR/packaging/Containerfile") && runuser -u plumbline -- plumbline-cli --version"
    size=$(($(du -sx --block-size=1000000 "$root" | cut -f1) - before))
    if [ "$size" -lt "$IMAGE_LIMIT_MB" ]; then row ok - "image for CI: ${size} MB of ours (limit $IMAGE_LIMIT_MB MB)"; else row FAILED - "image for CI: ${size} MB of ours, more than $IMAGE_LIMIT_MB MB"; fi
}

# sources RELEASE: builds and tests what is committed, with what the release has.
sources() {
    local release="$1" status=0 root="$dir/now" began=$SECONDS
    fresh "$release"
    mkdir "$root/opt/source"
    git -C "$SOURCE_DIR" archive HEAD | tar -x -C "$root/opt/source"
    inside "$root" "cd /opt/source && PLUMBLINE_JOBS=${PLUMBLINE_JOBS:-$(nproc)} packaging/test.sh ${PLUMBLINE_ROOT_TESTS:-}" >"$dir/sources-$release.log" 2>&1 || status=$?
    local result; result="$(grep -E 'tests passed' "$dir/sources-$release.log" || true)"
    if [ "$status" -eq 0 ]; then row ok "$((SECONDS - began)) s" "$release: the sources build and pass: $result"; else
        row FAILED "$((SECONDS - began)) s" "$release: the sources: ${result:-they were not built}; see $dir/sources-$release.log"
        tail -n 30 "$dir/sources-$release.log" >&2
    fi
}

# stranger: from a bare root to a patch, with the display of this system (tests/e2e/stranger.py).
stranger() {
    local release="$1" status=0 took name
    fresh "$release"
    /usr/bin/python3 -B "$SOURCE_DIR/tests/e2e/stranger.py" "$dir/now" "$debs" >"$dir/stranger.log" 2>&1 || status=$?
    case "$status" in
        0) while IFS=: read -r took name; do row ok "$took" "$release: a stranger's path: $name"; done < <(sed -nE 's/^ *([0-9.]+ s)  (.*)/\1:\2/p' "$dir/stranger.log") ;;
        77) row - - "$release: a stranger's path was not tried: $(sed -n 's/^SKIP: //p' "$dir/stranger.log")" ;;
        *) row FAILED - "$release: a stranger's path; see $dir/stranger.log"; tail -n 15 "$dir/stranger.log" >&2 ;;
    esac
}

# portable RELEASE: the archives, where nothing is installed. Where the packages are for another release, they have to be there.
portable() {
    local release="$1" archive name runs
    for archive in "$debs"/plumbline-*-linux-*.tar.xz; do
        [ -f "$archive" ] || continue
        fresh "$release"
        name="$(basename "$archive" .tar.xz)"
        tar -C "$dir/now/opt" -xJf "$archive"
        try "$release: $name without installing" "$dir/now" "cd /opt/plumbline*/ && ./bin/plumbline-cli sample s && { ./bin/plumbline-cli compare s/actual.csv s/expected.csv; [ \$? -eq 1 ]; }"
        runs="$passed"
        [ -x "$dir/now/opt/$name/bin/plumbline" ] || continue
        try "$release: $name: a window" "$dir/now" "mkdir -m 700 -p /run/user; cd /opt/plumbline*/ && XDG_RUNTIME_DIR=/run/user ./bin/plumbline --sample --screenshot /opt/w.png && [ -s /opt/w.png ]"
        if [ "$runs$passed" = 11 ]; then archives_with_window=1; fi
    done
}

mkdir -p "$dir"
if [ "$1" = --sources ]; then sources "$2"; else
    debs="$(realpath "$1")" older="${2:+$(realpath "$2")}"
    for release in ${PLUMBLINE_ROOTS:-bookworm trixie}; do
        missing="" archives_with_window=0
        packages "$release"
        if [ "$installable" -eq 1 ]; then
            installed_anywhere=1
            upgrade "$release"
            stranger "$release"
        fi
        portable "$release"
        [ -z "$missing" ] || if [ "$archives_with_window" -eq 1 ]; then
            row ok - "$release: as expected, packages of another release are refused ($missing); the portable archive runs there"
        else
            row FAILED - "$release: these packages are of another release ($missing), and no portable archive runs in their place"
        fi
    done
    container
    [ "$installed_anywhere" -eq 1 ] || row FAILED - "no root can install these packages"
fi
rm -rf "$dir/now"
printf '%s\n' "${table[@]}"
exit "$failed"
