// SPDX-License-Identifier: GPL-3.0-or-later
// The row of one model in every sibling config, in words: what its baseline expects, what its run says, and whether that
// speaks for the edit that is at hand.
//
//   for (const SiblingRow& row : siblingRows(desk, "llama", {{"graph_breaks", "9"}})) show(row.words, row.values);
#pragma once

#include <QString>
#include <string>
#include <utility>
#include <vector>

#include "ui/triage/sibling_desk.h"

namespace plumbline::ui {

struct SiblingRow {
  QString words;     ///< "dynamic", "ROCm, dynamic"
  QString config;    ///< "rocm/dynamic_inductor_timm_training"
  QString values;    ///< "graph_breaks 7 → 9", "as expected", "not run"
  QString column;    ///< where `values` is about one column alone: its name, and
  QString bare;      ///< the values without it: "7 → 9"
  QString evidence;  ///< of the edit; empty without one
  QString glyph;     ///< of its own verdict; empty where it was not run
  verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
};

/// siblingRows gives the siblings that hold the model, closest first. `cells` are what accepting would write; where the
/// baseline has been edited for this model, that edit counts instead.
std::vector<SiblingRow> siblingRows(const SiblingDesk& desk, const std::string& model,
                                    const std::vector<std::pair<std::string, std::string>>& cells);

}  // namespace plumbline::ui
