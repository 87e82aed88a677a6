// SPDX-License-Identifier: GPL-3.0-or-later
// Tables made of the logs of the benchmark runner and of old dashboards. Real files are read where they lie beside the
// source folder, and held against tables that others took from them.
#include <QFile>
#include <QTest>

#include "core/sources/formats/failure_causes.h"
#include "core/sources/formats/source_text.h"
#include "tests/core/sources/format_text.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using tests::content;
using tests::dump;
using tests::sharedFolder;
using tests::text;

namespace {

QString log(const std::string& bytes, const std::string& origin = "x.log") {
  return dump(sources::readRunnerLog(text(bytes, origin)));
}

/// The cells of the named columns of a piece, row by row, for a comparison with a file that was made otherwise.
QStringList cells(const tables::CsvTable& table, std::initializer_list<const char*> columns) {
  QStringList rows;
  std::string scratch;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    QStringList line;
    for (const char* column : columns) {
      const auto at = table.columnOf(column);
      line << (at ? QString::fromStdString(std::string(table.cell(row, *at, scratch))) : QStringLiteral("?"));
    }
    rows << line.join(QLatin1Char(','));
  }
  return rows;
}

}  // namespace

class LogsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void causes_data() {
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* log, const char* expected) {
      QTest::newRow(name) << QByteArray(log) << QByteArray(expected);
    };
