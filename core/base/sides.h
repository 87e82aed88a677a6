// SPDX-License-Identifier: GPL-3.0-or-later
// The two sides of a comparison as distinct types, so that they cannot be swapped by accident.
//
//   void judge(const Actual<Frame>& actual, const Expected<Frame>& expected);
#pragma once

#include <utility>

namespace plumbline::base {

/// Actual marks what a run produced.
template <typename T>
struct Actual {
  T value;
  const T* operator->() const { return &value; }
  const T& operator*() const { return value; }
};

/// Expected marks the baseline it is held against.
template <typename T>
struct Expected {
  T value;
  const T* operator->() const { return &value; }
  const T& operator*() const { return value; }
};

}  // namespace plumbline::base
