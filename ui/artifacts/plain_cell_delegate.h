// SPDX-License-Identifier: GPL-3.0-or-later
// Paints tables of plain records in the look of the triage table: flat rows, a glyph and a word where a cell has one,
// quiet text for what may be overlooked. Models describe a cell by the roles below, never by colours.
//
//   view->setItemDelegate(new PlainCellDelegate(theme, view));
#pragma once

#include "ui/support/tables/flat_delegate.h"

namespace plumbline::ui {

/// PlainRole describes how a cell is drawn.
enum PlainRole {
  GlyphRole = Qt::UserRole + 64,  ///< QString: one character in front of the text
  ClassRole,                      ///< int: verdicts::VerdictClass whose colour the glyph has
  MutedRole,                      ///< bool: may be overlooked
  StrongRole,                     ///< bool: what the row is about
  ElideRole,                      ///< int: Qt::TextElideMode of a text that is too long; ElideRight if there is none
  RightRole,                      ///< bool: a number
};

class PlainCellDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;

  /// widthOf is the width of a text with padding and an optional glyph.
  int widthOf(const QString& text, bool hasGlyph) const;
  /// preferredWidth is what a column needs for its cells, at most so many average characters.
  int preferredWidth(const QAbstractItemModel& model, int column, int maxCharacters) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

};

}  // namespace plumbline::ui
