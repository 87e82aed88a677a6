// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/threshold_row.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "ui/compare/move_look.h"
#include "ui/support/count_text.h"
#include "ui/support/elided_label.h"
#include "ui/theme/theme.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

/// The slider goes to 50 %: half a per cent a step. The number beside it goes on.
constexpr double kStep = 0.005;
constexpr int kSteps = 100;
constexpr double kMostPercent = 1000;

QDoubleSpinBox* makeSpin(const QString& name, const QString& tooltip, QWidget* parent) {
  auto* spin = new QDoubleSpinBox(parent);
  spin->setLocale(QLocale::c());
  spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
  spin->setAlignment(Qt::AlignRight);
  spin->setKeyboardTracking(false);
  spin->setAccessibleName(name);
  spin->setToolTip(tooltip);
  return spin;
}

}  // namespace

ThresholdRow::ThresholdRow(const About& about, QGridLayout& grid, int row, QWidget* parent)
    : QObject(parent), m_about(about), m_title(new ElidedLabel(Qt::ElideMiddle, parent)), m_flips(new QLabel(parent)) {
  m_title->setText(about.title);
  grid.addWidget(m_title, row, 0);
  if (about.hasLimit) {
    const QString tip = u"A change of more than this counts: %1, relative to what it was before"_s.arg(about.title);
    m_slider = new QSlider(Qt::Horizontal, parent);
    m_slider->setRange(0, kSteps);
    m_slider->setPageStep(10);
    m_slider->setMinimumWidth(44);
    m_slider->setAccessibleName(u"Threshold of %1, slider"_s.arg(about.title));
    m_slider->setToolTip(tip);
    grid.addWidget(m_slider, row, 1);
    m_limit = makeSpin(u"Threshold of %1, in per cent"_s.arg(about.title), tip, parent);
    m_limit->setRange(0, kMostPercent);
    m_limit->setDecimals(1);
    m_limit->setSingleStep(kStep * 100);
    m_limit->setSuffix(u" %"_s);
    grid.addWidget(m_limit, row, 2);
    connect(m_slider, &QSlider::valueChanged, this, [this](int step) { Q_EMIT relativeWanted(step * kStep); });
    connect(m_limit, &QDoubleSpinBox::valueChanged, this, [this](double percent) { Q_EMIT relativeWanted(percent / 100); });
  }
  if (about.hasFloor) {
    m_floor = makeSpin(u"Floor of %1"_s.arg(about.title),
                       u"The dashboard marks %1 below this, whatever it was before"_s.arg(about.title), parent);
    m_floor->setPrefix(u"\u2265 "_s);
    m_floor->setSuffix(about.isShare ? u" %"_s : about.unit.isEmpty() ? QString() : u' ' + about.unit);
    m_floor->setRange(0, about.isShare ? 100 : 1e6);
    m_floor->setDecimals(about.isShare ? 0 : 2);
    m_floor->setSingleStep(about.isShare ? 1 : 0.01);
    grid.addWidget(m_floor, row, 3);
    connect(m_floor, &QDoubleSpinBox::valueChanged, this,
            [this](double floor) { Q_EMIT floorWanted(m_about.isShare ? floor / 100 : floor); });
  }
  m_flips->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  grid.addWidget(m_flips, row, 4);
}

void ThresholdRow::setValues(double relative, std::optional<double> floor, double usualRelative,
                             std::optional<double> usualFloor) {
  if (m_limit != nullptr) {
    const QSignalBlocker quietSlider(m_slider), quietLimit(m_limit);
    m_slider->setValue(static_cast<int>(std::lround(std::min(relative / kStep, double(kSteps)))));
    if (std::fabs(m_limit->value() - relative * 100) > 1e-9) m_limit->setValue(relative * 100);
  }
  if (m_floor != nullptr && floor) {
    const QSignalBlocker quiet(m_floor);
    const double shown = m_about.isShare ? *floor * 100 : *floor;
    if (std::fabs(m_floor->value() - shown) > 1e-9) m_floor->setValue(shown);
  }
  m_isUsual = relative == usualRelative && floor == usualFloor;
  markUsual();
}

/// markUsual makes the names of what was moved bold, so that nobody forgets it.
void ThresholdRow::markUsual() {
  QFont font = m_title->font();
  font.setWeight(m_isUsual ? QFont::Normal : QFont::DemiBold);
  m_title->setFont(font);
}

void ThresholdRow::setFlips(const diff::FlipCounts& counts) {
  m_flips->setText(counts.rows == 0 ? QString() : u"%1 %2"_s.arg(flipMark(), grouped(counts.rows)));
  const QString sentence = fromUtf8(diff::flipSentence(counts));
  m_flips->setToolTip(sentence);
  m_flips->setAccessibleName(sentence.isEmpty() ? u"no row turns over"_s : sentence);
}

void ThresholdRow::setTheme(const Theme& theme) {
  m_title->setFont(theme.font(TextSize::Normal));
  markUsual();
  const QFontMetrics metrics(theme.font(TextSize::Normal));
  for (QDoubleSpinBox* spin : {m_limit, m_floor})
    if (spin != nullptr) spin->setFixedHeight(metrics.height() + 6);  // as compact as a row of the tables
  if (m_limit != nullptr) m_limit->setFixedWidth(metrics.horizontalAdvance(u"100.0 %"_s) + kGrid + 4);
  if (m_floor != nullptr) m_floor->setFixedWidth(metrics.horizontalAdvance(u"\u2265 0.95 x"_s) + kGrid + 4);
  m_flips->setMinimumWidth(metrics.horizontalAdvance(flipMark() + u" 999"_s));
}

int ThresholdRow::titleWidth() const { return m_title->sizeHint().width() + kGrid; }

QList<QWidget*> ThresholdRow::focusOrder() const {
  QList<QWidget*> order;
  if (m_limit != nullptr) order << m_slider << m_limit;
  if (m_floor != nullptr) order << m_floor;
  return order;
}

}  // namespace plumbline::ui
