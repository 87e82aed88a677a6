// SPDX-License-Identifier: GPL-3.0-or-later
// Finding text and errors in a log.
#include "core/runs/logs/log_file.h"

#include <QTest>

#include "core/runs/logs/log_errors.h"
#include "resources/embedded.h"
#include "tests/core/runs/logs/log_maker.h"
#include "tests/core/runs/logs/runs_log_test.h"
#include "tests/support/test_folder.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using runs::LogFile;

namespace {

struct WrittenLog {
  explicit WrittenLog(const std::string& bytes) : log(folder.path(u"a.log"_s).toStdString()) {
    writeLog(log.path(), bytes);
    if (!updateAll(log)) qFatal("the log cannot be read");
  }
  /// find gives the line, -1 for none.
  qint64 find(const std::string& text, quint64 from, bool backwards) const {
    return numberOf(log.find(text, from, backwards));
  }
  static qint64 numberOf(const runs::FoundLine& found) {
    if (!found.isValue()) qFatal("the search failed");
    return found.value() ? static_cast<qint64>(*found.value()) : -1;
  }
  support::TestFolder folder;
  LogFile log;
};

std::string small(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return text;
}

}  // namespace

void RunsLogTest::finds_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<int>("from");
  QTest::addColumn<bool>("backwards");
  QTest::addColumn<int>("line");
  // 0 cuda train llama | 1 Error: none | 2 (empty) | 3 CUDA error | 4 end, with no line feed
  QTest::newRow("forwards") << QByteArray("cuda") << 0 << false << 0;
  QTest::newRow("case is ignored") << QByteArray("cuda") << 1 << false << 3;
  QTest::newRow("unless there is a capital") << QByteArray("CUDA") << 0 << false << 3;
  QTest::newRow("from its own line") << QByteArray("error") << 1 << false << 1;
  QTest::newRow("from the next") << QByteArray("error") << 2 << false << 3;
  QTest::newRow("none further on") << QByteArray("llama") << 1 << false << -1;
  QTest::newRow("backwards") << QByteArray("cuda") << 4 << true << 3;
  QTest::newRow("backwards, its own line") << QByteArray("cuda") << 3 << true << 3;
  QTest::newRow("backwards, before") << QByteArray("cuda") << 2 << true << 0;
  QTest::newRow("backwards, none") << QByteArray("end") << 3 << true << -1;
  QTest::newRow("last line") << QByteArray("end") << 0 << false << 4;
  QTest::newRow("from after the end") << QByteArray("end") << 99 << false << -1;
  QTest::newRow("backwards from after the end") << QByteArray("end") << 99 << true << 4;
  QTest::newRow("nothing") << QByteArray("") << 0 << false << -1;
  QTest::newRow("not over lines") << QByteArray("none\n") << 3 << false << -1;
  QTest::newRow("through colours") << QByteArray("train llama") << 0 << false << 0;
  QTest::newRow("not inside them") << QByteArray("31m") << 0 << false << -1;
}
void RunsLogTest::finds() {
  QFETCH(QByteArray, text);
  QFETCH(int, from);
  QFETCH(bool, backwards);
  const WrittenLog written("cuda \x1B[31mtra\x1B[0min llama\nError: none\n\nCUDA error\nend");
  QTEST(static_cast<int>(written.find(text.toStdString(), static_cast<quint64>(from), backwards)), "line");
}

void RunsLogTest::findsAsReferenceDoes() {
  for (unsigned seed = 20; seed < 26; ++seed) {
    const std::string bytes = randomLog(seed, 1'500'000);
    const WrittenLog written(bytes);
    std::vector<std::string> lines = splitLines(bytes);
    std::string room;
    for (std::string& line : lines) line = small(std::string(runs::withoutSequences(line, room)));
    for (const char* text : {"needle", "llama 0.123 e", "xy", "traceback", "nowhere", "yyyyx"}) {
      std::vector<qint64> hits;
      for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].find(text) != std::string::npos) hits.push_back(static_cast<qint64>(i));
      for (quint64 from = 0; from < lines.size(); from += 1 + lines.size() / 9) {
        const auto after = std::lower_bound(hits.begin(), hits.end(), static_cast<qint64>(from));
        QCOMPARE(written.find(text, from, false), after == hits.end() ? -1 : *after);
        const auto behind = std::upper_bound(hits.begin(), hits.end(), static_cast<qint64>(from));
        QCOMPARE(written.find(text, from, true), behind == hits.begin() ? -1 : *(behind - 1));
      }
    }
  }
}

