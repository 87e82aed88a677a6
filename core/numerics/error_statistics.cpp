// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/error_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/error_measures.h"
#include "core/numerics/pair_reader.h"
#include "core/numerics/ulp.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kBlocksPerReport = 64;

/// Gatherer takes block after block and has the figures in the end.
class Gatherer {
 public:
  explicit Gatherer(PairReader& reader)
      : m_reader(reader),
        m_relative(kBlockElements),
        m_hasUlps(reader.ref().dtype == reader.res().dtype && hasUlps(reader.ref().dtype)) {}

  void add(const PairBlock& block) {
    const std::size_t n = block.count;
    m_ref.add(block.ref, n, block.flat);
    m_res.add(block.res, n, block.flat);
    if (m_reader.hasFp64()) m_fp64.add(block.r, n, block.flat);
    m_maxAbs.add(block.error, n, block.flat);
    relativeErrors(block.r, block.error, n, m_relative.data());
    m_maxRel.add(m_relative.data(), n, block.flat);
    addErrors(block);
    addUlps(block);
    addProducts(block);
    const std::uint8_t* close = m_reader.closeMask();
    m_mismatches += std::count(close, close + n, std::uint8_t{0});
  }

  ErrorStatistics statistics() const {
    ErrorStatistics made;
    made.shape = m_reader.shape();
    made.elements = m_reader.elements();
    made.maxAbs = extreme(m_maxAbs);
    made.maxRel = extreme(m_maxRel);
    if (m_hasUlps && made.elements > 0)
      made.maxUlp = Extreme{ulpValue(m_ulp), m_ulpAt, indexOf(m_ulpAt, made.shape)};
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    made.meanAbs = m_finite > 0 ? static_cast<double>(m_errorSum / static_cast<long double>(m_finite)) : kNone;
    made.mismatches = m_mismatches;
    made.cosine = cosine();
    made.sqnr = sqnr();
    made.ref = m_ref.statistics();
    made.res = m_res.statistics();
    made.fp64 = m_fp64.statistics();
    made.bins = m_bins.bins();
    return made;
  }

 private:
  void addErrors(const PairBlock& block) {
    m_bins.add(block.error, block.count);
    const bool areFinite = m_ref.hasOnlyFinite() && m_res.hasOnlyFinite() && (!m_reader.hasFp64() || m_fp64.hasOnlyFinite());
    if (areFinite && !m_maxAbs.isEmpty() && std::isfinite(m_maxAbs.value())) {
      m_errorSum += plainSum(block.error, block.count);
      m_finite += static_cast<std::int64_t>(block.count);
      return;
    }
    for (std::size_t i = 0; i < block.count; ++i) {
      if (!std::isfinite(block.error[i])) continue;
      m_errorSum += block.error[i];
      ++m_finite;
    }
  }

  void addUlps(const PairBlock& block) {
    if (!m_hasUlps || m_ulp == kNoUlps) return;
    const LargestUlp found = largestUlp(m_reader.ref().dtype, block.refBytes, block.resBytes, block.count);
    if (found.distance <= m_ulp) return;
    m_ulp = found.distance;
    m_ulpAt = block.flat + static_cast<std::int64_t>(found.at);
  }

  void addProducts(const PairBlock& block) {
    const long double refRef = productSum(block.ref, block.ref, block.count);
    m_refRef += refRef;
    m_resRes += productSum(block.res, block.res, block.count);
    m_refRes += productSum(block.ref, block.res, block.count);
    m_signal += block.r == block.ref ? refRef : productSum(block.r, block.r, block.count);
    m_noise += productSum(block.error, block.error, block.count);
  }

  std::optional<Extreme> extreme(const Largest& largest) const {
    if (largest.isEmpty()) return std::nullopt;
    return Extreme{largest.value(), largest.flat(), indexOf(largest.flat(), m_reader.shape())};
  }

  double cosine() const {
    // 0 / 0 is NaN, as promised for a side of zeros.
    const auto value = static_cast<double>(m_refRes / (std::sqrt(m_refRef) * std::sqrt(m_resRes)));
    return std::isnan(value) ? value : std::clamp(value, -1.0, 1.0);
  }

  double sqnr() const {
    if (m_noise == 0) return std::numeric_limits<double>::infinity();
    if (!std::isfinite(m_signal)) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(10 * std::log10(m_signal / m_noise));
  }

  PairReader& m_reader;
  std::vector<double> m_relative;
  SideCounter m_ref, m_res, m_fp64;
  Largest m_maxAbs, m_maxRel;
  BinCounter m_bins;
  bool m_hasUlps;
  std::uint64_t m_ulp = 0;
  std::int64_t m_ulpAt = 0;
  std::int64_t m_mismatches = 0, m_finite = 0;
  long double m_errorSum = 0, m_refRef = 0, m_resRes = 0, m_refRes = 0, m_signal = 0, m_noise = 0;
};

}  // namespace

base::Outcome<ErrorStatistics> errorStatistics(const TensorPair& pair, const SameOptions& options,
                                               const base::Progress& progress) {
  if (auto checked = checkOptions(options); !checked) return checked.error();
  auto reader = PairReader::open(pair, options.tol, options.equalNan);
  if (!reader) return reader.error();
  Gatherer gatherer(**reader);
  PairBlock block;
  for (std::size_t blocks = 0; (*reader)->next(block); ++blocks) {
    if (blocks % kBlocksPerReport == 0 && !progress.report(static_cast<std::uint64_t>(block.flat),
                                                           static_cast<std::uint64_t>((*reader)->elements())))
      return base::Cancelled{};
    gatherer.add(block);
  }
  if (!(*reader)->isWhole()) return (*reader)->changed();
  return gatherer.statistics();
}

}  // namespace plumbline::numerics
