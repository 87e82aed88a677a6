// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/numerics/readers/load_value.h"  // kMaxNodes
#include "core/numerics/tensors/tensor.h"

namespace plumbline::numerics {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxShownName = 80;

/// SafetensorsEntry is one tensor as the header describes it, not yet checked against the file.
struct SafetensorsEntry {
  std::string name = {};
  std::string dtype = {};  ///< "BF16"
  std::vector<std::int64_t> shape = {};
  std::uint64_t begin = 0, end = 0;  ///< data_offsets, bytes after the header
};

/// HeaderHandler receives the events of the JSON parser; the first one that does not belong in a header ends the
/// parsing.
class HeaderHandler {
 public:
  std::vector<SafetensorsEntry> entries;
  base::Error error{.code = base::ErrorCode::BadFormat, .hint = "Write the file again with safetensors' save_file()."};

  bool null() { return m_state == State::Root && m_isMetadata ? true : refuse("has a null"); }
  bool boolean(bool) { return refuse("has a boolean"); }
  bool number_integer(Json::number_integer_t) { return refuse("has a negative number"); }
  bool number_float(Json::number_float_t, const Json::string_t&) { return refuse("has a number that is not whole"); }
  bool binary(Json::binary_t&) { return refuse("has binary data"); }

  bool number_unsigned(Json::number_unsigned_t number) {
    if (m_state == State::Shape) {
      if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return refuse("has a size that is too large");
      if (entries.back().shape.size() == kMaxAxes) return refuse("has more than " + std::to_string(kMaxAxes) + " axes");
      entries.back().shape.push_back(static_cast<std::int64_t>(number));
      return true;
    }
    if (m_state != State::Offsets) return refuse("has a number where there should be none");
    if (m_offsets == 2) return refuse("has more than two data_offsets");
    (m_offsets++ == 0 ? entries.back().begin : entries.back().end) = number;
    return true;
  }
  bool string(Json::string_t& text) {
    if (m_state == State::Metadata) return true;
    if (m_state != State::Tensor || m_member != Member::Dtype) return refuse("has a text where there should be none");
    entries.back().dtype = std::move(text);
    return true;
  }
  bool start_object(std::size_t) {
    if (m_state == State::Start) {
      m_state = State::Root;
      return true;
    }
    if (m_state != State::Root) return refuse("is nested too deeply");
    m_state = m_isMetadata ? State::Metadata : State::Tensor;
    if (m_isMetadata) return true;
    if (entries.size() == kMaxNodes) {
      error.code = base::ErrorCode::TooLarge;
      return refuse("describes more than " + std::to_string(kMaxNodes) + " tensors");
    }
    entries.push_back({.name = std::move(m_name)});
    m_hasDtype = m_hasShape = m_hasOffsets = false;
    return true;
  }
  bool key(Json::string_t& name) {
    if (m_state == State::Metadata) return true;
    if (m_state == State::Root) {
      const bool isMetadata = name == "__metadata__";
      if (isMetadata && m_hadMetadata) return refuse("has its __metadata__ twice");
      m_isMetadata = isMetadata;
      m_hadMetadata = m_hadMetadata || isMetadata;
      m_name = std::move(name);
      return true;
    }
    if (name == "dtype" && !m_hasDtype)
      m_member = Member::Dtype, m_hasDtype = true;
    else if (name == "shape" && !m_hasShape)
      m_member = Member::Shape, m_hasShape = true;
    else if (name == "data_offsets" && !m_hasOffsets)
      m_member = Member::Offsets, m_hasOffsets = true;
    else
      return refuse("has an unknown or repeated member");
    return true;
  }
  bool start_array(std::size_t) {
    if (m_state != State::Tensor || m_member == Member::Dtype) return refuse("has a list where there should be none");
    m_state = m_member == Member::Shape ? State::Shape : State::Offsets;
    m_offsets = 0;
    return true;
  }
  bool end_array() {
    if (m_state == State::Offsets && m_offsets != 2) return refuse("has not two data_offsets");
    m_state = State::Tensor;
    return true;
  }
  bool end_object() {
    if (m_state == State::Tensor && !(m_hasDtype && m_hasShape && m_hasOffsets))
      return refuse("lacks dtype, shape or data_offsets");
    m_state = m_state == State::Root ? State::End : State::Root;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) {
    error.text = "The header of this .safetensors file is no JSON at its byte " + std::to_string(position) + '.';
    return false;
  }

 private:
  enum class State : std::uint8_t { Start, Root, Metadata, Tensor, Shape, Offsets, End };
  enum class Member : std::uint8_t { Dtype, Shape, Offsets };

  bool refuse(const std::string& what) {
    const bool isInTensor = m_state == State::Tensor || m_state == State::Shape || m_state == State::Offsets;
    const std::string name = isInTensor ? entries.back().name : m_state == State::Root ? m_name : "";
    const std::string where = name.empty() ? "" : " at \"" + name.substr(0, kMaxShownName) + '"';
    error.text = "The header of this .safetensors file " + what + where + '.';
    return false;
  }

