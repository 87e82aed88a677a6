// SPDX-License-Identifier: GPL-3.0-or-later
// Options whose value is a list of words with commas between them.
//
//   auto classes = namedAmong(arguments, "--only", verdicts::kAllClasses, verdicts::className);
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/arguments.h"

namespace plumbline::cli {

/// wordsOf splits at commas; an empty list is one empty word.
std::vector<std::string> wordsOf(const std::string& list);

/// badWord says that an option does not know a word, and which ones it knows.
base::Error badWord(const std::string& option, const std::string& word, const std::string& known);

/// namedAmong reads a list of words that name elements of `all`, each once; empty when the option is not given.
template <typename T, std::size_t N>
base::Result<std::vector<T>> namedAmong(const ParsedArguments& arguments, const std::string& option,
                                        const std::array<T, N>& all, std::string_view (*name)(T)) {
  std::vector<T> chosen;
  const auto list = arguments.value(option);
  if (!list) return chosen;
  for (const std::string& word : wordsOf(*list)) {
    const auto it = std::find_if(all.begin(), all.end(), [&](T t) { return name(t) == word; });
    if (it == all.end()) {
      std::string known;
      for (const T t : all) known += (known.empty() ? "" : ", ") + std::string(name(t));
      return base::fail(badWord(option, word, known));
    }
    if (std::find(chosen.begin(), chosen.end(), *it) == chosen.end()) chosen.push_back(*it);
  }
  return chosen;
}

}  // namespace plumbline::cli
