// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/row_evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "core/charts/change_marks.h"
#include "core/evidence/number_evidence.h"
#include "core/history/baseline_changes.h"
#include "core/history/report_parts.h"
#include "core/history/run_intake.h"
#include "core/reports/evidence/rate_report.h"
#include "core/statistics/false_discovery.h"
#include "core/text/quantities.h"

namespace plumbline::evidence {
namespace {

using statistics::RateClass;
using statistics::RunCount;

constexpr int kDigits = 4;  ///< of values

/// isJudged: a value of this column can fail, as a word or beyond a limit.
bool isJudged(const history::RowPoint& point, const std::string& metric, const std::optional<Limit>& limit) {
  if (point.number) return point.expected && limit;
  return !point.word.empty() && (metric == history::kStatusMetric || history::isStatusWord(point.word));
}

bool hasFailed(const history::RowPoint& point, const std::optional<Limit>& limit) {
  if (point.isRed || !point.number || !limit || !point.expected) return point.isRed;
  const auto expected = history::finiteNumber(*point.expected);
  return expected && isBeyond(*limit, *point.number, *expected);
}

/// addStrata counts the runs since the shift by what `name` gives. One machine alone is no stratum.
void addStrata(StatusEvidence& status, std::span<const bool> failed, std::span<const std::string> names, const char* field) {
  std::map<std::string, RunCount> counts;
  for (std::size_t i = 0; i < failed.size(); ++i) {
    if (names[i].empty()) continue;
    RunCount& count = counts[names[i]];
    ++count.runs;
    count.fails += failed[i] ? 1 : 0;
  }
  RunCount all;
  for (const auto& [name, count] : counts) {
    all.fails += count.fails;
    all.runs += count.runs;
  }
  if (counts.size() < 2) return;
  for (const auto& [name, count] : counts) {
    const RunCount others{.fails = all.fails - count.fails, .runs = all.runs - count.runs};
    const double p = statistics::fisherExact(count, others);
    status.strata.push_back({.field = field, .name = name, .count = count, .others = others, .p = p, .q = p});
  }
}

struct JudgedRuns {
  std::vector<bool> failed;
  std::vector<std::size_t> points;
};

/// moreRedsOf counts the further red runs after which the newest ones are a shift; 0 where even many are none.
std::size_t moreRedsOf(std::vector<bool> failed, std::size_t redRuns) {
  constexpr std::size_t kMaxMore = 50;
  const std::size_t first = failed.size() - redRuns;
  for (std::size_t more = 1; more <= kMaxMore; ++more) {
    failed.push_back(true);
    const auto shift = statistics::lastRateShift(failed);
    if (shift && shift->index == first && redRuns + more >= kMinRedRuns) return more;
  }
  return 0;
}

StatusEvidence statusOf(const JudgedRuns& judged, const history::RowStrip& strip, std::span<const history::RunInfo> runs) {
  StatusEvidence status;
  status.shift = statistics::lastRateShift(judged.failed);
  const std::size_t first = status.shift ? status.shift->index : 0;
  if (status.shift) status.shiftRun = judged.points[first];
  std::vector<std::string> machines, images;
  const std::size_t n = judged.failed.size() - first;
  const auto failed = std::make_unique<bool[]>(n);
  for (std::size_t i = 0; i < n; ++i) {
    failed[i] = judged.failed[first + i];
    ++status.count.runs;
    status.count.fails += failed[i] ? 1 : 0;
    const history::RunInfo& run = runs[strip.points[judged.points[first + i]].run];
    machines.push_back(run.machine);
    images.push_back(run.image);
  }
  status.rate = statistics::judgeRate(status.count);
  for (auto run = judged.failed.rbegin(); run != judged.failed.rend() && *run; ++run) ++status.redRuns;
  for (auto run = judged.failed.rbegin(); run != judged.failed.rend() && !*run; ++run) ++status.greenRuns;
  if (status.isNewlyRed()) status.moreReds = moreRedsOf(std::vector<bool>(failed.get(), failed.get() + n), status.redRuns);
  addStrata(status, {failed.get(), n}, machines, "machine");
  addStrata(status, {failed.get(), n}, images, "image");
  return status;
}

std::string percentOf(double share) { return text::shortNumber(100 * share, 3) + " %"; }

std::string countText(const RunCount& count) {
  return text::groupedText(count.fails) + " of " + text::counted(count.runs, "run");
}

std::string testText(double p, double q, const char* method) {
  return "p " + charts::pText(p) + ", q " + charts::pText(q) + ", " + method;
}

/// isPinnedToFail: the baseline of the status is a failure, so that only another one "fails".
bool isPinnedToFail(const RowEvidence& row) {
  return row.expected && row.row.metric == history::kStatusMetric && !row.expected->empty() && !row.expected->starts_with("pass");
}

std::string numberSentence(const RowEvidence& row) {
  const NumberEvidence& numbers = *row.numbers;
  const std::string value = text::shortNumber(numbers.newest, kDigits);
  if (!numbers.changes.empty() && row.q <= kMaxQ) {
    const statistics::Change& change = numbers.changes.back();
    const std::string levels = " from " + text::shortNumber(change.before, kDigits) + " to " + text::shortNumber(change.after, kDigits);
    const std::string run = runLabel(row.runs[change.index]);
    return (change.isDrift ? "Drifted" + levels + " around " + run : "Moved at " + run + levels) + " (" + testText(change.p, row.q, "change points") + ").";
  }
  const std::string behind = " (" + text::counted(numbers.noise.values, "value") + ", Shamos spread)";
  switch (numbers.delta.noiseClass) {
    case statistics::NoiseClass::Within:
      return "Steady: the newest value " + value + " is within its noise of +-" + text::shortNumber(numbers.delta.band, 3) + behind + '.';
    case statistics::NoiseClass::Above:
      return "The newest value " + value + " is beyond its noise of +-" + text::shortNumber(numbers.delta.band, 3) + " around " +
             text::shortNumber(numbers.noise.level, kDigits) + behind + "; one run is no change yet.";
    case statistics::NoiseClass::Unknown: break;
  }
  return "Cannot tell how far " + value + " moves by itself" + behind + "; " + text::counted(numbers.delta.moreRuns, "more run") +
         (numbers.delta.moreRuns == 1 ? " decides." : " decide.");
}

std::vector<double> qOf(const std::vector<double>& p) { return statistics::falseDiscoveryRates(p); }

/// unnumberedSentence is of a row with neither a status nor two numbers.
std::string unnumberedSentence(const RowEvidence& row) {
  if (!limitOf(row.row.metric, {})) return "Nothing here can fail.";
  const auto hasNumber = [](const EvidenceRun& run) { return history::finiteNumber(run.value).has_value(); };
  if (std::ranges::none_of(row.runs, hasNumber)) return "Cannot tell: no run has a number here.";
  statistics::NoiseFloor floor;
  floor.levelValues = 1;
  const std::size_t more = statistics::judgeDelta(floor, 0).moreRuns;
  return "Cannot tell: one run has a number; " + text::counted(more, "more run") + (more == 1 ? " decides." : " decide.");
}

}  // namespace

std::string_view marginClassName(MarginClass marginClass) {
  switch (marginClass) {
    case MarginClass::Safe: return "safe";
    case MarginClass::Flaps: return "flaps";
    case MarginClass::Fails: return "fails";
    case MarginClass::TooWide: return "too wide";
    case MarginClass::CannotTell: break;
  }
  return "cannot tell";
}

bool RowEvidence::isBroken() const {
  if (!status || status->count.runs == 0) return false;
  if (status->rate.rateClass == RateClass::Broken) return true;
  return status->shift && q <= kMaxQ && status->count.fails == status->count.runs && status->count.runs >= kMinRedRuns;
}

RateClass RowEvidence::rateClass() const {
  if (isBroken()) return RateClass::Broken;
  if (!status || status->isNewlyRed()) return RateClass::CannotTell;
  return status->rate.rateClass;
}

std::optional<std::size_t> RowEvidence::moreRuns() const {
  if (!status) return 0;
  if (rateClass() != RateClass::CannotTell) return 0;
  if (status->isNewlyRed() && status->moreReds > 0) return status->moreReds;
  return status->rate.moreRuns;
}

RowEvidence rowEvidence(const history::RowKey& row, const history::RowStrip& strip, std::span<const history::RunInfo> runs,
                        const EvidenceOptions& options) {
  RowEvidence evidence{.row = row};
  const auto limit = limitOf(row.metric, options.tolerance);
  JudgedRuns judged;
  for (std::size_t i = 0; i < strip.points.size(); ++i) {
    const history::RowPoint& point = strip.points[i];
    const history::RunInfo& run = runs[point.run];
    const bool isMissing = !point.number && point.word.empty();
    const bool failed = hasFailed(point, limit);
    evidence.runs.push_back({history::timeOfRun(run), run.commit,
                             point.number ? text::shortestText(*point.number) : point.word, isMissing, failed});
    if (!isJudged(point, row.metric, limit)) continue;
    judged.failed.push_back(failed);
    judged.points.push_back(i);
  }
  if (!strip.points.empty()) evidence.expected = strip.points.back().expected;
  double statusP = std::numeric_limits<double>::quiet_NaN(), numberP = statusP;
  if (!judged.failed.empty()) {
    evidence.status = statusOf(judged, strip, runs);
    statusP = evidence.status->shift ? evidence.status->shift->p : 1;
  }
  evidence.numbers = numberEvidence(strip, runs, options.hasMargins ? limit : std::nullopt, numberP, options.maxRate);
  if (!evidence.numbers) numberP = std::numeric_limits<double>::quiet_NaN();
  const bool areBoth = !std::isnan(statusP) && !std::isnan(numberP);
  evidence.p = std::isnan(statusP) || (areBoth && !evidence.status->shift) ? numberP : statusP;
  if (areBoth) evidence.p = std::min(1.0, 2 * evidence.p);  // of two tests
  correctForMany({&evidence, 1});
  return evidence;
}

std::optional<NoiseBand> noiseBand(const RowEvidence& row) {
  if (!row.numbers || row.numbers->delta.noiseClass == statistics::NoiseClass::Unknown) return std::nullopt;
  const double level = row.numbers->levelBefore, band = row.numbers->delta.band;
  NoiseBand out{level - band, level + band, row.opened.value_or(row.numbers->newest)};
  const auto baseline = row.expected ? history::finiteNumber(*row.expected) : std::nullopt;
  if (baseline && (*baseline < out.low || *baseline > out.high)) out.baseline = baseline;
  return out;
}

std::string bandText(const NoiseBand& band) {
  const std::string low = text::shortNumber(band.low), high = text::shortNumber(band.high);
  const bool isWithin = band.value >= band.low && band.value <= band.high;
  return text::shortNumber(band.value, kDigits) + (!isWithin ? ", beyond noise (" : band.baseline ? ", as in the runs before (" : ", within noise (") +
         (low == high ? low : low + " to " + high) + ')' + (band.baseline ? "; the baseline is " + text::shortNumber(*band.baseline, kDigits) : "");
}

void correctForMany(std::span<RowEvidence> rows) {
  std::vector<double> rowP, strataP;
  for (const RowEvidence& row : rows) {
    rowP.push_back(row.p);
    if (row.status)
      for (const Stratum& stratum : row.status->strata) strataP.push_back(stratum.p);
  }
  const std::vector<double> rowQ = qOf(rowP), strataQ = qOf(strataP);
  std::size_t next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].q = rowQ[i];
    if (rows[i].status)
      for (Stratum& stratum : rows[i].status->strata) stratum.q = strataQ[next++];
  }
}

