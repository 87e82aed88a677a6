// SPDX-License-Identifier: GPL-3.0-or-later
// A program to be killed: it saves version after version of several files at once, each with a decision, and says each
// number once all of that is safe.
//
//   save_all_loop FILE...     goes on from the version in the first file
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/baselines/drafts.h"
#include "tests/support/versioned_text.h"

using namespace plumbline;

int main(int argc, char** argv) {
  baselines::Drafts drafts;
  long version = 0;
  for (int i = 1; i < argc; ++i) {
    const auto file = drafts.open(argv[i], true);
    const long here = file ? tests::versionOf((*file)->saved) : -1;
    if (here < 0) {
      std::fprintf(stderr, "%s is not whole\n", argv[i]);
      return 3;
    }
    version = std::max(version, here);
  }
  for (const long last = version + 100'000; version < last;) {
    ++version;
    baselines::Change change;
    for (int i = 1; i < argc; ++i) {
      change.files.push_back({argv[i], text::between(drafts.find(argv[i])->pending, tests::textOfVersion(version))});
      change.decisions.push_back(
          {{argv[i], "end"}, baselines::Decision{baselines::DecisionKind::Accepted, std::to_string(version), "", ""}});
    }
    const auto undo = drafts.apply(change);
    const auto report = undo ? baselines::saveAll(drafts) : baselines::SaveReport{};
    if (!undo || !report.allWritten() || report.logError) {
      std::fprintf(stderr, "%s\n", report.sentence().c_str());
      return 1;
    }
    const std::string line = std::to_string(version) + '\n';
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) return 1;
  }
  return 0;
}
