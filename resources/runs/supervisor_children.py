# SPDX-License-Identifier: GPL-3.0-or-later
# Part 2 of 3 of the supervisor: the programs it starts, and the end of everything that comes from them.
import ctypes
import fcntl
import os
import select
import signal
import subprocess
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
F_SETPIPE_SZ = 1031
TICK = 0.1           # seconds between two looks for a wish to end


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
