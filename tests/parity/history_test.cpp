// SPDX-License-Identifier: GPL-3.0-or-later
// The baselines' history of PyTorch in the spring of 2023, held against the list of its changes that was made by other
// means, against git's own blame of lines, and against the counts of siblings known of that time.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "core/history/blame.h"
#include "core/history/sibling_moves.h"
#include "core/history/store.h"
#include "tests/support/git_repository.h"
#include "tests/support/reference_material.h"

using namespace plumbline;
using history::BaselineHistory;
using history::SiblingOutcome;

namespace {

constexpr qint64 kDay = 86400;

QString fileName(const std::string& path) { return QString::fromStdString(path.substr(path.rfind('/') + 1)); }
QString text(const std::string& bytes) { return QString::fromStdString(bytes); }

}  // namespace

class HistoryParityTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void sameChanges();
  void sameAsLinesOfGit();
  void siblingsOfThatTime();
  void undoneMoves();

 private:
  support::GitRepository m_git;
  QTemporaryDir m_folder;
  BaselineHistory m_history;
};

void HistoryParityTest::initTestCase() {
  if (!m_git.isUsable()) QSKIP("git is not here");
  const QString bundle = support::referenceFolder() + QStringLiteral("/data/evidence/pytorch-2023.bundle");
  QVERIFY(m_git.run({QStringLiteral("pull"), QStringLiteral("-q"), bundle, QStringLiteral("HEAD")}).ok);
  auto read = history::readBaselineHistory(m_git.pathOf({}), {.commits = 100'000, .endings = {".csv"}});
  QVERIFY(read.isValue());
  auto store = history::Store::open(m_folder.filePath(QStringLiteral("h.sqlite")).toStdString(), history::Store::Access::ReadWrite);
  QVERIFY(store);
  QCOMPARE((*store)->baselines().add(read.value())->moves, std::size_t{912});
  m_history = (*store)->baselines().read().value();
}

/// The list has the hashes of PyTorch itself, the bundle has others: each commit of one must be one of the other.
void HistoryParityTest::sameChanges() {
  QFile list(support::referenceFolder() + QStringLiteral("/data/evidence/baseline-changes.tsv"));
  QVERIFY(list.open(QIODevice::ReadOnly));
  list.readLine();
  std::map<QString, std::multiset<QString>> expected, ours;  // by commit
  while (!list.atEnd()) {
    const QStringList fields = QString::fromUtf8(list.readLine()).trimmed().split(QLatin1Char('\t'));
    expected[fields[3]].insert((fields.mid(4, 2) + fields.mid(6)).join(QLatin1Char(' ')));
  }
  for (const std::string& file : m_history.files)
    for (const history::BlamedCell& cell : blame(m_history, file, {.all = true})) {
      const history::BaselineChange& change = m_history.changes[cell.change];
      if (!change.isMove() || m_history.files[change.file] != file) continue;  // of an older name: counted there
      const history::BaselineCommit& commit = m_history.commits[cell.commit];
      ours[text(commit.hash)].insert(QStringList{QString::number(commit.pullRequest.value_or(0)), QString::fromUtf8(kindName(commit.kind).data()),
                                                 fileName(file), text(change.model), text(change.column), text(*change.before),
                                                 text(*change.after)}
                                         .join(QLatin1Char(' ')));
    }
  QCOMPARE(ours.size(), expected.size());
  std::multiset<std::multiset<QString>> one, other;
  for (const auto& [hash, changes] : ours) one.insert(changes);
  for (const auto& [hash, changes] : expected) other.insert(changes);
  QVERIFY(one == other);
}

void HistoryParityTest::sameAsLinesOfGit() {
  std::set<std::tuple<QString, QString, QString>> cells;
  for (const history::BaselineChange& change : m_history.changes)
    if (change.isMove() && m_git.read(text(m_history.files[change.file])).contains('\n' + QByteArray::fromStdString(change.model) + ','))
      cells.insert({text(m_history.files[change.file]), text(change.model), text(change.column)});
  std::size_t seen = 0, number = 0;
  for (const auto& [file, model, column] : cells) {
    if (number++ % (cells.size() / 50) != 0 || ++seen > 50) continue;
    QStringList ours, lines;
    for (const history::BlamedCell& cell : blame(m_history, file.toStdString(), {model.toStdString(), column.toStdString(), true})) {
      const history::BaselineChange& change = m_history.changes[cell.change];
      if (change.isMove())
        ours.prepend(text(m_history.commits[cell.commit].hash + ' ' + *change.before + ' ' + *change.after));
    }
    const auto log = m_git.run({QStringLiteral("log"), QStringLiteral("--format=commit %H"),
                                QStringLiteral("-L/^%1,/,+1:%2").arg(model, file)});
    QVERIFY2(log.ok, log.err.constData());
    const int at = column == QStringLiteral("accuracy") ? 1 : 2;
    QString hash, before;
    for (const QString& line : QString::fromUtf8(log.out).split(QLatin1Char('\n'))) {
      if (line.startsWith(QStringLiteral("commit "))) hash = line.mid(7), before.clear();
      if (line.startsWith(QLatin1Char('-') + model + QLatin1Char(','))) before = line.split(QLatin1Char(','))[at].trimmed();
      if (!line.startsWith(QLatin1Char('+') + model + QLatin1Char(',')) || before.isEmpty()) continue;
      const QString after = line.split(QLatin1Char(','))[at].trimmed();
      if (after != before) lines.append(hash + QLatin1Char(' ') + before + QLatin1Char(' ') + after);
    }
    QVERIFY2(ours == lines, qPrintable(file + model + column + ours.join(QLatin1Char('|')) + QStringLiteral(" not ") + lines.join(QLatin1Char('|'))));
  }
  QCOMPARE(std::min<std::size_t>(seen, 50), std::size_t{50});
}

void HistoryParityTest::siblingsOfThatTime() {
  const history::SiblingMoves moves = history::siblingMoves(m_history);
  QCOMPARE(moves.moves.size(), std::size_t{554});
  QCOMPARE(moves.count(SiblingOutcome::Together), std::size_t{348});
  QCOMPARE(moves.count(SiblingOutcome::Later), std::size_t{62});
  QCOMPARE(moves.count(SiblingOutcome::Elsewhere), std::size_t{70});
  QCOMPARE(moves.count(SiblingOutcome::Stayed), std::size_t{74});
  std::vector<std::int64_t> lags;
  for (const history::SiblingMove& move : moves.moves)
    if (move.outcome == SiblingOutcome::Later) lags.push_back(move.lagSeconds);
  std::ranges::sort(lags);
  QCOMPARE(lags[lags.size() / 2] / kDay, 25);
}

void HistoryParityTest::undoneMoves() {
  std::map<std::tuple<std::size_t, std::string, std::string>, std::vector<const history::BaselineChange*>> cells;
  for (const history::BaselineChange& change : m_history.changes)
    if (change.isMove()) cells[{change.file, change.model, change.column}].push_back(&change);
  QCOMPARE(cells.size(), std::size_t{488});
  int back = 0, inAWeek = 0;
  for (const auto& [cell, changes] : cells)
    for (std::size_t i = 1; i < changes.size(); ++i) {
      if (changes[i]->after != changes[i - 1]->before) continue;
      ++back;
      inAWeek += m_history.commits[changes[i]->commit].time - m_history.commits[changes[i - 1]->commit].time <= 7 * kDay ? 1 : 0;
    }
  QCOMPARE(back, 291);
  QCOMPARE(inAWeek, 228);
}

REFERENCE_TEST_MAIN(HistoryParityTest, "data/evidence/pytorch-2023.bundle")
#include "history_test.moc"
