// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/status_words.h"

#include <algorithm>

#include "core/verdicts/findings.h"
#include "core/verdicts/rule_files.h"

namespace plumbline::verdicts {
namespace {

const StatusWords& words() {
  // Constant data, parsed the first time somebody asks; the file is compiled in and read by the unit tests.
  static const StatusWords kWords = readStatusWords().value_or(StatusWords{});
  return kWords;
}

bool holds(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

bool isPassing(std::string_view accuracyWord) { return holds(words().passing, accuracyWord); }

bool hasCounters(std::string_view accuracyWord) {
  return ranToTheEnd(accuracyWord) && !holds(words().withoutCounters, accuracyWord);
}

}  // namespace plumbline::verdicts
