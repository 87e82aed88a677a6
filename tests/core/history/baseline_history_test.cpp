// SPDX-License-Identifier: GPL-3.0-or-later
// How baselines moved, read from repositories made here: blame, undone moves, renames, siblings, adding twice.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <ctime>
#include <memory>

#include "core/history/blame.h"
#include "core/history/sibling_moves.h"
#include "core/history/store.h"
#include "tests/support/git_repository.h"
#include "tests/support/memory_use.h"
#include "tests/support/postgres_server.h"

using namespace plumbline;
using history::BaselineHistory;
using history::ChangeKind;
using history::SiblingOutcome;
using support::GitRepository;

namespace {

const auto kFile = QStringLiteral("ci/deep/inductor_torchbench_training.csv");
const auto kDynamic = QStringLiteral("ci/deep/dynamic_inductor_torchbench_training.csv");

BaselineHistory historyOf(const GitRepository& git, std::size_t commits = 500) {
  auto read = history::readBaselineHistory(git.pathOf({}), {.commits = commits, .endings = {".csv"}});
  if (!read.isValue()) {
    qCritical("%s", read.isError() ? read.error().text.c_str() : "cancelled");
    return {};
  }
  return std::move(read.value());
}

QString day(int number) { return QStringLiteral("2026-03-%1T12:00:00Z").arg(number, 2, 10, QLatin1Char('0')); }

/// shown writes blamed cells one a line: "moco graph_breaks 4 -> 5 #12 code undone by #13".
QStringList shown(const BaselineHistory& history, const QString& file, const history::BlameOptions& options) {
  QStringList lines;
  const auto number = [&](std::size_t commit) { return QString::number(history.commits[commit].pullRequest.value_or(0)); };
  for (const history::BlamedCell& cell : blame(history, file.toStdString(), options)) {
    const history::BaselineChange& change = history.changes[cell.change];
    QString line = QStringLiteral("%1 %2 %3 -> %4 #%5 %6")
                       .arg(QString::fromStdString(change.model), QString::fromStdString(change.column),
                            QString::fromStdString(change.before.value_or("(none)")), QString::fromStdString(change.after.value_or("(none)")),
                            number(cell.commit), QString::fromUtf8(kindName(history.commits[cell.commit].kind).data()));
    if (cell.undoneBy) line += QStringLiteral(" undone by #") + number(*cell.undoneBy);
    lines.append(line);
  }
  return lines;
}

}  // namespace

class BaselineHistoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase_data() { support::HistoryEngines::addRows(); }
  void initTestCase() { m_engines.start(); }
  void init() {
    if (const QString why = m_engines.missing(); !why.isEmpty()) QSKIP(qPrintable(why));
  }
  void subjects_data();
  void subjects();
  void blamesCells();
  void keepsWhereTheRepositoryIs();
  void followsRenames();
  void looksOnceAtAFileOfManyPaths_data();
  void looksOnceAtAFileOfManyPaths();
  void keepsNamesApartThatAreNotUtf8();
  void followsRenamesWithChanges();
  void followsEqualFilesInLinearTime();
  void comparesAtMostTheLimitOfFiles();
  void findsFilesByTheEndOfTheirPath();
  void takesOtherTablesOnlyIfTheyAreBaselines();
  void siblings();
  void siblingColumns();
  void readsInParts();
  void refusesWhatIsTooLarge();
  void stops();
  void addsTwiceNothing();
  void joinsOlderAndNewerCommits();
  void refusesAnotherLine();

 private:
  std::unique_ptr<history::Store> storeIn(const QTemporaryDir& folder) {
    auto store = history::Store::open(m_engines.emptyStore(folder), history::Store::Access::ReadWrite);
    if (!store) qCritical("%s", base::describe(store.error()).c_str());
    return store ? *std::move(store) : nullptr;
  }
  /// commitCell makes one commit after which moco has this many graph breaks.
  static bool commitCell(const GitRepository& git, const QByteArray& breaks, int number) {
    git.write(kFile, "name,graph_breaks\nmoco," + breaks + '\n');
    return git.commitAll(QStringLiteral("Set (#%1)").arg(number), day(number));
  }
  support::HistoryEngines m_engines;
};

