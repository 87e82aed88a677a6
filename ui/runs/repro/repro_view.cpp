// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/repro/repro_view.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

#include "ui/runs/repro/repro_results.h"
#include "ui/runs/repro/repro_text.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kMinEvidenceWidth = 12 * kGrid;

constexpr int kMaxScriptRows = 5;
constexpr std::size_t kMaxFindings = 8;

QLabel* label(QWidget* parent) {
  auto* made = new PlainLabel(parent);
  made->setWordWrap(true);
  made->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return made;
}

void showText(QLabel& label, const QString& text) {
  if (label.text() != text) label.setText(text);
  label.setAccessibleName(text);
  label.setVisible(!text.isEmpty());
}

/// missingScriptText explains why a run has left no script.
QString missingScriptText(const runs::Run& run) {
  if (run.spec.kind == runs::RunKind::Repro) return {};
  if (!runs::isFinished(runs::stateOf(run)))
    return ReproView::tr("When the accuracy fails in this run, PyTorch writes a repro script, which is listed here.");
  return ReproView::tr(
      "The run left no repro script: its accuracy did not fail this time, or it ended before it was compared. Run it "
         "again to see whether the failure comes and goes.");
}

/// rerunCount: see ReproView::runsNeeded; `proofs` is the number of repeats that compared compiled with eager.
int rerunCount(const runs::Run& run, int proofs) {
  constexpr int kMaxRepeats = 999;  // as in the form
  const auto ended = std::ranges::count_if(run.tasks, [](const runs::TaskStatus& task) { return task.state != runs::RunState::Cancelled; });
  const int runs = std::min(run.spec.repeats, static_cast<int>(ended));
  const int needed = proofs > 0 ? (runs::kMinProofs * runs + proofs - 1) / proofs : run.spec.repeats;
  return std::clamp(needed, runs::kMinProofs, kMaxRepeats);
}

}  // namespace

EvidenceButton::EvidenceButton(const Theme& theme, QWidget* parent) : QuietButton(parent), m_theme(theme) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setTheme(theme);
}

void EvidenceButton::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.monospace());
  updateGeometry();
  update();
}

void EvidenceButton::setLine(const QString& text) {
  m_line = text;
  setAccessibleName(tr("Show in the log: ") + text);
  setToolTip(text + tr("\nShow this line in the log (Y)"));
  update();
}

QSize EvidenceButton::sizeHint() const {
  return {fontMetrics().horizontalAdvance(m_line) + 2 * kGrid, fontMetrics().height() + kGrid};
}
QSize EvidenceButton::minimumSizeHint() const { return {kMinEvidenceWidth, fontMetrics().height() + kGrid}; }

void EvidenceButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintGround(painter, rect());
  if (hasFocus()) paintFocus(painter, rect());
  const QRect room = rect().adjusted(kGrid / 2, 0, -kGrid / 2, 0);
  painter.setPen(m_theme.palette().color(QPalette::Link));
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                   fontMetrics().elidedText(m_line, Qt::ElideRight, room.width()));
}

void EvidenceButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QuietButton::keyPressEvent(event);
}