std::string statusSentence(const RowEvidence& row) {
  const StatusEvidence& status = *row.status;
  std::string since;
  if (status.shift)
    since = " since " + runLabel(row.runs[status.shiftRun]) + ", " + countText(status.shift->before) + " before (" +
            testText(status.shift->p, row.q, "Fisher's exact test") + ')';
  const std::string fails = rateText(status);
  switch (row.rateClass()) {
    case RateClass::Broken: return "Broken" + since + ": " + fails + '.';
    case RateClass::Flaky: return "Flaky" + since + ": " + fails + '.';
    case RateClass::Healthy: return (isPinnedToFail(row) ? "As the baseline has it (" + *row.expected + ')' : "Healthy") + since + ": " + fails + '.';
    case RateClass::CannotTell: break;
  }
  if (status.isNewlyRed() && status.moreReds > 0)
    return "Cannot tell" + since + ": " + fails + ", only the newest " + (status.redRuns == 1 ? "one" : std::to_string(status.redRuns)) +
           ", so it may have broken; " + text::counted(status.moreReds, "more red run") + (status.moreReds == 1 ? " decides." : " decide.");
  return "Cannot tell" + since + ": " + fails + "; " + reports::moreRunsText(row.moreRuns()) + '.';
}

std::string evidenceSentence(const RowEvidence& row) {
  if (row.runs.empty()) return "No run has this row.";
  std::string sentence = row.status ? statusSentence(row) : row.numbers ? numberSentence(row) : unnumberedSentence(row);
  if (row.status) {
    // Where one machine stands out, the others differ from the rest as well: it has the smallest p.
    for (const char* field : {"machine", "image"}) {
      const Stratum* most = nullptr;
      for (const Stratum& stratum : row.status->strata)
        if (stratum.field == field && stratum.isDifferent() && (most == nullptr || stratum.p < most->p)) most = &stratum;
      if (most != nullptr)
        sentence += " It differs by " + most->field + ": " + countText(most->count) + " on " + most->name + ", " +
                    countText(most->others) + " elsewhere (" + testText(most->p, most->q, "Fisher's exact test") + ").";
    }
  }
  const std::string margin = marginSentence(row);
  return margin.empty() ? sentence : sentence + ' ' + margin;
}

