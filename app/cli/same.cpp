// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/cli/same_wish.h"
#include "app/cli/watched_work.h"
#include "core/files/file_bytes.h"
#include "core/numerics/load_value.h"
#include "core/reports/same_report.h"

namespace plumbline::cli {

namespace {

using numerics::ValuePtr;

/// finished gives the value of work, or says why there is none.
template <typename T>
std::optional<T> finished(base::Outcome<T> outcome, Context& context) {
  if (outcome.isValue()) return std::move(outcome.value());
  if (outcome.isError()) {
    complain(context, outcome.error());
  } else {
    context.err << "plumbline-cli: Stopped.\n" << std::flush;
  }
  return std::nullopt;
}

/// isSource tells whether a report would replace what it was made from.
bool isSource(const SameWish& wish) {
  for (const std::string& path : {wish.ref, wish.res, wish.fp64}) {
    std::error_code error;
    if (!path.empty() && std::filesystem::equivalent(path, wish.file, error) && !error) return true;
  }
  return false;
}

const numerics::Tensor* tensorOf(const ValuePtr& value) {
  using Kind = numerics::ValueKind;
  if (!value) return nullptr;
  const bool isTensor = value->kind == Kind::Tensor || value->kind == Kind::Parameter || value->kind == Kind::Array;
  return isTensor ? &value->tensor : nullptr;
}

/// addStatistics looks at every pair of tensors once more. False when that came to no end.
bool addStatistics(reports::SameReport& report, WatchedWork& work, Context& context) {
  for (const numerics::Decision& decision : report.result.decisions) {
    std::optional<numerics::ErrorStatistics>& statistics = report.statistics.emplace_back();
    const numerics::TensorPair pair{tensorOf(decision.ref), tensorOf(decision.res), tensorOf(decision.fp64)};
    if (!pair.ref || !pair.res) continue;
    auto outcome = numerics::errorStatistics(
        pair, report.options, work.progress("errors of " + numerics::pathText(decision.path)));
    // Shapes that do not fit or repeat without end, and dtypes without an answer, have no errors.
    if (outcome.isError() && (outcome.error().code == base::ErrorCode::BadArgument ||
                              outcome.error().code == base::ErrorCode::TooLarge))
      continue;
    statistics = finished(std::move(outcome), context);
    if (!statistics) return false;
  }
  return true;
}

std::optional<reports::SameReport> reportOf(const SameWish& wish, Context& context) {
  WatchedWork work(context);
  reports::SameReport report{.ref = wish.ref,
                             .res = wish.res,
                             .fp64 = wish.fp64,
                             .options = wish.options,
                             .isAll = wish.isAll,
                             .isByMargin = wish.isByMargin};
  const auto load = [&](const std::string& path) -> ValuePtr {
    auto loaded = finished(numerics::loadValue(path, work.progress("reading " + path)), context);
    if (!loaded) return {};
    for (const std::string& note : loaded->notes) report.notes.push_back(std::string(path).append(": ").append(note));
    return loaded->value;
  };
  numerics::SameInput input;
  input.ref = load(wish.ref);
  if (input.ref) input.res = load(wish.res);
  if (!input.res) return std::nullopt;
  if (!wish.fp64.empty()) {
    input.fp64 = load(wish.fp64);
    if (!input.fp64) return std::nullopt;
  }
  const auto detail = wish.isAll ? numerics::Detail::Margins : numerics::Detail::Verdict;
  auto result = finished(numerics::same(input, wish.options, detail, work.progress("comparing")), context);
  if (!result) return std::nullopt;
  report.result = *std::move(result);
  if (wish.isAll && !addStatistics(report, work, context)) return std::nullopt;
  return report;
}

std::string written(const SameWish& wish, const reports::SameReport& report) {
  using reports::ReportFormat;
  if (wish.format == ReportFormat::Markdown) return reports::sameMarkdown(report);
  if (wish.format == ReportFormat::Json) return reports::sameJson(report);
  return reports::sameText(report);
}

int run(const ParsedArguments& arguments, Context& context) {
  const auto wish = sameWish(arguments);
  if (!wish) return refuse(context, sameSpec(), wish.error());
  const bool isFile = !wish->file.empty() && wish->file != "-";
  if (isFile && isSource(*wish))
    return refuse(
        context, sameSpec(),
        {base::ErrorCode::BadArgument, "argument --output: the report would replace what is compared", "", wish->file});
  const auto report = reportOf(*wish, context);
  if (!report) return kExitUsage;
  const std::string text = written(*wish, *report);
  if (!isFile) {
    context.out << text << std::flush;
  } else if (const auto saved = files::saveFile(wish->file, text); !saved) {
    complain(context, saved.error());
    return kExitUsage;
  }
  return reports::sameExit(*report) == 0 ? kExitOk : kExitFails;
}

}  // namespace

Command sameCommand() { return {sameSpec(), run}; }

}  // namespace plumbline::cli
