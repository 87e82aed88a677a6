// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what the files of one run say, off the window's thread; the newest question only.
//
//   RunReader reader([this](const runs::RunReading& reading) { show(reading); });
//   reader.read(run);
#pragma once

#include <functional>

#include "core/runs/run_reading.h"
#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

class RunReader {
 public:
  using Done = std::function<void(const runs::RunReading&)>;
  explicit RunReader(Done done)
      : m_runner([done = std::move(done)](base::Outcome<runs::RunReading> reading) {
          if (reading.isValue()) done(reading.value());
        }) {}

  void read(const runs::RunPtr& run) {
    m_runner.run([run](const base::Progress&) -> base::Outcome<runs::RunReading> { return runs::readRun(*run); });
  }
  void cancel() { m_runner.cancel(); }

 private:
  tasks::LatestRunner<runs::RunReading> m_runner;
};

}  // namespace plumbline::ui
