// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/nav_rail.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QEvent>
#include <QIcon>
#include <QKeyEvent>
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

bool isWalkKey(int key) {
  return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Home || key == Qt::Key_End;
}

/// TabAccess shows a page's button as a tab, selected while its page is in front; the menu's stays a button.
class TabAccess : public QAccessibleWidget {
 public:
  explicit TabAccess(RailButton& button) : QAccessibleWidget(&button), m_button(button) {}
  QAccessible::Role role() const override {
    return m_button.isCheckable() ? QAccessible::PageTab : QAccessible::ButtonMenu;
  }
  QAccessible::State state() const override {
    QAccessible::State state = QAccessibleWidget::state();
    state.focusable = true;  // with the arrows, where Tab does not stop
    state.selectable = m_button.isCheckable();
    state.selected = m_button.isChecked();
    return state;
  }
  QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
  void doAction(const QString& action) override {
    if (action == pressAction()) m_button.click();
    else QAccessibleWidget::doAction(action);
  }

 private:
  RailButton& m_button;
};

QAccessibleInterface* makeRailAccess(const QString&, QObject* object) {
  if (auto* button = qobject_cast<RailButton*>(object)) return new TabAccess(*button);
  if (auto* rail = qobject_cast<NavRail*>(object)) return new QAccessibleWidget(rail, QAccessible::PageTabList);
  return nullptr;
}

}  // namespace

RailButton::RailButton(const QString& text, const QIcon& icon, QWidget* parent) : QuietButton(parent) {
  setText(text);
  setIcon(icon);
  setAccessibleName(text);
  setFocusPolicy(Qt::NoFocus);
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

QSize RailButton::minimumSizeHint() const { return {sizeHint().width(), kIcon + kGrid / 2}; }

void RailButton::setCompact(bool isCompact) {
  if (isCompact == m_isCompact) return;
  m_isCompact = isCompact;
  updateGeometry();
  update();
}

/// A button would take the arrows for itself.
void RailButton::keyPressEvent(QKeyEvent* event) {
  if (isWalkKey(event->key())) return event->ignore();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QuietButton::keyPressEvent(event);
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
  icon().paint(&painter, QRect((width() - kIcon) / 2, hasWord() ? kGrid : (height() - kIcon) / 2, kIcon, kIcon), Qt::AlignCenter,
               isEnabled() ? QIcon::Normal : QIcon::Disabled, state);
  if (hasWord()) {
    painter.setFont(wordFont());
    painter.setPen(palette().color(isChecked() ? QPalette::WindowText : QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, kIcon + kGrid + 2, 0, -4), Qt::AlignHCenter | Qt::AlignVCenter, text());
  }
  paintFocus(painter, room);
}

NavRail::NavRail(QWidget* parent) : QFrame(parent) {
  QAccessible::installFactory(makeRailAccess);
  setObjectName(u"navRail"_s);
  setAccessibleName(tr("Pages"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  m_menuButton = new RailButton({}, lineIcon(u"menu"_s), this);
  m_menuButton->setObjectName(u"menuButton"_s);
  m_menuButton->setAccessibleName(tr("Menu"));
  m_menuButton->setToolTip(tr("Menu (F10)"));
  m_menuButton->installEventFilter(this);
  m_top = makeColumn(nullptr, {}, 0);
  m_bottom = makeColumn(nullptr, {}, 0);
  makeColumn(this, {0, 0, 0, 8}, 0, {m_menuButton, m_top, stretch(), m_bottom});
  restTabStop();
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
  button->installEventFilter(this);
  (place == Place::Top ? m_top : m_bottom)->addWidget(button);
  m_buttons.insert(id, button);
}

QList<RailButton*> NavRail::inOrder() const {
  QList<RailButton*> buttons{m_menuButton};
  for (const QVBoxLayout* part : {m_top, m_bottom})
    for (int i = 0; i < part->count(); ++i) buttons.append(qobject_cast<RailButton*>(part->itemAt(i)->widget()));
  return buttons;
}

void NavRail::setTabStop(RailButton* stop) {
  for (RailButton* button : inOrder()) button->setFocusPolicy(button == stop ? Qt::TabFocus : Qt::NoFocus);
}

void NavRail::followInTabOrder(QWidget* before) {
  const QList<RailButton*> buttons = inOrder();
  for (RailButton* button : buttons) {
    button->setFocusPolicy(Qt::TabFocus);  // Qt leaves out widgets without a focus
    setTabOrder(before, button);
    before = button;
  }
  restTabStop();
  if (auto* focused = qobject_cast<RailButton*>(focusWidget()); focused != nullptr && focused->hasFocus()) setTabStop(focused);
}

/// Tab comes in at the page in front; at the menu, when that page has no button.
void NavRail::restTabStop() { setTabStop(m_buttons.value(m_current, m_menuButton)); }

void NavRail::keyPressEvent(QKeyEvent* event) {
  const QList<RailButton*> buttons = inOrder();
  const qsizetype at = buttons.indexOf(focusWidget());
  const qsizetype last = buttons.size() - 1;
  if (!isWalkKey(event->key()) || at < 0) return QFrame::keyPressEvent(event);
  const qsizetype next = event->key() == Qt::Key_Home  ? 0
                         : event->key() == Qt::Key_End ? last
                                                       : at + (event->key() == Qt::Key_Up ? -1 : 1);
  buttons.at(std::clamp<qsizetype>(next, 0, last))->setFocus(Qt::OtherFocusReason);
}

bool NavRail::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn) setTabStop(qobject_cast<RailButton*>(watched));
  if (event->type() == QEvent::FocusOut && !isAncestorOf(QApplication::focusWidget())) restTabStop();
  return QFrame::eventFilter(watched, event);
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
  if (!isAncestorOf(QApplication::focusWidget())) restTabStop();
}

}  // namespace plumbline::ui
