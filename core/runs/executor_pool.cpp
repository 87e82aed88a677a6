// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executor_pool.h"

#include <algorithm>

namespace plumbline::runs {

ExecutorPool::~ExecutorPool() {
  for (auto& [place, executor] : m_executors) executor->stopAll();
}

Executor& ExecutorPool::of(const Place& place) {
  const auto found = std::find_if(m_executors.begin(), m_executors.end(), [&](const auto& one) { return one.first == place; });
  if (found != m_executors.end()) return *found->second;
  m_executors.emplace_back(place, m_make(place, m_folder));
  return *m_executors.back().second;
}

void ExecutorPool::dropOthers(const std::function<bool(const Place&)>& isNeeded) {
  for (auto& [place, executor] : m_executors) {
    if (isNeeded(place)) continue;
    executor->stopAll();
    executor.release()->deleteLater();  // it may be the one that is calling
  }
  std::erase_if(m_executors, [](const auto& one) { return one.second == nullptr; });
}

}  // namespace plumbline::runs
