#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Slurm on this machine for as long as a test wants it: munged, slurmctld and slurmd with one node, on loopback.

    slurm_cluster.py FOLDER [Key=Value ...]     Key=Value are further lines of slurm.conf

Everything lies below FOLDER. Prints "ready" as soon as the node takes jobs, or "no: REASON" and exits 1. While it runs,
a line "stop NAME" or "start NAME" on standard input ends or begins a daemon (munged, slurmctld, slurmd) and is answered
with "done". Ends all daemons on SIGTERM, or when its standard input is closed.

Neither root nor systemd is needed. The cgroup plugin is named, since its detection fails where no cgroups are mounted.
"""
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 30  # seconds


def find(program):
    folders = os.environ.get("PATH", "") + ":/usr/sbin:/sbin:/usr/local/sbin"
    return shutil.which(program, path=folders)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    def __init__(self, folder, settings):
        self.folder = Path(folder).resolve()
        self.settings = settings
        self.running = {}

    def write_files(self):
        at = self.folder
        for name in ("state", "spool", "log"):
            (at / name).mkdir(parents=True, exist_ok=True)
        key = at / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        control, node = free_ports(2)
        host = socket.gethostname().split(".")[0]
        user = subprocess.run(["id", "-un"], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        lines = {
            "ClusterName": "plumbline", "SlurmctldHost": f"{host}(127.0.0.1)", "SlurmctldPort": control, "SlurmdPort": node,
            "SlurmUser": user, "SlurmdUser": user, "AuthType": "auth/munge", "AuthInfo": f"socket={at}/munge.socket",
            "CryptoType": None, "CredType": "cred/munge", "StateSaveLocation": at / "state", "SlurmdSpoolDir": at / "spool",
            "SlurmctldPidFile": at / "slurmctld.pid", "SlurmdPidFile": at / "slurmd.pid",
            "SlurmctldLogFile": at / "log/slurmctld.log", "SlurmdLogFile": at / "log/slurmd.log",
            "CommunicationParameters": "NoInAddrAny,NoCtldInAddrAny", "ProctrackType": "proctrack/linuxproc",
            "TaskPlugin": "task/none", "JobAcctGatherType": "jobacct_gather/none", "SwitchType": "switch/none",
            "MpiDefault": "none", "ReturnToService": 2, "SelectType": "select/cons_tres", "SelectTypeParameters": "CR_CPU",
            "SchedulerParameters": "sched_interval=1,bf_interval=1", "SlurmdParameters": "config_overrides",
            "KillWait": 5, "InactiveLimit": 0, "MailProg": "/bin/true",
        }
        for setting in self.settings:
            name, value = setting.split("=", 1)
            lines[name] = value
        text = "".join(f"{name}={value}\n" for name, value in lines.items() if value is not None)
        text += f"NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN\n"
        text += f"PartitionName=short Nodes={host} MaxTime=10\n"
        text += f"PartitionName=main Nodes={host} Default=YES MaxTime=60\n"
        (at / "slurm.conf").write_text(text)
        (at / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\nIgnoreSystemd=yes\n")
        return host

    def commands(self):
        at = self.folder
        return {
            "munged": ["--foreground", "--force", f"--key-file={at}/munge.key", f"--socket={at}/munge.socket",
                       f"--pid-file={at}/munged.pid", f"--log-file={at}/log/munged.log", f"--seed-file={at}/munge.seed"],
            "slurmctld": ["-D", "-f", str(at / "slurm.conf")],
            "slurmd": ["-D", "-f", str(at / "slurm.conf")],
        }

    def start(self, name):
        log = open(self.folder / "log" / (name + ".out"), "ab")
        environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"))
        self.running[name] = subprocess.Popen([find(name)] + self.commands()[name], stdin=subprocess.DEVNULL, stdout=log,
                                              stderr=log, env=environment, start_new_session=True)
        log.close()

    def stop(self, name):
        daemon = self.running.pop(name, None)
        if daemon is None:
            return
        daemon.terminate()
        try:
            daemon.wait(10)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()

    def said(self, name):
        texts = [(self.folder / "log" / (name + end)) for end in (".log", ".out")]
        lines = [line for text in texts if text.exists() for line in text.read_text(errors="replace").splitlines()]
        return "; ".join(lines[-3:])

    def wait(self, name, is_ready):
        end = time.monotonic() + PATIENCE
        while not is_ready():
            if self.running[name].poll() is not None:
                return f"{name} ended at once: {self.said(name)}"
            if time.monotonic() > end:
                return f"{name} is not ready after {PATIENCE} s: {self.said(name)}"
            select.select([], [], [], 0.05)
        return ""

    def ask(self, *words):
        environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"))
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=10,
                                  env=environment)
        except subprocess.TimeoutExpired:
            return ""
        return done.stdout.decode().strip() if done.returncode == 0 else ""

    def begin(self, name, host):
        self.start(name)
        ready = {
            "munged": lambda: (self.folder / "munge.socket").exists(),
            "slurmctld": lambda: "UP" in self.ask("scontrol", "ping"),
            "slurmd": lambda: self.ask("sinfo", "--noheader", "--nodes=" + host, "--format=%t").split("\n")[0] in ("idle", "mix"),
        }
        return self.wait(name, ready[name])

    def end(self):
        self.ask("scancel", "--user=" + str(os.getuid()), "--signal=KILL")
        for name in ("slurmd", "slurmctld", "munged"):
            self.stop(name)
        self.kill_steps()

    def kill_steps(self):
        """slurmd leaves slurmstepd behind for jobs that still run; they belong to this cluster by their environment."""
        mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and int(entry.name) != os.getpid() and b"slurmstepd" in (entry / "cmdline").read_bytes() \
                        and mark in (entry / "environ").read_bytes().split(b"\0"):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                continue


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for program, package in (("munged", "munge"), ("slurmctld", "slurmctld"), ("slurmd", "slurmd"), ("sbatch", "slurm-client")):
        if not find(program):
            print(f"no: {program} is not installed (Debian: slurm-wlm, munge; here {package})", flush=True)
            return 1
    cluster = Cluster(arguments[0], arguments[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        host = cluster.write_files()
        for name in ("munged", "slurmctld", "slurmd"):
            problem = cluster.begin(name, host)
            if problem:
                print("no: " + problem.replace("\n", " "), flush=True)
                return 1
        print("ready", flush=True)
        for line in sys.stdin:
            word, _, name = line.strip().partition(" ")
            problem = ""
            if word == "stop":
                cluster.stop(name)
            elif word == "start":
                problem = cluster.begin(name, host)
            print("no: " + problem if problem else "done", flush=True)
    finally:
        cluster.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
