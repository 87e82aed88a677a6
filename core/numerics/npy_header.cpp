// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/npy_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "core/numerics/tensor.h"

namespace plumbline::numerics {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kPreamble = 8;  // magic and version

Error bad(std::string text, std::string hint = "Write the array again with numpy.save().") {
  return {.code = ErrorCode::BadFormat, .text = std::move(text), .hint = std::move(hint)};
}

/// shown keeps what a header says short and printable.
std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 60;
  std::string out;
  for (const char c : text.substr(0, kMost)) out += c >= ' ' && c < '\x7f' ? c : '?';
  return text.size() > kMost ? out + "..." : out;
}

struct Words {
  std::string_view descr;
  bool isPlainDescr = false;  // a string; else the list or tuple of a structured dtype
  bool isFortranOrder = false;
  std::vector<std::int64_t> sizes;
};

/// Parser of "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }" in any order of the members.
class Parser {
 public:
  explicit Parser(std::string_view text) : m_text(text) {}

  base::Result<Words> parse() {
    if (!take('{')) return fail("does not begin with a dict");
    while (!take('}')) {
      if (auto member = parseMember(); !member) return base::fail(member.error());
      if (take(',')) continue;
      if (take('}')) break;
      return fail("has no comma or brace behind a member");
    }
    skipSpaces();
    if (m_at != m_text.size()) return fail("goes on behind its dict");
    if (!m_hasDescr || !m_hasOrder || !m_hasShape) return fail("does not tell descr, fortran_order and shape");
    return std::move(m_words);
  }

