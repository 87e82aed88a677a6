// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever stands in a CSV stays text in every format. Each format is read back by rules of its own, not by looking for
// the words that were put in.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include "core/reports/text_parts.h"
#include "core/tables/csv_table.h"
#include "tests/core/reports/report_formats_test.h"
#include "tests/core/reports/report_maker.h"

using namespace plumbline;
using support::reportOf;

namespace {

/// plainCharacters: nothing that a terminal, a viewer or a reader of XML would obey, and UTF-8 throughout.
void plainCharacters(const QByteArray& bytes) {
  const QString text = QString::fromUtf8(bytes);
  QCOMPARE(text.toUtf8(), bytes);
  for (const QChar c : text)
    QVERIFY2(c == QLatin1Char('\n') || (c.isPrint() && c.category() != QChar::Other_Format) || c.isSurrogate(),
             qPrintable(QString::number(c.unicode(), 16)));
}

QByteArray quoted(QByteArray cell) { return '"' + cell.replace('"', "\"\"") + '"'; }

/// A pair in which a name and a status are the word under test: failing, lost, new.
reports::Report hostileReport(const support::TestFolder& folder, const QByteArray& word) {
  folder.write(QStringLiteral("a.csv"), "name,accuracy,graph_breaks\n" + quoted(word) + ",fail_to_run,3\nplain," + quoted(word) + ",1\n" +
                                            quoted(word + "new") + ",pass,0\n");
  folder.write(QStringLiteral("e.csv"), "name,accuracy,graph_breaks\n" + quoted(word) + ",pass,2\nplain,pass,1\n" + quoted("x" + word) + ",pass,0\n");
  QDir::setCurrent(folder.path());
  auto report = reportOf({.sources = {"a.csv"}, .trees = {"e.csv"}}, true);
  return report.isValue() ? report.value() : reports::Report{};
}

/// withoutCode takes code spans out of one piece of inline Markdown, by CommonMark's rule: a run of backticks is closed by
/// the next run of the same length, and one without a partner is text.
QString withoutCode(const QString& text) {
  QString out;
  for (int i = 0; i < text.size();) {
    if (text[i] != QLatin1Char('`')) {
      out += text[i++];
      continue;
    }
    int run = 0;
    while (i + run < text.size() && text[i + run] == QLatin1Char('`')) ++run;
    int close = -1;
    for (int j = i + run; j < text.size();) {
      if (text[j] != QLatin1Char('`')) {
        ++j;
        continue;
      }
      int other = 0;
      while (j + other < text.size() && text[j + other] == QLatin1Char('`')) ++other;
      if (other == run) close = j;
      j += other;
      if (close >= 0) break;
    }
    if (close < 0) {
      out += text.mid(i, run);
      i += run;
    } else {
      i = close + run;
    }
  }
  return out;
}

/// cellsOf splits a line of a table as GitHub's parser does: a backslash takes the character behind it along.
QStringList cellsOf(const QString& line) {
  QStringList cells(QString{});
  for (int i = 0; i < line.size(); ++i) {
    if (line[i] == QLatin1Char('\\') && i + 1 < line.size()) {
      cells.last() += line.mid(i, 2).replace(QStringLiteral("\\|"), QStringLiteral("|"));
      ++i;
    } else if (line[i] == QLatin1Char('|')) {
      cells << QString();
    } else {
      cells.last() += line[i];
    }
  }
  return cells;
}

}  // namespace

