// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bisect/bisect_form.h"

#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kWidestForm = 640;

std::string nativeName(const QLineEdit& field) { return QFile::encodeName(field.text().trimmed()).toStdString(); }

}  // namespace

BisectForm::BisectForm(FilePrompt& prompt, QWidget* parent) : QWidget(parent), m_prompt(prompt) {
  setAccessibleName(tr("New bisection"));
  auto* column = makeColumn(this, {2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid}, kGrid);
  column->addWidget(new TitleLabel(tr("New bisection"), TitleLabel::kTitleScale, this));
  m_repository = addField(tr("Git repository"), tr("folder of the checkout"), {u"--repo"_s});
  addChooser(*m_repository, tr("Choose the repository"), true, false);
  m_good = addField(tr("Good commit"), tr("the older end, believed to be good"), {u"--good"_s});
  m_bad = addField(tr("Bad commit"), tr("the later end, believed to be bad"), {u"--bad"_s});
  m_commits = addField(tr("Or a file of commits, oldest first, one a line"), tr("in place of a repository"), {u"--commits"_s});
  addChooser(*m_commits, tr("Choose the file of commits"), false, false);
  m_state = addField(tr("File that keeps the bisection"), tr("plumbline-bisect.json"), {u"--state"_s});
  addChooser(*m_state, tr("Choose where the bisection is kept"), false, true);
  auto* start = makePushButton(u"bisectStart"_s, tr("Start"), tr("Write the file and show the first commit to run (Enter)"), this);
  auto* cancel = makePushButton(u"bisectCancel"_s, tr("Cancel"), tr("Back without a new bisection (Esc)"), this);
  column->addLayout(makeRow(nullptr, {}, kGrid, {start, cancel, stretch()}));
  column->addStretch(1);
  setMaximumWidth(kWidestForm);
  connect(start, &QPushButton::clicked, this, &BisectForm::start);
  connect(cancel, &QPushButton::clicked, this, &BisectForm::cancelRequested);
}

QLineEdit* BisectForm::addField(const QString& title, const QString& placeholder, const QStringList& options) {
  QLineEdit* field = makeTextField(title, placeholder, this);
  m_boxes << new FieldBox(title, field, options, this);
  layout()->addWidget(m_boxes.last());
  connect(field, &QLineEdit::returnPressed, this, &BisectForm::start);
  return field;
}

void BisectForm::addChooser(QLineEdit& field, const QString& name, bool wantsFolder, bool mayBeNew) {
  QToolButton* button = makeIconButton(u"open"_s, name, this);
  connect(button, &QToolButton::clicked, this, [this, &field, name, wantsFolder, mayBeNew] {
    FileRequest question{.title = name};
    question.kinds = mayBeNew ? tr("Bisections (*.json);;All files (*)") : tr("All files (*)");
    question.wantsFolder = wantsFolder;
    question.mayBeNew = mayBeNew;
    m_prompt.request(this, question, [&field](const QStringList& paths) {
      if (!paths.isEmpty()) field.setText(paths.first());
    });
  });
  m_boxes.last()->addBeside(button);
}

/// start asks for the names that are needed; whatever else is wrong is found in the repository.
void BisectForm::start() {
  for (FieldBox* box : std::as_const(m_boxes)) box->setProblem({});
  const bool isFile = !m_commits->text().trimmed().isEmpty();
  const auto require = [this](const QLineEdit& field, const QString& problem) {
    if (!field.text().trimmed().isEmpty()) return true;
    for (FieldBox* box : std::as_const(m_boxes))
      if (box->field() == &field) box->setProblem(problem);
    return false;
  };
  bool isWhole = require(*m_state, tr("Name the file that keeps the results."));
  if (!isFile) {
    isWhole &= require(*m_repository, tr("Name the repository, or a file of commits."));
    isWhole &= require(*m_good, tr("Name a commit that is good."));
    isWhole &= require(*m_bad, tr("Name a later commit that is bad."));
  }
  if (!isWhole) return;
  Q_EMIT startRequested(m_state->text().trimmed(), {.repository = nativeName(*m_repository),
                                                    .good = m_good->text().trimmed().toStdString(),
                                                    .bad = m_bad->text().trimmed().toStdString(),
                                                    .commitsFile = nativeName(*m_commits)});
}

void BisectForm::showProblem(const base::Error& error) {
  const QString text = sentenceOf(error), plain = fromUtf8(error.text + ' ' + error.hint);
  FieldBox* place = m_boxes.first();
  if (!error.file.empty() && nativeName(*m_state) == error.file) place = m_boxes.last();
  for (FieldBox* box : std::as_const(m_boxes)) {
    for (const QString& option : box->options())
      if (plain.contains(option)) place = box;
  }
  for (const auto& [field, box] : {std::pair(m_bad, 2), std::pair(m_good, 1)})
    if (const QString name = field->text().trimmed(); !name.isEmpty() && plain.contains(name)) place = m_boxes[box];
  if (!error.file.empty() && nativeName(*m_commits) == error.file) place = m_boxes[3];
  place->setProblem(text);
  place->field()->setFocus(Qt::OtherFocusReason);
}

void BisectForm::focusFirst() { m_repository->setFocus(Qt::OtherFocusReason); }

void BisectForm::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return Q_EMIT cancelRequested();
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
