// SPDX-License-Identifier: GPL-3.0-or-later
// Every command, run in this process with buffers, on the cases of tests/data/cli (see cli_case.h).
// PLUMBLINE_APPROVE=1 writes the present output as approved: read the diff before committing.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/cli/command.h"
#include "core/flaky/flaky_entry.h"
#include "resources/embedded.h"
#include "tests/cli/cli_case.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/json_reference.h"

using namespace plumbline;
using support::Ran;
using support::run;

namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
  QCOMPARE(file.write(bytes), bytes.size());
}

}  // namespace

class CliCommandsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { QDir::setCurrent(QStringLiteral(PLUMBLINE_BINARY_DIR)); }
  void cases_data();
  void cases();
  void arguments_data();
  void arguments();
  void unreadableInputs_data();
  void unreadableInputs();
  void pipes();
  void sampleIsWrittenOnceAndCompares();
  void dashesEndTheOptions_data();
  void dashesEndTheOptions();
  void filesAreNamedLikeOptions();
  void filesBesideATable();
  void newScriptOfAClass();
  void devicesAsOutput();
  void aTerminalGetsNoControls();
  void errorsAreOneLineOfText();
  void aChartOfUnreadSourcesDoesNotPass();
  void jsonIsJson();
  void jsonIsDocumented();
  void rulesCanBeShown();
  void versionIsTheProjects();
  void checkoutRulesAreRead();
  void aCheckNamesOtherRulesOfTheCheckout();
};

void CliCommandsTest::cases_data() {
  QTest::addColumn<support::CliCase>("one");
  const QList<support::CliCase> cases = support::cliCases();
  QVERIFY(cases.size() >= 485);
  for (const support::CliCase& one : cases) QTest::newRow(one.name.constData()) << one;
}

void CliCommandsTest::cases() {
  QFETCH(const support::CliCase, one);
  QTemporaryDir work;
  QVERIFY(support::layOut(one, work.path()));
  cli::Environment environment;
  environment.columns = static_cast<std::size_t>(one.settings.value("columns").toInt());
  environment.colour = one.settings.value("colour") == "true";
  environment.today = flaky::parseDate(one.settings.value("today").toStdString());
  environment.flakyList = one.settings.value("flaky_list").toStdString();
  if (one.settings.contains("sha")) environment.sha = one.settings.value("sha").toStdString();

  const Ran ran = run(one.words, environment);
  const QString writtenName = QString::fromUtf8(one.writtenName);
  const QByteArray written = writtenName.isEmpty() ? QByteArray() : content(writtenName);
  if (qEnvironmentVariableIsSet("PLUMBLINE_APPROVE")) {
    QVERIFY(support::approve(one, ran.out, written));
  } else {
    QCOMPARE(ran.out, one.out);
    QCOMPARE(written, one.written);
  }
  QCOMPARE(ran.exit, one.exit);
  if (one.errPart.isEmpty()) {
    QCOMPARE(ran.err, QByteArray());
  } else {
    QVERIFY2(ran.err.contains(one.errPart), ran.err.constData());
    QVERIFY(ran.err.endsWith('\n'));
  }
  const QJsonDocument json = QJsonDocument::fromJson(ran.out);
  if (json.isObject()) QCOMPARE(support::keysNotInSnakeCase(json.object()), QStringList());
  if (writtenName.isEmpty()) QVERIFY(!QFile::exists(QStringLiteral("out.csv")));
}

