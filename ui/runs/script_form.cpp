// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/script_form.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/runs/script_file.h"
#include "ui/runs/field_box.h"
#include "ui/runs/form_widgets.h"
#include "ui/support/divider.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_look.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice.h"
#include "ui/support/text_field.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using runs::ReproAccuracy;

namespace {

constexpr int kFewestLines = 5, kMostLines = 24;  ///< of the script's text
constexpr int kRoomOfFields = 360;                ///< pixels that the fields want
constexpr int kWrong = -1;

/// shapeOf reads "8, 16" or "8x16"; "" is a scalar, nothing what is none.
std::optional<std::vector<std::int64_t>> shapeOf(const QString& text) {
  static const QRegularExpression kBetween(u"[\\s,x\u00d7]+"_s);
  std::vector<std::int64_t> shape;
  for (const QString& part : text.split(kBetween, Qt::SkipEmptyParts)) {
    bool good = false;
    const qlonglong size = part.toLongLong(&good);
    if (!good || size < 0) return std::nullopt;
    shape.push_back(size);
  }
  return shape;
}

QToolButton* tool(const QString& icon, const QString& name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(lineIcon(icon));
  button->setAccessibleName(name);
  button->setToolTip(name);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

void name(QWidget* field, const QString& text, const QString& tooltip) {
  field->setAccessibleName(text);
  field->setToolTip(tooltip);
  if (auto* combo = qobject_cast<QComboBox*>(field)) {
    combo->view()->setAccessibleName(text);
    if (combo->lineEdit() != nullptr) combo->lineEdit()->setAccessibleName(text);
  }
}

}  // namespace

ScriptForm::ScriptForm(const Theme& theme, FilePrompt& prompt, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_prompt(prompt) {
  setAccessibleName(u"New repro script"_s);
  build();
  addInput();
  m_isTouched = false;
  setTheme(theme);
  read();
}

void ScriptForm::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid / 2, kGrid, kGrid, kGrid / 2);
  head->setSpacing(kGrid / 2);
  m_back = tool(u"back"_s, u"Back to the form of a run (Esc)"_s, this);
  m_title = new QLabel(u"New repro script"_s, this);
  head->addWidget(m_back);
  head->addWidget(m_title, 1);
  layout->addLayout(head);

  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setFocusPolicy(Qt::NoFocus);
  auto* body = new QWidget(area);
  auto* rows = new QVBoxLayout(body);
  rows->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  rows->setSpacing(kGrid);
  const auto box = [&](const QString& title, QWidget* field, const QString& option, const QString& tooltip) {
    field->setToolTip(tooltip);
    auto* made = new FieldBox(title, field, {option}, body);
    name(field, title, tooltip);
    m_boxes << made;
    return made;
  };
  m_module = new QLineEdit(body);
  m_module->setPlaceholderText(u"mypackage.model"_s);
  rows->addWidget(box(u"Module"_s, m_module, u"module"_s, u"What is imported, as Python writes it"_s));
  m_expression = new QLineEdit(body);
  m_expression->setPlaceholderText(u"Model(3)"_s);
  rows->addWidget(box(u"Model"_s, m_expression, u"expression"_s, u"An expression of that module that makes the model"_s));
  m_inputsTitle = new QLabel(u"Inputs: shape, dtype, device, gradient"_s, body);
  rows->addWidget(m_inputsTitle);
  m_inputRows = new QVBoxLayout;
  m_inputRows->setSpacing(kGrid / 2);
  rows->addLayout(m_inputRows);
  m_add = new QToolButton(body);
  m_add->setText(u"Add an input"_s);
  m_add->setIcon(lineIcon(u"plus"_s));
  m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_add->setToolTip(u"One more input, behind the others"_s);
  m_add->setFocusPolicy(Qt::TabFocus);
  rows->addWidget(m_add, 0, Qt::AlignLeft);
  auto* both = new QHBoxLayout;
  both->setSpacing(kGrid);
  m_backend = new QLineEdit(u"inductor"_s, body);
  both->addWidget(box(u"Backend"_s, m_backend, u"backend"_s, u"What torch.compile is asked for"_s), 1);
  m_accuracy = new ChoiceField(false, body);
  m_accuracy->addItem(u"accuracy"_s, static_cast<int>(ReproAccuracy::Accuracy));
  m_accuracy->addItem(u"nothing"_s, static_cast<int>(ReproAccuracy::Off));
  both->addWidget(box(u"Compares"_s, m_accuracy, u"accuracy"_s, u"Accuracy: the compiled model against eager; nothing: both only run"_s), 1);
  rows->addLayout(both);
  m_autocast = new QCheckBox(u"Autocast"_s, body);
  name(m_autocast, u"Autocast"_s, u"Run under torch.autocast"_s);
  rows->addWidget(m_autocast);
  rows->addStretch(1);
  area->setWidget(body);
  area->viewport()->setAutoFillBackground(false);
  body->setAutoFillBackground(false);
  layout->addWidget(area, 1);

