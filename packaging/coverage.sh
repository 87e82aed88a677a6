#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Which lines of core the tests reach: builds core and its tests with gcov, runs them, and prints a table by folder.
#   packaging/coverage.sh [FOLDER OF CORE...]      default: all; HTML in build/coverage/html
# Exit status 1 when tables, verdicts, baselines, numerics or history are below 90 %. Needs gcovr (packaging/install-deps.sh lint).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

command -v gcovr >/dev/null || die "gcovr is missing; packaging/install-deps.sh lint installs it"
dir="$(build_folder coverage)"
CXX="${CXX:-g++}" configure_once headless "$dir" -DPLUMBLINE_TESTS=ON -DPLUMBLINE_HARDEN=OFF -DCMAKE_BUILD_TYPE=Debug \
    -DPLUMBLINE_PCH= -DCMAKE_UNITY_BUILD=OFF -DCMAKE_CXX_FLAGS=--coverage
folders=("${@:-}")
if [ -z "${folders[0]}" ]; then
    build_quietly "$dir"
    ctest --test-dir "$dir" -L 'core|cli' -LE 'bench|parity' --parallel "${PLUMBLINE_JOBS:-$(nproc)}" --output-on-failure >"$dir/ctest.log" 2>&1 || say "tests failed; see $dir/ctest.log"
else
    names="$(IFS='|'; echo "${folders[*]}")"
    mapfile -t tests < <(cd "$dir" && ninja -t targets all | sed -nE "s/^(test_($names)[a-z0-9_]*): phony$/\1/p")
    [ ${#tests[@]} -gt 0 ] || die "no test program is called test_($names)..."
    build_quietly "$dir" --target "${tests[@]}"
    ctest --test-dir "$dir" -R "^($names)" --parallel "${PLUMBLINE_JOBS:-$(nproc)}" >"$dir/ctest.log" 2>&1 || say "tests failed; see $dir/ctest.log"
fi
mkdir -p "$dir/html"
gcovr --root "$SOURCE_DIR" --filter "$SOURCE_DIR/core/" --object-directory "$dir" --gcov-ignore-parse-errors --exclude-unreachable-branches \
    --json-summary "$dir/summary.json" --html-details "$dir/html/index.html" "$dir" >"$dir/gcovr.log" 2>&1 || { tail -n 20 "$dir/gcovr.log" >&2; die "gcovr failed"; }
exec python3 -B - "$dir/summary.json" "${folders[@]}" <<'TABLE'
import collections, json, sys
WANTED = {"tables", "verdicts", "baselines", "numerics", "history"}
chosen = {name for name in sys.argv[2:] if name}
sums = collections.defaultdict(lambda: [0, 0])
for file in json.load(open(sys.argv[1]))["files"]:
    folder = file["filename"].split("/")[1]
    if not chosen or folder in chosen:
        sums[folder][0] += file["line_covered"]
        sums[folder][1] += file["line_total"]
low = []
for folder, (covered, lines) in sorted(sums.items()):
    percent = 100 * covered / max(1, lines)
    low += [folder] if folder in WANTED and percent < 90 else []
    print(f"core/{folder:12} {covered:6} of {lines:6} lines {percent:6.1f} %{'   below 90 %' if folder in low else ''}")
sys.exit(1 if low or not sums else 0)
TABLE
