# SPDX-License-Identifier: GPL-3.0-or-later
# Part 3 of 3 of the supervisor: the task and its events. supervisor_files.py, supervisor_children.py and this file are joined
# to one program (supervisorScript), which is put beside the task it runs, or sent to where it runs.
"""Runs one task of Plumbline in its folder, and outlives the process that started it.

    python3 -I supervisor.py FOLDER             the task of FOLDER/task.json
    python3 -I supervisor.py --array LISTFILE   the task whose folder is entry SLURM_ARRAY_TASK_ID (from 0) of LISTFILE; the
                                            entries end in NUL, or in a line feed when there is no NUL in the file

What happened is in FOLDER/events.jsonl, a line each, the last one "finished"; core/runs/engine/task_file.h describes them.
A folder has one supervisor in its life; only a job that the cluster itself began once more (SLURM_RESTART_COUNT) goes on in it.
Exit: 0 the events are complete, 2 task.json cannot be used, 3 another supervisor works here, 4 nothing can be written,
5 a supervisor has worked here before.
Python 3.6 and later, standard library alone. Paths and words are bytes: no locale may change them.
"""
import errno
import fcntl
import hashlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile

FACTS_LIMIT = 120.0  # seconds
OWN_FILES = ("task.json", "events.jsonl", "supervisor.lock", "supervisor.py", "probe.py", "cancel", "cache",
             "gpu.json", "gpu.samples")
MAX_SCRIPTS, MAX_SIDE_FILES, SCRIPT_BYTES = 500, 20, 64 << 20
SCRIPT = re.compile(rb"(minified_[0-9]+_nodes|minifier_launcher|repro|[A-Za-z0-9_.-]{1,80}_repro)\.py\Z")
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\Z")


class BadTask(Exception):
    pass


class Task:
    """task.json, checked."""

    def __init__(self, folder):
        try:
            with open(folder + b"/task.json", "rb") as file:
                read = json.loads(file.read().decode("utf-8"))
        except (OSError, ValueError) as problem:
            raise BadTask("cannot be read: " + words_of(problem))
        if not isinstance(read, dict) or read.get("form") != 1:
            raise BadTask("is not of the form this supervisor knows")

        def member(name, kinds, default):
            value = read.get(name, default)
            if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
                raise BadTask("has a wrong " + name)
            return value

        def texts(name):
            value = member(name, dict, {})
            if not all(isinstance(v, str) for v in value.values()):
                raise BadTask("has a wrong " + name)
            return [(raw(k), raw(v)) for k, v in value.items()]

        self.steps = [self.step(step) for step in member("steps", list, None)]
        self.environment, self.cache_variables = texts("environment"), texts("cache_variables")
        self.folder_variables, self.copies = texts("folder_variables"), texts("copies")
        self.bring_scripts = member("bring_scripts", bool, False)
        if not all(NAME.match(shown(name)) and shown(name) not in OWN_FILES for name, _ in self.copies):
            raise BadTask("has a wrong copy")
        self.folder, self.scratch = raw(member("folder", str, "")), raw(member("scratch", str, ""))
        self.timeout, self.grace = member("timeout", (int, float), 2000), member("grace", (int, float), 10)
        self.log_bytes, self.nice = member("log_bytes", int, 64 << 20), member("nice", int, 0)
        self.cache, self.keep_cache = member("cache", bool, False), member("keep_cache", bool, False)
        self.column, self.keep_going = member("required_column", str, ""), member("keep_going", bool, False)
        self.facts = member("facts", (dict, type(None)), None)
        self.gpus, self.watch_gpu = member("gpus", list, []), member("watch_gpu", bool, False)
        self.unset = member("unset", list, [])
        if not all(isinstance(name, str) for name in self.unset):
            raise BadTask("has a wrong unset")
        if not all(isinstance(gpu, str) and NAME.match(gpu) for gpu in self.gpus):
            raise BadTask("has a wrong gpu")

    @staticmethod
    def step(entry):
        try:
            name, output, words = entry["name"], entry["output"], entry["words"]
            good = NAME.match(name) and (output == "" or NAME.match(output)) and words
            words = [tuple(raw(part) for part in (before, file, after)) for before, file, after in words]
        except (KeyError, TypeError, ValueError, AttributeError):
            good = False
        if not good or output in OWN_FILES or output.endswith(".log"):
            raise BadTask("has a wrong step")
        return name, words, output


