// SPDX-License-Identifier: GPL-3.0-or-later
// Flaky entries of check scripts read and edited in place: what a careful person would have typed, and nothing else.
#include <QTest>

#include "tests/core/flaky/flaky_words.h"

using namespace plumbline;
using namespace plumbline::tests;
using flaky::FlakyEntry;
using flaky::FlakySource;

namespace {
constexpr const char* kScript = "check_accuracy.py";
}

class FlakySourceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void dates() {
    QCOMPARE(flaky::dateText(*flaky::parseDate("2028-02-29")), std::string("2028-02-29"));
    for (const char* bad :
         {"", "2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "2026/01/01", "2026-01-01 ", "2026-01-0x"})
      QVERIFY2(!flaky::parseDate(bad), bad);
  }

  void scope_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("platform");
    const auto row = [](const char* path, const char* platform) {
      QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(platform);
    };
    row("ci_expected_accuracy/inductor_torchbench_training.csv", "cuda");
    row("ci_expected_accuracy/rocm/inductor_torchbench_training.csv", "rocm");
    row("/home/rocm/x.csv", "rocm");
    row("cpu_inductor_torchbench_inference.csv", "cpu");
    row("expected/cpu/x.csv", "cpu");
    row("cpu/x.csv", "cpu");
    row("/cpu/expected/x.csv", "cuda");
    row("xpu/rolling/x.csv", "xpu");
    row("cu124/x.csv", "cuda");
    row("", "cuda");
  }

  void scope() {
    QFETCH(QString, path);
    QFETCH(QString, platform);
    QCOMPARE(QString::fromStdString(std::string(flaky::platformOf(path.toStdString()))), platform);
    FlakyEntry entry;
    entry.name = "a?c*";
    entry.isPattern = true;
    entry.platform = platform.toStdString();
    QVERIFY(entry.appliesTo("abcd", path.toStdString()));
    QVERIFY(!entry.appliesTo("ab", path.toStdString()));
    entry.config = "inductor_*_training";
    QCOMPARE(entry.appliesTo("a\xC3\xA9"
                             "c",
                             path.toStdString()),
             path.contains(u"inductor_torchbench_training"));
    entry.isPattern = false;
    QVERIFY(!entry.appliesTo("abcd", path.toStdString()));
  }

