// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/action_registry.h"

#include <QAction>
#include <QDir>
#include <QToolButton>
#include <QWidget>

#include "ui/support/key_button.h"
#include "ui/support/line_icon.h"

namespace plumbline::ui {

bool canRunNow(const ActionSpec& spec) { return !spec.enabled || spec.enabled(); }

QString shortcutText(const ActionSpec& spec) {
  QStringList keys;
  for (const QKeySequence& key : spec.shortcuts) keys.append(key.toString(QKeySequence::NativeText));
  return keys.join(u", "_s);
}

ActionRegistry::ActionRegistry(QWidget* window) : QObject(window), m_window(window) {}

QString keysText(const QList<QKeySequence>& keys) {
  QStringList texts;
  for (const QKeySequence& key : keys) texts.append(key.toString(QKeySequence::PortableText));
  return texts.join(u"; "_s);
}

QList<QKeySequence> keysFromText(const QString& text) {
  QList<QKeySequence> keys;
  for (const QString& part : text.split(u"; "_s, Qt::SkipEmptyParts)) {
    const QKeySequence key(part, QKeySequence::PortableText);
    if (!key.isEmpty() && key[0].key() != Qt::Key_unknown) keys.append(key);
  }
  return keys;
}

void ActionRegistry::add(const QList<ActionSpec>& specs, const QString& scope) {
  for (const ActionSpec& spec : specs) {
    auto* action = new QAction(lineIcon(spec.iconName), spec.text, this);
    action->setObjectName(spec.id);
    action->setCheckable(spec.checkable);
    if (spec.checked) action->setChecked(spec.checked());
    connect(action, &QAction::triggered, this, [this, id = spec.id] {
      run(id);
      refresh();
    });
    m_window->addAction(action);
    m_entries.append({withOwnKeys(spec, scope), scope, action, spec.shortcuts});
    showKeys(m_entries.last());
    action->setEnabled(isActive(m_entries.last()));
  }
}

/// A person's keys come before those of the program, and never give one key two meanings.
ActionSpec ActionRegistry::withOwnKeys(ActionSpec spec, const QString& scope) const {
  const std::optional<QString> own = m_ownKeys ? m_ownKeys(spec.id) : std::nullopt;
  if (own) spec.shortcuts = keysFromText(*own);
  spec.shortcuts.removeIf([&](const QKeySequence& key) {
    const Entry* holder = holderInScope(scope, spec.id, key);
    return holder != nullptr && (own || holder->spec.shortcuts != holder->defaultKeys);
  });
  return spec;
}

/// showKeys brings the keys to all that shows them: the action with its tooltip, and the buttons with key caps.
void ActionRegistry::showKeys(const Entry& entry) const {
  entry.action->setShortcuts(entry.spec.shortcuts);
  const QString what = entry.spec.tooltip.isEmpty() ? entry.spec.text : entry.spec.tooltip;
  const QString keys = shortcutText(entry.spec);
  entry.action->setToolTip(keys.isEmpty() ? what : u"%1 (%2)"_s.arg(what, keys));
  if (entry.spec.shortcuts != entry.defaultKeys || m_changed.contains(entry.spec.id))
    for (auto* button : m_window->findChildren<KeyButton*>()) button->showKeys(entry.spec.id, entry.spec.shortcuts);
}

void ActionRegistry::setKeys(const QString& id, const QList<QKeySequence>& keys) {
  for (Entry& entry : m_entries) {
    if (entry.spec.id != id) continue;
    entry.spec.shortcuts = keys;
    m_changed.insert(id);
    showKeys(entry);
    for (const BoundButton& bound : m_buttons)
      if (bound.id == id && bound.button != nullptr) bound.button->setToolTip(entry.action->toolTip());
  }
}

const ActionRegistry::Entry* ActionRegistry::keyHolder(const QString& id, const QKeySequence& key) const {
  const Entry* entry = find(id);
  return entry == nullptr ? nullptr : holderInScope(entry->scope, id, key);
}

const ActionRegistry::Entry* ActionRegistry::holderInScope(const QString& scope, const QString& id,
                                                           const QKeySequence& key) const {
  for (const Entry& entry : m_entries) {
    if (entry.spec.id == id || (!scope.isEmpty() && !entry.scope.isEmpty() && entry.scope != scope)) continue;
    for (const QKeySequence& other : entry.spec.shortcuts)
      if (key.matches(other) != QKeySequence::NoMatch || other.matches(key) != QKeySequence::NoMatch) return &entry;
  }
  return nullptr;
}

void ActionRegistry::setActiveScope(const QString& scope) {
  m_scope = scope;
  refresh();
}

void ActionRegistry::nameScope(const QString& scope, const QString& name) {
  if (!m_names.contains(scope)) m_scopes << scope;
  m_names.insert(scope, name);
}

bool ActionRegistry::isActive(const Entry& entry) const { return entry.scope.isEmpty() || entry.scope == m_scope; }

const ActionRegistry::Entry* ActionRegistry::find(const QString& id) const {
  for (const Entry& entry : m_entries) {
    if (entry.spec.id == id) return &entry;
  }
  return nullptr;
}

QAction* ActionRegistry::action(const QString& id) const {
  const Entry* entry = find(id);
  return entry == nullptr ? nullptr : entry->action;
}

QStringList ActionRegistry::groups() const {
  QStringList list;
  for (const Entry& entry : m_entries) {
    if (!list.contains(entry.spec.group)) list.append(entry.spec.group);
  }
  return list;
}

bool ActionRegistry::run(const QString& id) {
  const Entry* entry = find(id);
  if (entry == nullptr || !isActive(*entry) || !canRunNow(entry->spec) || !entry->spec.run) return false;
  const std::function<void()> work = entry->spec.run;  // it may add actions
  Q_EMIT started(id);
  work();
  return true;
}

bool ActionRegistry::runAnywhere(const QString& id) {
  const Entry* entry = find(id);
  const bool isElsewhere = entry != nullptr && !isActive(*entry);
  if (isElsewhere) Q_EMIT scopeRequested(QString(entry->scope));
  // What decides or deletes shows its page first: what it would be about was not in sight.
  return (isElsewhere && isDangerous(id)) || run(id);
}

bool ActionRegistry::isDangerous(const QString& id) {
  return QDir::match(u"decide.*;overview.accept*;overview.keep;overview.flaky;review.save;review.commit;"
                     "review.undoCommit;review.revert;review.discard;*.remove;*.clear;runs.cancel*;runs.retry;runs.again;app.quit"_s, id);
}

void ActionRegistry::bind(QToolButton* button, const QString& id) {
  const Entry* entry = find(id);
  if (entry == nullptr) return;
  button->setIcon(entry->action->icon());
  button->setToolTip(entry->action->toolTip());
  button->setAccessibleName(entry->spec.text);
  if (button->text().isEmpty() && entry->action->icon().isNull()) button->setText(entry->spec.text);
  button->setEnabled(isActive(*entry) && canRunNow(entry->spec));
  connect(button, &QToolButton::clicked, this, [this, id] {
    run(id);
    refresh();
  });
  m_buttons.append({button, id});
}

void ActionRegistry::refresh() {
  // A shortcut asks again when it is pressed, so the action itself only rests with its scope: an action greyed here
  // would be ignored until a menu was opened.
  for (Entry& entry : m_entries) {
    if (entry.spec.liveText) {
      entry.spec.text = entry.spec.liveText();
      entry.action->setText(entry.spec.text);
    }
    entry.action->setEnabled(isActive(entry));
    if (entry.spec.checked) entry.action->setChecked(entry.spec.checked());
  }
  for (const BoundButton& bound : m_buttons) {
    const Entry* entry = find(bound.id);
    if (bound.button != nullptr) bound.button->setEnabled(isActive(*entry) && canRunNow(entry->spec));
  }
}

QList<ShortcutConflict> ActionRegistry::conflicts() const {
  QList<ShortcutConflict> found;
  for (qsizetype i = 0; i < m_entries.size(); ++i) {
    for (qsizetype j = i + 1; j < m_entries.size(); ++j) {
      const Entry& a = m_entries.at(i);
      const Entry& b = m_entries.at(j);
      if (a.spec.id == b.spec.id) found.append({{}, a.spec.id, b.spec.id});
      if (!a.scope.isEmpty() && !b.scope.isEmpty() && a.scope != b.scope) continue;
      for (const QKeySequence& key : a.spec.shortcuts) {
        for (const QKeySequence& other : b.spec.shortcuts) {
          const bool clash = key.matches(other) != QKeySequence::NoMatch || other.matches(key) != QKeySequence::NoMatch;
          if (clash && !key.isEmpty() && !other.isEmpty()) found.append({key, a.spec.id, b.spec.id});
        }
      }
    }
  }
  return found;
}

}  // namespace plumbline::ui
