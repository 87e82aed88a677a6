// SPDX-License-Identifier: GPL-3.0-or-later
// The two headers of the matrix. Above the columns: platforms, and beneath them the backends, wrapped where there is
// room and turned upright where 20 columns share a small window. Beside the rows: suite over mode.
//
//   grid->setHorizontalHeader(new MatrixColumnHeader(theme, grid));
#pragma once

#include <QHeaderView>

#include "ui/theme/themed.h"

namespace plumbline::ui {

class MatrixModel;

/// MatrixHeader is what both have in common: a theme, a current section, no clicks.
class MatrixHeader : public QHeaderView, public Themed {
 public:
  void setTheme(const Theme& theme) override;
  /// setCurrent is the section whose title stands out; -1: none.
  void setCurrent(int section);

 protected:
  MatrixHeader(Qt::Orientation orientation, const Theme& theme, QWidget* parent);
  const MatrixModel* matrix() const;

  Theme m_theme;
  int m_current = -1;
};

class MatrixColumnHeader : public MatrixHeader {
  Q_OBJECT

 public:
  explicit MatrixColumnHeader(const Theme& theme, QWidget* parent = nullptr);
  /// widthWrapped is what every column needs so that the longest word of a title fits.
  int widthWrapped() const;
  void setUpright(bool upright);
  bool isUpright() const { return m_upright; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;

 private:
  QString title(int section) const;
  QStringList wrapped(const QString& title, int width) const;
  int bandHeight() const;

  bool m_upright = false;
};

class MatrixRowHeader : public MatrixHeader {
  Q_OBJECT

 public:
  explicit MatrixRowHeader(const Theme& theme, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

}  // namespace plumbline::ui
