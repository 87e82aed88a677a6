// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/nav_rail.h"

#include <QEvent>
#include <QIcon>
#include <QPainter>
#include <algorithm>

#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kIcon = 22;
constexpr int kBar = 3;
constexpr double kSmall = 0.9;

}  // namespace

RailButton::RailButton(const QString& text, const QIcon& icon, QWidget* parent) : QuietButton(parent) {
  setText(text);
  setIcon(icon);
  setAccessibleName(text);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

QFont RailButton::wordFont() const {
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * kSmall);
  return small;
}

QSize RailButton::sizeHint() const {
  const QFontMetrics metrics(wordFont());
  // The width stays when the word goes: the page beside the rail does not move.
  return {std::max(64, metrics.horizontalAdvance(text()) + 2 * kGrid), hasWord() ? heightWithWord() : kIcon +
          2 * kGrid};
}

int RailButton::heightWithWord() const { return kIcon + QFontMetrics(wordFont()).height() + 4 + 2 * kGrid; }

QSize RailButton::minimumSizeHint() const { return {sizeHint().width(), kIcon + 2 * kGrid}; }

void RailButton::setCompact(bool isCompact) {
  if (isCompact == m_isCompact) return;
  m_isCompact = isCompact;
  updateGeometry();
  update();
}

void RailButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRect room = rect().adjusted(4, 2, -4, -2);
  paintGround(painter, room);
  if (isChecked()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Highlight));
    painter.drawRoundedRect(QRect(0, room.top() + 6, kBar, room.height() - 12), 1.5, 1.5);
  }
  const QIcon::State state = isChecked() ? QIcon::On : QIcon::Off;
  icon().paint(&painter, QRect((width() - kIcon) / 2, kGrid, kIcon, kIcon), Qt::AlignCenter,
               isEnabled() ? QIcon::Normal : QIcon::Disabled, state);
  if (hasWord()) {
    painter.setFont(wordFont());
    painter.setPen(palette().color(isChecked() ? QPalette::WindowText : QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, kIcon + kGrid + 2, 0, -4), Qt::AlignHCenter | Qt::AlignVCenter, text());
  }
  paintFocus(painter, room);
}

NavRail::NavRail(QWidget* parent) : QFrame(parent) {
  setObjectName(u"navRail"_s);
  setAccessibleName(tr("Pages"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  m_menuButton = new RailButton({}, lineIcon(u"menu"_s), this);
  m_menuButton->setObjectName(u"menuButton"_s);
  m_menuButton->setAccessibleName(tr("Menu"));
  m_top = makeColumn(nullptr, {}, 0);
  m_bottom = makeColumn(nullptr, {}, 0);
  makeColumn(this, {0, 0, 0, 8}, 0, {m_menuButton, m_top, stretch(), m_bottom});
}

void NavRail::addPage(const QString& id, const QString& title, const QString& iconName, const QString& tooltip,
                      Place place) {
  auto* button = new RailButton(title, lineIcon(iconName), this);
  button->setObjectName(u"rail."_s + id);
  button->setCheckable(true);
  button->setToolTip(tooltip);
  connect(button, &QAbstractButton::clicked, this, [this, id] {
    setCurrent(m_current);  // the page decides whether it comes to front
    Q_EMIT pageChosen(id);
  });
  (place == Place::Top ? m_top : m_bottom)->addWidget(button);
  m_buttons.insert(id, button);
}

int NavRail::heightWithWords() const {
  int height = m_menuButton->sizeHint().height() + layout()->contentsMargins().bottom();
  for (const RailButton* button : m_buttons) height += button->heightWithWord();
  return height;
}

void NavRail::fit() {
  const bool isCompact = height() < heightWithWords();
  for (RailButton* button : std::as_const(m_buttons)) button->setCompact(isCompact);
}

void NavRail::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

bool NavRail::event(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::Show) fit();
  return QFrame::event(event);
}

void NavRail::setCurrent(const QString& id) {
  m_current = id;
  for (auto it = m_buttons.cbegin(); it != m_buttons.cend(); ++it) it.value()->setChecked(it.key() == id);
}

}  // namespace plumbline::ui
