# SPDX-License-Identifier: GPL-3.0-or-later
# Part 1 of 3 of the supervisor (see supervisor.py): its files. Events, logs held to a limit, folders that go with all they hold.
import errno
import json
import os
import time

PIECE = 1 << 18
SMALLEST_LOG = 4096
ROOM_FOR_MARK = 256
FACTS_BYTES = 1 << 20
RESERVE = 1 << 16    # kept free on the disk, so that the last events can be written when it is full
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
FULL = (errno.ENOSPC, errno.EDQUOT)


def raw(text):
    return text.encode("utf-8", "surrogateescape")


def shown(text):
    """Text for the events: always valid UTF-8."""
    return (text if isinstance(text, bytes) else raw(text)).decode("utf-8", "replace")


def words_of(problem):
    if not isinstance(problem, OSError) or not problem.errno:
        return str(problem)
    return (shown(problem.filename) + ": " if problem.filename else "") + os.strerror(problem.errno)


def remove_file(path):
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def remove_tree(top):
    """Removes a folder with everything in it, read-only folders too; links are removed and never followed."""
    if os.path.islink(top) or not os.path.isdir(top):
        remove_file(top)
        return
    folders, waiting = [], [top]
    while waiting:
        folder = waiting.pop()
        folders.append(folder)
        os.chmod(folder, 0o700)
        for entry in list(os.scandir(folder)):
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            else:
                os.unlink(entry.path)
    for folder in reversed(folders):
        os.rmdir(folder)


def write_all(file, data):
    data = memoryview(data)
    while data:
        data = data[os.write(file, data):]


def copy_part(source, begin, size, target):
    while size > 0:
        data = os.pread(source, min(PIECE, size), begin)
        if not data:
            return
        write_all(target, data)
        begin, size = begin + len(data), size - len(data)


class RanAlready(Exception):
    """A folder with events must not be used again: its task would run twice, unnoticed."""


class Events:
    """events.jsonl: whole lines, handed to the kernel one by one."""

    def __init__(self, folder):
        self.path, self.reserve = folder + b"/events.jsonl", folder + b"/supervisor.reserve"
        if os.path.lexists(self.path):
            if not os.environ.get("SLURM_RESTART_COUNT"):
                raise RanAlready()
            os.replace(self.path, folder + b"/events-earlier.jsonl")  # the cluster began this job once more
        self.file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        try:
            reserve = os.open(self.reserve, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(reserve, 0, RESERVE)
            finally:
                os.close(reserve)
        except OSError:
            pass  # then a full disk may stay unreported

    def write(self, event, **fields):
        line = dict(event=event, time=round(time.time(), 3), **fields)
        data = (json.dumps(line, ensure_ascii=True) + "\n").encode("ascii")
        if event == "finished":  # who reads this line finds the folder as it stays
            remove_file(self.reserve)
        for last in (False, True):
            before = os.fstat(self.file).st_size
            try:
                if os.write(self.file, data) == len(data):
                    break
                problem = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except OSError as failed:
                problem = failed
            os.ftruncate(self.file, before)
            if last or problem.errno not in FULL:
                raise problem
            remove_file(self.reserve)
        if event == "finished":
            os.fsync(self.file)

    def close(self):
        os.close(self.file)


class Log:
    """What a step prints: all of it up to the limit; of more the first half of the limit and its end."""

    def __init__(self, path, limit):
        self.path, self.limit, self.printed, self.problem = path, max(limit, SMALLEST_LOG), 0, ""
        self.head = self.limit // 2
        self.tail = self.limit - self.head - ROOM_FOR_MARK  # so a log that was cut is shorter than it was before
        self.file, self.ring, self.at = -1, -1, 0
        remove_file(path)
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)

    def write(self, data):
        room = max(self.limit - self.printed, 0)
        self.printed += len(data)
        if self.problem:
            return
        try:
            write_all(self.file, data[:room])
            if len(data) > room:
                self.keep_end(memoryview(data)[room:])
        except OSError as problem:  # the program goes on: only its log ends here
            self.problem = "its log ends early: " + words_of(problem)

    def keep_end(self, data):
        if self.ring < 0:
            self.ring = os.open(self.path + b".end", os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        skipped = max(len(data) - self.tail, 0)
        self.at, data = self.at + skipped, data[skipped:]
        while data:
            place = self.at % self.tail
            wrote = os.pwrite(self.ring, data[:self.tail - place], place)
            self.at, data = self.at + wrote, data[wrote:]

    def close(self):
        try:
            if self.ring >= 0 and not self.problem:
                self.join()
        except OSError as problem:
            self.problem = "its log could not be joined: " + words_of(problem)
        for file in (self.file, self.ring):
            if file >= 0:
                os.close(file)
        remove_file(self.path + b".end")
        remove_file(self.path + b".part")

    def join(self):
        part = os.open(self.path + b".part", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        try:
            copy_part(self.file, 0, self.head, part)
            left_out = self.printed - self.head - self.tail
            begins = b"" if os.pread(self.file, 1, self.head - 1) == b"\n" else b"\n"
            write_all(part, begins + b"[plumbline: %d bytes are left out here]\n" % left_out)
            from_log = max(self.tail - self.at, 0)
            copy_part(self.file, self.limit - from_log, from_log, part)
            if self.at <= self.tail:
                copy_part(self.ring, 0, self.at, part)
            else:
                place = self.at % self.tail
                copy_part(self.ring, place, self.tail - place, part)
                copy_part(self.ring, 0, place, part)
        finally:
            os.close(part)
        os.replace(self.path + b".part", self.path)


class Captured:
    """What the probe prints, held to a limit."""

    def __init__(self):
        self.data, self.problem, self.printed = b"", "", 0

    def write(self, data):
        self.printed += len(data)
        self.data += data[:max(FACTS_BYTES - len(self.data), 0)]
