#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh Debian 12 or 13 to the open window: installs what is missing, builds release, starts Plumbline.
#   packaging/run.sh                     the bundled sample
#   packaging/run.sh ACTUAL EXPECTED     your own pair, or any other arguments of `plumbline`
#   packaging/run.sh SOURCES --expected TREE    all of a commit: folders, artifact zips, a checkout's baselines
# Without a display the verdict table is printed and the window is rendered to a PNG; its path is said.
# The build lies in build/release; PLUMBLINE_BUILD_ROOT moves it (a read-only source folder moves it to ~/.cache).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$SOURCE_DIR/packaging/install-deps.sh" build
dir="$(build_folder release)"
configure_once release "$dir"
build_quietly "$dir"

arguments=("$@")
[ ${#arguments[@]} -gt 0 ] || arguments=(--sample)

without_display() {
    local pair=() trees=() rules=() argument before="" status=0 picture="$dir/plumbline.png" runtime="$dir/runtime"
    mkdir -p "$runtime"
    chmod 0700 "$runtime"
    for argument in "${arguments[@]}"; do
        case "$before/$argument" in
            */-h|*/--help|*/-v|*/--version) QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$runtime" exec "$dir/bin/plumbline" "$argument" ;;
            */--sample) pair=("$SOURCE_DIR/resources/samples/actual.csv" "$SOURCE_DIR/resources/samples/expected.csv") ;;
            --expected/*) trees+=(--expected "$argument") ;;
            --rules/*) rules=(--rules "$argument") ;;
            --theme/*|--size/*|--page/*|--fetch/*|--screenshot/*|*/-*) ;;
            *) pair+=("$argument") ;;
        esac
        before="$argument"
    done
    if [ ${#trees[@]} -gt 0 ] && [ ${#pair[@]} -gt 0 ]; then
        "$dir/bin/plumbline-cli" overview "${rules[@]}" "${pair[@]}" "${trees[@]}" || status=$?
        [ "$status" -le 1 ] || exit "$status"
    elif [ ${#pair[@]} -eq 2 ]; then
        "$dir/bin/plumbline-cli" compare "${rules[@]}" "${pair[@]}" || status=$?
        # 1 says "CI would fail", which is an answer; 2 says the input is bad.
        [ "$status" -le 1 ] || exit "$status"
    fi
    rm -f "$picture"
    QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$runtime" \
        "$dir/bin/plumbline" "${arguments[@]}" --screenshot "$picture" || die "the window could not be rendered"
    [ -s "$picture" ] || die "no picture was written to $picture"
    say "no display here, so the window was rendered to $picture"
}

if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
    without_display
    exit 0
fi
started=$SECONDS status=0
"$dir/bin/plumbline" "${arguments[@]}" || status=$?
# Qt aborts (134) when the display that is named does not answer.
if [ "$status" -eq 134 ] && [ $((SECONDS - started)) -lt 5 ]; then
    say "the display ${DISPLAY:-$WAYLAND_DISPLAY} does not answer"
    without_display
    exit 0
fi
exit "$status"
