// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/safetensors_header.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/numerics/load_value.h"
#include "core/numerics/tensor.h"

namespace plumbline::numerics {
namespace {

using Json = nlohmann::json;

/// Handler knows where in the header it is; whatever does not belong there ends the reading with a sentence.
class Handler {
 public:
  std::vector<SafetensorsEntry> entries;
  base::Error error{.code = base::ErrorCode::BadFormat, .hint = "Write the file again with safetensors' save_file()."};

  bool null() { return m_place == Place::Root && m_isMetadata ? true : refuse("has a null"); }
  bool boolean(bool) { return refuse("has a boolean"); }
  bool number_integer(Json::number_integer_t) { return refuse("has a negative number"); }
  bool number_float(Json::number_float_t, const Json::string_t&) { return refuse("has a number that is not whole"); }
  bool binary(Json::binary_t&) { return refuse("has binary data"); }

  bool number_unsigned(Json::number_unsigned_t number) {
    if (m_place == Place::Shape) {
      if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return refuse("has a size that is too large");
      if (entries.back().shape.size() == kMaxAxes) return refuse("has more than " + std::to_string(kMaxAxes) + " axes");
      entries.back().shape.push_back(static_cast<std::int64_t>(number));
      return true;
    }
    if (m_place != Place::Offsets) return refuse("has a number where there should be none");
    if (m_offsets == 2) return refuse("has more than two data_offsets");
    (m_offsets++ == 0 ? entries.back().begin : entries.back().end) = number;
    return true;
  }
  bool string(Json::string_t& text) {
    if (m_place == Place::Metadata) return true;
    if (m_place != Place::Tensor || m_member != Member::Dtype) return refuse("has a text where there should be none");
    entries.back().dtype = std::move(text);
    return true;
  }
  bool start_object(std::size_t) {
    if (m_place == Place::Start) {
      m_place = Place::Root;
      return true;
    }
    if (m_place != Place::Root) return refuse("is nested too deeply");
    m_place = m_isMetadata ? Place::Metadata : Place::Tensor;
    if (m_isMetadata) return true;
    if (entries.size() == kMaxNodes) {
      error.code = base::ErrorCode::TooLarge;
      return refuse("tells of more than " + std::to_string(kMaxNodes) + " tensors");
    }
    entries.push_back({.name = std::move(m_name)});
    m_hasDtype = m_hasShape = m_hasOffsets = false;
    return true;
  }
  bool key(Json::string_t& name) {
    if (m_place == Place::Metadata) return true;
    if (m_place == Place::Root) {
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
    if (m_place != Place::Tensor || m_member == Member::Dtype) return refuse("has a list where there should be none");
    m_place = m_member == Member::Shape ? Place::Shape : Place::Offsets;
    m_offsets = 0;
    return true;
  }
  bool end_array() {
    if (m_place == Place::Offsets && m_offsets != 2) return refuse("has not two data_offsets");
    m_place = Place::Tensor;
    return true;
  }
  bool end_object() {
    if (m_place == Place::Tensor && !(m_hasDtype && m_hasShape && m_hasOffsets))
      return refuse("lacks dtype, shape or data_offsets");
    m_place = m_place == Place::Root ? Place::End : Place::Root;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) {
    error.text = "The header of this .safetensors file is no JSON at its byte " + std::to_string(position) + '.';
    return false;
  }

 private:
  enum class Place : std::uint8_t { Start, Root, Metadata, Tensor, Shape, Offsets, End };
  enum class Member : std::uint8_t { Dtype, Shape, Offsets };

  bool refuse(const std::string& what) {
    const bool isInTensor = m_place == Place::Tensor || m_place == Place::Shape || m_place == Place::Offsets;
    constexpr std::size_t kMostName = 80;
    const std::string name = isInTensor ? entries.back().name : m_place == Place::Root ? m_name : "";
    const std::string where = name.empty() ? "" : " at \"" + name.substr(0, kMostName) + '"';
    error.text = "The header of this .safetensors file " + what + where + '.';
    return false;
  }

  Place m_place = Place::Start;
  Member m_member = Member::Dtype;
  std::string m_name;
  bool m_isMetadata = false, m_hadMetadata = false;
  bool m_hasDtype = false, m_hasShape = false, m_hasOffsets = false;
  int m_offsets = 0;
};

}  // namespace

base::Result<std::vector<SafetensorsEntry>> readSafetensorsHeader(std::span<const std::byte> json) {
  Handler handler;
  const auto* begin = static_cast<const char*>(static_cast<const void*>(json.data()));
  if (!Json::sax_parse(begin, begin + json.size(), &handler)) return base::fail(std::move(handler.error));
  return std::move(handler.entries);
}

}  // namespace plumbline::numerics
