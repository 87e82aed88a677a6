#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian packages of HEAD with dpkg-buildpackage, with debug symbols in packages of their own.
#   packaging/deb.sh [FOLDER]      the packages lie in FOLDER (default: build/deb)
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$SOURCE_DIR/packaging/install-deps.sh" package
# Without Sphinx the documentation is packed as it is written, in Markdown.
if /usr/bin/python3 -c 'import sphinx, myst_parser, sphinx_rtd_theme' 2>/dev/null && command -v dh_sphinxdoc >/dev/null; then profile=(); else
    profile=(-Pnodoc)
    say "Sphinx is not here (packaging/install-deps.sh test), so plumbline-doc holds Markdown"
fi
folder="$(realpath -m "${1:-$(build_folder deb)}")"
source="$folder/plumbline-$(project_version)"
rm -rf "$source"
mkdir -p "$source"
git -C "$SOURCE_DIR" archive HEAD | tar -x -C "$source" || die "there is no git checkout in $SOURCE_DIR"
cp -r "$source/packaging/debian" "$source/debian"
say "building in $source"
# The time of the commit stands in the packages, so that two builds are equal.
SOURCE_DATE_EPOCH="$(git -C "$SOURCE_DIR" log -1 --format=%ct)"
export SOURCE_DATE_EPOCH DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-nocheck} parallel=${PLUMBLINE_JOBS:-$(nproc)}"
(cd "$source" && dpkg-buildpackage -us -uc -b "${profile[@]}") >"$folder/build.log" 2>&1 ||
    { tail -n 40 "$folder/build.log" >&2; die "the packages were not built; the whole text is in $folder/build.log"; }
rm -rf "$source"
find "$folder" -maxdepth 1 -name '*.deb' -printf '%f  %s bytes\n' | sort
