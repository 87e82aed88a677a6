// SPDX-License-Identifier: GPL-3.0-or-later
// A report against what its inputs say now: equal, or exactly what changed. Reports from anywhere are read safely.
#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/reports/check/stored_report.h"
#include "tests/core/reports/report_maker.h"

using namespace plumbline;
using support::commitWords;
using support::reportOf;
using support::TestFolder;

namespace {

void copyCommit(const TestFolder& folder) {
  const QString from = support::kReportData + QStringLiteral("/commit");
  QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
  while (files.hasNext()) {
    QFile file(files.next());
    if (file.open(QIODevice::ReadOnly)) folder.write(file.fileName().mid(from.size() + 1), file.readAll());
  }
}

std::string reportText(const reports::ReportArguments& words = commitWords(), bool allRows = true) {
  const auto report = reportOf(words, allRows);
  return report.isValue() ? reports::jsonReport(report.value()) : std::string();
}

QStringList said(const base::Outcome<reports::Verified>& verified) {
  if (verified.isError()) return {QStringLiteral("error: ") + QString::fromStdString(verified.error().text)};
  QStringList lines;
  for (const reports::Difference& difference : verified.value().differences)
    lines << QString::fromStdString(difference.what + ' ' + difference.subject + ": " + difference.text);
  return lines;
}

const QString kTorchbench = QStringLiteral("ci_expected_accuracy/inductor_torchbench_training.csv");

}  // namespace

class VerifyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();
  void anUntouchedReportIsEqual_data();
  void anUntouchedReportIsEqual();
  void oneByteNamesItsFile();
  void anotherVerdictIsNamed();
  void aMissingAndAnExtraInput();
  void aLaterCommitChangesNothing();
  void theDayOfFlakyListsIsKept();
  void theDefaultFlakyListIsKept();
  void changedRulesAreNamed();
  void aPlainPair();
  void besideTheReport();
  void nothingIsHere();
  void otherVersionsOfTheToolAreARemark();
  void everyMemberCounts();
  void badReports_data();
  void badReports();
  void damagedMembers_data();
  void damagedMembers();
  void wordsOfAnswers();

 private:
  std::unique_ptr<TestFolder> m_folder;
};

void VerifyTest::init() {
  m_folder = std::make_unique<TestFolder>();
  copyCommit(*m_folder);
  QVERIFY(QDir::setCurrent(m_folder->path()));
}

void VerifyTest::cleanup() {
  QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR));
  m_folder.reset();
}

void VerifyTest::anUntouchedReportIsEqual_data() {
  QTest::addColumn<bool>("allRows");
  QTest::addColumn<QString>("attempts");
  QTest::addColumn<QString>("name");
  QTest::addColumn<int>("inputs");
  QTest::addColumn<int>("verdicts");
  QTest::newRow("all rows") << true << QString() << QString() << 11 << 16;
  QTest::newRow("rows that need a look") << false << QString() << QString() << 11 << 10;
  QTest::newRow("first attempts") << true << QStringLiteral("first") << QString() << 11 << 16;
  QTest::newRow("a file named by hand, of no commit")
      << true << QString() << QStringLiteral("runs/odd.csv=dynamic_inductor_timm_inference") << 7 << 2;
}

void VerifyTest::anUntouchedReportIsEqual() {
  QFETCH(bool, allRows);
  QFETCH(QString, attempts);
  QFETCH(QString, name);
  QFETCH(int, inputs);
  QFETCH(int, verdicts);
  reports::ReportArguments words = commitWords();
  words.attempts = attempts.toStdString();
  if (!name.isEmpty()) words.names.push_back(name.toStdString());
  const std::string text = reportText(words, allRows);
  const auto verified = reports::verifyReport(text, "r.json");
  QCOMPARE(said(verified), QStringList());
  QCOMPARE(int(verified.value().inputs), inputs);
  QCOMPARE(int(verified.value().verdicts), verdicts);
}

/// Every input in turn: one byte more, and only that file is named.
void VerifyTest::oneByteNamesItsFile() {
  const std::string text = reportText();
  const auto stored = reports::readReport(text, "r.json");
  QVERIFY(stored.has_value());
  int files = 0;
  for (const reports::StoredInput& input : stored->inputs) {
    const QString path = QString::fromStdString(input.origin);
    if (!QFile::exists(path)) continue;  // rules that are compiled in
    const QByteArray before = m_folder->read(path);
    m_folder->write(path, before + '\n');
    const QStringList lines = said(reports::verifyReport(text, "r.json"));
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines[0].startsWith(QStringLiteral("input ") + path + QStringLiteral(": changed: SHA-256 was ")), qPrintable(lines[0]));
    m_folder->write(path, before);
    ++files;
  }
  QCOMPARE(files, 10);
  QCOMPARE(said(reports::verifyReport(text, "r.json")), QStringList());
}

