// SPDX-License-Identifier: GPL-3.0-or-later
// Terminal colours: what stays of a line, and which stretches have which look.
#include "core/runs/logs/ansi_text.h"

#include <QTest>
#include <random>

#include "tests/core/runs/logs/runs_log_test.h"

using namespace Qt::StringLiterals;
using namespace plumbline::runs;

namespace {

AnsiText read(const QByteArray& line) {
  AnsiStyle state;
  return readAnsi({line.constData(), static_cast<std::size_t>(line.size())}, state);
}

QByteArray toName(const AnsiStyle& style) {
  QByteArray word;
  if (style.colour >= 0) word += "c" + QByteArray::number(style.colour);
  if (style.background >= 0) word += "b" + QByteArray::number(style.background);
  if (style.bold) word += 'B';
  if (style.faint) word += 'F';
  if (style.italic) word += 'I';
  if (style.underline) word += 'U';
  if (style.inverse) word += 'N';
  return word.isEmpty() ? QByteArray("-") : word;
}

}  // namespace

void RunsLogTest::plainText_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<QByteArray>("plain");
  QTest::newRow("empty") << QByteArray("") << QByteArray("");
  QTest::newRow("plain") << QByteArray("cuda train llama") << QByteArray("cuda train llama");
  QTest::newRow("coloured") << QByteArray("\x1B[31mred\x1B[0m end") << QByteArray("red end");
  QTest::newRow("overwritten") << QByteArray(" 10%\r 50%\r100%") << QByteArray("100%");
  QTest::newRow("shorter over longer") << QByteArray("abcdef\rxy") << QByteArray("xycdef");
  QTest::newRow("erased to the end") << QByteArray("abcdef\r\x1B[Kxy") << QByteArray("xy");
  QTest::newRow("erased before") << QByteArray("abcdef\b\b\x1B[1K") << QByteArray("     f");
  QTest::newRow("erased all") << QByteArray("abc\x1B[2Kd") << QByteArray("   d");
  QTest::newRow("backspace") << QByteArray("ab\b\bxy\b\b\b\bz") << QByteArray("zy");
  QTest::newRow("bell") << QByteArray("a\ab") << QByteArray("ab");
  QTest::newRow("tab") << QByteArray("ab\tc\t\td") << QByteArray("ab      c               d");
  QTest::newRow("tab over text") << QByteArray("0123456789\r\tx") << QByteArray("01234567x9");
  QTest::newRow("characters, not bytes") << QByteArray("äöü\rx") << QByteArray("xöü");
  QTest::newRow("cursor moves are dropped") << QByteArray("\x1B[2A\x1B[10Ga\x1B[?25lb") << QByteArray("ab");
  QTest::newRow("link") << QByteArray("\x1B]8;;http://x\x1B\\text\x1B]8;;\x1B\\") << QByteArray("text");
  QTest::newRow("title") << QByteArray("\x1B]0;title\a$") << QByteArray("$");
  QTest::newRow("title without end hides nothing") << QByteArray("\x1B]0;rest") << QByteArray("0;rest");
  QTest::newRow("charset") << QByteArray("\x1B(Bx") << QByteArray("x");
  QTest::newRow("lone escape") << QByteArray("a\x1B") << QByteArray("a");
  QTest::newRow("cut sequence") << QByteArray("a\x1B[3") << QByteArray("a");
  QTest::newRow("broken sequence") << QByteArray("a\x1B[3\xC3\xA4z") << QByteArray("a\xC3\xA4z");
}
void RunsLogTest::plainText() {
  QFETCH(QByteArray, line);
  QFETCH(QByteArray, plain);
  QCOMPARE(QByteArray::fromStdString(read(line).plain), plain);
}

