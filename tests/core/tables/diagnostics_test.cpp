// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/tables/csv_table.h"
#include "core/tables/frame.h"

using namespace plumbline;
using namespace plumbline::tables;

namespace {

std::shared_ptr<const CsvTable> scanned(std::string bytes) { return CsvTable::scan(std::move(bytes), "t.csv").value(); }

/// lineOf returns "error duplicate-model 3:1@12 moco occurs again ...".
std::string lineOf(const Diagnostic& d) {
  static const char* const kWords[] = {"note", "warning", "error"};
  return std::string(kWords[static_cast<int>(d.severity)]) + ' ' + kindName(d.kind) + ' ' + std::to_string(d.line) + ':' +
         std::to_string(d.column) + '@' + std::to_string(d.byteOffset) + ' ' + d.text;
}

QByteArray dump(const CsvTable& table) {
  std::string out;
  for (const Diagnostic& d : table.diagnostics()) (out += lineOf(d)) += '\n';
  return QByteArray::fromStdString(out);
}

std::size_t countOf(const CsvTable& table, DiagnosticKind kind) {
  std::size_t count = 0;
  for (const Diagnostic& d : table.diagnostics()) count += d.kind == kind ? 1U : 0U;
  return count;
}

}  // namespace

class DiagnosticsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void texts_data();
  void texts();
  void everyDiagnosticHasAHint();
  void kindNamesAreDistinct();
  void pandasErrors_data();
  void pandasErrors();
  void atMostAThousandOfAKind();
  void strayBytesAtTheEndOfAPiece();
  void duplicatesAmongMany();
  void aNameOfOneMegabyte();
  void tenThousandColumns();
  void utf16();
  void sharesThatTell_data();
  void sharesThatTell();
  void binary();
};

void DiagnosticsTest::texts_data() {
  QTest::addColumn<QByteArray>("file");
  QTest::addColumn<QByteArray>("want");
  const auto row = [](const char* name, const std::string& file, const char* want) {
    QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(want);
  };
  using namespace std::string_literals;
  row("sound", "dev,name,accuracy\ncuda,moco,pass\n", "");
  row("baseline with blank lines", "name,accuracy\n\n\n\nmoco,pass\n", "");
  row("empty", "", "error empty-file 1:1@0 The file is empty.\n");
  row("BOM only", "\xEF\xBB\xBF", "error empty-file 1:1@0 The file is empty.\n");
  row("blank lines only", "\n \n", "error empty-file 1:1@0 The file has blank lines only.\n");
  row("header only", "name,accuracy\n", "warning header-only 1:1@0 There is a header, but no row below it.\n");
  row("no name", "\nmodel,accuracy\nx,pass\n", "error missing-name 2:1@1 No column is called \"name\".\n");
  row("nearly name", " Name,accuracy\nx,pass\n",
      "error missing-name 1:1@0 No column is called \"name\", but one is \" Name\".\n");
  row("duplicate header", "name,x,\"x\"\nm,1,2\n", "warning duplicate-header 1:8@7 Column \"x\" occurs again.\n");
  row("duplicate model", "dev,name\ncpu,moco\n\ncpu,\"moco\"\ncpu,NA\ncpu,NA\n",
      "warning duplicate-model 4:5@23 moco occurs again; first in line 2.\n");
  row("thrice", "name\nm\nm\nm\n",
      "warning duplicate-model 3:1@7 m occurs again; first in line 2.\n"
      "warning duplicate-model 4:1@9 m occurs again; first in line 2.\n");
  row("duplicate model, shifted", "name,x\ni,a,1\nj,a,2\n",
      "error shifted-columns 2:1@7 The first row has 3 fields, the header 2.\n"
      "warning duplicate-model 3:3@15 a occurs again; first in line 2.\n");
  row("conflict markers", "name,x\n<<<<<<< HEAD\na,1\n=======\na,2\n>>>>>>> theirs\n",
      "error conflict-marker 2:1@7 A line that git left behind: <<<<<<< HEAD.\n"
      "error conflict-marker 4:1@24 A line that git left behind: =======.\n"
      "warning duplicate-model 5:1@32 a occurs again; first in line 3.\n"
      "error conflict-marker 6:1@36 A line that git left behind: >>>>>>> theirs.\n");
  row("ragged", "name,x,y\na,1,2\nb,1\nc,1,2,3,4\n",
      "note ragged-row 3:1@15 This row has 2 fields of 3.\n"
      "error ragged-row 4:1@19 This row has 5 fields; 3 are expected.\n");
  row("shifted", "name,x\na,1,2\n", "error shifted-columns 2:1@7 The first row has 3 fields, the header 2.\n");
  row("not UTF-8", "name\na\nb\xFF\n", "error not-utf8 3:2@8 Byte 0xff is not UTF-8.\n");
  row("surrogate", "name\n\xED\xA0\x80\n", "error not-utf8 2:1@5 Byte 0xed is not UTF-8.\n");
  row("NUL", "name,x,yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\na\0\0b,1,2\n"s,
      "warning nul-byte 2:2@58 2 NUL bytes inside the text.\n");
  row("open quote", "name,x\na,1\nb,\"2\nc,3\n",
      "error truncated 3:3@13 The quotes opened here are never closed.\n");
  row("cut off", "name,x,y\na,1,2\nb,1",
      "note ragged-row 3:1@15 This row has 2 fields of 3.\n"
      "warning truncated 3:1@15 The last line has 2 fields of 3 and no line end.\n");
  row("no last line end is fine", "name,x\na,1", "");
  row("comment without line end", "name,x\na,1\n# b", "note comment-row 3:1@11 A comment: # b\n");
  row("marker without line end", "name,x\na,1\n=======", "error conflict-marker 3:1@11 A line that git left behind: =======.\n");
  row("nearly name, tab", "x,\tNAME\n1,a\n", "error missing-name 1:1@0 No column is called \"name\", but one is \" NAME\".\n");
  const std::string sixty = '#' + std::string(58, 'c') + "\x01";
  row("comment of sixty", "name\n" + sixty + "\n", ("note comment-row 2:1@5 A comment: #" + std::string(58, 'c') + " \n").c_str());
  row("comment of sixty-one", "name\n" + sixty + "\x7f\n", ("note comment-row 2:1@5 A comment: #" + std::string(58, 'c') + " ...\n").c_str());
  row("comment", "name,x\n# targets for XPU\na,1\n", "note comment-row 2:1@7 A comment: # targets for XPU\n");
}