void VerifyTest::anotherVerdictIsNamed() {
  const std::string text = reportText();
  m_folder->write(kTorchbench, m_folder->read(kTorchbench).replace("alexnet,pass,0", "alexnet,pass,5"));
  const QStringList lines = said(reports::verifyReport(text, "r.json"));
  QCOMPARE(lines.size(), 2);
  QVERIFY(lines[0].startsWith(QStringLiteral("input ") + kTorchbench));
  QCOMPARE(lines[1], QStringLiteral("verdict inductor_torchbench_training: alexnet: was pass PASS; is improved IMPROVED, fails CI"));
}

void VerifyTest::aMissingAndAnExtraInput() {
  const std::string text = reportText();
  QVERIFY(QFile::remove(kTorchbench));
  m_folder->write(QStringLiteral("ci_expected_accuracy/rocm/inductor_timm_training.csv"), "name,accuracy\nx,pass\n");
  const QStringList lines = said(reports::verifyReport(text, "r.json"));
  QVERIFY(lines.contains(QStringLiteral("input ") + kTorchbench + QStringLiteral(": missing: the report was made with it")));
  QVERIFY(lines.contains(QStringLiteral("input ci_expected_accuracy/rocm/inductor_timm_training.csv: extra: the report knows nothing of it")));
  QVERIFY(lines.contains(QStringLiteral("verdict inductor_torchbench_training: CI was: fail; is: no baseline")));
  QVERIFY(lines.contains(QStringLiteral("verdict inductor_torchbench_training: alexnet: was pass PASS; is not there")));
}

/// The report is of a commit: another one among the sources is not its business, once it says which one it is of.
void VerifyTest::aLaterCommitChangesNothing() {
  const QString job = QStringLiteral("runs/%1/78/1/test-reports-test-inductor_timm-1-2-linux.g5.4xlarge.nvidia.gpu_2/test/test-reports/training_timm_models.csv");
  m_folder->write(job.arg(QString(40, QLatin1Char('2'))), "name,accuracy\nvit_tiny,pass\n");
  const std::string text = reportText();
  QVERIFY(QByteArray::fromStdString(text).contains(QByteArray(40, '2')));
  m_folder->write(job.arg(QString(40, QLatin1Char('3'))), "name,accuracy\nvit_tiny,timeout\n");
  QCOMPARE(said(reports::verifyReport(text, "r.json")), QStringList());
}

void VerifyTest::theDayOfFlakyListsIsKept() {
  reports::ReportArguments words = commitWords();
  words.day = "2019-01-01";
  const std::string text = reportText(words);
  QVERIFY(QByteArray::fromStdString(text).contains("\"flaky_date\":\"2019-01-01\""));
  QCOMPARE(said(reports::verifyReport(text, "r.json")), QStringList());
}

void VerifyTest::theDefaultFlakyListIsKept() {
  QVERIFY(QFile::remove(QStringLiteral("ci_expected_accuracy/flaky.toml")));
  const QString list = QStringLiteral("lists/mine.toml");
  const QByteArray entries("[[flaky]]\nname = \"slow_net\"\n");
  m_folder->write(list, entries);
  reports::ReportArguments words = commitWords();
  words.flakyList = list.toStdString();
  const std::string text = reportText(words);
  QVERIFY(text.find("\"flaky_list\":\"lists/mine.toml\"") != std::string::npos);
  QCOMPARE(said(reports::verifyReport(text, "r.json")), QStringList());
  QVERIFY(QDir::setCurrent(QStringLiteral("/")));
  QCOMPARE(said(reports::verifyReport(text, m_folder->path(QStringLiteral("r.json")).toStdString())), QStringList());
  QVERIFY(QDir::setCurrent(m_folder->path()));
  m_folder->write(list, entries + '\n');
  QVERIFY(
      said(reports::verifyReport(text, "r.json")).at(0).startsWith(QStringLiteral("input lists/mine.toml: changed: ")));
  QVERIFY(QFile::remove(list));
  const QStringList lines = said(reports::verifyReport(text, "r.json"));
  QCOMPARE(lines.at(0), QStringLiteral("input lists/mine.toml: missing: the report was made with it"));
  QVERIFY(lines.at(1).startsWith(QStringLiteral("verdict inductor_torchbench_training: slow_net: was ")));
  // A list that was lost when the report was made is an input that did not count.
  const std::string lost = reportText(words);
  QVERIFY(lost.find("\"origin\":\"lists/mine.toml\",\"config\":null,\"sha256\":\"\",\"bytes\":0,\"used\":false") !=
          std::string::npos);
  QCOMPARE(said(reports::verifyReport(lost, "r.json")), QStringList());
  m_folder->write(list, entries);
  QVERIFY(said(reports::verifyReport(lost, "r.json"))
              .at(0)
              .startsWith(QStringLiteral("input lists/mine.toml: changed: SHA-256 was none, is ")));
  // A list beside the baselines comes first: no default one counts.
  m_folder->write(QStringLiteral("ci_expected_accuracy/flaky.toml"), entries);
  QVERIFY(reportText(words).find("\"flaky_list\":\"\"") != std::string::npos);
}

