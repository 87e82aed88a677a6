# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the facts of a machine that a benchmark's times depend on, as one line of JSON: names and texts.

    python3 probe.py '{"checkout": "/src/pytorch", "script": "...", "folder": "/where/runs/live", "base": "/working/folder",
                       "environment": {"PYTHONPATH": "/opt/torch"}}'

Each fact stands for itself: one that cannot be had is absent, and nothing here fails or waits for long. Run by the very
Python that shall run the benchmark. 3.6 and later, standard library alone.
"""
import sys
if sys.path and sys.path[0] == "":  # python -c and python -: what lies in the present folder is not to be imported
    del sys.path[0]
import glob
import importlib.util
import json
import os
import re
import signal
import subprocess

PATIENCE = dict(torch=90, driver=10, git=20)  # seconds
TORCH = r"""
import sys
if sys.path and sys.path[0] == "":
    del sys.path[0]
import json
def emit(**facts):
    print("\n@" + json.dumps(facts), flush=True)
try:
    import torch
    emit(torch=str(torch.__version__), torch_folder=str(getattr(torch, "__file__", "")))
except BaseException as problem:
    emit(torch_error="%s: %s" % (type(problem).__name__, problem))
    sys.exit(0)
devices = []
for kind in ("cuda", "xpu"):
    try:
        there = bool(getattr(torch, kind).is_available())
        emit(**{kind: "yes" if there else "no"})
        if there:
            devices += [str(getattr(torch, kind).get_device_name(i)) for i in range(getattr(torch, kind).device_count())]
    except BaseException as problem:
        emit(**{kind + "_error": "%s: %s" % (type(problem).__name__, problem)})
