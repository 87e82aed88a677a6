// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/assign_form.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <set>

#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kMaxShards = 999;

/// Fills the list of choices; the field's text stays.
void fill(QComboBox* box, const std::set<std::string>& words) {
  const QString typed = box->currentText();
  const QSignalBlocker quiet(box);
  box->clear();
  for (const std::string& word : words) box->addItem(fromUtf8(word));
  box->setEditText(typed);
}

}  // namespace

AssignForm::AssignForm(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_title(new ElidedLabel(Qt::ElideMiddle, this)),
      m_test(choice(tr("as in the job's name"))),
      m_suite(choice(tr("any spelling"))),
      m_mode(new QComboBox(this)),
      m_platform(choice(tr("CUDA or CPU"))),
      m_shard(new QSpinBox(this)),
      m_shards(new QSpinBox(this)),
      m_message(new ElidedLabel(Qt::ElideRight, this)),
      m_send(new QPushButton(tr("Assign"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
  setAccessibleName(tr("Assign a file"));
  build();
  styleText({m_title}, {.isBold = true});
  applyTheme(*this, theme);
}

QComboBox* AssignForm::choice(const QString& placeholder) {
  auto* box = new QComboBox(this);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->setMinimumContentsLength(8);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->lineEdit()->setPlaceholderText(placeholder);
  box->completer()->setCaseSensitivity(Qt::CaseInsensitive);
  box->completer()->setFilterMode(Qt::MatchContains);
  box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  prepareTextField(*box->lineEdit());
  connect(box, &QComboBox::editTextChanged, this, &AssignForm::edited);
  return box;
}

void AssignForm::addField(int column, const QString& title, QWidget* field, const QString& tooltip) {
  auto* label = new PlainLabel(title, this);
  label->setBuddy(field);
  styleText({label}, {.size = TextSize::Small, .isMuted = true});
  nameField(*field, title, tooltip);
  if (auto* box = qobject_cast<QComboBox*>(field); box != nullptr && box->isEditable())
    box->completer()->popup()->setAccessibleName(title);
  for (auto* line : field->findChildren<QLineEdit*>()) line->setAccessibleName(title);
  auto* grid = qobject_cast<QGridLayout*>(layout()->itemAt(1)->layout());
  grid->addWidget(label, 0, column);
  grid->addWidget(field, 1, column);
}

void AssignForm::build() {
  auto* all = makeColumn(this, {kGrid, kGrid, kGrid, kGrid}, kGrid / 2, {m_title});
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(kGrid);
  grid->setVerticalSpacing(2);
  all->addLayout(grid);
  const QStringList modes{u"training"_s, u"inference"_s};  // as CI spells them
  m_mode->addItems(modes);
  for (QSpinBox* number : {m_shard, m_shards}) {
    number->setRange(0, kMaxShards);
    number->setMinimumWidth(number->sizeHint().width() + 3 * kGrid);  // words stand in it too
    number->setSpecialValueText(number == m_shard ? tr("whole run") : tr("unknown"));
    connect(number, &QSpinBox::valueChanged, this, &AssignForm::edited);
  }
  addField(0, tr("Test"), m_test,
           tr("Backend and its variants, as the job is called without its suite: dynamic_inductor"));
  addField(1, tr("Suite"), m_suite, tr("The benchmark suite, in any spelling CI uses"));
  addField(2, tr("Mode"), m_mode, tr("Training or inference"));
  addField(3, tr("Platform"), m_platform, tr("Folder of the baselines: rocm, xpu ...; empty for CUDA and CPU"));
  addField(4, tr("Shard"), m_shard, tr("Which part of the run it is; \"whole run\" when there are no parts"));
  addField(5, u"of"_s, m_shards, tr("How many parts the run has; taken from the other shards when it is unknown"));
  grid->setColumnStretch(0, 4);
  grid->setColumnStretch(1, 3);
  grid->setColumnStretch(3, 3);
  auto* last = makeRow(nullptr, {}, kGrid);
  addParts(*all, {gap(kGrid / 2), last});
  addParts(*last, {{m_message, 1}, m_send, m_cancel});
  m_message->setObjectName(u"assignSentence"_s);
  m_send->setAutoDefault(false);
  m_cancel->setAutoDefault(false);
  m_send->setToolTip(tr("Let the file stand for this shard (Enter); U takes it back"));
  m_cancel->setToolTip(tr("Close the form (Escape)"));
  connect(m_mode, &QComboBox::currentIndexChanged, this, &AssignForm::edited);
  connect(m_send, &QPushButton::clicked, this, &AssignForm::submitted);
  connect(m_cancel, &QPushButton::clicked, this, &AssignForm::cancelled);
}

void AssignForm::setTheme(const Theme& theme) {
  m_theme = theme;
  showMessage(m_message->text(), m_problem);
}

void AssignForm::setKnown(const std::vector<overview::ConfigResult>& configs) {
  std::set<std::string> tests, suites, platforms;
  for (const overview::ConfigResult& result : configs) {
    tests.insert(result.config.test);
    suites.insert(result.config.suite);
    if (!result.config.platform.empty()) platforms.insert(result.config.platform);
  }
  fill(m_test, tests);
  fill(m_suite, suites);
  fill(m_platform, platforms);
}

void AssignForm::start(const session::SourceFile& file, const QString& shownName) {
  m_origin = file.origin;
  m_title->setText(tr("Which config is %1?").arg(shownName));
  m_title->setDetail(fromUtf8(file.origin));
  if (file.identity) {
    const configs::Config& config = file.identity->config;
    m_test->setEditText(fromUtf8(config.test));
    m_suite->setEditText(fromUtf8(config.suite));
    m_mode->setCurrentIndex(config.mode == configs::Mode::Training ? 0 : 1);
    m_platform->setEditText(fromUtf8(config.platform));
    m_shard->setValue(file.identity->shard);
    m_shards->setValue(file.identity->shards);
  }
  Q_EMIT edited();
}

std::string AssignForm::configName() const {
  const QString test = m_test->currentText().trimmed();
  const QString suite = m_suite->currentText().trimmed();
  const QString platform = m_platform->currentText().trimmed();
  if (test.isEmpty() || suite.isEmpty()) return {};
  const QString name = test + u'_' + suite + u'_' + m_mode->currentText();
  return (platform.isEmpty() ? name : platform + u'/' + name).toStdString();
}

int AssignForm::shard() const { return m_shard->value(); }
int AssignForm::shards() const { return m_shards->value(); }

void AssignForm::showMessage(const QString& sentence, bool problem) {
  m_problem = problem;
  QPalette palette = m_theme.palette();
  palette.setColor(QPalette::WindowText, problem ? palette.color(QPalette::BrightText) : m_theme.color(Tone::Muted));
  m_message->setPalette(palette);
  m_message->setText(sentence);
}

QString AssignForm::message() const { return m_message->text(); }

void AssignForm::focusFirst() {
  m_test->setFocus(Qt::OtherFocusReason);
  m_test->lineEdit()->selectAll();
}

void AssignForm::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape ||
      ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_cancel->hasFocus())) {
    Q_EMIT cancelled();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT submitted();
    return;
  }
  QFrame::keyPressEvent(event);
}

}  // namespace plumbline::ui
