// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a fetch, as a value, as text and as JSON.
//
//   context.out << fetchText(report);      // or fetchJson(report, exit)
#pragma once

#include <QStringList>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/fetch/fetch_plan.h"

namespace plumbline::fetch {

struct FetchedFile {
  Artifact artifact;
  std::string path;  ///< on disk; "" when it is missing
  std::uint64_t bytes = 0;
  bool fromCache = false;
  std::string problem;  ///< why not: "not found (404): the job may have left none", "expired (410)" ...
};
struct FetchReport {
  Target target;
  std::string sha;
  std::string folder;  ///< what to open: every zip lies below it
  std::vector<FetchedFile> files;
  std::size_t jobs = 0, running = 0;  ///< benchmark jobs, and those that are not finished
  QStringList notes;                  ///< sentences: jobs still running, job names that were not understood

  std::size_t missing() const;  ///< files without a path
};
/// reportText: "142 of 150 artifacts (3 from the cache, 8 not there: ...)".
std::string reportText(const FetchReport& report);

/// isComplete tests whether every benchmark job of the commit is finished and its artifact is here.
bool isComplete(const FetchReport& report);

/// fetchText: the folder on the first line, then the counts, the notes and what is missing, a line each.
std::string fetchText(const FetchReport& report);

/// fetchJson is documented in resources/help/json.md.
std::string fetchJson(const FetchReport& report, int exit);

}  // namespace plumbline::fetch
