#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A long hunt with every fuzz program, each for its own time, from a corpus that is kept and made as small as it can be.
#   packaging/fuzz.sh [NAME...]      all of them, or fuzz_NAME; PLUMBLINE_FUZZ_SECONDS for each (default: 600)
# The corpus lies in PLUMBLINE_FUZZ_CORPUS (default: build/fuzz-corpus), a crash in build/fuzz. `.ci/run fuzz` is the short form
# with the same inputs every time; this one takes a new seed for each run.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

clang=""
for version in 16 19; do
    if command -v "clang++-$version" >/dev/null; then clang=$version; break; fi
done
[ -n "$clang" ] || die "clang is not installed; packaging/install-deps.sh lint installs it"
dir="$(build_folder fuzz)" corpus="${PLUMBLINE_FUZZ_CORPUS:-$(build_folder fuzz-corpus)}" seconds="${PLUMBLINE_FUZZ_SECONDS:-600}"
CXX="clang++-$clang" configure_once headless "$dir" -DPLUMBLINE_FUZZ=ON -DPLUMBLINE_TESTS=ON -DPLUMBLINE_WERROR=OFF
targets=(fuzz_all)
[ $# -eq 0 ] || targets=("${@/#/fuzz_}")
build_quietly "$dir" --target "${targets[@]}"
programs=() found=0
if [ $# -eq 0 ]; then
    mapfile -t programs < <(find "$dir/tests/bin" -name 'fuzz_*' -type f -perm -u+x | sort)
else
    for name in "$@"; do programs+=("$dir/tests/bin/fuzz_$name"); done
fi
for program in "${programs[@]}"; do
    name="${program##*/}"
    mkdir -p "$corpus/$name"
    say "$name for $seconds s"
    if ! "$program" -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 -artifact_prefix="$dir/$name-" "$corpus/$name" \
        "$SOURCE_DIR/tests/data" "$SOURCE_DIR/resources/samples" >"$dir/$name.log" 2>&1; then
        tail -n 30 "$dir/$name.log" >&2
        say "$name found something; the input lies in $dir/$name-*. Add it as a row to a table test"
        found=1
    fi
    # Only inputs that reach something of their own are kept.
    rm -rf "$corpus/$name.small"
    mkdir "$corpus/$name.small"
    if "$program" -merge=1 "$corpus/$name.small" "$corpus/$name" >>"$dir/$name.log" 2>&1; then
        say "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$dir/$name.log") runs; $(find "$corpus/$name" -type f | wc -l) inputs, $(find "$corpus/$name.small" -type f | wc -l) are enough"
        rm -rf "${corpus:?}/$name"
        mv "$corpus/$name.small" "$corpus/$name"
    else
        rm -rf "$corpus/$name.small"
    fi
done
exit "$found"
