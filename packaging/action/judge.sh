#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The second step of packaging/action/action.yml: judges, writes annotations, the job summary and outputs, and fails as CI's check
# scripts do. Its inputs are the variables PLUMBLINE_..., so that no input becomes part of a command.
set -euo pipefail

stop() { printf '::error title=Plumbline::%s\n' "$*"; exit 2; }
case "$PLUMBLINE_FAIL_ON" in ci|never) ;; *) stop "fail-on is ci or never, not $PLUMBLINE_FAIL_ON" ;; esac

sources=() rules=()
while IFS= read -r line; do [ -z "$line" ] || sources+=("$line"); done <<<"$PLUMBLINE_ACTUAL"
[ ${#sources[@]} -gt 0 ] || stop "actual is empty; name the results of the run"
[ -z "$PLUMBLINE_RULES" ] || rules=(--rules "$PLUMBLINE_RULES")
report() { "$PLUMBLINE_CLI" report --expected "$PLUMBLINE_EXPECTED" "${rules[@]}" "$@" -- "${sources[@]}"; }

status=0 errors="$(mktemp)"
trap 'rm -f "$errors"' EXIT
report --format annotations 2>"$errors" || status=$?
cat "$errors" >&2
[ "$status" -le 1 ] || stop "$(grep -m 1 '^plumbline-cli' "$errors" || cat "$errors")"
summary="$(report --format markdown || true)"
# GitHub takes at most 1 MiB of a step: as many whole lines.
LC_ALL=C awk '(size += length($0) + 1) <= 1000000' <<<"$summary" >>"$GITHUB_STEP_SUMMARY"
if [ -n "$PLUMBLINE_REPORT" ]; then report -o "$PLUMBLINE_REPORT" >/dev/null || [ $? -eq 1 ] || stop "$PLUMBLINE_REPORT was not written"; fi
{
    printf 'exit=%d\n' "$status"
    printf 'summary=%s\n' "$(head -n 1 <<<"${summary#\#\#\# }")"
} >>"$GITHUB_OUTPUT"
[ "$PLUMBLINE_FAIL_ON" = ci ] || status=0
exit "$status"
