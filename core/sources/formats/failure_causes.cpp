// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/formats/failure_causes.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/sources/formats/log_lines.h"
#include "core/sources/formats/source_text.h"
#include "core/sources/open.h"
#include "core/text/ascii.h"
#include "core/text/json_text.h"
#include "core/text/utf8.h"
#include "core/verdicts/metric_catalogue.h"

namespace plumbline::sources {
namespace {

constexpr std::size_t kMaxCauseBytes = 1000, kLinesPerCheck = 4096;
constexpr std::size_t kMaxTypeBytes = 1000, kMaxMessageBytes = 4096;  // of an exception: a cause shows less of it
constexpr std::size_t kMaxBeforeTraceback = 20;  // "Original "
constexpr std::string_view kIgnored = "Exception ignored in", kUsageError = ": error: ";
constexpr std::string_view kIsolatedChild = ">>  ";

/// Messages that only announce another exception, which the log shows before.
constexpr std::array<std::string_view, 3> kWrappers{"Eager run failed", "Eager model failed to run", "returned non-zero exit status"};
/// Lines of a message that only announce the next one.
constexpr std::array<std::string_view, 3> kAnnouncements{" raised:", "occurred in a subprocess", "Caught "};
/// These announce only where nothing, or the name of a file, follows.
constexpr std::string_view kUhOh = "Uh oh, something went wrong", kFailedImport = "Failed to import ";
/// Messages whose telling line is a certain one further down.
constexpr std::array<std::pair<std::string_view, TellingLine>, 4> kTellingLines{
    {{"C++ compile error", TellingLine::CompilerError},
     {"`ptxas` failed with error code", TellingLine::PtxasError},
     {"Internal Triton PTX codegen error", TellingLine::PtxasError},
     {"when making fake tensor call", TellingLine::Explanation}}};
constexpr std::string_view kTerminate = "terminate called after throwing an instance of '", kWhat = "what():";
/// Exceptions that wrap another one, whose name stands behind theirs.
constexpr std::array<std::string_view, 4> kWrappingTypes{"InductorError", "BackendCompilerFailed", "LoweringException", "SubprocException"};
/// A line of the benchmark itself about a failed model; never a part of a message.
constexpr std::string_view kHarnessLine = "TorchDynamo optimized model failed to run";
/// What a failed comparison logs (SPEC 14).
constexpr std::array<std::string_view, 7> kDifferences{"RMSE (res-fp64)", "Accuracy failed", "Similarity score=",
                                                       "dtype mismatch",  "Length mismatch", "IoU accuracy failed",
                                                       "Size mismatch"};
/// Statuses that a comparison decides, not an exception.
constexpr std::array<std::string_view, 5> kComparedStatuses{"fail_accuracy", "eager_two_runs_differ", "fail_batch",
                                                            "not_bitwise", "eager_variation"};
/// How a process ends that Python cannot report.
constexpr std::array<std::string_view, 8> kCrashes{"Fatal Python error:", "Segmentation fault", "Bus error",
                                                   "Killed", "Aborted", "Illegal instruction", "terminate called",
                                                   kRunFailed};
/// Printed by the runner for a failed warm-up, but not a status of any CSV (SPEC 11.3).
constexpr std::string_view kWarmupFailed = "warmup_failed";
/// Printed by the runner for a model whose CSV row says "timeout".
constexpr std::string_view kTimeout = "TIMEOUT";
constexpr std::string_view kFailedToLoad = "model_fail_to_load";
/// The progress bar that begins with each model, before the model's name is known.
constexpr std::string_view kLoading = "loading model:";
/// What a run of Plumbline puts into a log for lines that are too many.
constexpr std::string_view kLeftOut = "[plumbline: ", kLeftOutEnd = " bytes are left out here]";

template <std::size_t Count>
bool holdsOneOf(std::string_view text, const std::array<std::string_view, Count>& parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
}
template <std::size_t Count>
bool beginsWithOneOf(std::string_view text, const std::array<std::string_view, Count>& parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.starts_with(part); });
}

/// isAnnouncement: the line only introduces the next one.
bool isAnnouncement(std::string_view said) {
  if (said.find(kFailedImport) != said.npos) return said.ends_with(".py") || said.ends_with(':');
  if (const std::size_t at = said.find(kUhOh); at != said.npos) return std::ranges::none_of(said.substr(at + kUhOh.size()), text::isAlphanumeric);
  return holdsOneOf(said, kAnnouncements);
}

