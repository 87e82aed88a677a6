// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <random>

#include "core/text/byte_edits.h"
#include "core/text/line_diff.h"

using namespace plumbline;
using namespace plumbline::text;

namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

/// someText is lines out of a small stock, so that the same line occurs often, as the blank ones of baselines do.
std::string someText(Random& random, std::size_t lines, std::size_t stock) {
  static const char* const kEnds[] = {"\n", "\n", "\n", "\r\n", "\n\n\n\n"};
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    const std::size_t which = below(random, stock);
    if (which != 0) text += "model_" + std::to_string(which) + ",pass," + std::to_string(which % 5);
    text += kEnds[below(random, 5)];
  }
  if (!text.empty() && below(random, 4) == 0) text.pop_back();
  return text;
}

/// changedText edits some lines of a text.
std::string changedText(Random& random, const std::string& before) {
  std::vector<std::string_view> lines = linesOf(before);
  static const std::string kNew[] = {"new,fail_accuracy,1\n", "\n", "h\xC3\xA4h,pass,2\n", "x,y\r\n"};
  std::string after;
  for (const std::string_view line : lines) {
    const std::size_t what = below(random, 14);
    if (what == 0) continue;
    if (what == 1) after += kNew[below(random, 4)];
    after += what == 2 ? std::string_view(kNew[below(random, 4)]) : line;
  }
  if (!after.empty() && below(random, 6) == 0) after.pop_back();
  if (below(random, 6) == 0) after += "last,line";
  return after;
}

std::string rebuilt(const std::string& before, const std::string& after, const std::vector<LineChange>& changes) {
  const auto a = linesOf(before);
  const auto b = linesOf(after);
  std::string out;
  std::size_t at = 0;
  for (const LineChange& change : changes) {
    for (; at < change.beforeFirst; ++at) out += a.at(at);
    for (std::size_t i = 0; i < change.afterCount; ++i) out += b.at(change.afterFirst + i);
    at += change.beforeCount;
  }
  for (; at < a.size(); ++at) out += a.at(at);
  return out;
}

/// smallest is the least number of lines to take out and put in, by the plain quadratic table.
std::size_t smallest(const std::string& before, const std::string& after) {
  const auto a = linesOf(before);
  const auto b = linesOf(after);
  std::vector<std::size_t> row(b.size() + 1);
  for (const std::string_view line : a) {
    std::size_t corner = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = line == b[j - 1] ? corner + 1 : std::max(row[j], row[j - 1]);
      corner = above;
    }
  }
  return a.size() + b.size() - 2 * row[b.size()];
}

void write(const QString& path, const std::string& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

std::string read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string("(cannot be read)");
}

/// Git runs git in a folder of its own, without the user's settings.
class Git {
 public:
  static bool isThere() { return !QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty(); }
  QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
  int run(const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("GIT_CONFIG_NOSYSTEM"), QStringLiteral("1"));
    environment.insert(QStringLiteral("GIT_CEILING_DIRECTORIES"), m_folder.path());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral("git"), arguments);
    if (!process.waitForFinished(20'000)) return -1;
    said = process.readAllStandardOutput();
    complaint = process.readAllStandardError();
    return process.exitCode();
  }
  QByteArray said, complaint;

 private:
  QTemporaryDir m_folder;
};

/// hunkBodies leaves out what git adds for people: the file lines and the words behind the second @@.
QByteArray hunkBodies(const QByteArray& diff) {
  QByteArray out;
  bool inHunk = false;
  for (QByteArray line : diff.split('\n')) {
    if (line.startsWith("@@ ")) {
      inHunk = true;
      line.truncate(line.indexOf(" @@") + 3);
    }
    if (inHunk) out += line + '\n';
  }
  return out;
}

}  // namespace

class LineDiffTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void changes_data();
  void changes();
  void smallestOnRandomTexts();
  void replacedLines();
  void hopelessTextsEnd();
  void hunks();
  void unified_data();
  void unified();
  void gitAppliesRandomPairs();
  void gitAppliesOddPaths();
  void gitSaysTheSame_data();
  void gitSaysTheSame();
};

