// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/runs/task_file.h"
#include "resources/embedded.h"

namespace plumbline::runs {

std::string_view keeperScript() {
  static const std::string joined = [] {
    std::string out;
    for (const char* part : {"runs/keeper_files.py", "runs/keeper_children.py", "runs/keeper.py"})
      out += std::string(resources::embeddedBytes(part).value_or("")) + "\n\n";
    return out;
  }();
  return joined;
}

std::string_view probeScript() { return resources::embeddedBytes("runs/probe.py").value_or(""); }

}  // namespace plumbline::runs
