// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_text.h"

#include <QStringList>
#include <algorithm>

#include "core/overview/headline.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/support/count_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::ConfigResult;

namespace {

const QString kDot = u" \u00b7 "_s;
constexpr qsizetype kShortHash = 10;

std::size_t countOf(const overview::CommitView& view, bool (*test)(const ConfigResult&)) {
  return static_cast<std::size_t>(std::ranges::count_if(view.configs(), test));
}

QString configsText(std::size_t count) { return grouped(count) + (count == 1 ? u" config"_s : u" configs"_s); }

}  // namespace

QString summaryText(const overview::CommitView& view) {
  QStringList parts{configsText(view.configs().size())};
  const auto add = [&](const QString& words, bool (*test)(const ConfigResult&)) {
    if (const std::size_t count = countOf(view, test); count > 0) parts << grouped(count) + u' ' + words;
  };
  add(u"fail CI"_s, [](const ConfigResult& c) { return c.ciExit != 0; });
  add(u"with lost models"_s, [](const ConfigResult& c) { return c.lost() > 0; });
  add(u"with shards missing"_s, [](const ConfigResult& c) { return c.run && !c.isComplete(); });
  add(u"not run"_s, [](const ConfigResult& c) { return !c.run; });
  add(u"without a baseline"_s, [](const ConfigResult& c) { return c.run && !c.baseline; });
  add(u"not judged"_s, [](const ConfigResult& c) { return c.problem.has_value(); });
  return parts.join(kDot);
}

QString matrixStatus(const overview::CommitView& view, const std::vector<overview::Group>& groups) {
  QStringList parts;
  if (!view.commit().empty()) parts << QString::fromStdString(view.commit()).left(kShortHash);
  const std::size_t run = countOf(view, [](const ConfigResult& c) { return c.run != nullptr; });
  parts << u"%1 of %2 run"_s.arg(grouped(run), configsText(view.configs().size()));
  if (run > 0) parts << QString::fromStdString(overview::headlineOf(view, groups).sentence);
  return parts.join(kDot);
}

TextTable matrixTable(const MatrixModel& model) {
  QStringList titles{u"Suite"_s};
  for (int c = 0; c < model.columnCount(); ++c)
    titles << model.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
  TextTable table{titles};
  for (int r = 0; r < model.rowCount(); ++r) {
    QStringList cells{model.headerData(r, Qt::Vertical, Qt::DisplayRole).toString()};
    for (int c = 0; c < model.columnCount(); ++c) cells << model.index(r, c).data().toString();
    table << cells;
  }
  return table;
}

}  // namespace plumbline::ui