  layout->addWidget(new Divider(Qt::Horizontal, this));
  auto* foot = new QVBoxLayout;
  foot->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid);
  foot->setSpacing(kGrid / 2);
  m_preview = new QPlainTextEdit(this);
  m_preview->setReadOnly(true);
  m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_preview->setTabChangesFocus(true);
  m_preview->setAcceptDrops(false);
  m_preview->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_preview->setAccessibleName(u"Text of the script"_s);
  m_preview->setToolTip(u"What will be written"_s);
  m_preview->setPlaceholderText(u"The script stands here once the form is complete."_s);
  foot->addWidget(m_preview);
  m_problem = new QLabel(this);
  m_problem->setWordWrap(true);
  m_problem->setTextFormat(Qt::PlainText);
  foot->addWidget(m_problem);
  m_save = new QPushButton(u"Save as \u2026"_s, this);
  m_save->setAccessibleName(u"Save the script"_s);
  m_save->setAutoDefault(false);
  foot->addWidget(m_save);
  layout->addLayout(foot);

  connect(m_back, &QToolButton::clicked, this, &ScriptForm::left);
  connect(m_add, &QToolButton::clicked, this, [this] {
    addInput();
    m_inputs.last().shape->setFocus(Qt::OtherFocusReason);
  });
  connect(m_save, &QPushButton::clicked, this, &ScriptForm::write);
  for (QLineEdit* each : {m_module, m_expression, m_backend})
    connect(each, &QLineEdit::textChanged, this, [this] {
      m_isTouched = true;
      read();
    });
  connect(m_accuracy, &QComboBox::currentIndexChanged, this, &ScriptForm::read);
  connect(m_autocast, &QCheckBox::toggled, this, &ScriptForm::read);
}

void ScriptForm::addInput() {
  auto* row = new QWidget(this);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(kGrid / 2);
  Input input{.row = row,
              .shape = new QLineEdit(row),
              .dtype = new ChoiceField(true, row),
              .device = new ChoiceField(true, row),
              .gradient = new QCheckBox(row),
              .remove = tool(u"close"_s, u"Remove the input"_s, row)};
  prepareTextField(*input.shape);
  input.shape->setPlaceholderText(u"8, 16"_s);
  for (const char* dtype : {"torch.float32", "torch.float64", "torch.float16", "torch.bfloat16", "torch.int64", "torch.int32",
                            "torch.int8", "torch.uint8", "torch.bool"})
    input.dtype->addItem(QString::fromLatin1(dtype));
  input.device->addItems({u"cpu"_s, u"cuda"_s});
  input.dtype->lineEdit()->setCursorPosition(0);  // its beginning is seen where it is narrow
  line->addWidget(input.shape, 3);
  line->addWidget(input.dtype, 4);
  line->addWidget(input.device, 2);
  line->addWidget(input.gradient);
  line->addWidget(input.remove);
  m_inputRows->addWidget(row);
  m_inputs << input;
  connect(input.shape, &QLineEdit::textChanged, this, [this] {
    m_isTouched = true;
    read();
  });
  for (QComboBox* each : {input.dtype, input.device}) connect(each, &QComboBox::editTextChanged, this, &ScriptForm::read);
  connect(input.gradient, &QCheckBox::toggled, this, &ScriptForm::read);
  connect(input.remove, &QToolButton::clicked, this, [this, row] { removeInput(row); });
  numberInputs();
  row->show();
  read();
  Q_EMIT orderChanged();
}

void ScriptForm::removeInput(QWidget* row) {
  const auto found = std::ranges::find(m_inputs, row, &Input::row);
  if (found == m_inputs.end()) return;
  m_inputs.erase(found);
  row->hide();
  row->deleteLater();
  numberInputs();
  (m_inputs.isEmpty() ? static_cast<QWidget*>(m_add) : m_inputs.last().shape)->setFocus(Qt::OtherFocusReason);
  read();
  Q_EMIT orderChanged();
}

void ScriptForm::numberInputs() {
  for (qsizetype i = 0; i < m_inputs.size(); ++i) {
    const QString of = u" of input %1"_s.arg(i + 1);
    name(m_inputs[i].shape, u"Shape"_s + of, u"Sizes with commas between; empty: a scalar"_s);
    name(m_inputs[i].dtype, u"Dtype"_s + of, u"As PyTorch writes it"_s);
    name(m_inputs[i].device, u"Device"_s + of, u"Where the input lies"_s);
    name(m_inputs[i].gradient, u"Gradient"_s + of, u"Whether it requires a gradient"_s);
    name(m_inputs[i].remove, u"Remove input %1"_s.arg(i + 1), u"Remove the input"_s);
  }
}