void LineDiffTest::changes_data() {
  QTest::addColumn<QByteArray>("before");
  QTest::addColumn<QByteArray>("after");
  QTest::addColumn<QString>("changes");
  QTest::newRow("equal") << QByteArray("a\nb\n") << QByteArray("a\nb\n") << "";
  QTest::newRow("from nothing") << QByteArray("") << QByteArray("a\nb\n") << "0+0>0+2 ";
  QTest::newRow("to nothing") << QByteArray("a\nb\n") << QByteArray("") << "0+2>0+0 ";
  QTest::newRow("one line") << QByteArray("a\nb\nc\n") << QByteArray("a\nx\nc\n") << "1+1>1+1 ";
  QTest::newRow("last line end") << QByteArray("a\nb") << QByteArray("a\nb\n") << "1+1>1+1 ";
  QTest::newRow("CR belongs to its line") << QByteArray("a\r\nb\n") << QByteArray("a\nb\n") << "0+1>0+1 ";
  QTest::newRow("a row of a spaced file starts with itself")
      << QByteArray("a\n\n\n\nc\n") << QByteArray("a\n\n\n\nb\n\n\n\nc\n") << "4+0>4+4 ";
  QTest::newRow("a row taken out") << QByteArray("a\n\n\n\nb\n\n\n\nc\n") << QByteArray("a\n\n\n\nc\n") << "4+4>4+0 ";
  QTest::newRow("two neighbours are one change") << QByteArray("a\nb\nc\n") << QByteArray("x\ny\nc\n") << "0+2>0+2 ";
  QTest::newRow("as far down as it goes") << QByteArray("a\na\n") << QByteArray("a\na\na\n") << "2+0>2+1 ";
}

void LineDiffTest::changes() {
  QFETCH(QByteArray, before);
  QFETCH(QByteArray, after);
  QString text;
  for (const LineChange& c : changedLines(before.toStdString(), after.toStdString()))
    text += QStringLiteral("%1+%2>%3+%4 ").arg(c.beforeFirst).arg(c.beforeCount).arg(c.afterFirst).arg(c.afterCount);
  QTEST(text, "changes");
}

void LineDiffTest::smallestOnRandomTexts() {
  Random random(11);
  for (int i = 0; i < 20'000; ++i) {
    const std::string before = someText(random, below(random, 14), 1 + below(random, 6));
    const std::string after =
        below(random, 2) == 0 ? changedText(random, before) : someText(random, below(random, 14), 1 + below(random, 6));
    const auto changes = changedLines(before, after);
    QCOMPARE(rebuilt(before, after, changes), after);
    std::size_t cost = 0;
    for (std::size_t c = 0; c < changes.size(); ++c) {
      cost += changes[c].beforeCount + changes[c].afterCount;
      if (c == 0) continue;
      const std::size_t end = changes[c - 1].beforeFirst + changes[c - 1].beforeCount;
      QVERIFY(end < changes[c].beforeFirst);
      QCOMPARE(changes[c].afterFirst - changes[c - 1].afterFirst - changes[c - 1].afterCount,
               changes[c].beforeFirst - end);
    }
    QCOMPARE(cost, smallest(before, after));
  }
}

/// replacedLines are found in place; a line that also stands elsewhere is still compared as a whole text.
void LineDiffTest::replacedLines() {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> before, after;
    for (std::size_t i = 0; i < 60; ++i) before.push_back("model_" + std::to_string(i) + ",pass\n");
    after = before;
    std::size_t replaced = 0;
    for (std::string& line : after)
      if (below(random, 20) == 0) line = "new_" + std::to_string(replaced++) + "\n";
    const bool isSwapped = round % 2 == 0;
    if (isSwapped) std::swap(after[below(random, 30)], after[30 + below(random, 30)]);
    const auto joined = [](const std::vector<std::string>& lines) {
      std::string text;
      for (const std::string& line : lines) text += line;
      return text;
    };
    const auto changes = changedLines(joined(before), joined(after));
    QCOMPARE(rebuilt(joined(before), joined(after), changes), joined(after));
    if (isSwapped) continue;
    std::size_t count = 0;
    for (const LineChange& change : changes) {
      QCOMPARE(change.beforeFirst, change.afterFirst);
      QCOMPARE(change.beforeCount, change.afterCount);
      count += change.beforeCount;
    }
    QCOMPARE(count, replaced);
  }
}

void LineDiffTest::hopelessTextsEnd() {
  Random random(12);
  // The same lines in two random orders: every line has a partner, hardly any two pairs agree.
  std::vector<std::string> lines;
  for (int i = 0; i < 20'000; ++i) lines.push_back("line " + std::to_string(i % 5'000) + '\n');
  const auto shuffled = [&] {
    std::shuffle(lines.begin(), lines.end(), random);
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
  };
  const std::string before = shuffled();
  const std::string after = shuffled();
  QElapsedTimer clock;
  clock.start();
  const auto changes = changedLines(before, after);
  qInfo("two texts without order took %lld ms", static_cast<long long>(clock.elapsed()));
  QCOMPARE(rebuilt(before, after, changes), after);
}

