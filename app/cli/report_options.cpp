// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_options.h"

#include <algorithm>
#include <filesystem>

namespace plumbline::cli {

OptionSpec outputOption() { return option("-o, --output FILE", "write to FILE; - is standard output (default)"); }

base::Result<std::string> outputFile(const ParsedArguments& arguments) {
  std::string file = arguments.valueOr("--output", "-");
  if (file.empty()) return base::fail(badArgument("argument --output: name a file, or -"));
  return isStandardOutput(file) ? std::string() : file;
}

base::Result<reports::ReportFormat> reportFormat(const ParsedArguments& arguments,
                                                 bool (*isAllowed)(reports::ReportFormat format),
                                                 const std::string& endings) {
  const std::string file = arguments.valueOr("--output", "-");
  const auto name = arguments.value("--format");
  if (!name && (isStandardOutput(file) || file.starts_with("/dev/"))) return reports::ReportFormat::Text;
  const auto format = name ? reports::formatOfName(*name) : reports::formatOfFile(file);
  if (format && isAllowed(*format)) return *format;
  return base::fail(badArgument("argument --output: the ending of \"" + file + "\" does not name a format",
                                "Use " + endings + ", or pass --format."));
}

bool isAmong(const std::vector<std::string>& paths, const std::string& file) {
  return std::ranges::any_of(paths, [&](const std::string& path) {
    std::error_code error;
    return !path.empty() && std::filesystem::equivalent(path, file, error) && !error;
  });
}

bool isAmong(const std::vector<diff::SideRequest>& sides, const std::string& file) {
  return !file.empty() && std::ranges::any_of(sides, [&](const diff::SideRequest& side) { return isAmong(side.paths, file); });
}

base::Result<void> writeOutput(const std::string& file, const std::string& bytes, std::ostream& out) {
  if (file.empty()) {
    out << bytes << std::flush;
    return {};
  }
  if (auto saved = files::saveFile(file, bytes); !saved) return base::fail(saved.error());
  return {};
}

OptionSpec thresholdOption(std::string help) { return listOption("--threshold M=V", std::move(help)); }

base::Result<void> setThresholds(diff::Thresholds& thresholds, const ParsedArguments& arguments,
                                 const std::string& option) {
  for (const std::string& text : valuesOf(arguments, option))
    if (auto set = diff::setThreshold(thresholds, text); !set) {
      base::Error error = set.error();
      error.text = "argument " + option + ": " + error.text;
      return base::fail(std::move(error));
    }
  return {};
}

}  // namespace plumbline::cli