emit(devices=", ".join(devices))
version = getattr(torch, "version", None)
emit(cuda_version=str(getattr(version, "cuda", None) or getattr(version, "hip", None) or ""))
"""


def program(name):
    """A program in the folders of PATH that are absolute; never one in the present folder."""
    for folder in os.environ.get("PATH", os.defpath).split(":"):
        path = os.path.join(folder, name)
        if folder.startswith("/") and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def answer_of(words, patience, **more):
    """(exit code, output, errors); everything it started is killed when it takes too long."""
    environment = dict(os.environ, GIT_OPTIONAL_LOCKS="0", GIT_TERMINAL_PROMPT="0",
                       GIT_ALLOW_PROTOCOL="", GIT_NO_LAZY_FETCH="1")
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/",
                             start_new_session=True, env=environment, **more)
    try:
        out, errors = child.communicate(timeout=patience)
        code = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        try:
            out, errors = child.communicate(timeout=2)
        except subprocess.TimeoutExpired:  # a process left the group and holds the pipes
            out, errors = b"", b""
        code = None
    return code, out[:1 << 20].decode("utf-8", "replace"), errors[-4000:].decode("utf-8", "replace")


def python(question):
    return {"python": "%d.%d.%d %s" % (sys.version_info[:3] + (sys.executable,))}


def torch(question):
    code, out, errors = answer_of([sys.executable, "-c", TORCH], PATIENCE["torch"])
    facts = {}
    for line in out.splitlines():
        if line.startswith("@"):
            facts.update(json.loads(line[1:]))
    if "torch" not in facts and "torch_error" not in facts:
        said = (errors.strip().splitlines() or [""])[-1]
        facts["torch_error"] = ("importing it takes more than %d s" % PATIENCE["torch"] if code is None else
                                "importing it ends Python with %s %d. %s" % ("signal" if code < 0 else "code", abs(code), said))
    elif code is None:
        facts["cuda_error"] = "asking for devices takes more than %d s" % PATIENCE["torch"]
    return {k: v for k, v in facts.items() if v}


def driver(question):
    nvidia, rocm = program("nvidia-smi"), program("rocm-smi")
    if nvidia:
        code, out, _ = answer_of([nvidia, "--query-gpu=name,driver_version", "--format=csv,noheader"], PATIENCE["driver"])
        cards = [line.rpartition(",") for line in out.splitlines() if "," in line]
        if code == 0 and cards:
            return {"driver": cards[0][2].strip(), "cards": ", ".join(card[0].strip() for card in cards)}
    if rocm:
        code, out, _ = answer_of([rocm, "--showdriverversion"], PATIENCE["driver"])
        found = re.search(r"[Dd]river version:\s*(\S+)", out)
        if code == 0 and found:
            return {"driver": found.group(1)}
    return {}


def gpus(question):
    """Free memory and processes of each card: "0: 9196 of 81559 MiB free, 2 processes; 1: ...", and which a program sees."""
    nvidia = program("nvidia-smi")
    if not nvidia:
        return {}
    def rows(query):
        code, out, _ = answer_of([nvidia, query, "--format=csv,noheader,nounits"], PATIENCE["driver"])
        return [[cell.strip() for cell in line.split(",")] for line in out.splitlines()] if code == 0 else []
    busy = [row[0] for row in rows("--query-compute-apps=gpu_uuid,pid") if len(row) == 2]
    cards = [row for row in rows("--query-gpu=index,uuid,memory.free,memory.total")
             if len(row) == 4 and row[0].isdigit() and row[2].isdigit() and row[3].isdigit()]
    if not cards:
        return {}
    facts = {"gpus": "; ".join("%s: %s of %s MiB free, %d processes" % (index, free, total, busy.count(uuid))
                               for index, uuid, free, total in cards),
             "visible_gpus": os.environ.get("CUDA_VISIBLE_DEVICES")}
    return {k: v for k, v in facts.items() if v}


def z3(question):
    return {"z3": "yes" if importlib.util.find_spec("z3") else "no"}


def flags(question):
    """Options of the command line that neither the script nor the harness beside it defines. argparse takes prefixes."""
    path, wanted = script(question).get("script"), question.get("flags") or []
    known = set()
    for name in (path, os.path.join(os.path.dirname(path), "common.py")) if path else ():
        if os.path.isfile(name):
            with open(name, errors="replace") as file:
                known.update(re.findall(r"[\"'](--[a-z0-9][a-z0-9_-]*)[\"']", file.read(8 << 20)))
    unknown = [flag for flag in wanted if not any(name.startswith(flag) for name in known)]
    return {"unknown_flags": ", ".join(unknown)} if len(known) > 10 and unknown else {}


def script(question):
    path = question.get("script")
    if not path:
        return {}
    path = os.path.join(question.get("base") or question.get("checkout") or "/", path)
    return {"script": path, "script_found": "yes" if os.path.isfile(path) else "no"}


def without_filters(base):
    """The options that keep git from starting the filters of a repository; None where git cannot be kept from it."""
    code, out, _ = answer_of(base + ["config", "-z", "--name-only", "--get-regexp", r"^filter\."], PATIENCE["git"])
    drivers = {name.rpartition(".")[0] for name in out.split("\0") if name}
    if code not in (0, 1) or len(drivers) > 100 or any(sign in out for sign in "=\n\ufffd"):
        return None
    return [word for driver in sorted(drivers) for setting in ("clean=", "smudge=", "process=", "required=false")
            for word in ("-c", driver + "." + setting)]


def git(question):
    checkout, tool = question.get("checkout"), program("git")
    if not checkout or not tool or not os.path.isdir(checkout):
        return {}
    base = [tool, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", checkout]
    code, out, _ = answer_of(base + ["rev-parse", "HEAD"], PATIENCE["git"])
    if code != 0 or not re.match(r"[0-9a-f]{40,64}\s*\Z", out):
        return {}
    facts = {"git_sha": out.strip()}
    settings = without_filters(base)
    if settings is None:
        return facts
    code, out, _ = answer_of(base + settings + ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules", "--no-renames"],
                             PATIENCE["git"])
    if code == 0:
        facts["git_dirty"] = "yes" if out.strip() else "no"
    return facts


def disk(question):
    folder = question.get("folder") or "/"
    while not os.path.isdir(folder) and folder != os.path.dirname(folder):  # it is made later
        folder = os.path.dirname(folder)
    info = os.statvfs(folder)
    free = info.f_bavail * info.f_frsize
    return {"disk_free": "%.1f GB" % (free / 1e9), "disk_free_bytes": str(free)}


def cpu(question):
    with open("/proc/cpuinfo", errors="replace") as file:
        found = re.search(r"^(?:model name|Model|cpu model)\s*:\s*(.+)$", file.read(), re.M)
    return {"cpu": found.group(1).strip()} if found else {}


def cpus(question):
    count = len(os.sched_getaffinity(0))
    return {"cpus": str(count)}


def governor(question):
    names = set()
    for path in glob.glob("/sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor"):
        with open(path) as file:
            names.add(file.read().strip())
    return {"governor": ", ".join(sorted(names))} if names else {}


def load(question):
    return {"load": "%.2f %.2f %.2f" % os.getloadavg()}


def numa(question):
    return {"numa_nodes": str(len(glob.glob("/sys/devices/system/node/node[0-9]*")) or 1)}


def host(question):
    system = os.uname()
    return {"host": system.nodename, "kernel": "%s %s %s" % (system.sysname, system.release, system.machine)}


def main(arguments):
    try:
        question = json.loads(arguments[0] if arguments else sys.stdin.read(1 << 20))
    except ValueError:
        question = {}
    # What is imported, and from where, is decided by the variables that the benchmark will get.
    wanted = question.get("environment") if isinstance(question, dict) else None
    for name, value in (wanted.items() if isinstance(wanted, dict) else ()):
        if isinstance(value, str) and name and "=" not in name and "\0" not in name + value:
            os.environ[name] = value
    facts = {}
    # The load first, before the others make it higher.
    for fact in (load, python, host, cpu, cpus, numa, governor, disk, script, flags, git, driver, gpus, z3, torch):
        try:
            facts.update(fact(question if isinstance(question, dict) else {}))
        except Exception:
            pass
    print(json.dumps(facts))


if __name__ == "__main__":
    main(sys.argv[1:])
