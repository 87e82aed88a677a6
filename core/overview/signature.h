// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that changed alike, as one group: same metric, same change, over models and configs. The oncall decides about
// "graph_breaks +1 on 5 models in 6 configs" and not about thirty rows.
//
//   for (const Group& g : groupsOf(*view)) show(g.title(), g.members.size());
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// GroupKind orders the overview: failures first, then what is lost, improved, flaky.
enum class GroupKind : std::uint8_t { Fail, Invalid, Missing, Lost, MissingShard, Improved, Flaky };

struct Group {
  GroupKind kind = GroupKind::Fail;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Fail;
  std::string metric;        ///< "graph_breaks", "accuracy"; several joined by ", " when they always move together
  std::string change;        ///< "+1", "pass -> fail_to_run", "not run"
  std::vector<RowRef> members;           ///< by config, then row; every row is in exactly one group
  std::vector<std::string> models;       ///< distinct, sorted
  std::vector<std::uint32_t> configs;    ///< distinct, sorted
  bool failsCi = false;
  std::string id;            ///< stable for equal input: for selection to survive a recompute
};

/// describeMembers sets models, configs and failsCi from the members.
void describeMembers(const CommitView& view, Group& group);

/// hasName is true for the group's id and for its metric and change: "graph_breaks +1".
bool hasName(const Group& group, const std::string& name);

/// groupTitle: "graph_breaks +1 on 5 models in 6 configs"; groupDetail names models and configs in one line each, cut
/// after `width` code points with the count of the rest.
std::string groupTitle(const Group& group);
std::string groupModels(const Group& group, std::size_t width);
std::string groupConfigs(const CommitView& view, const Group& group, std::size_t width);

/// groupsOf returns the groups of everything that needs a look: kind by kind, in each the largest first, then by name.
/// What passes, and expected failures, are in none. Flaky rows come last and only those that differ.
std::vector<Group> groupsOf(const CommitView& view);

/// ConfigCause is a group as one config sees it: its first models of that config, in the order of their rows.
struct ConfigCause {
  std::size_t group = 0;  ///< index into the groups
  std::size_t rows = 0;   ///< of that config, named or not
  std::vector<std::string> models;
};
inline constexpr std::size_t kCauseModels = 20;
/// causesOf returns the groups that have rows in a config, in their order.
std::vector<ConfigCause> causesOf(const CommitView& view, const std::vector<Group>& groups, std::uint32_t config);

struct RowSignature {
  GroupKind kind = GroupKind::Fail;
  verdicts::VerdictClass cls = verdicts::VerdictClass::Fail;
  std::string metric;     ///< as Group::metric
  std::string change;     ///< as Group::change
  std::string exception;  ///< that a log names for the row: "OutOfMemoryError"; "" for none
  std::string direction;  ///< what rows must share to be merged although their amounts differ: "+", "-"
  double amount = 0;      ///< of a single counter
  bool counted = false;   ///< `amount` is set
  std::string from, to;   ///< of an accuracy word
};

std::optional<RowSignature> signatureOf(const ConfigResult& config, std::size_t row);

/// signedAmount writes "+1", "-4".
std::string signedAmount(double amount);

}  // namespace plumbline::overview
