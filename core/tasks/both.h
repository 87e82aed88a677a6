// SPDX-License-Identifier: GPL-3.0-or-later
// Runs two pieces of work at the same time and waits for both; an exception of either comes back to the caller.
//
//   auto [actual, expected] = tasks::both([&] { return load(a); }, [&] { return load(b); });
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace plumbline::tasks {

template <typename First, typename Second>
std::pair<std::invoke_result_t<First>, std::invoke_result_t<Second>> both(First first, Second second) {
  std::optional<std::invoke_result_t<First>> firstResult;
  std::exception_ptr problem;
  const auto runFirst = [&] {
    try {
      firstResult.emplace(first());
    } catch (...) {
      problem = std::current_exception();
    }
  };
  std::optional<std::jthread> helper;
  try {
    helper.emplace(runFirst);
  } catch (const std::system_error&) {
    runFirst();  // no second thread to be had: one after the other is right too
  }
  std::invoke_result_t<Second> secondResult = second();
  helper.reset();  // joins
  if (problem) std::rethrow_exception(problem);
  return {std::move(*firstResult), std::move(secondResult)};
}

/// bothAtOnce is both() for work without results.
inline void bothAtOnce(const std::function<void()>& one, const std::function<void()>& other) {
  const auto done = [](const std::function<void()>& work) {
    work();
    return true;
  };
  (void)both([&] { return done(one); }, [&] { return done(other); });
}

}  // namespace plumbline::tasks
