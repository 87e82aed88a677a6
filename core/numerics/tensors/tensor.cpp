// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/tensors/tensor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>


namespace plumbline::numerics {
namespace {

constexpr std::size_t kMaxElementBytes = 16;  // complex128

/// Element is one number, copied out in this machine's byte order.
struct Element {
  std::array<std::byte, kMaxElementBytes> bytes{};

  template <typename T>
  T as(std::size_t at = 0) const {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  }
};

Element elementOf(const Tensor& tensor, std::int64_t flat) {
  std::int64_t position = tensor.offset;
  for (std::size_t axis = tensor.sizes.size(); axis-- > 0;) {
    position += flat % tensor.sizes[axis] * tensor.strides[axis];
    flat /= tensor.sizes[axis];
  }
  const std::size_t size = itemSize(tensor.dtype);
  Element element;
  std::memcpy(element.bytes.data(), tensor.storage.bytes.data() + static_cast<std::size_t>(position) * size, size);
  if (tensor.storage.isSwapped) {
    const std::size_t part = isComplex(tensor.dtype) ? size / 2 : size;
    for (std::size_t at = 0; at < size; at += part)
      std::reverse(element.bytes.begin() + static_cast<std::ptrdiff_t>(at),
                   element.bytes.begin() + static_cast<std::ptrdiff_t>(at + part));
  }
  resolveBits(tensor, element.bytes.data(), 1);
  return element;
}

struct Parts {
  double real = 0, imaginary = 0;
};

/// partsOf rounds integers of 64 bits.
Parts partsOf(const Element& element, Dtype dtype) {
  switch (dtype) {
    case Dtype::Bool: return {element.as<std::uint8_t>() != 0 ? 1.0 : 0.0};
    case Dtype::UInt8: return {static_cast<double>(element.as<std::uint8_t>())};
    case Dtype::Int8: return {static_cast<double>(element.as<std::int8_t>())};
    case Dtype::Int16: return {static_cast<double>(element.as<std::int16_t>())};
    case Dtype::Int32: return {static_cast<double>(element.as<std::int32_t>())};
    case Dtype::Int64: return {static_cast<double>(element.as<std::int64_t>())};
    case Dtype::UInt16: return {static_cast<double>(element.as<std::uint16_t>())};
    case Dtype::UInt32: return {static_cast<double>(element.as<std::uint32_t>())};
    case Dtype::UInt64: return {static_cast<double>(element.as<std::uint64_t>())};
    case Dtype::Float16: return {halfToFloat(element.as<std::uint16_t>())};
    case Dtype::BFloat16: return {bfloat16ToFloat(element.as<std::uint16_t>())};
    case Dtype::Float32: return {element.as<float>()};
    case Dtype::Float64: return {element.as<double>()};
    case Dtype::Complex32: return {halfToFloat(element.as<std::uint16_t>()), halfToFloat(element.as<std::uint16_t>(2))};
    case Dtype::Complex64: return {element.as<float>(), element.as<float>(sizeof(float))};
    case Dtype::Complex128: return {element.as<double>(), element.as<double>(sizeof(double))};
    default: return {float8ToFloat(element.as<std::uint8_t>(), dtype)};
  }
}

std::string complexText(const Parts& parts) {
  const auto part = [](double value) {  // Python drops ".0" in a complex number
    std::string text = floatText(value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
  };
  std::string imaginary = part(parts.imaginary) + 'j';
  if (parts.real == 0 && !std::signbit(parts.real)) return imaginary;
  const bool hasSign = imaginary.starts_with('-');
  return '(' + part(parts.real) + (hasSign ? "" : "+") + imaginary + ')';
}

template <typename T>
T saturated(double value) {
  if (std::isnan(value)) return T{0};
  const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);  // one more than the maximum
  if (value >= end) return std::numeric_limits<T>::max();
  if (value <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  return static_cast<T>(value);
}

template <typename T>
void write(std::byte* target, T value) {
  std::memcpy(target, &value, sizeof value);
}

void writeNumber(std::byte* target, double value, Dtype dtype) {
  const auto single = static_cast<float>(value);
  switch (dtype) {
    case Dtype::Bool: return write<std::uint8_t>(target, value != 0 ? 1 : 0);
    case Dtype::UInt8: return write(target, saturated<std::uint8_t>(value));
    case Dtype::Int8: return write(target, saturated<std::int8_t>(value));
    case Dtype::Int16: return write(target, saturated<std::int16_t>(value));
    case Dtype::Int32: return write(target, saturated<std::int32_t>(value));
    case Dtype::Int64: return write(target, saturated<std::int64_t>(value));
    case Dtype::UInt16: return write(target, saturated<std::uint16_t>(value));
    case Dtype::UInt32: return write(target, saturated<std::uint32_t>(value));
    case Dtype::UInt64: return write(target, saturated<std::uint64_t>(value));
    case Dtype::Float16:
    case Dtype::Complex32: return write(target, floatToHalf(single));
    case Dtype::BFloat16: return write(target, floatToBFloat16(single));
    case Dtype::Float32:
    case Dtype::Complex64: return write(target, single);
    case Dtype::Float64:
    case Dtype::Complex128: return write(target, value);
    default: return write(target, floatToFloat8(single, dtype));
  }
}

std::string joined(std::span<const std::int64_t> numbers, std::string_view between) {
  std::string text;
  for (const std::int64_t number : numbers) {
    if (!text.empty()) text += between;
    text += std::to_string(number);
  }
  return text;
}

template <typename T>
void addPart(std::byte* target, const Element& element, std::size_t at = 0) {
  T before{};
  std::memcpy(&before, target + at, sizeof before);
  write(target + at, static_cast<T>(before + element.as<T>(at)));
}

/// addSmall adds floats of 16 bits, rounding each sum.
void addSmall(std::byte* target, const Element& element, bool isHalf, std::size_t at = 0) {
  std::uint16_t before = 0;
  std::memcpy(&before, target + at, sizeof before);
  const auto bits = element.as<std::uint16_t>(at);
  write(target + at, isHalf ? floatToHalf(halfToFloat(before) + halfToFloat(bits))
                            : floatToBFloat16(bfloat16ToFloat(before) + bfloat16ToFloat(bits)));
}

/// addNumber is += in the dtype, integers without a sign, which overflow alike. False for dtypes without sums.
bool addNumber(std::byte* target, const Element& element, Dtype dtype) {
  const std::size_t half = itemSize(dtype) / 2;
  switch (dtype) {
    case Dtype::Bool: write<std::uint8_t>(target, target[0] != std::byte{0} || element.bytes[0] != std::byte{0} ? 1 : 0); break;
    case Dtype::UInt8:
    case Dtype::Int8: addPart<std::uint8_t>(target, element); break;
    case Dtype::UInt16:
    case Dtype::Int16: addPart<std::uint16_t>(target, element); break;
    case Dtype::UInt32:
    case Dtype::Int32: addPart<std::uint32_t>(target, element); break;
    case Dtype::UInt64:
    case Dtype::Int64: addPart<std::uint64_t>(target, element); break;
    case Dtype::Complex32: addSmall(target, element, true, half); [[fallthrough]];
    case Dtype::Float16: addSmall(target, element, true); break;
    case Dtype::BFloat16: addSmall(target, element, false); break;
    case Dtype::Complex64: addPart<float>(target, element, half); [[fallthrough]];
    case Dtype::Float32: addPart<float>(target, element); break;
    case Dtype::Complex128: addPart<double>(target, element, half); [[fallthrough]];
    case Dtype::Float64: addPart<double>(target, element); break;
    default: return false;
  }
  return true;
}

}  // namespace

void resolveBits(const Tensor& tensor, std::byte* elements, std::size_t count) {
  if (!tensor.isConjugated && !tensor.isNegated) return;
  // Readers refuse lazy bits of integers. The sign is the last bit of a part; both bits undo each other in an
  // imaginary one.
  const std::size_t size = itemSize(tensor.dtype), part = isComplex(tensor.dtype) ? size / 2 : size;
  for (std::byte* at = elements; at != elements + count * size; at += part) {
    const bool isImaginary = part < size && static_cast<std::size_t>(at - elements) % size != 0;
    if (tensor.isNegated != (tensor.isConjugated && isImaginary)) at[part - 1] ^= std::byte{0x80};
  }
}

std::optional<std::int64_t> checkedElementCount(std::span<const std::int64_t> sizes) {
  std::int64_t count = 1;
  bool isEmpty = false;
  for (const std::int64_t size : sizes) {
    if (size < 0) return std::nullopt;
    if (size == 0) isEmpty = true;
    else if (__builtin_mul_overflow(count, size, &count)) return std::nullopt;
  }
  return isEmpty ? 0 : count;
}

std::int64_t elementCount(std::span<const std::int64_t> sizes) { return checkedElementCount(sizes).value_or(0); }
std::int64_t elementCount(const Tensor& tensor) { return elementCount(tensor.sizes); }

bool isBoundless(std::span<const std::int64_t> shape, const Tensor& a, const Tensor& b) {
  // A comparison of this size takes about a second; larger ones need files that hold a part of them.
  constexpr std::size_t kFreeElements = std::size_t{1} << 28U, kMaxRepeats = 4096;
  const auto count = checkedElementCount(shape);
  const std::size_t held = a.storage.bytes.size() / itemSize(a.dtype) + b.storage.bytes.size() / itemSize(b.dtype);
  return !count || (static_cast<std::size_t>(*count) > kFreeElements &&
                    static_cast<std::size_t>(*count) / kMaxRepeats > held);
}

bool isContiguous(const Tensor& tensor) {
  std::int64_t expected = 1;
  for (std::size_t axis = tensor.sizes.size(); axis-- > 0;) {
    if (tensor.sizes[axis] == 1) continue;
    if (tensor.strides[axis] != expected) return elementCount(tensor) == 0;
    expected *= tensor.sizes[axis];
    if (expected == 0) return true;
  }
  return true;
}

std::span<const std::byte> elementBytes(const Tensor& tensor) {
  const auto count = static_cast<std::size_t>(elementCount(tensor));
  if (count == 0) return {};
  const std::size_t size = itemSize(tensor.dtype);
  return tensor.storage.bytes.subspan(static_cast<std::size_t>(tensor.offset) * size, count * size);
}

std::vector<std::int64_t> contiguousStrides(std::span<const std::int64_t> sizes) {
  std::vector<std::int64_t> strides(sizes.size());
  std::int64_t step = 1;
  for (std::size_t axis = sizes.size(); axis-- > 0;) {
    strides[axis] = step;
    step *= std::max<std::int64_t>(sizes[axis], 1);
  }
  return strides;
}

std::string sizeText(std::span<const std::int64_t> sizes) { return "torch.Size([" + joined(sizes, ", ") + "])"; }
std::string shapeText(std::span<const std::int64_t> sizes) { return sizes.empty() ? "scalar" : joined(sizes, " x "); }
std::string indexText(std::span<const std::int64_t> index) { return '[' + joined(index, ", ") + ']'; }

std::vector<std::int64_t> indexOf(std::int64_t flat, std::span<const std::int64_t> sizes) {
  std::vector<std::int64_t> index(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0;) {
    const std::int64_t size = std::max<std::int64_t>(sizes[axis], 1);
    index[axis] = flat % size;
    flat /= size;
  }
  return index;
}

double elementAt(const Tensor& tensor, std::int64_t flat) {
  return partsOf(elementOf(tensor, flat), tensor.dtype).real;
}

std::string floatText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 64> digits{};
  char* const last = digits.data() + digits.size();
  const char* end = std::to_chars(digits.data(), last, value, std::chars_format::scientific).ptr;
  const char* mark = std::find(static_cast<const char*>(digits.data()), end, 'e');
  int exponent = 0;
  std::from_chars(mark[1] == '+' ? mark + 2 : mark + 1, end, exponent);
  constexpr int kMinFixed = -4, kEndFixed = 16;  // Python uses exponents outside of these
  if (exponent < kMinFixed || exponent >= kEndFixed) return {static_cast<const char*>(digits.data()), end};
  end = std::to_chars(digits.data(), last, value, std::chars_format::fixed).ptr;
  std::string text(static_cast<const char*>(digits.data()), end);
  if (text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string elementText(const Tensor& tensor, std::int64_t flat) {
  const Element element = elementOf(tensor, flat);
  const Parts parts = partsOf(element, tensor.dtype);
  if (isComplex(tensor.dtype)) return complexText(parts);
  switch (tensor.dtype) {
    case Dtype::Bool: return parts.real != 0 ? "True" : "False";
    case Dtype::Int64: return std::to_string(element.as<std::int64_t>());
    case Dtype::UInt64: return std::to_string(element.as<std::uint64_t>());
    default: break;
  }
  if (isIntegral(tensor.dtype)) return std::to_string(static_cast<std::int64_t>(parts.real));
  return floatText(parts.real);
}

Tensor scalarTensor(double value, Dtype dtype) {
  auto memory = std::make_shared<std::array<std::byte, kMaxElementBytes>>();
  writeNumber(memory->data(), value, dtype);
  Tensor tensor{.dtype = dtype};
  tensor.storage.bytes = std::span<const std::byte>(*memory).first(itemSize(dtype));
  tensor.storage.owner = std::move(memory);
  return tensor;
}

tl::expected<Tensor, std::string> toDense(const Tensor& indices, const Tensor& values, const std::vector<std::int64_t>& sizes) {
  if (indices.dtype != Dtype::Int64 || indices.sizes.size() != 2 || values.sizes.empty() || indices.sizes[1] != values.sizes[0])
    return tl::unexpected<std::string>("with unusual indices");
  const auto axes = static_cast<std::size_t>(indices.sizes[0]);
  const std::span<const std::int64_t> all = sizes, rows = std::span(values.sizes).subspan(1);
  if (axes > all.size() || !std::ranges::equal(all.subspan(axes), rows)) return tl::unexpected<std::string>("with unusual indices");
  // Strides of 0 let few bytes describe more positions than can be visited.
  for (const Tensor* part : {&indices, &values})
    if (static_cast<std::uint64_t>(elementCount(*part)) > part->storage.bytes.size() / itemSize(part->dtype))
      return tl::unexpected<std::string>("whose parts repeat their elements");
  const std::int64_t row = elementCount(rows), count = row == 0 ? 0 : values.sizes[0];
  const std::size_t item = itemSize(values.dtype);
  const auto memory = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(elementCount(sizes)) * item);
  const std::vector<std::int64_t> strides = contiguousStrides(sizes);
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t flat = 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const double index = elementAt(indices, static_cast<std::int64_t>(axis) * count + i);
      if (!(index >= 0 && index < static_cast<double>(sizes[axis]))) return tl::unexpected<std::string>("with an index outside of it");
      flat += static_cast<std::int64_t>(index) * strides[axis];
    }
    for (std::int64_t each = 0; each < row; ++each)
      if (!addNumber(memory->data() + static_cast<std::size_t>(flat + each) * item, elementOf(values, i * row + each), values.dtype))
        return tl::unexpected<std::string>("of " + std::string(torchName(values.dtype)));
  }
  return Tensor{.dtype = values.dtype,
                .sizes = sizes,
                .strides = strides,
                .storage = {.owner = memory, .bytes = *memory, .name = "sparse tensor", .device = values.storage.device},
                .isSparse = true};
}

}  // namespace plumbline::numerics
