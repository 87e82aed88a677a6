// SPDX-License-Identifier: GPL-3.0-or-later
// The one list of everything a person can do. Menu, buttons, shortcuts, keys page and command search read it; a key
// that would mean two things at once is found here (and by a test), not by a user.
//
//   registry.add(page->actions(), u"triage"_s);   // scope: these rest while another page is in front
//   registry.bind(swapButton, u"pair.swap"_s);
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include "ui/support/action_spec.h"

class QAction;
class QToolButton;
class QWidget;

namespace plumbline::ui {

/// ShortcutConflict is a key that two actions of the same scope claim, or an id used twice (then the key is empty).
struct ShortcutConflict {
  QKeySequence key;
  QString firstId;
  QString secondId;
};

class ActionRegistry : public QObject {
  Q_OBJECT

 public:
  struct Entry {
    ActionSpec spec;
    QString scope;  ///< page the action belongs to; empty: everywhere
    QAction* action = nullptr;
  };

  /// window owns the actions' shortcuts.
  explicit ActionRegistry(QWidget* window);

  void add(const QList<ActionSpec>& specs, const QString& scope = {});
  /// setActiveScope lets only the actions of that scope, and those without one, run.
  void setActiveScope(const QString& scope);
  bool isActive(const Entry& entry) const;

  const QList<Entry>& entries() const { return m_entries; }
  QAction* action(const QString& id) const;  ///< null when unknown
  QStringList groups() const;                ///< in the order of first use
  /// nameScope gives a page's name to its actions; scopeName is "" for those of every page.
  void nameScope(const QString& scope, const QString& name) { m_names.insert(scope, name); }
  QString scopeName(const QString& scope) const { return m_names.value(scope); }

  /// run runs an action that is active and enabled; false otherwise.
  bool run(const QString& id);
  /// runAnywhere requests the action's page first, when another one is in front.
  bool runAnywhere(const QString& id);
  /// isDangerous: it writes, decides or removes, so that a search offers it for its own words only.
  static bool isDangerous(const QString& id);
  /// bind makes a button show and run an action: icon, tooltip with keys, accessible name, enabled after each refresh.
  void bind(QToolButton* button, const QString& id);
  /// refresh asks every action whether it is enabled and checked now; buttons and checked marks follow.
  void refresh();
  QList<ShortcutConflict> conflicts() const;

 Q_SIGNALS:
  void scopeRequested(const QString& scope);

 private:
  struct BoundButton {
    QPointer<QToolButton> button;
    QString id;
  };

  const Entry* find(const QString& id) const;

  QWidget* m_window;
  QList<Entry> m_entries;
  QList<BoundButton> m_buttons;
  QHash<QString, QString> m_names;
  QString m_scope;
};

/// canRunNow asks a spec; one that does not say is always enabled.
bool canRunNow(const ActionSpec& spec);
/// shortcutText gives the keys for people, e.g. "Ctrl+R, F5"; "" when there are none.
QString shortcutText(const ActionSpec& spec);

}  // namespace plumbline::ui