void BaselineHistoryTest::subjects_data() {
  QTest::addColumn<QByteArray>("subject");
  QTest::addColumn<QByteArray>("kind");
  QTest::addColumn<qlonglong>("number");
  QTest::newRow("code") << QByteArray("Fix it (#12)") << QByteArray("code") << 12LL;
  QTest::newRow("revert") << QByteArray("Revert \"Fix it (#12)\"") << QByteArray("revert") << 12LL;
  QTest::newRow("revert with its own") << QByteArray("Revert \"Fix it (#12)\" (#13)") << QByteArray("revert") << 13LL;
  QTest::newRow("back out") << QByteArray("Back out \"Fix it\"") << QByteArray("revert") << 0LL;
  QTest::newRow("reland") << QByteArray("[reland][CI] Pin it (#14)") << QByteArray("reland") << 14LL;
  QTest::newRow("reland with a hyphen") << QByteArray("[Re-land] Pin it (#16)") << QByteArray("reland") << 16LL;
  QTest::newRow("reland in brackets") << QByteArray("Pin it (reland) (#17)") << QByteArray("reland") << 17LL;
  QTest::newRow("revert of a revert") << QByteArray("Revert \"Revert \"Fix it (#5)\"\"") << QByteArray("reland") << 5LL;
  QTest::newRow("revert of a reland") << QByteArray("Revert \"Revert \"Revert \"Fix it (#5)\"\"\"") << QByteArray("revert") << 5LL;
  QTest::newRow("reapply") << QByteArray("Reapply \"Fix it\" (#18)") << QByteArray("reland") << 18LL;
  QTest::newRow("reland word") << QByteArray("Reland \"Fix it\" (#15)") << QByteArray("reland") << 15LL;
  QTest::newRow("refresh") << QByteArray("[CI] Update hf version (#16)") << QByteArray("refresh") << 16LL;
  QTest::newRow("bump") << QByteArray("Bump torchbench") << QByteArray("refresh") << 0LL;
  QTest::newRow("updates later") << QByteArray("Make update_expected quiet (#17)") << QByteArray("code") << 17LL;
  QTest::newRow("merge") << QByteArray("Merge pull request #19 from me/fix(#18)") << QByteArray("code") << 19LL;
  QTest::newRow("merge of nothing") << QByteArray("Merge pull request #x") << QByteArray("code") << 0LL;
  QTest::newRow("no number") << QByteArray("(#x) (#) (#1") << QByteArray("code") << 0LL;
  QTest::newRow("huge number") << QByteArray("a (#99999999999999999999999)") << QByteArray("code") << 0LL;
  QTest::newRow("number before text") << QByteArray("(#18) begins with it") << QByteArray("code") << 18LL;
  QTest::newRow("empty") << QByteArray() << QByteArray("code") << 0LL;
}

void BaselineHistoryTest::subjects() {
  QFETCH(QByteArray, subject);
  QFETCH(QByteArray, kind);
  QFETCH(qlonglong, number);
  QCOMPARE(QByteArray::fromStdString(std::string(kindName(history::kindOfSubject(subject.toStdString())))), kind);
  QCOMPARE(history::pullRequestOf(subject.toStdString()).value_or(0), number);
}

void BaselineHistoryTest::blamesCells() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(kFile, "name,accuracy,graph_breaks\nmoco,pass,4\n\n\nvgg16,pass,0\nold,pass,1\n");
  QVERIFY(git.commitAll(QStringLiteral("Add baselines (#10)"), day(1)));
  git.write(kFile, "name,accuracy,graph_breaks\nmoco,pass,5\n\n\nvgg16,fail_to_run,0\nold,pass,1\n");
  QVERIFY(git.commitAll(QStringLiteral("Break moco (#11)"), day(2)));
  git.write(kFile, "name,accuracy,graph_breaks\nmoco,pass,4\n\n\nvgg16,fail_to_run,0\n");
  QVERIFY(git.commitAll(QStringLiteral("Revert \"Break moco (#11)\" (#12)"), day(3)));
  git.write(QStringLiteral("README"), "no table");
  QVERIFY(git.commitAll(QStringLiteral("Elsewhere (#13)"), day(4)));

  const BaselineHistory history = historyOf(git);
  QCOMPARE(history.commits.size(), std::size_t{3});
  QCOMPARE(history.commits[0].time, 1772366400);
  const QStringList last{QStringLiteral("moco accuracy (none) -> pass #10 code"), QStringLiteral("moco graph_breaks 5 -> 4 #12 revert"),
                         QStringLiteral("vgg16 accuracy pass -> fail_to_run #11 code"), QStringLiteral("vgg16 graph_breaks (none) -> 0 #10 code")};
  QCOMPARE(shown(history, kFile, {}), last);
  const QStringList all{QStringLiteral("moco graph_breaks (none) -> 4 #10 code"), QStringLiteral("moco graph_breaks 4 -> 5 #11 code undone by #12"),
                        QStringLiteral("moco graph_breaks 5 -> 4 #12 revert")};
  QCOMPARE(shown(history, kFile, {.model = "moco", .column = "graph_breaks", .all = true}), all);
  const QStringList removed{QStringLiteral("old accuracy (none) -> pass #10 code"), QStringLiteral("old accuracy pass -> (none) #12 revert")};
  QCOMPARE(shown(history, kFile, {.model = "old", .column = "accuracy", .all = true}), removed);
  QVERIFY(shown(history, QStringLiteral("ci/none.csv"), {}).isEmpty());
}

