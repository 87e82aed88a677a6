// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a log by number, whatever is in it and while it grows.
#include "core/runs/logs/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTest>
#include <stop_token>

#include "core/runs/logs/suite_progress.h"
#include "core/text/utf8.h"
#include "tests/core/runs/logs/log_maker.h"
#include "tests/core/runs/logs/runs_log_test.h"
#include "tests/support/test_folder.h"

using namespace Qt::StringLiterals;
using namespace plumbline;
using namespace plumbline::testing;
using runs::kMaxLogLine;
using runs::LogFile;
using runs::LogLine;

namespace {

std::string pathIn(const support::TestFolder& folder) { return folder.path(u"cold.log"_s).toStdString(); }

LogFile opened(const std::string& path) {
  LogFile log(path);
  if (!updateAll(log)) qFatal("the log cannot be read");
  return log;
}

QByteArrayList texts(const std::vector<LogLine>& lines) {
  QByteArrayList all;
  for (const LogLine& line : lines) all << QByteArray::fromStdString(line.text);
  return all;
}

}  // namespace

void RunsLogTest::lines_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QByteArrayList>("wanted");
  QTest::newRow("empty") << QByteArray("") << QByteArrayList();
  QTest::newRow("one, no end") << QByteArray("a") << QByteArrayList{"a"};
  QTest::newRow("one") << QByteArray("a\n") << QByteArrayList{"a"};
  QTest::newRow("empty lines") << QByteArray("\n\na\n\n") << QByteArrayList{"", "", "a", ""};
  QTest::newRow("no end") << QByteArray("a\nb") << QByteArrayList{"a", "b"};
  QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << QByteArrayList{"a", "b"};
  QTest::newRow("for readAnsi") << QByteArray("\x1B[1ma\tb\rc\bd\a") << QByteArrayList{"\x1B[1ma\tb\rc\bd\a"};
  QTest::newRow("NUL and controls") << QByteArray("a\0b\x01\x7F", 5) << QByteArrayList{"a␀b␁␡"};
  QTest::newRow("not UTF-8") << QByteArray("a\xFF\xC3z\xE2\x82") << QByteArrayList{"a��z��"};
  QTest::newRow("turns writing round") << QByteArray("a\u202Eb\u2028c\u0085d\u2066e") << QByteArrayList{"a�b�c�d�e"};
  QTest::newRow("UTF-8") << QByteArray("ä€😀") << QByteArrayList{"ä€😀"};
}
void RunsLogTest::lines() {
  QFETCH(QByteArray, bytes);
  QFETCH(QByteArrayList, wanted);
  const support::TestFolder folder;
  folder.write(u"cold.log"_s, bytes);
  const LogFile log = opened(pathIn(folder));
  QCOMPARE(log.lineCount(), static_cast<quint64>(wanted.size()));
  QCOMPARE(log.byteCount(), static_cast<quint64>(bytes.size()));
  QCOMPARE(texts(log.lines(0, 100)), wanted);
  for (qsizetype i = 0; i < wanted.size(); ++i) {
    const auto one = log.lines(static_cast<quint64>(i), 1);
    QCOMPARE(one.size(), 1U);
    QCOMPARE(one[0].number, static_cast<quint64>(i));
    QCOMPARE(QByteArray::fromStdString(one[0].text), wanted[i]);
  }
  QVERIFY(log.lines(log.lineCount(), 10).empty());
  QVERIFY(log.lines(~quint64{0}, 10).empty());
  QVERIFY(log.lines(0, 0).empty());
}

void RunsLogTest::randomLogs() {
  const support::TestFolder folder;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const std::string bytes = randomLog(seed, 300'000 + seed * 100'003);
    writeLog(pathIn(folder), bytes);
    const LogFile log = opened(pathIn(folder));
    const auto wanted = splitLines(bytes);
    QCOMPARE(log.lineCount(), wanted.size());
    const auto all = log.lines(0, wanted.size() + 5);
    QCOMPARE(all.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      QCOMPARE(all[i].number, i);
      QVERIFY(!text::firstInvalidUtf8(all[i].text));
      if (wanted[i].size() <= kMaxLogLine) {
        std::string line = wanted[i];
        if (line.ends_with('\r')) line.pop_back();
        QCOMPARE(all[i].text, runs::displayText(line));
        QCOMPARE(all[i].bytesLeftOut, 0U);
      } else if (all[i].bytesLeftOut > 0) {
        QCOMPARE(all[i].text, runs::displayText(wanted[i].substr(0, wanted[i].size() - all[i].bytesLeftOut)));
      }
      const auto one = log.lines(i, 1);
      QCOMPARE(one.size(), 1U);
      QCOMPARE(one[0].text, all[i].text);
    }
  }
}

