// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/script_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>

#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using runs::ReproAccuracy;

namespace {

constexpr int kMinPreviewLines = 5, kMaxPreviewLines = 24;  ///< of the script's text
constexpr int kRoomOfFields = 360;                ///< pixels that the fields want
constexpr int kWrong = -1;

/// shapeOf reads "8, 16" or "8x16"; "" is a scalar. nullopt when it is no shape.
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

}  // namespace

ScriptForm::ScriptForm(const Theme& theme, FilePrompt& prompt, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_prompt(prompt) {
  setAccessibleName(tr("New repro script"));
  build();
  addInput();
  m_isTouched = false;
  styleText({m_title}, {.isBold = true});
  styleText({m_inputsTitle}, {.size = TextSize::Small, .isMuted = true});
  styleText({m_problem}, {.size = TextSize::Small});
  styleText({m_preview}, {.size = TextSize::Small, .isMonospace = true});
  applyTheme(*this, theme);
}

void ScriptForm::build() {
  m_back = makeIconButton(u"back"_s, tr("Back to the form of a run (Esc)"), this);
  m_title = new PlainLabel(tr("New repro script"), this);
  auto* head = makeRow(nullptr, {kGrid / 2, kGrid, kGrid, kGrid / 2}, kGrid / 2, {m_back, {m_title, 1}});
  makeColumn(this, {}, 0, {head, {buildFields(), 1}, divider(), buildFoot()});
  connectParts();
}

QWidget* ScriptForm::buildFields() {
  auto* area = new QScrollArea(this);
  auto* body = new QWidget(area);
  const auto box = [&](const QString& title, QWidget* field, const QString& option, const QString& tooltip) {
    auto* made = new FieldBox(title, field, {option}, body);
    field->setToolTip(tooltip);
    m_boxes << made;
    return made;
  };
  m_module = new QLineEdit(body);
  m_module->setPlaceholderText(tr("mypackage.model"));
  auto* rows = makeColumn(body, {kGrid, kGrid, kGrid, kGrid}, kGrid,
                          {box(tr("Module"), m_module, u"module"_s, tr("The module to import, as in Python"))});
  m_expression = new QLineEdit(body);
  m_expression->setPlaceholderText(tr("Model(3)"));
  rows->addWidget(box(tr("Model"), m_expression, u"expression"_s,
                      tr("An expression of that module that creates the model")));
  m_inputsTitle = new PlainLabel(tr("Inputs: shape, dtype, device, gradient"), body);
  rows->addWidget(m_inputsTitle);
  m_inputRows = makeColumn(nullptr, {}, kGrid / 2);
  rows->addLayout(m_inputRows);
  m_add = makeIconButton(u"plus"_s, tr("Add an input"), body, tr("One more input, behind the others"));
  m_add->setText(tr("Add an input"));
  m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  rows->addWidget(m_add, 0, Qt::AlignLeft);
  m_backend = new QLineEdit(u"inductor"_s, body);
  auto* both = makeRow(nullptr, {}, kGrid,
                       {{box(tr("Backend"), m_backend, u"backend"_s, tr("The backend of torch.compile")), 1}});
  m_accuracy = new ChoiceField(false, body);
  m_accuracy->addItem(tr("accuracy"), static_cast<int>(ReproAccuracy::Accuracy));
  m_accuracy->addItem(tr("nothing"), static_cast<int>(ReproAccuracy::Off));
  both->addWidget(box(tr("Compares"), m_accuracy, u"accuracy"_s,
                      tr("Accuracy: the compiled model with eager; nothing: both only run")), 1);
  rows->addLayout(both);
  auto* more = new QHBoxLayout;
  more->setSpacing(kGrid);
  const auto addMore = [&](QLineEdit*& field, const QString& title, const QString& option, const QString& hint,
                           const QString& tooltip) {
    field = new QLineEdit(body);
    field->setPlaceholderText(hint);
    more->addWidget(box(title, field, option, tooltip), 1);
  };
  addMore(m_device, tr("Device"), u"device"_s, tr("the inputs'"), tr("The device of the model"));
  addMore(m_dtype, tr("Dtype"), u"dtype"_s, tr("as made"), tr("The dtype of the model: torch.bfloat16"));
  addMore(m_tolerance, tr("Tolerance"), u"tolerance"_s, u"0.001"_s, tr("The tolerance of the comparison"));
  addMore(m_seed, tr("Seed"), u"seed"_s, u"0"_s, tr("The seed of the model's random weights"));
  rows->addLayout(more);
  m_autocast = new QCheckBox(tr("Autocast"), body);
  nameField(*m_autocast, tr("Autocast"), tr("Run under torch.autocast"));
  addParts(*rows, {m_autocast, stretch()});
  prepareFieldArea(*area, body);
  return area;
}

QLayout* ScriptForm::buildFoot() {
  m_preview = new QPlainTextEdit(this);
  m_preview->setReadOnly(true);
  m_preview->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_preview->setTabChangesFocus(true);
  m_preview->setAcceptDrops(false);
  m_preview->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_preview->setAccessibleName(tr("Text of the script"));
  m_preview->setToolTip(tr("The script that will be written"));
  m_preview->setPlaceholderText(tr("The script is shown here once the form is complete."));
  auto* foot = makeColumn(nullptr, {kGrid, kGrid / 2, kGrid, kGrid}, kGrid / 2, {m_preview});
  m_problem = new PlainLabel(this);
  m_problem->setWordWrap(true);
  foot->addWidget(m_problem);
  m_save = new QPushButton(tr("Save as\u2026"), this);
  m_save->setAccessibleName(tr("Save the script"));
  m_save->setAutoDefault(false);
  foot->addWidget(m_save);
  return foot;
}

void ScriptForm::connectParts() {
  connect(m_back, &QToolButton::clicked, this, &ScriptForm::closed);
  connect(m_add, &QToolButton::clicked, this, [this] {
    addInput();
    m_inputs.last().shape->setFocus(Qt::OtherFocusReason);
  });
  connect(m_save, &QPushButton::clicked, this, &ScriptForm::write);
  for (QLineEdit* each : {m_module, m_expression, m_backend, m_device, m_dtype, m_tolerance, m_seed})
    connect(each, &QLineEdit::textChanged, this, &ScriptForm::readTouched);
  connect(m_accuracy, &QComboBox::currentIndexChanged, this, &ScriptForm::read);
  connect(m_autocast, &QCheckBox::toggled, this, &ScriptForm::read);
}

void ScriptForm::readTouched() {
  m_isTouched = true;
  read();
}

void ScriptForm::addInput() {
  auto* row = new QWidget(this);
  Input input{.row = row,
              .shape = new QLineEdit(row),
              .dtype = new ChoiceField(true, row),
              .device = new ChoiceField(true, row),
              .gradient = new QCheckBox(row),
              .remove = makeIconButton(u"close"_s, tr("Remove the input"), row)};
  prepareTextField(*input.shape);
  input.shape->setPlaceholderText(u"8, 16"_s);
  for (const char* dtype : {"torch.float32", "torch.float64", "torch.float16", "torch.bfloat16", "torch.int64", "torch.int32",
                            "torch.int8", "torch.uint8", "torch.bool"})
    input.dtype->addItem(QString::fromLatin1(dtype));
  input.device->addItems({u"cpu"_s, u"cuda"_s});
  input.dtype->lineEdit()->setCursorPosition(0);  // shows the beginning of a long name
  makeRow(row, {}, kGrid / 2, {{input.shape, 3}, {input.dtype, 4}, {input.device, 2}, input.gradient, input.remove});
  m_inputRows->addWidget(row);
  m_inputs << input;
  connect(input.shape, &QLineEdit::textChanged, this, &ScriptForm::readTouched);
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
    nameField(*m_inputs[i].shape, tr("Shape of input %1").arg(i + 1), tr("Sizes with commas between; empty: a scalar"));
    nameField(*m_inputs[i].dtype, tr("Dtype of input %1").arg(i + 1), tr("As PyTorch writes it"));
    nameField(*m_inputs[i].device, tr("Device of input %1").arg(i + 1), tr("The device of the input"));
    nameField(*m_inputs[i].gradient, tr("Gradient of input %1").arg(i + 1), tr("Whether it requires a gradient"));
    nameField(*m_inputs[i].remove, tr("Remove input %1").arg(i + 1), tr("Remove the input"));
  }
}

