// SPDX-License-Identifier: GPL-3.0-or-later
#include <mutex>
#include <string>

#include "app/cli/command.h"
#include "app/cli/progress_line.h"
#include "app/cli/report_options.h"
#include "core/numerics/readers/load_value.h"
#include "core/numerics/same/same.h"
#include "core/reports/check/report_format.h"
#include "core/reports/numerics/same_report.h"
#include "core/tasks/both.h"

namespace plumbline::cli {
namespace {

using reports::ReportFormat;

/// SameRequest holds the parsed arguments of `same`.
struct SameRequest {
  std::string ref, res, fp64;  ///< fp64 "" without one
  numerics::SameOptions options;
  ReportFormat format = ReportFormat::Text;
  std::string file;            ///< "" or "-": standard output
  bool isAll = false;
  bool isByMargin = false;
};

bool isSameFormat(ReportFormat format) {
  return format == ReportFormat::Text || format == ReportFormat::Markdown || format == ReportFormat::Json;
}

base::Result<numerics::SameOptions> sameOptionsOf(const ParsedArguments& arguments) {
  numerics::SameOptions options;
  const auto tol = numberOf(arguments, "--tol", options.tol);
  if (!tol) return base::fail(tol.error());
  const auto threshold = numberOf(arguments, "--iou", options.iouThreshold);
  if (!threshold) return base::fail(threshold.error());
  options.tol = *tol;
  options.equalNan = arguments.has("--equal-nan");
  options.cosSimilarity = arguments.has("--cosine");
  options.exactDtype = !arguments.has("--no-exact-dtype");
  options.relaxNumpyEquality = arguments.has("--relax-numpy");
  options.ignoreNonFp = arguments.has("--ignore-non-fp");
  options.useLargerMultiplierForSmallerTensor = arguments.has("--larger-multiplier");
  options.forceMaxMultiplier = arguments.has("--force-max-multiplier");
  options.useIouForBool = arguments.has("--iou");
  options.iouThreshold = *threshold;
  options.ignoreDevice = arguments.has("--ignore-device");
  if (auto sound = numerics::checkOptions(options); !sound) return base::fail(sound.error());
  return options;
}

CommandSpec sameSpec() {
  return {
      .name = "same",
      .summary = "Compare tensors in files as PyTorch's same() does, and explain the result.",
      .positionals = {{.name = "REF",
                       .help = "output of eager: .pt, .pth, .npy, .npz, .safetensors, or a folder of such files"},
                      {.name = "RES", .help = "output of the compiled model, in one of these forms"}},
      .options =
          {option("--fp64 FILE", "reference computed in float64"),
           option("--tol T", "relative and absolute tolerance (default: 1e-4)"),
           option("--equal-nan", "treat NaN as equal to NaN"),
           option("--cosine", "require a cosine similarity of 0.99 or more instead"),
           option("--larger-multiplier", "allow tensors of up to 10 and 500 elements 10 and 8 times the error of REF"),
           option("--force-max-multiplier", "allow every tensor 10 times the error of REF"),
           option("--ignore-non-fp", "skip tensors that are not floating-point"),
           option("--no-exact-dtype", "allow different dtypes; REF is converted to the dtype of RES"),
           option("--iou T", "require an intersection over union of T or more for boolean tensors"),
           option("--relax-numpy", "compare numpy scalars with Python numbers"),
           option("--ignore-device", "compare tensors of different devices, for which PyTorch raises an exception"),
           option("--all", "compare all tensors, not only up to the first failure, with margins and largest errors"),
           option("--sort ORDER", "sort rows in PyTorch's order (order, default) or by margin", {"order", "margin"}),
           option("--format F",
                  "text, markdown (fits a pull-request comment) or json; default: by the ending of FILE, "
                  "else text",
                  {"text", "markdown", "json"}),
           outputOption()}};
}

/// sameRequest. Errors: BadArgument.
base::Result<SameRequest> sameRequest(const ParsedArguments& arguments) {
  SameRequest request;
  request.ref = arguments.positionals.at(0);
  request.res = arguments.positionals.at(1);
  request.fp64 = arguments.valueOr("--fp64", "");
  if (arguments.has("--fp64") && request.fp64.empty()) return base::fail(badArgument("argument --fp64: give a file"));
  auto options = sameOptionsOf(arguments);
  if (!options) return base::fail(options.error());
  request.options = *options;
  const auto format = reportFormat(arguments, isSameFormat, ".txt, .md or .json");
  if (!format) return base::fail(format.error());
  request.format = *format;
  auto file = outputFile(arguments);
  if (!file) return base::fail(file.error());
  request.file = *std::move(file);
  request.isAll = arguments.has("--all");
  request.isByMargin = arguments.valueOr("--sort", "order") == "margin";
  return request;
}

using numerics::ValuePtr;

/// finished returns the value of work, or reports why there is none.
template <typename T>
std::optional<T> finished(base::Outcome<T> outcome, Context& context) {
  if (outcome.isValue()) return std::move(outcome.value());
  if (outcome.isError()) {
    printError(context, outcome.error());
  } else {
    context.err << "plumbline-cli: Interrupted.\n" << std::flush;
  }
  return std::nullopt;
}

const numerics::Tensor* tensorOf(const ValuePtr& value) {
  using Kind = numerics::ValueKind;
  if (!value) return nullptr;
  const bool isTensor = value->kind == Kind::Tensor || value->kind == Kind::Parameter || value->kind == Kind::Array;
  return isTensor ? &value->tensor : nullptr;
}

/// FigureReader adds the margins and figures of a report's decisions, on all cores. Small tensors are read beside each other,
/// a large one in parts.
class FigureReader {
 public:
  FigureReader(reports::SameReport& report, const base::Progress& shown)
      : m_report(report), m_shown(shown), m_progress(shown.stopToken(), [this](std::uint64_t, std::uint64_t) {
          const std::scoped_lock lock(m_mutex);
          (void)m_shown.report(m_done, m_report.result.decisions.size());
        }) {}

