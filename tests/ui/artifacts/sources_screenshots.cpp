// SPDX-License-Identifier: GPL-3.0-or-later
// Renders the page of sources, light and dark, small and large, into the build folder; fails when it is blank. Names
// and numbers are as long as in CI.
#include <QApplication>
#include <QComboBox>

#include "tests/ui/artifacts/sources_fixture.h"
#include "ui/theme/theme_controller.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Some 300 result files of one commit.
void fillLarge(const SourcesFolder& folder) {
  struct Machine {
    const char* test;
    const char* name;
  };
  const Machine machines[] = {{"inductor", "linux.g5.4xlarge.nvidia.gpu"},
                              {"dynamic_inductor", "linux.g5.4xlarge.nvidia.gpu"},
                              {"aot_eager", "linux.g5.4xlarge.nvidia.gpu"},
                              {"dynamo_eager", "linux.g5.4xlarge.nvidia.gpu"},
                              {"cpu_inductor_amp_freezing", "linux.8xlarge.amx"},
                              {"dynamic_cpu_inductor", "linux.8xlarge.amx"},
                              {"inductor", "linux.rocm.gpu.gfx942.1"}};
  const QString suites[] = {u"torchbench"_s, u"huggingface"_s, u"timm"_s};
  for (const Machine& machine : machines)
    for (const QString& suite : suites)
      for (const QString& mode : {u"training"_s, u"inference"_s})
        for (int shard = 1; shard <= 4; ++shard)
          for (int attempt = 1; attempt <= (shard == 2 ? 3 : 1); ++attempt)
            folder.shard(QString::fromLatin1(machine.test), suite, mode, shard, 4, attempt,
                         QString::fromLatin1(machine.name), 12 + shard);
  for (const QString& suite : {u"torchbench"_s, u"huggingface"_s, u"timm"_s})
    for (const char* test : {"inductor", "dynamic_inductor", "rocm/inductor"})
      folder.baseline(u"%1_%2_training"_s.arg(QString::fromLatin1(test), suite), 60);
  folder.write(kSha + u"/perf_results_of_thursday.csv"_s, SourcesFolder::csv(1, 40));
  folder.write(kSha + u"/18201445021/1/rerun by hand/results (copy).csv"_s, SourcesFolder::csv(1, 4));
  folder.write(kSha + u"/test-reports-test-inductor_timm-1-2-linux.g5.4xlarge_1.zip"_s, "<!DOCTYPE html><html/>");
}

}  // namespace

class SourcesScreenshots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { fillLarge(m_folder); }

  void page_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("state");
    for (const bool dark : {false, true})
      for (const char* state : {"table", "assign", "fetching", "fetched", "nothing", "filtered"})
        for (const QSize size : {QSize(800, 500), QSize(1600, 1000)})
          QTest::addRow("%s-%d-%s", dark ? "dark" : "light", size.width(), state)
              << dark << size << QString::fromLatin1(state);
  }
  void page() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, state);
    const SourcesFolder& folder = m_folder;
    ui::ThemeController themes(*qApp, dark ? ui::Scheme::Dark : ui::Scheme::Light);
    SourcesPageFixture desk(themes.theme());
    desk.show(size);
    if (state != u"nothing"_s) desk.open(folder);
    if (state == u"table"_s) {
      desk.goTo(u"/2/test-reports-test-aot_eager_torchbench-2-4"_s);
      desk.run("sources.switch");
      desk.settle();
    }
    if (state == u"assign"_s) {
      desk.goTo(u"results (copy).csv"_s);
      desk.run("sources.assign");
      auto* field = qobject_cast<QComboBox*>(QApplication::focusWidget());
      QVERIFY(field != nullptr);
      field->setEditText(u"dynamic_inductor"_s);
    }
    if (state == u"fetching"_s || state == u"fetched"_s) {
      desk.page.fetchCommit(u"https://github.com/pytorch/pytorch/commit/"_s + kSha);
      Q_EMIT desk.fetch.statusMessage(u"Getting the artifacts of 150 jobs in 3 runs"_s);
      Q_EMIT desk.fetch.progress(62, 150, 734'000'000);
    }
    if (state == u"fetched"_s) {
      fetch::FetchReport report;
      report.jobs = 150;
      fetch::FetchedFile missing;
      missing.artifact.path = "test-reports-test-inductor_torchbench-2-2-linux.g5.4xlarge_51774300011.zip";
      missing.problem = "expired (410)";
      report.files.push_back(missing);
      Q_EMIT desk.fetch.finished(report);
    }
    if (state == u"filtered"_s) desk.run("sources.only.unreadable");
    QTest::qWait(0);  // layouts that were asked for
    const QImage image = desk.page.grab().toImage();
    const QString shots = QStringLiteral(PLUMBLINE_BINARY_DIR "/screenshots");
    QVERIFY(QDir().mkpath(shots));
    QVERIFY(image.save(shots + u"/sources-%1.png"_s.arg(QString::fromUtf8(QTest::currentDataTag()))));
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 7)
      for (int x = 0; x < image.width(); x += 7) colours.insert(image.pixel(x, y));
    QVERIFY2(colours.size() > 10, "the page is blank");
  }

 private:
  SourcesFolder m_folder;
};

QTEST_MAIN(SourcesScreenshots)
#include "sources_screenshots.moc"
