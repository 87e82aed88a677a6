// SPDX-License-Identifier: GPL-3.0-or-later
// The patch over all unsaved edits as a file.
//
//   auto written = writePatch(edits.drafts(), "accept.patch");
#pragma once

#include <QString>

#include "core/base/result.h"
#include "core/baselines/drafts.h"

namespace plumbline::session {

/// writePatch writes baselines::patchText atomically. Errors: those of patchText, BadArgument when nothing is edited or
/// the file is one of those that are edited, NotWritable.
base::Result<void> writePatch(const baselines::Drafts& drafts, const QString& path);

}  // namespace plumbline::session