void BaselineHistoryTest::keepsWhereTheRepositoryIs() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(kFile, "name,accuracy\nmoco,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  QTemporaryDir folder;
  const auto store = history::Store::open(m_engines.emptyStore(folder), history::Store::Access::ReadWrite);
  QVERIFY(store);
  const auto kept = [&] { return *(*store)->baselines().repository(); };
  QVERIFY(!kept());
  QVERIFY((*store)->baselines().add(historyOf(git)));
  QCOMPARE(kept(), std::optional<std::string>(""));  // no remote
  QVERIFY((*store)->baselines().keepRepository("https://github.com/one/repo"));
  QVERIFY((*store)->baselines().keepRepository("https://github.com/two/repo"));
  QCOMPARE(kept(), std::optional<std::string>("https://github.com/one/repo"));
  QVERIFY(git.run({QStringLiteral("remote"), QStringLiteral("add"), QStringLiteral("origin"), QStringLiteral("https://me:s3cret@github.com/me/pytorch.git")}).ok);
  QVERIFY((*store)->baselines().add(historyOf(git)));
  QCOMPARE(kept(), std::optional<std::string>("https://github.com/me/pytorch"));
  QVERIFY(git.run({QStringLiteral("remote"), QStringLiteral("set-url"), QStringLiteral("origin"), QStringLiteral("/srv/mirror.git")}).ok);
  QVERIFY((*store)->baselines().add(historyOf(git)));
  QCOMPARE(kept(), std::optional<std::string>("https://github.com/me/pytorch"));
}

void BaselineHistoryTest::followsRenames() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(kFile, "name,accuracy\nmoco,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  git.write(kFile, "name,accuracy\nmoco,fail_to_run\n");
  QVERIFY(git.commitAll(QStringLiteral("Fail (#2)"), day(2)));
  QVERIFY(git.run({QStringLiteral("mv"), QStringLiteral("ci"), QStringLiteral("moved")}).ok);
  QVERIFY(git.commitAll(QStringLiteral("Move (#3)"), day(3)));
  const QString moved = QStringLiteral("moved/deep/inductor_torchbench_training.csv");
  git.write(moved, "name,accuracy\nmoco,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Heal (#4)"), day(4)));

  const BaselineHistory history = historyOf(git);
  QCOMPARE(history.renames.size(), std::size_t{1});
  const QStringList all{QStringLiteral("moco accuracy (none) -> pass #1 code"), QStringLiteral("moco accuracy pass -> fail_to_run #2 code undone by #4"),
                        QStringLiteral("moco accuracy fail_to_run -> pass #4 code")};
  QCOMPARE(shown(history, moved, {.all = true}), all);
  QCOMPARE(lineage(history, moved.toStdString()).size(), std::size_t{2});
}

