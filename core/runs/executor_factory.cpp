// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/executor.h"
#include "core/runs/local_executor.h"
#include "core/runs/slurm_executor.h"
#include "core/runs/ssh_executor.h"

namespace plumbline::runs {

std::unique_ptr<Executor> makeExecutor(const Place& place, const std::string& folder) {
  switch (place.kind) {
    case PlaceKind::Local: return std::make_unique<LocalExecutor>(folder);
    case PlaceKind::Ssh: return std::make_unique<SshExecutor>(place);
    case PlaceKind::Slurm: return std::make_unique<SlurmExecutor>(place, folder);
  }
  return nullptr;
}

}  // namespace plumbline::runs
