// SPDX-License-Identifier: GPL-3.0-or-later
// Which platform a path, a job or a machine speaks of.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plumbline::configs {

/// platformOfBaseline: the folder below ci_expected_accuracy, whatever it is called; without that folder one of the two
/// folders above the file when it is a platform's. "" for none. Errors: BadFormat for a folder that cannot be one.
base::Result<std::string> platformOfBaseline(std::string_view path);
/// platformOfJob looks for the words of platforms anywhere in a job's or a machine's name, as PyTorch's updater does.
std::string platformOfJob(std::string_view name);
/// platformOfFolders looks at the folders above a result, the nearest first: one that is called like a platform, or with
/// `jobNames` like a job that names one ("linux-jammy-rocm-py3.10"). What lies above ci_expected_accuracy says nothing.
std::string platformOfFolders(std::string_view path, bool jobNames);

}  // namespace plumbline::configs
