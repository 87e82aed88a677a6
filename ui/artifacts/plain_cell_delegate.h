// SPDX-License-Identifier: GPL-3.0-or-later
// Paints tables of plain records in the look of the triage table: flat rows, a glyph and a word where a cell has one,
// quiet text for what may be overlooked. Models say what a cell is by the roles below, never in colours.
//
//   view->setItemDelegate(new PlainCellDelegate(theme, view));
#pragma once

#include "ui/support/flat_delegate.h"

namespace plumbline::ui {

/// PlainRole is what a model says about how a cell reads.
enum PlainRole {
  GlyphRole = Qt::UserRole + 64,  ///< QString: one character in front of the text
  ClassRole,                      ///< int: verdicts::VerdictClass whose colour the glyph has
  MutedRole,                      ///< bool: may be overlooked
  StrongRole,                     ///< bool: what the row is about
  MiddleRole,                     ///< bool: too long a text loses its middle, not its end
  RightRole,                      ///< bool: a number
};

class PlainCellDelegate : public FlatDelegate {
  Q_OBJECT

 public:
  using FlatDelegate::FlatDelegate;

  /// widthOf is what a text takes with its padding, and a glyph in front of it.
  int widthOf(const QString& text, bool hasGlyph) const;
  /// wantedWidth is what a column needs for its cells, at most so many average characters.
  int wantedWidth(const QAbstractItemModel& model, int column, int mostCharacters) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

};

}  // namespace plumbline::ui
