// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/wrapped_lines.h"

#include <QEvent>
#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace plumbline::ui {

WrappedLines::WrappedLines(QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(QPlainTextEdit::WidgetWidth);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);  // a name longer than the width breaks rather than hides
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTabChangesFocus(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void WrappedLines::showText(const QString& text) {
  setPlainText(text);
  fit();
}

void WrappedLines::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) fit();
}

void WrappedLines::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) fit();
}

void WrappedLines::fit() {
  const qreal margin = document()->documentMargin();
  const qreal width = std::max(1.0, viewport()->width() - 2 * margin);
  QTextOption option;
  option.setWrapMode(wordWrapMode());
  int lines = 0;
  qreal height = 0;
  for (QTextBlock block = document()->begin(); block.isValid() && lines < kMostLines; block = block.next()) {
    QTextLayout layout(block.text(), font());
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid() && lines < kMostLines; line = layout.createLine()) {
      line.setLineWidth(width);
      height += line.height();
      ++lines;
    }
    layout.endLayout();
  }
  // The editor counts a line as visible only when all of it is, so a rounded-off pixel would make it scroll.
  setFixedHeight(static_cast<int>(std::ceil(height + 2 * margin)) + 2 * frameWidth() + 2);
}

}  // namespace plumbline::ui