 private:
  tl::unexpected<Error> fail(std::string_view what) const {
    return base::fail(
        bad("The header of this .npy file " + std::string(what) + " (at its byte " + std::to_string(m_at) + ")."));
  }
  void skipSpaces() {
    while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos) ++m_at;
  }
  bool take(char wanted) {
    skipSpaces();
    if (m_at >= m_text.size() || m_text[m_at] != wanted) return false;
    ++m_at;
    return true;
  }
  bool takeWord(std::string_view word) {
    skipSpaces();
    if (!m_text.substr(m_at).starts_with(word)) return false;
    m_at += word.size();
    return true;
  }
  std::optional<std::string_view> takeString() {
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
    const auto key = takeString();
    if (!key) return fail("has something else where the name of a member should be");
    if (!take(':')) return fail("has no colon behind the name of a member");
    if (*key == "descr" && !m_hasDescr) return parseDescr();
    if (*key == "fortran_order" && !m_hasOrder) return parseOrder();
    if (*key == "shape" && !m_hasShape) return parseShape();
    return fail("has a member too many: " + shown(*key));
  }
  base::Result<void> parseDescr() {
    m_hasDescr = true;
    if (const auto text = takeString()) {
      m_words.descr = *text;
      m_words.isPlainDescr = true;
      return {};
    }
    skipSpaces();
    m_words.descr = m_text.substr(m_at);
    if (!skipNested()) return fail("has no dtype behind descr");
    m_words.descr = m_words.descr.substr(0, m_words.descr.size() - (m_text.size() - m_at));
    return {};
  }
  /// skipNested goes over a list or tuple of a structured dtype; strings in it hide their brackets.
  bool skipNested() {
    std::size_t depth = 0;
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      if (c == '\'' || c == '"') {
        if (!takeString()) return false;
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
    m_words.isFortranOrder = takeWord("True");
    if (!m_words.isFortranOrder && !takeWord("False")) return fail("says neither True nor False for fortran_order");
    return {};
  }
  base::Result<void> parseShape() {
    m_hasShape = true;
    if (!take('(')) return fail("has no tuple for shape");
    bool hasComma = true;
    while (!take(')')) {
      if (!hasComma) return fail("has no comma in shape");
      skipSpaces();
      std::int64_t size = 0;
      const char* const begin = m_text.data() + m_at;
      const auto [end, status] = std::from_chars(begin, m_text.data() + m_text.size(), size);
      if (status == std::errc::result_out_of_range) return fail("has a size that is too large");
      if (status != std::errc{}) return fail("has something else than whole numbers in shape");
      if (size < 0) return fail("has a negative size");
      m_at += static_cast<std::size_t>(end - begin);
      take('L');  // Python 2 wrote its long integers so
      if (m_words.sizes.size() == kMaxAxes) return fail("has more than " + std::to_string(kMaxAxes) + " axes");
      m_words.sizes.push_back(size);
      hasComma = take(',');
    }
    if (m_words.sizes.size() == 1 && !hasComma) return fail("has a number for shape where a tuple should be");
    return {};
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  Words m_words;
  bool m_hasDescr = false, m_hasOrder = false, m_hasShape = false;
};

struct Code {
  std::string_view name;
  Dtype dtype;
};
constexpr std::array<Code, 15> kCodes{{{"b1", Dtype::Bool},
                                       {"?", Dtype::Bool},
                                       {"u1", Dtype::UInt8},
                                       {"i1", Dtype::Int8},
                                       {"i2", Dtype::Int16},
                                       {"i4", Dtype::Int32},
                                       {"i8", Dtype::Int64},
                                       {"u2", Dtype::UInt16},
                                       {"u4", Dtype::UInt32},
                                       {"u8", Dtype::UInt64},
                                       {"f2", Dtype::Float16},
                                       {"f4", Dtype::Float32},
                                       {"f8", Dtype::Float64},
                                       {"c8", Dtype::Complex64},
                                       {"c16", Dtype::Complex128}}};

Error refusal(const Words& words) {
  const std::string name = shown(words.descr);
  if (!words.isPlainDescr)
    return bad("The array has a structured dtype, " + name + ".", "Save each of its fields as an array of its own.");
  if (name.ends_with("O"))
    return bad("The array holds Python objects (dtype object); they are never unpickled.", "Save arrays of numbers.");
  if (name.ends_with("V1") || name.ends_with("V2"))
    return bad(
        "The array holds bytes without a type (dtype " + name + "), as numpy saves bfloat16 and float8 of ml_dtypes.",
        "Save it with torch.save() or safetensors, or as .astype(numpy.float32).");
  return bad("The array has the dtype " + name + ", which no tensor has.",
             "Save it as numbers of at most 64 bits, or complex ones.");
}

base::Result<void> setDtype(const Words& words, NpyHeader& header) {
  std::string_view name = words.descr;
  if (!words.isPlainDescr || name.empty()) return base::fail(refusal(words));
  const bool hasOrder = std::string_view("<>=|").find(name.front()) != std::string_view::npos;
  const bool isBig = name.front() == '>';
  if (hasOrder) name.remove_prefix(1);
  const auto found = std::ranges::find(kCodes, name, &Code::name);
  std::optional<Dtype> dtype;
  if (found != kCodes.end()) dtype = found->dtype;
  // Some writers put the whole name. Second names ("int", "long") mean something else in numpy than in torch.
  if (!dtype && !hasOrder) dtype = dtypeNamed(name);
  if (!dtype || (found == kCodes.end() && shortName(*dtype) != name)) return base::fail(refusal(words));
  header.dtype = *dtype;
  header.isSwapped = isBig && itemSize(*dtype) > 1;
  return {};
}

base::Result<std::string_view> headerText(std::span<const std::byte> bytes, std::size_t& end) {
  const std::string_view text(static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size());
  if (!isNpy(bytes)) return base::fail(bad("This is not a .npy file."));
  if (text.size() < kPreamble) return base::fail(bad("This .npy file is cut off in its header."));
  const auto major = static_cast<unsigned char>(text[6]), minor = static_cast<unsigned char>(text[7]);
  if (major < 1 || major > 3 || minor != 0)
    return base::fail(bad("This .npy file has version " + std::to_string(major) + "." + std::to_string(minor) +
                          "; known are 1.0, 2.0 and 3.0."));
  const std::size_t lengthBytes = major == 1 ? 2 : 4;
  if (text.size() < kPreamble + lengthBytes) return base::fail(bad("This .npy file is cut off in its header."));
  std::size_t length = 0;
  for (std::size_t i = 0; i < lengthBytes; ++i)
    length |= std::size_t{static_cast<unsigned char>(text[kPreamble + i])} << (8 * i);
  const std::size_t begin = kPreamble + lengthBytes;
  if (length > text.size() - begin) return base::fail(bad("This .npy file is cut off in its header."));
  end = begin + length;
  return text.substr(begin, length);
}

base::Result<NpyHeader> readHeader(std::span<const std::byte> bytes) {
  NpyHeader header;
  const auto text = headerText(bytes, header.dataAt);
  if (!text) return base::fail(text.error());
  auto words = Parser(*text).parse();
  if (!words) return base::fail(words.error());
  if (auto known = setDtype(*words, header); !known) return base::fail(known.error());
  header.isFortranOrder = words->isFortranOrder;
  header.sizes = std::move(words->sizes);
  const auto count = checkedElementCount(header.sizes);
  const std::size_t room = bytes.size() - header.dataAt;
  const std::size_t item = itemSize(header.dtype);
  if (!count) return base::fail(bad("The shape " + shapeText(header.sizes) + " is too large for any file."));
  if (static_cast<std::size_t>(*count) > room / item)
    return base::fail(bad("This .npy file is cut off: " + std::to_string(*count) + " numbers of " +
                          std::to_string(item) + " bytes should follow its header, " + std::to_string(room) +
                          " bytes do."));
  header.dataBytes = static_cast<std::size_t>(*count) * item;
  return header;
}

}  // namespace

bool isNpy(std::span<const std::byte> bytes) {
  return std::ranges::equal(bytes.first(std::min(bytes.size(), kMagic.size())), kMagic,
                            [](std::byte a, char b) { return a == static_cast<std::byte>(b); });
}

base::Result<NpyHeader> readNpyHeader(std::span<const std::byte> bytes, const std::string& file) {
  auto header = readHeader(bytes);
  if (!header) header.error().file = file;
  return header;
}

}  // namespace plumbline::numerics