void ReportFormatsTest::hostileWords_data() {
  QTest::addColumn<QByteArray>("word");
  QTest::newRow("script") << QByteArray("<script>alert(1)</script>");
  QTest::newRow("attribute") << QByteArray("\" onmouseover=\"alert(1)\" x='");
  QTest::newRow("image") << QByteArray("<img src=x onerror=alert(1)>");
  QTest::newRow("comment") << QByteArray("--><b>x<!--");
  QTest::newRow("closing") << QByteArray("</td></tr></table></main></style></script>");
  QTest::newRow("cdata") << QByteArray("]]><x>");
  QTest::newRow("entity") << QByteArray("&lt;b&gt;&#x3c;");
  QTest::newRow("backticks") << QByteArray("```\n# title\n```");
  QTest::newRow("backtick") << QByteArray("a`b``c");
  QTest::newRow("bar") << QByteArray("a|b|c");
  QTest::newRow("bar behind a backslash") << QByteArray("a\\|b`|<b>");
  QTest::newRow("backslash at the end") << QByteArray("@user\\");
  QTest::newRow("mention") << QByteArray("@user @org/team #12 GH-12");
  QTest::newRow("picture") << QByteArray("![](x)");
  QTest::newRow("link") << QByteArray("[l](javascript:alert(1)) http://e.example");
  QTest::newRow("details") << QByteArray("</summary></details><h1>");
  QTest::newRow("formula") << QByteArray("=cmd|' /C calc'!A0");
  QTest::newRow("formula plus") << QByteArray("+1+cmd()");
  QTest::newRow("formula minus") << QByteArray("-2+3");
  QTest::newRow("formula at") << QByteArray("@SUM(A1)");
  QTest::newRow("formula tab") << QByteArray("\t=1+1");
  QTest::newRow("formula return") << QByteArray("\r=1+1");
  QTest::newRow("workflow command") << QByteArray("::error::owned");
  QTest::newRow("workflow command on a line") << QByteArray("x\n::set-output name=a::b");
  QTest::newRow("old workflow command") << QByteArray("##[add-path]/tmp");
  QTest::newRow("percent") << QByteArray("%0A::error::x %25");
  QTest::newRow("colon and comma") << QByteArray("a,line=1,title=x::y");
  QTest::newRow("NUL") << QByteArray("a\0b", 3);
  QTest::newRow("controls") << QByteArray("\x01\x1b[31m\x7f\x08");
  QTest::newRow("direction") << QByteArray("a\xe2\x80\xae" "gnp.exe\xe2\x81\xa6");
  QTest::newRow("not a character") << QByteArray("\xef\xbf\xbe\xef\xbf\xbf");
  QTest::newRow("invalid UTF-8") << QByteArray("a\xff\xfe\xc3(");
  QTest::newRow("line separators") << QByteArray("a\xe2\x80\xa8" "b\xc2\x85" "c");
  QTest::newRow("long") << QByteArray(10'000, 'x');
  QTest::newRow("long markup") << QByteArray("<b>").repeated(3'000) + "`@u";
}

void ReportFormatsTest::hostileWords() {
  QFETCH(QByteArray, word);
  const support::TestFolder folder;
  const reports::Report report = hostileReport(folder, word);
  QCOMPARE(report.configs.size(), std::size_t{1});
  html(report);
  markdown(report);
  json(report);
  csv(report);
  junit(report, folder);
  annotations(report);
  plainText(report);
}

/// No element but ours, no attribute but ours, and no bare angle bracket.
void ReportFormatsTest::html(const reports::Report& report) {
  QString page = QString::fromStdString(reports::htmlReport(report));
  for (const char* own : {"style", "script"}) {
    const QString open = QStringLiteral("<%1>").arg(QLatin1String(own)), close = QStringLiteral("</%1>").arg(QLatin1String(own));
    QCOMPARE(page.count(open), 1);
    page.remove(page.indexOf(open), page.indexOf(close) + close.size() - page.indexOf(open));
  }
  const QSet<QString> elements{QStringLiteral("html"), QStringLiteral("head"), QStringLiteral("meta"), QStringLiteral("title"), QStringLiteral("body"),
                               QStringLiteral("header"), QStringLiteral("main"), QStringLiteral("footer"), QStringLiteral("h1"), QStringLiteral("h2"),
                               QStringLiteral("h3"), QStringLiteral("p"), QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("ul"), QStringLiteral("li"),
                               QStringLiteral("span"), QStringLiteral("div"), QStringLiteral("table"), QStringLiteral("caption"), QStringLiteral("thead"),
                               QStringLiteral("tbody"), QStringLiteral("tr"), QStringLiteral("th"), QStringLiteral("td"), QStringLiteral("details"),
                               QStringLiteral("summary"), QStringLiteral("code"), QStringLiteral("wbr")};
  const QRegularExpression tag(QStringLiteral("<(/?)([^\\s>]*)([^>]*)>"));
  const QRegularExpression attributes(QStringLiteral(
      "^(\\s+(lang|charset|http-equiv|content|name|class|id|href|scope|role|title|data-v|aria-[a-z]+)=\"[^\"<>]*\"|\\s+open)*\\s*$"));
  page.remove(QStringLiteral("<!DOCTYPE html>"));
  QRegularExpressionMatchIterator tags = tag.globalMatch(page);
  while (tags.hasNext()) {
    const QRegularExpressionMatch found = tags.next();
    QVERIFY2(elements.contains(found.captured(2)), qPrintable(found.captured(0)));
    QVERIFY2(attributes.match(found.captured(3)).hasMatch(), qPrintable(found.captured(0)));
    QVERIFY2(!found.captured(3).contains(QStringLiteral("href=")) || found.captured(3).contains(QStringLiteral("href=\"#")),
             qPrintable(found.captured(0)));
  }
  page.remove(tag);
  QVERIFY2(!page.contains(QLatin1Char('<')) && !page.contains(QLatin1Char('>')), "a bare angle bracket");
  plainCharacters(page.toUtf8());
}

void ReportFormatsTest::markdown(const reports::Report& report) {
  const QString text = QString::fromStdString(reports::markdownReport(report));
  int columns = 0;
  for (QString line : text.split(QLatin1Char('\n'))) {
    line.remove(QStringLiteral("<details><summary>")).remove(QStringLiteral("</summary>")).remove(QStringLiteral("</details>"));
    line.remove(QRegularExpression(QStringLiteral("<code>[^<>]*</code>")));
    if (!line.startsWith(QLatin1Char('|'))) columns = 0;
    const QStringList cells = line.startsWith(QLatin1Char('|')) ? cellsOf(line) : QStringList(line);
    if (line.startsWith(QLatin1Char('|')) && columns == 0) columns = int(cells.size());
    if (columns > 0) QCOMPARE(cells.size(), columns);
    for (const QString& cell : cells) {
      const QString rest = withoutCode(cell);
      for (const char* mark : {"<", "`", "@", "](", "http", "::", "#12", "GH-", "owned", "user"})
        QVERIFY2(!rest.contains(QLatin1String(mark)), qPrintable(line.left(400)));
    }
  }
  plainCharacters(text.toUtf8());
}

void ReportFormatsTest::json(const reports::Report& report) {
  QJsonParseError error;
  const QByteArray bytes = QByteArray::fromStdString(reports::jsonReport(report));
  const QJsonObject object = QJsonDocument::fromJson(bytes, &error).object();
  QCOMPARE(error.error, QJsonParseError::NoError);
  const QJsonArray rows = object[QStringLiteral("configs")].toArray()[0].toObject()[QStringLiteral("rows")].toArray();
  QCOMPARE(std::size_t(rows.size()), report.configs.front().rows.size());
  for (int i = 0; i < rows.size(); ++i)
    QCOMPARE(rows[i].toObject()[QStringLiteral("model")].toString(), QString::fromStdString(report.configs.front().rows[std::size_t(i)].model));
  for (const QByteArray& line : bytes.split('\n')) QVERIFY(!line.trimmed().startsWith("::"));
}

void ReportFormatsTest::csv(const reports::Report& report) {
  const std::string bytes = reports::csvReport(report);
  const auto table = tables::CsvTable::scan(bytes, "report.csv");
  QVERIFY(table.isValue());
  QCOMPARE(table.value()->rowCount(), report.configs.front().rows.size());
  std::string scratch;
  for (std::size_t row = 0; row < table.value()->rowCount(); ++row)
    for (std::size_t column = 0; column < table.value()->columnNames().size(); ++column) {
      const std::string cell(table.value()->cell(row, column, scratch));
      const bool isDangerous = !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
      bool isNumber = false;
      (void)QString::fromStdString(cell).toDouble(&isNumber);
      QVERIFY2(!isDangerous || isNumber, cell.c_str());
    }
  plainCharacters(QByteArray::fromStdString(bytes));
}

void ReportFormatsTest::junit(const reports::Report& report, const support::TestFolder& folder) {
  const QByteArray bytes = QByteArray::fromStdString(reports::junitReport(report));
  QXmlStreamReader xml(bytes);
  QStringList names;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const QString element = xml.name().toString();
    QVERIFY2(QStringLiteral("testsuites testsuite testcase failure error skipped").split(QLatin1Char(' ')).contains(element), qPrintable(element));
    if (element == QStringLiteral("testcase")) names << xml.attributes().value(QStringLiteral("name")).toString();
  }
  QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
  for (const reports::ReportRow& row : report.configs.front().rows)
    QVERIFY(names.contains(QString::fromStdString(reports::printableText(row.model))));
  const QString path = folder.write(QStringLiteral("r.xml"), bytes);
  const support::Tool lint = support::runTool(QStringLiteral("xmllint"), {QStringLiteral("--noout"), QStringLiteral("--schema"),
                                                                          support::kReportData + QStringLiteral("/junit.xsd"), path});
  if (lint.isHere) QVERIFY2(lint.exit == 0, lint.out.constData());
  plainCharacters(bytes);
}

void ReportFormatsTest::annotations(const reports::Report& report) {
  const QString text = QString::fromStdString(reports::annotationsReport(report));
  const QRegularExpression line(QStringLiteral("^::(error|warning|notice) ((file=[^:,]*(,line=\\d+)?,)?title=[^:,]*)::(.*)$"));
  QStringList lines = text.split(QLatin1Char('\n'));
  QVERIFY(lines.takeLast().isEmpty());
  QVERIFY(std::size_t(lines.size()) > std::min<std::size_t>(report.configs.front().rows.size(), 2));
  for (const QString& each : lines) {
    QVERIFY2(line.match(each).hasMatch(), qPrintable(each.left(400)));
    QVERIFY(!each.contains(QStringLiteral("##[")));
    QVERIFY(!each.contains(QRegularExpression(QStringLiteral("%(?!25|3A|2C)"))));
    QVERIFY(!each.contains(QStringLiteral("%0A")));
  }
  plainCharacters(text.toUtf8());
}

void ReportFormatsTest::plainText(const reports::Report& report) {
  const QByteArray text = QByteArray::fromStdString(reports::textReport(report));
  for (const QByteArray& line : text.split('\n')) {
    QVERIFY2(!line.trimmed().startsWith("::"), line.constData());
    QVERIFY2(line.size() < 3'000, line.left(200).constData());
  }
  plainCharacters(text);
}
