// SPDX-License-Identifier: GPL-3.0-or-later
// Puts rows of a table on the clipboard. The text of many rows is made off the GUI thread; a newer copy replaces it.
//
//   copier->copy(rows.size(), [snapshot, rows](const base::Progress& progress) {
//     return tableText(cellsOf(*snapshot, rows, progress), TableFormat::Markdown);
//   });
#pragma once

#include <QObject>
#include <functional>

#include "core/tasks/latest_runner.h"

namespace plumbline::ui {

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
