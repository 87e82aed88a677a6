// SPDX-License-Identifier: GPL-3.0-or-later
// A second, slow reader written straight from SPEC 2 as one state machine, byte after byte, to hold the fast one
// against.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/tables/csv_table.h"

namespace plumbline::tests {

struct ReferenceFile {
  std::vector<std::vector<tables::CellSpan>> records;
  bool openQuote = false;
};

inline ReferenceFile readSlowly(std::string_view text) {
  enum class State { LineStart, BlankStart, CellStart, Plain, Quoted, QuoteInQuoted };
  ReferenceFile out;
  State state = State::LineStart;
  std::size_t line = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  std::size_t cell = line;
  const auto begin = [&](std::size_t at) {
    out.records.emplace_back();
    cell = at;
  };
  const auto endCell = [&](std::size_t at) {
    out.records.back().push_back({cell, at});
    cell = at + 1;
  };
  for (std::size_t i = line; i < text.size(); ++i) {
    const char c = text[i];
    const bool lineEnd = c == '\n' || c == '\r';
    if (state == State::LineStart || state == State::BlankStart) {
      if (lineEnd) {
        if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
          ++i;
        } else if (c == '\r' && i + 1 < text.size() && text[i + 1] == ',') {
          ++i;  // pandas' own oddity
        }
        line = i + 1;
        state = State::LineStart;
        continue;
      }
      if (c == ' ' || c == '\t') {
        state = State::BlankStart;
        continue;
      }
      begin(line);
      state = line == i ? State::CellStart : State::Plain;
    }
    switch (state) {
      case State::CellStart:
        if (c == '"') {
          state = State::Quoted;
          continue;
        }
        break;
      case State::Quoted:
        if (c == '"') state = State::QuoteInQuoted;
        continue;
      case State::QuoteInQuoted:
        if (c == '"') {
          state = State::Quoted;
          continue;
        }
        break;
      default:
        break;
    }
    state = State::Plain;
    if (c == ',') {
      endCell(i);
      state = State::CellStart;
    } else if (lineEnd) {
      endCell(i);
      if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
      line = i + 1;
      state = State::LineStart;
    }
  }
  if (state != State::LineStart && state != State::BlankStart) endCell(text.size());
  out.openQuote = state == State::Quoted;
  return out;
}

}  // namespace plumbline::tests
