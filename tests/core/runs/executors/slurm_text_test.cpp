// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/slurm/slurm_client.h"

#include <QTest>
#include <algorithm>

#include "tests/core/runs/executors/slurm_test.h"

using namespace plumbline::runs;

namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

void SlurmTest::wordsOfStates_data() {
  QTest::addColumn<QString>("state");
  QTest::addColumn<QString>("reason");
  QTest::addColumn<int>("life");
  QTest::addColumn<bool>("isTimeout");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* state, const char* reason, TaskLife life, const char* text, bool isTimeout = false) {
    QTest::addRow("%s %s", state, reason) << QString::fromLatin1(state) << QString::fromLatin1(reason)
                                          << static_cast<int>(life) << isTimeout << QString::fromLatin1(text);
  };
  row("PENDING", "Resources", TaskLife::Pending, "waiting for resources");
  row("PENDING", "Priority", TaskLife::Pending, "waiting behind jobs of higher priority");
  row("PENDING", "None", TaskLife::Pending, "waiting for Slurm");
  row("PENDING", "", TaskLife::Pending, "waiting for Slurm");
  row("PENDING", "ReqNodeNotAvail, Reserved for maintenance", TaskLife::Pending,
      "the nodes it needs are not available");
  row("PENDING", "QOSGrpGRES", TaskLife::Pending, "waiting: QOSGrpGRES");
  row("REQUEUED", "None", TaskLife::Pending, "waiting for Slurm");
  row("CONFIGURING", "None", TaskLife::Alive, "");
  row("RUNNING", "None", TaskLife::Alive, "");
  row("COMPLETING", "None", TaskLife::Alive, "");
  row("SUSPENDED", "None", TaskLife::Alive, "");
  row("COMPLETED", "None", TaskLife::Gone, "Slurm reports it as completed, but its supervisor wrote no result.");
  row("FAILED", "NonZeroExitCode", TaskLife::Gone, "Slurm reports it as failed (NonZeroExitCode).");
  row("NODE_FAIL", "None", TaskLife::Gone, "its node failed.");
  row("OUT_OF_MEMORY", "OutOfMemory", TaskLife::Gone, "it ran out of the memory that Slurm gave it.");
  row("CANCELLED", "None", TaskLife::Gone, "it was cancelled.");
  row("TIMEOUT", "TimeLimit", TaskLife::Gone, "Slurm ended it for its time limit.", true);
  row("DEADLINE", "DeadLine", TaskLife::Gone, "Slurm ended it for its deadline.", true);
  row("PREEMPTED", "None", TaskLife::Gone, "Slurm ended it for another job.");
}

void SlurmTest::wordsOfStates() {
  QFETCH(const QString, state);
  QFETCH(const QString, reason);
  QFETCH(const int, life);
  QFETCH(const bool, isTimeout);
  QFETCH(const QString, text);
  const TaskPollResult result =
      pollResultOf({.id = "1_0", .name = "n", .state = state.toStdString(), .reason = reason.toStdString()});
  QCOMPARE(static_cast<int>(result.life), life);
  QCOMPARE(result.isTimeout, isTimeout);
  QCOMPARE(qs(result.text), text);
}

void SlurmTest::wordsOfJobs() {
  const auto jobs =
      readJobs("812_0|20261121-a-1-1|RUNNING|None\n\nslurm_load_jobs error: odd\n 812_1|x|PENDING|Resources \r\n9|a|b");
  QCOMPARE(jobs.size(), std::size_t{2});
  QCOMPARE(jobs[0].name, std::string("20261121-a-1-1"));
  QCOMPARE(jobs[1].id, std::string("812_1"));
  QCOMPARE(jobs[1].reason, std::string("Resources"));
  QVERIFY(readJobs("").empty());
  const auto accounts = readAccounts("812_0|n|CANCELLED by 1000\n812_1|n|COMPLETED\n");
  QCOMPARE(accounts.size(), std::size_t{2});
  QCOMPARE(accounts[0].state, std::string("CANCELLED"));
  QCOMPARE(accounts[1].state, std::string("COMPLETED"));
}

