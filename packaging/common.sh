# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Shared by run.sh, test.sh and .ci/run; to be sourced, never run. Sets SOURCE_DIR and gives:
#   say TEXT...            one quiet line about what happens
#   die TEXT...            the one clear error, exit 1
#   build_folder NAME      prints a writable folder for a build; PLUMBLINE_BUILD_ROOT moves all of them
#   configure_once PRESET DIR [CMAKE ARGS]   runs cmake only when DIR is not configured for this source yet
#   build_quietly DIR      builds; on failure shows the compiler's words
#   project_version        prints the version that CMakeLists.txt gives

SOURCE_DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf 'plumbline: %s\n' "$*" >&2; }
die() { printf 'plumbline: error: %s\n' "$*" >&2; exit 1; }

build_folder() {
    local root="${PLUMBLINE_BUILD_ROOT:-$SOURCE_DIR/build}"
    if ! mkdir -p "$root" 2>/dev/null || [ ! -w "$root" ]; then
        local other="${XDG_CACHE_HOME:-$HOME/.cache}/plumbline/build"
        say "$root cannot be written; building in $other (PLUMBLINE_BUILD_ROOT chooses another place)"
        root="$other"
        mkdir -p "$root" || die "$root cannot be made either; set PLUMBLINE_BUILD_ROOT to a folder that can be written"
    fi
    printf '%s/%s\n' "$root" "$1"
}

configure_once() {
    local preset="$1" dir="$2"; shift 2
    local wanted="$SOURCE_DIR $preset $*"
    if [ -f "$dir/build.ninja" ] && [ "$(cat "$dir/configured-for" 2>/dev/null)" = "$wanted" ]; then
        return 0  # ninja itself runs cmake again when a CMake file changed
    fi
    say "configuring preset $preset in $dir"
    mkdir -p "$dir"
    # --fresh: a cache of another source folder or with other options must not leak into this one.
    if ! (cd "$SOURCE_DIR" && cmake --fresh --preset "$preset" -B "$dir" "$@") >"$dir/configure.log" 2>&1; then
        tail -n 40 "$dir/configure.log" >&2
        die "configuring failed; the whole text is in $dir/configure.log"
    fi
    printf '%s\n' "$wanted" >"$dir/configured-for"
}

project_version() { sed -n 's/^project(plumbline VERSION \([0-9.]*\).*/\1/p' "$SOURCE_DIR/CMakeLists.txt"; }

# time_left: turns ninja's lines into one that moves, with the time that is left; other lines pass.
time_left() {
    local began=$SECONDS line left
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            left=$(( (SECONDS - began) * (BASH_REMATCH[2] - BASH_REMATCH[1]) / BASH_REMATCH[1] ))
            printf '\rplumbline: building, step %d of %d, about %d:%02d min left\033[K' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" $((left / 60)) $((left % 60))
        else
            printf '\r\033[K%s\n' "$line"
        fi
    done
    printf '\r\033[K'
}

build_quietly() {
    local dir="$1"; shift
    local jobs="${PLUMBLINE_JOBS:-$(nproc)}"
    if [ -t 2 ]; then  # a person watches
        cmake --build "$dir" --parallel "$jobs" "$@" 2>&1 | time_left >&2 || die "the build in $dir failed; see above"
    elif ! cmake --build "$dir" --parallel "$jobs" "$@" >"$dir/build.log" 2>&1; then
        grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\|Automatic\|Generating\)' "$dir/build.log" | tail -n 60 >&2
        die "the build in $dir failed; the whole text is in $dir/build.log"
    fi
}
