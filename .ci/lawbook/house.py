# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the structure of core, ui and app: what .ci/house prints and what several laws check."""
import hashlib
import os
import re
from collections import Counter, defaultdict

from .tree import CPP

PRODUCT = "core ui app"
# In these folders a file is one of many of a kind, found through a table; its header would say nothing.
PLUGIN_FOLDER = re.compile(r"/(commands|rules|writers|formats|checks|kinds)/")
MAX_FUNCTION_LINES, MAX_SOURCE_LINES, MAX_HEADER_LINES, MAX_FOLDER_FILES = 60, 600, 250, 40
# A comment explains code; these words make a person of it, or a story of the explanation.
DIALECT = re.compile(r"\b(tell|tells|told|nobody|somebody|whoever|mend|mends)\b", re.I)
COMMENT = re.compile(r"^\s*//.*$", re.M)
# Goals for the whole tree; the figure printed beside each is measured.
GOALS = {"files": 1150, "lines": 124_000, "orphans %": 5, "headers with one user": 120, "equal bodies": 0,
         "functions over 60 lines": 0, "files in one folder": 40, "test data files": 150, "dialect in comments": 0}


def users_of_headers(tree):
    """How many product files other than its own source include each header."""
    users = Counter({h: 0 for h in tree.files(PRODUCT, ".h")})
    for name in tree.files(PRODUCT, *CPP):
        for header in set(re.findall(r'^#include "([^"]+)"', tree.text(name), re.M)):
            if header in users and header[:-2] + ".cpp" != name:
                users[header] += 1
    return users


def sources_without_header(tree):
    """Returns (orphans, sources that should have a header of their name)."""
    headers = set(tree.files(PRODUCT, ".h"))
    sources = [n for n in tree.files(PRODUCT, ".cpp") if not n.endswith("/main.cpp") and not PLUGIN_FOLDER.search(n)]
    return [n for n in sources if n[:-4] + ".h" not in headers], sources


NO_FUNCTION = re.compile(r"(namespace|class|struct|enum|extern|union|using|(static |inline )*const(expr)?\b(?!.*\())\b|.*\) = ")
# In a class; a lambda counts with the function that it stands in.
NO_HEAD = re.compile(r"\s*(if|for|while|switch|else|do|catch|namespace|class|struct|enum|union|extern|try|return|case|default|using)\b")
HEAD = re.compile(r"\)\s*((const|noexcept|override|final)\s*)*(->\s*[\w:<>&*, ]+)?\s*(:\s.*)?\{$")
LAMBDA = re.compile(r"\[[^\]]*\]\s*[({]")
ENDS_BEFORE = re.compile(r"[;{}:>]\s*(//.*)?$|^\s*$|^\s*//|^#")


def outer_functions(lines):
    """Those that begin at the left margin and end with a brace there."""
    signature, start = None, None
    for number, line in enumerate(lines):
        if start is not None:
            if line == "}":
                yield start + 1, lines[start + 1:number]
                signature = start = None
            continue
        if re.match(r"[A-Za-z_~]", line) and not NO_FUNCTION.match(line):
            signature = number if not line.endswith(";") else None
        elif not re.match(r"\s|\)", line):
            signature = None
        if signature is not None and line.endswith("{"):
            start = number
        elif signature is not None and line.endswith(";"):
            signature = None


def inner_functions(lines):
    """Those in a class."""
    for at, line in enumerate(lines):
        if not line.startswith(" ") or not line.endswith("{") or line.lstrip().startswith(("}", "//")):
            continue
        start = at
        while start > 0 and at - start < 8 and not ENDS_BEFORE.search(lines[start - 1]):
            start -= 1
        head = " ".join(part.strip() for part in lines[start:at + 1])
        if not lines[start].startswith(" ") or NO_HEAD.match(lines[start]) or not HEAD.search(head) or LAMBDA.search(head):
            continue
        close = re.match(r"\s*", lines[start])[0] + "}"
        end = next((n for n in range(at + 1, len(lines)) if lines[n] == close), None)
        if end is not None:
            yield at + 1, lines[at + 1:end]


def functions(tree, name):
    """Yields (line of the opening brace, body lines) of each function."""
    lines = tree.text(name).split("\n")
    yield from outer_functions(lines)
    yield from inner_functions(lines)


def code_lines(body):
    shrunk = (re.sub(r"\s+", " ", line).strip() for line in body)
    return [line for line in shrunk if line and not line.startswith("//")]


def is_table(body):
    """A table of data may be long: most of its lines are initialisers."""
    lines = code_lines(body)
    return sum(1 for line in lines if re.match(r"[{\"'}]|[.\w:]+\(?\"", line)) > len(lines) * 0.7


def long_functions(tree):
    for name in tree.files(PRODUCT, *CPP):
        for line, body in functions(tree, name):
            if len(code_lines(body)) > MAX_FUNCTION_LINES and not is_table(body):
                yield name, line, len(code_lines(body))


def equal_bodies(tree):
    """Groups of functions of three or more lines whose bodies are the same to the letter."""
    groups = defaultdict(list)
    for name in tree.files(PRODUCT, *CPP):
        for line, body in functions(tree, name):
            code = code_lines(body)
            if len(code) >= 3:
                groups[hashlib.sha256("\n".join(code).encode()).hexdigest()].append((name, line))
    return [group for group in groups.values() if len(group) > 1]


def dialect(tree):
    for name in tree.files(PRODUCT, *CPP):
        text = tree.text(name)
        for comment in COMMENT.finditer(text):
            for word in DIALECT.finditer(comment[0]):
                yield name, text.count("\n", 0, comment.start()) + 1, word[0]
    # The programs that run beside a benchmark: names as well as comments.
    for name in tree.files("resources", ".py"):
        text = tree.text(name)
        for word in DIALECT.finditer(text):
            yield name, text.count("\n", 0, word.start()) + 1, word[0]


def figures(tree):
    files = tree.files(PRODUCT, *CPP)
    orphans, sources = sources_without_header(tree)
    folders = Counter(os.path.dirname(n) for n in files)
    return {"files": len(files), "lines": sum(tree.text(n).count("\n") for n in files),
            "orphans %": round(100 * len(orphans) / max(1, len(sources)), 1),
            "headers with one user": sum(1 for n in users_of_headers(tree).values() if n == 1),
            "equal bodies": len(equal_bodies(tree)), "functions over 60 lines": len(list(long_functions(tree))),
            "files in one folder": max(folders.values(), default=0),
            "test data files": len(tree.files("tests/data")), "dialect in comments": len(list(dialect(tree)))}


def table(tree):
    yield f"{'structure':26} {'now':>8} {'goal':>8}"
    for name, value in figures(tree).items():
        yield f"{name:26} {value:>8} {GOALS[name]:>8}{'' if value <= GOALS[name] else '   over'}"
