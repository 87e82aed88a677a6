// SPDX-License-Identifier: GPL-3.0-or-later
// Layout as PyTorch's linter sees it, our own findings beside it, and what git leaves behind after a merge.
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/baselines/conflict_blocks.h"
#include "core/baselines/layout_lint.h"

using namespace plumbline;
using baselines::ConflictChoice;

namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString sharedData() {
  const QString set = qEnvironmentVariable("PLUMBLINE_SHARED");
  return (set.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : set) + QStringLiteral("/data");
}

const QByteArray kConflict =
    "name,accuracy\n<<<<<<< HEAD\na,pass\nb,pass\n=======\na,OOM\nc,pass\n>>>>>>> 1234 (their work)\nd,pass\n"
    "<<<<<<< HEAD\n||||||| base\ne,pass\n=======\ne,OOM\n>>>>>>> 1234 (their work)\n";

}  // namespace

class LayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void replacements_data();
  void replacements();
  void replacementsOfRealFilesAreStable();
  void notUtf8();
  void jsonLine();
  void findings_data();
  void findings();
  void conflicts();
  void choices();
  void bothSidesBlankLines();
  void brokenConflicts_data();
  void brokenConflicts();
  void realConflicts();
};

void LayoutTest::replacements_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArray>("wanted");  // the same: clean
  const auto row = [](const char* name, const QByteArray& bytes, const QByteArray& wanted) {
    QTest::newRow(name) << bytes << wanted;
  };
  row("empty", "", "");
  row("clean", "h\n\n\n\na\n\n\n\nb\n", "h\n\n\n\na\n\n\n\nb\n");
  row("plain", "h\na\nb\n", "h\n\n\n\na\n\n\n\nb\n");
  row("one row", "h\n", "h\n");
  row("no last line end", "h\na,pass,0", "h\n\n\n\na,pass,0");
  row("no last line end, clean", "h\n\n\n\na,pass,0", "h\n\n\n\na,pass,0");
  row("six empty lines", "h\n\n\n\n\n\n\na\n", "h\n\n\n\na\n");
  row("empty lines at the end", "h\n\n\n\na\n\n\n\n", "h\n\n\n\na\n");
  row("crlf", "h\r\n\r\n\r\n\r\na\r\n", "h\n\n\n\na\n");
  row("cr", "h\r\r\r\ra\r", "h\n\n\n\na\n");
  row("only blank lines", "\n \n\t\n", "");
  row("white line between", "h\n \n\t\n\x0b\na\n", "h\n\n\n\na\n");
  row("blanks on a row are kept", "h \n\n\n\n a\n", "h \n\n\n\n a\n");
  row("form feed, NEL and U+2028 end no line",
      "h\x0c"
      "x\n\n\n\na\xc2\x85"
      "b\xe2\x80\xa8"
      "c\n",
      "h\x0c"
      "x\n\n\n\na\xc2\x85"
      "b\xe2\x80\xa8"
      "c\n");
  row("but alone on a line they are blank", "h\n\x0c\n\xc2\x85\n\xe3\x80\x80\na\n", "h\n\n\n\na\n");
  row("byte order mark", "\xef\xbb\xbfh\na\n", "\xef\xbb\xbfh\n\n\n\na\n");
}

void LayoutTest::replacements() {
  QFETCH(QByteArray, bytes);
  QFETCH(QByteArray, wanted);
  const auto made = baselines::linterReplacement(bytes.toStdString(), "e.csv");
  QVERIFY(made);
  QCOMPARE(made->has_value(), bytes != wanted);
  QCOMPARE(QByteArray::fromStdString(made->value_or(bytes.toStdString())), wanted);
  // What the linter proposes, it has nothing more to say about.
  QVERIFY(!baselines::linterReplacement(wanted.toStdString(), "e.csv")->has_value());
}

void LayoutTest::replacementsOfRealFilesAreStable() {
  QDirIterator files(sharedData() + QStringLiteral("/pytorch/expected"), {QStringLiteral("*.csv")}, QDir::Files,
                     QDirIterator::Subdirectories);
  if (!files.hasNext()) QSKIP("the shared data is not there");
  int clean = 0;
  int reported = 0;
  while (files.hasNext()) {
    const std::string bytes = content(files.next()).toStdString();
    const auto made = baselines::linterReplacement(bytes, "e.csv");
    QVERIFY(made);
    ++(*made ? reported : clean);
    if (*made) QVERIFY(!baselines::linterReplacement(**made, "e.csv")->has_value());
  }
  QVERIFY(clean > 3 && reported > 1);  // both layouts are among them
}

