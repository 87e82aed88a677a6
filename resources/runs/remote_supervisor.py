# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers Plumbline's questions about tasks on this machine. Sent through ssh to "python3 -I -" with a last line that calls
main(), so that half of it does nothing; nothing is installed. The request and the answer are JSON, packed; the answer
stands between two marks, since login scripts may print what they like.

    {"form": 1, "action": "start"|"poll"|"cancel"|"release"|"probe", "nonce", "base": folder or "", "supervisor": text,
     "tasks": [{"name", "handle", ...}], "forget": [names of tasks whose start was never answered]}
    {"tasks": [{...} or {"error": text}], ...}      followed by the bytes that [begin, length] pairs speak of

Each action may be repeated: a start that was not heard of here does not start twice. Python 3.6 and later, standard
library alone. Paths are bytes: no locale may change them.
"""
import base64
import contextlib
import fcntl
import hashlib
import json
import os
import select
import signal
import struct
import subprocess
import sys
import time
import types
import zlib

MARK, MARK_WORDS = b"plumbline.task", b"A task of Plumbline; this folder is removed when it is over.\n"
START_LOCK, SAID = b"start.lock", b"supervisor.out"
OURS = (b"task.json", b"supervisor.py", b"probe.py", b"events.jsonl", b"supervisor.lock", b"supervisor.reserve", b"cancel", MARK, START_LOCK)
START_TIMEOUT = 1500        # polls, two hundredths of a second apart
MAX_EVENTS, MAX_LOG = 8 << 20, 2 << 20   # bytes of an answer
PROBE_TIMEOUT = 100.0
supervisor = types.ModuleType("supervisor")        # the functions of supervisor.py, sent along


class Trouble(Exception):
    pass


class Blobs:
    def __init__(self):
        self.data = b""

    def add(self, data):
        begin, self.data = len(self.data), self.data + data
        return [begin, len(data)]


def base_of(request):
    home = os.path.expanduser(b"~")
    base = request.get("base", "").encode("utf-8")
    if base == b"~" or base.startswith(b"~/"):
        return os.path.join(home, base[2:])
    if base:
        return os.path.join(home, base)
    cache = os.environb.get(b"XDG_CACHE_HOME", b"")
    return os.path.join(cache if cache.startswith(b"/") else os.path.join(home, b".cache"), b"plumbline", b"runs")


def folder_of(request, task):
    name = task["name"].encode("utf-8")
    if not supervisor.NAME.match(task["name"]):
        raise Trouble("wrong name of a task")
    handle = task.get("handle", "").encode("utf-8")
    if handle and os.path.basename(handle) != name:
        raise Trouble("the handle is not of this task")
    return handle or os.path.join(base_of(request), name)


def token_of(task):
    return MARK_WORDS + task["name"].encode("utf-8") + b" " + task.get("token", "").encode("utf-8") + b"\n"


def read(path, begin=0, most=1 << 26):
    with open(path, "rb") as file:
        file.seek(begin)
        return file.read(most)


def size_of(path):
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return 0


def is_ours(folder):
    try:
        return not os.path.islink(folder) and read(os.path.join(folder, MARK)).startswith(MARK_WORDS)
    except OSError:
        return False


def is_held(folder, lock=b"supervisor.lock"):
    try:
        with open(os.path.join(folder, lock), "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    except OSError:  # a shared folder without locks: look for the supervisor's process
        event = first_event(folder)
        return event.get("boot") == supervisor.boot_id() and supervisor.start_of(event.get("pid", 0)) == event.get("start", -1)
    return False


def first_event(folder):
    try:
        event = json.loads(read(os.path.join(folder, b"events.jsonl"), 0, 1 << 16).split(b"\n")[0].decode("ascii"))
    except (OSError, ValueError):
        return {}
    return event if isinstance(event, dict) else {}


def is_begun(folder):
    return is_held(folder) or size_of(os.path.join(folder, b"events.jsonl")) > 0


@contextlib.contextmanager
def starting(folder):
    """Keeps others from starting or removing this task."""
    with open(os.path.join(folder, START_LOCK), "wb") as file:
        for rest in range(100, -1, -1):  # starting and removing take moments; a lock may be kept for good
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if rest == 0:
                    raise Trouble(supervisor.shown(folder) + " is being started or removed by another program")
                time.sleep(0.1)
        yield


def start(request, task, blobs):
    folder = folder_of(request, task)
    os.makedirs(os.path.dirname(folder), 0o700, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    if os.path.islink(folder) or not is_ours(folder) and set(os.listdir(folder)) - {START_LOCK, MARK + b".new"}:
        raise Trouble(supervisor.shown(folder) + " is there already and is not Plumbline's")
    with starting(folder):
        mark = os.path.join(folder, MARK)
        if not os.path.exists(mark):
            write(mark, token_of(task))
        elif read(mark) != token_of(task):
            raise Trouble(supervisor.shown(folder) + " is another task's")
        if not is_begun(folder):
            write(os.path.join(folder, b"supervisor.py"), request["supervisor"].encode("utf-8"))
            write(os.path.join(folder, b"probe.py"), request["probe"].encode("utf-8"))
            write(os.path.join(folder, b"task.json"), task["task"].encode("utf-8"))
            begin(folder)
    return {"handle": folder.decode("utf-8")}


def write(path, data):
    with open(path + b".new", "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + b".new", path)


def begin(folder):
    """Starts the supervisor in a session of its own, so that it outlives this connection, and waits until it is at work."""
    with open(os.path.join(folder, SAID), "ab") as said:
        child = subprocess.Popen([sys.executable, "-I", os.path.join(folder, b"supervisor.py"), folder], stdin=subprocess.DEVNULL,
                                 stdout=said, stderr=said, cwd="/", start_new_session=True)
    if not wait_for(lambda: child.poll() is not None or is_begun(folder), START_TIMEOUT):
        raise Trouble("the supervisor does not begin")
    if not is_begun(folder):
        words = supervisor.shown(read(os.path.join(folder, SAID))[-500:]).strip()
        raise Trouble("the supervisor ended at once (exit code %d): %s" % (child.returncode, words))


def wait_for(is_true, polls):
    for _ in range(polls):
        if is_true():
            return True
        select.select([], [], [], 0.02)
    return False


def poll(request, task, blobs):
    folder = folder_of(request, task)
    if not os.path.isdir(folder):
        return {"life": "missing", "folder": supervisor.shown(folder)}
    alive = is_held(folder) or is_held(folder, START_LOCK)  # before the events: its last word is there before the lock goes
    path = os.path.join(folder, b"events.jsonl")
    size, known = size_of(path), task.get("events", 0)
    offset = known if known <= size else 0
    new = read(path, offset, MAX_EVENTS) if size > offset else b""
    new = new[:new.rfind(b"\n") + 1]
    if b'{"event": "finished"' in new:  # it ends now: its files are fetched and removed when it has
        alive = not wait_for(lambda: not is_held(folder), 100)
    if not alive:
        end_leftovers(folder)
    answer = {"life": "alive" if alive else "gone", "offset": offset, "events": blobs.add(new), "handle": folder.decode("utf-8"),
              "files": files_in(folder), "logs": []}
    if size == 0 and not alive:
        answer["said"] = supervisor.shown(read(os.path.join(folder, SAID))[-500:]) if size_of(os.path.join(folder, SAID)) else ""
    for entry in answer["files"] if task.get("watched") else []:
        name = entry["name"]
        if name.endswith(".log") and len(blobs.data) < 8 * MAX_LOG:
            offset = task.get("logs", {}).get(name, 0)
            offset = offset if offset <= entry["bytes"] else 0
            data = read(os.path.join(folder, name.encode("utf-8")), offset, MAX_LOG)
            answer["logs"].append({"name": name, "offset": offset, "bytes": blobs.add(data)})
    return answer


def files_in(folder):
    files = []
    for entry in os.scandir(folder):
        name = supervisor.shown(entry.name)
        if entry.name not in OURS and supervisor.NAME.match(name) and entry.is_file(follow_symlinks=False):
            files.append({"name": name, "bytes": entry.stat(follow_symlinks=False).st_size})
    return sorted(files, key=lambda file: file["name"])


def end_leftovers(folder):
    """Ends the children of a killed supervisor, found by the token in their environment."""
    event = first_event(folder)
    if event.get("boot") != supervisor.boot_id() or not event.get("token"):
        return
    mark = b"PLUMBLINE_TASK=" + event["token"].encode("ascii")
    for _ in range(100):
        left = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if has_mark(pid, mark)]
        if not left:
            return
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        select.select([], [], [], 0.02)


def has_mark(pid, mark):
    try:
        return mark in read("/proc/%d/environ" % pid).split(b"\0")
    except OSError:
        return False


def cancel(request, task, blobs):
    folder = folder_of(request, task)
    if os.path.isdir(folder):
        if not is_ours(folder):
            raise Trouble(supervisor.shown(folder) + " is not Plumbline's")
        os.close(os.open(os.path.join(folder, b"cancel"), os.O_WRONLY | os.O_CREAT, 0o600))
    return {}


def release(request, task, blobs):
    folder = folder_of(request, task)
    if os.path.isdir(folder):
        if not is_ours(folder):
            raise Trouble(supervisor.shown(folder) + " is not Plumbline's")
        with starting(folder):
            if is_held(folder):
                raise Trouble("it still runs")
            kept = {MARK, b"cache"} if task.get("keep_cache") and os.path.isdir(os.path.join(folder, b"cache")) else {MARK}
            for entry in os.listdir(folder):  # the mark last: what is left half removed is still known as ours
                if entry not in kept:
                    supervisor.remove_tree(os.path.join(folder, entry))
            if len(kept) == 1:
                supervisor.remove_tree(folder)
    return {}


def probe(request, blobs):
    folder, question, python = base_of(request), request["question"], request["python"]
    answer = {"base": supervisor.shown(folder), "problem": ""}
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError("it is not writable")
    except OSError as problem:
        answer["problem"] = supervisor.words_of(problem)
    question["folder"], child = supervisor.shown(folder), None
    if "/" in python:
        python = os.path.join(request["folder"], python)
    try:
        # Its own session: when it hangs, all of it can be ended.
        child = subprocess.Popen([python.encode("utf-8"), "-", json.dumps(question)], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/", start_new_session=True)
        out, errors = child.communicate(request["probe"].encode("utf-8"), PROBE_TIMEOUT)
        answer.update(exit=child.returncode, out=blobs.add(out), errors=blobs.add(errors[-4000:]))
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        answer.update(exit=124, out=[0, 0], errors=blobs.add(b"no answer in time"))
    except (OSError, ValueError) as problem:
        words = python + ": " + supervisor.words_of(problem)
        answer.update(exit=127, out=[0, 0], errors=blobs.add(words.encode("utf-8", "replace")))
    return answer


def one(action, request, task, blobs):
    try:
        return action(request, task, blobs)
    except (Trouble, OSError, subprocess.SubprocessError) as problem:
        return {"error": supervisor.shown(supervisor.words_of(problem))}


def main(packed):
    request, blobs = json.loads(zlib.decompress(base64.b64decode(packed)).decode("utf-8")), Blobs()
    exec(request["supervisor"], supervisor.__dict__)
    for name in request.get("forget", []):
        one(cancel, request, {"name": name}, blobs)
    if request["action"] == "probe":
        answer = probe(request, blobs)
    else:
        action = {"start": start, "poll": poll, "cancel": cancel, "release": release}[request["action"]]
        answer = {"tasks": [one(action, request, task, blobs) for task in request["tasks"]]}
    head = json.dumps(answer).encode("ascii")
    data = struct.pack(">I", len(head)) + head + blobs.data
    nonce, text = request["nonce"], base64.b64encode(struct.pack(">I", len(data)) + zlib.compress(data, 6))
    sys.stdout.write("\n<plumbline %s %s>\n%s\n</plumbline %s>\n" % (nonce, hashlib.sha256(text).hexdigest(), text.decode("ascii"), nonce))
    sys.stdout.flush()
