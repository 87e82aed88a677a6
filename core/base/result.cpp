// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

namespace plumbline::base {

std::string describe(const Error& error) {
  std::string out = error.file;
  if (error.line != 0) {
    out += ':' + std::to_string(error.line);
    if (error.column != 0) out += ':' + std::to_string(error.column);
  }
  if (!out.empty()) out += ": ";
  out += error.text;
  if (!error.hint.empty()) out += ' ' + error.hint;
  return out;
}

}  // namespace plumbline::base
