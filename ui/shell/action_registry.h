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
#include <QSet>
#include <QStringList>
#include <functional>
#include <optional>

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
    QList<QKeySequence> defaultKeys = {};  ///< of the spec, where its shortcuts were changed
  };
  /// OwnKeys returns the keys that a person gave an action, in the form of keysText; nothing: the action's own.
  using OwnKeys = std::function<std::optional<QString>(const QString& id)>;

  /// window owns the actions' shortcuts.
  explicit ActionRegistry(QWidget* window);

  /// useOwnKeys holds for actions added later. A key that is taken already is left out.
  void useOwnKeys(OwnKeys ownKeys) { m_ownKeys = std::move(ownKeys); }
  /// setKeys gives an action other keys now.
  void setKeys(const QString& id, const QList<QKeySequence>& keys);
  /// keyHolder is the action that has this key where `id` would hear it; null: the key is free.
  const Entry* keyHolder(const QString& id, const QKeySequence& key) const;
  void add(const QList<ActionSpec>& specs, const QString& scope = {});
  /// setActiveScope lets only the actions of that scope, and those without one, run.
  void setActiveScope(const QString& scope);
  bool isActive(const Entry& entry) const;

  const QList<Entry>& entries() const { return m_entries; }
  QAction* action(const QString& id) const;  ///< null when unknown
  QStringList groups() const;                ///< in the order of first use
  /// nameScope gives a page's name to its actions; scopeName is "" for those of every page.
  void nameScope(const QString& scope, const QString& name);
  QString scopeName(const QString& scope) const { return m_names.value(scope); }
  /// scopes are those that have a name, in the order in which they got it.
  const QStringList& scopes() const { return m_scopes; }

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
  void started(const QString& id);  ///< an action, just before it runs
  void scopeRequested(const QString& scope);

 private:
  struct BoundButton {
    QPointer<QToolButton> button;
    QString id;
  };

  const Entry* find(const QString& id) const;
  const Entry* holderInScope(const QString& scope, const QString& id, const QKeySequence& key) const;
  ActionSpec withOwnKeys(ActionSpec spec, const QString& scope) const;
  void showKeys(const Entry& entry) const;

  QWidget* m_window;
  QList<Entry> m_entries;
  QList<BoundButton> m_buttons;
  QHash<QString, QString> m_names;
  QStringList m_scopes;
  QString m_scope;
  OwnKeys m_ownKeys;
  QSet<QString> m_changed;  ///< ids with keys that were set in this window
};

/// canRunNow asks a spec; one that does not say is always enabled.
bool canRunNow(const ActionSpec& spec);
/// shortcutText gives the keys for people, e.g. "Ctrl+R, F5"; "" when there are none.
QString shortcutText(const ActionSpec& spec);
/// keysText and keysFromText are the form of the settings file: "Ctrl+R; F5". A text that is no key is left out.
QString keysText(const QList<QKeySequence>& keys);
QList<QKeySequence> keysFromText(const QString& text);

}  // namespace plumbline::ui
