// SPDX-License-Identifier: GPL-3.0-or-later
// The command search (Ctrl+Shift+P): type a few letters, Enter runs. Lies over the window, blocks nothing, and gives
// the focus back where it was. Up, Down, Page keys move; Esc or a click elsewhere closes.
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <QList>
#include <QPointer>
#include <QString>
#include <QStyledItemDelegate>
#include <optional>

#include "ui/shell/action_registry.h"

class QLabel;
class QLineEdit;
class QListView;

namespace plumbline::ui {

// What the command search lists: the registry's actions, those of other pages too, best answer first. What cannot run just
// now is listed with the reason once something is typed.

// How well a text answers what was typed into the command search. Every typed word must be found, in any order: as the
// start of a word, inside a word, or as letters in order ("rld" finds "Reload").
//
//   if (auto cost = matchCost(u"swap si"_s, u"Swap actual and expected sides"_s)) ...   // smaller is better

/// kLooseCost is the cost from which a match is loose: inside a word, or scattered letters.
inline constexpr int kLooseCost = 10;
/// matchCost is 0 for a perfect answer, grows with distance, and is empty when a word is not found. Case is ignored.
std::optional<int> matchCost(const QString& typed, const QString& text);

class CommandModel : public QAbstractListModel {
  Q_OBJECT

 public:
  /// WhyNotRole is why the action cannot run now; "" where it can.
  enum Role { IdRole = Qt::UserRole + 1, KeysRole, GroupRole, WhyNotRole };
  /// WhyNot returns what an action of that scope waits for: "nothing is open"; "" for what only the action knows.
  using WhyNot = std::function<QString(const QString& scope)>;

  explicit CommandModel(const ActionRegistry& registry, WhyNot whyNot = {}, QObject* parent = nullptr);

  /// setTyped filters and ranks anew; the empty text lists everything that can run in the registry's order.
  void setTyped(const QString& typed);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Line {
    QString id, text, group, keys, whyNot;
  };
  const ActionRegistry& m_registry;
  WhyNot m_whyNot;
  QList<Line> m_lines;
};

// Draws a line of the command search: what it does on the left, group and keys muted on the right.

class CommandDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  CommandPalette(ActionRegistry& registry, QWidget* window, CommandModel::WhyNot whyNot = {});

  void open();
  void close();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void runCurrent();
  void moveBy(int rows);

  ActionRegistry& m_registry;
  CommandModel* m_model;
  QLineEdit* m_edit;
  QListView* m_list;
  QLabel* m_none;  ///< says that nothing matches
  QPointer<QWidget> m_focusBefore;
};

}  // namespace plumbline::ui
