// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/decision_strip.h"

#include <QComboBox>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStackedLayout>
#include <utility>

#include "ui/support/form_controls.h"
#include "ui/support/key_button.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/decision_text.h"

namespace plumbline::ui {
namespace {

/// Plain keys are commands of the page; in here they are text, or choose in a list.
bool isPlainKey(const QKeyEvent& event) {
  return (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0 &&
         !event.text().isEmpty() && event.text().at(0).isPrint();
}

}  // namespace

FlakyForm::FlakyForm(QWidget* parent)
    : QWidget(parent),
      m_reason(makeTextField(tr("Reason"), tr("Reason: what makes it flaky?"), this)),
      m_place(new QComboBox(this)),
      m_issue(makeTextField(tr("Issue"), tr("Issue or link"), this)),
      m_expires(makeTextField(tr("Last day"), tr("Until 2026-12-31"), this)) {
  for (QLineEdit* each : {m_issue, m_expires})  // their hints in full
    each->setMinimumWidth(each->fontMetrics().horizontalAdvance(each->placeholderText()) + 2 * kGrid);
  m_reason->setToolTip(m_reason->placeholderText());  // it gets what the others leave
  m_place->setAccessibleName(tr("Flaky list"));
  m_place->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_place->setMinimumContentsLength(12);
  makeRow(this, {}, kGrid, {{m_reason, 4}, {m_place, 3}, {m_issue, 2}, {m_expires, 2}});
  connect(m_place, &QComboBox::currentIndexChanged, this, [this](int index) {
    const bool can = m_canExpire.value(index, false);
    m_expires->setEnabled(can);
    m_expires->setToolTip(can ? tr("The entry excuses up to this day") : tr("A check script has no room for a date"));
  });
}

void FlakyForm::start(const Question& question) {
  const QString before = m_place->currentText();
  m_canExpire = question.canExpire;
  m_place->clear();
  m_place->addItems(question.places);
  for (qsizetype i = 0; i < question.places.size(); ++i)
    m_place->setItemData(static_cast<int>(i), question.places.at(i), Qt::ToolTipRole);
  m_place->setCurrentIndex(std::max(0, static_cast<int>(question.places.indexOf(before))));
}

FlakyForm::Answer FlakyForm::answer() const {
  // A day that the list has no room for is left in its field for the next list, and counts for nothing here.
  const QString day = m_expires->isEnabled() ? m_expires->text() : QString();
  return {.place = std::max(0, m_place->currentIndex()),
          .input = {.reason = m_reason->text().trimmed().toStdString(),
                    .issue = m_issue->text().trimmed().toStdString(),
                    .expires = day.trimmed().toStdString()}};
}

void FlakyForm::focusFirst() {
  m_reason->setFocus(Qt::OtherFocusReason);
  m_reason->selectAll();
}

DecisionStrip::DecisionStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new ElidedLabel(Qt::ElideRight, this)),
      m_pages(new QStackedLayout),
      m_detail(new ElidedLabel(Qt::ElideRight, this)),
      m_textPage(new QWidget(this)),
      m_text(new QLineEdit(m_textPage)),
      m_flaky(new FlakyForm(this)),
      m_answers(new QWidget(this)),
      m_yes(new QPushButton(this)),
      m_other(new QPushButton(this)),
      m_no(new QPushButton(tr("Back"), this)) {
  setObjectName(u"decisionStrip"_s);
  setAccessibleName(tr("Decision"));
  m_text->setAccessibleName(tr("Answer"));
  m_text->setTextMargins(kGrid / 2, 0, kGrid / 2, 0);
  prepareTextField(*m_text);
  makeRow(m_textPage, {}, -1, {m_text});
  addWidgets(*m_pages, {m_detail, m_textPage, m_flaky});
  for (QWidget* page : {m_textPage, static_cast<QWidget*>(m_flaky)})  // a question hides the answers, which leave it their room
    page->setSizePolicy(QSizePolicy::Ignored, page->sizePolicy().verticalPolicy());

  auto* layout = makeColumn(this, {2 * kGrid, kGrid, kGrid, kGrid}, kGrid / 2, {m_title});
  auto* bottom = makeRow(nullptr, {}, kGrid, {{m_pages, 1}, m_answers, m_yes, m_other, m_no});
  makeRow(m_answers, {}, kGrid / 2, {});
  layout->addLayout(bottom);
  m_no->setToolTip(tr("Decide nothing (Esc)"));
  for (QPushButton* button : {m_yes, m_other, m_no}) {
    button->setAutoDefault(false);
    button->hide();
  }
  connect(m_yes, &QPushButton::clicked, this, [this] { commit(false); });
  connect(m_other, &QPushButton::clicked, this, [this] { commit(true); });
  connect(m_no, &QPushButton::clicked, this, &DecisionStrip::back);
  for (QWidget* child : findChildren<QWidget*>()) watch(child);
  styleText({m_detail}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void DecisionStrip::watch(QWidget* widget) {
  if (widget->focusPolicy() != Qt::NoFocus) widget->installEventFilter(this);
}

void DecisionStrip::setTheme(const Theme& theme) {
  m_theme = theme;
  setAutoFillBackground(true);
  setPalette(theme.basePalette());
  // As high as with a question in it: the table above keeps its size.
  const int field = std::max({m_text->sizeHint().height(), m_flaky->sizeHint().height(), m_yes->sizeHint().height(),
                              m_answers->sizeHint().height()});
  setFixedHeight(2 * kGrid + QFontMetrics(m_theme.font(TextSize::Normal)).height() + kGrid / 2 + field);
}

void DecisionStrip::setButtons(const QList<ActionSpec>& answers) {
  for (const ActionSpec& answer : answers) m_answers->layout()->addWidget(new KeyButton(answer, m_answers));
  setTheme(m_theme);
}

void DecisionStrip::refreshButtons() {
  for (auto* button : m_answers->findChildren<KeyButton*>()) button->refresh();
}

void DecisionStrip::showSummary(const DecisionSummary& summary, bool asked) {
  QStringList detail;
  if (!summary.answer.isEmpty()) {
    m_idleTitle = summary.answer;
    detail << (summary.note.isEmpty() ? QString() : tr("Note: %1").arg(summary.note)) << (summary.isEarlier ? tr("Another answer replaces it.") : tr("Z takes the last step back."));
  } else if (!summary.consequence.isEmpty()) {
    m_idleTitle = tr("A accepts: %1").arg(summary.consequence);
    if (!summary.guard.isEmpty()) detail << tr("Asks for a reason: %1.").arg(summary.guard);
    detail << summary.notes;
    if (summary.alike > 0)
      detail << (summary.alike == 1 ? tr("One more row is alike (Shift+A).")
                                  : tr("%1 more rows are alike (Shift+A).").arg(summary.alike));
    if (!summary.note.isEmpty()) detail << tr("Note: %1").arg(summary.note);
  } else if (!summary.notes.isEmpty()) {
    m_idleTitle = summary.notes.first();
    detail << summary.notes.mid(1);
    if (!summary.note.isEmpty()) detail << tr("Note: %1").arg(summary.note);
  } else {
    m_idleTitle = asked ? QString() : tr("This row needs no decision.");
    if (!summary.note.isEmpty()) detail << tr("Note: %1").arg(summary.note);
  }
  detail.removeAll(QString());
  m_idleDetail = detail.join(u"  "_s);
  refreshButtons();
  if (m_asking) return;
  m_title->setText(m_idleTitle);
  m_detail->setText(m_idleDetail);
}

QString DecisionStrip::title() const { return m_title->text(); }

void DecisionStrip::showQuestion(QWidget* page, const QString& title, const QString& commitText) {
  m_asking = true;
  m_asked = title;
  m_problem.clear();
  m_title->setText(title);
  m_pages->setCurrentWidget(page);
  m_answers->hide();
  m_yes->setText(commitText);
  m_yes->setToolTip(tr("%1 (Enter)").arg(commitText));
  m_yes->show();
  m_no->show();
}

void DecisionStrip::requestText(const TextQuestion& question, Commit commit, Commit other) {
  m_question = question;
  m_commit = std::move(commit);
  m_otherCommit = std::move(other);
  m_flakyCommit = {};
  m_text->setPlaceholderText(question.placeholder);
  m_text->setAccessibleName(question.title + u". "_s + question.placeholder);
  m_text->setText(question.value);
  auto* completer = new QCompleter(question.suggestions, m_text);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  delete m_text->completer();
  m_text->setCompleter(completer);
  showQuestion(m_textPage, question.title, question.commitText);
  m_other->setText(question.otherText);
  m_other->setToolTip(tr("%1 (Ctrl+Enter)").arg(question.otherText));
  m_other->setVisible(!question.otherText.isEmpty());
  m_text->setFocus(Qt::OtherFocusReason);
  m_text->selectAll();
}

void DecisionStrip::confirm(const QString& title, const QString& detail, const QString& commitText, Commit commit) {
  m_question = {};
  m_commit = std::move(commit);
  m_otherCommit = {};
  m_flakyCommit = {};
  showQuestion(m_detail, title, commitText);
  m_detail->setText(detail);
  m_yes->setFocus(Qt::OtherFocusReason);
}

void DecisionStrip::requestFlaky(const QString& title, const FlakyForm::Question& question, FlakyCommit commit) {
  m_commit = {};
  m_otherCommit = {};
  m_flakyCommit = std::move(commit);
  m_flaky->start(question);
  showQuestion(m_flaky, title, tr("Mark as flaky"));
  m_flaky->focusFirst();
}

void DecisionStrip::commit(bool other) {
  if (!m_asking) return;
  if (m_flakyCommit) {
    const FlakyCommit way = m_flakyCommit;
    showProblem(way(m_flaky->answer()));
  } else {
    const Commit way = other ? m_otherCommit : m_commit;
    if (!way) return;
    const QString text = m_pages->currentWidget() == m_textPage ? m_text->text().trimmed() : QString();
    const bool refused = !other && text.isEmpty() && !m_question.emptyRefusal.isEmpty();
    showProblem(refused ? m_question.emptyRefusal : way(text));
  }
  if (m_problem.isEmpty()) close(true);
}

void DecisionStrip::showProblem(const QString& problem) {
  m_problem = problem;
  QPalette colors = palette();
  if (!problem.isEmpty()) colors.setColor(QPalette::WindowText, m_theme.palette().color(QPalette::BrightText));
  m_title->setPalette(colors);
  m_title->setText(problem.isEmpty() ? m_asked : problem);
}

void DecisionStrip::back() {
  if (m_asking) close(false);
}

void DecisionStrip::close(bool answered) {
  m_asking = false;
  showProblem({});
  m_pages->setCurrentWidget(m_detail);
  for (QPushButton* button : {m_yes, m_other, m_no}) button->hide();
  m_answers->show();
  m_title->setText(m_idleTitle);
  m_detail->setText(m_idleDetail);
  Q_EMIT closed(answered);
}

bool DecisionStrip::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && isPlainKey(*static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && watched == m_no) {
      back();
      return true;
    }
    if (enter) {
      commit(watched == m_other || ((key->modifiers() & Qt::ControlModifier) != 0 && m_otherCommit));
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void DecisionStrip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_asking) {
    back();
    return;
  }
  QWidget::keyPressEvent(event);
}

void DecisionStrip::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  QPainter(this).fillRect(QRect(0, 0, width(), 1), m_theme.color(Tone::Border));
}

}  // namespace plumbline::ui
