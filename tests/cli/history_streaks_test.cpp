// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli history streaks: since when rows are red, and what else changed then.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/support/git_repository.h"

using namespace plumbline;
using support::Ran;
using support::run;

class HistoryStreaksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (!m_files.isUsable()) QSKIP("git is not here");
  }
  void beginAtTheFirstRedRun();
  void nameTheEnvironment();
  void goOnWhereNothingWasMeasured();
  void areInTheOrderOfTheCommits();

 private:
  support::GitRepository m_files;
  QTemporaryDir m_folder;
};

void HistoryStreaksTest::beginAtTheFirstRedRun() {
  const std::string store = m_folder.filePath(QStringLiteral("streaks.sqlite")).toStdString();
  for (const auto& [day, word] : {std::pair("1", "pass"), std::pair("2", "fail_to_run"), std::pair("3", "fail_to_run")}) {
    m_files.write(QStringLiteral("red/%1/inductor_torchbench_training.csv").arg(QLatin1String(day)),
                QByteArray("dev,name,batch_size,accuracy,graph_breaks\ncuda,llama,4,") + word + ",7\ncuda,moco,4,pass,0\n");
    const Ran added = run({"history", "add", m_files.pathOf(QStringLiteral("red/") + QLatin1String(day)), "--commit", std::string(40, *day), "--time",
                           std::string("2026-04-0") + day + "T00:00:00Z", "--branch", "main", "--store", store});
    QCOMPARE(added.exit, 0);
  }
  const Ran text = run({"history", "streaks", "--store", store});
  QCOMPARE(text.exit, 0);
  QVERIFY2(text.out.startsWith("1 row red since 2026-04-02T00:00:00Z 222222222222\n  CONFIG"), text.out.constData());
  QCOMPARE(run({"history", "streaks", "--as-of", "2026-04-01", "--store", store}).out, QByteArray("no row is red\n"));
  const Ran none = run({"history", "streaks", "--branch", "none", "--store", store});
  QVERIFY2(none.exit == 2 && none.err.contains("The history has no runs of the branch none."), none.err.constData());
  QCOMPARE(run({"history", "streaks", "--as-of", "2026-03-01", "--store", store}).exit, 2);
  const Ran tsv = run({"history", "streaks", "--format", "tsv", "--store", store});
  QVERIFY2(tsv.out.contains("\tllama\taccuracy\tfail_to_run\t\t2\t2026-04-01T00:00:00Z\t"), tsv.out.constData());
  const QJsonArray clusters = QJsonDocument::fromJson(run({"history", "streaks", "--format", "json", "--store", store}).out)[QStringLiteral("clusters")].toArray();
  QCOMPARE(clusters.size(), 1);
  QCOMPARE(clusters[0].toObject()[QStringLiteral("rows")].toArray()[0].toObject()[QStringLiteral("runs")].toInt(), 2);
}

