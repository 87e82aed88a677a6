// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/chart_data.h"

namespace plumbline::charts {

std::string_view roleName(Role role) {
  switch (role) {
    case Role::Before: return "before";
    case Role::After: return "after";
    case Role::Third: return "third";
    case Role::Fourth: return "fourth";
    case Role::Fifth: return "fifth";
    case Role::Sixth: return "sixth";
    case Role::ByClass: return "by-class";
    case Role::Parity: return "parity";
    case Role::Band: return "band";
    case Role::Limit: return "limit";
    case Role::Mean: return "mean";
  }
  return "";
}

}  // namespace plumbline::charts