class Supervisor:
    def __init__(self, folder):
        self.folder, self.work, self.asked, self.gpu = folder, folder, "", None
        self.task = Task(folder)
        self.events = Events(folder)
        self.token = os.urandom(12).hex()  # in the environment of all that comes from it: found even without its parents
        # A program that waits for Ctrl-C holds signals back, and what it starts would never hear of them.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.on_signal)
        self.children = Children(self.asks_to_end, self.task.grace, self.task.nice)

    def on_signal(self, number, frame):
        self.asked = self.asked or signal.Signals(number).name

    def asks_to_end(self):
        """Why it shall end; "" when it shall not."""
        if os.path.lexists(self.folder + b"/cancel"):
            return "asked to end"
        if not os.path.isdir(self.folder):
            return "its folder is gone"
        return "ended by " + self.asked if self.asked else ""

    def run(self):
        self.events.write("supervisor", pid=os.getpid(), start=start_of(os.getpid()), boot=boot_id(), token=self.token,
                          host=shown(os.uname().nodename), python=sys.version.split()[0])
        problems = []
        try:
            self.run_steps()
        except OSError as failed:  # a full disk: what can be said is said
            self.children.end_all()
            problems.append(words_of(failed))
        self.finish(problems)

    def run_steps(self):
        try:
            self.make_folders()
            problem = ""
        except OSError as failed:
            problem = "its folder cannot be made: " + words_of(failed)
        unset = [raw(name) for name in self.task.unset]
        self.environment = {name: value for name, value in os.environb.items() if name not in unset}
        self.environment.update(self.task.environment)
        if b"PYTHONUNBUFFERED" not in unset:  # a suite prints timeouts itself: buffered, they would come behind other models
            self.environment.setdefault(b"PYTHONUNBUFFERED", b"1")
        self.environment[b"PLUMBLINE_TASK"] = self.token.encode()
        for name, below in self.task.cache_variables if self.task.cache else []:
            self.environment[name] = self.work + b"/cache" + (b"/" + below if below else b"")
        for name, below in self.task.folder_variables:
            self.environment[name] = self.work + (b"/" + below if below else b"")
        if self.task.facts is not None and not problem and not self.asks_to_end():
            self.write_facts()
        if not problem:
            self.take_gpu()
        for step in self.task.steps:
            if not self.run_step(step, problem):
                break

    def take_gpu(self):
        gpu = Gpu(self.task.gpus, self.children)
        if not gpu.take(self.asks_to_end):
            return
        if gpu.index:
            self.environment[b"CUDA_VISIBLE_DEVICES"] = gpu.index.encode()
        if self.task.gpus or self.task.watch_gpu:
            try:
                gpu.look(self.find(b"nvidia-smi"), self.environment)
                self.gpu = gpu
            except (OSError, ValueError, subprocess.SubprocessError):
                pass  # another maker's, or none
        self.gpu_lock = gpu.lock  # kept until this process ends

    def begun(self, name, pid, program):
        self.events.write("begin", step=name, pid=pid, group=pid, start=start_of(pid), program=shown(program))
        if self.gpu:
            try:
                self.gpu.watch(self.work, self.environment)
            except (OSError, ValueError, subprocess.SubprocessError):
                self.gpu = None

    def make_folders(self):
        if self.task.scratch:
            self.work = tempfile.mkdtemp(prefix=b"plumbline-", dir=self.task.scratch)
            self.events.write("work", folder=shown(self.work))
        for _, _, output in self.task.steps:
            if output:
                remove_tree(self.folder + b"/" + raw(output))
        if self.task.cache:
            remove_tree(self.work + b"/cache")
            os.mkdir(self.work + b"/cache", 0o700)
        for name, data in self.task.copies:
            with open(self.work + b"/" + name, "wb") as file:
                file.write(data)

    def working_folder(self):
        return self.task.folder or self.work

    def find(self, word):
        """The program of a word: in the folders of PATH that are absolute, never in the present one. A word with a '/' is
        a path, from the working folder. Errors: FileNotFoundError with a sentence."""
        if b"/" in word:
            path = os.path.join(self.working_folder(), word)
            if not os.path.isfile(path):
                raise FileNotFoundError("there is no program " + shown(path))
            if not os.access(path, os.X_OK):
                raise FileNotFoundError(shown(path) + " may not be executed")
            return path
        for folder in self.environment.get(b"PATH", os.defpath.encode()).split(b":"):
            path = folder + b"/" + word
            if folder.startswith(b"/") and word and os.path.isfile(path) and os.access(path, os.X_OK):
                return path
        raise FileNotFoundError("no program " + shown(word) + " in PATH")

    def write_facts(self):
        request, captured = self.task.facts, Captured()
        probes = [place + b"/probe.py" for place in (self.folder, os.path.dirname(os.path.abspath(os.fsencode(__file__))))]
        try:
            probe = next((path for path in probes if os.path.isfile(path)), None)
            if probe is None:
                raise FileNotFoundError("there is no probe.py")
            word = raw(str(request.get("python", "")))
            question = json.dumps(dict(request, folder=os.fsdecode(self.work), base=os.fsdecode(self.working_folder())))
            how, code, problem = self.children.run(self.find(word), [word, probe, question.encode()], self.environment, b"/",
                                                   FACTS_LIMIT, captured, lambda pid: None)
            facts = json.loads(captured.data.decode("utf-8", "replace").strip().rpartition("\n")[2])
            facts = {shown(k): shown(str(v)) for k, v in facts.items()}
            self.events.write("facts", facts=facts, problem=problem)
        except (OSError, ValueError, AttributeError, subprocess.SubprocessError) as problem:
            reason = words_of(problem) if not captured.data else shown(captured.data[-1000:])
            self.events.write("facts", facts={}, problem=shown(reason))

    def run_step(self, step, problem):
        """False when no later step may run."""
        name, words, output = step
        how, code, log = "not_started", 0, None
        why = self.asks_to_end()
        if why:
            self.events.write("end", step=name, how="cancelled", code=0, problem=shown(why), log_bytes=0, wrote_output=False)
            return False
        try:
            if problem:
                raise FileNotFoundError(problem)
            if output:
                remove_tree(self.work + b"/" + raw(output))
            if not os.path.isdir(self.working_folder()):
                raise FileNotFoundError("there is no working folder " + shown(self.working_folder()))
            log = Log(self.work + b"/" + raw(name) + b".log", self.task.log_bytes)
            whole = [b"".join((before, self.file(file), after)) for before, file, after in words]
            program = self.find(whole[0])
            how, code, problem = self.children.run(
                program, whole, self.environment, self.working_folder(), self.task.timeout, log,
                lambda pid: self.begun(name, pid, program))
        except (OSError, ValueError, subprocess.SubprocessError) as failed:
            problem = words_of(failed)
        if log:
            log.close()
            problem = "; ".join(filter(None, [problem, log.problem]))
        wrote = bool(output) and how != "not_started" and os.path.isfile(self.work + b"/" + raw(output))
        self.events.write("end", step=name, how=how, code=code, problem=shown(problem), log_bytes=log.printed if log else 0,
                          wrote_output=wrote)
        good = how == "exited" and code == 0 and (not self.task.column or self.has_column(output))
        return good or (self.task.keep_going and how in ("exited", "signalled", "timed_out"))

    def has_column(self, output):
        """Whether the table that a step wrote has the column that the next step is compared with."""
        try:
            with open(self.work + b"/" + raw(output), "rb") as file:
                return raw(self.task.column) in file.readline(1 << 16).strip().split(b",")
        except OSError:
            return False

    def file(self, name):
        return b"" if not name else self.work if name == b"." else self.work + b"/" + name

    def finish(self, problems):
        removed = True
        if self.task.cache and self.task.keep_cache:
            removed = False
        elif self.task.cache:
            try:
                remove_tree(self.work + b"/cache")
            except OSError as problem:
                problems.append("the cache cannot be removed: " + words_of(problem))
            removed = not os.path.lexists(self.work + b"/cache")
        if self.gpu:
            self.gpu.record(self.work)
        if self.task.bring_scripts:
            bring_scripts(self.work)
        if self.work != self.folder:
            self.bring_home(problems, removed)
        files, names = [], []
        for name, _, output in self.task.steps:
            names += filter(None, [output, name + ".log"] + side_files(self.folder, output))
        for file in names + ["gpu.json"] * bool(self.gpu):
            try:
                files.append(self.hashed(file))
            except FileNotFoundError:
                pass
            except OSError as problem:
                problems.append(file + " cannot be read: " + words_of(problem))
        self.events.write("finished", cache_removed=removed, files=files, problem=shown("; ".join(problems)))
        self.events.close()

    def bring_home(self, problems, removed):
        for entry in list(os.scandir(self.work)):
            if not entry.is_file(follow_symlinks=False):
                continue
            target = self.folder + b"/" + entry.name
            try:
                with open(entry.path, "rb") as source, open(target + b".part", "wb") as copy:
                    copy_part(source.fileno(), 0, os.fstat(source.fileno()).st_size, copy.fileno())
                os.replace(target + b".part", target)
            except OSError as problem:
                problems.append(shown(entry.name) + " cannot be copied back: " + words_of(problem))
        if removed and not problems:
            try:
                remove_tree(self.work)
            except OSError as problem:
                problems.append("the scratch folder cannot be removed: " + words_of(problem))

    def hashed(self, name):
        path, digest, size = self.folder + b"/" + raw(name), hashlib.sha256(), 0
        if not os.path.isfile(path):
            raise FileNotFoundError()
        with open(path, "rb") as file:
            for data in iter(lambda: file.read(PIECE), b""):
                digest.update(data)
                size += len(data)
        return dict(name=name, bytes=size, sha256=digest.hexdigest())


