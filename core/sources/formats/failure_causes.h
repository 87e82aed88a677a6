// SPDX-License-Identifier: GPL-3.0-or-later
// Why models failed, as the log of the benchmark runner (SPEC 11.1) shows it: of each model whose status is not a pass, the
// last exception before the status, or the line that a failed comparison logs. Any console log will do, CI's too.
//
//   for (const FailureCause& found : failureCauses(log)) show(found.model, found.status, found.text, found.line);
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"

namespace plumbline::sources {

struct FailureCause {
  std::string model;      ///< "" for a failure before any model began: a refused option, a missing module
  std::string status;     ///< "fail_to_run"; "" when the log has none, as after a crash
  std::string exception;  ///< type as written, "torch.OutOfMemoryError"; "" when the cause is not an exception
  std::string text;       ///< "torch.OutOfMemoryError: CUDA out of memory. ..."; "" when the log has no cause
  std::size_t line = 0;   ///< 1-based line of the log that `text` was read from; 0 for none
  std::string mode = {};  ///< "train" or "eval"; "" for a failure before any model began
  std::size_t begin = 0;  ///< line of the log that the model begins with; 0 for none
  std::string log = {};   ///< the log's name or path where the cause is kept apart from it
  bool operator==(const FailureCause&) const = default;
};

inline constexpr std::size_t kMaxCauses = 100'000;  ///< of one log, and of one file of notes

/// failureCauses lists the failed models in the order of the log. Exceptions that wrap another ("Eager run failed") are
/// replaced by the wrapped one. Of a message of several lines the first one that says something is kept, at most 1000
/// bytes of it. Empty when everything passed, and after a requested stop.
std::vector<FailureCause> failureCauses(std::string_view log, const base::Progress& progress = {});

/// What the telling line of an open message is.
enum class TellingLine : std::uint8_t {
  Next,           ///< the next one that says something
  AfterCaret,     ///< the one below a line with '^' alone: a place in a Triton kernel
  CompilerError,  ///< the first error of a C++ compiler, below its command
  PtxasError,     ///< the first error of ptxas
  Explanation,    ///< "Explanation: ... got RuntimeError('...')" of Dynamo
  What,           ///< "what():  ..." of a C++ exception that nothing caught
};

/// An exception and the telling line of its message.
struct RaisedMessage {
  std::string exception;  ///< type as written; "" when the line names none
  std::string text;       ///< "torch.OutOfMemoryError: CUDA out of memory. ..."
  std::size_t line = 0;   ///< 1-based line that `text` was read from; 0 for none
  bool isOpen = false;    ///< the lines so far only announce another one
  TellingLine telling = TellingLine::Next;  ///< which line an open message waits for
  bool isBlank = false;   ///< nothing is behind the exception's name yet
};

/// beginsTraceback: the line is the head of a traceback, "Original Traceback (most recent call last):" too.
bool beginsTraceback(std::string_view line);
/// raisedIn reads the line that ends a traceback, or "terminate called after throwing an instance of 'c10::Error'".
RaisedMessage raisedIn(std::string_view line, std::size_t number);
/// readOn takes the next line of a message that is open. A traceback ends it, and an empty line where it waits for the next
/// one. Progress bars and warnings between its lines are passed over.
void readOn(RaisedMessage& message, std::string_view line, std::size_t number);

/// shortCause is a cause for a line of text: at most 160 characters, the beginning, where an exception says what it is.
std::string shortCause(const std::string& text);

/// placeText: " (test.log, line 48)", the log without its folder; that of a task with its task and run, since all of them
/// have the same name: " (20261121-234502-k3f9/2-1/run.log, line 48)". "" where the line is not known.
std::string placeText(const std::string& log, std::size_t line);

/// causeJson is the form in which causes are kept and written: "model", "status", "cause", "line", "exception", "log";
/// unknown values are null. causeOfJson reads it, whatever the types of its members.
nlohmann::ordered_json causeJson(const FailureCause& cause);
FailureCause causeOfJson(const nlohmann::ordered_json& json);

/// exceptionName is the type without its module, "OutOfMemoryError"; that of the wrapped exception where the text is
/// "InductorError: OutOfMemoryError: ...".
std::string exceptionName(const FailureCause& cause);

}  // namespace plumbline::sources
