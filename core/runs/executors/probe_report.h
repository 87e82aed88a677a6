// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine can run: the facts that probe.py printed and the findings that follow from them.
//
//   const ProbeReport report = reportOfProbe(spec, out, errors, exitCode);
//   if (!report.canStart()) show(report.findings);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/runs/engine/task_file.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

/// ProbeReport is whether a spec can be started, and if not why and how to fix that.
struct ProbeReport {
  Facts facts;
  struct Finding {
    bool blocks = false;  ///< Start stays off; otherwise a warning
    std::string text, hint;
  };
  std::vector<Finding> findings;
  std::vector<std::string> partitions;  ///< Slurm's, the default one first
  bool canStart() const;
};

/// probeQuestion is the argument of probe.py (JSON); `folder` is the folder of runs there.
std::string probeQuestion(const RunSpec& spec, const std::string& script, const std::string& folder);
/// reportOfProbe makes findings out of what probe.py printed (JSON), or of its failure. Where a machine's load or room
/// begins to matter is in resources/runs/probe.toml.
ProbeReport reportOfProbe(const RunSpec& spec, std::string_view json, std::string_view errors, int exitCode);

}  // namespace plumbline::runs
