// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, as a shell starts it: recorded answers of the check scripts, pipes, terminals, a full disk, odd
// paths; and what is installed beside it: completion and manual.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/cli/command.h"
#include "resources/embedded.h"
#include "tests/cli/cli_case.h"
#include "tests/cli/cli_run.h"
#include "tests/support/memory_use.h"

using namespace plumbline;

namespace {

const QString kProgram = QStringLiteral(PLUMBLINE_BINARY_DIR "/bin/plumbline-cli");
const QString kSource = QStringLiteral(PLUMBLINE_SOURCE_DIR);

struct Ran {
  int exit = -1;
  QByteArray out;
  QByteArray err;
};

Ran start(const QString& program, const QStringList& words, const QString& folder,
          const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
  QProcess process;
  process.setProgram(program);
  process.setArguments(words);
  process.setWorkingDirectory(folder);
  process.setProcessEnvironment(environment);
  process.start();
  if (!process.waitForFinished(30000) || process.exitStatus() != QProcess::NormalExit) return {};
  return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// shell runs a script with $cli standing for the program.
Ran shell(const char* script, const QString& folder,
          QProcessEnvironment environment = QProcessEnvironment::systemEnvironment()) {
  environment.insert(QStringLiteral("cli"), kProgram);
  return start(QStringLiteral("bash"), {QStringLiteral("-c"), QString::fromUtf8(script)}, folder, environment);
}

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString sharedFolder() {
  const QString named = qEnvironmentVariable("PLUMBLINE_SHARED");
  return named.isEmpty() ? kSource + QStringLiteral("/../shared") : named;
}

}  // namespace

class CliProgramTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(support::layOut(support::cliCase("compare-text"), m_pair.path()));
    QVERIFY(QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR)));
  }
  void recordedAnswers_data();
  void recordedAnswers();
  void readerThatGoesAway();
  void fullDisk();
  void outOfMemory();
  void inputFromPipes();
  void shaComesFromTheEnvironment();
  void oddPathsArePrintedAsTyped();
  void coloursOnATerminalOnly_data();
  void coloursOnATerminalOnly();
  void completion_data();
  void completion();
  void everyHelpTextIsShown();
  void everyOptionIsExplained();
  void everyFamilyIsListed();
  void manualNamesEveryOption();
  void manualIsClean();

 private:
  QTemporaryDir m_pair;  ///< actual a.csv, expected e.csv
};

void CliProgramTest::recordedAnswers_data() {
  QTest::addColumn<QString>("folder");
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<int>("exit");
  QTest::addColumn<bool>("crashed");
  QTest::addColumn<QString>("stdoutFile");
  const QString golden = sharedFolder() + QStringLiteral("/golden/");
  // The tests in tests/parity judge every case; here a sample goes through the whole program.
  constexpr int kEvery = 9;
  int n = 0;
  for (const QString& kind : {QStringLiteral("real"), QStringLiteral("edge")}) {
    const QString folder = kind == QStringLiteral("real") ? sharedFolder() : golden + kind;
    QList<QByteArray> lines = content(golden + kind + QStringLiteral("/cases.tsv")).split('\n');
    if (!lines.isEmpty()) lines.removeFirst();
    for (const QByteArray& line : lines) {
      const QStringList f = QString::fromUtf8(line).split(QLatin1Char('\t'));
      if (f.size() != 8 || n++ % kEvery != 0) continue;
      QTest::newRow(qPrintable(f[0] + QLatin1Char(' ') + f[1] + QLatin1Char(' ') + f[2]))
          << folder
          << QStringList{QStringLiteral("check"), f[1], QStringLiteral("--actual"), f[3], QStringLiteral("--expected"),
                         f[4], QStringLiteral("--rules"), f[2]}
          << f[5].toInt() << (f[6] == QStringLiteral("1")) << golden + kind + QLatin1Char('/') + f[7];
    }
  }
  if (n == 0) QTest::newRow("absent") << QString() << QStringList() << 0 << false << QString();
}

