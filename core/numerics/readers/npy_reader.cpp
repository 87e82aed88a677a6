// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/load_value.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/numerics/readers/zip_entries.h"
#include "core/numerics/tensors/tensor.h"
#include "core/text/ascii.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kPreamble = 8;  // magic and version

struct NpyHeader {
  Dtype dtype = Dtype::Float64;
  bool isSwapped = false;       ///< big-endian
  bool isFortranOrder = false;  ///< the first axis moves fastest
  std::vector<std::int64_t> sizes = {};
  std::size_t dataAt = 0;     ///< first byte after the header
  std::size_t dataBytes = 0;  ///< size of the numbers; the file holds all of them
};

Error npyError(std::string text, std::string hint = "Write the array again with numpy.save().") {
  return {.code = ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint)};
}

/// shown is header text for an error message: short and printable.
std::string shown(std::string_view text) {
  constexpr std::size_t kMaxLength = 60;
  std::string out;
  for (const char c : text.substr(0, kMaxLength)) out += c >= ' ' && c < '\x7f' ? c : '?';
  return text.size() > kMaxLength ? out + "..." : out;
}

struct HeaderFields {
  std::string_view descr;
  bool isPlainDescr = false;  // a string; else the list or tuple of a structured dtype
  bool isFortranOrder = false;
  std::vector<std::int64_t> sizes;
};

/// HeaderParser of "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }" in any order of the members.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : m_text(text) {}

  base::Result<HeaderFields> parse() {
    if (!skip('{')) return fail("does not begin with a dict");
    while (!skip('}')) {
      if (auto member = parseMember(); !member) return base::fail(member.error());
      if (skip(',')) continue;
      if (skip('}')) break;
      return fail("has no comma or brace behind a member");
    }
    skipSpaces();
    if (m_at != m_text.size()) return fail("goes on behind its dict");
    if (!m_hasDescr || !m_hasOrder || !m_hasShape) return fail("lacks descr, fortran_order or shape");
    return std::move(m_fields);
  }

 private:
  tl::unexpected<Error> fail(std::string_view what) const {
    return base::fail(
        npyError("The header of this .npy file " + std::string(what) + " (at its byte " + std::to_string(m_at) + ")."));
  }
  void skipSpaces() { m_at = std::min(m_text.find_first_not_of(text::kWhitespace, m_at), m_text.size()); }
  bool skip(char expected) {
    skipSpaces();
    if (m_at >= m_text.size() || m_text[m_at] != expected) return false;
    ++m_at;
    return true;
  }
  bool skipWord(std::string_view word) {
    skipSpaces();
    if (!m_text.substr(m_at).starts_with(word)) return false;
    m_at += word.size();
    return true;
  }
  std::optional<std::string_view> readString() {
    skipSpaces();
    if (m_at >= m_text.size() || (m_text[m_at] != '\'' && m_text[m_at] != '"')) return std::nullopt;
    const std::size_t end = m_text.find(m_text[m_at], m_at + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
    if (inside.find('\\') != std::string_view::npos) return std::nullopt;
    m_at = end + 1;
    return inside;
  }

  base::Result<void> parseMember() {
    const auto key = readString();
    if (!key) return fail("has something else where the name of a member should be");
    if (!skip(':')) return fail("has no colon behind the name of a member");
    if (*key == "descr" && !m_hasDescr) return parseDescr();
    if (*key == "fortran_order" && !m_hasOrder) return parseOrder();
    if (*key == "shape" && !m_hasShape) return parseShape();
    return fail("has a member too many: " + shown(*key));
  }
  base::Result<void> parseDescr() {
    m_hasDescr = true;
    if (const auto text = readString()) {
      m_fields.descr = *text;
      m_fields.isPlainDescr = true;
      return {};
    }
    skipSpaces();
    m_fields.descr = m_text.substr(m_at);
    if (!skipNested()) return fail("has no dtype behind descr");
    m_fields.descr = m_fields.descr.substr(0, m_fields.descr.size() - (m_text.size() - m_at));
    return {};
  }
  /// skipNested skips a list or tuple of a structured dtype. Brackets in strings do not count.
  bool skipNested() {
    std::size_t depth = 0;
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      if (c == '\'' || c == '"') {
        if (!readString()) return false;
        continue;
      }
      const bool isEnd = c == ']' || c == ')';
      if (c == '[' || c == '(') ++depth;
      if (depth == 0) return false;
      ++m_at;
      if (isEnd && --depth == 0) return true;
    }
    return false;
  }
  base::Result<void> parseOrder() {
    m_hasOrder = true;
    m_fields.isFortranOrder = skipWord("True");
    if (!m_fields.isFortranOrder && !skipWord("False")) return fail("says neither True nor False for fortran_order");
    return {};
  }
  base::Result<void> parseShape() {
    m_hasShape = true;
    if (!skip('(')) return fail("has no tuple for shape");
    bool hasComma = true;
    while (!skip(')')) {
      if (!hasComma) return fail("has no comma in shape");
      skipSpaces();
      std::int64_t size = 0;
      const char* const begin = m_text.data() + m_at;
      const auto [end, status] = std::from_chars(begin, m_text.data() + m_text.size(), size);
      if (status == std::errc::result_out_of_range) return fail("has a size that is too large");
      if (status != std::errc{}) return fail("has something else than whole numbers in shape");
      if (size < 0) return fail("has a negative size");
      m_at += static_cast<std::size_t>(end - begin);
      skip('L');  // Python 2 wrote its long integers so
      if (m_fields.sizes.size() == kMaxAxes) return fail("has more than " + std::to_string(kMaxAxes) + " axes");
      m_fields.sizes.push_back(size);
      hasComma = skip(',');
    }
    if (m_fields.sizes.size() == 1 && !hasComma) return fail("has a number for shape where a tuple should be");
    return {};
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  HeaderFields m_fields;
  bool m_hasDescr = false, m_hasOrder = false, m_hasShape = false;
};

