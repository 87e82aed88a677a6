// SPDX-License-Identifier: GPL-3.0-or-later
// Tables made of XPU's wide tables and of benchmark JSON. Real files are read where they lie beside the source folder.
#include <QFile>
#include <QTest>

#include "core/sources/formats/source_text.h"
#include "core/configs/config.h"
#include "core/sources/open.h"
#include "tests/core/sources/format_text.h"

using namespace plumbline;
using sources::FormatPieces;
using sources::Role;
using tests::content;
using tests::dump;
using tests::sharedFolder;
using tests::text;

namespace {

FormatPieces wide(const std::string& bytes, const std::string& origin = "xpu/rolling/inductor_huggingface_training.csv",
                  Role role = Role::Auto) {
  const auto table = tables::CsvTable::scan(bytes, origin);
  return sources::readWide(text(bytes, origin, role), *table.value());
}

std::string record(
    const std::string& model, const std::string& metric, const std::string& values,
    const std::string& benchmark = R"("mode": "training", "dtype": "amp", "extra_info": {"device": "cuda"})",
    const std::string& backend = "inductor") {
  return R"({"benchmark": {"name": "TorchInductor", )" + benchmark + R"(}, "model": {"name": ")" + model +
         R"(", "backend": ")" + backend + R"(", "origins": ["torchbench"]}, "metric": {"name": ")" + metric + R"(", )" +
         values + "}}";
}
std::string number(const std::string& model, const std::string& metric, const std::string& value) {
  return record(model, metric, "\"benchmark_values\": [" + value + "]");
}
std::string word(const std::string& model, const std::string& value) {
  return record(model, "accuracy",
                R"("benchmark_values": [], "extra_info": {"benchmark_values": [")" + value + R"("]})");
}
/// jobLine is a record of a job on one machine, with an image unless that is "".
std::string jobLine(const std::string& job, const std::string& image, const std::string& line) {
  std::string whole = R"({"job_id": )" + job + R"(, "runners": [{"name": "cuda", "type": "a100"}], )" + line.substr(1) + '\n';
  if (!image.empty()) whole.insert(whole.find(R"("device")"), R"("image": ")" + image + R"(", )");
  return whole;
}
QString hud(const std::string& bytes, const std::string& origin = "x.json") {
  return dump(sources::readHudJson(text(bytes, origin)));
}

}  // namespace

class FormatsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aWideTableIsOneBaselinePerDtype() {
    const auto pieces = wide("name,float32,amp_bf16\n# why,,\na,pass,fail_accuracy\n\n\n\nb,pass\n,,\n\"c,1\",,pass\n");
    QCOMPARE(
        dump(pieces),
        QStringLiteral(
            "B xpu/inductor_huggingface_training.float32 < xpu/rolling/inductor_huggingface_training.csv#float32\n"
            "name,accuracy\n\na,pass\n\n\n\nb,pass\n\n\"c,1\",\n"
            "B xpu/inductor_huggingface_training.amp_bf16 < xpu/rolling/inductor_huggingface_training.csv#amp_bf16\n"
            "name,accuracy\n\na,fail_accuracy\n\n\n\nb,\n\n\"c,1\",pass\n"));
    QCOMPARE(pieces.pieces[1].path, std::string("xpu/rolling/inductor_huggingface_training.csv"));
    QCOMPARE(pieces.pieces[1].valueColumn, std::string("amp_bf16"));
    QCOMPARE(pieces.pieces[1].table->lineOf(1), std::size_t{7});  // the line that it has in the wide file
    QVERIFY(pieces.pieces[1].form == sources::Form::WideCsv);
  }

  void aWideTableIsAResultIfRequested() {
    const QString got =
        dump(wide("name,float32,amp_bf16\na,pass,pass\n", "inductor_timm_models_training.csv", Role::Actual));
    QVERIFY2(got.startsWith(QStringLiteral("R xpu/inductor_timm_training.float32 < ")), qPrintable(got));
  }

  void aWideTableMayHoldAllSuites() {
    QCOMPARE(
        dump(wide("suite,name,training_float32,inference_float32\ntimm_models,a,pass,timeout\ntorchbench,b,OOM,"
                  "pass\nnew,c,pass,pass\n",
                  "all.csv")),
        QStringLiteral(
            "B xpu/inductor_timm_training.float32 < all.csv#timm_models.training_float32\nname,accuracy\na,pass\n"
            "B xpu/inductor_timm_inference.float32 < all.csv#timm_models.inference_float32\nname,accuracy\na,timeout\n"
            "B xpu/inductor_torchbench_training.float32 < all.csv#torchbench.training_float32\nname,accuracy\n\nb,OOM\n"
            "B xpu/inductor_torchbench_inference.float32 < "
            "all.csv#torchbench.inference_float32\nname,accuracy\n\nb,pass\n"
            "B ? The suite \"new\" is not known. < all.csv#new.training_float32\nname,accuracy\n\n\nc,pass\n"
            "B ? The suite \"new\" is not known. < all.csv#new.inference_float32\nname,accuracy\n\n\nc,pass\n"));
  }

  void otherTablesAreNotWide_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("baseline") << QByteArray("name,accuracy,graph_breaks\na,pass,0\n");
    QTest::newRow("one dtype") << QByteArray("name,float32\na,pass\n");
    QTest::newRow("dtypes and more") << QByteArray("name,float32,bfloat16,note\na,pass,pass,x\n");
    QTest::newRow("no name") << QByteArray("model,float32,bfloat16\na,pass,pass\n");
    QTest::newRow("modes without suites") << QByteArray("name,training_float32,inference_float32\na,pass,pass\n");
    QTest::newRow("empty") << QByteArray();
  }
  void otherTablesAreNotWide() {
    QFETCH(QByteArray, bytes);
    QVERIFY(!wide(bytes.toStdString()).isKnown);
  }

  void realWideTablesKeepEveryCellAndLine() {
    const QString folder = sharedFolder() + QStringLiteral("xpu");
    if (!QFile::exists(folder)) QSKIP("the real files are not there");
    const auto opened = sources::open({{folder.toStdString()}});
    QVERIFY(opened.isValue() && opened.value().problems.empty());
    std::size_t checked = 0;
    for (const sources::Piece& piece : opened.value().pieces) {
      if (piece.form != sources::Form::WideCsv) continue;
      const QStringList lines = QString::fromUtf8(content(QString::fromStdString(piece.path))).split(QLatin1Char('\n'));
      const auto column = lines[0].split(QLatin1Char(',')).indexOf(QString::fromStdString(piece.valueColumn));
      const qsizetype nameColumn = lines[0].startsWith(QStringLiteral("suite,")) ? 1 : 0;
      std::string scratch;
      QVERIFY(column > 0 && piece.isBaseline && piece.table->rowCount() >= 40);
      for (std::size_t row = 0; row < piece.table->rowCount(); ++row) {
        const QStringList wanted = lines[static_cast<qsizetype>(piece.table->lineOf(row)) - 1].split(QLatin1Char(','));
        QCOMPARE(QString::fromStdString(std::string(piece.table->cell(row, 0, scratch))), wanted[nameColumn]);
        QCOMPARE(QString::fromStdString(std::string(piece.table->cell(row, 1, scratch))), wanted[column]);
        ++checked;
      }
    }
    QVERIFY(checked > 8000);
  }

  void recordsOfOneRunAreOneTable() {
    const std::string lines = number("a", "graph_breaks", "3") + "\n" + word("a", "pass") + "\n[" +
                              number("b", "graph_breaks", "0") + "," + word("b", "fail_accuracy") + "]\n";
    const QString table = QStringLiteral("name,graph_breaks,accuracy\na,3,pass\nb,0,fail_accuracy\n");
    QCOMPARE(hud(lines), QStringLiteral("R inductor_torchbench_training < x.json#TorchInductor\n") + table);
    const std::string array = "[" + number("a", "graph_breaks", "3") + ",\n" + word("a", "pass") + ",\n" +
                              number("b", "graph_breaks", "0") + ",\n" + word("b", "fail_accuracy") + "]";
    QCOMPARE(hud(array), QStringLiteral("R inductor_torchbench_training < x.json#TorchInductor\n") + table);
    QCOMPARE(hud("\xEF\xBB\xBF  " + word("a", "pass")),
             QStringLiteral("R inductor_torchbench_training < x.json#TorchInductor\nname,accuracy\na,pass\n"));
  }

  void runsThatDifferAreTablesOfTheirOwn() {
    const auto mixed = [](const char* benchmark, const char* backend) {
      return record("a", "accuracy", R"("extra_info": {"benchmark_values": ["pass"]})", benchmark, backend) + "\n";
    };
    const std::string all =
        mixed(R"("mode": "training", "dtype": "amp", "extra_info": {"device": "cuda"})", "inductor") +
        mixed(R"("mode": "inference", "dtype": "bfloat16", "extra_info": {"device": "cuda", "is_dynamic": true})",
              "inductor") +
        mixed(R"("mode": "inference", "dtype": "float32", "extra_info": {"device": "cpu", "freezing": true})",
              "inductor") +
        mixed(R"("mode": "inference", "dtype": "amp", "extra_info": {"device": "cpu", "freezing": true})", "inductor") +
        mixed(R"("mode": "inference", "dtype": "float16", "extra_info": {"device": "cuda"})", "aot_eager") +
        mixed(R"("mode": "inference", "dtype": "bfloat16", "extra_info": {"device": "cuda"})", "export-aot-inductor") +
        mixed(R"("mode": "training", "dtype": "amp", "extra_info": {"device": "cuda"})", "eager") +
        mixed(
            R"("mode": "inference", "dtype": "bfloat16", "extra_info": {"device": "cuda", "inductor": true, "inductor-compile-mode": "max-autotune"})",
            "inductor") +
        mixed(R"("mode": "training", "dtype": "amp_bf16", "extra_info": {"device": "xpu"})", "inductor") +
        mixed(R"("mode": "training", "dtype": "amp", "extra_info": {"device": "tpu"})", "inductor") +
        mixed(R"("dtype": "amp", "extra_info": {"device": "cuda"})", "inductor");
    QStringList names;
    for (const QString& line : hud(all).split(QLatin1Char('\n')))
      if (line.startsWith(QLatin1String("R "))) names << line.mid(2, line.indexOf(QLatin1String(" < ")) - 2);
    QCOMPARE(names, QStringList({QStringLiteral("inductor_torchbench_training"),
                                 QStringLiteral("dynamic_inductor_torchbench_inference"),
                                 QStringLiteral("cpu_inductor_freezing_torchbench_inference"),
                                 QStringLiteral("cpu_inductor_amp_freezing_torchbench_inference"),
                                 QStringLiteral("aot_eager_torchbench_inference.float16"),
                                 QStringLiteral("aot_inductor_torchbench_inference"),
                                 QStringLiteral("dynamo_eager_torchbench_training"),
                                 QStringLiteral("max_autotune_inductor_torchbench_inference"),
                                 QStringLiteral("xpu/inductor_torchbench_training.amp_bf16"),
                                 QStringLiteral("? The records name a device that is not known: \"tpu\"."),
                                 QStringLiteral("? The records do not say whether this is training or inference.")}));
  }

  void runNumbersComeFromTheRecords() {
    const std::string with =
        R"({"head_sha": "0123456789012345678901234567890123456789", "run_attempt": 2, "workflow_id": 11, "job_id": 22,
      "runners": [{"name": "linux.rocm.gpu.2"}], )" +
        word("a", "pass").substr(1);
    const auto pieces = sources::readHudJson(text(with, "x.json"));
    QCOMPARE(pieces.pieces.size(), std::size_t{1});
    const configs::Identity& id = *pieces.pieces[0].identity;
    QCOMPARE(id.attempt, 2);
    QCOMPARE(id.jobId, std::string("22"));
    QCOMPARE(id.workflowId, std::string("11"));
    QCOMPARE(id.commit, std::string("0123456789012345678901234567890123456789"));
    QCOMPARE(configs::configName(id.config), std::string("rocm/inductor_torchbench_training"));
  }

  void theOutputOfARunNamesItsConfig() {
    const auto printed = [](const std::string& output) {
      const std::string benchmark = "\"mode\": \"inference\", \"dtype\": \"bfloat16\", \"extra_info\": {\"device\": \"cuda\", \"output\": \"" + output + "\"}";
      return record("a", "accuracy", "\"extra_info\": {\"benchmark_values\": [\"pass\"]}", benchmark, "inductor");
    };
    QVERIFY(hud(printed("/ci/test-reports/dynamic_inductor_torchbench_inference.csv")).startsWith(QStringLiteral("R dynamic_inductor_torchbench_inference <")));
    for (const char* other : {"/tmp/out.csv", "dynamic_inductor_huggingface_inference.csv", ""})
      QVERIFY2(hud(printed(other)).startsWith(QStringLiteral("R inductor_torchbench_inference <")), other);
  }

  void theFileNameHasTheShard() {
    const auto pieces =
        sources::readHudJson(text(word("a", "pass"),
                                  "r/test-reports-test-dynamic_inductor_torchbench-1-2-linux.g5_3.zip!test/"
                                  "test-reports/training_torchbench.json"));
    const configs::Identity& id = *pieces.pieces.at(0).identity;
    QCOMPARE(configs::configName(id.config), std::string("dynamic_inductor_torchbench_training"));
    QCOMPARE(id.shard, 1);
    QCOMPARE(id.shards, 2);
  }

  void oddRecordsAreReadOrCounted() {
    QCOMPARE(
        hud(number("a", "speedup", "1.5, 2.0") + "\n" + number("a", "speedup", "4") +
            "\nnonsense\n{\"repo\": \"x\"}\n" + number("b", "speedup", "NaN") + "\n" +
            record("a,\\nb", "name", R"("benchmark_values": 2.5)") + "\n{\"cut\": "),
        QStringLiteral("R inductor_performance_torchbench_training < x.json#TorchInductor\nname,speedup,name "
                       "(metric)\na,2.5,\nb,,\n\"a,\nb\",,2.5\n"
                       "! 3: 2 lines that are no JSON were skipped; this is the first.\n"
                       "! 1 record without a metric was skipped.\n"
                       "! 1 cell comes more than once; the mean of the numbers, or the last text, was used.\n"));
    QCOMPARE(hud("bad\n" + word("a", "pass") + "\n" + word("a", "timeout") + "\n"),
             QStringLiteral("unknown"));  // begins like no JSON
    QCOMPARE(hud("{bad\n" + word("a", "[\\\"pass\\\"]") + "\n"),
             QStringLiteral("R inductor_torchbench_training < x.json#TorchInductor\nname,accuracy\na,pass\n! 1: 1 line "
                            "that is no JSON was skipped; this is the first.\n"));
    const std::string cut = "[" + word("a", "pass") + ", " + word("b", "pass");
    QCOMPARE(hud(cut.substr(0, cut.size() - 9)),
             QStringLiteral("R inductor_torchbench_training < x.json#TorchInductor\nname,accuracy\na,pass\n"
                            "! This JSON ends early or is damaged; the records before that were read.\n"));
    QCOMPARE(hud("{\"a\": 1}"), QStringLiteral("unknown"));
    QCOMPARE(hud("[1, 2]"), QStringLiteral("unknown"));
    QCOMPARE(hud(std::string(100'000, '[')), QStringLiteral("unknown"));
    QCOMPARE(
        hud("[{}, {\"repo\": \"x\"}]"),
        QStringLiteral("! 1 record without a metric was skipped.\n! 1 record of no known kind was skipped.\n"));
  }

  void runsOfATableAreKeptApart() {
    const auto read = sources::readHudJson(text(jobLine("1", "", word("a", "pass")) + jobLine("1", "", number("a", "speedup", "1, 2, 6")) +
                                                    jobLine("2", "i2", word("a", "timeout")) + jobLine("2", "i3", number("b", "speedup", "9")),
                                                "x.json"));
    QCOMPARE(read.pieces.size(), std::size_t{1});
    QCOMPARE(read.pieces[0].table->bytes(), std::string_view("name,accuracy,speedup\na,timeout,3\nb,,9\n"));  // to judge the commit
    QStringList runs;
    for (const sources::MeasuredRun& run : read.pieces[0].runs)
      runs << QString::fromStdString(run.jobId + ' ' + run.machine + ' ' + run.details->image + ' ' + std::to_string(run.repeat) + '\n' + std::string(run.table->bytes()));
    QCOMPARE(runs, QStringList({QStringLiteral("1 a100  0\nname,accuracy,speedup\na,pass,1\n"), QStringLiteral("1 a100  1\nname,speedup\na,2\n"),
                                QStringLiteral("1 a100  2\nname,speedup\na,6\n"), QStringLiteral("2 a100 i2 0\nname,accuracy\na,timeout\n"),
                                QStringLiteral("2 a100 i3 0\nname,speedup\nb,9\n")}));
    QVERIFY(sources::readHudJson(text(jobLine("1", "", word("a", "pass")) + jobLine("1", "", number("a", "speedup", "1")), "x.json")).pieces[0].runs.empty());
  }

  void recordsOfLongNamesAreSkipped() {
    const auto read = sources::readHudJson(text(jobLine("1", "", number(std::string(1000, 'm'), "speedup", "1")) + jobLine("1", "", number(std::string(1001, 'n'), "speedup", "1")), "x.json"));
    QCOMPARE(read.pieces.size(), std::size_t{1});
    QCOMPARE(read.pieces[0].table->rowCount(), std::size_t{1});
    QCOMPARE(read.problems[0].text, std::string("1 record was skipped: a text in it is longer than 1,000 bytes."));
  }

  void recordsThatShareNothingDoNotGrowWithTheirSquare() {
    std::string records;
    for (int i = 0; i < 20000; ++i) {
      const std::string name = '"' + std::to_string(i) + '"';
      records += "{\"metric\": " + name + ", \"actual\": 1, \"name\": " + name + "}\n";
    }
    const sources::FormatPieces read = sources::readHudJson(text(records, "x.json"));
    QCOMPARE(read.pieces.size(), std::size_t{1});
    QCOMPARE(read.pieces.front().table->rowCount(), std::size_t{2236});  // 2236 x 2236 is the last square in the limit
    QCOMPARE(read.problems.front().text, std::string("This file has more tables or cells than any real one; the rest was left out."));
  }

  void cachebenchAndTorchBenchAreTablesWithoutAConfig() {
    const std::string record3 =
        R"~({"benchmark": {"name": "TorchCache Benchmark", "mode": "training", "extra_info": {"device": "cuda"}},
      "model": {"name": "moco", "backend": "inductor", "origins": ["torchbench"]},
      "metric": {"name": "Speedup (%)", "type": "OSS model", "benchmark_values": [-50.0]}})~";
    QCOMPARE(hud("[" + record3 + "]", "cachebench_torchbench_training.json"),
             QStringLiteral("R ? The records hold no accuracy and no speedup, so no baseline of CI is theirs. < "
                            "cachebench_torchbench_training.json#TorchCache Benchmark\nname,Speedup (%)\nmoco,-50\n"));
    QCOMPARE(
        hud(R"([{"name": "m", "test": "eval", "device": "cpu", "status": "OK", "batch_size": 2, "precision": "fp32", "results": {"latency_ms": 693.5065}}])"),
        QStringLiteral("R ? TorchBench's own output names no backend. < "
                       "x.json#TorchBench\nname,batch_size,status,latency_ms\nm,2,OK,693.5065\n"));
  }

  void realJsonIsReadOrRefusedWithAReason() {
    const QString folder = sharedFolder() + QStringLiteral("hud");
    if (!QFile::exists(folder)) QSKIP("the real files are not there");
    const auto opened = sources::open({{folder.toStdString()}});
    QVERIFY(opened.isValue());
    std::size_t rows = 0;
    for (const sources::Piece& piece : opened.value().pieces) {
      QVERIFY(piece.table->rowCount() > 0 && !piece.unnamedReason.empty());
      rows += piece.table->rowCount();
    }
    QCOMPARE(opened.value().pieces.size(), std::size_t{11});
    QCOMPARE(rows, std::size_t{12});
    QCOMPARE(opened.value().otherFiles, std::size_t{0});
    QCOMPARE(opened.value().problems.size(), std::size_t{4});
  }
};

QTEST_GUILESS_MAIN(FormatsTest)
#include "formats_test.moc"