  void comments_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("expected");
    QTest::newRow("beside and above")
        << QStringLiteral(
               "flaky_models = {\n  'a',  # seen in https://x.org/1.\n  # https://x.org/2\n  'b',\n"
               "  'c',  # slow (#12)\n  'd',\n}\n")
        << QStringLiteral(
               "2: a check=accuracy reason=seen in https://x.org/1. issue=https://x.org/1\n"
               "4: b check=accuracy issue=https://x.org/2\n"
               "5: c check=accuracy reason=slow issue=#12\n6: d check=accuracy\n");
    QTest::newRow("reasons without blanks") << QStringLiteral("flaky = {\n  'a',#slow\n  'b'#odd\n}\n")
                                            << QStringLiteral("2: a check=accuracy reason=slow\n3: b check=accuracy reason=odd\n");
    QTest::newRow("a heading is nobody's reason") << QStringLiteral("flaky = {\n  # LLM\n  'a',\n  'b',\n}\n")
                                                  << QStringLiteral("3: a check=accuracy\n4: b check=accuracy\n");
    QTest::newRow("several on a line share a comment")
        << QStringLiteral("flaky = {'a', 'b', 'c'}  # b: times out (#1); old; c: x\n")
        << QStringLiteral(
               "1: a check=accuracy\n1: b check=accuracy reason=times out issue=#1\n"
               "1: c check=accuracy reason=x\n");
    QTest::newRow("sets of files and of rocm")
        << QStringLiteral(
               "flaky = {'a'}\nif 'rocm' in p:\n  flaky |= {'r'}\n"
               "elif os.path.basename(p) == 'inductor_timm_training.csv':\n  flaky |= {'t'}\n")
        << QStringLiteral(
               "1: a check=accuracy\n3: r check=accuracy platform=rocm\n"
               "5: t check=accuracy platform=cuda config=inductor_timm_training\n");
  }

  void comments() {
    QFETCH(QString, source);
    QFETCH(QString, expected);
    QCOMPARE(readDump(source, kScript), expected);
  }

  void scriptEdits_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* what, const char* after) {
      QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(what) << QString::fromUtf8(after);
    };
    row("at the end", "flaky = {\n    \"b\",  # why\n    \"a\",\n}\n", "+x",
        "flaky = {\n    \"b\",  # why\n    \"a\",\n    \"x\",\n}\n");
    row("with reason and issue", "flaky = {\n\t'b',\n\t'a',\n}\n", "+x|||times out|#12",
        "flaky = {\n\t'b',\n\t'a',\n\t'x',  # times out (#12)\n}\n");
    row("issue alone", "flaky = {\n  'b',\n  'a',\n}\n", "+x||||https://x.org/1",
        "flaky = {\n  'b',\n  'a',\n  'x',  # https://x.org/1\n}\n");
    row("sorted", "flaky = {\n  'a',\n  'c',  # z\n}\n", "+b", "flaky = {\n  'a',\n  'b',\n  'c',  # z\n}\n");
    row("sorted without regard to case", "flaky = {\n  'a',\n  'C',\n  'd',\n}\n", "+b",
        "flaky = {\n  'a',\n  'b',\n  'C',\n  'd',\n}\n");
    row("sorted, first, own comment above", "flaky = {\n  # of b\n  'b',\n  # of c\n  'c',\n}\n", "+a",
        "flaky = {\n  'a',\n  # of b\n  'b',\n  # of c\n  'c',\n}\n");
    row("no comma at the end", "flaky = {\n  'b',\n  'a'\n}\n", "+x", "flaky = {\n  'b',\n  'x',\n  'a'\n}\n");
    row("no comma, one entry with its comment", "flaky = {\n  # of b\n  'b'\n}\n", "+x",
        "flaky = {\n  'x',\n  # of b\n  'b'\n}\n");
    row("bracket on the last line", "flaky = {'b',\n         'a'}\n", "+x",
        "flaky = {'b',\n         'x',\n         'a'}\n");
    row("one line", "flaky = {'b', 'a'}\n", "+x", "flaky = {'b', 'a', 'x'}\n");
    row("one line, comma, sorted", "flaky = {'a', 'c',}\n", "+b", "flaky = {'a', 'b', 'c',}\n");
    row("one line with a reason", "flaky = {'b', 'a'}\n", "+x|||slow; odd|#1",
        "flaky = {'b', 'a', 'x'}  # x: slow, odd (#1)\n");
    row("one line with a comment", "flaky.update({'b', 'a'})  # hack\n", "+x|||slow",
        "flaky.update({'b', 'a', 'x'})  # hack; x: slow\n");
    row("CRLF", "flaky = {\r\n  'b',\r\n  'a',\r\n}\r\n", "+x", "flaky = {\r\n  'b',\r\n  'a',\r\n  'x',\r\n}\r\n");
    row("into the rocm set",
        "flaky = {\n  'b',\n}\nif 'rocm' in p:\n    flaky.update(\n        {\n            'r',\n            'q',\n     "
        "   }\n    )\n",
        "+x|rocm",
        "flaky = {\n  'b',\n}\nif 'rocm' in p:\n    flaky.update(\n        {\n            'r',\n            'q',\n     "
        "       'x',\n        }\n    )\n");
    row("into a file's set",
        "flaky = {'b'}\nif 'rocm' not in p and os.path.basename(p) == 'f.csv':\n  flaky |= {'t'}\n", "+x||f",
        "flaky = {'b'}\nif 'rocm' not in p and os.path.basename(p) == 'f.csv':\n  flaky |= {'t', 'x'}\n");
    row("a quote in the name", "flaky = {\n  'b',\n  'a',\n}\n", "+o'x\\",
        "flaky = {\n  'b',\n  'a',\n  'o\\'x\\\\',\n}\n");
    row("two on a line", "flaky = {\n  'b', 'a',\n  'd', 'c',\n}\n", "+x",
        "flaky = {\n  'b', 'a',\n  'd', 'c',\n  'x',\n}\n");
    row("empty update", "flaky = {'a'}\nif 'rocm' in p: flaky.update({})\n", "+x|rocm",
        "flaky = {'a'}\nif 'rocm' in p: flaky.update({\"x\"})\n");
    row("backslash", "flaky = {'b', \\\n  'a'}\n", "+x", "flaky = {'b', \\\n  'x',\n  'a'}\n");

    row("remove a line", "flaky = {\n  'a',  # why\n  'b',\n}\n", "-a", "flaky = {\n  'b',\n}\n");
    row("remove with its comment above", "flaky = {\n  'a',\n  # why\n  'b',\n}\n", "-b", "flaky = {\n  'a',\n}\n");
    row("remove below a heading", "flaky = {\n  # LLM\n  'a',\n  'b',\n}\n", "-a", "flaky = {\n  # LLM\n  'b',\n}\n");
    row("an issue above one that is followed by explained ones", "flaky = {\n  # see #1\n  'a',\n  'b',  # new\n}\n",
        "-a", "flaky = {\n  'b',  # new\n}\n");
    row("remove the last without comma", "flaky = {\n  'a',\n  'b'\n}\n", "-b", "flaky = {\n  'a',\n}\n");
    row("remove in a line", "flaky = {'a', 'b', 'c'}\n", "-b", "flaky = {'a', 'c'}\n");
    row("remove the last in a line", "flaky = {'a', 'b'}\n", "-b", "flaky = {'a'}\n");
    row("remove with a shared note", "flaky = {'a', 'b', 'c'}  # old; b: x; c: y\n", "-b",
        "flaky = {'a', 'c'}  # old; c: y\n");
    row("remove with the only note", "flaky = {'a', 'b'}  # b: x\n", "-b", "flaky = {'a'}\n");
    row("remove from a tuple", "flaky = set(('a', 'b'))\n", "-a", "flaky = set(('b',))\n");
    row("remove the last of a tuple", "flaky = set(('a', 'b'))\n", "-b", "flaky = set(('a',))\n");
    row("remove the last of a list", "flaky = set(['a'])\n", "-a", "flaky = set([])\n");
    row("remove all of an update, on lines of its own", "flaky = {'a'}\r\nflaky.update(\r\n  {'r'}\r\n)\r\n", "-r",
        "flaky = {'a'}\r\nflaky.update(\r\n  {}\r\n)\r\n");
    row("remove all of an update", "flaky = {'a'}\nif 'rocm' in p: flaky.update({'r'})\n", "-r|rocm",
        "flaky = {'a'}\nif 'rocm' in p: flaky.update({})\n");

    row("refused: last of a set", "flaky = {\n  'a',\n}\n", "-a",
        "line 2: This is the last name of the set, and an empty {} is a dict in Python, no set.");
    row("refused: an empty dict", "flaky = {}\n", "+a", "line 1: An empty {} is a dict in Python, no set.");
    row("refused: a call inside", "flaky = {\n  'a',\n  f('b'),\n}\n", "+x",
        "line 3: Something is done with this flaky set that Plumbline does not follow.");
    row("refused: an f-string", "flaky = {\n  'a',\n  f'b',\n}\n", "-a",
        "line 3: Something is done with this flaky set that Plumbline does not follow.");
    row("refused: a difference", "flaky = {'a', 'b'} - {'b'}\n", "+x",
        "line 1: Something is done with this flaky set that Plumbline does not follow.");
    row("refused: names taken out", "flaky = {'a', 'b'}\nflaky.discard('b')\n", "+x",
        "line 2: Something is done with this flaky set that Plumbline does not follow.");
    row("refused: comprehension", "flaky = {x for x in ('a', 'b')}\n", "+x",
        "line 1: Something is done with this flaky set that Plumbline does not follow.");
    row("refused: concatenation", "flaky = {\n  'a' + 'b',\n  'c',\n}\n", "-c",
        "line 2: Something is done with this flaky set that Plumbline does not follow.");
    row("refused: spread", "flaky = {*old, 'b'}\n", "+x", "line 1: This flaky set is not a plain list of names.");
    row("into the set that another spreads", "old = {'a'}\nflaky = {*old, 'b'}\n", "+x",
        "old = {'a', 'x'}\nflaky = {*old, 'b'}\n");
    row("refused: one by one", "flaky = set()\nflaky.add('d')\n", "-d",
        "line 2: This flaky set is not a plain list of names.");
    row("refused: there already", "flaky = {'a'}\n", "+a",
        "line 1: \"a\" is on this list already, for the same checks and files.");
    row("refused: no such set", "flaky = {'a'}\n", "+x|rocm", "line 0: This script has no flaky set for rocm.");
    row("refused: no such file", "flaky = {'a'}\n", "+x||f", "line 0: This script has no flaky set for f.csv.");
    row("refused: cuda", "flaky = {'a'}\n", "+x|cuda", "line 0: A check script has no set for cuda alone.");
    row("refused: line end in the name", "flaky = {'a'}\n", "+x\ny",
        "line 0: This name cannot stand in a script: it is empty, not UTF-8, or has control characters.");
    row("refused: line end in the reason", "flaky = {'a'}\n", "+x|||a\nb",
        "line 0: A reason or an issue has a line end or another control character.");
    row("refused: no room for a comment", "flaky = {'a'} | \\\n  {'b'}\n", "+x|||why",
        "line 0: There is no room for a comment: this line goes on with a backslash.");
  }

  void scriptEdits() {
    QFETCH(QString, before);
    QFETCH(QString, what);
    QFETCH(QString, after);
    const auto source = FlakySource::read(before.toStdString(), kScript);
    QVERIFY(source);
    const FlakyEntry entry = entryFrom(what.mid(1));
    if (what.startsWith(u'+')) {
      QCOMPARE(edited(*source, source->add(entry)), after);
    } else {
      const std::size_t index = source->find(entry.name, entry.platform, entry.config, entry.check);
      QVERIFY(index != FlakySource::npos);
      QCOMPARE(edited(*source, source->remove(index)), after);
    }
  }

  void scriptReplaces_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* entry, const char* after) {
      QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(entry) << QString::fromUtf8(after);
    };
    row("name", "flaky = {\n  \"a\",  # why\n}\n", "b|||why", "flaky = {\n  \"b\",  # why\n}\n");
    row("new comment", "flaky = {\n  'a',\n  'b',\n}\n", "a|||slow|#1", "flaky = {\n  'a',  # slow (#1)\n  'b',\n}\n");
    row("other comment", "flaky = {\n  'a',  # old\n}\n", "a|||slow|#1", "flaky = {\n  'a',  # slow (#1)\n}\n");
    row("comment gone", "flaky = {\n  'a',  # old\n}\n", "a", "flaky = {\n  'a',\n}\n");
    row("comment above", "flaky = {\n    # old\n    # words\n    'a',\n}\n", "a|||new",
        "flaky = {\n    # new\n    'a',\n}\n");
    row("in a line", "flaky = {'a', 'b'}  # a: old\n", "c|||new", "flaky = {'c', 'b'}  # c: new\n");
    row("another set", "flaky = {'a', 'b'}\nif 'rocm' in p: flaky.update({'r'})\n", "a|rocm",
        "flaky = {'b'}\nif 'rocm' in p: flaky.update({'r', 'a'})\n");
    row("nothing", "flaky = {'a', 'b'}\n", "a", "flaky = {'a', 'b'}\n");
    row("refused", "flaky = {'a', 'b'}\n", "b",
        "line 1: \"b\" is on this list already, for the same checks and files.");
  }

  void scriptReplaces() {
    QFETCH(QString, before);
    QFETCH(QString, entry);
    QFETCH(QString, after);
    const auto source = FlakySource::read(before.toStdString(), kScript);
    QVERIFY(source);
    QCOMPARE(edited(*source, source->replace(0, entryFrom(entry))), after);
  }

  void whatAScriptCannotSay() {
    const auto source = FlakySource::read("flaky = {'a'}\n", "dir/check_graph_breaks.py");
    QVERIFY(source);
    QCOMPARE(source->origin(), flaky::Origin::GraphBreaksScript);
    const auto refused = [&](auto change) {
      FlakyEntry entry;
      entry.name = "x";
      change(entry);
      const auto edits = source->add(entry);
      return !edits && edits.error().code == base::ErrorCode::BadArgument && !edits.error().text.empty();
    };
    QVERIFY(!refused([](FlakyEntry&) {}));
    QVERIFY(!refused([](FlakyEntry& e) { e.added = flaky::parseDate("2026-01-01"); }));
    QVERIFY(refused([](FlakyEntry& e) { e.isPattern = true; }));
    QVERIFY(refused([](FlakyEntry& e) { e.name = "x*"; }));  // a model of that name would never be met
    QVERIFY(refused([](FlakyEntry& e) { e.name = " "; }));
    QVERIFY(refused([](FlakyEntry& e) { e.check = "accuracy"; }));
    QVERIFY(refused([](FlakyEntry& e) { e.config = "x*"; }));
    QVERIFY(refused([](FlakyEntry& e) { e.owner = "me"; }));
    QVERIFY(refused([](FlakyEntry& e) { e.expires = flaky::parseDate("2026-12-01"); }));
  }

  void conflictsAreNotEdited() {
    const auto source =
        FlakySource::read("x = 1\n<<<<<<< HEAD\nflaky = {'a'}\n=======\nflaky = {'b'}\n>>>>>>> other\n", kScript);
    QVERIFY(source);
    QVERIFY(QString::fromStdString(source->problems().front()).startsWith(u"Line 2: git left a conflict"));
    FlakyEntry entry;
    entry.name = "c";
    for (const auto& edits : {source->add(entry), source->remove(0), source->replace(0, entry)}) {
      QVERIFY(!edits);
      QCOMPARE(edits.error().code, base::ErrorCode::BadFormat);
      QCOMPARE(edits.error().line, std::size_t{2});
    }
  }

  void noScript() {
    const auto source = FlakySource::read("print('x')\n", kScript);
    QVERIFY(!source);
    QCOMPARE(source.error().code, base::ErrorCode::BadFormat);
    QCOMPARE(source.error().file, std::string(kScript));
  }

  /// Comments count for each file of a set; names beyond their limit stay, without them.
  void namesStayWithoutTheirComments() {
    std::string files = "('f0.csv'";
    for (int i = 1; i < 100; ++i) files += ", 'f" + std::to_string(i) + ".csv'";
    std::string script = "flaky_models = {'a'}\nif os.path.basename(path) in " + files + "):\n  flaky_models.update({\n";
    for (int i = 0; i < 5; ++i) script += "    'm" + std::to_string(i) + "',  # " + std::string(9'000, 'c') + '\n';
    script += "  })\nif os.path.basename(path) == 'last.csv':\n  flaky_models.update({'z'})\n";
    const auto source = FlakySource::read(script, "check_accuracy.py");
    QVERIFY(source);
    QCOMPARE(source->entries().size(), std::size_t{1 + 5 * 100 + 1});
    QCOMPARE(source->entries()[400].reason.size(), std::size_t{9'000});
    QVERIFY(source->entries()[401].reason.empty());
    QCOMPARE(source->entries().back().name, std::string("z"));
    QCOMPARE(source->problems(), std::vector<std::string>{"Line 8: from here on the comments are left out: they take more than 4 MB, one for each file."});
  }
};

QTEST_GUILESS_MAIN(FlakySourceTest)
#include "flaky_source_test.moc"
