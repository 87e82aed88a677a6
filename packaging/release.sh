#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes all artifacts of a release from HEAD: Debian packages, portable archives, documentation, SBOM, release notes, the list
# of their SHA-256 sums and its signature.
#   packaging/release.sh [FOLDER]             default: build/release-VERSION
#   packaging/release.sh --seal FOLDER        only the SBOM, the notes, the sums and the signature of what is in FOLDER
#   packaging/release.sh --set-version X.Y.Z [DAY]    writes the version wherever it stands, with the first lines of its section of
#                                                     CHANGELOG.md as release notes; commit it, then make the release
# PLUMBLINE_SIGNING_KEY names the key of gpg; without it the list is not signed. Verify with:
#   sha256sum --check SHA256SUMS && gpg --verify SHA256SUMS.asc
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

version="$(project_version)"

# The version is written once, in CMakeLists.txt; what Debian, AppStream and the action want to have in their own files is
# compared.
same_versions() {
    local debian metainfo action
    debian="$(sed -n '1s/^plumbline (\([^)]*\)).*/\1/p' "$SOURCE_DIR/packaging/debian/changelog")"
    metainfo="$(sed -n 's/.*<release version="\([^"]*\)".*/\1/p' "$SOURCE_DIR/packaging/org.plumbline.Plumbline.metainfo.xml" | head -n 1)"
    action="$(sed -n 's/^readonly VERSION=\([0-9.]*\).*/\1/p' "$SOURCE_DIR/packaging/action/install.sh")"
    [ "$action" = "$version" ] || die "packaging/action/install.sh installs ${action:-nothing}, CMakeLists.txt has $version"
    [ "$debian" = "$version" ] || die "packaging/debian/changelog begins with $debian, CMakeLists.txt has $version"
    [ "$metainfo" = "$version" ] || die "the metainfo begins with $metainfo, CMakeLists.txt has $version"
    grep -qE "^## \[(Unreleased\] )?$version" "$SOURCE_DIR/CHANGELOG.md" || die "CHANGELOG.md has no section for $version"
}

# set_version VERSION DAY: in CMakeLists.txt, the changelogs, the metainfo and the line for workflows.
set_version() {
    local day="$2"
    [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "$1 is no version; write three numbers, such as 1.0.0"
    dpkg --compare-versions "$1" gt "$version" || die "$1 is not above the present version, $version"
    day="$(LC_ALL=C date --utc --date "$day" +%F)" || die "$2 is no day; write it as 2026-12-24"
    python3 -B "$SOURCE_DIR/packaging/set_version.py" "$version" "$1" "$day"
    version="$1"
    same_versions
    say "the version is $1; recorded outputs that name it are written again by: PLUMBLINE_APPROVE=1 test_cli_commands"
}

# release_notes: the section of this version in CHANGELOG.md.
release_notes() { awk -v version="$version" '/^## /{ours = index($0, version) > 0} ours' "$SOURCE_DIR/CHANGELOG.md"; }

seal() {
    local folder="$1" artifacts=() archive
    mapfile -t artifacts < <(find "$folder" -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' | sort)
    [ ${#artifacts[@]} -gt 0 ] || die "$folder holds no packages"
    # What an archive holds of others is read from the folder that it unpacks to.
    unpacked="$(mktemp -d)"
    trap 'rm -rf "$unpacked"' EXIT
    while read -r archive; do
        tar -C "$unpacked" -xJf "$archive"
        artifacts+=("$unpacked/$(basename "$archive" .tar.xz)")
    done < <(find "$folder" -maxdepth 1 \( -name 'plumbline*-linux-*.tar.xz' -o -name 'plumbline-docs-*.tar.xz' \) | sort)
    release_notes >"$folder/RELEASE-NOTES.md"
    python3 -B "$SOURCE_DIR/packaging/sbom.py" "${artifacts[@]}" >"$folder/plumbline-$version.spdx.json"
    rm -f "$folder"/SHA256SUMS*
    (cd "$folder" && find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' ! -name '*.log' -printf '%f\n' | LC_ALL=C sort | xargs -d '\n' sha256sum) >"$folder.sums"
    mv "$folder.sums" "$folder/SHA256SUMS"
    if [ -n "${PLUMBLINE_SIGNING_KEY:-}" ]; then
        gpg --batch --yes --local-user "$PLUMBLINE_SIGNING_KEY" --armor --output "$folder/SHA256SUMS.asc" --detach-sign "$folder/SHA256SUMS" ||
            die "gpg did not sign with $PLUMBLINE_SIGNING_KEY"
    else
        say "SHA256SUMS is not signed; PLUMBLINE_SIGNING_KEY names a key"
    fi
    say "$(wc -l <"$folder/SHA256SUMS") files in $folder"
}

case "${1:-}" in
    -h|--help) sed -n '3,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --seal) [ $# -eq 2 ] || die "--seal needs a folder"; same_versions; seal "$(realpath "$2")"; exit 0 ;;
    --set-version) [ $# -ge 2 ] && [ $# -le 3 ] || die "--set-version needs a version, and may have a day"; set_version "$2" "${3:-today}"; exit 0 ;;
    -*) die "unknown option $1; see packaging/release.sh --help" ;;
esac
same_versions
git -C "$SOURCE_DIR" diff --quiet HEAD || die "there are changes that are not committed; a release is made of HEAD"
SOURCE_DATE_EPOCH="$(git -C "$SOURCE_DIR" log -1 --format=%ct)"
export SOURCE_DATE_EPOCH PLUMBLINE_RELEASE=1
folder="$(realpath -m "${1:-$(build_folder "release-$version")}")"
rm -rf "$folder"
mkdir -p "$folder"
# took SECONDS WHAT...: one line of the table that reproducible.sh prints.
took() { printf '%6d s  %s\n' $((SECONDS - $1)) "${*:2}" | tee -a "$folder/times.log"; }
began=$SECONDS; "$SOURCE_DIR/packaging/deb.sh" "$folder"; took "$began" Debian packages
rm -f "$folder"/*.buildinfo "$folder"/*.changes
began=$SECONDS; "$SOURCE_DIR/packaging/portable.sh" --headless; took "$began" portable archive, command line
began=$SECONDS; "$SOURCE_DIR/packaging/portable.sh"; took "$began" portable archive, both programs
cp "$(build_folder portable)"/*.tar.xz "$(build_folder portable-cli)"/*.tar.xz "$folder"
began=$SECONDS
PLUMBLINE_CLI="$(build_folder portable-cli)/bin/plumbline-cli" "$SOURCE_DIR/packaging/docs.sh" "$(build_folder docs)"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$(build_folder docs)" --transform "s,^\.,plumbline-docs-$version," \
    -cJf "$folder/plumbline-docs-$version.tar.xz" .
took "$began" documentation
git -C "$SOURCE_DIR" archive --prefix="plumbline-$version/" HEAD | xz >"$folder/plumbline-$version.tar.xz"
seal "$folder"
