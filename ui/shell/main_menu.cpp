// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_menu.h"

#include <QAbstractButton>
#include <QApplication>

#include "ui/settings/recent_pairs.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/recent_button.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

MainMenu::MainMenu(ActionRegistry& registry, RecentPairs& recent, QWidget* parent)
    : QMenu(parent), m_registry(registry), m_recent(recent) {
  setObjectName(u"mainMenu"_s);
  setAccessibleName(tr("Menu"));
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &MainMenu::fill);
}

void MainMenu::openBelow(const QAbstractButton& button) {
  connect(&button, &QAbstractButton::clicked, this,
          [this, &button] { popup(button.mapToGlobal(QPoint(0, button.height()))); });
}

void MainMenu::fill() {
  clear();
  qDeleteAll(findChildren<QMenu*>(Qt::FindDirectChildrenOnly));  // clear() leaves the submenus behind
  // The chosen line is a quiet ground here: icons are drawn in the text colour and would drown in the accent.
  QPalette quiet = QApplication::palette();
  quiet.setColor(QPalette::Highlight, quiet.color(QPalette::Midlight));
  quiet.setColor(QPalette::HighlightedText, quiet.color(QPalette::Text));
  setPalette(quiet);
  const QStringList groups = m_registry.groups();
  for (const QString& group : groups) {
    QMenu* menu = addMenu(group);
    menu->setPalette(palette());
    for (const ActionRegistry::Entry& entry : m_registry.entries()) {
      if (entry.spec.group != group) continue;
      // The tab puts the key into the menu's own column without making it a second shortcut.
      const QString keys = entry.spec.shortcuts.isEmpty()
                               ? QString()
                               : u'\t' + entry.spec.shortcuts.first().toString(QKeySequence::NativeText);
      QString label = entry.spec.text;
      QAction* line = menu->addAction(entry.action->icon(), label.replace(u'&', u"&&"_s) + keys);
      line->setObjectName(u"menu."_s + entry.spec.id);
      line->setEnabled(m_registry.isActive(entry) && canRunNow(entry.spec));
      line->setCheckable(entry.spec.checkable);
      if (entry.spec.checked) line->setChecked(entry.spec.checked());
      connect(line, &QAction::triggered, &m_registry, [this, id = entry.spec.id] {
        m_registry.run(id);
        m_registry.refresh();
      });
      if (entry.spec.id == u"pair.open"_s) fillRecent(menu->addMenu(lineIcon(u"recent"_s), tr("Open recent")));
    }
  }
}

void MainMenu::fillRecent(QMenu* menu) {
  const QList<RecentPair> pairs = m_recent.pairs();
  menu->setEnabled(!pairs.isEmpty());
  menu->setPalette(palette());
  menu->setToolTipsVisible(true);
  for (const RecentPair& pair : pairs) {
    QAction* line = menu->addAction(recentTitle(pair).replace(u'&', u"&&"_s));
    line->setToolTip(tr("actual: %1\nexpected: %2").arg(pair.actual, pair.expected));
    connect(line, &QAction::triggered, this, [this, pair] { Q_EMIT recentChosen(pair.actual, pair.expected); });
  }
  menu->addSeparator();
  connect(menu->addAction(tr("Clear this list")), &QAction::triggered, &m_recent, &RecentPairs::clear);
}

}  // namespace plumbline::ui
