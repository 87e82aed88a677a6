// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>
#include <vector>

#include "core/tables/csv_editor.h"

using namespace plumbline;
using namespace plumbline::tables;

namespace {

std::shared_ptr<const CsvTable> scan(const std::string& bytes) {
  return CsvTable::scan(bytes, "x.csv").value();
}

QString shown(const std::string& bytes) { return QString::fromStdString(bytes); }

const Key kHeaderless{.field = 0, .hasHeader = false};

}  // namespace

Q_DECLARE_METATYPE(std::vector<plumbline::tables::TableEdit>)
Q_DECLARE_METATYPE(plumbline::tables::Key)

class EditorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void edits_data();
  void edits();
  void refused_data();
  void refused();
  void shapes_data();
  void shapes();
  void equalTextIsNoEdit();
};

void EditorTest::edits_data() {
  QTest::addColumn<QByteArray>("before");
  QTest::addColumn<Key>("key");
  QTest::addColumn<std::vector<TableEdit>>("edits");
  QTest::addColumn<QByteArray>("after");
  const auto row = [](const char* name, const QByteArray& before, std::vector<TableEdit> edits, const QByteArray& after,
                      Key key = {}) { QTest::newRow(name) << before << key << edits << after; };
  const QByteArray three = "name,accuracy\n\n\n\nb,pass\n\n\n\nd,OOM\n";

  row("cell", "name,accuracy\nb,pass\n", {SetCell{1, 1, "OOM"}}, "name,accuracy\nb,OOM\n");
  row("header cell", "name,accuracy\nb,pass\n", {SetCell{0, 1, "status"}}, "name,status\nb,pass\n");
  row("empty cell", "n,a,b\nx,,1\n", {SetCell{1, 1, "7"}}, "n,a,b\nx,7,1\n");
  row("empty last cell", "n,a\nx,\n", {SetCell{1, 1, "7"}}, "n,a\nx,7\n");
  row("cell of a short row", "n,a,b,c\nx\n", {SetCell{1, 2, "7"}}, "n,a,b,c\nx,,7\n");
  row("two cells of a short row", "n,a,b,c\nx\n", {SetCell{1, 3, "8"}, SetCell{1, 1, "7"}}, "n,a,b,c\nx,7,,8\n");
  row("no last line end, short row", "n,a\nx", {SetCell{1, 1, "7"}}, "n,a\nx,7");
  row("quotes stay", "n,a\n\"x\",\"1\"\n", {SetCell{1, 1, "2"}}, "n,a\n\"x\",\"2\"\n");
  row("quotes stay, emptied", "n,a\n\"x\",\"1\"\n", {SetCell{1, 1, ""}}, "n,a\n\"x\",\"\"\n");
  row("plain stays beside quotes", "n,a\n\"x\",1\n\"y\",\"2\"\n", {SetCell{1, 1, "3"}}, "n,a\n\"x\",3\n\"y\",\"2\"\n");
  row("empty cell takes the column's quotes", "n,a\nx,\ny,\"ok\"\n", {SetCell{1, 1, "bad"}}, "n,a\nx,\"bad\"\ny,\"ok\"\n");
  row("comma needs quotes", "n,a\nx,1\n", {SetCell{1, 1, "1,5"}}, "n,a\nx,\"1,5\"\n");
  row("quote is doubled", "n,a\nx,1\n", {SetCell{1, 1, "a\"b"}}, "n,a\nx,\"a\"\"b\"\n");
  row("byte order mark", "\xEF\xBB\xBFn,a\r\nx,1\r\n", {SetCell{0, 0, "name"}, SetCell{1, 1, "2"}},
      "\xEF\xBB\xBFname,a\r\nx,2\r\n");
  row("emptied only cell stays a row", "n\nx\ny\n", {SetCell{1, 0, ""}}, "n\n\"\"\ny\n");
  row("comment rows count", "n,a\n# why\nx,1\n", {SetCell{2, 1, "2"}}, "n,a\n# why\nx,2\n");
  row("a looks-like-conflict name", "n\nx\n", {SetCell{1, 0, "======="}}, "n\n\"=======\"\n");

  row("sorted place", three, {AddRecord{{"c", "new"}}}, "name,accuracy\n\n\n\nb,pass\n\n\n\nc,new\n\n\n\nd,OOM\n");
  row("before the first", three, {AddRecord{{"a", "new"}}}, "name,accuracy\n\n\n\na,new\n\n\n\nb,pass\n\n\n\nd,OOM\n");
  row("behind the last", three, {AddRecord{{"e", "new"}}}, "name,accuracy\n\n\n\nb,pass\n\n\n\nd,OOM\n\n\n\ne,new\n");
  row("upper case first", three, {AddRecord{{"Z", "new"}}}, "name,accuracy\n\n\n\nZ,new\n\n\n\nb,pass\n\n\n\nd,OOM\n");
  row("several at once", three, {AddRecord{{"e", "5"}}, AddRecord{{"c2", "4"}}, AddRecord{{"c1", "3"}}},
      "name,accuracy\n\n\n\nb,pass\n\n\n\nc1,3\n\n\n\nc2,4\n\n\n\nd,OOM\n\n\n\ne,5\n");
  row("unsorted: to the end", "n,a\nb,1\na,2\n", {AddRecord{{"aa", "3"}}}, "n,a\nb,1\na,2\naa,3\n");
  row("one row: to the end", "n,a\nb,1\n", {AddRecord{{"a", "3"}}}, "n,a\nb,1\na,3\n");
  row("header only", "n,a\n", {AddRecord{{"a", "3"}}}, "n,a\na,3\n");
  row("header only, no line end", "n,a", {AddRecord{{"a", "3"}}}, "n,a\na,3");
  row("no last line end", "n,a\r\nb,1\r\nc,2", {AddRecord{{"d", "3"}}}, "n,a\r\nb,1\r\nc,2\r\nd,3");
  row("blank lines at the end", "n,a\nb,1\nc,2\n\n\n", {AddRecord{{"d", "3"}}}, "n,a\nb,1\nc,2\nd,3\n\n\n");
  row("CR", "n,a\rb,1\rd,2\r", {AddRecord{{"c", "3"}}}, "n,a\rb,1\rc,3\rd,2\r");
  row("missing cells are empty", "n,a,r\nb,1,\nd,2,\n", {AddRecord{{"c", "3"}}}, "n,a,r\nb,1,\nc,3,\nd,2,\n");
  row("hole of a deleted row", "n,a\n\n\n\nb,1\n\n\n\n\n\n\nd,2\n", {AddRecord{{"c", "3"}}},
      "n,a\n\n\n\nb,1\n\n\n\nc,3\n\n\n\nd,2\n");
  row("hole too small", "n,a\n\n\n\nb,1\n\n\n\n\nd,2\n\n\n\ne,1\n", {AddRecord{{"c", "3"}}},
      "n,a\n\n\n\nb,1\n\n\n\n\nc,3\n\n\n\nd,2\n\n\n\ne,1\n");
  row("hole of two, three rows", "n,a\n\n\n\nb,1\n\n\n\n\n\n\n\n\n\nd,2\n\n\n\ne,1\n",
      {AddRecord{{"c1", "1"}}, AddRecord{{"c2", "2"}}, AddRecord{{"c3", "3"}}},
      "n,a\n\n\n\nb,1\n\n\n\nc1,1\n\n\n\nc2,2\n\n\n\nc3,3\n\n\n\nd,2\n\n\n\ne,1\n");
  row("comment stays with its row", "n,a\nb,1\n# about d\nd,2\n", {AddRecord{{"c", "3"}}},
      "n,a\nb,1\nc,3\n# about d\nd,2\n");
  row("header like a comment", "# n,a\nb,1\nd,2\n", {AddRecord{{"a", "3"}}}, "# n,a\na,3\nb,1\nd,2\n");
  row("row of an empty name", "n\nx\n", {AddRecord{{""}}}, "n\nx\n\"\"\n");
  row("shifted: cell of the last column", "n,a\nx,1,2\ny\n", {SetCell{1, 2, "9"}, SetCell{2, 2, "8"}}, "n,a\nx,1,9\ny,,8\n");
  row("shifted: column", "n,a\nx,1,2\n", {AddColumn{"z", {"7"}}}, "n,a,z\nx,1,2,7\n");
  row("shifted: row", "n,a\nx,1,2\n", {AddRecord{{"y", "3", "4"}}}, "n,a\nx,1,2\ny,3,4\n");
  row("emptied only cell with a new column", "n\nx\n", {SetCell{1, 0, ""}, AddColumn{"z", {"7"}}}, "n,z\n,7\n");
  row("column, a full row like a comment", "n,a\n#b,1\nc,2\n", {AddColumn{"x", {"", "7"}}}, "n,a,x\n#b,1,\nc,2,7\n");
  row("column, a remark with a cell", "n,a\n# why\nb,1\n", {AddColumn{"x", {"5", "7"}}}, "n,a,x\n# why,,5\nb,1,7\n");
  row("row with a mark out", "b,1\n\xEF\xBB\xBF" "c,2\nd,3\n", {RemoveRecord{0}, RemoveRecord{1}}, "d,3\n", kHeaderless);
  row("quoted names", "n,a\n\"b\",1\n\"d\",2\n", {AddRecord{{"c", "3"}}}, "n,a\n\"b\",1\n\"c\",3\n\"d\",2\n");
  row("all quoted", "\"n\",\"a\"\n\"b\",\"\"\n\"d\",\"2\"\n", {AddRecord{{"c", ""}}},
      "\"n\",\"a\"\n\"b\",\"\"\n\"c\",\"\"\n\"d\",\"2\"\n");
  row("no header", "b,m,1,0.1\n\n\n\nd,m,2,0.1\n", {AddRecord{{"a", "m", "3", "0.1"}}},
      "a,m,3,0.1\n\n\n\nb,m,1,0.1\n\n\n\nd,m,2,0.1\n", kHeaderless);

  row("CR, row out", "n,a\rb,1\rd,2\r", {RemoveRecord{1}}, "n,a\rd,2\r");
  row("first row out, a later one just filled", "n,a,b\nx,1,2\ny,1,2\nz\n", {RemoveRecord{1}, SetCell{3, 2, "9"}},
      "n,a,b\ny,1,2\nz,,9\n");
  row("first row out", three, {RemoveRecord{1}}, "name,accuracy\n\n\n\nd,OOM\n");
  row("last row out", three, {RemoveRecord{2}}, "name,accuracy\n\n\n\nb,pass\n");
  row("all rows out", three, {RemoveRecord{2}, RemoveRecord{1}}, "name,accuracy\n");
  row("last row out, no line end", "n,a\r\nb,1\r\nc,2", {RemoveRecord{2}}, "n,a\r\nb,1");
  row("last row out, blank end stays", "n,a\nb,1\nc,2\n\n", {RemoveRecord{2}}, "n,a\nb,1\n\n");
  row("six stay six elsewhere", "n\n\n\n\nb\n\n\n\n\n\n\nd\n\n\n\ne\n", {RemoveRecord{3}}, "n\n\n\n\nb\n\n\n\n\n\n\nd\n");
  row("own six go along", "n\n\n\n\nb\n\n\n\n\n\n\nd\n\n\n\ne\n", {RemoveRecord{1}}, "n\n\n\n\nd\n\n\n\ne\n");
  row("no header, first out", "\xEF\xBB\xBF" "b,1\n\nc,2\n", {RemoveRecord{0}}, "\xEF\xBB\xBF" "c,2\n", kHeaderless);
  row("no header, all out", "b,1\n\nc,2\n", {RemoveRecord{0}, RemoveRecord{1}}, "", kHeaderless);
  row("one for another at the end", three, {RemoveRecord{2}, AddRecord{{"e", "1"}}},
      "name,accuracy\n\n\n\nb,pass\n\n\n\ne,1\n");
  row("one for another at the start", three, {RemoveRecord{1}, AddRecord{{"a", "1"}}},
      "name,accuracy\n\n\n\na,1\n\n\n\nd,OOM\n");
  row("no header, all out, one in", "b,1\n\nc,2\n", {RemoveRecord{0}, RemoveRecord{1}, AddRecord{{"a", "1"}}},
      "a,1\n", kHeaderless);
  row("row in before a cell set", three, {SetCell{2, 0, "dd"}, AddRecord{{"c", "1"}}},
      "name,accuracy\n\n\n\nb,pass\n\n\n\nc,1\n\n\n\ndd,OOM\n");

  row("column", "n,a\n\n\n\nb,1\n\n\n\nc\n", {AddColumn{"x", {"7"}}}, "n,a,x\n\n\n\nb,1,7\n\n\n\nc,,\n");
  row("column, CRLF, no end", "n\r\nb\r\nc", {AddColumn{"x", {"7", "8"}}}, "n,x\r\nb,7\r\nc,8");
  row("two columns", "n\nb\n", {AddColumn{"x", {"7"}}, AddColumn{"y", {"8"}}}, "n,x,y\nb,7,8\n");
  row("column and a short row's cell", "n,a,b\nx\n", {AddColumn{"c", {"9"}}, SetCell{1, 1, "1"}}, "n,a,b,c\nx,1,,9\n");
  row("column and row", "n,a\nb,1\n", {AddColumn{"x", {"7"}}, AddRecord{{"c", "2", "8"}}}, "n,a,x\nb,1,7\nc,2,8\n");
  row("column and last row out", "n,a\nb,1\nc,2\n", {AddColumn{"x", {"7"}}, RemoveRecord{2}}, "n,a,x\nb,1,7\n");
  row("column, a remark stays", "n,a\n# why\nb,1\n", {AddColumn{"x", {"", "7"}}}, "n,a,x\n# why\nb,1,7\n");
  row("column, quoted header", "\"n\",\"a\"\n\"b\",1\n", {AddColumn{"x", {"7"}}}, "\"n\",\"a\",\"x\"\n\"b\",1,7\n");
  row("column without header", "b,1\nc,2\n", {AddColumn{"", {"7"}}}, "b,1,7\nc,2,\n", kHeaderless);
}

