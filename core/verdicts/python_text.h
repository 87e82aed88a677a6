// SPDX-License-Identifier: GPL-3.0-or-later
// Values as Python writes them: str(), repr(), f"{v:34}" and f"{v:.2f}". The check scripts' lines are made of these
// (SPEC 2.2). Everything appends to one string, because a line is put together from several parts.
//
//   appendStr(out, Value::ofReal(2));            // 2.0
//   appendPadded(out, model, kModelWidth);       // text to the left, numbers and NaN to the right
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/tables/value.h"

namespace plumbline::verdicts {

/// Field is what get_field() of the scripts returns: a value, or None (SPEC 2.1).
using Field = std::optional<tables::Value>;

/// appendStr writes str(value): "pass", "2", "2.0", "1e+16", "nan", "True"; "None" for no value.
void appendStr(std::string& out, const tables::Value& value);
void appendStr(std::string& out, const Field& field);

/// appendRepr writes repr(value): as str(), but text in quotes of Python's choice and with its escapes.
void appendRepr(std::string& out, const Field& field);
void appendTextRepr(std::string& out, std::string_view utf8);

/// appendPadded writes f"{value:width}": at least `width` code points, text to the left, everything else to the right.
/// A bool counts as the number 1 or 0 there, because a width makes Python format it as an int.
void appendPadded(std::string& out, const tables::Value& value, std::size_t width);
void appendPadded(std::string& out, std::string_view utf8, std::size_t width);

/// appendReal writes repr(float): the shortest digits that read back as the same number.
void appendReal(std::string& out, double value);
/// appendFixed writes f"{value:.<decimals>f}"; "nan", "inf" and "-inf" as Python does.
void appendFixed(std::string& out, double value, int decimals);

}  // namespace plumbline::verdicts
