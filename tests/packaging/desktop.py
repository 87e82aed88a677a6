#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the desktop entry, the MIME types, the metainfo and the icons as a desktop uses them."""
import configparser
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGING = ROOT / "packaging"
ID = "org.plumbline.Plumbline"
TOOLS = ("desktop-file-validate", "appstreamcli", "update-mime-database", "gio")
# name, content, type
FILES = [
    ("results", (ROOT / "resources/samples/actual.csv").read_bytes(), "text/x-benchmark-csv"),
    ("actual.csv", (ROOT / "resources/samples/actual.csv").read_bytes(), "text/csv"),  # the name may be anybody's
    ("dynamic_inductor_timm_training.csv", b"name,accuracy,graph_breaks\n", "text/x-benchmark-csv"),
    ("inference_huggingface.csv", b"dev,name\n", "text/x-benchmark-csv"),
    ("accounts.csv", b"date,amount,currency\n2026-01-01,3,EUR\n", "text/csv"),
    ("names.csv", b"name,address\nA,B\n", "text/csv"),
    ("torchcache.json", (ROOT / "resources/samples/torchcache.json").read_bytes(), "application/x-cachebench+json"),
    ("nightly_cachebench.json", b"[]\n", "application/x-cachebench+json"),
    ("package.json", b'{"name": "x"}\n', "application/json"),
]


def file_types(folder):
    """The type that the desktop sees in each of FILES, with Plumbline's types beside those of the system."""
    mime = folder / "share/mime/packages"
    mime.mkdir(parents=True)
    shutil.copy("/usr/share/mime/packages/freedesktop.org.xml", mime)
    shutil.copy(PACKAGING / f"{ID}.xml", mime)
    done = subprocess.run(["update-mime-database", mime.parent], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "rror" in done.stderr:
        yield f"update-mime-database: {done.stderr}"
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "share"), "XDG_DATA_DIRS": str(folder / "none"), "LC_ALL": "C.UTF-8"}
    for name, content, wanted in FILES:
        (folder / name).write_bytes(content)
        shown = subprocess.run(["gio", "info", "-a", "standard::content-type", folder / name], env=environment, capture_output=True,
                               text=True, check=False).stdout
        if f"standard::content-type: {wanted}\n" not in shown:
            yield f"{name} is not seen as {wanted}: {shown}"


def entry_problems(program):
    done = subprocess.run(["desktop-file-validate", PACKAGING / f"{ID}.desktop"], capture_output=True, text=True, check=False)
    if done.returncode != 0 or done.stdout:
        yield f"desktop-file-validate: {done.stdout}"
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(PACKAGING / f"{ID}.desktop")
    types = set(filter(None, entry["Desktop Entry"]["MimeType"].split(";")))
    declared = {node.get("type") for node in xml.parse(PACKAGING / f"{ID}.xml").getroot()}
    if types != declared:
        yield f"the desktop entry opens {types}, and {ID}.xml declares {declared}"
    help_text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    for action in filter(None, entry["Desktop Entry"]["Actions"].split(";")):
        for option in re.findall(r"--[a-z-]+", entry[f"Desktop Action {action}"]["Exec"]):
            if f"{option} " not in help_text and f"{option}\n" not in help_text:
                yield f"action {action}: plumbline has no {option}"


def metainfo_problems():
    file = PACKAGING / f"{ID}.metainfo.xml"
    done = subprocess.run(["appstreamcli", "validate", "--no-net", file], capture_output=True, text=True, check=False)
    if done.returncode != 0 or re.search(r"^[WE]:", done.stdout, re.M):
        yield f"appstreamcli: {done.stdout}"
    root = xml.parse(file).getroot()
    version = re.search(r"project\(plumbline VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    if root.find("releases/release").get("version") != version:
        yield f"the first release in the metainfo is not {version}"
    for image in root.iter("image"):
        picture = ROOT / "resources/screenshots" / image.text.rsplit("/", 1)[1]
        if not picture.exists() or struct.unpack(">II", picture.read_bytes()[16:24]) != (int(image.get("width")), int(image.get("height"))):
            yield f"{picture.name} is missing or not {image.get('width')} x {image.get('height')}"


def icon_problems():
    sizes = re.search(r"foreach\(size ([\d ]+)\)", (PACKAGING / "CMakeLists.txt").read_text())[1].split()
    for size in map(int, sizes):
        head = (PACKAGING / f"icons/plumbline-{size}.png").read_bytes()[:24]
        if head[:8] != b"\x89PNG\r\n\x1a\n" or struct.unpack(">II", head[16:]) != (size, size):
            yield f"icons/plumbline-{size}.png is no picture of that size"
    symbolic = (PACKAGING / "icons/plumbline-symbolic.svg").read_text()
    if len(set(re.findall(r'fill="(#\w+)"', symbolic))) != 1:
        yield "the symbolic icon has more than one colour"


def main(arguments):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f"desktop: not installed: {', '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        problems = [*file_types(Path(folder)), *entry_problems(arguments[0]), *metainfo_problems(), *icon_problems()]
    for problem in problems:
        print(f"desktop: {problem}", file=sys.stderr)
    print(f"desktop: {'all hold' if not problems else str(len(problems)) + ' problems'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