void LayoutTest::notUtf8() {
  const auto made = baselines::linterReplacement("h\nb\xff\n", "e.csv");
  QVERIFY(!made);
  QVERIFY(made.error().code == base::ErrorCode::BadFormat);
  QCOMPARE(made.error().line, std::size_t{2});
}

void LayoutTest::jsonLine() {
  const std::string original = "h\"\\\t\x01\x7f\r\n\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
  const std::string line = baselines::linterLine("d/e \xff.csv", original, "x\n");
  QCOMPARE(QString::fromStdString(line),
           QStringLiteral(
               "{\"path\": \"d/e \\udcff.csv\", \"line\": null, \"char\": null, \"code\": \"MERGE_CONFLICTLESS_CSV\", "
               "\"severity\": \"warning\", \"name\": \"format\", \"original\": "
               "\"h\\\"\\\\\\t\\u0001\\u007f\\r\\n\\u00e9\\u20ac\\ud83d\\ude00\", \"replacement\": \"x\\n\", "
               "\"description\": \"Run `lintrunner -a` to apply this patch.\"}"));
  const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
  QCOMPARE(json[QStringLiteral("original")].toString(), QString::fromStdString(original));
}

void LayoutTest::findings_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("wanted");  // "line kind" of each
  const auto row = [](const char* name, const QByteArray& bytes, const char* wanted) {
    QTest::newRow(name) << bytes << QString::fromUtf8(wanted);
  };
  row("nothing", "name,accuracy\na,pass\n", "");
  row("twice", "name,accuracy\na,pass\na,pass\n", "3 duplicate-model");
  row("conflict", "name,accuracy\n<<<<<<< x\na,pass\n", "2 conflict-marker 2 broken-conflict");
  row("whole conflicts", kConflict, "2 conflict 10 conflict");
  row("blanks", "name,accuracy\n\n\na, pass\nb ,pass\n", "4 blank-around 5 blank-around");
  row("no line end", "name,accuracy\na,pass", "2 no-final-newline");
  row("instruction counts", "a,m,100,0.1\nb,m,100,0.1\n", "");
  row("no name column", "model,accuracy\na,pass\n", "1 missing-name");
  row("empty", "", "1 empty-file");
}

void LayoutTest::findings() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, wanted);
  QStringList found;
  for (const auto& finding : baselines::ownFindings(bytes.toStdString(), "e.csv")) {
    // A short row has a word of its own that is not looked at here.
    if (finding.kind == "ragged-row") continue;
    found << QString::number(finding.line) << QString::fromStdString(finding.kind);
    QVERIFY(!finding.text.empty());
  }
  QCOMPARE(found.join(QLatin1Char(' ')), wanted);
}

void LayoutTest::conflicts() {
  QVERIFY(baselines::conflictBlocks("name\na\n", "e.csv")->empty());
  const auto blocks = baselines::conflictBlocks(kConflict.toStdString(), "e.csv");
  QVERIFY(blocks);
  QCOMPARE(blocks->size(), std::size_t{2});
  const auto& first = blocks->front();
  QCOMPARE(first.line, std::size_t{2});
  QCOMPARE(first.oursLabel, std::string("HEAD"));
  QCOMPARE(first.theirsLabel, std::string("1234 (their work)"));
  QCOMPARE(first.ours, std::string("a,pass\nb,pass\n"));
  QCOMPARE(first.theirs, std::string("a,OOM\nc,pass\n"));
  QVERIFY(!first.base);
  const auto& second = blocks->back();
  QCOMPARE(second.line, std::size_t{10});
  QCOMPARE(second.ours, std::string());
  QCOMPARE(*second.base, std::string("e,pass\n"));
  QCOMPARE(second.baseLabel, std::string("base"));
  QCOMPARE(second.end, static_cast<std::size_t>(kConflict.size()));
  const auto brief = baselines::conflictBlocks("<<<<<<< o\na\n=======\nb\n>>>>>>> \n", "e.csv");
  QVERIFY(brief);
  QCOMPARE(brief->front().oursLabel, std::string("o"));
  QCOMPARE(brief->front().theirsLabel, std::string());
}

