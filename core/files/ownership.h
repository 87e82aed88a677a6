// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what lies in a folder can only come from this user: before something in it is believed or executed.
//
//   if (auto foreign = foreignPart(cache, "names")) refuse(*foreign + " belongs to another user, or others can write it");
#pragma once

#include <optional>
#include <string>

namespace plumbline::files {

/// foreignPart returns the first of `root` and the parts on the way from it to `below` (relative) that is a link, has
/// another owner than this user, or can be written by users outside our own group; nullopt when all are ours or
/// missing.
std::optional<std::string> foreignPart(const std::string& root, const std::string& below = {});

}  // namespace plumbline::files
