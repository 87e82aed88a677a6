// SPDX-License-Identifier: GPL-3.0-or-later
// Why a model failed, from the runs that were made to find out: its own run, the minifier's and the repeated ones of the
// smallest script. Reads their folders.
//
//   WhyPage page{.model = "moco", .row = run};
//   page.script = scriptOfWhy(run);
//   out << whyText(page);
#pragma once

#include <optional>
#include <string>

#include "core/runs/engine/run_state.h"

namespace plumbline::runs {

struct WhyPage {
  std::string model;
  Run row;                           ///< the model's own run (specForWhy)
  std::string script;                ///< that PyTorch wrote; "" for none
  std::optional<Run> minified = {};
  std::optional<Run> reproduced = {};
  std::string smallest = {};         ///< the script that was reproduced: the smallest checkpoint, or `script`
};

/// whyStatus is the accuracy word of the model's row; "" when the run left none.
std::string whyStatus(const Run& row);
/// scriptOfWhy is the script that a row's run left; minifier_launcher.py first. "" for none.
std::string scriptOfWhy(const Run& row);
/// smallestScript is the smallest checkpoint of a minifier's run; "" for none.
std::string smallestScript(const Run& minified);

/// whyText is the page: verdict, smallest graph, exception or tensor with its margin, and the commands of each step.
std::string whyText(const WhyPage& page);
std::string whyJson(const WhyPage& page);

}  // namespace plumbline::runs