void RunsLogTest::findsInOneLongLine() {
  // Two megabytes of one line: the text lies over the border of what is read at a time.
  for (const std::size_t place : {std::size_t{262'141}, std::size_t{253'950}, std::size_t{1'000'000}, std::size_t{1'999'990}}) {
    std::string bytes = "first\n" + std::string(2'000'000, '.') + "\nlast\n";
    bytes.replace(place, 6, "needle");
    const WrittenLog written(bytes);
    QCOMPARE(written.find("needle", 0, false), 1);
    QCOMPARE(written.find("needle", 2, true), 1);
    QCOMPARE(written.find("last", 0, false), 2);
    QCOMPARE(written.find("first", 2, true), 0);
    QCOMPARE(written.find("needles", 0, false), -1);
    QCOMPARE(written.find("needles", 2, true), -1);
  }
}

void RunsLogTest::places_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<QList<int>>("begins");
  QTest::newRow("two") << QByteArray("ab") << QByteArray("abxAB") << QList<int>{0, 3};
  QTest::newRow("capital") << QByteArray("AB") << QByteArray("abxAB") << QList<int>{3};
  QTest::newRow("not overlapping") << QByteArray("aa") << QByteArray("aaaaa") << QList<int>{0, 2};
  QTest::newRow("empty") << QByteArray("") << QByteArray("abc") << QList<int>{};
  QTest::newRow("empty line") << QByteArray("a") << QByteArray("") << QList<int>{};
  QTest::newRow("not the neighbours of letters") << QByteArray("@[`{") << QByteArray("@[`{ `{@[") << QList<int>{0};
  QTest::newRow("bytes above ASCII") << QByteArray("\xC3\xA4") << QByteArray("\xC3\x84\xC3\xA4") << QList<int>{2};
}
void RunsLogTest::places() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, line);
  QFETCH(QList<int>, begins);
  const auto places = runs::placesOf(text.toStdString(), line.toStdString());
  QList<int> got;
  for (const runs::TextPlace& place : places) {
    got << static_cast<int>(place.begin);
    QCOMPARE(place.length, static_cast<std::size_t>(text.size()));
  }
  QCOMPARE(got, begins);
}

void RunsLogTest::searchStops() {
  const WrittenLog written(randomLog(5, 3'000'000));
  for (const bool backwards : {false, true}) {
    std::stop_source stop;
    quint64 last = 0;
    const base::Progress progress(stop.get_token(), [&](quint64 done, quint64 total) {
      QVERIFY(done >= last && total >= done);
      last = done;
      if (done > 1'000'000) stop.request_stop();
    });
    QVERIFY(written.log.find("nowhere", backwards ? written.log.lineCount() : 0, backwards, progress).isCancelled());
    QVERIFY(last < 2'000'000);
  }
  std::stop_source stopped;
  stopped.request_stop();
  QVERIFY(written.log.firstError(0, base::Progress(stopped.get_token())).isCancelled());
}

