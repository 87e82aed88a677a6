// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/tensors/dtype.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace plumbline::numerics {
namespace {

enum class Family : std::uint8_t { Integral, Floating, Complex, Float8 };

struct Facts {
  Dtype dtype;
  std::string_view name;    // with "torch." before it
  std::string_view second;  // torch's other name; "" for none, as for the next two
  std::string_view numpy, safetensors;
  std::uint8_t bytes;
  Family family;
};

constexpr std::array<Facts, kDtypeCount> kFacts{{
    {Dtype::Bool, "torch.bool", "", "b1", "BOOL", 1, Family::Integral},
    {Dtype::UInt8, "torch.uint8", "", "u1", "U8", 1, Family::Integral},
    {Dtype::Int8, "torch.int8", "", "i1", "I8", 1, Family::Integral},
    {Dtype::Int16, "torch.int16", "short", "i2", "I16", 2, Family::Integral},
    {Dtype::Int32, "torch.int32", "int", "i4", "I32", 4, Family::Integral},
    {Dtype::Int64, "torch.int64", "long", "i8", "I64", 8, Family::Integral},
    {Dtype::UInt16, "torch.uint16", "", "u2", "U16", 2, Family::Integral},
    {Dtype::UInt32, "torch.uint32", "", "u4", "U32", 4, Family::Integral},
    {Dtype::UInt64, "torch.uint64", "", "u8", "U64", 8, Family::Integral},
    {Dtype::Float16, "torch.float16", "half", "f2", "F16", 2, Family::Floating},
    {Dtype::BFloat16, "torch.bfloat16", "", "", "BF16", 2, Family::Floating},
    {Dtype::Float32, "torch.float32", "float", "f4", "F32", 4, Family::Floating},
    {Dtype::Float64, "torch.float64", "double", "f8", "F64", 8, Family::Floating},
    {Dtype::Complex32, "torch.complex32", "chalf", "", "", 4, Family::Complex},
    {Dtype::Complex64, "torch.complex64", "cfloat", "c8", "C64", 8, Family::Complex},
    {Dtype::Complex128, "torch.complex128", "cdouble", "c16", "", 16, Family::Complex},
    {Dtype::Float8E4M3Fn, "torch.float8_e4m3fn", "", "", "F8_E4M3", 1, Family::Float8},
    {Dtype::Float8E5M2, "torch.float8_e5m2", "", "", "F8_E5M2", 1, Family::Float8},
    {Dtype::Float8E4M3FnUz, "torch.float8_e4m3fnuz", "", "", "F8_E4M3FNUZ", 1, Family::Float8},
    {Dtype::Float8E5M2FnUz, "torch.float8_e5m2fnuz", "", "", "F8_E5M2FNUZ", 1, Family::Float8},
    {Dtype::Float8E8M0Fnu, "torch.float8_e8m0fnu", "", "", "F8_E8M0", 1, Family::Float8},
}};

constexpr std::size_t kPrefix = std::string_view("torch.").size();

const Facts& factsOf(Dtype dtype) {
  const Facts& facts = kFacts[static_cast<std::size_t>(dtype)];
  assert(facts.dtype == dtype);
  return facts;
}

std::optional<Dtype> dtypeWith(std::string_view Facts::*column, std::string_view name) {
  const auto found = std::ranges::find(kFacts, name, column);
  return name.empty() || found == kFacts.end() ? std::nullopt : std::optional(found->dtype);
}

}  // namespace

std::size_t itemSize(Dtype dtype) { return factsOf(dtype).bytes; }
std::string_view torchName(Dtype dtype) { return factsOf(dtype).name; }
std::string_view shortName(Dtype dtype) { return factsOf(dtype).name.substr(kPrefix); }

std::optional<Dtype> dtypeNamed(std::string_view name) {
  if (name.starts_with("torch.")) name.remove_prefix(kPrefix);
  const auto found = std::ranges::find_if(kFacts, [name](const Facts& facts) {
    return facts.name.substr(kPrefix) == name || (!facts.second.empty() && facts.second == name);
  });
  if (found == kFacts.end()) return std::nullopt;
  return found->dtype;
}

std::optional<Dtype> dtypeOfNumpyCode(std::string_view code) { return dtypeWith(&Facts::numpy, code); }
std::optional<Dtype> dtypeOfSafetensors(std::string_view name) { return dtypeWith(&Facts::safetensors, name); }

bool isFloating(Dtype dtype) {
  const Family family = factsOf(dtype).family;
  return family == Family::Floating || family == Family::Float8;
}
bool isIntegral(Dtype dtype) { return factsOf(dtype).family == Family::Integral; }
bool isComplex(Dtype dtype) { return factsOf(dtype).family == Family::Complex; }
bool isFloat8(Dtype dtype) { return factsOf(dtype).family == Family::Float8; }
bool canCompare(Dtype dtype) { return !isComplex(dtype) && !isFloat8(dtype); }

}  // namespace plumbline::numerics