void CliCommandsTest::arguments_data() {
  QTest::addColumn<QString>("words");  // separated by |
  QTest::addColumn<QString>("wanted");
  const auto row = [](const char* words, const char* wanted) {
    QTest::newRow(words) << QString::fromUtf8(words) << QString::fromUtf8(wanted);
  };
  row("--actual|a|FILE", "--actual=a FILE");
  row("FILE|--act|a", "--actual=a FILE");
  row("--a=x=y|F", "--actual=x=y F");
  row("--actual=|F", "--actual= F");
  row("--actual||F", "--actual= F");
  row("-ta|F", "--time=a F");
  row("-t=a|F", "--time=a F");
  row("-t|-5|F", "--time=-5 F");
  row("-t|-.5|F", "--time=-.5 F");
  row("-t|-5.|F", "error argument --time: expected one argument");
  row("-t|-1e5|F", "error argument --time: expected one argument");
  row("-t|- 5|F", "--time=- 5 F");
  row("-t|--|F|G", "--time=F G");
  row("-t", "error argument --time: expected one argument");
  row("--|-t", "-t");
  row("--actual|--|--switch|F", "--actual=--switch F");
  row("--actual|--|a|-t", "--actual=a -t");
  row("--|--fix|-t", "error unrecognized arguments: -t");
  row("--|[a,b]", "[a,b]");
  row("--|--", "--");
  row("[a,b]", "[a,b]");
  row("-", "-");
  row("--ti|1|F", "error ambiguous option: --ti could match --time, --timeout");
  row("--time|1|F", "--time=1 F");
  row("--timeo|1|F", "--timeout=1 F");
  row("--switch|F", "--switch= F");
  row("--switch=1|F", "error argument --switch: ignored explicit argument '1'");
  row("--nothing|F", "error unrecognized arguments: --nothing");
  row("-x|F", "error unrecognized arguments: -x");
  row("---x|F", "error unrecognized arguments: ---x");
  row("F|G", "error unrecognized arguments: G");
  row("F|--nothing|G|-x", "error unrecognized arguments: --nothing -x G");
  row("--nothing", "error the following arguments are required: FILE");
  row("--actual|a|--act|b|F", "--actual=b F");
  row("--actual=[a,b]|{}", "--actual=[a,b] {}");
  row("--actual|%%|++", "--actual=%% ++");
  row("--actual|--switch|F", "error argument --actual: expected one argument");
  row("-tt|F", "--time=t F");
  row("-5|", "error unrecognized arguments: ");
  row("F|--|--|-h", "error unrecognized arguments: -- -h");
  row("--kind|b|F", "--kind=b F");
  row("--kind=|F", "error argument --kind: invalid choice: '' (choose from a, b)");
  row("--kind|c|--kind|a|F", "error argument --kind: invalid choice: 'c' (choose from a, b)");
  row("--kind|c|F", "error argument --kind: invalid choice: 'c' (choose from a, b)");
  row("", "error the following arguments are required: FILE");
  row("--he|--nonsense", "help");
  row("-h", "help");
  row("-h|--kind|c", "help");
  row("--nothing|-h", "help");
}

void CliCommandsTest::arguments() {
  QFETCH(QString, words);
  QFETCH(QString, wanted);
  const cli::CommandSpec spec{.name = "test",
                              .summary = "",
                              .positionals = {{.name = "FILE", .help = ""}},
                              .options = {{.name = "--actual", .value = "A", .help = ""},
                                          {.name = "--time", .letter = 't', .value = "T", .help = ""},
                                          {.name = "--timeout", .value = "T", .help = ""},
                                          {.name = "--switch", .value = "", .help = ""},
                                          {.name = "--kind", .value = "K", .help = "", .choices = {"a", "b"}}}};
  std::vector<std::string> list;
  if (!words.isEmpty())
    for (const QString& word : words.split(QLatin1Char('|'))) list.push_back(word.toStdString());
  const auto parsed = cli::parseArguments(spec, list);
  std::string text;
  if (!parsed) {
    text = "error " + parsed.error().text;
  } else if (parsed->help) {
    text = "help";
  } else {
    for (const auto& [name, value] : parsed->values) text += name + '=' + value + ' ';
    for (const std::string& positional : parsed->positionals) text += positional + ' ';
    text.pop_back();
  }
  QCOMPARE(QString::fromStdString(text), wanted);
}

void CliCommandsTest::unreadableInputs_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("directory") << QByteArray("<directory>");
  QTest::newRow("empty") << QByteArray("");
  QTest::newRow("binary") << QByteArray("\x7f" "ELF\x02\x01\x01\0\0\0\0\0\xff\xfe", 14);
  QTest::newRow("utf-16") << QByteArray("\xff\xfen\0a\0m\0e\0\n\0a\0\n\0", 14);
  QTest::newRow("row too long") << QByteArray("name,accuracy\na,pass\nb,pass,more\n");
  QTest::newRow("quote never closed") << QByteArray("name,accuracy\n\"a,pass\n");
}

