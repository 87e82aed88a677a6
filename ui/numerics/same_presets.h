// SPDX-License-Identifier: GPL-3.0-or-later
// Options of same() that belong together, as PyTorch's own callers give them (SPEC 11.3, 14, 15.1).
//
//   for (const SamePreset& preset : samePresets()) combo->addItem(preset.name);
#pragma once

#include <QString>
#include <vector>

#include "core/numerics/same.h"

namespace plumbline::ui {

struct SamePreset {
  QString name;
  QString tooltip;
  numerics::SameOptions options;
};
/// samePresets: the first are the defaults of same() itself.
std::vector<SamePreset> samePresets();

}  // namespace plumbline::ui
