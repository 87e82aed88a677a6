#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the software bill of materials of a shipped artifact as SPDX 2.3 JSON.

    packaging/sbom.py ARTIFACT...      .deb packages, or folders unpacked from a portable archive or that of the documentation

Each artifact is one package with the SHA-256 of what it holds. What it contains or depends on is read, not listed here: of a
.deb its dependencies with the versions installed where it was built, of a folder the Debian package of each library, plugin,
font and script in it, by its licence file. COMPILED_IN is in every program. The time is SOURCE_DATE_EPOCH, so that two builds
are equal.
"""
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = "GPL-3.0-or-later"
# Libraries of templates, which no artifact shows any more; packaging/debian/copyright has their licences.
COMPILED_IN = {"libboost-math-dev": "BSL-1.0", "libcli11-dev": "BSD-3-Clause", "libexpected-dev": "CC0-1.0",
               "libtomlplusplus-dev": "MIT", "nlohmann-json3-dev": "MIT"}


def version():
    return re.search(r"project\(plumbline VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def text(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"}).stdout.strip()


def digest(path):
    """SHA-256 of a file, or of the sorted names and digests of the files of a folder."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    lines = [f"{digest(f)}  {f.relative_to(path)}" for f in sorted(path.rglob("*")) if f.is_file() and not f.is_symlink()]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def spdx_id(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def debian_package(name):
    """A package of the system as SPDX; its licences are in its copyright file, which has many forms."""
    found = text("dpkg-query", "-W", "-f", "${Version} ${Architecture}", name)
    if not found:
        return None
    number, architecture = found.split()
    quoted = urllib.parse.quote(number, safe="~+")
    return {"SPDXID": spdx_id(name), "name": name, "versionInfo": number, "supplier": "Organization: Debian", "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": COMPILED_IN.get(name, "NOASSERTION"), "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": f"pkg:deb/debian/{name}@{quoted}?arch={architecture}"}]}


def needs(artifact):
    """(relation, package name) of all that an artifact contains or asks for."""
    compiled_in = [("STATIC_LINK", name) for name in COMPILED_IN]
    if artifact.is_dir():
        licences = sorted([*artifact.glob("share/doc/licences/*"), *artifact.glob("licences/*")])
        return [("CONTAINS", licence.name) for licence in licences] + (compiled_in if (artifact / "bin").is_dir() else [])
    depends = text("dpkg-deb", "--field", str(artifact), "Depends")
    names = [re.split(r"[ (|]", entry.strip())[0] for entry in depends.split(",") if entry.strip()]
    has_program = "/usr/bin/plumbline" in text("dpkg-deb", "--contents", str(artifact))
    return [("DEPENDS_ON", name) for name in names] + (compiled_in if has_program else [])


def document(artifacts):
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    packages, relations = [], []
    for artifact in artifacts:
        ours = spdx_id(artifact.name)
        packages.append({"SPDXID": ours, "name": artifact.name, "versionInfo": version(), "supplier": "Organization: The Plumbline developers",
                         "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": OURS, "licenseDeclared": OURS,
                         "copyrightText": "2026 The Plumbline developers", "checksums": [{"algorithm": "SHA256", "checksumValue": digest(artifact)}]})
        relations.append({"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": ours})
        for relation, name in needs(artifact):
            package = debian_package(name)
            if package is None:
                sys.exit(f"sbom: {artifact.name} needs {name}, which is not installed here, so its version is not known")
            if package not in packages:
                packages.append(package)
            relations.append({"spdxElementId": ours, "relationshipType": relation, "relatedSpdxElement": package["SPDXID"]})
    names = hashlib.sha256("".join(p["name"] + p["versionInfo"] for p in packages).encode()).hexdigest()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"plumbline-{version()}",
            "documentNamespace": f"https://plumbline.invalid/spdx/plumbline-{version()}-{names[:16]}",
            "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: packaging/sbom.py"]},
            "packages": packages, "relationships": relations}


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    artifacts = [Path(a) for a in arguments]
    for artifact in artifacts:
        if not artifact.exists():
            sys.exit(f"sbom: {artifact} is not there")
    print(json.dumps(document(artifacts), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