  State m_state = State::Start;
  Member m_member = Member::Dtype;
  std::string m_name;
  bool m_isMetadata = false, m_hadMetadata = false;
  bool m_hasDtype = false, m_hasShape = false, m_hasOffsets = false;
  int m_offsets = 0;
};

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;  // the format's own limit

base::Error safetensorsError(const FileBytesView& view, std::string text) {
  return {.code = base::ErrorCode::BadFormat,
          .text = std::move(text),
          .hint = "Write the file again with safetensors' save_file().",
          .file = view.file};
}

std::string inQuotes(std::string_view name) {
  return '"' + std::string(name.substr(0, kMaxShownName)) + (name.size() > kMaxShownName ? "...\"" : "\"");
}

/// tensorOf checks one tensor by itself.
base::Result<Tensor> tensorOf(const FileBytesView& view, std::span<const std::byte> data, SafetensorsEntry& entry) {
  const auto refuse = [&](const std::string& text) {
    return base::fail(safetensorsError(view, "Tensor " + inQuotes(entry.name) + text));
  };
  const auto dtype = dtypeOfSafetensors(entry.dtype);
  if (!dtype) return refuse(" has the dtype " + inQuotes(entry.dtype) + ", which is not known here.");
  if (entry.shape.size() > kMaxAxes) return refuse(" has more than " + std::to_string(kMaxAxes) + " axes.");
  const auto count = checkedElementCount(entry.shape);
  std::int64_t byteCount = 0;
  if (!count || __builtin_mul_overflow(*count, static_cast<std::int64_t>(itemSize(*dtype)), &byteCount))
    return refuse(" has the shape " + shapeText(entry.shape) + ", which is too large for any file.");
  if (entry.begin > entry.end || entry.end > data.size())
    return refuse(" lies at bytes " + std::to_string(entry.begin) + " to " + std::to_string(entry.end) + " of " +
                  std::to_string(data.size()) + ", which is outside the file.");
  if (entry.end - entry.begin != static_cast<std::uint64_t>(byteCount))
    return refuse(" takes " + std::to_string(entry.end - entry.begin) + " bytes, but its shape asks for " +
                  std::to_string(byteCount) + '.');
  Tensor tensor{.dtype = *dtype, .sizes = std::move(entry.shape)};
  tensor.strides = contiguousStrides(tensor.sizes);
  tensor.storage = {
      .owner = view.owner, .bytes = data.subspan(entry.begin, entry.end - entry.begin), .isWhole = view.isWhole};
  return tensor;
}

/// checkLayout: no name twice; tensors follow each other without overlap or hole, up to the end of the file.
base::Result<void> checkLayout(const FileBytesView& view, std::size_t dataBytes,
                                 const std::vector<SafetensorsEntry>& entries) {
  std::vector<const SafetensorsEntry*> order;
  order.reserve(entries.size());
  for (const SafetensorsEntry& entry : entries) order.push_back(&entry);
  std::ranges::sort(order, {}, [](const SafetensorsEntry* entry) { return std::string_view(entry->name); });
  const auto same = std::ranges::adjacent_find(
      order, {}, [](const SafetensorsEntry* entry) { return std::string_view(entry->name); });
  if (same != order.end())
    return base::fail(safetensorsError(view, "Two tensors are called " + inQuotes((*same)->name) + '.'));
  std::ranges::sort(order, {}, [](const SafetensorsEntry* entry) { return std::pair(entry->begin, entry->end); });
  std::uint64_t at = 0;
  for (const SafetensorsEntry* entry : order) {
    if (entry->begin != at)
      return base::fail(safetensorsError(view, "Tensor " + inQuotes(entry->name) + " begins at byte " +
                                                   std::to_string(entry->begin) +
                                                   (entry->begin < at ? ", inside the one before it, which ends at "
                                                                      : ", behind a hole; the one before it ends at ") +
                                                   std::to_string(at) + '.'));
    at = entry->end;
  }
  if (at != dataBytes)
    return base::fail(safetensorsError(view, "The last tensor ends at byte " + std::to_string(at) + ", but " +
                                    std::to_string(dataBytes) + " bytes follow the header."));
  return {};
}

/// headerBytes are between the length and the numbers.
base::Result<std::span<const std::byte>> headerBytes(const FileBytesView& view) {
  if (view.bytes.size() < kLengthBytes)
    return base::fail(safetensorsError(view, "This .safetensors file is cut off in its first eight bytes."));
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) length |= std::to_integer<std::uint64_t>(view.bytes[i]) << (8 * i);
  if (length > kMaxHeaderBytes) {
    base::Error error =
        safetensorsError(view, "The header of this .safetensors file would take " + std::to_string(length) +
                                   " bytes; the format allows " + std::to_string(kMaxHeaderBytes) + '.');
    error.code = base::ErrorCode::TooLarge;
    return base::fail(std::move(error));
  }
  if (length > view.bytes.size() - kLengthBytes)
    return base::fail(safetensorsError(view, "This .safetensors file is cut off in its header."));
  return view.bytes.subspan(kLengthBytes, length);
}

base::Result<std::vector<SafetensorsEntry>> parseHeader(std::span<const std::byte> json) {
  HeaderHandler handler;
  if (!Json::sax_parse(asText(json), &handler)) return base::fail(std::move(handler.error));
  return std::move(handler.entries);
}

}  // namespace

base::Result<ValuePtr> readSafetensors(const FileBytesView& view) {
  const auto header = headerBytes(view);
  if (!header) return base::fail(header.error());
  auto entries = parseHeader(*header);
  if (!entries) {
    entries.error().file = view.file;
    return base::fail(entries.error());
  }
  const std::span<const std::byte> data = view.bytes.subspan(kLengthBytes + header->size());
  if (auto sound = checkLayout(view, data.size(), *entries); !sound) return base::fail(sound.error());
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
