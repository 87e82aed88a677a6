// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the comparison on the clipboard: as a table for a spreadsheet, where every number has a cell of its own, or as
// Markdown for an issue, as the window shows them. Large selections are written off the GUI thread.
//
//   copier->copy(model.rows(), model.columns(), table->shownColumns(), sourceRows, CompareCopy::Markdown);
#pragma once

#include <QObject>

#include "core/tasks/latest_runner.h"
#include "ui/compare/compare_model.h"

namespace plumbline::ui {

enum class CompareCopy { Tsv, Markdown };

/// compareText gives the rows and columns as text, header first.
QString compareText(const diff::DiffRows& rows, const CompareColumns& columns, const QList<int>& shown,
                    const std::vector<std::uint32_t>& sourceRows, CompareCopy format, const base::Progress& progress = {});

class CompareCopier : public QObject {
  Q_OBJECT

 public:
  static constexpr std::size_t kAtOnce = 1000;  ///< rows

  explicit CompareCopier(QObject* parent = nullptr);
  void copy(const DiffRowsPtr& rows, const CompareColumns& columns, const QList<int>& shown,
            std::vector<std::uint32_t> sourceRows, CompareCopy format);

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
