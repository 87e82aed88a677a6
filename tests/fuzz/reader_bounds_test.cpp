// SPDX-License-Identifier: GPL-3.0-or-later
// What a file under 1 MB may cost: every reader gets every file of its fuzz corpus, the same file repeated up to 1 MB,
// and texts made to be expensive, each in a process of its own with 256 MB of address space and 2 s of CPU time (8 s in a debug build).
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <new>
#include <string_view>
#include <tuple>

#include "core/baselines/conflict_blocks.h"
#include "core/baselines/layout_lint.h"
#include "core/configs/ci_names.h"
#include "core/fetch/fetch_plan.h"
#include "core/flaky/flaky_source.h"
#include "core/numerics/margins/margin_log.h"
#include "core/numerics/readers/load_value.h"
#include "core/numerics/same/same.h"
#include "core/reports/check/stored_report.h"
#include "core/reports/evidence/bisect_report.h"
#include "core/runs/engine/run_state.h"
#include "core/runs/engine/task_file.h"
#include "core/runs/logs/ansi_text.h"
#include "core/runs/repro/repro_script.h"
#include "core/runs/repro/repro_settings.h"
#include "core/runs/repro/repro_text.h"
#include "core/runs/spec/command_template.h"
#include "core/runs/spec/run_spec.h"
#include "core/session/edit_journal.h"
#include "core/sources/bisect_state.h"
#include "core/sources/formats/cache_run.h"
#include "core/sources/formats/failure_causes.h"
#include "core/sources/formats/source_text.h"
#include "core/sources/git_history.h"
#include "core/sources/open.h"
#include "core/sources/zip_reader.h"
#include "core/tables/frame.h"
#include "core/text/utf8.h"
#include "core/verdicts/rule_sets/checkout_rules.h"
#include "core/verdicts/rule_sets/rule_set.h"
#include "core/verdicts/view/query.h"
#include "tests/support/hud_maker.h"
#include "tests/support/pickle_maker.h"
#include "tests/support/tensor_bytes.h"
#include "tests/support/zip_maker.h"

using namespace plumbline;

namespace {

constexpr rlim_t kMemory = 256U << 20U;
#ifdef NDEBUG
constexpr rlim_t kSeconds = 2;
#else
constexpr rlim_t kSeconds = 8;  // a debug build takes up to six times as long; a quadratic cost is far beyond
#endif
constexpr std::size_t kSize = 1'000'000;
constexpr int kOutOfMemory = 3;

struct Reader {
  const char* name;
  const char* suffixes;  ///< of the files of its corpus, each in blanks; every reader gets the expensive texts too
  void (*read)(const std::string& bytes);
};

void readTable(const std::string& bytes) {
  const auto table = tables::CsvTable::scan(bytes, "a.csv");
  if (!table.isValue()) return;
  const tables::Frame frame = tables::Frame::of(table.value());
  for (const std::string& name : frame.columnNames()) (void)frame.column(name);
  (void)sources::readWide({"a.csv", "a.csv", bytes}, *table.value());
}

void readMargins(const std::string& bytes) {
  numerics::MarginReader reader;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    reader.add(std::string_view(bytes).substr(begin, end - begin));
    begin = end + 1;
  }
  (void)reader.margins();
}

void readLine(const std::string& bytes) {
  runs::AnsiStyle style;
  (void)runs::readAnsi(bytes, style);
}

void readFlaky(const std::string& bytes, const char* path) {
  const auto source = flaky::FlakySource::read(bytes, path);
  if (!source) return;
  flaky::FlakyEntry entry;
  entry.name = "one_more";
  (void)source->add(entry);
  if (source->entries().empty()) return;
  entry = source->entries().front();
  entry.reason = "slow";
  (void)source->replace(0, entry);
  (void)source->remove(0);
}

