// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that use the history beside their own work: compare and overview fill it, as history add does from logs; overview
// asks it what is new.
#include <QDir>
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

namespace {

QByteArray rows(int breaks) { return "name,accuracy,graph_breaks\nllama,pass," + QByteArray::number(breaks) + "\nmoco,pass,0\n"; }

QJsonObject objectOf(const Ran& ran) { return QJsonDocument::fromJson(ran.out).object(); }

}  // namespace

class HistoryUseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void newSinceACommit();
  void comparingFillsIt();
  void takesTimesFromTheCheckout();
  void fillingFailsQuietly();
  void logsFillIt();
  void refusesWhatIsNoResult();

 private:
  support::GitRepository m_git;
  QTemporaryDir m_folder;
};

void HistoryUseTest::newSinceACommit() {
  const std::string store = m_folder.filePath(QStringLiteral("since.sqlite")).toStdString();
  const QString name = QStringLiteral("/inductor_torchbench_training.csv");
  const auto write = [&](const char* folder, const char* words) {
    m_git.write(QString::fromUtf8(folder) + name, QByteArray("name,accuracy,graph_breaks\n") + words);
  };
  write("first", "llama,pass,7\nmoco,pass,0\n");
  write("second", "llama,pass,7\nmoco,fail_to_run,0\n");
  write("third", "llama,fail_accuracy,7\nmoco,fail_to_run,0\n");
  write("ci_expected_accuracy", "llama,pass,7\nmoco,pass,0\n");
  QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("first")), "--commit", "aaaa111122", "--time", "2026-03-01", "--store", store}).exit, 0);
  QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("second")), "--commit", "bbbb222233", "--time", "2026-03-02", "--store", store}).exit, 0);
  const std::vector<std::string> overview = {"overview", m_git.pathOf(QStringLiteral("third")), "--expected",
                                             m_git.pathOf(QStringLiteral("ci_expected_accuracy")), "--store", store};
  const auto since = [&](std::vector<std::string> more) {
    more.insert(more.begin(), overview.begin(), overview.end());
    return run(more);
  };
  const Ran text = since({"--new-since", "bbbb2222"});
  QVERIFY2(text.err.isEmpty(), text.err.constData());
  QCOMPARE(text.exit, 1);  // CI's answer is about all rows
  QVERIFY2(text.out.contains("CI would fail: 2 rows in 1 config, 1 cause\n"), text.out.constData());
  QVERIFY2(text.out.contains("New since bbbb222233 (2026-03-02): 1 row in 1 group, of 2 red rows in 1 group\n"), text.out.constData());
  QVERIFY2(text.out.contains("on 1 model in 1 config, red since this commit: llama\n"), text.out.constData());
  const Ran both = since({"--new-since", "AAAA", "--format", "markdown"});
  QVERIFY2(both.out.contains("on 2 models in 1 config, red since 2026-03-02, 1 run; 1 row later: "), both.out.constData());
  const QJsonObject json = objectOf(since({"--new-since", "bbbb2222", "--format", "json"}));
  const QJsonObject counts = json[QStringLiteral("new_since")].toObject();
  QCOMPARE(counts[QStringLiteral("commit")].toString(), QStringLiteral("bbbb222233"));
  QCOMPARE(counts[QStringLiteral("rows")].toInt(), 1);
  QCOMPARE(counts[QStringLiteral("red_rows")].toInt(), 2);
  const QJsonArray members = json[QStringLiteral("groups")].toArray().at(0).toObject()[QStringLiteral("rows")].toArray();
  QCOMPARE(members.size(), 1);
  const QJsonObject past = members[0].toObject()[QStringLiteral("past")].toObject();
  QCOMPARE(past[QStringLiteral("then")].toString(), QStringLiteral("good"));
  QVERIFY(past[QStringLiteral("red_since")].isNull());
  QCOMPARE(past[QStringLiteral("noise")].toString(), QStringLiteral("not-tested"));  // a word moved, no number
  QVERIFY(past[QStringLiteral("q")].isNull());
  QFile manual(QStringLiteral(PLUMBLINE_SOURCE_DIR "/resources/help/json.md"));
  QVERIFY(manual.open(QIODevice::ReadOnly));
  const QByteArray help = manual.readAll();
  for (const QString& key : counts.keys() + past.keys()) QVERIFY2(help.contains('`' + key.toUtf8() + '`'), qPrintable(key));

  const auto fails = [&](const std::vector<std::string>& more, const char* words) {
    const Ran ran = since(more);
    return ran.exit == 2 && ran.out.isEmpty() && ran.err.contains(words);
  };
  QVERIFY(fails({"--new-since", "cccc3333"}, "The history has no run of commit cccc3333."));
  QVERIFY(fails({"--new-since", "cccc3333"}, "the newest are bbbb222233 (2026-03-02), aaaa111122 (2026-03-01)"));
  QVERIFY(fails({"--new-since", "yesterday"}, "yesterday is no commit."));
  QVERIFY(fails({"--new-since", ""}, "name a commit"));
  const Ran known = since({});
  QVERIFY2(known.exit == 1 && known.err.isEmpty() && !known.out.contains("New since"), (known.out + known.err).constData());
  QVERIFY2(known.out.contains("on 2 models in 1 config, red since 2026-03-02, 1 run; 1 row later: "), known.out.constData());
  const QJsonObject all = objectOf(since({"--format", "json"}));
  QVERIFY(all[QStringLiteral("new_since")].isNull());
  QCOMPARE(all[QStringLiteral("groups")].toArray().at(0).toObject()[QStringLiteral("rows")].toArray().size(), 2);
  QVERIFY(fails({"--new-since", "bbbb2222", "--store", "/nowhere/h.sqlite"}, "/nowhere/h.sqlite"));
  QVERIFY(fails({"--store", "/nowhere/h.sqlite"}, "/nowhere/h.sqlite"));
}

