#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a version wherever it stands: CMakeLists.txt, CHANGELOG.md, docs/ci.md, the action, debian/changelog and the metainfo.

    set_version.py PRESENT VERSION DAY     called by release.sh, which checks the words

The newest section of CHANGELOG.md is that of the new version: `## [Unreleased]`, or `## [Unreleased] PRESENT` when the present version
was never released; then what the other files say of it gives way. The text in front of the section's first `###`, or its end, a paragraph
and a list, becomes the release notes of Debian and of software centres. Exit 1 without such a section or text; nothing is written then.
"""
import datetime
import re
import sys
import textwrap
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
METAINFO, DEBIAN, ACTION = "packaging/org.plumbline.Plumbline.metainfo.xml", "packaging/debian/changelog", "packaging/action/install.sh"


def summary(changelog, present):
    """(whether the present version was released, paragraph, items of the list) of the section that is not released yet."""
    section = re.search(r"^## \[Unreleased\]( \S+)?\n(.*?)(?=^##|\Z)", changelog, re.M | re.S)
    if section is None or section[1] not in (None, f" {present}"):
        sys.exit("release.sh: CHANGELOG.md has no section [Unreleased]; begin it with a paragraph and a list of what is new")
    plain = re.sub(r"[*`]{1,2}([^*`]+)[*`]{1,2}", r"\1", re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", section[2]))
    items = [" ".join(item.split()) for item in re.findall(r"^- (.*?)(?=\n- |\n\n|\Z)", plain, re.M | re.S)]
    paragraph = " ".join(plain.partition("\n- ")[0].split())
    if not paragraph or not items:
        sys.exit("release.sh: the section [Unreleased] of CHANGELOG.md does not begin with a paragraph and a list, the release notes")
    return section[1] is None, paragraph, items


def with_release(metainfo, present, is_kept, version, day, paragraph, items):
    if not is_kept:
        metainfo = re.sub(rf' *<release version="{re.escape(present)}".*?</release>\n', "", metainfo, flags=re.S)
    listed = "".join(f"          <li>{escape(item)}</li>\n" for item in items)
    release = (f'    <release version="{version}" date="{day}">\n      <description>\n        <p>{escape(paragraph)}</p>\n'
               f"        <ul>\n{listed}        </ul>\n      </description>\n    </release>\n")
    return metainfo.replace("  <releases>\n", "  <releases>\n" + release, 1)


def with_entry(changes, present, is_kept, version, day, paragraph, items):
    if not is_kept:
        changes = re.sub(rf"^plumbline \({re.escape(present)}\).*?^ -- .*?\n+", "", changes, flags=re.M | re.S)
    noon = datetime.datetime.fromisoformat(f"{day} 12:00+00:00")
    stamp = f"{'Mon Tue Wed Thu Fri Sat Sun'.split()[noon.weekday()]}, {noon.day:02d} " \
            f"{'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[noon.month - 1]} {noon:%Y %H:%M:%S} +0000"
    points = "".join(textwrap.fill(point, 78, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False) + "\n"
                     for point in (paragraph, *items))
    return (f"plumbline ({version}) unstable; urgency=medium\n\n{points}\n"
            f" -- The Plumbline developers <plumbline@plumbline.invalid>  {stamp}\n" + ("\n" + changes if changes else ""))


def main(present, version, day):
    texts = {name: (ROOT / name).read_text() for name in ("CMakeLists.txt", "CHANGELOG.md", "docs/ci.md", ACTION, METAINFO, DEBIAN)}
    notes = summary(texts["CHANGELOG.md"], present)
    texts["CMakeLists.txt"] = texts["CMakeLists.txt"].replace(f"project(plumbline VERSION {present}", f"project(plumbline VERSION {version}", 1)
    texts["CHANGELOG.md"] = re.sub(r"^## \[Unreleased\].*$", f"## [{version}] - {day}", texts["CHANGELOG.md"], count=1, flags=re.M)
    texts["docs/ci.md"] = texts["docs/ci.md"].replace(f"action@v{present}", f"action@v{version}")
    texts[ACTION] = texts[ACTION].replace(f"VERSION={present} ", f"VERSION={version} ", 1)
    texts[METAINFO] = with_release(texts[METAINFO], present, notes[0], version, day, *notes[1:])
    texts[DEBIAN] = with_entry(texts[DEBIAN], present, notes[0], version, day, *notes[1:])
    for name, text in texts.items():
        (ROOT / name).write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
