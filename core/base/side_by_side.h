// SPDX-License-Identifier: GPL-3.0-or-later
// How plain code uses a second thread without starting one: the caller provides the function (core/tasks).
#pragma once

#include <functional>

namespace plumbline::base {

/// SideBySide runs two independent functions, possibly in parallel, and returns when both are done.
using SideBySide = std::function<void(const std::function<void()>& one, const std::function<void()>& other)>;

}  // namespace plumbline::base
