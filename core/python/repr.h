// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as Python writes them: repr() of float and str, f"{text:34}" and f"{number:.2f}". The check scripts' lines are
// made of these (SPEC 2.2). Every function appends to `out`.
//
//   appendReal(out, 2);                    // 2.0
//   appendRepr(out, "it's");               // "it's"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::python {

/// appendReal writes repr(float): the shortest digits that read back as the same number.
void appendReal(std::string& out, double value);
/// appendFixed writes f"{value:.<decimals>f}"; "nan", "inf" and "-inf" as Python does.
void appendFixed(std::string& out, double value, int decimals);

/// appendRepr writes repr(str), with Python's choice of quotes and escapes.
void appendRepr(std::string& out, std::string_view utf8);

/// appendPadded writes f"{text:width}": at least `width` code points, the text on the left.
void appendPadded(std::string& out, std::string_view utf8, std::size_t width);

}  // namespace plumbline::python
