// SPDX-License-Identifier: GPL-3.0-or-later
// A small toggle with a glyph, a word and a count: a filter that says how many rows it would leave. Colour is given by
// a verdict class whose look fits the meaning; glyph and word carry the meaning too.
//
//   auto* chip = new MarkChip(theme, {.glyph = u"≠"_s, .word = u"One script only"_s, .look = VerdictClass::Improved});
//   chip->setCount(23);
#pragma once

#include <QAbstractButton>

#include "ui/theme/theme.h"

namespace plumbline::ui {

class MarkChip : public QAbstractButton {
  Q_OBJECT

 public:
  struct Mark {
    QString glyph;  ///< one character
    QString word;
    QString tooltip = {};
    verdicts::VerdictClass look = verdicts::VerdictClass::Pass;
  };
  MarkChip(const Theme& theme, Mark mark, QWidget* parent = nullptr);

  void setCount(std::size_t count);
  std::size_t count() const { return m_count; }
  /// setShort leaves the word out, for a bar without room; the tooltip and screen readers still say it.
  void setShort(bool on);
  /// fullWidth is what it takes with its word.
  int fullWidth() const;
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void describe();

  Theme m_theme;
  Mark m_mark;
  std::size_t m_count = 0;
  bool m_short = false;
};

}  // namespace plumbline::ui
