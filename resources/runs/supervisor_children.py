# SPDX-License-Identifier: GPL-3.0-or-later
# Part 2 of 3 of the supervisor: the programs it starts, and the end of everything that comes from them.
import ctypes
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
F_SETPIPE_SZ = 1031
TICK = 0.1           # seconds between two looks for a request to end


def process_of(pid):
    """(state, parent, group, start in clock ticks since boot) of a process; None when it is gone."""
    try:
        with open("/proc/%d/stat" % pid, "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return fields[0], int(fields[1]), int(fields[2]), int(fields[19])
    except (OSError, IndexError, ValueError):
        return None


def start_of(pid):
    process = process_of(pid)
    return process[3] if process else 0


def boot_id():
    try:
        with open("/proc/sys/kernel/random/boot_id") as file:
            return file.read().strip()
    except OSError:
        return ""


class Children:
    """Starts one program at a time and ends it with everything that comes from it."""

    def __init__(self, asks_to_end, grace, nice):
        self.asks_to_end, self.grace, self.nice = asks_to_end, grace, nice
        self.me, self.child, self.next_reap = os.getpid(), 0, 0.0
        try:
            self.libc = ctypes.CDLL(None, use_errno=True)
            self.libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # who loses its parent becomes ours, and is found
        except (OSError, AttributeError):
            self.libc = None
        self.wake, wake_end = os.pipe()
        for end in (self.wake, wake_end):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(wake_end)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def prepare(self):
        """In the new process, before the program."""
        if self.libc:
            self.libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
            if os.getppid() != self.me:
                os._exit(127)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        if self.nice:
            os.nice(self.nice)

    def living(self):
        """{pid: group} of what comes from this process and still runs. What ended and is ours to bury is buried, but not
        the program whose exit is waited for."""
        below, processes = {}, {}
        try:
            names = os.listdir("/proc")
        except OSError:
            names = []
        for name in names:
            process = process_of(int(name)) if name.isdigit() else None
            if process:
                processes[int(name)] = process
                below.setdefault(process[1], []).append(int(name))
        found, waiting = {}, [self.me]
        while waiting:
            parent = waiting.pop()
            for pid in below.get(parent, []):
                waiting.append(pid)
                if processes[pid][0] not in (b"Z", b"X"):
                    found[pid] = processes[pid][2]
                elif parent == self.me and pid != self.child:
                    try:
                        os.waitpid(pid, os.WNOHANG)
                    except ChildProcessError:
                        pass
        return found

    def send(self, number):
        """To the group, and to those that left it; once to each, as some programs take a second TERM for impatience."""
        others = [pid for pid, group in self.living().items() if group != self.child]
        for call, pid in [(os.killpg, self.child)] + [(os.kill, pid) for pid in others]:
            try:
                call(pid, number)
            except (ProcessLookupError, PermissionError):
                pass

    def end_all(self):
        """Kills until nothing is left; gives how many processes would not go."""
        for _ in range(250):
            self.send(signal.SIGKILL)
            left = self.living()
            if not left:
                return 0
            select.select([], [], [], 0.02)
        return len(left)

    def run(self, program, words, environment, folder, timeout, sink, begun):
        """(how, code, problem). `begun` gets the pid as soon as it runs. Errors of the start: OSError, ValueError,
        subprocess.SubprocessError."""
        end, begin = os.pipe()
        try:
            fcntl.fcntl(end, F_SETPIPE_SZ, 1 << 20)  # fewer, larger reads
        except OSError:
            pass
        try:
            child = subprocess.Popen(words, executable=program, stdin=subprocess.DEVNULL, stdout=begin, stderr=begin,
                                     cwd=folder, env=environment, preexec_fn=self.prepare, start_new_session=True)
        except BaseException:
            os.close(end)
            raise
        finally:
            os.close(begin)
        self.child = child.pid
        try:
            try:
                begun(child.pid)
            except OSError:
                self.end_all()
                child.wait()
                raise
            stop = self.watch(end, time.monotonic() + timeout, sink)
            left = self.end_all()
            self.drain(end, sink)
        finally:
            os.close(end)
        code = child.wait() if left == 0 or self.has_ended() else 0
        problem = "%d processes could not be ended" % left if left else ""
        if stop:
            return stop[0], abs(code), "; ".join(filter(None, [stop[1], problem]))
        return ("exited" if code >= 0 else "signalled"), abs(code), problem

    def has_ended(self):
        # It is left unburied, so that its number cannot become another's before its group is ended.
        return os.waitid(os.P_PID, self.child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def watch(self, end, deadline, sink):
        """Reads until the program ended, or was made to: then (how, why)."""
        stop, kill_at, next_look, sources = None, 0.0, 0.0, [end, self.wake]
        while True:
            ready = select.select(sources, [], [], TICK)[0]
            woken = self.wake in ready and self.woken()
            if end in ready:
                data = os.read(end, PIECE)
                sink.write(data)
                if not data:
                    sources = [self.wake]
            now = time.monotonic()
            if woken and now >= self.next_reap:
                self.next_reap = now + 1
                self.living()
            if stop is None and self.has_ended():
                return None
            if now < next_look and not woken:
                continue
            next_look = now + TICK
            if stop is None:
                why = self.asks_to_end()
                if why or now >= deadline:
                    stop = ("cancelled", why) if why else ("timed_out", "")
                    kill_at = now + self.grace
                    self.send(signal.SIGTERM)
            elif now >= kill_at or not self.living():
                return stop

    def woken(self):
        try:
            os.read(self.wake, 4096)
        except OSError:
            pass
        return True

    def drain(self, end, sink):
        os.set_blocking(end, False)
        try:
            for _ in range(64):
                data = os.read(end, PIECE)
                if not data:
                    return
                sink.write(data)
        except OSError:
            pass


class Gpu:
    """The GPU of a task: one of `wanted` that no other task of this user has, and what nvidia-smi says of it meanwhile."""
    SAMPLES, PATIENCE, PAUSE = b"gpu.samples", 10.0, "2"  # the last two in seconds
    FIELDS = "index,name,driver_version,clocks.max.sm,clocks.sm,clocks.mem,memory.total,memory.used"

    def __init__(self, wanted, children):
        self.wanted, self.children, self.index, self.lock, self.others = wanted, children, "", -1, []

    def take(self, asks_to_end):
        """Waits for a free one; False when asked to end meanwhile. The lock goes with this process."""
        if not self.wanted:
            return True
        folder = os.path.join(os.path.expanduser("~"), ".cache", "plumbline", "gpus")
        os.makedirs(folder, 0o700, exist_ok=True)
        while not asks_to_end():
            for index in self.wanted:
                path = os.path.join(folder, "%s-%s.lock" % (socket.gethostname(), index))
                file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError as problem:
                    if problem.errno not in NO_LOCKS:
                        os.close(file)
                        continue
                self.index, self.lock = index, file
                return True
            select.select([], [], [], TICK)
        return False

    def look(self, program, environment):
        """Before the first step: which processes use it already."""
        visible = environment.get(b"CUDA_VISIBLE_DEVICES", b"").decode("ascii", "replace").split(",")[0]
        self.index, self.program = self.index or visible or "0", program
        captured = Captured()
        words = [program, b"--id=" + self.index.encode(), b"--query-compute-apps=pid,process_name,used_memory",
                 b"--format=csv,noheader,nounits"]
        how, code, _ = self.children.run(program, words, environment, b"/", self.PATIENCE, captured, lambda pid: None)
        for line in captured.data.decode("utf-8", "replace").splitlines() if (how, code) == ("exited", 0) else ():
            cells = [cell.strip() for cell in line.split(",")]
            if len(cells) == 3 and cells[0].isdigit():
                self.others.append(dict(pid=int(cells[0]), name=cells[1], memory_mib=int(cells[2]) if cells[2].isdigit() else None))

    def watch(self, work, environment):
        """Beside a step, whose end ends it too."""
        with open(work + b"/" + self.SAMPLES, "ab") as samples:
            subprocess.Popen([self.program, b"--id=" + self.index.encode(), b"--query-gpu=" + self.FIELDS.encode(),
                              b"--format=csv,noheader,nounits", b"--loop=" + self.PAUSE.encode()], cwd="/", env=environment,
                             stdin=subprocess.DEVNULL, stdout=samples, stderr=subprocess.DEVNULL,
                             preexec_fn=self.children.prepare, start_new_session=True)

    def record(self, work):
        """Writes gpu.json of what was seen."""
        try:
            with open(work + b"/" + self.SAMPLES, "rb") as file:
                rows = [[cell.strip() for cell in line.split(",")] for line in file.read().decode("utf-8", "replace").splitlines()]
            os.unlink(work + b"/" + self.SAMPLES)
        except OSError:
            return
        rows = [row for row in rows if len(row) == 8]
        if not rows:
            return
        def numbers(column):
            return [int(row[column]) for row in rows if row[column].isdigit()] or [None]
        with open(work + b"/gpu.json", "w") as file:
            json.dump(dict(index=rows[0][0], name=rows[0][1], driver=rows[0][2], clock_limit_mhz=numbers(3)[0],
                           clock_min_mhz=min(numbers(4)), clock_max_mhz=max(numbers(4)), memory_clock_mhz=max(numbers(5)),
                           memory_mib=numbers(6)[0], peak_memory_mib=max(numbers(7)), other_processes=self.others), file)
