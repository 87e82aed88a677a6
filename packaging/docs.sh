#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the documentation, one folder of HTML with search that needs no network, and checks its links and its spelling.
# The licences of the theme, its fonts and its scripts lie in the folder licences.
#   packaging/docs.sh [FOLDER]      into FOLDER (default: build/docs); open FOLDER/index.html
# PLUMBLINE_CLI names the program whose commands are described (default: the one in build/tests, build/release or PATH).
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cli="${PLUMBLINE_CLI:-}"
for candidate in "$(build_folder tests)/bin/plumbline-cli" "$(build_folder release)/bin/plumbline-cli" "$(command -v plumbline-cli || true)"; do
    if [ -z "$cli" ] && [ -x "$candidate" ]; then cli="$candidate"; fi
done
[ -n "$cli" ] || die "there is no plumbline-cli; build it, or name it with PLUMBLINE_CLI"
command -v sphinx-build >/dev/null || "$SOURCE_DIR/packaging/install-deps.sh" test
/usr/bin/python3 -B "$SOURCE_DIR/tests/docs/spelling.py"
exec /usr/bin/python3 -B "$SOURCE_DIR/packaging/docs.py" --cli "$cli" --licences --output "${1:-$(build_folder docs)}"
