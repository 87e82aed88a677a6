// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/quantities.h"

#include <QTest>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/text/ascii.h"
#include "core/text/json_text.h"

using namespace plumbline::text;

class QuantitiesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void countsWithTheirNoun() {
    QCOMPARE(counted(0, "row"), std::string("0 rows"));
    QCOMPARE(counted(1, "row"), std::string("1 row"));
    QCOMPARE(counted(2, "entry", "entries"), std::string("2 entries"));
    QCOMPARE(counted(1, "entry", "entries"), std::string("1 entry"));
    QCOMPARE(joined({"a", "b"}), std::string("a, b"));
  }

  void numbers() {
    QCOMPARE(fixedText(1.005, 1), std::string("1.0"));
    QCOMPARE(fixedText(std::numeric_limits<double>::quiet_NaN(), 2), std::string("nan"));
    QCOMPARE(fixedText(-std::numeric_limits<double>::infinity(), 2), std::string("-inf"));
    QCOMPARE(shortestText(0.1), std::string("0.1"));
    QCOMPARE(shortNumber(9.9), std::string("9.9"));
    QCOMPARE(shortNumber(14.04), std::string("14"));
    QCOMPARE(shortNumber(1234.5), std::string("1234"));
    QCOMPARE(shortNumber(0.00123456, 4), std::string("0.001235"));
    QCOMPARE(shortNumber(0), std::string("0"));
    QCOMPARE(shortNumber(1.25e300), std::string("1.25e+300"));
    QCOMPARE(shortNumber(-2e-14), std::string("-2e-14"));
    QCOMPARE(shortNumber(123456789012345.0), std::string("123456789012345"));
    QCOMPARE(toDistinctTexts(1.4231, 1.4218), std::pair(std::string("1.423"), std::string("1.422")));
  }

  void sizesAndDurations() {
    QCOMPARE(sizeText(1), std::string("1 byte"));
    QCOMPARE(sizeText(999), std::string("999 bytes"));
    QCOMPARE(sizeText(999'960), std::string("1 MB"));
    QCOMPARE(sizeText(12'000), std::string("12 kB"));
    QCOMPARE(sizeText(8'400'000), std::string("8.4 MB"));
    QCOMPARE(sizeText(std::numeric_limits<std::uint64_t>::max()), std::string("18446744 TB"));
    QCOMPARE(durationText(0.35), std::string("350 ms"));
    QCOMPARE(durationText(0.9996), std::string("1 s"));
    QCOMPARE(durationText(0.0004), std::string("0.4 ms"));
    QCOMPARE(durationText(1.24), std::string("1.2 s"));
    QCOMPARE(durationText(59.9), std::string("1 min"));
    QCOMPARE(durationText(125), std::string("2 min 5 s"));
    QCOMPARE(durationText(3 * 3600 + 240), std::string("3 h 4 min"));
    QCOMPARE(durationText(-1), std::string("unknown"));
    QCOMPARE(clockText(59), std::string("59 s"));
    QCOMPARE(clockText(185), std::string("3:05"));
    QCOMPARE(clockText(7384), std::string("2:03:04"));
  }

  void ascii() {
    QCOMPARE(trimmed(" \t llama \r\n"), std::string_view("llama"));
    QCOMPARE(trimmed(" llama\n", kBlanks), std::string_view("llama\n"));
    QCOMPARE(trimmed(" \n"), std::string_view());
    QCOMPARE(toLower("BERT_\xC3\x84"), std::string("bert_\xC3\x84"));
    QVERIFY(hasOnlyDigits("007") && !hasOnlyDigits("") && !hasOnlyDigits("1a"));
    QVERIFY(equalsIgnoringCase("NaN", "nan") && !equalsIgnoringCase("na", "nan") && !equalsIgnoringCase("nam", "nan"));
    std::string hex = "\\x";
    appendHex(hex, 0x1B, 2);
    QCOMPARE(hex, std::string("\\x1b"));
    QVERIFY(isWordPart('_') && isWordPart('7') && !isWordPart('-') && !isWordPart('\xC3'));
    QVERIFY(isHexDigit('F') && !isHexDigit('g') && !isLetter('\xC3'));
  }

  void jsonHasOnePolicyForWhatIsNoNumber() {
    nlohmann::ordered_json json;
    setNumber(json, "speedup", std::numeric_limits<double>::quiet_NaN());
    setNumber(json, "ratio", 1.5);
    QCOMPARE(toJsonText(json), std::string(R"({"speedup":null,"speedup_nonfinite":"nan","ratio":1.5})"));
    QVERIFY(stringOrNull("").is_null());
    QCOMPARE(toJsonText(nlohmann::ordered_json(std::string("a\xFF"))), std::string("\"a\xEF\xBF\xBD\""));
  }

  void bytesSurviveJson() {
    for (const std::string& bytes : {std::string("plain"), std::string("\xFF\x00\x7F", 3), std::string()})
      QCOMPARE(fromJsonBytes(nlohmann::json::parse(toJsonText(toJsonBytes(bytes)))), std::optional(bytes));
    for (const char* bad : {"1", "{}", R"({"base16":"f"})", R"({"base16":"zz"})", R"({"base16":1})"})
      QVERIFY(!fromJsonBytes(nlohmann::json::parse(bad)));
  }
};

QTEST_APPLESS_MAIN(QuantitiesTest)
#include "quantities_test.moc"
