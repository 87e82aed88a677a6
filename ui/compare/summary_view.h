// SPDX-License-Identifier: GPL-3.0-or-later
// The block of summary numbers: a small flat table; a sentence takes the whole width and as many lines as it needs.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QTableView>
#include <vector>

#include "core/diff/hud_summary.h"
#include "core/diff/thresholds.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

// The dashboard's numbers of two runs beside the same means over the models that both measured. A line whose two ways
// disagree is followed by the sentence that says so.
//
//   SummaryModel model;
//   model.setLines(diff::summaryLines(*diff, 0, 1), {"A", "B"}, thresholds);

class SummaryModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Number, HudBefore, HudAfter, HudChange, PairedBefore, PairedAfter, PairedChange, Count, LeftOut, ColumnCount };
  enum Role {
    ToneRole = Qt::UserRole + 1,  ///< int: Tone below
    SentenceRole,                 ///< bool: the row is the sentence of the line above
  };
  enum class Tone { Plain, Muted, Good, Bad };

  explicit SummaryModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// letters name the two runs.
  void setLines(std::vector<diff::SummaryLine> lines, const QStringList& letters, const diff::Thresholds& thresholds);
  bool isSentence(int row) const { return m_rows[static_cast<std::size_t>(row)].isSentence; }
  QString sentence(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(ColumnCount); }
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    std::size_t line = 0;
    bool isSentence = false;
  };
  const diff::SummaryLine& line(int row) const { return m_lines[m_rows[static_cast<std::size_t>(row)].line]; }
  QString text(int row, int column) const;
  Tone tone(int row, int column) const;
  QString tooltip(int row, int column) const;

  std::vector<diff::SummaryLine> m_lines;
  std::vector<Row> m_rows;
  QStringList m_letters{QString(), QString()};
  diff::Thresholds m_thresholds;
};

class SummaryDelegate;
class SummaryModel;

class SummaryView : public QTableView, public Themed {
  Q_OBJECT

 public:
  SummaryView(SummaryModel* model, const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  /// wantedHeight is what header and all rows take at that width.
  int wantedHeight(int width) const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shape();
  int heightOf(int row, int width) const;

  SummaryModel* m_model;
  SummaryDelegate* m_delegate;
};

}  // namespace plumbline::ui
