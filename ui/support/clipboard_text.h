// SPDX-License-Identifier: GPL-3.0-or-later
// Cells as text for the clipboard: tab-separated for spreadsheets, a Markdown table for issues and pull requests.
//
//   toMarkdown({{"Model", "accuracy"}, {"llama", "pass → fail_accuracy"}})
#pragma once

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>

#include "core/tasks/latest_runner.h"

class QAbstractItemModel;

namespace plumbline::ui {

/// TextTable holds rows of equal length; the first is the header.
using TextTable = QList<QStringList>;

/// toTsv joins cells by tabs and rows by newlines. Tabs and line breaks inside a cell become spaces.
QString toTsv(const TextTable& table);
/// toMarkdown pads the columns, so that the text reads well unrendered too. "|" and "\" are escaped, and so is what
/// Markdown or HTML would take for its own in a cell; line breaks become spaces. `rightAligned` columns get a "--:" rule.
QString toMarkdown(const TextTable& table, const QList<bool>& rightAligned = {});

/// rowTexts returns what a model shows in these rows, below its header; without columns, all of them.
TextTable rowTexts(const QAbstractItemModel& model, const QList<int>& rows, QList<int> columns = {});
/// copyText puts a text on the clipboard.
void copyText(const QString& text);

enum class TableFormat { Tsv, Markdown };
/// tableText writes a table in a format.
QString tableText(const TextTable& table, TableFormat format, const QList<bool>& rightAligned = {});

/// Puts rows of a table on the clipboard. The text of many rows is made off the GUI thread; a newer copy replaces it.
///
///   copier->copy(rows.size(), [snapshot, rows](const base::Progress& progress) {
///     return tableText(cellsOf(*snapshot, rows, progress), TableFormat::Markdown);
///   });
class RowCopier : public QObject {
  Q_OBJECT

 public:
  /// MakeText runs on another thread for more than kMaxAtOnce rows: it owns what it reads, and stops when it is asked
  /// to.
  using MakeText = std::function<QString(const base::Progress&)>;
  static constexpr std::size_t kMaxAtOnce = 1000;

  explicit RowCopier(QObject* parent = nullptr);
  /// copy does nothing for no rows, except that it cancels an unfinished copy.
  void copy(std::size_t rows, MakeText makeText);

 Q_SIGNALS:
  void copied(quint64 rows);

 private:
  struct Text {
    QString text;
    std::size_t rows = 0;
  };
  void deliver(const Text& text);

  tasks::LatestRunner<Text> m_runner;
};

}  // namespace plumbline::ui
