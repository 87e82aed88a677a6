// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table of names that holds no names: 8 bytes a slot, for files with a million rows. The caller numbers its names
// and says whether two are the same.
//
//   NameIndex index(rows);
//   NameIndex::Slot& slot = index.find(hash, [&](std::uint32_t row) { return nameOf(row) == name; });
//   if (slot.isFree()) NameIndex::insert(slot, hash, row);
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace plumbline::text {

/// mixHash spreads the bits of a 64-bit value over all of them.
inline std::uint64_t mixHash(std::uint64_t x) {
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  return x ^ (x >> 32U);
}

/// hashName hashes a name. Names are short, so eight bytes at a time and two at the ends is all there is to it.
inline std::uint64_t hashName(std::string_view name) {
  std::uint64_t hash = name.size() * 0x9e3779b97f4a7c15U;
  const char* at = name.data();
  std::size_t left = name.size();
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

  /// find returns the slot of an equal group, or the free slot where it belongs.
  template <typename Same>
  Slot& find(std::uint64_t hash, Same same) {
    return m_slots[place(hash, same)];
  }
  template <typename Same>
  const Slot& find(std::uint64_t hash, Same same) const {
    return m_slots[place(hash, same)];
  }
  static void insert(Slot& slot, std::uint64_t hash, std::uint32_t group) {
    slot = {static_cast<std::uint32_t>(hash >> 32U), group};
  }

 private:
  static constexpr std::uint32_t kFree = 0xffffffffU;

  template <typename Same>
  std::size_t place(std::uint64_t hash, Same& same) const {
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    for (std::size_t i = hash & m_mask;; i = (i + 1) & m_mask) {
      const Slot& slot = m_slots[i];
      if (slot.isFree() || (slot.tag == tag && same(slot.group))) return i;
    }
  }

  std::vector<Slot> m_slots;
  std::size_t m_mask;
};

}  // namespace plumbline::text
