// SPDX-License-Identifier: GPL-3.0-or-later
// What if: the threshold of every metric that is compared, and what would turn over against the usual ones. Asks for
// other thresholds; what they do is decided by core/diff.
//
//   connect(panel, &ThresholdPanel::thresholdsWanted, &compare, &CompareSession::setThresholds);
//   panel->showRows(rows);      // after every change
#pragma once

#include <QWidget>
#include <vector>

#include "ui/compare/compare_model.h"
#include "ui/theme/theme.h"

class QGridLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace plumbline::ui {

class MarkChip;
class ThresholdRow;

class ThresholdPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ThresholdPanel(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showRows(const DiffRowsPtr& rows);
  bool flipsOnly() const;
  void setFlipsOnly(bool on);
  void reset();  ///< back to the usual thresholds
  /// takeBack undoes the last change; a threshold that moves on and on, as by a drag, is one change.
  void takeBack();
  bool canTakeBack() const { return !m_past.empty(); }
  bool isUsual() const { return m_thresholds == diff::defaultThresholds(); }
  void focusFirst();
  QList<QWidget*> focusOrder() const;
  QString sentence() const;  ///< "3 rows become worse, 1 no longer worse"
  int wantedHeight() const;

 Q_SIGNALS:
  void thresholdsWanted(const plumbline::diff::Thresholds& thresholds);
  void flipsOnlyChanged();
  void orderChanged();  ///< other rows: Tab has to be told

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
