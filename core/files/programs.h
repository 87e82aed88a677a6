// SPDX-License-Identifier: GPL-3.0-or-later
// Which program a name means and which variables it inherits: for everything that starts a program.
//
//   auto git = findProgram("git", checkout);            // "/usr/bin/git", never one inside the checkout
//   if (!isSecret("GITHUB_TOKEN", Secrets::All)) inherit(...);
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plumbline::files {

/// findProgram searches the absolute folders of PATH; an empty or relative entry would name a program of the current
/// folder. Programs below `untrusted` (links resolved) are passed over. A name with '/' must be absolute. Errors:
/// NotFound, BadArgument.
base::Result<std::string> findProgram(const std::string& name, const std::string& untrusted = {});

enum class Secrets {
  Ours,  ///< tokens for GitHub and for CI jobs
  All,   ///< also what is named like a secret (HF_TOKEN, PGPASSWORD): a benchmark may need it, our own helpers do not
};

/// isSecret tests the name of an environment variable that a child must not inherit.
bool isSecret(std::string_view name, Secrets which);

}  // namespace plumbline::files
