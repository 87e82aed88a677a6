// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <array>
#include <random>
#include <stop_token>

#include "core/tables/block_masks.h"
#include "core/tables/csv_table.h"
#include "core/tables/diagnose.h"
#include "core/tables/scanner.h"
#include "tests/core/tables/reference_reader.h"

using namespace plumbline;
using namespace plumbline::tables;

namespace {

std::shared_ptr<const CsvTable> scanned(std::string bytes) {
  auto outcome = CsvTable::scan(std::move(bytes), "t.csv");
  return outcome.isValue() ? outcome.value() : nullptr;
}

/// dump writes names, then rows: cells by '|', rows by ';'. Quoted cells carry a q in front.
std::string dump(const CsvTable& table) {
  std::string out;
  for (const std::string& name : table.columnNames()) out += (out.empty() ? "" : "|") + name;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row)
    for (std::size_t column = 0; column < table.headerWidth(); ++column) {
      out += column == 0 ? ';' : '|';
      if (table.isQuoted(row, column)) out += 'q';
      out += table.cell(row, column, scratch);
    }
  return out;
}

std::string soup(std::mt19937& random, std::size_t pieces) {
  static const std::vector<std::string> parts = {
      "a", "bc", "1", ",", ",", ",", ",", "\n", "\n", "\n", "\r\n", "\r", "\"", "\"", "\"\"", " ", "\t", "#", "=======", "<<<<<<< x",
      std::string(1, '\0'), "\xC3\xA9", "a long cell that does not end before the block does", "\"a, quoted \"\" cell\n with all\""};
  std::string text = random() % 8 == 0 ? "\xEF\xBB\xBF" : "";
  for (std::size_t i = 0; i < pieces; ++i) text += parts[random() % parts.size()];
  return text;
}

std::string differenceTo(const tests::ReferenceFile& want, const std::string& text, const Scanned& got) {
  const CellStore& cells = got.cells;
  if (cells.recordCount() != want.records.size()) return "records " + std::to_string(cells.recordCount());
  if (got.log.openQuote.has_value() != want.openQuote) return "open quote";
  for (std::size_t r = 0; r < want.records.size(); ++r) {
    const auto& fields = want.records[r];
    const std::string at = "record " + std::to_string(r);
    if (cells.fieldCount(text, r) != fields.size()) return at + " has " + std::to_string(cells.fieldCount(text, r));
    if (cells.span(text, r, fields.size())) return at + " has a cell behind its last";
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const auto span = cells.span(text, r, f);
      if (!span || span->begin != fields[f].begin || span->end != fields[f].end)
        return at + " field " + std::to_string(f);
      std::string_view raw;
      cells.rawColumn(text, r, f, std::span(&raw, 1));
      if (raw.data() != text.data() + span->begin || raw.size() != span->end - span->begin) return at + " raw";
    }
    const CellSpan record = cells.recordSpan(text, r);
    if (record.begin != fields.front().begin || record.end != fields.back().end) return at + " span";
  }
  return {};
}

}  // namespace

class ScanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cells_data();
  void cells();
  void spansAreTheBytesInTheFile();
  void allWaysOfScanningAgree_data();
  void allWaysOfScanningAgree();
  void memoryStaysUnderThreeTimesTheFile_data();
  void memoryStaysUnderThreeTimesTheFile();
  void linesAndMarks();
  void tooManyColumnsAreRefused();
  void tooManyAbsentCellsAreRefused();
  void outOfRangeIsEmpty();
  void cancelling();
  void progressEndsWithTheWholeFile();
};

