// SPDX-License-Identifier: GPL-3.0-or-later
// The state behind undo and save: a change is done as a whole or not at all, and its inverse restores every byte.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/baselines/drafts.h"

using namespace plumbline;
using baselines::Change;
using baselines::Decision;
using baselines::DecisionKind;
using baselines::Drafts;

class DraftsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void editsAreRows_data();
  void editsAreRows();
  void filesAreOpenedOnce();
  void aFileIsOneDraftHoweverSpelled();
  void changesAndTheirInverse();
  void twoEditsOfOneFileInOneChange();
  void allOrNothing();
  void discardIsAChange();
  void rebaseKeepsDecisions();
  void randomWalkComesBack();
  void editsAreCountedAsOften();
};

void DraftsTest::editsAreCountedAsOften() {
  Drafts drafts;
  baselines::EditCounter counter;
  QCOMPARE(counter.count(drafts), std::size_t{0});
  for (const char* name : {"a.csv", "b.csv"})
    drafts.adopt({.path = name, .saved = "name,accuracy\nx,pass\ny,pass\n", .pending = "name,accuracy\nx,pass\ny,pass\n", .stamp = {}});
  const Drafts before = drafts;
  const auto change = [&](const char* file, std::size_t at) {
    QVERIFY(drafts.apply({.text = "t", .files = {{file, {{.begin = at, .end = at + 4, .with = "OOM"}}}}, .decisions = {}}));
  };
  change("a.csv", 16);
  QCOMPARE(counter.count(drafts), std::size_t{1});
  change("b.csv", 16);
  QCOMPARE(counter.count(drafts), std::size_t{2});
  change("b.csv", 22);  // a file that is known, with other edits than the last time
  QCOMPARE(counter.count(drafts), std::size_t{3});
  QCOMPARE(counter.count(drafts), baselines::editCount(drafts));
  QCOMPARE(drafts.changedFiles().changed().size(), std::size_t{2});
  const baselines::Step step = baselines::stepBetween(before, drafts, "all");
  QCOMPARE(step.forward.files.size(), std::size_t{2});
  QVERIFY(drafts.apply(step.back));
  QVERIFY(drafts.changed().empty());
  QCOMPARE(counter.count(drafts), std::size_t{0});
  QVERIFY(drafts.apply(step.forward));
  QCOMPARE(counter.count(drafts), std::size_t{3});
}

void DraftsTest::editsAreRows_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<int>("edits");
  const auto row = [](const char* name, const char* before, const char* after, int edits) {
    QTest::newRow(name) << QStringLiteral("name,accuracy\n") + QString::fromUtf8(before)
                        << QStringLiteral("name,accuracy\n") + QString::fromUtf8(after) << edits;
  };
  row("changed", "a,pass\n\n\n\nb,pass\n", "a,OOM\n\n\n\nb,pass\n", 1);
  row("neighbours", "a,pass\nb,pass\n", "a,OOM\nb,OOM\n", 2);
  row("one leaves beside one that comes", "a,pass\nb,pass\n", "a,pass\nc,pass\n", 2);
  row("one leaves beside one that changes", "a,pass\nb,pass\nc,pass\n", "b,OOM\nc,pass\n", 2);
  row("moved", "a,pass\nb,pass\n", "b,pass\na,pass\n", 1);
  row("moved beside one that changes", "a,pass\nb,pass\nc,pass\n", "b,pass\na,pass\nc,OOM\n", 1);
  row("doubled", "a,pass\n", "a,pass\na,pass\n", 1);
  row("blank lines", "a,pass\n", "a,pass\n\n", 1);
}

void DraftsTest::editsAreRows() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  Drafts drafts;
  drafts.adopt({"e.csv", before.toStdString(), after.toStdString(), {}, true});
  QTEST(static_cast<int>(baselines::editCount(drafts)), "edits");
}