Error refusal(const HeaderFields& fields) {
  const std::string name = shown(fields.descr);
  if (!fields.isPlainDescr)
    return npyError("The array has a structured dtype, " + name + ".",
                    "Save each of its fields as an array of its own.");
  if (name.ends_with("O"))
    return npyError("The array holds Python objects (dtype object); they are never unpickled.",
                    "Save arrays of numbers.");
  if (name.ends_with("V1") || name.ends_with("V2"))
    return npyError(
        "The array holds bytes without a type (dtype " + name + "), as numpy saves bfloat16 and float8 of ml_dtypes.",
        "Save it with torch.save() or safetensors, or as .astype(numpy.float32).");
  return npyError("The array has the dtype " + name + ", which no tensor has.",
             "Save it as numbers of at most 64 bits, or complex ones.");
}

base::Result<void> setDtype(const HeaderFields& fields, NpyHeader& header) {
  std::string_view name = fields.descr;
  if (!fields.isPlainDescr || name.empty()) return base::fail(refusal(fields));
  const bool hasOrder = std::string_view("<>=|").find(name.front()) != std::string_view::npos;
  const bool isBig = name.front() == '>';
  if (hasOrder) name.remove_prefix(1);
  std::optional<Dtype> dtype = name == "?" ? Dtype::Bool : dtypeOfNumpyCode(name);
  // Some writers use the whole name. Second names ("int", "long") mean something else in numpy than in torch.
  if (!dtype && !hasOrder) {
    dtype = dtypeNamed(name);
    if (dtype && shortName(*dtype) != name) dtype.reset();
  }
  if (!dtype) return base::fail(refusal(fields));
  header.dtype = *dtype;
  header.isSwapped = isBig && itemSize(*dtype) > 1;
  return {};
}

bool isNpy(std::span<const std::byte> bytes) {
  return std::ranges::equal(bytes.first(std::min(bytes.size(), kMagic.size())), kMagic,
                            [](std::byte a, char b) { return a == static_cast<std::byte>(b); });
}

base::Result<std::string_view> headerText(std::span<const std::byte> bytes, std::size_t& end) {
  const std::string_view text = asText(bytes);
  if (!isNpy(bytes)) return base::fail(npyError("This is not a .npy file."));
  if (text.size() < kPreamble) return base::fail(npyError("This .npy file is cut off in its header."));
  const auto major = static_cast<unsigned char>(text[6]), minor = static_cast<unsigned char>(text[7]);
  if (major < 1 || major > 3 || minor != 0)
    return base::fail(npyError("This .npy file has version " + std::to_string(major) + "." + std::to_string(minor) +
                          "; known are 1.0, 2.0 and 3.0."));
  const std::size_t lengthBytes = major == 1 ? 2 : 4;
  if (text.size() < kPreamble + lengthBytes) return base::fail(npyError("This .npy file is cut off in its header."));
  std::size_t length = 0;
  for (std::size_t i = 0; i < lengthBytes; ++i)
    length |= std::size_t{static_cast<unsigned char>(text[kPreamble + i])} << (8 * i);
  const std::size_t begin = kPreamble + lengthBytes;
  if (length > text.size() - begin) return base::fail(npyError("This .npy file is cut off in its header."));
  end = begin + length;
  return text.substr(begin, length);
}

