// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log/log_view.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QKeyEvent>
#include <QStackedLayout>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/text/quantities.h"
#include "ui/runs/log/log_canvas.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using base::Outcome;
using base::Progress;
using runs::LogFile;

namespace {

constexpr int kMinPollMs = 250, kMaxPollMs = 4000, kMinChangeIntervalMs = 100;  // ms
constexpr std::uint64_t kFirstReadBytes = std::uint64_t{4} << 20;  // there is something to see at once

Outcome<LogSource::Answer> answer(const LogFile& log, const LogSource::Question& question, const Progress& progress) {
  LogSource::Answer made{.line = {}, .hasWrapped = false, .generation = log.generation()};
  const auto searchFrom = [&](quint64 from) {
    return question.text.empty() ? log.firstError(from, progress)
                                 : log.find(question.text, from, question.backwards, progress);
  };
  for (const bool round : {false, true}) {
    const quint64 from = !round ? question.from : question.backwards ? log.lineCount() : 0;
    const auto found = searchFrom(from);
    if (found.isCancelled()) return base::Cancelled{};
    if (found.isError()) return found.error();
    made.line = found.value();
    made.hasWrapped = round;
    if (made.line) break;
  }
  return made;
}

}  // namespace

LogSource::LogSource(QObject* parent)
    : QObject(parent),
      m_pause(kMinPollMs),
      m_reader([this](Outcome<NewLog> read) { onRead(std::move(read)); }),
      m_searcher([this](Outcome<Answer> answer) { onSearched(std::move(answer)); },
                 [this](quint64 done, quint64 total) {
                   Q_EMIT searchProgress(total > 0 ? static_cast<int>(done * 100 / total) : 0);
                 }) {
  m_nextPoll.setSingleShot(true);
  m_changeDelay.setSingleShot(true);
  connect(&m_nextPoll, &QTimer::timeout, this, &LogSource::read);
  connect(&m_changeDelay, &QTimer::timeout, this, &LogSource::notifyChanged);
}

void LogSource::open(const QString& path) {
  m_reader.cancel();
  m_searcher.cancel();
  m_nextPoll.stop();
  m_path = path;
  m_log.reset();
  m_state = path.isEmpty() ? State::Closed : State::Opening;
  m_pause = kMinPollMs;
  if (!path.isEmpty()) read();
  m_changeDelay.stop();
  notifyChanged();
}

double LogSource::share() const {
  if (!m_log || m_log->fileBytes() == 0) return 1;
  return static_cast<double>(m_log->byteCount()) / static_cast<double>(m_log->fileBytes());
}

void LogSource::poll() {
  if (m_path.isEmpty() || m_reader.isBusy()) return;
  m_pause = kMinPollMs;
  const qint64 wait = m_lastPoll.isValid() ? kMinPollMs - m_lastPoll.elapsed() : 0;
  if (wait <= 0) read();
  else if (!m_nextPoll.isActive() || m_nextPoll.remainingTime() > wait) m_nextPoll.start(static_cast<int>(wait));
}

void LogSource::setWatching(bool watching) {
  m_watching = watching;
  if (watching) poll();
  else m_nextPoll.stop();
}

void LogSource::read() {
  m_nextPoll.stop();
  m_lastPoll.start();
  // The thread gets its own copy, which becomes the next log.
  auto log = m_log ? std::make_shared<LogFile>(m_log->shared()) : std::make_shared<LogFile>(QFile::encodeName(m_path).toStdString());
  const std::uint64_t maxBytes = m_log ? std::uint64_t{64} << 20 : kFirstReadBytes;
  m_reader.run([log = std::move(log), maxBytes](const Progress& progress) -> Outcome<NewLog> {
    const auto more = log->update(progress, maxBytes);
    if (more.isCancelled()) return base::Cancelled{};
    if (more.isError()) return more.error();
    return log;
  });
}

void LogSource::onRead(Outcome<NewLog> read) {
  const State before = m_state;
  const quint64 bytes = m_log ? m_log->byteCount() : 0, generation = m_log ? m_log->generation() : 0;
  bool isIncomplete = false;
  if (read.isValue()) {
    m_log = std::move(read.value());
    m_state = State::Ready;
    isIncomplete = m_log->byteCount() < m_log->fileBytes();
  } else if (read.isError()) {
    // Content of a deleted file stays shown.
    m_error = read.error();
    if (!m_log) m_state = m_error.code == base::ErrorCode::NotFound ? State::Missing : State::Unreadable;
  }
  const bool isNew = m_log && (m_log->byteCount() != bytes || m_log->generation() != generation);
  if (isIncomplete) this->read();
  else if (m_watching) {
    m_pause = isNew ? kMinPollMs : std::min(m_pause * 2, kMaxPollMs);
    m_nextPoll.start(m_pause);
  }
  if ((!isNew && m_state == before) || m_changeDelay.isActive()) return;
  const qint64 wait = m_lastChange.isValid() ? kMinChangeIntervalMs - m_lastChange.elapsed() : 0;
  if (wait <= 0) notifyChanged();
  else m_changeDelay.start(static_cast<int>(wait));
}