void LayoutTest::choices() {
  const auto with = [](std::vector<ConflictChoice> choices) {
    const auto made = baselines::resolved(kConflict.toStdString(), "e.csv", choices);
    return made ? QString::fromStdString(*made) : QString::fromStdString(made.error().text);
  };
  QCOMPARE(with({ConflictChoice::Ours, ConflictChoice::Theirs}),
           QStringLiteral("name,accuracy\na,pass\nb,pass\nd,pass\ne,OOM\n"));
  QCOMPARE(with({ConflictChoice::Theirs, ConflictChoice::Ours}),
           QStringLiteral("name,accuracy\na,OOM\nc,pass\nd,pass\n"));
  QCOMPARE(with({ConflictChoice::Both, ConflictChoice::Both}),
           QStringLiteral("name,accuracy\na,pass\nb,pass\nc,pass\nd,pass\ne,OOM\n"));
  QCOMPARE(*baselines::resolved("name\n<<<<<<< o\na\n=======\nb\nc\nd\n>>>>>>> t\n", "e.csv", {ConflictChoice::Both}),
           std::string("name\na\nb\nc\nd\n"));
  QCOMPARE(with({ConflictChoice::Ours}), QStringLiteral("Conflicts in the file: 2; choices: 1."));
  QCOMPARE(*baselines::resolved("name\r\na\r\n", "e.csv", {}), std::string("name\r\na\r\n"));
}

void LayoutTest::bothSidesBlankLines() {
  const std::string bytes =
      "dev,name\n\n\n\n<<<<<<< a\r\ncuda,x\n\n\n\n=======\ncpu,x\n\n\n\ncuda,y\n\n\n\n>>>>>>> b\ncuda,z\n";
  QCOMPARE(QString::fromStdString(*baselines::resolved(bytes, "e.csv", {ConflictChoice::Both})),
           QStringLiteral("dev,name\n\n\n\ncuda,x\n\n\n\ncuda,y\n\n\n\ncuda,z\n"));
}

void LayoutTest::brokenConflicts_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<int>("line");
  QTest::newRow("inside another") << QByteArray("n\n<<<<<<< a\nx\n<<<<<<< b\n=======\n>>>>>>> b\n") << 4;
  QTest::newRow("inside the other side") << QByteArray("<<<<<<< a\n=======\n<<<<<<< b\n") << 3;
  QTest::newRow("no end") << QByteArray("n\n<<<<<<< a\nx\n=======\ny\n") << 2;
  QTest::newRow("no middle") << QByteArray("n\n<<<<<<< a\nx\n>>>>>>> b\n") << 4;
  QTest::newRow("stray middle") << QByteArray("n\n=======\n") << 2;
  QTest::newRow("two middles") << QByteArray("<<<<<<< a\n=======\n=======\n>>>>>>> b\n") << 3;
  QTest::newRow("stray end") << QByteArray("n\nx\n>>>>>>> b\n") << 3;
  QTest::newRow("base on the other side") << QByteArray("<<<<<<< a\n=======\n||||||| c\n>>>>>>> b\n") << 3;
  QTest::newRow("cut off in the marker's line") << QByteArray("n\n<<<<<<< a") << 2;
}

void LayoutTest::brokenConflicts() {
  QFETCH(QByteArray, bytes);
  QFETCH(int, line);
  const auto blocks = baselines::conflictBlocks(bytes.toStdString(), "e.csv");
  QVERIFY(!blocks);
  QVERIFY(blocks.error().code == base::ErrorCode::BadFormat);
  QCOMPARE(blocks.error().line, static_cast<std::size_t>(line));
  QCOMPARE(blocks.error().file, std::string("e.csv"));
  QVERIFY(!baselines::resolved(bytes.toStdString(), "e.csv", {}));
}

/// Published files that were committed with their markers, and their sides as somebody else's script cut them out.
void LayoutTest::realConflicts() {
  const QString sides = sharedData() + QStringLiteral("/pytorch/derived/conflict_resolved/");
  QDirIterator files(sides, {QStringLiteral("*__ours.csv")}, QDir::Files, QDirIterator::Subdirectories);
  if (!files.hasNext()) QSKIP("the shared data is not there");
  int seen = 0;
  while (files.hasNext()) {
    const QString ours = files.next();
    const QString inside = ours.mid(sides.size()).replace(QStringLiteral("__ours"), QString());
    const std::string bytes = content(sharedData() + QStringLiteral("/pytorch/actual/") + inside).toStdString();
    QVERIFY2(!bytes.empty(), qPrintable(inside));
    const auto blocks = baselines::conflictBlocks(bytes, "e.csv");
    QVERIFY(blocks && blocks->size() > 1);
    const auto all = [&](ConflictChoice choice) {
      return QByteArray::fromStdString(*baselines::resolved(bytes, "e.csv", std::vector(blocks->size(), choice)));
    };
    QCOMPARE(all(ConflictChoice::Ours), content(ours));
    QCOMPARE(all(ConflictChoice::Theirs),
             content(QString(ours).replace(QStringLiteral("__ours"), QStringLiteral("__theirs"))));
    ++seen;
  }
  QCOMPARE(seen, 4);
}

QTEST_GUILESS_MAIN(LayoutTest)
#include "layout_test.moc"