void readBisection(const std::string& bytes) {
  QTemporaryFile file;
  if (!file.open() || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0 || !file.flush()) return;
  if (const auto state = sources::readBisectState(file.fileName().toStdString())) (void)reports::bisectText(*state);
}

const Reader kReaders[] = {
    {"table", " csv ", readTable},
    {"lint", " csv ", [](const std::string& b) { (void)baselines::lintFile(b, "a.csv", {}); }},
    {"conflicts", " csv ", [](const std::string& b) { (void)baselines::conflictBlocks(b, "a.csv"); }},
    {"flaky script", " py txt ", [](const std::string& b) { readFlaky(b, "check_accuracy.py"); }},
    {"flaky list", " toml ", [](const std::string& b) { readFlaky(b, "flaky.toml"); }},
    {"rules", " toml ", [](const std::string& b) { (void)verdicts::parseRules(b, "rules.toml"); }},
    {"query", " txt ",
     [](const std::string& b) {
       (void)verdicts::Query::parse(b, {"accuracy", "speedup"});
     }},
    {"npy", " npy ",
     [](const std::string& b) {
       if (auto v = numerics::readNpy(support::viewOf(b))) support::touchAll(*v);
     }},
    {"npz", " npz zip ", [](const std::string& b) { (void)numerics::readNpz(support::viewOf(b)); }},
    {"safetensors", " safetensors ", [](const std::string& b) { (void)numerics::readSafetensors(support::viewOf(b)); }},
    {"torch", " pt zip ", [](const std::string& b) { (void)numerics::readTorch(support::viewOf(b)); }},
    {"margins", " txt log ", readMargins},
    {"zip", " zip ",
     [](const std::string& b) { (void)sources::readZipBytes(b, "a.zip", {}, [](std::string_view) { return true; }); }},
    {"HUD", " json ",
     [](const std::string& b) {
       (void)sources::readHudJson({"a.json", "a.json", b});
     }},
    {"cache runs", " json ", [](const std::string& b) { (void)sources::readCacheRuns(b, "a.json"); }},
    {"dashboard", " txt ",
     [](const std::string& b) {
       (void)sources::readDashboardText({"a.txt", "a.txt", b});
     }},
    {"runner log", " log txt ",
     [](const std::string& b) {
       (void)sources::readRunnerLog({"a.log", "a.log", b});
     }},
    {"report", " json ", [](const std::string& b) { (void)reports::readReport(b, "a.json"); }},
    {"causes", " log txt ", [](const std::string& b) { (void)sources::failureCauses(b); }},
    {"repro script", " py ",
     [](const std::string& b) {
       if (const auto script = runs::reproScriptOf(b, "repro.py")) (void)(runs::scriptText(*script) + runs::scriptForRun(b, *script, "/folder"));
     }},
    {"check script", " py ",
     [](const std::string& b) {
       flaky::Checkout checkout;
       checkout.accuracy = flaky::CheckScript{.path = "check_accuracy.py", .source = b, .problem = {}};
       (void)verdicts::checkoutRules(checkout);
     }},
    {"log of git", " txt ", [](const std::string& b) { (void)sources::loggedCommits(b); }},
    {"escaped bytes", " txt ", [](const std::string& b) { (void)text::escapedBytes(b); }},
    {"names", " txt ",
     [](const std::string& b) {
       (void)configs::shardOfJob(b);
       (void)configs::identityOf(b);
     }},
    {"bisection", " json ", readBisection},
    {"run spec", " json ", [](const std::string& b) { (void)runs::specOf(b); }},
    {"run journal", " json ", [](const std::string& b) { (void)runs::replayRun(b, "/run"); }},
    {"task events", " json ", [](const std::string& b) { (void)runs::readEvents(b); }},
    {"command", " txt ", [](const std::string& b) { (void)runs::splitCommand(b); }},
    {"log line", " log txt ", readLine},
    {"edit journal", " json ", [](const std::string& b) { (void)session::readJournal(b); }},
    {"runs of a server", " json ", [](const std::string& b) { (void)fetch::runsOf(b); }},
    {"jobs of a server", " json ", [](const std::string& b) { (void)fetch::jobsOf(b, {}); }},
    {"fetch rules", " toml ", [](const std::string& b) { (void)fetch::parseFetchRules(b); }},
};

