#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian packages of HEAD twice, in folders of different names, and compares them byte by byte.
#   packaging/reproducible.sh       exit status 1 when a package differs; both stay in build/first and build/second-time
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

first="$(build_folder first)" second="$(build_folder second-time)" differ=0
CCACHE_DISABLE=1 "$SOURCE_DIR/packaging/deb.sh" "$first"
CCACHE_DISABLE=1 TZ=Asia/Tokyo LC_ALL=C "$SOURCE_DIR/packaging/deb.sh" "$second"
for package in "$first"/*.deb; do
    if cmp -s "$package" "$second/${package##*/}"; then
        printf 'equal    %s\n' "${package##*/}"
    else
        printf 'DIFFERS  %s\n' "${package##*/}"
        differ=1
    fi
done
exit "$differ"