void DraftsTest::aFileIsOneDraftHoweverSpelled() {
  QTemporaryDir dir;
  QVERIFY(QDir(dir.path()).mkdir(QStringLiteral("tree")) && QFile::link(QStringLiteral("tree"), dir.filePath(QStringLiteral("link"))));
  const std::string root = dir.path().toStdString(), plain = root + "/tree/e.csv";
  const auto spelled = [&](const std::string& path) { return QDir(QDir::currentPath()).relativeFilePath(QString::fromStdString(path)).toStdString(); };
  const std::string others[] = {root + "/tree/../tree/e.csv", root + "/link/e.csv", spelled(plain)};
  Drafts drafts;
  const Drafts::File* first = *drafts.open(plain, true);  // not there yet
  QFile file(QString::fromStdString(plain));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("one") == 3);
  file.close();
  QVERIFY(QFile::link(QStringLiteral("e.csv"), dir.filePath(QStringLiteral("tree/l.csv"))));
  QVERIFY2(drafts.find(root + "/tree/l.csv") == nullptr, "a link to a file cannot be saved, and is another one");
  const Decision accepted{.kind = DecisionKind::Accepted, .what = "w", .reason = "r", .note = {}};
  for (const std::string& other : others) {
    QCOMPARE(drafts.find(other), first);
    QCOMPARE(*drafts.open(other), first);
    QCOMPARE(drafts.adopt({other, "one", "one", {}, true}), first);
    QCOMPARE(first->path, plain);  // as it was first typed
    const auto back = drafts.apply({.text = "t", .files = {{other, {{0, 3, "two"}}}, {plain, {{3, 3, "!"}}}}, .decisions = {{{other, "m"}, accepted}}});
    QVERIFY(back);
    QCOMPARE(first->pending, std::string("two!"));
    QCOMPARE(drafts.changed().size(), std::size_t{1});
    QCOMPARE(drafts.decisions().size(), std::size_t{1});
    QVERIFY(drafts.decisions().contains({plain, "m"}));
    QVERIFY(drafts.apply(*drafts.discardChange(other)));
    QVERIFY(drafts.changed().empty() && drafts.decisions().empty());
  }
}

void DraftsTest::filesAreOpenedOnce() {
  QTemporaryDir dir;
  const std::string path = dir.filePath(QStringLiteral("e.csv")).toStdString();
  Drafts drafts;
  const auto missing = drafts.open(path);
  QVERIFY(!missing);
  QVERIFY(missing.error().code == base::ErrorCode::NotFound);
  const auto made = drafts.open(path, true);
  QVERIFY(made);
  QVERIFY(!(*made)->exists && !(*made)->isChanged());
  QCOMPARE(*drafts.open(path), *made);  // known now, although it still does not exist
  QVERIFY(!drafts.open(dir.path().toStdString(), true));
  QVERIFY(drafts.find("other") == nullptr);

  QFile file(dir.filePath(QStringLiteral("f.csv")));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write("one") == 3);
  file.close();
  const std::string other = file.fileName().toStdString();
  QCOMPARE((*drafts.open(other))->saved, std::string("one"));
  QVERIFY(drafts.apply({.text = "x", .files = {{other, {{0, 3, "two"}}}}, .decisions = {}}));
  QCOMPARE((*drafts.open(other))->pending, std::string("two"));
  QCOMPARE(drafts.changed().size(), std::size_t{1});
}

void DraftsTest::changesAndTheirInverse() {
  Drafts drafts;
  drafts.adopt({"a", "alpha", "alpha", {}, true});
  drafts.adopt({"b", "beta", "beta", {}, true});
  const Decision accepted{DecisionKind::Accepted, "what", "why", ""};
  const Change change{"Do both", {{"a", {{0, 1, "A"}}}, {"b", {{4, 4, "!"}}}}, {{{"a", "m"}, accepted}}};
  const auto undo = drafts.apply(change);
  QVERIFY(undo);
  QCOMPARE(undo->text, std::string("Do both"));
  QCOMPARE(drafts.find("a")->pending, std::string("Alpha"));
  QCOMPARE(drafts.find("b")->pending, std::string("beta!"));
  QVERIFY(drafts.decisions().at({"a", "m"}) == accepted);
  const auto redo = drafts.apply(*undo);
  QVERIFY(redo);
  QVERIFY(drafts.changed().empty() && drafts.decisions().empty());
  QVERIFY(drafts.apply(*redo));
  QCOMPARE(drafts.find("b")->pending, std::string("beta!"));
  QVERIFY(drafts.decisions().at({"a", "m"}) == accepted);

  // A second answer about the same row: undoing it brings the first one back.
  const auto second = drafts.apply({"Keep", {}, {{{"a", "m"}, Decision{DecisionKind::Kept, "", "", "n"}}}});
  QVERIFY(drafts.decisions().at({"a", "m"}).kind == DecisionKind::Kept);
  QVERIFY(drafts.apply(*second));
  QVERIFY(drafts.decisions().at({"a", "m"}) == accepted);
}

