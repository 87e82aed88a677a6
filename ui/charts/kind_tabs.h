// SPDX-License-Identifier: GPL-3.0-or-later
// The row of charts to choose from: one word each, the shown one underlined.
//
//   auto* tabs = new KindTabs(theme, page);
//   connect(tabs, &KindTabs::kindRequested, page, &ChartsPage::showKind);
#pragma once

#include <QList>
#include <QWidget>

#include "core/charts/chart_data.h"
#include "ui/support/quiet_button.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

class KindTab : public QuietButton {
  Q_OBJECT

 public:
  explicit KindTab(QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
};

class KindTabs : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit KindTabs(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) override;
  void setKind(charts::ChartKind kind);
  const QList<KindTab*>& tabs() const { return m_tabs; }

 Q_SIGNALS:
  void kindRequested(plumbline::charts::ChartKind kind);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QList<KindTab*> m_tabs;
};

}  // namespace plumbline::ui
