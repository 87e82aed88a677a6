// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/details/chart_pane.h"

#include <QComboBox>
#include <QStackedLayout>

#include "ui/charts/chart_readout.h"
#include "ui/charts/chart_style.h"
#include "ui/support/wrapping_row.h"
#include "ui/support/layouts.h"
#include "ui/support/labels.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

ChartPane::ChartPane(const QString& hint, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_hint(hint), m_controlRoom(new QWidget(this)) {
  m_controls = new WrappingRow(m_controlRoom);
  m_controlRoom->hide();  // until there is something in it
  auto* body = new QWidget(this);
  m_readout = new ChartReadout(theme, body);
  m_view = new ChartView(theme, body);
  m_view->setMinimumSize(200, 100);
  m_legend = new ChartLegend(theme, body);
  m_notes = new ElidedLabel(Qt::ElideRight, body);
  m_notes->hide();  // until there are some
  m_nothing = new PlainLabel(this);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setWordWrap(true);
  m_nothing->setMargin(2 * kGrid);

  auto* reading = makeColumn(nullptr, {2 * kGrid, 0, 2 * kGrid, 0}, -1, {m_readout});
  auto* below = makeColumn(nullptr, {2 * kGrid, 0, 2 * kGrid, kGrid / 2}, kGrid / 2, {m_legend, m_notes});
  makeColumn(body, {}, 0, {reading, {m_view, 1}, below});
  m_stack = new QStackedLayout;
  addWidgets(*m_stack, {body, m_nothing});
  makeColumn(this, {}, 0, {m_controlRoom, {m_stack, 1}});
  connect(m_view, &ChartView::pointedChanged, this, &ChartPane::showReadout);
  setFocusProxy(m_view);
  styleText({m_notes}, {.size = TextSize::Small, .isMuted = true});
  styleText({m_nothing}, {.isMuted = true});
  applyTheme(*this, theme);
  showMessage({});
}

void ChartPane::setTheme(const Theme& theme) {
  m_theme = theme;
  if (m_chart) m_legend->setEntries(legendOf(*m_chart, theme), theme);
}

void ChartPane::showChart(const ChartPtr& chart) {
  m_chart = chart;
  if (!chart || chart->isEmpty()) {
    showMessage(chart ? fromUtf8(chart->emptyText) : QString());
    return;
  }
  m_view->showChart(chart);
  m_legend->setEntries(legendOf(*chart, m_theme), m_theme);
  QStringList notes;
  for (const std::string& note : chart->notes) notes << fromUtf8(note);
  m_notes->setText(notes.join(u' '));
  m_notes->setVisible(!notes.isEmpty());
  m_stack->setCurrentIndex(0);
  showReadout();
}

void ChartPane::showMessage(const QString& sentence) {
  m_nothing->setText(sentence);
  m_stack->setCurrentIndex(1);
}

QString ChartPane::message() const { return m_stack->currentIndex() == 1 ? m_nothing->text() : QString(); }

void ChartPane::showReadout() { m_readout->showItem(m_view->pointed(), ChartReadout::ClassOf::Nothing, m_hint); }

QString ChartPane::reading() const { return m_readout->text(); }

void fillWith(QWidget& widget, QWidget* content) {
  makeColumn(&widget, {}, -1, {content});
}

void addControl(ChartPane& pane, QWidget* control) {
  pane.controls()->setContentsMargins(2 * kGrid, kGrid / 2, 2 * kGrid, 0);
  pane.controls()->setSpacing(kGrid);
  pane.controls()->addWidget(control);
  pane.controlsWidget()->show();
}

QComboBox* newChoice(const QString& name, const QString& tooltip) {
  auto* box = new QComboBox;
  box->setAccessibleName(name);
  box->setToolTip(tooltip);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return box;
}

QString axisText(const std::vector<std::int64_t>& shape, int axis) {
  if (axis < 0 || static_cast<std::size_t>(axis) >= shape.size()) return ChartPane::tr("none");
  return ChartPane::tr("axis %1 (%2)").arg(axis).arg(shape[static_cast<std::size_t>(axis)]);
}

}  // namespace plumbline::ui
