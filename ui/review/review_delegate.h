// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the review tree: names elided in the middle, and on the right how many lines were added and removed.
#pragma once

#include <QStyledItemDelegate>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class ReviewDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit ReviewDelegate(const Theme& theme, QObject* parent = nullptr) : QStyledItemDelegate(parent), m_theme(theme) {}
  void setTheme(const Theme& theme) { m_theme = theme; }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  Theme m_theme;
};

}  // namespace plumbline::ui
