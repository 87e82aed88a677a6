// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/flaky/form_limits.h"

#include "core/flaky/toml_list.h"

namespace plumbline::flaky {
namespace {

constexpr std::string_view kScriptPlatform = "rocm";

bool isScript(Origin form) { return form != Origin::Toml; }

}  // namespace

std::string_view unsupportedReason(Origin form, EntryField field) {
  if (!isScript(form)) return {};
  switch (field) {
    case EntryField::Pattern: return "A set in a check script holds whole names; a pattern needs flaky.toml.";
    case EntryField::Check: return "A check script excuses in its own check only.";
    case EntryField::Owner: return "A set in a check script has no place for an owner; flaky.toml has.";
    case EntryField::Added: return "A set in a check script has no place for a date; flaky.toml has.";
    case EntryField::Expires: return "An entry of a check script never expires; one of flaky.toml may.";
    case EntryField::Platform:
    case EntryField::Config:
    case EntryField::Reason:
    case EntryField::Issue: return {};
  }
  return {};
}

std::vector<std::string_view> checkNames() { return {kFlakyCheckNames.begin(), kFlakyCheckNames.end()}; }
std::vector<std::string_view> platformNamesOf(Origin form) {
  if (isScript(form)) return {kScriptPlatform};
  return {kFlakyPlatformNames.begin(), kFlakyPlatformNames.end()};
}

FlakyEntry toForm(Origin form, FlakyEntry entry) {
  entry.origin = form;
  entry.line = 0;
  if (!isScript(form)) return entry;
  entry.check = originName(form);
  entry.owner.clear();
  entry.added.reset();
  entry.expires.reset();
  return entry;
}

std::vector<std::string> lostFields(Origin form, const FlakyEntry& entry) {
  std::vector<std::string> lost;
  if (!isScript(form)) return lost;
  if (entry.check.empty()) lost.emplace_back("every other check");
  if (!entry.owner.empty()) lost.push_back("owner " + entry.owner);
  if (entry.expires) lost.push_back("expires " + dateText(*entry.expires));
  return lost;
}

std::string refusalReason(Origin form, const FlakyEntry& entry) {
  if (!isScript(form)) return {};
  if (entry.isPattern) return std::string(unsupportedReason(form, EntryField::Pattern));
  if (!entry.check.empty() && entry.check != originName(form))
    return "The entry is about " + entry.check + ", and this script checks " + std::string(originName(form)) + ".";
  if (entry.config.find_first_of("*?") != std::string::npos)
    return "A check script names single files; the config " + entry.config + " is a pattern.";
  if (!entry.platform.empty() && entry.platform != kScriptPlatform && entry.config.empty())
    return "A check script has no set for " + entry.platform + " alone.";
  return {};
}

}  // namespace plumbline::flaky
