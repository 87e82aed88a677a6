// SPDX-License-Identifier: GPL-3.0-or-later
// What the `bisect` commands share: --state, and whether the file that it names may be trusted.
//
//   const auto state = sources::readBisectState(statePath(arguments));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "core/sources/bisect_state.h"

namespace plumbline::cli {

/// bisectSpec makes the spec of "bisect NAME", with --state as its last option.
CommandSpec bisectSpec(std::string name, std::string summary, std::vector<OptionSpec> options = {});
std::string statePath(const ParsedArguments& arguments);
/// foreignState returns why a state is not trusted: the repository that it names would be checked out.
std::optional<base::Error> foreignState(const std::string& path, const sources::BisectState& state);

}  // namespace plumbline::cli
