#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh Debian 12 or 13 to the open window: starts an installed Plumbline of this version, else installs what is
# missing, builds release and starts that.
#   packaging/run.sh                     the bundled sample
#   packaging/run.sh ACTUAL EXPECTED     your own pair, or any other arguments of `plumbline`
#   packaging/run.sh SOURCES --expected TREE    all of a commit: folders, artifact zips, a checkout's baselines
# Without a display the verdict table is printed and the window is rendered to a PNG; its path is said.
# The build lies in build/release; PLUMBLINE_BUILD_ROOT moves it (a read-only source folder moves it to ~/.cache). Where
# there is one, or with PLUMBLINE_BUILD=1, it is brought up to date and used.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# installed PROGRAM: whether it is in PATH in the version of this folder.
installed() {
    command -v "$1" >/dev/null && [ "$(QT_QPA_PLATFORM=offscreen "$1" --version 2>/dev/null)" = "$1 $(project_version)" ]
}

dir="$(build_folder release)"
if [ ! -x "$dir/bin/plumbline" ] && [ -z "${PLUMBLINE_BUILD:-}" ] && installed plumbline && installed plumbline-cli; then
    bin="$(dirname "$(command -v plumbline)")"
    say "starting $bin/plumbline, which is of this version (PLUMBLINE_BUILD=1 builds this folder)"
    mkdir -p "$dir"
else
    "$SOURCE_DIR/packaging/install-deps.sh" build
    configure_once release "$dir"
    build_quietly "$dir"
    bin="$dir/bin"
fi

arguments=("$@")
[ ${#arguments[@]} -gt 0 ] || arguments=(--sample)

without_display() {
    local pair=() trees=() rules=() argument before="" status=0 picture="$dir/plumbline.png" runtime="$dir/runtime"
    mkdir -p "$runtime"
    chmod 0700 "$runtime"
    for argument in "${arguments[@]}"; do
        case "$before/$argument" in
            */-h|*/--help|*/-v|*/--version) QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$runtime" exec "$bin/plumbline" "$argument" ;;
            */--sample) pair=("$SOURCE_DIR/resources/samples/actual.csv" "$SOURCE_DIR/resources/samples/expected.csv") ;;
            --expected/*) trees+=(--expected "$argument") ;;
            --rules/*) rules=(--rules "$argument") ;;
            --theme/*|--size/*|--page/*|--fetch/*|--screenshot/*|*/-*) ;;
            *) pair+=("$argument") ;;
        esac
        before="$argument"
    done
    if [ ${#trees[@]} -gt 0 ] && [ ${#pair[@]} -gt 0 ]; then
        "$bin/plumbline-cli" overview "${rules[@]}" "${pair[@]}" "${trees[@]}" || status=$?
        [ "$status" -le 1 ] || exit "$status"
    elif [ ${#pair[@]} -eq 2 ]; then
        "$bin/plumbline-cli" compare "${rules[@]}" "${pair[@]}" || status=$?
        # 1 says "CI would fail", which is an answer; 2 says the input is bad.
        [ "$status" -le 1 ] || exit "$status"
    fi
    rm -f "$picture"
    QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$runtime" \
        "$bin/plumbline" "${arguments[@]}" --screenshot "$picture" || die "the window could not be rendered"
    [ -s "$picture" ] || die "no picture was written to $picture"
    say "no display here, so the window was rendered to $picture"
}

if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
    without_display
    exit 0
fi
started=$SECONDS status=0
"$bin/plumbline" "${arguments[@]}" || status=$?
# Qt aborts (134) when the display that is named does not answer.
if [ "$status" -eq 134 ] && [ $((SECONDS - started)) -lt 5 ]; then
    say "the display ${DISPLAY:-$WAYLAND_DISPLAY} does not answer"
    without_display
    exit 0
fi
exit "$status"
