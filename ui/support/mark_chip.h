// SPDX-License-Identifier: GPL-3.0-or-later
// A small toggle with a glyph, a word and a count: a filter that says how many rows it would leave. Colour is given by
// a verdict class whose style fits the meaning; glyph and word carry the meaning too.
//
//   auto* chip = new MarkChip(theme, {.glyph = u"≠"_s, .word = u"One script only"_s, .cls = VerdictClass::Improved});
//   chip->setCount(23);
#pragma once

#include <QAbstractButton>

#include "ui/theme/themed.h"

class QPainter;

namespace plumbline::ui {

/// ToggleChip is what all chips share: a box that is marked when checked, with a glyph at the left and a count.
class ToggleChip : public QAbstractButton, public Themed {
  Q_OBJECT

 public:
  explicit ToggleChip(const Theme& theme, QWidget* parent = nullptr);

  void setCount(std::size_t count);
  std::size_t count() const { return m_count; }
  void setTheme(const Theme& theme) override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  const Theme& theme() const { return m_theme; }
  /// describe sets tooltip and accessible name; called for a new count or theme, and by the chip's constructor.
  virtual void describe() = 0;
  /// refresh describes the chip again and gives it the room that it needs.
  void refresh();
  /// paintGround draws the box, `fill` while it is not checked, and the glyph; muted when the count is 0.
  void paintGround(QPainter& painter, const QColor& fill, const ClassStyle& style, const QString& glyph);

 private:
  Theme m_theme;
  std::size_t m_count = 0;
};

class MarkChip : public ToggleChip {
  Q_OBJECT

 public:
  struct Mark {
    QString glyph;  ///< one character
    QString word;
    QString tooltip = {};
    verdicts::VerdictClass cls = verdicts::VerdictClass::Pass;
  };
  MarkChip(const Theme& theme, Mark mark, QWidget* parent = nullptr);

  /// setShort leaves the word out, for a bar without room; the tooltip and screen readers still say it.
  void setShort(bool on);
  /// fullWidth is what it takes with its word.
  int fullWidth() const;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void describe() override;

 private:
  Mark m_mark;
  bool m_short = false;
};

}  // namespace plumbline::ui
