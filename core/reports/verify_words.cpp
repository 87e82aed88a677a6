// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/reports/shown_text.h"
#include "core/reports/verify_report.h"
#include "core/text/runner_commands.h"

namespace plumbline::reports {
namespace {

constexpr int kVersion = 1;

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace

std::string verifyText(const Verified& verified) {
  const std::string compared = counted(verified.inputs, "input", "inputs") + " and " + counted(verified.verdicts, "verdict", "verdicts");
  std::string out;
  for (const Difference& difference : verified.differences)
    out += difference.what + ' ' + shownText(difference.subject) + ": " + shownText(difference.text) + '\n';
  out += verified.isEqual() ? "equal: " + compared + '\n'
                            : "not equal: " + counted(verified.differences.size(), "difference", "differences") + ", " + compared + " compared\n";
  for (const std::string& remark : verified.remarks) out += "note: " + shownText(remark) + '\n';
  return text::withoutCommands(std::move(out));
}

std::string verifyJson(const Verified& verified, int exit) {
  using Json = nlohmann::ordered_json;
  Json differences = Json::array();
  for (const Difference& difference : verified.differences)
    differences.push_back({{"what", difference.what}, {"subject", difference.subject}, {"text", difference.text}});
  const Json json = {{"format", "plumbline-verify"}, {"version", kVersion},
                     {"exit", exit},                 {"equal", verified.isEqual()},
                     {"inputs", verified.inputs},    {"verdicts", verified.verdicts},
                     {"differences", std::move(differences)}, {"remarks", verified.remarks}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace plumbline::reports
