// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/view/row_keys.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <unordered_map>

#include "core/text/ascii.h"

namespace plumbline::verdicts {
namespace {

constexpr std::size_t kReportMask = 0xffff;  // look up from the work every 65,536 rows

/// Lazy makes a value once, on the first thread that asks; others wait for it.
template <typename T>
class Lazy {
 public:
  /// make returns false when it was stopped: nothing is kept then.
  template <typename Make>
  const T* get(Make make) {
    const std::scoped_lock lock(m_mutex);
    if (!m_value) {
      auto fresh = std::make_unique<T>();
      if (!make(*fresh)) return nullptr;
      m_value = std::move(fresh);
    }
    return m_value.get();
  }

 private:
  std::mutex m_mutex;
  std::unique_ptr<T> m_value;
};

std::uint64_t orderedBits(double value) {
  if (std::isnan(value)) return kLastKey;
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);  // -0 and 0 are one value
  const std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

double numberAt(const tables::TypedColumn* column, std::uint32_t row, std::string& scratch) {
  if (!column || row == kNoRow) return std::numeric_limits<double>::quiet_NaN();
  const tables::Value value = column->at(row, scratch);
  return value.isNumber() ? value.asDouble() : std::numeric_limits<double>::quiet_NaN();
}

bool isTextual(const tables::TypedColumn* column) {
  return column && (column->type() == tables::ColumnType::Text || column->type() == tables::ColumnType::RawText);
}

using text::isDigit;

constexpr std::size_t kMaxRun = 255;  // longer numbers compare as if they had 255 digits, then digit by digit

constexpr std::size_t kRankReportMask = 0xffff;

/// RankEntry keeps the first sixteen bytes after what all names share, so that most comparisons touch no other memory.
struct RankEntry {
  std::uint64_t high;
  std::uint64_t low;
  std::uint32_t index;
};

std::uint64_t eightBytes(std::string_view text, std::size_t from) {
  unsigned char bytes[8] = {};
  if (from < text.size()) std::memcpy(bytes, text.data() + from, std::min<std::size_t>(8, text.size() - from));
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, 8);
  return std::endian::native == std::endian::little ? __builtin_bswap64(value) : value;
}

}  // namespace

struct RowKeys::Store {
  struct PerSide {
    Lazy<Numbers> numbers;
    Lazy<Texts> texts;
    Lazy<SortKeys> order;
  };
  struct PerMetric {
    PerSide sides[3];
    PerSide& of(MetricSide side) { return sides[static_cast<std::size_t>(side)]; }
  };
  Lazy<Names> names;
  Lazy<SortKeys> nameOrder;
  Lazy<SortKeys> reasonOrder;
  std::vector<PerMetric> metrics;
  explicit Store(std::size_t metricCount) : metrics(metricCount) {}
};

RowKeys::RowKeys(std::shared_ptr<const Comparison> comparison)
    : m_comparison(std::move(comparison)), m_store(std::make_unique<Store>(m_comparison->metrics().size())) {}
RowKeys::~RowKeys() = default;

const RowKeys::Names* RowKeys::names(const base::Progress& progress) const {
  return m_store->names.get([&](Names& out) {
    const std::size_t rows = size();
    out.begins.reserve(rows + 1);
    out.arena.reserve(rows * 16);
    std::string scratch;
    for (std::size_t i = 0; i < rows; ++i) {
      if ((i & kReportMask) == 0 && progress.stopRequested()) return false;
      out.begins.push_back(out.arena.size());
      out.arena.append(m_comparison->modelName(i, scratch));
      out.arena.push_back('\0');
    }
    out.begins.push_back(out.arena.size());
    std::transform(out.arena.begin(), out.arena.end(), out.arena.begin(), [](char c) { return text::toLower(c); });
    return true;
  });
}

const RowKeys::Numbers* RowKeys::numbers(std::size_t metric, MetricSide side, const base::Progress& progress) const {
  return m_store->metrics.at(metric).of(side).numbers.get([&](Numbers& out) {
    const MetricColumn& column = m_comparison->metrics()[metric];
    std::string scratch;
    out.resize(size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      if ((i & kReportMask) == 0 && progress.stopRequested()) return false;
      const ComparedRow& row = m_comparison->row(i);
      switch (side) {
        case MetricSide::Actual: out[i] = numberAt(column.actual, row.actualRow, scratch); break;
        case MetricSide::Expected: out[i] = numberAt(column.expected, row.expectedRow, scratch); break;
        case MetricSide::Delta:
          out[i] = numberAt(column.actual, row.actualRow, scratch) - numberAt(column.expected, row.expectedRow, scratch);
          break;
      }
    }
    return true;
  });
}

const RowKeys::Texts* RowKeys::texts(std::size_t metric, MetricSide side, const base::Progress& progress) const {
  return m_store->metrics.at(metric).of(side).texts.get([&](Texts& out) {
    const MetricColumn& column = m_comparison->metrics()[metric];
    const tables::TypedColumn* source = side == MetricSide::Expected ? column.expected : column.actual;
    std::unordered_map<std::string, std::uint32_t> known;
    std::string scratch;
    out.codes.assign(size(), kNoWord);
    for (std::size_t i = 0; i < out.codes.size(); ++i) {
      if ((i & kReportMask) == 0 && progress.stopRequested()) return false;
      const ComparedRow& row = m_comparison->row(i);
      const std::uint32_t at = side == MetricSide::Expected ? row.expectedRow : row.actualRow;
      if (!source || at == kNoRow) continue;
      const tables::Value value = source->at(at, scratch);
      if (value.kind != tables::ValueKind::Text) continue;
      const auto [found, fresh] =
          known.try_emplace(text::toLower(value.text), static_cast<std::uint32_t>(out.words.size()));
      if (fresh) out.words.push_back(found->first);
      out.codes[i] = found->second;
    }
    return true;
  });
}