def side_files(folder, output):
    """What a benchmark writes beside its table: result_graph_breaks.csv, result_compilation_metrics.csv, result.json."""
    stem = output[:-len(".csv")] if output.endswith(".csv") else ""
    cut = re.sub(r"[.csv]+$", "", output)  # the harness strips ".csv" letter by letter: models.csv, model_graph_breaks.csv
    starts = (stem + "_", stem + ".json", cut + "_graph_breaks")
    names = (shown(name) for name in sorted(os.listdir(folder))) if stem else ()
    return [name for name in names if name.startswith(starts) and name.endswith((".csv", ".json"))
            and NAME.match(name) and os.path.isfile(folder + b"/" + raw(name))
            and os.path.getsize(folder + b"/" + raw(name)) <= SCRIPT_BYTES][:MAX_SIDE_FILES]


def bring_scripts(folder):
    """Copies the repro scripts in sub-folders into the folder itself, the only place that files are taken home from."""
    taken = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not (place == folder and name == b"cache"))
        for name in sorted(names):
            target = folder + b"/" + name
            if place == folder or taken >= MAX_SCRIPTS or not SCRIPT.match(name) or os.path.lexists(target):
                continue
            source = place + b"/" + name
            try:
                if not os.path.islink(source) and os.path.getsize(source) <= SCRIPT_BYTES:
                    shutil.copy2(source, target)
                    taken += 1
            except OSError:  # the log holds the error too
                pass


