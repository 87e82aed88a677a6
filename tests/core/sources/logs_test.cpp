// SPDX-License-Identifier: GPL-3.0-or-later
// Tables made of the logs of the benchmark runner and of old dashboards. Real files are read where they lie beside the
// source folder, and held against tables that others took from them.
#include <QFile>
#include <QTest>

#include "core/sources/formats/source_text.h"
#include "tests/core/sources/format_text.h"

using namespace plumbline;
using tests::content;
using tests::dump;
using tests::sharedFolder;
using tests::text;

namespace {

QString log(const std::string& bytes, const std::string& origin = "x.log") {
  return dump(sources::readRunnerLog(text(bytes, origin)));
}

/// The cells of the named columns of a piece, row by row, for a comparison with a file that was made otherwise.
QStringList cells(const tables::CsvTable& table, std::initializer_list<const char*> columns) {
  QStringList rows;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    QStringList line;
    for (const char* column : columns) {
      const auto at = table.columnOf(column);
      line << (at ? QString::fromStdString(std::string(table.cell(row, *at, scratch))) : QStringLiteral("?"));
    }
    rows << line.join(QLatin1Char(','));
  }
  return rows;
}

}  // namespace

class LogsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aLogIsOneTablePerRun() {
    QCOMPARE(
        log("noise\ncuda eval  alexnet                             pass\ncuda eval  resnet18      \nDynamo produced 2 "
            "graphs covering 30 ops with 1 graph breaks (1 unique)\n"
            "fail_accuracy\ncuda eval  crashed    \nTraceback\nRun failed with return code:  1\nWARNING:root:broken "
            "failed to load\n"
            "accuracy pass_rate=50.00%\ncuda train alexnet \n\rloading model: 0it\rpass\n",
            "2_linux _ test (inductor_torchbench, 1, 2, linux.g5.4xlarge).txt"),
        QStringLiteral("R inductor_torchbench_inference < 2_linux _ test (inductor_torchbench, 1, 2, "
                       "linux.g5.4xlarge).txt#run1.eval\n"
                       "dev,mode,name,accuracy,calls_captured,unique_graphs,graph_breaks,unique_graph_breaks,log_line\n"
                       "cuda,eval,alexnet,pass,,,,,2\ncuda,eval,resnet18,fail_accuracy,30,2,1,1,5\n"
                       "R inductor_torchbench_training < 2_linux _ test (inductor_torchbench, 1, 2, "
                       "linux.g5.4xlarge).txt#run2.train\n"
                       "dev,mode,name,accuracy,log_line\ncuda,train,alexnet,pass,12\n"
                       "! 2 of the models in run1.eval have no result: crashed, broken.\n"));
  }

  void aModelThatComesAgainBeginsANewRun() {
    const QString runs = log("cuda eval a pass\ncuda eval b pass\ncuda eval a fail_accuracy\ncuda eval c pass\n");
    QCOMPARE(runs.count(QStringLiteral("\nR ")) + 1, 2);
    QVERIFY2(runs.contains(QStringLiteral("cuda,eval,a,pass,1\ncuda,eval,b,pass,2\nR ")), qPrintable(runs));
    QVERIFY2(runs.contains(QStringLiteral("cuda,eval,a,fail_accuracy,3\ncuda,eval,c,pass,4\n")), qPrintable(runs));
    // The other mode is another run, and a tag makes another row of the same one.
    QCOMPARE(log("cuda eval a pass\ncuda train a pass\n").count(QStringLiteral("\nR ")) + 1, 2);
    QCOMPARE(log("cuda eval a tag-1 pass\ncuda eval a tag-2 pass\n").count(QStringLiteral("\nR ")) + 1, 1);
  }

  void timesColoursAndNulsAreNoPartOfALine() {
    const std::string nul("\0", 1);
    QCOMPARE(log("2026-11-20T12:00:00.0000000Z cpu  eval  a   \n2026-11-20T12:00:01.0000000Z \x1B[32mpass\x1B[0m\n" +
                     nul + "cpu eval  b\n" + nul + "timeout\n",
                 "cpu_inductor_torchbench_inference.log"),
             QStringLiteral("R cpu_inductor_torchbench_inference < cpu_inductor_torchbench_inference.log#eval\n"
                            "dev,mode,name,accuracy,log_line\ncpu,eval,a,pass,2\ncpu,eval,b,timeout,4\n"));
    QVERIFY(log("cuda train a pass\n", "cpu_inductor_torchbench_inference.log")
                .startsWith(QStringLiteral("R ? The name says inference, but this run is one of training.")));
    QVERIFY(log("cuda train a pass\n", "inductor_torchbench.log")
                .startsWith(QStringLiteral("R inductor_torchbench_training <")));
  }

  void aPrintedTableIsTaken() {
    QCOMPARE(
        log("cpu  eval  m\n2.014x\ndev,name,batch_size,speedup\ncpu,m,2,2.014039\ncpu,n,2,1.5\nthe end, really, of, "
            "it\ncpu eval m\n1.9x\n"),
        QStringLiteral("R ? This run measured speed and not accuracy, so no baseline of CI is its own. < "
                       "x.log#table1\ndev,name,batch_size,speedup\ncpu,m,2,2.014039\ncpu,n,2,1.5\n"));
  }

  void otherTextsAreNoLogs_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("prose") << QByteArray("cuda eval is what we run\nto evaluate cuda eval models on the GPU\npass\n");
    QTest::newRow("checks") << QByteArray("alexnet                                    PASS\n");
    QTest::newRow("header alone") << QByteArray("dev,name,accuracy\n");
    QTest::newRow("empty") << QByteArray();
  }
  void otherTextsAreNoLogs() {
    QFETCH(QByteArray, bytes);
    QCOMPARE(log(bytes.toStdString()), QStringLiteral("unknown"));
  }

  void realLogsGiveTheCellsThatWereTakenFromThemByHand() {
    const QString logs = sharedFolder() + QStringLiteral("pytorch/logs/");
    const QString derived = sharedFolder() + QStringLiteral("pytorch/derived/");
    if (!QFile::exists(logs) || !QFile::exists(derived)) QSKIP("the real files are not there");
    const auto wanted = [&](const QString& file) {
      return tables::CsvTable::scan(content(derived + file).toStdString(), "d").value();
    };
    const auto accuracy = sources::readRunnerLog(
        text(content(logs + QStringLiteral("torchao_accuracy_run_3edb740a_log_acc.log")).toStdString()));
    QCOMPARE(accuracy.pieces.size(), std::size_t{3});
    for (int run = 0; run < 3; ++run) {
      const auto table = wanted(QStringLiteral("torchao_accuracy_run%1.csv").arg(run + 1));
      QCOMPARE(cells(*accuracy.pieces[static_cast<std::size_t>(run)].table, {"dev", "mode", "name", "tag", "accuracy"}),
               cells(*table, {"dev", "mode", "name", "tag", "accuracy"}));
      QVERIFY(table->rowCount() > 60);
    }
    const auto speed = sources::readRunnerLog(
        text(content(logs + QStringLiteral("torchao_perf_run_9b481258_log1.log")).toStdString()));
    QStringList all;
    for (const sources::Piece& piece : speed.pieces) all += cells(*piece.table, {"dev", "mode", "name", "speedup"});
    QCOMPARE(all, cells(*wanted(QStringLiteral("torchao_speedup_log1.csv")), {"dev", "mode", "name", "speedup"}));
    QVERIFY(all.size() > 150);
  }

  void realDashboardsGiveTheCellsThatWereTakenFromThemByHand() {
    const QString file =
        sharedFolder() + QStringLiteral("pytorch/dashboards/cpu_fp32_dashboard_summary_torchbench_huggingface.txt");
    const QString derived = sharedFolder() + QStringLiteral("pytorch/derived/dashboards/cpu_fp32_");
    if (!QFile::exists(file)) QSKIP("the real files are not there");
    const auto pieces = sources::readDashboardText(text(content(file).toStdString()));
    QCOMPARE(pieces.pieces.size(), std::size_t{2});
    for (const sources::Piece& piece : pieces.pieces) {
      const QString suite =
          QString::fromStdString(piece.origin).section(QLatin1Char('#'), 1).section(QLatin1Char('.'), 0, 0);
      const auto check = [&](const QString& kind, std::initializer_list<const char*> columns) {
        const auto table = tables::CsvTable::scan(content(derived + suite + kind).toStdString(), "d").value();
        QStringList got = cells(*piece.table, columns), want = cells(*table, columns);
        got.sort();
        want.sort();
        QCOMPARE(got, want);
        QVERIFY(want.size() > 40);
      };
      check(QStringLiteral("_accuracy.csv"), {"name", "accuracy"});
      check(QStringLiteral("_performance.csv"), {"name", "speedup", "compilation_latency", "compression_ratio"});
    }
  }

  void answersAreKnownByTheirForm() {
    for (const char* answer :
         {"pass", "fail_to_run", "pass-sqnr-nan", "1.234x", "perf: 22.472 ms sqnr: 35.0", "  OOM  "})
      QVERIFY2(sources::answerIn(answer).has_value(), answer);
    for (const char* other :
         {"", "passed", "pass it on", "x", "1.2", "-1.2x", "nanx passes by the house", "perf: fast ms"})
      QVERIFY2(!sources::answerIn(other).has_value(), other);
    QVERIFY(sources::modelIn("cuda:0 train resnet18 tag-1 fail_to_run")->answer.has_value());
    QVERIFY(!sources::modelIn("gpu eval resnet18"));
  }
};

QTEST_GUILESS_MAIN(LogsTest)
#include "logs_test.moc"