void LineDiffTest::hunks() {
  std::string before;
  for (int i = 1; i <= 30; ++i) before += std::to_string(i) + '\n';
  std::string after = before;
  const auto swap = [&](const std::string& line) {
    after.replace(after.find('\n' + line + '\n') + 1, line.size(), line + "x");
  };
  swap("5");
  swap("12");  // six lines between: one hunk
  swap("20");  // seven: another
  const auto found = hunksOf(before, after);
  QCOMPARE(found.size(), std::size_t{2});
  QCOMPARE(found[0].changes.size(), std::size_t{2});
  QVERIFY((found[0].range == LineChange{1, 14, 1, 14}));
  QVERIFY((found[1].range == LineChange{16, 7, 16, 7}));
  QVERIFY(hunksOf(before, before).empty());
  QCOMPARE(hunksOf(before, after, 0).size(), std::size_t{3});
}

void LineDiffTest::unified_data() {
  QTest::addColumn<QByteArray>("before");
  QTest::addColumn<QByteArray>("after");
  QTest::addColumn<QByteArray>("diff");
  QTest::newRow("equal") << QByteArray("a\n") << QByteArray("a\n") << QByteArray();
  QTest::newRow("one of one") << QByteArray("a\n") << QByteArray("b\n") << QByteArray("@@ -1 +1 @@\n-a\n+b\n");
  QTest::newRow("new file") << QByteArray("") << QByteArray("a\nb\n") << QByteArray("@@ -0,0 +1,2 @@\n+a\n+b\n");
  QTest::newRow("emptied") << QByteArray("a\n") << QByteArray("") << QByteArray("@@ -1 +0,0 @@\n-a\n");
  QTest::newRow("no last line end") << QByteArray("a\nb") << QByteArray("a\nc")
                                    << QByteArray("@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
                                                  "\\ No newline at end of file\n");
  QTest::newRow("context without line end")
      << QByteArray("a\nb") << QByteArray("x\nb")
      << QByteArray("@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n");
}

void LineDiffTest::unified() {
  QFETCH(QByteArray, before);
  QFETCH(QByteArray, after);
  QFETCH(QByteArray, diff);
  const std::string got = unifiedDiff({"a/x.csv", "b/x.csv"}, before.toStdString(), after.toStdString());
  const QByteArray files = diff.isEmpty() ? QByteArray() : QByteArray("--- a/x.csv\n+++ b/x.csv\n");
  QCOMPARE(QByteArray::fromStdString(got), files + diff);
}

void LineDiffTest::gitAppliesRandomPairs() {
  if (!Git::isThere()) QSKIP("git is not installed: nothing here can apply the patches");
  Git git;
  Random random(13);
  for (int round = 0; round < 12; ++round) {
    // Many pairs in one patch: a run of git costs more than all of them.
    QStringList names;
    std::vector<std::string> befores, afters;
    std::string patch;
    for (int i = 0; i < 40; ++i) {
      std::string before = someText(random, below(random, 40), 1 + below(random, 20));
      std::string after =
          below(random, 3) == 0 ? someText(random, below(random, 40), 1 + below(random, 20)) : changedText(random, before);
      const std::string name = "f" + std::to_string(i) + ".csv";
      const bool isNew = before.empty();
      const bool isGone = after.empty();
      patch += unifiedDiff({isNew ? "/dev/null" : "a/" + name, isGone ? "/dev/null" : "b/" + name}, before, after,
                           1 + below(random, 4));
      if (!isNew) write(git.path(name.c_str()), before);
      names << QString::fromStdString(name);
      befores.push_back(std::move(before));
      afters.push_back(std::move(after));
    }
    write(git.path("all.patch"), patch);
    QVERIFY2(git.run({QStringLiteral("apply"), QStringLiteral("--check"), QStringLiteral("--unidiff-zero"),
                      QStringLiteral("--whitespace=nowarn"), QStringLiteral("all.patch")}) == 0,
             git.complaint.constData());
    QVERIFY2(git.run({QStringLiteral("apply"), QStringLiteral("--unidiff-zero"), QStringLiteral("--whitespace=nowarn"),
                      QStringLiteral("all.patch")}) == 0,
             git.complaint.constData());
    for (int i = 0; i < names.size(); ++i) {
      const QString path = git.path(qPrintable(names[i]));
      const std::string& after = afters[static_cast<std::size_t>(i)];
      if (after.empty()) {
        QVERIFY(!QFile::exists(path) || befores[static_cast<std::size_t>(i)].empty());
      } else {
        QCOMPARE(read(path), after);
      }
      QFile::remove(path);
    }
  }
}

