// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/executors/executor.h"

namespace plumbline::runs {

/// makeSshExecutor: tasks on another machine through OpenSSH. Needs Python 3.6 and sftp there; nothing is installed.
std::unique_ptr<Executor> makeSshExecutor(const RunTarget& target);

}  // namespace plumbline::runs
