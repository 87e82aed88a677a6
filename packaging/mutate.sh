#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures what the tests notice: changes one small thing in a source of core, builds it, runs the tests that can notice.
#   packaging/mutate.sh [FOLDER...]                  e.g. tables, numerics/same; by default the folders that decide
#   packaging/mutate.sh --count 60 --seed 7 tables   60 mutants of all that are possible (default 40, seed 1)
#   packaging/mutate.sh --list tables                the chosen mutants, without building
#   packaging/mutate.sh --report                     score and survivors of all mutants judged so far
# Works in a copy of the source in build/mutate. Results are kept there: a second run judges only what is new or changed.
# Mutants write and remove files wherever this user may: never as root (it refuses), best in an account of its own.
# A mutant of a fork may start processes without end: the user gets 500 more than it has.
# Exit status 0 when at least 95 % of the judged mutants were killed. Not a part of .ci/run.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
exec python3 -B "$SOURCE_DIR/packaging/mutate.py" --source "$SOURCE_DIR" --work "$(build_folder mutate)" "$@"
