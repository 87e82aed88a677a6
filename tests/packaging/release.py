#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Seals a release with a key that is thrown away, and checks it as a user does after a download."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
METAINFO = "packaging/org.plumbline.Plumbline.metainfo.xml"
VERSION = re.search(r"project\(plumbline VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
CONTROL = """Package: plumbline-cli
Version: {version}
Architecture: amd64
Maintainer: The Plumbline developers <plumbline@plumbline.invalid>
Depends: libc6 (>= 2.36), {depends}
Description: a package for a test
"""
HEADERS = {"boost": "libboost-math-dev", "CLI": "libcli11-dev", "nlohmann": "nlohmann-json3-dev", "tl": "libexpected-dev", "toml++": "libtomlplusplus-dev"}
NOT_COMPILED_IN = {"arpa", "sys", "curl", "openssl", "qt6keychain"}  # declarations alone
KEY = "Key-Type: eddsa\nKey-Curve: ed25519\nName-Real: thrown away\nName-Email: test@plumbline.invalid\nExpire-Date: 1d\n%no-protection\n%commit\n"


def call(*command, env, cwd=None, text=None):
    return subprocess.run([str(c) for c in command], env=env, cwd=cwd, input=text, capture_output=True, text=True, check=False)


def package(folder, depends, env):
    tree = folder / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN/control").write_text(CONTROL.format(version=VERSION, depends=depends))
    program = tree / "usr/bin/plumbline-cli"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    release = folder / "release"
    release.mkdir()
    call("dpkg-deb", "--root-owner-group", "--build", tree, release / f"plumbline-cli_{VERSION}_amd64.deb", env=env)
    return release


def spdx_problems(path):
    """What SPDX 2.3 asks for (https://spdx.github.io/spdx-spec/v2.3/), as far as this document has it."""
    bill = json.loads(path.read_text())
    wanted = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"}
    if not wanted <= bill.keys() or bill["spdxVersion"] != "SPDX-2.3":
        yield f"the document lacks {wanted - bill.keys()}"
    ids = [entry["SPDXID"] for entry in bill["packages"]]
    if len(ids) != len(set(ids)) or not all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) for name in ids):
        yield f"the ids are no ids: {ids}"
    for entry in bill["packages"]:
        if not {"name", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText", "versionInfo"} <= entry.keys():
            yield f"{entry['name']} is not described"
    named = {name for relation in bill["relationships"] for name in (relation["spdxElementId"], relation["relatedSpdxElement"])}
    if named != {*ids, "SPDXRef-DOCUMENT"}:
        yield f"relationships and packages differ: {named ^ {*ids, 'SPDXRef-DOCUMENT'}}"
    if {"SPDXRef-libc6", "SPDXRef-python3"} - set(ids):
        yield f"the dependencies are missing: {ids}"
    linked = {relation["relatedSpdxElement"] for relation in bill["relationships"] if relation["relationshipType"] == "STATIC_LINK"}
    licences = (ROOT / "packaging/debian/copyright").read_text()
    for entry in bill["packages"]:
        spdx = entry["licenseDeclared"].replace("MIT", "Expat").replace("BSD-3-Clause", "BSD-3-clause")  # as Debian calls them
        if entry["SPDXID"] in linked and f"\nLicense: {spdx}\n" not in licences:
            yield f"packaging/debian/copyright has no licence of {entry['name']}: {spdx}"
    for folder in sorted({name for part in ("core", "app", "ui") for source in (ROOT / part).rglob("*.[ch]*")
                          for name in re.findall(r"#include <([^/>]+)/", source.read_text())} - NOT_COMPILED_IN):
        if f"SPDXRef-{HEADERS.get(folder)}" not in linked:
            yield f"<{folder}/...> is compiled in, but in no part of the document"


def problems(root):
    (root / "gnupg").mkdir(mode=0o700)
    env = {**os.environ, "GNUPGHOME": str(root / "gnupg"), "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1780000000",
           "PLUMBLINE_SIGNING_KEY": "test@plumbline.invalid"}
    made = call("gpg", "--batch", "--generate-key", env=env, text=KEY)
    if made.returncode != 0:
        yield f"gpg makes no key: {made.stderr}"
        return
    release = package(root, "python3", env)
    (root / "site/licences").mkdir(parents=True)
    (root / "site/licences/bash").write_text("a licence\n")
    docs = f"plumbline-docs-{VERSION}"
    call("tar", "-C", root / "site", "--transform", f"s,^\\.,{docs},", "-cJf", release / f"{docs}.tar.xz", ".", env=env)
    seal = lambda environment=env, folder=release: call("bash", ROOT / "packaging/release.sh", "--seal", folder, env=environment)  # noqa: E731
    sealed = seal()
    if sealed.returncode != 0:
        yield f"release.sh: {sealed.stderr}"
        return
    names = {path.name for path in release.iterdir()}
    wanted = {f"plumbline-cli_{VERSION}_amd64.deb", "RELEASE-NOTES.md", f"plumbline-{VERSION}.spdx.json", "SHA256SUMS", "SHA256SUMS.asc", f"{docs}.tar.xz"}
    if names != wanted:
        yield f"the folder holds {names}"
    yield from spdx_problems(release / f"plumbline-{VERSION}.spdx.json")
    bill = json.loads((release / f"plumbline-{VERSION}.spdx.json").read_text())
    held = [relation["relatedSpdxElement"] for relation in bill["relationships"] if relation["spdxElementId"] == f"SPDXRef-{docs}"]
    if held != ["SPDXRef-bash"]:
        yield f"the archive of the documentation holds {held} by its document"
    if "### " not in (release / "RELEASE-NOTES.md").read_text():
        yield "the release notes are empty"
    for what, command in (("sums", ("sha256sum", "--check", "--strict", "SHA256SUMS")), ("signature", ("gpg", "--verify", "SHA256SUMS.asc", "SHA256SUMS"))):
        if call(*command, env=env, cwd=release).returncode != 0:
            yield f"the {what} do not hold"
    first = {path.name: path.read_bytes() for path in release.iterdir() if path.suffix != ".asc"}
    seal()
    if first != {path.name: path.read_bytes() for path in release.iterdir() if path.suffix != ".asc"}:
        yield "sealing twice gives other bytes"
    with open(release / "RELEASE-NOTES.md", "a") as file:
        file.write("changed\n")
    if call("sha256sum", "--check", "--strict", "SHA256SUMS", env=env, cwd=release).returncode == 0:
        yield "a changed file is not noticed"
    with open(release / "SHA256SUMS", "a") as file:
        file.write("0" * 64 + "  more\n")
    if call("gpg", "--verify", "SHA256SUMS.asc", "SHA256SUMS", env=env, cwd=release).returncode == 0:
        yield "a changed list is not noticed"
    if seal({**env, "PLUMBLINE_SIGNING_KEY": "nobody@plumbline.invalid"}).returncode == 0:
        yield "a key that does not exist signs"
    (root / "empty").mkdir()
    if "holds no packages" not in seal(folder=root / "empty").stderr:
        yield "an empty folder is sealed"
    (root / "other").mkdir()
    other = package(root / "other", "libplumbline-unknown", env)
    if "libplumbline-unknown" not in seal(folder=other).stderr:
        yield "a dependency without a version is not named"


def version_problems(root):
    """The version is written wherever it stands, in a copy of what has it, and a release of the copy has it."""
    tree = root / "copy"
    for name in ("CMakeLists.txt", "CHANGELOG.md", "docs/ci.md", "packaging"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, tree / name)
    env = {**os.environ, "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1780000000", "PLUMBLINE_SIGNING_KEY": ""}
    script = tree / "packaging/release.sh"
    before = (tree / "packaging/debian/changelog").read_bytes()
    for bad, said in (("1.0", "three numbers"), ("v99.0.0", "three numbers"), ("0.0.1", "not above"), (VERSION, "not above")):
        if said not in call("bash", script, "--set-version", bad, env=env).stderr:
            yield f"version {bad} is not refused"
    changes = (tree / "CHANGELOG.md").read_text()
    for bad in (changes.replace("## [Unreleased]", "## [98.0.0]"), changes.replace("- Triage", "### Triage", 1).replace("\n- ", "\n### ", 4)):
        (tree / "CHANGELOG.md").write_text(bad)
        if "[Unreleased]" not in call("bash", script, "--set-version", "99.1.0", env=env).stderr:
            yield "a changelog without notes for a release is not refused"
    notes = "Plumbline & its notes in `one` sentence."
    (tree / "CHANGELOG.md").write_text(re.sub(r"^The first version\..*?\n\n", f"{notes}\n\n", changes, count=1, flags=re.M | re.S))
    if "is no day" not in call("bash", script, "--set-version", "99.1.0", "someday", env=env).stderr:
        yield "a day that is none is not refused"
    if before != (tree / "packaging/debian/changelog").read_bytes():
        yield "a refused version was written"
    done = call("bash", script, "--set-version", "99.1.0", "2026-12-24", env=env)
    if done.returncode != 0:
        yield f"--set-version: {done.stderr}"
    texts = {"CMakeLists.txt": "VERSION 99.1.0 ", "CHANGELOG.md": "\n## [99.1.0] - 2026-12-24\n", "docs/ci.md": "action@v99.1.0", "packaging/action/install.sh": "\nreadonly VERSION=99.1.0 ",
             "packaging/debian/changelog": "plumbline (99.1.0) unstable; urgency=medium\n\n  * Plumbline & its notes in one sentence.\n  * Triage",
             METAINFO: '"99.1.0" date="2026-12-24">\n      <description>\n        <p>Plumbline &amp; its notes in one sentence.</p>'}
    yield from (f"{name} has no {text}" for name, text in texts.items() if text not in (tree / name).read_text())
    if f"[Unreleased] {VERSION}" in changes:  # it was never released
        yield from (f"{name} still has {VERSION}" for name in (METAINFO, "packaging/debian/changelog")
                    if f'"{VERSION}"' in (tree / name).read_text() or f"({VERSION})" in (tree / name).read_text())
    released = (tree / "CHANGELOG.md").read_text()
    if "[Unreleased]" not in call("bash", script, "--set-version", "99.2.0", env=env).stderr:
        yield "a version without a section is not refused"
    (tree / "CHANGELOG.md").write_text(released.replace("## [99.1.0]", "## [Unreleased]\n\nMore.\n\n- A thing\n\n### Fixed\n- It\n\n## [99.1.0]", 1))
    call("bash", script, "--set-version", "99.2.0", "2027-01-02", env=env)
    listed = re.findall(r'<release version="([^"]+)"', (tree / METAINFO).read_text())
    if listed[:2] != ["99.2.0", "99.1.0"] or re.findall(r"^plumbline \(([^)]+)", (tree / "packaging/debian/changelog").read_text(), re.M)[:2] != listed[:2]:
        yield f"a released version is lost: {listed}"
    if shutil.which("dpkg-parsechangelog") and call("dpkg-parsechangelog", "-l", tree / "packaging/debian/changelog", "-S", "Version", env=env).stdout != "99.2.0\n":
        yield "the changelog of the packages cannot be read"
    (root / "new").mkdir()
    release = package(root / "new", "python3", env)
    sealed = call("bash", script, "--seal", release, env=env)
    if sealed.returncode != 0 or not (release / "plumbline-99.2.0.spdx.json").exists() or "### " not in (release / "RELEASE-NOTES.md").read_text():
        yield f"the new version is not sealed: {sealed.stderr}"
    (tree / "packaging/debian/changelog").write_bytes(before)
    if f"begins with {VERSION}" not in call("bash", script, "--seal", release, env=env).stderr:
        yield "a changelog of another version is not noticed"
    installer = tree / "packaging/action/install.sh"
    installer.write_text(installer.read_text().replace("VERSION=99.2.0", f"VERSION={VERSION}"))
    if f"installs {VERSION}" not in call("bash", script, "--seal", release, env=env).stderr:
        yield "an action of another version is not noticed"
    installer.write_text(installer.read_text().replace(f"VERSION={VERSION}", "VERSION=99.2.0"))
    # The first and last section at once, without headings; a link is its words, and a word with hyphens stays whole.
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\nAn end, with a line that ends close to the option that follows, "
                                       "--break-on-hyphens.\n\n- A [link with **words**](https://plumbline.invalid/a_b)\n")
    done = call("bash", script, "--set-version", "99.3.0", "2027-01-03", env=env)
    words = (tree / "packaging/debian/changelog").read_text()
    if done.returncode != 0 or "  * A link with words\n" not in words or " --break-on-hyphens.\n" not in words or "<li>A link with words</li>" not in (tree / METAINFO).read_text():
        yield f"notes without a heading after them are not read: {done.stderr}{words[:400]}"


def main():
    missing = [tool for tool in ("gpg", "dpkg-deb", "sha256sum") if shutil.which(tool) is None]
    if missing:
        print(f"release: not installed: {', '.join(missing)}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        found = [*problems(Path(folder)), *version_problems(Path(folder))]
        subprocess.run(["gpgconf", "--kill", "all"], env={**os.environ, "GNUPGHOME": f"{folder}/gnupg"}, capture_output=True, check=False)
    for problem in found:
        print(f"release: {problem}", file=sys.stderr)
    print(f"release: {'all hold' if not found else str(len(found)) + ' problems'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
