// SPDX-License-Identifier: GPL-3.0-or-later
// Names as words joined by '_', and the little text work that reading them takes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/configs/catalogue.h"
#include "core/configs/config.h"

namespace plumbline::configs {

using Views = std::vector<std::string_view>;

Views split(std::string_view text, char at);
std::string join(const Views& words, char between);
std::string_view trimmed(std::string_view text);
std::string lower(std::string_view text);
bool contains(const Words& words, std::string_view word);
/// numberOf reads 1 to 999999 written in digits alone, without leading zeros.
std::optional<int> numberOf(std::string_view digits);
bool isDigits(std::string_view text);

/// isTestText tells whether a text may be Config::test or a dtype: letters and digits in words joined by one '_'.
bool isTestText(std::string_view text);
/// isPlatformText tells whether a text may be Config::platform: a plain folder name.
bool isPlatformText(std::string_view text);
/// shown puts a name into a sentence: in quotes, without control characters, not endless.
std::string shown(std::string_view name);

/// Match is a run of words that is one entry of the catalogue.
struct Match {
  std::size_t begin = 0, count = 0;
  std::string_view word;
};
/// matchAt finds the longest of `entries` ("timm_models") that begins at a word.
std::optional<Match> matchAt(const Views& words, std::size_t begin, const Words& entries);

/// TestName is TEST_CONFIG taken apart.
struct TestName {
  std::string test;      ///< canonical word order, processor words dropped
  std::string suite;     ///< canonical
  std::string otherRun;  ///< "smoketest_perf": a run behind the suite's word that has no baseline; otherwise ""
};
/// readTestName reads "dynamic_inductor_timm" and the older order "inductor_timm_dynamic". Errors: BadFormat, NotFound
/// when there is no suite.
base::Result<TestName> readTestName(std::string_view text);

/// takeMode removes the mode's word from the end (or the front) of a name.
std::optional<Mode> takeModeBack(Views& words);
std::optional<Mode> takeModeFront(Views& words);

/// fileStem is a file's name without folders, known ending, a browser's " (1)" and "__anything".
struct FileStem {
  std::string_view stem, tail;  ///< tail is what follows "__"
};
FileStem fileStem(std::string_view path);

base::Error badName(std::string text, std::string hint = {});

}  // namespace plumbline::configs
