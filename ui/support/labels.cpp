// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/labels.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

PlainLabel::PlainLabel(const QString& text, QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setText(text);
}

namespace {

constexpr QChar kBreak(u'\u200b');  // zero-width space

QString breakable(const QString& text) {
  constexpr qsizetype kMax = 28;
  QString broken;
  qsizetype letters = 0;
  for (const QChar letter : text) {
    letters = letter.isSpace() ? 0 : letters + 1;
    if (letters > kMax && !letter.isLowSurrogate()) {
      broken += kBreak;
      letters = 1;
    }
    broken += letter;
  }
  return broken;
}

}  // namespace

WordsLabel::WordsLabel(QWidget* parent) : PlainLabel(parent) {
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void WordsLabel::setWords(const QString& text) {
  setText(breakable(text));
  setAccessibleName(text);
}

void WordsLabel::copy(QClipboard::Mode mode) const {
  QString text = selectedText();
  text.remove(kBreak).replace(QChar::ParagraphSeparator, u'\n').replace(QChar::LineSeparator, u'\n');
  if (!text.isEmpty()) QGuiApplication::clipboard()->setText(text, mode);
}

/// While letters are chosen, the keys of copying are not the page's.
bool WordsLabel::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && hasSelectedText() &&
      static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
    event->accept();
  return PlainLabel::event(event);
}

void WordsLabel::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy) && hasSelectedText()) return copy(QClipboard::Clipboard);
  PlainLabel::keyPressEvent(event);
}

/// The label itself has put what the mouse chose where the middle button takes it from.
void WordsLabel::mouseReleaseEvent(QMouseEvent* event) {
  PlainLabel::mouseReleaseEvent(event);
  if (QGuiApplication::clipboard()->supportsSelection()) copy(QClipboard::Selection);
}

void WordsLabel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Copy"), this, [this] { copy(QClipboard::Clipboard); })->setEnabled(hasSelectedText());
  menu->addAction(tr("Select all"), this, [this] { setSelection(0, static_cast<int>(text().size())); });
  menu->popup(event->globalPos());
}

void ColoredLabel::setParts(const QList<Part>& parts) {
  QString html;
  for (const Part& part : parts) {
    const QString color = part.color.isValid() ? u";color:"_s + part.color.name() : QString();
    const QString text = part.text.toHtmlEscaped().replace(u'\n', u"<br>"_s);
    html += QStringLiteral("<span style='white-space:pre-wrap%1'>%2</span>")
                .arg(color, part.isMarked ? u"<b><u>"_s + text + u"</u></b>"_s : text);
  }
  setTextFormat(Qt::RichText);
  setText(html);
}

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget* parent) : QFrame(parent), m_mode(mode) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text) {
  if (m_text == text) return;
  m_text = text;
  setAccessibleName(text);
  updateTooltip();
  updateGeometry();
  update();
}

void ElidedLabel::setDetail(const QString& detail) {
  m_detail = detail;
  updateTooltip();
}

void ElidedLabel::updateTooltip() { setToolTip(m_detail.isEmpty() ? m_text : m_detail); }

QString ElidedLabel::shownText() const { return fontMetrics().elidedText(m_text, m_mode, contentsRect().width()); }

QSize ElidedLabel::sizeHint() const {
  return QSize(fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height()).grownBy(contentsMargins());
}

QSize ElidedLabel::minimumSizeHint() const {
  return QSize(fontMetrics().averageCharWidth() * 6, fontMetrics().height()).grownBy(contentsMargins());
}

void ElidedLabel::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shownText());
}

TitleLabel::TitleLabel(const QString& text, double scale, QWidget* parent) : PlainLabel(text, parent), m_scale(scale) {
  scaleFont();
}

void TitleLabel::scaleFont() {
  QFont font = QApplication::font();
  font.setPointSizeF(font.pointSizeF() * m_scale);
  font.setWeight(QFont::DemiBold);
  setFont(font);
}

bool TitleLabel::event(QEvent* event) {
  if (event->type() == QEvent::ApplicationFontChange) scaleFont();
  return PlainLabel::event(event);
}

Divider::Divider(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
  if (orientation == Qt::Horizontal) {
    setFixedHeight(1);
  } else {
    setFixedWidth(1);
  }
}

void Divider::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), palette().color(QPalette::Mid)); }

}  // namespace plumbline::ui
