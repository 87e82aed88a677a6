// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/script_outputs.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStackedLayout>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

/// A text edit lays out every line it holds; more than this is slow to show.
constexpr qsizetype kMaxDrawn = 400'000;

QString drawnPart(const QString& text) {
  if (text.size() <= kMaxDrawn) return text;
  const qsizetype headEnd = text.lastIndexOf(u'\n', kMaxDrawn / 2) + 1;
  const qsizetype tailBegin = text.indexOf(u'\n', text.size() - kMaxDrawn / 2) + 1;
  const qsizetype left = text.mid(headEnd, tailBegin - headEnd).count(u'\n');
  return text.first(headEnd) +
         ScriptOutputs::tr("\n\u2026 %1 lines left out here; Copy takes them all \u2026\n\n")
             .arg(grouped(static_cast<std::size_t>(left))) +
         text.sliced(tailBegin);
}

}  // namespace

ScriptOutputView::ScriptOutputView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_edit(new QPlainTextEdit(this)), m_headline(new QLabel(this)),
      m_copy(new QToolButton(this)), m_runner([this](base::Outcome<Output> made) { showOutput(std::move(made)); }) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid, kGrid / 2, kGrid / 2, kGrid / 2);
  m_headline->setWordWrap(true);
  head->addWidget(m_headline, 1);
  m_copy->setIcon(lineIcon(u"copy"_s));
  m_copy->setAccessibleName(tr("Copy what CI printed"));
  m_copy->setToolTip(tr("Copy the whole text"));
  m_copy->setFocusPolicy(Qt::TabFocus);
  connect(m_copy, &QToolButton::clicked, this, &ScriptOutputView::copyAll);
  head->addWidget(m_copy);
  layout->addLayout(head);
  m_edit->setReadOnly(true);
  m_edit->setFrameShape(QFrame::NoFrame);
  m_edit->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_edit->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_edit->setTabChangesFocus(true);
  m_edit->document()->setDocumentMargin(kGrid);
  m_edit->setAccessibleName(tr("What CI printed"));
  layout->addWidget(m_edit, 1);
  setTheme(theme);
}

void ScriptOutputView::setTheme(const Theme& theme) {
  m_theme = theme;
  m_edit->setFont(theme.monospace());
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_headline->setPalette(quiet);
  mark();
}

void ScriptOutputView::show(const std::shared_ptr<const verdicts::Comparison>& comparison, std::size_t check) {
  m_runner.cancel();
  m_comparison = comparison;
  m_check = check;
  m_wanted = comparison != nullptr;
  m_text.clear();
  m_edit->clear();
  m_headline->clear();
  m_copy->setEnabled(false);
  if (isVisible()) start();
}

void ScriptOutputView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  start();
}

void ScriptOutputView::start() {
  if (!m_wanted) return;
  m_wanted = false;
  m_headline->setText(tr("Writing what the script prints \u2026"));
  m_runner.run([comparison = m_comparison, check = m_check](const base::Progress& progress) -> base::Outcome<Output> {
    const verdicts::CheckRun run = comparison->scriptOutput(check, progress);
    if (run.cancelled || progress.stopRequested()) return base::Cancelled{};
    Output made;
    made.text = fromUtf8(run.output);
    made.drawn = drawnPart(made.text);
    made.exitCode = run.exitCode;
    if (run.crash) made.crash = fromUtf8(base::describe(*run.crash));
    return made;
  });
}

void ScriptOutputView::showOutput(base::Outcome<Output> made) {
  if (made.isError()) m_headline->setText(fromUtf8(base::describe(made.error())));
  if (!made.isValue()) return;
  m_text = std::move(made.value().text);
  m_edit->setPlainText(made.value().drawn);
  QString headline = tr("exit %1").arg(made.value().exitCode);
  if (!made.value().crash.isEmpty()) headline += tr(" \u00b7 the script dies here: ") + made.value().crash;
  else if (m_text.isEmpty()) headline += tr(" \u00b7 it prints nothing");
  m_headline->setText(headline);
  m_copy->setEnabled(true);
  mark();
  Q_EMIT ready();
}

