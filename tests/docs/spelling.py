#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the spelling of every page of the documentation with aspell and the words of docs/words.txt.

    spelling.py          prints page and word; exit 1 for an unknown word, 77 without aspell
    spelling.py --list   prints the unknown words alone, to be looked at before they join docs/words.txt

Code, links and HTML are left out. Words with digits, underscores, dots or capitals inside are names and left out, too.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = ROOT / "docs/words.txt"


def prose(text):
    """The page without what is no English, line by line."""
    text = re.sub(r"^```.*?^```$", lambda m: "\n" * m[0].count("\n"), text, flags=re.M | re.S)
    for pattern in (r"`[^`\n]*`", r"\]\([^)]*\)", r"<[^>\n]*>", r"https?://\S+", r"&\w+;"):
        text = re.sub(pattern, " ", text)
    return text


def words(text):
    for number, line in enumerate(prose(text).splitlines(), 1):
        for word in re.findall(r"(?<![\w./@~$-])[A-Za-z][a-z]+(?:'[a-z]+)?(?![\w/]|\.[a-z])", line):
            yield number, word


def unknown(found):
    known = {line.strip().lower() for line in WORDS.read_text().splitlines() if line.strip() and not line.startswith("#")}
    candidates = sorted({word for word in found if word.lower() not in known and word.lower().removesuffix("'s") not in known})
    asked = subprocess.run(["aspell", "list", "--lang=en_US", "--encoding=utf-8"], input="\n".join(candidates), text=True,
                           capture_output=True, check=True)
    # British spelling is as good: the sources use it.
    again = subprocess.run(["aspell", "list", "--lang=en_GB", "--encoding=utf-8"], input=asked.stdout, text=True,
                           capture_output=True, check=True)
    return set(again.stdout.split())


def main(arguments):
    if shutil.which("aspell") is None:
        print("spelling: aspell is not installed")
        return 77
    pages = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "resources").rglob("*.md"), ROOT / "core/README.md",
                    ROOT / "packaging/README.md"])
    found = [(page, number, word) for page in pages for number, word in words(page.read_text())]
    wrong = unknown({word for _, _, word in found})
    if arguments == ["--list"]:
        print("\n".join(sorted(wrong, key=str.lower)))
        return 0
    for page, number, word in found:
        if word in wrong:
            print(f"{page.relative_to(ROOT)}:{number}: {word}", file=sys.stderr)
    print(f"spelling: {len(pages)} pages, {len(found)} words, {len(wrong)} unknown")
    return 1 if wrong or len(found) < 1000 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