/// Every check answers bad input with exit 1, or 2 where the newest graph-breaks does, and one line that names the file.
void CliCommandsTest::unreadableInputs() {
  QFETCH(QByteArray, bytes);
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  write(QStringLiteral("good.csv"), "name,accuracy,graph_breaks,compression_ratio\na,pass,0,1.0\n");
  if (bytes == "<directory>") {
    QVERIFY(QDir().mkdir(QStringLiteral("bad.csv")));
  } else {
    write(QStringLiteral("bad.csv"), bytes);
  }
  const std::vector<std::vector<std::string>> commands = {
      {"check", "accuracy", "--actual", "bad.csv", "--expected", "good.csv"},
      {"check", "graph-breaks", "--actual", "good.csv", "--expected", "bad.csv"},
      {"check", "memory", "--actual", "bad.csv", "--expected", "good.csv"},
      {"check", "perf", "-f", "bad.csv", "-t", "1"},
      {"check", "status", "bad.csv"},
      {"check", "speedup", "bad.csv"},
  };
  for (const auto& words : commands) {
    const Ran ran = run(words);
    QCOMPARE(ran.exit, 1);
    QCOMPARE(ran.out, QByteArray());
    QVERIFY2(ran.err.startsWith("plumbline-cli: bad.csv") && ran.err.count('\n') == 1, ran.err.constData());
  }
}

void CliCommandsTest::pipes() {
  // /dev/stdin stands for a pipe in a shell; a FIFO is one that a test can fill.
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  write(QStringLiteral("file.csv"), "name,accuracy\na,pass\n");
  const Ran same = run({"check", "accuracy", "--actual", "/dev/null", "--expected", "file.csv"});
  QCOMPARE(same.exit, 1);  // an empty file, as pandas says
  QVERIFY(same.err.contains("/dev/null"));
}

void CliCommandsTest::sampleIsWrittenOnceAndCompares() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  const Ran first = run({"sample", "demo/deep"});
  QCOMPARE(first.exit, 0);
  QVERIFY(first.out.contains("demo/deep/actual.csv\n") && first.out.contains("demo/deep/expected.csv\n"));
  for (const char* name : {"before.csv", "after.csv", "torchcache.json"}) QVERIFY2(first.out.contains(name), name);
  write(QStringLiteral("demo/deep/actual.csv"), "mine");
  const Ran second = run({"sample", "demo/deep"});
  QCOMPARE(second.exit, 0);
  QVERIFY(second.out.contains("already exists"));
  QCOMPARE(content(QStringLiteral("demo/deep/actual.csv")), QByteArray("mine"));
  QVERIFY(QFile::remove(QStringLiteral("demo/deep/actual.csv")));
  QCOMPARE(run({"sample", "demo/deep"}).exit, 0);
  const Ran compared = run({"compare", "demo/deep/actual.csv", "demo/deep/expected.csv"});
  QCOMPARE(compared.exit, 1);
  for (const char* word : {"FAIL", "PASS", "IMPROVED", "LOST", "FAIL_BUT_FLAKY"})
    QVERIFY2(compared.out.contains(word), word);
}

void CliCommandsTest::dashesEndTheOptions_data() {
  QTest::addColumn<int>("at");
  for (std::size_t i = 0; i < cli::commands().size(); ++i) QTest::newRow(cli::commands()[i].spec.name.c_str()) << int(i);
}

