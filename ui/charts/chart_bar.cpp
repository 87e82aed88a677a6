// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_bar.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QToolButton>

#include "ui/charts/alarm_slider.h"
#include "ui/charts/chart_style.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using charts::Order;

namespace {

constexpr int kLongestModel = 24;  ///< letters on a button
// As high with every choice as with none: the plot stays where it is from chart to chart.
constexpr int kTopRow = 4 * kGrid;
constexpr int kPagerRow = 3 * kGrid;

QToolButton* stepButton(Qt::ArrowType arrow, const QString& text, QWidget* parent) {
  QToolButton* made = makeToolButton({}, {}, text, parent);
  made->setArrowType(arrow);
  return made;
}

}  // namespace

ChartBar::ChartBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new ElidedLabel(Qt::ElideRight, this)),
      m_subtitle(new ElidedLabel(Qt::ElideRight, this)),
      m_legend(new ChartLegend(theme, this)),
      m_metric(new QComboBox(this)),
      m_order(new QComboBox(this)),
      m_back(stepButton(Qt::LeftArrow, tr("Earlier models (Page Up)"), this)),
      m_on(stepButton(Qt::RightArrow, tr("Further models (Page Down)"), this)),
      m_pages(new PlainLabel(this)),
      m_alarms(new AlarmSlider(this)) {
  m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  m_subtitle->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  nameField(*m_metric, tr("Metric"), tr("What is drawn"));
  m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(m_metric, &QComboBox::activated, this, [this] { Q_EMIT metricChosen(m_metric->currentData().toString()); });
  nameField(*m_order, tr("Order"), tr("Which models come first (O)"));
  const std::pair<QString,
  Order> orders[] = {{tr("Worst first"), Order::WorstFirst}, {tr("Best first"), Order::BestFirst},
                                              {tr("By name"), Order::Name}, {tr("As in the file"), Order::File}};
  for (const auto& [text, order] : orders) m_order->addItem(text, static_cast<int>(order));
  connect(m_order, &QComboBox::activated, this, [this] { Q_EMIT orderChosen(static_cast<Order>(m_order->currentData().toInt())); });
  m_peak = addToggle(tr("Peak memory"), tr("Peaks of eager and compiled runs in place of the ratio (P)"),
                     &ChartBar::peakChosen);
  m_model = addToggle({}, tr("Only this model beside the mean, or the biggest movers (L)"), &ChartBar::onlyModelChosen);
  m_all = addToggle(tr("All"), tr("All models at once (A)"), &ChartBar::allChosen);
  connect(m_back, &QToolButton::clicked, this, [this] { Q_EMIT pageRequested(-1); });
  connect(m_on, &QToolButton::clicked, this, [this] { Q_EMIT pageRequested(1); });

  auto* layout = makeColumn(this, {2 * kGrid, kGrid, 2 * kGrid, 0}, kGrid / 2);
  auto* top = makeRow(nullptr, {}, kGrid);
  top->addStrut(kTopRow);
  addParts(*top, {m_title, {m_subtitle, 1}});
  for (QWidget* choice : {static_cast<QWidget*>(m_metric), static_cast<QWidget*>(m_order), static_cast<QWidget*>(m_peak),
                          static_cast<QWidget*>(m_model)})
    top->addWidget(choice);
  layout->addLayout(top);
  auto* below = makeRow(nullptr, {}, kGrid);
  below->addStrut(kPagerRow);
  below->addWidget(m_legend, 1);
  auto* pager = makeRow(nullptr, {}, kGrid / 2);
  for (QWidget* part : {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_pages), static_cast<QWidget*>(m_on),
                        static_cast<QWidget*>(m_all), static_cast<QWidget*>(m_alarms)})
    pager->addWidget(part, 0, Qt::AlignTop);
  below->addLayout(pager);
  layout->addLayout(below);
  styleText({m_title}, {.isBold = true});
  styleText({m_subtitle, m_pages}, {.isMuted = true});
  applyTheme(*this, theme);
}

QToolButton* ChartBar::addToggle(const QString& text, const QString& tooltip, void (ChartBar::*signal)(bool)) {
  QToolButton* made = makeToggle(text, tooltip, this);
  connect(made, &QToolButton::clicked, this, signal);
  return made;
}

void ChartBar::setTheme(const Theme& theme) {
  m_theme = theme;
  m_pages->setMinimumHeight(m_on->sizeHint().height());
}

void ChartBar::show(const charts::ChartData& chart, const Choices& choices) {
  m_title->setText(fromUtf8(chart.title));
  m_subtitle->setText(trueMinus(fromUtf8(chart.subtitle)));
  m_legend->setEntries(legendOf(chart, m_theme), m_theme);
  {
    const QSignalBlocker quiet(m_metric);
    bool isSame = m_metric->count() == choices.metrics.size();
    for (int i = 0; isSame && i < m_metric->count(); ++i) isSame = m_metric->itemData(i).toString() == choices.metrics[i].name;
    if (!isSame) {
      m_metric->clear();
      for (const Metric& metric : choices.metrics) m_metric->addItem(metric.title, metric.name);
    }
    m_metric->setCurrentIndex(m_metric->findData(choices.metric));
  }
  m_metric->setVisible(choices.metrics.size() > 1);
  m_order->setVisible(choices.hasOrder);
  m_order->setCurrentIndex(m_order->findData(static_cast<int>(choices.order)));
  m_peak->setVisible(choices.hasPeak);
  m_peak->setChecked(choices.peak);
  m_model->setVisible(!choices.model.isEmpty());
  const bool isLong = choices.model.size() > kLongestModel;
  m_model->setText(tr("Only %1").arg(isLong ? choices.model.left(kLongestModel - 1) + u'\u2026' : choices.model));
  m_model->setChecked(choices.onlyModel);
  for (QWidget* part : {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_on), static_cast<QWidget*>(m_pages)})
    part->setVisible(choices.hasPages && !choices.all);
  m_alarms->setVisible(choices.hasChanges);
  m_all->setVisible(choices.hasPages);
  m_all->setChecked(choices.all);
  m_back->setEnabled(choices.first > 0);
  m_on->setEnabled(choices.first + choices.shown < choices.total);
  m_pages->setText(tr("%1\u2013%2 of %3").arg(grouped(choices.first + 1), grouped(choices.first + choices.shown),
                                              grouped(choices.total)));
  // As wide as its widest: the arrows stay where they are.
  m_pages->setMinimumWidth(m_pages->fontMetrics().horizontalAdvance(
      tr("%1\u2013%1 of %1").arg(grouped(choices.total))));
  m_pages->setAlignment(Qt::AlignCenter);
  // The pager may have taken room from the legend: its lines are counted now, not a frame later.
  layout()->activate();
  m_legend->fit();
}

void ChartBar::showMetrics() {
  if (m_metric->isVisible()) m_metric->showPopup();
}

QString ChartBar::pagesText() const { return m_pages->isHidden() ? QString() : m_pages->text(); }

QList<QWidget*> ChartBar::focusOrder() const {
  return QWidgetList{m_metric, m_order, m_peak, m_model, m_back, m_on, m_all} + m_alarms->focusOrder();
}

}  // namespace plumbline::ui