  /// read returns why it came to no end, if it did not.
  std::optional<base::Outcome<bool>> read() {
    std::vector<numerics::Decision>& decisions = m_report.result.decisions;
    m_report.statistics.resize(decisions.size());
    std::vector<std::size_t> small, large;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      const numerics::Tensor* ref = tensorOf(decisions[i].ref);
      (ref && numerics::elementCount(*ref) > numerics::kPartElements ? large : small).push_back(i);
    }
    tasks::forEachIndex(small.size(), [&](std::size_t i) {
      addMargin(small[i]);
      addStatistics(small[i], {});
    });
    for (const std::size_t i : large)
      addStatistics(i, [&](std::size_t count, const std::function<void(std::size_t)>& use) {
        // The margin is a sum in torch's own order, so one thread takes it.
        tasks::forEachIndex(count + 1, [&](std::size_t part) { part == 0 ? addMargin(i) : use(part - 1); });
      });
    return m_failure;
  }

 private:
  void addMargin(std::size_t i) {
    auto outcome = numerics::addMargin(m_report.result.decisions[i], m_report.options, m_progress);
    if (outcome.isValue()) return;
    const std::scoped_lock lock(m_mutex);
    if (!m_failure) m_failure = std::move(outcome);
  }

  void addStatistics(std::size_t i, const numerics::ForEach& forEach) {
    const numerics::Decision& decision = m_report.result.decisions[i];
    const numerics::TensorPair pair{tensorOf(decision.ref), tensorOf(decision.res), tensorOf(decision.fp64)};
    if (!pair.ref || !pair.res) return;
    auto outcome = numerics::errorStatistics(pair, m_report.options, m_progress, forEach);
    const std::scoped_lock lock(m_mutex);
    ++m_done;
    // Shapes that do not fit or repeat without end, and dtypes without an answer, have no errors.
    const bool hasNone = outcome.isError() && (outcome.error().code == base::ErrorCode::BadArgument ||
                                               outcome.error().code == base::ErrorCode::TooLarge);
    if (outcome.isValue()) m_report.statistics[i] = std::move(outcome.value());
    else if (!hasNone && !m_failure) m_failure = outcome.isError() ? base::Outcome<bool>(outcome.error()) : base::Cancelled{};
  }

  reports::SameReport& m_report;
  const base::Progress& m_shown;
  base::Progress m_progress;
  std::mutex m_mutex;
  std::size_t m_done = 0;
  std::optional<base::Outcome<bool>> m_failure;
};

bool addFigures(reports::SameReport& report, WatchedWork& work, Context& context) {
  const base::Progress shown = work.progress("errors");
  auto failure = FigureReader(report, shown).read();
  return !failure || finished(*std::move(failure), context).has_value();
}

std::optional<reports::SameReport> reportOf(const SameRequest& request, Context& context) {
  WatchedWork work(context);
  reports::SameReport report{.ref = request.ref,
                             .res = request.res,
                             .fp64 = request.fp64,
                             .options = request.options,
                             .isAll = request.isAll,
                             .isByMargin = request.isByMargin};
  const auto load = [&](const std::string& path) -> ValuePtr {
    auto loaded = finished(numerics::loadValue(path, work.progress("reading " + path)), context);
    if (!loaded) return {};
    for (const std::string& note : loaded->notes) report.notes.push_back(std::string(path).append(": ").append(note));
    return loaded->value;
  };
  numerics::SameInput input;
  input.ref = load(request.ref);
  if (input.ref) input.res = load(request.res);
  if (!input.res) return std::nullopt;
  if (!request.fp64.empty()) {
    input.fp64 = load(request.fp64);
    if (!input.fp64) return std::nullopt;
  }
  const auto compared = [&](numerics::Detail detail) {
    return finished(numerics::same(input, request.options, detail, work.progress("comparing")), context);
  };
  auto result = compared(request.isAll ? numerics::Detail::All : numerics::Detail::Verdict);
  // The worst margin of more decisions than are kept is found only while they are made.
  if (result && request.isAll && result->omitted > 0) result = compared(numerics::Detail::Margins);
  if (!result) return std::nullopt;
  report.result = *std::move(result);
  if (request.isAll && !addFigures(report, work, context)) return std::nullopt;
  return report;
}

std::string written(const SameRequest& request, const reports::SameReport& report) {
  if (request.format == ReportFormat::Markdown) return reports::sameMarkdown(report);
  if (request.format == ReportFormat::Json) return reports::sameJson(report);
  return reports::sameText(report);
}

int runSame(const ParsedArguments& arguments, Context& context) {
  const auto request = sameRequest(arguments);
  if (!request) return printUsageError(context, sameSpec(), request.error());
  if (!request->file.empty() && isAmong({request->ref, request->res, request->fp64}, request->file))
    return printUsageError(
        context, sameSpec(),
        {base::ErrorCode::BadArgument, "argument --output: the report would replace one of the compared files", "", request->file});
  const auto report = reportOf(*request, context);
  if (!report) return kExitUsage;
  if (const auto saved = writeOutput(request->file, written(*request, *report), context.out); !saved) {
    printError(context, saved.error());
    return kExitUsage;
  }
  return reports::sameExit(*report) == 0 ? kExitOk : kExitFails;
}

}  // namespace

Command makeSameCommand() { return {sameSpec(), runSame}; }

}  // namespace plumbline::cli