/// Behind "--" no command takes a word for an option, and none is too many without an error.
void CliCommandsTest::dashesEndTheOptions() {
  QFETCH(int, at);
  const cli::CommandSpec& spec = cli::commands()[std::size_t(at)].spec;
  std::vector<std::string> words;
  for (const cli::OptionSpec& option : spec.options)
    if (option.required) words.insert(words.end(), {option.name, option.choices.empty() ? "1" : option.choices.front()});
  const std::size_t given = words.size() / 2;
  words.emplace_back("--");
  std::vector<std::string> names;
  for (const cli::OptionSpec& option : spec.options) names.push_back(option.name);
  for (const char* name : {"--help", "-h", "@x.csv", "--", "[a,b]", "-"}) names.emplace_back(name);
  const bool takesAll = !spec.positionals.empty() && spec.positionals.back().many;
  std::vector<std::string> some = names;
  if (!takesAll) some.resize(spec.positionals.size(), "--fix");
  words.insert(words.end(), some.begin(), some.end());
  const auto parsed = cli::parseArguments(spec, words);
  QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().text.c_str());
  QVERIFY(!parsed->help);
  QCOMPARE(parsed->positionals, some);
  QCOMPARE(parsed->behindDashes, some.size());
  QCOMPARE(parsed->values.size(), given);
  words.emplace_back("--help");
  const auto more = cli::parseArguments(spec, words);
  QCOMPARE(more.has_value(), takesAll);
  if (!more) QCOMPARE(more.error().text, std::string("unrecognized arguments: --help"));
}

/// A file may be called --fix, -f or @x.csv: each command reads it, and nothing else.
void CliCommandsTest::filesAreNamedLikeOptions() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  const QByteArray table = "name,accuracy,speedup\na,pass,1.5\n";
  for (const char* name : {"--fix", "--write", "@x.csv", "plain.csv"}) write(QString::fromLatin1(name), table);
  write(QStringLiteral("list"), "no such file.csv\n");
  write(QStringLiteral("x.csv"), "another.csv\n");
  const std::vector<std::vector<std::string>> commands = {
      {"lint"}, {"compare", "plain.csv"}, {"diff", "plain.csv"}, {"accept", "plain.csv"}, {"check", "status"}, {"check", "speedup"},
      {"check", "perf", "-t", "1"}, {"overview"}, {"report"}, {"chart", "speedup", "plain.csv"}, {"merge", "-o", "-"}};
  for (const std::vector<std::string>& command : commands) {
    for (const char* name : {"--fix", "--write", "@x.csv"}) {
      std::vector<std::string> words = command, plain = command;
      words.insert(words.end(), {"--", name});
      plain.insert(plain.end(), {"--", "plain.csv"});
      const Ran ran = run(words), wanted = run(plain);
      QVERIFY2(ran.exit == wanted.exit, (QByteArray::fromStdString(command.front()) + ": " + ran.err).constData());
      QCOMPARE(ran.out.size() == 0, wanted.out.size() == 0);
      QCOMPARE(content(QString::fromLatin1(name)), table);
    }
  }
  const Ran list = run({"lint", "@list"});
  QVERIFY2(list.exit == 2 && list.err.contains("no such file.csv"), list.err.constData());
}

