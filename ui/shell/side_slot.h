// SPDX-License-Identifier: GPL-3.0-or-later
// One side of the pair in the header: which side it is, which file, elided in the middle, its folder behind it where there is
// room, the whole path in the tooltip.
// Pressing it chooses another file for that side.
#pragma once

#include "ui/support/quiet_button.h"

namespace plumbline::ui {

class SideSlot : public QuietButton {
  Q_OBJECT

 public:
  /// caption says which side it is ("actual"); it never disappears.
  explicit SideSlot(const QString& caption, QWidget* parent = nullptr);

  /// setPath shows the file's name; the empty path says that this side is missing.
  void setPath(const QString& path);
  QString path() const { return m_path; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void tell();
  QString name() const;
  /// folder is where the file lies, the home folder as "~"; empty for a bare name.
  QString folder() const;
  QFont nameFont() const;

  QString m_caption;
  QString m_path;
};

}  // namespace plumbline::ui