void SlurmTest::wordsOfPartitions() {
  const auto partitions = readPartitions(
      "short|up|10:00|vm\ngpu|down|infinite|g[1-4]\nmain*|up|1-00:00:00|n1\nmain*|up|1-00:00:00|n2\n|up||\n");
  QCOMPARE(partitions.size(), std::size_t{3});
  QCOMPARE(partitions[0], (SlurmPartition{"main", true, true, "1-00:00:00", "n1,n2"}));
  QCOMPARE(partitions[1].name, std::string("short"));
  QVERIFY(!partitions[2].isUp);
  QVERIFY(readPartitions("sinfo: error\n").empty());
}

void SlurmTest::wordsOfTimes_data() {
  QTest::addColumn<QString>("limit");
  QTest::addColumn<qint64>("seconds");
  for (const auto& [limit, seconds] :
       std::initializer_list<std::pair<const char*, qint64>>{{"90", 5400},
                                                             {"1:30", 90},
                                                             {"2:00:00", 7200},
                                                             {"1-12", 129600},
                                                             {"1-12:30", 131400},
                                                             {"1-12:30:01", 131401},
                                                             {"0", 0},
                                                             {"infinite", -1},
                                                             {"UNLIMITED", -1},
                                                             {"", -1},
                                                             {"1:2:3:4", -1},
                                                             {"-5", -1},
                                                             {"x", -1},
                                                             {"1-", -1},
                                                             {"99999999999999999999", -1}})
    QTest::newRow(limit) << QString::fromLatin1(limit) << seconds;
}

void SlurmTest::wordsOfTimes() {
  QFETCH(const QString, limit);
  QFETCH(const qint64, seconds);
  QCOMPARE(static_cast<qint64>(secondsOf(limit.toStdString()).value_or(-1)), seconds);
}

void SlurmTest::wordsOfNumbers() {
  QCOMPARE(jobNumber("812\n"), std::string("812"));
  QCOMPARE(jobNumber("67043327;alpha\n"), std::string("67043327"));
  QCOMPARE(jobNumber("Submitted batch job 812\n"), std::string());
  QCOMPARE(jobNumber(""), std::string());
  QCOMPARE(largestArray("MaxArraySize            = 5\nMaxJobCount = 7\n"), std::size_t{5});
  QCOMPARE(largestArray("MaxArraySize = 0\n"), std::size_t{1});
  QCOMPARE(largestArray(""), std::size_t{1001});
}

void SlurmTest::wordsOfScripts() {
  // Paths are words of a shell there; no byte of them is anything else.
  const std::string script = batchScript("/a b/it's $(x)/supervisor.py", "/a b/it's $(x)/slurm.list", "/opt/py thon");
  QVERIFY(script.starts_with("#!/bin/sh\n"));
  QVERIFY(script.find("'/a b/it'\\''s $(x)/supervisor.py'") != std::string::npos);
  QVERIFY(script.find("'/opt/py thon'") != std::string::npos);
  RunSpec spec;
  spec.jobs = 3;
  spec.target = {.kind = TargetKind::Slurm, .partition = "gpu", .gres = "gpu:1", .timeLimit = "1-0"};
  const auto options = batchOptions(spec, "run-1-1", 8, "811");
  for (const char* option : {"--array=0-7%3", "--partition=gpu", "--gres=gpu:1", "--time=1-0", "--job-name=run-1-1",
                             "--no-requeue", "--dependency=afterany:811"})
    QVERIFY2(std::find(options.begin(), options.end(), option) != options.end(), option);
  spec.target = {.kind = TargetKind::Slurm};
  for (const std::string& option : batchOptions(spec, "n", 1, {}))
    QVERIFY2(!option.starts_with("--partition") && !option.starts_with("--gres") && !option.starts_with("--time"),
             option.c_str());
}