/// The environment of a run is in its records, or follows from the pins of its commit.
void HistoryStreaksTest::nameTheEnvironment() {
  support::GitRepository checkout;
  const std::string store = m_folder.filePath(QStringLiteral("pins.sqlite")).toStdString();
  int day = 0;
  for (const QByteArray word : {"pass", "fail_to_run"}) {
    const bool isOld = ++day == 1;
    checkout.write(QStringLiteral(".ci/docker/ci_commit_pins/transformers.txt"), isOld ? "v4.38\n" : "v4.40\n");
    checkout.write(QStringLiteral(".ci/docker/triton_version.txt"), "3.5\n");
    checkout.write(QStringLiteral(".github/ci_commit_pins/audio.txt"), isOld ? "aaa\n" : "bbb\n");
    checkout.write(QStringLiteral("other.txt"), QByteArray::number(day));
    QVERIFY(checkout.commitAll());
    const QByteArray commit = checkout.run({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).out.trimmed();
    QCOMPARE(commit.size(), 40);
    QFile records(m_folder.filePath(QStringLiteral("hud%1.json").arg(day)));
    QVERIFY(records.open(QIODevice::WriteOnly));
    records.write(R"({"benchmark": {"name": "TorchInductor", "mode": "inference", "dtype": "bfloat16", "extra_info": {"image": "image-)" + QByteArray::number(day) +
                  R"(", "workflow": "periodic", "job": "one", "torch_version": "2.)" + QByteArray::number(day) + R"("}}, "dependencies": {"timm": {"version": ")" +
                  QByteArray::number(day) + R"("}, "numpy": {"extra_info": {"version": "1.26"}}}, "head_branch": "refs/heads/main", "head_sha": ")" + commit +
                  R"(", "run_attempt": 1, "job_id": 1)" + QByteArray::number(day) + R"(, "timestamp": 17000000)" + QByteArray::number(day) +
                  R"(0, "runners": [{"name": "cuda", "type": "a)" + QByteArray(isOld ? "100" : "10g") + R"("}], "model": {"name": "moco", "backend": "inductor", "origins": ["torchbench"]}, "metric": {"name": "accuracy", "benchmark_values": [], "extra_info": {"benchmark_values": [")" +
                  word + R"("]}}})" + "\n");
    records.close();
    const Ran added = run({"history", "add", records.fileName().toStdString(), "--store", store});
    QVERIFY2(added.out.startsWith("added 1 run with 1 value;"), added.out + added.err);
  }
  const QByteArray stated = "image: image-1 -> image-2, machine: a100 -> a10g, PyTorch: 2.1 -> 2.2, ";
  const Ran text = run({"history", "streaks", "--branch", "main", "--store", store});
  QVERIFY2(text.out.contains("  changed: " + stated + "pin timm: 1 -> 2\n"), text.out);
  QVERIFY2(text.out.startsWith("1 row red since 2023-11-14T22:13:40Z "), text.out);
  const auto asked = [&](const std::string& repository) {
    return run({"history", "streaks", "--git", repository, "--store", store});
  };
  const Ran pins = asked(checkout.pathOf({}));
  QVERIFY2(pins.out.contains(stated + "pin .ci/docker: "), pins.out);
  QVERIFY2(pins.out.contains(", pin audio: aaa -> bbb, pin timm: 1 -> 2, pin transformers: v4.38 -> v4.40\n"), pins.out);
  QCOMPARE(asked(m_files.pathOf({})).out, text.out);  // a clone that lacks the commits says nothing
  const Ran none = asked(m_folder.path().toStdString());
  QCOMPARE(none.exit, 2);
  QVERIFY2(none.err.contains(m_folder.path().toUtf8()), none.err);
}

/// Records of HUD that have only a speedup of one model and only an accuracy of another one.
void HistoryStreaksTest::goOnWhereNothingWasMeasured() {
  const std::string store = m_folder.filePath(QStringLiteral("gaps.sqlite")).toStdString();
  const auto record = [](int day, const QByteArray& model, const QByteArray& metric, const QByteArray& numbers, const QByteArray& words) {
    return R"({"benchmark": {"name": "TorchInductor", "mode": "training", "dtype": "amp", "extra_info": {"device": "cuda"}}, "head_sha": ")" + QByteArray(40, static_cast<char>('0' + day)) +
           R"(", "workflow_id": 1, "run_attempt": 1, "job_id": )" + QByteArray::number(day) + R"(, "timestamp": 170000000)" + QByteArray::number(day) + R"(, "model": {"name": ")" + model +
           R"(", "backend": "inductor", "origins": ["torchbench"]}, "metric": {"name": ")" + metric + R"(", "benchmark_values": [)" + numbers +
           R"(], "extra_info": {"benchmark_values": [)" + words + "]}}}\n";
  };
  const auto add = [&](int day, const QByteArray& records) {
    QFile file(m_folder.filePath(QStringLiteral("gaps%1.json").arg(day)));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(records) == records.size());
    file.close();
    const Ran added = run({"history", "add", file.fileName().toStdString(), "--store", store});
    QVERIFY2(added.out.startsWith("added 1 run with 2 values;"), added.out + added.err);
  };
  add(1, record(1, "a", "accuracy", "", R"("pass")") + record(1, "b", "accuracy", "", R"("pass")"));
  add(2, record(2, "a", "accuracy", "", R"("fail_to_run")") + record(2, "b", "accuracy", "", R"("pass")"));
  const Ran red = run({"history", "streaks", "--format", "tsv", "--store", store});
  QVERIFY2(red.out.contains("\ta\taccuracy\tfail_to_run\t"), red.out);
  add(3, record(3, "a", "speedup", "1.2", "") + record(3, "b", "accuracy", "", R"("pass")"));
  QCOMPARE(run({"history", "streaks", "--format", "tsv", "--store", store}).out, red.out);
}

