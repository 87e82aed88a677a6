// SPDX-License-Identifier: GPL-3.0-or-later
// Runs two pieces of work, or many of one kind, at the same time and waits for all. An exception of one of them comes back
// to the caller: memory may run out in any.
//
//   auto [actual, expected] = tasks::both([&] { return load(a); }, [&] { return load(b); });
//   tasks::forEachIndex(files.size(), [&](std::size_t i) { sums[i] = sumOf(files[i]); });
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

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

/// forEachIndex calls use(i) once for each i below `count`, on `threads` (all cores) and in any order, and returns when all
/// are done, or after one threw.
template <typename Use>
void forEachIndex(std::size_t count, const Use& use, std::size_t threads = std::thread::hardware_concurrency()) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr problem;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) use(i);
    } catch (...) {
      next = count;  // the others begin nothing more
      const std::lock_guard lock(mutex);
      problem = std::current_exception();
    }
  };
  std::vector<std::jthread> helpers;
  try {
    while (helpers.size() + 1 < std::min(threads, count))
      helpers.emplace_back(work);
  } catch (const std::system_error&) {  // fewer threads do it too
  }
  work();
  helpers.clear();  // joins
  if (problem) std::rethrow_exception(problem);
}

}  // namespace plumbline::tasks