void HistoryUseTest::comparingFillsIt() {
  const std::string store = m_folder.filePath(QStringLiteral("filled.sqlite")).toStdString();
  const QString results = QStringLiteral("compared/inductor_torchbench_training.csv");
  const QString baseline = QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv");
  m_git.write(results, rows(9));
  m_git.write(baseline, rows(7));
  const std::vector<std::string> compare = {"compare", m_git.pathOf(results), m_git.pathOf(baseline)};
  const auto stored = [&] {
    return objectOf(run({"history", "stats", "--format", "json", "--store", store}))[QStringLiteral("runs")].toInt(-1);
  };
  cli::Environment environment;
  const Ran plain = run(compare, environment);
  environment.history = store;
  std::vector<std::string> without = compare;
  without.emplace_back("--no-history");
  QCOMPARE(run(without, environment).out, plain.out);
  QVERIFY(!QFile::exists(QString::fromStdString(store)));
  for (int i = 0; i < 2; ++i) {
    const Ran ran = run(compare, environment);
    QCOMPARE(ran.out, plain.out);
    QCOMPARE(ran.exit, plain.exit);
    QCOMPARE(ran.err, QByteArray());
    QCOMPARE(stored(), 1);  // the baseline is no run
  }
  // A folder holds the same run, whether it is compared or added.
  QCOMPARE(run({"overview", m_git.pathOf(QStringLiteral("compared")), "--expected",
                m_git.pathOf(QStringLiteral("ci_expected_accuracy"))},
               environment)
               .err,
           QByteArray());
  QVERIFY(run({"history", "add", m_git.pathOf(QStringLiteral("compared")), "--store", store})
              .out.startsWith("added 0 runs with 0 values; 1 were there already\n"));
  QCOMPARE(stored(), 1);
  QVERIFY(run({"history", "show", "llama", "--metric", "graph_breaks", "--store", store}).out.contains(" 9"));
  for (const QString& file : {results, baseline}) QVERIFY(QFile::remove(m_git.path(file)));
}

/// The checkout whose baselines the results are judged by says when their commit was made.
void HistoryUseTest::takesTimesFromTheCheckout() {
  const support::GitRepository checkout;
  checkout.write(QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv"), rows(7));
  QVERIFY(checkout.commitAll(QStringLiteral("Add"), QStringLiteral("2026-03-01T12:00:00Z")));
  const QByteArray commit = checkout.run({QStringLiteral("rev-parse"), QStringLiteral("HEAD")}).out.trimmed();
  m_git.write(QStringLiteral("timed/hud.json"),
              R"({"benchmark": {"name": "TorchInductor", "mode": "training", "dtype": "amp", "extra_info": {"device": "cuda"}}, "head_sha": ")" + commit +
                  R"(", "job_id": 1, "timestamp": 1800000000, "model": {"name": "llama", "backend": "inductor", "origins": ["torchbench"]}, "metric": )" +
                  R"({"name": "accuracy", "benchmark_values": [], "extra_info": {"benchmark_values": ["pass"]}}})" + "\n");
  cli::Environment environment;
  environment.history = m_folder.filePath(QStringLiteral("timed.sqlite")).toStdString();
  const Ran seen = run({"overview", m_git.pathOf(QStringLiteral("timed")), "--expected", checkout.pathOf(QStringLiteral("ci_expected_accuracy"))}, environment);
  QCOMPARE(seen.err, QByteArray());
  const Ran lines = run({"history", "export", "--format", "csv", "--store", environment.history});
  QVERIFY2(lines.out.contains(commit + ",1772366400,"), lines.out.constData());
  QVERIFY(QDir(m_git.path(QStringLiteral("timed"))).removeRecursively());
}

