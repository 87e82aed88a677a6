// SPDX-License-Identifier: GPL-3.0-or-later
// Results of functions that can fail (Result) or be cancelled (Outcome). std::expected is not in g++ 12.
//
//   Result<int> parse(std::string_view s) { if (bad) return fail({.text = "Not a number."}); return 4; }
//   if (auto r = parse(s)) use(*r); else show(r.error());
#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <variant>

namespace plumbline::base {

enum class ErrorCode {
  NotFound,      ///< a file or directory does not exist
  NotReadable,   ///< it exists, but cannot be read (permission, directory, pipe, I/O error)
  TooLarge,      ///< over a limit that the text names
  BadFormat,     ///< the bytes are not what they should be (encoding, CSV, TOML ...)
  BadArgument,   ///< the caller requested something that does not exist
  ScriptCrash,   ///< PyTorch's own script would crash here in a traceback
  Changed,       ///< the file on disk is no longer the one that was read
  NotWritable,   ///< a file cannot be written
  Internal,
};

/// Error is what went wrong, where, and what to do about it.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string text = {};   ///< one sentence: what is wrong
  std::string hint = {};   ///< one sentence: what to do now; may be empty
  std::string file = {};   ///< path as the user typed it; may be empty
  std::size_t line = 0;    ///< 1-based line in the file, 0 when it has no place
  std::size_t column = 0;  ///< 1-based byte column in that line, 0 when unknown
};

/// describe returns "file:line:column: text hint", leaving out what is unknown.
std::string describe(const Error& error);

template <typename T>
using Result = tl::expected<T, Error>;

/// fail makes the failing side of a Result or an Outcome.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }
inline tl::unexpected<Error> fail(ErrorCode code, std::string text, std::string hint = {}, std::string file = {},
                                  std::size_t line = 0, std::size_t column = 0) {
  return fail({code, std::move(text), std::move(hint), std::move(file), line, column});
}

struct Cancelled {};

/// Failure is what an Outcome holds in place of a value, on its way to a caller who expects another type.
using Failure = std::variant<Error, Cancelled>;

/// Outcome is a value, an error, or Cancelled, so that a cancelled operation is not reported as an error.
///
///   auto opened = open(path);
///   if (!opened.isValue()) return opened.failure();
template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : m_state(std::move(value)) {}          // NOLINT(google-explicit-constructor)
  Outcome(Error error) : m_state(std::move(error)) {}      // NOLINT(google-explicit-constructor)
  Outcome(Cancelled cancelled) : m_state(cancelled) {}     // NOLINT(google-explicit-constructor)
  Outcome(tl::unexpected<Error> error) : m_state(std::move(error).value()) {}  // NOLINT(google-explicit-constructor)
  Outcome(Failure failure)                                 // NOLINT(google-explicit-constructor)
      : m_state(std::visit([](auto& one) { return State(std::move(one)); }, failure)) {}

  bool isValue() const { return std::holds_alternative<T>(m_state); }
  bool isError() const { return std::holds_alternative<Error>(m_state); }
  bool isCancelled() const { return std::holds_alternative<Cancelled>(m_state); }
  T& value() { return std::get<T>(m_state); }
  const T& value() const { return std::get<T>(m_state); }
  const Error& error() const { return std::get<Error>(m_state); }
  Failure failure() const { return isError() ? Failure(error()) : Failure(Cancelled{}); }

 private:
  using State = std::variant<T, Error, Cancelled>;
  State m_state;
};

}  // namespace plumbline::base
