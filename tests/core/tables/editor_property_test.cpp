// SPDX-License-Identifier: GPL-3.0-or-later
// Random edits on files of every layout: each state says what its cells say, and the way back gives the same bytes.
// PLUMBLINE_EDIT_SEQUENCES sets how many sequences are tried (default 30,000; all 100,000 take half a minute).
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <set>

#include "core/tables/csv_editor.h"
#include "tests/core/tables/editor_model.h"

using namespace plumbline;
using namespace plumbline::tables;
using tests::EditorModel;
using tests::ModelCell;
using tests::ModelRow;

namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

std::shared_ptr<const CsvTable> scan(std::string bytes) { return CsvTable::scan(std::move(bytes), "x.csv").value(); }

const std::vector<std::string> kTexts = {"pass", "fail_accuracy", "", "0", "12", "0.9983", "a,b", "say \"x\"", " pass", "h\xC3\xA4",
                                         "model_1", "Zeta", "alpha", "NaN", "-1e5", "#x", "=======", "\xEF\xBB\xBF", "a\tb"};

std::string quotes(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

/// Style is which cells a file quotes.
enum class Style { Plain, Everything, Texts, Mixed };

ModelCell someCell(Random& random, Style style) {
  ModelCell cell;
  cell.text = kTexts[below(random, kTexts.size() - 4)];
  if (style == Style::Mixed && below(random, 12) == 0) cell.text = "two\nlines";
  const bool isNumber = !cell.text.empty() && cell.text.find_first_not_of("0123456789.-e") == std::string::npos;
  bool quoted = cell.text.find_first_of(",\"\n") != std::string::npos || style == Style::Everything;
  quoted = quoted || (style == Style::Texts && !isNumber && !cell.text.empty());
  quoted = quoted || (style == Style::Mixed && below(random, 3) == 0);
  cell.raw = quoted ? quotes(cell.text) : cell.text;
  return cell;
}

EditorModel someFile(Random& random) {
  static const std::string kEnds[] = {"\n", "\n", "\n", "\r\n", "\r"};
  static const std::size_t kGaps[] = {0, 0, 1, 3, 3};
  EditorModel file;
  file.lineEnd = kEnds[below(random, 5)];
  file.hasHeader = below(random, 5) != 0;
  if (below(random, 6) == 0) file.prefix = "\xEF\xBB\xBF";
  if (below(random, 8) == 0) file.prefix += file.lineEnd;
  for (std::size_t n = below(random, 6) == 0 ? below(random, 4) : 1; n > 0; --n) file.tail += file.lineEnd;
  const auto style = static_cast<Style>(below(random, 4));
  const std::size_t width = 1 + below(random, 5);
  const std::size_t gap = kGaps[below(random, 5)];
  const bool sorted = below(random, 2) == 0;
  const bool ragged = file.hasHeader && below(random, 4) == 0;  // without one the first rows say how wide the rest may be
  const bool remarked = below(random, 4) == 0;

  std::vector<std::string> names;
  for (std::size_t n = below(random, 7) + (file.hasHeader ? 0 : 1); n > 0; --n)
    names.push_back(std::string(below(random, 3) == 0 ? "M" : "m") + std::to_string(below(random, 50)));
  if (sorted) std::sort(names.begin(), names.end());
  if (file.hasHeader) {
    ModelRow header;
    for (std::size_t f = 0; f < width; ++f) {
      const std::string name = f == 0 ? "name" : "c" + std::to_string(f);
      header.cells.push_back({name, style == Style::Everything || style == Style::Texts ? quotes(name) : name});
    }
    file.rows.push_back(std::move(header));
  }
  for (const std::string& name : names) {
    if (remarked && below(random, 3) == 0 && !file.rows.empty()) file.rows.push_back({{{"# remark", "# remark"}}});
    ModelRow row;
    const bool quoted = style == Style::Everything || style == Style::Texts || (style == Style::Mixed && below(random, 2) == 0);
    row.cells.push_back({name, quoted ? quotes(name) : name});
    const bool isFirst = file.rows.size() < 2;  // these two set the width
    const std::size_t fields = ragged && !isFirst ? 1 + below(random, width) : width;
    while (row.cells.size() < fields) row.cells.push_back(someCell(random, style));
    file.rows.push_back(std::move(row));
  }
  if (file.rows.size() < 2 && (file.prefix + file.tail).find_first_of("\r\n") == std::string::npos)
    file.lineEnd = "\n";  // no line end in the file
  const bool holed = below(random, 3) == 0;
  for (ModelRow& row : file.rows) row.gap = holed && below(random, 4) == 0 ? 2 * gap + below(random, 2) * gap : gap;
  return file;
}

/// modelOf reads a real file into the model; its line ends must all be of one kind.
EditorModel modelOf(const CsvTable& table, bool hasHeader) {
  EditorModel file;
  file.hasHeader = hasHeader;
  const std::string_view all = table.bytes();
  file.lineEnd = shapeOf(table, {0, hasHeader}).lineEnd;
  std::string scratch;
  for (std::size_t r = 0; r < table.recordCount(); ++r) {
    ModelRow row;
    for (std::size_t f = 0; f < table.recordFieldCount(r); ++f) {
      const auto span = *table.recordField(r, f);
      const std::string raw(all.substr(span.begin, span.end - span.begin));
      row.cells.push_back({std::string(table.textOf(raw, scratch)), raw});
    }
    const std::size_t end = table.wholeRecord(r).end;
    const bool isLast = r + 1 == table.recordCount();
    if (r == 0) file.prefix = all.substr(0, table.wholeRecord(0).begin);
    if (isLast) {
      file.tail = all.substr(end);
    } else {
      row.gap = (table.wholeRecord(r + 1).begin - end) / file.lineEnd.size() - 1;
    }
    file.rows.push_back(std::move(row));
  }
  return file;
}

/// someEdits are edits that the editor must take: none of them gets in the way of another.
std::vector<TableEdit> someEdits(Random& random, const EditorModel& file, int& columnsSoFar) {
  std::vector<TableEdit> edits;
  std::set<std::pair<std::size_t, std::size_t>> touched;
  std::set<std::size_t> gone;
  const std::size_t header = file.hasHeader ? 1 : 0;
  const auto text = [&] { return kTexts[below(random, kTexts.size())]; };
  std::size_t columns = 0;
  for (std::size_t n = 1 + below(random, 4); n > 0; --n) {
    const std::size_t what = below(random, 8);
    const std::size_t record = below(random, file.rows.size());
    if (what <= 3) {
      const std::size_t width = file.hasHeader && record == 0 ? file.rows[0].cells.size() : file.width();
      const std::size_t field = below(random, width);
      if (gone.contains(record) || !touched.insert({record, field}).second) continue;
      if (file.rows[record].cells[0].raw.starts_with('#')) continue;  // would no longer be a remark, or be one
      std::string now = text();
      if (field == 0 && now.starts_with('#')) now = "x";
      edits.push_back(SetCell{record, field, now});
    } else if (what <= 5) {
      AddRecord added;
      added.cells.push_back((below(random, 3) == 0 ? "M" : "m") + std::to_string(below(random, 50)));
      for (std::size_t f = below(random, file.width() + columns); f > 0; --f) added.cells.push_back(text());
      added.cells.resize(std::min(added.cells.size(), file.width()));
      edits.push_back(std::move(added));
    } else if (what == 6) {
      const bool isNamed = std::any_of(touched.begin(), touched.end(), [&](const auto& t) { return t.first == record; });
      if (record < header || isNamed || !gone.insert(record).second) continue;
      edits.push_back(RemoveRecord{record});
    } else if (below(random, 3) == 0) {
      AddColumn column{"new" + std::to_string(++columnsSoFar), {}};
      for (std::size_t r = below(random, file.rows.size() - header + 1); r > 0; --r) column.cells.push_back(text());
      edits.push_back(std::move(column));
      ++columns;
    }
  }
  return edits;
}

/// playOn does a random sequence of edits on a file and takes it back; "" when all went as it must.
std::string playOn(Random& random, EditorModel file, std::size_t maxSteps) {
  std::vector<std::string> states = {file.bytes()};
  std::vector<text::ByteEdits> back;
  int columns = 0;
  const Key key{0, file.hasHeader};
  auto table = scan(states[0]);
  for (std::size_t step = 1 + below(random, maxSteps); step > 0 && !file.rows.empty(); --step) {
    const std::vector<TableEdit> edits = someEdits(random, file, columns);
    const auto planned = editsFor(*table, key, edits);
    if (!planned) return "refused: " + base::describe(planned.error());
    const auto after = text::applied(states.back(), *planned);
    if (!after) return "does not apply: " + base::describe(after.error());
    file.apply(edits);
    table = scan(*after);
    const std::string differs = file.agreesWith(*table);
    if (!differs.empty()) return "differs in " + differs + " after step; before: " + states.back() + " after: " + *after;
    back.push_back(text::inverse(states.back(), *planned));
    states.push_back(*after);
    // What was spelled by the editor is from now on part of the file.
    file = file.rows.empty() ? file : modelOf(*table, file.hasHeader);
    if (file.rows.empty() || table->pandasError()) break;
  }
  std::string bytes = states.back();
  while (!back.empty()) {
    states.pop_back();
    bytes = *text::applied(bytes, back.back());
    back.pop_back();
    if (bytes != states.back()) return "the way back leads elsewhere: " + bytes;
  }
  return "";
}

QString sharedFolder() {
  const QString given = qEnvironmentVariable("PLUMBLINE_SHARED");
  return given.isEmpty() ? QStringLiteral(PLUMBLINE_SOURCE_DIR "/../shared") : given;
}

struct RealFile {
  QString path;
  std::string bytes;
  bool hasHeader = true;
};

std::vector<RealFile> realFiles() {
  std::vector<RealFile> files;
  QDirIterator it(sharedFolder() + QStringLiteral("/data"), {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories);
  while (it.hasNext()) {
    QFile file(it.next());
    if (!file.open(QIODevice::ReadOnly)) continue;
    files.push_back({it.filePath(), file.readAll().toStdString(), !it.fileName().startsWith(QStringLiteral("pr_time_"))});
  }
  return files;
}

}  // namespace

class EditorPropertyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void randomSequences();
  void randomSequencesOnRealFiles();
  void oneCellOfEachRealFile();
};