void VerifyTest::changedRulesAreNamed() {
  const QByteArray text = QByteArray::fromStdString(reportText());
  QByteArray other = text;
  const auto rules = other.indexOf("\"kind\":\"rules\"");
  const auto hash = other.indexOf("\"sha256\":\"", rules) + 10;
  other.replace(hash, 64, QByteArray(64, '0'));
  QCOMPARE(said(reports::verifyReport(other.toStdString(), "r.json")).size(), 1);
  QVERIFY(said(reports::verifyReport(other.toStdString(), "r.json"))[0].startsWith(
      QStringLiteral("rules built-in 2025-11: changed: SHA-256 was 000000000000..., is ")));
  other = text;
  other.replace("\"generation\":\"2025-11\"", "\"generation\":\"2025-12\"");
  QCOMPARE(said(reports::verifyReport(other.toStdString(), "r.json")), QStringList{QStringLiteral("rules 2025-12: changed: now it is 2025-11")});
}

void VerifyTest::aPlainPair() {
  m_folder->write(QStringLiteral("p/run.csv"), "name,accuracy\na,pass\n");
  m_folder->write(QStringLiteral("p/base.csv"), "name,accuracy\na,pass\n");
  const std::string text = reportText({.sources = {"p/run.csv"}, .trees = {"p/base.csv"}});
  QCOMPARE(said(reports::verifyReport(text, "r.json")), QStringList());
  m_folder->write(QStringLiteral("p/base.csv"), "name,accuracy\na,timeout\n");
  const QStringList changed = said(reports::verifyReport(text, "r.json"));
  QVERIFY(changed.contains(QStringLiteral("verdict run.csv: a: was pass PASS; is improved IMPROVED, fails CI")));
  QVERIFY(QFile::remove(QStringLiteral("p/base.csv")));
  QVERIFY(said(reports::verifyReport(text, "r.json")).contains(QStringLiteral("input p/base.csv: missing: the report was made with it")));
}

/// From another folder, what is not here is looked for beside the report, and named as the report names it.
void VerifyTest::besideTheReport() {
  const std::string text = reportText();
  const TestFolder elsewhere;
  QVERIFY(QDir::setCurrent(elsewhere.path()));
  const std::string path = m_folder->path(QStringLiteral("r.json")).toStdString();
  QCOMPARE(said(reports::verifyReport(text, path)), QStringList());
  m_folder->write(kTorchbench, m_folder->read(kTorchbench) + "\n");
  const QStringList lines = said(reports::verifyReport(text, path));
  QCOMPARE(lines.size(), 1);
  QVERIFY(lines[0].startsWith(QStringLiteral("input ") + kTorchbench + QStringLiteral(": changed")));
}

void VerifyTest::nothingIsHere() {
  const std::string text = reportText();
  const TestFolder elsewhere;
  QVERIFY(QDir::setCurrent(elsewhere.path()));
  const auto verified = reports::verifyReport(text, "r.json");
  QVERIFY(verified.isError());
  QCOMPARE(verified.error().code, base::ErrorCode::NotFound);
}

void VerifyTest::otherVersionsOfTheToolAreARemark() {
  const auto verified = reports::verifyReport(reportText(), "r.json");
  QVERIFY(verified.isValue() && verified.value().isEqual());
  QCOMPARE(verified.value().remarks.size(), std::size_t{1});
  QVERIFY(verified.value().remarks[0].starts_with("written by Plumbline 0.0.0, checked by "));
}

