// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/alarm_slider.h"

#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "core/charts/change_marks.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/themed.h"

namespace plumbline::ui {

namespace {

constexpr int kLast = static_cast<int>(charts::kAlarmRates.size()) - 1;

QString rateText(int position) {
  return fromUtf8(charts::alarmText(charts::kAlarmRates[static_cast<std::size_t>(position)]));
}

}  // namespace

AlarmSlider::AlarmSlider(QWidget* parent)
    : QWidget(parent),
      m_toggle(makeToggle(tr("Changes"), tr("Show where a level moved, with its size and 95 % interval (S)"), this)),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_text(new PlainLabel(this)) {
  nameField(*m_slider, tr("Sensitivity to changes"),
            tr("How often a series that does not change may raise an alarm: right finds smaller changes and raises more of "
               "them (comma, full stop)"));
  m_slider->setRange(0, kLast);
  m_slider->setPageStep(1);
  m_slider->setValue(static_cast<int>(charts::kDefaultAlarm));
  m_slider->setFixedWidth(12 * kGrid);
  m_toggle->setChecked(true);
  // As wide as its widest text: the legend beside it keeps its lines.
  int widest = 0;
  for (int i = 0; i <= kLast; ++i) widest = std::max(widest, m_text->fontMetrics().horizontalAdvance(rateText(i)));
  m_text->setMinimumWidth(widest);
  styleText({m_text}, {.size = TextSize::Small, .isMuted = true});
  makeRow(this, {}, kGrid / 2, {m_toggle, m_slider, m_text});
  connect(m_toggle, &QToolButton::clicked, this, [this] { showRate(); });
  connect(m_slider, &QSlider::valueChanged, this, [this] { showRate(); });
  showRate();
}

std::optional<double> AlarmSlider::rate() const {
  if (!m_toggle->isChecked()) return std::nullopt;
  return charts::kAlarmRates[static_cast<std::size_t>(m_slider->value())];
}

QWidgetList AlarmSlider::focusOrder() const { return {m_toggle, m_slider}; }

int AlarmSlider::state() const { return m_toggle->isChecked() ? m_slider->value() : -1; }

void AlarmSlider::setState(int state) {
  if (state < -1 || state > kLast) return;
  m_toggle->setChecked(state >= 0);
  if (state >= 0) m_slider->setValue(state);
  showRate();
}

void AlarmSlider::toggle() { m_toggle->click(); }

void AlarmSlider::step(int by) {
  if (!m_toggle->isChecked()) return toggle();
  m_slider->setValue(m_slider->value() + by);
}

void AlarmSlider::showRate() {
  m_slider->setEnabled(m_toggle->isChecked());
  m_text->setText(m_toggle->isChecked() ? rateText(m_slider->value()) : tr("change points are not shown"));
  m_slider->setAccessibleDescription(m_text->text());
  Q_EMIT rateChanged();
}

}  // namespace plumbline::ui