void EditorTest::edits() {
  QFETCH(QByteArray, before);
  QFETCH(Key, key);
  QFETCH(std::vector<TableEdit>, edits);
  QFETCH(QByteArray, after);
  const std::string bytes = before.toStdString();
  const auto planned = editsFor(*scan(bytes), key, edits);
  if (!planned) QFAIL(qPrintable(shown(base::describe(planned.error()))));
  const auto got = text::applied(bytes, *planned);
  QVERIFY(got.has_value());
  QCOMPARE(shown(*got), shown(after.toStdString()));
  QCOMPARE(*text::applied(*got, text::inverse(bytes, *planned)), bytes);
}

void EditorTest::refused_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<Key>("key");
  QTest::addColumn<std::vector<TableEdit>>("edits");
  QTest::addColumn<int>("code");
  QTest::addColumn<int>("line");
  QTest::addColumn<QString>("word");
  const auto row = [](const char* name, const QByteArray& bytes, std::vector<TableEdit> edits, const char* word, int line = 0,
                      base::ErrorCode code = base::ErrorCode::BadArgument, Key key = {}) {
    QTest::newRow(name) << bytes << key << edits << static_cast<int>(code) << line << word;
  };
  const auto format = base::ErrorCode::BadFormat;
  const QByteArray plain = "n,a\nb,1\nc,2\n";
  row("no such row", plain, {SetCell{3, 0, "x"}}, "no row");
  row("no such column", plain, {SetCell{1, 2, "x"}}, "no column", 2);
  row("line break", plain, {SetCell{2, 0, "x\ny"}}, "line break", 3);
  row("carriage return", plain, {AddRecord{{"x\r"}}}, "line break");
  row("NUL", plain, {SetCell{1, 0, std::string("x\0y", 3)}}, "NUL", 2);
  row("not UTF-8", plain, {SetCell{1, 0, "\xFF"}}, "UTF-8", 2);
  row("header out", plain, {RemoveRecord{0}}, "header", 1);
  row("no such row out", plain, {RemoveRecord{3}}, "no row");
  row("out twice", plain, {RemoveRecord{1}, RemoveRecord{1}}, "twice", 2);
  row("set and out", plain, {SetCell{1, 1, "2"}, RemoveRecord{1}}, "removed", 2);
  row("set twice", plain, {SetCell{1, 1, "2"}, SetCell{2, 1, "2"}, SetCell{1, 1, "3"}}, "twice", 2);
  row("row too long", plain, {AddRecord{{"x", "1", "2"}}}, "The new row has 3 cells, the file 2 columns.");
  row("row too long with a new column", plain, {AddColumn{"z", {}}, AddRecord{{"x", "1", "2", "3"}}}, "has 4 cells, the file 3 columns.");
  row("row of nothing", plain, {AddRecord{}}, "at least one");
  row("column without name", plain, {AddColumn{"", {}}}, "name", 1);
  row("column there", plain, {AddColumn{"a", {}}}, "already", 1);
  row("column twice", plain, {AddColumn{"x", {}}, AddColumn{"x", {}}}, "already", 1);
  row("column too long", plain, {AddColumn{"x", {"1", "2", "3"}}}, "more cells", 1);
  row("conflict", "n,a\n<<<<<<< HEAD\nb,1\n=======\nb,2\n>>>>>>> x\n", {SetCell{2, 1, "2"}}, "conflict", 2, format);
  row("conflict on the first line", "<<<<<<< HEAD\nb\nc\n", {SetCell{1, 0, "2"}}, "conflict", 1, format);
  row("open quote", "n,a\nb,\"1\n", {SetCell{1, 1, "2"}}, "pandas", 2, format);
  row("too long a row", "n,a\nb,1\nc,1,2\n", {SetCell{1, 1, "2"}}, "pandas", 3, format);
  row("file not UTF-8", "n,a\nb,\xFF\n", {SetCell{1, 1, "2"}}, "pandas", 2, format);
  row("empty file", "", {AddRecord{{"x"}}}, "pandas", 1, format);
  row("first row out, others wider than the header", "n\nb,1\nc\nd,2\n", {RemoveRecord{1}}, "more fields", 0, format);
  row("first row out, a wider one in", "n,a\n\nb,1,2\n\nc\n", {RemoveRecord{1}, AddRecord{{"x"}}}, "could not be read", 0, format);
  row("first row out, a later one widened", "a,1,2,3\nb,1\nc,1\nd,1\n", {RemoveRecord{0}, SetCell{3, 3, "9"}}, "more fields", 0,
      format, kHeaderless);
  row("second row out, a later one longer", "a\nb,1,2\nc\nd,1,2\n", {RemoveRecord{1}}, "more fields", 0, format, kHeaderless);
  row("a mark would come first", "b,1\n\xEF\xBB\xBF" "c,2\n", {RemoveRecord{0}}, "neighbours", 0, format, kHeaderless);
  row("a mark would come first, two out", "b,1\nc,1\n\xEF\xBB\xBF" "c,2\n", {RemoveRecord{0}, RemoveRecord{1}}, "neighbours", 0,
      format, kHeaderless);
  row("shifted: no such header", "n,a\nx,1,2\n", {SetCell{0, 2, "x"}}, "no column", 1);
  row("shifted: row too long", "n,a\nx,1,2\n", {AddRecord{{"x", "1", "2", "3"}}}, "The new row has 4 cells, the file 3 columns.");
  row("comma behind a blank CR line", "n,a\r\r,1\rb,2\r", {RemoveRecord{2}}, "neighbours", 0, format);
}