void CliProgramTest::recordedAnswers() {
  QFETCH(QString, folder);
  QFETCH(QStringList, words);
  QFETCH(int, exit);
  QFETCH(bool, crashed);
  QFETCH(QString, stdoutFile);
  if (folder.isEmpty()) QSKIP("the recorded answers (../shared/golden) are not here");
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.remove(QStringLiteral("SHA1"));
  const Ran ran = start(kProgram, words, folder, environment);
  QCOMPARE(ran.exit, exit);
  QCOMPARE(!ran.err.isEmpty(), crashed || exit == 2);
  if (!crashed) QCOMPARE(ran.out, content(stdoutFile));
}

void CliProgramTest::readerThatGoesAway() {
  // Megabytes of output and a reader that takes one line of it.
  QTemporaryDir work;
  const Ran ran = shell(
      "{ echo name,accuracy; seq -f 'a_rather_long_model_name_%.0f,fail' 30000; } >a.csv; "
      "{ echo name,accuracy; seq -f 'a_rather_long_model_name_%.0f,pass' 30000; } >e.csv; "
      "\"$cli\" check accuracy --actual a.csv --expected e.csv | head -n 1; echo ${PIPESTATUS[0]}; "
      "\"$cli\" compare a.csv e.csv --format json | head -n 1; echo ${PIPESTATUS[0]}",
      work.path());
  QCOMPARE(ran.err, QByteArray());
  const QList<QByteArray> lines = ran.out.split('\n');
  QVERIFY2(lines.size() == 5, ran.out.left(500).constData());
  QVERIFY(lines[0].startsWith("a_rather_long_model_name_1"));
  QCOMPARE(lines[1], QByteArray("1"));
  QCOMPARE(lines[2], QByteArray("{"));
  QCOMPARE(lines[3], QByteArray("1"));
}

void CliProgramTest::fullDisk() {
  if (!QFile::exists(QStringLiteral("/dev/full"))) QSKIP("there is no /dev/full here");
  const Ran ran = shell("\"$cli\" rules >/dev/full", m_pair.path());
  QCOMPARE(ran.exit, 2);
  QVERIFY2(ran.err.contains("standard output cannot be written"), ran.err.constData());
}

void CliProgramTest::outOfMemory() {
  if (support::isSanitized()) return;  // a sanitizer needs terabytes of addresses
  const QTemporaryDir folder;
  const Ran ran = shell("yes model,pass | head -c 300000000 > a.csv; ulimit -v 600000; $cli merge a.csv -o merged.csv", folder.path());
  QCOMPARE(ran.exit, 2);
  QCOMPARE(ran.err, QByteArray("plumbline-cli: There is not enough memory for this. Name fewer or smaller files.\n"));
  QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("a.csv")});
}

void CliProgramTest::inputFromPipes() {
  const Ran files = shell("\"$cli\" check graph-breaks --actual a.csv --expected e.csv | head -n 4", m_pair.path());
  const Ran pipe = shell("cat a.csv | \"$cli\" check graph-breaks --actual /dev/stdin --expected e.csv | head -n 4", m_pair.path());
  const Ran two = shell("\"$cli\" check graph-breaks --actual <(cat a.csv) --expected <(cat e.csv) | head -n 4", m_pair.path());
  QVERIFY(files.out.contains("hf_T5"));
  QCOMPARE(pipe.out, files.out);
  QCOMPARE(two.out, files.out);
}

void CliProgramTest::shaComesFromTheEnvironment() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  const QStringList words = {QStringLiteral("check"), QStringLiteral("accuracy"), QStringLiteral("--actual"),
                             QStringLiteral("a.csv"), QStringLiteral("--expected"), QStringLiteral("e.csv")};
  environment.insert(QStringLiteral("SHA1"), QStringLiteral("0123456789abcdef"));
  QVERIFY(start(kProgram, words, m_pair.path(), environment).out.contains("update_expected.py 0123456789abcdef`"));
  environment.remove(QStringLiteral("SHA1"));
  QVERIFY(start(kProgram, words, m_pair.path(), environment).out.contains("update_expected.py {your CI commit sha}`"));
}

