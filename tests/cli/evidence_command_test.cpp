// SPDX-License-Identifier: GPL-3.0-or-later
// plumbline-cli evidence and flaky healed: cards, tables and gaps of a store, and lists that lose healed entries.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/evidence/evidence_rows.h"
#include "core/flaky/flaky_entry.h"
#include "core/history/store.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

constexpr std::int64_t kDay = 86'400, kFirst = 1'767'225'600;  // 2026-01-01
const std::string kConfig = "inductor_torchbench_training";

history::Sample sampleOf(const std::string& model, const std::string& metric, std::optional<double> number, const std::string& word = {}) {
  return {{"torchbench", kConfig, model, metric, ""}, number, word};
}

/// kRuns are 120 days with one run each: moco flaky, vgg16 broken for four days, healed red in the first twenty days alone,
/// quiet never red.
std::vector<history::RunRecord> allRuns() {
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 0.01);
  std::vector<history::RunRecord> records;
  for (int day = 0; day < 120; ++day) {
    history::RunRecord record;
    record.info.contentHash = "h" + std::to_string(day);
    record.info.commit = "c" + std::to_string(day);
    record.info.commitTime = kFirst + day * kDay;
    record.info.machine = day % 2 == 0 ? "linux.a100" : "linux.h100";
    const auto status = [&](const std::string& model, bool isRed) {
      record.samples.push_back(sampleOf(model, "accuracy", std::nullopt, isRed ? "fail_to_run" : "pass"));
    };
    status("moco", day % 7 == 3);
    status("vgg16", day >= 116);
    status("healed", day < 20 && day % 2 == 0);
    status("quiet", false);
    record.samples.push_back(sampleOf("moco", "graph_breaks", day % 7 == 3 ? 0 : 5));  // the zeros are padding
    record.samples.push_back(sampleOf("quiet", "compression_ratio", 0.97 + noise(random)));
    records.push_back(std::move(record));
  }
  return records;
}

const char kList[] = R"(# Kept as it is.
[[flaky]]
name = "moco"
reason = "times out"

[[flaky]]
name = "healed"  # since January
check = "accuracy"

[[flaky]]
name = "gone"
reason = "unknown model"
)";

}  // namespace

class EvidenceCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    auto store = history::Store::open(storeFile(), history::Store::Access::ReadWrite);
    QVERIFY(store);
    QVERIFY((*store)->runs().add(allRuns()));
    write("base/ci_expected_accuracy/inductor_torchbench_training.csv",
          "name,accuracy,compression_ratio\nmoco,pass,1\nhealed,pass,1\nquiet,pass,1\n");
    m_environment.today = flaky::parseDate("2026-05-01");
  }
  void init() { write("flaky.toml", kList); }

  void cards() {
    const Ran ran = evidence({});
    QCOMPARE(ran.exit, 0);
    QVERIFY2(ran.err.isEmpty(), ran.err.constData());
    const qsizetype broken = ran.out.indexOf("vgg16  inductor_torchbench_training  accuracy\n  Broken since 2026-04-27 c116, 0 of 116 runs before");
    const qsizetype flaky = ran.out.indexOf("moco  inductor_torchbench_training  accuracy\n  Flaky: 17 of 120 runs fail");
    QVERIFY2(broken == 0 && flaky > broken, ran.out.constData());
    QVERIFY(!ran.out.contains("quiet"));
    QVERIFY(ran.out.contains("of 6 rows shown; 1 broken, 1 flaky, "));
    const Ran quiet = evidence({"quiet", "--metric", "accuracy"});
    QVERIFY2(quiet.out.startsWith("quiet  inductor_torchbench_training  accuracy\n  Healthy: 0 of 120 runs fail (0.0 %, 95 % Jeffreys 0.0 % to 2.1 %).\n"),
             quiet.out.constData());
    QVERIFY(quiet.out.contains("  machine  linux.a100 0 of 60, linux.h100 0 of 60 (no difference shown: smallest q 1, Fisher's exact test)\n"));
    const Ran since = evidence({"quiet", "--metric", "accuracy", "--since", "2026-04-01"});
    QVERIFY2(since.out.contains("Cannot tell: 0 of 30 runs fail") && since.out.contains("60 more runs decide"), since.out.constData());
    QVERIFY(evidence({"quiet", "--metric", "accuracy", "--runs", "10"}).out.contains("0 of 10 runs"));
  }

  /// What moved between two runs is held against the runs of the row: a change of the size of the noise, one beyond it, a row
  /// with too few runs, and one that the history does not have.
  void movesAgainstTheHistory() {
    const std::string name = "inductor_torchbench_training.csv", head = "name,accuracy,compression_ratio\n";
    write("monday/" + name, head + "quiet,pass,0.97\nmoco,pass,1.0\nnobody,pass,1.0\n");
    write("tuesday/" + name, head + "quiet,pass,0.955\nmoco,pass,1.0\nnobody,pass,0.5\n");
    write("friday/" + name, head + "quiet,pass,0.8\nmoco,pass,1.0\nnobody,pass,0.5\n");
    const auto diff = [&](const char* day, const std::vector<std::string>& more = {}) {
      std::vector<std::string> words = {"diff", path("monday/" + name), path(day + ("/" + name)), "--threshold", "compression_ratio=1%", "--store", storeFile()};
      words.insert(words.end(), more.begin(), more.end());
      return run(words, m_environment);
    };
    const Ran within = diff("tuesday");
    QCOMPARE(within.exit, 1);  // what is worse does not depend on the history
    QVERIFY2(within.out.contains("within the noise (q "), within.out.constData());
    QVERIFY(within.out.contains("noise: q-values of 1 cell against the noise of their runs in the history"));
    QVERIFY(!within.out.contains("beyond the noise"));
    const Ran beyond = diff("friday");
    QVERIFY2(beyond.out.contains("beyond the noise (q "), beyond.out.constData());
    const QJsonArray rows = QJsonDocument::fromJson(diff("friday", {"--format", "json"}).out)[QStringLiteral("configs")][0][QStringLiteral("rows")].toArray();
    QCOMPARE(rows.size(), 2);
    for (const auto& row : rows) {
      const QJsonObject noise = row[QStringLiteral("noise")].toObject();
      QCOMPARE(noise.isEmpty(), row[QStringLiteral("model")].toString() == QStringLiteral("nobody"));
      if (noise.isEmpty()) continue;
      QCOMPARE(noise[QStringLiteral("answer")].toString(), QStringLiteral("beyond"));
      QCOMPARE(noise[QStringLiteral("history_values")].toInt(), 120);
      QVERIFY(noise[QStringLiteral("low")].toDouble() < -0.19 && noise[QStringLiteral("high")].toDouble() > -0.15);
      // q is over the numbers that could have moved and that the history knows: quiet's, and moco's, which did not.
      QVERIFY(std::abs(noise[QStringLiteral("q")].toDouble() / noise[QStringLiteral("p")].toDouble() - 2) < 1e-6);
    }
    QCOMPARE(run({"diff", path("monday/" + name), path("friday/" + name)}, m_environment).out.count("noise"), 0);
    const Ran missing = run({"diff", path("monday/" + name), path("friday/" + name), "--store", path("none.sqlite")}, m_environment);
    QCOMPARE(missing.exit, 2);
    QVERIFY2(missing.err.contains("none.sqlite"), missing.err.constData());
  }

  void changesOfTheHistory() {
    const std::string file = path("moved.sqlite");
    auto store = history::Store::open(file, history::Store::Access::ReadWrite);
    QVERIFY(store);
    auto records = allRuns();
    for (std::size_t day = 0; day < records.size(); ++day)
      records[day].samples.push_back(sampleOf("quiet", "speedup", (day < 90 ? 1.5 : 1.2) + double(day % 5) / 100));
    QVERIFY((*store)->runs().add(records));
    const QByteArray method = "Method: binary segmentation with AR(1) noise, p of the largest gain over all places; q: Benjamini-Hochberg over all series.\n";
    const Ran text = run({"changes", "--store", file}, m_environment);
    QCOMPARE(text.out, QByteArray("inductor_torchbench_training quiet speedup: 120 points, 1 change, the newest level is worse\n"
                                  "  90 (c90): 1.52 -> 1.22, -19.7 % (95 %: -20.2 % to -19.3 %), p 7e-78, q 2.1e-77\n"
                                  "1 of 3 series has a change; the newest level of 1 is worse (q at most 0.05).\n") + method);
    QCOMPARE(text.exit, 1);
    const Ran other = run({"changes", "--store", file, "--column", "graph_breaks"}, m_environment);
    QCOMPARE(other.out, QByteArray("0 of 1 series have changes; the newest level of 0 is worse (q at most 0.05).\n") + method);  // the zeros of failed runs are padding
    QCOMPARE(other.exit, 0);
    const Ran none = run({"changes", "--store", file, "--column", "speed"}, m_environment);
    QVERIFY2(none.exit == 2 && none.err.contains("The history has no such numbers."), none.err.constData());
  }

  void json() {
    const Ran ran = evidence({"--format", "json"});
    const QJsonArray rows = QJsonDocument::fromJson(ran.out).object()[QStringLiteral("rows")].toArray();
    QCOMPARE(rows.size(), 6);
    QStringList classes;
    for (const auto& row : rows) classes << row[QStringLiteral("model")].toString() + u' ' + row[QStringLiteral("class")].toString();
    QCOMPARE(classes.join(u','), QStringLiteral("healed healthy,moco flaky,moco ,quiet healthy,quiet ,vgg16 broken"));
    const QJsonObject status = rows[5].toObject()[QStringLiteral("status")].toObject();
    QCOMPARE(status[QStringLiteral("since")][QStringLiteral("commit")].toString(), QStringLiteral("c116"));
    QCOMPARE(status[QStringLiteral("fails")].toInt(), 4);
    QVERIFY(rows[5].toObject()[QStringLiteral("q")].toDouble() < 0.001);
  }

  void noise() {
    const Ran ran = evidence({"noise"});
    QCOMPARE(ran.exit, 0);
    QVERIFY2(ran.out.contains("quiet  inductor_torchbench_training  compression_ratio") && ran.out.contains("2 rows; spread: Shamos"), ran.out.constData());
    QVERIFY2(evidence({"noise", "moco"}).out.contains("  103  within"), evidence({"noise", "moco"}).out.constData());
    QVERIFY(evidence({"noise", "vgg16"}).out.startsWith("no row has two numbers"));
    const QJsonArray rows = QJsonDocument::fromJson(evidence({"noise", "--format", "json"}).out)[QStringLiteral("rows")].toArray();
    QCOMPARE(rows.size(), 2);
    QVERIFY(rows[0][QStringLiteral("sentence")].toString().startsWith(QStringLiteral("spread ")));
    QVERIFY(rows[0][QStringLiteral("status")].isNull() && rows[0][QStringLiteral("numbers")][QStringLiteral("margin")].isNull());
  }

  void margins() {
    QVERIFY(evidence({"margins"}).out.startsWith("no row has numbers, a baseline and a limit"));
    const std::string tree = path("base");
    const Ran ran = evidence({"margins", "--expected", tree});
    QVERIFY2(ran.out.contains("The tolerance of 5 % around 1 will flap: it fails ") && ran.out.contains("1 row, 1 with a limit that is too near."), ran.out.constData());
    const Ran wide = evidence({"margins", "--expected", tree, "--tolerance", "40", "--format", "json"});
    const QJsonArray rows = QJsonDocument::fromJson(wide.out)[QStringLiteral("rows")].toArray();
    QCOMPARE(rows.size(), 1);
    QVERIFY(rows[0][QStringLiteral("status")].isNull() && rows[0][QStringLiteral("numbers")][QStringLiteral("changes")].toArray().isEmpty());
    const QJsonObject margin = rows[0][QStringLiteral("numbers")][QStringLiteral("margin")].toObject();
    QCOMPARE(margin[QStringLiteral("class")].toString(), QStringLiteral("too wide"));
    QCOMPARE(margin[QStringLiteral("tolerance")].toDouble(), 0.4);
  }

  void gaps() {
    const Ran none = evidence({"gaps"});
    QVERIFY2(none.out.startsWith("Rows that flap and are on no list: 1\n  moco  inductor_torchbench_training  accuracy\n") &&
                 none.out.endsWith("name the baselines with --expected.\n"),
             none.out.constData());
    const Ran all = evidence({"gaps", "--list", path("flaky.toml"), "--expected", path("base"), "--tolerance", "40"});
    QVERIFY2(all.out.startsWith("Rows that flap and are on no list: 0\n") && all.out.contains("far beyond their noise: 1\n  quiet") &&
                 all.out.endsWith("that no baseline has: 1\n  vgg16  inductor_torchbench_training: the baseline has no such row (120 runs)\n"),
             all.out.constData());
    const Ran json = evidence({"gaps", "--format", "json"});
    QVERIFY(QJsonDocument::fromJson(json.out)[QStringLiteral("no_baseline")].isNull());
  }

  void healed() {
    const Ran ran = healed({});
    QCOMPARE(ran.exit, 0);
    QVERIFY2(ran.out.contains("flaky.toml:6  healed: healed\n  0 of 101 runs fail in 101 days, after 10 of 19 runs until 2026-01-19"), ran.out.constData());
    QVERIFY2(ran.out.contains("It has no reason"), ran.out.constData());
    QVERIFY2(ran.out.contains("flaky.toml:2  moco: needs runs\n"), ran.out.constData());
    QVERIFY2(ran.out.contains("flaky.toml:10  gone: no runs\n  The history has no row of it; the risk of a relapse is unknown."), ran.out.constData());
    QVERIFY(ran.out.endsWith("1 of 3 entries can go.\n"));
    QCOMPARE(read("flaky.toml"), QByteArray(kList));
    const Ran json = healed({"--format", "json"});
    const QJsonObject object = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(object[QStringLiteral("entries")].toArray().size(), 3);
    QVERIFY(object[QStringLiteral("entries")][2][QStringLiteral("relapse_risk_30_days")].isNull());
    QVERIFY(object[QStringLiteral("message")].toString().startsWith(QStringLiteral("Take healed off the flaky list\n\n- healed (toml): 0 of 101 runs")));
  }

  /// What is expired or gives no reason comes first, then what can go.
  void oddEntriesComeFirst() {
    write("odd.toml", "[[flaky]]\nname = \"healed\"\nreason = \"slow\"\n\n[[flaky]]\nname = \"moco\"\nreason = \"times out\"\nexpires = 2026-01-01\n\n"
                      "[[flaky]]\nname = \"gone\"\n");
    const Ran ran = run({"flaky", "healed", path("odd.toml"), "--store", storeFile()}, m_environment);
    const auto moco = ran.out.indexOf("  moco: "), gone = ran.out.indexOf("  gone: "), healed = ran.out.indexOf("  healed: healed\n");
    QVERIFY2(0 <= moco && moco < healed && 0 <= gone && gone < healed, ran.out.constData());
  }

  void aTerminalSeesHowFar() {
    const cli::Environment plain = m_environment;
    m_environment.errorTerminal = true;
    const Ran lists = healed({}), changes = run({"changes", "--store", storeFile()}, m_environment);
    m_environment = plain;
    QVERIFY2(lists.err.contains("reading the history, ") && lists.err.endsWith("\r\x1b[K"), lists.err.constData());
    QVERIFY2(changes.err.contains("reading the history, ") && changes.err.contains("looking for changes, "), changes.err.constData());
    QVERIFY(healed({}).err.isEmpty());
  }

  void readingStops() {
    auto store = history::Store::open(storeFile(), history::Store::Access::ReadOnly);
    QVERIFY(store);
    std::stop_source stop;
    stop.request_stop();
    const auto series = evidence::readNumberSeries(**store, {.runs = 1000}, base::Progress(stop.get_token()));
    QVERIFY(series && series->empty());
    QVERIFY(!evidence::readNumberSeries(**store, {.runs = 1000})->empty());
  }

  void neverRedHasARiskAtMost() {
    write("flaky.toml", "[[flaky]]\nname = \"quiet\"\nreason = \"once\"\n");
    QByteArray out = healed({}).out.simplified();
    QVERIFY2(out.contains("0 of 120 runs fail in 119 days; it never failed in the history, so a failed run within 30 days: at most ") &&
                 out.contains("(upper end of the 95 % Jeffreys interval)"),
             out.constData());
  }

  void healedIsTakenOut() {
    const Ran diff = healed({"--diff"});
    QVERIFY2(diff.out.startsWith("Take healed off the flaky list\n\n- healed (toml): 0 of 101 runs fail in 101 days"), diff.out.constData());
    QVERIFY(healed({"--patch", "-"}).out.startsWith("diff --git"));
    QVERIFY2(diff.out.contains("-name = \"healed\"  # since January\n"), diff.out.constData());
    QCOMPARE(read("flaky.toml"), QByteArray(kList));
    const Ran ran = healed({"--write"});
    QCOMPARE(ran.exit, 0);
    QByteArray expected(kList);
    expected.replace("[[flaky]]\nname = \"healed\"  # since January\ncheck = \"accuracy\"\n\n", "");
    QCOMPARE(read("flaky.toml"), expected);
    const Ran again = healed({"--write"});
    QVERIFY2(again.out.contains("\n0 of 2 entries can go.\n"), again.out.constData());
    QCOMPARE(read("flaky.toml"), expected);
  }

  // Columns of one run are one run.
  void columnsAreMerged() {
    write("flaky.toml", "[[flaky]]\nname = \"quiet\"\nreason = \"unknown\"\n");
    const Ran ran = healed({"--expected", path("base"), "--format", "json"});
    const QJsonValue entry = QJsonDocument::fromJson(ran.out)[QStringLiteral("entries")][0];
    QCOMPARE(entry[QStringLiteral("rows")].toInt(), 2);
    QVERIFY(entry[QStringLiteral("before")][QStringLiteral("fails")].toInt() > 0);
    QCOMPARE(entry[QStringLiteral("before")][QStringLiteral("runs")].toInt() + entry[QStringLiteral("green_runs")].toInt(), 120);
  }

  void scriptsHeal() {
    write("check_accuracy.py", "flaky_models = {\n    \"moco\",\n    \"healed\",  # red in January\n}\n\n\ndef check_accuracy():\n    pass\n");
    const Ran ran = run({"flaky", "healed", path("check_accuracy.py"), "--diff", "--store", storeFile()}, m_environment);
    if (ran.exit != 0) QVERIFY2(false, ran.err.constData());
    QVERIFY2(ran.out.contains("-    \"healed\",  # red in January\n"), ran.out.constData());
  }

  void everyMemberIsInTheManual() {
    for (const Ran& ran : {evidence({"--format", "json", "--expected", path("base")}), healed({"--format", "json"}),
                           evidence({"gaps", "--format", "json", "--expected", path("base")})}) {
      const QJsonObject json = QJsonDocument::fromJson(ran.out).object();
      QVERIFY(json.size() > 2);
      QCOMPARE(support::undocumentedKeys(json), QStringList());
      QCOMPARE(support::keysNotInSnakeCase(json), QStringList());
    }
  }

  void mistakes_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("error");
    const auto add = [](const char* name, const QStringList& words, const char* error) { QTest::newRow(name) << words << QByteArray(error); };
    const QString store = QStringLiteral("--store"), file = QString::fromStdString(storeFile());
    add("no such model", {QStringLiteral("evidence"), QStringLiteral("moko"), store, file}, "The history has no such rows.");
    add("no such store", {QStringLiteral("evidence"), store, QStringLiteral("/nowhere/h.sqlite")}, "/nowhere/h.sqlite");
    add("bad day", {QStringLiteral("evidence"), QStringLiteral("--since"), QStringLiteral("yesterday"), store, file}, "--since: yesterday is no date");
    add("no runs", {QStringLiteral("evidence"), QStringLiteral("noise"), QStringLiteral("--runs"), QStringLiteral("0"), store, file}, "--runs");
    add("tolerance", {QStringLiteral("evidence"), QStringLiteral("margins"), QStringLiteral("--tolerance"), QStringLiteral("100"), store, file}, "--tolerance: must be from 0 to less than 100");
    add("no number", {QStringLiteral("evidence"), QStringLiteral("margins"), QStringLiteral("--tolerance"), QStringLiteral("5%"), store, file}, "--tolerance");
    add("no baselines", {QStringLiteral("evidence"), QStringLiteral("gaps"), QStringLiteral("--expected"), QStringLiteral("/nowhere"), store, file}, "/nowhere");
    add("no list", {QStringLiteral("evidence"), QStringLiteral("gaps"), QStringLiteral("--list"), QStringLiteral("/nowhere/flaky.toml"), store, file}, "/nowhere/flaky.toml");
    add("format", {QStringLiteral("evidence"), QStringLiteral("--format"), QStringLiteral("xml"), store, file}, "--format");
    add("list that is not there", {QStringLiteral("flaky"), QStringLiteral("healed"), QStringLiteral("/nowhere/flaky.toml"), store, file}, "/nowhere/flaky.toml");
    add("edits as JSON", {QStringLiteral("flaky"), QStringLiteral("healed"), QStringLiteral("x"), QStringLiteral("--write"), QStringLiteral("--format"), QStringLiteral("json")}, "exclude each other");
    add("two outputs", {QStringLiteral("flaky"), QStringLiteral("healed"), QStringLiteral("x"), QStringLiteral("--write"), QStringLiteral("--diff")}, "exclude each other");
  }

  void mistakes() {
    QFETCH(QStringList, words);
    QFETCH(QByteArray, error);
    std::vector<std::string> list;
    for (const QString& word : words) list.push_back(word.toStdString());
    const Ran ran = run(list, m_environment);
    QCOMPARE(ran.exit, 2);
    QVERIFY2(ran.err.contains(error), ran.err.constData());
    QVERIFY2(ran.out.isEmpty(), ran.out.constData());
  }

 private:
  std::string path(const std::string& name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }
  std::string storeFile() const { return path("h.sqlite"); }
  void write(const std::string& name, const std::string& bytes) const {
    const QString file = m_folder.filePath(QString::fromUtf8(name));
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QByteArray::fromStdString(bytes));
  }
  QByteArray read(const char* name) const {
    QFile in(m_folder.filePath(QString::fromUtf8(name)));
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
  }
  Ran evidence(std::vector<std::string> words) const {
    words.insert(words.begin(), "evidence");
    words.insert(words.end(), {"--store", storeFile()});
    return run(words, m_environment);
  }
  Ran healed(std::vector<std::string> words) const {
    words.insert(words.begin(), {"flaky", "healed", path("flaky.toml")});
    words.insert(words.end(), {"--store", storeFile()});
    return run(words, m_environment);
  }
  QTemporaryDir m_folder;
  cli::Environment m_environment;
};

QTEST_GUILESS_MAIN(EvidenceCommandTest)
#include "evidence_command_test.moc"
