// SPDX-License-Identifier: GPL-3.0-or-later
// How Python prints what stands around tensors.
//
//   numpyScalarText(scalarTensor(0.1, Dtype::Float32))   // "0.1", where item() would say 0.10000000149011612
#pragma once

#include <string>
#include <string_view>

#include "core/numerics/tensor.h"

namespace plumbline::numerics {

/// bytesRepr is repr() of bytes: "b'\\x00a'".
std::string bytesRepr(std::string_view bytes);
/// complexRepr is repr() of a complex: "(1+2j)", "2j".
std::string complexRepr(double real, double imaginary);
/// numpyScalarText is str() of a numpy scalar: the shortest digits in its own dtype, "0.1" for float32(0.1).
std::string numpyScalarText(const Tensor& scalar);

}  // namespace plumbline::numerics
