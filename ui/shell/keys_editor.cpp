// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/keys_editor.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>

#include "ui/settings/preferences.h"
#include "ui/shell/action_registry.h"
#include "ui/support/form_controls.h"
#include "ui/support/layouts.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"

namespace plumbline::ui {
namespace {

constexpr int kKeyRows = 10;
constexpr int kActionIdRole = Qt::UserRole;
enum KeysColumn { kActionColumn, kPageColumn, kKeysColumn };

bool isModifier(int key) {
  return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_Meta ||
         key == Qt::Key_AltGr || key == Qt::Key_unknown;
}

}  // namespace

KeyField::KeyField(QWidget* parent) : QLineEdit(parent) {
  setReadOnly(true);
  setPlaceholderText(tr("Press the new key"));
}

void KeyField::setKey(const QKeySequence& key) {
  m_key = key;
  setText(key.toString(QKeySequence::NativeText));
  Q_EMIT keyChanged();
}

bool KeyField::event(QEvent* event) {
  // A shortcut of the window would run instead of being recorded.
  if (event->type() == QEvent::ShortcutOverride) {
    event->accept();
    return true;
  }
  return QLineEdit::event(event);
}

void KeyField::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (key == Qt::Key_Escape || key == Qt::Key_Tab || key == Qt::Key_Backtab || isModifier(key)) return event->ignore();
  if (key == Qt::Key_Backspace && event->modifiers() == Qt::NoModifier) return setKey({});
  // "?" is Shift and another key on some keyboards: a printed sign needs no Shift beside it.
  Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
  if (!event->text().isEmpty() && event->text().front().isPrint() && !event->text().front().isLetter())
    modifiers &= ~Qt::KeyboardModifiers(Qt::ShiftModifier);
  setKey(QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(key))));
}

KeysEditor::KeysEditor(ActionRegistry& registry, Preferences& preferences, QWidget* parent)
    : QWidget(parent),
      m_registry(registry),
      m_preferences(preferences),
      m_model(new QStandardItemModel(this)),
      m_shown(new QSortFilterProxyModel(this)),
      m_filter(makeTextField(tr("Filter the actions"), tr("Filter the actions"), this)),
      m_table(new QTableView(this)),
      m_key(new KeyField(this)),
      m_box(new FieldBox(tr("New key of the chosen action"), m_key, {}, this)),
      m_set(makePushButton(u"setKey"_s, tr("Set"), tr("Give the chosen action this key"), this)),
      m_reset(makePushButton(u"resetKey"_s, tr("Default"), tr("Give the chosen action its own keys again"), this)) {
  m_filter->setObjectName(u"keysFilter"_s);
  m_filter->setToolTip(tr("Words of the action, its page or its key"));
  m_key->setObjectName(u"newKey"_s);
  m_key->setToolTip(tr("Press a key with its modifiers; Backspace removes it, Tab goes on"));
  m_shown->setSourceModel(m_model);
  m_shown->setFilterKeyColumn(-1);
  m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
  m_table->setObjectName(u"keysTable"_s);
  m_table->setAccessibleName(tr("Actions and their keys"));
  m_table->setModel(m_shown);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  prepareFlatTable(*m_table);
  m_set->setAccessibleName(tr("Set the key"));
  m_reset->setAccessibleName(tr("Default key"));
  m_box->addBeside(m_set);
  m_box->addBeside(m_reset);
  makeColumn(this, {}, kGrid, {m_filter, {m_table, 1}, m_box});
  connect(m_filter, &QLineEdit::textChanged, m_shown, &QSortFilterProxyModel::setFilterFixedString);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &KeysEditor::showCurrent);
  connect(m_key, &KeyField::keyChanged, this, &KeysEditor::check);
  connect(m_set, &QPushButton::clicked, this, [this] {
    setCurrentKeys(m_key->key().isEmpty() ? QList<QKeySequence>() : QList{m_key->key()}, true);
  });
  connect(m_reset, &QPushButton::clicked, this, &KeysEditor::reset);
}

