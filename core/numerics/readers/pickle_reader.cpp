// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/readers/pickle_reader.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/numerics/readers/mapped_file.h"
#include "core/numerics/readers/torch_rebuild.h"
#include "core/text/utf8.h"

namespace plumbline::numerics {
namespace {

/// PickleMemo stores objects of PUT and MEMOIZE for GET: consecutive numbers in a list, others in a map, so that a
/// number in the file never becomes an amount of memory.
class PickleMemo {
 public:
  void insert(std::uint64_t index, ObjectId object) {
    if (index < m_dense.size()) {
      m_dense[index] = object;
    } else if (index == m_dense.size()) {
      m_dense.push_back(object);
    } else {
      m_sparse[index] = object;
    }
  }
  /// memoize uses the number of stored objects as index, as protocol 4 does.
  void memoize(ObjectId object) { insert(m_dense.size() + m_sparse.size(), object); }

  std::optional<ObjectId> get(std::uint64_t index) const {
    if (index < m_dense.size()) return m_dense[index];
    const auto found = m_sparse.find(index);
    if (found == m_sparse.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::vector<ObjectId> m_dense;
  std::unordered_map<std::uint64_t, ObjectId> m_sparse;
};

/// PickleBytes reads the bytes of a pickle, never beyond the end.
class PickleBytes {
 public:
  explicit PickleBytes(std::string_view bytes) : m_bytes(bytes) {}

  std::size_t at() const { return m_at; }
  std::size_t left() const { return m_bytes.size() - m_at; }

  /// take reads the next `count` bytes; nullopt if fewer are left.
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
  /// real reads a big-endian double (BINFLOAT).
  std::optional<double> real() {
    const auto bits = number<std::uint64_t>();
    if (!bits) return std::nullopt;
    return std::bit_cast<double>(__builtin_bswap64(*bits));
  }
  /// line reads up to and including the next line feed; returns the text before it.
  std::optional<std::string_view> line() {
    const std::size_t end = m_bytes.find('\n', m_at);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view taken = m_bytes.substr(m_at, end - m_at);
    m_at = end + 1;
    return taken;
  }
  /// counted reads a length of type T, then that many bytes.
  template <typename T>
  std::optional<std::string_view> counted() {
    const auto count = number<T>();
    return count ? take(*count) : std::nullopt;
  }

 private:
  std::string_view m_bytes;
  std::size_t m_at = 0;
};

using base::Error;
using base::ErrorCode;

constexpr unsigned kNewestProtocol = 5;
constexpr std::size_t kMaxIntegerBytes = 1024;  // Python itself prints no more than 4300 digits
constexpr std::uint64_t kReportEvery = 4096;

/// Python's names of the opcodes (pickletools).
enum Opcode : unsigned char {
  kMark = '(', kStop = '.', kPop = '0', kPopMark = '1', kDup = '2', kFloat = 'F', kInt = 'I', kBinInt = 'J',
  kBinInt1 = 'K', kLong = 'L', kBinInt2 = 'M', kNone = 'N', kBinPersId = 'Q', kReduce = 'R', kBinString = 'T',
  kShortBinString = 'U', kUnicode = 'V', kBinUnicode = 'X', kAppend = 'a', kBuild = 'b', kGlobal = 'c', kDict = 'd',
  kEmptyDict = '}', kAppends = 'e', kGet = 'g', kBinGet = 'h', kLongBinGet = 'j', kList = 'l', kEmptyList = ']',
  kPut = 'p', kBinPut = 'q', kLongBinPut = 'r', kSetItem = 's', kTuple = 't', kEmptyTuple = ')', kSetItems = 'u',
  kBinFloat = 'G', kBinBytes = 'B', kShortBinBytes = 'C', kProto = 0x80, kNewObj = 0x81, kTuple1 = 0x85,
  kTuple2 = 0x86, kTuple3 = 0x87, kNewTrue = 0x88, kNewFalse = 0x89, kLong1 = 0x8a, kLong4 = 0x8b,
  kShortBinUnicode = 0x8c, kBinUnicode8 = 0x8d, kBinBytes8 = 0x8e, kEmptySet = 0x8f, kAddItems = 0x90,
  kFrozenSet = 0x91, kStackGlobal = 0x93, kMemoize = 0x94, kFrame = 0x95, kByteArray8 = 0x96,
};

class PickleParser {
 public:
  PickleParser(std::span<const std::byte> bytes, PickleObjects& objects, TorchRebuild& rebuild,
               const base::Progress& progress)
      : m_bytes(asText(bytes)), m_objects(objects), m_rebuild(rebuild), m_progress(progress) {}

  base::Outcome<ObjectId> read() {
    const std::size_t total = m_bytes.left();
    for (std::uint64_t steps = 0;; ++steps) {
      if (steps % kReportEvery == 0 && !m_progress.report(m_bytes.at(), total)) return base::Cancelled{};
      m_opcodeAt = m_bytes.at();
      const auto opcode = m_bytes.number<unsigned char>();
      if (!opcode) return withOffset(cut());
      if (*opcode == kStop) break;
      if (auto done = step(*opcode); !done) return withOffset(std::move(done.error()));
      if (m_objects.isFull()) return withOffset(tooManyObjects());
    }
    if (m_stack.size() != 1 || !m_marks.empty())
      return withOffset(wrong("The pickle ends with " + std::to_string(m_stack.size()) + " objects instead of one"));
    return m_stack.back();
  }

  /// at is the first byte after what was read.
  std::size_t at() const { return m_bytes.at(); }

 private:
  using Done = base::Result<void>;

  static Error wrong(std::string text) {
    return {
        .code = ErrorCode::BadFormat, .text = std::move(text), .hint = "The file is damaged; write or copy it again."};
  }
  static Error cut() { return wrong("The pickle ends in the middle"); }
  static Done failed(std::string text) { return base::fail(wrong(std::move(text))); }

  Error withOffset(Error error) const {
    error.text += " (byte " + std::to_string(m_opcodeAt) + " of the pickle).";
    return error;
  }

  Done push(ObjectId id) {
    m_stack.push_back(id);
    return {};
  }
  Done push(PickleObject object) { return push(m_objects.add(std::move(object))); }

  /// floor is the start of the current stack level: nothing pops below a mark.
  std::size_t floor() const { return m_marks.empty() ? 0 : m_marks.back(); }
  bool has(std::size_t count) const { return m_stack.size() >= floor() + count; }
  static Done tooFew() { return failed("The pickle takes more from its stack than is there"); }

  ObjectId pop() {
    const ObjectId id = m_stack.back();
    m_stack.pop_back();
    return id;
  }
  /// popToMark removes and returns what is above the last mark, in order.
  std::optional<std::vector<ObjectId>> popToMark() {
    if (m_marks.empty()) return std::nullopt;
    const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<ObjectId> items(begin, m_stack.end());
    m_stack.erase(begin, m_stack.end());
    m_marks.pop_back();
    return items;
  }

  Done step(unsigned char opcode) {
    switch (opcode) {
      case kProto: {
        const auto version = m_bytes.number<unsigned char>();
        if (!version) return base::fail(cut());
        if (*version > kNewestProtocol)
          return failed("The pickle is of protocol " + std::to_string(*version) + ", which is not known yet");
        return {};
      }
      case kFrame: {
        const auto size = m_bytes.number<std::uint64_t>();
        if (!size || *size > m_bytes.left()) return base::fail(cut());
        return {};
      }
      case kMark:
        m_marks.push_back(m_stack.size());
        return {};
      case kNone: return push(m_objects.none());
      case kNewTrue: return push(m_objects.boolean(true));
      case kNewFalse: return push(m_objects.boolean(false));
      case kEmptyTuple: return push(m_objects.emptyTuple());
      case kEmptyList: return push(PickleObject{.kind = ObjectKind::List});
      case kEmptyDict: return push(PickleObject{.kind = ObjectKind::Dict});
      case kEmptySet: return push(PickleObject{.kind = ObjectKind::Set});
      case kBinInt: return integer(m_bytes.number<std::int32_t>());
      case kBinInt1: return integer(m_bytes.number<std::uint8_t>());
      case kBinInt2: return integer(m_bytes.number<std::uint16_t>());
      case kInt:
      case kLong: return integerLine(opcode == kInt);
      case kLong1: return longInteger(m_bytes.counted<std::uint8_t>());
      case kLong4: return longInteger(m_bytes.counted<std::uint32_t>());
      case kFloat: return realLine();
      case kBinFloat: {
        const auto value = m_bytes.real();
        if (!value) return base::fail(cut());
        return push(PickleObject{.kind = ObjectKind::Float, .real = *value});
      }
      case kBinString:
      case kBinUnicode: return string(m_bytes.counted<std::uint32_t>());
      case kShortBinString:
      case kShortBinUnicode: return string(m_bytes.counted<std::uint8_t>());
      case kBinUnicode8: return string(m_bytes.counted<std::uint64_t>());
      case kUnicode: return plainLine();
      case kBinBytes: return bytes(m_bytes.counted<std::uint32_t>(), false);
      case kShortBinBytes: return bytes(m_bytes.counted<std::uint8_t>(), false);
      case kBinBytes8: return bytes(m_bytes.counted<std::uint64_t>(), false);
      case kByteArray8: return bytes(m_bytes.counted<std::uint64_t>(), true);
      case kGlobal: return globalLines();
      default: return stackStep(opcode);
    }
  }

  /// stackStep executes opcodes that use the stack.
  Done stackStep(unsigned char opcode) {
    switch (opcode) {
      case kPop:
        if (!has(1)) return m_marks.empty() ? tooFew() : (m_marks.pop_back(), Done{});
        pop();
        return {};
      case kDup: return has(1) ? push(m_stack.back()) : tooFew();
      case kPopMark: return popToMark() ? Done{} : tooFew();
      case kTuple1: return tuple(1);
      case kTuple2: return tuple(2);
      case kTuple3: return tuple(3);
      case kTuple:
      case kList:
      case kDict:
      case kFrozenSet: return collect(opcode);
      case kAppend:
      case kSetItem: {
        const std::size_t count = opcode == kAppend ? 1 : 2;
        if (!has(count + 1)) return tooFew();
        m_marks.push_back(m_stack.size() - count);
        return extend(opcode == kAppend ? kAppends : kSetItems);
      }
      case kAppends:
      case kSetItems:
      case kAddItems: return extend(opcode);
      case kStackGlobal: {
        if (!has(2)) return tooFew();
        const PickleObject& name = m_objects.at(pop());
        const PickleObject& module = m_objects.at(pop());
        if (name.kind != ObjectKind::String || module.kind != ObjectKind::String)
          return failed("The pickle names a class by something that is no text");
        return global(module.text, name.text);
      }
      case kReduce:
      case kNewObj: {
        if (!has(2)) return tooFew();
        const ObjectId arguments = pop();
        return pushResult(m_rebuild.call(pop(), arguments, opcode == kNewObj));
      }
      case kBuild: {
        if (!has(2)) return tooFew();
        const ObjectId state = pop();
        return m_rebuild.build(m_stack.back(), state);
      }
      case kBinPersId: return has(1) ? pushResult(m_rebuild.persistent(pop())) : tooFew();
      default: return memoStep(opcode);
    }
  }

  /// memoStep executes opcodes that store objects in the memo or load them.
  Done memoStep(unsigned char opcode) {
    switch (opcode) {
      case kPut:
      case kGet: {
        const auto line = m_bytes.line();
        std::uint64_t index = 0;
        if (!line || !parsed(*line, index)) return base::fail(cut());
        return opcode == kPut ? put(index) : get(index);
      }
      case kBinPut: return put(m_bytes.number<std::uint8_t>());
      case kLongBinPut: return put(m_bytes.number<std::uint32_t>());
      case kBinGet: return get(m_bytes.number<std::uint8_t>());
      case kLongBinGet: return get(m_bytes.number<std::uint32_t>());
      case kMemoize:
        if (!has(1)) return tooFew();
        m_memo.memoize(m_stack.back());
        return {};
      default:
        return failed("The pickle uses the opcode " + std::to_string(opcode) + ", which no file of tensors needs");
    }
  }

  Done pushResult(const base::Result<ObjectId>& made) { return made ? push(*made) : Done(base::fail(made.error())); }

  template <typename T>
  static bool parsed(std::string_view text, T& value) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && !text.empty();
  }

  template <typename T>
  Done integer(std::optional<T> value) {
    return value ? push(m_objects.integer(*value)) : Done(base::fail(cut()));
  }

  /// integerLine: decimal digits, for LONG with a trailing L; INT also encodes bools.
  Done integerLine(bool mayBeBool) {
    auto line = m_bytes.line();
    if (!line) return base::fail(cut());
    if (mayBeBool && (*line == "01" || *line == "00")) return push(m_objects.boolean(*line == "01"));
    if (line->ends_with('L')) line->remove_suffix(1);
    std::int64_t value = 0;
    if (parsed(*line, value)) return push(m_objects.integer(value));
    const std::string_view digits = line->starts_with('-') ? line->substr(1) : *line;
    const bool areDigits = !digits.empty() && digits.size() <= kMaxIntegerBytes && digits.front() != '0' &&
                           digits.find_first_not_of("0123456789") == digits.npos;
    if (!areDigits) return failed("The pickle holds a number that is none");
    return push(PickleObject{.kind = ObjectKind::LongInteger, .flag = true, .text = *line});
  }

  Done longInteger(std::optional<std::string_view> bytes) {
    if (!bytes) return base::fail(cut());
    if (bytes->size() > kMaxIntegerBytes)
      return failed("The pickle holds an integer of " + std::to_string(bytes->size()) + " bytes");
    const bool isNegative = !bytes->empty() && static_cast<unsigned char>(bytes->back()) >= 0x80;
    while (bytes->size() > 1) {  // drop redundant sign bytes
      const auto last = static_cast<unsigned char>(bytes->back());
      const bool isNextNegative = static_cast<unsigned char>((*bytes)[bytes->size() - 2]) >= 0x80;
      if (last != (isNegative ? 0xFF : 0x00) || isNextNegative != isNegative) break;
      bytes->remove_suffix(1);
    }
    if (bytes->size() > sizeof(std::int64_t))
      return push(PickleObject{.kind = ObjectKind::LongInteger, .text = *bytes});
    std::uint64_t value = isNegative ? ~std::uint64_t{0} : 0;
    for (std::size_t i = bytes->size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>((*bytes)[i]);
    return push(m_objects.integer(static_cast<std::int64_t>(value)));
  }

  Done realLine() {
    const auto line = m_bytes.line();
    double value = 0;
    if (!line || !parsed(*line, value)) return failed("The pickle holds a number that is none");
    return push(PickleObject{.kind = ObjectKind::Float, .real = value});
  }

  Done string(std::optional<std::string_view> text) {
    if (!text) return base::fail(cut());
    if (text::firstInvalidUtf8(*text)) return failed("The pickle holds a text that is not UTF-8");
    return push(PickleObject{.kind = ObjectKind::String, .text = *text});
  }

  /// plainLine: text of protocol 0, which escapes what is not ASCII. Text with escapes is rejected.
  Done plainLine() {
    const auto line = m_bytes.line();
    if (!line) return base::fail(cut());
    for (const char c : *line)
      if (c == '\\' || static_cast<unsigned char>(c) >= 0x80)
        return failed("The pickle is of protocol 0 and holds a text with escapes; save with a newer protocol");
    return push(PickleObject{.kind = ObjectKind::String, .text = *line});
  }

  Done bytes(std::optional<std::string_view> taken, bool isArray) {
    if (!taken) return base::fail(cut());
    return push(PickleObject{.kind = ObjectKind::Bytes, .flag = isArray, .text = *taken});
  }

  Done globalLines() {
    const auto module = m_bytes.line();
    const auto name = module ? m_bytes.line() : std::nullopt;
    return name ? global(*module, *name) : Done(base::fail(cut()));
  }

  Done global(std::string_view module, std::string_view name) {
    const auto known = globalNamed(module, name);
    if (!known) return base::fail(known.error());
    if (known->global == Global::Dtype) return push(PickleObject{.kind = ObjectKind::Dtype, .dtype = known->dtype});
    PickleObject made{.kind = ObjectKind::Global, .global = known->global, .dtype = known->dtype};
    made.text = known->quantized;
    if (made.global == Global::DefaultDict || made.global == Global::ModelOutput || made.global == Global::ReturnType ||
        made.global == Global::Class)
      made.text = m_objects.at(m_objects.ownBytes(std::string(module).append(".").append(name))).text;
    return push(std::move(made));
  }

  Done tuple(std::size_t count) {
    if (!has(count)) return tooFew();
    m_marks.push_back(m_stack.size() - count);
    return collect(kTuple);
  }

  Done collect(unsigned char opcode) {
    auto items = popToMark();
    if (!items) return tooFew();
    if (opcode == kDict && items->size() % 2 != 0) return failed("The pickle holds a dict with a key without a value");
    if (opcode == kTuple && items->empty()) return push(m_objects.emptyTuple());
    const ObjectKind kind = opcode == kTuple  ? ObjectKind::Tuple
                            : opcode == kList ? ObjectKind::List
                            : opcode == kDict ? ObjectKind::Dict
                                              : ObjectKind::Set;
    return push(PickleObject{.kind = kind, .flag = opcode == kFrozenSet, .items = *std::move(items)});
  }

  /// extend moves what is above the mark into the list, dict or set below it.
  Done extend(unsigned char opcode) {
    if (m_marks.empty()) return tooFew();
    const std::size_t mark = m_marks.back();
    m_marks.pop_back();
    if (mark < floor() + 1) return tooFew();
    PickleObject& target = m_objects.at(m_stack[mark - 1]);
    // A class made of list or dict.
    if ((target.kind == ObjectKind::Instance || target.kind == ObjectKind::Called) && target.items.empty() && opcode != kAddItems)
      target.kind = opcode == kAppends ? ObjectKind::List : ObjectKind::Dict;
    const bool fits = opcode == kAppends    ? target.kind == ObjectKind::List || target.kind == ObjectKind::Deque
                      : opcode == kSetItems ? target.kind == ObjectKind::Dict || target.kind == ObjectKind::OrderedDict
                                            : target.kind == ObjectKind::Set && !target.flag;
    if (!fits) return failed("The pickle adds items to something that takes none of their kind");
    if (opcode == kSetItems && (m_stack.size() - mark) % 2 != 0)
      return failed("The pickle holds a dict with a key without a value");
    const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(mark);
    (void)m_objects.spend(2 * sizeof(ObjectId) * (m_stack.size() - mark));
    target.items.insert(target.items.end(), begin, m_stack.end());
    m_stack.erase(begin, m_stack.end());
    return {};
  }

  template <typename T>
  Done put(std::optional<T> index) {
    if (!index) return base::fail(cut());
    if (!has(1)) return tooFew();
    m_memo.insert(*index, m_stack.back());
    return {};
  }
  Done put(std::uint64_t index) { return put(std::optional(index)); }

  template <typename T>
  Done get(std::optional<T> index) {
    if (!index) return base::fail(cut());
    const auto found = m_memo.get(*index);
    if (!found) return failed("The pickle asks for what it has not kept (" + std::to_string(*index) + ")");
    return push(*found);
  }
  Done get(std::uint64_t index) { return get(std::optional(index)); }

  PickleBytes m_bytes;
  PickleObjects& m_objects;
  TorchRebuild& m_rebuild;
  const base::Progress& m_progress;
  PickleMemo m_memo;
  std::vector<ObjectId> m_stack;
  std::vector<std::size_t> m_marks;
  std::size_t m_opcodeAt = 0;
};

}  // namespace

base::Outcome<ObjectId> readPickle(std::span<const std::byte> bytes, PickleObjects& objects, TorchRebuild& rebuild,
                                   const base::Progress& progress, std::size_t* end) {
  PickleParser parser(bytes, objects, rebuild, progress);
  auto root = parser.read();
  if (end != nullptr) *end = parser.at();
  return root;
}

}  // namespace plumbline::numerics
