# SPDX-License-Identifier: GPL-3.0-or-later
"""Every law is a generator of (file, line, what is wrong). LAWS maps its short name to it."""
import re
import tomllib

from . import house
from .tree import CPP, line_of

CORE_ORDER = ("base text python files tables configs flaky verdicts baselines sources overview statistics numerics diff charts "
              "reports tasks fetch runs history evidence session").split()
PLAIN = ("base text python files tables configs flaky verdicts baselines sources overview statistics numerics "
         "diff charts reports").split()
PROGRAM = "core ui app"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
GUI_HEADER = re.compile(
    r"^(Qt(Gui|Widgets|Charts|Svg|SvgWidgets|OpenGL|PrintSupport)(/|$)|Q(Abstract(Button|ItemView|ScrollArea)|Action|"
    r"Application|GuiApplication|Widget|MainWindow|Dialog|Color|Palette|Brush|Pen|Font\w*|Icon|Image|Pixmap|Painter\w*|"
    r"Chart\w*|Label|Menu\w*|TableView|TreeView|TreeWidget|ListView|Clipboard|Cursor|Screen|Window|UndoStack|"
    r"UndoCommand|Shortcut|KeySequence|Style\w*|Svg\w*|StandardItem\w*|TextDocument|DesktopServices)$)")


def includes(tree, name):
    # Strings are kept by code() on #include lines only, so a commented-out include does not count.
    text = tree.code(name)
    for m in INCLUDE.finditer(text):
        yield line_of(text, m.start(2)), m[2]


def matches(tree, folders, pattern, word, *, strings=False, suffixes=CPP, skip=lambda name: False):
    expression = re.compile(pattern, re.M)
    for name in tree.files(folders, *suffixes):
        if skip(name):
            continue
        if name.endswith(CPP):
            text = tree.code_and_strings(name) if strings else tree.code(name)
        else:
            text = tree.text(name)
        for m in expression.finditer(text):
            yield name, line_of(text, m.start()), f"{word}: {m[0].strip()}"


def include_order(tree):
    """Law 1: includes only go up the list, and are written from the root."""
    for name in tree.files("core", *CPP):
        own = name.split("/")[1]
        if own not in CORE_ORDER:
            yield name, 1, f"core/{own} is not in the list of folders"
            continue
        for line, target in includes(tree, name):
            parts = target.split("/")
            if parts[0] in ("ui", "app", "tests"):
                yield name, line, f"core includes {target}"
            if parts[0] == "core" and (parts[1] not in CORE_ORDER or CORE_ORDER.index(parts[1]) > CORE_ORDER.index(own)):
                yield name, line, f"core/{own} includes {target}, which stands below it"
    for name in tree.files("ui", *CPP):
        for line, target in includes(tree, name):
            if target.startswith(("app/", "tests/")):
                yield name, line, f"ui includes {target}"
    for name in tree.files(PROGRAM, *CPP):
        for line, target in includes(tree, name):
            if target.startswith("."):
                yield name, line, f"include is not written from the root: {target}"


def core_without_gui(tree):
    """Law 1: core and the command line know no GUI."""
    for name in tree.files("core app/cli", *CPP):
        for line, target in includes(tree, name):
            if GUI_HEADER.match(target):
                yield name, line, f"GUI header {target}"
    yield from matches(tree, "core app/cli", r"Qt6::(Gui|Widgets|Charts|Svg\w*|OpenGL\w*|PrintSupport)\b",
                       "links a GUI library", suffixes=("CMakeLists.txt",))


def plain_core(tree):
    """Computing folders are plain C++20 without Qt."""
    folders = " ".join(f"core/{f}" for f in PLAIN)
    for name in tree.files(folders, *CPP):
        for line, target in includes(tree, name):
            if re.match(r"Q[A-Zt]", target):
                yield name, line, f"Qt header {target} in a computing folder"
    yield from matches(tree, folders, r"Qt6::\w+|\bMOC\b", "Qt in a computing folder", suffixes=("CMakeLists.txt",))


