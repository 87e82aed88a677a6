// SPDX-License-Identifier: GPL-3.0-or-later
// A history to look at: 40 daily runs of two configs, a model that is red since a known day, and a baseline that moved,
// back and again.
//
//   support::fillHistory(folder.filePath(u"history.sqlite"_s).toStdString());
#pragma once

#include <QTest>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/history/store.h"

namespace plumbline::support {

inline constexpr std::int64_t kFirstRun = 1'785'542'400;  // 2026-08-01
inline constexpr std::int64_t kDay = 86'400;
inline constexpr int kRuns = 40, kRedSince = 36;  ///< run since which moco is red
inline const std::string kConfig = "inductor_torchbench_training";
inline const std::string kBaseline = "benchmarks/dynamo/ci_expected_accuracy/inductor_torchbench_training.csv";

inline std::string hashOfRun(int run) {
  std::string hash = "c0ffee0000000000000000000000000000000000";
  const std::string number = std::to_string(run);
  return hash.replace(6, number.size(), number);
}

inline history::RunRecord runAt(int run, const std::string& config, const std::vector<std::string>& models) {
  history::RunRecord record;
  record.info.contentHash = config + std::to_string(run);
  record.info.commit = hashOfRun(run);
  record.info.commitTime = kFirstRun + run * kDay;
  record.info.measuredAt = record.info.commitTime + 3'600;
  record.info.attempt = 1;
  record.info.origin = "artifacts.zip";
  for (std::size_t i = 0; i < models.size(); ++i) {
    const std::string& model = models[i];
    const auto key = [&](const char* metric) { return history::SeriesKey{"torchbench", config, model, metric, {}}; };
    const bool isRed = (model == "moco" && run >= kRedSince) || (model == "yolov3" && run % 9 == 4);
    const double breaks = model == "moco" && run >= 20 ? 7 : 5;
    record.samples.push_back({key("accuracy"), {}, isRed ? model == "moco" ? "fail_accuracy" : "timeout" : "pass"});
    record.samples.push_back({key("graph_breaks"), breaks, {}});
    record.samples.push_back({key("speedup"), 1.2 + 0.1 * static_cast<double>(i) + 0.01 * ((run * 7) % 11), {}});
  }
  return record;
}

inline history::BaselineHistory movesOfMoco() {
  history::BaselineHistory moves;
  moves.files = {kBaseline};
  moves.repository = "https://github.com/pytorch/pytorch";
  const auto move = [&](const char* hash, int day, std::int64_t pr, history::ChangeKind kind, const char* subject,
                        const char* from, const char* to) {
    history::BaselineCommit commit;
    commit.hash = std::string(hash) + "00000000000000000000000000000000";
    commit.time = kFirstRun + day * kDay - 1'800;
    commit.day = "2026-08-01";
    commit.subject = subject;
    commit.pullRequest = pr;
    commit.kind = kind;
    moves.changes.push_back({0, moves.commits.size(), "moco", "graph_breaks", from, to});
    moves.commits.push_back(std::move(commit));
  };
  move("aaaa1111", 5, 12'301, history::ChangeKind::Refresh, "Update inductor expected accuracy (#12301)", "5", "7");
  move("bbbb2222", 7, 12'310, history::ChangeKind::Revert,
       "Revert \"Update inductor expected accuracy (#12301)\" (#12310)", "7", "5");
  move("cccc3333", 20, 12'345, history::ChangeKind::Code, "Break the graph at data dependent views (#12345)", "5", "7");
  return moves;
}

/// fillHistory makes the store; `models` beside moco and yolov3 are made up.
inline void fillHistory(const std::string& file, int models = 8) {
  auto store = history::Store::open(file, history::Store::Access::ReadWrite);
  QVERIFY2(store.has_value(), store ? "" : store.error().text.c_str());
  std::vector<std::string> names = {"moco", "yolov3"};
  for (int i = 2; i < models; ++i) names.push_back("model_" + std::to_string(i));
  std::vector<history::RunRecord> records;
  for (int run = 0; run < kRuns; ++run)
    for (const std::string& config : {kConfig, "dynamic_" + kConfig}) records.push_back(runAt(run, config, names));
  QVERIFY((*store)->runs().add(records));
  QVERIFY((*store)->baselines().add(movesOfMoco()));
}

/// addUndoneMoves adds four commits that moved the graph breaks of moco from 7, in one of two configs, and that were each
/// undone a day later.
inline void addUndoneMoves(const std::string& file, const std::string& to) {
  history::BaselineHistory moves;
  moves.files = {kBaseline, "benchmarks/dynamo/ci_expected_accuracy/dynamic_inductor_torchbench_training.csv"};
  for (int i = -1; i < 8; ++i) {
    history::BaselineCommit commit;
    commit.hash = std::string(38, 'a') + std::to_string(10 + i);
    commit.time = kFirstRun + i * kDay;
    commit.subject = "Move";
    commit.pullRequest = 500 + i;
    if (i < 0)
      for (const std::size_t both : {0, 1}) moves.changes.push_back({both, 0, "moco", "graph_breaks", std::nullopt, "7"});
    else
      moves.changes.push_back({0, moves.commits.size(), "moco", "graph_breaks", i % 2 == 0 ? "7" : to, i % 2 == 0 ? to : "7"});
    moves.commits.push_back(std::move(commit));
  }
  auto store = history::Store::open(file, history::Store::Access::ReadWrite);
  QVERIFY(store && (*store)->baselines().add(moves));
}

}  // namespace plumbline::support
