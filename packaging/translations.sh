#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings resources/translations up to the texts of the sources: new ones are marked as unfinished, those that are gone go.
#   packaging/translations.sh      then translate what is unfinished (Qt Linguist, or an editor); gui_translators checks it
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$SOURCE_DIR"
PATH="$PATH:/usr/lib/qt6/bin"
command -v lupdate >/dev/null || die "lupdate is not installed (packaging/install-deps.sh build)"
for file in resources/translations/*.ts; do
    lupdate -silent -no-obsolete -I . -locations none core ui app -ts "$file" 2>/dev/null
    say "$file: $(grep -c 'type="unfinished"' "$file" || true) texts to translate"
done
