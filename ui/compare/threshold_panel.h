// SPDX-License-Identifier: GPL-3.0-or-later
// What if: the threshold of every metric that is compared, and what would turn over against the usual ones. Asks for
// other thresholds; what they do is decided by core/diff.
//
//   connect(panel, &ThresholdPanel::thresholdsRequested, &compare, &CompareSession::setThresholds);
//   panel->showRows(rows);      // after every change
#pragma once

#include <QObject>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/diff/diff_rows.h"
#include "ui/compare/compare_model.h"
#include "ui/theme/themed.h"

class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QScrollArea;
class QSlider;
class QToolButton;

namespace plumbline::ui {

// One metric's threshold: a slider for trying, a number for saying it exactly, a floor where the metric has one, and how
// many rows turn over because of it.

class ElidedLabel;
class Theme;

class ThresholdRow : public QObject, public Themed {
  Q_OBJECT

 public:
  struct About {
    QString title;      ///< "compile time"
    QString unit = {};  ///< of the floor
    bool hasLimit = true, hasFloor = false;
    bool isShare = false;  ///< the floor is a share, shown in per cent
  };
  /// The widgets go into a row of the grid.
  ThresholdRow(const About& about, QGridLayout& grid, int row, QWidget* parent);

  /// setValues shows the threshold without a signal.
  void setValues(double relative, std::optional<double> floor, double usualRelative, std::optional<double> usualFloor);
  void setFlips(const diff::FlipCounts& counts);
  void setTheme(const Theme& theme) override;
  QList<QWidget*> focusOrder() const;
  int titleWidth() const;  ///< of the whole name

 Q_SIGNALS:
  void relativeRequested(double relative);
  void floorRequested(double floor);

 private:
  void markUsual();

  About m_about;
  ElidedLabel* m_title;
  QSlider* m_slider = nullptr;
  QDoubleSpinBox *m_limit = nullptr, *m_floor = nullptr;
  QLabel* m_flips;
  bool m_isUsual = true;
};

class MarkChip;
class ThresholdRow;

class ThresholdPanel : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit ThresholdPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void showRows(const DiffRowsPtr& rows);
  bool flipsOnly() const;
  void setFlipsOnly(bool on);
  void reset();  ///< back to the default thresholds
  /// undoLast undoes the last change; a threshold that moves on and on, as by a drag, is one change.
  void undoLast();
  bool canUndoLast() const { return !m_past.empty(); }
  bool isUsual() const { return m_thresholds == diff::defaultThresholds(); }
  void focusFirst();
  QList<QWidget*> focusOrder() const;
  QString sentence() const;  ///< "3 rows become worse, 1 no longer worse"
  int wantedHeight() const;

 Q_SIGNALS:
  void thresholdsRequested(const plumbline::diff::Thresholds& thresholds);
  void flipsOnlyChanged();
  void orderChanged();  ///< other rows: the tab order changes

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Row {
    ThresholdRow* row = nullptr;
    std::string metric;  ///< "": the pass rate
    std::optional<std::size_t> index;
  };
  void makeRows(const diff::RunDiff& diff);
  void fitTitles();
  void want(const diff::Thresholds& thresholds, const std::string& what);

  Theme m_theme;
  struct Step {
    diff::Thresholds before;
    std::string what;  ///< the threshold that was changed
  };

  diff::Thresholds m_thresholds;
  std::vector<Step> m_past;
  diff::RunDiffPtr m_diff;
  QLabel *m_title, *m_sentence;
  MarkChip* m_flipsOnly;
  QToolButton* m_reset;
  QScrollArea* m_area;
  QWidget* m_body = nullptr;
  std::vector<Row> m_rows;
};

}  // namespace plumbline::ui