void BaselineHistoryTest::followsRenamesWithChanges() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  const QString one = QStringLiteral("a/one.csv"), two = QStringLiteral("a/two.csv"), moved = QStringLiteral("b/one.csv");
  git.write(one, "name,accuracy,graph_breaks\nmoco,pass,1\nvgg16,pass,2\nresnet18,pass,3\n");
  git.write(two, "name,accuracy,graph_breaks\nmoco,pass,1\nvgg16,pass,3\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  QVERIFY(git.run({QStringLiteral("mv"), QStringLiteral("a"), QStringLiteral("b")}).ok);
  git.write(moved, "name,accuracy,graph_breaks\nmoco,fail_to_run,1\nvgg16,pass,2\nresnet18,pass,3\n");
  git.write(QStringLiteral("b/two.csv"), "name,accuracy,graph_breaks\nother,fail_to_run,10\nanother,eager_fail_to_run,20\n");
  QVERIFY(git.commitAll(QStringLiteral("Move and change (#2)"), day(2)));
  git.write(one, "name,accuracy\nnew,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Another file (#3)"), day(3)));

  const BaselineHistory history = historyOf(git);
  QCOMPARE(history.renames.size(), std::size_t{1});  // two.csv shares no row
  const QStringList all{QStringLiteral("moco accuracy (none) -> pass #1 code"), QStringLiteral("moco accuracy pass -> fail_to_run #2 code"),
                        QStringLiteral("resnet18 accuracy (none) -> pass #1 code"), QStringLiteral("vgg16 accuracy (none) -> pass #1 code")};
  QCOMPARE(shown(history, moved, {.column = "accuracy", .all = true}), all);
  QCOMPARE(shown(history, QStringLiteral("a/one.csv"), {}), QStringList{QStringLiteral("new accuracy (none) -> pass #3 code")});
}

/// Equal files that move together are not compared with each other: 4,000 of them are 16 million pairs.
void BaselineHistoryTest::followsEqualFilesInLinearTime() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  constexpr int kFiles = 4'000;
  for (int i = 0; i < kFiles; ++i) git.write(QStringLiteral("a/f%1.csv").arg(i), "name,accuracy\nm,pass\n");
  git.write(QStringLiteral("a/other.csv"), "name,accuracy\nm,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  QVERIFY(git.run({QStringLiteral("mv"), QStringLiteral("a"), QStringLiteral("b")}).ok);
  QVERIFY(git.run({QStringLiteral("mv"), QStringLiteral("b/other.csv"), QStringLiteral("b/another.csv")}).ok);
  QVERIFY(git.commitAll(QStringLiteral("Move (#2)"), day(2)));
  const std::clock_t before = std::clock();
  const BaselineHistory history = historyOf(git);
  QVERIFY(support::isSanitized() || std::clock() - before < 3 * CLOCKS_PER_SEC);
  QCOMPARE(history.renames.size(), std::size_t{kFiles + 1});
  QVERIFY(history.skipped.empty());
  for (const history::BaselineRename& rename : history.renames) {  // each to its own name where there is one
    const std::string from = history.files[rename.from], to = history.files[rename.to];
    QVERIFY2(from == "a/other.csv" ? to == "b/another.csv" : from.substr(1) == to.substr(1), (from + " -> " + to).c_str());
  }
}