/// readHeader also checks that the numbers are there.
base::Result<NpyHeader> readHeader(std::span<const std::byte> bytes) {
  NpyHeader header;
  const auto text = headerText(bytes, header.dataAt);
  if (!text) return base::fail(text.error());
  auto fields = HeaderParser(*text).parse();
  if (!fields) return base::fail(fields.error());
  if (auto known = setDtype(*fields, header); !known) return base::fail(known.error());
  header.isFortranOrder = fields->isFortranOrder;
  header.sizes = std::move(fields->sizes);
  const auto count = checkedElementCount(header.sizes);
  const std::size_t room = bytes.size() - header.dataAt;
  const std::size_t item = itemSize(header.dtype);
  if (!count) return base::fail(npyError("The shape " + shapeText(header.sizes) + " is too large for any file."));
  if (static_cast<std::size_t>(*count) > room / item)
    return base::fail(npyError("This .npy file is cut off: " + std::to_string(*count) + " numbers of " +
                          std::to_string(item) + " bytes should follow its header, " + std::to_string(room) +
                          " bytes do."));
  header.dataBytes = static_cast<std::size_t>(*count) * item;
  return header;
}

std::vector<std::int64_t> fortranStrides(std::span<const std::int64_t> sizes) {
  std::vector<std::int64_t> turned(sizes.rbegin(), sizes.rend());
  std::vector<std::int64_t> strides = contiguousStrides(turned);
  return {strides.rbegin(), strides.rend()};
}

constexpr std::string_view kEnding = ".npy";
constexpr std::uint64_t kEntriesPerReport = 1024;

Error inMember(Error error, const FileBytesView& view, std::string_view member) {
  error.text = std::string(member) + ": " + error.text;
  error.file = view.file;
  return error;
}

/// duplicateName is a name that two members have without ".npy"; "" if there is none.
std::string_view duplicateName(const std::vector<std::pair<std::string, ValuePtr>>& members) {
  std::vector<std::string_view> names;
  names.reserve(members.size());
  for (const auto& [name, value] : members) names.push_back(name);
  std::ranges::sort(names);
  const auto found = std::ranges::adjacent_find(names);
  return found == names.end() ? std::string_view{} : *found;
}

}  // namespace

base::Result<ValuePtr> readNpy(const FileBytesView& view) {
  auto header = readHeader(view.bytes);
  if (!header) {
    header.error().file = view.file;
    return base::fail(header.error());
  }
  Tensor tensor{.dtype = header->dtype, .sizes = std::move(header->sizes)};
  tensor.strides = header->isFortranOrder ? fortranStrides(tensor.sizes) : contiguousStrides(tensor.sizes);
  tensor.storage = {.owner = view.owner,
                    .bytes = view.bytes.subspan(header->dataAt, header->dataBytes),
                    .isSwapped = header->isSwapped,
                    .isWhole = view.isWhole};
  return tensorValue(std::move(tensor));
}

base::Outcome<ValuePtr> readNpz(const FileBytesView& view, const base::Progress& progress) {
  auto zip = readZipEntries(view, {}, progress);
  if (!zip.isValue()) return zip.failure();
  std::vector<std::pair<std::string, ValuePtr>> members;
  members.reserve(zip.value().size());
  for (const ZipEntry& entry : zip.value()) {
    if (members.size() % kEntriesPerReport == 0 && progress.stopRequested()) return base::Cancelled{};
    if (!isNpy(entry.bytes))
      return inMember(npyError("This is no .npy array; a .npz file holds nothing else.",
                               "Write the file again with numpy.savez()."),
                      view, entry.name);
    auto array = readNpy({.file = view.file,
                          .bytes = entry.bytes,
                          .owner = entry.owner,
                          .isWhole = entry.isPacked ? nullptr : view.isWhole});
    if (!array) return inMember(array.error(), view, entry.name);
    std::string name = entry.name;
    if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    members.emplace_back(std::move(name), std::move(*array));
  }
  if (const std::string_view name = duplicateName(members); !name.empty())
    return inMember(npyError("Two members of the file have this name.", ""), view, name);
  return dictValue(std::move(members));
}

}  // namespace plumbline::numerics