void CliProgramTest::oddPathsArePrintedAsTyped() {
  QTemporaryDir work;
  const Ran ran = shell(
      "p=$'odd \\xff\\x01\"name.csv'; printf 'name,speedup\\na,1\\n' >\"$p\"; \"$cli\" check perf -f \"$p\" -t 1 | head -n 1; rm \"$p\"",
      work.path());
  QCOMPARE(ran.out, QByteArray("Checking odd \xff\x01\"name.csv (speedup threshold >= 1.000x)\n"));
}

void CliProgramTest::coloursOnATerminalOnly_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<bool>("coloured");
  const QString terminal = QStringLiteral("TERM=xterm script -qec '\"$cli\" compare a.csv e.csv' /dev/null");
  QTest::newRow("terminal") << terminal << true;
  QTest::newRow("NO_COLOR") << QStringLiteral("NO_COLOR=1 ") + terminal << false;
  QTest::newRow("NO_COLOR empty") << QStringLiteral("NO_COLOR= ") + terminal << true;
  QTest::newRow("dumb") << QStringLiteral("TERM=dumb script -qec '\"$cli\" compare a.csv e.csv' /dev/null") << false;
  QTest::newRow("pipe") << QStringLiteral("\"$cli\" compare a.csv e.csv | cat") << false;
}

void CliProgramTest::coloursOnATerminalOnly() {
  QFETCH(QString, command);
  QFETCH(bool, coloured);
  if (shell("script -qec true /dev/null", m_pair.path()).exit != 0) QSKIP("script(1) can make no terminal here (no /dev/pts?)");
  const Ran ran = shell(qPrintable(command), m_pair.path());
  QVERIFY2(ran.out.contains("hf_T5"), ran.out.constData());
  QCOMPARE(ran.out.contains('\x1b'), coloured);
}

void CliProgramTest::completion_data() {
  QTest::addColumn<QString>("line");
  QTest::addColumn<QString>("wanted");
  const auto row = [](const char* line, const char* wanted) {
    QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(wanted);
  };
  row("c", "causes changes chart check compare");
  row("chart s", "scatter speedup");
  row("chart speedup a.csv e.csv --format ", "csv svg text");
  row("chart speedup a.csv e.csv --order b", "best");
  row("check ", "accuracy graph-breaks instructions memory perf speedup status");
  row("check s", "speedup status");
  row("check perf --m", "--metric");
  row("check perf --thr", "--threshold --threshold-scale");
  row("check perf --metric ", "abs_latency speedup");
  row("check accuracy --", "--actual --expected --help --rules");
  row("check accuracy --rules 2026", "2026-07 2026-08");
  row("check accuracy --rules c", "checkout");
  row("check accuracy --actual a", "a.csv");
  row("compare a.csv e.csv --format j", "json");
  row("compare a.csv e.csv --only fail,im", "fail,improved");
  row("compare a.csv e.csv --checks graph-breaks,a", "graph-breaks,accuracy");
  row("compare a.csv e.csv --f", "--filter --format");
  row("rules --s", "--show");
  row("rules ", "");
  row("ad", "advise");
  row("flaky he", "healed");
  row("bisect u", "undo");
  row("evidence n", "noise");
  row("evidence gaps --li", "--list");
  row("repro n", "new");
  row("repro m", "minifier-query minify");
  row("history show --format t", "text tsv");
  row("history export --format ", "csv jsonl");
  row("advise a.csv e.csv --format ", "json text");
  row("help evidence m", "margins");
  row("help ch", "changes chart check");
  row("help check p", "perf");
}

void CliProgramTest::completion() {
  QFETCH(QString, line);
  QFETCH(QString, wanted);
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("completion"), kSource + QStringLiteral("/packaging/completion/plumbline-cli.bash"));
  environment.insert(QStringLiteral("line"), line);
  if (!QFile::exists(QStringLiteral("/usr/share/bash-completion/bash_completion"))) QSKIP("bash-completion is not installed");
  const Ran ran = shell(
      "set -o pipefail; source /usr/share/bash-completion/bash_completion; source \"$completion\" || exit 9; "
      "compopt() { :; }; read -ra COMP_WORDS <<<\"plumbline-cli $line\"; [[ $line == *' ' ]] && COMP_WORDS+=(''); "
      "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=\"plumbline-cli $line\"; COMP_POINT=${#COMP_LINE}; "
      "_plumbline_cli \"$cli\" \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"; "
      "[[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' \"${COMPREPLY[@]}\" | sort | uniq | paste -sd' '",
      m_pair.path(), environment);
  QCOMPARE(ran.err, QByteArray());
  QCOMPARE(QString::fromUtf8(ran.out).trimmed(), wanted);
}