void ScriptForm::setTheme(const Theme& theme) {
  m_theme = theme;
  read();
  fitPreview();
}

/// fitPreview gives the text the room that the fields leave.
void ScriptForm::fitPreview() {
  const int line = std::max(1, QFontMetrics(m_preview->font()).lineSpacing());
  m_preview->setFixedHeight(std::clamp((height() - kRoomOfFields) / line, kMinPreviewLines, kMaxPreviewLines) * line +
                            2 * kGrid);
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
             .autocast = m_autocast->isChecked(),
             .device = m_device->text().trimmed().toStdString(),
             .dtype = m_dtype->text().trimmed().toStdString(),
             .tolerance = m_tolerance->text().trimmed().toStdString()};
  m_error.reset();
  bool isNumber = true;
  if (!m_seed->text().trimmed().isEmpty()) m_repro.seed = m_seed->text().trimmed().toInt(&isNumber);
  if (!isNumber) m_error = base::Error{.code = base::ErrorCode::BadArgument, .text = "The seed is no whole number."};
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
  m_save->setToolTip(m_error ? tr("Cannot be written: %1").arg(why)
                             : tr("Choose a file, write the script, and use it in the form (Ctrl+Enter)"));
}

void ScriptForm::write() {
  if (m_error) return;
  FileRequest question{.title = tr("Write the repro script to"), .folder = {}, .mayBeNew = true};
  question.kinds = tr("Python scripts (*.py);;All files (*)");
  question.replaces = true;
  m_prompt.request(this, question, [this](const QStringList& paths) {
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
  return order << m_add << m_backend << m_accuracy << m_device << m_dtype << m_tolerance << m_seed << m_autocast << m_preview << m_save;
}

void ScriptForm::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return Q_EMIT closed();
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
