// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executors/executor.h"

#include <algorithm>

#include "core/runs/executors/local/local_executor.h"

namespace plumbline::runs {

std::unique_ptr<Executor> makeExecutor(const RunTarget& target, const std::string& folder) {
  switch (target.kind) {
    case TargetKind::Local: return std::make_unique<LocalExecutor>(folder);
    case TargetKind::Ssh: return makeSshExecutor(target);
    case TargetKind::Slurm: return makeSlurmExecutor(folder);
  }
  return nullptr;
}

ExecutorPool::~ExecutorPool() {
  for (auto& [target, executor] : m_executors) executor->stopAll();
}

Executor& ExecutorPool::of(const RunTarget& target) {
  const auto found = std::ranges::find_if(m_executors, [&](const auto& one) { return one.first == target; });
  if (found != m_executors.end()) return *found->second;
  m_executors.emplace_back(target, m_make(target, m_folder));
  return *m_executors.back().second;
}

void ExecutorPool::dropOthers(const std::function<bool(const RunTarget&)>& isNeeded) {
  for (auto& [target, executor] : m_executors) {
    if (isNeeded(target)) continue;
    executor->stopAll();
    executor.release()->deleteLater();  // it may be the one that is calling
  }
  std::erase_if(m_executors, [](const auto& one) { return one.second == nullptr; });
}

}  // namespace plumbline::runs