void ScanTest::cells_data() {
  QTest::addColumn<QByteArray>("file");
  QTest::addColumn<QByteArray>("want");
  const auto row = [](const char* name, const std::string& file, const std::string& want) {
    QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray::fromStdString(want);
  };
  using namespace std::string_literals;
  row("plain", "a,b\n1,2\n", "a|b;1|2");
  row("one byte", "a", "a");
  row("no last line end", "a,b\n1,2", "a|b;1|2");
  row("CRLF", "a,b\r\n1,2\r\n", "a|b;1|2");
  row("CR", "a,b\r1,2\r3,4", "a|b;1|2;3|4");
  row("blank and white lines", "\n \t\na,b\n\n\n1,2\n   \n\r\n3,4\n\n", "a|b;1|2;3|4");
  row("blanks before a cell belong to it", "a,b\n  1,2\n\t\"x\",3\n", "a|b;  1|2;\t\"x\"|3");
  row("only commas is a row", "a,b\n,\n", "a|b;|");
  row("BOM", "\xEF\xBB\xBF" "a,b\n1,2\n", "a|b;1|2");
  row("BOM before quotes", "\xEF\xBB\xBF\"a\",b\n1,2\n", "a|b;1|2");
  row("quotes", "a,b\n\"x,y\",\"l\nm\"\n", "a|b;qx,y|ql\nm");
  row("doubled quotes", "a\n\"say \"\"hi\"\"\"\n", "a;qsay \"hi\"");
  row("text after closing quote", "a,b\n\"a\"b,\"c\" \"d\"\n", "a|b;qab|qc \"d\"");
  row("quote inside a plain cell", "a,b\nx\"y,\"\"\n", "a|b;x\"y|q");
  row("CR ends a record inside plain text only", "a\n\"x\ry\"\rz\n", "a;qx\ry;z");
  row("open quote", "a,b\n1,\"x,y\n3", "a|b;1|qx,y\n3");
  row("only an open quote", "\"", "Unnamed: 0");
  row("short row", "a,b,c\n1\n2,3\n", "a|b|c;1||;2|3|");
  row("first row longer: shifted", "a,b\nx,1,2\ny,3,4\nz\n", "a|b;1|2;3|4;|");
  row("NUL cuts", "a,b\nx\0y,\0\n"s, "a|b;x|");
  row("NUL cuts in quotes", "a\0z,b\n\"x\0,y\",2\n"s, "a|b;qx|2");
  row("comma after a blank line that ends in CR", "a,b\n\r,1,2\n", "a|b;1|2");
  row("duplicate headers", "x,x,x\n1,2,3\n", "x|x.1|x.2;1|2|3");
  row("duplicate of a taken name", "x,x,x.1\n1,2,3\n", "x|x.2|x.1;1|2|3");
  row("taken name first", "x.1,x,x\n1,2,3\n", "x.1|x|x.2;1|2|3");
  row("unnamed", ",a,\"\"\n1,2,3\n", "Unnamed: 0|a|Unnamed: 2;1|2|3");
  row("named before unnamed", ",Unnamed: 0\n1,2\n", "Unnamed: 0.1|Unnamed: 0;1|2");
  row("empty", "", "");
  row("blank only", "\n  \n\r\n", "");
  row("BOM only", "\xEF\xBB\xBF", "");
}

void ScanTest::cells() {
  QFETCH(QByteArray, file);
  QFETCH(QByteArray, want);
  const auto table = scanned(file.toStdString());
  QVERIFY(table);
  QCOMPARE(QByteArray::fromStdString(dump(*table)), want);
  QCOMPARE(table->bytes(), std::string_view(file.constData(), static_cast<std::size_t>(file.size())));
}

void ScanTest::spansAreTheBytesInTheFile() {
  const auto table = scanned("name,x\n\"a \"\"b\"\"\",1\n\nmoco,22");
  std::string scratch;
  QCOMPARE(table->cell(0, 0, scratch), std::string_view("a \"b\""));
  const auto quoted = table->cellSpan(0, 0);
  QVERIFY(quoted);
  QCOMPARE(table->bytes().substr(quoted->begin, quoted->end - quoted->begin), std::string_view("\"a \"\"b\"\"\""));
  const auto last = table->cellSpan(1, 1);
  QVERIFY(last);
  QCOMPARE(last->end, table->bytes().size());
  QCOMPARE(table->recordSpan(1).begin, std::size_t{20});
  QCOMPARE(table->headerSpan().end, std::size_t{6});
  QVERIFY(!table->cellSpan(1, 2));
  // A plain cell is a view into the file, not a copy.
  const std::string_view plain = table->cell(1, 0, scratch);
  QVERIFY(plain.data() >= table->bytes().data() && plain.data() < table->bytes().data() + table->bytes().size());
}

void ScanTest::allWaysOfScanningAgree_data() {
  QTest::addColumn<int>("instructions");
  QTest::addColumn<int>("layout");
  for (const auto& [instructions, name] : {std::pair{Instructions::Portable, "portable"}, {Instructions::Sse2, "sse2"},
                                           {Instructions::Avx2, "avx2"}})
    for (const auto& [layout, layoutName] :
         {std::pair{Layout::Dense, "dense"}, {Layout::Sparse, "sparse"}, {Layout::Fitting, "fitting"}})
      QTest::addRow("%s %s", name, layoutName) << static_cast<int>(instructions) << static_cast<int>(layout);
}

