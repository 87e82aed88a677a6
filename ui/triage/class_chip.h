// SPDX-License-Identifier: GPL-3.0-or-later
// A small toggle for one verdict class: glyph and count. Checked: only such rows (and other checked ones) are shown.
//
//   auto* chip = new ClassChip(VerdictClass::Fail, theme); chip->setCount(3);
#pragma once

#include <QAbstractButton>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class ClassChip : public QAbstractButton {
  Q_OBJECT

 public:
  /// key is the shortcut to name in the tooltip.
  ClassChip(verdicts::VerdictClass cls, const Theme& theme, const QString& key, QWidget* parent = nullptr);

  verdicts::VerdictClass verdictClass() const { return m_cls; }
  void setCount(std::size_t count);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void describe();

  verdicts::VerdictClass m_cls;
  Theme m_theme;
  QString m_key;
  std::size_t m_count = 0;
};

}  // namespace plumbline::ui
