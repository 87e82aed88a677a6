// SPDX-License-Identifier: GPL-3.0-or-later
// The words that stand for the choices of a spec, in JSON and on the command line.
//
//   if (auto kind = valueOfWord(kKindWords, "suite")) spec.kind = *kind;
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/runs/run_spec.h"

namespace plumbline::runs {

template <typename Value, std::size_t Count>
using SpecWords = std::array<std::pair<std::string_view, Value>, Count>;

inline constexpr SpecWords<RunKind, 4> kKindWords{{{"torchcache", RunKind::TorchCache},
                                                   {"suite", RunKind::Suite},
                                                   {"command", RunKind::Command},
                                                   {"repro", RunKind::Repro}}};
inline constexpr SpecWords<ReproForm, 2> kReproFormWords{
    {{"after_dynamo", ReproForm::AfterDynamo}, {"after_aot", ReproForm::AfterAot}}};
inline constexpr SpecWords<configs::Mode, 2> kModeWords{
    {{"training", configs::Mode::Training}, {"inference", configs::Mode::Inference}}};
inline constexpr SpecWords<SuiteTest, 2> kTestWords{
    {{"accuracy", SuiteTest::Accuracy}, {"performance", SuiteTest::Performance}}};
inline constexpr SpecWords<ResultForm, 2> kFormWords{{{"csv", ResultForm::Csv}, {"cachejson", ResultForm::CacheJson}}};

template <typename Value, std::size_t Count>
std::optional<Value> valueOfWord(const SpecWords<Value, Count>& words, std::string_view text) {
  for (const auto& [word, value] : words)
    if (word == text) return value;
  return std::nullopt;
}
template <typename Value, std::size_t Count>
std::string_view wordOf(const SpecWords<Value, Count>& words, Value value) {
  for (const auto& [word, known] : words)
    if (known == value) return word;
  return {};
}

}  // namespace plumbline::runs
