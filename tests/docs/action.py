#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the steps of packaging/action/action.yml as a runner does, with its inputs and its files.

    action.py PLUMBLINE_CLI
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ACTION = ROOT / "packaging/action"
SAMPLES, DATA = ROOT / "resources/samples", ROOT / "docs/data"


def runs(action, cli, inputs):
    """(exit status of the first step that fails, log, summary, outputs)."""
    values = {name: str(entry.get("default", "")) for name, entry in action["inputs"].items()} | {"cli": str(cli)} | inputs
    with tempfile.TemporaryDirectory() as folder:
        summary, outputs = Path(folder) / "summary", Path(folder) / "outputs"
        log, status = "", 0
        for step in action["runs"]["steps"]:
            variables = {key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: values[m[1]], text) for key, text in step["env"].items()}
            done = subprocess.run([step["shell"], "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
                                  env={"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "GITHUB_ACTION_PATH": str(ACTION),
                                       "GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(outputs), **variables})
            log, status = log + done.stdout, done.returncode
            if status != 0:
                break
        read = lambda path: path.read_text() if path.exists() else ""  # noqa: E731
        report = values["report"] and (Path(folder) / values["report"]).exists()
        return status, log, read(summary), dict(line.split("=", 1) for line in read(outputs).splitlines()), report


def main(arguments):
    try:
        import yaml
    except ImportError:
        print("action: python3-yaml is not installed; python3-myst-parser brings it along")
        return 77
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    cli = Path(arguments[0]).resolve()
    pair = {"actual": str(SAMPLES / "actual.csv"), "expected": str(SAMPLES / "expected.csv")}
    commit = {"actual": "\n".join(str(p) for p in sorted((DATA / "commit").iterdir())), "expected": str(DATA / "pytorch")}
    wrong = []

    def check(name, holds, seen):
        if not holds:
            wrong.append(name)
            print(f"action: {name}: {seen}", file=sys.stderr)

    for name, inputs, failing in (("pair", pair, "11 rows"), ("commit", commit, "7 rows")):
        seen = status, log, summary, outputs, _ = runs(action, cli, inputs)
        check(f"{name}: fails as CI does", status == 1 and outputs.get("exit") == "1", seen)
        check(f"{name}: annotates the baseline", re.search(r"^::error file=.*(expected|training).*line=\d+", log, re.M), seen)
        check(f"{name}: writes the summary", summary.startswith(f"### CI would fail: {failing}"), seen)
        check(f"{name}: names the summary", outputs.get("summary", "").startswith(f"CI would fail: {failing}"), seen)
    seen = runs(action, cli, pair | {"fail-on": "never", "report": "report.xml", "rules": "2026-08"})
    check("fail-on never reports only", seen[0] == 0 and seen[3].get("exit") == "1" and "2026-08" in seen[2], seen)
    check("writes the report", seen[4], seen)
    seen = runs(action, cli, {"actual": str(DATA / "nights/2026-03-01/inductor_torchbench_training.csv"), "expected": str(DATA / "nights/expected.csv")})
    check("a run that is equal passes", seen[0] == 0 and seen[3].get("exit") == "0" and seen[2].startswith("### CI would pass"), seen)
    for name, inputs, text in (("no file", pair | {"actual": "missing.csv"}, "missing.csv"), ("no input", pair | {"actual": "\n"}, "actual is empty"),
                               ("unknown rules", pair | {"rules": "1999-01"}, "1999-01"), ("unknown fail-on", pair | {"fail-on": "maybe"}, "maybe"),
                               ("no program", pair | {"cli": "/nowhere/plumbline-cli"}, "/nowhere/plumbline-cli"),
                               ("a command as a name", pair | {"actual": "$(touch hacked); `id`"}, "$(touch hacked)")):
        seen = runs(action, cli, inputs)
        check(name, seen[0] == 2 and re.search(rf"^::error title=Plumbline::.*{re.escape(text)}", seen[1], re.M) and not seen[2], seen)
    for name, entry in action["outputs"].items():
        check(f"output {name} has a value", f"steps.judge.outputs.{name}" in entry["value"], entry)
    print(f"action: {'all hold' if not wrong else str(len(wrong)) + ' fail'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
