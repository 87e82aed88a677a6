// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/margin_log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/numerics/margin_line.h"
#include "core/sources/log_lines.h"

namespace plumbline::numerics {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

base::Error badOption(std::string text) { return {.code = base::ErrorCode::BadArgument, .text = std::move(text)}; }

/// isWorse: a margin that is no number is the worst of all.
bool isWorse(double one, double other) {
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && !std::isnan(other);
  return one > other;
}

}  // namespace

base::Result<void> checkOptions(const MarginOptions& options) {
  if (!std::isfinite(options.multiplier) || options.multiplier <= 0)
    return base::fail(badOption("The multiplier must be a number over 0."));
  if (!std::isfinite(options.tol) || options.tol < 0)
    return base::fail(badOption("The tolerance must be a number from 0 on."));
  if (!std::isfinite(options.warnAt) || options.warnAt <= 0)
    return base::fail(badOption("The margin to warn at must be a number over 0."));
  return {};
}

double marginOf(double resError, double refError, double multiplier, double tol) {
  if (std::isnan(resError) || std::isnan(refError)) return kNan;
  constexpr double kTolShare = 10.0;  // SPEC 14 f
  const double bound = multiplier * refError + tol / kTolShare;
  if (bound == 0) return resError == 0 ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(resError) && std::isinf(bound)) return 1.0;  // infinity <= infinity: passes, by nothing
  return resError / bound;
}

bool isWarned(double margin, const MarginOptions& options) { return !(margin < options.warnAt); }

MarginReader::MarginReader(MarginOptions options) : m_options(options) {}

void MarginReader::add(std::string_view line) { addPart(line, true); }

void MarginReader::addPart(std::string_view part, bool endsLine) {
  sources::LogLines texts(part);
  while (texts.next()) take(texts.text());
  if (endsLine) ++m_line;
}

void MarginReader::take(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (m_line == 0 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (const std::string_view model = modelAtFront(text); !model.empty()) {
    m_model = model;
    m_isOpen = false;
  }
  if (const std::string_view key = failedKey(text); !key.empty()) {
    takeKey(key);
    return;
  }
  if (isOtherFailure(text)) m_isOpen = false;
  while (const auto line = nextMarginLine(text)) {
    LoggedMargin margin{.model = m_model,
                        .line = m_line + 1,
                        .resError = line->resError,
                        .refError = line->refError,
                        .shape = line->shape,
                        .dtype = line->dtype,
                        .multiplier = line->multiplier,
                        .tol = line->tol};
    margin.usedMultiplier = line->multiplier.value_or(m_options.multiplier);
    margin.usedTol = line->tol.value_or(m_options.tol);
    margin.isAssumed = !line->multiplier || !line->tol;
    margin.margin = marginOf(margin.resError, margin.refError, margin.usedMultiplier, margin.usedTol);
    m_margins.push_back(std::move(margin));
    m_isOpen = true;
    m_keyLine = 0;
  }
}

/// same() tells the innermost key first, and each dict around it on a line of its own at once.
void MarginReader::takeKey(std::string_view key) {
  if (!m_isOpen) return;
  std::string& known = m_margins.back().key;
  const bool isNext = m_keyLine != 0 && m_line <= m_keyLine;
  constexpr std::size_t kLongest = 4000;
  if (known.empty())
    known = key;
  else if (isNext && known.size() < kLongest)
    known = std::string(key) + '.' + known;
  else
    m_isOpen = false;
  m_keyLine = m_line + 1;
}

std::vector<MarginTrend> marginTrends(const std::vector<std::vector<LoggedMargin>>& logs,
                                      const MarginOptions& options) {
  std::vector<MarginTrend> trends;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
  for (std::size_t log = 0; log < logs.size(); ++log)
    for (const LoggedMargin& margin : logs[log]) {
      const auto [place, isNew] = places.try_emplace({margin.model, margin.key, margin.shape}, trends.size());
      if (isNew) {
        trends.push_back({.model = margin.model, .key = margin.key, .shape = margin.shape, .margins = {}});
        trends.back().margins.resize(logs.size());
      }
      std::optional<double>& worst = trends[place->second].margins[log];
      if (!worst || isWorse(margin.margin, *worst)) worst = margin.margin;
    }
  constexpr std::size_t kLeastToRise = 3;
  for (MarginTrend& trend : trends) {
    std::vector<double> there;
    for (const auto& margin : trend.margins)
      if (margin) there.push_back(*margin);
    trend.isWarned = isWarned(there.back(), options);
    const auto falls = [](double before, double after) { return !(after > before); };
    trend.isRising = there.size() >= kLeastToRise && std::ranges::adjacent_find(there, falls) == there.end();
  }
  return trends;
}

std::vector<LoggedMargin> worstPerModel(const std::vector<LoggedMargin>& margins) {
  std::vector<LoggedMargin> worst;
  std::map<std::string_view, std::size_t> places;
  for (const LoggedMargin& margin : margins) {
    const auto [place, isNew] = places.try_emplace(margin.model, worst.size());
    if (isNew)
      worst.push_back(margin);
    else if (isWorse(margin.margin, worst[place->second].margin))
      worst[place->second] = margin;
  }
  std::ranges::stable_sort(worst, isWorse, &LoggedMargin::margin);
  return worst;
}

}  // namespace plumbline::numerics
