// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form_widgets.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QLocale>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>
#include <QWheelEvent>

#include "ui/support/text_field.h"
#include "ui/theme/plain_paint.h"
#include "ui/theme/theme.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr QChar kJoiner(0x2060);  ///< keeps "--" and the word behind it on one line
constexpr int kHanging = 2 * kGrid;

int fieldHeight(const QWidget& widget) { return widget.fontMetrics().height() + kGrid + kGrid / 2; }

void drawField(QWidget& field, bool focused) {
  QPainter painter(&field);
  const QPalette& colors = field.palette();
  drawBox(&painter, field.rect(),
          {.fill = colors.color(QPalette::Base),
           .border = colors.color(focused ? QPalette::Link : QPalette::Mid),
           .width = focused ? 2.0 : 1.0});
}

}  // namespace

NumberField::NumberField(int least, int most, QWidget* parent) : QSpinBox(parent) {
  setLocale(QLocale::c());
  setRange(least, most);
  setButtonSymbols(QAbstractSpinBox::NoButtons);
  setFrame(false);
  lineEdit()->setTextMargins(2, 0, 2, 0);
  lineEdit()->setAcceptDrops(false);
}

QSize NumberField::sizeHint() const { return {QSpinBox::sizeHint().width(), fieldHeight(*this)}; }
QSize NumberField::minimumSizeHint() const { return {5 * kGrid, fieldHeight(*this)}; }

void NumberField::paintEvent(QPaintEvent*) {
  lineEdit()->setGeometry(rect().adjusted(2, 2, -2, -2));
  drawField(*this, hasFocus());
}

void NumberField::wheelEvent(QWheelEvent* event) { event->ignore(); }

ChoiceField::ChoiceField(bool editable, QWidget* parent) : QComboBox(parent) {
  setEditable(editable);
  setInsertPolicy(QComboBox::NoInsert);
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(6);
  if (editable) {
    prepareTextField(*lineEdit());
    lineEdit()->setTextMargins(2, 0, 0, 0);
  }
}

QSize ChoiceField::sizeHint() const { return {QComboBox::sizeHint().width(), fieldHeight(*this)}; }

void ChoiceField::paintEvent(QPaintEvent* event) {
  if (!isEditable()) return QComboBox::paintEvent(event);
  lineEdit()->setGeometry(rect().adjusted(2, 2, -3 * kGrid, -2));
  drawField(*this, hasFocus());
  QPainter painter(this);
  drawChevron(&painter, QRect(rect().right() - 20, rect().top(), 16, rect().height()), Pointing::Down,
              palette().color(isEnabled() ? QPalette::PlaceholderText : QPalette::Mid));
}

void ChoiceField::wheelEvent(QWheelEvent* event) { event->ignore(); }

CommandText::CommandText(QWidget* parent) : QTextEdit(parent) {
  setReadOnly(true);
  setAcceptRichText(false);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setTabChangesFocus(true);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  setAcceptDrops(false);
  document()->setDocumentMargin(kGrid * 0.5);
}

void CommandText::setCommands(const QString& lines) {
  if (lines == m_commands && !document()->isEmpty()) return;  // a selection survives what changes nothing
  m_commands = lines;
  QString shown = lines;
  shown.replace(u'-', u"-"_s + kJoiner).replace(u'/', u"/"_s + kJoiner);
  setPlainText(shown);
  QTextBlockFormat hanging;
  hanging.setLeftMargin(kHanging);
  hanging.setTextIndent(-kHanging);
  QTextCursor all(document());
  all.select(QTextCursor::Document);
  all.mergeBlockFormat(hanging);
}

QMimeData* CommandText::createMimeDataFromSelection() const {
  auto* made = new QMimeData;
  QString text = textCursor().selection().toPlainText();
  made->setText(text.remove(kJoiner));
  return made;
}

}  // namespace plumbline::ui
