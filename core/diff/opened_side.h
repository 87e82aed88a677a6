// SPDX-License-Identifier: GPL-3.0-or-later
// One side of a comparison, opened: either a single run, or runs by config. Only choose_runs uses it.
//
//   auto side = OpenedSide::open(wish, {}, progress);
//   if (side.value().single()) use(*side.value().single());
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/diff/choose_runs.h"

namespace plumbline::diff {

class OpenedSide {
 public:
  /// open reads the paths of a side. Errors: those of sources::open.
  static base::Outcome<OpenedSide> open(const SideWish& wish, const sources::SideBySide& sideBySide,
                                        const base::Progress& progress);

  /// single is the one run of a side that is one table, or an accuracy and a performance table that belong together;
  /// nothing for a side with more.
  const std::optional<Run>& single() const { return m_single; }
  /// byConfig holds the runs by the config of their accuracy table; a single run is here too when it has a config.
  const std::map<configs::Config, Run>& byConfig() const { return m_byConfig; }
  /// find takes a name as a person writes it; null when there is none.
  const Run* find(const std::string& configName) const;
  /// commit all results are of; "" when none or several are said.
  const std::string& commit() const { return m_commit; }
  const std::vector<base::Error>& problems() const { return m_problems; }

 private:
  void takeSingle(const sources::Opened& opened);
  void takeConfigs(const overview::CommitView& view);

  std::optional<Run> m_single;
  std::map<configs::Config, Run> m_byConfig;
  std::string m_commit;
  std::vector<base::Error> m_problems;
};

}  // namespace plumbline::diff
