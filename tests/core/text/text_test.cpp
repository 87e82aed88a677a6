// SPDX-License-Identifier: GPL-3.0-or-later
#include <toml++/toml.h>

#include <QTest>
#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "core/text/escapes.h"
#include "core/text/json_text.h"
#include "core/text/line_index.h"
#include "core/text/sha256.h"
#include "core/text/toml_reader.h"
#include "core/text/utf8.h"

using namespace plumbline;

class TextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void utf8_data();
  void utf8();
  void badBytesAreFoundAnywhere();
  void escapesKeepTextsApart();
  void codePoints();
  void prefixes();
  void lines_data();
  void lines();
  void linesInLongTexts();
  void columnsInLongLines();
  void deepTextsAreNotParsed_data();
  void deepTextsAreNotParsed();
  void depthIsLimitedAsItIsNested();
  void runnerCommands_data();
  void runnerCommands();
  void secrets();
  void jsonInPieces();
  void manyEscapes();
  void hashes();
};

void TextTest::jsonInPieces() {
  using Json = nlohmann::ordered_json;
  const std::vector<int> some = {1, 2}, none;
  const auto item = [](int number) { return Json{{"number", number}, {"list", Json::array({number, "two\nlines"})}}; };
  text::JsonText json;
  json.add("name", "a\x7f" "b");
  json.addList("some", some, item);
  json.addList("none", none, item);
  json.add("object", Json{{"a", 1}, {"b", Json::object()}});
  const Json whole = {{"name", "a\x7f" "b"},
                      {"some", {item(1), item(2)}},
                      {"none", Json::array()},
                      {"object", {{"a", 1}, {"b", Json::object()}}}};
  QCOMPARE(QString::fromStdString(json.finished()), QString::fromStdString(text::toJsonText(whole, 2)));
  QCOMPARE(QString::fromStdString(text::JsonText().finished()), QStringLiteral("{}"));

  // A first item that is much longer than the others: 500,000 of its length are more than there is.
  text::JsonText uneven;
  uneven.addList("items", std::vector<int>(500'000), [isFirst = true](int) mutable {
    return Json(std::exchange(isFirst, false) ? std::string(1'000'000, 'x') : std::string("y"));
  });
  QVERIFY(uneven.finished().ends_with("\"y\"\n  ]\n}"));
}

void TextTest::manyEscapes() {
  // Each grows to six bytes: a text that moves behind every one of them would take minutes.
  const std::string text = text::toJsonText(nlohmann::json(std::string(1'000'000, '\x7f') + "\u00e9\u202e"));
  QCOMPARE(text.size(), std::size_t{6'000'000} + 2 + 2 + 6);
  QVERIFY(text.starts_with("\"\\u007f\\u007f") && text.ends_with("\u00e9\\u202e\""));
}

