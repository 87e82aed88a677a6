// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as JSON lines in the form of HUD's benchmark database (schema v3): one record for each value. What v3 has no
// field for is in benchmark.extra_info, so that a run that is read back is the same.
//
//   out << v3Lines(run);
//   V3Reader reader;
//   while (std::getline(in, line)) if (auto read = reader.add(line); !read) return read;
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "core/base/result.h"
#include "core/history/run_store.h"

namespace plumbline::history {

/// v3Lines writes one line for each value; for a run without values a line without a metric. `repository` is its address, or "".
std::string v3Lines(const RunRecord& run, const std::string& repository = {});

/// repositoryLine says where the commits of the runs are on the web; repositoryOfLine reads it back: nullopt for another line. Errors:
/// BadFormat for what is no address of sources::repositoryAddress.
std::string repositoryLine(const std::string& address);
base::Result<std::optional<std::string>> repositoryOfLine(std::string_view line);

/// V3Reader puts the lines of a run together again; they stand one after the other.
class V3Reader {
 public:
  /// add reads a line and returns the run before it when another one begins. Errors: BadFormat with the line for what
  /// is no such record, and for a run whose lines stand apart.
  base::Result<std::optional<RunRecord>> add(std::string_view line);
  /// finish returns the last run.
  std::optional<RunRecord> finish();
  std::size_t lines() const { return m_lines; }

 private:
  base::Error errorAt(const std::string& text) const;
  std::optional<RunRecord> m_run;
  std::unordered_set<std::string> m_seen;
  std::size_t m_lines = 0;
};

}  // namespace plumbline::history
