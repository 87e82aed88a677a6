// SPDX-License-Identifier: GPL-3.0-or-later
// Remarks about flaky lists, where our own lists lie, and new texts of each form.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/flaky/flaky_review.h"
#include "core/flaky/own_lists.h"
#include "core/flaky/transfer.h"
#include "tests/core/flaky/flaky_words.h"

using namespace plumbline;
using namespace plumbline::tests;
using flaky::FlakySource;

namespace {

constexpr const char* kAccuracy =
    "flaky_models = {\n    'both',  # see #1\n    'only_a',  # why\n    'gone',  # why\n}\n"
    "if 'rocm' in p:\n    flaky_models.update({'r', 'in_base'})\n";
constexpr const char* kGraphBreaks =
    "flaky_models = {\n    'both',  # why\n    'in_base',  # why\n}\nif 'rocm' in p:\n    flaky_models.update({'r'})  "
    "# r: why\n";
constexpr const char* kOwn =
    "[[flaky]]\nname = \"both\"\nreason = \"x\"\nexpires = 2026-01-31\n[[flaky]]\npattern = \"nothing*\"\nreason = "
    "\"x\"\n"
    "[[flaky]]\nname = \"both\"\nreason = \"x\"\n[[flaky]]\nname = \"r\"\nplatform = \"xpu\"\nissue = \"#3\"\n";

const flaky::Date kDay = *flaky::parseDate("2026-01-31");

FlakySource source(const char* text, const char* path) { return *FlakySource::read(text, path); }

QString told(const std::vector<flaky::Remark>& remarks) {
  QString out;
  for (const flaky::Remark& remark : remarks)
    out += QStringLiteral("%1 %2: %3\n").arg(remark.source).arg(remark.entry).arg(QString::fromStdString(remark.text));
  return out;
}

const std::vector<flaky::BaselineNames> kBaselines = {
    {"ci/x_training.csv", {"both", "only_a", "in_base", "other"}},
    {"ci/rocm/x_training.csv", {"both", "r", "in_base"}},
};

}  // namespace

class FlakyReviewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void remarks() {
    const std::vector<FlakySource> sources = {source(kAccuracy, "py/check_accuracy.py"),
                                              source(kGraphBreaks, "py/check_graph_breaks.py"),
                                              source(kOwn, "flaky.toml")};
    QCOMPARE(told(flaky::reviewEntries(sources, kBaselines, *flaky::parseDate("2026-02-01"))),
             QStringLiteral("0 1: only_a is not in the same set of check_graph_breaks.py.\n"
                            "0 2: gone is in no baseline of its scope (2 looked at).\n"
                            "0 2: gone is not in the same set of check_graph_breaks.py.\n"
                            "0 3: r for rocm has no reason and no issue.\n"
                            "0 4: in_base for rocm has no reason and no issue.\n"
                            "1 1: in_base is not in the same set of check_accuracy.py.\n"
                            "2 0: both excuses nothing any more: it expired on 2026-01-31.\n"
                            "2 1: nothing* is in no baseline of its scope (2 looked at).\n"
                            "2 2: both is listed twice, first in line 1.\n"));
    // The last day counts, and without baselines nothing is said about models.
    QCOMPARE(told(flaky::reviewEntries({sources[2]}, {}, *flaky::parseDate("2026-01-31"))),
             QStringLiteral("0 2: both is listed twice, first in line 1.\n"));
  }

  /// Two checkouts: a script is held against the other one of its own folder.
  void scriptsOfTwoCheckouts() {
    const char* const a = "flaky = {\n  'a',  # see #1\n}\n";
    const char* const b = "flaky = {\n  'b',  # see #1\n}\n";
    const std::vector<FlakySource> sources = {source(a, "old/check_accuracy.py"), source(b, "new/check_graph_breaks.py"),
                                              source(b, "new/check_accuracy.py"), source(a, "old/check_graph_breaks.py")};
    QCOMPARE(told(flaky::reviewEntries(sources, {}, kDay)), QString());
  }

  void matches() {
    flaky::FlakyEntry entry;
    entry.name = "*b*";
    entry.isPattern = true;
    const auto names = flaky::matchesNow(entry, kBaselines);
    QCOMPARE(names, (std::vector<std::string>{"both", "in_base"}));
    entry.platform = "rocm";
    entry.name = "r";
    QCOMPARE(flaky::matchesNow(entry, kBaselines).size(), std::size_t{1});
    entry.platform = "cpu";
    QVERIFY(flaky::matchesNow(entry, kBaselines).empty());
  }

  void whereOurListsLie() {
    QTemporaryDir dir;
    const QDir root(dir.path());
    QVERIFY(root.mkpath(QStringLiteral("home/plumbline")) && root.mkpath(QStringLiteral("repo/.git")) &&
            root.mkpath(QStringLiteral("repo/a/b")));
    const auto write = [&](const char* path) {
      QFile file(root.filePath(QString::fromLatin1(path)));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write("[[flaky]]\nname = \"a\"\n");
    };
    qputenv("XDG_CONFIG_HOME", root.filePath(QStringLiteral("home")).toUtf8());
    const std::string baseline = root.filePath(QStringLiteral("repo/a/b/x.csv")).toStdString();
    QVERIFY(flaky::ownListPaths(baseline).empty());
    write("mine.toml");
    const std::string fallback = root.filePath(QStringLiteral("mine.toml")).toStdString();
    QVERIFY(flaky::readOwnLists(baseline, flaky::localToday(), fallback).hasEntries());
    QVERIFY(flaky::readOwnLists(baseline, flaky::localToday(), fallback + ".gone").lists.at(0).problem);
    QCOMPARE(QString::fromStdString(flaky::newListPath(baseline)), root.filePath(QStringLiteral("repo/flaky.toml")));
    for (const char* path : {"flaky.toml", "repo/flaky.toml", "repo/a/b/flaky.toml", "home/plumbline/flaky.toml"})
      write(path);
    const auto found = flaky::ownListPaths(baseline);
    QCOMPARE(found.size(), std::size_t{3});  // what lies above the repository is not ours
    QVERIFY(QString::fromStdString(found[0]).endsWith(u"repo/a/b/flaky.toml"));
    QVERIFY(QString::fromStdString(found[1]).endsWith(u"repo/flaky.toml"));
    QVERIFY(QString::fromStdString(found[2]).endsWith(u"home/plumbline/flaky.toml"));
    QVERIFY(QDir::setCurrent(root.filePath(QStringLiteral("repo/a"))));
    QCOMPARE(flaky::ownListPaths("b/x.csv").front(), std::string("b/flaky.toml"));
    QCOMPARE(flaky::newListPath("b/x.csv"), std::string("../flaky.toml"));
    const flaky::OwnFlaky own = flaky::readOwnLists("b/x.csv", flaky::localToday());
    QCOMPARE(own.lists.size(), std::size_t{3});
    QCOMPARE(flaky::readOwnLists("b/x.csv", flaky::localToday(), fallback).lists.size(), std::size_t{3});
    QVERIFY(own.hasEntries());
    QVERIFY(own.today.ok());
    QVERIFY(QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR)));
  }

  void freshTexts() {
    std::vector<flaky::FlakyEntry> entries = source(kAccuracy, "check_accuracy.py").entries();
    const flaky::Exported toml = flaky::exported(entries, flaky::Origin::Toml, kDay);
    QVERIFY(toml.leftOut.empty());
    const flaky::Exported script =
        flaky::exported(source(toml.text.c_str(), "flaky.toml").entries(), flaky::Origin::AccuracyScript, kDay);
    QCOMPARE(
        QString::fromStdString(script.text),
        QStringLiteral("flaky_models = {\n    \"both\",  # see #1\n    \"only_a\",  # why\n    \"gone\",  # why\n}\n\n"
                       "if \"rocm\" in expected_filename:\n    flaky_models.update(\n        {\n            \"r\",\n"
                       "            \"in_base\",\n        }\n    )\n"));
    QCOMPARE(script.refused, std::size_t{0});
    const auto again = source(script.text.c_str(), "check_accuracy.py").entries();
    QCOMPARE(again.size(), entries.size());
    const flaky::Exported other =
        flaky::exported(source(kOwn, "flaky.toml").entries(), flaky::Origin::GraphBreaksScript, kDay);
    QCOMPARE(QString::fromStdString(other.text), QStringLiteral("flaky_models = {\n    \"both\",  # x\n}\n"));
    QCOMPARE(other.refused, std::size_t{2});
    QVERIFY(!other.leftOut.empty());
    QCOMPARE(QString::fromStdString(flaky::exported({}, flaky::Origin::AccuracyScript, kDay).text),
             QStringLiteral("flaky_models = set()\n"));
    QVERIFY(flaky::exported({}, flaky::Origin::Toml, kDay).text.empty());
    // In a script an entry has no last day: one that is over must not come to life again there.
    const auto both = source("[[flaky]]\nname = \"old\"\nexpires = 2026-01-30\n[[flaky]]\nname = \"last_day\"\n"
                             "expires = 2026-01-31\n", "flaky.toml").entries();
    const flaky::Exported late = flaky::exported(both, flaky::Origin::AccuracyScript, kDay);
    QCOMPARE(QString::fromStdString(late.text), QStringLiteral("flaky_models = {\n    \"last_day\",\n}\n"));
    QCOMPARE(late.refused, std::size_t{1});
    QVERIFY(QString::fromStdString(late.leftOut.front()).contains(u"expired on 2026-01-30"));
    QCOMPARE(flaky::exported(both, flaky::Origin::Toml, kDay).refused, std::size_t{0});
  }
};

QTEST_GUILESS_MAIN(FlakyReviewTest)
#include "flaky_review_test.moc"
