// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks, and charts as SVG: well-formed, escaped, nothing outside, no two labels on each other, small, always the same.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>

#include "core/charts/chart_data.h"
#include "core/charts/make_chart.h"
#include "core/charts/svg.h"
#include "core/charts/svg_layout.h"
#include "tests/core/charts/chart_inputs.h"

using namespace plumbline;
using charts::Axis;
using charts::ChartData;
using charts::ChartKind;

namespace {

/// What an SVG holds: elements by name, texts, classes.
struct Seen {
  QString error;
  QHash<QString, int> elements;
  QStringList texts, titles, classes;
  QStringList ids, links;
};

Seen seenIn(const QByteArray& svg) {
  Seen seen;
  QXmlStreamReader reader(svg);
  QString open;
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement()) {
      open = reader.name().toString();
      ++seen.elements[open];
      seen.classes += reader.attributes().value(QLatin1String("class")).toString();
      if (reader.attributes().hasAttribute(QLatin1String("id"))) seen.ids += open;
      if (reader.attributes().hasAttribute(QLatin1String("href"))) seen.links += open;
    } else if (reader.isCharacters() && open == QLatin1String("text")) {
      seen.texts += reader.text().toString();
    } else if (reader.isCharacters() && open == QLatin1String("title")) {
      seen.titles += reader.text().toString();
    } else if (reader.isEndElement()) {
      open.clear();
    }
  }
  if (reader.hasError()) seen.error = reader.errorString();
  return seen;
}

QByteArray fileOf(const ChartData& chart, charts::SvgOptions options = {}) {
  if (options.css.empty()) options.css = charts::chartCss("light");
  return QByteArray::fromStdString(charts::svgFile(chart, options));
}

QString tickTexts(const Axis& axis, std::size_t wanted) {
  QStringList out;
  for (const charts::Tick& tick : charts::axisTicks(axis, wanted)) out += QString::fromStdString(tick.text);
  return out.join(QLatin1Char(' '));
}

}  // namespace

class SvgTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ticksAreRound_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<bool>("isLog");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<QString>("texts");
    const auto row = [](const char* name, double low, double high, bool isLog, int wanted, const char* texts) {
      QTest::newRow(name) << low << high << isLog << wanted << QString::fromUtf8(texts);
    };
    row("halves", 0, 2.3, false, 5, "0 0.5 1 1.5 2");
    row("ones", 0, 6, false, 6, "0 1 2 3 4 5 6");
    row("hundredths", 0.93, 1.01, false, 4, "0.94 0.96 0.98 1");
    row("below zero", -18.6, 24.2, false, 5, "-10 0 10 20");
    row("thousands", 0, 5000, false, 5, "0 1,000 2,000 3,000 4,000 5,000");
    row("small", 0, 1e-6, false, 4, "0 2e-07 4e-07 6e-07 8e-07 1e-06");
    row("one million", 999'999, 1'000'001, false, 2, "999,999 1,000,000 1,000,001");
    row("decades", 0.01, 100, true, 6, "0.01 0.1 1 10 100");
    row("2 and 5 where sparse", 0.5, 20, true, 8, "0.5 1 2 5 10 20");
    row("less than a decade", 0.9, 2.3, true, 5, "1 1.5 2");
    row("many decades", 1e-8, 1e8, true, 5, "1e-08 0.0001 1 10,000 100,000,000");
    row("nothing", 1, 1, false, 5, "");
    row("upside down", 2, 1, false, 5, "");
    row("log of nothing", 0, 1, true, 5, "");
    row("endless", -std::numeric_limits<double>::infinity(), 1, false, 5, "");
    row("nan", std::nan(""), 1, false, 5, "");
    row("no doubles between", 1e17, 1e17 + 16, false, 5, "");
  }
  void ticksAreRound() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(bool, isLog);
    QFETCH(int, wanted);
    QTEST(tickTexts({.isLog = isLog, .low = low, .high = high}, static_cast<std::size_t>(wanted)), "texts");
  }

  void countsAreWhole() {
    const auto text = [](double low, double high) {
      QString out;
      for (const charts::Tick& tick : charts::axisTicks({.isCount = true, .low = low, .high = high}, 6))
        out += QString::fromStdString(tick.text) + QLatin1Char(' ');
      return out;
    };
    QCOMPARE(text(0, 1.05), QStringLiteral("0 1 "));
    QCOMPARE(text(0, 3), QStringLiteral("0 1 2 3 "));
    QCOMPARE(text(0, 100), QStringLiteral("0 20 40 60 80 100 "));
    QCOMPARE(text(1.2, 1.8), QString());
  }

  void ticksAreNeverTooMany() {
    for (const bool isLog : {false, true})
      for (std::size_t wanted = 2; wanted < 14; ++wanted)
        for (double high = 1e-9; high < 1e12; high *= 1.7) {
          const Axis axis{.isLog = isLog, .low = isLog ? high / (1.05 + high) : -high / 3, .high = high};
          const auto ticks = charts::axisTicks(axis, wanted);
          QVERIFY(ticks.size() <= wanted + 2);
          for (std::size_t i = 1; i < ticks.size(); ++i) {
            QVERIFY(ticks[i - 1].value < ticks[i].value);
            QVERIFY(ticks[i - 1].text != ticks[i].text);
          }
        }
  }

  void everyChartIsWellFormed_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("shape");
    for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
      for (const std::string& shape : tests::kShapes)
        QTest::addRow("%s-%s", std::string(charts::kindName(static_cast<ChartKind>(kind))).c_str(), shape.c_str())
            << kind << QString::fromStdString(shape);
  }
  void everyChartIsWellFormed() {
    QFETCH(int, kind);
    QFETCH(QString, shape);
    const ChartData chart = charts::makeChart(static_cast<ChartKind>(kind), *tests::shapeOf(shape.toStdString()), 0, 1);
    const QByteArray svg = fileOf(chart);
    const Seen seen = seenIn(svg);
    QCOMPARE(seen.error, QString());
    QVERIFY(svg.contains("role=\"img\""));
    QCOMPARE(seen.titles.front(), QString::fromStdString(chart.title));
    QVERIFY(svg.contains(QByteArray("<desc>") +
                         QByteArray::fromStdString(charts::svgEscaped(charts::chartSummary(chart)))));
    QVERIFY(seen.elements[QStringLiteral("script")] == 0 && seen.ids.isEmpty() && seen.links.isEmpty());
    QVERIFY2(svg.size() < 1'000'000, qPrintable(QString::number(svg.size())));
    QVERIFY(!svg.contains("nan") || shape == QLatin1String("padded"));
    QCOMPARE(fileOf(chart), svg);
    if (chart.isEmpty()) {
      QVERIFY(!seen.classes.contains(QLatin1String("pc-axis")));
      return;
    }
    QVERIFY(seen.classes.contains(QLatin1String("pc-axis")));
    std::size_t bars = 0;
    for (const charts::Series& series : chart.series)
      bars += series.shape == charts::Shape::Bars ? series.marks.size() : 0;
    const std::size_t others = static_cast<std::size_t>(seen.classes.count(QLatin1String("pc-place"))) + 1;
    if (bars != 0 && shape != QLatin1String("many")) {
      const auto legend = static_cast<std::size_t>(svg.count("width=\"12\" height=\"10\"/>"));
      QCOMPARE(static_cast<std::size_t>(seen.elements[QStringLiteral("rect")]), bars + others + legend);
    }
  }

  void nothingLeavesThePicture_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
      for (const char* shape : {"normal", "many", "negative", "one"})
        for (const auto& [width, height] :
             {std::pair{960, 480}, std::pair{320, 240}, std::pair{1600, 1000}, std::pair{240, 120}})
          QTest::addRow("%s-%s-%dx%d", std::string(charts::kindName(static_cast<ChartKind>(kind))).c_str(), shape,
                        width, height)
              << kind << QString::fromUtf8(shape) << width << height;
  }
  void nothingLeavesThePicture() {
    QFETCH(int, kind);
    QFETCH(QString, shape);
    QFETCH(int, width);
    QFETCH(int, height);
    ChartData chart = charts::makeChart(static_cast<ChartKind>(kind), *tests::shapeOf(shape.toStdString()), 0, 1);
    for (std::size_t i = 0; i < chart.items.size(); i += 3)
      chart.items[i].label += "_with_a_name_that_goes_on_and_on_and_on";
    const charts::SvgLayout at = charts::layoutOf(chart, width, height);
    QVERIFY(at.left < at.right && at.top < at.bottom && at.left > 0 && at.top > 0 && at.right < width &&
            at.bottom < height);
    const auto isInside = [&](double x, double y, double w) {
      return x >= 0 && x + w <= width && y > 0 && y <= height;
    };
    QVERIFY(isInside(at.title.x, at.title.y, charts::textWidth(at.title.text, charts::kTitleSize)));
    double lastEnd = -1e9, lastRow = 0;
    for (const charts::LegendEntry& entry : at.legend) {
      const double w = charts::textWidth(entry.text.text, charts::kTextSize);
      QVERIFY(isInside(entry.text.x, entry.text.y, w * 0.94));
      QVERIFY(entry.text.y != lastRow || entry.text.x - 24 >= lastEnd);
      lastEnd = entry.text.x + w * 0.94;
      lastRow = entry.text.y;
      QVERIFY(entry.text.y < at.top);
    }
    lastEnd = -1e9;
    for (const charts::PlacedText& label : at.labels) {
      const double w = charts::textWidth(label.text, charts::kSmallSize);
      if (label.text.empty()) continue;
      if (at.areLabelsSlanted) {
        QVERIFY(label.x - w * 0.7072 >= 0 && label.y + w * 0.7072 <= height);
        QVERIFY(label.x - lastEnd >= 15.5);  // their lines are 11 px high, at 45 degrees
        lastEnd = label.x;
      } else {
        QVERIFY(label.x - w / 2 >= lastEnd && label.x + w / 2 <= width);
        lastEnd = label.x + w / 2;
      }
    }
    double last = 1e9;
    for (const charts::Tick& tick : at.yTicks) {
      const double y = at.y.at(tick.value);
      QVERIFY(last - y >= charts::kSmallSize && y <= at.bottom + 1 && y >= at.top - 1);
      QVERIFY(at.left - 8 - charts::textWidth(tick.text, charts::kSmallSize) >= 0);
      last = y;
    }
    last = -1e9;
    for (const charts::Tick& tick : at.xTicks) {
      const double w = charts::textWidth(tick.text, charts::kSmallSize), x = at.x.at(tick.value);
      QVERIFY(x - w / 2 >= last && x + w / 2 <= width);
      last = x + w / 2;
    }
  }

  void namesAreText_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("script") << QByteArray("<script>alert(1)</script>");
    QTest::newRow("attribute") << QByteArray("\" onload=\"alert(1)");
    QTest::newRow("entity") << QByteArray("&lt;&#x41;&unknown;");
    QTest::newRow("end of data") << QByteArray("]]>");
    QTest::newRow("comment") << QByteArray("<!-- -->");
    QTest::newRow("control characters") << QByteArray(
        "a\x01\x08\x0b\x1f\x7f"
        "b",
        7);
    QTest::newRow("zero") << QByteArray("a\0b", 3);
    QTest::newRow("broken utf-8") << QByteArray(
        "a\xff\xc3\xed\xa0\x80\xef\xbf\xbf"
        "b");
    QTest::newRow("second control set") << QByteArray(
        "a\xc2\x9b"
        "b");
    QTest::newRow("emoji") << QByteArray("\xf0\x9f\x90\x8d model");
  }
  void namesAreText() {
    QFETCH(QByteArray, name);
    ChartData chart = charts::makeChart(ChartKind::CompileTime, *tests::shapeOf("normal"), 0, 1);
    const auto elements = seenIn(fileOf(chart)).elements.size();
    chart.items[0].name = chart.items[0].label = chart.items[0].config = name.toStdString();
    chart.title = chart.subtitle = chart.y.title = chart.series[0].title = name.toStdString();
    chart.notes = {name.toStdString()};
    const QByteArray svg = fileOf(chart);
    const Seen seen = seenIn(svg);
    QCOMPARE(seen.error, QString());
    QCOMPARE(seen.elements.size(), elements);
    QVERIFY(!svg.contains("<script") && !svg.contains("onload=\"alert"));
  }

  void fiftyThousandPointsStaySmall() {
    ChartData chart;
    chart.kind = ChartKind::Scatter;
    chart.title = "many";
    chart.x = chart.y = {.title = "x", .low = 0, .high = 1};
    charts::Series series{.title = "points", .role = charts::Role::ByClass};
    for (std::uint32_t i = 0; i < 50'000; ++i) {
      const double x = i / 50'000.0, y = 0.5 + 0.4 * std::sin(i * 0.37) * x;
      series.marks.push_back({.x = x, .y = y, .low = y, .high = y, .item = i});
      chart.items.push_back({.name = "a_model_with_quite_a_long_name_" + std::to_string(i),
                             .label = "m",
                             .numbers = "before 1.000 x, after 2.000 x, +100.0 %",
                             .cls = i % 5000 == 0 ? verdicts::VerdictClass::Fail : verdicts::VerdictClass::Pass,
                             .isMarked = i % 5000 == 0});
    }
    chart.series.push_back(std::move(series));
    const QByteArray svg = fileOf(chart);
    QVERIFY2(svg.size() < 1'000'000, qPrintable(QString::number(svg.size())));
    QCOMPARE(seenIn(svg).error, QString());
    // What is marked is never thinned out.
    for (int i = 0; i < 50'000; i += 5000) QVERIFY(svg.contains("_" + QByteArray::number(i) + ": before"));
    const QByteArray silent = fileOf(chart, {.css = {}, .hasTooltips = false, .maxMarks = 500});
    QVERIFY(silent.size() < 60'000);
    QCOMPARE(silent.count("<title>"), 1);
  }

  void fiftyThousandBarsStaySmall() {
    ChartData chart = charts::makeChart(ChartKind::CompileTime, *tests::shapeOf("normal"), 0, 1);
    const charts::Mark bar = chart.series[0].marks[0];
    for (charts::Series& series : chart.series) {
      series.marks.clear();
      for (std::uint32_t i = 0; i < 50'000; ++i) {
        series.marks.push_back(bar);
        series.marks.back().x = i;
        series.marks.back().item = i;
      }
    }
    chart.items.assign(50'000,
                       {.name = "a_model_with_quite_a_long_name", .label = "m", .numbers = "before 1 s, after 1 s"});
    for (const std::size_t count : {std::size_t{50'000}, std::size_t{2'000}, std::size_t{400}}) {
      chart.categories = count;
      chart.x.high = static_cast<double>(count) - 0.5;
      const QByteArray svg = fileOf(chart);
      QVERIFY2(svg.size() < 1'000'000, qPrintable(QString::number(svg.size())));
      QCOMPARE(seenIn(svg).error, QString());
    }
  }

  void xmllintFindsNothing() {
    const QString xmllint = QStandardPaths::findExecutable(QStringLiteral("xmllint"));
    if (xmllint.isEmpty()) QSKIP("xmllint is not installed");
    QTemporaryDir folder;
    QStringList files;
    for (int kind = 0; kind < static_cast<int>(ChartKind::Count); ++kind)
      for (const std::string& shape : tests::kShapes) {
        files += folder.filePath(QString::number(kind) + QString::fromStdString(shape) + QStringLiteral(".svg"));
        QFile file(files.back());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(fileOf(charts::makeChart(static_cast<ChartKind>(kind), *tests::shapeOf(shape), 0, 1)));
      }
    QProcess process;
    process.start(xmllint, QStringList{QStringLiteral("--noout"), QStringLiteral("--nonet")} + files);
    QVERIFY(process.waitForFinished());
    QCOMPARE(QString::fromUtf8(process.readAllStandardError()), QString());
    QCOMPARE(process.exitCode(), 0);
  }

  void stylesComeFromTheThemes() {
    for (const char* theme : {"light", "dark"}) {
      QFile file(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/themes/%1.json").arg(QLatin1String(theme)));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QString json = QString::fromUtf8(file.readAll());
      const QString css = QString::fromStdString(charts::chartCss(theme));
      static const QRegularExpression kColour(QStringLiteral("#[0-9A-Fa-f]{6}"));
      int count = 0;
      for (auto it = kColour.globalMatch(css); it.hasNext(); ++count) QVERIFY(json.contains(it.next().captured()));
      QVERIFY(count > 20);
      QVERIFY(!css.contains(QLatin1String("none;stroke:none}")));  // every role has a colour
    }
    QVERIFY(charts::chartCss("light") != charts::chartCss("dark"));
    QCOMPARE(charts::chartCss("no such theme"), std::string());
  }

  void longNamesAreCutInTheMiddle() {
    QCOMPARE(charts::elided("short", 100, 11), std::string("short"));
    QCOMPARE(QString::fromStdString(charts::elided("AllenaiLongformerBase", 90, 11)),
             QStringLiteral("Allena\u2026erBase"));
    QCOMPARE(charts::elided("anything", 12, 11), std::string());
    const std::string cut = charts::elided("\u6a21\u578b\u6a21\u578b\u6a21\u578b\u6a21\u578b", 60, 11);
    QVERIFY(charts::textWidth(cut, 11) <= 60 && cut.find("\u2026") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(SvgTest)
#include "svg_test.moc"
