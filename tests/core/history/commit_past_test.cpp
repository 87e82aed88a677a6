// SPDX-License-Identifier: GPL-3.0-or-later
// The past of an opened commit: since when its groups are red, which rows are new since an earlier commit, and commits
// that the history does not take.
#include <QTemporaryDir>
#include <QTest>

#include "core/history/past/commit_past.h"
#include "tests/core/overview/opened_maker.h"
#include "tests/support/filled_history.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using overview::RowPast;

namespace {

QString qt(const std::string& from) { return QString::fromStdString(from); }

/// openedAt is a commit with two rows that fail, one more graph break, a model that no run had, and one that is lost.
overview::CommitPtr openedAt(const std::string& commit) {
  return support::viewOf(
      support::OpenedMaker()
          .baseline(support::kConfig, support::csvOf("moco,pass,7\nmodel_2,pass,5\nmodel_3,pass,5\nmodel_4,pass,5\n"))
          .result({.config = support::kConfig, .commit = commit},
                  support::csvOf("moco,fail_accuracy,7\nmodel_2,timeout,5\nmodel_3,pass,6\nfresh,fail_to_run,0\n")));
}

}  // namespace

class CommitPastTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const std::string file = m_folder.filePath(QStringLiteral("h.sqlite")).toStdString();
    support::fillHistory(file);
    auto store = history::Store::open(file, history::Store::Access::ReadOnly);
    QVERIFY(store);
    m_store = *std::move(store);
  }
  void saysSinceWhen_data();
  void saysSinceWhen();
  void countsWhatIsNew_data();
  void countsWhatIsNew();
  void refusesCommits_data();
  void refusesCommits();
  void listsEarlierCommits();

 private:
  base::Result<overview::CommitPast> past(const std::string& opened, const std::string& newSince) {
    m_view = openedAt(opened);
    m_groups = overview::groupsOf(*m_view);
    return history::commitPast(*m_store, *m_view, m_groups, {.newSince = newSince});
  }
  QTemporaryDir m_folder;
  std::unique_ptr<history::Store> m_store;
  overview::CommitPtr m_view;
  std::vector<overview::Group> m_groups;
};

void CommitPastTest::saysSinceWhen_data() {
  QTest::addColumn<QString>("opened");
  QTest::addColumn<QString>("failing");
  // All but moco was good in every run.
  QTest::newRow("not in the history") << u"beef"_s << u"2026-09-06, 4 runs; 1 row later"_s;
  QTest::newRow("in the history") << qt(support::hashOfRun(37)) << u"2026-09-06, 2 runs; 1 row later"_s;
  QTest::newRow("the first red run") << qt(support::hashOfRun(36)) << u"2026-09-06, 1 run; 1 row later"_s;
  QTest::newRow("both begin here") << qt(support::hashOfRun(29)) << u"this commit"_s;
}

void CommitPastTest::saysSinceWhen() {
  QFETCH(QString, opened);
  QFETCH(QString, failing);
  const auto known = past(opened.toStdString(), {});
  QVERIFY(known);
  QCOMPARE(known->groups.size(), m_groups.size());
  QStringList said;
  for (std::size_t i = 0; i < m_groups.size(); ++i)
    said << qt(overview::groupTitle(m_groups[i]) + ": " + overview::sinceText(known->groups[i]));
  QCOMPARE(said.join(u'\n'), u"accuracy pass -> fail_accuracy/timeout on 2 models in 1 config: "_s + failing +
                                 u"\nnot in the baseline of torchbench, and failing: 1 model in 1 config: "
                                 u"\ngraph_breaks +1 on 1 model in 1 config: this commit"
                                 u"\nlost from torchbench: 1 model in 1 config: "_s);
  QVERIFY(overview::newText(*known).empty());
}

void CommitPastTest::countsWhatIsNew_data() {
  QTest::addColumn<int>("earlier");
  QTest::addColumn<QString>("said");
  const auto text = [](const char* day, const char* counts) {
    return u"(%1): %2, of 4 red rows in 3 groups; no run until then has 1 row of them"_s.arg(QString::fromUtf8(day), QString::fromUtf8(counts));
  };
  QTest::newRow("moco was red") << 37 << text("2026-09-07", "3 rows in 3 groups");
  QTest::newRow("none was red") << 35 << text("2026-09-05", "4 rows in 3 groups");
}

void CommitPastTest::countsWhatIsNew() {
  QFETCH(int, earlier);
  QFETCH(QString, said);
  const std::string hash = support::hashOfRun(earlier);
  const auto known = past("beef", hash.substr(0, 9));
  QVERIFY2(known, known ? "" : known.error().text.c_str());
  QCOMPARE(known->commit, hash);
  QCOMPARE(qt(overview::newText(*known)), u"New since "_s + qt(hash.substr(0, 12)) + u' ' + said);
  const auto& failing = known->groups[0].rows;  // moco, model_2
  QCOMPARE(failing.size(), std::size_t{2});
  QCOMPARE(failing[0].then, earlier >= support::kRedSince ? RowPast::Then::Red : RowPast::Then::Good);
  QCOMPARE(failing[1].then, RowPast::Then::Good);
  QCOMPARE(known->groups[1].rows[0].then, RowPast::Then::NoRun);
  QVERIFY(known->groups[3].rows.empty());  // a lost row is not red
}

void CommitPastTest::refusesCommits_data() {
  QTest::addColumn<QString>("opened");
  QTest::addColumn<QString>("commit");
  QTest::addColumn<QString>("error");
  QTest::newRow("unknown") << u"beef"_s << u"dead1234"_s << u"The history has no run of commit dead1234."_s;
  QTest::newRow("short") << u"beef"_s << u"c0f"_s << u"c0f is no commit."_s;
  QTest::newRow("no digits") << u"beef"_s << u"main"_s << u"main is no commit."_s;
  QTest::newRow("pattern") << u"beef"_s << u"c0ff%"_s << u"c0ff% is no commit."_s;
  QTest::newRow("several") << u"beef"_s << u"C0FFEE"_s << u"C0FFEE fits several commits of the history"_s;
  QTest::newRow("itself") << qt(support::hashOfRun(37)) << qt(support::hashOfRun(37)) << u" is the opened one."_s;
  QTest::newRow("newer") << qt(support::hashOfRun(37)) << qt(support::hashOfRun(39))
                         << u"(2026-09-09) is newer than the opened one (2026-09-07)."_s;
}

void CommitPastTest::refusesCommits() {
  QFETCH(QString, opened);
  QFETCH(QString, commit);
  QFETCH(QString, error);
  const auto known = past(opened.toStdString(), commit.toStdString());
  QVERIFY(!known);
  QVERIFY2(qt(known.error().text).contains(error), known.error().text.c_str());
  QVERIFY(!known.error().hint.empty());
}

void CommitPastTest::listsEarlierCommits() {
  const auto some = history::earlierCommits(*m_store, support::hashOfRun(37), 3);
  QVERIFY(some);
  QCOMPARE(some->size(), std::size_t{3});
  QCOMPARE(some->front().hash, support::hashOfRun(36));
  QCOMPARE(some->back().hash, support::hashOfRun(34));
  QCOMPARE(some->front().time, support::kFirstRun + 36 * support::kDay);
  QCOMPARE(history::earlierCommits(*m_store, {}, 1)->front().hash, support::hashOfRun(39));
}

QTEST_GUILESS_MAIN(CommitPastTest)
#include "commit_past_test.moc"