#define TRACEBACK "Traceback (most recent call last):\n  File \"x.py\", line 1, in f\n    raise E\n    ^^^^^^^\n"
    row("all pass", "cuda eval  a    \npass\ncuda eval  b   1.234x\n", "");
    row("exception before the status", "cuda eval  a   \nERROR:common:\n" TRACEBACK "ValueError: bad\nfail_to_run\n",
        "a|fail_to_run|ValueError|ValueError: bad|7\n");
    row("a pass after a logged exception", "cuda eval  a   \n" TRACEBACK "ValueError: bad\npass\n", "");
    row("a wrapper", "cuda eval  a   \n" TRACEBACK "torch.OutOfMemoryError: CUDA out of memory. Tried\n\nThe above exception was "
        "the direct cause of the following exception:\n\n" TRACEBACK "RuntimeError: Eager run failed\n\neager_fail_to_run\n",
        "a|eager_fail_to_run|torch.OutOfMemoryError|torch.OutOfMemoryError: CUDA out of memory. Tried|6\n");
    row("another exception while handling the first", "cuda eval  a   \n" TRACEBACK "KeyError: 'x'\n\nDuring handling of the above "
        "exception, another exception occurred:\n\n" TRACEBACK "OSError: We couldn't connect\nCheck your connection\nfail_to_run\n",
        "a|fail_to_run|OSError|OSError: We couldn't connect|14\n");
    row("a message of several lines", "cuda eval  a   \n" TRACEBACK "torch.InductorError: RuntimeError: Failed to import /x.py\n"
        "SyntaxError: invalid syntax (x.py, line 28)\n\nSet X=1\nfail_to_run\n",
        "a|fail_to_run|torch.InductorError|torch.InductorError: SyntaxError: invalid syntax (x.py, line 28)|7\n");
    row("an announcement without more", "cuda eval  a   \n" TRACEBACK "RuntimeError: Failed to import /x.py\nfail_to_run\n",
        "a|fail_to_run|RuntimeError|RuntimeError: Failed to import /x.py|6\n");
    row("an empty message", "cuda eval  a   \n" TRACEBACK "RuntimeError:\nUh oh, something went wrong :(\nFinal graph is not failing\nfail_to_run\n",
        "a|fail_to_run|RuntimeError|RuntimeError: Final graph is not failing|8\n");
    row("an announcement with what it announces", "cuda eval  a   \n" TRACEBACK "E: backend='inductor' raised:\nRuntimeError: Uh oh, something went wrong :( Final "
        "graph is not failing\n\nSet X=1\nTorchDynamo optimized model failed to run because of following error\nfail_to_run\ncuda eval  b   \n" TRACEBACK
        "RuntimeError: Uh oh, something went wrong :( Final graph is not failing\nTorchDynamo optimized model failed to run because of following error\n"
        "fail_to_run\n", "a|fail_to_run|E|E: RuntimeError: Uh oh, something went wrong :( Final graph is not failing|7\n"
        "b|fail_to_run|RuntimeError|RuntimeError: Uh oh, something went wrong :( Final graph is not failing|17\n");
    row("no announcement", "cuda eval  a   \n" TRACEBACK "ImportError: Failed to import numpy core\nTorchDynamo optimized model failed to run because of "
        "following error\nfail_to_run\n", "a|fail_to_run|ImportError|ImportError: Failed to import numpy core|6\n");
    row("an announcement before what the benchmark says", "cuda eval  a   \n" TRACEBACK "E: x raised:\nTorchDynamo optimized model failed to run because of following "
        "error\nfail_to_run\n", "a|fail_to_run|E|E: x raised:|6\n");
    row("a message that begins with a line end", "cuda eval  a   \n" TRACEBACK "ImportError: \nX requires the Y library\nfail_to_run\ncuda eval  b   \n" TRACEBACK
        "AssertionError: \n\nTensors are not close\nfail_to_run\n", "a|fail_to_run|ImportError|ImportError: X requires the Y library|7\n"
        "b|fail_to_run|AssertionError|AssertionError: Tensors are not close|16\n");
    row("an empty message of a model that failed to load", "loading model: 0it\n" TRACEBACK "ImportError: \n\nWARNING:root:a failed to load\nloading model: 0it\n"
        "cuda eval  b   \npass\n", "a|model_fail_to_load|ImportError|ImportError:|6\n");
    row("a bar and a warning in a message", "cuda eval  a   \n" TRACEBACK "RuntimeError: x raised:\n 10%|# | 1/9\r 20%|# | 2/9\n"
        "/x/y.py:3: UserWarning: old\nB: bad\nfail_to_run\n", "a|fail_to_run|RuntimeError|RuntimeError: B: bad|9\n");
    row("no message", "cuda eval  a   \n" TRACEBACK "AssertionError\nfail_to_run\n", "a|fail_to_run|AssertionError|AssertionError|6\n");
    row("a difference", "cuda eval  a   \n" TRACEBACK "ValueError: x\nE1122 23:47:10.334000 4731 torch/_dynamo/utils.py:3393] RMSE "
        "(res-fp64): 5.0, (ref-fp64): 0.1\nfail_accuracy\n", "a|fail_accuracy||RMSE (res-fp64): 5.0, (ref-fp64): 0.1|7\n");
    row("nothing in the log", "cuda eval  a   \nfail_to_run\ncuda eval  b   \nfail_accuracy\n", "a|fail_to_run|||0\nb|fail_accuracy|||0\n");
    row("the cause of one model is not that of the next", "cuda eval  a   \n" TRACEBACK "ValueError: x\nfail_to_run\ncuda eval  b   \nfail_to_run\n",
        "a|fail_to_run|ValueError|ValueError: x|6\nb|fail_to_run|||0\n");
    row("what comes before a model is not its cause", TRACEBACK "ValueError: x\ncuda eval  b   \nfail_to_run\n", "b|fail_to_run|||0\n");
    row("a crash", "cuda eval  a   \nFatal Python error: Segmentation fault\n\nRun failed with return code:  -11\ncuda eval  b   \npass\n",
        "a|||Fatal Python error: Segmentation fault|2\n");
    row("cut inside a traceback", "cuda eval  a   \n" TRACEBACK "cuda eval  b   \npass\n", "a||||0\n");
    row("failed to load after a process that named no model",
        "loading model: 0it\n" TRACEBACK "ValueError: old\nRun failed with return code:  1\nloading model: 0it\n" TRACEBACK
        "ValueError: b\nWARNING:root:b failed to load\n", "b|model_fail_to_load|ValueError|ValueError: b|13\n");
    row("failed to load", "cuda eval  a   \n" TRACEBACK "NotImplementedError: no eval\nWARNING:root:a failed to load\n",
        "a|model_fail_to_load|NotImplementedError|NotImplementedError: no eval|6\n");
    row("a refused option", "usage: huggingface.py [-h]\nhuggingface.py: error: unrecognized arguments: --foo\n",
        "|||unrecognized arguments: --foo|2\n");
    row("a missing module", TRACEBACK "ModuleNotFoundError: No module named 'torch'\n",
        "||ModuleNotFoundError|ModuleNotFoundError: No module named 'torch'|5\n");
    row("failed warm-up", "cuda eval  a   \n" TRACEBACK "ValueError: x\nwarmup_failed\n", "a|warmup_failed|ValueError|ValueError: x|6\n");
    row("ignored at exit", "cuda eval  a   \nException ignored in: <f>\n" TRACEBACK "ValueError: x\nfail_to_run\n", "a|fail_to_run|||0\n");
    row("CI's stamps", "2026-11-20T12:00:00.0000000Z cuda eval  a   \n2026-11-20T12:00:00.0000000Z Traceback (most recent call last):\n"
        "2026-11-20T12:00:00.0000000Z   File\n2026-11-20T12:00:00.0000000Z ValueError: x\n2026-11-20T12:00:00.0000000Z fail_to_run\n",
        "a|fail_to_run|ValueError|ValueError: x|4\n");
    row("what gh puts before CI's stamps", "test (a, 1)\tTest\t\xEF\xBB\xBF" "2026-11-20T12:00:00.0000000Z cuda eval  a   \n"
        "test (a, 1)\tTest\t2026-11-20T12:00:00.0000000Z Traceback (most recent call last):\ntest (a, 1)\tTest\t2026-11-20T12:00:00.0000000Z   File\n"
        "test (a, 1)\tTest\t2026-11-20T12:00:00.0000000Z ValueError: x\ntest (a, 1)\tTest\t2026-11-20T12:00:00.0000000Z fail_to_run\n",
        "a|fail_to_run|ValueError|ValueError: x|4\n");
    row("a logged traceback", "cuda eval  a   \nE1122 23:33:35.1 34 t.py:4] Traceback (most recent call last):\nE1122 23:33:35.1 34 t.py:4]   File\n"
        "E1122 23:33:35.1 34 t.py:4] torch.AccuracyError: Bad\nfail_to_run\n", "a|fail_to_run|torch.AccuracyError|torch.AccuracyError: Bad|4\n");
    row("cut before the status", "cuda eval  a   \n" TRACEBACK "fail_to_run\n", "a|fail_to_run|||0\n");
    row("cut before it failed to load", "cuda eval  a   \n" TRACEBACK "WARNING:root:a failed to load\n", "a|model_fail_to_load|||0\n");
    row("failed to load, said before the traceback",
        "cuda eval  x   \npass\nloading model: 0it\nWARNING:root:a failed to load\nEager model failed to run\n" TRACEBACK "torch.OutOfMemoryError: full\n\n"
        "The above exception was the direct cause of the following exception:\n\n" TRACEBACK "NotImplementedError: Eager model failed to run\n\n"
        "loading model: 0it\nWARNING:root:b failed to load\n" TRACEBACK "ValueError: b\nloading model: 0it\ncuda eval  c   \npass\n",
        "a|model_fail_to_load|torch.OutOfMemoryError|torch.OutOfMemoryError: full|10\nb|model_fail_to_load|ValueError|ValueError: b|26\n");
    row("failed to load behind a model that passed", "cuda eval  x   \npass\n" TRACEBACK "NotImplementedError: no eval\nWARNING:root:a failed to load\nloading model: 0it\n"
        TRACEBACK "ValueError: b\nWARNING:root:b failed to load\n",
        "a|model_fail_to_load|NotImplementedError|NotImplementedError: no eval|7\nb|model_fail_to_load|ValueError|ValueError: b|14\n");
    row("failed to load behind models that failed", "cuda eval  x   \nfail_to_run\nloading model: 0it\n" TRACEBACK "ValueError: a\nWARNING:root:a failed to load\n"
        "loading model: 0it\ncuda eval  y   \nfail_accuracy\nloading model: 0it\n" TRACEBACK "ValueError: b\nWARNING:root:b failed to load\n",
        "x|fail_to_run|||0\na|model_fail_to_load|ValueError|ValueError: a|8\ny|fail_accuracy|||0\nb|model_fail_to_load|ValueError|ValueError: b|18\n");
    row("a warning without its traceback", "WARNING:root:a failed to load\nloading model: 0it\n" TRACEBACK "ValueError: b\nWARNING:root:b failed to load\n",
        "a|model_fail_to_load|||0\nb|model_fail_to_load|ValueError|ValueError: b|7\n");
    row("timeout", "cuda eval  a   \nTIMEOUT\nloading model: 0it\ncuda eval  b   \npass\n", "a|timeout|||0\n");
    row("the name is cut off", "  File\nValueError: x\nfail_to_run\ncuda eval  b   \npass\n", "|fail_to_run|||0\n");
    row("the name and the head of the traceback are cut off", TRACEBACK "ValueError: x\nfail_to_run\n", "|fail_to_run|ValueError|ValueError: x|5\n");
    row("lines left out by a run", "cuda eval  a   \n[plumbline: 3111321 bytes are left out here]\n" TRACEBACK "ValueError: x\nfail_to_run\n",
        "|fail_to_run|ValueError|ValueError: x|7\n");
    row("a kernel's place that another exception announces",
        "cuda eval  a   \n" TRACEBACK "BackendCompilerFailed: backend='inductor' raised:\nCompilationError: at 12:30:\ndef kernel(x):\n ^\nAttributeError: no foo\nfail_to_run\n",
        "a|fail_to_run|BackendCompilerFailed|BackendCompilerFailed: AttributeError: no foo|10\n");
    row("an exception group",
        "cuda eval  a   \n  + Exception Group Traceback (most recent call last):\n  |   File \"a.py\", line 3\n  | ExceptionGroup: many (1 sub-exception)\n"
        "  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File \"b.py\"\n    | ValueError: inner\n"
        "    +------------------------------------\nfail_to_run\n",
        "a|fail_to_run|ValueError|ValueError: inner|8\n");
    row("a place in a kernel", "cuda eval  a   \n" TRACEBACK "triton.CompilationError: at 12:30:\ndef kernel(x):\n\n    y = x + z\n            ^\nname 'z' is not defined\nfail_to_run\n",
        "a|fail_to_run|triton.CompilationError|triton.CompilationError: name 'z' is not defined|11\n");
    row("a place without a caret", "cuda eval  a   \n" TRACEBACK "E: X: at 1:0:\nsource\nfail_to_run\n", "a|fail_to_run|E|E: X: at 1:0:|6\n");
    row("a text that ends in numbers", "cuda eval  a   \n" TRACEBACK "E: looked at 1:\nmore\nfail_to_run\n", "a|fail_to_run|E|E: looked at 1:|6\n");
    row("the logger of torch 2.1", "cuda eval  a   \n[2023-10-04 12:00:00,000] [0/0] torch._dynamo.utils: [ERROR] RMSE (res-fp64): 1, (ref-fp64): 0\nfail_accuracy\n",
        "a|fail_accuracy||RMSE (res-fp64): 1, (ref-fp64): 0|2\n");
    row("a status that comes late", "loading model: 0it\ncuda eval  hang    \nloading model: 0it\ncuda eval  crash    \nRun failed with return code:  -11\nOutput:  None\ntimeout\n",
        "hang||||0\ncrash|||Run failed with return code:  -11|5\n");
    row("the same behind the name", "cuda eval  crash   Run failed with return code:  -9\nOutput:  None\ntimeout\n" TRACEBACK "ValueError: x\nloading model: 0it\n" TRACEBACK
        "ValueError: b\nWARNING:root:b failed to load\n", "crash||ValueError|ValueError: x|8\nb|model_fail_to_load|ValueError|ValueError: b|14\n");
    row("the compilation that the logger names", "cuda eval  a   \nW1122 23:33:35.1 34 t.py:4] [0/0] Traceback (most recent call last):\n"
        "W1122 23:33:35.1 34 t.py:4] [0/0]   File \"x.py\"\nW1122 23:33:35.1 34 t.py:4] [0/0]     f()\nW1122 23:33:35.1 34 t.py:4] [0/0] TypeError: cannot pickle\n"
        "timeout\ncuda eval  b   \nE1122 23:33:35.1 34 u.py:3] [!0/1_1] [__x] RMSE (res-fp64): 5.0, (ref-fp64): 0.1\nfail_accuracy\n",
        "a|timeout|TypeError|TypeError: cannot pickle|5\nb|fail_accuracy||RMSE (res-fp64): 5.0, (ref-fp64): 0.1|8\n");
    row("a list in what the logger wrote", "cuda eval  a   \nE1122 23:33:35.1 34 t.py:4] Traceback (most recent call last):\nE1122 23:33:35.1 34 t.py:4] [1]\nfail_to_run\n",
        "a|fail_to_run||[1]|3\n");
    row("a C++ compiler", "cuda eval  a   \n" TRACEBACK "torch.InductorError: CppCompileError: C++ compile error\n\nCommand:\ng++ x.cpp -Werror=x\n\nOutput:\n"
        "x.cpp: In function f:\nx.cpp:2:10: fatal error: Python.h: No such file\nx.cpp:3:1: error: second\n\nSet X=1\nfail_to_run\n",
        "a|fail_to_run|torch.InductorError|torch.InductorError: CppCompileError: x.cpp:2:10: fatal error: Python.h: No such file|13\n");
    row("a C++ compiler without an error", "cuda eval  a   \n" TRACEBACK "E: C++ compile error\n\nOutput:\nKilled\nRun failed with return code:  1\n",
        "a||E|E: C++ compile error|6\n");
    row("a C++ exception", "cuda eval  a   \nterminate called after throwing an instance of 'c10::AcceleratorError'\n  what():  CUDA error: illegal\nSearch for x\n"
        "\nRun failed with return code:  -6\ncuda eval  b   \nterminate called after throwing an instance of 'int'\nRun failed with return code:  -6\n",
        "a||c10::AcceleratorError|c10::AcceleratorError: CUDA error: illegal|3\nb||int|terminate called after throwing an instance of 'int'|8\n");
    row("ptxas", "cuda eval  a   \n" TRACEBACK "I: RuntimeError: `ptxas` failed with error code 255: \nptxas info    : 0 bytes\nptxas fatal   : Value 'sm_1'\n\n"
        "Repro command: /x/ptxas -v\nfail_to_run\ncuda eval  b   \n" TRACEBACK "torch.InductorError: PTXASError: PTXAS error: Internal Triton PTX codegen error\n"
        "`ptxas` stderr:\nptxas error   : too much\nfail_to_run\n",
        "a|fail_to_run|I|I: ptxas fatal   : Value 'sm_1'|8\nb|fail_to_run|torch.InductorError|torch.InductorError: PTXASError: ptxas error   : too much|19\n");
    row("fake tensors", "cuda eval  a   \n" TRACEBACK "D: RuntimeError when making fake tensor call\n  Explanation: Dynamo failed to run f(x): got RuntimeError('a and b')\n"
        "  Hint: x\n\nfail_to_run\n", "a|fail_to_run|D|D: RuntimeError('a and b')|7\n");
    row("a wrapped message that begins with a line end", "cuda eval  a   \n" TRACEBACK "InductorError: LoweringException: AssertionError: \n  target: aten.mm\nfail_to_run\n",
        "a|fail_to_run|InductorError|InductorError: LoweringException: AssertionError: target: aten.mm|7\n");
    row("bytes of any kind", "cuda eval  a   \n" TRACEBACK "ValueError: \x1b[31mred\x1b[0m \xff\nfail_to_run\n", "a|fail_to_run|ValueError|ValueError: red \xff|6\n");