void KeysEditor::setTheme(const Theme& theme) {
  setFlatTableStyle(*m_table, theme);
  auto* delegate = m_table->findChild<PaddedDelegate*>();
  if (delegate == nullptr) m_table->setItemDelegate(delegate = new PaddedDelegate(theme, m_table));
  delegate->setTheme(theme);
  m_table->setMinimumHeight(kKeyRows * m_table->verticalHeader()->defaultSectionSize());
}

void KeysEditor::fill() {
  const QString current = currentId();
  m_model->clear();
  m_model->setHorizontalHeaderLabels({tr("Action"), tr("Page"), tr("Keys")});
  for (const ActionRegistry::Entry& entry : m_registry.entries()) {
    auto* action = new QStandardItem(entry.spec.text);
    action->setData(entry.spec.id, kActionIdRole);
    action->setToolTip(entry.spec.tooltip);
    const QString page = m_registry.scopeName(entry.scope);
    m_model->appendRow({action, new QStandardItem(page.isEmpty() ? entry.scope.isEmpty() ? tr("all") : entry.scope : page),
                        new QStandardItem(shortcutText(entry.spec))});
    if (entry.spec.id == current) m_table->setCurrentIndex(m_shown->mapFromSource(action->index()));
  }
  m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_table->horizontalHeader()->setSectionResizeMode(kActionColumn, QHeaderView::Stretch);
  m_table->horizontalHeader()->setSectionResizeMode(kPageColumn, QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setSectionResizeMode(kKeysColumn, QHeaderView::ResizeToContents);
  showCurrent();
}

QString KeysEditor::currentId() const {
  return m_table->currentIndex().siblingAtColumn(kActionColumn).data(kActionIdRole).toString();
}

void KeysEditor::showCurrent() {
  m_key->setEnabled(!currentId().isEmpty());
  m_key->setKey({});
  check();
}

/// check says which action has the key already; that one has to give it up first.
void KeysEditor::check() {
  const QString id = currentId();
  const ActionRegistry::Entry* holder = m_key->key().isEmpty() ? nullptr : m_registry.keyHolder(id, m_key->key());
  m_box->setProblem(holder == nullptr ? QString()
                                      : tr("%1 is the key of \"%2\". Choose another one, or change that action first.")
                                            .arg(m_key->text(), holder->spec.text));
  m_set->setEnabled(!id.isEmpty() && holder == nullptr);
  m_reset->setEnabled(m_preferences.ownKeys(id).has_value());
}

void KeysEditor::setCurrentKeys(const QList<QKeySequence>& keys, bool areOwn) {
  const QString id = currentId();
  m_preferences.setOwnKeys(id, areOwn ? std::optional(keysText(keys)) : std::nullopt);
  m_registry.setKeys(id, keys);
  fill();
  Q_EMIT statusMessage(keys.isEmpty() ? tr("The action has no key now") : tr("The key is %1 now").arg(keys.first().toString(QKeySequence::NativeText)));
}

void KeysEditor::reset() {
  for (const ActionRegistry::Entry& entry : m_registry.entries()) {
    if (entry.spec.id != currentId()) continue;
    const QList<QKeySequence> keys = entry.defaultKeys;
    for (const QKeySequence& key : keys)
      if (const auto* holder = m_registry.keyHolder(entry.spec.id, key))
        return m_box->setProblem(tr("%1 is the key of \"%2\" now. Change that action first.")
                                     .arg(key.toString(QKeySequence::NativeText), holder->spec.text));
    return setCurrentKeys(keys, false);
  }
}

void KeysEditor::resetAll() {
  for (const ActionRegistry::Entry& entry : m_registry.entries()) {
    if (!m_preferences.ownKeys(entry.spec.id)) continue;
    m_preferences.setOwnKeys(entry.spec.id, std::nullopt);
    m_registry.setKeys(entry.spec.id, QList<QKeySequence>(entry.defaultKeys));
  }
  fill();
}

}  // namespace plumbline::ui
