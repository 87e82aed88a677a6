// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/graph_breaks_text.h"

#include "core/verdicts/script_message.h"

namespace plumbline::verdicts {

void appendComparison(std::string& out, std::string_view metric, const Field& actual, const Field& expected) {
  ((out += ' ') += metric) += '=';
  appendStr(out, actual);
  out += ", expected=";
  appendStr(out, expected);
  out += '\n';
}

std::string regressionMessage(const std::string& count, std::string_view names) {
  return listBlock({"Error: " + count + " models have regressed dynamo metrics (more graph",
                    "breaks / eager fallbacks, or fewer ops / graphs captured):"},
                   names);
}

std::string improvementMessage(const std::string& count, std::string_view names) {
  return listBlock({"Improvement: " + count + " models have improved dynamo metrics:"}, names);
}

base::Error orderCrash(CheckRows& rows, std::uint32_t row, std::string_view metric, const Field& actual,
                       const Field& expected) {
  std::string why(metric);
  why += " is ";
  appendRepr(why, actual);
  why += " here and ";
  appendRepr(why, expected);
  why += " in the baseline, which Python cannot put in order.";
  return rows.crash(
      row, "TypeError", why,
      actual ? "Make both values numbers." : "Look for a second row of this model, or for a missing column.");
}

}  // namespace plumbline::verdicts
