// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/start_panel.h"

#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <utility>

#include "ui/support/clipboard_text.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

/// probedFields keeps only the fields that the probe uses.
runs::RunSpec probedFields(const runs::RunSpec& spec) {
  runs::RunSpec key;
  key.kind = spec.kind;
  key.checkout = spec.checkout;
  key.python = spec.python;
  key.suite = spec.suite;
  key.config = spec.config;
  key.device = spec.device;
  key.mode = spec.mode;
  if (!spec.command.empty()) key.command = {spec.command.front()};
  key.environment = spec.environment;
  key.workingFolder = spec.workingFolder;
  key.output = spec.output;
  key.target = spec.target;
  return key;
}

constexpr int kMaxShownFindings = 5;
constexpr int kFindingLines = 3;
constexpr int kTallLines = 8;  ///< lines of commands

/// machineText lists the facts of the machine, the most important first.
QString machineText(const runs::Facts& facts) {
  QStringList parts;
  const auto add = [&](const char* name, const QString& before, const QString& after = {}) {
    const auto found = facts.find(name);
    if (found != facts.end() && !found->second.empty()) parts << before + fromUtf8(found->second).simplified() + after;
  };
  add("host", {});
  add("python", StartPanel::tr("Python "));
  add("torch", u"torch "_s);
  add("cuda", StartPanel::tr("CUDA "));
  add("devices", {});
  add("disk_free", {}, StartPanel::tr(" free"));
  return parts.join(u" \u00b7 "_s);
}

}  // namespace

ProbeController::ProbeController(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kProbeDelayMs);
  connect(&m_rest, &QTimer::timeout, this, &ProbeController::requestProbe);
}

void ProbeController::setSpec(const std::optional<runs::RunSpec>& spec) {
  m_spec = spec;
  if (!spec) {
    m_rest.stop();
    m_isProbing = false;
    m_requested.reset();
    m_report.reset();
  }
  if (spec && (!m_requested || *m_requested != probedFields(*spec))) {
    m_requested = probedFields(*spec);
    m_report.reset();
    m_isProbing = false;  // a report that arrives now is about another spec
    if (m_isActive) m_rest.start();
  }
  Q_EMIT changed();
}

void ProbeController::setActive(bool active) {
  m_isActive = active;
  if (active && isWaiting() && !m_isProbing) m_rest.start();
  if (!active) m_rest.stop();
}

void ProbeController::probeAgain() {
  m_requested.reset();
  setSpec(std::optional(m_spec));
}

void ProbeController::probeNow() {
  if (isWaiting() && !m_isProbing) requestProbe();
}

void ProbeController::requestProbe() {
  m_rest.stop();
  if (!m_spec) return;
  m_isProbing = true;
  Q_EMIT probeRequested(*m_spec);
}

void ProbeController::acceptReport(const runs::ProbeReport& report) {
  if (!m_isProbing) return;
  m_isProbing = false;
  m_report = report;
  Q_EMIT changed();
}

StartPanel::StartPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(new PlainLabel(this)),
      m_copy(makeIconButton(u"copy"_s, tr("Copy the commands"), this, tr("Copy the commands (Ctrl+Shift+C)"))),
      m_commands(new CommandText(this)),
      m_area(new QScrollArea(this)),
      m_findings(new ColoredLabel(m_area)),
      m_again(makeIconButton(u"reload"_s, tr("Check the machine again"), this, tr("Check the machine again"))),
      m_start(new QPushButton(tr("Start"), this)) {
  auto* head = makeRow(nullptr, {}, kGrid / 2, {{m_title, 1}, m_copy});
  auto* layout = makeColumn(this, {kGrid, kGrid / 2, kGrid, kGrid}, kGrid / 2, {head});
  m_commands->setAccessibleName(tr("Commands"));
  m_commands->setPlaceholderText(tr("The commands are shown here once the form is complete."));
  layout->addWidget(m_commands);
  m_findings->setWordWrap(true);
  m_findings->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_findings->setTextInteractionFlags(Qt::TextSelectableByMouse);
  prepareFieldArea(*m_area, m_findings);
  auto* foot = makeRow(nullptr, {}, kGrid / 2, {{m_area, 1}, {m_again, 0, Qt::AlignTop}});
  layout->addLayout(foot);
  m_start->setAutoDefault(false);
  m_start->setDefault(true);
  layout->addWidget(m_start);
  connect(m_copy, &QToolButton::clicked, this, &StartPanel::copyCommands);
  connect(m_again, &QToolButton::clicked, this, &StartPanel::probeRequested);
  connect(m_start, &QPushButton::clicked, this, &StartPanel::startRequested);
  styleText({m_title}, {.isBold = true});
  styleText({m_commands}, {.size = TextSize::Small, .isMonospace = true});
  styleText({m_findings}, {.size = TextSize::Small});
  applyTheme(*this, theme);
  update();
}

void StartPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  setLines(m_lines);
  showLines(m_lastLines);
  update();
}

void StartPanel::setLines(int lines) {
  m_lines = lines;
  m_commands->setFixedHeight(lines * QFontMetrics(m_commands->font()).lineSpacing() + kGrid + 2);
  // The height is reserved before there are findings.
  m_area->setFixedHeight(
      (lines < kTallLines ? kFindingLines : kFindingLines + 1) * QFontMetrics(m_findings->font()).lineSpacing() + 2);
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
  showLines({{isWrong ? u"\u2717 "_s + m_why : m_why, isWrong}});
  update();
}

void StartPanel::showProbe(const ProbeController& controller, const FieldNamer& withFieldNames, bool startsAfter) {
  if (m_hasProblem) return;
  m_isWaiting = controller.isWaiting();
  m_canStart = controller.canStart();
  if (!controller.report()) {
    m_why = startsAfter ? tr("Checking the machine; the run starts when that ends\u2026")
                        : tr("Checking the machine\u2026");
    showLines({{m_why}});
    return update();
  }
  QList<Line> lines;
  m_why.clear();
  for (const auto& finding : controller.report()->findings) {
    const QString text = withFieldNames(sentenceOf({.text = finding.text, .hint = finding.hint}));
    if (finding.blocks && m_why.isEmpty()) m_why = text;
    if (lines.size() < kMaxShownFindings)
      lines << Line{(finding.blocks ? u"\u2717 "_s : u"! "_s) + text, finding.blocks};
  }
  for (const QString& note : std::as_const(m_notes)) lines << Line{u"! "_s + note};
  if (const QString facts = machineText(controller.report()->facts); !facts.isEmpty())
    lines << Line{(m_canStart ? u"\u2713 "_s : QString()) + facts};
  if (lines.isEmpty()) lines << Line{tr("\u2713 Ready")};
  showLines(lines);
  update();
}

void StartPanel::showLines(const QList<Line>& lines) {
  m_lastLines = lines;
  QStringList plain;
  QList<ColoredLabel::Part> parts;
  for (const Line& line : lines) {
    parts << ColoredLabel::Part{
        (plain.isEmpty() ? QString() : u"\n"_s) + line.text,
        line.isProblem ? m_theme.palette().color(QPalette::BrightText) : m_theme.color(Tone::Muted)};
    plain << line.text;
  }
  m_findingsText = plain.join(u'\n');
  m_findings->setParts(parts);
  m_findings->setAccessibleName(m_findingsText);
}

void StartPanel::update() {
  m_title->setText(m_tasks > 1 ? tr("Commands of %1 tasks").arg(m_tasks) : tr("Command"));
  m_copy->setEnabled(!m_hasProblem);
  m_again->setEnabled(!m_hasProblem && !m_isWaiting);
  m_start->setEnabled(m_canStart);
  m_start->setText(m_isWaiting ? tr("Checking\u2026") : tr("Start"));
  m_start->setAccessibleName(tr("Start the run"));
  m_start->setToolTip(m_canStart ? tr("Put the run into the queue (Ctrl+Enter)") : startProblem());
}

QString StartPanel::commands() const { return m_commands->commands(); }
QString StartPanel::startProblem() const { return m_isWaiting ? m_why : tr("Cannot start: %1").arg(m_why); }
bool StartPanel::canStart() const { return m_canStart; }
QString StartPanel::findingsText() const { return m_findingsText; }
QList<QWidget*> StartPanel::focusOrder() const { return {m_copy, m_commands, m_again, m_start}; }

void StartPanel::copyCommands() {
  if (m_hasProblem) return;
  copyText(m_commands->commands());
  Q_EMIT copied();
}

}  // namespace plumbline::ui