void LogSource::notifyChanged() {
  m_lastChange.start();
  Q_EMIT changed();
}

void LogSource::search(const Question& question) {
  if (!m_log) return;
  auto log = std::make_shared<const LogFile>(m_log->shared());
  m_searcher.run([log, question](const Progress& progress) { return answer(*log, question, progress); });
}

void LogSource::stopSearch() { m_searcher.cancel(); }

void LogSource::onSearched(Outcome<Answer> answered) {
  if (answered.isError()) Q_EMIT searchFailed(answered.error());
  // The line number is invalid if the log was replaced meanwhile.
  else if (answered.isValue() && m_log && answered.value().generation == m_log->generation()) Q_EMIT found(answered.value());
  else Q_EMIT found({});
}

namespace {

constexpr int kFieldWidth = 26 * kGrid, kMinFieldWidth = 15 * kGrid;

QToolButton* stepButton(Qt::ArrowType arrow, const QString& name, const QString& tooltip, QWidget* parent) {
  QToolButton* made = makeIconButton({}, name, parent, tooltip);
  made->setArrowType(arrow);
  return made;
}

}  // namespace

LogSearchField::LogSearchField(QWidget* parent) : QLineEdit(parent) {
  setAccessibleName(tr("Search the log"));
  setPlaceholderText(tr("Search"));
  setToolTip(tr("Text to find (/); Enter next, Shift+Enter previous. Capitals count when there are any"));
  setClearButtonEnabled(true);
  addAction(lineIcon(u"search"_s), QLineEdit::LeadingPosition)->setText(tr("Search"));  // a name for screen readers
  prepareTextField(*this);
}

void LogSearchField::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F3: Q_EMIT stepRequested(event->modifiers().testFlag(Qt::ShiftModifier)); break;
    case Qt::Key_Down:
    case Qt::Key_Escape: Q_EMIT leaveRequested(); break;
    default:
      QLineEdit::keyPressEvent(event);
  }
}

