// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the log of a repro run line by line and keeps only what decides the outcome, so that memory does not depend on
// the length of the log.
//
//   OutcomeReader reader(end);
//   for (each piece of the log) reader.add(piece);
//   ReproOutcome outcome = reader.finish();
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/runs/repro/repro_outcome.h"

namespace plumbline::runs {

// What PyTorch's repro scripts print: the phrases of resources/runs/repro_log.toml.
//
//   if (containsAny(line, reproPhrases().differs)) ...

struct ReproPhrases {
  std::string child, usage, usageError, eagerCall, neverSaved, noSaveDir;
  std::vector<std::string> differs, eagerDiffers, compiledCrashed, nothingToMinify, importErrors, runBegan, noScript,
      details, findings;
  std::vector<std::pair<std::string, std::string>> warnings;  ///< phrase, and what it means in one sentence
};

/// readReproPhrases reads the TOML. Errors: BadFormat.
base::Result<ReproPhrases> readReproPhrases(std::string_view toml);
/// reproPhrases are those compiled in.
const ReproPhrases& reproPhrases();
class OutcomeReader {
 public:
  explicit OutcomeReader(ReproEnd end);

  /// add reads the next bytes, which may begin and end inside a line.
  void add(std::string_view bytes);
  ReproOutcome finish();

 private:
  struct Seen {
    std::string text;
    std::uint64_t line = 0;
    explicit operator bool() const { return line != 0; }
  };

  void readLine(std::string_view line);
  void readPart(std::string_view part);
  void readTraceback(std::string_view part, bool& isIn, Seen& exception);
  void readPhrases(std::string_view part);
  void remember(Seen& seen, std::string_view text) const;
  void note(std::vector<std::string>& list, std::string_view text) const;
  ReproResult resultOfExit(ReproOutcome& outcome) const;
  ReproResult resultOfGoodExit(ReproOutcome& outcome) const;
  ReproResult resultOfException(ReproOutcome& outcome) const;
  bool isImportError() const;
  bool isAboutSavedInputs(std::size_t warning) const;

  ReproEnd m_end;
  std::string m_rest;            ///< a line that has not ended yet, at most kMaxLine of it
  bool m_isCut = false;          ///< more of that line was left out
  std::uint64_t m_line = 0;
  bool m_isInTraceback = false, m_isInLogged = false, m_hasBegun = false, m_hasUsage = false;
  bool m_isNeverSaved = false;   ///< an input has no name under which it could be saved
  bool m_isInEager = false;      ///< the last traceback goes through the comparison of eager with eager
  Seen m_exception;              ///< the one that ended the last traceback
  Seen m_logged;                 ///< the same of tracebacks that torch's logger wrote: those did not escape
  Seen m_differs, m_eagerDiffers, m_crashed, m_nothing, m_noScript, m_usage;
  std::vector<std::string> m_details, m_findings;
  std::vector<int> m_warnings;   ///< count of each known one
};

}  // namespace plumbline::runs
