#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a folder that runs on any Linux with the glibc of this one or a newer one, and packs it as .tar.xz.
#   packaging/portable.sh              plumbline-VERSION-linux-ARCH.tar.xz: both programs, with Qt
#   packaging/portable.sh --headless   plumbline-cli-VERSION-linux-ARCH.tar.xz
# The archive lies in the build folder, build/portable or build/portable-cli. With PLUMBLINE_RELEASE set, as release.sh does, packing
# fails where a plugin for Wayland or the desktop portal is missing, instead of leaving it out.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
    "") preset=release name=portable ;;
    --headless) preset=headless name=portable-cli ;;
    *) sed -n '3,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
"$SOURCE_DIR/packaging/install-deps.sh" build
dir="$(build_folder "$name")"
configure_once "$preset" "$dir" -DPLUMBLINE_PORTABLE=ON "-DPLUMBLINE_PCH=${PLUMBLINE_PCH-all}"  # as packaging/debian/rules
build_quietly "$dir"
rm -f "$dir"/*.tar.xz
(cd "$dir" && cpack -G TXZ) >"$dir/cpack.log" 2>&1 || { tail -n 40 "$dir/cpack.log" >&2; die "packing failed; the whole text is in $dir/cpack.log"; }
find "$dir" -maxdepth 1 -name '*.tar.xz' -printf '%p  %s bytes\n'
