// SPDX-License-Identifier: GPL-3.0-or-later
// What people type to find rows, and the orders they ask for: by names, so that the rows read as a sentence.
#include <QElapsedTimer>
#include <QTest>

#include "core/verdicts/view/name_pattern.h"
#include "core/verdicts/view/row_keys.h"
#include "core/verdicts/view/row_view.h"
#include "tests/support/pair_maker.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::verdicts;

namespace {

constexpr std::string_view kActual =
    "name,accuracy,graph_breaks,speedup\n"
    "resnet18,pass,0,1.5\n"
    "ResNet152,fail_accuracy,7,\n"
    "resnext50,pass,12,-2.5\n"
    "yolov3,timeout,0,0.5\n"
    "google/gemma-2,pass,3,nan\n"
    "x10,pass,2,2\n"
    "x2,pass,1,10\n"
    "brand_new,pass,0,1\n";
constexpr std::string_view kExpected =
    "name,accuracy,graph_breaks,speedup\n"
    "resnet18,pass,0,1.5\n"
    "ResNet152,pass,7,\n"
    "resnext50,pass,9,-2.5\n"
    "yolov3,pass,0,0.5\n"
    "google/gemma-2,fail_to_run,3,1\n"
    "x10,pass,2,2\n"
    "x2,pass,2,10\n"
    "went_away,pass,5,1\n";

std::shared_ptr<const Comparison> pair() {
  support::PairWords words;
  words.expectedPath = "ci/inductor_torchbench_training.csv";
  return support::compare(kActual, kExpected, words);
}

std::vector<std::string> metricNames(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const MetricColumn& column : comparison.metrics()) names.push_back(column.info.name);
  return names;
}

QString namesOf(const Comparison& comparison, const std::vector<std::uint32_t>& rows) {
  QStringList names;
  std::string scratch;
  for (std::uint32_t row : rows) names << QString::fromStdString(std::string(comparison.modelName(row, scratch)));
  return names.join(u' ');
}

