// SPDX-License-Identifier: GPL-3.0-or-later
// What updating a tree did and did not do, in words for a terminal.
//
//   err << updateText(*view, report);        // "" when everything went as the runs say
#pragma once

#include <string>

#include "core/overview/update.h"

namespace plumbline::reports {

std::string updateText(const overview::CommitView& view, const overview::UpdateReport& report);

}  // namespace plumbline::reports