/// Files that move and change are compared with each other, up to a limit that is named.
void BaselineHistoryTest::comparesAtMostTheLimitOfFiles() {
  if (!GitRepository().isUsable()) QSKIP("git is not here");
  const auto moved = [](int count) {
    const GitRepository git;
    for (const auto& [folder, word] : {std::pair(QStringLiteral("a"), "pass"), {QStringLiteral("b"), "OOM"}}) {
      for (int i = 0; i < count; ++i)
        git.write(folder + QStringLiteral("/f%1.csv").arg(i), "name,accuracy\nm" + QByteArray::number(i) + ",pass\nlast," + word + '\n');
      if (!git.commitAll(folder, day(1)) || !QDir(git.path(folder)).removeRecursively()) return BaselineHistory();
    }
    return historyOf(git);
  };
  const BaselineHistory few = moved(300);
  QCOMPARE(few.renames.size(), std::size_t{300});
  QVERIFY(few.skipped.empty());
  const std::clock_t before = std::clock();
  const BaselineHistory many = moved(1'100);
  QVERIFY(support::isSanitized() || std::clock() - before < 6 * CLOCKS_PER_SEC);
  QVERIFY(many.renames.empty());
  QCOMPARE(many.skipped.size(), std::size_t{1});
  QVERIFY2(many.skipped[0].text.find("1,100 files came and 1,100 went") != std::string::npos, many.skipped[0].text.c_str());
}

void BaselineHistoryTest::looksOnceAtAFileOfManyPaths_data() {
  QTest::addColumn<QByteArray>("content");
  constexpr qsizetype kSize = 20'000'000;
  QTest::newRow("many lines") << QByteArray("x\n").repeated(100'000) + QByteArray(kSize, 'x') + '\n';
  QTest::newRow("one line") << QByteArray(kSize, 'x') + '\n';
}

/// A commit that takes a baseline away and brings one large file under a thousand paths, in a few kB of the repository.
void BaselineHistoryTest::looksOnceAtAFileOfManyPaths() {
  QFETCH(QByteArray, content);
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(kFile, "name,accuracy\nmoco,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  const GitRepository::Ran blob = git.run({QStringLiteral("hash-object"), QStringLiteral("-w"), QStringLiteral("--stdin")}, content);
  QVERIFY(blob.ok);
  QByteArray index = "0 " + QByteArray(40, '0') + '\t' + kFile.toUtf8() + '\n';
  for (int i = 0; i < 1'000; ++i) index += "100644 " + blob.out.trimmed() + "\tf" + QByteArray::number(i) + ".csv\n";
  QVERIFY(git.run({QStringLiteral("update-index"), QStringLiteral("--index-info")}, index).ok);
  QVERIFY(git.run({QStringLiteral("-c"), QStringLiteral("user.name=A"), QStringLiteral("-c"), QStringLiteral("user.email=a@example.invalid"),
                   QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), QStringLiteral("Replace (#2)")}).ok);
  const std::clock_t before = std::clock();
  const BaselineHistory history = historyOf(git);
  QVERIFY(support::isSanitized() || std::clock() - before < 3 * CLOCKS_PER_SEC);
  QCOMPARE(history.commits.size(), std::size_t{2});
  QCOMPARE(history.otherFiles, std::size_t{1'000});
  QVERIFY(history.renames.empty());
}

void BaselineHistoryTest::keepsNamesApartThatAreNotUtf8() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(kFile, "name,accuracy\nm\xe4,pass\nm\xf6,pass\nn,p\xe4\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  git.write(kFile, "name,accuracy\nm\xe4,fail_to_run\nm\xf6,pass\nn,p\xf6\n");
  QVERIFY(git.commitAll(QStringLiteral("Fail (#2)"), day(2)));
  const QTemporaryDir folder;
  const auto store = storeIn(folder);
  QVERIFY(store);
  QCOMPARE(store->baselines().add(historyOf(git)).value().changes, std::size_t{5});
  const auto stored = store->baselines().read({});
  QVERIFY(stored);
  const QStringList all{QStringLiteral("m\\xe4 accuracy pass -> fail_to_run #2 code"), QStringLiteral("m\\xf6 accuracy (none) -> pass #1 code"),
                        QStringLiteral("n accuracy p\\xe4 -> p\\xf6 #2 code")};
  QCOMPARE(shown(*stored, kFile, {}), all);
}

void BaselineHistoryTest::findsFilesByTheEndOfTheirPath() {
  BaselineHistory files;
  files.files = {"a/x.csv", "b/x.csv", "b/y.csv", "z.csv", "old/w.csv", "new/w.csv"};
  files.commits.resize(2);
  files.renames = {{1, 4, 5}};
  QCOMPARE(history::fileNamed(files, "b/x.csv").value(), std::string("b/x.csv"));
  QCOMPARE(history::fileNamed(files, "y.csv").value(), std::string("b/y.csv"));
  QCOMPARE(history::fileNamed(files, "z.csv").value(), std::string("z.csv"));
  QCOMPARE(history::fileNamed(files, "w.csv").value(), std::string("new/w.csv"));  // what was renamed
  QVERIFY(history::fileNamed(files, "x.csv").error().code == base::ErrorCode::BadArgument);
  QVERIFY(history::fileNamed(files, "").error().code == base::ErrorCode::NotFound);
  QVERIFY(history::fileNamed(files, ".csv").error().code == base::ErrorCode::NotFound);
}

void BaselineHistoryTest::takesOtherTablesOnlyIfTheyAreBaselines() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(QStringLiteral("xpu.csv"), "name,amp_bf16,float32\nmoco,pass,fail_accuracy\nvgg16,pass,\n");
  git.write(QStringLiteral("people.csv"), "name,city\nAda,London\n");
  git.write(QStringLiteral("models.csv"), "model,accuracy\nmoco,pass\n");
  git.write(QStringLiteral("broken.csv"), QByteArray("name,accuracy\n\"moco,pass\n\0\xff", 27));
  git.write(QStringLiteral("empty.csv"), "");
  QVERIFY(git.commitAll(QStringLiteral("Add"), day(1)));
  git.write(QStringLiteral("xpu.csv"), "name,amp_bf16,float32\nmoco,pass,pass\nvgg16,pass,\n");
  git.write(QStringLiteral("people.csv"), "name,city\nAda,Paris\n");
  QVERIFY(git.commitAll(QStringLiteral("Change"), day(2)));
  const BaselineHistory history = historyOf(git);
  const auto moves = std::ranges::count_if(history.changes, &history::BaselineChange::isMove);
  QCOMPARE(moves, 1);
  QCOMPARE(history.changes.back().column, std::string("float32"));
  QVERIFY(std::ranges::find(history.files, "people.csv") == history.files.end());
}

void BaselineHistoryTest::siblings() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  const auto write = [&](const QByteArray& one, const QByteArray& other) {
    git.write(kFile, "name,graph_breaks\n" + one);
    git.write(kDynamic, "name,graph_breaks\n" + other);
  };
  write("a,1\nb,1\nc,1\nd,1\ne,1\n", "a,1\nb,1\nc,1\nd,1\ne,7\n");
  QVERIFY(git.commitAll(QStringLiteral("Add"), day(1)));
  write("a,2\nb,2\nc,2\nd,2\ne,2\n", "a,2\nb,1\nc,1\nd,1\ne,7\n");
  QVERIFY(git.commitAll(QStringLiteral("Move"), day(2)));
  write("a,2\nb,2\nc,2\nd,2\ne,2\n", "a,2\nb,2\nc,9\nd,1\ne,7\n");
  QVERIFY(git.commitAll(QStringLiteral("Follow"), day(5)));
  const BaselineHistory history = historyOf(git);
  const history::SiblingMoves moves = history::siblingMoves(history);
  QStringList lines;
  for (const history::SiblingMove& move : moves.moves)
    lines.append(QStringLiteral("%1 %2 %3 days").arg(QString::fromStdString(history.changes[move.change].model),
                                                     QString::fromUtf8(outcomeName(move.outcome).data())).arg(move.lagSeconds / 86400));
  const QStringList expected{QStringLiteral("a together 0 days"), QStringLiteral("a together 0 days"), QStringLiteral("b later 3 days"),
                             QStringLiteral("c elsewhere 3 days"), QStringLiteral("d stayed 0 days")};
  lines.sort();
  QCOMPARE(lines, expected);
  const auto before = history::siblingMoves(history, history.commits[1].time);
  QCOMPARE(before.count(SiblingOutcome::Stayed), std::size_t{3});
  QVERIFY(history::siblingMoves(history, 0).moves.empty());
}

/// A baseline of XPU has a column for each data type: its neighbours are siblings, the batch size is none.
void BaselineHistoryTest::siblingColumns() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  const auto write = [&](const QByteArray& rows, int number) {
    git.write(QStringLiteral("ci/inductor_torchbench_training.csv"), "name,float32,bfloat16,float16,batch_size\n" + rows);
    return git.commitAll(QStringLiteral("Set (#%1)").arg(number), day(number));
  };
  QVERIFY(write("a,pass,pass,pass,pass\nb,pass,OOM,pass,4\nc,pass,pass,OOM,4\n", 1));
  QVERIFY(write("a,timeout,timeout,pass,pass\nb,OOM,OOM,pass,8\nc,pass,pass,pass,4\n", 2));
  QVERIFY(write("a,timeout,timeout,timeout,pass\nb,OOM,OOM,pass,8\nc,pass,pass,pass,4\n", 4));
  const BaselineHistory history = historyOf(git);
  QStringList lines;
  for (const history::SiblingMove& move : history::siblingMoves(history).moves) {
    const history::BaselineChange& change = history.changes[move.change];
    lines.append(QStringLiteral("%1 %2 #%3 %4 %5").arg(QString::fromStdString(change.model), QString::fromStdString(change.column))
                     .arg(*history.commits[change.commit].pullRequest)
                     .arg(QString::fromStdString(move.column), QString::fromUtf8(outcomeName(move.outcome).data())));
  }
  lines.sort();
  const QStringList expected{QStringLiteral("a bfloat16 #2 float16 later"), QStringLiteral("a bfloat16 #2 float32 together"),
                             QStringLiteral("a float32 #2 bfloat16 together"), QStringLiteral("a float32 #2 float16 later"),
                             QStringLiteral("b float32 #2 float16 stayed")};
  QCOMPARE(lines, expected);
}

void BaselineHistoryTest::readsInParts() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  const auto moved = QStringLiteral("ci/moved/inductor_torchbench_training.csv");
  git.write(QStringLiteral("ci/other.csv"), "who\nx\n");
  for (int i = 1; i < 8; ++i) QVERIFY(commitCell(git, QByteArray::number(i), i));
  QVERIFY(QFile::remove(git.path(kFile)));
  git.write(moved, "name,graph_breaks\nmoco,7\n");
  QVERIFY(git.commitAll(QStringLiteral("Move (#8)"), day(8)));
  const BaselineHistory whole = historyOf(git);
  QCOMPARE(whole.changes.size(), std::size_t{7});
  QCOMPARE(whole.renames.size(), std::size_t{1});
  for (const std::size_t bytes : {32U, 60U, 100U}) {
    const auto parts = history::readBaselineHistory(git.pathOf({}), {.endings = {".csv"}, .bytesAtOnce = bytes});
    QVERIFY(parts.isValue());
    QVERIFY(parts.value().commits == whole.commits && parts.value().changes == whole.changes && parts.value().renames == whole.renames);
    QCOMPARE(parts.value().otherFiles, std::size_t{1});
  }
  const auto none = history::readBaselineHistory(git.pathOf({}), {.endings = {".csv"}, .bytesAtOnce = 10});
  QVERIFY(none.isError());
  QCOMPARE(none.error().code, base::ErrorCode::TooLarge);
}

/// Few bytes of a repository may stand for many: what the history holds has limits, and a version over them is named.
void BaselineHistoryTest::refusesWhatIsTooLarge() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(kFile, "name,accuracy\nmoco,pass\nvgg16,pass\n");
  git.write(kDynamic, "name,accuracy" + QByteArray(",x").repeated(2'000) + '\n' + QByteArray("m\n").repeated(1'000));
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  git.write(kFile, "name,accuracy\nmoco,fail_to_run\nvgg16," + QByteArray(1'001, 'p') + '\n');
  QVERIFY(git.commitAll(QStringLiteral("Too long (#2)"), day(2)));
  const BaselineHistory history = historyOf(git);
  QCOMPARE(history.changes.size(), std::size_t{2});
  QCOMPARE(history.skipped.size(), std::size_t{2});
  QCOMPARE(QString::fromStdString(history.skipped[0].file), kDynamic);
  QVERIFY(history.skipped[0].text.find("cells") != std::string::npos);
  QCOMPARE(QString::fromStdString(history.skipped[1].file), kFile);
  QCOMPARE(history.skipped[1].line, std::size_t{3});
  const auto none = history::readBaselineHistory(git.pathOf({}), {.endings = {".csv"}}, {}, {.memory = 300});
  QVERIFY(none.isError());
  QCOMPARE(none.error().code, base::ErrorCode::TooLarge);
}

void BaselineHistoryTest::stops() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  QVERIFY(commitCell(git, "4", 1));
  const BaselineHistory history = historyOf(git);
  std::stop_source stop;
  stop.request_stop();
  QVERIFY(history::readBaselineHistory(git.pathOf({}), {.endings = {".csv"}}, base::Progress(stop.get_token())).isCancelled());
  const QTemporaryDir folder;
  const auto store = storeIn(folder);
  QVERIFY(store);
  store->connection().stopWith(stop.get_token());
  QVERIFY(!store->baselines().add(history));
  store->connection().stopWith({});
  QVERIFY(store->baselines().read()->commits.empty());
  QCOMPARE(store->baselines().add(history)->commits, std::size_t{1});
}

void BaselineHistoryTest::addsTwiceNothing() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  git.write(kFile, "name,accuracy\nmoco,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Add (#1)"), day(1)));
  git.write(kFile, "name,accuracy\nmoco,fail_to_run\n");
  QVERIFY(git.commitAll(QStringLiteral("Fail (#2)"), day(2)));
  QTemporaryDir folder;
  const auto store = storeIn(folder);
  QVERIFY(store);
  const BaselineHistory history = historyOf(git);
  QCOMPARE(store->baselines().add(history)->changes, std::size_t{2});
  const auto again = store->baselines().add(history);
  QCOMPARE(again->changes, std::size_t{0});
  QCOMPARE(again->knownCommits, std::size_t{2});

  git.write(kFile, "name,accuracy\nmoco,pass\n");
  QVERIFY(git.commitAll(QStringLiteral("Heal (#3)"), day(3)));
  const BaselineHistory longer = historyOf(git);
  QCOMPARE(store->baselines().add(longer)->changes, std::size_t{1});
  const auto read = store->baselines().read();
  QVERIFY(read);
  QVERIFY(read->commits == longer.commits);
  QVERIFY(read->files == longer.files);
  QVERIFY(read->changes == longer.changes);
  const auto one = store->baselines().read({.files = {kFile.toStdString()}, .model = "moco", .column = "accuracy"});
  QCOMPARE(one->changes.size(), std::size_t{3});
  QVERIFY(store->baselines().read({.files = {}, .model = "' OR 1 = 1", .column = {}})->changes.empty());
}

