// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdicts/row_join.h"

#include "core/verdicts/name_join.h"

namespace plumbline::verdicts {

using tables::ColumnType;
using tables::Frame;

std::optional<RowJoin> RowJoin::make(const Frame& actual, const Frame& expected, const base::Progress& progress) {
  const auto isText = [](const NameSide& side) {
    return side.names->type() == ColumnType::Text || side.names->type() == ColumnType::RawText;
  };
  NameSide texts[2];
  NameSide numbers[2];
  const auto sideOf = [](const Frame& frame) {
    return NameSide{&frame, frame.column("name"), static_cast<std::uint32_t>(frame.rowCount())};
  };
  const NameSide sides[2] = {sideOf(actual), sideOf(expected)};
  for (std::size_t i = 0; i < 2; ++i) {
    if (sides[i].names != nullptr) (isText(sides[i]) ? texts : numbers)[i] = sides[i];
  }

  RowJoin join;
  join.m_expected.assign(actual.rowCount(), kNoJoinRow);
  join.m_single.assign(actual.rowCount(), Occurs::NotAName);
  NameAlignment aligned(texts[0], texts[1], join);
  if (!aligned.run(progress)) return std::nullopt;
  if (!TextJoin(texts[0], texts[1], aligned, join).run(progress)) return std::nullopt;
  if (!NumberJoin(numbers[0], numbers[1], join).run(progress)) return std::nullopt;
  return join;
}

}  // namespace plumbline::verdicts