/// typeLength is the length of the dotted name that an exception's line begins with; 0 for another line.
std::size_t typeLength(std::string_view line) {
  std::size_t length = 0;
  while (length < line.size() && (text::isAlphanumeric(line[length]) || line[length] == '_' || line[length] == '.'))
    ++length;
  if (length == 0 || length > kMaxTypeBytes || text::isDigit(line.front()) || line.front() == '.') return 0;
  return length == line.size() || line[length] == ':' ? length : 0;
}

/// tellingLineOf: which line below has the cause of a message that begins with `said`; Next for most.
TellingLine tellingLineOf(std::string_view said) {
  for (const auto& [part, telling] : kTellingLines)
    if (said.find(part) != said.npos) return telling;
  return TellingLine::Next;
}

/// isPtxasError: "ptxas fatal   : ...", "ptxas x.ptx, line 50; error   : ...", not "ptxas info    : ...".
bool isPtxasError(std::string_view said) {
  return said.starts_with("ptxas ") && (said.find("fatal ") != said.npos || said.find("error ") != said.npos);
}

/// tellingPart is the part of a line that an open message waits for; "" for other lines.
std::string_view tellingPart(TellingLine telling, std::string_view said) {
  constexpr std::string_view kGot = ": got ";
  switch (telling) {
    case TellingLine::CompilerError: return said.find("error: ") != said.npos ? said : std::string_view();
    case TellingLine::PtxasError: return isPtxasError(said) ? said : std::string_view();
    case TellingLine::Explanation: {
      if (!said.starts_with("Explanation: ")) return {};
      const std::size_t got = said.find(kGot);
      return got == said.npos ? said : said.substr(got + kGot.size());
    }
    case TellingLine::What: return said.starts_with(kWhat) ? text::trimmed(said.substr(kWhat.size())) : std::string_view();
    case TellingLine::Next:
    case TellingLine::AfterCaret: break;
  }
  return said;
}

/// wrappedName is the name that a message begins with, "RuntimeError: x" or "RuntimeError('x')"; "" where that is none.
std::string_view wrappedName(std::string_view said) {
  std::size_t length = 0;
  while (length < said.size() && (text::isAlphanumeric(said[length]) || said[length] == '_' || said[length] == '.')) ++length;
  const bool isNamed = length < said.size() && (said[length] == ':' || said[length] == '(');
  const std::string_view name = said.substr(0, length);
  const char first = name.empty() ? '\0' : name[name.rfind('.') + 1];  // npos + 1 is 0
  return isNamed && first >= 'A' && first <= 'Z' ? name : std::string_view();
}

std::string_view withoutModule(std::string_view type) {
  return type.substr(type.find_last_of(".:") + 1);  // npos + 1 is 0
}

/// wrappedIn is what a text begins with, "InductorError: RuntimeError", and the last name of it without its module: names
/// behind those that wrap another exception.
struct Wrapped {
  std::string_view front, name;
};
Wrapped wrappedIn(std::string_view exception, std::string_view text) {
  Wrapped out{exception, withoutModule(exception)};
  if (!text.starts_with(exception)) return out;
  std::string_view said = text.substr(exception.size());
  while (std::ranges::find(kWrappingTypes, out.name) != kWrappingTypes.end() && !said.empty()) {
    said = text::trimmed(said.substr(1));
    const std::string_view next = wrappedName(said);
    if (next.empty()) break;
    said.remove_prefix(next.size());
    out = {text.substr(0, static_cast<std::size_t>(said.data() - text.data())), withoutModule(next)};
  }
  return out;
}

/// isBlankMessage: "ImportError: ", "InductorError: LoweringException: AssertionError: ", whose text begins on a later line.
bool isBlankMessage(const RaisedMessage& message) {
  const std::string_view front = wrappedIn(message.exception, message.text).front;
  return !front.empty() && text::trimmed(message.text) == std::string(front) + ':';
}

/// CauseReader goes through a log line by line.
class CauseReader {
 public:
  std::vector<FailureCause> read(std::string_view log, const base::Progress& progress) {
    LogLines lines(log);
    for (std::size_t i = 0; lines.next(); ++i) {
      if (i % kLinesPerCheck == 0 && progress.stopRequested()) return {};
      readLine(lines.text(), lines.number());
    }
    endModel();
    // A refused option or a missing module ends the benchmark before any model begins.
    if (!m_hasModels && (m_exception.line != 0 || m_logged.line != 0 || m_crash.line != 0)) add();
    return std::move(m_out);
  }