def lock(folder):
    """Takes the lock that marks a working supervisor. A process that only tests it holds it for a moment."""
    file = os.open(folder + b"/supervisor.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    for _ in range(100):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError as problem:
            if problem.errno in NO_LOCKS:  # some shared folders have none
                return True
            select.select([], [], [], 0.02)
    return False


def folder_of(arguments):
    if len(arguments) == 1 and not arguments[0].startswith("--"):
        return os.path.abspath(os.fsencode(arguments[0]))
    if len(arguments) == 2 and arguments[0] == "--array":
        with open(os.fsencode(arguments[1]), "rb") as file:
            entries = file.read()
        entries = entries.split(b"\0" if b"\0" in entries else b"\n")
        number = int(os.environ.get("SLURM_ARRAY_TASK_ID", "-1"))
        if 0 <= number < len(entries) and entries[number]:
            return os.path.abspath(entries[number])
        raise ValueError("there is no entry %d in the list" % number)
    raise ValueError("usage: supervisor.py FOLDER | supervisor.py --array LISTFILE")


def main(arguments):
    try:
        folder = folder_of(arguments)
        os.chdir("/")
        if not lock(folder):
            print("supervisor: another supervisor works in this folder", file=sys.stderr)
            return 3
        Supervisor(folder).run()
    except RanAlready:
        print("supervisor: a supervisor has worked in this folder before; a task runs once", file=sys.stderr)
        return 5
    except BadTask as problem:
        print("supervisor: task.json " + str(problem), file=sys.stderr)
        return 2
    except (ValueError, FileNotFoundError) as problem:
        print("supervisor: " + str(problem), file=sys.stderr)
        return 2
    except OSError as problem:
        print("supervisor: " + words_of(problem), file=sys.stderr)
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
