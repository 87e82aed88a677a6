// SPDX-License-Identifier: GPL-3.0-or-later
// Hosts and clusters that answer lies, by stand-ins of ssh, sftp and Slurm's programs: answers of other shapes, without
// end, with names that lead elsewhere. Every poll comes back, nothing crashes, and nothing lands outside the task's folder.
#include <QCryptographicHash>
#include <QDir>
#include <QTest>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/runs/executors/slurm/slurm_client.h"
#include "core/runs/executors/ssh/ssh_session.h"
#include "tests/core/runs/executors/executor_bench.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::runs;

namespace {

constexpr auto kFinished = R"({"event":"finished","time":1,"files":[]})";

/// The ssh of a machine that reads our request and packs whatever lies.json holds for its action. What is not listed is
/// answered properly.
constexpr auto kSsh =
    "#!/usr/bin/env python3\n"
    "import base64, hashlib, json, os, re, struct, sys, zlib\n"
    "packed = re.findall(r'\\nmain\\(\"([^\"]*)\"\\)', sys.stdin.read())[-1]\n"
    "request = json.loads(zlib.decompress(base64.b64decode(packed)))\n"
    "lies = json.load(open(os.path.join(os.path.dirname(__file__), \"lies.json\")))\n"
    "if lies.get(\"endless\"):\n"
    "    while True:\n"
    "        sys.stdout.write(\"x\" * 65536)\n"
    "good = {\"tasks\": [{\"handle\": \"/there/\" + task[\"name\"]} for task in request.get(\"tasks\", [])]}\n"
    "head = json.dumps(lies.get(request[\"action\"], good)).encode()\n"
    "data = struct.pack(\">I\", len(head)) + head + lies.get(\"blobs\", \"\").encode()\n"
    "text = base64.b64encode(struct.pack(\">I\", len(data)) + zlib.compress(data))\n"
    "print(\"<plumbline %s %s>\\n%s\\n</plumbline %s>\" % (request[\"nonce\"], hashlib.sha256(text).hexdigest(), text.decode(), request[\"nonce\"]))\n";

/// An sftp that writes "stolen" to every file that it is asked to bring here.
constexpr auto kSftp =
    "#!/usr/bin/env python3\n"
    "import re, sys\n"
    "for line in sys.stdin:\n"
    "    for name in re.findall(r'^get \".*\" \"(.*)\"$', line):\n"
    "        open(name.replace('\\\\\"', '\"').replace(\"\\\\\\\\\", \"\\\\\"), \"w\").write(\"stolen\")\n";

}  // namespace

class LyingPeersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_path = qgetenv("PATH"); }
  void init();
  void cleanup() { qputenv("PATH", m_path); }
  void pollsOfAnyShape_data();
  void pollsOfAnyShape();
  void releasesOfAnyShape_data();
  void releasesOfAnyShape();
  void namesStayInTheTasksFolder();
  void filesThatAreDevicesAreNotRead();
  void answersWithoutEnd();
  void answersThatUnfold();
  void longTextsAreCut();
  void jobsHaveNumbers();
  void noJobBecomesAnOption();

 private:
  void program(const QString& name, const QByteArray& text) const {
    QFile file(m_folder->write(u"bin/"_s + name, text));
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
  }
  void lie(const nlohmann::json& lies) const { m_folder->write(u"bin/lies.json"_s, QByteArray::fromStdString(lies.dump())); }
  static std::unique_ptr<ExecutorBench> sshBench() {
    auto bench = std::make_unique<ExecutorBench>(RunTarget{.kind = TargetKind::Ssh, .host = "liar"});
    bench->addShell("true");
    return bench;
  }
  /// told is the poll answer of a task that is over, with `events`.
  static nlohmann::json told(const std::string& events, const nlohmann::json& files = nlohmann::json::array()) {
    return {{"blobs", events},
            {"poll", {{"tasks", {{{"life", "gone"}, {"offset", 0}, {"events", {0, events.size()}}, {"handle", "/there"}, {"files", files}}}}}}};
  }

  QByteArray m_path;
  std::unique_ptr<support::TestFolder> m_folder;
};

void LyingPeersTest::init() {
  m_folder = std::make_unique<support::TestFolder>();
  program(u"ssh"_s, kSsh);
  program(u"sftp"_s, kSftp);
  lie(nlohmann::json::object());
  qputenv("PATH", m_folder->path(u"bin"_s).toUtf8() + ":" + m_path);
}

