#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds all artifacts of a release of HEAD twice, in folders of different names, time zones and languages, and compares them
# byte by byte. Prints a table of their sizes and of what the two builds took.
#   packaging/reproducible.sh       exit status 1 when an artifact differs; they stay in build/first and build/second-time
# The second build does not use ccache, unless PLUMBLINE_REUSE is set.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

first="$(build_folder first)" second="$(build_folder second-time)" differ=0
PLUMBLINE_BUILD_ROOT="$first" "$SOURCE_DIR/packaging/release.sh" "$first/release"
[ -n "${PLUMBLINE_REUSE:-}" ] || export CCACHE_DISABLE=1
PLUMBLINE_BUILD_ROOT="$second" TZ=Asia/Tokyo LC_ALL=C "$SOURCE_DIR/packaging/release.sh" "$second/release"
paste "$first/release/times.log" "$second/release/times.log" | sed -E 's/\t *([0-9]+ s).*/  (second time \1)/'
for artifact in "$first"/release/*; do
    case "$artifact" in *.log|*.asc) continue ;; esac  # a signature has its time in it
    verdict=equal
    cmp -s "$artifact" "$second/release/${artifact##*/}" || { verdict=DIFFERS; differ=1; }
    printf '%-8s %9d bytes  %s\n' "$verdict" "$(stat -c %s "$artifact")" "${artifact##*/}"
done
exit "$differ"