void TextTest::deepTextsAreNotParsed_data() {
  QTest::addColumn<QByteArray>("toml");
  QTest::addColumn<int>("line");  // 0: it is read
  const QByteArray deep = QByteArray("a.").repeated(45'000) + "a";
  QTest::newRow("key") << "x = 1\n" + deep + " = 1\n" << 2;
  QTest::newRow("header") << "[" + deep + "]\n" << 1;
  QTest::newRow("list of tables") << "[[" + deep + "]]\n" << 1;
  QTest::newRow("lists") << "a = " + QByteArray(45'000, '[') << 1;
  QTest::newRow("inline tables") << "a = " + QByteArray("{a.a.a.a = ").repeated(45'000) << 1;
  QTest::newRow("behind an inline table") << "a = {b = 1, " + deep + " = 1}\n" << 1;
  QTest::newRow("behind a comment") << "# \"\n" + deep + " = 1\n" << 2;
  QTest::newRow("behind strings") << R"(t = {a = "\"", b = '\', c = """"x"""", )" + deep + " = 1}\n" << 1;
  QTest::newRow("behind lines in quotes") << "t = {c = '''\n\"\n''''', " + deep + " = 1}\n" << 3;
  QTest::newRow("in a string") << "a = \"" + deep + "\"\nb = '''\n" + deep + "''' # " + deep + "\n" << 0;
  QTest::newRow("numbers") << "a = [" + QByteArray("1.5, 2.5,\n").repeated(1000) + "]\n" << 0;
  QByteArray keys;
  for (int i = 0; i < 1000; ++i) keys += "[t.b" + QByteArray::number(i) + "]\na.b = {x = [[1.5]]}\n";
  QTest::newRow("many keys") << keys << 0;
}

void TextTest::deepTextsAreNotParsed() {
  QFETCH(const QByteArray, toml);
  QFETCH(const int, line);
  const auto table = text::parseToml(toml.toStdString(), {"f.toml", "Do this."});
  QVERIFY2(table.has_value() == (line == 0), table ? "" : table.error().text.c_str());
  if (line == 0) return;
  QCOMPARE(table.error().text, std::string("Tables or keys are nested too deeply here."));
  QCOMPARE(table.error().line, static_cast<std::size_t>(line));
}

void TextTest::depthIsLimitedAsItIsNested() {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  QVERIFY(!text::parseJson(nested(text::kMaxJsonDepth)).is_discarded());
  QVERIFY(text::parseJson(nested(text::kMaxJsonDepth + 1)).is_discarded());
  QVERIFY(text::parseOrderedJson(std::string(30'000'000, '[')).is_discarded());
  QVERIFY(text::parseOrderedJson(R"({"a": "\")" + std::string(1000, '[') + "\"}").is_object());
  QVERIFY(text::parseJson("{").is_discarded());
}

void TextTest::secrets() {
  const std::string token(36, 'a');
  const auto masked = [](std::string text) {
    text::maskSecrets(text);
    return text;
  };
  const std::string stars(36, '*');
  QCOMPARE(masked("x ghp_" + token + " y gho_" + token + "\n"), "x ghp_" + stars + " y gho_" + stars + "\n");
  QCOMPARE(masked("github_pat_" + token), "github_pat_" + stars);
  QCOMPARE(masked("https://hf_" + token + "@hub"), "https://hf_" + stars + "@hub");
  QCOMPARE(masked("Authorization: Bearer " + token + "\r"), "Authorization: Bearer " + stars + "\r");
  for (const char* kept : {"hf_Bert hf_GPT2_large_generate_with_a_long_name", "hf_distil_whisper", "ghp_short", "Bearer of news", "ghp_", ""})
    QCOMPARE(masked(kept), std::string(kept));
  QCOMPARE(masked("xghp_" + token), "xghp_" + token);
}

void TextTest::runnerCommands_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("broken");
  const auto row = [](const char* text, const char* broken) { QTest::newRow(text) << QByteArray(text) << QByteArray(broken); };
  row("", "");
  row("plain\ntext\n", "plain\ntext\n");
  row("::error::x", "\\x3a:error::x");
  row("a\n \t::add-mask::x\nb", "a\n \t\\x3a:add-mask::x\nb");
  row("\r::error::x", "\r\\x3a:error::x");
  row("a ::error::x", "a ::error::x");  // not at the start
  row(":: alone", "\\x3a: alone");
  row("a ##[error]x##[##[b", "a ##\\x5berror]x##\\x5b##\\x5bb");
  row("###[x", "###\\x5bx");
  row("## [x", "## [x");
  row("::##[error]", "\\x3a:##\\x5berror]");
}

void TextTest::runnerCommands() {
  QFETCH(QByteArray, text);
  QTEST(QByteArray::fromStdString(text::withoutCommands(text.toStdString())), "broken");
}

void TextTest::utf8_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<int>("bad");  // -1: valid
  QTest::newRow("ASCII") << QByteArray("plain text, longer than a word") << -1;
  QTest::newRow("2, 3 and 4 bytes") << QByteArray("\xC3\xA9\xE6\xA8\xA1\xF0\x9F\x98\x80") << -1;
  QTest::newRow("last code point") << QByteArray("\xF4\x8F\xBF\xBF") << -1;
  QTest::newRow("first of 3 bytes") << QByteArray("\xE0\xA0\x80") << -1;
  QTest::newRow("below the surrogates") << QByteArray("\xED\x9F\xBF") << -1;
  QTest::newRow("surrogate") << QByteArray("ab\xED\xA0\x80") << 2;
  QTest::newRow("overlong 2") << QByteArray("\xC0\x80") << 0;
  QTest::newRow("overlong 2, C1") << QByteArray("a\xC1\xBF") << 1;
  QTest::newRow("overlong 3") << QByteArray("\xE0\x9F\xBF") << 0;
  QTest::newRow("overlong 4") << QByteArray("\xF0\x8F\xBF\xBF") << 0;
  QTest::newRow("above the last") << QByteArray("\xF4\x90\x80\x80") << 0;
  QTest::newRow("F5") << QByteArray("\xF5\x80\x80\x80") << 0;
  QTest::newRow("FF") << QByteArray("12345678\xFF") << 8;
  QTest::newRow("stray continuation") << QByteArray("abc\x80") << 3;
  QTest::newRow("cut after 1 of 2") << QByteArray("abc\xC3") << 3;
  QTest::newRow("cut after 2 of 3") << QByteArray("abc\xE6\xA8") << 3;
  QTest::newRow("cut after 3 of 4") << QByteArray("abc\xF0\x9F\x98") << 3;
  QTest::newRow("second byte missing") << QByteArray("\xC3(") << 0;
}

void TextTest::utf8() {
  QFETCH(QByteArray, bytes);
  QFETCH(int, bad);
  const auto found = text::firstInvalidUtf8({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  QCOMPARE(found ? static_cast<int>(*found) : -1, bad);
}

void TextTest::badBytesAreFoundAnywhere() {
  for (std::size_t length = 1; length < 40; ++length)
    for (std::size_t at = 0; at < length; ++at) {
      std::string bytes(length, 'x');
      bytes[at] = '\xFF';
      QCOMPARE(text::firstInvalidUtf8(bytes), std::optional(at));
    }
}

void TextTest::escapesKeepTextsApart() {
  QCOMPARE(text::escapedBytes("a\\b\xC3\xA9"), std::string("a\\b\xC3\xA9"));
  QCOMPARE(text::escapedBytes("m\xE4\\"), std::string("m\\xe4\\\\"));
  QCOMPARE(text::escapedBytes(std::string_view("\0a\xFF", 3)), std::string("\\x00a\\xff"));
  QCOMPARE(text::escapedBytes(""), std::string());
}

void TextTest::codePoints() {
  QCOMPARE(text::codePoints("abc"), std::size_t{3});
  QCOMPARE(text::codePoints("\xC3\xA9\xE6\xA8\xA1\xF0\x9F\x98\x80"), std::size_t{3});
  QCOMPARE(text::codePoints(""), std::size_t{0});
}

void TextTest::prefixes() {
  QCOMPARE(text::prefixOf("\xC3\xA9t\xC3\xA9", 2), std::string_view("\xC3\xA9t"));
  QCOMPARE(text::prefixOf("\xC3\xA9t\xC3\xA9", 3), std::string_view("\xC3\xA9t\xC3\xA9"));
  QCOMPARE(text::prefixOf("abc", 0), std::string_view(""));
}

void TextTest::lines_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("places");  // line:column of every offset, the end included
  QTest::newRow("LF") << QByteArray("a\nb") << QByteArray("1:1 1:2 2:1 2:2");
  QTest::newRow("CRLF") << QByteArray("a\r\nb") << QByteArray("1:1 1:2 1:3 2:1 2:2");
  QTest::newRow("CR") << QByteArray("a\rb") << QByteArray("1:1 1:2 2:1 2:2");
  QTest::newRow("blank lines") << QByteArray("\n\n\r\r\n") << QByteArray("1:1 2:1 3:1 4:1 4:2 5:1");
  QTest::newRow("empty") << QByteArray("") << QByteArray("1:1");
  QTest::newRow("CR at the end") << QByteArray("a\r") << QByteArray("1:1 1:2 2:1");
}

void TextTest::lines() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, places);
  const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
  const text::LineIndex index(view);
  QByteArray got;
  for (std::size_t i = 0; i <= view.size(); ++i) {
    const auto [line, column] = index.at(view, i);
    got += (i == 0 ? "" : " ") + QByteArray::number(static_cast<qulonglong>(line)) + ':' +
           QByteArray::number(static_cast<qulonglong>(column));
  }
  QCOMPARE(got, places);
}

void TextTest::linesInLongTexts() {
  std::mt19937 random(1);
  std::string bytes;
  while (bytes.size() < 5 * text::LineIndex::kBlockBytes) {
    bytes.append(random() % 90, 'x');
    bytes += std::array{"\n", "\r\n", "\r", "\n\n"}[random() % 4];
  }
  const text::LineIndex index(bytes);
  std::size_t line = 1;
  for (std::size_t i = 0; i <= bytes.size(); ++i) {
    if (i > 0 && (bytes[i - 1] == '\n' || (bytes[i - 1] == '\r' && (i == bytes.size() || bytes[i] != '\n')))) ++line;
    if (index.lineOf(bytes, i) != line) QCOMPARE(index.lineOf(bytes, i), line);
  }
  QCOMPARE(index.lineOf(bytes, bytes.size() + 100), line);
}

void TextTest::columnsInLongLines() {
  constexpr std::size_t kBlock = text::LineIndex::kBlockBytes;
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string bytes;
    for (const std::size_t length : {3 * kBlock - 1, kBlock, kBlock - 2, std::size_t{0}, 2 * kBlock + 7, 4 * kBlock})
      bytes += std::string(length, 'x') + end;
    const text::LineIndex index(bytes);
    std::size_t column = 1;
    for (std::size_t i = 0; i <= bytes.size(); ++i, ++column) {
      if (i > 0 && (bytes[i - 1] == '\n' || (bytes[i - 1] == '\r' && (i == bytes.size() || bytes[i] != '\n')))) column = 1;
      if (index.at(bytes, i).column != column) QCOMPARE(index.at(bytes, i).column, column);
    }
  }
}

void TextTest::hashes() {
  QCOMPARE(text::sha256Hex(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  QCOMPARE(text::sha256Hex("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  QCOMPARE(text::sha256Base64("abc"), std::string("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="));
}

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
