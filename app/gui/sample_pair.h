// SPDX-License-Identifier: GPL-3.0-or-later
// The pair that comes with the program, written to the cache folder so that it is opened like any other files.
//
//   if (auto pair = samplePair()) session.open(pair->first, pair->second);
#pragma once

#include <QString>
#include <utility>

#include "core/base/result.h"

namespace plumbline::app {

/// samplePair gives the paths of actual and expected. Files that are there already with the same bytes are left alone.
/// Errors: NotWritable.
base::Result<std::pair<QString, QString>> samplePair();

}  // namespace plumbline::app