void DiagnosticsTest::texts() {
  QFETCH(QByteArray, file);
  QFETCH(QByteArray, want);
  const auto table = scanned(file.toStdString());
  QCOMPARE(dump(*table), want);
  QCOMPARE(table->diagnosticsDropped(), std::size_t{0});
}

void DiagnosticsTest::everyDiagnosticHasAHint() {
  using namespace std::string_literals;
  for (const std::string& file : {""s, "name\n"s, "x,x\n1,2,3\n#\n=======\n1,2,3,4\n\0\n\xFF\n\"open"s, "name\na\na\nb,"s}) {
    const auto table = scanned(file);
    for (const Diagnostic& d : table->diagnostics()) {
      QVERIFY2(!d.hint.empty(), d.text.c_str());
      QVERIFY2(!d.text.empty() && d.line >= 1 && d.column >= 1, d.text.c_str());
    }
  }
}

void DiagnosticsTest::kindNamesAreDistinct() {
  QSet<QByteArray> names;
  for (int kind = 0; kind <= static_cast<int>(DiagnosticKind::CommentRow); ++kind)
    names.insert(kindName(static_cast<DiagnosticKind>(kind)));
  QCOMPARE(names.size(), static_cast<qsizetype>(DiagnosticKind::CommentRow) + 1);
  QVERIFY(!names.contains("unknown"));
}

