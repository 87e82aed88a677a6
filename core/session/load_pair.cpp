// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/load_pair.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "core/baselines/judge_pair.h"
#include "core/flaky/checkout.h"
#include "core/session/load_support.h"
#include "core/tasks/both.h"
#include "core/verdicts/rule_sets/checkout_rules.h"

namespace plumbline::session {
namespace {

using Clock = std::chrono::steady_clock;

/// Below this size a second thread costs more than it saves.
constexpr std::uint64_t kParallelBytes = 1U << 18U;
/// Reading and scanning take the bar up to kReadPart of base::Progress::kScale.
constexpr std::uint64_t kReadPart = 600;

/// ReadProgress joins the progress of two files that are read at the same time.
class ReadProgress {
 public:
  explicit ReadProgress(const base::Progress& whole) : m_whole(whole) {}
  base::Progress part(std::atomic<std::uint64_t>& own) {
    return base::Progress(m_whole.stopToken(), [this, &own](std::uint64_t done, std::uint64_t total) {
      if (total == 0) return;
      own = std::min(done, total) * (kReadPart / 2) / total;
      (void)m_whole.report(m_actual + m_expected, base::Progress::kScale);
    });
  }
  std::atomic<std::uint64_t> m_actual = 0;
  std::atomic<std::uint64_t> m_expected = 0;

 private:
  const base::Progress& m_whole;
};

base::Outcome<InputFile> readSide(const std::string& path, const base::Progress& progress) {
  constexpr std::uint64_t kHalf = base::Progress::kScale / 2;
  auto file = files::readFile(path, progress.part(0, kHalf));
  if (!file.isValue()) return file.failure();
  auto scanned =
      tables::CsvTable::scan(std::move(file.value().bytes), path, progress.part(kHalf, base::Progress::kScale));
  if (!scanned.isValue()) return scanned.failure();
  return InputFile{path, file.value().stamp, std::move(scanned.value())};
}

base::Outcome<InputFile> readActualSide(const LoadRequest& request, const base::Progress& progress) {
  if (!request.run) return readSide(request.actualPath, progress);
  return InputFile{request.run->fileName(), files::kNoFile, request.run, false};
}

std::uint64_t sizeOf(const std::string& path) {
  const auto stamp = files::stampOf(path);
  return stamp ? stamp->size : 0;
}

base::Outcome<SnapshotPtr> judged(Snapshot snapshot, const std::string& ruleId, std::optional<std::string> sha,
                                  const base::Progress& progress, std::uint64_t barFrom) {
  const auto start = Clock::now();
  const auto offer = std::ranges::find(snapshot.offers, ruleId, &RuleOffer::id);
  std::atomic<std::uint64_t> furthest = barFrom;  // two checks may report at once
  const base::Progress part = growingPart(progress, barFrom, base::Progress::kScale, furthest);
  baselines::JudgeRequest request{.actual = snapshot.actual.table,
                                  .expected = snapshot.expected.table,
                                  .actualPath = snapshot.actual.path,
                                  .expectedPath = snapshot.expected.path,
                                  .rules = offer->rules,
                                  .sha = std::move(sha)};
  if (std::min(request.actual->bytes().size(), request.expected->bytes().size()) >= kParallelBytes)
    request.sideBySide = tasks::bothAtOnce;
  auto made = baselines::judgePair(request, part);
  if (!made.isValue()) return made.failure();
  snapshot.ruleId = offer->id;
  snapshot.comparison = std::move(made.value());
  snapshot.judgeMs = millisecondsSince(start);
  return SnapshotPtr(std::make_shared<const Snapshot>(std::move(snapshot)));
}

bool isOffered(const std::vector<RuleOffer>& offers, const std::string& ruleId) {
  return std::ranges::any_of(offers, [&](const RuleOffer& o) { return o.id == ruleId; });
}

}  // namespace

std::vector<RuleOffer> ruleOffers(const std::string& expectedPath) {
  std::vector<RuleOffer> offers;
  for (const std::string& generation : verdicts::generations()) {
    auto rules = verdicts::ruleSet(generation);
    if (!rules) continue;
    const bool isDefault = generation == verdicts::kDefaultGeneration;
    offers.push_back({generation, isDefault ? generation + " (default)" : generation, *std::move(rules)});
  }
  if (const auto checkout = flaky::findCheckout(expectedPath))
    if (auto rules = verdicts::checkoutRules(*checkout))
      offers.push_back({kCheckoutRuleId, rules->label, std::move(rules->rules)});
  return offers;
}

base::Outcome<SnapshotPtr> loadPair(const LoadRequest& request, const base::Progress& progress) {
  const auto start = Clock::now();
  ReadProgress parts(progress);
  const auto readActual = [&] { return readActualSide(request, parts.part(parts.m_actual)); };
  const auto readExpected = [&] { return readSide(request.expectedPath, parts.part(parts.m_expected)); };
  const bool large =
      !request.run && std::min(sizeOf(request.actualPath), sizeOf(request.expectedPath)) > kParallelBytes;
  auto [actual, expected] = large ? tasks::both(readActual, readExpected) : std::pair(readActual(), readExpected());
  if (actual.isError()) return actual.error();
  if (expected.isError()) return expected.error();
  if (actual.isCancelled() || expected.isCancelled()) return base::Cancelled{};

  Snapshot snapshot;
  snapshot.actual = std::move(actual.value());
  snapshot.expected = std::move(expected.value());
  snapshot.actualNotes = request.run ? request.runNotes : sources::readNotes(request.actualPath, sources::readFileBeside);
  snapshot.expectedNotes = sources::readNotes(request.expectedPath, sources::readFileBeside);
  snapshot.offers = ruleOffers(request.expectedPath);
  snapshot.readMs = millisecondsSince(start);
  const std::string wanted =
      isOffered(snapshot.offers, request.ruleId) ? request.ruleId : std::string(verdicts::kDefaultGeneration);
  if (!isOffered(snapshot.offers, wanted))
    return base::fail(base::ErrorCode::Internal, "The rule sets that come with the program cannot be read.",
                      "Install the program again.");
  if (wanted != request.ruleId) snapshot.unmetRuleId = request.ruleId;
  return judged(std::move(snapshot), wanted, request.sha, progress, kReadPart);
}

base::Outcome<SnapshotPtr> judgeAgain(const SnapshotPtr& snapshot, const std::string& ruleId,
                                      std::optional<std::string> sha, const base::Progress& progress) {
  if (!isOffered(snapshot->offers, ruleId)) {
    std::string known;
    for (const RuleOffer& offer : snapshot->offers) known += (known.empty() ? "" : ", ") + offer.id;
    return base::fail(base::ErrorCode::BadArgument, "There are no rules \"" + ruleId + "\" for this pair.",
                      "Choose one of: " + known + ".");
  }
  Snapshot again = *snapshot;
  again.unmetRuleId.clear();
  return judged(std::move(again), ruleId, std::move(sha), progress, 0);
}

}  // namespace plumbline::session
