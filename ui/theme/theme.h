// SPDX-License-Identifier: GPL-3.0-or-later
// Every colour and font of the window, by meaning: what a verdict class looks like, and the few tones everything else is
// drawn in. A value: pass it down, keep a copy, replace it when the theme changes. Colours exist nowhere else.
//
//   Theme theme = Theme::load(Scheme::Dark, QGuiApplication::font());
//   painter.fillRect(row, theme.classStyle(VerdictClass::Fail).tint);
//   label->setFont(theme.font(TextSize::Large));
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <memory>

#include "core/verdicts/verdict.h"
#include "ui/theme/literals.h"

class QWidget;

namespace plumbline::ui {

// The glyph and the words of each verdict class: what carries the meaning where colour cannot.
//
//   classMark(VerdictClass::Fail).glyph   // "✗"

struct ClassMark {
  QString glyph;  ///< one character
  QString word;   ///< as the table shows it, at most eight letters
  QString title;  ///< for buttons and tooltips
};

ClassMark classMark(verdicts::VerdictClass cls);

enum class Scheme { Light, Dark };

/// Tone is a colour by meaning. The last three are mixed from the others, never read from a file.
enum class Tone {
  Window,     ///< behind panels
  Base,       ///< behind text and tables
  Text,
  Muted,      ///< text that may be overlooked
  Border,     ///< one-pixel lines that part things
  Control,    ///< the edge of what can be typed into or pressed
  Accent,     ///< focus, links, the one thing that wants a click
  Hover,      ///< under the pointer
  Selection,  ///< selected row without a tint of its own
  OnAccent,   ///< text on the accent
};

/// ClassStyle is how a verdict class is shown. Glyph and word always go with the colour.
struct ClassStyle {
  QString glyph;  ///< one character
  QString word;   ///< "FAIL"
  QString title;  ///< for people: "Expected fail"
  QColor chip;    ///< glyph and word
  QColor tint;    ///< behind its cell, fainter behind the row; invalid when the class has none
};

/// DiffSide is what a change did to a line; DiffStyle how that is shown. The sign always goes with the colour.
enum class DiffSide { Removed, Added };
struct DiffStyle {
  QString sign;   ///< "+" or a minus
  QColor tint;    ///< behind the line
  QColor strong;  ///< behind the characters that changed
  QColor mark;    ///< sign and counts
};

/// The three sizes of text.
enum class TextSize { Small, Normal, Large };

class Theme {
 public:
  /// load reads resources/themes (compiled in). `base` is the system's font; every size derives from it by `fontStep`
  /// points (0 is the system's own size).
  static Theme load(Scheme scheme, const QFont& base = {}, int fontStep = 0);

  Scheme scheme() const;
  QColor color(Tone tone) const;
  const ClassStyle& classStyle(verdicts::VerdictClass cls) const;
  const DiffStyle& diffStyle(DiffSide side) const;
  /// series is the colour of the n-th run in charts and legends, from 0 (before) and 1 (after) to 5; further ones begin
  /// anew. Position, shape or words go with the colour.
  QColor series(std::size_t run) const;
  /// sequential is the colour of a size between 0 and 1, from close to the background to what stands out most: lightness
  /// alone shows the order. A legend with numbers goes with it.
  QColor sequential(double share) const;
  /// terminal is one of a terminal's sixteen colours (0 black ... 7 white, 8-15 bright), all of them readable on Tone::Base;
  /// an invalid colour for any other number.
  QColor terminal(int number) const;
  /// rowColor is what to paint behind a row: a faint tint of its class or base, stronger when selected or under the
  /// pointer; cellColor is the full tint, for the cell that shows the verdict.
  QColor rowColor(verdicts::VerdictClass cls, bool selected, bool hovered) const;
  /// `share` of the tint, where a number is shown by it.
  QColor cellColor(verdicts::VerdictClass cls, bool selected, bool hovered, double share = 1) const;
  /// wordColor is for coloured words on such a row: the chip, or plain text on a row that is selected or under the
  /// pointer, where the chip would be hard to read. mutedColor is the same for muted text.
  QColor wordColor(verdicts::VerdictClass cls, bool stronger) const;
  QColor mutedColor(bool stronger) const;

  const QFont& font(TextSize size) const;
  /// boldFont is the one of titles and strong words, at normal size.
  const QFont& boldFont() const;
  /// monospace is the system's fixed font at normal size, for what scripts print.
  const QFont& monospace() const;
  /// palette is the same for widgets: Mid is the border, Dark the edge of a control, Link and Highlight the accent, PlaceholderText muted text,
  /// BrightText the colour of a failure.
  const QPalette& palette() const;
  /// quietPalette is the same with muted text, basePalette with the ground of tables behind the widget.
  const QPalette& quietPalette() const;
  const QPalette& basePalette() const;

 private:
  struct Data;
  explicit Theme(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> m_data;
};

/// schemeOf returns Dark for a palette whose text is lighter than its window.
Scheme schemeOf(const QPalette& palette);

/// kGrid is the step of all distances, in device-independent pixels; cells use half of it.
inline constexpr int kGrid = 8;

/// setTextStyle gives a widget that draws itself the normal font, and has it laid out and painted again.
void setTextStyle(QWidget& widget, const Theme& theme);

}  // namespace plumbline::ui
