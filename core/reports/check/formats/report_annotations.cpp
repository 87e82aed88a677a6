// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_format.h"
#include "core/reports/check/report_parts.h"
#include "core/reports/text_parts.h"

namespace plumbline::reports {
namespace {

/// GitHub shows this many errors and this many warnings of a step, and drops the rest without a word.
constexpr std::size_t kShown = 10;
constexpr std::size_t kTextCharacters = 1000;

/// messageData escapes as GitHub's runner reads it back. Older runners look for "##[" anywhere in a line.
std::string messageData(std::string_view raw) {
  std::string out;
  for (const char c : elidedText(printableText(raw), kTextCharacters)) {
    if (c == '%') {
      out += "%25";
    } else {
      if (c == '[' && out.ends_with("##")) out += ' ';
      out += c;
    }
  }
  return out;
}

/// property is messageData for what stands before the second pair of colons.
std::string property(std::string_view raw) {
  std::string out;
  for (const char c : messageData(raw)) {
    if (c == ':') out += "%3A";
    else if (c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

struct Lines {
  std::string_view command;
  std::vector<std::string> lines = {};  ///< the first kShown
  std::size_t count = 0;

  void add(const std::string& path, std::size_t line, const std::string& title, const std::string& text) {
    if (count++ >= kShown) return;
    std::string out = "::" + std::string(command);
    out += path.empty() ? " " : " file=" + property(path) + (line > 0 ? ",line=" + std::to_string(line) : "") + ',';
    lines.push_back(out + "title=" + property(title) + "::" + messageData(text) + '\n');
  }
  std::string text(const std::string& rest) const {
    std::string out;
    const bool isCut = count > kShown;
    const std::size_t shown = isCut ? kShown - 1 : count;
    for (std::size_t i = 0; i < shown; ++i) out += lines[i];
    if (isCut)
      out += "::" + std::string(command) + " title=Plumbline::" + std::to_string(count - shown) + ' ' + rest + '\n';
    return out;
  }
};

}  // namespace

std::string annotationsReport(const Report& report) {
  Lines errors{"error"}, warnings{"warning"};
  for (const ReportConfig& config : report.configs) {
    bool hasFailure = false;
    for (const ReportRow& row : config.rows) {
      if (row.isMissingShard || (!row.needsAttention && !row.failsCi)) continue;
      hasFailure = hasFailure || row.failsCi;
      (row.failsCi ? errors : warnings).add(row.path, row.line, rowStatus(row) + ' ' + row.model, config.name + ": " + reasonText(row));
    }
    if (!config.problem.empty() || (config.exitStatus != 0 && !hasFailure))
      (config.exitStatus != 0 ? errors : warnings)
          .add("", 0, "Plumbline", config.name + ": " + (config.problem.empty() ? "CI fails in this config" : config.problem));
  }
  return errors.text("more failures, GitHub shows ten of a step: see the report.") +
         warnings.text("more findings, GitHub shows ten of a step: see the report.") +
         "::notice title=Plumbline::" + messageData(report.headline + "; " + report.completeness) + '\n';
}

}  // namespace plumbline::reports
