// SPDX-License-Identifier: GPL-3.0-or-later
// What PUT and MEMOIZE keep for GET: numbers one after the other in a list, wild ones in a map, so that a number in the
// file is never an amount of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/numerics/pickle_objects.h"

namespace plumbline::numerics {

class PickleMemo {
 public:
  void put(std::uint64_t place, ObjectId object) {
    if (place < m_dense.size()) {
      m_dense[place] = object;
    } else if (place == m_dense.size()) {
      m_dense.push_back(object);
    } else {
      m_sparse[place] = object;
    }
  }
  /// memoize puts at the number of things kept so far, as protocol 4 does.
  void memoize(ObjectId object) { put(m_dense.size() + m_sparse.size(), object); }

  std::optional<ObjectId> get(std::uint64_t place) const {
    if (place < m_dense.size()) return m_dense[place];
    const auto found = m_sparse.find(place);
    if (found == m_sparse.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::vector<ObjectId> m_dense;
  std::unordered_map<std::uint64_t, ObjectId> m_sparse;
};

}  // namespace plumbline::numerics
