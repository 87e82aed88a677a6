// SPDX-License-Identifier: GPL-3.0-or-later
// The one line that says what a pair comes to.
//
//   statusText(*comparison)   // "128 models · 3 fail · 1 flaky · 2 improved · CI would fail"
#pragma once

#include <QString>

#include "core/verdicts/comparison.h"
#include "ui/support/count_text.h"

namespace plumbline::ui {

QString statusText(const verdicts::Comparison& comparison);
/// shownText says how many rows pass the filter: "12 of 128".
QString shownText(std::size_t shown, std::size_t all);
/// millisecondsText gives "84 ms", "0.4 ms" or "1.2 s".
QString millisecondsText(double ms);

}  // namespace plumbline::ui
