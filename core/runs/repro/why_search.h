// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that find out why a model fails, one after the other: the model's own, which leaves a repro script; the
// minifier's; the repeated ones of the smallest script. Reads their folders.
//
//   WhySearch search(specForWhy(row));
//   while (const auto spec = search.next()) search.finish(runIt(*spec));
//   out << whyText(search.page());
#pragma once

#include <optional>
#include <string>

#include "core/runs/engine/run_state.h"
#include "core/runs/spec/run_spec.h"

namespace plumbline::runs {

/// isWhyRun: a spec by specForWhy.
bool isWhyRun(const RunSpec& spec);

/// Why a model failed, from the runs that were made to find out: its own run, the minifier's and the repeated ones of the
/// smallest script. Reads their folders.
///
///   WhyPage page{.model = "moco", .row = run};
///   page.script = scriptOfWhy(run);
///   out << whyText(page);
struct WhyPage {
  std::string model;
  Run row;                           ///< the model's own run (specForWhy)
  std::optional<Run> passed = {};    ///< its second run, when that passes: the model is flaky here
  std::string script;                ///< that PyTorch wrote; "" for none
  std::optional<Run> minified = {};
  std::optional<Run> reproduced = {};
  std::string smallest = {};         ///< the script that was reproduced: the smallest checkpoint, or `script`
};

/// whyStatus is the accuracy word of the model's row; "" when the run left none.
std::string whyStatus(const Run& row);
/// scriptOfWhy is the script that a row's run left; minifier_launcher.py first. "" for none.
std::string scriptOfWhy(const Run& row);
/// smallestScript is the smallest checkpoint of a minifier's run; "" for none.
std::string smallestScript(const Run& minified);

/// whyText is the page: verdict, smallest graph, exception or tensor with its margin, and the commands of each step.
std::string whyText(const WhyPage& page);
std::string whyJson(const WhyPage& page);

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
  bool m_isPass = false, m_isSignal = false;  ///< m_isSignal: the model's run ended by a signal
  std::optional<base::Error> m_problem;
};

}  // namespace plumbline::runs
