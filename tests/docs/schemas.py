#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds JSON outputs of the program against the schemas that packaging/schemas.py makes of their forms.

    schemas.py PLUMBLINE_CLI

The outputs are those recorded in tests/data/cli, which the tests of the commands compare byte by byte, and those of COMMANDS. A
form without an output is named in NOT_SEEN.
"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "packaging"))
import schemas  # noqa: E402

# These need a server or a Python with torch.
NOT_SEEN = {"plumbline-fetch", "plumbline-notes", "plumbline-repro", "plumbline-reproducibility"}
BASELINES = "tree/benchmarks/dynamo/ci_expected_accuracy"
TABLE = "name,accuracy,graph_breaks\nmoco,{},{}\n\n\nsam,pass,3\n"
STORE = ["--store", "history.sqlite"]
COMMANDS = [["history", "add", "results/one", *STORE], ["history", "add", "--git", "tree", *STORE]] + [
    [*words, "--format", "json"] for words in (
        ["history", "stats", *STORE], ["history", "show", "moco", *STORE], ["history", "streaks", *STORE], ["history", "siblings", *STORE],
        ["history", "blame", "inductor_torchbench_training.csv", *STORE], ["evidence", *STORE], ["evidence", "gaps", "--expected", "tree", *STORE],
        ["flaky", "healed", "flaky.toml", *STORE], ["siblings", "--expected", "tree", "--drift"], ["verify", "report.json"])] + [
    ["watch", "results", "--expected", "tree", "--once", "--settle", "0", "--format", "jsonl"],
    ["run", "repeat", "2", "-o", "repeats.json", "--", "cp", "{results}", "{output}"]]
SHOWN = {"plumbline-run", "plumbline-repeat", "plumbline-report"}  # files that are written for other programs
STATE = "plumbline-bisect"  # the file of a bisection, which is no form for other programs
PYTHON = {"string": str, "number": (int, float), "object": dict, "array": list, "boolean": bool, "null": type(None)}


def problems(schema, value, path=""):
    """What of the value does not hold, for the words of JSON Schema that packaging/schemas.py uses."""
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, PYTHON[kind]) and (kind != "number" or not isinstance(value, bool)) for kind in kinds):
        yield f"{path or 'the whole'} is no {' or '.join(kinds)}: {str(value)[:60]}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{path} is not {schema['const']}"
    if isinstance(value, dict):
        yield from (f"{path}.{name} is missing" for name in schema.get("required", []) if name not in value)
        for name, member in value.items():
            inner = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            yield from problems(inner, member, f"{path}.{name}")
    if isinstance(value, list):
        for index, element in enumerate(value):
            yield from problems(schema.get("items", {}), element, f"{path}[{index}]")


def values(text):
    """Each object with a form of ours in a text that is one of them, or one a line."""
    for written in [text, *text.splitlines()]:
        try:
            value = json.loads(written)
        except ValueError:
            continue
        if isinstance(value, dict) and str(value.get("format", "")).startswith("plumbline-"):
            yield value


def printed(cli, folder):
    """(where, value) of what COMMANDS print and write, in a folder with a history of two commits and one run."""
    for name in ("inductor_torchbench_training.csv", "dynamic_inductor_torchbench_training.csv"):
        (folder / BASELINES).mkdir(parents=True, exist_ok=True)
        (folder / BASELINES / name).write_text(TABLE.format("pass", 11))
    git = ["git", "-C", str(folder / "tree"), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "one"]):
        subprocess.run([*git, *words], check=True)
    (folder / BASELINES / "inductor_torchbench_training.csv").write_text(TABLE.format("pass", 12))
    subprocess.run([*git, "commit", "--quiet", "--all", "--message", "two"], check=True)
    (folder / "results/one").mkdir(parents=True)
    results = folder / "results/one/inductor_torchbench_training.csv"
    results.write_text(TABLE.format("fail_accuracy", 12))
    (folder / "flaky.toml").write_text('[[flaky]]\nname = "moco"\nreason = "comes and goes"\n')
    environment = {**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8",
                   **{f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "CACHE", "STATE")}}
    for words in [["report", "results/one", "--expected", "tree", "-o", "report.json"], *COMMANDS]:
        words = [str(results) if word == "{results}" else word for word in words]
        done = subprocess.run([cli, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode not in (0, 1):
            print(f"schemas: {words}: {done.stderr[-300:]}", file=sys.stderr)
        yield from ((" ".join(words), value) for value in values(done.stdout))
    for file in folder.rglob("*.json"):
        yield from ((str(file.relative_to(folder)), value) for value in values(file.read_text()) if value["format"] in SHOWN)


def outputs():
    """(where, value) of each JSON output in the recorded cases."""
    for file in sorted((ROOT / "tests/data/cli").glob("*.txt")):
        case = ""
        for part in re.split(r"^%% ", file.read_text(), flags=re.M):
            head, _, text = part.partition("\n")
            if head.startswith("case "):
                case = head.removeprefix("case ")
            if head.split()[:1] not in (["stdout"], ["written"]) or not text.lstrip().startswith("{"):
                continue
            yield from ((f"{file.name}: {case}", value) for value in values(text))


def damaged(schema, value):
    """The value with each required member of its top left out, and with another type: a schema that lets both pass checks nothing."""
    for name in schema["required"]:
        yield {key: member for key, member in value.items() if key != name}
    for name, member in schema["properties"].items():
        if "type" in member and name in value:
            changed = copy.copy(value)
            changed[name] = [] if "array" not in member["type"] else "text"
            yield changed


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    made, seen, found = schemas.schemas(), {}, []
    with tempfile.TemporaryDirectory() as folder:
        live = list(printed(arguments[0], Path(folder)))
    for where, value in [*outputs(), *live]:
        name = value["format"]
        if name == STATE:
            continue
        seen.setdefault(name, value)
        if name not in made:
            found.append(f"{where}: {name} is not described")
        else:
            found += [f"{where}: {name}: {problem}" for problem in problems(made[name], value)]
    found += [f"{name}: there is no output of it" for name in sorted(made.keys() - seen.keys() - NOT_SEEN)]
    found += [f"{name}: there is an output of it, or no such form; take it from NOT_SEEN" for name in sorted(NOT_SEEN - (made.keys() - seen.keys()))]
    for name, value in seen.items():
        if name in made and not all(any(problems(made[name], bad)) for bad in damaged(made[name], value)):
            found.append(f"{name}: the schema lets a damaged output pass")
    for problem in found[:60]:
        print(f"schemas: {problem}", file=sys.stderr)
    print(f"schemas: {len(made)} forms, outputs of {len(seen)} of them, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