void LyingPeersTest::pollsOfAnyShape_data() {
  QTest::addColumn<QByteArray>("answer");
  for (const char* answer :
       {"{}", R"({"tasks":null})", R"({"tasks":1})", R"({"tasks":"gone"})", R"({"tasks":{"0":{}}})", R"({"tasks":[]})",
        R"({"tasks":[null]})", R"({"tasks":[[]]})", R"({"tasks":[{"life":5}]})", R"({"tasks":[{"error":{"a":1}}]})",
        R"({"tasks":[{"life":"gone","offset":-1,"events":"x","handle":[],"files":5}]})",
        R"({"tasks":[{"life":"alive","offset":1e300,"events":[0,9],"logs":{"name":"a"}}]})",
        R"({"tasks":[{"life":"alive","offset":18446744073709551615,"events":[0,0],"logs":[{"name":7},5]}]})",
        R"({"tasks":[{"life":"alive","logs":"x"}]})", R"({"tasks":[{"life":"missing","folder":{}}]})"})
    QTest::newRow(answer) << QByteArray(answer);
}

void LyingPeersTest::pollsOfAnyShape() {
  QFETCH(const QByteArray, answer);
  const auto bench = sshBench();
  QVERIFY2(bench->start(), bench->problem());
  lie({{"poll", nlohmann::json::parse(answer.toStdString())}, {"blobs", "what is no event\n"}});
  for (int i = 0; i < 2; ++i) QVERIFY(bench->poll());
  QVERIFY(bench->lookOf(0).life != TaskLife::Finished);
}

void LyingPeersTest::releasesOfAnyShape_data() {
  QTest::addColumn<QByteArray>("answer");
  for (const char* answer : {"{}", R"({"tasks":null})", R"({"tasks":"over"})", R"({"tasks":{"a":1,"b":2}})", R"({"tasks":[7]})"})
    QTest::newRow(answer) << QByteArray(answer);
}

void LyingPeersTest::releasesOfAnyShape() {
  QFETCH(const QByteArray, answer);
  const auto bench = sshBench();
  QVERIFY2(bench->start(), bench->problem());
  nlohmann::json lies = told(std::string(kFinished) + "\n");
  lies["release"] = lies["cancel"] = nlohmann::json::parse(answer.toStdString());
  lie(lies);
  QVERIFY(bench->poll());
  QCOMPARE(bench->lookOf(0).life, TaskLife::Finished);
  (void)bench->cancel(0);
  (void)bench->release(0);
}

void LyingPeersTest::namesStayInTheTasksFolder() {
  const auto bench = sshBench();
  QVERIFY2(bench->start(), bench->problem());
  const QByteArray task = bench->file(0, "task.json");
  nlohmann::json files = nlohmann::json::array(), logs = nlohmann::json::array();
  for (const char* name : {"../evil.log", "/tmp/evil", "task.json", "events.jsonl", ".bashrc", "-x", "a/b", "supervisor.py", "",
                           "a\nb", "\x1b[31m", "good.log"}) {
    files.push_back({{"name", name}, {"bytes", 1}});
    logs.push_back({{"name", name}, {"offset", 0}, {"bytes", {0, 3}}});
  }
  nlohmann::json lies = told("");
  lies["blobs"] = "abc";
  lies["poll"]["tasks"][0] = {{"life", "alive"}, {"offset", 0}, {"events", {0, 0}}, {"logs", logs}};
  lie(lies);
  QVERIFY(bench->poll());
  QCOMPARE(bench->file(0, "good.log"), QByteArray("abc"));
  lie(told(std::string(kFinished) + "\n", files));
  QVERIFY(bench->poll());
  QCOMPARE(bench->file(0, "good.log"), QByteArray("stolen"));
  const QDir folder(QString::fromStdString(bench->tasks[0].folder));
  QStringList names = folder.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  names.removeAll(u"good.log"_s);
  names.removeAll(u"events.jsonl"_s);
  for (const QString& name : names) QVERIFY2(folder.entryInfoList({name}, QDir::Files | QDir::Hidden).first().isFile(), qPrintable(name));
  QCOMPARE(bench->file(0, "task.json"), task);
  QVERIFY(!bench->file(0, "supervisor.py").contains("stolen"));
  QVERIFY(!QFile::exists(folder.filePath(u"../evil.log"_s)) && !QFile::exists(folder.filePath(u".bashrc"_s)));
  QVERIFY(bench->file(0, "events.jsonl").startsWith(kFinished));
}

