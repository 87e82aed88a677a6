// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/assign_form.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <set>

#include "ui/support/elided_label.h"
#include "ui/support/form_look.h"
#include "ui/support/text_field.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMostShards = 999;

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), qsizetype(utf8.size())); }

/// A list to choose from is filled anew; what the field says stays.
void fill(QComboBox* box, const std::set<std::string>& words) {
  const QString typed = box->currentText();
  const QSignalBlocker quiet(box);
  box->clear();
  for (const std::string& word : words) box->addItem(text(word));
  box->setEditText(typed);
}

}  // namespace

AssignForm::AssignForm(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_title(new ElidedLabel(Qt::ElideMiddle, this)),
      m_test(choice(u"as in the job's name"_s)),
      m_suite(choice(u"any spelling"_s)),
      m_mode(new QComboBox(this)),
      m_platform(choice(u"CUDA or CPU"_s)),
      m_shard(new QSpinBox(this)),
      m_shards(new QSpinBox(this)),
      m_said(new ElidedLabel(Qt::ElideRight, this)),
      m_send(new QPushButton(u"Assign"_s, this)),
      m_cancel(new QPushButton(u"Cancel"_s, this)) {
  setAccessibleName(u"Assign a file"_s);
  build();
  setTheme(theme);
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
  auto* label = new QLabel(title, this);
  label->setBuddy(field);
  m_labels << label;
  field->setAccessibleName(title);
  field->setToolTip(tooltip);
  if (auto* box = qobject_cast<QComboBox*>(field)) {
    box->view()->setAccessibleName(title);
    if (box->isEditable()) box->completer()->popup()->setAccessibleName(title);
  }
  for (auto* line : field->findChildren<QLineEdit*>()) line->setAccessibleName(title);
  auto* grid = qobject_cast<QGridLayout*>(layout()->itemAt(1)->layout());
  grid->addWidget(label, 0, column);
  grid->addWidget(field, 1, column);
}

void AssignForm::build() {
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  all->setSpacing(kGrid / 2);
  all->addWidget(m_title);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(kGrid);
  grid->setVerticalSpacing(2);
  all->addLayout(grid);
  m_mode->addItem(u"training"_s);
  m_mode->addItem(u"inference"_s);
  for (QSpinBox* number : {m_shard, m_shards}) {
    number->setRange(0, kMostShards);
    number->setMinimumWidth(number->sizeHint().width() + 3 * kGrid);  // words stand in it too
    number->setSpecialValueText(number == m_shard ? u"whole run"_s : u"not said"_s);
    connect(number, &QSpinBox::valueChanged, this, &AssignForm::edited);
  }
  addField(0, u"Test"_s, m_test,
           u"Backend and its variants, as the job is called without its suite: dynamic_inductor"_s);
  addField(1, u"Suite"_s, m_suite, u"The benchmark suite, in any spelling CI uses"_s);
  addField(2, u"Mode"_s, m_mode, u"Training or inference"_s);
  addField(3, u"Platform"_s, m_platform, u"Folder of the baselines: rocm, xpu ...; empty for CUDA and CPU"_s);
  addField(4, u"Shard"_s, m_shard, u"Which part of the run it is; \"whole run\" when there are no parts"_s);
  addField(5, u"of"_s, m_shards, u"How many parts the run has; taken from the other shards when it is not said"_s);
  grid->setColumnStretch(0, 4);
  grid->setColumnStretch(1, 3);
  grid->setColumnStretch(3, 3);
  auto* last = new QHBoxLayout;
  last->setSpacing(kGrid);
  all->addSpacing(kGrid / 2);
  all->addLayout(last);
  last->addWidget(m_said, 1);
  last->addWidget(m_send);
  last->addWidget(m_cancel);
  m_said->setObjectName(u"assignSentence"_s);
  m_send->setAutoDefault(false);
  m_cancel->setAutoDefault(false);
  m_send->setToolTip(u"Let the file stand for this shard (Enter); U takes it back"_s);
  m_cancel->setToolTip(u"Close the form (Escape)"_s);
  connect(m_mode, &QComboBox::currentIndexChanged, this, &AssignForm::edited);
  connect(m_send, &QPushButton::clicked, this, &AssignForm::submitted);
  connect(m_cancel, &QPushButton::clicked, this, &AssignForm::cancelled);
}

void AssignForm::setTheme(const Theme& theme) {
  m_theme = theme;
  setFormLook(*m_title, m_labels, theme);
  say(m_said->text(), m_problem);
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
  m_title->setText(u"Which config is %1?"_s.arg(shownName));
  m_title->setDetail(text(file.origin));
  if (file.identity) {
    const configs::Config& config = file.identity->config;
    m_test->setEditText(text(config.test));
    m_suite->setEditText(text(config.suite));
    m_mode->setCurrentIndex(config.mode == configs::Mode::Training ? 0 : 1);
    m_platform->setEditText(text(config.platform));
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

void AssignForm::say(const QString& sentence, bool problem) {
  m_problem = problem;
  QPalette palette = m_theme.palette();
  palette.setColor(QPalette::WindowText, problem ? palette.color(QPalette::BrightText) : m_theme.color(Tone::Muted));
  m_said->setPalette(palette);
  m_said->setText(sentence);
}

QString AssignForm::said() const { return m_said->text(); }

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
