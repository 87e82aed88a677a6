// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions over model names: what is looked for first never changes an answer, and long names cost little.
#include <QTest>
#include <array>
#include <numeric>

#include "core/verdicts/view/name_pattern.h"
#include "core/verdicts/view/query.h"
#include "tests/support/pair_maker.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::verdicts;

class NamePatternTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNeedleIsWhatEveryMatchHas_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("needle");
    QTest::addColumn<bool>("whole");
    QTest::newRow("plain") << u"NeT"_s << u"net"_s << true;
    QTest::newRow("escaped") << u"v2\\.1"_s << u"v2.1"_s << true;
    QTest::newRow("anchored") << u"^hf_"_s << u"hf_"_s << false;
    QTest::newRow("longest") << u"t_\\d*base7$"_s << u"base7"_s << false;
    QTest::newRow("optional letter") << u"abc?d"_s << u"ab"_s << false;
    QTest::newRow("counted letter") << u"abc{0,2}"_s << u"ab"_s << false;
    QTest::newRow("repeated letter") << u"abc+"_s << u"abc"_s << false;
    QTest::newRow("alternatives") << u"abc|abd"_s << QString() << false;
    QTest::newRow("alternatives in a group") << u"res(net|next)"_s << u"res"_s << false;
    QTest::newRow("named class") << u"[[:alpha:]xyz]a"_s << u"a"_s << false;
    QTest::newRow("bracket in a bracket") << u"[]abc]de"_s << u"de"_s << false;
    QTest::newRow("group with a bracket") << u"([)]abc)z"_s << u"z"_s << false;
    QTest::newRow("word border") << u"\\<ab"_s << u"ab"_s << false;
  }
  void aNeedleIsWhatEveryMatchHas() {
    QFETCH(QString, pattern);
    const auto made = NamePattern::compile(pattern.toStdString());
    QVERIFY(made);
    QTEST(QString::fromStdString(made->needle()), "needle");
    QTEST(made->isNeedle(), "whole");
  }

  void bothEndsAreLookedAtFirst() {
    const auto made = NamePattern::compile("^ab.*yz$");
    QVERIFY(made);
    QVERIFY(made->mayMatch("ab12yz") && made->mayMatch("abyz"));
    QVERIFY(!made->mayMatch("ab12") && !made->mayMatch("12yz"));
  }

  void aNeedleChangesNoAnswer() {
    // Whatever pattern: looking for its needle first leaves the same rows as asking the C library for each name.
    std::string text = "name,accuracy,graph_breaks\n";
    quint32 seed = 4711;
    const auto next = [&seed](quint32 below) { return (seed = seed * 1664525u + 1013904223u) / 65536u % below; };
    for (int i = 0; i < 300; ++i) {
      std::string name = "m";
      for (quint32 n = 1 + next(9); n > 0; --n) name += "abAB1.-_"[next(8)];
      text += name + ",pass,1\n";
    }
    text += std::string(NamePattern::kMatchedBytes - 1, 'x') + "ab,pass,1\n";  // "ab" crosses what is looked at
    text += std::string(NamePattern::kMatchedBytes - 2, 'x') + "ab,pass,1\n";
    const auto comparison = support::compare(text, text);
    const RowKeys keys(comparison);
    const RowKeys::Names* names = keys.names();
    constexpr std::array<std::string_view, 24> kParts = {"a", "b", "A", "1", "ab", ".", "\\.", "*", "+", "?", "|", "(", ")",
                                                        "[ab]", "[^a]", "[[:digit:]b]", "{2}", "{0,1}", "^", "$", "\\d",
                                                        "\\b", "(?:a|b)", "-"};
    int compiled = 0;
    int plain = 0;
    int matched = 0;
    for (int i = 0; i < 3000; ++i) {
      std::string pattern;
      for (quint32 n = 1 + next(6); n > 0; --n) pattern += kParts[next(kParts.size())];
      const auto made = NamePattern::compile(pattern);
      if (!made) continue;
      ++compiled;
      plain += made->isNeedle() ? 1 : 0;
      const auto query = Query::parse("/" + pattern + "/", {});
      QVERIFY(query);
      std::vector<std::uint32_t> rows(keys.size());
      std::iota(rows.begin(), rows.end(), 0U);
      std::vector<std::uint32_t> wanted;
      for (const std::uint32_t row : rows)
        if (made->matches(names->at(row).data())) wanted.push_back(row);
      QVERIFY(query->narrow(keys, rows));
      QVERIFY2(rows == wanted, pattern.c_str());
      matched += wanted.empty() ? 0 : 1;
    }
    QVERIFY(compiled > 1000);
    QVERIFY(plain > 50);
    QVERIFY(matched > 500);
  }

  void aPatternLooksAtTheBeginningOfALongName() {
    const auto pattern = NamePattern::compile("x.*x.*x.*y");
    QVERIFY(pattern);
    QVERIFY(!pattern->matches(std::string(1'000'000, 'x').c_str()));  // on the whole of it beyond the test's time limit
    const std::string most(NamePattern::kMatchedBytes - 1, 'x');
    QVERIFY(pattern->matches((most + "y").c_str()));
    QVERIFY(pattern->matches((most + "yz").c_str()));
    QVERIFY(!pattern->matches((most + "xy").c_str()));
  }
};

QTEST_GUILESS_MAIN(NamePatternTest)
#include "name_pattern_test.moc"
