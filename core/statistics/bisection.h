// SPDX-License-Identifier: GPL-3.0-or-later
// Search for the commit that broke a test which also fails without it: a posterior over commits, with the rates of failing
// before and after unknown and learned. The next run is the one with the largest expected information per minute.
// Sources: Horstein, IEEE Trans. Information Theory 9 (1963), for bisection under noise; Lindley, Annals of Mathematical
// Statistics 27 (1956), for expected information.
//
//   Bisection bisection(64);                    // commits 0 (believed good) to 63 (believed bad)
//   while (!bisection.isDone()) {
//     const BisectStep step = bisection.next();
//     for (std::size_t i = 0; i < step.repeats; ++i) bisection.add(step.commit, fails(step.commit));
//   }
//   show(bisection.culprit());
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace plumbline::statistics {

struct BisectOptions {
  double confidence = 0.95;  ///< of the answers that it names, so many are right whatever the rates
  std::size_t maxRuns = 1000;  ///< the search ends there whatever it knows
  double runMinutes = 1;    ///< of one run
  double switchMinutes = 0;  ///< of checking out and building another commit than the last; makes repeats worth while
};

/// EqualEnds: the good end is bad already or the bad end is good, which one cannot say of a test that fails equally often at
/// both ends.
enum class BisectAnswer : std::uint8_t { Open, Culprit, GoodEndIsBad, Unchanged, EqualEnds, TooManyRuns };

struct BisectStep {
  std::size_t commit = 0;
  std::size_t repeats = 1;
};

/// CommitRuns is how often a commit failed and passed.
struct CommitRuns {
  std::size_t commit = 0, fails = 0, passes = 0;
};

class Bisection {
 public:
  /// The first commit is believed to be good, the last to be bad; at least two.
  explicit Bisection(std::size_t commits, const BisectOptions& options = {});

  /// add takes the runs of some commits at once: each call takes time in proportion to all commits.
  void add(std::span<const CommitRuns> runs);
  void add(std::size_t commit, std::size_t fails, std::size_t passes) {
    const CommitRuns runs{commit, fails, passes};
    add({&runs, 1});
  }
  void add(std::size_t commit, bool hasFailed) { add(commit, hasFailed ? 1 : 0, hasFailed ? 0 : 1); }
  std::size_t runs() const { return m_runs; }

  /// posterior has for every commit the probability that it is the first bad one; for commit 0 that already the good end is
  /// bad. What is missing to 1 is unchanged().
  const std::vector<double>& posterior() const { return m_posterior; }
  double unchanged() const { return m_unchanged; }  ///< the bad end is as good as the good one
  std::size_t culprit() const;                      ///< the most probable first bad commit
  /// answer is Open until the commits that it is about ran: the culprit and the one in front of it, or the ends.
  BisectAnswer answer() const;
  bool isDone() const { return answer() != BisectAnswer::Open; }
  BisectStep next() const;

 private:
  void update();
  BisectAnswer belief() const;
  std::optional<std::size_t> missing(BisectAnswer answer) const;
  std::vector<double> informations(std::size_t repeats) const;

  BisectOptions m_options;
  std::vector<std::size_t> m_fails, m_passes;
  std::size_t m_runs = 0;
  std::optional<std::size_t> m_built;  ///< the commit that ran last
  std::vector<double> m_posterior;
  double m_unchanged = 0;
  /// [row][pair of rates], 1 in all. First bad commits with the same runs in front of them share a row: of as many commits as
  /// there are, few ran.
  std::vector<std::vector<double>> m_weights;
  std::vector<std::uint32_t> m_rows;  ///< of each first bad commit; the last one: unchanged
};

}  // namespace plumbline::statistics
