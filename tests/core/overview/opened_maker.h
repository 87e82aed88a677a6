// SPDX-License-Identifier: GPL-3.0-or-later
// Opened sources made by hand for tests: baselines and results without files.
//
//   auto view = viewOf(OpenedMaker().baseline("inductor_torchbench_training", "name,accuracy\na,pass\n")
//                          .result({.config = "inductor_torchbench_training"}, "name,accuracy\na,pass\n"));
#pragma once

#include <memory>
#include <string>

#include "core/overview/commit_view.h"
#include "tests/support/pair_maker.h"

namespace plumbline::support {

struct ResultName {
  std::string config;
  int shard = 0, shards = 0, attempt = 0;
  std::string machine = {}, workflow = {}, commit = {}, origin = {}, job = {};
};

class OpenedMaker {
 public:
  OpenedMaker& baseline(const std::string& config, const std::string& csv, const std::string& tree = "tree") {
    sources::Piece piece;
    piece.isBaseline = true;
    piece.identity = configs::Identity{};
    piece.identity->config = *configs::configOfName(config);
    piece.path = tree + "/" + configs::baselineFile(piece.identity->config);
    piece.origin = piece.path;
    piece.table = table(csv, piece.path);
    return add(std::move(piece));
  }
  OpenedMaker& result(const ResultName& name, const std::string& csv) {
    sources::Piece piece;
    piece.identity = configs::Identity{};
    piece.identity->config = *configs::configOfName(name.config);
    piece.identity->shard = name.shard;
    piece.identity->shards = name.shards;
    piece.identity->attempt = name.attempt;
    piece.identity->machine = name.machine;
    piece.identity->workflowId = name.workflow;
    piece.identity->commit = name.commit;
    piece.identity->jobId = name.job;
    piece.origin = !name.origin.empty() ? name.origin
                                        : name.commit + name.workflow + name.machine + name.config + "-s" +
                                              std::to_string(name.shard) + "-a" + std::to_string(name.attempt);
    piece.table = table(csv, piece.origin);
    return add(std::move(piece));
  }
  OpenedMaker& unnamed(const std::string& origin, const std::string& reason) {
    sources::Piece piece;
    piece.origin = origin;
    piece.unnamedReason = reason;
    piece.table = table("name,accuracy\n", origin);
    return add(std::move(piece));
  }
  OpenedMaker& problem(base::Error error) {
    m_opened.problems.push_back(std::move(error));
    return *this;
  }
  OpenedMaker& add(sources::Piece piece) {
    m_opened.pieces.push_back(std::move(piece));
    return *this;
  }
  std::shared_ptr<const sources::Opened> opened() const { return std::make_shared<const sources::Opened>(m_opened); }

 private:
  sources::Opened m_opened;
};

/// viewOf judges by the default generation unless `options` brings rules; null when it fails.
inline overview::CommitPtr viewOf(const OpenedMaker& maker, overview::ViewOptions options = {}) {
  if (options.rules == nullptr) options.rules = *verdicts::ruleSet(verdicts::kDefaultGeneration);
  auto made = overview::CommitView::make(maker.opened(), options);
  return made.isValue() ? made.value() : nullptr;
}

/// csvOf makes a CSV of "name,accuracy,graph_breaks" from lines.
inline std::string csvOf(const std::string& rows) { return "name,accuracy,graph_breaks\n" + rows; }

}  // namespace plumbline::support
