// SPDX-License-Identifier: GPL-3.0-or-later
// Pickles put together opcode by opcode, and torch.save's archives around them, honest and otherwise.
//
//   namespace p = support::pickle;
//   const std::string zip = p::archive(p::whole(p::tensor("FloatStorage", "0", 4, 0, {2, 2}, {2, 1})), {{"0", bytes}});
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/numerics/readers/load_value.h"
#include "tests/support/tensor_bytes.h"
#include "tests/support/zip_maker.h"

namespace plumbline::support::pickle {

inline std::string whole(std::string_view body, char protocol = 2) {
  return std::string("\x80") + protocol + std::string(body) + ".";
}
inline std::string global(std::string_view module, std::string_view name) {
  return "c" + std::string(module) + "\n" + std::string(name) + "\n";
}
inline std::string text(std::string_view utf8) { return "X" + littleEndian(utf8.size(), 4) + std::string(utf8); }
inline std::string integer(std::int64_t number) {
  if (number >= INT32_MIN && number <= INT32_MAX)
    return "J" + littleEndian(static_cast<std::uint64_t>(number), 4);
  return "\x8a\x08" + littleEndian(static_cast<std::uint64_t>(number), 8);
}
inline std::string tuple(const std::vector<std::string>& parts) {
  std::string out = "(";
  for (const std::string& part : parts) out += part;
  return out + "t";
}
inline std::string list(const std::vector<std::string>& parts) {
  std::string out = "](";
  for (const std::string& part : parts) out += part;
  return out + "e";
}
/// dict of key, value, key, value ...
inline std::string dict(const std::vector<std::string>& parts) {
  std::string out = "}(";
  for (const std::string& part : parts) out += part;
  return out + "u";
}
inline std::string integers(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> parts;
  for (const std::int64_t number : numbers) parts.push_back(integer(number));
  return tuple(parts);
}
inline std::string call(const std::string& function, const std::vector<std::string>& arguments) {
  return function + tuple(arguments) + "R";
}
inline std::string orderedDict() { return global("collections", "OrderedDict") + ")R"; }
inline std::string storage(const std::string& storageClass, std::string_view key, std::int64_t count) {
  return tuple({text("storage"), storageClass, text(key), text("cpu"), integer(count)}) + "Q";
}
/// tensor of a storage class of torch ("FloatStorage").
inline std::string tensor(std::string_view storageClass, std::string_view key, std::int64_t count, std::int64_t offset,
                          const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides) {
  return call(global("torch._utils", "_rebuild_tensor_v2"),
              {storage(global("torch", storageClass), key, count), integer(offset), integers(sizes), integers(strides),
               "\x89", orderedDict()});
}
/// codedBytes as protocols up to 2 write them; ASCII only.
inline std::string codedBytes(std::string_view ascii) {
  return call(global("_codecs", "encode"), {text(ascii), text("latin1")});
}

struct ArchiveWords {
  std::string top = "archive/";
  std::string byteOrder = {};  ///< "": torch before 2.1 wrote none
  bool isDeflated = false;  ///< all but the pickle
  std::vector<ZipEntry> more = {};
};

inline std::string archive(const std::string& pickle, const std::map<std::string, std::string>& storages = {},
                           const ArchiveWords& words = {}) {
  std::vector<ZipEntry> entries{{.name = words.top + "data.pkl", .bytes = pickle, .deflated = false}};
  if (!words.byteOrder.empty())
    entries.push_back({.name = words.top + "byteorder", .bytes = words.byteOrder, .deflated = words.isDeflated});
  for (const auto& [key, bytes] : storages)
    entries.push_back({.name = words.top + "data/" + key, .bytes = bytes, .deflated = words.isDeflated});
  entries.push_back({.name = words.top + "version", .bytes = "3\n", .deflated = words.isDeflated});
  entries.insert(entries.end(), words.more.begin(), words.more.end());
  return zipOf(entries).toStdString();
}

inline base::Outcome<numerics::ValuePtr> read(const std::string& zip) { return numerics::readTorch(viewOf(zip)); }

}  // namespace plumbline::support::pickle