void ScanTest::allWaysOfScanningAgree() {
  QFETCH(int, instructions);
  QFETCH(int, layout);
  const auto set = static_cast<Instructions>(instructions);
  if (set == Instructions::Avx2 && bestInstructions() != Instructions::Avx2) QSKIP("this processor has no AVX2");
  std::mt19937 random(20251101);
  for (int i = 0; i < 800; ++i) {
    const std::string text = soup(random, random() % 120);
    Census census;
    QVERIFY(readCensus(text, set, {}, census));
    Census portable;
    QVERIFY(readCensus(text, Instructions::Portable, {}, portable));
    QCOMPARE(census.commas, portable.commas);
    QCOMPARE(census.lineEnds, portable.lineEnds);
    QCOMPARE(census.hasNul, portable.hasNul);
    QCOMPARE(census.hasNonAscii, portable.hasNonAscii);
    QCOMPARE(census.blockLineEnds, portable.blockLineEnds);
    const auto got = scanRecords(text, census, set, static_cast<Layout>(layout), {});
    QVERIFY(got);
    const std::string difference = differenceTo(tests::readSlowly(text), text, *got);
    QVERIFY2(difference.empty(), (difference + " in " + QByteArray::fromStdString(text).toPercentEncoding().toStdString()).c_str());
  }
}

void ScanTest::memoryStaysUnderThreeTimesTheFile_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<QByteArray>("header");
  QTest::addColumn<bool>("dense");
  QTest::newRow("cells of one byte") << QByteArray("1,2,3\n") << QByteArray("a,b,c\n") << false;
  QTest::newRow("rows of one byte") << QByteArray("1\n") << QByteArray("a\n") << false;
  QTest::newRow("rows of one byte, CRLF") << QByteArray("1\r\n") << QByteArray("name\n") << false;
  QTest::newRow("commas") << QByteArray(",").repeated(999) + '\n' << QByteArray(",").repeated(999) + '\n' << false;
  QTest::newRow("10,000 columns") << QByteArray("1,").repeated(9999) + "2\n" << QByteArray("c,").repeated(9999) + "d\n" << true;
  QTest::newRow("ragged") << QByteArray("aa,b\naa\nb,ccc\n") << QByteArray("x,y\n") << false;
  QTest::newRow("empty quotes") << QByteArray("\"\"\n") << QByteArray("x\n") << false;
  QTest::newRow("blank lines") << QByteArray("\n") << QByteArray("x\n1\n") << true;
  QTest::newRow("results") << QByteArray("cuda,resnet18,8,pass,88,1,0\n") << QByteArray("dev,name,b,accuracy,c,u,g\n") << true;
  QTest::newRow("ragged results") << QByteArray("cuda,resnet18,8,pass,88,1,0\ncuda,moco,4\n") << QByteArray("dev,name,b,accuracy,c,u,g\n") << true;
  QTest::newRow("baseline, CRLF") << QByteArray("resnet18,pass,0\r\n\r\n\r\n\r\n") << QByteArray("name,accuracy,graph_breaks\r\n") << true;
  QTest::newRow("baseline") << QByteArray("resnet18,pass,0\n\n\n\n") << QByteArray("name,accuracy,graph_breaks\n\n\n\n") << true;
}