std::string rateText(const StatusEvidence& status) {
  return countText(status.count) + (status.count.runs == 1 ? " fails (" : " fail (") + reports::ratePercent(status.rate.rate) +
         ", 95 % Jeffreys " + reports::ratePercent(status.rate.interval.low) + " to " + reports::ratePercent(status.rate.interval.high) + ')';
}

std::string failsText(const statistics::RateEstimate& fails) {
  constexpr double kSmallest = 1e-6;
  const auto percent = [](double rate) { return rate > 0 && rate < kSmallest ? std::string("under 0.0001 %") : reports::ratePercent(rate); };
  return percent(fails.rate) + " (95 %: " + percent(fails.low) + " to " + percent(fails.high) + ')';
}

std::string marginSentence(const RowEvidence& row) {
  if (!row.numbers || !row.numbers->margin) return {};
  const MarginEvidence& margin = *row.numbers->margin;
  const std::string now = "The tolerance of " + percentOf(margin.tolerance) + " around " + text::shortNumber(margin.expected, kDigits);
  const std::string level = text::shortNumber(row.numbers->noise.level, kDigits);
  const std::string rate = failsText(margin.fails) + " of runs (" + text::counted(row.numbers->noise.levelValues, "run") +
                           " at this level, " + std::string(margin.method) + ')';
  std::string advice;
  if (margin.advised > 0)
    advice = " " + percentOf(margin.advised) + " around " + level +
             " fails about 1 in 1,000 if the noise stays as it is; spikes that these runs lack may be in up to " +
             reports::ratePercent(margin.unseen) + " of runs.";
  switch (margin.marginClass) {
    case MarginClass::Safe: return now + " holds: it fails " + rate + '.';
    case MarginClass::Flaps: return now + " will flap: it fails " + rate + '.' + advice;
    case MarginClass::Fails: return now + " fails most runs: " + rate + '.' + advice;
    case MarginClass::TooWide:
      return "The limit " + text::shortNumber(margin.limit, kDigits) + " (" + percentOf(margin.tolerance) + " around " +
             text::shortNumber(margin.expected, kDigits) + ") is far beyond the noise around " + level + " and watches little: it fails " +
             rate + '.' + (margin.advised == 0 ? " These values never moved." : advice);
    case MarginClass::CannotTell: break;
  }
  return now + " may flap, and more runs are needed to tell: it fails " + rate + '.' + advice;
}

std::string runLabel(const EvidenceRun& run) {
  std::string label = history::dayText(run.time);
  if (!run.commit.empty()) label += ' ' + run.commit.substr(0, history::kShortHash);
  return label;
}

}  // namespace plumbline::evidence
