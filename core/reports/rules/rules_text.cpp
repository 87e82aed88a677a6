// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/rules/rules_text.h"

#include "core/text/quantities.h"

namespace plumbline::reports {

namespace {

using verdicts::AccuracyForm;
using verdicts::Compare;
using verdicts::GraphBreaksForm;

constexpr std::size_t kListColumns = 100;

/// appendList appends "  label: a, b, c\n", folded with a deeper indent.
void appendList(std::string& out, const std::string& label, const std::vector<std::string>& items) {
  std::string line = "  " + label + ':';
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (line.size() + 1 + item.size() > kListColumns) {
      out += line + '\n';
      line = "   ";
    }
    line += ' ' + item;
  }
  out += line + (items.empty() ? " none\n" : "\n");
}

void flakyLists(std::string& out, const flaky::FlakyModels& flaky) {
  appendList(out, "flaky models (" + std::to_string(flaky.base.size()) + ")", flaky.base);
  if (!flaky.rocm.empty())
    appendList(out, "also flaky when \"rocm\" is in the expected path (" + std::to_string(flaky.rocm.size()) + ")", flaky.rocm);
  for (const flaky::FileExtra& extra : flaky.files)
    appendList(out, "also flaky for " + extra.fileName +
                  (extra.unlessContains.empty() ? "" : " unless the path holds \"" + extra.unlessContains + '"'),
         extra.names);
}

const char* compareText(Compare compare) {
  switch (compare) {
    case Compare::LowerIsBetter: return "lower is better";
    case Compare::HigherIsBetter: return "higher is better";
    case Compare::DropTolerance: break;
  }
  return "a drop within the tolerance passes";
}

const char* formName(AccuracyForm form) { return form == AccuracyForm::A1 ? "A1" : "A3"; }

const char* formName(GraphBreaksForm form) {
  switch (form) {
    case GraphBreaksForm::G1: return "G1";
    case GraphBreaksForm::G2: return "G2";
    case GraphBreaksForm::G3: break;
  }
  return "G3";
}

}  // namespace

std::string rulesLine(const verdicts::RuleSet& rules, bool isDefault) {
  return rules.generation + (isDefault ? "  (default)  " : "             ") + rules.origin + '\n';
}

std::string rulesText(const verdicts::RuleSet& rules) {
  std::string out = rules.generation + ": " + rules.origin + '\n';
  out += std::string("\naccuracy: form ") + formName(rules.accuracy.form) + '\n';
  flakyLists(out, rules.accuracy.flaky);
  out += std::string("\ngraph-breaks: form ") + formName(rules.graphBreaks.form) + '\n';
  for (const verdicts::TrackedMetric& metric : rules.graphBreaks.tracked)
    out += "  tracks " + metric.name + ", " + compareText(metric.compare) + '\n';
  if (rules.graphBreaks.form == GraphBreaksForm::G3) {
    out += "  drop tolerance: " + text::shortestText(rules.graphBreaks.dropTolerance) + '\n';
    appendList(out, "may pass without a captured graph", rules.graphBreaks.passWithoutCapture);
    appendList(out, "statuses that need no captured graph", rules.graphBreaks.captureOptionalStatuses);
  }
  flakyLists(out, rules.graphBreaks.flaky);
  out += "\nmemory: passes from " + text::shortestText(rules.memory.tolerance) + " of the expected compression ratio\n";
  out += "speedup: passes from " + text::shortestText(rules.hfBertSpeedup) + '\n';
  out += "\naccuracy words\n";
  appendList(out, "known", rules.knownStatuses);
  if (!rules.knownStatusPrefixes.empty()) appendList(out, "known beginnings", rules.knownStatusPrefixes);
  return out;
}

}  // namespace plumbline::reports
