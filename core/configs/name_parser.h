// SPDX-License-Identifier: GPL-3.0-or-later
// Parses names of words joined by '_': test configs, suites, modes, platforms.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/configs/catalogue.h"
#include "core/configs/config.h"

namespace plumbline::configs {

using Views = std::vector<std::string_view>;

Views split(std::string_view text, char at);
std::string join(const Views& words, char between);
bool contains(const Words& words, std::string_view word);
/// numberOf reads 1 to 999999 written in digits alone, without leading zeros.
std::optional<int> numberOf(std::string_view digits);

/// isTestText returns whether a text may be Config::test or a dtype: letters and digits in words joined by one '_'.
bool isTestText(std::string_view text);
/// isPlatformText returns whether a text may be Config::platform: a plain folder name.
bool isPlatformText(std::string_view text);
/// shown quotes a name for a message: without control characters, cut after 120 bytes.
std::string shown(std::string_view name);

/// Match is a run of words that is one entry of the catalogue.
struct Match {
  std::size_t begin = 0, count = 0;
  std::string_view word;
};
/// matchAt finds the longest of `entries` ("timm_models") that begins at a word.
std::optional<Match> matchAt(const Views& words, std::size_t begin, const Words& entries);

/// TestName is TEST_CONFIG in its parts.
struct TestName {
  std::string test;      ///< canonical word order, processor words dropped
  std::string suite;     ///< canonical
  std::string otherRun;  ///< "smoketest_perf": a run behind the suite's word that has no baseline; otherwise ""
};
/// readTestName reads "dynamic_inductor_timm" and the older order "inductor_timm_dynamic". Errors: BadFormat, NotFound
/// when there is no suite.
base::Result<TestName> readTestName(std::string_view text);

/// takeMode removes the mode's word from the end (or the front) of a name.
std::optional<Mode> popModeBack(Views& words);
std::optional<Mode> popModeFront(Views& words);

/// fileStem is a file's name without folders, known ending, a browser's " (1)" and "__anything".
struct FileStem {
  std::string_view stem, tail;  ///< tail is what follows "__"
};
FileStem fileStem(std::string_view path);

base::Error badName(std::string text, std::string hint = {});

/// platformOfBaseline: the folder below ci_expected_accuracy, whatever it is called; without that folder one of the two
/// folders above the file when it is a platform's. "" for none. Errors: BadFormat for a folder that cannot be one.
base::Result<std::string> platformOfBaseline(std::string_view path);
/// platformOfJob looks for the words of platforms anywhere in a job's or a machine's name, as PyTorch's updater does.
std::string platformOfJob(std::string_view name);
/// platformOfFolders looks at the folders above a result, the nearest first: one that is called like a platform, or
/// with `jobNames` like a job that names one ("linux-jammy-rocm-py3.10"). What lies above ci_expected_accuracy says
/// nothing.
std::string platformOfFolders(std::string_view path, bool jobNames);

}  // namespace plumbline::configs
