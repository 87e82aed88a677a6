// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/script_output_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/support/line_icon.h"
#include "ui/triage/status_text.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

/// A text edit lays out every line it holds; more than this is slow and nobody scrolls through it.
constexpr qsizetype kMostDrawn = 400'000;

QString drawnPart(const QString& text) {
  if (text.size() <= kMostDrawn) return text;
  const qsizetype headEnd = text.lastIndexOf(u'\n', kMostDrawn / 2) + 1;
  const qsizetype tailBegin = text.indexOf(u'\n', text.size() - kMostDrawn / 2) + 1;
  const qsizetype left = text.mid(headEnd, tailBegin - headEnd).count(u'\n');
  return text.first(headEnd) + u"\n\u2026 %1 lines left out here; Copy takes them all \u2026\n\n"_s.arg(grouped(static_cast<std::size_t>(left))) +
         text.sliced(tailBegin);
}

}  // namespace

ScriptOutputView::ScriptOutputView(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_edit(new QPlainTextEdit(this)), m_headline(new QLabel(this)),
      m_copy(new QToolButton(this)), m_runner([this](base::Outcome<Output> made) { take(std::move(made)); }) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(kGrid, kGrid / 2, kGrid / 2, kGrid / 2);
  m_headline->setWordWrap(true);
  head->addWidget(m_headline, 1);
  m_copy->setIcon(lineIcon(u"copy"_s));
  m_copy->setAccessibleName(u"Copy what CI printed"_s);
  m_copy->setToolTip(u"Copy the whole text"_s);
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
  m_edit->setAccessibleName(u"What CI printed"_s);
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
  m_headline->setText(u"Writing what the script prints \u2026"_s);
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

void ScriptOutputView::take(base::Outcome<Output> made) {
  if (made.isError()) m_headline->setText(fromUtf8(base::describe(made.error())));
  if (!made.isValue()) return;
  m_text = std::move(made.value().text);
  m_edit->setPlainText(made.value().drawn);
  QString headline = u"exit %1"_s.arg(made.value().exitCode);
  if (!made.value().crash.isEmpty()) headline += u" \u00b7 the script dies here: "_s + made.value().crash;
  else if (m_text.isEmpty()) headline += u" \u00b7 it prints nothing"_s;
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
      if (!line.startsWith(m_model) || (line.size() > m_model.size() && !u" :"_s.contains(line[m_model.size()]))) continue;
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

}  // namespace plumbline::ui
