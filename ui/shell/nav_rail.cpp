// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/nav_rail.h"

#include <QEvent>
#include <QVBoxLayout>

#include "ui/shell/rail_button.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

NavRail::NavRail(QWidget* parent) : QFrame(parent) {
  setObjectName(u"navRail"_s);
  setAccessibleName(tr("Pages"));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  m_menuButton = new RailButton({}, lineIcon(u"menu"_s), this);
  m_menuButton->setObjectName(u"menuButton"_s);
  m_menuButton->setAccessibleName(tr("Menu"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 8);
  column->setSpacing(0);
  m_top = new QVBoxLayout;
  m_bottom = new QVBoxLayout;
  m_top->setSpacing(0);
  m_bottom->setSpacing(0);
  column->addWidget(m_menuButton);
  column->addLayout(m_top);
  column->addStretch(1);
  column->addLayout(m_bottom);
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