void HistoryUseTest::fillingFailsQuietly() {
  for (const char* name : {"odd.csv", "inductor_torchbench_training.csv"})
    m_git.write(QStringLiteral("quiet/") + QLatin1String(name), rows(7));
  const std::string odd = m_git.pathOf(QStringLiteral("quiet/odd.csv"));
  const std::string named = m_git.pathOf(QStringLiteral("quiet/inductor_torchbench_training.csv"));
  const auto compared = [&](const std::string& file, const std::string& store) {
    cli::Environment environment;
    environment.history = store;
    const Ran ran = run({"compare", file, named}, environment);
    const Ran plain = run({"compare", file, named});
    return ran.exit == plain.exit && ran.out == plain.out && ran.err.count('\n') == 1 ? ran.err : "other: " + ran.err;
  };
  const QString unused = m_folder.filePath(QStringLiteral("unused.sqlite"));
  QByteArray line = compared(odd, unused.toStdString());
  QVERIFY2(line.contains("/odd.csv: This is not added to the history: "), line.constData());
  QVERIFY(!QFile::exists(unused));
  line = compared(named, m_folder.path().toStdString());
  QVERIFY2(line.contains(": The results are not added to the history: This file cannot be written: Is a directory."),
           line.constData());
  line = compared(named, odd);
  QVERIFY2(line.contains("it is not a SQLite database"), line.constData());
  QVERIFY(QDir(m_git.path(QStringLiteral("quiet"))).removeRecursively());
}

void HistoryUseTest::logsFillIt() {
  const std::string store = m_folder.filePath(QStringLiteral("logs.sqlite")).toStdString();
  m_git.write(QStringLiteral("logs/run.log"), "cuda eval  llama                    \npass\nDynamo produced 1 graphs covering 9 ops with 2 graph breaks (1 unique)\n");
  const std::string log = m_git.pathOf(QStringLiteral("logs/run.log"));
  const Ran unknown = run({"history", "add", log, "--name", "run.log=inductor_torchbench_inference", "--store", store});
  QVERIFY2(unknown.exit == 2 && unknown.err.contains("run.log: There is no such file among the sources."), unknown.err.constData());
  const Ran added = run({"history", "add", log, "--name", log + "#eval=inductor_torchbench_inference", "--store", store});
  QCOMPARE(added.exit, 0);
  const QByteArray shown = run({"history", "show", "llama", "--format", "tsv", "--store", store}).out;
  QVERIFY2(shown.contains("\taccuracy\tpass\t") && shown.contains("\tgraph_breaks\t2\t"), shown.constData());
  QVERIFY2(!shown.contains("log_line") && !shown.contains("\tmode\t"), shown.constData());  // they describe the row
}

/// An export belongs to history import, a table with conflicts to nothing. What is exported is as HUD has it.
void HistoryUseTest::refusesWhatIsNoResult() {
  const auto pathOf = [&](const char* name) { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); };
  const auto write = [&](const char* name, const QByteArray& bytes) {
    QFile file(QString::fromStdString(pathOf(name)));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
  };
  m_git.write(QStringLiteral("own/inductor_torchbench_training.csv"), "name,accuracy,speedup\nllama,pass,1.5\nmoco,pass,1.25\n");
  QCOMPARE(run({"history", "add", m_git.pathOf(QStringLiteral("own")), "--store", pathOf("own.sqlite")}).exit, 0);
  const Ran lines = run({"history", "export", "--store", pathOf("own.sqlite")});
  QVERIFY(write("runs.jsonl", lines.out));
  QCOMPARE(run({"history", "import", pathOf("runs.jsonl"), "--store", pathOf("to.sqlite")}).exit, 0);
  const QJsonObject record = QJsonDocument::fromJson(lines.out.split('\n')[0]).object();
  // HUD's own form: the usual data type by name, unknown ids as 0.
  QCOMPARE(record[QStringLiteral("benchmark")][QStringLiteral("dtype")].toString(), QStringLiteral("amp"));
  QCOMPARE(record[QStringLiteral("job_id")], QJsonValue(0));
  QCOMPARE(run({"history", "export", "--store", pathOf("to.sqlite")}).out, lines.out);
  const Ran added = run({"history", "add", pathOf("runs.jsonl"), "--store", pathOf("added.sqlite")});
  QVERIFY2(added.err.contains("4 records are of a history that was exported.") && added.err.contains("history import"), added.err.constData());
  QVERIFY(write("runs.jsonl.gz", "\x1f\x8b\x08"));
  const Ran packed = run({"history", "import", pathOf("runs.jsonl.gz"), "--store", pathOf("packed.sqlite")});
  QVERIFY2(packed.exit == 2 && packed.err.contains("The file is compressed."), packed.err.constData());
  m_git.write(QStringLiteral("conflict/inductor_torchbench_training.csv"),
              "dev,name,batch_size,accuracy\n<<<<<<< HEAD\ncuda,llama,4,pass\n=======\ncuda,llama,4,timeout\n>>>>>>> other\n");
  const Ran conflict = run({"history", "add", m_git.pathOf(QStringLiteral("conflict")), "--store", pathOf("conflict.sqlite")});
  QVERIFY2((conflict.out + conflict.err).contains("training.csv:2: The table has lines of an unresolved git conflict."), (conflict.out + conflict.err).constData());
}

QTEST_GUILESS_MAIN(HistoryUseTest)
#include "history_use_test.moc"
