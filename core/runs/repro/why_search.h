// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that find out why a model fails, one after the other: the model's own, which leaves a repro script; the
// minifier's; the repeated ones of the smallest script. Reads their folders.
//
//   WhySearch search(specForWhy(row));
//   while (const auto spec = search.next()) search.finish(runIt(*spec));
//   out << whyText(search.page());
#pragma once

#include <optional>

#include "core/runs/repro/why_page.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

/// isWhyRun: a spec by specForWhy.
bool isWhyRun(const RunSpec& spec);

class WhySearch {
 public:
  /// The search begins with a spec by specForWhy; python, target and variables of the later runs are as there.
  explicit WhySearch(RunSpec first);
  /// next is the run to make; nullopt when the page is complete.
  const std::optional<RunSpec>& next() const { return m_next; }
  /// finish takes the ended run of next(). A cancelled one ends the search.
  void finish(const Run& run);
  const WhyPage& page() const { return m_page; }
  bool isPass() const { return m_isPass; }
  /// problem is why the script could not be used.
  const std::optional<base::Error>& problem() const { return m_problem; }

 private:
  enum class Stage : std::uint8_t { Accuracy, Crash, Minify, Reproduce };
  void finishRow(const Run& run);
  void minify();
  void reproduce();
  std::optional<RunSpec> withHost(base::Result<RunSpec> spec) const;

  RunSpec m_first;
  Stage m_stage = Stage::Accuracy;
  std::optional<RunSpec> m_next;
  WhyPage m_page;
  bool m_isPass = false;
  std::optional<base::Error> m_problem;
};

}  // namespace plumbline::runs