void DiagnosticsTest::pandasErrors_data() {
  QTest::addColumn<QByteArray>("file");
  QTest::addColumn<QByteArray>("want");
  const auto row = [](const char* name, const std::string& file, const char* want) {
    QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(want);
  };
  row("none", "a,b\n1,2\n3\n", "");
  row("none, shifted", "a,b\n1,2,3\n4,5,6\n", "");
  row("empty", "\n\n", "1 EmptyDataError: No columns to parse from file.");
  row("long row", "a,b\n1,2\n\n1,2,3\n", "4 ParserError: Expected 2 fields in line 4, saw 3.");
  row("first row short, second not", "a,b\n1\n1,2,3\n", "3 ParserError: Expected 2 fields in line 3, saw 3.");
  row("longer than the longer first row", "a,b\n1,2,3\n1,2,3,4\n", "3 ParserError: Expected 3 fields in line 3, saw 4.");
  row("line breaks in quotes do not count for pandas", "a,b\n\"x\ny\",2\n1,2,3\n",
      "4 ParserError: Expected 2 fields in line 3, saw 3.");
  row("open quote", "a,b\n1,2\n\"x\n", "3 ParserError: EOF inside string starting at row 2.");
  row("open quote in the header", "\"a", "1 ParserError: EOF inside string starting at row 0.");
  row("not UTF-8", "a,b\n1,\xFF\n", "2 UnicodeDecodeError: byte 0xff in position 6 is not UTF-8.");
  const std::string line = "3,4\n", filler = [&] {
    std::string text;
    while (text.size() < 262'144) text += line;
    return text;
  }();
  row("long row comes first", "a,b\n1,2\n1,2,3\n" + filler + "\xFF\n", "3 ParserError: Expected 2 fields in line 3, saw 3.");
  row("not UTF-8 comes first", "a,b\n1,2\n1,2,3\n\xFF\n", "4 UnicodeDecodeError: byte 0xff in position 14 is not UTF-8.");
}

void DiagnosticsTest::pandasErrors() {
  QFETCH(QByteArray, file);
  QFETCH(QByteArray, want);
  const auto error = scanned(file.toStdString())->pandasError();
  QByteArray got;
  if (error) {
    QCOMPARE(static_cast<int>(error->code), static_cast<int>(base::ErrorCode::ScriptCrash));
    QCOMPARE(error->file, std::string("t.csv"));
    const std::string lead = "pandas cannot read this file. ";
    QCOMPARE(error->text.substr(0, lead.size()), lead);
    got = QByteArray::fromStdString(std::to_string(error->line) + ' ' + error->text.substr(lead.size()));
  }
  QCOMPARE(got, want);
}

void DiagnosticsTest::atMostAThousandOfAKind() {
  std::string text = "name,x\nfirst,1\n";
  for (int i = 0; i < 1500; ++i) text += "same,1\nshort\n#\n=======\n";
  const auto table = scanned(std::move(text));
  QCOMPARE(countOf(*table, DiagnosticKind::RaggedRow), std::size_t{1000});
  QCOMPARE(countOf(*table, DiagnosticKind::CommentRow), std::size_t{1000});
  QCOMPARE(countOf(*table, DiagnosticKind::ConflictMarker), std::size_t{1000});
  QCOMPARE(countOf(*table, DiagnosticKind::DuplicateModel), std::size_t{1000});
  // 500 short rows, 500 comments, 500 markers; of 6,000 names all but the first of four are duplicates.
  QCOMPARE(table->diagnosticsDropped(), std::size_t{1500 + 6000 - 4 - 1000});
  for (std::size_t i = 1; i < table->diagnostics().size(); ++i)
    QVERIFY(table->diagnostics()[i - 1].byteOffset <= table->diagnostics()[i].byteOffset);
}

/// UTF-8 is checked in pieces of 4 MiB; a character and bytes behind it lie over their border, at every place.
void DiagnosticsTest::strayBytesAtTheEndOfAPiece() {
  const std::string character = "\xF0\x9F\x98\x80";
  for (std::size_t before = 0; before <= 8; ++before) {
    std::string text = "name\n" + std::string((std::size_t{4} << 20U) - 5 - before, 'x') + character;
    QVERIFY(!CsvTable::scan(text + "\n", "t").value()->pandasError());
    const auto error = CsvTable::scan(text + "\x80\x80\n", "t").value()->pandasError();
    const std::string place = "position " + std::to_string(text.size());
    QVERIFY2(error && error->text.find(place) != std::string::npos, place.c_str());
  }
}

void DiagnosticsTest::duplicatesAmongMany() {
  // Short names in a file kept by waymarks: the memory allowed is too little for one pass over all names.
  std::string text = "name\n";
  for (int i = 0; i < 200000; ++i) text += std::to_string(i) + '\n';
  text += "77\n123456\n77\n";
  text.shrink_to_fit();
  const auto table = scanned(std::move(text));
  QCOMPARE(dump(*table), QByteArray("warning duplicate-model 200002:1@1288895 77 occurs again; first in line 79.\n"
                                    "warning duplicate-model 200003:1@1288898 123456 occurs again; first in line 123458.\n"
                                    "warning duplicate-model 200004:1@1288905 77 occurs again; first in line 79.\n"));
}

void DiagnosticsTest::aNameOfOneMegabyte() {
  const std::string name(1U << 20U, 'x');
  const auto table = scanned("name,accuracy\n" + name + ",pass\n" + name + ",pass\n");
  std::string scratch;
  QCOMPARE(table->cell(1, 0, scratch).size(), name.size());
  QCOMPARE(table->cell(1, 1, scratch), std::string_view("pass"));
  QCOMPARE(table->diagnostics().size(), std::size_t{1});
  QVERIFY(table->diagnostics()[0].text.size() < 200);
  QVERIFY(table->memoryBytes() < 3 * table->bytes().size());
}

void DiagnosticsTest::tenThousandColumns() {
  std::string header = "name";
  std::string line = "moco";
  for (int i = 1; i < 10000; ++i) {
    header += ",column";
    line += ',' + std::to_string(i);
  }
  const auto table = scanned(header + '\n' + line + '\n');
  QCOMPARE(table->headerWidth(), std::size_t{10000});
  QCOMPARE(table->columnNames()[9999], std::string("column.9998"));
  QCOMPARE(table->columnOf("column.5000"), std::optional<std::size_t>(5001));
  std::string scratch;
  QCOMPARE(table->cell(0, 9999, scratch), std::string_view("9999"));
  QCOMPARE(static_cast<int>(inferColumn(*table, 5000).type()), static_cast<int>(ColumnType::Integer));
  QCOMPARE(countOf(*table, DiagnosticKind::DuplicateHeader), std::size_t{1000});
  QCOMPARE(table->diagnosticsDropped(), std::size_t{8998});
  QVERIFY(!table->pandasError());
}

void DiagnosticsTest::utf16() {
  const std::u16string text = u"\uFEFFname,accuracy\nmoco,pass\n";
  const auto table = scanned(std::string(reinterpret_cast<const char*>(text.data()), text.size() * 2));
  QCOMPARE(countOf(*table, DiagnosticKind::Utf16), std::size_t{1});
  QCOMPARE(countOf(*table, DiagnosticKind::NulByte) + countOf(*table, DiagnosticKind::Binary) +
               countOf(*table, DiagnosticKind::NotUtf8),
           std::size_t{0});
  QVERIFY(table->pandasError());
  // Without the mark it is still recognised; the NULs make it no error for pandas.
  const auto bare = scanned(std::string(reinterpret_cast<const char*>(text.data() + 1), text.size() * 2 - 2));
  QCOMPARE(countOf(*bare, DiagnosticKind::Utf16), std::size_t{1});
}

void DiagnosticsTest::sharesThatTell_data() {
  QTest::addColumn<int>("size");
  QTest::addColumn<int>("nuls");
  QTest::addColumn<int>("controls");
  QTest::addColumn<QByteArray>("kind");
  for (const auto& [size, nuls, controls, kind] :
       {std::tuple(10, 4, 0, "utf16"), {10, 3, 0, "binary"}, {10, 8, 0, "utf16"}, {10, 9, 0, "binary"}, {8, 4, 0, "utf16"}, {7, 3, 0, "binary"},
        {64, 26, 0, "utf16"}, {65, 0, 3, ""}, {20, 0, 1, ""}, {19, 0, 1, "binary"}, {20, 1, 0, ""}, {40, 0, 3, "binary"}})
    QTest::addRow("%d of %d, %d", nuls, size, controls) << size << nuls << controls << QByteArray(kind);
}

/// sharesThatTell: NUL bytes from two to four fifths are wide characters, control characters over a twentieth no text.
void DiagnosticsTest::sharesThatTell() {
  QFETCH(int, size);
  QFETCH(int, nuls);
  QFETCH(int, controls);
  std::string bytes(static_cast<std::size_t>(size), 'x');
  for (int i = 0; i < nuls + controls; ++i) bytes[static_cast<std::size_t>(i)] = i < nuls ? '\0' : '\x01';
  const auto table = scanned(bytes);
  QByteArray kind;
  if (countOf(*table, DiagnosticKind::Utf16) != 0) kind += "utf16";
  if (countOf(*table, DiagnosticKind::Binary) != 0) kind += "binary";
  QTEST(kind, "kind");
}

void DiagnosticsTest::binary() {
  std::string bytes = "PK\x03\x04";
  for (int i = 0; i < 4000; ++i) bytes += static_cast<char>((i * 37 + i / 7) % 256);
  const auto table = scanned(bytes);
  QCOMPARE(countOf(*table, DiagnosticKind::Binary), std::size_t{1});
  QCOMPARE(countOf(*table, DiagnosticKind::NulByte), std::size_t{0});
  QVERIFY(table->pandasError());
}

QTEST_GUILESS_MAIN(DiagnosticsTest)
#include "diagnostics_test.moc"