void DraftsTest::twoEditsOfOneFileInOneChange() {
  Drafts drafts;
  drafts.adopt({"a", "abc", "abc", {}, true});
  // The second part sees what the first one made; decisions about one row are undone in reverse.
  const auto undo = drafts.apply({"Twice",
                                  {{"a", {{0, 1, "xx"}}}, {"a", {{3, 4, ""}}}},
                                  {{{"a", "m"}, Decision{DecisionKind::Kept, "", "", ""}},
                                   {{"a", "m"}, Decision{DecisionKind::Flaky, "", "", ""}}}});
  QVERIFY(undo);
  QCOMPARE(drafts.find("a")->pending, std::string("xxb"));
  QVERIFY(drafts.decisions().at({"a", "m"}).kind == DecisionKind::Flaky);
  QVERIFY(drafts.apply(*undo));
  QCOMPARE(drafts.find("a")->pending, std::string("abc"));
  QVERIFY(drafts.decisions().empty());
}

void DraftsTest::allOrNothing() {
  Drafts drafts;
  drafts.adopt({"a", "abc", "abc", {}, true});
  const Decision kept{DecisionKind::Kept, "", "", ""};
  for (const auto& part : {baselines::FileChange{"zz", {}}, baselines::FileChange{"a", {{2, 9, "x"}}},
                           baselines::FileChange{"a", {{0, 2, "x"}, {1, 3, "y"}}}}) {
    const auto refused = drafts.apply({"Bad", {{"a", {{0, 1, "A"}}}, part}, {{{"a", "m"}, kept}}});
    QVERIFY(!refused);
    QCOMPARE(refused.error().file, part.path);
    QCOMPARE(drafts.find("a")->pending, std::string("abc"));
    QVERIFY(drafts.decisions().empty());
  }
}

void DraftsTest::discardIsAChange() {
  Drafts drafts;
  drafts.adopt({"a", "abc", "abc", {}, true});
  const Decision kept{DecisionKind::Kept, "", "", ""};
  QVERIFY(drafts.apply({"x", {{"a", {{1, 2, "BB"}}}}, {{{"a", "m"}, kept}, {{"b", "m"}, kept}}}));
  const auto discard = drafts.discardChange("a");
  QVERIFY(discard);
  const auto undo = drafts.apply(*discard);
  QCOMPARE(drafts.find("a")->pending, std::string("abc"));
  QCOMPARE(drafts.decisions().size(), std::size_t{1});  // that of the other file
  QVERIFY(drafts.apply(*undo));
  QCOMPARE(drafts.find("a")->pending, std::string("aBBc"));
  QCOMPARE(drafts.decisions().size(), std::size_t{2});
  QVERIFY(!drafts.discardChange("zz"));
}

void DraftsTest::rebaseKeepsDecisions() {
  Drafts drafts;
  drafts.adopt({"a", "abc", "aXc", {}, false});
  drafts.setDecisions({{{"a", "m"}, Decision{DecisionKind::Kept, "", "", ""}}});
  drafts.rebase("a", "aXc", {1, 2, 3}, "aXc");
  QVERIFY(drafts.changed().empty());
  QVERIFY(drafts.find("a")->exists && drafts.find("a")->stamp == (files::FileStamp{1, 2, 3}));
  QCOMPARE(drafts.decisions().size(), std::size_t{1});
}

void DraftsTest::randomWalkComesBack() {
  std::mt19937 random(20251121);
  const auto upTo = [&random](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n)(random); };
  for (int round = 0; round < 300; ++round) {
    Drafts drafts;
    std::string start(upTo(60), 'a');
    for (char& c : start) c = "abc,\n\r\""[upTo(6)];
    drafts.adopt({"f", start, start, {}, true});
    std::vector<Change> undos;
    for (int step = 0; step < 40; ++step) {
      const std::string& now = drafts.find("f")->pending;
      text::ByteEdits edits;
      std::size_t at = 0;
      for (std::size_t k = upTo(3); k > 0; --k) {
        const std::size_t begin = at + upTo(now.size() - at);
        const std::size_t end = begin + upTo(now.size() - begin);
        edits.push_back({begin, end, std::string(upTo(5), 'x')});
        at = end;
      }
      auto undo = drafts.apply({"step", {{"f", edits}}, {}});
      QVERIFY2(undo, undo ? "" : undo.error().text.c_str());
      undos.push_back(std::move(*undo));
    }
    for (auto undo = undos.rbegin(); undo != undos.rend(); ++undo) QVERIFY(drafts.apply(*undo));
    QCOMPARE(drafts.find("f")->pending, start);
  }
}

QTEST_GUILESS_MAIN(DraftsTest)
#include "drafts_test.moc"
