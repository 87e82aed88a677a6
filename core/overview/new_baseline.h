// SPDX-License-Identifier: GPL-3.0-or-later
// A baseline for a config that has none, as PyTorch's updater would lay it out.
//
//   drafts.open(path, true);  change.files.push_back({path, {{0, 0, newBaseline(*view, config)}}});
#pragma once

#include <string>

#include "core/overview/commit_view.h"

namespace plumbline::overview {

/// newBaseline gives the bytes: the columns of the closest sibling's baseline as far as the run has them (name, accuracy
/// and graph_breaks without one), rows sorted by name, whole numbers for counts, three empty lines between rows. Rows that
/// no check could find (no name, a comment, a name that occurs twice) are left out. "" when no row is left.
std::string newBaseline(const CommitView& view, const ConfigResult& config);

}  // namespace plumbline::overview