void RunsLogTest::colours_data() {
  QTest::addColumn<QByteArray>("codes");
  QTest::addColumn<QByteArray>("style");
  const auto row = [](const char* codes, const char* style) { QTest::newRow(codes) << QByteArray(codes) << QByteArray(style); };
  row("31", "c1");
  row("97", "c15");
  row("41", "b1");
  row("107", "b15");
  row("1;2;3;4;7;32", "c2BFIUN");
  row("1;22", "-");
  row("31;39", "-");
  row("41;49", "-");
  row("3;23", "-");
  row("4;24", "-");
  row("7;27", "-");
  row("21", "U");
  row("31;0", "-");
  row("31;", "-");  // a missing number is 0
  row("31;51", "c1");
  row("38;5;9", "c9");
  row("38;5;196", "c9");
  row("38;5;22", "c2");
  row("38;5;232", "c0");
  row("38;5;245", "c8");
  row("38;5;255", "c15");
  row("38;2;255;0;0;1", "c9B");
  row("38;2;0;0;120", "c4");
  row("48;2;200;200;200", "b7");
  row("38:2::255:0:0", "c9");
  row("38:2:255:0:0", "c9");
  row("38:2:255:0:0;1", "c9B");
  row("38:5:10;4:3", "c10U");
  row("4;4:0", "-");
  row("38", "-");
  row("38;5", "-");
  row("38;2;1;2", "-");
  row("38;9;1", "B");  // what is no colour is passed over
  row("99999999999", "-");
  row("38;5;300", "-");
  row("?31", "-");
}
void RunsLogTest::colours() {
  QFETCH(QByteArray, codes);
  QFETCH(QByteArray, style);
  const AnsiText text = read("\x1B[" + codes + "mx");
  QCOMPARE(QByteArray::fromStdString(text.plain), QByteArray("x"));
  if (style == "-") QVERIFY(text.spans.empty());
  else {
    QCOMPARE(text.spans.size(), 1U);
    QCOMPARE(text.spans[0].begin, 0U);
    QCOMPARE(text.spans[0].length, 1U);
    QCOMPARE(toName(text.spans[0].style), style);
  }
}

void RunsLogTest::styleGoesOn() {
  AnsiStyle state;
  QVERIFY(readAnsi("a\x1B[31m", state).spans.empty());
  QCOMPARE(state.colour, 1);
  const AnsiText second = readAnsi("all red", state);
  QCOMPARE(second.spans.size(), 1U);
  QCOMPARE(second.spans[0].length, 7U);
  const AnsiText third = readAnsi("red\x1B[m not", state);
  QCOMPARE(third.spans.size(), 1U);
  QCOMPARE(third.spans[0].length, 3U);
  QVERIFY(state == AnsiStyle{});
  QVERIFY(readAnsi("", state).spans.empty());
}

void RunsLogTest::sequences_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("length");
  QTest::newRow("colour") << QByteArray("\x1B[31mx") << 5;
  QTest::newRow("never past a line feed") << QByteArray("\x1B\n") << 1;
  QTest::newRow("nor when cut") << QByteArray("\x1B[3\nm") << 3;
  QTest::newRow("nor in a title") << QByteArray("\x1B]0;a\nb\a") << 2;
  QTest::newRow("title") << QByteArray("\x1B]0;a\ab") << 6;
  QTest::newRow("alone") << QByteArray("\x1B") << 1;
}
void RunsLogTest::sequences() {
  QFETCH(QByteArray, text);
  QTEST(static_cast<int>(sequenceLength({text.constData(), static_cast<std::size_t>(text.size())})), "length");
}

void RunsLogTest::spansAreSound() {
  std::mt19937 random(7);
  const std::vector<QByteArray> parts = {"\x1B[31m", "\x1B[0m", "\x1B[1;44m", "\r", "\b", "\t", "abc", "ä", "\x1B[K", "\x1B", "[", "8m", "\x1B[1K"};
  AnsiStyle state;
  for (int i = 0; i < 5000; ++i) {
    QByteArray line;
    for (auto n = random() % 12; n > 0; --n) line += parts[random() % parts.size()];
    const AnsiText text = readAnsi({line.constData(), static_cast<std::size_t>(line.size())}, state);
    QVERIFY(text.plain.find_first_of("\x1B\r\b\t") == std::string::npos);
    std::size_t end = 0;
    for (const AnsiSpan& span : text.spans) {
      QVERIFY(span.length > 0 && span.begin >= end && span.begin + span.length <= text.plain.size());
      QVERIFY(span.style != AnsiStyle{});
      end = span.begin + span.length;
    }
  }
}