/// What the harness writes beside a table: stages of compiling, graph breaks.
void CliCommandsTest::filesBesideATable() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  const QByteArray head = "name,accuracy,graph_breaks\n", breaks = "model,reason,user_stack\n";
  const QByteArray phases = "dev,name,batch_size,_compile.compile_inner,OutputGraph.call_user_compiler,compile_fx_inner\n";
  write(QStringLiteral("a.csv"), head + "m,pass,2\nn,pass,1\n");
  write(QStringLiteral("e.csv"), head + "m,pass,1\nn,pass,1\n");
  write(QStringLiteral("a_graph_breaks.csv"), breaks + "m,\"print()\nhint\",\"<FrameSummary file /x/y.py, line 3 in f>\"\nm,old(),\n");
  write(QStringLiteral("e_graph_breaks.csv"), breaks + "m,old(),\n");
  write(QStringLiteral("a_compilation_metrics.csv"), phases + "cuda,m,1,10,6,5\n");
  const char* const sentence = "m: graph break new: print() at y.py:3 in f";
  QVERIFY(run({"compare", "a.csv", "e.csv"}).out.contains(sentence));
  const QJsonArray rows = QJsonDocument::fromJson(run({"compare", "a.csv", "e.csv", "--format", "json"}).out)[QLatin1String("rows")].toArray();
  QCOMPARE(rows.size(), 2);
  QCOMPARE(rows[0][QLatin1String("graph_break_note")].toString(), QString::fromLatin1(sentence));
  QCOMPARE(rows[0][QLatin1String("compile_parts_s")][QLatin1String("dynamo")].toDouble(), 4.0);
  QCOMPARE(rows[0][QLatin1String("compile_parts_s")].toObject().size(), 6);
  QVERIFY(!rows[1].toObject().contains(QLatin1String("graph_break_note")) && !rows[1].toObject().contains(QLatin1String("compile_parts_s")));
  for (const char* const format : {"text", "html", "markdown", "annotations", "junit"})
    QVERIFY2(run({"report", "a.csv", "--expected", "e.csv", "--format", format}).out.contains("print() at y.py:3 in f"), format);
  QVERIFY(run({"report", "a.csv", "--expected", "e.csv", "--format", "json"}).out.contains("\"graph_break_note\":\"m: graph break new"));
  const Ran alone = run({"chart", "phases", "a.csv", "--format", "csv"}), pair = run({"chart", "phases", "e.csv", "a.csv", "-o", "p.svg"});
  QVERIFY2(alone.exit == 0 && alone.out.contains("\nm,4,1,0,5,0,0,10"), (alone.out + alone.err).constData());
  QVERIFY2(pair.exit == 0 && content(QStringLiteral("p.svg")).contains("AOT Autograd"), pair.err.constData());
  const Ran none = run({"chart", "phases", "e.csv"});
  QVERIFY2(none.exit == 2 && none.err.contains("NAME_compilation_metrics.csv"), none.err.constData());
  write(QStringLiteral("a_compilation_metrics.csv"), "\"");
  QCOMPARE(run({"chart", "phases", "a.csv"}).exit, 2);
}

/// A class of a module is a model too; a module alone is none.
void CliCommandsTest::newScriptOfAClass() {
  const Ran whole = run({"repro", "new", "nets", "nets.M()", "--input", "8,32:float32:cuda:0"}), brief = run({"repro", "new", "nets.M", "--input", "8,32:float32:cuda:0"});
  QCOMPARE(brief.exit, 0);
  QCOMPARE(brief.out, whole.out);
  QVERIFY(brief.out.contains("mod = mod.to('cuda:0')"));
  // A private name is not among those that "import *" brings.
  QVERIFY(run({"repro", "new", "nets.deep._M", "--input", "8"}).out.contains("\nimport nets.deep\n\ntorch.manual_seed(0)\nmod = nets.deep._M()\n"));
  for (const char* name : {"nets", "nets.", ".M", ""}) {
    const Ran refused = run({"repro", "new", name, "--input", "8"});
    QVERIFY2(refused.exit == 2 && !refused.err.isEmpty(), name);
  }
}

/// /dev/stdout is our standard output, with everything that holds for it; /dev/null takes what nobody wants.
void CliCommandsTest::devicesAsOutput() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  write(QStringLiteral("a.csv"), "name,accuracy,speedup\na,pass,1.5\nb,pass,1.2\n");
  write(QStringLiteral("e.csv"), "name,accuracy,speedup\na,fail_accuracy,1.5\nb,pass,1.2\n");
  const std::vector<std::vector<std::string>> commands = {
      {"merge", "a.csv", "-o"}, {"diff", "e.csv", "a.csv", "-o"}, {"report", "--format", "text", "a.csv", "--expected", "e.csv", "-o"},
      {"chart", "speedup", "a.csv", "e.csv", "-o"}, {"accept", "a.csv", "e.csv", "--patch"}, {"repro", "new", "a", "m()", "--input", "2,3", "-o"}};
  for (const std::vector<std::string>& command : commands) {
    const auto to = [&](const char* file) {
      std::vector<std::string> words = command;
      words.emplace_back(file);
      return run(words);
    };
    const Ran wanted = to("-");
    QVERIFY2(!wanted.out.isEmpty(), (QByteArray::fromStdString(command.front()) + ": " + wanted.err).constData());
    for (const char* device : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
      QCOMPARE(to(device).out, wanted.out);
      QCOMPARE(to(device).exit, wanted.exit);
    }
    const Ran dropped = to("/dev/null");
    QVERIFY2(dropped.exit == wanted.exit, (QByteArray::fromStdString(command.front()) + ": " + dropped.err).constData());
    QVERIFY(dropped.out.isEmpty() || command.front() == "accept");  // which names the patch
    QCOMPARE(to("/dev/full").exit, 2);
  }
  QVERIFY(!QFile::exists(QStringLiteral("-")));
}