def banned_calls(tree):
    """Law 2: no instance(), processEvents, nested loop, modal exec(), string-based connect; nothing left half done."""
    yield from matches(tree, PROGRAM, r"\binstance\s*\(\s*\)|\bqApp\b|\bQ_GLOBAL_STATIC\b", "global accessor")
    yield from matches(tree, PROGRAM, r"\bprocessEvents\b|\bQEventLoop\b", "nested event loop")
    yield from matches(tree, "core ui app", r"(\.|->|::)\s*exec\s*\(", "exec() is modal or a nested loop",
                       skip=lambda n: n == "app/gui/application.cpp" or n.startswith("core/history/"))
    for name, line, what in matches(tree, "app/gui", r"(\w+)\s*(\.|->|::)\s*exec\s*\(", "exec()"):
        if name == "app/gui/application.cpp" and not re.search(r"\b(app|application|QApplication)\s*(\.|::)\s*exec", what):
            yield name, line, what + " (only the application's own is allowed)"
    yield from matches(tree, PROGRAM, r"\b(SIGNAL|SLOT)\s*\(", "string-based connect")
    yield from matches(tree, PROGRAM, r"(?<![\w.>:])(std::)?(system|popen)\s*\(", "shell call")
    for name in tree.files(PROGRAM + " tests", *CPP):
        text = tree.text(name)
        for m in re.finditer(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b", text):
            yield name, line_of(text, m.start()), f"left half done: {m[0]}"


STATIC_STATE = re.compile(
    r"^[ \t]*(?:static|thread_local|inline)\s+(?:static\s+|thread_local\s+)*"
    r"(?!const\b|constexpr\b|constinit\b|namespace\b)(?![^;(){}=]*\bconst(?:expr)?\b)[\w:<>,\s*&]+?\b\w+\s*(?:=[^;]*|\{[^;]*\})?;", re.M)
PLAIN_GLOBAL = re.compile(
    r"^(?!using\b|namespace\b|return\b|typedef\b|class\b|struct\b|enum\b|union\b|template\b|const\b|constexpr\b|inline\b|"
    r"static\b|extern\b|friend\b|public\b|private\b|protected\b|else\b|goto\b|co_return\b|delete\b|throw\b|case\b|default\b)"
    r"[A-Za-z_][\w:]*(?:<[^;(){}=]*>)?[ \t*&]+\w+(?:[ \t]*=[^=;][^;]*|\{[^;]*\})?;", re.M)


def no_global_state(tree):
    """Law 2: no globals with state."""
    for name in tree.files(PROGRAM, *CPP):
        text = tree.code(name)
        for expression in (STATIC_STATE, PLAIN_GLOBAL):
            for m in expression.finditer(text):
                if "const " not in m[0].split("=")[0]:
                    start = m.start() + len(m[0]) - len(m[0].lstrip())
                    yield name, line_of(text, start), f"state outside objects: {m[0].strip().splitlines()[0]}"


def colours(tree):
    """Law 3: colours only in ui/theme and resources/themes."""
    def allowed(name):
        return name.startswith("ui/theme/")
    yield from matches(tree, PROGRAM, r'"[^"\n]*#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b[^"\n]*"', "colour",
                       strings=True, skip=allowed)
    yield from matches(tree, PROGRAM, r'\bQColor\s*(?:\w+\s*)?[({]\s*(?:["\d]|u"|Qt::|QLatin1|QStringLiteral)', "colour",
                       strings=True, skip=allowed)
    yield from matches(tree, PROGRAM, r"\bq[Rr]gba?\s*\(\s*\d|\bQColor::from(Rgb|Hsv|Hsl|Cmyk)\w*\s*\(\s*\d|"
                       r"\bQColorConstants::|\bQt::(dark|light)?(Red|Green|Blue|Cyan|Magenta|Yellow|Gray|red|green|"
                       r"blue|cyan|magenta|yellow|gray|black|white)\b", "colour", skip=allowed)
    yield from matches(tree, "resources", r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b", "colour", suffixes=(".qss", ".css"),
                       skip=lambda n: n.startswith("resources/themes/"))


def rule_words(tree):
    """The model names and the thresholds that the generations in resources/rules hold; 0, 1 and such prove nothing."""
    names, numbers = set(), set()

    def visit(value, in_list):
        if isinstance(value, dict):
            for key, child in value.items():  # `file` and `unless_contains` hold pieces of paths
                visit(child, key not in ("file", "unless_contains") and (in_list or key in ("flaky", "pass_without_capture")))
        elif isinstance(value, list):
            for child in value:
                visit(child, in_list)
        elif isinstance(value, str) and in_list and len(value) > 3:
            names.add(value)
        elif isinstance(value, float) and value not in (0.0, 0.5, 1.0, 2.0, 10.0, 100.0):
            numbers.add(repr(value))
    for name in tree.files("resources/rules", ".toml"):
        generation = tomllib.loads(tree.text(name))
        if "generation" in generation:
            visit(generation, False)
    return names, numbers


SUITES = {"torchbench", "huggingface", "timm_models"}


def data_in_code(tree):
    """Law 3: flaky names, suites and thresholds only in resources."""
    names, numbers = rule_words(tree)
    quoted = re.compile(r'"((?:\\.|[^"\\\n])*)"')
    for name in tree.files(PROGRAM, *CPP):
        text = tree.code_and_strings(name)
        for m in quoted.finditer(text):
            if m[1] in names or m[1] in SUITES:
                yield name, line_of(text, m.start()), f"a name that belongs to resources/: {m[0]}"
    for name in tree.files("core/verdicts core/flaky", *CPP):
        text = tree.code(name)
        for m in re.finditer(r"(?<![\w.])\d+\.\d+(?![\w.])", text):
            if repr(float(m[0])) in numbers:
                yield name, line_of(text, m.start()), f"a threshold that belongs to resources/rules: {m[0]}"


def sizes(tree):
    """Law 4: sources have at most 600 lines, headers 250, functions 60 (tables of data apart), folders 40 sources."""
    for name in tree.files("core ui app tests packaging .ci", ".cpp", ".h", ".py", ".sh", ".cmake"):
        lines = tree.text(name).count("\n")
        limit = house.MAX_HEADER_LINES if name.endswith(".h") else house.MAX_SOURCE_LINES
        if lines > limit:
            yield name, lines, f"{lines} lines; the limit is {limit}"
    for name, line, length in house.long_functions(tree):
        yield name, line, f"a function of {length} lines; the limit is {house.MAX_FUNCTION_LINES}"
    folders = {}
    for name in tree.files(PROGRAM, *CPP):
        folders.setdefault(name.rsplit("/", 1)[0], []).append(name)
    for folder, names in sorted(folders.items()):
        if len(names) > house.MAX_FOLDER_FILES:
            yield folder, 1, f"more than {house.MAX_FOLDER_FILES} files ask for subfolders"


def signals_connected(tree):
    """A signal is connected somewhere, by the name of its class or of one above or below it, or its comment says "for tests"."""
    code = "\n".join(tree.code(name) for name in tree.files(PROGRAM, *CPP))
    above = dict(re.findall(r"^ *class (\w+)(?: final)? : public (\w+(?:::\w+)*)", code, re.M))
    family = {name: {name, base.rsplit("::", 1)[-1]} for name, base in above.items()}
    for name, base in above.items():
        family.setdefault(base.rsplit("::", 1)[-1], {base.rsplit("::", 1)[-1]}).add(name)
    for name in tree.files(PROGRAM, ".h"):
        text = tree.text(name)
        for section in re.finditer(r"Q_SIGNALS:(.*?)(?=\n (?:public|private|protected)\b|\n};)", text, re.S):
            owner = re.findall(r"^ *class (\w+)(?: final)?(?: :[^;{]*)? \{", text[:section.start()], re.M)[-1]
            names = "|".join(sorted(family.get(owner, {owner}) | {"PageWidget"}))
            for signal in re.finditer(r"^ +void (\w+)\(.*$", section[1], re.M):
                if "for tests" not in signal[0] and not re.search(rf"\b(?:{names})::{signal[1]}\b(?!\()", code):
                    yield name, line_of(text, section.start(1) + signal.start()), f"nothing is connected to {owner}::{signal[1]}"


def own_header(tree):
    """Law 4: a class lives in one header and one source of its name; at most one source in twenty has no such header."""
    orphans, sources = house.sources_without_header(tree)
    headers = {n[:-2] for n in tree.files(PROGRAM, ".h")}
    for name in orphans:
        if name.endswith("_avx2.cpp"):
            continue  # the same loops, compiled for another instruction set
        stems = [name[:-4].rsplit("_", cut)[0] for cut in range(1, name.rsplit("/", 1)[1].count("_") + 1)]
        for stem in stems:
            if stem in headers:
                yield name, 1, f"continues {stem}.h; a class has one source, a second job is a class of its own"
    if len(orphans) * 20 > len(sources):
        for name in orphans:
            yield name, 1, "no header of its name, as more than one source in twenty"


def written_once(tree):
    """No two functions have the same body: what two folders need moves down to the lowest that can own it."""
    for group in house.equal_bodies(tree):
        for name, line in group[1:]:
            yield name, line, f"the same body as {group[0][0]}:{group[0][1]}"


def plain_words(tree):
    """Comments describe code in the field's terms; they do not make a person of it."""
    for name, line, word in house.dialect(tree):
        yield name, line, f'"{word}" in a comment'


PROSE = re.compile(r'u"((?:\\.|[^"\\\n])*)"')
SETTER = re.compile(r"\b(setText|setToolTip|setStatusTip|setWhatsThis|setAccessibleName|setAccessibleDescription|setWindowTitle|"
                    r'setPlaceholderText|setTitle|addTab|addAction|addItem)\(\s*u"([^"\n]*[A-Za-z]{2,}[^"\n]*)"')


def translated_texts(tree):
    """Every text that a person sees in the window goes through tr()."""
    for name in tree.files("ui app/gui", *CPP):
        text = tree.code_and_strings(name)
        for m in PROSE.finditer(text):
            if re.search(r"[A-Za-z]{2,}[,.:;]? [A-Za-z]+", m[1]):
                yield name, line_of(text, m.start()), f'not translated: "{m[1]}"'
        for m in SETTER.finditer(text):
            if " " not in m[2]:
                yield name, line_of(text, m.start()), f'not translated: "{m[2]}"'


def plain_labels(tree):
    """No widget interprets a text as HTML: names in files and folders are strangers' and may name a device to load."""
    word = "may interpret its text as HTML; use the labels of ui/support/labels.h"
    yield from matches(tree, "ui app/gui",
                       r"\bnew\s+Q(Label|TextEdit|TextBrowser)\b|\bpublic\s+Q(Label|TextEdit|TextBrowser)\b|\bQLabel\s+\w+\s*[;({]|"
                       r"\bQ(MessageBox|ErrorMessage|WhatsThis|GraphicsTextItem)\b|\bsetTextFormat\b|\b(Rich|Auto|Markdown)Text\b|"
                       r"\b(set|insert|append)(Html|Markdown)\b", word,
                       # Their own texts: escaped parts, commands set as plain text, and the help pages in resources.
                       skip=lambda n: n.startswith("ui/support/labels.") or n in (
                           "ui/support/form_controls.h", "ui/shell/help_view.cpp", "ui/theme/theme_controller.cpp"))
    style = "ui/theme/theme_controller.cpp"
    if style in tree.all and "label->setTextFormat(Qt::PlainText)" not in tree.text(style):
        yield style, 1, "the style does not make the labels of Qt's own tooltips and dialogs plain"


def file_names(tree):
    """Files are snake_case."""
    for name in tree.files("core ui app tests", *CPP):
        stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        if not re.fullmatch(r"[a-z0-9_]+", stem):
            yield name, 1, "file name is not snake_case"


def licences(tree):
    """Every source, script and CMake file says its licence at the top."""
    tag = "SPDX-License-" "Identifier: GPL-3.0-or-later"
    for name in tree.files():
        base = name.rsplit("/", 1)[-1]
        script = not base.startswith(".") and tree.text(name)[:2] == "#!"
        if base.endswith((".h", ".cpp", ".cmake", ".py", ".sh", ".qss")) or base == "CMakeLists.txt" or script:
            if tag not in "".join(tree.text(name).splitlines(True)[:2]):
                yield name, 1, "no SPDX line at the top"


def disk_writes(tree):
    """Law 5: only core/files changes a file (QSettings keeps preferences; empty folders are no content)."""
    def owner(name):
        return name.startswith("core/files/")
    yield from matches(tree, PROGRAM, r"\bstd::(basic_)?[ow]?w?fstream\b|\bstd::ofstream\b|\bQSaveFile\b|\bQTemporaryFile\b|"
                       r"\b(std::)?(tmpfile|mkstemp|mkdtemp|freopen)\s*\(|\bO_(WRONLY|RDWR|CREAT)\b|"
                       r"\b(fs|filesystem)::(rename|remove|remove_all|copy|copy_file|resize_file|"
                       r"create_symlink|permissions)\s*\(|"
                       r"\bQFile::(remove|rename|copy|link|moveToTrash|setPermissions)\s*\(|\bQDir\b[^;\n]*\b"
                       r"(rmdir|removeRecursively|rename)\s*\(|(?<![\w.>:])(::)?(unlink|rename|truncate|ftruncate)\s*\(",
                       "writes to disk outside core/files", skip=owner)
    yield from matches(tree, PROGRAM, r'\bfopen\s*\([^;\n]*"[^"\n]*[wa+][^"\n]*"', "writes to disk outside core/files",
                       strings=True, skip=owner)
    for name in tree.files(PROGRAM, *CPP):
        text = tree.code(name)
        buffers = set(re.findall(r"\bQBuffer\s+(\w+)", text))
        for m in re.finditer(r"(\w+)\s*(?:\.|->)\s*open\s*\([^;]*?\b(WriteOnly|ReadWrite|Append|Truncate|NewOnly)\b", text):
            if m[1] not in buffers and not owner(name):
                yield name, line_of(text, m.start()), f"opens for writing outside core/files: {m[1]}"


def bounded_parsers(tree):
    """JSON and TOML are read by core/text alone, which limits their depth; core/files/write_target opens what is written."""
    def streams(name):
        return name in ("core/text/json_text.cpp", "core/sources/formats/hud_records.cpp", "core/runs/spec/run_spec.cpp")
    yield from matches(tree, PROGRAM, r"\b(\w*[jJ]son|ordered_json)::(parse|accept)\s*\(", "JSON is read with text::parseJson",
                       skip=streams)
    yield from matches(tree, PROGRAM, r"\btoml::parse(_file)?\s*\(", "TOML is read with text::parseToml",
                       skip=lambda name: name == "core/text/toml_reader.cpp")
    yield from matches(tree, "core/files", r"(?<!\w)::(open|openat)\s*\([^;]*?\bO_(WRONLY|RDWR|CREAT)\b", "opened without openForWriting",
                       skip=lambda name: name.endswith("/write_target.cpp"))


def program_starts(tree):
    """Programs start in three files, which find them at absolute paths and keep our tokens out of their environment."""
    owners = ("core/files/child_process.cpp", "core/runs/executors/program_calls.cpp",
              "core/runs/executors/local/local_executor.cpp")
    yield from matches(tree, PROGRAM, r"\bQProcess\s+\w|\b(new|make_unique<)\s*QProcess\b|\bQProcess::(start|execute)|"
                       r"\bposix_spawnp?\s*\(|(?<![\w.>])(::)?(v?fork|exec[vl][pe]*)\s*\(", "starts a program",
                       skip=lambda name: name in owners)
    for name in owners:
        if name in tree.files("core", *CPP) and not re.search(r"\b(environmentFor|environmentWithout)\(", tree.code(name)):
            yield name, 1, "starts programs with an environment that was not cleared of tokens"


def no_sleeps(tree):
    """Law 7: tests wait for something that happens, never for time."""
    yield from matches(tree, "tests", r"\bsleep_(for|until)\b|\bQThread::(m|u)?sleep\b|\bqSleep\b|"
                       r"(?<![\w.>])(::)?(usleep|nanosleep|sleep)\s*\(|\bqWait\s*\(\s*[1-9]", "sleep")
    yield from matches(tree, "tests packaging .ci", r"\btime\.sle" r"ep\s*\(|^[ \t]*sleep[ \t]+[\d.]+", "sleep", suffixes=(".py", ".sh"))


def qt_warnings_fail(tree):
    """Law 7: a Qt warning fails a test; plumbline_add_test sees to it, so every Qt test goes through it."""
    functions = "packaging/cmake/PlumblineTargets.cmake"
    if functions not in tree.all or 'FAIL_REGULAR_EXPRESSION "QWARN' not in tree.text(functions):
        yield functions, 1, "plumbline_add_test does not turn warnings into failures"
    yield from matches(tree, "tests", r"target_link_libraries\(\s*test_\w+[^)]*Qt6::Test", "a Qt test past plumbline_add_test",
                       suffixes=("CMakeLists.txt",))
    yield from matches(tree, "tests", r"plumbline_add_test\([^)]*\btsan\b", "Qt Test's own watchdog is a false race under tsan",
                       suffixes=("CMakeLists.txt",))


def mirrored_tests(tree):
    """Law 7: a test mirrors each unit."""
    pairs = {"app/cli": "tests/cli", "app/gui": "tests/e2e"}
    for top in ("core", "ui"):
        for name in tree.files(top, ".cpp"):
            if name.count("/") > 1:
                folder = "/".join(name.split("/")[:2])
                pairs[folder] = f"tests/{folder}"
    for folder, mirror in sorted(pairs.items()):
        if tree.files(folder, ".cpp") and not tree.files(mirror, ".cpp", ".py", ".sh"):
            yield folder, 1, f"no test in {mirror}"


def umbrella_includes(tree):
    """A file includes the classes it uses, not whole modules."""
    for name in tree.files("core ui app tests", *CPP):
        for line, target in includes(tree, name):
            m = re.fullmatch(r"(Qt[A-Z]\w*)(/\1)?", target)
            if m or target == "bits/stdc++.h":
                yield name, line, f"umbrella header {target}"


def threads(tree):
    """tasks is the only folder that starts threads."""
    yield from matches(tree, PROGRAM, r"\bstd::(jthread|async|thread)\b(?!::hardware_concurrency|::id)|\bQThread\b(?!::currentThread)|"
                       r"\bQThreadPool\b|\bQRunnable\b|\bQtConcurrent\b|\bpthread_create\b|\bmoveToThread\b", "thread outside core/tasks",
                       skip=lambda n: n.startswith("core/tasks/"))
    yield from matches(tree, "core ui app", r"Qt6::Concurrent\b", "thread outside core/tasks", suffixes=("CMakeLists.txt",),
                       skip=lambda n: n.startswith("core/tasks/"))


def machine_words(tree):
    """No path of one machine and no package host in the tree. The patterns are written so that they miss themselves."""
    expression = re.compile(r"/wor[k]/|/hom[e]/(?!user\b|rocm\b)\w+/|/roo[t]/\w|/tmp/[br]-[A-Z]|/far[m]/|deb[.]debian[.]org|snapshot[.]debian|"
                            r"pypi[.]org|files[.]pythonhosted|registry[.]npmjs|crates[.]io|proxy[.]golang|ghcr[.]io|docker[.]io|"
                            r"pkg[.]dev\b|artifact-registr[y]|\b(?:10|172[.](?:1[6-9]|2\d|3[01])|192[.]168)[.]\d{1,3}[.]\d{1,3}(?:[.]\d{1,3})?\b(?=[:/])")
    for name in tree.files():
        if name.endswith((".png", ".zip", ".npy", ".pt", ".gz")) or name.startswith("tests/data/"):
            continue
        text = tree.text(name)
        for m in expression.finditer(text):
            yield name, line_of(text, m.start()), f"word of one machine: {m[0]}"


def dependencies(tree):
    """Each package in packaging/dependencies.txt has its reason in packaging/README.md, and the other way round."""
    listing, readme = "packaging/dependencies.txt", "packaging/README.md"
    if listing not in tree.all or readme not in tree.all:
        yield listing, 1, f"{listing} or {readme} is missing"
        return
    lines = [l.split() for l in tree.text(listing).splitlines()]
    listed = {(l[0], l[1]) for l in lines if len(l) >= 2 and not l[0].startswith("#")}
    explained = {(purpose, package.replace("\\|", "|")) for purpose, package in
                 re.findall(r"^\|\s*(run|build|package|test|lint)\s*\|\s*`([^`]+)`", tree.text(readme), re.M)}
    for purpose, package in sorted(listed - explained):
        yield readme, 1, f"no reason for {package} ({purpose})"
    for purpose, package in sorted(explained - listed):
        yield readme, 1, f"{package} ({purpose}) is not in dependencies.txt"


def links(tree):
    """Every link of a Markdown page to a file of ours leads somewhere."""
    for name in tree.files("", ".md"):
        text = re.sub(r"```.*?```|`[^`\n]*`", lambda m: re.sub(r"[^\n]", " ", m[0]), tree.text(name), flags=re.S)
        for m in re.finditer(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if not re.match(r"[a-z]+:", m[1]) and not (tree.root / name).parent.joinpath(m[1]).exists():
                yield name, line_of(text, m.start()), f"a link that leads nowhere: {m[1]}"


def picture(tree):
    """core/README.md names every folder of core, and no other."""
    readme = "core/README.md"
    told = set(re.findall(r"^\| `(\w+)`(?: \(Qt\))? \|", tree.text(readme), re.M)) if readme in tree.all else set()
    there = {n.split("/")[1] for n in tree.files("core", *CPP, "CMakeLists.txt") if n.count("/") > 1}
    for folder in sorted(there ^ told):
        yield readme, 1, f"the table and the tree disagree about core/{folder}"


LINUX_ONLY = re.compile(r"\brenameat2\b|\bO_(PATH|TMPFILE)\b|\bmemfd_create\b|pidfd_|\bprctl\b|\bPR_SET_|\bRLIMIT_AS\b|\bpipe2\b|\bSOCK_CLOEXEC\b|"
                        r"\bst_[mca]tim\b|\bsysinfo\b|\bF_(SETPIPE|OFD)|\binotify|\bepoll|\beventfd\b|\baccept4\b|/proc/|\"/sys/|\bposix_fallocate\b|\bboot_id\b")


def linux_only(tree):
    """docs/porting.md names every file with a call that only Linux has, and no other: a port is a list of files."""
    page = "docs/porting.md"
    if page not in tree.all:
        return
    rows = "\n".join(row for row in tree.text(page).splitlines() if row.count("|") == 6)
    named = set(re.findall(r"`((?:core|ui|app|resources)/[\w/]+\.(?:cpp|py))`", rows))
    found = {}
    for name in [*tree.files(PROGRAM, *CPP), *tree.files("resources/runs", ".py")]:
        m = LINUX_ONLY.search(tree.code_and_strings(name) if name.endswith(CPP) else tree.text(name))
        if m:
            found[name] = (line_of(tree.text(name), m.start()), m[0])
    for name in sorted(found.keys() - named):
        yield name, found[name][0], f"a call that only Linux has, which {page} does not name: {found[name][1]}"
    for name in sorted(named - found.keys()):
        yield page, 1, f"{name} has no call that only Linux has"


def test_programs(tree):
    """What each test program is made of: name -> the text of its sources."""
    made = {}
    for name in tree.files("tests", "CMakeLists.txt"):
        text = re.sub(r"foreach\((\w+) IN ITEMS ([^)]*)\)(.*?)endforeach\(\)",
                      lambda m: "".join(m[3].replace(f"${{{m[1]}}}", item) for item in m[2].split()), tree.text(name), flags=re.S)
        for program, words in re.findall(r"plumbline_add_test\(([\w]+)\s+SOURCES\s+([^)]*?)\s+(?:LIBS|LABELS|TIMEOUT|REFERENCE)\b", text):
            made[program] = "\n".join(tree.text(file) for file in (f"{name.rpartition('/')[0]}/{word}" for word in words.split()) if file in tree.all)
        for program in re.findall(r"(?:add_test\(NAME |plumbline_add_e2e\()(\w+)", text):
            made.setdefault(program, "")
    return made


def promises_are_tested(tree):
    """Every promise of SECURITY.md names a test that exists: a test program with its functions or cases in brackets, or a file."""
    page = "SECURITY.md"
    if page not in tree.all:
        return
    programs = test_programs(tree)
    cases = set(re.findall(r"^%% case (\S+)", "\n".join(tree.text(n) for n in tree.files("tests/data/cli", ".txt")), re.M))
    for number, row in enumerate(tree.text(page).splitlines(), 1):
        cells = re.split(r"(?<!\\)\|", row.strip())[1:-1]
        if not cells or cells[-1].strip() in ("test", "---"):
            continue
        named = re.findall(r"`([^`]+)`(?: \(((?:`[^`]+`(?:, )?)+)\))?", cells[-1])
        if len(cells) == 4 and not named and "no test yet" not in cells[-1]:
            yield page, number, "a promise without a test"
        for name, functions in named:
            if name in programs:
                for function in re.findall(r"`([^`]+)`", functions):
                    if not re.search(rf"\bvoid (?:\w+::)?{re.escape(function)}\(", programs[name]) \
                            and not (name == "cli_commands" and function in cases):
                        yield page, number, f"{name} has no test {function}"
            elif len(cells) == 4 and not (tree.root / name.split()[0]).exists():
                yield page, number, f"a test that does not exist: {name}"
            elif functions:
                yield page, number, f"no test program {name}"


def ui_decides_nothing(tree):
    """Law 6: what the window can decide the command line can decide too, so the window asks core/session."""
    for name in tree.files("ui", *CPP):
        for line, target in includes(tree, name):
            if re.match(r"core/(files|flaky|text(?!/quantities))/|core/verdicts/(judge|rule_|.*_rule\.h)|core/tables/.*scan", target) \
                    and not name.startswith("ui/settings/"):
                yield name, line, f"a view includes {target}; let core/session do that work"


LAWS = {f.__name__.replace("_", "-"): f for f in (
    include_order, core_without_gui, plain_core, banned_calls, no_global_state, colours, data_in_code, sizes, own_header, written_once, signals_connected,
    plain_words, translated_texts, plain_labels, file_names,
    licences, disk_writes, bounded_parsers, program_starts, no_sleeps, qt_warnings_fail, mirrored_tests, umbrella_includes,
    threads, machine_words, dependencies, links, picture, linux_only, promises_are_tested, ui_decides_nothing)}
