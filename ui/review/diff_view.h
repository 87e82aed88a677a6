// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a review: line numbers of both sides, a sign and a tint for what was removed and added, the changed
// characters marked stronger. Unified or side by side. Draws only the lines on screen, whatever the size of the file.
//
//   view->show(review);  view->goTo(3);
//   connect(view, &DiffView::currentChanged, ...);
#pragma once

#include <QAbstractScrollArea>
#include <QHash>
#include <QStringList>
#include <memory>

#include "core/session/file_review.h"
#include "ui/theme/themed.h"

class QToolButton;

namespace plumbline::ui {

class ColoredLabel;
class ElidedLabel;

/// Base of the views that draw lines of a file themselves: monospace, measured anew for another theme.
class LineView : public QAbstractScrollArea, public Themed {
  Q_OBJECT

 public:
  explicit LineView(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  int rowHeight() const { return m_rowHeight; }

 protected:
  const Theme& theme() const { return m_theme; }
  /// measure sets the scroll bars for what is shown; called for another font.
  virtual void measure() = 0;

 private:
  Theme m_theme;
  int m_rowHeight = 16;
};

class DiffView : public LineView {
  Q_OBJECT

 public:
  explicit DiffView(const Theme& theme, QWidget* parent = nullptr);

  /// show replaces what is shown; the place on screen stays when it is the same file. Null shows nothing.
  void show(const std::shared_ptr<const session::FileReview>& review);
  const std::shared_ptr<const session::FileReview>& review() const { return m_review; }
  void setLayoutKind(session::DiffLayout layout);
  session::DiffLayout layoutKind() const { return m_layout; }
  /// goTo makes a change the current one and scrolls it into view.
  void goTo(std::size_t change);
  /// numberTexts are the line numbers painted beside a row, from left to right; "" where a side has no such line.
  QStringList numberTexts(std::size_t row) const;
  /// gapText counts the lines that a gap stands for.
  QString gapText(std::size_t row) const;
  int firstVisibleRow() const;
  /// emptyText stands in place of lines where a file has answers and no edits.
  QString emptyText() const;

  QSize sizeHint() const override { return {640, 320}; }

 Q_SIGNALS:
  void currentChanged(quint64 change);  ///< a person chose another change with the mouse

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Side;  ///< one text column: where it lies, which lines it shows
  const std::vector<session::DiffRow>& rows() const;
  void measure() override;
  void updatePosition();
  void paintRow(QPainter& painter, std::size_t row, const QRect& room);
  void paintGap(QPainter& painter, std::size_t row, const QRect& room);
  void paintSide(QPainter& painter, const session::DiffRow& row, const QRect& room, const Side& side);
  void paintText(QPainter& painter, std::string_view line, const std::vector<session::Stretch>& marked, const QRect& room,
                 const QColor& strong, bool noNewline);
  const session::FileReview::Marked& markedOf(const session::DiffRow& row);

  std::shared_ptr<const session::FileReview> m_review;
  session::DiffLayout m_layout = session::DiffLayout::Unified;
  std::size_t m_current = 0;
  bool m_follows = true;  ///< the current change stays in view until a person scrolls
  int m_numberWidth = 0;
  double m_charWidth = 8;
  QHash<quint64, session::FileReview::Marked> m_marked;  ///< of rows that were drawn
};

/// DiffHead stands above the lines: the file, how many lines were added and removed, and the choice of the layout.
class DiffHead : public QWidget, public Themed {
  Q_OBJECT

 public:
  explicit DiffHead(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// show names the file of a review, or `title`; null shows the title alone.
  void show(const std::shared_ptr<const session::FileReview>& review, const QString& title = {});
  void setLayoutKind(session::DiffLayout layout);

 Q_SIGNALS:
  void layoutChosen(plumbline::session::DiffLayout layout);

 private:
  Theme m_theme;
  std::shared_ptr<const session::FileReview> m_review;
  QString m_title;
  ElidedLabel* m_name;
  ColoredLabel* m_counts;
  QToolButton* m_unified;
  QToolButton* m_sideBySide;
};

}  // namespace plumbline::ui
