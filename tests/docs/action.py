#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the steps of packaging/action/action.yml as a runner does, with its inputs and its files.

    action.py PLUMBLINE_CLI
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ACTION = ROOT / "packaging/action"
SAMPLES, DATA = ROOT / "resources/samples", ROOT / "docs/data"


def runs(action, inputs, server="", path=os.environ["PATH"]):
    """(exit status of the first step that fails, log, summary, outputs of the last step, was the report written)."""
    known = {f"inputs.{name}": str(entry.get("default", "")) for name, entry in action["inputs"].items()}
    known |= {f"inputs.{name}": value for name, value in inputs.items()}
    known["github.server_url"] = server
    with tempfile.TemporaryDirectory() as folder:
        summary, outputs = Path(folder) / "summary", Path(folder) / "outputs"
        log, status, given = "", 0, {}
        read = lambda file: file.read_text() if file.exists() else ""  # noqa: E731
        for step in action["runs"]["steps"]:
            variables = {key: re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda m: known[m[1]], text) for key, text in step["env"].items()}
            outputs.unlink(missing_ok=True)
            done = subprocess.run([shutil.which(step["shell"]), "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
                                  env={"PATH": path, "HOME": folder, "LC_ALL": "C.UTF-8", "GITHUB_ACTION_PATH": str(ACTION),
                                       "RUNNER_TEMP": folder, "GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(outputs), **variables})
            log, status = log + done.stdout, done.returncode
            given = dict(line.split("=", 1) for line in read(outputs).splitlines())
            known |= {f"steps.{step['id']}.outputs.{name}": value for name, value in given.items()}
            if status != 0:
                break
        report = known["inputs.report"] and (Path(folder) / known["inputs.report"]).exists()
        return status, log, read(summary), given, report


def release(folder, cli):
    """The action's release as a server has it: an archive whose program is the built one, and its sum. Archive and address of the server."""
    version = re.search(r"^readonly VERSION=(\S+)", (ACTION / "install.sh").read_text(), re.M)[1]
    assets = folder / f"owner/name/releases/download/v{version}"
    program = folder / f"plumbline-cli-{version}/bin/plumbline-cli"
    for made in (assets, program.parent):
        made.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{cli}" "$@"\n')
    program.chmod(0o755)
    archive = assets / f"plumbline-cli-{version}-linux-{os.uname().machine}.tar.xz"
    subprocess.run(["tar", "-C", folder, "-cJf", archive, f"plumbline-cli-{version}"], check=True)
    (assets / "SHA256SUMS").write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n")
    return archive, folder.as_uri()


def without(tool, folder):
    """A PATH with all programs of today's but one."""
    folder.mkdir()
    for place in reversed(os.environ["PATH"].split(":")):
        for program in Path(place).glob("*"):
            if program.name != tool:
                (folder / program.name).unlink(missing_ok=True)
                (folder / program.name).symlink_to(program)
    return str(folder)


def installs(action, cli, pair, check):
    """The action brings its program along: from the release of its version, or from the archive that it is given."""
    if shutil.which("plumbline-cli"):
        print("action: plumbline-cli is in PATH here, so the action takes that one; installing another was not tried")
        return
    with tempfile.TemporaryDirectory() as name:
        archive, server = release(Path(name), cli)
        ours = {"repository": "owner/name"}
        for what, inputs in (("the release", ours), ("an archive", {"archive": str(archive)}), ("an address", {"archive": archive.as_uri()})):
            seen = runs(action, pair | inputs, server)
            check(f"installs {what}", seen[0] == 1 and seen[3].get("exit") == "1" and seen[2].startswith("### CI would fail"), seen)
        for what, inputs, text in (("another repository", {}, "plumbline/plumbline/.* cannot be downloaded"), ("no archive", {"archive": "/nowhere.tar.xz"}, "there is no archive")):
            seen = runs(action, pair | inputs, server)
            check(f"installs: {what}", seen[0] == 2 and re.search(rf"^::error title=Plumbline::.*{text}", seen[1], re.M), seen)
        for tool in ("curl", "xz"):
            seen = runs(action, pair | ours, server, without(tool, Path(name, tool)))
            check(f"installs: without {tool}", seen[0] == 2 and re.search(rf"^::error title=Plumbline::{tool} is not installed", seen[1], re.M), seen)
        archive.write_bytes(archive.read_bytes() + b"x")
        seen = runs(action, pair | ours, server)
        check("installs: another archive than the sums name", seen[0] == 2 and "has not the sum" in seen[1] and not seen[2], seen)


def main(arguments):
    try:
        import yaml
    except ImportError:
        print("action: python3-yaml is not installed; python3-myst-parser brings it along")
        return 77
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    cli = Path(arguments[0]).resolve()
    pair = {"cli": str(cli), "actual": str(SAMPLES / "actual.csv"), "expected": str(SAMPLES / "expected.csv")}
    commit = {"cli": str(cli), "actual": "\n".join(str(p) for p in sorted((DATA / "commit").iterdir())), "expected": str(DATA / "pytorch")}
    wrong = []

    def check(name, holds, seen):
        if not holds:
            wrong.append(name)
            print(f"action: {name}: {seen}", file=sys.stderr)

    for name, inputs, failing in (("pair", pair, "11 rows"), ("commit", commit, "7 rows")):
        seen = status, log, summary, outputs, _ = runs(action, inputs)
        check(f"{name}: fails as CI does", status == 1 and outputs.get("exit") == "1", seen)
        check(f"{name}: annotates the baseline", re.search(r"^::error file=.*(expected|training).*line=\d+", log, re.M), seen)
        check(f"{name}: writes the summary", summary.startswith(f"### CI would fail: {failing}"), seen)
        check(f"{name}: names the summary", outputs.get("summary", "").startswith(f"CI would fail: {failing}"), seen)
    seen = runs(action, pair | {"fail-on": "never", "report": "report.xml", "rules": "2026-08"})
    check("fail-on never reports only", seen[0] == 0 and seen[3].get("exit") == "1" and "2026-08" in seen[2], seen)
    check("writes the report", seen[4], seen)
    seen = runs(action, {"cli": str(cli), "actual": str(DATA / "nights/2026-03-01/inductor_torchbench_training.csv"), "expected": str(DATA / "nights/expected.csv")})
    check("a run that is equal passes", seen[0] == 0 and seen[3].get("exit") == "0" and seen[2].startswith("### CI would pass"), seen)
    for name, inputs, text in (("no file", pair | {"actual": "missing.csv"}, "missing.csv"), ("no input", pair | {"actual": "\n"}, "actual is empty"),
                               ("unknown rules", pair | {"rules": "1999-01"}, "1999-01"), ("unknown fail-on", pair | {"fail-on": "maybe"}, "maybe"),
                               ("no program", pair | {"cli": "/nowhere/plumbline-cli"}, "/nowhere/plumbline-cli"),
                               ("a command as a name", pair | {"actual": "$(touch hacked); `id`"}, "$(touch hacked)")):
        seen = runs(action, inputs)
        check(name, seen[0] == 2 and re.search(rf"^::error title=Plumbline::.*{re.escape(text)}", seen[1], re.M) and not seen[2], seen)
    with tempfile.TemporaryDirectory() as folder:
        wordy = Path(folder) / "plumbline-cli"
        wordy.write_text("#!/bin/sh\necho '### CI would fail: a summary of 2 MB'\nyes '| ✗ | a row |' | head -n 120000\nexit 1\n")
        wordy.chmod(0o755)
        seen = runs(action, pair | {"cli": str(wordy)})
        size = len(seen[2].encode())
        check("a long summary is cut between lines", seen[0] == 1 and seen[3].get("exit") == "1" and 990000 < size <= 1000000 and seen[2].endswith("| a row |\n"),
              (seen[0], size, seen[2][-40:], seen[3]))
    installs(action, cli, pair | {"cli": ""}, check)
    for name, entry in action["outputs"].items():
        check(f"output {name} has a value", f"steps.judge.outputs.{name}" in entry["value"], entry)
    print(f"action: {'all hold' if not wrong else str(len(wrong)) + ' fail'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
