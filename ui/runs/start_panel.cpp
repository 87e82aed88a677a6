// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/start_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/runs/form_widgets.h"
#include "ui/runs/probe_desk.h"
#include "ui/support/form_look.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMostFindings = 5;
constexpr int kLinesOfFindings = 3;
constexpr int kTall = 8;  ///< lines of commands

QToolButton* tool(const QString& icon, const QString& name, const QString& tooltip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(lineIcon(icon));
  button->setAccessibleName(name);
  button->setToolTip(tooltip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

/// What the machine has, in the order that matters to somebody who waits for numbers.
QString factsText(const runs::Facts& facts) {
  QStringList parts;
  const auto add = [&](const char* name, const QString& before, const QString& after = {}) {
    const auto found = facts.find(name);
    if (found != facts.end() && !found->second.empty()) parts << before + fromUtf8(found->second).simplified() + after;
  };
  add("host", {});
  add("python", u"Python "_s);
  add("torch", u"torch "_s);
  add("cuda", u"CUDA "_s);
  add("devices", {});
  add("disk_free", {}, u" free"_s);
  return parts.join(u" \u00b7 "_s);
}

}  // namespace

StartPanel::StartPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new QLabel(this)),
      m_copy(tool(u"copy"_s, u"Copy the commands"_s, u"Copy the commands (Ctrl+Shift+C)"_s, this)),
      m_commands(new CommandText(this)),
      m_area(new QScrollArea(this)),
      m_findings(new QLabel(m_area)),
      m_again(tool(u"reload"_s, u"Look at the machine again"_s, u"Look at the machine again"_s, this)),
      m_start(new QPushButton(u"Start"_s, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid);
  layout->setSpacing(kGrid / 2);
  auto* head = new QHBoxLayout;
  head->setSpacing(kGrid / 2);
  head->addWidget(m_title, 1);
  head->addWidget(m_copy);
  layout->addLayout(head);
  m_commands->setAccessibleName(u"Commands"_s);
  m_commands->setPlaceholderText(u"The commands stand here once the form is complete."_s);
  layout->addWidget(m_commands);
  auto* foot = new QHBoxLayout;
  foot->setSpacing(kGrid / 2);
  m_findings->setWordWrap(true);
  m_findings->setTextFormat(Qt::RichText);
  m_findings->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_findings->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_area->setWidget(m_findings);
  m_area->setWidgetResizable(true);
  m_area->setFrameShape(QFrame::NoFrame);
  m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_area->setFocusPolicy(Qt::NoFocus);
  m_area->viewport()->setAutoFillBackground(false);
  m_findings->setAutoFillBackground(false);
  foot->addWidget(m_area, 1);
  foot->addWidget(m_again, 0, Qt::AlignTop);
  layout->addLayout(foot);
  m_start->setAutoDefault(false);
  m_start->setDefault(true);
  layout->addWidget(m_start);
  connect(m_copy, &QToolButton::clicked, this, &StartPanel::copyCommands);
  connect(m_again, &QToolButton::clicked, this, &StartPanel::probeWanted);
  connect(m_start, &QPushButton::clicked, this, &StartPanel::startWanted);
  setTheme(theme);
  update();
}

void StartPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  setFormLook(*m_title, {}, theme);
  QFont small = theme.monospace();
  if (small.pointSizeF() > 0) small.setPointSizeF(theme.font(TextSize::Small).pointSizeF());
  m_commands->setFont(small);
  m_findings->setFont(theme.font(TextSize::Small));
  setLines(m_lines);
  say(m_lastLines);
  update();
}

void StartPanel::setLines(int lines) {
  m_lines = lines;
  m_commands->setFixedHeight(lines * QFontMetrics(m_commands->font()).lineSpacing() + kGrid + 2);
  // The room for what the machine says is there before it says it.
  m_area->setFixedHeight(
      (lines < kTall ? kLinesOfFindings : kLinesOfFindings + 1) * QFontMetrics(m_findings->font()).lineSpacing() + 2);
}

void StartPanel::showCommands(const QString& lines, int tasks, const QStringList& notes) {
  m_hasProblem = false;
  m_tasks = tasks;
  m_notes = notes;
  m_commands->setCommands(lines);
}

void StartPanel::showProblem(const QString& sentence, bool isWrong) {
  m_hasProblem = true;
  m_tasks = 0;
  m_notes.clear();
  m_commands->setCommands({});
  m_why = sentence;
  m_canStart = m_isWaiting = false;
  say({{isWrong ? u"\u2717 "_s + m_why : m_why, isWrong}});
  update();
}

void StartPanel::showProbe(const ProbeDesk& desk, const Worded& worded) {
  if (m_hasProblem) return;
  m_isWaiting = desk.isWaiting();
  m_canStart = desk.canStart();
  if (!desk.report()) {
    m_why = u"Looking at the machine \u2026"_s;
    say({{m_why}});
    return update();
  }
  QList<Line> lines;
  m_why.clear();
  for (const auto& finding : desk.report()->findings) {
    const QString text = worded(sentenceOf({.text = finding.text, .hint = finding.hint}));
    if (finding.blocks && m_why.isEmpty()) m_why = text;
    if (lines.size() < kMostFindings) lines << Line{(finding.blocks ? u"\u2717 "_s : u"! "_s) + text, finding.blocks};
  }
  for (const QString& note : std::as_const(m_notes)) lines << Line{u"! "_s + note};
  if (const QString facts = factsText(desk.report()->facts); !facts.isEmpty())
    lines << Line{(m_canStart ? u"\u2713 "_s : QString()) + facts};
  if (lines.isEmpty()) lines << Line{u"\u2713 Ready"_s};
  say(lines);
  update();
}

void StartPanel::say(const QList<Line>& lines) {
  m_lastLines = lines;
  QStringList plain, rich;
  const QString wrong = m_theme.palette().color(QPalette::BrightText).name(), quiet = m_theme.color(Tone::Muted).name();
  for (const Line& line : lines) {
    plain << line.text;
    rich << u"<span style=\"color:%1\">%2</span>"_s.arg(line.isProblem ? wrong : quiet, line.text.toHtmlEscaped());
  }
  m_said = plain.join(u'\n');
  m_findings->setText(rich.join(u"<br>"_s));
  m_findings->setAccessibleName(m_said);
}

void StartPanel::update() {
  m_title->setText(m_tasks > 1 ? u"Commands of %1 tasks"_s.arg(m_tasks) : u"Command"_s);
  m_copy->setEnabled(!m_hasProblem);
  m_again->setEnabled(!m_hasProblem && !m_isWaiting);
  m_start->setEnabled(m_canStart);
  m_start->setText(m_isWaiting ? u"Looking \u2026"_s : u"Start"_s);
  m_start->setAccessibleName(u"Start the run"_s);
  m_start->setToolTip(m_canStart ? u"Put the run into the queue (Ctrl+Enter)"_s : whyNot());
}

QString StartPanel::commands() const { return m_commands->commands(); }
QString StartPanel::whyNot() const { return m_isWaiting ? m_why : u"Cannot start: "_s + m_why; }
bool StartPanel::canStart() const { return m_canStart; }
QString StartPanel::findingsText() const { return m_said; }
QList<QWidget*> StartPanel::focusOrder() const { return {m_copy, m_commands, m_again, m_start}; }

void StartPanel::copyCommands() {
  if (m_hasProblem) return;
  QGuiApplication::clipboard()->setText(m_commands->commands());
  Q_EMIT copied();
}

}  // namespace plumbline::ui