void EditorPropertyTest::randomSequences() {
  bool given = false;
  const int asked = qEnvironmentVariableIntValue("PLUMBLINE_EDIT_SEQUENCES", &given);
  for (int i = 0; i < (given ? asked : 30'000); ++i) {
    Random random(static_cast<unsigned>(i));
    const std::string trouble = playOn(random, someFile(random), 4);
    QVERIFY2(trouble.empty(), ("sequence " + std::to_string(i) + ' ' + trouble).c_str());
  }
}

void EditorPropertyTest::randomSequencesOnRealFiles() {
  const std::vector<RealFile> files = realFiles();
  if (files.empty()) QSKIP("the real baselines (../shared/data) are not here");
  int edited = 0;
  for (const RealFile& file : files) {
    const auto table = scan(file.bytes);
    const auto fits = editsFor(*table, {0, file.hasHeader}, {SetCell{0, 0, "x"}});
    if (!fits) continue;  // conflict markers: oneCellOfEachRealFile counts them
    const EditorModel model = modelOf(*table, file.hasHeader);
    if (model.bytes() != file.bytes) continue;  // several kinds of line ends
    ++edited;
    for (unsigned i = 0; i < 20; ++i) {
      Random random(i);
      const std::string trouble = playOn(random, model, 6);
      QVERIFY2(trouble.empty(), qPrintable(file.path + QLatin1Char(' ') + QString::fromStdString(trouble)));
    }
  }
  qInfo("%d real files, 20 sequences each", edited);
  QVERIFY(edited > 60);
}

void EditorPropertyTest::oneCellOfEachRealFile() {
  const std::vector<RealFile> files = realFiles();
  if (files.empty()) QSKIP("the real baselines (../shared/data) are not here");
  if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty()) QSKIP("git is not installed");
  QTemporaryDir folder;
  QDir(folder.path()).mkdir(QStringLiteral("a"));
  QDir(folder.path()).mkdir(QStringLiteral("b"));
  int edited = 0;
  int refused = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto table = scan(files[i].bytes);
    // A file with nothing but a header has its header changed.
    const std::size_t record = table->recordCount() == 1 ? 0 : 1 + i % (table->recordCount() - 1);
    const std::size_t field = std::min<std::size_t>(1 + i % 2, table->headerWidth() - 1);
    const auto span = table->recordField(record, field);
    if (span && files[i].bytes.substr(span->begin, span->end - span->begin).find('\n') != std::string::npos)
      continue;  // a cell of several lines: git counts each of them
    const auto edits = editsFor(*table, {0, files[i].hasHeader}, {SetCell{record, field, "changed"}});
    if (!edits) {
      QVERIFY2(edits.error().text.find("conflict markers") != std::string::npos, qPrintable(files[i].path));
      ++refused;
      continue;
    }
    ++edited;
    const QString name = QStringLiteral("/%1.csv").arg(i);
    for (const auto& [side, bytes] :
         {std::pair("/a", files[i].bytes), std::pair("/b", *text::applied(files[i].bytes, *edits))}) {
      QFile out(folder.path() + QString::fromLatin1(side) + name);
      QVERIFY(out.open(QIODevice::WriteOnly));
      out.write(bytes.data(), static_cast<qint64>(bytes.size()));
    }
  }
  QProcess git;
  git.setWorkingDirectory(folder.path());
  git.start(QStringLiteral("git"), {QStringLiteral("diff"), QStringLiteral("--no-index"), QStringLiteral("--numstat"),
                                    QStringLiteral("a"), QStringLiteral("b")});
  QVERIFY(git.waitForFinished(20'000));
  const QList<QByteArray> lines = git.readAllStandardOutput().trimmed().split('\n');
  QCOMPARE(static_cast<int>(lines.size()), edited);
  for (const QByteArray& line : lines) QVERIFY2(line.startsWith("1\t1\t"), line.constData());
  qInfo("%d real files say 1 1; %d with conflict markers are refused", edited, refused);
}

QTEST_GUILESS_MAIN(EditorPropertyTest)
#include "editor_property_test.moc"
