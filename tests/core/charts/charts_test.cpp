// SPDX-License-Identifier: GPL-3.0-or-later
// Every chart for every shape of data, as text, against tests/data/charts.txt. PLUMBLINE_APPROVE=1 writes the present text
// as approved: read the diff before committing.
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/charts/chart_data.h"
#include "core/charts/change_marks.h"
#include "core/charts/make_chart.h"
#include "core/charts/number_text.h"
#include "tests/core/charts/chart_inputs.h"
#include "tests/support/sectioned_text.h"

using namespace plumbline;
using charts::ChartData;
using charts::ChartKind;
using charts::ChartOptions;
using tests::cacheModel;

namespace {

constexpr qsizetype kMostLines = 150;  // of an approved text: scatters of 2,000 models are cut

/// chartDump lists axes, guides, series and marks: the approved text.
std::string_view shapeName(charts::Shape shape) {
  switch (shape) {
    case charts::Shape::Bars: return "bars";
    case charts::Shape::Line: return "line";
    case charts::Shape::Points: return "points";
    case charts::Shape::Steps: return "steps";
    case charts::Shape::Segments: return "segments";
  }
  return "";
}

std::string_view formName(charts::Guide::Form form) {
  switch (form) {
    case charts::Guide::Form::Horizontal: return "horizontal";
    case charts::Guide::Form::Vertical: return "vertical";
    case charts::Guide::Form::Diagonal: return "diagonal";
    case charts::Guide::Form::DiagonalBand: return "band";
  }
  return "";
}

std::string axisLine(const char* name, const charts::Axis& axis, std::size_t categories) {
  std::string out = std::string(name) + ": " + axis.title;
  if (axis.isCategory) out += ", " + charts::countOf(categories, "place", "places");
  out += ", " + charts::shortText(axis.low) + " to " + charts::shortText(axis.high);
  return out + (axis.isLog ? ", log\n" : "\n");
}

std::string markLine(const ChartData& chart, const charts::Series& series, const charts::Mark& mark) {
  std::string out = "  " + charts::shortText(mark.x) + " | " + charts::shortText(mark.y);
  if (series.isStacked) {
    out += " from " + charts::shortText(mark.y2);
  } else if (series.shape == charts::Shape::Segments) {
    out += " to " + charts::shortText(mark.x2) + " | " + charts::shortText(mark.y2);
  } else if (mark.low != mark.y || mark.high != mark.y) {
    out += " [" + charts::shortText(mark.low) + ", " + charts::shortText(mark.high) + "]";
  }
  if (!mark.text.empty()) out += " \"" + mark.text + "\"";
  return out + " #" + std::to_string(mark.item) + (mark.item < chart.items.size() ? "\n" : " (no such item)\n");
}

/// chartDump lists axes, guides, series and marks: the approved text.
std::string chartDump(const ChartData& chart) {
  std::string out = std::string(charts::kindName(chart.kind)) + ": " + chart.title + "\n";
  if (!chart.subtitle.empty()) out += chart.subtitle + "\n";
  for (const std::string& note : chart.notes) out += "note: " + note + "\n";
  if (chart.isEmpty()) return out + "empty: " + chart.emptyText + "\n";
  out += axisLine("x", chart.x, chart.categories) + axisLine("y", chart.y, 0);
  out += "shown " + charts::countText(chart.shown) + " of " + charts::countText(chart.total) + "\n";
  for (const charts::Guide& guide : chart.guides)
    out += "guide " + std::string(formName(guide.form)) + " " + std::string(charts::roleName(guide.role)) + " " +
           charts::shortText(guide.value) + ": " + guide.title + "\n";
  for (const charts::Series& series : chart.series) {
    out += std::string(shapeName(series.shape)) + " " + std::string(charts::roleName(series.role)) + ": " + series.title + "\n";
    for (const charts::Mark& mark : series.marks) out += markLine(chart, series, mark);
  }
  for (std::size_t i = 0; i < chart.items.size(); ++i) {
    const charts::Item& item = chart.items[i];
    out += "#" + std::to_string(i) + " " + item.name;
    if (item.label != item.name) out += " (" + item.label + ")";
    if (!item.config.empty()) out += " of " + item.config;
    out += ": " + std::string(verdicts::className(item.cls)) + (item.isMarked ? ", marked" : "") + "; " + item.numbers +
           "\n";
  }
  return out;
}

QByteArray dumpOf(const ChartData& chart) {
  QByteArray dump =
      QByteArray::fromStdString(chartDump(chart) + "summary: " + charts::chartSummary(chart) + "\n");
  QByteArrayList lines = dump.split('\n');
  if (lines.size() <= kMostLines) return dump;
  const QByteArray rest =
      "... and " + QByteArray::number(lines.size() - kMostLines) + " lines\n" + lines[lines.size() - 2] + "\n";
  return lines.mid(0, kMostLines).join('\n') + "\n" + rest;
}

void compare(const QByteArray& got, const QString& name) {
  const QString path = QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/data/charts.txt");
  support::SectionedText approved = support::readSections(path);
  const auto section = std::find_if(approved.sections.begin(), approved.sections.end(),
                                    [&](const support::Section& each) { return each.argument() == name.toUtf8(); });
  QVERIFY2(section != approved.sections.end(), "tests/data/charts.txt has no section of this name");
  if (qEnvironmentVariableIsSet("PLUMBLINE_APPROVE")) {
    section->setBody(got);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(approved.toBytes());
    return;
  }
  QCOMPARE(QString::fromUtf8(got), QString::fromUtf8(section->decodedBody()));
}

/// What holds of every chart, whatever the data.
void isSound(const ChartData& chart) {
  for (const charts::Axis* axis : {&chart.x, &chart.y}) {
    QVERIFY2(axis->low < axis->high, qPrintable(QString::fromStdString(axis->title)));
    QVERIFY(std::isfinite(axis->low) && std::isfinite(axis->high) && std::isfinite(axis->high - axis->low));
    QVERIFY(!axis->isLog || axis->low > 0);
  }
  QVERIFY(chart.categories <= chart.items.size());
  QVERIFY(chart.shown <= chart.total);
  QVERIFY(chart.isEmpty() || !chart.series.empty());
  for (const charts::Series& series : chart.series)
    for (std::size_t i = 0; i < series.marks.size(); ++i) {
      const charts::Mark& mark = series.marks[i];
      for (const double value : {mark.x, mark.y, mark.low, mark.high, mark.x2, mark.y2}) QVERIFY(std::isfinite(value));
      QVERIFY(mark.item < chart.items.size());
      QVERIFY(i == 0 || series.marks[i - 1].x <= mark.x);
    }
  for (const charts::Guide& guide : chart.guides) QVERIFY(std::isfinite(guide.value));
  for (const auto& row : chart.rows) QCOMPARE(row.size(), chart.columns.size());
  QVERIFY(!charts::chartSummary(chart).empty());
}

std::vector<sources::CacheRun> cacheRuns(const std::string& records) {
  return sources::readCacheRuns("[" + records + "]", "torchcache.json");
}

}  // namespace

class ChartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyKindOfEveryShape_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("shape");
    for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
      for (const std::string& shape : tests::kShapes)
        QTest::addRow("%s-%s", std::string(charts::kindName(static_cast<ChartKind>(kind))).c_str(), shape.c_str())
            << kind << QString::fromStdString(shape);
  }
  void everyKindOfEveryShape() {
    QFETCH(int, kind);
    QFETCH(QString, shape);
    const diff::RunDiffPtr diff = tests::shapeOf(shape.toStdString());
    QVERIFY(diff != nullptr);
    const ChartData chart = charts::makeChart(static_cast<ChartKind>(kind), *diff, 0, 1);
    isSound(chart);
    compare(dumpOf(chart), QString::fromUtf8(QTest::currentDataTag()));
  }

  void peakMemoryOfEveryShape_data() {
    QTest::addColumn<QString>("shape");
    for (const std::string& shape : tests::kShapes)
      QTest::addRow("peak-memory-%s", shape.c_str()) << QString::fromStdString(shape);
  }
  void peakMemoryOfEveryShape() {
    QFETCH(QString, shape);
    const ChartData chart =
        charts::memoryChart(*tests::shapeOf(shape.toStdString()), 0, 1, {.limit = 10, .peakMemory = true});
    isSound(chart);
    compare(dumpOf(chart), QString::fromUtf8(QTest::currentDataTag()));
  }

  void coldAndWarm_data() {
    QTest::addColumn<QByteArray>("records");
    const auto row = [](const char* name, const std::string& records) {
      QTest::newRow(name) << QByteArray::fromStdString(records);
    };
    row("cache-none", "");
    row("cache-one", cacheModel("nanogpt", "[30.0]", "[10.0]", "[66.66666666666667]"));
    row("cache-repeats", cacheModel("nanogpt", "[30.0, 33.0, 27.0]", "[10.0, 11.0, 9.0]", "[66.66666666666667]") +
                             ", " + cacheModel("slower", "[10.0, 10.0, 10.0]", "[15.0, 14.0, 16.0]", "[-50.0]") + ", " +
                             cacheModel("same", "[5.0]", "[5.0]", "[0.0]"));
    row("cache-damaged",
        cacheModel("zero", "[0.0]", "[5.0]", "[0.0]") + ", " + cacheModel("uneven", "[5.0, 6.0]", "[2.0]", "[]") +
            ", " + cacheModel("lies", "[10.0]", "[5.0]", "[80.0]") + ", " +
            cacheModel("cold only", "[7.5]", "[null]", "[null]") + ", " + cacheModel("none", "[]", "[]", "[50.0]") +
            ", " + cacheModel("minus", "[-2.0]", "[-1.0]", "[50.0]"));
    row("cache-two-commits",
        cacheModel("llama", "[40.0]", "[20.0]", "[50.0]", R"("head_sha": "0123456789abcdef", )") + ", " +
            cacheModel("llama", "[44.0]", "[11.0]", "[75.0]", R"("head_sha": "fedcba9876543210", )"));
    std::string many;
    for (int i = 0; i < 2000; ++i)
      many += (i == 0 ? "" : ", ") + cacheModel("model_" + std::to_string(i), "[" + std::to_string(20 + i % 37) + ".5]",
                                                "[" + std::to_string(5 + i % 61) + ".25]", "[]");
    row("cache-many", many);
  }
  void coldAndWarm() {
    QFETCH(QByteArray, records);
    const ChartData chart = charts::compileTimeChart(cacheRuns(records.toStdString()));
    isSound(chart);
    compare(dumpOf(chart), QString::fromUtf8(QTest::currentDataTag()));
  }

  void aTrendHoldsOneModelBesideTheMean() {
    const diff::RunDiffPtr diff = tests::diffOf({"name,speedup\na,1\nb,2\nc,1\n", "name,speedup\na,1.5\nb,2.1\nc,nan\n",
                                                 "name,speedup\na,2\nb,1.9\nc,4\n", "name,speedup\na,1.1\nb,2\nc,3\n"});
    compare(dumpOf(charts::trendChart(*diff)), QStringLiteral("trend-movers"));
    compare(dumpOf(charts::trendChart(*diff, {.model = "c"})), QStringLiteral("trend-of-a-model"));
    const ChartData other = charts::trendChart(*diff, {.model = "unheard of"});
    QCOMPARE(other.series.size(), std::size_t{1});
    QVERIFY(chartDump(other).find("unheard of has no number") != std::string::npos);
  }

  /// Steps stand where statistics::changePoints finds them in the line, at the rate that was asked for.
  void aTrendMarksChangePoints() {
    const auto trendOf = [](std::size_t count, std::optional<double> rate) {
      std::vector<diff::Run> runs;
      for (std::size_t i = 0; i < count; ++i) {
        const double wave = 0.004 * static_cast<double>((i * 7) % 5);
        runs.push_back(tests::runOf("r" + std::to_string(i), "name,speedup\na," + std::to_string((i < 12 ? 2.0 : 1.5) + wave) +
                                                               "\nb," + std::to_string(1 + wave) + "\n"));
      }
      const auto diff = diff::RunDiff::make(std::move(runs), {}, diff::kMaxTrendRuns).value();
      return charts::trendChart(*diff, {.model = "a", .alarmRate = rate});
    };
    QCOMPARE(trendOf(24, std::nullopt).series.size(), std::size_t{2});
    const ChartData chart = trendOf(24, charts::kAlarmRates[charts::kDefaultAlarm]);
    isSound(chart);
    QCOMPARE(chart.series.size(), std::size_t{4});
    const charts::Series &levels = chart.series[2], &marks = chart.series[3];
    QCOMPARE(levels.shape, charts::Shape::Segments);
    QCOMPARE(QString::fromStdString(marks.title), QStringLiteral("2 change points"));  // of the mean and of the model
    const charts::Mark& mark = *std::ranges::max_element(marks.marks, {}, &charts::Mark::item);
    std::vector<double> line;
    for (const charts::Mark& each : chart.series[1].marks) line.push_back(each.y);
    const auto changes = statistics::changePoints(line);
    QCOMPARE(changes.size(), std::size_t{1});
    QCOMPARE(mark.x, 11.5);
    QCOMPARE(mark.y, changes[0].after);
    QCOMPARE(mark.low, changes[0].before + changes[0].low);
    QVERIFY(mark.low < mark.y && mark.y < mark.high);
    QCOMPARE(QString::fromStdString(chart.items[mark.item].label), QStringLiteral("a: step at r12"));
    const QString numbers = QString::fromStdString(chart.items[mark.item].numbers);
    QVERIFY2(numbers.contains(u"% (95 %: ") && numbers.contains(u", p ") && numbers.endsWith(u", worse, default method"), qPrintable(numbers));
    QVERIFY(chartDump(chart).find("about 1 false alarm in 200 series") != std::string::npos);
    const ChartData few = trendOf(7, 0.1);
    QCOMPARE(few.series.size(), std::size_t{2});
    QVERIFY(chartDump(few).find("need 8 values or more; there are at most 7") != std::string::npos);
  }

  void phasesAreStacked() {
    const auto runWith = [](const char* label, const char* csv, const std::string& phases) {
      diff::Run run = tests::runOf(label, csv);
      run.notes = sources::readNotes("a.csv", [&](const std::string& name) -> std::optional<std::string> {
        return name == "a_compilation_metrics.csv" && !phases.empty() ? std::optional(phases) : std::nullopt;
      });
      return run;
    };
    const char* csv = "name,compilation_latency\nfast,5\nslow,40\nunmeasured,1\n";
    const std::string head = "dev,name,batch_size,_compile.compile_inner,OutputGraph.call_user_compiler,compile_fx_inner,GraphLowering.codegen\n";
    const diff::Run before = runWith("before", csv, head + "cuda,fast,1,5,4,3,1\ncuda,slow,1,20,15,12,6\n");
    const diff::Run after = runWith("after", csv, head + "cuda,fast,1,5.1,4,3,1\ncuda,slow,1,40,30,25,20\nother,other,1,1,1,1,1\n");
    const auto chartOf = [&](std::vector<diff::Run> runs, const ChartOptions& options = {}) {
      const std::size_t last = runs.size() - 1;
      return charts::phasesChart(*diff::RunDiff::make(std::move(runs)).value(), 0, last, options);
    };
    for (const auto& [name, chart] : std::vector<std::pair<const char*, ChartData>>{
             {"phases-two-runs", chartOf({before, after})},
             {"phases-one-run", chartOf({after}, {.limit = 1})},
             {"phases-only-after", chartOf({runWith("before", csv, ""), after})},
             {"phases-only-before", chartOf({before, runWith("after", csv, "")})}}) {
      isSound(chart);
      compare(dumpOf(chart), QString::fromUtf8(name));
    }
    diff::Run warm = after;
    warm.notes.cache = sources::CompileCache::Warm;
    const ChartData mixed = chartOf({before, warm});
    QVERIFY(std::ranges::none_of(mixed.items, &charts::Item::isMarked));
    QVERIFY(mixed.notes.back().find("not compared") != std::string::npos);
  }

  void pagesReachEveryModel() {
    const diff::RunDiffPtr diff = tests::shapeOf("many");
    std::vector<bool> seen(2000);
    for (std::size_t first = 0; first < 2000; first += 300) {
      const ChartData chart = charts::speedupChart(*diff, 0, 1, {.limit = 300, .first = first});
      QCOMPARE(chart.total, std::size_t{2000});
      for (const charts::Item& item : chart.items) seen[*diff->rowOf(item.name)] = true;
    }
    QVERIFY(std::find(seen.begin(), seen.end(), false) == seen.end());
    const ChartData past = charts::speedupChart(*diff, 0, 1, {.limit = 300, .first = 99'999});
    QCOMPARE(past.subtitle, std::string("before against after, models 1,801 to 2,000 of 2,000, worst first"));
    QCOMPARE(charts::speedupChart(*diff, 0, 1, {.limit = 0}).items.size(), std::size_t{2000});
  }

  /// The texts of very many items are made when they are asked for, and say what those of few say.
  void textsOfManyItemsAreMadeLater() {
    constexpr std::size_t kModels = 20'100;
    const auto many = tests::diffOf({tests::csvOf(kModels, 0), tests::csvOf(kModels, 3)});
    const auto few = tests::diffOf({tests::csvOf(50, 0), tests::csvOf(50, 3)});
    for (const ChartKind kind : {ChartKind::Scatter, ChartKind::DeltaCurve}) {
      const ChartData large = charts::makeChart(kind, *many, 0, 1, {.hasTable = false});
      const ChartData small = charts::makeChart(kind, *few, 0, 1, {});
      QVERIFY(large.rows.empty() && large.columns.empty());
      QCOMPARE(small.rows.size(), small.items.size());
      QVERIFY(std::ranges::is_sorted(large.series[0].marks, {}, &charts::Mark::x));
      std::map<std::string, std::string> texts;
      for (std::size_t i = 0; i < large.items.size(); ++i) {
        QVERIFY(large.items[i].numbers.empty());
        if (large.items[i].name.size() < 9) texts[large.items[i].name] = large.numbersOf(i);
      }
      for (std::size_t i = 0; i < small.items.size(); ++i) QCOMPARE(texts[small.items[i].name], small.items[i].numbers);
    }
  }

  void ordersAreAsTheySay() {
    const diff::RunDiffPtr diff = tests::shapeOf("normal");
    const auto names = [&](charts::Order order) {
      std::string out;
      for (const charts::Item& item : charts::speedupChart(*diff, 0, 1, {.order = order}).items) out += item.name + " ";
      return out;
    };
    QCOMPARE(names(charts::Order::WorstFirst), std::string("BERT_pytorch moco resnet50 hf_T5 "));
    QCOMPARE(names(charts::Order::BestFirst), std::string("hf_T5 resnet50 moco BERT_pytorch "));
    QCOMPARE(names(charts::Order::Name), std::string("BERT_pytorch hf_T5 moco resnet50 "));
    QCOMPARE(names(charts::Order::File), std::string("resnet50 BERT_pytorch hf_T5 moco "));
    // Less is better: the model that got slowest comes first.
    const ChartData compile = charts::makeChart(ChartKind::CompileTime, *diff, 0, 1);
    QCOMPARE(compile.items.front().name, std::string("resnet50"));
    QCOMPARE(compile.items.back().name, std::string("hf_T5"));
  }

  void thresholdsDecideWhatIsMarked() {
    const diff::RunDiffPtr diff = tests::diffOf(
        {"name,compression_ratio\nedge,1\nbelow,1\n", "name,compression_ratio\nedge,0.95\nbelow,0.9499999\n"});
    ChartData chart = charts::memoryChart(*diff, 0, 1);
    QCOMPARE(chart.items[0].name, std::string("below"));
    QVERIFY(chart.items[0].isMarked && chart.items[0].cls == verdicts::VerdictClass::Fail);
    QVERIFY(!chart.items[1].isMarked);  // the check takes exactly 0.95 x for a pass
    ChartOptions options;
    QVERIFY(diff::setThreshold(options.thresholds, "compression_ratio=10%").has_value());
    chart = charts::memoryChart(*diff, 0, 1, options);
    QVERIFY(!chart.items[0].isMarked);
  }

  void anUnknownMetricNamesThoseThereAre() {
    const ChartData chart = charts::scatterChart(*tests::shapeOf("one"), 0, 1, {.metric = "sped"});
    QCOMPARE(chart.emptyText, std::string("Nothing to draw: no run has numbers for \"sped\"; they have speedup, "
                                          "compilation_latency, compression_ratio, eager_peak_mem, dynamo_peak_mem."));
  }

  /// The mean is over models with two speedups above 0; the others are counted in a note.
  void geomeanLeavesOutWhatIsNotAboveZero() {
    const auto table = [](const char* a, const char* b) {
      return "name,speedup\ngood," + std::string(a) + "\nother," + b + "\n";
    };
    const auto meanOf = [](const ChartData& chart, std::size_t at) { return chart.guides[at].title; };
    for (const char* bad : {"-1", "-0.001"}) {
      for (const auto& diff : {tests::diffOf({table("2", bad), table("4", "8")}), tests::diffOf({table("2", "8"), table("4", bad)})}) {
        const ChartData chart = charts::speedupChart(*diff, 0, 1);
        QCOMPARE(meanOf(chart, 0), std::string("geomean before 2.000 x"));
        QCOMPARE(meanOf(chart, 1), std::string("geomean after 4.000 x"));
        QVERIFY(std::ranges::find(chart.notes, "1 model is left out of the geomean: a speedup is not above 0.") != chart.notes.end());
      }
    }
    // A status that brings no measurement makes 0 a number, and 0 has no logarithm.
    const std::string head = "name,accuracy,speedup\n";
    const auto diff = tests::diffOf({head + "good,pass,2\nother,pass,0\n", head + "good,pass,4\nother,pass,8\n"});
    const ChartData chart = charts::speedupChart(*diff, 0, 1);
    QCOMPARE(meanOf(chart, 0), std::string("geomean before 2.000 x"));
    QCOMPARE(meanOf(chart, 1), std::string("geomean after 4.000 x"));
    const ChartData fine = charts::speedupChart(*tests::diffOf({table("2", "8"), table("4", "9")}), 0, 1);
    for (const std::string& note : fine.notes) QVERIFY2(note.find("geomean") == std::string::npos, note.c_str());
  }

  /// The check passes a ratio that is equal to its limit; the chart marks what it fails.
  void memoryIsMarkedBelowTheLimit() {
    const auto diff = tests::diffOf({"name,compression_ratio\nat,1\nbelow,1\n", "name,compression_ratio\nat,0.95\nbelow,0.949\n"});
    const ChartData chart = charts::memoryChart(*diff, 0, 1, {.order = charts::Order::File});
    QCOMPARE(chart.items.size(), std::size_t(2));
    QVERIFY(!chart.items[0].isMarked);
    QVERIFY(chart.items[1].isMarked);
    QCOMPARE(chart.rows[0].back(), std::string("no"));
    QCOMPARE(chart.rows[1].back(), std::string("yes"));
  }

  void kindsHaveNames() {
    for (int i = 0; i < static_cast<int>(ChartKind::Count); ++i) {
      const auto kind = static_cast<ChartKind>(i);
      QVERIFY(charts::kindOfName(charts::kindName(kind)) == kind);
      QVERIFY(!charts::kindTitle(kind).empty());
    }
    QVERIFY(!charts::kindOfName("pie").has_value());
  }
};

QTEST_GUILESS_MAIN(ChartsTest)
#include "charts_test.moc"