/// Every text in resources/cli is in the help of a command, or in the program's own.
void CliProgramTest::everyHelpTextIsShown() {
  std::size_t shown = 1;  // the program's own
  QVERIFY(support::run({"--help"}).out.endsWith(QByteArray::fromStdString(cli::helpResource("plumbline-cli"))));
  for (const cli::Command& command : cli::commands()) {
    const std::string text = cli::helpResource(command.spec.name);
    const std::string help = cli::helpText(command.spec);
    QVERIFY2(help.find(text) != std::string::npos, command.spec.name.c_str());
    shown += text.empty() ? 0 : 1;
  }
  const auto files = resources::embeddedFiles();
  QCOMPARE(shown, std::size_t(std::ranges::count_if(files, [](const auto& file) { return file.name.starts_with("cli/"); })));
}

void CliProgramTest::everyOptionIsExplained() {
  for (const cli::Command& command : cli::commands()) {
    const auto help = support::run({"help", command.spec.name.substr(0, command.spec.name.find(' ')),
                          command.spec.name.find(' ') == std::string::npos
                              ? std::string("--")
                              : command.spec.name.substr(command.spec.name.find(' ') + 1)});
    QCOMPARE(help.exit, 0);
    QVERIFY(help.out.startsWith("usage: plumbline-cli " + QByteArray::fromStdString(command.spec.name)));
    for (const cli::OptionSpec& option : command.spec.options) {
      QVERIFY(help.out.contains(QByteArray::fromStdString(option.name)));
      QVERIFY2(!option.help.empty(), option.name.c_str());
    }
    for (const QByteArray& line : help.out.split('\n'))
      QVERIFY2(QString::fromUtf8(line).size() <= 110, line.constData());
  }
}

/// The first word of commands of two words lists them, in both ways to ask for help.
void CliProgramTest::everyFamilyIsListed() {
  for (const cli::Command& command : cli::commands()) {
    const std::string& name = command.spec.name;
    const std::string family = name.substr(0, name.find(' '));
    if (family == name || std::ranges::any_of(cli::commands(), [&](const cli::Command& c) { return c.spec.name == family; })) continue;
    const auto help = support::run({family, "--help"});
    QCOMPARE(help.exit, 0);
    QVERIFY2(help.out.contains("\n  " + QByteArray::fromStdString(name) + ' '), name.c_str());
    QCOMPARE(support::run({"help", family}).out, help.out);
    QCOMPARE(support::run({family}).exit, 2);
  }
}

void CliProgramTest::manualNamesEveryOption() {
  const QByteArray page = content(kSource + QStringLiteral("/packaging/man/plumbline-cli.1")).replace("\\-", "-");
  const QByteArray options = page.mid(page.indexOf(".SH OPTIONS"));
  for (const cli::Command& command : cli::commands()) {
    const QByteArray name = QByteArray::fromStdString(command.spec.name);
    QVERIFY2(page.contains(name) || page.contains(name.mid(int(qstrlen("check ")))), name.constData());
    for (const cli::OptionSpec& option : command.spec.options)
      QVERIFY2(options.contains(QByteArray::fromStdString(option.name)), option.name.c_str());
  }
}

void CliProgramTest::manualIsClean() {
  if (shell("command -v man && command -v groff", kSource).exit != 0) QSKIP("man is not installed");
  const Ran ran = shell("LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l packaging/man/plumbline-cli.1", kSource);
  QCOMPARE(ran.err, QByteArray());
  QVERIFY(ran.out.contains("EXIT STATUS"));
}

QTEST_GUILESS_MAIN(CliProgramTest)
#include "cli_program_test.moc"
