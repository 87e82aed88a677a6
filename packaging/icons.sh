#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws packaging/icons/plumbline-SIZE.png from resources/icons/plumbline.svg; run it after changing the drawing. Needs
# rsvg-convert (apt-get install librsvg2-bin). The pictures are kept, so that a build needs no renderer.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v rsvg-convert >/dev/null || die "rsvg-convert is missing; install it with: apt-get install librsvg2-bin"
for size in 16 22 24 32 48 64 128 256 512; do
    rsvg-convert -w "$size" -h "$size" "$SOURCE_DIR/resources/icons/plumbline.svg" -o "$SOURCE_DIR/packaging/icons/plumbline-$size.png"
done
