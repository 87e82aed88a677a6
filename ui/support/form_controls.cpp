// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/form_controls.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QLineEdit>
#include <QLocale>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QWheelEvent>

#include "core/session/session.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

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
           .border = colors.color(focused ? QPalette::Link : QPalette::Dark),
           .width = focused ? 2.0 : 1.0});
}

}  // namespace

void prepareTextField(QLineEdit& field) {
  field.setAcceptDrops(false);
  for (auto* button : field.findChildren<QToolButton*>()) {
    if (!button->accessibleName().isEmpty()) continue;
    // Qt names neither; the field's own clear button is the one without any text.
    button->setAccessibleName(button->text().isEmpty() ? QCoreApplication::translate("TextField", "Clear the text")
                                                       : button->text());
  }
}

QLineEdit* makeTextField(const QString& name, const QString& placeholder, QWidget* parent) {
  auto* field = new QLineEdit(parent);
  field->setAccessibleName(name);
  field->setPlaceholderText(placeholder);
  field->setTextMargins(kGrid / 2, 0, kGrid / 2, 0);
  prepareTextField(*field);
  return field;
}

void nameField(QWidget& field, const QString& name, const QString& tooltip) {
  field.setAccessibleName(name);
  if (!tooltip.isEmpty()) field.setToolTip(tooltip);
  auto* combo = qobject_cast<QComboBox*>(&field);
  if (combo == nullptr) return;
  combo->view()->setAccessibleName(name);
  if (combo->lineEdit() != nullptr) combo->lineEdit()->setAccessibleName(name);
}

void prepareFieldArea(QScrollArea& area, QWidget* content) {
  area.setWidget(content);
  area.setWidgetResizable(true);
  area.setFrameShape(QFrame::NoFrame);
  area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area.setFocusPolicy(Qt::NoFocus);
  area.viewport()->setAutoFillBackground(false);
  content->setAutoFillBackground(false);
}

QPushButton* makePushButton(const QString& objectName, const QString& text, const QString& tooltip, QWidget* parent) {
  auto* button = new QPushButton(text, parent);
  button->setObjectName(objectName);
  button->setAutoDefault(false);
  button->setToolTip(tooltip);
  return button;
}

QToolButton* makeToolButton(const QString& text, const QString& iconName, const QString& tooltip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tooltip);
  button->setAccessibleName(text.isEmpty() ? tooltip : text);
  button->setFocusPolicy(Qt::TabFocus);
  if (!iconName.isEmpty()) button->setIcon(lineIcon(iconName));
  if (!iconName.isEmpty() && !text.isEmpty()) button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  return button;
}

QToolButton* makeIconButton(const QString& iconName, const QString& name, QWidget* parent, const QString& tooltip) {
  QToolButton* button = makeToolButton({}, iconName, tooltip.isEmpty() ? name : tooltip, parent);
  button->setAccessibleName(name);
  return button;
}

QToolButton* makeToggle(const QString& text, const QString& tooltip, QWidget* parent) {
  QToolButton* button = makeToolButton(text, {}, tooltip, parent);
  button->setCheckable(true);
  return button;
}

QToolButton* makeHeaderButton(const QString& objectName, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setObjectName(objectName);
  button->setAutoRaise(true);
  button->setIconSize(QSize(20, 20));
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

void fillRuleChoice(QComboBox& box, const std::vector<session::RuleOffer>& offers, const QString& usedId) {
  const QSignalBlocker blocker(&box);
  box.clear();
  for (const session::RuleOffer& offer : offers) {
    box.addItem(fromUtf8(offer.label), fromUtf8(offer.id));
    if (offer.rules) box.setItemData(box.count() - 1, fromUtf8(offer.rules->origin), Qt::ToolTipRole);
  }
  box.setCurrentIndex(box.findData(usedId));
  const QString origin = box.currentData(Qt::ToolTipRole).toString();
  box.setToolTip(origin.isEmpty()
                 ? QCoreApplication::translate("RuleChoice", "Which generation of the check scripts decides")
                                  : origin);
}

NumberField::NumberField(int min, int max, QWidget* parent) : QSpinBox(parent) {
  setLocale(QLocale::c());
  setRange(min, max);
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

FieldBox::FieldBox(const QString& title, QWidget* field, const QStringList& options, QWidget* parent)
    : QWidget(parent),
      m_field(field),
      m_options(options),
      m_label(new PlainLabel(title, this)),
      m_problem(new PlainLabel(this)),
      m_line(new QHBoxLayout) {
  m_label->setBuddy(field);
  if (field->accessibleName().isEmpty()) nameField(*field, title);
  auto* layout = makeColumn(this, {}, 2, {m_label});
  m_label->setVisible(!title.isEmpty());
  m_line->setContentsMargins(0, 0, 0, 0);
  m_line->setSpacing(kGrid / 2);
  m_line->addWidget(field, 1);
  layout->addLayout(m_line);
  m_problem->setWordWrap(true);
  m_problem->hide();
  addParts(*layout, {m_problem, stretch()});
  if (auto* line = qobject_cast<QLineEdit*>(field)) {
    prepareTextField(*line);
    line->setTextMargins(3, 0, 3, 0);  // as far from the border as the text of a combo box
  }
  styleText({m_label}, {.size = TextSize::Small, .isMuted = true});
  styleText({m_problem}, {.size = TextSize::Small});
}

void FieldBox::setTheme(const Theme& theme) {
  QPalette wrong = theme.palette();
  wrong.setColor(QPalette::WindowText, wrong.color(QPalette::BrightText));
  m_problem->setPalette(wrong);
  if (qobject_cast<QCheckBox*>(m_field) != nullptr)  // in line with the fields beside it
    m_field->setFixedHeight(QFontMetrics(theme.font(TextSize::Normal)).height() + kGrid + kGrid / 2);
}

void FieldBox::addBeside(QWidget* widget) { m_line->addWidget(widget); }

void FieldBox::setProblem(const QString& text) {
  if (text == m_problemText) return;
  m_problemText = text;
  m_problem->setText(u"\u2717 "_s + text);
  m_problem->setVisible(!text.isEmpty());
  m_field->setAccessibleDescription(text);
}

}  // namespace plumbline::ui
