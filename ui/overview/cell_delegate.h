// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the plain cells of this folder's tables: the row's tint, one text, muted or in the class's colour by the
// model's roles. Long texts lose their middle.
//
//   QVariant data(...) { case CellRole::Class: return int(cls); case CellRole::Tone: return int(CellTone::Muted); }
#pragma once

#include "ui/support/tables/flat_delegate.h"

namespace plumbline::ui {

enum class CellTone {
  Plain,
  Muted,
  ClassWord,  ///< glyph of the class, and the word in its colour
  Heading,    ///< above the rows that belong to it
};

/// Roles for this delegate beside the text.
struct CellRole {
  static constexpr int Class = Qt::UserRole + 1;  ///< int: VerdictClass of the row
  static constexpr int Tone = Qt::UserRole + 2;   ///< int: CellTone; absent: plain
  static constexpr int Indent = Qt::UserRole + 3;  ///< int: grid steps
  static constexpr int Ground = Qt::UserRole + 4;  ///< int: VerdictClass that tints the row; absent: its own
};

class CellDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;

  /// preferredWidth measures the first rows of a column; at most `maxChars` average characters.
  int preferredWidth(const QAbstractItemModel& model, int column, int maxChars) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  /// textOf is the text of a cell, cut to a width in px.
  virtual QString textOf(const QModelIndex& index, int width, const QFontMetrics& metrics) const;
};

}  // namespace plumbline::ui