void ScriptOutputView::pointAt(const QString& model) {
  if (m_model == model) return;
  m_model = model;
  mark();
}

void ScriptOutputView::mark() {
  QList<QTextEdit::ExtraSelection> marks;
  if (!m_model.isEmpty() && !m_text.isEmpty()) {
    for (QTextBlock block = m_edit->document()->begin(); block.isValid(); block = block.next()) {
      const QString line = block.text().trimmed();
      if (!line.startsWith(m_model) || (line.size() > m_model.size() && !u" :"_s.contains(line[m_model.size()])))
        continue;
      QTextEdit::ExtraSelection mark;
      mark.cursor = QTextCursor(block);
      mark.format.setBackground(m_theme.color(Tone::Selection));
      mark.format.setForeground(m_theme.color(Tone::Text));
      mark.format.setProperty(QTextFormat::FullWidthSelection, true);
      if (marks.isEmpty()) {
        m_edit->setTextCursor(mark.cursor);
        m_edit->centerCursor();
      }
      marks << mark;
    }
  }
  m_edit->setExtraSelections(marks);
}

void ScriptOutputView::copyAll() { QGuiApplication::clipboard()->setText(m_text); }

ScriptOutputs::ScriptOutputs(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_bar(new QHBoxLayout), m_buttons(new QButtonGroup(this)),
      m_stack(new QStackedLayout) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_bar->setContentsMargins(kGrid / 2, kGrid / 2, kGrid / 2, 0);
  m_bar->setSpacing(kGrid / 2);
  m_bar->addStretch();
  layout->addLayout(m_bar);
  layout->addLayout(m_stack, 1);
  connect(m_buttons, &QButtonGroup::idClicked, this, &ScriptOutputs::choose);
}

void ScriptOutputs::setTheme(const Theme& theme) {
  m_theme = theme;
  for (ScriptOutputView* view : m_views) view->setTheme(theme);
}

void ScriptOutputs::show(const std::shared_ptr<const verdicts::Comparison>& comparison) {
  const int front = std::max(0, m_stack->currentIndex());
  const auto count = comparison ? static_cast<qsizetype>(comparison->checks().size()) : 0;
  while (m_views.size() > count) {
    delete m_buttons->button(static_cast<int>(m_views.size()) - 1);
    delete m_views.takeLast();
  }
  for (qsizetype c = 0; c < count; ++c) {
    const verdicts::CheckSummary& check = comparison->checks()[static_cast<std::size_t>(c)];
    const QString name = fromUtf8(checkName(check.check));
    if (m_views.size() <= c) {
      m_views << new ScriptOutputView(m_theme, this);
      m_stack->addWidget(m_views.back());
      auto* made = new QToolButton(this);
      made->setCheckable(true);
      made->setFocusPolicy(Qt::TabFocus);
      m_buttons->addButton(made, static_cast<int>(c));
      m_bar->insertWidget(static_cast<int>(c), made);
    }
    auto* button = qobject_cast<QToolButton*>(m_buttons->button(static_cast<int>(c)));
    button->setText(name);
    button->setToolTip(tr("The whole text of the %1 check; it exits %2").arg(name).arg(check.exitCode));
    m_views[c]->show(comparison, static_cast<std::size_t>(c));
  }
  if (count > 0) choose(std::min(front, static_cast<int>(count) - 1));
}

void ScriptOutputs::choose(int check) {
  m_stack->setCurrentIndex(check);
  if (QAbstractButton* button = m_buttons->button(check)) button->setChecked(true);
}

void ScriptOutputs::pointAt(const QString& model) {
  for (ScriptOutputView* view : m_views) view->pointAt(model);
}

bool ScriptOutputs::showNext() {
  const int next = m_stack->currentIndex() + 1;
  choose(next < m_stack->count() ? next : 0);
  return next < m_stack->count();
}

ScriptOutputView* ScriptOutputs::current() const { return m_views.value(m_stack->currentIndex()); }

}  // namespace plumbline::ui
