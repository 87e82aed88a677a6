# SPDX-License-Identifier: GPL-3.0-or-later
"""The source tree as the laws see it: which files there are, and C++ text without comments or string contents."""
import os
import re
import subprocess
from functools import cached_property, lru_cache
from pathlib import Path

SKIPPED_FOLDERS = {".git", "build", "out", "__pycache__", ".cache"}
CPP = (".h", ".cpp")

TOKEN = re.compile(
    r'(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)'
    r'|(?P<raw>R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)")'
    r'|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<char>(?<![0-9A-Za-z_])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')", re.S)


def _blank(text):
    """Same length and lines, nothing to read."""
    return re.sub(r"[^\n]", " ", text)


@lru_cache(maxsize=4096)
def without_comments(text):
    return TOKEN.sub(lambda m: _blank(m[0]) if m["line"] or m["block"] else m[0], text)


@lru_cache(maxsize=4096)
def code_only(text):
    """Comments are gone and strings are empty; `#include "x"` is kept because laws read it."""
    def replace(m):
        if m["line"] or m["block"]:
            return _blank(m[0])
        if m["string"]:
            start = text.rfind("\n", 0, m.start()) + 1
            if text[start:m.start()].lstrip().startswith("#include"):
                return m[0]
        return m[0][0] + _blank(m[0][1:-1]) + m[0][-1]
    return TOKEN.sub(replace, text)


class Tree:
    """Tree(root).files("core", ".h", ".cpp") yields paths relative to root, sorted."""

    def __init__(self, root):
        self.root = Path(root)
        self.texts = {}

    def with_changed(self, names):
        """The same tree after these files were written: everything else is not read again."""
        tree = Tree(self.root)
        tree.texts = {n: t for n, t in self.texts.items() if n not in names}
        tree.all = sorted({*self.all, *names})
        return tree

    @cached_property
    def all(self):
        if (self.root / ".git").exists():
            git = subprocess.run(["git", "-c", f"safe.directory={self.root}", "-C", str(self.root), "ls-files",
                                  "-coz", "--exclude-standard"], capture_output=True, check=False)
            if git.returncode == 0:
                names = git.stdout.decode("utf-8", "surrogateescape").split("\0")
                return sorted({n for n in names if n and (self.root / n).is_file()})
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = [d for d in folders if d not in SKIPPED_FOLDERS and not d.startswith("build")]
            found += [os.path.relpath(os.path.join(folder, n), self.root) for n in names]
        return sorted(found)

    def files(self, folders="", *suffixes):
        starts = tuple(f + "/" for f in folders.split()) if folders else ("",)
        return [n for n in self.all if n.startswith(starts) and (not suffixes or n.endswith(suffixes))]

    def text(self, name):
        if name not in self.texts:
            self.texts[name] = (self.root / name).read_bytes().decode("utf-8", "replace")
        return self.texts[name]

    def code(self, name):
        return code_only(self.text(name))

    def code_and_strings(self, name):
        return without_comments(self.text(name))


def line_of(text, position):
    return text.count("\n", 0, position) + 1
