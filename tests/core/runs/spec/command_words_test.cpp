// SPDX-License-Identifier: GPL-3.0-or-later
// Templates, and the way between words and a shell's line.
#include <QRandomGenerator>
#include <QTest>

#include "core/files/child_process.h"
#include "core/runs/spec/command_template.h"
#include "core/text/escapes.h"
#include "tests/core/runs/spec/plan_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

const std::map<std::string, std::string, std::less<>> kFields = {
    {"python", "/usr/bin/python3"}, {"model", "a b"}, {"device", "{output}"}, {"repeat", "2"}};

/// asText writes words as before[file]after.
QString asText(const std::vector<Word>& words) {
  QStringList list;
  for (const Word& word : words)
    list << qs(word.before) + (word.file.empty() ? QString() : u'[' + qs(word.file) + u']') + qs(word.after);
  return list.join(u'|');
}

/// nastyWord is what no quoting should stumble over; never a NUL, which no program can be given.
std::string nastyWord(QRandomGenerator& random) {
  static const std::vector<std::string> kPieces = {
      "'", "\"", "\\", "$(id)", "`id`", ";", "\n", "\t", " ",  "*",    "?",    "[a]", "~",  "#", "&&", "|", ">x", "<",
      "!", "%s", "%",  "{a}",   "}",    "=", "--", "-n", "\r", "\x01", "\x7f", "é",   "漢", "a", "b0", "/", "\\n"};
  std::string word;
  for (int count = random.bounded(6); count > 0; --count)
    word += kPieces[static_cast<std::size_t>(random.bounded(static_cast<int>(kPieces.size())))];
  return word;
}

}  // namespace

void PlanTest::fills_data() {
  QTest::addColumn<std::vector<std::string>>("words");
  QTest::addColumn<QString>("filled");
  using List = std::vector<std::string>;
  QTest::newRow("plain") << List{"a", "", "b c"} << QStringLiteral("a||b c");
  QTest::newRow("fields") << List{"{python}", "--m={model}-{repeat}"} << QStringLiteral("/usr/bin/python3|--m=a b-2");
  QTest::newRow("files") << List{"--out={output}", "{cache}/x", "{folder}"}
                         << QStringLiteral("--out=[result.csv]|[cache]/x|[.]");
  QTest::newRow("around") << List{"{model}{output}{repeat}"} << QStringLiteral("a b[result.csv]2");
  QTest::newRow("braces") << List{"{{output}}", "{{{model}}}", "{{", "}}"} << QStringLiteral("{output}|{a b}|{|}");
  QTest::newRow("no second time") << List{"{device}"} << QStringLiteral("{output}");
}

void PlanTest::fills() {
  QFETCH(const std::vector<std::string>, words);
  QFETCH(const QString, filled);
  const auto made = fillTemplate(words, kFields, "result.csv");
  QVERIFY2(made, made ? "" : made.error().text.c_str());
  QCOMPARE(asText(*made), filled);
}

void PlanTest::fieldsStay() {
  QRandomGenerator random(11);
  for (int round = 0; round < 500; ++round) {
    const std::string nasty = nastyWord(random);
    const auto made = fillTemplate({"x={model}", "{model}"}, {{"model", nasty}}, "result.csv");
    QVERIFY(made);
    QCOMPARE(made->size(), std::size_t{2});
    QCOMPARE((*made)[0], (Word{.before = "x=" + nasty}));
    QCOMPARE((*made)[1], (Word{.before = nasty}));
  }
}

void PlanTest::badTemplates_data() {
  QTest::addColumn<QString>("word");
  QTest::addColumn<QString>("text");
  QTest::newRow("unknown") << QStringLiteral("{modle}") << QStringLiteral("{modle} is not a field");
  QTest::newRow("no name") << QStringLiteral("{}") << QStringLiteral("{} is not a field");
  QTest::newRow("no value") << QStringLiteral("{checkout}") << QStringLiteral("{checkout} has no value");
  QTest::newRow("open") << QStringLiteral("a{model") << QStringLiteral("a brace has no partner");
  QTest::newRow("closed") << QStringLiteral("model}") << QStringLiteral("a brace has no partner");
  QTest::newRow("nested") << QStringLiteral("{a{model}") << QStringLiteral("a brace has no partner");
  QTest::newRow("two files") << QStringLiteral("{output}{cache}") << QStringLiteral("two files");
  QTest::newRow("the word") << QStringLiteral("it's {x}") << QStringLiteral("In the word 'it'\\''s {x}' of");
}

