// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of a flaky.toml read and edited in place.
#include <QTest>

#include "core/flaky/python_list.h"
#include "tests/core/flaky/flaky_words.h"

using namespace plumbline;
using namespace plumbline::tests;
using flaky::FlakyEntry;
using flaky::FlakySource;

namespace {
constexpr const char* kList = "flaky.toml";
}

class FlakyListTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anEntryInAScriptLosesWhatHasNoPlaceThere() {
    flaky::FlakyEntry entry;
    entry.name = "a";
    entry.owner = "me";
    entry.line = 7;
    const flaky::FlakyEntry there = flaky::toForm(flaky::Origin::AccuracyScript, entry);
    QCOMPARE(there.line, std::size_t{0});  // it is nowhere yet
    QCOMPARE(there.owner, std::string());
    QCOMPARE(there.check, std::string("accuracy"));
    QCOMPARE(flaky::toForm(flaky::Origin::Toml, entry).owner, std::string("me"));
  }

  void lists_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("all keys")
        << QStringLiteral(
               "# our list\n\n[[flaky]]\npattern = \"res*\"\ncheck = 'accuracy'\nplatform = \"rocm\"\n"
               "config = \"inductor_*\"\nreason = \"slow \\\"x\\\"\"\nissue = \"#1\"\nowner = \"me\"\n"
               "added = 2026-01-02\nexpires = \"2026-03-04\" # soon\n\n[[flaky]]\nname = \"b\"\n")
        << QStringLiteral(
               "3: res*~ check=accuracy platform=rocm config=inductor_* reason=slow \"x\" issue=#1 "
               "owner=me added=2026-01-02 expires=2026-03-04\n14: b\n");
    QTest::newRow("not TOML") << QStringLiteral("[[flaky]]\nname = \n") << QStringLiteral("*");
    QTest::newRow("unknown key") << QStringLiteral("[[flaky]]\nname = \"a\"\nnmae = \"b\"\n")
                                 << QStringLiteral(
                                        "3:1: A flaky entry has no key \"nmae\" (it may have name, pattern, check, "
                                        "platform, config, reason, issue, owner, added, expires).");
    QTest::newRow("unknown table") << QStringLiteral("[flakey]\nname = \"a\"\n")
                                   << QStringLiteral(
                                          "1:2: \"flakey\" is no part of a flaky list; entries are [[flaky]] tables.");
    QTest::newRow("wrong type") << QStringLiteral("[[flaky]]\nname = 3\n")
                                << QStringLiteral("2:8: \"name\" must be a text.");
    QTest::newRow("bad date") << QStringLiteral("[[flaky]]\nname = \"a\"\nexpires = \"2026-02-30\"\n")
                              << QStringLiteral("3:11: \"expires\" must be a day such as 2026-11-30.");
    QTest::newRow("a time is no day") << QStringLiteral("[[flaky]]\nname = \"a\"\nadded = 2026-02-03T10:00:00\n")
                                      << QStringLiteral("3:9: \"added\" must be a day such as 2026-11-30.");
    QTest::newRow("no name") << QStringLiteral("[[flaky]]\ncheck = \"accuracy\"\n")
                             << QStringLiteral("1:1: A flaky entry needs one of name and pattern.");
    QTest::newRow("two names") << QStringLiteral("[[flaky]]\nname = \"a\"\npattern = \"b\"\n")
                               << QStringLiteral("1:1: A flaky entry needs one of name and pattern.");
    QTest::newRow("no such check") << QStringLiteral("[[flaky]]\nname = \"a\"\ncheck = \"acuracy\"\n")
                                   << QStringLiteral(
                                          "3:9: There is no check \"acuracy\" (it may be accuracy, graph-breaks, "
                                          "memory, perf, status, speedup, instructions).");
    QTest::newRow("no such platform") << QStringLiteral("[[flaky]]\nname = \"a\"\nplatform = \"amd\"\n")
                                      << QStringLiteral(
                                             "3:12: There is no platform \"amd\" (it may be rocm, cuda, cpu, xpu).");
  }

  void lists() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const QString got = readDump(text, kList);
    if (expected == u"*")
      QVERIFY2(got.contains(u"This is not TOML"), qPrintable(got));
    else
      QCOMPARE(got, expected);
  }

  void manyEntriesAreAnError() {
    const QString entry = QStringLiteral("[[flaky]]\nname = \"a\"\n");
    QVERIFY(readDump(entry.repeated(20'000), kList).contains(u"39999: a"));
    QCOMPARE(readDump(entry.repeated(20'001), kList), QStringLiteral("40001:1: A flaky list has at most 20000 entries."));
    // Entries on one line are read too; where each lies in it is not looked for.
    const QString line = QStringLiteral("flaky = [") + QStringLiteral("{name = \"a\"},").repeated(20'000) + u']';
    QCOMPARE(readDump(line, kList).count(u"1: a"), 20'000);
  }

  /// Every set is read with the lines around it: many sets, or long lines of several, would take quadratic time.
  void scriptsThatNoneWritesAreNotRead() {
    std::string many;
    for (int i = 0; i < 501; ++i) many += "flaky_models" + std::to_string(i) + " = {'a'}\n";
    const auto tooMany = FlakySource::read(many, "check_accuracy.py");
    QVERIFY(tooMany && tooMany->entries().empty());
    QCOMPARE(tooMany->problems(), std::vector<std::string>{"More than 500 flaky sets are in this script; none is read."});
    std::string wide = "flaky_models = {'a'}\nflaky_models.update({";
    for (int i = 0; i < 5000; ++i) wide += "'b', ";
    const auto tooWide = FlakySource::read(wide + "})\n", "check_accuracy.py");
    QVERIFY(tooWide && tooWide->entries().empty());
    QCOMPARE(tooWide->problems(), std::vector<std::string>{"Line 2 is longer than 16384 bytes; no set of this script is read."});
  }

  void manyPatternsAreAnError() {
    const QString limit = QStringLiteral("A flaky list has at most 500 patterns, of 8192 bytes together.");
    const QString pattern = QStringLiteral("[[flaky]]\npattern = \"*a\"\n");
    QVERIFY(readDump(pattern.repeated(500), kList).contains(u"999: *a"));
    QCOMPARE(readDump(pattern.repeated(501), kList), QStringLiteral("1001:1: ") + limit);
    const auto full = FlakySource::read(pattern.repeated(500).toStdString(), "flaky.toml");
    QVERIFY(full);
    flaky::FlakyEntry more;
    more.name = "*b";
    more.isPattern = true;
    const auto refused = full->add(more);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, base::ErrorCode::TooLarge);
    QCOMPARE(QString::fromStdString(base::describe(refused.error())),
             QStringLiteral("flaky.toml: ") + limit + QStringLiteral(" Remove entries that are no longer needed first."));
    const auto longPattern = [](int stars) { return QStringLiteral("[[flaky]]\npattern = \"") + QStringLiteral("*a").repeated(stars) + u'"'; };
    QVERIFY(!readDump(longPattern(4096), kList).contains(limit));
    QCOMPARE(readDump(longPattern(4097), kList), QStringLiteral("1:1: ") + limit);
  }

  void scriptsByNameThenByWhatTheyRead() {
    for (const auto& [bytes, path, isBreaks] :
         {std::tuple("x = 'graph_breaks'\n", "ci/check.py", true), {"x = f'graph_breaks'\n", "ci/check.py", false}, {"x = 1\n", "ci/check.py", false},
          {"x = 'graph_breaks'\n", "ci/check_accuracy.py", false}, {"x = 1\n", "ci/check_graph_breaks.py", true}, {"x = 1\n", "graph_breaks/check.py", false}})
      QVERIFY2((flaky::originOfScript(bytes, path) == flaky::Origin::GraphBreaksScript) == isBreaks, path);
  }

  void listEdits_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* what, const char* after) {
      QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(what) << QString::fromUtf8(after);
    };
    row("first entry", "", "+a|rocm|x_*|why \"so\"|#1",
        "[[flaky]]\nname = \"a\"\nplatform = \"rocm\"\nconfig = \"x_*\"\nreason = \"why \\\"so\\\"\"\nissue = "
        "\"#1\"\n");
    row("second", "# head\n[[flaky]]\nname = \"a\"\n", "+b",
        "# head\n[[flaky]]\nname = \"a\"\n\n[[flaky]]\nname = \"b\"\n");
    row("no line end, CRLF", "[[flaky]]\r\nname = \"a\"", "+b",
        "[[flaky]]\r\nname = \"a\"\r\n\r\n[[flaky]]\r\nname = \"b\"\r\n");
    row("tables close together", "[[flaky]]\nname = \"a\"\n[[flaky]]\nname = \"b\"\n", "+c",
        "[[flaky]]\nname = \"a\"\n[[flaky]]\nname = \"b\"\n[[flaky]]\nname = \"c\"\n");
    row("remove the first, keep the head", "# head\n[[flaky]]\nname = \"a\" # x\n\n# of b\n[[flaky]]\nname = \"b\"\n",
        "-a", "# head\n# of b\n[[flaky]]\nname = \"b\"\n");
    row("remove the middle",
        "[[flaky]]\nname = \"a\"\n\n# of b\n[[flaky]]\nname = \"b\"\n# below b\n\n# free\n\n[[flaky]]\nname = \"c\"\n",
        "-b", "[[flaky]]\nname = \"a\"\n\n# free\n\n[[flaky]]\nname = \"c\"\n");
    row("remove the last", "[[flaky]]\nname = \"a\"\n\n[[flaky]]\nname = \"b\"\n", "-b", "[[flaky]]\nname = \"a\"\n");
    row("remove the only one", "# head\n\n[[flaky]]\nname = \"a\"\n", "-a", "# head\n");
    row("replace", "[[flaky]]\nname   =   'a'  # c\nreason = \"old\"\nplatform = \"rocm\"\n", "=a|rocm||new|#2",
        "[[flaky]]\nname   =   'a'  # c\nreason = \"new\"\nissue = \"#2\"\nplatform = \"rocm\"\n");
    row("replace takes keys away", "[[flaky]]\nname = \"a\"\nreason = '''old\nwords'''\nplatform = \"rocm\"\n", "=b",
        "[[flaky]]\nname = \"b\"\n");
    row("replace after wide letters", "[[flaky]]\nreason = \"\xC3\xA9\xE2\x82\xAC\" # \xC3\xA9\nname = \"a\"",
        "=a|cpu||x", "[[flaky]]\nreason = \"x\" # \xC3\xA9\nname = \"a\"\nplatform = \"cpu\"");
    row("replace one of two, no line end", "[[flaky]]\nname = \"a\"\n[[flaky]]\nname = \"b\"", "=a|cpu||x",
        "[[flaky]]\nname = \"a\"\nplatform = \"cpu\"\nreason = \"x\"\n[[flaky]]\nname = \"b\"");
    row("replace the only one, no line end", "[[flaky]]\nname = \"a\"", "=a|cpu", "[[flaky]]\nname = \"a\"\nplatform = \"cpu\"");
    row("refused: inline", "flaky = [{name = \"a\"}]\n", "+b",
        "line 1: This list is written as flaky = [...], which is not edited.");
    row("refused: there already", "[[flaky]]\nname = \"a\"\n", "+a",
        "line 1: \"a\" is on this list already, for the same checks and files.");
    row("refused: platform", "", "+a|amd", "line 0: There is no platform \"amd\".");
    row("refused: not UTF-8", "", "+", "line 0: An entry needs a name or a pattern.");
  }

  void listEdits() {
    QFETCH(QString, before);
    QFETCH(QString, what);
    QFETCH(QString, after);
    const auto source = FlakySource::read(before.toStdString(), kList);
    QVERIFY(source);
    const FlakyEntry entry = entryFrom(what.mid(1));
    if (what.startsWith(u'+')) QCOMPARE(edited(*source, source->add(entry)), after);
    if (what.startsWith(u'-')) QCOMPARE(edited(*source, source->remove(source->find(entry.name, "", "", ""))), after);
    if (what.startsWith(u'=')) QCOMPARE(edited(*source, source->replace(0, entry)), after);
  }

  void daysStayAsTheyWereWritten() {
    const std::string text = "[[flaky]]\nname = \"a\"\nadded = \"2026-01-01\"\nexpires = 2026-02-02\n";
    const auto source = FlakySource::read(text, kList);
    FlakyEntry entry = source->entries()[0];
    entry.added = flaky::parseDate("2026-01-05");
    entry.expires = flaky::parseDate("2026-02-05");
    QCOMPARE(edited(*source, source->replace(0, entry)),
             QStringLiteral("[[flaky]]\nname = \"a\"\nadded = \"2026-01-05\"\nexpires = 2026-02-05\n"));
    entry.isPattern = true;
    QCOMPARE(edited(*source, source->replace(0, entry)),
             QStringLiteral("[[flaky]]\npattern = \"a\"\nadded = \"2026-01-05\"\nexpires = 2026-02-05\n"));
  }

  void addedAndRemovedIsUnchanged() {
    for (const char* text : {"", "# head\n", "[[flaky]]\nname = \"a\"\n", "# x\n\n[[flaky]]\nname = \"a\"\n# y\n"}) {
      const auto source = FlakySource::read(text, kList);
      const std::string more = *text::applied(text, *source->add(entryFrom(QStringLiteral("new"))));
      const auto again = FlakySource::read(more, kList);
      const std::string back = *text::applied(more, *again->remove(again->entries().size() - 1));
      QCOMPARE(QString::fromStdString(back), QString::fromUtf8(text));
    }
  }
};

QTEST_GUILESS_MAIN(FlakyListTest)
#include "flaky_list_test.moc"
