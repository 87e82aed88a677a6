// SPDX-License-Identifier: GPL-3.0-or-later
// .safetensors: eight bytes of length, a JSON object {"name": {"dtype", "shape", "data_offsets": [begin, end]}}, then
// the numbers, little-endian. The format asks for every byte behind the header to belong to just one tensor, and so do
// we.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/numerics/load_value.h"
#include "core/numerics/safetensors_header.h"

namespace plumbline::numerics {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMostHeaderBytes = 100'000'000;  // the format's own limit

struct DtypeWord {
  std::string_view word;
  Dtype dtype;
};
constexpr std::array<DtypeWord, 18> kDtypes{{{"BOOL", Dtype::Bool},
                                             {"U8", Dtype::UInt8},
                                             {"I8", Dtype::Int8},
                                             {"I16", Dtype::Int16},
                                             {"I32", Dtype::Int32},
                                             {"I64", Dtype::Int64},
                                             {"U16", Dtype::UInt16},
                                             {"U32", Dtype::UInt32},
                                             {"U64", Dtype::UInt64},
                                             {"F16", Dtype::Float16},
                                             {"BF16", Dtype::BFloat16},
                                             {"F32", Dtype::Float32},
                                             {"F64", Dtype::Float64},
                                             {"C64", Dtype::Complex64},
                                             {"F8_E4M3", Dtype::Float8E4M3Fn},
                                             {"F8_E5M2", Dtype::Float8E5M2},
                                             {"F8_E4M3FNUZ", Dtype::Float8E4M3FnUz},
                                             {"F8_E5M2FNUZ", Dtype::Float8E5M2FnUz}}};

base::Error bad(const FileBytesView& view, std::string text) {
  return {.code = base::ErrorCode::BadFormat,
          .text = std::move(text),
          .hint = "Write the file again with safetensors' save_file().",
          .file = view.file};
}

std::string quoted(std::string_view name) {
  constexpr std::size_t kMost = 80;
  return '"' + std::string(name.substr(0, kMost)) + (name.size() > kMost ? "...\"" : "\"");
}

/// tensorOf checks what concerns one tensor alone.
base::Result<Tensor> tensorOf(const FileBytesView& view, std::span<const std::byte> data, SafetensorsEntry& entry) {
  const auto refuse = [&](const std::string& text) { return base::fail(bad(view, "Tensor " + quoted(entry.name) + text)); };
  const auto known = std::ranges::find(kDtypes, entry.dtype, &DtypeWord::word);
  if (known == kDtypes.end()) return refuse(" has the dtype " + quoted(entry.dtype) + ", which is not known here.");
  if (entry.shape.size() > kMaxAxes) return refuse(" has more than " + std::to_string(kMaxAxes) + " axes.");
  const auto count = checkedElementCount(entry.shape);
  std::int64_t wanted = 0;
  if (!count || __builtin_mul_overflow(*count, static_cast<std::int64_t>(itemSize(known->dtype)), &wanted))
    return refuse(" has the shape " + shapeText(entry.shape) + ", which is too large for any file.");
  if (entry.begin > entry.end || entry.end > data.size())
    return refuse(" lies at bytes " + std::to_string(entry.begin) + " to " + std::to_string(entry.end) + " of " +
                  std::to_string(data.size()) + ", which is outside the file.");
  if (entry.end - entry.begin != static_cast<std::uint64_t>(wanted))
    return refuse(" takes " + std::to_string(entry.end - entry.begin) + " bytes, but its shape asks for " +
                  std::to_string(wanted) + '.');
  Tensor tensor{.dtype = known->dtype, .sizes = std::move(entry.shape)};
  tensor.strides = contiguousStrides(tensor.sizes);
  tensor.storage = {
      .owner = view.owner, .bytes = data.subspan(entry.begin, entry.end - entry.begin), .isWhole = view.isWhole};
  return tensor;
}

/// checkTogether: no name twice; one after the other without overlap or hole, up to the end of the file.
base::Result<void> checkTogether(const FileBytesView& view, std::size_t dataBytes,
                                 const std::vector<SafetensorsEntry>& entries) {
  std::vector<const SafetensorsEntry*> order;
  order.reserve(entries.size());
  for (const SafetensorsEntry& entry : entries) order.push_back(&entry);
  std::ranges::sort(order, {}, [](const SafetensorsEntry* entry) { return std::string_view(entry->name); });
  const auto same = std::ranges::adjacent_find(
      order, {}, [](const SafetensorsEntry* entry) { return std::string_view(entry->name); });
  if (same != order.end()) return base::fail(bad(view, "Two tensors are called " + quoted((*same)->name) + '.'));
  std::ranges::sort(order, {}, [](const SafetensorsEntry* entry) { return std::pair(entry->begin, entry->end); });
  std::uint64_t at = 0;
  for (const SafetensorsEntry* entry : order) {
    if (entry->begin != at)
      return base::fail(bad(view, "Tensor " + quoted(entry->name) + " begins at byte " + std::to_string(entry->begin) +
                                      (entry->begin < at ? ", inside the one before it, which ends at "
                                                         : ", behind a hole; the one before it ends at ") +
                                      std::to_string(at) + '.'));
    at = entry->end;
  }
  if (at != dataBytes)
    return base::fail(bad(view, "The last tensor ends at byte " + std::to_string(at) + ", but " +
                                    std::to_string(dataBytes) + " bytes follow the header."));
  return {};
}

/// headerBytes are between the length and the numbers.
base::Result<std::span<const std::byte>> headerBytes(const FileBytesView& view) {
  if (view.bytes.size() < kLengthBytes)
    return base::fail(bad(view, "This .safetensors file is cut off in its first eight bytes."));
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) length |= std::to_integer<std::uint64_t>(view.bytes[i]) << (8 * i);
  if (length > kMostHeaderBytes) {
    base::Error error = bad(view, "The header of this .safetensors file would take " + std::to_string(length) +
                                      " bytes; the format allows " + std::to_string(kMostHeaderBytes) + '.');
    error.code = base::ErrorCode::TooLarge;
    return base::fail(std::move(error));
  }
  if (length > view.bytes.size() - kLengthBytes)
    return base::fail(bad(view, "This .safetensors file is cut off in its header."));
  return view.bytes.subspan(kLengthBytes, length);
}

}  // namespace

base::Result<ValuePtr> readSafetensors(const FileBytesView& view) {
  const auto header = headerBytes(view);
  if (!header) return base::fail(header.error());
  auto entries = readSafetensorsHeader(*header);
  if (!entries) {
    entries.error().file = view.file;
    return base::fail(entries.error());
  }
  const std::span<const std::byte> data = view.bytes.subspan(kLengthBytes + header->size());
  if (auto sound = checkTogether(view, data.size(), *entries); !sound) return base::fail(sound.error());
  std::vector<std::pair<std::string, ValuePtr>> members;
  members.reserve(entries->size());
  for (SafetensorsEntry& entry : *entries) {
    auto tensor = tensorOf(view, data, entry);
    if (!tensor) return base::fail(tensor.error());
    members.emplace_back(std::move(entry.name), tensorValue(std::move(*tensor)));
  }
  return dictValue(std::move(members));
}

}  // namespace plumbline::numerics
