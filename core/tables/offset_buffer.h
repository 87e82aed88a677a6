// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed number of uint32 offsets. Unlike a vector it is neither zeroed nor ever copied to grow, and it can give back
// the end it did not need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace plumbline::tables {

class OffsetBuffer {
 public:
  OffsetBuffer() = default;
  explicit OffsetBuffer(std::size_t capacity) : m_capacity(capacity) {
    m_data.reset(static_cast<std::uint32_t*>(std::malloc(capacity * sizeof(std::uint32_t))));
    if (!m_data && capacity != 0) throw std::bad_alloc();
  }

  std::uint32_t* data() { return m_data.get(); }
  const std::uint32_t* data() const { return m_data.get(); }
  bool isEmpty() const { return m_capacity == 0; }
  std::size_t memoryBytes() const { return m_capacity * sizeof(std::uint32_t); }

  /// shrinkTo gives back what lies behind the first `count` entries.
  void shrinkTo(std::size_t count) {
    if (count == 0 || count >= m_capacity) return;
    void* smaller = std::realloc(m_data.get(), count * sizeof(std::uint32_t));
    if (smaller == nullptr) return;  // keeping the larger block is no harm
    (void)m_data.release();
    m_data.reset(static_cast<std::uint32_t*>(smaller));
    m_capacity = count;
  }

 private:
  struct Free {
    void operator()(std::uint32_t* p) const { std::free(p); }
  };
  std::unique_ptr<std::uint32_t[], Free> m_data;
  std::size_t m_capacity = 0;
};

}  // namespace plumbline::tables