 private:
  void readLine(std::string_view line, std::size_t number) {
    if (line.starts_with(kIsolatedChild)) return;
    if (line.starts_with(kLeftOut) && line.ends_with(kLeftOutEnd)) return forget();
    if ((!m_status.empty() || m_hasFailed) && line.starts_with(kLoading)) endModel();  // what is raised from here on is the next model's
    const LogMessage message = messageIn(line);
    if (readTraceback(message, number)) return;
    if (auto model = modelIn(line)) {
      begin(std::move(*model), number);
      if (const std::string_view rest = brokenOff(line); !rest.empty()) readLine(rest, number);
      return;
    }
    if (const std::string_view name = failedToLoad(line); !name.empty()) return addFailedLoad(name, number);
    if (endsRun(line)) return endModel();
    if (!m_status.empty() || m_hasFailed) return;
    if (const auto answer = answerIn(line)) return end(*answer);
    if (text::trimmed(line) == kWarmupFailed) return end({std::string(kWarmupFailed), {}, {}});
    if (text::trimmed(line) == kTimeout && !m_model.empty()) return end({"timeout", {}, {}});
    if (holdsOneOf(message.text, kDifferences)) m_difference = {{}, std::string(message.text), number, false};
    // Statuses below are those of models before: a parent may write them when the suite ends.
    m_hasFailed = !m_model.empty() && message.text.starts_with(kRunFailed);
    if (m_crash.line == 0 && beginsWithOneOf(message.text, kCrashes)) addCrash(message.text, number);
    if (const std::size_t at = line.find(kUsageError); m_model.empty() && at != line.npos && line.find(' ') == at + 1)
      m_crash = {{}, std::string(line.substr(at + kUsageError.size())), number, false};
  }

  /// readTraceback: true for a line that belongs to a traceback or to the message behind it.
  bool readTraceback(const LogMessage& line, std::size_t number) {
    if (line.text.starts_with(kIgnored)) {
      m_isIgnored = true;
      return true;
    }
    if (beginsTraceback(line.text)) {
      m_isInTraceback = true;
      m_open = nullptr;
      return true;
    }
    if (m_isInTraceback) {
      if (line.text.empty() || line.text.front() == ' ') return true;
      m_isInTraceback = false;
      const bool isCut = modelIn(line.line) || answerIn(line.line) || !failedToLoad(line.line).empty() || endsRun(line.line) ||
                         line.line.starts_with(kRunFailed);
      if (isCut) return false;
      if (!std::exchange(m_isIgnored, false)) addException(line, number);
      return true;
    }
    return m_open != nullptr && readMessage(line.text, number);
  }

  void addCrash(std::string_view line, std::size_t number) {
    m_crash = line.starts_with(kTerminate) ? raisedIn(line, number) : RaisedMessage{{}, std::string(line), number};
    if (m_crash.isOpen) m_open = &m_crash;
  }

  void addException(const LogMessage& line, std::size_t number) {
    if ((!m_status.empty() || m_hasFailed) && (m_exception.line != 0 || m_logged.line != 0)) return;
    RaisedMessage& into = line.isLogged ? m_logged : m_exception;
    if (into.line != 0 && holdsOneOf(line.text, kWrappers)) return;
    into = raisedIn(line.text, number);
    m_open = into.isOpen ? &into : nullptr;
  }

  /// isOfHarness: a line of the benchmark itself, which no message contains.
  static bool isOfHarness(std::string_view line) {
    const std::string_view said = text::trimmed(line);
    return line.starts_with(kHarnessLine) || line.starts_with(kRunFailed) || line.starts_with(kLoading) || said == kWarmupFailed ||
           said == kTimeout || answerIn(line) || modelIn(line) || !failedToLoad(line).empty() || endsRun(line);
  }

  /// readMessage looks for the telling line of a message; an empty line ends one that has begun.
  bool readMessage(std::string_view line, std::size_t number) {
    const bool isNext = m_open->telling == TellingLine::Next || m_open->telling == TellingLine::What;
    const bool isOver = text::trimmed(line).empty() && isNext && !m_open->isBlank;
    if (isOver || isOfHarness(line)) {
      m_open = nullptr;
      return false;
    }
    readOn(*m_open, line, number);
    if (!m_open->isOpen) m_open = nullptr;
    return true;
  }

  void begin(LogModel model, std::size_t number) {
    endModel();
    forget();  // what came before the model is not its cause
    m_hasModels = true;
    m_model = std::move(model.name);
    m_mode = std::move(model.mode);
    m_begin = number;
    if (model.answer) end(*model.answer);
  }