std::string repeated(std::string_view piece, std::string_view before = {}) { return support::repeatedText(piece, kSize, before); }

/// conditionOfFiles is the line of a check script that asks for 240 files.
std::string conditionOfFiles() {
  std::string out = "c=x in(";
  for (int i = 0; i < 240; ++i) out += "\"" + std::to_string(i) + ".csv\",";
  return out + ")\n";
}

struct Text {
  const char* name;
  std::string (*make)();
  const char* suffix = nullptr;  ///< of the corpus of those readers that get it; null: all do
};

/// What a reader may do with every byte: nest, count, compare, copy, unpack.
const Text kTexts[] = {
    {"brackets", [] { return repeated("["); }},
    {"braces", [] { return repeated("{\"a\":"); }},
    {"parentheses", [] { return repeated("(", "x = "); }},
    {"objects", [] { return repeated("{},", "[") + "{}]"; }},
    {"members of one name", [] { return repeated("\"a\":1,", "{") + "\"a\":1}"; }},
    {"dotted key", [] { return repeated("a.") + "b = 1"; }},
    {"table header", [] { return repeated("a.", "[") + "b]"; }},
    {"inline tables", [] { return repeated("{a=", "a="); }},
    {"arrays of TOML", [] { return repeated("[[a]]\n"); }},
    {"quotes", [] { return repeated("\""); }},
    {"open text", [] { return repeated("a", "\""); }},
    {"escapes", [] { return repeated("\\u0000", "\"") + "\""; }},
    {"backslashes", [] { return repeated("\\"); }},
    {"a bisection with many results",
     [] {
       std::string commits, results;
       for (int i = 0; commits.size() < kSize / 2; ++i) commits += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
       for (int i = 0; results.size() < kSize / 3; ++i)
         results += (i == 0 ? "" : ",") + (R"({"commit":")" + std::to_string(9 * i / 2)) + R"(","failed":false})";
       return R"({"format":"plumbline-bisect","version":1,"repository":"","confidence":0.95,"run_minutes":1,)"
              R"("switch_minutes":0,"commits":[)" +
              commits + R"(],"results":[)" + results + "]}";
     }},
    {"a bisection of many commits",
     [] {
       std::string commits;
       for (int i = 0; commits.size() < kSize - 1000; ++i) commits += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
       return R"({"format":"plumbline-bisect","version":1,"repository":"","confidence":0.95,"run_minutes":1,"switch_minutes":9,"commits":[)" + commits +
              R"(],"results":[]})";
     }, " json "},
    {"an exception before empty lines",
     [] { return repeated("\n", "cuda train m\nTraceback (most recent call last):\n" + std::string(kSize / 2, 'A') + ":\n"); }, " log "},
    {"a message before empty lines",
     [] { return repeated("\n", "cuda train m\nTraceback (most recent call last):\nInductorError: " + std::string(kSize / 2, 'A') + ":\n"); }, " log "},
    {"a message that begins again",
     [] { return repeated("at 1:2:\n^\n", "cuda train m\nTraceback (most recent call last):\n" + std::string(kSize / 2, 'A') + ": at 1:2:\n"); }, " log "},
    {"a long branch and repeats", [] { return support::hudRecord(std::string(kSize / 2, 'b'), "m", "speedup", kSize / 4); }, " json "},
    {"a long model and repeats", [] { return support::hudRecord("main", std::string(kSize / 2, 'm'), "speedup", kSize / 4); }, " json "},
    {"many repeats", [] { return support::hudRecord(std::string(900, 'b'), std::string(900, 'm'), "speedup", kSize / 2 - 2000); }, " json "},
    {"many repeats of a compile time", [] { return support::hudRecord("main", "m", "Cold compile time (s)", kSize / 2 - 2000); }, " json "},
    {"targets of an assignment",
     [] { return repeated("os.environ['TORCH_TRACE']=", "run_repro(mod, load_args)\n").substr(0, kSize / 2) + "=\"" + std::string(kSize / 2, 'v') + "\"\n"; }, " py "},
    {"targets of many texts",
     [] { return "run_repro(mod, load_args)\n" + repeated("os.environ['A']=").substr(0, kSize / 2) + "=" + repeated("''").substr(0, kSize / 2) + '\n'; }, " py "},
    {"calls in calls", [] { return repeated("run_repro("); }, " py "},
    {"a long file and variables",
     [] {
       std::string out = "c=x==\"" + std::string(kSize / 2, 'x') + ".csv\"\n";
       for (int i = 0; out.size() < kSize - 100; ++i) out += "c" + std::to_string(i) + "=c\n";
       return out + "flaky={\"a\"}\n";
     }, " py "},
    {"a long file by reference",
     [] {
       std::string out = "a=\"" + std::string(kSize / 2, 'y') + ".csv\"\nc=x in(" + repeated("a,").substr(0, 480) + "a)\nif c:\n flaky={\"m\"}\n";
       while (out.size() < kSize - 100) out += " flaky|={\"n\"}\n";
       return out;
     }, " py "},
    {"a long variable", [] { return repeated("{\"a\"},", std::string(kSize / 2, 'v') + "_flaky = [") + "]\n"; }, " py "},
    {"a long name for many files", [] { return conditionOfFiles() + "if c:\n flaky={\"" + std::string(kSize - 10'000, 'm') + "\"}\n"; }, " py "},
    {"a long comment for many files", [] { return conditionOfFiles() + "if c:\n flaky={\n  \"m\",  # " + std::string(kSize - 10'000, 'z') + "\n }\n"; }, " py "},
    {"conditions in conditions",
     [] {
       std::string out = conditionOfFiles();
       for (std::size_t depth = 0; depth < 400; ++depth) out += std::string(depth, ' ') + "if c:\n";
       return repeated("a=b;", out + std::string(400, ' ')).substr(0, kSize - 100) + "\nflaky={\"a\"}\n";
     }, " py "},
    {"a subject of no UTF-8",
     [] {
       const std::string hash(40, 'a');
       return hash + '\0' + hash + '\0' + "2026-01-01" + '\0' + "1" + '\0' + "a" + '\0' + std::string(kSize - 200, '\xff') + '\0';
     }, " txt "},
    {"commas", [] { return repeated(","); }},
    {"line ends", [] { return repeated("\n"); }},
    {"short rows", [] { return repeated("a,1\n", "name,accuracy\n"); }},
    {"conflict marks", [] { return repeated("<<<<<<< a\n=======\n>>>>>>> b\n"); }},
    {"NUL", [] { return std::string(kSize, '\0'); }},
    {"no UTF-8", [] { return repeated("\xff\xc3"); }},
    {"names on one line", [] { return repeated("\"a\",", "flaky = {") + "}"; }},
    {"a comment for all",
     [] { return repeated("a: ", repeated("\"a\",", "flaky = {").substr(0, kSize / 2 + 1) + " # ") + "\n}"; }},
    {"sets that double",
     [] {
       std::string out = "flaky0 = {\"a\"}\n";
       for (int i = 0; i < 60; ++i)
         out += "flaky" + std::to_string(i + 1) + " = flaky" + std::to_string(i) + " | flaky" + std::to_string(i) + "\n";
       return out;
     }},
    {"sets and variables",
     [] {
       std::string out;
       for (int i = 0; i < 5000; ++i) out += "flaky |= {\"a\"}\n";
       for (int i = 0; out.size() < kSize - 20; ++i) out += "b" + std::to_string(i) + " = flaky\n";
       return out;
     }},
    {"conditions and variables",
     [] {
       std::string out = "a = x in (";
       for (int i = 0; i < 200; ++i) out += "\"" + std::to_string(i) + ".csv\",";
       out += ")\n";
       for (int i = 0; out.size() < kSize - 20; ++i) out += "b" + std::to_string(i) + " = a\n";
       return out;
     }},
    {"files and names",
     [] {
       std::string out = "if x in (";
       for (int i = 0; i < 200; ++i) out += "\"" + std::to_string(i) + ".csv\",";
       return repeated("\"a\",", out + "):\n  flaky = {") + "}\n";
     }},
    {"updates", [] { return repeated("flaky.update({\"b\"})\n", "flaky = {\"a\"}\n"); }},
    {"entries", [] { return repeated("[[flaky]]\nname=\"a\"\n"); }},
    {"entries on one line", [] { return repeated("{name=\"a\"},", "flaky = [") + "]\n"; }},
    {"sets on one line", [] { return repeated("{\"a\"},", "flaky = [") + "]\n"; }},
    {"wide characters", [] { return repeated("\xf0\x9f\x98\x80"); }},
    {"escape sequences", [] { return repeated("\x1b[31m"); }},
    {"lists of pickle", [] { return std::string("\x80\x02") + repeated("]("); }},
    {"memo of pickle", [] { return std::string("\x80\x02]") + repeated("q\1h\1\x86"); }},
    {"zip of zeros", [] { return support::zipOf({support::zeroBomb("a.csv", std::size_t{50} << 20U)}).toStdString(); }},
    {"npy of many axes",
     [] {
       return support::npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                                 std::string(60'000, '1').replace(1, 59'998, repeated("1,").substr(0, 59'998)) + "), }",
                             "");
     }},
    {"safetensors of brackets", [] { return support::safetensorsOf(repeated("[").substr(0, kSize - 8), ""); }},
    {"shifted safetensors", [] { return support::safetensorsOf(repeated("{\"a\":").substr(0, kSize - 8), ""); }},
};

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// costOf runs the reader in a child and returns how it ended; "" if it stayed within the limits.
QString costOf(const Reader& reader, const std::string& bytes, rlim_t limitSeconds = kSeconds) {
  ::malloc_trim(0);
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit memory{kMemory, kMemory};
    const rlimit seconds{limitSeconds, limitSeconds + 1};
    const rlimit core{0, 0};
    ::setrlimit(RLIMIT_AS, &memory);
    ::setrlimit(RLIMIT_CPU, &seconds);
    ::setrlimit(RLIMIT_CORE, &core);
    for (const int number : {SIGXCPU, SIGSEGV, SIGABRT, SIGBUS}) ::signal(number, SIG_DFL);  // not QTest's
    std::set_new_handler([] { ::_exit(kOutOfMemory); });
    reader.read(bytes);
    ::_exit(0);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return QStringLiteral("no child process");
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return QStringLiteral("takes more CPU time than allowed");
  if (WIFSIGNALED(status)) return QStringLiteral("ends with signal %1").arg(WTERMSIG(status));
  if (WEXITSTATUS(status) == kOutOfMemory) return QStringLiteral("needs more than 256 MB");
  return WEXITSTATUS(status) == 0 ? QString() : QStringLiteral("ends with %1").arg(WEXITSTATUS(status));
}

const Reader& readerAt(int at) { return kReaders[at]; }

}  // namespace

class ReaderBoundsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void corpus_data() {
    QTest::addColumn<int>("reader");
    QTest::addColumn<QString>("path");
    for (const char* folder : {"/tests/data", "/resources/samples", "/resources/rules"}) {
      QDirIterator files(QStringLiteral(PLUMBLINE_SOURCE_DIR) + QString::fromUtf8(folder), QDir::Files,
                         QDirIterator::Subdirectories);
      while (files.hasNext()) {
        const QString path = files.next();
        const QString suffix = QStringLiteral(" %1 ").arg(files.fileInfo().suffix());
        for (int at = 0; at < static_cast<int>(std::size(kReaders)); ++at)
          if (QString::fromUtf8(kReaders[at].suffixes).contains(suffix))
            QTest::addRow("%s: %s", kReaders[at].name, qPrintable(path.mid(int(sizeof PLUMBLINE_SOURCE_DIR))))
                << at << path;
      }
    }
  }
  static void corpus() {
    QFETCH(int, reader);
    QFETCH(QString, path);
    const std::string bytes = contentOf(path).toStdString();
    QVERIFY(!bytes.empty());
    QCOMPARE(costOf(readerAt(reader), bytes), QString());
    if (bytes.size() < kSize) QCOMPARE(costOf(readerAt(reader), repeated(bytes)), QString());
  }

  static void expensiveTexts_data() {
    QTest::addColumn<int>("reader");
    QTest::addColumn<int>("text");
    for (int text = 0; text < static_cast<int>(std::size(kTexts)); ++text)
      for (int at = 0; at < static_cast<int>(std::size(kReaders)); ++at)
        if (kTexts[text].suffix == nullptr || std::strstr(kReaders[at].suffixes, kTexts[text].suffix) != nullptr)
          QTest::addRow("%s: %s", kReaders[at].name, kTexts[text].name) << at << text;
  }
  static void expensiveTexts() {
    QFETCH(int, reader);
    QFETCH(int, text);
    static int made = -1;
    static std::string bytes;
    if (made != text) bytes = kTexts[text].make();
    made = text;
    QVERIFY(!bytes.empty() && bytes.size() < 1'100'000);
    QCOMPARE(costOf(readerAt(reader), bytes), QString());
  }

  /// A zip opened as a source: its members are read as results, one after the other.
  static void openedZips_data() {
    QTest::addColumn<QByteArray>("zip");
    std::vector<support::ZipEntry> many;
    for (int i = 0; i < 5000; ++i) many.push_back({std::to_string(i) + ".csv", "name,accuracy\na,pass\n"});
    QTest::newRow("many small results") << support::zipOf(many);
    for (const auto& [name, head, piece] :
         {std::tuple{"a.csv", "name\n", "a\n"}, std::tuple{"a.csv", "name,accuracy\n", "\na"},
          std::tuple{"a.csv", "name,accuracy\n", "\"\",\"\"\n"}, std::tuple{"a.csv", "name,accuracy\n", "a,pass\n"},
          std::tuple{"a.csv", "name\n", "aaaaaaaaaaaaaaaa"}, std::tuple{"a.csv", "name", ",a"},
          std::tuple{"a.csv", "name", ",\"\""}, std::tuple{"a.csv", "name,accuracy\na", ",b"},
          std::tuple{"a.json", "[0", ",0"}, std::tuple{"a.json", "[{\"a\":[0", ",0"},
          std::tuple{"a.json", "{\"a\":[0", ",0"}, std::tuple{"a.json", "{\"a\":[[]", ",[]"},
          std::tuple{"a.json", "{\"a\":0", ",\"a\":0"}, std::tuple{"a.json", "[\"\"", ",\"\""},
          std::tuple{"a.json", "\"", "a"}, std::tuple{"a.json", "[{}", ",{}"}, std::tuple{"a.log", "", "\n"},
          std::tuple{"a.log", "", "cuda train a   pass\n"}}) {
      // As much of it as the limits let through, besides random bytes up to 1 MB.
      const std::string_view each(piece);
      const sources::Limits limits;
      const std::size_t cost =
          each.size() + limits.zipLineBytes * static_cast<std::size_t>(std::ranges::count(each, '\n'));
      const std::size_t most = limits.entryRatio * kSize * 95 / 100;
      std::string text(head);
      for (std::size_t left = limits.zipRatio * kSize * 95 / 100;
           left > cost && text.size() + each.size() < most; left -= cost)
        text += each;
      std::string noise(kSize * 9 / 10, '\0');
      std::uint32_t state = 1;
      for (char& c : noise) c = static_cast<char>((state = state * 1664525U + 1013904223U) >> 24U);
      QTest::addRow("%s of %s%s", name, head, piece) << support::zipOf({{name, text}, {"noise.bin", noise}});
    }
  }
  static void openedZips() {
    QFETCH(QByteArray, zip);
    QVERIFY(zip.size() < qsizetype(kSize));
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.zip")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(zip) == zip.size());
    file.close();
    const Reader opened{"open", "", [](const std::string& path) { (void)sources::open({{path}}); }};
    QCOMPARE(costOf(opened, file.fileName().toStdString()), QString());
  }

  /// The largest lists that a .pt file may hold, read and compared with themselves.
  static void largestLists_data() {
    QTest::addColumn<QByteArray>("body");
    const auto many = [](std::string_view item, int count) {
      std::string out = "](";
      for (int i = 0; i < count; ++i) out += item;
      return QByteArray::fromStdString(out + "e");
    };
    QTest::newRow("integers") << many("K\1", 131'071);
    QTest::newRow("numbers") << many(std::string_view("G\x3f\xf0\0\0\0\0\0\0", 9), 100'000);
    QTest::newRow("lists") << many("]", 100'000);
    QTest::newRow("tuples of one") << many("K\1\x85", 65'000);
    QTest::newRow("lists of one") << many("]K\1a", 60'000);
    QTest::newRow("tensors") << many(support::pickle::tensor("FloatStorage", "0", 4, 0, {2}, {1}), 6'000);
    QTest::newRow("wide tensors") << many(support::pickle::tensor("FloatStorage", "0", 4, 0, {512}, {0}), 6'000);
    std::string attributes = support::pickle::global("x", "Foo") + ")\x81}(";
    for (int i = 0; i < 50'000; ++i) attributes += support::pickle::text(std::to_string(i)) + "K\1";
    QTest::newRow("attributes") << QByteArray::fromStdString(attributes + "ub");
    QTest::newRow("one number repeated")
        << QByteArray::fromStdString(support::pickle::tensor("FloatStorage", "0", 4, 0, {2048, 2048}, {0, 0}));
  }
  static void largestLists() {
    QFETCH(QByteArray, body);
    const std::string file = support::pickle::archive(support::pickle::whole(body.toStdString()), {{"0", std::string(16, '\0')}});
    QVERIFY2(file.size() < kSize, std::to_string(file.size()).c_str());
    QVERIFY(support::pickle::read(file).isValue());
    const Reader compared{"same", "", [](const std::string& bytes) {
                            const auto value = support::pickle::read(bytes);
                            (void)numerics::same({value.value(), value.value()}, {}, numerics::Detail::Margins);
                          }};
    QCOMPARE(costOf(compared, file), QString());
  }

  /// The limits themselves must be able to fail.
  static void limitsHold() {
    const Reader greedy{"", "", [](const std::string&) { std::string(kMemory, 'x').swap(*new std::string); }};
    QCOMPARE(costOf(greedy, {}), QStringLiteral("needs more than 256 MB"));
    const Reader endless{"", "", [](const std::string&) {
                           for (volatile bool more = true; more;) {
                           }
                         }};
    QCOMPARE(costOf(endless, {}, 1), QStringLiteral("takes more CPU time than allowed"));
  }
};

int main(int argc, char** argv) {
  ::mallopt(M_MMAP_THRESHOLD, 1 << 17);  // what a text took is given back, so that the next child does not inherit it
  const QCoreApplication application(argc, argv);
  ReaderBoundsTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "reader_bounds_test.moc"
