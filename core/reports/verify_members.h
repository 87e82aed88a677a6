// SPDX-License-Identifier: GPL-3.0-or-later
// What of a report no hash and no verdict tells: totals, means, causes, sentences. Private to core/reports.
//
//   for (const Difference& difference : changedMembers(stored, made, {})) show(difference);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/reports/verify_report.h"

namespace plumbline::reports {

struct MembersWish {
  std::string folder = {};   ///< taken out of the paths of the report made now
  bool isOtherTool = false;  ///< its sentences and members may be other ones; numbers may not
};

/// changedMembers compares two reports in JSON that readReport can read, `stored` from anywhere and `made` by us. It
/// names at most kMostMembers and says how many there are more.
inline constexpr std::size_t kMostMembers = 20;
std::vector<Difference> changedMembers(std::string_view stored, std::string_view made, const MembersWish& wish);

}  // namespace plumbline::reports
