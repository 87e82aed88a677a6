// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the selected cells on the clipboard, as TSV or Markdown. Large selections are written off the GUI thread.
//
//   copier->copy(snapshot, model.columns(), columns, sourceRows, CopyFormat::Markdown);
#pragma once

#include <QObject>
#include <vector>

#include "core/session/snapshot.h"
#include "core/tasks/latest_runner.h"
#include "ui/triage/triage_columns.h"

namespace plumbline::ui {

enum class CopyFormat { Tsv, Markdown };

/// cellsText gives the rows and columns as text, header first. Empty when stopped.
QString cellsText(const verdicts::Comparison& comparison, const TriageColumns& columns, const QList<int>& shown,
                  const std::vector<std::uint32_t>& rows, CopyFormat format, const base::Progress& progress = {});

class TableCopier : public QObject {
  Q_OBJECT

 public:
  /// Up to this many rows are written at once.
  static constexpr std::size_t kAtOnce = 1000;

  explicit TableCopier(QObject* parent = nullptr);
  void copy(const session::SnapshotPtr& snapshot, const TriageColumns& columns, const QList<int>& shown,
            std::vector<std::uint32_t> rows, CopyFormat format);

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
