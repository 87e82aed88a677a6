// SPDX-License-Identifier: GPL-3.0-or-later
// What a folder, a checkout, a zip or a mixture of them opens as, and the errors of bad ones.
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <optional>
#include <thread>

#include "core/configs/config.h"
#include "core/sources/folder_walk.h"
#include "core/sources/open.h"
#include "tests/support/zip_maker.h"

using namespace plumbline;
using sources::Limits;
using sources::OpenOptions;
using sources::Role;

namespace {

const QByteArray kCsv("name,accuracy,graph_breaks\nalpha,pass,0\nbeta,fail_accuracy,1\n");
const std::string kCsvText = kCsv.toStdString();

/// Unreadable files are readable for root, so root becomes another user for a while.
class AsOtherUser {
 public:
  AsOtherUser() : m_wasRoot(::geteuid() == 0 && ::seteuid(65534) == 0) {}
  ~AsOtherUser() {
    if (m_wasRoot) (void)!::seteuid(0);
  }
  AsOtherUser(const AsOtherUser&) = delete;
  AsOtherUser& operator=(const AsOtherUser&) = delete;

 private:
  bool m_wasRoot;
};

class Tree {
 public:
  Tree() { QFile::setPermissions(m_dir.path(), QFile::Permissions(0x7755)); }
  std::string at(const char* inside = "") const { return m_dir.filePath(QString::fromUtf8(inside)).toStdString(); }
  void write(const char* inside, const QByteArray& bytes = kCsv) const {
    const QString path = m_dir.filePath(QString::fromUtf8(inside));
    QFile file(path);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
            file.write(bytes) == bytes.size());
  }
  void zip(const char* inside, const std::vector<support::ZipEntry>& entries) const {
    QVERIFY(support::writeZip(m_dir.filePath(QString::fromUtf8(inside)), entries));
  }
  void link(const char* to, const char* inside) const {
    QVERIFY(QFile::link(QString::fromUtf8(to), m_dir.filePath(QString::fromUtf8(inside))));
  }
  QString shortened(QString text) const {
    return text.replace(m_dir.path() + QLatin1Char('/'), QString()).replace(m_dir.path(), QStringLiteral("."));
  }

  /// "B rocm/inductor_timm_training <- path" per piece (R: a result; * assigned), "! problem" per problem, counts when
  /// not 0.
  QString open(const std::vector<sources::SourcePath>& paths, const OpenOptions& options = {}) const {
    const auto opened = sources::open(paths, options);
    if (opened.isCancelled()) return QStringLiteral("cancelled");
    QStringList lines;
    const auto problem = [&](const base::Error& error) {
      return shortened(QString::fromStdString(error.file.empty() ? error.text : error.file + ": " + error.text));
    };
    if (opened.isError()) return QStringLiteral("error ") + problem(opened.error());
    for (const sources::Piece& piece : opened.value().pieces) {
      QString name = QStringLiteral("?");
      if (piece.identity) {
        const configs::Identity& id = *piece.identity;
        name = QString::fromStdString(configs::configName(id.config));
        if (id.shard != 0) name += QStringLiteral(" %1/%2").arg(id.shard).arg(id.shards);
        if (id.attempt != 0) name += QStringLiteral(" a%1").arg(id.attempt);
      }
      lines << QStringLiteral("%1%2 %3 <- %4%5")
                   .arg(piece.isBaseline ? QLatin1String("B") : QLatin1String("R"),
                        piece.assigned ? QLatin1String("*") : QLatin1String(), name,
                        shortened(QString::fromStdString(piece.origin)),
                        piece.path.empty() ? QStringLiteral(" (no file)") : QString());
      if (piece.identity.has_value() != piece.unnamedReason.empty())
        lines << QStringLiteral("reason and identity disagree");
      if (piece.table == nullptr || piece.stamp == files::kNoFile) lines << QStringLiteral("no table or no stamp");
    }
    for (const base::Error& error : opened.value().problems) lines << QStringLiteral("! ") + problem(error);
    if (opened.value().sideFiles != 0) lines << QStringLiteral("side %1").arg(opened.value().sideFiles);
    if (opened.value().otherFiles != 0) lines << QStringLiteral("other %1").arg(opened.value().otherFiles);
    return lines.join(QLatin1Char('\n'));
  }

 private:
  QTemporaryDir m_dir;
};

QString joined(std::initializer_list<const char*> lines) {
  QStringList list;
  for (const char* line : lines) list << QString::fromUtf8(line);
  return list.join(QLatin1Char('\n'));
}

}  // namespace

class OpenTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aMixtureOpensAsOneList() {
    const Tree tree;
    tree.zip("run/test-reports-test-inductor_torchbench-1-2-linux.g5.4xlarge_345.zip",
             {{"test/test-reports/training_torchbench.csv", kCsvText},
              {"test/test-reports/training_torchbench.json", "{\"metric\": {\"name\": \"accuracy\"}}"},
              {"test/test-reports/training_torchbench_graph_breaks.csv", "model,reason\n"},
              {"test/test-reports/python.xml", "<x/>"}});
    tree.zip("run/test-reports-test-inductor_torchbench-2-2-linux.rocm.gpu_346.zip",
             {{"test-reports/training_torchbench.csv", kCsvText}});
    tree.write("run/notes.md");
    tree.write("pytorch/benchmarks/dynamo/check_accuracy.py", "flaky_models = set()\n");
    tree.write("pytorch/benchmarks/dynamo/ci_expected_accuracy/inductor_torchbench_training.csv");
    tree.write("pytorch/benchmarks/dynamo/ci_expected_accuracy/rocm/inductor_torchbench_training.csv");
    tree.write("pytorch/test/other.csv");
    tree.write("single/cpu_inductor_timm_inference.csv");
    QCOMPARE(tree.open({{tree.at("run")}, {tree.at("pytorch")}, {tree.at("single/cpu_inductor_timm_inference.csv")}}),
             joined({"R inductor_torchbench_training 1/2 <- "
                     "run/test-reports-test-inductor_torchbench-1-2-linux.g5.4xlarge_345.zip!test/test-reports/"
                     "training_torchbench.csv (no file)",
                     "R rocm/inductor_torchbench_training 2/2 <- "
                     "run/test-reports-test-inductor_torchbench-2-2-linux.rocm.gpu_346.zip!test-reports/"
                     "training_torchbench.csv (no file)",
                     "B inductor_torchbench_training <- "
                     "pytorch/benchmarks/dynamo/ci_expected_accuracy/inductor_torchbench_training.csv",
                     "B rocm/inductor_torchbench_training <- "
                     "pytorch/benchmarks/dynamo/ci_expected_accuracy/rocm/inductor_torchbench_training.csv",
                     "R cpu_inductor_timm_inference <- single/cpu_inductor_timm_inference.csv", "side 2", "other 2"}));
    // The checkout is found below an opened folder too, and a part of its tree is known by its folder's name.
    QVERIFY(tree.open({{tree.at()}}).contains(QStringLiteral("B rocm/inductor_torchbench_training")));
    QVERIFY(!tree.open({{tree.at()}}).contains(QStringLiteral("other.csv")));
    QCOMPARE(tree.open({{tree.at("pytorch/benchmarks/dynamo/ci_expected_accuracy/rocm")}}),
             QStringLiteral("B rocm/inductor_torchbench_training <- "
                            "pytorch/benchmarks/dynamo/ci_expected_accuracy/rocm/inductor_torchbench_training.csv"));
  }

  /// The harness writes as JSON what the CSVs hold: 50 times as large as the zip, and never read.
  void jsonBesideCsvsIsNotUnpacked() {
    const Tree tree;
    std::string record = "{\"benchmark\": {\"name\": \"TorchInductor\", \"extra_info\": {";
    for (int i = 0; i < 150; ++i) record += "\"option_" + std::to_string(i) + "\": null, ";
    record += "\"last\": 1}}, \"metric\": {\"name\": \"";
    std::string records;
    for (int i = 0; i < 46 * 9; ++i) records += record + "metric_" + std::to_string(i) + "\"}}\n";
    QVERIFY(records.size() > 1'000'000);
    std::vector<support::ZipEntry> members;
    for (const std::string name : {"inference_huggingface", "training_huggingface"}) {
      members.push_back({"test-reports/" + name + ".json", records});
      members.push_back({"test-reports/" + name + ".csv", kCsvText});
      std::string metrics;
      for (int i = 0; i < 8; ++i) metrics += records;
      members.push_back({"test-reports/" + name + "_compilation_metrics.json", metrics});
      members.push_back({"test-reports/" + name + "_compilation_metrics.csv", "dev,name,batch_size,compile_fx_inner\n"});
    }
    tree.zip("run/a.zip", members);
    QCOMPARE(tree.open({{tree.at("run")}}), joined({"R ? <- run/a.zip!test-reports/inference_huggingface.csv (no file)",
                                                    "R ? <- run/a.zip!test-reports/training_huggingface.csv (no file)", "side 6"}));
  }

  /// JSON without a CSV of its name is read: many times as large as its zip is no bomb yet.
  void jsonWithoutCsvIsUnpacked() {
    const Tree tree;
    tree.zip("a.zip", {{"a.json", "[{\"a\": 1}" + std::string(4'000'000, ' ') + "]"}, {"inductor_timm_training.csv", kCsvText}});
    QCOMPARE(tree.open({{tree.at("a.zip")}}),
             joined({"R inductor_timm_training <- a.zip!inductor_timm_training.csv (no file)", "other 1"}));
  }

  void baselinesInAHiddenFolderAreFound() {
    const Tree tree;
    tree.write("xpu/.github/ci_expected_accuracy/rolling/inductor_timm_training.csv");
    tree.write("xpu/.github/workflows/notes.md");
    tree.write("xpu/.git/ci_expected_accuracy/inductor_timm_inference.csv");
    QCOMPARE(tree.open({{tree.at("xpu")}}),
             joined({"B xpu/inductor_timm_training <- "
                     "xpu/.github/ci_expected_accuracy/rolling/inductor_timm_training.csv", "other 1"}));
  }

  void aRoleGivenByHandWins() {
    const Tree tree;
    tree.write("ci_expected_accuracy/inductor_timm_training.csv");
    tree.write("mine/inductor_timm_training.csv");
    QCOMPARE(tree.open({{tree.at("ci_expected_accuracy"), Role::Actual}, {tree.at("mine"), Role::Expected}}),
             joined({"R inductor_timm_training <- ci_expected_accuracy/inductor_timm_training.csv",
                     "B inductor_timm_training <- mine/inductor_timm_training.csv"}));
  }

  void oneFileIsTakenOnceAndTwoCopiesTwice() {
    const Tree tree;
    tree.write("a/inductor_timm_training.csv");
    tree.link("a", "b");
    tree.zip("z1/x.zip", {{"inductor_timm_training.csv", kCsvText}});
    QVERIFY(QDir().mkpath(QString::fromStdString(tree.at("z2"))));
    QVERIFY(QFile::copy(QString::fromStdString(tree.at("z1/x.zip")), QString::fromStdString(tree.at("z2/x.zip"))));
    const QString once = QStringLiteral("R inductor_timm_training <- a/inductor_timm_training.csv");
    QCOMPARE(
        tree.open({{tree.at("a")}, {tree.at("a/")}, {tree.at("a/../a/inductor_timm_training.csv")}, {tree.at("b")}}),
        once);
    // The role of a later path counts when the first one had none.
    QCOMPARE(tree.open({{tree.at("a")}, {tree.at("a/inductor_timm_training.csv"), Role::Expected}}),
             QStringLiteral("B inductor_timm_training <- a/inductor_timm_training.csv"));
    QCOMPARE(tree.open({{tree.at("z1")}, {tree.at("z2")}}).count(QStringLiteral("R inductor_timm_training")), 2);
  }

  void whatCannotBeNamedIsListedAndCanBeAssigned() {
    const Tree tree;
    tree.write("results.csv");
    const auto opened = sources::open({{tree.at()}});
    QVERIFY(opened.isValue() && opened.value().pieces.size() == 1);
    QVERIFY(!opened.value().pieces[0].identity && opened.value().pieces[0].unnamedReason.ends_with('.'));
    configs::Identity identity;
    identity.config = *configs::configOfName("inductor_timm_training");
    OpenOptions options;
    options.assignments = {{opened.value().pieces[0].origin, identity}, {"unknown", identity}};
    QCOMPARE(tree.open({{tree.at()}}, options), QStringLiteral("R* inductor_timm_training <- results.csv"));
  }

  void badPathsAreReportedAndTheRestIsOpened() {
    const Tree tree;
    tree.write("ok/inductor_timm_training.csv");
    tree.write("page.csv", "<!DOCTYPE html><p>not found");
    tree.write("broken.zip", "PK\x03\x04 no more");
    tree.write("odd.json", "{\"a\": 1}");
    tree.write("odd.log", "nothing of ours\n");
    QVERIFY(QDir().mkpath(QString::fromStdString(tree.at("empty"))));
    tree.write("pictures/a.png", "x");
    const QString got = tree.open({{tree.at("ok")},
                                   {tree.at("gone")},
                                   {tree.at("page.csv")},
                                   {tree.at("broken.zip")},
                                   {tree.at("odd.json")},
                                   {tree.at("odd.log")},
                                   {tree.at("empty")},
                                   {tree.at("pictures")},
                                   {""}});
    QCOMPARE(got.count(QLatin1Char('\n')), 9);
    for (const char* part :
         {"R inductor_timm_training <- ok/inductor_timm_training.csv", "! gone: There is no file or folder here.",
          "! page.csv: This is a web page, not a result.", "! broken.zip: This file is no zip, or only a part of one",
          "! odd.json: This JSON holds no benchmark records.", "! odd.log: This text is no benchmark log",
          "! empty: This folder is empty.",
          "! pictures: This folder holds no CSV, zip, JSON or log, only 1 other files.",
          "! There is no file or folder here.", "other 3"})
      QVERIFY2(got.contains(QString::fromUtf8(part)), qPrintable(got));
  }

  void nothingAtAllIsAnError() {
    const Tree tree;
    QCOMPARE(tree.open({{tree.at()}}), QStringLiteral("error .: This folder is empty."));
    QVERIFY(tree.open({}).startsWith(
        QStringLiteral("error No result and no baseline was found: no CSVs, artifact zips")));
    QCOMPARE(sources::open({{tree.at()}, {tree.at("gone")}}).error().code, base::ErrorCode::NotFound);
    tree.zip("x.zip", {{"a.txt", "hello"}});
    QCOMPARE(tree.open({{tree.at("x.zip")}}),
             QStringLiteral("error x.zip: This zip holds no result: no CSV, JSON or log of a benchmark."));
  }

  void linksAreNotFollowed() {
    const Tree tree;
    tree.write("in/a/inductor_timm_training.csv");
    tree.write("outside/inductor_timm_inference.csv");
    tree.link("..", "in/a/circle");
    tree.link("circle2", "in/a/circle2");
    tree.link("../outside", "in/out");
    tree.link("../outside/inductor_timm_inference.csv", "in/file.csv");
    QCOMPARE(tree.open({{tree.at("in")}}),
             joined({"R inductor_timm_training <- in/a/inductor_timm_training.csv",
                     "! in: 4 links in this folder were not followed: it might lead outside, or in a circle."}));
    // What a person names is opened, link or not.
    QVERIFY(tree.open({{tree.at("in/out")}}).startsWith(QStringLiteral("R inductor_timm_inference <- in/out/")));
    QCOMPARE(tree.open({{tree.at("in/a/circle2")}}).left(40),
             QStringLiteral("error in/a/circle2: This cannot be read:"));
  }

  void limitsAreNamed() {
    const Tree tree;
    for (int i = 0; i < 30; ++i) tree.write(qPrintable(QStringLiteral("d%1/inductor_timm_training.csv").arg(i)));
    tree.write("1/2/3/4/inductor_timm_training.csv");
    OpenOptions options;
    options.limits.files = 20;
    const QString got = tree.open({{tree.at()}}, options);
    QVERIFY2(got.contains(QStringLiteral("20 files read; there are more, and they were left out.")),
             qPrintable(got));
    // A second folder is not called empty because the first one was too large.
    const auto walked = sources::walkPaths({{tree.at()}, {tree.at("d1")}}, options.limits);
    QCOMPARE(walked.value().problems.size(), std::size_t{2});
    QCOMPARE(walked.value().problems[1].text, walked.value().problems[0].text);
    options.limits = {};
    options.limits.depth = 3;
    QVERIFY(tree.open({{tree.at()}}, options)
                .contains(QStringLiteral("! .: Folders below level 3 were not read (1).")));
    options.limits = {};
    options.limits.totalBytes = static_cast<std::uint64_t>(kCsv.size()) * 3 + 1;
    const auto opened = sources::open({{tree.at()}}, options);
    QCOMPARE(opened.value().pieces.size(), std::size_t{3});
    QCOMPARE(opened.value().problems.size(), std::size_t{28});
    options.limits = {};
    options.limits.entryBytes = 10;
    tree.write("json/results.json");
    QVERIFY(sources::open({{tree.at("json")}}, options).error().text.find("limit is 10") != std::string::npos);
    // A CSV may be as large as `compare` reads.
    QCOMPARE(sources::open({{tree.at("d1")}}, options).value().pieces.size(), std::size_t{1});
  }

  void unreadableFilesAreReportedAndTheRestIsOpened() {
    const Tree tree;
    tree.write("t/inductor_timm_training.csv");
    tree.write("t/inductor_timm_inference.csv");
    tree.write("t/closed/inductor_torchbench_training.csv");
    const QString file = QString::fromStdString(tree.at("t/inductor_timm_inference.csv"));
    const QString folder = QString::fromStdString(tree.at("t/closed"));
    QVERIFY(QFile::setPermissions(file, {}) && QFile::setPermissions(folder, {}));
    QString got;
    bool isRefused = false;
    {
      const AsOtherUser otherUser;
      isRefused = ::access(tree.at("t").c_str(), R_OK) == 0 && !QFile(file).open(QIODevice::ReadOnly);
      got = tree.open({{tree.at("t")}});
    }
    QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    if (!isRefused) QSKIP("this user may read everything, and cannot become one who may not");
    QCOMPARE(got, joined({"R inductor_timm_training <- t/inductor_timm_training.csv",
                          "! t/closed: This folder cannot be listed: Permission denied.",
                          "! t/inductor_timm_inference.csv: You may not read this file."}));
  }

  void twoAtATimeGiveTheSameAnswer() {
    const Tree tree;
    for (int i = 0; i < 40; ++i)
      tree.write(qPrintable(QStringLiteral("shard-%1-40/inductor_timm_training.csv").arg(i + 1)));
    for (int i = 0; i < 10; ++i)
      tree.zip(qPrintable(QStringLiteral("z%1.zip").arg(i)),
               {{"../x.csv", kCsvText}, {"inductor_timm_inference.csv", kCsvText}});
    OpenOptions options;
    std::atomic<int> pairs = 0;
    options.sideBySide = [&pairs](const std::function<void()>& one, const std::function<void()>& other) {
      ++pairs;
      std::jthread helper(one);
      other();
    };
    QCOMPARE(tree.open({{tree.at()}}, options), tree.open({{tree.at()}}));
    QCOMPARE(pairs.load(), 1);
    QCOMPARE(tree.open({{tree.at()}}).count(QStringLiteral("leads out of the zip")), 10);
  }

  void progressIsReportedAndStoppingStops() {
    const Tree tree;
    for (int i = 0; i < 20; ++i) tree.write(qPrintable(QStringLiteral("d%1/inductor_timm_training.csv").arg(i)));
    std::stop_source stop;
    std::uint64_t last = 0, total = 0;
    const base::Progress counting(stop.get_token(), [&](std::uint64_t done, std::uint64_t all) {
      last = done;
      total = all;
    });
    QVERIFY(sources::open({{tree.at()}}, {}, counting).isValue());
    QCOMPARE(last, std::uint64_t{20});
    QCOMPARE(total, std::uint64_t{20});
    const base::Progress stopping(stop.get_token(), [&](std::uint64_t done, std::uint64_t) {
      if (done == 5) stop.request_stop();
    });
    QVERIFY(sources::open({{tree.at()}}, {}, stopping).isCancelled());
    QVERIFY(sources::open({{tree.at()}}, {}, stopping).isCancelled());
  }

  void kindsAreKnownByTheirEnding() {
    using sources::FileKind;
    QCOMPARE(sources::kindOf("a.CSV"), FileKind::Csv);
    QCOMPARE(sources::kindOf("a.zip"), FileKind::Zip);
    QCOMPARE(sources::kindOf("a.jsonl"), FileKind::Json);
    QCOMPARE(sources::kindOf("a.log"), FileKind::Text);
    QCOMPARE(sources::kindOf(".csv"), FileKind::Other);
    QCOMPARE(sources::kindOf("a.csv.gz"), FileKind::Other);
    QVERIFY(sources::liesInBaselines("x/ci_expected_accuracy/rocm/a.csv"));
    QVERIFY(!sources::liesInBaselines("x/my_ci_expected_accuracy/a.csv"));
    QVERIFY(!sources::liesInBaselines("ci_expected_accuracy"));
  }

  void aFileWithoutAnEndingIsKnownByItsContent() {
    const Tree tree;
    tree.zip("artifact", {{"inductor_timm_training.csv", kCsvText}});
    tree.write("inductor_timm_training", kCsv);
    QVERIFY(tree.open({{tree.at("artifact")}}).startsWith(QStringLiteral("R inductor_timm_training <- artifact!")));
    QVERIFY(tree.open({{tree.at("inductor_timm_training")}}).contains(QStringLiteral("<- inductor_timm_training")));
    QCOMPARE(tree.open({{tree.at()}}),
             QStringLiteral("error .: This folder holds no CSV, zip, JSON or log, only 2 other files."));
  }
};

QTEST_GUILESS_MAIN(OpenTest)
#include "open_test.moc"
