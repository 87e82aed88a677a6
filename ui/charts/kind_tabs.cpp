// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/kind_tabs.h"

#include <QKeyEvent>
#include <QPainter>

#include "core/charts/make_chart.h"
#include "ui/charts/chart_style.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kLine = 2;

}  // namespace

KindTab::KindTab(QWidget* parent) : QuietButton(parent) {
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
}

QSize KindTab::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text()) + 2 * kGrid, fontMetrics().height() + 2 * kGrid};
}

void KindTab::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF room = QRectF(rect()).adjusted(0, kGrid / 2.0, 0, -kGrid / 2.0);
  if (!isChecked()) paintGround(painter, room);
  painter.setPen(palette().color(isChecked() || underMouse() ? QPalette::WindowText : QPalette::PlaceholderText));
  painter.drawText(rect(), Qt::AlignCenter, text());
  if (isChecked())
    painter.fillRect(QRectF(kGrid, height() - kLine, width() - 2 * kGrid, kLine), palette().color(QPalette::Highlight));
  paintFocus(painter, room);
}

KindTabs::KindTabs(const Theme& theme, QWidget* parent) : QWidget(parent) {
  auto* layout = makeRow(this, {}, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(charts::ChartKind::Count); ++i) {
    const auto kind = static_cast<charts::ChartKind>(i);
    auto* tab = new KindTab(this);
    tab->setText(fromUtf8(charts::kindTitle(kind)));
    tab->setToolTip(u"%1 (%2)"_s.arg(tab->text()).arg(i + 1));
    tab->setAccessibleName(tab->text());
    connect(tab, &QAbstractButton::clicked, this, [this, tab, kind] {
      tab->setChecked(true);  // a second click does not put it out
      Q_EMIT kindRequested(kind);
    });
    layout->addWidget(tab);
    m_tabs << tab;
  }
  applyTheme(*this, theme);
}

void KindTabs::setTheme(const Theme& theme) {
  setFont(theme.font(TextSize::Normal));
  setPalette(theme.palette());
}

void KindTabs::setKind(charts::ChartKind kind) {
  for (qsizetype i = 0; i < m_tabs.size(); ++i) m_tabs[i]->setChecked(i == static_cast<qsizetype>(kind));
}

void KindTabs::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  for (qsizetype i = 0; step != 0 && i < m_tabs.size(); ++i) {
    if (!m_tabs[i]->hasFocus()) continue;
    KindTab* next = m_tabs[(i + step + m_tabs.size()) % m_tabs.size()];
    next->setFocus(Qt::TabFocusReason);
    next->click();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
