// SPDX-License-Identifier: GPL-3.0-or-later
// Results of functions that can fail (Result) or be cancelled (Outcome). std::expected is not in g++ 12.
//
//   Result<int> parse(std::string_view s) { if (bad) return fail({.text = "Not a number."}); return 4; }
//   if (auto r = parse(s)) use(*r); else show(r.error());
#pragma once

#include <tl/expected.hpp>
#include <utility>
#include <variant>

#include "core/base/error.h"

namespace plumbline::base {

template <typename T>
using Result = tl::expected<T, Error>;

/// fail makes the failing side of a Result.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

struct Cancelled {};

/// Outcome is a value, an error, or the news that somebody cancelled: never an error text about cancelling.
template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : m_state(std::move(value)) {}          // NOLINT(google-explicit-constructor)
  Outcome(Error error) : m_state(std::move(error)) {}      // NOLINT(google-explicit-constructor)
  Outcome(Cancelled cancelled) : m_state(cancelled) {}     // NOLINT(google-explicit-constructor)

  bool isValue() const { return std::holds_alternative<T>(m_state); }
  bool isError() const { return std::holds_alternative<Error>(m_state); }
  bool isCancelled() const { return std::holds_alternative<Cancelled>(m_state); }
  T& value() { return std::get<T>(m_state); }
  const T& value() const { return std::get<T>(m_state); }
  const Error& error() const { return std::get<Error>(m_state); }

 private:
  std::variant<T, Error, Cancelled> m_state;
};

}  // namespace plumbline::base
