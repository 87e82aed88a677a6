// SPDX-License-Identifier: GPL-3.0-or-later
// The results of a run as JSON (resources/help/json.md), for the record of a run and for reports over repeats. Numbers
// that are not finite are texts, as Python writes them: "nan", "inf", "-inf".
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

#include "core/runs/run_results.h"

namespace plumbline::runs {

nlohmann::ordered_json numberJson(double value);
nlohmann::ordered_json modelJson(const ModelTimes& times);
nlohmann::ordered_json modelJson(const ModelRepeats& model);
nlohmann::ordered_json errorJson(const base::Error& error);
/// dumped is UTF-8; bytes that are not become U+FFFD. Ends with a line end.
std::string dumped(const nlohmann::ordered_json& json);

}  // namespace plumbline::runs