void LineDiffTest::gitAppliesOddPaths() {
  if (!Git::isThere()) QSKIP("git is not installed: nothing here can apply the patches");
  Git git;
  for (const char* name : {"plain.csv", "with space.csv", "h\xC3\xA4h.csv", "quo\"te.csv", "back\\slash.csv", "tab\t.csv",
                           "two words \xE6\xA8\xA1.csv", "line\nbreak.csv"}) {
    write(git.path(name), "a\n");
    write(git.path("p"), unifiedDiff({std::string("a/") + name, std::string("b/") + name}, "a\n", "b\n"));
    QVERIFY2(git.run({QStringLiteral("apply"), QStringLiteral("p")}) == 0, git.complaint.constData());
    QCOMPARE(read(git.path(name)), std::string("b\n"));
    // What git itself writes for this path.
    write(git.path("old"), "a\n");
    git.run({QStringLiteral("diff"), QStringLiteral("--no-index"), QStringLiteral("old"), QString::fromUtf8(name)});
    const std::string ours = unifiedDiff({"a/old", std::string("b/") + name}, "a\n", "b\n");
    QVERIFY2(git.said.endsWith(QByteArray::fromStdString(ours)), git.said.constData());
  }
}

void LineDiffTest::gitSaysTheSame_data() {
  QTest::addColumn<QByteArray>("before");
  QTest::addColumn<QByteArray>("after");
  const QByteArray spaced = "name,accuracy\n\n\n\na,pass\n\n\n\nb,pass\n\n\n\nc,pass\n\n\n\nd,pass\n\n\n\ne,pass\n";
  const auto with = [&](const char* old, const char* now) { return QByteArray(spaced).replace(old, now); };
  QTest::newRow("cell") << spaced << with("c,pass", "c,OOM");
  QTest::newRow("cells far apart") << spaced << with("a,pass", "a,OOM").replace("e,pass", "e,OOM");
  QTest::newRow("last cell, no line end") << spaced.chopped(1) << with("e,pass\n", "e,OOM");
  QTest::newRow("new row") << spaced << with("c,pass\n", "bb,OOM\n\n\n\nc,pass\n");
  QTest::newRow("new last row") << spaced << with("e,pass\n", "e,pass\n\n\n\nf,pass\n");
  QTest::newRow("row gone") << spaced << with("c,pass\n\n\n\n", "");
  QTest::newRow("first row gone") << spaced << with("a,pass\n\n\n\n", "");
  QTest::newRow("last row gone") << spaced << with("\n\n\n\ne,pass\n", "\n");
  QTest::newRow("only the line gone, six blank lines stay") << spaced << with("c,pass\n", "");
  QTest::newRow("plain layout") << QByteArray("n\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\n")
                                << QByteArray("n\na\nb\nx\nd\ne\nf\ng\nh\ny\nj\n");
  QTest::newRow("CRLF") << QByteArray("n\r\na\r\nb\r\n") << QByteArray("n\r\na\r\nc\r\n");
  QTest::newRow("column") << QByteArray("n\na\nb\n") << QByteArray("n,x\na,\nb,\n");
}

void LineDiffTest::gitSaysTheSame() {
  if (!Git::isThere()) QSKIP("git is not installed: there is nothing to compare with");
  QFETCH(QByteArray, before);
  QFETCH(QByteArray, after);
  Git git;
  write(git.path("x"), before.toStdString());
  write(git.path("y"), after.toStdString());
  git.run({QStringLiteral("diff"), QStringLiteral("--no-index"), QStringLiteral("-U3"), QStringLiteral("x"),
           QStringLiteral("y")});
  const std::string ours = unifiedDiff({"a/x", "b/y"}, before.toStdString(), after.toStdString());
  QCOMPARE(hunkBodies(QByteArray::fromStdString(ours)), hunkBodies(git.said));
}

QTEST_GUILESS_MAIN(LineDiffTest)
#include "line_diff_test.moc"
