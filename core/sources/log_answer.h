// SPDX-License-Identifier: GPL-3.0-or-later
// What single lines of a benchmark's log say (SPEC 11.1): which model begins, what came out, how many graphs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::sources {

/// LogAnswer is the outcome of one model; the fields that the line does not say are empty.
struct LogAnswer {
  std::string accuracy, speedup, absLatency;
};
/// answerIn reads "pass", "fail_accuracy", "pass-sqnr-39.586", "1.234x", "perf: 22.472 ms sqnr: 35.0".
std::optional<LogAnswer> answerIn(std::string_view line);

/// LogModel is the line that a model begins with: device, train or eval, name, tag; the answer may stand behind it.
struct LogModel {
  std::string device, mode, name, tag;
  std::optional<LogAnswer> answer;
};
std::optional<LogModel> modelIn(std::string_view line);

/// LogGraphs is "Dynamo produced 4 graphs covering 211 ops with 3 graph breaks (2 unique)".
struct LogGraphs {
  std::string graphs, ops, breaks, unique;
};
std::optional<LogGraphs> graphsIn(std::string_view line);

/// failedToLoad gives the model of "WARNING:root:NAME failed to load"; "" for other lines.
std::string_view failedToLoad(std::string_view line);
/// isSummary knows the lines at the end of a run: "speedup   gmean=0.00x mean=7.285x".
bool isSummary(std::string_view line);
/// wordsOf splits a line at blanks.
std::vector<std::string_view> wordsOf(std::string_view line);

}  // namespace plumbline::sources