ReproView::ReproView(const Theme& theme, QWidget* parent) : QScrollArea(parent), m_theme(theme), m_body(new QWidget(this)) {
  setAccessibleName(tr("Result of the repro run"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  build();
  setWidget(m_body);
  styleText({m_taskTitle, m_scriptsTitle}, {.size = TextSize::Small, .isMuted = true});
  styleText({m_summary}, {.isMonospace = true});
  applyTheme(*this, theme);
  showRun(nullptr, nullptr, -1);
}

void ReproView::build() {
  m_class = label(m_body);
  m_classText = label(m_body);
  m_moreButton = makeToolButton({}, {}, tr("Queue the run again, as often as its class should take (Shift+A)"), m_body);
  m_taskTitle = label(m_body);
  m_outcome = label(m_body);
  m_evidence = new EvidenceButton(m_theme, m_body);
  m_outcomeText = label(m_body);
  m_warnings = label(m_body);
  m_scriptsTitle = label(m_body);
  m_scripts = new QListWidget(m_body);
  m_scripts->setAccessibleName(tr("Scripts that the run left"));
  m_scripts->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scripts->setTextElideMode(Qt::ElideMiddle);
  m_scripts->setUniformItemSizes(true);
  m_scripts->setTabKeyNavigation(false);
  m_use = makeToolButton(tr("Use in the form"), {},
                         tr("Fill the form with this script; nothing starts by itself (S, Enter)"), m_body);
  m_ten = makeToolButton(tr("Run it %1 times").arg(kTimes), {},
                         tr("Fill the form with this script %1 times: does it fail every time? (Shift+S)").arg(kTimes),
                         m_body);
  m_open = makeToolButton(tr("Open folder"), {}, tr("Open the folder of the script"), m_body);
  m_copy = makeToolButton(tr("Copy path"), {}, tr("Copy the path of the script"), m_body);
  m_next = label(m_body);
  m_summary = label(m_body);
  auto* more = makeRow(nullptr, {}, -1, {m_moreButton, stretch()});
  auto* tools = makeRow(nullptr, {}, kGrid / 2);
  for (QToolButton* each : {m_use, m_ten, m_open, m_copy}) tools->addWidget(each);
  tools->addStretch(1);
  makeColumn(m_body, {kGrid, kGrid, kGrid, kGrid}, kGrid / 2,
             {m_class, m_classText, more, gap(kGrid / 2), m_taskTitle, m_outcome, m_evidence, m_outcomeText, m_warnings,
              m_scriptsTitle, m_scripts, tools, m_next, gap(kGrid), m_summary, stretch()});
  connect(m_evidence, &QAbstractButton::clicked, this, [this] { Q_EMIT evidenceRequested(m_line); });
  connect(m_moreButton, &QToolButton::clicked, this, [this] { Q_EMIT rerunRequested(m_runsNeeded); });
  connect(m_scripts, &QListWidget::itemActivated, this, [this] { Q_EMIT scriptRequested(currentScript(), 1); });
  connect(m_scripts, &QListWidget::currentRowChanged, this, &ReproView::updateButtons);
  connect(m_use, &QToolButton::clicked, this, [this] { Q_EMIT scriptRequested(currentScript(), 1); });
  connect(m_ten, &QToolButton::clicked, this, [this] { Q_EMIT scriptRequested(currentScript(), kTimes); });
  connect(m_open, &QToolButton::clicked, this, [this] { Q_EMIT folderRequested(QFileInfo(currentScript()).path()); });
  connect(m_copy, &QToolButton::clicked, this, [this] { Q_EMIT copyRequested(currentScript()); });
}

void ReproView::setTheme(const Theme& theme) {
  m_theme = theme;
  QPalette warning = theme.palette(), rows = theme.palette();
  warning.setColor(QPalette::WindowText, theme.wordColor(verdicts::VerdictClass::Invalid, false));
  rows.setColor(QPalette::Highlight, theme.color(Tone::Selection));
  rows.setColor(QPalette::HighlightedText, theme.color(Tone::Text));
  setPalette(theme.basePalette());
  m_body->setPalette(theme.basePalette());
  m_body->setAutoFillBackground(true);
  m_warnings->setPalette(warning);
  m_scripts->setPalette(rows);
  fitList();
  headline(*m_class, m_classStyle);
  headline(*m_outcome, m_outcomeStyle);
}

/// headline: glyph and word carry the meaning, the colour follows.
void ReproView::headline(QLabel& label, const RunStyle& style) {
  QFont bold = m_theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  QPalette colors = m_theme.palette();
  colors.setColor(QPalette::WindowText,
                  style.isQuiet ? m_theme.color(Tone::Muted) : m_theme.wordColor(style.cls, false));
  label.setFont(bold);
  label.setPalette(colors);
  showText(label, style.word.isEmpty() ? QString() : style.glyph + u"  "_s + style.word);
}

void ReproView::showRun(const runs::RunPtr& run, const ReproReading* reading, int task) {
  const bool other = (run ? run->id : std::string()) != (m_run ? m_run->id : std::string());
  m_run = run;
  showClass(reading);
  showTask(reading, task);
  showScripts(reading);
  updateButtons();
  if (other) verticalScrollBar()->setValue(0);
}

void ReproView::showClass(const ReproReading* reading) {
  const bool has = m_run && reading != nullptr && reading->all;
  m_classStyle = has ? classStyle(reading->all->classification) : RunStyle{};
  headline(*m_class, m_classStyle);
  QStringList lines;
  m_runsNeeded = 0;
  if (has) {
    const runs::Reproducibility& all = *reading->all;
    if (!all.why.empty()) lines << fromUtf8(all.why);
    if (const QString counts = countsText(all); !counts.isEmpty()) lines << counts;
    if (const QString rate = rateText(all.failureRate); !rate.isEmpty()) lines << tr("Fails in ") + rate;
    if (all.eagerRate.count > 0) lines << tr("Eager differs from itself in ") + rateText(all.eagerRate);
    for (const std::string& warning : all.warnings) lines << u"! "_s + fromUtf8(warning);
    m_runsNeeded = runs::isFinished(runs::stateOf(*m_run)) &&
        all.moreNeeded > 0 ? rerunCount(*m_run, all.failureRate.of) : 0;
    if (m_runsNeeded > 0) lines << tr("Too few repeats to decide.");
  }
  showText(*m_classText, lines.join(u'\n'));
  m_moreButton->setVisible(m_runsNeeded > 0);
  m_moreButton->setText(tr("Run %1 times").arg(m_runsNeeded));
}

void ReproView::showTask(const ReproReading* reading, int task) {
  const runs::ReproOutcome* outcome = nullptr;
  QString problem;
  const bool isRepro = m_run && m_run->spec.kind == runs::RunKind::Repro;
  const bool hasTask = isRepro && task >= 0 && static_cast<std::size_t>(task) < m_run->tasks.size();
  if (hasTask && reading != nullptr)
    if (const auto found = reading->tasks.find(static_cast<std::size_t>(task)); found != reading->tasks.end()) {
      problem = found->second.problem;
      if (problem.isEmpty()) outcome = &found->second.outcome;
    }
  showText(*m_taskTitle, hasTask && m_run->tasks.size() > 1 ? taskTitle(*m_run, static_cast<std::size_t>(task))
           : QString());
  m_outcomeStyle = outcome != nullptr ? reproStyle(outcome->result) : RunStyle{};
  headline(*m_outcome, m_outcomeStyle);
  const QString evidence = outcome != nullptr ? evidenceText(*outcome) : QString();
  m_line = outcome != nullptr ? outcome->line : 0;
  m_evidence->setLine(evidence);
  m_evidence->setVisible(!evidence.isEmpty());
  QStringList lines, warnings;
  if (outcome != nullptr) {
    if (!outcome->exception.empty() && outcome->evidence.find(outcome->exception) == std::string::npos)
      lines << fromUtf8(outcome->exception);
    if (!outcome->hint.empty()) lines << fromUtf8(outcome->hint);
    for (std::size_t i = 0; i < std::min(outcome->findings.size(), kMaxFindings); ++i)
      lines << u"\u2022 "_s + fromUtf8(outcome->findings[i]);
    if (outcome->findings.size() > kMaxFindings)
      lines << tr("and %1 more in the log").arg(outcome->findings.size() - kMaxFindings);
    for (const std::string& warning : outcome->warnings) warnings << u"! "_s + fromUtf8(warning);
  } else if (!problem.isEmpty()) {
    warnings << u"! "_s + problem;
  } else if (hasTask) {
    lines << (runs::isFinished(m_run->tasks[static_cast<std::size_t>(task)].state)
                  ? tr("Reading the log \u2026")
                  : tr("The outcome is shown here once the task is done."));
  }
  showText(*m_outcomeText, lines.join(u'\n'));
  showText(*m_warnings, warnings.join(u'\n'));
}

void ReproView::showScripts(const ReproReading* reading) {
  const QString before = currentScript();
  QList<QPair<QString, QString>> listed;  // label, path
  const std::string& folder = m_run ? m_run->folder : std::string();
  if (m_run && reading != nullptr) {
    for (const runs::Checkpoint& each : reading->checkpoints)
      listed.append({each.nodes == 1 ? tr("1 node   ") + scriptLocation(each.file, folder)
                                     : tr("%1 nodes   ").arg(each.nodes) + scriptLocation(each.file, folder),
                     fromUtf8(each.file)});
    for (const std::string& file : reading->scripts) listed.append({scriptLocation(file, folder), fromUtf8(file)});
  }
  bool same = listed.size() == m_scripts->count();
  for (int i = 0; same && i < m_scripts->count(); ++i)
    same = m_scripts->item(i)->text() == listed[i].first &&
    m_scripts->item(i)->data(Qt::UserRole).toString() == listed[i].second;
  if (!same) {
    m_scripts->clear();
    for (const auto& [label, path] : std::as_const(listed)) {
      auto* item = new QListWidgetItem(label, m_scripts);
      item->setData(Qt::UserRole, path);
      item->setToolTip(path);
      if (path == before) m_scripts->setCurrentItem(item);
    }
    if (m_scripts->currentRow() < 0 && !listed.isEmpty()) m_scripts->setCurrentRow(0);  // the smallest
  }
  fitList();
  const bool any = !listed.isEmpty();
  const bool minifies = m_run && reading != nullptr && !reading->checkpoints.empty();
  showText(*m_scriptsTitle, !any        ? QString()
                       : minifies ? tr("Checkpoints of the minifier: %1").arg(fromUtf8(runs::minifierText(reading->minifier)))
                                  : tr("Repro scripts that the run left"));
  for (QWidget* each : QWidgetList{m_scripts, m_use, m_ten, m_open, m_copy}) each->setVisible(any);
  QString next;
  if (m_run && !any && mayLeaveScripts(*m_run)) next = missingScriptText(*m_run);
  if (any && m_run->spec.kind != runs::RunKind::Repro)
    next = tr("Next: run the script %1 times. That shows whether the failure occurs every time, and whether eager "
              "itself "
           "is deterministic; then let it be minified.").arg(kTimes);
  else if (any && minifies && !runs::isFinished(runs::stateOf(*m_run)))
    next = reading->minifier.isSlow()
               ? tr("The minifier still works. Cancelling it (X) keeps these. Queries in one process (--no-isolate) would "
                    "be faster.")
               : tr("The minifier still works. Cancelling it (X) keeps these.");
  showText(*m_next, next);
}

/// fitList makes rows as high as those of the tables; longer lists scroll.
void ReproView::fitList() {
  const int height = QFontMetrics(m_scripts->font()).height() + kGrid;
  for (int i = 0; i < m_scripts->count(); ++i) m_scripts->item(i)->setSizeHint({0, height});
  m_scripts->setFixedHeight(std::clamp(m_scripts->count(), 1, kMaxScriptRows) * height + 2 * m_scripts->frameWidth());
}

void ReproView::setSummary(const QString& text) { showText(*m_summary, text); }

void ReproView::updateButtons() {
  const bool any = !currentScript().isEmpty();
  for (QToolButton* each : {m_use, m_ten, m_open, m_copy}) each->setEnabled(any);
}

QString ReproView::currentScript() const {
  const QListWidgetItem* item = m_scripts->currentItem();
  return item == nullptr ? QString() : item->data(Qt::UserRole).toString();
}
int ReproView::scriptCount() const { return m_scripts->count(); }

QString ReproView::text() const {
  QStringList lines;
  for (const QLabel* each : {m_class, m_classText, m_taskTitle, m_outcome}) lines << each->text();
  lines << m_evidence->line();
  for (const QLabel* each : {m_outcomeText, m_warnings, m_scriptsTitle}) lines << each->text();
  for (int i = 0; i < m_scripts->count(); ++i) lines << m_scripts->item(i)->text();
  lines << m_next->text() << m_summary->text();
  lines.removeAll(QString());
  return lines.join(u'\n');
}

QList<QWidget*> ReproView::focusOrder() const {
  return {m_moreButton, m_evidence, m_scripts, m_use, m_ten, m_open, m_copy};
}

}  // namespace plumbline::ui
