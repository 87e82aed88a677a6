// SPDX-License-Identifier: GPL-3.0-or-later
// Counts as people read them, the same everywhere and whatever the locale of the machine.
//
//   grouped(10909)   // "10 909", with a narrow no-break space
#pragma once

#include <QString>
#include <cstddef>

namespace plumbline::ui {

QString grouped(std::size_t count);

}  // namespace plumbline::ui
