// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>
#include <string>

#include "core/runs/engine/task_file.h"
#include "tests/core/runs/executors/supervisor_test.h"

using namespace plumbline;
using namespace plumbline::runs;

namespace {

constexpr const char* kWhole =
    R"({"event": "supervisor", "time": 5.5, "pid": 77, "start": 12345, "boot": "b-1", "token": "t1", "host": "here"})"
    "\n"
    R"({"event": "facts", "time": 6, "facts": {"cpu": "fast \u00e9"}, "problem": ""})"
    "\n"
    R"({"event": "begin", "time": 7, "step": "cold", "pid": 88, "group": 88, "start": 12400, "program": "/bin/x"})"
    "\n"
    R"({"event": "end", "time": 9.25, "step": "cold", "how": "exited", "code": 0, "problem": "", "log_bytes": 12, "wrote_output": true})"
    "\n"
    R"({"event": "begin", "time": 10, "step": "warm", "pid": 99, "group": 99, "start": 12500})"
    "\n"
    R"({"event": "weather", "time": 10.5})"
    "\n"
    R"({"event": "end", "time": 11, "step": "warm", "how": "signalled", "code": 11, "problem": "x", "log_bytes": 0, "wrote_output": false})"
    "\n"
    R"({"event": "finished", "time": 12, "cache_removed": false, "files": [{"name": "cold.csv", "bytes": 4, "sha256": "ab"}], "problem": "p"})"
    "\n";

}  // namespace

void SupervisorTest::eventsAreRead() {
  const auto events = readEvents(kWhole);
  QVERIFY(events);
  QCOMPARE(events->supervisor, 77);
  QCOMPARE(events->start, std::uint64_t{12345});
  QCOMPARE(events->boot + events->token + events->host, std::string("b-1t1here"));
  QCOMPARE(events->facts, (Facts{{"cpu", "fast \xc3\xa9"}}));
  QCOMPARE(events->steps.size(), std::size_t{2});
  QCOMPARE(events->steps[0].began, 7.0);
  QCOMPARE(events->steps[0].ended, 9.25);
  QCOMPARE(events->steps[0].start, std::uint64_t{12400});
  QVERIFY(events->steps[0].wroteOutput);
  QCOMPARE(events->steps[1].end, StepEnd::Signalled);
  QCOMPARE(events->steps[1].code, 11);
  QCOMPARE(events->steps[1].problem, std::string("x"));
  QVERIFY(events->finished);
  QVERIFY(!events->cacheRemoved);
  QCOMPARE(events->problem, std::string("p"));
  QCOMPARE(events->files.size(), std::size_t{1});
  QCOMPARE(events->files[0].sha256, std::string("ab"));
  // Every beginning of it is good: the last line may be half written.
  const std::string whole = kWhole;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto half = readEvents(std::string_view(whole).substr(0, size));
    QVERIFY(half);
    QVERIFY(!half->finished);
  }
}

void SupervisorTest::brokenEvents_data() {
  QTest::addColumn<QByteArray>("line");
  const auto row = [](const char* name, const QByteArray& line) { QTest::newRow(name) << line; };
  row("empty line", "");
  row("no JSON", "finished");
  row("half JSON", R"({"event": "finished")");
  row("two on a line", R"({"event": "x"} {"event": "x"})");
  row("a list", R"(["event"])");
  row("null", "null");
  row("no event", R"({"time": 1})");
  row("event is a number", R"({"event": 1})");
  row("pid is text", R"({"event": "supervisor", "pid": "1"})");
  row("pid is a fraction", R"({"event": "supervisor", "pid": 1.5})");
  row("start below zero", R"({"event": "supervisor", "start": -1})");
  row("time is text", R"({"event": "supervisor", "time": "now"})");
  row("facts are a list", R"({"event": "facts", "facts": []})");
  row("a fact is a number", R"({"event": "facts", "facts": {"a": 1}})");
  row("unknown end", R"({"event": "end", "step": "a", "how": "vanished"})");
  row("end without how", R"({"event": "end", "step": "a"})");
  row("flag is a number", R"({"event": "end", "step": "a", "how": "exited", "wrote_output": 1})");
  row("negative bytes", R"({"event": "end", "step": "a", "how": "exited", "log_bytes": -1})");
  row("files are an object", R"({"event": "finished", "files": {}})");
  row("a file is text", R"({"event": "finished", "files": ["a"]})");
  row("file bytes are text", R"({"event": "finished", "files": [{"name": "a", "bytes": "1"}]})");
  row("a number too large", R"({"event": "supervisor", "pid": 1e999})");
  row("no UTF-8", "{\"event\": \"supervisor\", \"host\": \"\xff\"}");
  row("NUL bytes", QByteArray(100, '\0'));
  row("very deep", QByteArray(100000, '['));
}

void SupervisorTest::brokenEvents() {
  QFETCH(QByteArray, line);
  const std::string good = R"({"event": "supervisor", "pid": 5})" "\n";
  const auto events = readEvents(good + line.toStdString() + "\n" + good, "e.jsonl");
  QVERIFY(!events);
  QCOMPARE(events.error().code, base::ErrorCode::BadFormat);
  QCOMPARE(events.error().line, std::size_t{2});
  QCOMPARE(events.error().file, std::string("e.jsonl"));
  const auto last = readEvents(good + line.toStdString());
  QVERIFY(last);
  QCOMPARE(last->supervisor, 5);
}

void SupervisorTest::mutilatedEvents() {
  std::mt19937 random(11);
  const std::string whole = kWhole;
  int good = 0, bad = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (int change = 0; change < 1 + static_cast<int>(random() % 4); ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, random() % 20); break;
        default: text.insert(at, whole, random() % whole.size(), random() % 40); break;
      }
    }
    const auto events = readEvents(text);
    events ? ++good : ++bad;
    if (!events) QVERIFY(events.error().line > 0);
  }
  QVERIFY(good > 20 && bad > 20);
}
