// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours, lines and glyphs of a chart mean: sample and word, flowing over as many lines as it takes.
//
//   legend->setEntries(legendOf(chart, theme), theme);
#pragma once

#include <QWidget>
#include <vector>

#include "ui/charts/chart_look.h"

namespace plumbline::ui {

class ChartLegend : public QWidget {
  Q_OBJECT

 public:
  explicit ChartLegend(const Theme& theme, QWidget* parent = nullptr);
  void setEntries(std::vector<LegendEntry> entries, const Theme& theme);
  const std::vector<LegendEntry>& entries() const { return m_entries; }
  /// fit takes as many lines as the width asks for. Not left to the layout, which asks for a width that it does not give.
  void fit();
  /// isWhole tells whether every entry is on screen.
  bool isWhole() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// boxes places the entries in a width; `height` is what they take.
  std::vector<QRectF> boxes(int width, int* height) const;


  Theme m_theme;
  std::vector<LegendEntry> m_entries;
};

}  // namespace plumbline::ui
