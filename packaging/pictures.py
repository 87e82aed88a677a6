#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of resources/screenshots and of the help, from generated and bundled data only.

    packaging/pictures.py [--bin FOLDER] [NAME...]

FOLDER holds plumbline and plumbline-cli (default: the first of build/release/bin and build/tests/bin that has them); a NAME is that
of a picture with or without .png (default: all). The windows open under Xvfb, one after the other, and get real keys. Exit 0 when
all pictures are written, 1 without the programs or with the first picture that fails, 2 for bad arguments, 77 without a tool.
"""
import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "packaging"), str(ROOT / "tests/e2e")]
import picture_data as data  # noqa: E402
import window_e2e  # noqa: E402

if sys.argv[1:2] == ["--inside"]:  # these need the screen and the bus
    import pyatspi
    from scenario import focus_window, go_to, watched
    from screen import application, click, expect, find, keys, row_texts, table_of, type_text, wait_until

WIDTH, HEIGHT = 1360, 860
SIZE = f"{WIDTH}x{HEIGHT}"
POINTER_AWAY = ("mousemove", "1439", "899")
TOOLS = {"convert": "imagemagick", "import": "imagemagick", "git": "git"}  # with their packages
SYSTEM_PYTHON = "/usr/bin/python3"  # pyatspi belongs to the system's Python, which need not be the first one in PATH
SCREENSHOTS, HELP = ROOT / "resources/screenshots", ROOT / "resources/help"
HOME = Path(tempfile.gettempdir()) / "demo"
SECONDS = 1200
ANSWER_HEIGHT = 24
SCROLL_BAR = 16  # at the right of the details
FRAME = ("-trim", "+repage", "-bordercolor", "white", "-border", "12", "-bordercolor", "#c4c9cf", "-border", "1")
REST = 4  # equal pictures of the screen, one after the other
CHARTS = ("compile-time", "memory", "speedup", "deltas", "scatter", "distribution", "trend", "phases")
THEMES = ("light", "dark")


class Demo:
    """A home folder for the data of one picture, with settings, history and records of runs, and the programs."""

    def __init__(self, programs, folder):
        self.program, self.cli = programs / "plumbline", programs / "plumbline-cli"
        self.folder = folder
        homes = {"CONFIG": ".config", "CACHE": ".cache", "DATA": ".local/share", "STATE": ".local/state"}
        self.environment = dict(os.environ, HOME=str(folder)) | {f"XDG_{name}_HOME": f"{folder}/{home}" for name, home in homes.items()}
        shutil.rmtree(folder, ignore_errors=True)
        for home in homes.values():
            (folder / home).mkdir(parents=True)

    def window(self, theme, arguments, steps, picture):
        """Opens a window, takes the steps with the accessible application, then the picture."""
        def play(started):
            app = application(started.pid)
            fit_window(expect(app, "", pyatspi.ROLE_FRAME))
            steps(app)
            picture(app)
        command = [str(self.program), "--theme", theme, "--size", SIZE, "--no-history", *arguments]
        if watched(command, self.folder, play, self.environment, ends=False):
            sys.exit("pictures: a window did not react to its keys as expected")

    def screenshot(self, theme, arguments, target):
        """A window that needs no keys."""
        raw = self.folder / "raw.png"
        data.run([self.program, "--theme", theme, "--size", SIZE, "--no-history", *arguments, "--screenshot", raw], self.folder,
                 **self.environment)
        save(raw, target)


def fit_window(frame):
    """Puts the window into the corner of the screen, and the pointer outside of it."""
    focus_window(frame)
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Plumbline$"], capture_output=True, text=True, check=True)
    window = found.stdout.split()[0]
    subprocess.run(["xdotool", "windowmove", window, "0", "0", "windowsize", window, str(WIDTH), str(HEIGHT),
                    *POINTER_AWAY], check=True)

    def has_its_place():
        box = frame.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        return (box.x, box.y, box.width, box.height) == (0, 0, WIDTH, HEIGHT)
    wait_until(has_its_place, "the window in the corner of the screen")


def save(raw, target, edits=()):
    """Writes a picture with at most 255 colours and nothing that changes from day to day, after ImageMagick's edits."""
    subprocess.run(["convert", raw, *edits, "-strip", "+dither", "-colors", "255", "-define", "png:exclude-chunks=date,time",
                    "-define", "png:compression-level=9", f"PNG8:{target}"], check=True)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes", flush=True)


def save_screen(target, crop=f"{SIZE}+0+0", edits=()):
    """Takes the screen once it is at rest."""
    shots = []

    def at_rest():
        shots.append(subprocess.run(["import", "-window", "root", "ppm:-"], check=True, capture_output=True).stdout)
        return len(shots) >= REST and len(set(shots[-REST:])) == 1
    wait_until(at_rest, f"the screen at rest for {target.name}")
    with tempfile.NamedTemporaryFile(suffix=".ppm") as raw:
        raw.write(shots[-1])
        raw.flush()
        save(raw.name, target, ["-crop", crop, "+repage", *edits])


