// SPDX-License-Identifier: GPL-3.0-or-later
// Files of tensors that lie in memory, for tests and fuzz targets: the bytes are a block of their own, of just their
// size, so that a sanitizer sees every step past an end.
//
//   auto read = numerics::readNpy(support::viewOf(support::npyOf("{'descr': '<f4', ...}", data)));
//   if (read) support::touchAll(*read);
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/numerics/readers/load_value.h"

namespace plumbline::support {

inline numerics::FileBytesView viewOf(std::string_view bytes) {
  const std::shared_ptr<std::byte[]> memory(new std::byte[bytes.size()]);
  if (!bytes.empty()) std::memcpy(memory.get(), bytes.data(), bytes.size());
  return {.file = "memory", .bytes = {memory.get(), bytes.size()}, .owner = memory, .isWhole = {}};
}

/// littleEndian is a number in `bytes` bytes.
inline std::string littleEndian(std::uint64_t number, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i));
  return out;
}

/// npyOf puts preamble and header in front of the data.
inline std::string npyOf(std::string_view header, std::string_view data, char major = 1) {
  std::string out = "\x93NUMPY";
  out += major;
  out += '\0';
  out += littleEndian(header.size(), major == 1 ? 2 : 4);
  out += header;
  out += data;
  return out;
}

/// safetensorsOf puts the length in front of the JSON.
inline std::string safetensorsOf(std::string_view json, std::string_view data) {
  return littleEndian(json.size(), 8) + std::string(json) + std::string(data);
}

/// touchAll looks at every element of every tensor with at most `most` of them, and at the first and last of others.
inline void touchAll(const numerics::ValuePtr& value, std::int64_t most = 4096) {
  const auto touch = [most](const numerics::Tensor& tensor) {
    const std::int64_t count = numerics::elementCount(tensor);
    if (count == 0) return;
    const std::int64_t step = count <= most ? 1 : count - 1;
    for (std::int64_t i = 0; i < count; i += step) {
      (void)numerics::elementAt(tensor, i);
      if (numerics::elementText(tensor, i).empty()) std::abort();
    }
  };
  using Kind = numerics::ValueKind;
  if (value->kind == Kind::Tensor || value->kind == Kind::Parameter || value->kind == Kind::Array ||
      value->kind == Kind::NumpyScalar)
    touch(value->tensor);
  for (const numerics::ValuePtr& item : value->items) touchAll(item, most);
}

/// forEachDamage calls with every prefix of the bytes, then with every byte of them changed in a few ways.
inline void forEachDamage(std::string_view bytes, const std::function<void(std::string_view)>& use) {
  for (std::size_t length = 0; length < bytes.size(); ++length) use(bytes.substr(0, length));
  std::string changed(bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x02U, 0x10U, 0x80U, 0xFFU}) {
      changed[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ flip);
      use(changed);
    }
    changed[at] = bytes[at];
  }
}

}  // namespace plumbline::support