/// On a terminal no byte of a file moves the cursor or turns the direction of writing; a pipe gets the bytes.
void CliCommandsTest::aTerminalGetsNoControls() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  const QByteArray name = "e\x1b[2J\xc2\x9b" "31m\u202e\u2066";
  const QByteArray rows = "name,accuracy,speedup,abs_latency\n" + name + ",pass,1.5,2\n";
  write(QStringLiteral("a.csv"), rows);
  write(QStringLiteral("b.csv"), QByteArray(rows).replace("1.5", "1.1").replace("pass", "fail_to_run"));
  const std::string odd = "c\x1b]0;x\x07\u202e.csv";
  write(QString::fromStdString(odd), rows);
  const std::vector<std::vector<std::string>> commands = {
      {"check", "accuracy", "--actual", "b.csv", "--expected", "a.csv"}, {"check", "status", "b.csv"}, {"compare", "b.csv", "a.csv"},
      {"compare", "b.csv", "a.csv", "--format", "csv"}, {"compare", "b.csv", "a.csv", "--format", "json"},
      {"accept", "b.csv", "a.csv", "--diff", "--allow-regressions", "--reason", "r"}, {"merge", "a.csv", "-o", "-"},
      {"chart", "speedup", "a.csv", "b.csv", "--format", "text"}, {"chart", "speedup", "a.csv", "b.csv", "--format", "csv"},
      {"chart", "speedup", "a.csv", "b.csv", "--format", "svg"}, {"diff", "a.csv", "b.csv"}, {"diff", "a.csv", "b.csv", "--format", "markdown"},
      {"diff", "a.csv", "b.csv", "--format", "csv"}, {"lint", odd}, {"lint", "missing\x1b[2J"}, {"same", odd, "a.csv"},
      {"overview", odd, "\x1b[31m"}, {"rules", "--show", "\u202e\xc2\x9b"}, {"\x1b[2J\u202e"}};
  cli::Environment terminal;
  terminal.colour = false;
  terminal.terminal = terminal.errorTerminal = true;
  for (const std::vector<std::string>& words : commands) {
    const Ran ran = run(words, terminal);
    QVERIFY(!(ran.out + ran.err).isEmpty());
    for (const char* control : {"\x1b[2J", "\x1b]", "\x1b[31m", "\xc2\x9b", "\x07", "\u202e", "\u2066"})
      QVERIFY2(!ran.out.contains(control) && !ran.err.contains(control), (QByteArray::fromStdString(words.front()) + ran.out + ran.err).constData());
  }
  const Ran shown = run(commands.front(), terminal), piped = run(commands.front());
  QVERIFY2(shown.out.contains("e\\x1b[2J\\x9b31m\\u202e\\u2066"), shown.out.constData());
  QVERIFY(piped.out.contains(name));
  QCOMPARE(run({"merge", "a.csv", "-o", "-"}).out, rows);
  // A character keeps its bytes when they arrive one by one, and a line its end.
  write(QStringLiteral("u.csv"), "name,accuracy\r\n\u65e5\u672c\U0001f600,pass\r\n");
  QCOMPARE(run({"merge", "u.csv", "-o", "-"}, terminal).out, QByteArray("name,accuracy\n\u65e5\u672c\U0001f600,pass\n"));
}

/// Errors go to logs as often as to terminals: they are escaped everywhere.
void CliCommandsTest::errorsAreOneLineOfText() {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"lint", "no\x1b[2J\n::error::such\u202e"}, {"compare", "a", "b", "--checks", "\x1b[2J\n\u202e"}, {"x\x1b[2J\n\u202e"}}) {
    const Ran ran = run(words);
    QCOMPARE(ran.exit, 2);
    QVERIFY2(!ran.err.contains('\x1b') && !ran.err.contains("\u202e") && !ran.err.contains("\n::"), ran.err.constData());
  }
}