void PlanTest::badTemplates() {
  QFETCH(const QString, word);
  QFETCH(const QString, text);
  const auto made = fillTemplate({"good", word.toStdString()}, kFields, "result.csv");
  QVERIFY(!made);
  QCOMPARE(made.error().code, base::ErrorCode::BadArgument);
  QVERIFY2(qs(made.error().text).contains(text), made.error().text.c_str());
  QVERIFY(!made.error().hint.empty());
}

void PlanTest::splits_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QStringList>("words");
  const auto row = [](const char* name, const char* line, const QStringList& words) {
    QTest::newRow(name) << QString::fromUtf8(line) << words;
  };
  const auto text = [](const char* t) { return QString::fromUtf8(t); };
  row("nothing", " \n\t ", {});
  row("blanks", "  a\tb  c ", {text("a"), text("b"), text("c")});
  row("single", "'my bench.py' 'a\"b\\c$HOME'", {text("my bench.py"), text("a\"b\\c$HOME")});
  row("double", "\"my bench.py\" \"a'b;\\\"\\\\\\$x\\`\\q\"", {text("my bench.py"), text("a'b;\"\\$x`\\q")});
  row("joined", "a'b c'\"d e\"\\ f", {text("ab cd e f")});
  row("empty", "'' \"\" a", {QString(), QString(), text("a")});
  row("escaped", "\\; \\| \\$x \\'", {text(";"), text("|"), text("$x"), text("'")});
  row("joined lines", "a \\\n  b\\\nc \"d\\\ne\"\n", {text("a"), text("bc"), text("de")});
  row("lines in quotes", "'a\nb' \"c\nd\"", {text("a\nb"), text("c\nd")});
  row("fields", "{python} --out={output}", {text("{python}"), text("--out={output}")});
  row("not at the start", "a#b a~b", {text("a#b"), text("a~b")});
}

void PlanTest::splits() {
  QFETCH(const QString, line);
  QFETCH(const QStringList, words);
  const auto split = splitCommand(line.toStdString());
  QVERIFY2(split, split ? "" : split.error().text.c_str());
  QStringList got;
  for (const std::string& word : *split) got << qs(word);
  QCOMPARE(got, words);
}

void PlanTest::refusesShells_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<int>("column");
  const auto row = [](const char* line, int column) { QTest::newRow(line) << QString::fromUtf8(line) << column; };
  for (const char* line :
       {"ab; c", "ab| c", "ab& c", "ab> c", "ab< c", "ab` c", "ab$ c", "ab( c", "ab) c", "ab* c", "ab? c"})
    row(line, 3);
  row("a \"b$c\"", 5);
  row("a \"b`c\"", 5);
  row("a ~/b", 3);
  row("a #b", 3);
  row("a 'b", 3);
  row("a \"b", 3);
  row("a \"b\\\"", 3);
  row("a\\", 2);
  row("a\nb", 2);
}

void PlanTest::refusesShells() {
  QFETCH(const QString, line);
  QFETCH(const int, column);
  const auto split = splitCommand(line.toStdString());
  QVERIFY(!split);
  QCOMPARE(split.error().code, base::ErrorCode::BadArgument);
  QCOMPARE(static_cast<int>(split.error().column), column);
  QVERIFY(!split.error().hint.empty());
}

void PlanTest::quotesComeBack() {
  QRandomGenerator random(7);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> words(static_cast<std::size_t>(random.bounded(6)));
    for (std::string& word : words) word = nastyWord(random);
    const std::string line = text::shellLine(words);
    const auto split = splitCommand(line);
    QVERIFY2(split, line.c_str());
    QVERIFY2(*split == words, line.c_str());
  }
}

void PlanTest::shellAgrees() {
  QRandomGenerator random(8);
  for (int round = 0; round < 40; ++round) {
    std::vector<std::string> words = {"printf", "%s\\0"};
    std::string expected;
    for (int count = 0; count < 40; ++count) {
      words.push_back(nastyWord(random));
      expected += words.back() + '\0';
    }
    const auto answer = files::runChild({.program = "/bin/sh", .arguments = {"-c", text::shellLine(words)}});
    QVERIFY(answer.isValue());
    QCOMPARE(answer.value().exitCode, 0);
    QVERIFY2(answer.value().out == expected, text::shellLine(words).c_str());
  }
  // A program with such a name is run, and no variable set.
  const auto answer = files::runChild({.program = "/bin/sh", .arguments = {"-c", text::shellLine({"A=b"})}});
  QVERIFY(answer.isValue());
  QCOMPARE(answer.value().exitCode, 127);
}
