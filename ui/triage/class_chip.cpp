// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/class_chip.h"

#include <QPainter>
#include <utility>

#include "core/verdicts/view/row_view.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

ClassChip::ClassChip(verdicts::VerdictClass cls, const Theme& theme, const QString& key, QWidget* parent)
    : ToggleChip(theme, parent), m_cls(cls), m_key(key) {
  refresh();
}

void ClassChip::describe() {
  const QString title = theme().classStyle(m_cls).title;
  setAccessibleName(u"%1, %2"_s.arg(title, grouped(count())));
  setToolTip(tr("Show only %1 (%2)").arg(title.toLower(), m_key));
}

QSize ClassChip::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  return {metrics.height() + kGrid / 2 + metrics.horizontalAdvance(grouped(count())) + kGrid + kGrid / 2,
          metrics.height() + kGrid};
}

void ClassChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const ClassStyle& style = theme().classStyle(m_cls);
  paintGround(painter, style.tint.isValid() && count() > 0 ? style.tint : theme().color(Tone::Base), style,
              style.glyph);
  const int slot = fontMetrics().height();
  painter.setPen(theme().color(count() == 0 ? Tone::Muted : Tone::Text));
  painter.drawText(QRect(kGrid + slot, 0, width() - slot - kGrid - kGrid / 2, height()),
                   Qt::AlignVCenter | Qt::AlignRight, grouped(count()));
}

ClassChips::ClassChips(const QList<verdicts::VerdictClass>& classes, const Theme& theme, QWidget* parent) {
  setSpacing(kGrid / 2);
  for (const verdicts::VerdictClass cls : classes) {
    auto* chip = new ClassChip(cls, theme, QString::number(m_chips.size() + 1), parent);
    connect(chip, &QAbstractButton::toggled, this, &ClassChips::changed);
    m_chips << chip;
    addWidget(chip);
  }
}

void ClassChips::setTheme(const Theme& theme) {
  for (ClassChip* chip : std::as_const(m_chips)) chip->setTheme(theme);
}

void ClassChips::setCounts(const std::function<std::size_t(verdicts::VerdictClass)>& countOf) {
  for (ClassChip* chip : std::as_const(m_chips)) chip->setCount(countOf(chip->verdictClass()));
}

void ClassChips::toggle(verdicts::VerdictClass cls) {
  for (ClassChip* chip : std::as_const(m_chips))
    if (chip->verdictClass() == cls) chip->toggle();
}

void ClassChips::clear() {
  for (ClassChip* chip : std::as_const(m_chips)) chip->setChecked(false);
}

std::uint32_t ClassChips::checked() const {
  std::uint32_t classes = 0;
  for (const ClassChip* chip : m_chips)
    if (chip->isChecked()) classes |= verdicts::classBit(chip->verdictClass());
  return classes;
}

}  // namespace plumbline::ui
