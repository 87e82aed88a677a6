// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/same_wish.h"

#include <charconv>

namespace plumbline::cli {
namespace {

base::Error bad(std::string text, std::string hint = "") {
  return {base::ErrorCode::BadArgument, std::move(text), std::move(hint), "", 0, 0};
}

/// numberOf reads all of an option's value as a number; `otherwise` without the option.
base::Result<double> numberOf(const ParsedArguments& arguments, const std::string& option, double otherwise) {
  const auto text = arguments.value(option);
  if (!text) return otherwise;
  double number = 0;
  const char* const last = text->data() + text->size();
  const auto [end, status] = std::from_chars(text->data(), last, number);
  if (status != std::errc{} || end != last || text->empty())
    return base::fail(bad("argument " + option + ": \"" + *text + "\" is no number"));
  return number;
}

base::Result<numerics::SameOptions> optionsOf(const ParsedArguments& arguments) {
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
  if (auto sound = numerics::checkOptions(options); !sound) return base::fail(sound.error());
  return options;
}

base::Result<reports::ReportFormat> formatOf(const ParsedArguments& arguments) {
  using reports::ReportFormat;
  const std::string file = arguments.valueOr("--output", "-");
  const auto name = arguments.value("--format");
  if (!name && file == "-") return ReportFormat::Text;
  const auto format = name ? reports::formatOfName(*name) : reports::formatOfFile(file);
  if (format == ReportFormat::Text || format == ReportFormat::Markdown || format == ReportFormat::Json) return *format;
  return base::fail(bad("argument --output: the ending of \"" + file + "\" does not say in which form to write",
                        "Use .txt, .md or .json, or name a --format."));
}

}  // namespace

CommandSpec sameSpec() {
  return {
      .name = "same",
      .summary = "Is the compiled model's answer the same? What PyTorch's same() says of tensors in files, and why.",
      .positionals = {{.name = "REF",
                       .help = "what eager computed: .pt, .pth, .npy, .npz, .safetensors, or a folder of such files"},
                      {.name = "RES", .help = "what the compiled model computed, in any of these forms"}},
      .options = {{.name = "--fp64", .value = "FILE", .help = "the reference, computed in float64"},
                  {.name = "--tol", .value = "T", .help = "tolerance, relative and absolute (1e-4)"},
                  {.name = "--equal-nan", .value = "", .help = "NaN equals NaN"},
                  {.name = "--cosine", .value = "", .help = "by cosine similarity, 0.99 or more"},
                  {.name = "--larger-multiplier",
                   .value = "",
                   .help = "tensors of up to 10 and 500 elements may have 10 and 8 times the error of REF"},
                  {.name = "--force-max-multiplier", .value = "", .help = "every tensor may have 10 times the error of REF"},
                  {.name = "--ignore-non-fp", .value = "", .help = "what is no floating number passes"},
                  {.name = "--no-exact-dtype", .value = "", .help = "dtypes may differ; REF is converted to that of RES"},
                  {.name = "--iou", .value = "T", .help = "boolean tensors by intersection over union, T or more"},
                  {.name = "--relax-numpy", .value = "", .help = "numpy scalars may equal Python's numbers"},
                  {.name = "--all",
                   .value = "",
                   .help = "look at every tensor, not only up to the first failure, with margins and largest errors"},
                  {.name = "--sort",
                   .value = "ORDER",
                   .help = "rows in torch's order (order, default) or by margin",
                   .choices = {"order", "margin"}},
                  {.name = "--format",
                   .value = "F",
                   .help = "text (default), markdown for a comment on a pull request, or json; without it the ending of "
                           "-o decides",
                   .choices = {"text", "markdown", "json"}},
                  {.name = "--output", .letter = 'o', .value = "FILE", .help = "write it here; - is standard output"}},
      .details =
          "examples:\n"
          "  plumbline-cli same eager.pt compiled.pt --fp64 reference.pt --tol 1e-3 --equal-nan\n"
          "  plumbline-cli same eager/ compiled/ --all --sort margin\n"
          "  plumbline-cli same a.npy b.npy --format json\n"
          "\n"
          "Nothing in a file is run: a pickle that asks for more than tensors need is refused, and says for what.\n"
          "The margin is res_error / (multiplier x ref_error + tol / 10); over 1 fails, from 0.8 on it is close.\n"
          "exit status:\n"
          "  0 the same; 1 not the same, or torch would raise; 2 bad arguments or a file that cannot be read.\n"};
}

base::Result<SameWish> sameWish(const ParsedArguments& arguments) {
  SameWish wish;
  wish.ref = arguments.positionals.at(0);
  wish.res = arguments.positionals.at(1);
  wish.fp64 = arguments.valueOr("--fp64", "");
  if (arguments.has("--fp64") && wish.fp64.empty()) return base::fail(bad("argument --fp64: name a file"));
  auto options = optionsOf(arguments);
  if (!options) return base::fail(options.error());
  wish.options = *options;
  auto format = formatOf(arguments);
  if (!format) return base::fail(format.error());
  wish.format = *format;
  wish.file = arguments.valueOr("--output", "");
  if (arguments.has("--output") && wish.file.empty()) return base::fail(bad("argument --output: name a file, or -"));
  wish.isAll = arguments.has("--all");
  wish.isByMargin = arguments.valueOr("--sort", "order") == "margin";
  return wish;
}

}  // namespace plumbline::cli
