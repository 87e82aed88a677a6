// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/table_copier.h"

#include <QClipboard>
#include <QGuiApplication>

#include "ui/support/clipboard_text.h"
#include "ui/triage/triage_text.h"

namespace plumbline::ui {

QString cellsText(const verdicts::Comparison& comparison, const TriageColumns& columns, const QList<int>& shown,
                  const std::vector<std::uint32_t>& rows, CopyFormat format, const base::Progress& progress) {
  TextTable table;
  QStringList header;
  QList<bool> right;
  for (int column : shown) {
    header << columns.at(column).title;
    right << columns.at(column).numeric;
  }
  table << header;
  for (std::uint32_t row : rows) {
    if (progress.stopRequested()) return {};
    QStringList cells;
    for (int column : shown) cells << displayText(comparison, columns.at(column), row);
    table << cells;
  }
  return format == CopyFormat::Tsv ? toTsv(table) : toMarkdown(table, right);
}

TableCopier::TableCopier(QObject* parent)
    : QObject(parent), m_runner([this](base::Outcome<Text> made) {
        if (made.isValue()) deliver(made.value());
      }) {}

void TableCopier::copy(const session::SnapshotPtr& snapshot, const TriageColumns& columns, const QList<int>& shown,
                       std::vector<std::uint32_t> rows, CopyFormat format) {
  m_runner.cancel();
  if (!snapshot || !snapshot->comparison || rows.empty() || shown.isEmpty()) return;
  if (rows.size() <= kAtOnce) {
    deliver({cellsText(*snapshot->comparison, columns, shown, rows, format), rows.size()});
    return;
  }
  m_runner.run([snapshot, columns, shown, rows = std::move(rows), format](const base::Progress& p) -> base::Outcome<Text> {
    Text made{cellsText(*snapshot->comparison, columns, shown, rows, format, p), rows.size()};
    if (p.stopRequested()) return base::Cancelled{};
    return made;
  });
}

void TableCopier::deliver(const Text& text) {
  QGuiApplication::clipboard()->setText(text.text);
  Q_EMIT copied(text.rows);
}

}  // namespace plumbline::ui
