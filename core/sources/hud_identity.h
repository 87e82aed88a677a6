// SPDX-License-Identifier: GPL-3.0-or-later
// Which config a table of benchmark records is, from what the records say: backend, suite, mode, device, dtype and the
// switches of the benchmark's command line.
#pragma once

#include "core/configs/ci_names.h"
#include "core/sources/hud_groups.h"

namespace plumbline::sources {

/// identityOfRun. A dtype is part of the config only where it is not the one that CI runs anyway. Errors: BadFormat;
/// the text says what the records leave open.
base::Result<configs::Identity> identityOfRun(const HudTable& table);

}  // namespace plumbline::sources
