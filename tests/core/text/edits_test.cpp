// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "core/text/byte_edits.h"
#include "core/text/line_diff.h"

using namespace plumbline;
using namespace plumbline::text;

class EditsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void byteEdits_data();
  void byteEdits();
  void misfitsAreRefused_data();
  void misfitsAreRefused();
  void sorting();
  void everyEditHasAWayBack();
  void oneEditBetween();
  void reapplied_data();
  void reapplied();
  void reappliedOnRandomTexts();
};

void EditsTest::byteEdits_data() {
  QTest::addColumn<QByteArray>("before");
  QTest::addColumn<QByteArray>("after");
  QTest::addColumn<int>("which");
  QTest::newRow("none") << QByteArray("abc") << QByteArray("abc") << 0;
  QTest::newRow("replace") << QByteArray("abc") << QByteArray("aXYc") << 1;
  QTest::newRow("put in at both ends") << QByteArray("abc") << QByteArray("<abc>") << 2;
  QTest::newRow("two at one place keep their order") << QByteArray("abc") << QByteArray("a12bc") << 3;
  QTest::newRow("neighbours") << QByteArray("abc") << QByteArray("xyc") << 4;
  QTest::newRow("everything out") << QByteArray("abc") << QByteArray("") << 5;
}

void EditsTest::byteEdits() {
  static const ByteEdits kEdits[] = {{},
                                     {{1, 2, "XY"}},
                                     {{0, 0, "<"}, {3, 3, ">"}},
                                     {{1, 1, "1"}, {1, 1, "2"}},
                                     {{0, 1, "x"}, {1, 2, "y"}},
                                     {{0, 3, ""}}};
  QFETCH(QByteArray, before);
  QFETCH(QByteArray, after);
  QFETCH(int, which);
  const ByteEdits& edits = kEdits[which];
  const auto got = applied(before.toStdString(), edits);
  QVERIFY(got.has_value());
  QCOMPARE(*got, after.toStdString());
  QCOMPARE(*applied(*got, inverse(before.toStdString(), edits)), before.toStdString());
}

void EditsTest::misfitsAreRefused_data() {
  QTest::addColumn<quint64>("begin");
  QTest::addColumn<quint64>("end");
  QTest::newRow("outside") << quint64{2} << quint64{4};
  QTest::newRow("behind the end") << quint64{4} << quint64{4};
  QTest::newRow("turned round") << quint64{2} << quint64{1};
}

void EditsTest::misfitsAreRefused() {
  QFETCH(quint64, begin);
  QFETCH(quint64, end);
  const auto got = applied("abc", {{begin, end, "x"}});
  QVERIFY(!got.has_value());
  QCOMPARE(got.error().code, base::ErrorCode::BadArgument);
  QVERIFY(!applied("abcdef", {{3, 4, "x"}, {1, 2, "y"}}).has_value());
  QVERIFY(!applied("abcdef", {{1, 3, "x"}, {2, 4, "y"}}).has_value());
}

void EditsTest::sorting() {
  const auto sorted = sortEdits({{5, 6, "c"}, {1, 1, "a"}, {1, 3, "b"}, {1, 1, "a2"}});
  QVERIFY(sorted.has_value());
  QCOMPARE(*applied("0123456789", *sorted), std::string("0aa2b34c6789"));
  const auto clash = sortEdits({{2, 5, "x"}, {4, 6, "y"}});
  QVERIFY(!clash.has_value());
  QVERIFY(clash.error().text.find("same bytes") != std::string::npos);
}

void EditsTest::everyEditHasAWayBack() {
  std::mt19937 random(21);
  for (int i = 0; i < 50'000; ++i) {
    std::string bytes(random() % 30, 'x');
    for (char& c : bytes) c = static_cast<char>('a' + random() % 26);
    ByteEdits edits;
    for (std::size_t at = random() % 4; at <= bytes.size() && edits.size() < 6;) {
      const std::size_t end = std::min(bytes.size(), at + random() % 4);
      edits.push_back({at, end, std::string(random() % 4, '+')});
      at = end + random() % 3;
    }
    QVERIFY(sortEdits(edits).has_value());
    const auto after = applied(bytes, edits);
    QVERIFY(after.has_value());
    const ByteEdits back = inverse(bytes, edits);
    QCOMPARE(*applied(*after, back), bytes);
    QCOMPARE(*applied(bytes, inverse(*after, back)), *after);
  }
}

void EditsTest::oneEditBetween() {
  QVERIFY(between("abc", "abc").empty());
  QVERIFY((between("abcd", "abXd") == ByteEdits{{2, 3, "X"}}));
  QVERIFY((between("aa", "aaa") == ByteEdits{{2, 2, "a"}}));
  QVERIFY((between("", "x") == ByteEdits{{0, 0, "x"}}));
  QVERIFY((between("xyx", "x") == ByteEdits{{1, 3, ""}}));
}