void CliCommandsTest::aChartOfUnreadSourcesDoesNotPass() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  QCOMPARE(run({"sample", "demo"}).exit, 0);
  write(QStringLiteral("broken.zip"), "PK\x03\x04 no zip");
  const Ran whole = run({"chart", "compile-time", "demo/torchcache.json"});
  QCOMPARE(whole.exit, 0);
  const Ran ran = run({"chart", "compile-time", "demo/torchcache.json", "broken.zip"});
  QVERIFY2(ran.exit == 2 && ran.err.contains("broken.zip"), ran.err.constData());
  QCOMPARE(ran.out, whole.out);
}

void CliCommandsTest::jsonIsJson() {
  QTemporaryDir work;
  QVERIFY(support::layOut(support::cliCase("compare-hostile-names-json"), work.path()));
  const Ran ran = run({"compare", "a.csv", "e.csv", "--format", "json"});
  QJsonParseError error;
  const QJsonObject json = QJsonDocument::fromJson(ran.out, &error).object();
  QCOMPARE(error.errorString(), QJsonParseError().errorString());
  QCOMPARE(json[QStringLiteral("format")].toString(), QStringLiteral("plumbline-compare"));
  QCOMPARE(json[QStringLiteral("version")].toInt(), 2);
  const QJsonArray rows = json[QStringLiteral("rows")].toArray();
  QCOMPARE(rows.size(), json[QStringLiteral("models")].toInt());
  QStringList models;
  for (const QJsonValue& row : rows) models << row.toObject()[QStringLiteral("model")].toString();
  QVERIFY(models.contains(QStringLiteral("\x1b[2J\"\\")));
  QVERIFY(models.contains(QStringLiteral("two\nlines")));
}

/// Every member that the writer can write has its place in the reference.
void CliCommandsTest::jsonIsDocumented() {
  constexpr int kColumns = 2;
  for (const char* name : {"compare-json", "compare-own-flaky-json"}) {
    QTemporaryDir work;
    QVERIFY(support::layOut(support::cliCase(name), work.path()));
    const QJsonObject json = QJsonDocument::fromJson(run({"compare", "a.csv", "e.csv", "--format", "json"}).out).object();
    QCOMPARE(json.size(), 15);
    QCOMPARE(support::undocumentedKeys(json, kColumns), QStringList());
  }
  QTemporaryDir work;
  QVERIFY(support::layOut(support::cliCase("diff-three-sides"), work.path()));
  const Ran diff = run({"diff", "before.csv", "between.csv", "after.csv", "--all", "--what-if", "speedup=50%", "--format", "json"});
  const QJsonObject json = QJsonDocument::fromJson(diff.out).object();
  QCOMPARE(json.size(), 15);
  QCOMPARE(support::undocumentedKeys(json, kColumns), QStringList());
}

void CliCommandsTest::rulesCanBeShown() {
  const Ran list = run({"rules"});
  QCOMPARE(list.exit, 0);
  for (const QByteArray& line : list.out.trimmed().split('\n')) {
    const Ran shown = run({"rules", "--show", line.left(line.indexOf(' ')).toStdString()});
    QCOMPARE(shown.exit, 0);
    for (const char* part : {"accuracy: form", "graph-breaks: form", "yolov3", "0.95", "1.185", "fail_to_run"})
      QVERIFY2(shown.out.contains(part), part);
  }
  QCOMPARE(run({"rules", "--show", "1999-01"}).exit, 2);
}

