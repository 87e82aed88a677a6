// SPDX-License-Identifier: GPL-3.0-or-later
// How far a suite came that runs its own list of models, from the log that it is writing (SPEC 11.1).
//
//   SuiteProgress progress;
//   for (const SuiteProgress::Ended& model : progress.update(folder + "/run.log")) show(model.name, model.status);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::runs {

class SuiteProgress {
 public:
  struct Ended {
    std::string name;
    std::string status;  ///< "pass", "1.234x"; "" when the log has none, as after a crash
  };
  /// update reads what was added to the log and returns the models that ended since.
  std::vector<Ended> update(const std::string& log);
  std::size_t count() const { return m_count; }              ///< models that ended
  const std::string& current() const { return m_current; }  ///< the one that runs; "" for none

 private:
  void readLine(std::string_view line, std::vector<Ended>& ended);
  void end(std::string status, std::vector<Ended>& ended);

  std::size_t m_offset = 0, m_count = 0;
  std::string m_rest, m_current;  ///< m_rest: a line that has not ended yet
};

}  // namespace plumbline::runs
