#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds with warnings as errors (preset tests) and runs every test without a display.
#   packaging/test.sh [CTEST ARGUMENTS]      e.g. packaging/test.sh -R tables, packaging/test.sh -L core
# The build lies in build/tests; JUnit files in build/tests/tests/junit. Exit status 0 only when every test passed.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$SOURCE_DIR/packaging/install-deps.sh" test
dir="$(build_folder tests)"
configure_once tests "$dir"
say "building in $dir"
build_quietly "$dir"
say "running the tests"
rm -f "$dir"/tests/junit/*.xml  # of tests that were renamed since
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
status=0
ctest --test-dir "$dir" --output-junit "$dir/Testing/ctest.xml" --output-on-failure --no-tests=error --parallel "${PLUMBLINE_JOBS:-$(nproc)}" "$@" || status=$?
[ "$status" -eq 0 ] || say "not all tests passed; the whole text is in $dir/Testing/Temporary/LastTest.log"
exit "$status"
