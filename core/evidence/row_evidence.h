// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs of a row (a model, its config and one column) say: how often it fails and since when, on which machines, how
// far its numbers move by themselves, and how near they are to the limit of their check. Plain values that text, JSON and the
// window show.
//
//   auto strips = store->rows().lastRuns(rows, 200);
//   RowEvidence row = rowEvidence(rows[0], strips->rows[0], strips->runs);
//   correctForMany(all);                // q-values over all rows that are shown together
//   evidenceSentence(row)               // "Flaky: 3 of 20 runs fail: 15.0 % (95 % Jeffreys: 4.4 % to 34.9 %)."
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/row_history.h"
#include "core/statistics/noise_floor.h"
#include "core/statistics/rates.h"

namespace plumbline::evidence {

inline constexpr double kMaxQ = 0.05;        ///< a claim holds with a q of at most this
inline constexpr std::size_t kMinRedRuns = 3;  ///< fewer red runs are not called broken

struct EvidenceOptions {
  /// What CI allows a number to move from its baseline, as a share of it; nullopt: what the rules of the newest check scripts
  /// say, none for other columns.
  std::optional<double> tolerance = {};
  double maxRate = 1e-3;  ///< of failing runs, for the advised tolerance
  bool hasMargins = true;  ///< false: without them, in a twentieth of the time
};

struct EvidenceRun {
  std::int64_t time = 0;  ///< as history::timeOfRun
  std::string commit, value;
  bool isMissing = false;  ///< the run has the row, and no value
  bool hasFailed = false;
};

/// Stratum holds the runs on one machine or image, against all others.
struct Stratum {
  std::string field, name;  ///< "machine", "linux.gcp.a100"
  statistics::RunCount count, others;
  double p = 1, q = 1;  ///< Fisher's exact test
  bool isDifferent() const { return q <= kMaxQ; }
};

struct StatusEvidence {
  statistics::RunCount count;  ///< since the rate moved last
  statistics::RateJudgement rate;
  std::optional<statistics::RateShift> shift;  ///< that place
  std::size_t shiftRun = 0;                    ///< its run: index into RowEvidence::runs
  std::size_t redRuns = 0, greenRuns = 0;      ///< the newest runs that all fail, or all pass
  std::size_t moreReds = 0;                    ///< of a newly red row: further red runs that show where it broke
  std::vector<Stratum> strata;
  /// isNewlyRed: the only failing runs are the newest, behind runs that passed. Flaky rows fail and pass again.
  bool isNewlyRed() const { return redRuns > 0 && redRuns == count.fails && redRuns < count.runs; }
};

enum class MarginClass : std::uint8_t { Safe, Flaps, Fails, TooWide, CannotTell };
std::string_view marginClassName(MarginClass marginClass);  ///< "safe", "flaps", "fails", "too wide", "cannot tell"

/// MarginEvidence compares the noise of a row with the limit of its check.
struct MarginEvidence {
  double expected = 0, limit = 0;
  bool isLower = true;                ///< values below the limit fail; otherwise those above
  bool isBoth = false;                ///< also those beyond the limit on the other side
  double tolerance = 0;               ///< now, as a share of the baseline
  statistics::RateEstimate fails = {};  ///< of runs at the present level
  double advised = std::numeric_limits<double>::quiet_NaN();  ///< tolerance around the present level, as a share of it
  double unseen = std::numeric_limits<double>::quiet_NaN();  ///< up to this share of runs may pass it: by counts, 95 %
  MarginClass marginClass = MarginClass::CannotTell;
  std::string_view method = {};
};

struct NumberEvidence {
  statistics::NoiseFloor noise;
  bool isFromRepeats = false;  ///< of runs of the same commit; otherwise of levels between changes
  double newest = 0, levelBefore = 0;  ///< levelBefore: the level that the newest value is held against
  statistics::DeltaJudgement delta;         ///< of the newest value and the level before it
  std::vector<statistics::Change> changes;  ///< index: into RowEvidence::runs
  std::optional<MarginEvidence> margin;     ///< with a baseline and a limit
};

struct RowEvidence {
  history::RowKey row;
  std::vector<EvidenceRun> runs = {};  ///< oldest first
  std::optional<StatusEvidence> status = {};   ///< of columns whose values can fail
  std::optional<NumberEvidence> numbers = {};  ///< of two or more numbers
  std::optional<std::string> expected = {};    ///< of the newest run
  std::optional<double> opened = {};           ///< value of the run on screen, which the store need not have
  /// That the row moved: its rate of failing or its level. NaN: no test was possible.
  double p = std::numeric_limits<double>::quiet_NaN(), q = std::numeric_limits<double>::quiet_NaN();

  /// isBroken: all runs since the shift fail, at least kMinRedRuns; or the whole interval of the rate is above 80 %.
  bool isBroken() const;
  /// rateClass is the class of the runs since the shift, Broken by isBroken; CannotTell without a status, and for a newly red row
  /// of which the rate alone would say flaky or healthy.
  statistics::RateClass rateClass() const;
  /// moreRuns decide: of a red row, further red runs; nullopt: no number that one could make.
  std::optional<std::size_t> moreRuns() const;
};

/// rowEvidence looks at the runs of one row; `runs` are those that the strip's points index. Its q-values are those of the row
/// alone.
RowEvidence rowEvidence(const history::RowKey& row, const history::RowStrip& strip, std::span<const history::RunInfo> runs,
                        const EvidenceOptions& options = {});

/// NoiseBand holds the values that are the level before and its noise, and the value that is held against them: that of the
/// run on screen, or the newest.
struct NoiseBand {
  double low = 0, high = 0, value = 0;
  std::optional<double> baseline = {};  ///< where it lies beyond the noise
};
/// noiseBand is nullopt where the noise is unknown.
std::optional<NoiseBand> noiseBand(const RowEvidence& row);
/// bandText is "9, beyond noise (6.4 to 7.6)", "7, within noise (7)", "9, as in the runs before (9); the baseline is 7".
std::string bandText(const NoiseBand& band);

/// correctForMany sets the q-values over all rows (Benjamini and Hochberg), and over all strata of all rows.
void correctForMany(std::span<RowEvidence> rows);

/// evidenceSentence says in one sentence what is known and how sure it is.
std::string evidenceSentence(const RowEvidence& row);
/// statusSentence is the part of it that is about the rate of failing, for rows with a status.
std::string statusSentence(const RowEvidence& row);
/// rateText is "3 of 20 runs fail (15.0 %, 95 % Jeffreys 4.4 % to 34.9 %)".
std::string rateText(const StatusEvidence& status);
/// failsText is "2.1 % (95 %: 0.80 % to 4.4 %)"; rates under one in a million are not written out.
std::string failsText(const statistics::RateEstimate& fails);
/// marginSentence warns of a limit that is too near or too far, with the rate and the advised tolerance; "" without a margin.
std::string marginSentence(const RowEvidence& row);
/// runLabel is "2026-08-02 0123456789ab".
std::string runLabel(const EvidenceRun& run);

}  // namespace plumbline::evidence