#undef TRACEBACK
  }
  void causes() {
    QFETCH(QByteArray, log);
    QByteArray found;
    for (const sources::FailureCause& one : sources::failureCauses(log.toStdString()))
      found += QByteArray::fromStdString(one.model + '|' + one.status + '|' + one.exception + '|' + one.text + '|' +
                                         std::to_string(one.line) + '\n');
    QTEST(found, "expected");
  }
  void causesOfRealLogs_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("cause");
    QTest::newRow("z3") << "no_z3_fail_to_run" << "BertForMaskedLM fail_to_run AssertionError: translation validation requires Z3 package";
    QTest::newRow("kernel") << "alexnet_compile_error"
                            << "alexnet fail_to_run torch._inductor.exc.InductorError: SyntaxError: invalid syntax (ckxz";
    QTest::newRow("memory") << "bert_out_of_memory" << "BertForMaskedLM eager_fail_to_run torch.OutOfMemoryError: CUDA out of memory.";
    QTest::newRow("accuracy") << "resnet50_fail_accuracy" << "resnet50 fail_accuracy RMSE (res-fp64): 5366076.12415";
    QTest::newRow("module") << "torchbench_no_such_model"
                            << "nosuchmodel eager_fail_to_run ModuleNotFoundError: No module named 'torchbenchmark.models.fb'";
  }
  void causesOfRealLogs() {
    QFETCH(QString, file);
    QFETCH(QString, cause);
    const QString path = sharedFolder() + QStringLiteral("/h100/suite/failing/%1.log").arg(file);
    if (!QFile::exists(path)) QSKIP("The logs are not beside the source folder.");
    const auto found = sources::failureCauses(content(path).toStdString());
    QCOMPARE(found.size(), 1U);
    const QString shown = QString::fromStdString(found[0].model + ' ' + found[0].status + ' ' + found[0].text);
    QVERIFY2(shown.startsWith(cause), qPrintable(shown));
    // The line is the one that holds the last words of the cause.
    const QStringList lines = QString::fromUtf8(content(path)).split(QLatin1Char('\n'));
    QVERIFY(lines.value(static_cast<qsizetype>(found[0].line) - 1).contains(cause.section(QStringLiteral(": "), -1)));
    // The same log with the line ends of another system.
    const auto again = sources::failureCauses(content(path).replace("\n", "\r\n").toStdString());
    QCOMPARE(again.size(), 1U);
    QCOMPARE(again[0].text, found[0].text);
    QCOMPARE(again[0].line, found[0].line);
  }
  void namesBehindWrappers() {
    const auto nameOf = [](const char* type, const char* text) { return sources::exceptionName({{}, {}, type, text}); };
    QCOMPARE(nameOf("torch.OutOfMemoryError", "torch.OutOfMemoryError: CUDA out of memory"), "OutOfMemoryError");
    QCOMPARE(nameOf("torch.x.InductorError", "torch.x.InductorError: torch.OutOfMemoryError: CUDA"), "OutOfMemoryError");
    QCOMPARE(nameOf("InductorError", "InductorError: LoweringException: NoValidChoicesError: No choices"), "NoValidChoicesError");
    QCOMPARE(nameOf("BackendCompilerFailed", "BackendCompilerFailed: backend='inductor' raised:"), "BackendCompilerFailed");
    QCOMPARE(nameOf("BackendCompilerFailed", "BackendCompilerFailed: NameError('x')"), "NameError");
    QCOMPARE(nameOf("InductorError", "InductorError: Failed to import /x.py"), "InductorError");
    QCOMPARE(nameOf("RuntimeError", "RuntimeError: ValueError: x"), "RuntimeError");
    QCOMPARE(nameOf("c10::Error", "c10::Error: x"), "Error");
    QCOMPARE(nameOf("InductorError", "InductorError"), "InductorError");
    QCOMPARE(nameOf("InductorError", "InductorError:"), "InductorError");
    QCOMPARE(nameOf("", "Segmentation fault"), "");
  }
  /// A parent that buffers writes the timeouts of its models when the suite ends.
  void lateStatusesAreNoRows() {
    const sources::FormatPieces read = sources::readRunnerLog(
        {"a.log", "a.log", "cuda eval  good   \npass\ncuda eval  hang   \ncuda eval  crash   \nRun failed with return code:  -11\ntimeout\n"
                           "cuda eval  crash2   Run failed with return code:  -11\ntimeout\n"});
    QCOMPARE(read.pieces.size(), 1U);
    QCOMPARE(cells(*read.pieces[0].table, {"name", "accuracy"}).join(u'|'), u"good,pass"_s);
    QCOMPARE(read.problems.size(), 1U);
    QVERIFY(read.problems[0].text.starts_with("3 of the models"));
  }
  /// The runner prints a model's name without a line break, so that a failure may begin behind it.
  void causesBehindTheName() {
    const auto found = sources::failureCauses(
        "cpu  train a                                  Traceback (most recent call last):\n  File \"x.py\", line 1, in f\n"
        "RuntimeError: first\ncpu  train b                                  Run failed with return code:  -11\nOutput:  None\n"
        "cpu  train c                                  pass\n");
    QCOMPARE(found.size(), 2U);
    QCOMPARE(found[0].model + "|" + found[0].status + "|" + found[0].text, std::string("a||RuntimeError: first"));
    QCOMPARE(found[0].line, std::size_t{3});
    QCOMPARE(found[1].model + "|" + found[1].status + "|" + found[1].text, std::string("b||Run failed with return code:  -11"));
    QCOMPARE(found[1].line, std::size_t{4});
  }
  void causesBelongToTheirRun() {
    const sources::FormatPieces read = sources::readRunnerLog(
        {"a.log", "a.log",
         "cuda eval  a                             \nTraceback (most recent call last):\n  File \"x.py\", line 1, in f\nValueError: one\nfail_to_run\n"
         "cuda eval  b                             pass\n"
         "cuda eval  a                             \nTraceback (most recent call last):\n  File \"x.py\", line 1, in f\nKeyError: two\nfail_to_run\n"
         "dev,name,accuracy\ncuda,a,fail_to_run\n"});
    QStringList causes;
    for (const sources::Piece& piece : read.pieces)
      for (const sources::FailureCause& cause : piece.causes)
        causes << QString::fromStdString(piece.origin + " " + cause.model + " " + cause.text);
    QCOMPARE(causes.join(QLatin1Char('|')), QStringLiteral("a.log#run1.eval a ValueError: one|a.log#table1 a KeyError: two"));
  }
  void notesOfARealRun() {
    const QString path = sharedFolder() + QStringLiteral("/h100/suite/t5small_performance_inference.csv");
    if (!QFile::exists(path)) QSKIP("The tables are not beside the source folder.");
    const sources::RunNotes notes = sources::readNotes(path.toStdString(), sources::readFileBeside);
    QVERIFY(notes.hasBreaks && notes.cache == sources::CompileCache::Unstated);
    QCOMPARE(sources::breakSentence({}, notes, "T5Small"),
             std::string("T5Small: graph breaks now: comprehension_graph_break at output_capturing.py:271 in wrapper; "
                         "copy.deepcopy() at configuration_utils.py:1361 in get_text_config"));
    QCOMPARE(sources::breakSentence(notes, notes, "T5Small"), std::string());
    QCOMPARE(notes.phases.at("T5Small").front(), (std::pair<std::string, double>("_compile.compile_inner", 32.933096)));
    QCOMPARE(sources::phaseSentence(notes, "T5Small"),
             std::string("T5Small: compiling took 32.9 s: Dynamo 9.94 s, AOT Autograd 4.94 s, graph passes 2.29 s, "
                         "Inductor lowering 4.01 s, code generation 5.68 s, kernel compilation 6.08 s"));
    const auto parts = sources::compileParts(notes, "T5Small");
    QVERIFY(parts && std::abs(sources::totalOf(*parts) - 32.933096) < 1e-9);
    QCOMPARE(sources::phaseSentence(notes, "another"), std::string());
  }
  /// What the phases are called in other versions, and phases that cannot contain each other.
  void stagesOfACompile_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("cells");
    QTest::addColumn<QString>("stages");
    QTest::newRow("2.4") << u"entire_frame_compile,backend_compile,inductor_compile,code_gen"_s << u"10,6,5,2"_s
                         << u"10.0 s: Dynamo 4.00 s, AOT Autograd 1.00 s, Inductor lowering 3.00 s, code generation 2.00 s"_s;
    QTest::newRow("training") << u"_compile.compile_inner,OutputGraph.call_user_compiler,entire_backward_compile,compile_fx_inner"_s
                              << u"10,6,4,8"_s << u"14.0 s: Dynamo 4.00 s, AOT Autograd 2.00 s, Inductor lowering 8.00 s"_s;
    QTest::newRow("eager backend") << u"_compile.compile_inner,bytecode_tracing"_s << u"3,2"_s << u"3.00 s: Dynamo 3.00 s"_s;
    QTest::newRow("more inside than outside") << u"_compile.compile_inner,compile_fx_inner"_s << u"1,5"_s << u"5.00 s: Inductor lowering 5.00 s"_s;
    QTest::newRow("not measured") << u"_compile.compile_inner,compile_fx_inner"_s << u"nan,"_s << QString();
    QTest::newRow("no number") << u"_compile.compile_inner,compile_fx_inner"_s << u"-1,inf"_s << QString();
    QTest::newRow("unknown names") << u"a,b"_s << u"1,2"_s << QString();
  }
  void stagesOfACompile() {
    QFETCH(QString, header);
    QFETCH(QString, cells);
    QFETCH(QString, stages);
    for (const char* end : {"\n", "\r\n"}) {
      const std::string text = "dev,name,batch_size," + header.toStdString() + end + "cuda,m,1," + cells.toStdString() + end;
      const sources::RunNotes notes = sources::readNotes("a.csv", [&](const std::string& name) -> std::optional<std::string> {
        return name == "a_compilation_metrics.csv" ? std::optional(text) : std::nullopt;
      });
      const auto parts = sources::compileParts(notes, "m");
      QCOMPARE(parts ? QString::fromStdString(sources::partsText(*parts)) : QString(), stages);
    }
  }
  /// The harness appends to this file: a model that was measured again has several rows.
  void theLastPhasesOfAModelCount() {
    const std::string text = "dev,name,batch_size,_compile.compile_inner,compile_fx_inner\ncuda,m,1,10,5\ncuda,n,1,2,\ncuda,m,1,4,\n";
    const sources::RunNotes notes = sources::readNotes("a.csv", [&](const std::string& name) -> std::optional<std::string> {
      return name == "a_compilation_metrics.csv" ? std::optional(text) : std::nullopt;
    });
    QCOMPARE(sources::phaseSentence(notes, "m"), std::string("m: compiling took 4.00 s: Dynamo 4.00 s"));
    QCOMPARE(sources::phaseSentence(notes, "n"), std::string("n: compiling took 2.00 s: Dynamo 2.00 s"));
  }
  /// The harness takes the trailing letters of ".csv" off the name of a table; Plumbline's own copies keep the name.
  void breaksLieWhereTheHarnessPutsThem() {
    using Names = std::vector<std::string>;
    const auto names = [](const char* csv) { return sources::besideNames(csv, sources::kBreaksEnding); };
    QVERIFY((names("a/timm_models.csv") == Names{"a/timm_model_graph_breaks.csv", "a/timm_models_graph_breaks.csv"}));
    QVERIFY((names("z.zip!csv.csv") == Names{"z.zip!_graph_breaks.csv", "z.zip!csv_graph_breaks.csv"}));
    QVERIFY((names("a.csv") == Names{"a_graph_breaks.csv"}));
    QVERIFY(names("models.json").empty());
    QVERIFY((sources::besideNames("models.csv", sources::kPhasesEnding) == Names{"models_compilation_metrics.csv"}));
    for (const std::string& there : names("timm_models.csv"))
      QVERIFY(sources::readNotes("timm_models.csv", [&](const std::string& name) -> std::optional<std::string> {
                return name == there ? std::optional<std::string>("model,reason\nm,r\n") : std::nullopt;
              }).breaks.contains("m"));
  }
  void causesInNotesOfStrangers() {
    std::string json = R"({"format": "plumbline-notes", "causes": [1, null, {}, {"model": 3}, {"model": "m", "cause": "E: x", "line": -1})";
    for (std::size_t i = 0; i < sources::kMaxCauses + 5; ++i) json += R"(,{"model":"n"})";
    json += "]}";
    const sources::RunNotes notes = sources::readNotes("a.csv", [&](const std::string& name) -> std::optional<std::string> {
      return name == "a.run.json" ? std::optional(json) : std::nullopt;
    });
    QCOMPARE(notes.causes.size(), sources::kMaxCauses);
    QCOMPARE(notes.causes.front().model, std::string("m"));
    QCOMPARE(sources::placeText("a.zip!x/run.log", 3) + sources::placeText("a.zip!run.log", 3) + sources::placeText("l/wow! run.log", 3) + sources::placeText("run.log", 0),
             std::string(" (run.log, line 3) (run.log, line 3) (wow! run.log, line 3)"));
    QCOMPARE(sources::placeText("2-1/run.log", 3) + sources::placeText("/r/20261121-2-k3f9/12-1/run.log", 3) + sources::placeText("/r/2026-x/run.log", 3) + sources::placeText("/3-1/run.log", 3),
             std::string(" (2-1/run.log, line 3) (20261121-2-k3f9/12-1/run.log, line 3) (run.log, line 3) (/3-1/run.log, line 3)"));
  }
  void damagedNotesAreNone() {
    const auto with = [](const char* json, const char* breaks) {
      return sources::readNotes("a.csv", [&](const std::string& name) -> std::optional<std::string> {
        return name == "a.run.json" ? std::optional<std::string>(json)
               : name == "a_graph_breaks.csv" ? std::optional<std::string>(breaks) : std::nullopt;
      });
    };
    for (const char* json : {"", "[", "[1]", "{\"format\": 1}", "{\"format\": \"plumbline-notes\", \"compile_times\": 3}",
                             "{\"format\": \"plumbline-notes\", \"compile_times\": \"hot\"}"})
      QCOMPARE(with(json, "").cache, sources::CompileCache::Unstated);
    for (const char* breaks : {"", "a,b\n1,2\n", "model,reason\nx,\n", "\"", "model\nx\n"})
      QVERIFY(with("", breaks).breaks.empty());
    QCOMPARE(sources::breakText(with("", "model,reason,user_stack\nx,r,<FrameSummary file >\n").breaks.at("x").front()), std::string("r"));
    QCOMPARE(sources::joinedTables({"a,b\n1,2\n", "b,c\n3,4\n"}), std::string("a,b,c\n1,2,\n,3,4\n"));
    QVERIFY(sources::joinedTables({}).empty());
  }
  void aLogIsOneTablePerRun() {
    QCOMPARE(
        log("noise\ncuda eval  alexnet                             pass\ncuda eval  resnet18      \nDynamo produced 2 "
            "graphs covering 30 ops with 1 graph breaks (1 unique)\n"
            "fail_accuracy\ncuda eval  crashed    \nTraceback\nRun failed with return code:  1\nWARNING:root:broken "
            "failed to load\n"
            "accuracy pass_rate=50.00%\ncuda train alexnet \n\rloading model: 0it\rpass\n",
            "2_linux _ test (inductor_torchbench, 1, 2, linux.g5.4xlarge).txt"),
        QStringLiteral("R inductor_torchbench_inference < 2_linux _ test (inductor_torchbench, 1, 2, "
                       "linux.g5.4xlarge).txt#run1.eval\n"
                       "dev,mode,name,accuracy,calls_captured,unique_graphs,graph_breaks,unique_graph_breaks,log_line\n"
                       "cuda,eval,alexnet,pass,,,,,2\ncuda,eval,resnet18,fail_accuracy,30,2,1,1,5\n"
                       "R inductor_torchbench_training < 2_linux _ test (inductor_torchbench, 1, 2, "
                       "linux.g5.4xlarge).txt#run2.train\n"
                       "dev,mode,name,accuracy,log_line\ncuda,train,alexnet,pass,12\n"
                       "! 2 of the models in run1.eval have no result: crashed, broken.\n"));
  }

  void aModelThatComesAgainBeginsANewRun() {
    const QString runs = log("cuda eval a pass\ncuda eval b pass\ncuda eval a fail_accuracy\ncuda eval c pass\n");
    QCOMPARE(runs.count(QStringLiteral("\nR ")) + 1, 2);
    QVERIFY2(runs.contains(QStringLiteral("cuda,eval,a,pass,1\ncuda,eval,b,pass,2\nR ")), qPrintable(runs));
    QVERIFY2(runs.contains(QStringLiteral("cuda,eval,a,fail_accuracy,3\ncuda,eval,c,pass,4\n")), qPrintable(runs));
    // The other mode is another run, and a tag makes another row of the same one.
    QCOMPARE(log("cuda eval a pass\ncuda train a pass\n").count(QStringLiteral("\nR ")) + 1, 2);
    QCOMPARE(log("cuda eval a tag-1 pass\ncuda eval a tag-2 pass\n").count(QStringLiteral("\nR ")) + 1, 1);
  }

  void timesColoursAndNulsAreNoPartOfALine() {
    const std::string nul("\0", 1);
    QCOMPARE(log("2026-11-20T12:00:00.0000000Z cpu  eval  a   \n2026-11-20T12:00:01.0000000Z \x1B[32mpass\x1B[0m\n" +
                     nul + "cpu eval  b\n" + nul + "timeout\n",
                 "cpu_inductor_torchbench_inference.log"),
             QStringLiteral("R cpu_inductor_torchbench_inference < cpu_inductor_torchbench_inference.log#eval\n"
                            "dev,mode,name,accuracy,log_line\ncpu,eval,a,pass,2\ncpu,eval,b,timeout,4\n"));
    QVERIFY(log("cuda train a pass\n", "cpu_inductor_torchbench_inference.log")
                .startsWith(QStringLiteral("R ? The name says inference, but this run is one of training.")));
    QVERIFY(log("cuda train a pass\n", "inductor_torchbench.log")
                .startsWith(QStringLiteral("R inductor_torchbench_training <")));
  }

  void aPrintedTableIsTaken() {
    QCOMPARE(
        log("cpu  eval  m\n2.014x\ndev,name,batch_size,speedup\ncpu,m,2,2.014039\ncpu,n,2,1.5\nthe end, really, of, "
            "it\ncpu eval m\n1.9x\n"),
        QStringLiteral("R ? This run measured speed and not accuracy, so no baseline of CI is its own. < "
                       "x.log#table1\ndev,name,batch_size,speedup\ncpu,m,2,2.014039\ncpu,n,2,1.5\n"));
  }

  void otherTextsAreNoLogs_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("prose") << QByteArray("cuda eval is what we run\nto evaluate cuda eval models on the GPU\npass\n");
    QTest::newRow("checks") << QByteArray("alexnet                                    PASS\n");
    QTest::newRow("header alone") << QByteArray("dev,name,accuracy\n");
    QTest::newRow("empty") << QByteArray();
  }
  void otherTextsAreNoLogs() {
    QFETCH(QByteArray, bytes);
    QCOMPARE(log(bytes.toStdString()), QStringLiteral("unknown"));
  }

  void realLogsGiveTheCellsThatWereTakenFromThemByHand() {
    const QString logs = sharedFolder() + QStringLiteral("pytorch/logs/");
    const QString derived = sharedFolder() + QStringLiteral("pytorch/derived/");
    if (!QFile::exists(logs) || !QFile::exists(derived)) QSKIP("the real files are not there");
    const auto wanted = [&](const QString& file) {
      return tables::CsvTable::scan(content(derived + file).toStdString(), "d").value();
    };
    const auto accuracy = sources::readRunnerLog(
        text(content(logs + QStringLiteral("torchao_accuracy_run_3edb740a_log_acc.log")).toStdString()));
    QCOMPARE(accuracy.pieces.size(), std::size_t{3});
    for (int run = 0; run < 3; ++run) {
      const auto table = wanted(QStringLiteral("torchao_accuracy_run%1.csv").arg(run + 1));
      QCOMPARE(cells(*accuracy.pieces[static_cast<std::size_t>(run)].table, {"dev", "mode", "name", "tag", "accuracy"}),
               cells(*table, {"dev", "mode", "name", "tag", "accuracy"}));
      QVERIFY(table->rowCount() > 60);
    }
    const auto speed = sources::readRunnerLog(
        text(content(logs + QStringLiteral("torchao_perf_run_9b481258_log1.log")).toStdString()));
    QStringList all;
    for (const sources::Piece& piece : speed.pieces) all += cells(*piece.table, {"dev", "mode", "name", "speedup"});
    QCOMPARE(all, cells(*wanted(QStringLiteral("torchao_speedup_log1.csv")), {"dev", "mode", "name", "speedup"}));
    QVERIFY(all.size() > 150);
  }

  void realDashboardsGiveTheCellsThatWereTakenFromThemByHand() {
    const QString file =
        sharedFolder() + QStringLiteral("pytorch/dashboards/cpu_fp32_dashboard_summary_torchbench_huggingface.txt");
    const QString derived = sharedFolder() + QStringLiteral("pytorch/derived/dashboards/cpu_fp32_");
    if (!QFile::exists(file)) QSKIP("the real files are not there");
    const auto pieces = sources::readDashboardText(text(content(file).toStdString()));
    QCOMPARE(pieces.pieces.size(), std::size_t{2});
    for (const sources::Piece& piece : pieces.pieces) {
      const QString suite =
          QString::fromStdString(piece.origin).section(QLatin1Char('#'), 1).section(QLatin1Char('.'), 0, 0);
      const auto check = [&](const QString& kind, std::initializer_list<const char*> columns) {
        const auto table = tables::CsvTable::scan(content(derived + suite + kind).toStdString(), "d").value();
        QStringList got = cells(*piece.table, columns), want = cells(*table, columns);
        got.sort();
        want.sort();
        QCOMPARE(got, want);
        QVERIFY(want.size() > 40);
      };
      check(QStringLiteral("_accuracy.csv"), {"name", "accuracy"});
      check(QStringLiteral("_performance.csv"), {"name", "speedup", "compilation_latency", "compression_ratio"});
    }
  }

  void answersAreKnownByTheirForm() {
    for (const char* answer :
         {"pass", "fail_to_run", "pass-sqnr-nan", "1.234x", "perf: 22.472 ms sqnr: 35.0", "  OOM  "})
      QVERIFY2(sources::answerIn(answer).has_value(), answer);
    for (const char* other :
         {"", "passed", "pass it on", "x", "1.2", "-1.2x", "nanx passes by the house", "perf: fast ms"})
      QVERIFY2(!sources::answerIn(other).has_value(), other);
    QVERIFY(sources::modelIn("cuda:0 train resnet18 tag-1 fail_to_run")->answer.has_value());
    QVERIFY(!sources::modelIn("gpu eval resnet18"));
  }
};

QTEST_GUILESS_MAIN(LogsTest)
#include "logs_test.moc"