void ScanTest::memoryStaysUnderThreeTimesTheFile() {
  QFETCH(QByteArray, line);
  QFETCH(QByteArray, header);
  QFETCH(bool, dense);
  std::string text = header.toStdString();
  while (text.size() < 600'000) text += line.toStdString();
  text.shrink_to_fit();
  Census census;
  QVERIFY(readCensus(text, bestInstructions(), {}, census));
  QCOMPARE(!scanRecords(text, census, bestInstructions(), Layout::Fitting, {})->cells.isSparse(), dense);
  const std::size_t size = text.size();
  const auto table = scanned(std::move(text));
  QVERIFY(table);
  QVERIFY2(table->memoryBytes() <= 3 * size + 8192, std::to_string(table->memoryBytes()).c_str());
  if (!dense) QVERIFY2(table->memoryBytes() > size + size / 8, "too few waymarks to find a cell near one");
  // Whatever is kept, the last cell is where it must be.
  if (table->rowCount() != 0 && header != "x\n1\n") {
    const std::size_t last = table->rowCount() - 1;
    const auto span = table->cellSpan(last, table->fieldCount(last) - 1);
    QVERIFY(span);
    QCOMPARE(span->end, table->recordSpan(last).end);
  }
}

void ScanTest::linesAndMarks() {
  const auto table = scanned("name,x\n\n# note\n\"two\nlines\",1\r\n<<<<<<< HEAD\n=======\n>>>>>>>no\n========\nend,1\n");
  QCOMPARE(table->rowCount(), std::size_t{7});
  const std::vector<std::size_t> lines = {3, 4, 6, 7, 8, 9, 10};
  for (std::size_t row = 0; row < lines.size(); ++row) QCOMPARE(table->lineOf(row), lines[row]);
  QVERIFY(table->isComment(0));
  QVERIFY(!table->isComment(1));
  QVERIFY(table->isConflictMarker(2));
  QVERIFY(table->isConflictMarker(3));
  QVERIFY(!table->isConflictMarker(4));
  QVERIFY(!table->isConflictMarker(5));
}

void ScanTest::tooManyColumnsAreRefused() {
  const auto within = CsvTable::scan(std::string(kMaxColumns - 1, ','), "wide.csv");
  QVERIFY(within.isValue());
  QCOMPARE(within.value()->headerWidth(), kMaxColumns);
  const auto over = CsvTable::scan(std::string(kMaxColumns, ','), "wide.csv");
  QVERIFY(over.isError());
  QCOMPARE(static_cast<int>(over.error().code), static_cast<int>(base::ErrorCode::TooLarge));
  QCOMPARE(over.error().text, std::string("This file has 100001 columns; the limit is 100000."));
  QCOMPARE(over.error().file, std::string("wide.csv"));
}

void ScanTest::tooManyAbsentCellsAreRefused() {
  // 1000 columns, and rows of one cell: each leaves out 998 cells more than it has bytes.
  const auto rows = [](std::size_t count) {
    std::string bytes = std::string(999, ',') + '\n';
    for (std::size_t i = 0; i < count; ++i) bytes += "a\n";
    return CsvTable::scan(std::move(bytes), "short.csv");
  };
  QVERIFY(rows(10'000).isValue());
  const auto over = rows(10'100);
  QVERIFY(over.isError());
  QCOMPARE(static_cast<int>(over.error().code), static_cast<int>(base::ErrorCode::TooLarge));
  QCOMPARE(over.error().text,
           std::string("This file has 10078800 cells that its rows leave out; the limit is 10000000."));
  // A row that is filled never counts.
  std::string filled;
  for (int i = 0; i < 11'000; ++i) filled += std::string(999, ',') + '\n';
  QVERIFY(CsvTable::scan(std::move(filled), "filled.csv").isValue());
}

void ScanTest::outOfRangeIsEmpty() {
  const auto table = scanned("a,b\n1,2\n");
  std::string scratch;
  QVERIFY(table->cell(1, 0, scratch).empty());
  QVERIFY(table->cell(0, 2, scratch).empty());
  QVERIFY(!table->cellSpan(9, 0));
  QCOMPARE(table->fieldCount(9), std::size_t{0});
  QCOMPARE(table->lineOf(9), std::size_t{0});
  QVERIFY(!table->columnOf("c"));
  std::array<std::string_view, 3> cells{"x", "x", "x"};
  table->rawCells(0, 1, cells);
  QCOMPARE(cells[0], std::string_view("2"));
  QVERIFY(cells[1].empty() && cells[2].empty());
  QCOMPARE(scanned("\n")->rowCount() + scanned("")->rowCount() + scanned("a\n")->rowCount(), std::size_t{0});
}

void ScanTest::cancelling() {
  std::string text = "name,x\n";
  while (text.size() < 20U << 20U) text += "a model with a long name,123456\n";
  std::stop_source source;
  source.request_stop();
  QVERIFY(CsvTable::scan(text, "t", base::Progress(source.get_token())).isCancelled());

  const auto table = CsvTable::scan("name,x\na,1\na,2\n", "t").value();
  QCOMPARE(findDuplicateNames(*table, 0, 1U << 20U, {})->total, std::size_t{1});
  QVERIFY(!findDuplicateNames(*table, 0, 1U << 20U, base::Progress(source.get_token())));

  std::stop_source later;
  int reports = 0;
  const base::Progress progress(later.get_token(), [&](std::uint64_t done, std::uint64_t) {
    ++reports;
    if (done > 9U << 20U) later.request_stop();
  });
  QVERIFY(CsvTable::scan(text, "t", progress).isCancelled());
  QVERIFY(reports >= 3);
}

void ScanTest::progressEndsWithTheWholeFile() {
  std::uint64_t last = 0;
  bool ordered = true;
  const base::Progress progress({}, [&](std::uint64_t done, std::uint64_t total) {
    ordered = ordered && done >= last && total == 8;
    last = done;
  });
  QVERIFY(CsvTable::scan("a,b\n1,2\n", "t", progress).isValue());
  QVERIFY(ordered);
  QCOMPARE(last, std::uint64_t{8});
}

QTEST_GUILESS_MAIN(ScanTest)
#include "scan_test.moc"
