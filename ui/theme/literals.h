// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's string literals for every source of the window.
//
//   setObjectName(u"commitHeader"_s);  state["columns"_L1]
#pragma once

#include <QString>

namespace plumbline::ui {
using namespace Qt::StringLiterals;
}