void EditsTest::reapplied_data() {
  QTest::addColumn<QByteArray>("base");
  QTest::addColumn<QByteArray>("ours");
  QTest::addColumn<QByteArray>("theirs");
  QTest::addColumn<QByteArray>("merged");
  QTest::addColumn<int>("done");
  QTest::addColumn<int>("refused");
  const auto row = [](const char* name, const char* base, const char* ours, const char* theirs, const char* merged, int done,
                      int refused) {
    QTest::newRow(name) << QByteArray(base) << QByteArray(ours) << QByteArray(theirs) << QByteArray(merged) << done << refused;
  };
  row("nothing of ours", "a\nb\n", "a\nb\n", "a\nc\n", "a\nc\n", 0, 0);
  row("nothing of theirs", "a\nb\n", "a\nc\n", "a\nb\n", "a\nc\n", 1, 0);
  row("far apart", "1\n2\n3\n4\n", "x\n2\n3\n4\n", "1\n2\n3\ny\n", "x\n2\n3\ny\n", 1, 0);
  row("neighbours", "1\n2\n3\n", "x\n2\n3\n", "1\ny\n3\n", "x\ny\n3\n", 1, 0);
  row("the same line", "1\n2\n3\n", "1\nx\n3\n", "1\ny\n3\n", "1\ny\n3\n", 0, 1);
  row("the same change", "1\n2\n3\n", "1\nx\n3\n", "1\nx\n3\n", "1\nx\n3\n", 1, 0);
  row("one of two lines alike", "1\n2\n3\n", "x\ny\n3\n", "x\n2\n3\n", "x\ny\n3\n", 2, 0);
  row("one of two lines lost", "1\n2\n3\n", "x\ny\n3\n", "z\n2\n3\n", "z\ny\n3\n", 1, 1);
  row("line gone there", "1\n2\n3\n", "1\nx\n3\n", "1\n3\n", "1\n3\n", 0, 1);
  row("both put in here", "1\n3\n", "1\n2a\n3\n", "1\n2b\n3\n", "1\n2b\n3\n", 0, 1);
  row("both put in the same", "1\n3\n", "1\n2\n3\n", "1\n2\n3\n", "1\n2\n3\n", 1, 0);
  row("put in before a changed line", "1\n3\n", "1\n2\n3\n", "1\n4\n", "1\n2\n4\n", 1, 0);
  row("put in at the end, last line end lost there", "1\n2\n", "1\n2\n3\n", "1\n2", "1\n2", 0, 1);
  row("last line end lost here, put in there", "1\n2\n", "1\n2", "1\n2\n3\n", "1\n2\n3\n", 0, 1);
  row("row taken out, other cell there", "a\n\n\n\nb\n\n\n\nc\n", "a\n\n\n\nc\n", "a1\n\n\n\nb\n\n\n\nc\n", "a1\n\n\n\nc\n", 1, 0);
  row("row taken out that they changed", "a\n\n\n\nb\n\n\n\nc\n", "a\n\n\n\nc\n", "a\n\n\n\nb1\n\n\n\nc\n",
      "a\n\n\n\nb1\n\n\n\nc\n", 0, 1);
  row("they emptied it", "a\nb\n", "a\nx\n", "", "", 0, 1);
}

void EditsTest::reapplied() {
  QFETCH(QByteArray, base);
  QFETCH(QByteArray, ours);
  QFETCH(QByteArray, theirs);
  const Reapplied got = reapply(base.toStdString(), ours.toStdString(), theirs.toStdString());
  QTEST(QByteArray::fromStdString(got.bytes), "merged");
  QTEST(static_cast<int>(got.done), "done");
  QTEST(static_cast<int>(got.refused.size()), "refused");
}

void EditsTest::reappliedOnRandomTexts() {
  std::mt19937 random(22);
  const auto changed = [&](const std::string& text, const char* mark) {
    std::string out;
    for (const std::string_view line : linesOf(text)) {
      const std::size_t what = random() % 8;
      if (what == 0) continue;
      if (what == 1) out += std::string(mark) + std::to_string(random() % 3) + '\n';
      out += what == 2 ? std::string(mark) + '\n' : std::string(line);
    }
    if (!out.empty() && random() % 5 == 0) out.pop_back();
    return out;
  };
  for (int i = 0; i < 20'000; ++i) {
    std::string base;
    for (std::size_t n = random() % 12; n > 0; --n) base += std::to_string(random() % 5) + '\n';
    if (!base.empty() && random() % 5 == 0) base.pop_back();
    const std::string ours = changed(base, "ours");
    const std::string theirs = changed(base, "theirs");
    QCOMPARE(reapply(base, ours, base).bytes, ours);
    QCOMPARE(reapply(base, base, theirs).bytes, theirs);
    QCOMPARE(reapply(base, ours, ours).bytes, ours);
    const Reapplied got = reapply(base, ours, theirs);
    // Lines are never broken or glued: each of the result is a line of one of the versions.
    std::vector<std::string_view> known;
    for (const std::string_view text : {std::string_view(base), std::string_view(ours), std::string_view(theirs)})
      for (const std::string_view line : linesOf(text)) known.push_back(line);
    for (const std::string_view line : linesOf(got.bytes))
      QVERIFY(std::find(known.begin(), known.end(), line) != known.end());
    if (got.refused.empty()) {
      // Then the way round must give the same.
      const Reapplied back = reapply(base, theirs, ours);
      QVERIFY(back.refused.empty());
      QCOMPARE(back.bytes, got.bytes);
    }
  }
}

QTEST_GUILESS_MAIN(EditsTest)
#include "edits_test.moc"