/// A late run of an old commit does not heal a row that is red since a newer one; the checkout knows their order, also of commits that
/// moved no baseline.
void HistoryStreaksTest::areInTheOrderOfTheCommits() {
  support::GitRepository checkout;
  const std::string store = m_folder.filePath(QStringLiteral("order.sqlite")).toStdString();
  checkout.write(QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv"), "name,accuracy\nmoco,pass\n");
  QList<QByteArray> commits;
  for (const QString& day : {QStringLiteral("2026-03-01"), QStringLiteral("2026-03-02")}) {
    checkout.write(QStringLiteral("code.txt"), day.toUtf8());
    QVERIFY(checkout.commitAll(day, day + QStringLiteral("T12:00:00Z")));
    commits << checkout.run({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).out.trimmed();
  }
  QByteArray records;
  int job = 0;
  for (const auto& [commit, word] : {std::pair(0, "pass"), std::pair(1, "fail_to_run"), std::pair(0, "pass")}) {
    ++job;
    records += R"({"benchmark": {"name": "TorchInductor", "mode": "training", "dtype": "amp", "extra_info": {"device": "cuda"}}, "head_sha": ")" + commits[commit] + R"(", "workflow_id": 1, "run_attempt": )" +
               QByteArray(job == 3 ? "2" : "1") + R"(, "job_id": )" + QByteArray::number(job) + R"(, "timestamp": 180000000)" + QByteArray::number(job) +
               R"(, "model": {"name": "moco", "backend": "inductor", "origins": ["torchbench"]}, "metric": {"name": "accuracy", "benchmark_values": [], "extra_info": {"benchmark_values": [")" + word + R"("]}}})" + "\n";
  }
  QFile file(m_folder.filePath(QStringLiteral("order.json")));
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(records) == records.size());
  file.close();
  const Ran added = run({"history", "add", file.fileName().toStdString(), "--store", store});
  QVERIFY2(added.out.startsWith("added 3 runs with 3 values;"), added.out + added.err);
  QCOMPARE(run({"history", "streaks", "--store", store}).out, QByteArray("no row is red\n"));
  const Ran learnt = run({"history", "add", "--git", checkout.pathOf({}), "--store", store});
  QVERIFY2(learnt.exit == 0, learnt.err.constData());
  const Ran red = run({"history", "streaks", "--store", store});
  QVERIFY2(red.out.startsWith("1 row red since 2026-03-02T12:00:00Z " + commits[1].left(12)), red.out.constData());
  const std::string fresh = m_folder.filePath(QStringLiteral("fresh.sqlite")).toStdString();
  QCOMPARE(run({"history", "add", file.fileName().toStdString(), "--git", checkout.pathOf({}), "--store", fresh}).exit, 0);
  QCOMPARE(run({"history", "streaks", "--store", fresh}).out, red.out);
}

QTEST_GUILESS_MAIN(HistoryStreaksTest)
#include "history_streaks_test.moc"
