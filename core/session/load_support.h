// SPDX-License-Identifier: GPL-3.0-or-later
// What the sessions and their loaders share: file names, time, and progress that several threads report.
#pragma once

#include <QString>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/progress.h"

namespace plumbline::session {

/// Names of files as the file system has them, and as people see them.
std::string toNativePath(const QString& path);
QString toShownPath(const std::string& path);
/// wholePath spells what exists absolutely and without "..", where no link stands before it; links stay, since nothing is
/// saved through them. Anything else stays as typed.
QString wholePath(const QString& path);

/// shaFromEnvironment returns the variable SHA1, which the check scripts print.
std::optional<std::string> shaFromEnvironment();

double millisecondsSince(std::chrono::steady_clock::time_point start);

/// growingPart maps a piece of work to [from, to) of Progress::kScale. `furthest` keeps the bar from going back when
/// several threads report; it and `whole` outlive the result.
base::Progress growingPart(const base::Progress& whole, std::uint64_t from, std::uint64_t to,
                           std::atomic<std::uint64_t>& furthest);

}  // namespace plumbline::session