void RunsLogTest::errors_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::addColumn<bool>("isError");
  const auto row = [](const char* line, bool isError) { QTest::newRow(line) << QByteArray(line) << isError; };
  row("Traceback (most recent call last):", true);
  row("[rank0]: Traceback (most recent call last):", true);
  row("RuntimeError: CUDA out of memory. Tried to allocate 20 MiB", true);
  row("torch.cuda.OutOfMemoryError: no room", true);
  row("[rank1]: KeyError: 'speedup'", true);
  row("KeyboardInterrupt", true);
  row("SystemExit: 2", true);
  row("torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:", true);
  row("subprocess.TimeoutExpired: Command 'python' timed out", true);
  row("ERROR:common:Backend dynamo failed in warmup()", true);
  row("2026-11-20 12:00:01,123 ERROR something", true);
  row("2026-11-20T12:00:01Z Error: no model", true);
  row("  Error: no model", true);
  row("E0312 11:22:33.000000 17 torch/_dynamo/utils.py:1990] RMSE (res-fp64): nan", true);
  row("[2026-11-20 12:00:01,123] torch._dynamo.utils: [ERROR] Accuracy failed for key name logits", true);
  row("Run failed with return code:  -11", true);
  row("Segmentation fault (core dumped)", true);
  row("python: x.cpp:3: int f(): Assertion `x > 0' failed.", true);
  row("FAILED tests/a.py::b", true);
  row("cuda train llama                           fail_to_run", true);
  row("torchbench.py: error: unrecognized arguments: --cold", true);
  row("slurmstepd: error: *** JOB 7 CANCELLED DUE TO TIME LIMIT ***", true);
  row("python3: can't open file '/x/torchbench.py': [Errno 2]", true);
  row("Killed", true);
  row("cuda train llama                           pass", false);
  row("", false);
  row("speedup nan", false);
  row("UserWarning: The RuntimeError of old is gone", false);
  row("WARNING:root:hf_T5 failed to load: RuntimeError", false);
  row("0 errors, 3 passed", false);
  row("Error:  None", false);
  row("errors_total=3", false);
  row("RuntimeErrors are rare", false);
  row("MY_ERROR_COUNT=0", false);
  row("xfail_to_runx", false);
  row("1.5Error: not a name", false);
  row("ran 3 tests, expected failure", false);
  row("E12 11:22 is no time", false);
  row("Exit: 0", false);
  row("loading Killedeer", false);
  row("[a very long bracket that never ends and never ends and never ends and never ends] Error: x", false);
}
void RunsLogTest::errors() {
  QFETCH(QByteArray, line);
  QFETCH(bool, isError);
  QCOMPARE(runs::looksLikeError(line.toStdString()), isError);
  // And the same by the search, with colours in the line and others around it.
  QByteArray coloured = line;
  if (!coloured.isEmpty()) coloured.insert(1, "\x1B[0m");
  const WrittenLog written("loading\n" + coloured.toStdString() + "\nend\n");
  QCOMPARE(WrittenLog::numberOf(written.log.firstError(0)), isError ? 1 : -1);
}

void RunsLogTest::firstErrorSkips() {
  // What stands deep in a very long line is not shown, and so it is no error either; nor is a piece of such a line one.
  std::string bytes = "Warning: RuntimeError\n" + std::string(700'000, '.') + " Traceback (most recent call last)" +
                      std::string(700'000, '.') + "\nValueError: 1\nok\nValueError: 2\n";
  const WrittenLog written(bytes);
  QCOMPARE(WrittenLog::numberOf(written.log.firstError(0)), 2);
  QCOMPARE(WrittenLog::numberOf(written.log.firstError(2)), 2);
  QCOMPARE(WrittenLog::numberOf(written.log.firstError(3)), 4);
  QCOMPARE(WrittenLog::numberOf(written.log.firstError(5)), -1);
}

void RunsLogTest::patternsShip() {
  const auto bytes = resources::embeddedBytes("runs/log_errors.toml");
  QVERIFY(bytes);
  const auto errors = runs::readLogErrors(*bytes);
  QVERIFY2(errors, errors ? "" : errors.error().text.c_str());
  QVERIFY(errors->anywhere.size() > 10 && errors->words.size() > 5 && !errors->starts.empty() && !errors->unless.empty());
  for (const char* bad : {"anywhere = 3", "anywhere = [\"a\"]", "= broken", "anywhere = [1]\nwords = []\n"}) {
    const auto refused = runs::readLogErrors(bad);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, base::ErrorCode::BadFormat);
    QVERIFY(refused.error().file.find("log_errors.toml") != std::string::npos);
  }
}

void RunsLogTest::wordScan() {
  const runs::MultiTextFinder scan({"she", "he", "hers", "E00:", ""});
  const auto end = [&](const char* text, std::size_t from = 0) {
    const auto found = scan.firstEnd(text, from);
    return found ? static_cast<int>(*found) : -1;
  };
  QCOMPARE(end("ushers"), 4);
  QCOMPARE(end("ushers", 2), 4);
  QCOMPARE(end("ushers", 3), -1);
  QCOMPARE(end("xE42:"), 5);
  QCOMPARE(end("E4:E421:E99:"), 12);
  QCOMPARE(end(""), -1);
  QCOMPARE(end("nothing", 99), -1);
  const runs::MultiTextFinder none({});
  QVERIFY(!none.firstEnd("anything", 0));
}
