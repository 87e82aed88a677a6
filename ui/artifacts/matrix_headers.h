// SPDX-License-Identifier: GPL-3.0-or-later
// The two headers of the matrix. Above the columns: platforms, and beneath them the backends, wrapped where there is
// room and turned upright where 20 columns share a small window. Beside the rows: suite over mode.
//
//   grid->setHorizontalHeader(new MatrixColumnHeader(theme, grid));
#pragma once

#include <QHeaderView>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class MatrixModel;

class MatrixColumnHeader : public QHeaderView {
  Q_OBJECT

 public:
  explicit MatrixColumnHeader(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// widthWrapped is what every column needs so that the longest word of a title fits.
  int widthWrapped() const;
  void setUpright(bool upright);
  bool isUpright() const { return m_upright; }
  /// setCurrent is the column whose title stands out; -1: none.
  void setCurrent(int column);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;

 private:
  const MatrixModel* matrix() const;
  QString title(int section) const;
  QStringList wrapped(const QString& title, int width) const;
  int bandHeight() const;

  Theme m_theme;
  bool m_upright = false;
  int m_current = -1;
};

class MatrixRowHeader : public QHeaderView {
  Q_OBJECT

 public:
  explicit MatrixRowHeader(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setCurrent(int row);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;

 private:
  const MatrixModel* matrix() const;

  Theme m_theme;
  int m_current = -1;
};

}  // namespace plumbline::ui