void CliCommandsTest::versionIsTheProjects() {
  const Ran ran = run({"--version"});
  QCOMPARE(ran.exit, 0);
  const QByteArray lists = content(QStringLiteral(PLUMBLINE_SOURCE_DIR "/CMakeLists.txt"));
  const QByteArray full = run({"--version", "--verbose"}).out;
  QVERIFY2(full.startsWith(ran.out), full.constData());
  for (const char* fact : {"\nPlumbline: ", "\nQt: 6.", "\nCompiler: ", "\nlibarchive: ", "\nlibcurl: ", "\nlibpq: ", "\nSystem: "})
    QVERIFY2(full.contains(fact), full.constData());
  const QByteArray version = ran.out.trimmed().mid(int(qstrlen("plumbline-cli ")));
  QVERIFY2(lists.contains("VERSION " + version), ran.out.constData());
}

void CliCommandsTest::checkoutRulesAreRead() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  const QString dynamo = QStringLiteral("pytorch/benchmarks/dynamo/");
  write(dynamo + QStringLiteral("check_accuracy.py"), "flaky_models = {\n    \"only_here\",\n}\n");
  write(dynamo + QStringLiteral("ci_expected_accuracy/e.csv"), "name,accuracy\nonly_here,pass\n");
  write(QStringLiteral("a.csv"), "name,accuracy\nonly_here,timeout\n");
  const std::vector<std::string> words = {"check", "accuracy", "--actual", "a.csv", "--expected",
                                          "pytorch/benchmarks/dynamo/ci_expected_accuracy/e.csv"};
  QCOMPARE(run(words).exit, 1);
  std::vector<std::string> withRules = words;
  withRules.insert(withRules.end(), {"--rules", "checkout"});
  const Ran ran = run(withRules);
  QCOMPARE(ran.exit, 0);
  QVERIFY(ran.out.contains("FAIL_BUT_FLAKY"));
  QVERIFY2(ran.err.startsWith("plumbline-cli: rules: "), ran.err.constData());

  // compare offers the checkout's rules where it does not use them, and says so where it does.
  const Ran offered = run({"compare", "a.csv", words.back()});
  QCOMPARE(offered.exit, 1);
  QVERIFY2(offered.out.contains("--rules checkout"), offered.out.constData());
  const Ran used = run({"compare", "a.csv", words.back(), "--rules", "checkout"});
  QCOMPARE(used.exit, 0);
  QVERIFY(used.out.contains("rules     checkout"));
  QVERIFY(!used.out.contains("--rules checkout"));
}

void CliCommandsTest::aCheckNamesOtherRulesOfTheCheckout() {
  QTemporaryDir work;
  QVERIFY(QDir::setCurrent(work.path()));
  const QString accuracy = QStringLiteral("benchmarks/dynamo/check_accuracy.py");
  const QByteArray code = "print('accuracy', 'XFAIL', 'FAIL_BUT_FLAKY:')\n";
  write(QStringLiteral("benchmarks/dynamo/e.csv"), "name,accuracy,graph_breaks,compression_ratio\na,pass,1,1.0\n");
  const auto notice = [](const char* name, const char* rules = "--actual=benchmarks/dynamo/e.csv") {
    const char* const file = "benchmarks/dynamo/e.csv";
    const Ran ran = run({"check", name, "--actual", file, "--expected", file, rules});
    return ran.exit == 0 && ran.out.startsWith("a  ") ? ran.err : "not judged as ever";
  };
  const QByteArray begin = "plumbline-cli: judged by 2025-11, but the script has ";
  write(accuracy, "flaky_models = {'mine'}\n" + code);
  QCOMPARE(notice("accuracy"), begin + "other flaky names in this checkout: A1, 2025-11; --rules checkout follows it\n");
  write(accuracy, "flaky_models = {'mine'}\n" + code + "print('MISSING_ACCURACY:', 'MISSING_EXPECTED:')\n");
  QCOMPARE(notice("accuracy"), begin + "another form in this checkout: A2, 2025-11; --rules checkout follows it\n");
  QCOMPARE(notice("accuracy", "--rules=2025-11"), QByteArray());
  QCOMPARE(notice("graph-breaks"), QByteArray());  // its script is not there
  write(accuracy, code);
  QCOMPARE(notice("accuracy"), QByteArray());  // nor does this one judge otherwise
}

QTEST_GUILESS_MAIN(CliCommandsTest)
#include "cli_commands_test.moc"