  /// end sets the status of the model; one whose name was in a part that is cut off counts, too.
  void end(const LogAnswer& answer) {
    m_status = answer.accuracy.empty() ? "measured" : answer.accuracy;
    m_isPass = answer.accuracy.empty() || verdicts::isPassing(answer.accuracy) || answer.accuracy.starts_with("pass");
    if (!m_model.empty()) return;
    m_hasModels = true;
    if (!m_isPass) add();
    forget();
  }

  /// addFailedLoad: the warning stands behind the traceback, or before it where a pipe has brought both out of order.
  void addFailedLoad(std::string_view name, std::size_t number) {
    if (m_model != name) {
      const bool isMine = m_model.empty() || m_status.empty() || m_isPass;  // what was raised since
      RaisedMessage exception = isMine ? std::exchange(m_exception, {}) : RaisedMessage();
      RaisedMessage logged = isMine ? std::exchange(m_logged, {}) : RaisedMessage();
      endModel();
      forget();
      m_model = name;
      m_begin = number;
      m_exception = std::move(exception);
      m_logged = std::move(logged);
    }
    if (m_status.empty()) m_status = kFailedToLoad;
    m_hasModels = true;
    if (m_exception.line != 0 || m_logged.line != 0) endModel();
  }

  /// endModel: a model without a status has crashed, or the log was cut there.
  void endModel() {
    if (m_model.empty()) return;
    if (!m_isPass) add();
    forget();
  }

  void add() {
    if (m_out.size() >= kMaxCauses) return;
    RaisedMessage& raised = m_exception.line != 0 ? m_exception : m_logged;
    RaisedMessage* chosen = &raised;
    if (beginsWithOneOf(m_status, kComparedStatuses) && m_difference.line != 0) chosen = &m_difference;
    if (chosen->line == 0) chosen = &m_crash;
    m_out.push_back({std::move(m_model), std::move(m_status), std::move(chosen->exception),
                     std::string(text::prefixOf(text::trimmed(chosen->text), kMaxCauseBytes)), chosen->line, m_mode, m_begin});
  }

  void forget() {
    m_model.clear();
    m_status.clear();
    m_begin = 0;
    m_exception = m_logged = m_difference = m_crash = {};
    m_open = nullptr;
    m_isPass = m_isInTraceback = m_isIgnored = m_hasFailed = false;
  }

  std::vector<FailureCause> m_out;
  std::string m_model, m_status, m_mode;
  std::size_t m_begin = 0;  ///< the line of m_model
  RaisedMessage m_exception;   ///< of the last traceback
  RaisedMessage m_logged;      ///< the same of tracebacks that torch's logger wrote, which did not escape
  RaisedMessage m_difference;  ///< by how much a comparison failed
  RaisedMessage m_crash;
  RaisedMessage* m_open = nullptr;  ///< whose telling line is still to come
  bool m_isPass = false, m_isInTraceback = false, m_isIgnored = false, m_hasModels = false;
  bool m_hasFailed = false;  ///< the process of the model ended with an error, so that no status of it follows
};

/// endsInPlace: "CompilationError: at 12:30:" of Triton, whose message follows the source up to a caret.
bool endsInPlace(std::string_view said) {
  const std::size_t at = said.rfind("at ");
  return at != said.npos && said.ends_with(':') && said.find_first_not_of("0123456789:", at + 3) == said.npos &&
         std::ranges::count(said.substr(at), ':') == 2;
}

/// tellingAfter: where the cause stands below a line that announces it.
TellingLine tellingAfter(std::string_view said) { return endsInPlace(said) ? TellingLine::AfterCaret : tellingLineOf(said); }

/// isInterjection: a line of a progress bar, or a warning with the place it comes from.
bool isInterjection(std::string_view line) {
  return line.find("%|") != line.npos || (line.find(".py:") != line.npos && line.find("Warning: ") != line.npos);
}

}  // namespace

bool beginsTraceback(std::string_view line) {
  const std::size_t at = line.find(kTraceback);
  return at != line.npos && at < kMaxBeforeTraceback;
}

RaisedMessage raisedIn(std::string_view line, std::size_t number) {
  if (const std::size_t end = line.rfind('\''); line.starts_with(kTerminate) && end > kTerminate.size())
    return {std::string(line.substr(kTerminate.size(), std::min(end - kTerminate.size(), kMaxTypeBytes))), std::string(line.substr(0, kMaxMessageBytes)), number, true, TellingLine::What};
  const std::size_t length = typeLength(line);
  const std::string_view said = length == 0 ? line : text::trimmed(line.substr(std::min(length + 1, line.size())));
  RaisedMessage message{std::string(line.substr(0, length)), std::string(line.substr(0, kMaxMessageBytes)), number, false, tellingAfter(said)};
  message.isBlank = isBlankMessage(message);
  message.isOpen = message.isBlank || isAnnouncement(said) || message.telling != TellingLine::Next;
  return message;
}