void BaselineHistoryTest::joinsOlderAndNewerCommits() {
  const GitRepository git;
  if (!git.isUsable()) QSKIP("git is not here");
  for (int number = 1; number <= 5; ++number) QVERIFY(commitCell(git, QByteArray::number(number), number));
  const BaselineHistory newest = historyOf(git, 2);
  QVERIFY(newest.isCut);
  QVERIFY(git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("HEAD~1")}).ok);
  const BaselineHistory older = historyOf(git);
  QVERIFY(git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-")}).ok);
  const BaselineHistory whole = historyOf(git);
  const std::vector<std::vector<const BaselineHistory*>> orders = {
      {&newest, &whole}, {&newest, &older}, {&older, &newest}, {&whole, &newest}, {&whole, &older}, {&older, &whole, &newest}};
  for (const std::vector<const BaselineHistory*>& order : orders) {
    const QTemporaryDir folder;
    const auto store = storeIn(folder);
    QVERIFY(store);
    std::size_t commits = 0, changes = 0;
    for (const BaselineHistory* part : order) {
      const auto added = store->baselines().add(*part);
      QVERIFY2(added, added ? "" : base::describe(added.error()).c_str());
      commits += added->commits;
      changes += added->changes;
    }
    QCOMPARE(commits, std::size_t{5});
    QCOMPARE(changes, std::size_t{5});
    const auto read = store->baselines().read();
    QVERIFY(read->commits == whole.commits);
    QVERIFY(read->changes == whole.changes);
    QCOMPARE(shown(*read, kFile, {}), QStringList{QStringLiteral("moco graph_breaks 4 -> 5 #5 code")});
  }
}

