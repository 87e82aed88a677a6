// SPDX-License-Identifier: GPL-3.0-or-later
// Saved specs: NAME.json in a folder of the user's config ($XDG_CONFIG_HOME/plumbline/runs), one file each, made to be
// shared and kept in a repository.
//
//   for (const Preset& preset : readPresets(defaultPresetFolder(), problems)) offer(preset.name);
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/run_spec.h"

namespace plumbline::runs {

struct Preset {
  std::string name;
  RunSpec spec;
};
std::string defaultPresetFolder();
/// readPresets gives them by name; files that are none are told in `problems`. No folder: none.
std::vector<Preset> readPresets(const std::string& folder, std::vector<base::Error>& problems);
/// savePreset writes one, in the place of an older one of that name. Errors: BadArgument for a name that cannot be a
/// file's; NotWritable.
base::Result<void> savePreset(const std::string& folder, const Preset& preset);
base::Result<void> removePreset(const std::string& folder, const std::string& name);

}  // namespace plumbline::runs
