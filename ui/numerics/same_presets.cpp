// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/same_presets.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

std::vector<SamePreset> samePresets() {
  return {
      {u"same() itself"_s, u"The defaults of torch._dynamo.utils.same(): tol 1e-4, nothing else"_s, {}},
      {u"CI: inference"_s, u"What the torchbench runner asks for without --float32: tol 1e-4, equal_nan"_s, {.equalNan = true}},
      {u"CI: amp, training"_s, u"What the runners ask for in half precision and in training: tol 1e-3, equal_nan"_s,
       {.tol = 1e-3, .equalNan = true}},
      {u"CI: timm training"_s, u"What the timm runner asks for in training: tol 2e-2, equal_nan"_s, {.tol = 2e-2, .equalNan = true}},
      {u"Repro script"_s, u"What repro scripts and the minifier ask for: tol 1e-3 (repro_tolerance), equal_nan"_s,
       {.tol = 1e-3, .equalNan = true}},
  };
}

}  // namespace plumbline::ui
