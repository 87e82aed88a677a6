// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bisect_file.h"

#include <utility>

#include "core/files/descriptor.h"

namespace plumbline::cli {

CommandSpec bisectSpec(std::string name, std::string summary, std::vector<OptionSpec> options) {
  CommandSpec spec{.name = "bisect " + std::move(name), .summary = std::move(summary), .options = std::move(options)};
  spec.options.push_back(option("--state FILE", "file of the bisection (default: plumbline-bisect.json)"));
  return spec;
}

std::string statePath(const ParsedArguments& arguments) { return arguments.valueOr("--state", "plumbline-bisect.json"); }

std::optional<base::Error> foreignState(const std::string& path, const sources::BisectState& state) {
  if (state.repository.empty() || !files::foreignPart(path, "")) return std::nullopt;
  return base::Error{base::ErrorCode::BadArgument, "This bisection belongs to another user, or others may write to it.",
                     "It names the repository that would be checked out: copy it first.", path};
}

}  // namespace plumbline::cli
