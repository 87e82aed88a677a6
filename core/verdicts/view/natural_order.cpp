// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/view/natural_order.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/text/ascii.h"

namespace plumbline::verdicts {
namespace {

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

std::string sortText(std::string_view text) { return text::toLower(text); }

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