def whole(name):
    return lambda app: save_screen(SCREENSHOTS / f"{name}.png")


def charts(demo, theme, wanted):
    """The charts of the sample files: compile times with a cold and a warm cache, and those of two runs with the phases of their compilation."""
    data.write_phases(demo.folder)
    for files, kinds in ((("torchcache.json",), CHARTS[:1]), (("after.csv", "before.csv"), CHARTS[1:])):
        out = demo.folder / files[0].partition(".")[0]
        data.run([demo.program, *files, "--theme", theme, "--size", "900x480", "--page", "charts",
                  "--no-history", "--export-png", out], demo.folder, **demo.environment)
        for kind in kinds:
            if f"charts-{kind}-{theme}" in wanted:
                save(out / f"charts-{kind}.png", SCREENSHOTS / f"charts-{kind}-{theme}.png")


def compared(page, theme):
    def make(demo, name):
        for side in ("after.csv", "before.csv"):
            shutil.copyfile(data.SAMPLES / side, demo.folder / side)
        demo.screenshot(theme, ["after.csv", "before.csv", "--page", page], SCREENSHOTS / f"{name}.png")
    return make


def of_bad_day(theme, page, steps):
    """A page of the commit in which five causes fail."""
    def make(demo, name):
        kept = Path(os.environ["HOME"]) / "bad-day"  # it takes a while, and three pictures show it
        if not kept.exists():
            kept.mkdir()
            data.write_bad_day(demo.cli, kept)
        shutil.copytree(kept, demo.folder, dirs_exist_ok=True)
        arguments = ["artifacts", "--expected", "pytorch", "--store", "history.sqlite", "--page", page]
        demo.window(theme, arguments, steps, whole(name))
    return make


def sees_red_since(app):
    """Waits for what the history says of the groups: since when they are red, then whether a number is beyond its noise."""
    table = table_of(app, "What fails, grouped by cause")
    wait_until(lambda: all(word in " ".join(row_texts(table, 0)) for word in ("2026-11-20", "0.0")), "the past of the first group")


def accept_groups(app):
    """Accepts three groups with a reason, as the page of the review shows them."""
    sees_red_since(app)
    table = table_of(app, "What fails, grouped by cause")
    for row, reason in enumerate(("New transformers release, see the pull request", "moco and sam need a newer cuDNN",
                                  "The environments need a newer gym")):
        keys("a")
        wait_until(lambda: expect(app, "Accept ", pyatspi.ROLE_TEXT), "the question for a reason")
        type_text(reason)
        keys("Return")
        wait_until(lambda: "accepted" in row_texts(table, row)[-1], f"group {row} is accepted")
    keys("ctrl+shift+e")
    expect(app, "Commit message", pyatspi.ROLE_TEXT)


def decide_three(app):
    for model, key, reason in (("llama", "a", "The new attention breaks the graph twice"), ("moco", "x", ""),
                               ("sam", "f", "needs a checkpoint that is not always there")):
        go_to(app, model)
        keys(key)
        if reason:
            expect(app, "Accept " if key == "a" else "Reason", pyatspi.ROLE_TEXT)
            type_text(reason)
            keys("Return")
    expect(app, "3 of ")
    go_to(app, "timm_nfnet")


def triage(demo, name):
    demo.window("light", ["--sample"], decide_three, whole(name))


def numerics(theme):
    def make(demo, name):
        data.write_tensors(demo.folder)

        def steps(app):
            expect(app, "Differs at encoder.2.mlp.fc1.weight")
            keys("2")
            wait_until(lambda: find(app, "Point at a bar"), "the histogram")
            keys("Escape")
        demo.window(theme, ["--same", "ref.npz", "res.npz", "--fp64", "fp64.npz"], steps, whole(name))
    return make


def select_row(table, text):
    """Clicks on the first row with the text, and takes the pointer away again."""
    def cell():
        face = table.queryTable()
        return next((face.getAccessibleAt(row, 0) for row in range(face.nRows) if text in " ".join(row_texts(table, row))), None)
    click(wait_until(cell, f"the row of {text}"))
    subprocess.run(["xdotool", *POINTER_AWAY], check=True)


def runs(theme):
    def make(demo, name):
        demo.environment |= {"PYTHONPATH": str(data.STAND_IN), "PYTHONDONTWRITEBYTECODE": "1", "STAND_IN_DEVICES": "1",
                             "STAND_IN_STATE": str(demo.folder)}
        data.write_runs(demo.cli, demo.folder, demo.environment)

        def steps(app):
            select_row(table_of(app, "Runs"), "compiled_flaky")
            expect(app, "compiled_flaky.py run, 10 times")
        demo.window(theme, ["--page", "runs"], steps, whole(name))
    return make


