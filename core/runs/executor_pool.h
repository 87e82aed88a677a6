// SPDX-License-Identifier: GPL-3.0-or-later
// One executor per place, made when it is first asked for.
//
//   ExecutorPool pool(folder, makeExecutor);
//   pool.of(spec.place).start(spec, tasks, done);
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/runs/executor.h"

namespace plumbline::runs {

using MakeExecutor = std::function<std::unique_ptr<Executor>(const Place& place, const std::string& folder)>;

class ExecutorPool {
 public:
  ExecutorPool(std::string folder, MakeExecutor make) : m_folder(std::move(folder)), m_make(std::move(make)) {}
  ~ExecutorPool();
  ExecutorPool(const ExecutorPool&) = delete;
  ExecutorPool& operator=(const ExecutorPool&) = delete;

  Executor& of(const Place& place);
  /// dropOthers lets go of the executors of places that nobody needs any more.
  void dropOthers(const std::function<bool(const Place&)>& isNeeded);

 private:
  const std::string m_folder;
  const MakeExecutor m_make;
  std::vector<std::pair<Place, std::unique_ptr<Executor>>> m_executors;
};

}  // namespace plumbline::runs