LogBar::LogBar(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_name(new ElidedLabel(Qt::ElideMiddle, this)),
      m_line(new ElidedLabel(Qt::ElideRight, this)),
      m_field(new LogSearchField(this)),
      m_previous(stepButton(Qt::UpArrow, tr("Previous match"), tr("Previous match (Shift+F3)"), this)),
      m_next(stepButton(Qt::DownArrow, tr("Next match"), tr("Next match (F3)"), this)),
      m_error(makeToolButton(tr("First error"), {},
                             tr("Go to the first line that looks like an error; once more, to the next (I)"), this)),
      m_follow(makeToggle(tr("Follow"), tr("Go to the end and stay there while the log grows (L)"), this)) {
  m_line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_name->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  m_field->setMinimumWidth(kMinFieldWidth);
  m_field->setMaximumWidth(kFieldWidth);

  makeRow(this, {kGrid, kGrid / 2, kGrid, kGrid / 2}, kGrid,
          {m_name, {m_line, 1}, {m_field, 1}, m_previous, m_next, m_error, m_follow});

  connect(m_field, &QLineEdit::textChanged, this, &LogBar::textChanged);
  connect(m_field, &LogSearchField::stepRequested, this, &LogBar::findRequested);
  connect(m_field, &LogSearchField::leaveRequested, this, [this] {
    Q_EMIT stopRequested();
    Q_EMIT leaveRequested();
  });
  connect(m_previous, &QToolButton::clicked, this, [this] { Q_EMIT findRequested(true); });
  connect(m_next, &QToolButton::clicked, this, [this] { Q_EMIT findRequested(false); });
  connect(m_error, &QToolButton::clicked, this, &LogBar::errorRequested);
  connect(m_follow, &QToolButton::clicked, this, &LogBar::followRequested);
  styleText({m_line}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void LogBar::showFacts(const QString& name, const QString& path, const QString& facts) {
  m_name->setText(name);
  m_name->setDetail(path);
  m_facts = facts;
  showLine();
}

void LogBar::showLine() { m_line->setText(m_message.isEmpty() ? m_facts : m_message); }

void LogBar::setUsable(bool usable) {
  for (QWidget* part : {static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_previous), static_cast<QWidget*>(m_next),
                        static_cast<QWidget*>(m_error), static_cast<QWidget*>(m_follow)})
    part->setEnabled(usable);
}

void LogBar::setFollows(bool follows) { m_follow->setChecked(follows); }
void LogBar::showMessage(const QString& text) {
  m_message = text;
  showLine();
}
std::string LogBar::text() const { return m_field->text().toStdString(); }

void LogBar::focusSearch() {
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

using State = LogSource::State;

struct LogView::Private {
  Private(LogView* owner, const Theme& theme)
      : view(owner), bar(new LogBar(theme, owner)), canvas(new LogCanvas(theme, owner)), nothing(new PlainLabel(owner)) {}

  LogView* view;
  LogBar* bar;
  LogCanvas* canvas;
  QLabel* nothing;  ///< why there are no lines
  QStackedLayout* pages = nullptr;
  LogSource source;
  QString emptyText;
  std::optional<quint64> lastError;  ///< where "first error" led to
  bool seeksError = false;
  std::optional<quint64> pendingLine;  ///< to go to once it is read

  void build();
  void connectParts();
  void showState();
  QString emptyReason() const;
  void find(bool backwards);
  void onFound(const LogSource::Answer& answer);
  void stopSearch() {
    if (source.isSearching()) report({}, LogView::tr("search stopped"));
    source.stopSearch();
  }
  void report(const QString& message, const QString& status) {
    bar->showMessage(message);
    Q_EMIT view->statusChanged(status);
  }
  QString placeText(quint64 line) const {
    return LogView::tr("line %1 of %2").arg(grouped(line + 1), grouped(canvas->lineCount()));
  }
};

namespace {

QString lineCountText(quint64 lines) {
  return lines == 1 ? LogView::tr("1 line") : LogView::tr("%1 lines").arg(grouped(lines));
}

}  // namespace

LogView::LogView(const Theme& theme, QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this, theme)) {
  d->build();
  d->connectParts();
  setFocusProxy(d->canvas);
  setTheme(theme);
  d->showState();
}

LogView::~LogView() = default;

void LogView::Private::build() {
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setWordWrap(true);
  nothing->setMargin(2 * kGrid);
  nothing->setAutoFillBackground(true);
  auto* layout = makeColumn(view, {}, 0, {bar, divider()});
  pages = new QStackedLayout;
  addWidgets(*pages, {canvas, nothing});
  layout->addLayout(pages, 1);
}

void LogView::Private::connectParts() {
  connect(&source, &LogSource::changed, view, [this] { showState(); });
  connect(&source, &LogSource::found, view, [this](const LogSource::Answer& answer) { onFound(answer); });
  connect(&source, &LogSource::searchFailed, view,
          [this](const base::Error& error) { report(LogView::tr("not readable"), sentenceOf(error)); });
  connect(&source, &LogSource::searchProgress, view,
          [this](int percent) { bar->showMessage(LogView::tr("searching\u2026 %1 %, Esc stops").arg(percent)); });
  connect(bar, &LogBar::findRequested, view, [this](bool backwards) { find(backwards); });
  connect(bar, &LogBar::errorRequested, view, &LogView::goToFirstError);
  connect(bar, &LogBar::textChanged, view, [this] {
    canvas->setSearchText(bar->text());
    bar->showMessage({});
  });
  connect(bar, &LogBar::stopRequested, view, [this] { stopSearch(); });
  connect(bar, &LogBar::leaveRequested, canvas, qOverload<>(&QWidget::setFocus));
  connect(bar, &LogBar::followRequested, canvas,
          [this](bool follows) { follows ? canvas->goToEnd() : canvas->setFollows(false); });
  connect(canvas, &LogCanvas::followsChanged, bar, &LogBar::setFollows);
  connect(canvas, &LogCanvas::copyRequested, view, &LogView::copySelection);
  connect(canvas, &LogCanvas::searchRequested, view, &LogView::focusSearch);
  connect(canvas, &LogCanvas::stepRequested, view, [this](bool backwards) { find(backwards); });
  connect(canvas, &LogCanvas::errorRequested, view, &LogView::goToFirstError);
  connect(canvas, &LogCanvas::stopRequested, view, [this] { stopSearch(); });
  connect(canvas, &LogCanvas::moved, view, [this] {
    if (canvas->lineCount() > 0) Q_EMIT view->statusChanged(placeText(canvas->current().value_or(canvas->shown().last)));
  });
}

void LogView::setTheme(const Theme& theme) {
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::Window, theme.color(Tone::Base));
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  d->nothing->setPalette(quiet);
}

void LogView::showFile(const QString& path, const QString& emptyText) {
  d->emptyText = emptyText;
  if (path == d->source.path()) return d->showState();
  d->canvas->beginAnew();
  d->lastError.reset();
  d->pendingLine.reset();
  d->bar->showMessage({});
  d->source.open(path);
  d->source.setWatching(isVisible() && !path.isEmpty());
}

QString LogView::file() const { return d->source.path(); }

QString LogView::Private::emptyReason() const {
  switch (source.state()) {
    case State::Closed: return emptyText.isEmpty() ? LogView::tr("No log is chosen.") : emptyText;
    case State::Opening: return {};
    case State::Unreadable: return sentenceOf(source.error());
    default: return emptyText.isEmpty() ? LogView::tr("Nothing printed yet.") : emptyText;
  }
}

void LogView::Private::showState() {
  canvas->showLog(source.log());
  const quint64 lines = canvas->lineCount();
  if (pendingLine && *pendingLine < lines) canvas->goTo(*std::exchange(pendingLine, std::nullopt));
  nothing->setText(emptyReason());
  pages->setCurrentWidget(lines > 0 ? static_cast<QWidget*>(canvas) : nothing);
  QString facts;
  if (lines > 0) {
    facts = lineCountText(lines) + u", "_s + fromUtf8(text::sizeText(source.log()->fileBytes()));
    if (source.share() < 1) facts = LogView::tr("reading\u2026 %1 %").arg(static_cast<int>(source.share() * 100));
  }
  bar->showFacts(QFileInfo(source.path()).fileName(), source.path(), facts);
  bar->setUsable(lines > 0);
  bar->setFollows(lines > 0 && canvas->follows());
}

void LogView::Private::find(bool backwards) {
  const std::string text = bar->text();
  if (text.empty()) return view->focusSearch();
  if (canvas->lineCount() == 0) return;
  seeksError = false;
  const auto current = canvas->current();
  quint64 from = backwards ? canvas->shown().last : canvas->shown().first;
  if (current) from = backwards ? *current - std::min<quint64>(*current, 1) : *current + 1;
  // The search continues at the other end.
  if (current && backwards && *current == 0) from = canvas->lineCount();
  source.search({.text = text, .from = from, .backwards = backwards});
}

void LogView::Private::onFound(const LogSource::Answer& answer) {
  if (!answer.line) {
    return seeksError ? report(LogView::tr("no error found"), LogView::tr("no line looks like an error"))
        : report(LogView::tr("no match"), LogView::tr("no match"));
  }
  canvas->goTo(*answer.line);
  if (seeksError) lastError = *answer.line;
  const QString round = seeksError ? LogView::tr("first error again") : LogView::tr("from the other end");
  report(answer.hasWrapped ? round : QString(),
         placeText(*answer.line) + (answer.hasWrapped ? u", "_s + round : QString()));
}

void LogView::goToFirstError() {
  if (d->canvas->lineCount() == 0) return;
  d->seeksError = true;
  const bool isAgain = d->lastError && d->canvas->current() == d->lastError;
  d->source.search({.text = {}, .from = isAgain ? *d->lastError + 1 : 0});
}

void LogView::focusSearch() { d->bar->focusSearch(); }
void LogView::poll() { d->source.poll(); }
void LogView::findNext() { d->find(false); }
void LogView::findPrevious() { d->find(true); }
void LogView::goToEnd() { d->canvas->goToEnd(); }

void LogView::goToLine(quint64 line) {
  d->pendingLine = line;
  d->showState();
}

void LogView::copySelection() {
  quint64 lines = 0;
  const QString text = d->canvas->selectedText(lines);
  if (lines == 0) return Q_EMIT statusChanged(tr("no line is selected"));
  copyText(text);
  const auto selected = d->canvas->selection();
  const quint64 total = selected->last - selected->first + 1;
  Q_EMIT statusChanged(lines < total ? tr("copied the first %1 of %2 lines").arg(grouped(lines), grouped(total))
                                      : tr("copied %1").arg(lineCountText(lines)));
}

void LogView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!file().isEmpty()) d->source.setWatching(true);
}

void LogView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  d->source.setWatching(false);
}

}  // namespace plumbline::ui
