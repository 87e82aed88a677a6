// SPDX-License-Identifier: GPL-3.0-or-later
// Single words as numbers, the way pandas' C parser reads them.
#pragma once

#include <cstdint>
#include <string_view>

namespace plumbline::tables {

enum class IntegerWord : std::uint8_t { Ok, Invalid, Overflow };

/// parseInt64 reads optional blanks, a sign and digits. A number that grows too large is Overflow, whatever follows it.
IntegerWord parseInt64(std::string_view text, std::int64_t& out);

/// UnsignedState remembers over a column what decides whether uint64 can hold it.
struct UnsignedState {
  bool sawNegative = false;  ///< a word with a minus; its digits are not looked at
  bool sawLarge = false;     ///< a value above 2^63-1
  bool sawMissing = false;
};

/// parseUint64 is parseInt64 for uint64; a word with a minus is 0 and noted in the state.
IntegerWord parseUint64(std::string_view text, std::uint64_t& out, UnsignedState& state);

/// parseBoolean knows true and false in any case.
bool parseBoolean(std::string_view text, bool& out);

/// parsePandasReal reads a float as pandas' default parser does: up to 17 digits, then scaled, so that the last bit may
/// differ from a correctly rounded one. False when pandas would keep the text.
bool parsePandasReal(std::string_view text, double& out);

}  // namespace plumbline::tables
