// SPDX-License-Identifier: GPL-3.0-or-later
// What a command may cost for files under 1 MB: tables of many rows, many columns and odd names, and files of other forms that
// repeat a long text or have many small items, each command in a process
// of its own with 256 MB of memory and 2 s of CPU time (40 s in a debug build).
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <fstream>
#include <functional>

#include "app/cli/cli.h"
#include "tests/support/hud_maker.h"
#include "tests/support/memory_use.h"

using namespace plumbline;

namespace {

constexpr long kMemoryKilobytes = 256L << 10;
#ifdef NDEBUG
constexpr rlim_t kSeconds = 2;
#else
constexpr rlim_t kSeconds = 40;  // code without optimisation takes up to ten times as long; a quadratic cost is far beyond
#endif
constexpr std::size_t kSize = 990'000;

std::string rows(std::string_view header, const std::function<std::string(std::size_t)>& row) {
  std::string text = std::string(header) + '\n';
  for (std::size_t i = 0; text.size() < kSize; ++i) text += row(i) + '\n';
  return text;
}

std::string columns(char value) {
  std::string header = "name,accuracy", row = "\na,pass";
  for (std::size_t i = 0; header.size() + row.size() < kSize; ++i) {
    header += ",c" + std::to_string(i);
    row += {',', value};
  }
  return header + row + '\n';
}

struct Pair {
  std::string actual, expected;
};

Pair pairOf(const QString& shape) {
  if (shape == QStringLiteral("many columns")) return {columns('1'), columns('2')};
  if (shape == QStringLiteral("controls")) {
    const auto with = [](const std::string& word) {
      return "name,accuracy\n" + std::string(kSize - 100, '\x7f') + ',' + word + '\n';
    };
    return {with("pass"), with("fail")};
  }
  const auto with = [](const std::string& word) {
    return rows("name,accuracy", [&](std::size_t i) { return "m" + std::to_string(i) + ',' + word; });
  };
  return {with("fail"), with("pass")};
}

std::string commitsOf(const char* before, const char* behind) {
  std::string out;
  for (int i = 0; out.size() < kSize - 1000; ++i) out += before + std::to_string(i) + behind;
  return out;
}

/// One file and what a command does with it: F stands for the file, D for its folder.
struct Attack {
  const char* name;
  const char* file;
  const char* command;
  std::string (*make)();
};

const Attack kAttacks[] = {
    {"a long branch and repeats", "a.json", "overview F", [] { return support::hudRecord(std::string(900'000, 'b'), "m", "speedup", 18'000); }},
    {"a long model and repeats", "a.json", "overview F", [] { return support::hudRecord("main", std::string(900'000, 'm'), "speedup", 18'000); }},
    {"many repeats", "a.json", "overview F", [] { return support::hudRecord(std::string(900, 'b'), std::string(900, 'm'), "speedup", kSize - 4'000); }},
    {"many repeats", "a.json", "history add F --store D/h.sqlite", [] { return support::hudRecord(std::string(900, 'b'), std::string(900, 'm'), "speedup", kSize - 4'000); }},
    {"a long device and repeats", "a.json", "history add F --store D/h.sqlite",
     [] {
       return R"([{"benchmark":{"name":"cachebench","mode":"training","extra_info":{"device":")" + std::string(450'000, 'd') +
              R"x(","is_dynamic":false}},"model":{"name":"m","origins":["huggingface"]},"metric":{"name":"Cold compile time (s)","benchmark_values":[1)x" +
              support::repeatedText(",1", 500'000) + "]}}]";
     }},
    {"many commits with repeats", "a.json", "history add F --store D/h.sqlite",
     [] {
       std::string out;
       for (int i = 0; i < 48; ++i)
         out += (i == 0 ? '[' : ',') + (R"({"benchmark":{"name":"cachebench","mode":"training","extra_info":{"device":"cuda","is_dynamic":false}},"model":{"name":"m","origins":["huggingface"]},"head_sha":")" +
                                        std::to_string(i) + R"x(","metric":{"name":"Cold compile time (s)","benchmark_values":[1)x" + support::repeatedText(",1", 19'400) + "]}}");
       return out + ']';
     }},
    {"many compile times", "a.json", "history add F --store D/h.sqlite", [] { return support::hudRecord("main", "m", "Cold compile time (s)", kSize - 4'000); }},
    {"an exception before empty lines", "a.log", "causes F",
     [] { return "cuda train m\nTraceback (most recent call last):\n" + std::string(400'000, 'A') + ":\n" + std::string(580'000, '\n'); }},
    {"an exception before empty lines", "inductor_huggingface_training.log", "overview D",
     [] { return "cuda train m\nTraceback (most recent call last):\n" + std::string(400'000, 'A') + ":\n" + std::string(580'000, '\n'); }},
    {"targets of an assignment", "repro.py", "repro F --info",
     [] { return "import os\nrun_repro(mod, load_args, accuracy=True, command=\"run\")\n" + support::repeatedText("os.environ['A']=", 450'000) + '"' + std::string(500'000, 'v') + "\"\n"; }},
    {"a long file and variables", "check_accuracy.py", "flaky list F",
     [] { return "c=x==\"" + std::string(400'000, 'x') + ".csv\"\n" + commitsOf("c", "=c\n").substr(0, 500'000) + "\nflaky={\"a\"}\n"; }},
    {"many commits", "s.json", "bisect next --state F",
     [] {
       std::string commits = commitsOf("\"", "\",");
       commits.pop_back();
       return R"({"format":"plumbline-bisect","version":1,"repository":"","confidence":0.95,"run_minutes":1,"switch_minutes":0,"commits":[)" + commits + R"(],"results":[]})";
     }},
    {"many commits", "c.txt", "bisect start --commits F --state D/s.json", [] { return commitsOf("", "\n"); }},
    {"a step every seven rows", "a.csv", "changes F",
     [] {
       std::string out = "v\n";
       for (int i = 0; out.size() < kSize; ++i) out += std::to_string(i / 7 % 10) + '\n';
       return out;
     }},
    {"many episodes", "e.jsonl", "history import F --store D/h.sqlite",
     [] {
       std::string out;
       for (int i = 0; out.size() < kSize - 1000; ++i)
         out += R"({"plumbline_flaky_episode":{"list":"f","scope":"||","name":"m","reason":"","began":{"hash":")" + std::to_string(i) + R"(","unix_s":)" +
                std::to_string(i) + R"(,"author":"","subject":""},"ended":{"hash":")" + std::to_string(i) + R"(x","unix_s":)" + std::to_string(i) +
                R"(,"author":"","subject":""}}})" "\n";
       return out;
     }},
};

/// costOf runs the command in a child and returns how it ended; "" if it stayed within the limits.
QString costOf(const std::vector<std::string>& words) {
  ::malloc_trim(0);
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit seconds{kSeconds, kSeconds + 1};
    const rlimit core{0, 0};
    ::setrlimit(RLIMIT_CPU, &seconds);
    ::setrlimit(RLIMIT_CORE, &core);
    for (const int number : {SIGXCPU, SIGSEGV, SIGABRT, SIGBUS}) ::signal(number, SIG_DFL);  // not QTest's
    std::ofstream nowhere("/dev/null");
    cli::runCli(words, nowhere, nowhere, {});
    ::_exit(0);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child) return QStringLiteral("no child process");
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return QStringLiteral("takes more CPU time than allowed");
  if (WIFSIGNALED(status)) return QStringLiteral("ends with signal %1").arg(WTERMSIG(status));
  if (!support::isSanitized() && usage.ru_maxrss > kMemoryKilobytes)
    return QStringLiteral("needs %1 MB").arg(usage.ru_maxrss / 1024);
  return {};
}

}  // namespace

class CommandBoundsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  static void commands_data() {
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("command");
    const QStringList all = {QStringLiteral("accept A E"),
                             QStringLiteral("accept A E --write --allow-regressions --reason x"),
                             QStringLiteral("accept A E --format json --allow-regressions --reason x"),
                             QStringLiteral("report A --expected E --format html"),
                             QStringLiteral("report A --expected E --format json"),
                             QStringLiteral("report A --expected E --format junit"),
                             QStringLiteral("report A --expected E --format annotations"),
                             QStringLiteral("diff A E --format json"),
                             QStringLiteral("compare A E --format json"),
                             QStringLiteral("advise A E"),
                             QStringLiteral("merge A E -o -")};
    for (const QString& shape : {QStringLiteral("many rows"), QStringLiteral("many columns"), QStringLiteral("controls")})
      for (const QString& command : all) QTest::addRow("%s: %s", qPrintable(shape), qPrintable(command)) << shape << command;
  }
  static void commands() {
    QFETCH(QString, shape);
    QFETCH(QString, command);
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const std::string& bytes) {
      QFile file(folder.filePath(QString::fromUtf8(name)));
      if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size())) qFatal("no file");
      return file.fileName().toStdString();
    };
    {
      const Pair pair = pairOf(shape);
      QVERIFY(pair.actual.size() < 1'000'000 && pair.expected.size() < 1'000'000);
      write("a.csv", pair.actual);
      write("e.csv", pair.expected);
    }
    std::vector<std::string> words;
    for (const QString& word : command.split(QLatin1Char(' ')))
      words.push_back((word == QStringLiteral("A")   ? folder.filePath(QStringLiteral("a.csv"))
                       : word == QStringLiteral("E") ? folder.filePath(QStringLiteral("e.csv"))
                                                     : word).toStdString());
    QCOMPARE(costOf(words), QString());
  }

  static void files_data() {
    QTest::addColumn<int>("attack");
    for (int at = 0; at < int(std::size(kAttacks)); ++at) QTest::addRow("%s: %s", kAttacks[at].name, kAttacks[at].command) << at;
  }
  static void files() {
    QFETCH(int, attack);
    const Attack& one = kAttacks[attack];
    const QTemporaryDir folder;
    QFile file(folder.filePath(QString::fromUtf8(one.file)));
    {
      const std::string bytes = one.make();
      QVERIFY(bytes.size() < 1'000'000);
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes.data(), qint64(bytes.size())) == qint64(bytes.size()));
      file.close();
    }
    std::vector<std::string> words;
    for (QString word : QString::fromUtf8(one.command).split(QLatin1Char(' '))) {
      if (word == QStringLiteral("F")) word = file.fileName();
      if (word == QStringLiteral("D")) word = folder.path();
      if (word.startsWith(QStringLiteral("D/"))) word = folder.path() + word.mid(1);
      words.push_back(word.toStdString());
    }
    QCOMPARE(costOf(words), QString());
  }
};

QTEST_GUILESS_MAIN(CommandBoundsTest)
#include "command_bounds_test.moc"
