// SPDX-License-Identifier: GPL-3.0-or-later
// A plan as JSON for the journal, and text of any bytes as JSON: arguments and paths need not be UTF-8.
//
//   line["plan"] = planJson(run.plan);      // planFrom(line.at("plan")) throws like any access of nlohmann's
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/runs/run_plan.h"

namespace plumbline::runs {

/// bytesJson is a string where the bytes are UTF-8, else {"base64": ...}; bytesFrom is the way back.
nlohmann::json bytesJson(std::string_view bytes);
std::string bytesFrom(const nlohmann::json& value);

nlohmann::json planJson(const RunPlan& plan);
RunPlan planFrom(const nlohmann::json& value);

}  // namespace plumbline::runs
