// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a pickle one after the other, never beyond the end; numbers as the opcodes write them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace plumbline::numerics {

class PickleBytes {
 public:
  explicit PickleBytes(std::string_view bytes) : m_bytes(bytes) {}

  std::size_t at() const { return m_at; }
  std::size_t left() const { return m_bytes.size() - m_at; }

  /// take is the next `count` bytes; nothing when there are not so many.
  std::optional<std::string_view> take(std::uint64_t count) {
    if (count > left()) return std::nullopt;
    const std::string_view taken = m_bytes.substr(m_at, static_cast<std::size_t>(count));
    m_at += taken.size();
    return taken;
  }
  /// number reads a little-endian one.
  template <typename T>
  std::optional<T> number() {
    static_assert(std::endian::native == std::endian::little);
    const auto taken = take(sizeof(T));
    if (!taken) return std::nullopt;
    T value;
    std::memcpy(&value, taken->data(), sizeof value);
    return value;
  }
  /// real reads a big-endian double, as BINFLOAT has it.
  std::optional<double> real() {
    const auto bits = number<std::uint64_t>();
    if (!bits) return std::nullopt;
    return std::bit_cast<double>(__builtin_bswap64(*bits));
  }
  /// line is what stands before the next line feed, which is taken, too.
  std::optional<std::string_view> line() {
    const std::size_t end = m_bytes.find('\n', m_at);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view taken = m_bytes.substr(m_at, end - m_at);
    m_at = end + 1;
    return taken;
  }
  /// counted reads a length of type T, then so many bytes.
  template <typename T>
  std::optional<std::string_view> counted() {
    const auto count = number<T>();
    return count ? take(*count) : std::nullopt;
  }

 private:
  std::string_view m_bytes;
  std::size_t m_at = 0;
};

}  // namespace plumbline::numerics