/// setLeaf replaces a leaf of a document: {"configs", "0", "exit"}.
QJsonValue setLeaf(const QJsonValue& at, const QStringList& path, const QJsonValue& leaf) {
  if (path.isEmpty()) return leaf;
  if (at.isArray()) {
    QJsonArray array = at.toArray();
    const int index = path.first().toInt();
    array[index] = setLeaf(array[index], path.mid(1), leaf);
    return array;
  }
  QJsonObject object = at.toObject();
  object[path.first()] = setLeaf(object[path.first()], path.mid(1), leaf);
  return object;
}

/// findLeaves gives one leaf of every kind: elements of a list are alike.
void findLeaves(const QJsonValue& at, const QStringList& path, const QString& kind, QMap<QString, QPair<QStringList, QJsonValue>>& out) {
  if (at.isArray()) {
    const QJsonArray array = at.toArray();
    for (int i = 0; i < array.size(); ++i) findLeaves(array[i], path + QStringList(QString::number(i)), kind + QStringLiteral("[]"), out);
  } else if (at.isObject()) {
    const QJsonObject object = at.toObject();
    for (const QString& name : object.keys()) findLeaves(object[name], path + QStringList(name), kind + QLatin1Char('.') + name, out);
  } else if (!out.contains(kind)) {
    out[kind] = {path, at};
  }
}

/// A report that somebody wrote into is not equal, whatever it was that he changed.
void VerifyTest::everyMemberCounts() {
  const auto other = reports::verifyReport(reportText(), "r.json");
  QVERIFY(other.isValue());
  const std::string remark = other.value().remarks.at(0);
  QByteArray text = QByteArray::fromStdString(reportText());
  text.replace("0.0.0", QByteArray::fromStdString(remark.substr(remark.rfind(' ') + 1)));
  QCOMPARE(said(reports::verifyReport(text.toStdString(), "r.json")), QStringList());
  const QJsonObject good = QJsonDocument::fromJson(text).object();
  QMap<QString, QPair<QStringList, QJsonValue>> leaves;
  for (const QString& name : good.keys())
    if (name != QStringLiteral("arguments") && name != QStringLiteral("tool")) findLeaves(good[name], {name}, name, leaves);
  QVERIFY2(leaves.size() > 40, qPrintable(QString::number(leaves.size())));
  for (auto leaf = leaves.cbegin(); leaf != leaves.cend(); ++leaf) {
    const QJsonValue was = leaf->second;
    const QJsonValue is = was.isBool() ? QJsonValue(!was.toBool()) : was.isDouble() ? QJsonValue(was.toDouble() + 1) : was.isNull() ? QJsonValue(7)
                          : QJsonValue(was.toString() + QStringLiteral(" and more"));
    const QJsonObject bad = setLeaf(good, leaf->first, is).toObject();
    const auto verified = reports::verifyReport(QJsonDocument(bad).toJson().toStdString(), "r.json");
    QVERIFY2(verified.isError() || !verified.value().isEqual(), qPrintable(leaf.key()));
  }
  // Of many that differ some are named; a member that is gone, and one that is new, as well.
  QJsonObject bad = good;
  bad.remove(QStringLiteral("sentence"));
  bad[QStringLiteral("mine")] = QStringLiteral("<b>\n::error::");
  QCOMPARE(said(reports::verifyReport(QJsonDocument(bad).toJson().toStdString(), "r.json")).join(u'\n'),
           QStringLiteral("member sentence: was not there; is \"%1\"\nmember mine: was \"<b>\\n::error::\"; is not there")
               .arg(good[QStringLiteral("sentence")].toString()));
}

