// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/baselines/merge_report.h"

#include <algorithm>

#include "core/reports/printable_text.h"
#include "core/text/quantities.h"

namespace plumbline::reports {
namespace {

constexpr std::size_t kShownRepeats = 20;

std::string placeOf(const MergeReport& report, const tables::RowOrigin& origin) {
  const sources::Piece& piece = report.opened.pieces[report.choice.pieces[origin.shard]];
  return piece.origin + ":" + std::to_string(piece.table->lineOf(origin.row));
}

}  // namespace

std::size_t differingRepeats(const tables::MergedShards& merged) {
  return static_cast<std::size_t>(std::count_if(merged.repeated.begin(), merged.repeated.end(),
                                                [](const tables::RepeatedName& name) { return !name.sameBytes; }));
}

std::string mergeText(const MergeReport& report) {
  std::string text = report.file == "-" ? "standard output" : printableText(report.file);
  text += ": " + text::counted(report.merged.table->rowCount(), "row", "rows") + " of " +
          text::counted(report.choice.pieces.size(), "file", "files");
  if (report.choice.config) text += ", " + configs::configName(*report.choice.config);
  text += '\n';
  for (const std::string& note : report.choice.notes) text += printableText(note) + '\n';
  const auto& repeated = report.merged.repeated;
  for (std::size_t i = 0; i < std::min(repeated.size(), kShownRepeats); ++i)
    text += printableText(repeated[i].name + " comes twice" + (repeated[i].sameBytes ? ", with equal rows" : ", with different rows") +
                      ": " + placeOf(report, repeated[i].kept) + " is kept, " + placeOf(report, repeated[i].dropped) +
                      " is left out.") +
            '\n';
  if (repeated.size() > kShownRepeats)
    text += text::counted(repeated.size() - kShownRepeats, "more model comes twice", "more models come twice") + ", " +
            std::to_string(differingRepeats(report.merged)) + " of all with different rows.\n";
  return text;
}

}  // namespace plumbline::reports