void RunsLogTest::longLines() {
  const support::TestFolder folder;
  const std::string limit(kMaxLogLine, 'a');
  const std::string wide = std::string(kMaxLogLine - 1, 'b') + "€ and more";
  writeLog(pathIn(folder), limit + "\n" + limit + "+\n" + wide + "\n" + std::string(1'000'000, 'c') + "\nshort\n" +
                               std::string(300'000, '\0'));
  const auto lines = opened(pathIn(folder)).lines(0, 10);
  QCOMPARE(lines.size(), 6U);
  QCOMPARE(lines[0].text, limit);
  QCOMPARE(lines[0].bytesLeftOut, 0U);
  QCOMPARE(lines[1].text, limit);
  QCOMPARE(lines[1].bytesLeftOut, 1U);
  QCOMPARE(lines[2].text, std::string(kMaxLogLine - 1, 'b'));  // no half character
  QCOMPARE(lines[2].bytesLeftOut, 12U);
  QCOMPARE(lines[3].bytesLeftOut, 1'000'000 - kMaxLogLine);
  QCOMPARE(lines[4].text, std::string("short"));
  QCOMPARE(lines[5].bytesLeftOut, 300'000 - kMaxLogLine);
  QVERIFY(lines[5].text.starts_with("␀␀"));
}

void RunsLogTest::progressBars() {
  const support::TestFolder folder;
  std::string bar;
  for (int i = 0; i <= 20'000; ++i) bar += "\r" + std::to_string(i) + " of 20000";
  writeLog(pathIn(folder), bar + "\r\nnext\n" + bar);
  const auto lines = opened(pathIn(folder)).lines(0, 5);
  QCOMPARE(lines.size(), 3U);
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    QVERIFY(QByteArray::fromStdString(lines[i].text).endsWith("\r20000 of 20000"));
    QCOMPARE(lines[i].bytesLeftOut, 0U);
    QVERIFY(lines[i].text.size() <= kMaxLogLine);
  }
  QCOMPARE(lines[1].text, std::string("next"));
}

void RunsLogTest::appears() {
  const support::TestFolder folder;
  LogFile log(pathIn(folder));
  const auto nothing = log.update();
  QVERIFY(nothing.isError());
  QCOMPARE(nothing.error().code, base::ErrorCode::NotFound);
  QCOMPARE(log.lineCount(), 0U);
  QVERIFY(log.lines(0, 5).empty());
  QVERIFY(log.find("a", 0, false).isError());
  writeLog(pathIn(folder), "first\n");
  QVERIFY(updateAll(log));
  QCOMPARE(texts(log.lines(0, 5)), QByteArrayList{"first"});
  // Gone again: what was read of it is still there.
  QVERIFY(QFile::remove(folder.path(u"cold.log"_s)));
  QVERIFY(log.update().isError());
  QCOMPARE(texts(log.lines(0, 5)), QByteArrayList{"first"});
}

void RunsLogTest::grows() {
  const support::TestFolder folder;
  const std::string bytes = randomLog(99, 700'000);
  writeLog(pathIn(folder), "");
  LogFile log(pathIn(folder));
  QVERIFY(updateAll(log));
  const quint64 generation = log.generation();
  std::mt19937 random(3);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = std::min<std::size_t>(random() % 4 == 0 ? random() % 90'000 : random() % 50, bytes.size() - at);
    writeLog(pathIn(folder), bytes.substr(at, length), true);
    at += length;
    QVERIFY(updateAll(log));
    QCOMPARE(log.byteCount(), at);
    QCOMPARE(log.lineCount(), splitLines(bytes.substr(0, at)).size());
    const auto last = log.lines(log.lineCount() - std::min<quint64>(log.lineCount(), 1), 3);
    QCOMPARE(last.size(), log.lineCount() > 0 ? 1U : 0U);
  }
  QCOMPARE(log.generation(), generation);
  const LogFile fresh = opened(pathIn(folder));
  QCOMPARE(texts(log.lines(0, 100'000)), texts(fresh.lines(0, 100'000)));
}

void RunsLogTest::beginsAnew_data() {
  QTest::addColumn<QByteArray>("after");
  QTest::addColumn<bool>("isReplaced");
  QTest::newRow("cut") << QByteArray("x\n") << false;
  QTest::newRow("emptied") << QByteArray("") << false;
  QTest::newRow("cut and longer since") << QByteArray("another\n").repeated(50) << false;
  QTest::newRow("cut and as long since") << QByteArray("THREE\nother\nlines\n") << false;
  QTest::newRow("replaced") << QByteArray("three\nshort\nlines\nand more\n") << true;
  QTest::newRow("replaced by the same size") << QByteArray("three\nshort\nLINES\n") << true;
}
void RunsLogTest::beginsAnew() {
  QFETCH(QByteArray, after);
  QFETCH(bool, isReplaced);
  const support::TestFolder folder;
  writeLog(pathIn(folder), "three\nshort\nlines\n");
  // A time that a clock cannot give twice: the change is to be seen by what it is.
  const timespec past[2] = {{1'700'000'000, 0}, {1'700'000'000, 0}};
  QCOMPARE(::utimensat(AT_FDCWD, pathIn(folder).c_str(), past, 0), 0);
  LogFile log = opened(pathIn(folder));
  const quint64 generation = log.generation();
  if (isReplaced) folder.replace(u"cold.log"_s, after);
  else folder.write(u"cold.log"_s, after);
  QVERIFY(updateAll(log));
  QVERIFY(log.generation() != generation);
  QCOMPARE(log.byteCount(), static_cast<quint64>(after.size()));
  QByteArrayList wanted = after.split('\n');
  wanted.removeLast();
  QCOMPARE(texts(log.lines(0, 100)), wanted);
}

void RunsLogTest::unreadable_data() {
  QTest::addColumn<QString>("kind");
  for (const char* kind : {"folder", "pipe", "link", "no permission"}) QTest::newRow(kind) << QString::fromLatin1(kind);
}
void RunsLogTest::unreadable() {
  QFETCH(QString, kind);
  const support::TestFolder folder;
  if (kind == u"folder"_s) QVERIFY(QDir().mkpath(folder.path(u"cold.log"_s)));
  if (kind == u"pipe"_s) QCOMPARE(::mkfifo(pathIn(folder).c_str(), 0600), 0);
  if (kind == u"link"_s) {
    writeLog(pathIn(folder) + ".of-others", "a");
    QVERIFY(QFile::link(u"cold.log.of-others"_s, folder.path(u"cold.log"_s)));
  }
  if (kind == u"no permission"_s) {
    if (::geteuid() == 0) QSKIP("root may read everything");
    writeLog(pathIn(folder), "a");
    QCOMPARE(::chmod(pathIn(folder).c_str(), 0), 0);
  }
  LogFile log(pathIn(folder));
  const auto updated = log.update();
  QVERIFY(updated.isError());
  QCOMPARE(updated.error().code, base::ErrorCode::NotReadable);
  QVERIFY(!updated.error().text.empty() && updated.error().file == pathIn(folder));
  QVERIFY(log.lines(0, 10).empty());
}

void RunsLogTest::stops() {
  const support::TestFolder folder;
  writeLog(pathIn(folder), randomLog(1, 3'000'000));
  LogFile log(pathIn(folder));
  std::stop_source stop;
  const base::Progress progress(stop.get_token(), [&](quint64 done, quint64 total) {
    QVERIFY(total == 3'000'000 && done <= total);
    if (done > 1'000'000) stop.request_stop();
  });
  QVERIFY(log.update(progress).isCancelled());
  const quint64 sofar = log.byteCount();
  QVERIFY(sofar > 1'000'000 && sofar < 3'000'000);
  const auto part = log.update({}, 500'000);  // goes on where it stopped
  QVERIFY(part.isValue() && part.value());
  QCOMPARE(log.byteCount(), sofar + 500'000);
  QCOMPARE(log.fileBytes(), 3'000'000U);
  QVERIFY(updateAll(log));
  QCOMPARE(log.byteCount(), 3'000'000U);
  QCOMPARE(log.lineCount(), splitLines(randomLog(1, 3'000'000)).size());
}

void RunsLogTest::sharedIsApart() {
  const support::TestFolder folder;
  writeLog(pathIn(folder), "a\nb\n");
  LogFile log = opened(pathIn(folder));
  LogFile other = log.shared();
  writeLog(pathIn(folder), "c\n", true);
  QVERIFY(updateAll(log));
  QCOMPARE(log.lineCount(), 3U);
  QCOMPARE(other.lineCount(), 2U);
  QCOMPARE(other.generation(), log.generation());
  QVERIFY(updateAll(other));
  QCOMPARE(other.generation(), log.generation());
  QCOMPARE(texts(other.lines(0, 9)), (QByteArrayList{"a", "b", "c"}));
  LogFile moved = std::move(other);
  QCOMPARE(moved.lineCount(), 3U);
}

/// A model that crashed has no result; it ends with the next line that names another, wherever a reading cuts the log.
void RunsLogTest::suiteModelsInParts() {
  const support::TestFolder folder;
  const std::string log = "cpu  eval  llama  \npass\ncpu  eval  crash  \ncpu  eval  moco  \nfail_accuracy\n";
  for (std::size_t cut = 0; cut <= log.size(); ++cut) {
    runs::SuiteProgress progress;
    std::string seen;
    for (const std::string& part : {log.substr(0, cut), log}) {
      folder.write(u"cold.log"_s, QByteArray::fromStdString(part));
      for (const auto& model : progress.update(pathIn(folder))) seen += model.name + '=' + model.status + ' ';
    }
    QVERIFY2(seen == "llama=pass crash= moco=fail_accuracy ", (std::to_string(cut) + ": " + seen).c_str());
  }
  runs::SuiteProgress progress;
  std::string seen;
  folder.write(u"cold.log"_s, "cpu  eval  hang  \ncpu  eval  a  \nRun failed with return code:  -11\ntimeout\ncpu  eval  b  Run failed with return code:  1\ntimeout\n");
  for (const auto& model : progress.update(pathIn(folder))) seen += model.name + '=' + model.status + ' ';
  QCOMPARE(seen, "hang= a= b= ");
}

/// A folder of runs may be shared with others: what they put in place of a log is not read, and a long one can be stopped.
void RunsLogTest::suiteLogsOfStrangers() {
  const support::TestFolder folder;
  for (const char* device : {"/dev/zero", ""}) {
    const std::string path = folder.path(QStringLiteral("a.log")).toStdString();
    QCOMPARE(*device != '\0' ? ::symlink(device, path.c_str()) : ::mkfifo(path.c_str(), 0600), 0);
    runs::SuiteProgress progress;
    QVERIFY(progress.update(path, true).empty());
    QCOMPARE(::unlink(path.c_str()), 0);
  }
  folder.write(u"cold.log"_s, "cpu  eval  llama  \npass\n");
  std::stop_source stop;
  stop.request_stop();
  runs::SuiteProgress progress;
  QVERIFY(progress.update(pathIn(folder), true, stop.get_token()).empty());
  QCOMPARE(progress.update(pathIn(folder), true).size(), std::size_t{1});
}

/// The time of a model that runs counts against what is left, and the hours between two lives of a run do not count.
void RunsLogTest::timeLeftWithinAModel() {
  const support::TestFolder folder;
  folder.write(QStringLiteral("base.csv"), "name,accuracy\na,pass\nb,pass\nc,pass\nd,pass\n");
  runs::Run run;
  run.id = "1";
  run.spec = {.kind = runs::RunKind::Suite, .suite = "huggingface", .repeats = 1, .partitions = 2,
              .baseline = folder.path(QStringLiteral("base.csv")).toStdString()};
  run.plan.expected = run.spec.baseline;
  for (const QString& name : {QStringLiteral("1"), QStringLiteral("2")}) {
    runs::TaskStatus task;
    task.folder = folder.path(name).toStdString();
    task.steps.push_back({.name = "run"});
    run.tasks.push_back(std::move(task));
  }
  const auto write = [&](const char* part, const char* log, int written) {
    const QString name = QString::fromLatin1(part) + QStringLiteral("/run.log");
    folder.write(name, log);
    const timespec times[2] = {{written, 0}, {written, 0}};
    QCOMPARE(::utimensat(AT_FDCWD, folder.path(name).toStdString().c_str(), times, 0), 0);
  };
  runs::SuiteWatch watch;
  const auto update = [&](double now) { return QString::fromStdString(watch.update(run, now).text); };
  // Asked from the start on, before a model is in the log.
  QCOMPARE(update(990), QString());
  run.tasks[0].state = runs::RunState::Running;
  run.tasks[0].began = 1000;
  write("1", "", 1000);
  QCOMPARE(update(1000), QString());
  write("1", "cuda eval  a  \n", 1000);
  QCOMPARE(update(1010), QStringLiteral("0 of 4 models, a"));
  write("1", "cuda eval  a  \npass\ncuda eval  b  \n", 1020);
  QCOMPARE(update(1020), QStringLiteral("1 of 4 models, about 1:00 left, b"));
  QCOMPARE(update(1030), QStringLiteral("1 of 4 models, about 50 s left, b"));
  QCOMPARE(update(1100), QStringLiteral("1 of 4 models, about 40 s left, b"));  // longer than the first took

  // Resumed after hours: part 1 is done, and another program saw the model of part 2 that ended.
  run.tasks[0].state = runs::RunState::Done;
  run.tasks[0].ended = 1040;
  write("1", "cuda eval  a  \npass\ncuda eval  b  \npass\n", 1040);
  run.tasks[1].state = runs::RunState::Running;
  run.tasks[1].began = 20'000;
  write("2", "cuda eval  c  \npass\ncuda eval  d  \n", 20'020);
  QCOMPARE(QString::fromStdString(runs::SuiteWatch().update(run, 20'030).text), QStringLiteral("3 of 4 models, about 10 s left, d"));
  write("2", "cuda eval  c  \npass\ncuda eval  d  \npass\n", 20'040);
  run.tasks[1].state = runs::RunState::Reading;
  QCOMPARE(QString::fromStdString(runs::SuiteWatch().update(run, 20'041).text), QStringLiteral("4 of 4 models"));
}

/// The models are those of the checkout's baseline that the options select; the parts of a suite are counted together.
void RunsLogTest::timeLeftOfASuite() {
  const support::TestFolder folder;
  const std::string baseline = "benchmarks/dynamo/ci_expected_accuracy/inductor_huggingface_inference.csv";
  folder.write(QString::fromStdString(baseline), "name,accuracy,graph_breaks\na1,pass,0\na2,pass,0\na3,pass,0\nb1,pass,0\nb2,pass,0\n");
  runs::Run run;
  run.spec = {.kind = runs::RunKind::Suite, .checkout = folder.path().toStdString(), .suite = "huggingface", .mode = configs::Mode::Inference,
              .test = runs::SuiteTest::Performance, .extra = {"-k", "^a", "-k", "b1"}};
  const auto add = [&](const QString& name, const char* log, runs::RunState state) {
    folder.write(name + QStringLiteral("/run.log"), log);
    run.plan.tasks.emplace_back();
    runs::TaskStatus task;
    task.state = state;
    task.folder = folder.path(name).toStdString();
    task.began = 1000;
    task.steps.push_back({.name = "run"});
    run.tasks.push_back(std::move(task));
  };
  add(QStringLiteral("1"), "cuda eval  a1  \n1.5x\ncuda eval  a2  \n", runs::RunState::Running);
  run.id = "1";
  QCOMPARE(QString::fromStdString(runs::SuiteWatch().update(run, 1010).text), QStringLiteral("1 of 4 models, about 30 s left, a2"));
  run.spec.partitions = 2;
  add(QStringLiteral("2"), "cuda eval  a3  \n1.5x\n", runs::RunState::Done);
  QCOMPARE(QString::fromStdString(runs::SuiteWatch().update(run, 1010).text), QStringLiteral("2 of 4 models, about 10 s left, a2"));
  // A part whose results are read has run all its models.
  run.tasks.back().state = runs::RunState::Reading;
  QCOMPARE(QString::fromStdString(runs::SuiteWatch().update(run, 1010).text), QStringLiteral("2 of 4 models, about 10 s left, a2"));
  run.spec.extra = {"-x", "^a"};  // the log has more models than the baseline
  QCOMPARE(QString::fromStdString(runs::SuiteWatch().update(run, 1010).text), QStringLiteral("2 models, a2"));
}
