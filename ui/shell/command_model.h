// SPDX-License-Identifier: GPL-3.0-or-later
// What the command search lists: the registry's actions that can run now, best answer first.
#pragma once

#include <QAbstractListModel>
#include <QList>

#include "ui/shell/action_registry.h"

namespace plumbline::ui {

class CommandModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { IdRole = Qt::UserRole + 1, KeysRole, GroupRole };

  explicit CommandModel(const ActionRegistry& registry, QObject* parent = nullptr);

  /// setTyped filters and ranks anew; the empty text lists everything in the registry's order.
  void setTyped(const QString& typed);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Line {
    QString id, text, group, keys;
  };
  const ActionRegistry& m_registry;
  QList<Line> m_lines;
};

}  // namespace plumbline::ui