std::size_t metric(const Comparison& comparison, const std::string& name) {
  const auto names = metricNames(comparison);
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

class QueryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void finds_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("names");
    const QString all = u"resnet18 ResNet152 resnext50 yolov3 google/gemma-2 x10 x2 brand_new went_away"_s;
    QTest::newRow("nothing") << u""_s << all;
    QTest::newRow("only spaces") << u"  \t "_s << all;
    QTest::newRow("substring, any case") << u"RESn"_s << u"resnet18 ResNet152 resnext50"_s;
    QTest::newRow("two words are and") << u"res 1"_s << u"resnet18 ResNet152"_s;
    QTest::newRow("minus turns round") << u"res -net"_s << u"resnext50"_s;
    QTest::newRow("a lone minus is somebody typing") << u"res -"_s << u"resnet18 ResNet152 resnext50"_s;
    QTest::newRow("quotes") << u"\"google/\""_s << u"google/gemma-2"_s;
    QTest::newRow("quotes keep operators") << u"\"a>b\""_s << u""_s;
    QTest::newRow("slash inside a name") << u"e/g"_s << u"google/gemma-2"_s;
    QTest::newRow("regex") << u"/^res(net|next)\\d+$/"_s << u"resnet18 ResNet152 resnext50"_s;
    QTest::newRow("regex, any case") << u"/NET1/"_s << u"resnet18 ResNet152"_s;
    QTest::newRow("regex with a slash") << u"/e\\/g/"_s << u"google/gemma-2"_s;
    QTest::newRow("regex class in brackets") << u"/^x[\\d]+$/"_s << u"x10 x2"_s;
    QTest::newRow("regex group without number") << u"/(?:yolo|x)\\d*v?3/"_s << u"yolov3"_s;
    QTest::newRow("regex turned round") << u"-/re|le/"_s << u"yolov3 x10 x2 brand_new went_away"_s;
    QTest::newRow("number, greater") << u"graph_breaks>2"_s << u"ResNet152 resnext50 google/gemma-2"_s;
    QTest::newRow("number, at least") << u"graph_breaks>=3"_s << u"ResNet152 resnext50 google/gemma-2"_s;
    QTest::newRow("number, less") << u"speedup<1"_s << u"resnext50 yolov3"_s;
    QTest::newRow("number, at most") << u"speedup<=0.5"_s << u"resnext50 yolov3"_s;
    QTest::newRow("number, equal as a number") << u"speedup=1.50"_s << u"resnet18"_s;
    QTest::newRow("number, negative") << u"speedup=-2.5"_s << u"resnext50"_s;
    QTest::newRow("number, plus sign") << u"speedup=+2"_s << u"x10"_s;
    QTest::newRow("number, other") << u"graph_breaks!=0"_s << u"ResNet152 resnext50 google/gemma-2 x10 x2"_s;
    QTest::newRow("no value is no answer") << u"speedup<100 -speedup<1"_s << u"resnet18 x10 x2 brand_new"_s;
    QTest::newRow("short metric name") << u"graph>9"_s << u"resnext50"_s;
    QTest::newRow("expected side") << u"expected:graph_breaks>8"_s << u"resnext50"_s;
    QTest::newRow("actual side") << u"actual:graph_breaks>8"_s << u"resnext50"_s;
    QTest::newRow("delta") << u"delta:graph_breaks>0"_s << u"resnext50"_s;
    QTest::newRow("delta, less") << u"delta:graph_breaks<0"_s << u"x2"_s;
    QTest::newRow("word") << u"accuracy=FAIL_ACCURACY"_s << u"ResNet152"_s;
    QTest::newRow("other word") << u"accuracy!=pass"_s << u"ResNet152 yolov3"_s;
    QTest::newRow("expected word") << u"expected:accuracy=fail_to_run"_s << u"google/gemma-2"_s;
    QTest::newRow("class") << u"class:flaky"_s << u"yolov3"_s;
    QTest::newRow("classes") << u"class:flaky,fail -res"_s << u"yolov3"_s;
    QTest::newRow("flaky") << u"flaky:yes"_s << u"yolov3"_s;
    QTest::newRow("not flaky") << u"flaky:no x"_s << u"resnext50 x10 x2"_s;
    QTest::newRow("finding") << u"finding:lost"_s << u"went_away"_s;
    QTest::newRow("finding, turned round") << u"-finding:lost e w"_s << u"brand_new"_s;
    QTest::newRow("changed") << u"changed:yes res"_s << u"ResNet152 resnext50"_s;
    QTest::newRow("unchanged") << u"changed:no res"_s << u"resnet18"_s;
    QTest::newRow("suite of the file") << u"suite:torchbench x2"_s << u"x2"_s;
    QTest::newRow("another suite") << u"suite:timm"_s << u""_s;
    QTest::newRow("another suite, turned round") << u"-suite:timm x2"_s << u"x2"_s;
  }
  void finds() {
    QFETCH(QString, text);
    QFETCH(QString, names);
    const auto comparison = pair();
    QVERIFY(comparison);
    const RowKeys keys(comparison);
    const auto query = Query::parse(text.toStdString(), metricNames(*comparison));
    QVERIFY2(query, query ? "" : query.error().text.c_str());
    std::vector<std::uint32_t> rows(comparison->rowCount());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i);
    QVERIFY(query->narrow(keys, rows));
    QCOMPARE(namesOf(*comparison, rows), names);
  }

  void saysWhatIsWrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("position");
    QTest::addColumn<int>("length");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown metric") << u"res graph_brakes>2"_s << 4 << 12 << u"graph_brakes"_s;
    QTest::newRow("metric, two begin so") << u"a>2"_s << 0 << 1 << u"accuracy, alpha"_s;
    QTest::newRow("unknown side") << u"bogus:accuracy=x"_s << 0 << 5 << u"expected:"_s;
    QTest::newRow("unknown metric behind a side") << u"delta:x>1"_s << 6 << 1 << u"\"x\""_s;
    QTest::newRow("no value") << u"alpha>"_s << 5 << 1 << u"missing after \">\""_s;
    QTest::newRow("no value, two signs") << u"alpha>="_s << 5 << 2 << u"\">=\""_s;
    QTest::newRow("not a number") << u"alpha>abc"_s << 6 << 3 << u"\"abc\" is not a number"_s;
    QTest::newRow("word as a difference") << u"delta:alpha=abc"_s << 12 << 3 << u"difference"_s;
    QTest::newRow("a lone !") << u"alpha!2"_s << 5 << 1 << u"!="_s;
    QTest::newRow("decided is yes or no") << u"decided:maybe"_s << 8 << 5 << u"decided:yes or decided:no"_s;
    QTest::newRow("unknown keyword") << u"x suit:timm"_s << 2 << 4 << u"suite:"_s;
    QTest::newRow("keyword without a value") << u"class:"_s << 0 << 6 << u"missing"_s;
    QTest::newRow("unknown class") << u"class:fail,bad"_s << 11 << 3 << u"\"bad\" is not a class"_s;
    QTest::newRow("class missing behind a comma") << u"class:fail,"_s << 11 << 1 << u"\"\" is not a class"_s;
    QTest::newRow("unknown finding") << u"finding:zzz"_s << 8 << 3 << u"lost"_s;
    QTest::newRow("flaky maybe") << u"flaky:maybe"_s << 6 << 5 << u"flaky:yes"_s;
    QTest::newRow("regex not closed") << u"/abc"_s << 0 << 4 << u"\"/\""_s;
    QTest::newRow("regex bracket") << u"/a[b/"_s << 2 << 1 << u"\"[\" is not closed"_s;
    QTest::newRow("regex look-ahead") << u"/(?=x)/"_s << 1 << 1 << u"not supported"_s;
    QTest::newRow("regex, costly") << u"/((x{99}){99}){99}/"_s << 14 << 1 << u"costly"_s;
    QTest::newRow("regex parenthesis") << u"/(a/"_s << 0 << 4 << u"("_s;
  }
  void saysWhatIsWrong() {
    QFETCH(QString, text);
    QFETCH(int, position);
    QFETCH(int, length);
    QFETCH(QString, says);
    const auto query = Query::parse(text.toStdString(), {"accuracy", "alpha"});
    QVERIFY(!query);
    QCOMPARE(int(query.error().position), position);
    QCOMPARE(int(query.error().length), length);
    const QString what = QString::fromStdString(query.error().text);
    QVERIFY2(what.contains(says), qPrintable(what));
  }

  void orders_data() {
    QTest::addColumn<int>("by");
    QTest::addColumn<QString>("metricName");
    QTest::addColumn<int>("side");
    QTest::addColumn<bool>("descending");
    QTest::addColumn<QString>("names");
    const auto row = [](const char* tag, OrderBy by, const QString& m, MetricSide side, bool descending, const QString& names) {
      QTest::newRow(tag) << int(by) << m << int(side) << descending << names;
    };
    const MetricSide actual = MetricSide::Actual;
    row("worst first, then file order", OrderBy::Verdict, {}, actual, false,
        u"ResNet152 resnext50 brand_new went_away yolov3 google/gemma-2 x2 resnet18 x10"_s);
    row("natural names", OrderBy::Name, {}, actual, false,
        u"brand_new google/gemma-2 resnet18 ResNet152 resnext50 went_away x2 x10 yolov3"_s);
    row("natural names, down", OrderBy::Name, {}, actual, true,
        u"yolov3 x10 x2 went_away resnext50 ResNet152 resnet18 google/gemma-2 brand_new"_s);
    row("numbers, nan last", OrderBy::Metric, u"speedup"_s, actual, false,
        u"resnext50 yolov3 brand_new resnet18 x10 x2 ResNet152 google/gemma-2 went_away"_s);
    row("numbers down, nan still last", OrderBy::Metric, u"speedup"_s, actual, true,
        u"x2 x10 resnet18 brand_new yolov3 resnext50 ResNet152 google/gemma-2 went_away"_s);
    row("equal numbers keep file order", OrderBy::Metric, u"graph_breaks"_s, actual, false,
        u"resnet18 yolov3 brand_new x2 x10 google/gemma-2 ResNet152 resnext50 went_away"_s);
    row("equal numbers keep file order, down", OrderBy::Metric, u"graph_breaks"_s, actual, true,
        u"resnext50 ResNet152 google/gemma-2 x10 x2 resnet18 yolov3 brand_new went_away"_s);
    row("expected side", OrderBy::Metric, u"graph_breaks"_s, MetricSide::Expected, true,
        u"resnext50 ResNet152 went_away google/gemma-2 x10 x2 resnet18 yolov3 brand_new"_s);
    row("delta", OrderBy::Metric, u"graph_breaks"_s, MetricSide::Delta, true,
        u"resnext50 resnet18 ResNet152 yolov3 google/gemma-2 x10 x2 brand_new went_away"_s);
    row("words", OrderBy::Metric, u"accuracy"_s, actual, false,
        u"ResNet152 resnet18 resnext50 google/gemma-2 x10 x2 brand_new yolov3 went_away"_s);
    row("flaky first", OrderBy::Flaky, {}, actual, false,
        u"yolov3 resnet18 ResNet152 resnext50 google/gemma-2 x10 x2 brand_new went_away"_s);
    row("findings first", OrderBy::Findings, {}, actual, false,
        u"went_away brand_new resnet18 ResNet152 resnext50 yolov3 google/gemma-2 x10 x2"_s);
  }
  void orders() {
    QFETCH(int, by);
    QFETCH(QString, metricName);
    QFETCH(int, side);
    QFETCH(bool, descending);
    QFETCH(QString, names);
    const auto comparison = pair();
    const RowKeys keys(comparison);
    const RowOrder order{OrderBy(by), metricName.isEmpty() ? 0 : metric(*comparison, metricName.toStdString()), MetricSide(side), descending};
    const auto rows = viewRows(keys, {}, order);
    QVERIFY(rows);
    QCOMPARE(namesOf(*comparison, *rows), names);
  }

  void reasonsStandTogether() {
    const auto comparison = pair();
    const RowKeys keys(comparison);
    const auto rows = viewRows(keys, {}, {.by = OrderBy::Reason});
    QVERIFY(rows);
    for (std::size_t i = 1; i < rows->size(); ++i)
      QVERIFY(comparison->row((*rows)[i - 1]).cls <= comparison->row((*rows)[i]).cls);
  }

  void filtersByClassAndChange() {
    const auto comparison = pair();
    const RowKeys keys(comparison);
    const auto names = [&](const RowFilter& filter) { return namesOf(*comparison, *viewRows(keys, filter, {})); };
    // brand_new has no baseline to equal; resnet18 and x10 are as expected.
    QCOMPARE(names({.changedOnly = true}), u"ResNet152 resnext50 brand_new went_away yolov3 google/gemma-2 x2"_s);
    QCOMPARE(names({.classes = classBit(VerdictClass::Flaky)}), u"yolov3"_s);
    // Asked for by name, even unchanged rows are shown.
    QCOMPARE(names({.classes = classBit(VerdictClass::Pass), .changedOnly = true}), u"resnet18 x10"_s);
  }

  void aFindingKeepsAnUnchangedRow() {
    const auto comparison = support::compare("name,accuracy,graph_breaks\na,pass,1\nb,fail_to_run,0\nyolov3,pass,3\n",
                                             "name,accuracy,graph_breaks\na,pass,1\nb,fail_to_run,0\nyolov3,pass,3\n");
    const RowKeys keys(comparison);
    const auto bit = [](Finding f) { return static_cast<std::uint16_t>(1U << static_cast<unsigned>(f)); };
    const auto names = [&](const RowFilter& filter) { return namesOf(*comparison, *viewRows(keys, filter, {})); };
    QCOMPARE(names({.changedOnly = true}), QString());
    QCOMPARE(names({.changedOnly = true, .findingsShown = bit(Finding::NotMeasured)}), u"b"_s);
    QCOMPARE(names({.changedOnly = true, .findingsShown = bit(Finding::StaleFlaky)}), u"yolov3"_s);
    QCOMPARE(names({.changedOnly = true, .findingsShown = noteworthyFindings()}), QString());  // b fails as its baseline says
  }

  void whatIsDecidedComesFromOutside() {
    const auto comparison = pair();
    const RowKeys keys(comparison);
    auto decided = std::make_shared<std::vector<bool>>(comparison->rowCount());
    const auto names = [&](const std::string& text) {
      const auto query = Query::parse(text, metricNames(*comparison));
      return namesOf(*comparison, *viewRows(keys, {.query = *query, .decided = decided}, {}));
    };
    // Rows that pass, or that a flaky list excuses, are no open question.
    const QString open = names("decided:no");
    QVERIFY(open.contains(u"ResNet152"_s) && open.contains(u"went_away"_s));
    QVERIFY(!open.contains(u"resnet18"_s) && !open.contains(u"yolov3"_s));
    QCOMPARE(names("decided:yes"), QString());
    (*decided)[1] = true;
    QCOMPARE(names("decided:yes"), u"ResNet152"_s);
    QCOMPARE(names("decided:no"), QString(open).remove(u"ResNet152 "_s));
    QCOMPARE(names("-decided:yes resnet"), u"resnet18"_s);
    QVERIFY(Query::parse("decided:yes", {})->needsDecisions());
    QVERIFY(!Query::parse("changed:yes", {})->needsDecisions());
  }

  void manyRowsAreSortedLikeFew() {
    // Above a few thousand rows another algorithm sorts: it must give the very same stable order.
    std::string text = "name,accuracy,graph_breaks\n";
    quint32 seed = 12345;
    QList<int> numbers;
    for (int i = 0; i < 9000; ++i) {
      seed = seed * 1664525u + 1013904223u;
      numbers << int(seed >> 20) - 2048;
      text += "m" + std::to_string(i) + ",pass," + (i % 50 == 0 ? std::string() : std::to_string(numbers.back())) + "\n";
    }
    const auto comparison = support::compare(text, text);
    const RowKeys keys(comparison);
    for (bool descending : {false, true}) {
      std::vector<std::uint32_t> wanted(9000);
      for (std::uint32_t i = 0; i < 9000; ++i) wanted[i] = i;
      std::stable_sort(wanted.begin(), wanted.end(), [&](std::uint32_t a, std::uint32_t b) {
        const bool noA = a % 50 == 0;
        const bool noB = b % 50 == 0;
        if (noA || noB) return !noA && noB;
        return descending ? numbers[a] > numbers[b] : numbers[a] < numbers[b];
      });
      const auto rows = viewRows(keys, {}, {OrderBy::Metric, metric(*comparison, "graph_breaks"), MetricSide::Actual, descending});
      QVERIFY(rows);
      QVERIFY(*rows == wanted);
    }
  }

  void oneTermOverManyAndFewRowsAgrees() {
    const auto comparison = pair();
    const RowKeys keys(comparison);
    const auto query = Query::parse("x", {});
    std::vector<std::uint32_t> all(comparison->rowCount());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> byArena = all;
    QVERIFY(query->narrow(keys, byArena));  // more than half of the rows: one pass over all names
    std::vector<std::uint32_t> one;
    for (std::uint32_t row : all) {
      std::vector<std::uint32_t> single{row};
      QVERIFY(query->narrow(keys, single));  // name by name
      one.insert(one.end(), single.begin(), single.end());
    }
    QVERIFY(byArena == one);
    QCOMPARE(namesOf(*comparison, one), u"resnext50 x10 x2"_s);
  }

  void naturalOrder_data() {
    QTest::addColumn<QString>("names");
    QTest::newRow("numbers by value") << u"x1 x2 x10 x100"_s;
    QTest::newRow("leading zeros") << u"x007 x8 x009 x10"_s;
    QTest::newRow("letters any case") << u"alpha Beta gamma"_s;
    QTest::newRow("prefix first") << u"resnet resnet18 resnet18_q resnet_q"_s;
    QTest::newRow("digits before letters") << u"a-1 a1 ab"_s;
    QTest::newRow("long numbers") << u"n99999999999999999999 n100000000000000000000"_s;
    QTest::newRow("two numbers") << u"v1.2 v1.10 v2.1"_s;
  }
  void naturalOrder() {
    QFETCH(QString, names);
    const QStringList wanted = names.split(u' ');
    std::vector<std::string> words;
    for (const QString& name : wanted) words.push_back(name.toStdString());
    std::reverse(words.begin(), words.end());
    std::vector<std::uint64_t> ranks;
    QVERIFY(naturalRanks(words.size(), [&](std::size_t i) { return std::string_view(words[i]); }, ranks, {}));
    QStringList got(wanted.size());
    for (std::size_t i = 0; i < words.size(); ++i) got[qsizetype(ranks[i])] = QString::fromStdString(words[i]);
    QCOMPARE(got, wanted);
  }

  void equalNamesHaveEqualRanks() {
    const std::vector<std::string> words{"b", "a", "B", "a"};
    std::vector<std::uint64_t> ranks;
    QVERIFY(naturalRanks(words.size(), [&](std::size_t i) { return std::string_view(words[i]); }, ranks, {}));
    QCOMPARE(ranks[1], ranks[3]);
    QCOMPARE(ranks[0], ranks[2]);
    QVERIFY(ranks[1] < ranks[0]);
  }

  void aMegabyteOfNameIsNoTrouble() {
    const std::string longName(1'000'000, 'a');
    const std::string text = "name,accuracy\n" + longName + ",pass\nb,pass\n";
    const auto comparison = support::compare(text, text);
    const RowKeys keys(comparison);
    const auto query = Query::parse("/^a+$/ aaaa", {});
    QVERIFY(query);
    std::vector<std::uint32_t> rows{0, 1};
    QVERIFY(query->narrow(keys, rows));
    QCOMPARE(rows.size(), std::size_t(1));
    QVERIFY(viewRows(keys, {}, {.by = OrderBy::Name}));
  }

  void stopsWhenAsked() {
    const auto comparison = pair();
    const RowKeys keys(comparison);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!viewRows(keys, {}, {.by = OrderBy::Name}, base::Progress(stop.get_token())));
    QVERIFY(!keys.names(base::Progress(stop.get_token())));
    for (const char* text : {"a", "/a/", "-a b"}) {
      std::vector<std::uint32_t> rows{0, 1};
      QVERIFY2(!Query::parse(text, {})->narrow(keys, rows, base::Progress(stop.get_token())), text);
    }
    QVERIFY(keys.names());  // and begins again later
  }
};

QTEST_GUILESS_MAIN(QueryTest)
#include "query_test.moc"