const RowKeys::SortKeys* RowKeys::nameOrder(const base::Progress& progress) const {
  return m_store->nameOrder.get([&](SortKeys& out) {
    const Names* all = names(progress);
    if (!all) return false;
    return naturalRanks(
        size(), [all](std::size_t i) { return all->at(i); }, out, progress);
  });
}

const RowKeys::SortKeys* RowKeys::metricOrder(std::size_t metric, MetricSide side,
                                              const base::Progress& progress) const {
  const MetricColumn& column = m_comparison->metrics().at(metric);
  const bool textual =
      side != MetricSide::Delta && isTextual(side == MetricSide::Expected ? column.expected : column.actual);
  return m_store->metrics[metric].of(side).order.get([&](SortKeys& out) {
    if (textual) {
      const Texts* all = texts(metric, side, progress);
      SortKeys ranks;
      if (!all || !naturalRanks(
                      all->words.size(), [all](std::size_t i) { return std::string_view(all->words[i]); }, ranks,
                      progress))
        return false;
      out.resize(all->codes.size());
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = all->codes[i] == kNoWord ? kLastKey : ranks[all->codes[i]];
      return true;
    }
    const Numbers* all = numbers(metric, side, progress);
    if (!all) return false;
    out.resize(all->size());
    std::transform(all->begin(), all->end(), out.begin(), orderedBits);
    return true;
  });
}

const RowKeys::SortKeys* RowKeys::reasonOrder(const base::Progress& progress) const {
  return m_store->reasonOrder.get([&](SortKeys& out) {
    const std::size_t checkCount = m_comparison->checks().size();
    out.resize(size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      if ((i & kReportMask) == 0 && progress.stopRequested()) return false;
      const auto cls = static_cast<std::uint64_t>(m_comparison->row(i).cls);
      std::uint64_t worst = (cls << 32) | 0xffffU;  // no verdict: a lost model
      for (std::size_t c = 0; c < checkCount; ++c)
        for (const Verdict& v : m_comparison->verdicts(i, c))
          worst = std::min(worst, (static_cast<std::uint64_t>(v.cls) << 32) |
                                      (static_cast<std::uint64_t>(v.reason) << 8) | v.metric);
      out[i] = worst;
    }
    return true;
  });
}

void appendNaturalKey(std::string_view name, std::string& out) {
  for (std::size_t i = 0; i < name.size();) {
    if (!isDigit(name[i])) {
      out.push_back(text::toLower(name[i++]));
      continue;
    }
    while (i + 1 < name.size() && name[i] == '0' && isDigit(name[i + 1])) ++i;
    std::size_t end = i;
    while (end < name.size() && isDigit(name[end])) ++end;
    out.push_back('0');
    out.push_back(static_cast<char>(std::min(end - i, kMaxRun)));
    out.append(name.substr(i, end - i));
    i = end;
  }
}

bool naturalRanks(std::size_t count, const std::function<std::string_view(std::size_t)>& nameAt,
                  std::vector<std::uint64_t>& ranks, const base::Progress& progress) {
  std::string arena;
  std::vector<std::size_t> begins;
  begins.reserve(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if ((i & kRankReportMask) == 0 && progress.stopRequested()) return false;
    begins.push_back(arena.size());
    appendNaturalKey(nameAt(i), arena);
  }
  begins.push_back(arena.size());
  const auto key = [&](std::size_t i) { return std::string_view(arena).substr(begins[i], begins[i + 1] - begins[i]); };

  std::size_t shared = count == 0 ? 0 : key(0).size();
  for (std::size_t i = 1; i < count && shared > 0; ++i) {
    const std::string_view a = key(0);
    const std::string_view b = key(i);
    shared = std::min(shared, b.size());
    shared = static_cast<std::size_t>(std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shared), b.begin()).first -
                                      a.begin());
  }

  std::vector<RankEntry> entries(count);
  for (std::size_t i = 0; i < count; ++i)
    entries[i] = {eightBytes(key(i), shared), eightBytes(key(i), shared + 8), static_cast<std::uint32_t>(i)};
  if (progress.stopRequested()) return false;
  const auto rest = [&](const RankEntry& e) {
    const std::string_view whole = key(e.index);
    return whole.substr(std::min(whole.size(), shared));
  };
  std::ranges::sort(entries, [&](const RankEntry& a, const RankEntry& b) {
    if (a.high != b.high) return a.high < b.high;
    if (a.low != b.low) return a.low < b.low;
    return rest(a) < rest(b);
  });
  if (progress.stopRequested()) return false;

  ranks.resize(count);
  std::uint64_t rank = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && (entries[i].high != entries[i - 1].high || entries[i].low != entries[i - 1].low ||
                  rest(entries[i]) != rest(entries[i - 1])))
      ++rank;
    ranks[entries[i].index] = rank;
  }
  return true;
}

}  // namespace plumbline::verdicts
