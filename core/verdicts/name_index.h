// SPDX-License-Identifier: GPL-3.0-or-later
// An open hash table from a 64-bit hash to a group number, for joins of a million rows: the caller stores the groups
// and says whether one is equal. Not for use outside the row join.
//
//   auto& slot = index.find(hash, [&](std::uint32_t group) { return same(group); });
//   if (slot.isFree()) index.take(slot, hash, newGroup);
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace plumbline::verdicts {

/// mixHash spreads the bits of a 64-bit value over all of them.
inline std::uint64_t mixHash(std::uint64_t x) {
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  return x ^ (x >> 32U);
}

/// hashText hashes a name. Names are short, so eight bytes at a time and two at the ends is all there is to it.
inline std::uint64_t hashText(std::string_view text) {
  std::uint64_t hash = text.size() * 0x9e3779b97f4a7c15U;
  const char* at = text.data();
  std::size_t left = text.size();
  for (; left > 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    hash = std::rotl((hash ^ word) * 0xd6e8feb86659fd93U, 29);
  }
  std::uint64_t last = 0;
  if (left > 0) std::memcpy(&last, at, left);
  return mixHash(hash ^ last);
}

class NameIndex {
 public:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t group = kFree;
    bool isFree() const { return group == kFree; }
  };

  /// NameIndex is made for `names` different names; isFull() says when it must be replaced by a larger one.
  explicit NameIndex(std::size_t names) : m_slots(std::bit_ceil(names + names / 2 + 2)), m_mask(m_slots.size() - 1) {}
  bool isFull(std::size_t names) const { return names + names / 4 >= m_slots.size(); }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&m_slots[hash & m_mask]); }

  /// find gives the slot of an equal group, or the free slot where it belongs.
  template <typename Same>
  Slot& find(std::uint64_t hash, Same same) {
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    for (std::size_t i = hash & m_mask;; i = (i + 1) & m_mask) {
      Slot& slot = m_slots[i];
      if (slot.isFree() || (slot.tag == tag && same(slot.group))) return slot;
    }
  }
  static void take(Slot& slot, std::uint64_t hash, std::uint32_t group) {
    slot = {static_cast<std::uint32_t>(hash >> 32U), group};
  }

 private:
  static constexpr std::uint32_t kFree = 0xffffffffU;
  std::vector<Slot> m_slots;
  std::size_t m_mask;
};

}  // namespace plumbline::verdicts
