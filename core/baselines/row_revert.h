// SPDX-License-Identifier: GPL-3.0-or-later
// Takes back what was edited in single rows of a baseline and leaves every other edit: the way from "accepted" to "kept".
//
//   std::string bytes = *withoutRowEdits(saved, pending, {"llama"});   // llama's row as it is on disk, byte for byte
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/baselines/baseline_edit.h"

namespace plumbline::baselines {

/// withoutRowEdits gives the bytes of `pending` with the rows of these models as `saved` has them: changed cells get
/// their old text, added rows go, removed rows come back between their old neighbours with their old blank lines. Models
/// that neither side has, or that a side has twice, are left alone. Errors: those of bytesFor.
base::Result<std::string> withoutRowEdits(const BaselineTable& saved, const BaselineTable& pending,
                                          const std::vector<std::string>& models);

}  // namespace plumbline::baselines