void ScriptForm::setTheme(const Theme& theme) {
  m_theme = theme;
  setFormLook(*m_title, {}, theme);
  for (FieldBox* each : std::as_const(m_boxes)) each->setTheme(theme);
  QPalette quiet = theme.palette(), wrong = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  wrong.setColor(QPalette::WindowText, theme.palette().color(QPalette::BrightText));
  m_inputsTitle->setFont(theme.font(TextSize::Small));
  m_inputsTitle->setPalette(quiet);
  m_problem->setFont(theme.font(TextSize::Small));
  m_problem->setPalette(m_isTouched ? wrong : quiet);
  QFont small = theme.monospace();
  if (small.pointSizeF() > 0) small.setPointSizeF(theme.font(TextSize::Small).pointSizeF());
  m_preview->setFont(small);
  fitPreview();
}

/// fitPreview gives the text the room that the fields leave.
void ScriptForm::fitPreview() {
  const int line = std::max(1, QFontMetrics(m_preview->font()).lineSpacing());
  m_preview->setFixedHeight(std::clamp((height() - kRoomOfFields) / line, kFewestLines, kMostLines) * line + 2 * kGrid);
}

void ScriptForm::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitPreview();
}

void ScriptForm::read() {
  m_repro = {.module = m_module->text().trimmed().toStdString(),
             .expression = m_expression->text().trimmed().toStdString(),
             .inputs = {},
             .backend = m_backend->text().trimmed().toStdString(),
             .accuracy = static_cast<ReproAccuracy>(m_accuracy->currentData().toInt()),
             .autocast = m_autocast->isChecked()};
  m_error.reset();
  for (qsizetype i = 0; i < m_inputs.size(); ++i) {
    const auto shape = shapeOf(m_inputs[i].shape->text());
    if (!shape && !m_error)
      m_error = base::Error{.code = base::ErrorCode::BadArgument,
                            .text = "The shape of input " + std::to_string(i + 1) + " is none.",
                            .hint = "Write sizes with commas between: 8, 16."};
    m_repro.inputs.push_back({.shape = shape.value_or(std::vector<std::int64_t>{kWrong}),
                              .dtype = m_inputs[i].dtype->currentText().trimmed().toStdString(),
                              .device = m_inputs[i].device->currentText().trimmed().toStdString(),
                              .requiresGrad = m_inputs[i].gradient->isChecked()});
  }
  m_text.clear();
  if (!m_error) {
    if (const auto made = runs::reproText(m_repro); made)
      m_text = fromUtf8(*made);
    else
      m_error = made.error();
  }
  if (m_preview->toPlainText() != m_text) m_preview->setPlainText(m_text);
  m_save->setEnabled(!m_error);
  const QString why = m_error ? sentenceOf(*m_error) : QString();
  m_problem->setText(m_isTouched && m_error ? u"\u2717 "_s + why : why);
  m_problem->setVisible(!why.isEmpty());
  QPalette colors = m_theme.palette();
  colors.setColor(QPalette::WindowText, m_isTouched ? m_theme.palette().color(QPalette::BrightText) : m_theme.color(Tone::Muted));
  m_problem->setPalette(colors);
  m_save->setToolTip(m_error ? u"Cannot be written: "_s + why : u"Choose a file, write the script, and use it in the form (Ctrl+Enter)"_s);
}

void ScriptForm::write() {
  if (m_error) return;
  FileQuestion question{.title = u"Write the repro script to"_s, .folder = {}, .mayBeNew = true};
  question.kinds = u"Python scripts (*.py);;All files (*)"_s;
  question.replaces = true;
  m_prompt.ask(this, question, [this](const QStringList& paths) {
    if (paths.isEmpty()) return;
    if (const auto done = runs::saveScript(paths.front().toStdString(), m_text.toStdString()); !done)
      return Q_EMIT failed(done.error());
    Q_EMIT written(paths.front());
  });
}

void ScriptForm::focusFirst() { m_module->setFocus(Qt::ShortcutFocusReason); }

QList<QWidget*> ScriptForm::focusOrder() const {
  QList<QWidget*> order{m_back, m_module, m_expression};
  for (const Input& each : m_inputs) order << each.shape << each.dtype << each.device << each.gradient << each.remove;
  return order << m_add << m_backend << m_accuracy << m_autocast << m_preview << m_save;
}

void ScriptForm::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return Q_EMIT left();
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
