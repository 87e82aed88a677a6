// SPDX-License-Identifier: GPL-3.0-or-later
// Saved specs: NAME.json in a folder of the user's config ($XDG_CONFIG_HOME/plumbline/runs), one file each, made to be
// shared and kept in a repository.
//
//   for (const Preset& preset : readPresets(defaultPresetFolder(), problems)) offer(preset.name);
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

struct Preset {
  std::string name;
  RunSpec spec;
};
std::string defaultPresetFolder();
/// readPresets returns the presets by name; `problems` receives the files that are not presets. No folder: none.
std::vector<Preset> readPresets(const std::string& folder, std::vector<base::Error>& problems);
/// savePreset replaces a preset of the same name. Errors: BadArgument for a name that is not a valid file name;
/// NotWritable.
base::Result<void> savePreset(const std::string& folder, const Preset& preset);
base::Result<void> removePreset(const std::string& folder, const std::string& name);

}  // namespace plumbline::runs
