// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/sibling_rows.h"

#include <QStringList>
#include <algorithm>

#include "core/overview/model_view.h"
#include "ui/theme/class_marks.h"
#include "ui/triage/cell_parts.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::Evidence;
using overview::ModelRow;
using overview::SiblingProposal;

namespace {

QString shown(const std::string& text) { return text.empty() ? u"\u2013"_s : shortened(fromUtf8(text), 60); }

QString change(const std::string& from, const std::string& to) {
  return to.empty() || from == to ? shown(from) : shown(from) + arrowText() + shown(to);
}

/// addValues names the columns of the edit, or without one those that changed.
void addValues(SiblingRow& made, const ModelRow& row, const SiblingProposal* proposal, bool isRun) {
  QStringList parts;
  const auto add = [&](const std::string& column, const QString& values) {
    made.column = parts.isEmpty() ? fromUtf8(column) : QString();
    made.bare = parts.isEmpty() ? values : QString();
    parts << fromUtf8(column) + u' ' + values;
  };
  if (proposal) {
    for (const overview::SiblingCell& cell : proposal->cells) add(cell.column, change(cell.now, cell.actual));
  } else {
    for (const ModelRow::Cell& cell : row.cells)
      if (cell.changed && !cell.notMeasured) add(cell.column, change(cell.expected, cell.actual));
  }
  made.values = !parts.isEmpty() ? parts.join(u", "_s) : isRun ? u"as expected"_s : u"not run"_s;
}

}  // namespace

std::vector<SiblingRow> siblingRows(const SiblingDesk& desk, const std::string& model,
                                    const std::vector<std::pair<std::string, std::string>>& cells) {
  std::vector<SiblingRow> rows;
  if (!desk.view() || desk.siblings().empty()) return rows;
  SiblingDesk::Proposals proposals;
  std::ranges::copy_if(desk.proposals(), std::back_inserter(proposals), [&](const SiblingProposal& p) { return p.model == model; });
  if (proposals.empty()) proposals = desk.proposalsFor(model, cells);
  const overview::ModelView view = overview::modelView(*desk.view(), model);
  for (const SiblingDesk::Sibling& sibling : desk.siblings()) {
    const auto row = std::ranges::find(view.rows, sibling.config, &ModelRow::config);
    if (row == view.rows.end()) continue;
    const auto proposal = std::ranges::find(proposals, sibling.config, &SiblingProposal::config);
    const SiblingProposal* said = proposal == proposals.end() ? nullptr : &*proposal;
    const bool isRun = desk.view()->configs()[sibling.config].run != nullptr && !row->origin.empty();
    SiblingRow made{.words = sibling.words,
                    .config = QString::fromStdString(configs::configName(desk.view()->configs()[sibling.config].config)),
                    .values = {},
                    .column = {},
                    .bare = {},
                    .evidence = said ? fromUtf8(overview::evidenceWord(said->evidence)) : QString(),
                    .glyph = isRun ? classMark(row->cls).glyph : QString(),
                    .cls = row->cls};
    addValues(made, *row, said, isRun);
    rows.push_back(std::move(made));
  }
  return rows;
}

}  // namespace plumbline::ui
