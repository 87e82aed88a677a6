// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the comparison, light and dark, into the build folder; fails when it is blank. The runs are the samples.
#include <QApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QSlider>

#include "tests/support/kept_picture.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/run_strip.h"

using namespace Qt::StringLiterals;
using namespace plumbline;

namespace {

/// What the page gets of windows of 1000x640 and 1360x860: less the rail, the header and the status line.
constexpr QSize kSmall(928, 540), kLarge(1288, 760);

std::string sample(const char* name) {
  QFile file(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/samples/") + QString::fromLatin1(name));
  if (!file.open(QIODevice::ReadOnly)) qFatal("no sample");
  return file.readAll().toStdString();
}

void save(QWidget& page, const QString& name) { support::keepPicture(page.grab().toImage(), name); }

}  // namespace

class CompareScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void compare_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const char* state : {"pair", "whatif", "flips", "four", "all", "one", "accuracy", "nothing", "none", "noise"})
        for (const QSize size : {kSmall, kLarge})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), state) << dark << size << QString::fromLatin1(state);
  }
  void compare() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    std::vector<diff::Run> chosen;
    if (state != u"none"_s) chosen.push_back(testing::makeRun("0123456 nightly", sample("before.csv")));
    if (state != u"none"_s && state != u"one"_s)
      chosen.push_back(state == u"nothing"_s ? testing::makeRun("89abcde nightly", sample("before.csv"))
                                             : testing::makeRun("89abcde nightly", sample("after.csv")));
    if (state == u"accuracy"_s)
      chosen = {testing::makeRun("baseline", sample("expected.csv")), testing::makeRun("actual", sample("actual.csv"))};
    if (state == u"four"_s) {
      chosen.push_back(testing::makeRun("dynamic_inductor_torchbench_training", sample("after.csv")));
      chosen.push_back(testing::makeRun("baseline", sample("expected.csv")));
    }
    if (state == u"noise"_s) {
      // Every model seven times, scattered by up to 4 %.
      for (diff::Run& run : chosen) {
        std::string csv = "name,speedup,abs_latency\n";
        for (int i = 0; i < 7; ++i)
          for (int model = 0; model < 12; ++model) {
            const double moved = &run != &chosen.front() && model % 4 == 1 ? 0.8 : 1.0, wave = 1 + 0.01 * ((i * 5 + model * 3) % 5);
            csv += "model_" + std::to_string(model) + ',' + std::to_string(1.4 * moved * wave) + ',' + std::to_string(12 / moved * wave) + '\n';
          }
        run = testing::makeRun(run.label, csv);
      }
    }
    testing::Shown shown(chosen, dark ? ui::Scheme::Dark : ui::Scheme::Light, size);
    if (state == u"noise"_s) shown.run(u"compare.changed"_s);
    if (state == u"all"_s) shown.run(u"compare.clear"_s);
    if (state == u"whatif"_s || state == u"flips"_s) {
      auto* slider = shown.page.findChild<QSlider*>();
      QVERIFY(slider);
      slider->setValue(4);
      if (state == u"flips"_s) shown.run(u"compare.flips"_s);
    }
    QTest::qWait(0);  // layouts that were asked for
    save(shown.page, u"compare-page-"_s + QString::fromUtf8(QTest::currentDataTag()));
  }
};

QTEST_MAIN(CompareScreenshots)
#include "compare_screenshots.moc"