void VerifyTest::badReports_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* name, const QByteArray& bytes, const char* says) { QTest::newRow(name) << bytes << QString::fromUtf8(says); };
  row("empty", "", "This is no JSON of a report.");
  row("text", "hello", "This is no JSON of a report.");
  row("cut off", "{\"format\": \"plumbline-report\", \"version\": 2, \"tool\": {", "This is no JSON of a report.");
  row("an array", "[]", "This is no JSON of a report.");
  row("another format", "{\"format\": \"plumbline-overview\", \"version\": 2}", "This is no report: \"format\" is not \"plumbline-report\".");
  row("format is no text", "{\"format\": 3}", "This is no report: \"format\" is not \"plumbline-report\".");
  row("no version", "{\"format\": \"plumbline-report\"}", "The report has no version.");
  row("newer", "{\"format\": \"plumbline-report\", \"version\": 3}", "The report is of version 3; this program reads version 2.");
  row("huge version", "{\"format\": \"plumbline-report\", \"version\": 99999999999999999999}", "The report has no version.");
  row("nothing else", "{\"format\": \"plumbline-report\", \"version\": 2}", "The report is damaged: \"tool\" is missing in it, or is of another type.");
  row("deep", QByteArray(100'000, '['), "This is no report: its JSON is nested too deeply.");
  row("deep objects", QByteArray("{\"a\":").repeated(100'000), "This is no report: its JSON is nested too deeply.");
  row("deep and closed", QByteArray("{\"format\": \"plumbline-report\", \"version\": 2, \"tool\": ") + QByteArray(5'000, '[') + QByteArray(5'000, ']') + '}',
      "This is no report: its JSON is nested too deeply.");
  row("brackets in a text", "{\"format\": \"" + QByteArray(1'000, '[') + "\\\"\"}", "This is no report: \"format\" is not \"plumbline-report\".");
  row("twice", "{\"format\": \"plumbline-report\", \"version\": 2, \"exit\": 0, \"counts\": {\"fail\": 0}, \"exit\": 1}",
      "The report is damaged: \"exit\" is twice in one of its objects.");
  row("invalid UTF-8", "{\"format\": \"\xff\"}", "This is no JSON of a report.");
}

void VerifyTest::badReports() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, says);
  const auto verified = reports::verifyReport(bytes.toStdString(), "r.json");
  QVERIFY(verified.isError());
  QCOMPARE(QString::fromStdString(verified.error().text), says);
  QCOMPARE(verified.error().file, std::string("r.json"));
  QCOMPARE(verified.error().code, base::ErrorCode::BadFormat);
}

void VerifyTest::damagedMembers_data() {
  QTest::addColumn<QString>("member");
  for (const char* member : {"tool", "rules", "thresholds", "arguments", "all_rows", "inputs", "configs"}) QTest::newRow(member) << QString::fromUtf8(member);
}

/// Each member in turn is gone, or of every other type: an error that names it, or what stands in it.
void VerifyTest::damagedMembers() {
  QFETCH(QString, member);
  const QJsonObject good = QJsonDocument::fromJson(QByteArray::fromStdString(reportText())).object();
  QVERIFY(good.contains(member));
  const QList<QJsonValue> others{QJsonValue::Undefined, QJsonValue::Null, QJsonValue(7), QJsonValue(1e300), QJsonValue(QStringLiteral("x")),
                                 QJsonArray{QJsonValue(QJsonArray{})}, QJsonArray{3}, QJsonArray{QJsonObject{}}, QJsonObject{{QStringLiteral("config"), 1}}};
  for (const QJsonValue& other : others) {
    QJsonObject bad = good;
    if (other.isUndefined()) bad.remove(member);
    else bad[member] = other;
    const auto verified = reports::verifyReport(QJsonDocument(bad).toJson().toStdString(), "r.json");
    QVERIFY2(verified.isError(), QJsonDocument(bad).toJson().constData());
    QVERIFY2(verified.error().text.starts_with("The report is damaged: "), verified.error().text.c_str());
  }
}

void VerifyTest::wordsOfAnswers() {
  reports::Verified verified;
  verified.inputs = 2;
  verified.verdicts = 1;
  QCOMPARE(reports::verifyText(verified), std::string("equal: 2 inputs and 1 verdict\n"));
  verified.differences = {{"input", "a\x1b[31m.csv", "changed: ..."}};
  verified.remarks = {"written by Plumbline 9"};
  QCOMPARE(reports::verifyText(verified),
           std::string("input a\\x1b[31m.csv: changed: ...\nnot equal: 1 difference, 2 inputs and 1 verdict compared\nnote: written by Plumbline 9\n"));
  const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(reports::verifyJson(verified, 1))).object();
  QCOMPARE(json[QStringLiteral("format")].toString(), QStringLiteral("plumbline-verify"));
  QCOMPARE(json[QStringLiteral("exit")].toInt(), 1);
  QCOMPARE(json[QStringLiteral("equal")].toBool(true), false);
  QCOMPARE(json[QStringLiteral("differences")].toArray().size(), 1);
}

QTEST_APPLESS_MAIN(VerifyTest)
#include "verify_test.moc"