void EditorTest::refused() {
  QFETCH(QByteArray, bytes);
  QFETCH(Key, key);
  QFETCH(std::vector<TableEdit>, edits);
  const auto planned = editsFor(*scan(bytes.toStdString()), key, edits);
  QVERIFY(!planned.has_value());
  QTEST(static_cast<int>(planned.error().code), "code");
  QTEST(static_cast<int>(planned.error().line), "line");
  QFETCH(QString, word);
  QVERIFY2(shown(planned.error().text).contains(word), planned.error().text.c_str());
  QCOMPARE(planned.error().file, std::string("x.csv"));
}

void EditorTest::shapes_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("shape");  // line end, blank lines, at the end, flags
  QTest::newRow("plain") << QByteArray("n\nb\nc\n") << "\\n 0 +0 sorted";
  QTest::newRow("three") << QByteArray("n\n\n\n\nb\n\n\n\nc\n") << "\\n 3 +0 sorted";
  QTest::newRow("six once") << QByteArray("n\n\n\n\nb\n\n\n\nc\n\n\n\n\n\n\nd\n") << "\\n 3 +0 sorted";
  QTest::newRow("a tie goes to the smaller") << QByteArray("n\n\n\n\nb\n\n\n\n\n\n\nc\n") << "\\n 3 +0 sorted";
  QTest::newRow("CRLF") << QByteArray("n\r\nb\r\na\r\n\r\n") << "\\r\\n 0 +1";
  QTest::newRow("CR") << QByteArray("n\rb\rc") << "\\r 0 open sorted";
  QTest::newRow("mostly CRLF") << QByteArray("n\nb\r\nc\r\n") << "\\r\\n 0 +0 sorted";
  QTest::newRow("line ends in quotes do not count") << QByteArray("n\n\"b\r\n\r\n\"\nc\n") << "\\n 0 +0 sorted";
  QTest::newRow("comments do not count") << QByteArray("n\nb\n#a\nc\n") << "\\n 0 +0 sorted";
  QTest::newRow("one row is not sorted") << QByteArray("n\nb\n") << "\\n 0 +0";
  QTest::newRow("white lines") << QByteArray("n\n \t\nb\n  \nc\n") << "\\n 1 +0 sorted";
  QTest::newRow("quotes") << QByteArray("\"n\",\"a\"\n\"b\",1\n") << "\\n 0 +0 quotes";
  QTest::newRow("quotes, not all") << QByteArray("n,\"a\"\n\"b\",1\n") << "\\n 0 +0";
  QTest::newRow("header alone, blank end") << QByteArray("n\n\n\n\n") << "\\n 3 +3";
  QTest::newRow("nothing") << QByteArray() << "\\n 0 +0";
}

void EditorTest::shapes() {
  QFETCH(QByteArray, bytes);
  const CsvShape shape = shapeOf(*scan(bytes.toStdString()), {});
  std::string text;
  for (const char c : shape.lineEnd) text += c == '\r' ? "\\r" : "\\n";
  text += ' ' + std::to_string(shape.blankLines) + ' ';
  text += shape.endsWithLineEnd ? '+' + std::to_string(shape.blankLinesAtEnd) : "open";
  if (shape.sorted) text += " sorted";
  if (shape.quotesAll) text += " quotes";
  QTEST(shown(text), "shape");
}

void EditorTest::equalTextIsNoEdit() {
  const auto table = scan("n,a\n\"x\",\"a\"b\n");
  QCOMPARE(editsFor(*table, {}, {SetCell{1, 0, "x"}, SetCell{1, 1, "ab"}})->size(), std::size_t{0});
  QCOMPARE(editsFor(*table, {}, {})->size(), std::size_t{0});
}

QTEST_APPLESS_MAIN(EditorTest)
#include "editor_test.moc"
