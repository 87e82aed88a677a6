#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The first step of packaging/action/action.yml: finds plumbline-cli, or unpacks it from the portable archive of the release that
# the action is of, or from PLUMBLINE_ARCHIVE. What is downloaded must have the sum in the SHA256SUMS beside it.
set -euo pipefail
readonly VERSION=0.1.0  # written by packaging/release.sh --set-version

stop() { printf '::error title=Plumbline::%s\n' "$*"; exit 2; }
needs() { command -v "$1" >/dev/null || stop "$1 is not installed, which $2; install it, or name a program with cli"; }
found() { printf 'cli=%s\n' "$1" >>"$GITHUB_OUTPUT"; exit 0; }

if [ -n "$PLUMBLINE_CLI" ]; then
    command -v "$PLUMBLINE_CLI" >/dev/null || stop "there is no program $PLUMBLINE_CLI; leave cli out to have it installed"
    found "$PLUMBLINE_CLI"
fi
archive="$PLUMBLINE_ARCHIVE"
if [ -z "$archive" ]; then
    if command -v plumbline-cli >/dev/null; then found plumbline-cli; fi
    archive="$PLUMBLINE_SERVER/$PLUMBLINE_REPOSITORY/releases/download/v$VERSION/plumbline-cli-$VERSION-linux-$(uname -m).tar.xz"
fi
folder="$(mktemp -d "$RUNNER_TEMP/plumbline-XXXXXX")" name="${archive##*/}"
case "$archive" in
    *://*) needs curl "downloads the archive"
           for file in "$name" SHA256SUMS; do
               curl --silent --show-error --fail --location --retry 3 --output "$folder/$file" -- "${archive%/*}/$file" || stop "${archive%/*}/$file cannot be downloaded"
           done
           (cd "$folder" && awk -v name="$name" '$2 == name' SHA256SUMS >sum && [ -s sum ] && sha256sum --quiet --check sum) >&2 || stop "$archive has not the sum that SHA256SUMS gives it"
           archive="$folder/$name" ;;
    *) [ -f "$archive" ] || stop "there is no archive $archive" ;;
esac
needs xz "unpacks the archive"
tar -C "$folder" -xJf "$archive" || stop "$archive cannot be unpacked"
for program in "$folder"/plumbline*/bin/plumbline-cli; do
    if "$program" --version; then found "$program"; fi
done
stop "$archive holds no plumbline-cli that runs here; it is for glibc 2.36 or later"
