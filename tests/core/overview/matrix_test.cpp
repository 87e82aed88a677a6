// SPDX-License-Identifier: GPL-3.0-or-later
// What pages show of a judged commit: the matrix, one model over all configs, stale baselines.
#include <QTest>

#include "core/overview/commit_view.h"
#include "core/overview/headline.h"
#include "core/overview/matrix.h"
#include "core/overview/model_view.h"
#include "tests/core/overview/opened_maker.h"

using namespace plumbline;
using overview::CommitPtr;
using support::csvOf;
using support::OpenedMaker;
using support::viewOf;

namespace {

QString shownText(const std::string& utf8) { return QString::fromStdString(utf8); }

OpenedMaker commit() {
  OpenedMaker maker;
  for (const char* config : {"inductor_torchbench_training", "dynamic_inductor_torchbench_training",
                             "rocm/inductor_torchbench_training", "cpu_inductor_huggingface_inference"})
    maker.baseline(config, csvOf("a,pass,1\nb,pass,1\nc,fail_to_run,0\nd,pass,1\n"));
  maker.result({.config = "inductor_torchbench_training"}, csvOf("a,pass,2\nb,pass,1\nc,fail_to_run,0\n"));
  maker.result({.config = "dynamic_inductor_torchbench_training", .shard = 1, .shards = 2}, csvOf("a,pass,1\nb,pass,1\n"));
  maker.result({.config = "rocm/inductor_torchbench_training"}, csvOf("a,pass,1\nb,pass,1\nc,fail_to_run,0\nd,pass,1\n"));
  maker.result({.config = "aot_eager_torchbench_training"}, csvOf("a,pass,1\nonly_here,pass,1\n"));
  return maker;
}

/// dump returns the matrix as lines "row | column: cell".
QString dump(const overview::Matrix& matrix) {
  QString out;
  for (std::size_t row = 0; row < matrix.rows.size(); ++row)
    for (std::size_t column = 0; column < matrix.columns.size(); ++column)
      if (matrix.at(row, column).config)
        out += QStringLiteral("%1 | %2, %3: %4 %5\n")
                   .arg(shownText(matrix.rows[row].title), shownText(matrix.columns[column].group), shownText(matrix.columns[column].title),
                        shownText(std::string(verdicts::className(matrix.at(row, column).worst))),
                        shownText(overview::cellText(matrix.at(row, column))));
  return out;
}

}  // namespace

class MatrixTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cells() {
    const CommitPtr view = viewOf(commit());
    QCOMPARE(dump(overview::matrixOf(*view)),
             QStringLiteral("huggingface inference | CPU, cpu inductor: pass not run\n"
                            "torchbench training | CUDA, aot eager: pass no baseline\n"
                            "torchbench training | CUDA, dynamic inductor: pass 2 as expected, 1 of 2 shards\n"
                            "torchbench training | CUDA, inductor: fail 1 fail, 1 lost\n"
                            "torchbench training | ROCm, inductor: expected-fail 4 as expected\n"));
    const overview::Matrix all = overview::matrixOf(*view);
    QCOMPARE(overview::cellText(overview::rowTotal(all, 1)), std::string("1 fail, 1 lost"));
    QCOMPARE(overview::cellText(overview::columnTotal(all, all.columns.size() - 1)), std::string("4 as expected"));
    const overview::Matrix changed = overview::matrixOf(*view, {.changedOnly = true});
    QCOMPARE(changed.rows.size(), std::size_t{1});
    QCOMPARE(changed.columns.size(), std::size_t{3});  // nothing to say of ROCm
    QCOMPARE(overview::matrixOf(*viewOf(OpenedMaker())).cells.size(), std::size_t{0});
  }

  void oneModelEverywhere() {
    const CommitPtr view = viewOf(commit());
    const overview::ModelView model = overview::modelView(*view, "d");
    QString said;
    for (const overview::ModelRow& row : model.rows) {
      said += shownText(configs::configName(view->configs()[row.config].config)) + QLatin1Char(' ') + shownText(row.statusWord);
      for (const auto& cell : row.cells)
        said += QStringLiteral(" %1 %2>%3%4")
                    .arg(shownText(cell.column), shownText(cell.expected), shownText(cell.actual), cell.changed ? QStringLiteral("!") : QString());
      said += QLatin1Char('\n');
    }
    QCOMPARE(said, QStringLiteral("inductor_torchbench_training LOST accuracy pass> graph_breaks 1>\n"
                                  "rocm/inductor_torchbench_training PASS accuracy pass>pass graph_breaks 1>1\n"
                                  "cpu_inductor_huggingface_inference NOT RUN accuracy pass> graph_breaks 1>\n"
                                  "dynamic_inductor_torchbench_training NOT RUN accuracy pass> graph_breaks 1>\n"));
    const overview::ModelView a = overview::modelView(*view, "a");
    QCOMPARE(a.rows.size(), std::size_t{5});
    QCOMPARE(shownText(a.rows[0].statusWord), QStringLiteral("FAIL"));
    QVERIFY(a.rows[0].cells[1].changed);
    QCOMPARE(shownText(a.rows[0].origin), QStringLiteral("inductor_torchbench_training-s0-a0"));
    const overview::ModelView only = overview::modelView(*view, "only_here");
    QCOMPARE(shownText(only.rows.at(0).statusWord), QStringLiteral("NO BASELINE"));
    QVERIFY(overview::modelView(*view, "nobody").rows.empty());
    QCOMPARE(overview::modelNames(*view), (std::vector<std::string>{"a", "b", "c", "d", "only_here"}));
  }

  void worstTableIsShownFirst() {
    OpenedMaker maker;
    const std::string shape = csvOf("a,pass,1\nb,pass,1\n");
    for (const char* config : {"aot_eager_torchbench_training", "inductor_torchbench_training", "dynamic_inductor_torchbench_training",
                               "inductor_huggingface_training"})
      maker.baseline(config, shape);
    QVERIFY(!overview::worstTable(*viewOf(maker)));  // baselines alone are no table
    maker.result({.config = "aot_eager_torchbench_training"}, shape);
    const auto name = [&maker] {
      const auto view = viewOf(maker);
      const auto worst = overview::worstTable(*view);
      return worst ? configs::configName(view->configs()[*worst].config) : std::string();
    };
    QCOMPARE(name(), std::string("aot_eager_torchbench_training"));
    maker.result({.config = "inductor_torchbench_training"}, csvOf("a,pass,9\nb,pass,1\n"));
    QCOMPARE(name(), std::string("inductor_torchbench_training"));
    maker.result({.config = "dynamo_eager_torchbench_training"}, csvOf("a,fail_to_run,0\n"));  // has no baseline: no table
    QCOMPARE(name(), std::string("inductor_torchbench_training"));
  }

  void staleRows_data() {
    QTest::addColumn<int>("minimum");
    QTest::addColumn<QString>("rows");
    // "gone" is in no run; "back" is in the first commit's; the dynamic config ran completely once only.
    QTest::newRow("one run is enough") << 1 << QStringLiteral("dynamic:back/1 dynamic:gone/1 static:gone/2 ");
    QTest::newRow("two runs") << 2 << QStringLiteral("static:gone/2 ");
    QTest::newRow("three runs") << 3 << QString();
  }
  void staleRows() {
    QFETCH(const int, minimum);
    QFETCH(const QString, rows);
    OpenedMaker maker;
    const std::string shape = csvOf("a,pass,1\nback,pass,1\ngone,pass,1\n");
    maker.baseline("inductor_torchbench_training", shape).baseline("dynamic_inductor_torchbench_training", shape);
    maker.baseline("aot_eager_torchbench_training", shape);
    const std::string one(40, '1');
    const std::string two(40, '2');
    maker.result({.config = "inductor_torchbench_training", .commit = one}, csvOf("a,pass,1\nback,pass,1\n"));
    maker.result({.config = "inductor_torchbench_training", .commit = two}, csvOf("a,pass,1\n"));
    maker.result({.config = "dynamic_inductor_torchbench_training", .shard = 1, .shards = 2, .commit = one}, csvOf(""));
    maker.result({.config = "dynamic_inductor_torchbench_training", .commit = two}, csvOf("a,pass,1\n"));
    maker.result({.config = "dynamo_eager_torchbench_training", .commit = one}, csvOf("a,pass,1\n"));
    const overview::StaleReport report = overview::staleBaselines(*viewOf(maker), static_cast<std::size_t>(minimum));
    QString said;
    for (const overview::StaleRow& row : report.rows) {
      said += QStringLiteral("%1:%2/%3 ")
                  .arg(row.config.test == "inductor" ? QStringLiteral("static") : QStringLiteral("dynamic"), shownText(row.model))
                  .arg(row.commits);
      QCOMPARE(row.line, std::size_t{row.model == "back" ? 3U : 4U});
    }
    QCOMPARE(said, rows);
    QCOMPARE(report.withoutBaseline, std::vector<configs::Config>{*configs::configOfName("dynamo_eager_torchbench_training")});
  }
};

QTEST_APPLESS_MAIN(MatrixTest)
#include "matrix_test.moc"