void readOn(RaisedMessage& message, std::string_view line, std::size_t number) {
  const std::string_view said = text::trimmed(line);
  if (beginsTraceback(line)) message.isOpen = false;
  if (message.telling == TellingLine::AfterCaret) {
    if (said == "^" || !message.isOpen) message.telling = TellingLine::Next;
    return;
  }
  const bool isNext = message.telling == TellingLine::Next;
  if (isNext && said.empty() && !message.isBlank) message.isOpen = false;
  const std::string_view part = tellingPart(message.telling, said);
  if (!message.isOpen || part.empty() || (isNext && (isAnnouncement(said) || isInterjection(said)))) return;
  const std::string_view front = wrappedName(part).empty() ? wrappedIn(message.exception, message.text).front : message.exception;
  message.text = (front.empty() ? std::string() : std::string(front).append(": ")).append(part.substr(0, kMaxMessageBytes));
  message.isBlank = isBlankMessage(message);
  message.line = number;
  message.telling = isNext ? tellingAfter(said) : TellingLine::Next;
  message.isOpen = message.telling != TellingLine::Next;
}

std::vector<FailureCause> failureCauses(std::string_view log, const base::Progress& progress) {
  return CauseReader().read(log, progress);
}

namespace {

/// runPart is the end of a folder's path that names a task and its run, "RUN/2-1/"; "" where the folder is not a task's.
std::string runPart(std::string_view folder) {
  if (folder.empty()) return {};
  const std::size_t begin = folder.rfind('/', folder.size() - 2) + 1;  // npos + 1 is 0
  const std::string_view task = folder.substr(begin, folder.size() - 1 - begin);
  const std::size_t dash = task.find('-');
  const auto isNumber = [](std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == text.npos; };
  if (dash == task.npos || !isNumber(task.substr(0, dash)) || !isNumber(task.substr(dash + 1))) return {};
  const std::size_t run = begin < 2 ? 0 : folder.rfind('/', begin - 2) + 1;
  return std::string(folder.substr(run));
}

}  // namespace

std::string shortCause(const std::string& text) {
  constexpr std::size_t kWidth = 160;
  constexpr std::string_view kMore = "...";
  if (text::prefixOf(text, kWidth).size() == text.size()) return text;
  return std::string(text::prefixOf(text, kWidth - kMore.size())).append(kMore);
}

std::string placeText(const std::string& log, std::size_t line) {
  if (line == 0) return {};
  std::string name = log.substr(log.rfind('/') + 1);  // npos + 1 is 0
  if (std::string run = runPart(std::string_view(log).substr(0, log.size() - name.size())); !run.empty()) name.insert(0, run);
  if (const auto archive = name.rfind(kZipMember); archive != std::string::npos) name.erase(0, archive + kZipMember.size());
  return " (" + name + (name.empty() ? "" : ", ") + "line " + std::to_string(line) + ")";
}

nlohmann::ordered_json causeJson(const FailureCause& cause) {
  return {{"model", text::stringOrNull(cause.model)},
          {"status", text::stringOrNull(cause.status)},
          {"cause", text::stringOrNull(cause.text)},
          {"line", cause.line == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(cause.line)},
          {"exception", text::stringOrNull(cause.exception)},
          {"log", text::stringOrNull(cause.log)}};
}

FailureCause causeOfJson(const nlohmann::ordered_json& json) {
  FailureCause cause;
  if (!json.is_object()) return cause;
  for (const auto& [key, member] : {std::pair("model", &FailureCause::model), std::pair("status", &FailureCause::status),
                                    std::pair("cause", &FailureCause::text), std::pair("exception", &FailureCause::exception),
                                    std::pair("log", &FailureCause::log)})
    if (const auto found = json.find(key); found != json.end() && found->is_string())
      cause.*member = text::prefixOf(found->get_ref<const std::string&>(), kMaxCauseBytes);
  if (const auto line = json.find("line"); line != json.end() && line->is_number_unsigned()) cause.line = line->get<std::size_t>();
  return cause;
}

std::string exceptionName(const FailureCause& cause) {
  return std::string(wrappedIn(cause.exception, cause.text).name);
}

}  // namespace plumbline::sources
