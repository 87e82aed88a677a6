#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the documentation: one folder of HTML that needs no network, with search.

    packaging/docs.py --cli PLUMBLINE_CLI --output FOLDER [--stage FOLDER] [--licences]

Pages have one source each: docs/, the help of the window (resources/help), the pages in PAGES, and for every command what
`plumbline-cli COMMAND --help` prints. They are copied to the stage, links are turned to their new places, and Sphinx makes HTML
of them. A warning of Sphinx or a link that leads nowhere is an error. --licences puts those of the theme, its fonts and the scripts beside
the pages, in the folder licences, for an archive that has to stand alone.
"""
import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).resolve().parent))
import schemas  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"core/README.md": "architecture.md", "SECURITY.md": "security.md", "CHANGELOG.md": "changes.md",
         "CONTRIBUTING.md": "contributing.md", "CODE_OF_CONDUCT.md": "conduct.md", "packaging/README.md": "packaging.md",
         "resources/screenshots/README.md": "screenshots.md"}
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)


def sources():
    """The page in the tree -> its place in the documentation."""
    pages = {f"docs/{p.relative_to(ROOT / 'docs')}": str(p.relative_to(ROOT / "docs"))
             for p in sorted((ROOT / "docs").rglob("*.md"))}
    pages |= {f"resources/help/{p.name}": f"help/{p.name}" for p in sorted((ROOT / "resources/help").glob("*.md"))}
    return pages | {source: place for source, place in PAGES.items() if (ROOT / source).exists()}


def run(cli, *arguments):
    called = subprocess.run([cli, *arguments], capture_output=True, text=True, check=True,
                            env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"})
    return called.stdout


def commands(cli):
    """(name, one line) of every command, in the order of `plumbline-cli --help`."""
    listed = re.search(r"^commands:\n(.*?)^\n", run(cli, "--help"), re.M | re.S)[1]
    return re.findall(r"^  (\S+(?: \S+)*) {2,}(.+)$", listed, re.M)


def escaped(text):
    return re.sub(r"([\\`*_<>|\[\]$])", r"\\\1", text)


def table(block):
    """Entries of a help section in two columns; a line that is indented further continues the entry above."""
    entries = []
    for line in block.splitlines():
        begins = re.match(r"  (\S.*?)(?: {2,}(.*))?$", line)
        if begins:
            entries.append([begins[1], begins[2] or ""])
        elif line.strip() and entries:
            entries[-1][1] += " " + line.strip()
    return "| | |\n|---|---|\n" + "".join(f"| `{name}` | {escaped(text.strip())} |\n".replace("\\\\|", "\\|")
                                          for name, text in entries)


def command_page(name, text, mentions):
    """What --help prints, as Markdown: usage, description, tables of arguments and options, examples, exit status."""
    parts = re.split(r"^(arguments|options|examples|exit status):\n", text, flags=re.M)
    usage, _, description = parts[0].strip().partition("\n\n")
    page = f"# {name}\n\n{escaped(description)}\n\n```\n{usage.removeprefix('usage: ')}\n```\n"
    for title, block in zip(parts[1::2], parts[2::2]):
        shown = table(block) if title in ("arguments", "options") else f"```\n{block.rstrip()}\n```\n"
        page += f"\n## {title.capitalize()}\n\n{shown}"
    if mentions:
        page += "\n## See also\n\n" + "".join(f"- [{heading}](../{place})\n" for heading, place in mentions)
    return page


def write_commands(cli, stage, pages):
    folder = stage / "commands"
    folder.mkdir()
    index = "# Commands\n\nThese pages are made from `plumbline-cli COMMAND --help`.\n\n| command | does |\n|---|---|\n"
    names = commands(cli)
    texts = {place: (ROOT / source).read_text() for source, place in pages.items() if not source.endswith("CHANGELOG.md")}
    for name, line in names:
        file = name.replace(" ", "-")
        mentions = [(text.split("\n", 1)[0].lstrip("# "), place) for place, text in texts.items()
                    if re.search(rf"plumbline-cli {re.escape(name)}(?![\w-])", text)]
        (folder / f"{file}.md").write_text(command_page(name, run(cli, *name.split(), "--help"), mentions))
        index += f"| [{name}]({file}.md) | {escaped(line)} |\n"
    toc = "\n".join(name.replace(" ", "-") for name, _ in names)
    (folder / "index.md").write_text(f"{index}\n```{{toctree}}\n:hidden:\n{toc}\n```\n")


def turned(text, source, place, pages, stage):
    """The page with every link turned from the tree to the documentation; files that are no page come along."""
    def turn(match):
        target, _, anchor = match[2].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        found = os.path.normpath(os.path.join(os.path.dirname(source), target))
        if found in pages:
            new = pages[found]
        elif (ROOT / found).is_file():
            new = f"_files/{found}"
            (stage / new).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / found, stage / new)
        else:
            sys.exit(f"docs: {source}: the link to {match[2]} leads to no page and no file")
        return match[1] + os.path.relpath(new, os.path.dirname(place) or ".") + (f"#{anchor}" if anchor else "") + match[3]
    return "".join(part if part.startswith("```") else LINK.sub(turn, part) for part in FENCE.split(text))


def collect(cli, stage):
    shutil.rmtree(stage, ignore_errors=True)
    (stage / "_files/resources/icons").mkdir(parents=True)
    shutil.copyfile(ROOT / "resources/icons/plumbline.svg", stage / "_files/resources/icons/plumbline.svg")
    shutil.copyfile(ROOT / "docs/conf.py", stage / "conf.py")
    pages = sources()
    for source, place in pages.items():
        (stage / place).parent.mkdir(parents=True, exist_ok=True)
        (stage / place).write_text(turned((ROOT / source).read_text(), source, place, pages, stage))
    # Pages of the help that docs/index.md does not name stand where it says help/*.
    index = stage / "index.md"
    text = index.read_text()
    unnamed = [place[:-3] for place in pages.values() if place.startswith("help/") and not re.search(rf"^{place[:-3]}$", text, re.M)]
    index.write_text(text.replace("help/*\n", "".join(f"{page}\n" for page in unnamed)))
    write_commands(cli, stage, pages)
    # The schemas lie in the documentation as they are; the page that they are made of names them.
    forms = schemas.write(stage / "_extra/schemas")
    with open(stage / "help/json.md", "a") as page:
        page.write("\n## Schemas\n\n" + "".join(f'- <a href="../schemas/{form}.json">{form}</a>\n' for form in forms))


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.targets, self.ids = [], set()

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids |= {values[key] for key in ("id", "name") if values.get(key)}
        self.targets += [values[key] for key in ("href", "src") if values.get(key)]


def broken_links(site):
    """(page, link) of every link to a page, part of a page or file that is not there, and of all that a network would load."""
    parsed = {}
    for page in site.rglob("*.html"):
        parsed[page] = Links()
        parsed[page].feed(page.read_text())
    for page, links in parsed.items():
        for link in links.targets:
            if re.match(r"(https?:)?//", link):
                if re.search(rf'<(script|img|link)[^>]*(src|href)="{re.escape(link)}"', page.read_text()):
                    yield page, f"{link} (loaded from a network)"
                continue
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path.partition("?")[0]).resolve() if path else page
            if not target.exists() or (anchor and target in parsed and anchor not in parsed[target].ids):
                yield page, link


def copy_licences(site):
    """The copyright files of the Debian packages that the files of the theme and of Sphinx are from, each under its package's name."""
    import sphinx
    import sphinx_rtd_theme
    digest = lambda path: hashlib.sha256(path.read_bytes()).digest()  # noqa: E731
    theirs = {digest(file): os.path.realpath(file) for root in (sphinx.package_dir, Path(sphinx_rtd_theme.__file__).parent)
              for folder, _, names in os.walk(root, followlinks=True)
              for file in (Path(folder, name) for name in names) if file.is_file() and file.stat().st_size}
    taken = sorted({theirs[found] for file in (site / "_static").rglob("*") if file.is_file() and (found := digest(file)) in theirs})
    searched = subprocess.run(["dpkg-query", "--search", *taken], capture_output=True, text=True, check=False)
    if searched.returncode != 0 or not taken:
        sys.exit(f"docs: files of the theme belong to no package, so their licence is not known: {searched.stderr or 'none was found'}")
    (site / "licences").mkdir()
    for package in sorted({line.split(":")[0] for line in searched.stdout.splitlines()}):
        text = Path(f"/usr/share/doc/{package}/copyright").read_text()
        if any(line.startswith(f"{package}: ") and "RobotoSlab" in line for line in searched.stdout.splitlines()):
            # The theme's package does not say it of this font.
            text += f"\nRoboto Slab: Copyright Google. License: Apache-2.0\n\n{Path('/usr/share/common-licenses/Apache-2.0').read_text()}"
        (site / "licences" / package).write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--stage", type=Path)
    parser.add_argument("--licences", action="store_true")
    options = parser.parse_args()
    if shutil.which("sphinx-build") is None:
        print("docs: sphinx-build is not installed (packaging/install-deps.sh test)")
        return 77
    site = options.output.resolve()
    stage = options.stage or site.with_name(site.name + "-stage")
    collect(options.cli, stage)
    shutil.rmtree(site, ignore_errors=True)
    subprocess.run(["sphinx-build", "-q", "-W", "--keep-going", "-b", "html", "-d", stage.with_name(stage.name + "-trees"),
                    "-D", f"release={run(options.cli, '--version').split()[-1]}", stage, site], check=True)
    if options.licences:
        copy_licences(site)
    broken = sorted({(str(page.relative_to(site)), link) for page, link in broken_links(site)})
    for page, link in broken:
        print(f"docs: {page}: a link that leads nowhere: {link}", file=sys.stderr)
    pages = len(list(site.rglob("*.html")))
    print(f"docs: {pages} pages in {site}, every link holds" if not broken else f"docs: {len(broken)} links lead nowhere")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