void BaselineHistoryTest::refusesAnotherLine() {
  const GitRepository git, other;
  if (!git.isUsable()) QSKIP("git is not here");
  for (int number = 1; number <= 2; ++number) QVERIFY(commitCell(git, QByteArray::number(number), number));
  QVERIFY(commitCell(other, "7", 7));
  const QTemporaryDir folder;
  const auto store = storeIn(folder);
  QVERIFY(store);
  const BaselineHistory first = historyOf(git);
  QVERIFY(store->baselines().add(first));
  const auto foreign = store->baselines().add(historyOf(other));
  QVERIFY(!foreign);
  QCOMPARE(foreign.error().code, base::ErrorCode::BadArgument);
  QVERIFY(foreign.error().text.find("no commit in common") != std::string::npos);
  QVERIFY(git.run({QStringLiteral("checkout"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("side"), QStringLiteral("HEAD~1")}).ok);
  QVERIFY(commitCell(git, "3", 3));
  const auto side = store->baselines().add(historyOf(git));
  QVERIFY(!side);
  QVERIFY(side.error().text.find("left the one that is stored behind commit " + first.commits[0].hash.substr(0, 12)) != std::string::npos);
  QVERIFY(store->baselines().read()->commits == first.commits);
}

QTEST_GUILESS_MAIN(BaselineHistoryTest)
#include "baseline_history_test.moc"