def history(demo, name):
    data.write_nights(demo.cli, demo.folder)

    def steps(app):
        table = table_of(app, "Models over their runs")
        wait_until(lambda: table.queryTable().nRows > 9, "all models")
        keys("1")
        wait_until(lambda: table.queryTable().nRows < 12, "only those that are red now")
        select_row(table, "moco")
        expect(app, "moco \u00b7 ")
        for _ in range(4):
            keys("t")
    demo.window("light", ["--store", "history.sqlite", "--page", "history"], steps, whole(name))


def bisect(demo, name):
    data.write_bisection(demo.cli, demo.folder)

    def steps(app):
        keys("o")
        field = expect(app, "File name:", pyatspi.ROLE_TEXT)
        wait_until(lambda: field.getState().contains(pyatspi.STATE_FOCUSED), "the name has the keyboard")
        type_text(str(demo.folder / "bisect.json"))
        keys("Return")
        expect(app, "Run ")
        focus_window(expect(app, "", pyatspi.ROLE_FRAME))
        keys("n")
    demo.window("dark", ["--new", "--page", "bisect"], steps, whole(name))


def card(model):
    """The details of a row in triage, with the card of its evidence."""
    def make(demo, name):
        data.write_cases(demo.cli, demo.folder)

        def steps(app):
            go_to(app, model)
            expect(app, "Runs, accuracy: ")
            keys("shift+y")

        def crop(app):
            box, advice = (expect(app, part).queryComponent().getExtents(pyatspi.DESKTOP_COORDS) for part in ("Details", "Advice: "))
            top = advice.y - ANSWER_HEIGHT  # what to do stands above the sentence
            save_screen(HELP / f"{name}.png", f"{box.width - SCROLL_BAR}x{box.y + box.height - top}+{box.x}+{top}", FRAME)
        file = f"{data.CONFIG}.csv"
        demo.window("light", [f"today/{file}", f"baseline/{file}", "--store", "history.sqlite"], steps, crop)
    return make


MAKERS = {"overview-light": of_bad_day("light", "overview", sees_red_since), "matrix-dark": of_bad_day("dark", "matrix", lambda app: expect(app, "128 configs")),
          "review-dark": of_bad_day("dark", "overview", accept_groups), "triage-light": triage,
          "compare-light": compared("compare", "light"), "charts-dark": compared("charts", "dark"),
          "runs-light": runs("light"), "runs-dark": runs("dark"), "numerics-light": numerics("light"),
          "numerics-dark": numerics("dark"), "history-light": history, "bisect-dark": bisect,
          "evidence-broken": card("moco"), "evidence-flaky": card("hf_GPT2"), "evidence-cannot-tell": card("nanogpt")}


def make_all(programs, names):
    """Makes the pictures with these names, each in an empty folder of a neutral name: it stands in some of them."""
    HOME.mkdir(mode=0o700)
    try:
        for theme in THEMES:
            if drawn := chart_names(theme) & set(names):
                charts(Demo(programs, HOME), theme, drawn)
        for name in names:
            if name in MAKERS:
                MAKERS[name](Demo(programs, HOME), name)
    finally:
        shutil.rmtree(HOME)
    return 0


def chart_names(theme):
    return {f"charts-{kind}-{theme}" for kind in CHARTS}


def programs_in(folder):
    """The folder with both programs, or an error."""
    places = [Path(folder)] if folder else [ROOT / "build/release/bin", ROOT / "build/tests/bin"]
    for place in places:
        if all(os.access(place / program, os.X_OK) for program in ("plumbline", "plumbline-cli")):
            return place.resolve()
    sys.exit(f"pictures: no plumbline and plumbline-cli in {' or '.join(map(str, places))}: build them (packaging/run.sh), "
             "or name their folder with --bin")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", metavar="FOLDER")
    parser.add_argument("names", metavar="NAME", nargs="*")
    options = parser.parse_args()
    known = [*MAKERS, *sorted(chart_names("light") | chart_names("dark"))]
    names = [name.removesuffix(".png") for name in options.names] or known
    if unknown := sorted(set(names) - set(known)):
        parser.error(f"no picture is called {', '.join(unknown)}; there are {', '.join(known)}")
    programs = programs_in(options.bin)
    for tool, package in TOOLS.items():
        if shutil.which(tool) is None:
            window_e2e.skip(f"{tool} is missing; install it with: apt-get install {package}")
    if HOME.exists():
        sys.exit(f"pictures: {HOME} is there already; remove it")
    if importlib.util.find_spec("pyatspi") is None and os.access(SYSTEM_PYTHON, os.X_OK) and sys.executable != SYSTEM_PYTHON:
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, __file__, *sys.argv[1:]])
    return window_e2e.outer([str(programs), *names], __file__, SECONDS)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        sys.exit(window_e2e.with_accessibility(lambda: make_all(Path(sys.argv[2]), sys.argv[3:])))
    sys.exit(main())