/// A result that leads to a device without end: read for its hash, it would never come back.
void LyingPeersTest::filesThatAreDevicesAreNotRead() {
  for (const char* name : {"../../../../../../../../../../dev/zero", "/dev/zero", "..", ""}) {
    const auto bench = sshBench();
    QVERIFY2(bench->start(), bench->problem());
    const nlohmann::json event = {{"event", "finished"}, {"time", 1}, {"files", {{{"name", name}, {"bytes", 0}, {"sha256", ""}}}}};
    lie(told(event.dump() + "\n"));
    QVERIFY(bench->poll());
    QCOMPARE(bench->lookOf(0).life, TaskLife::Gone);
    QVERIFY2(bench->lookOf(0).text.find("not an event") != std::string::npos, bench->lookOf(0).text.c_str());
  }
}

void LyingPeersTest::answersWithoutEnd() {
  const auto bench = sshBench();
  QVERIFY2(bench->start(), bench->problem());
  lie({{"endless", true}});
  QVERIFY(bench->poll());
  QCOMPARE(bench->lookOf(0).life, TaskLife::Unknown);
  QCOMPARE(QString::fromStdString(bench->lookOf(0).text), u"liar answered too much."_s);
}

/// A few kB that unfold to what no host has to say.
void LyingPeersTest::answersThatUnfold() {
  const auto parse = [](const QByteArray& data) {
    const QByteArray text = qCompress(data).toBase64();
    const ProgramResult answer{.end = ProgramResult::End::Exited,
                               .code = 0,
                               .out = "<plumbline n " + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().toStdString() +
                                      ">\n" + text.toStdString() + "\n</plumbline n>",
                               .errors = {}};
    return parseRemoteResponse(answer, "n", "liar");
  };
  QByteArray head = "{\"a\":[" + QByteArray("0,").repeated(9 << 20) + "0]}";
  QByteArray size(4, '\0');
  for (int i = 0; i < 4; ++i) size[i] = static_cast<char>(static_cast<unsigned>(head.size()) >> (24 - 8 * i));
  const auto manyValues = parse(size + head);
  QVERIFY(!manyValues);
  QVERIFY(manyValues.error().text.find("cannot be read") != std::string::npos);
  QVERIFY(!parse(QByteArray("\0\0\0\x02{}", 6) + QByteArray(qsizetype{130} << 20, 'x')));
  QVERIFY(parse(QByteArray("\0\0\0\x02{}", 6) + QByteArray(qsizetype{100} << 20, 'x')));
}

void LyingPeersTest::longTextsAreCut() {
  const auto bench = sshBench();
  QVERIFY2(bench->start(), bench->problem());
  lie({{"poll", {{"tasks", {{{"error", std::string(1 << 20, 'x')}}}}}}});
  QVERIFY(bench->poll());
  QVERIFY2(bench->lookOf(0).text.size() < 5000, std::to_string(bench->lookOf(0).text.size()).c_str());
}

void LyingPeersTest::jobsHaveNumbers() {
  for (const char* id : {"--user=me_0", "-u me_0", "812_", "_0", "812_0_1", "812 813_0", "812_*", "", "812_x", "\x1b[31m812_0", "812,813_0"}) {
    QVERIFY2(readJobs(std::string(id) + "|name|PENDING|None\n").empty(), id);
    QVERIFY2(readAccounts(std::string(id) + "|name|FAILED\n").empty(), id);
  }
  QCOMPARE(readJobs("812|a|PENDING|None\n812_17|b|PENDING|None\n").size(), std::size_t{2});
}

/// The cluster's word for our job would be an option of scancel.
void LyingPeersTest::noJobBecomesAnOption() {
  program(u"sbatch"_s, "#!/bin/sh\nexit 0\n");
  program(u"scontrol"_s, "#!/bin/sh\nexit 0\n");
  program(u"sacct"_s, "#!/bin/sh\nexit 1\n");
  program(u"squeue"_s, "#!/bin/sh\nexit 0\n");
  program(u"scancel"_s, "#!/bin/sh\nprintf '%s\\n' \"$@\" >> \"${0%/*}/../cancelled\"\n");
  ExecutorBench bench(RunTarget{.kind = TargetKind::Slurm});
  bench.addShell("true");
  QVERIFY(!bench.start());  // neither sbatch nor squeue knows a number
  program(u"squeue"_s, "#!/bin/sh\necho '--user=me_0|" + QByteArray::fromStdString(bench.tasks[0].name) + "|RUNNING|None'\n");
  QVERIFY(bench.poll());
  QVERIFY(bench.cancel(0));
  QVERIFY2(!m_folder->read(u"cancelled"_s).contains("--user"), m_folder->read(u"cancelled"_s).constData());
}

QTEST_GUILESS_MAIN(LyingPeersTest)
#include "lying_peers_test.moc"
