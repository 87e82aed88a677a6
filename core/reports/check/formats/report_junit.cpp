// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/check/report_format.h"
#include "core/reports/check/report_parts.h"
#include "core/reports/html_parts.h"
#include "core/text/reserve.h"

namespace plumbline::reports {
namespace {

/// Entities and the escapes for what is not printable are those of HTML; XML knows them all.
std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + html::text(value) + '"';
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  std::string attributes() const {
    return attribute("tests", std::to_string(tests)) + attribute("failures", std::to_string(failures)) +
           attribute("errors", std::to_string(errors)) + attribute("skipped", std::to_string(skipped));
  }
};

std::string whyFailed(const ReportRow& row) {
  std::string text = changeText(row);
  if (!row.path.empty()) text += (text.empty() ? "" : "\n") + row.path + (row.line > 0 ? ":" + std::to_string(row.line) : "");
  // Lines are ours; html::text would show them as escapes.
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return html::text(text);
  return html::text(text.substr(0, end)) + '\n' + html::text(text.substr(end + 1));
}

/// whySkipped is "" for a row that passes or fails.
std::string whySkipped(const ReportRow& row) {
  if (row.isMissingShard || row.isExcused) return row.sentence;
  if (row.failsCi) return "";
  return row.needsAttention ? row.sentence : "";
}

void addCase(std::string& out, const std::string& nameOfConfig, const ReportRow& row, Counts& counts) {
  out.append("    <testcase").append(nameOfConfig).append(attribute("name", row.model));
  ++counts.tests;
  if (const std::string why = whySkipped(row); !why.empty()) {
    ++counts.skipped;
    out.append("><skipped").append(attribute("message", why)).append("/></testcase>\n");
  } else if (row.failsCi) {
    ++counts.failures;
    out.append("><failure").append(attribute("type", rowStatus(row))).append(attribute("message", reasonText(row)));
    out.append(">").append(whyFailed(row)).append("</failure></testcase>\n");
  } else {
    out += "/>\n";
  }
}

/// wholeCase is the case of a config itself, not of its rows; "" if there is nothing to report.
std::string wholeCase(const ReportConfig& config, bool hasFailure, Counts& counts) {
  const std::string open = "    <testcase" + attribute("classname", config.name) + attribute("name", "(config)") + '>';
  if (!config.problem.empty() || (config.exitStatus != 0 && !hasFailure)) {
    ++counts.tests;
    ++counts.errors;
    const std::string why = config.problem.empty() ? "CI fails in this config" : config.problem;
    return open + "<error" + attribute("type", ciAnswer(config)) + attribute("message", why) + "/></testcase>\n";
  }
  if (isJudged(config)) return "";
  ++counts.tests;
  ++counts.skipped;
  return open + "<skipped" + attribute("message", ciAnswer(config)) + "/></testcase>\n";
}

}  // namespace

std::string junitReport(const Report& report) {
  Counts all;
  std::string out;
  for (const ReportConfig& config : report.configs) {
    Counts counts;
    const std::string name = attribute("classname", config.name);
    const std::size_t begin = out.size();
    for (const ReportRow& row : config.rows) {
      addCase(out, name, row, counts);
      if (&row == &config.rows.front()) text::reserveAlike(out, config.rows.size(), out.size() - begin);
    }
    out += wholeCase(config, counts.failures > 0, counts);
    out.insert(begin, "  <testsuite" + attribute("name", config.name) + counts.attributes() + ">\n");
    out += "  </testsuite>\n";
    all.tests += counts.tests;
    all.failures += counts.failures;
    all.errors += counts.errors;
    all.skipped += counts.skipped;
  }
  out.insert(0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "plumbline, rules " + report.ruleSet) +
                    all.attributes() + ">\n");
  out += "</testsuites>\n";
  return out;
}

}  // namespace plumbline::reports
