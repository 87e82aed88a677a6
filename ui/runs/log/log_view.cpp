// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log/log_view.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "core/text/quantities.h"
#include "ui/runs/log/log_canvas.h"
#include "ui/runs/log/log_source.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/line_icon.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kFieldWidth = 26 * kGrid, kMinFieldWidth = 15 * kGrid;

QToolButton* stepButton(Qt::ArrowType arrow, const QString& name, const QString& tooltip, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setArrowType(arrow);
  made->setAccessibleName(name);
  made->setToolTip(tooltip);
  made->setFocusPolicy(Qt::TabFocus);
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
      m_error(addButton(tr("First error"),
                        tr("Go to the first line that looks like an error; once more, to the next (I)"))),
      m_follow(addButton(tr("Follow"), tr("Go to the end and stay there while the log grows (L)"))) {
  m_follow->setCheckable(true);
  m_line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_name->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  m_field->setMinimumWidth(kMinFieldWidth);
  m_field->setMaximumWidth(kFieldWidth);

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  layout->setSpacing(kGrid);
  layout->addWidget(m_name);
  layout->addWidget(m_line, 1);
  layout->addWidget(m_field, 1);
  layout->addWidget(m_previous);
  layout->addWidget(m_next);
  layout->addWidget(m_error);
  layout->addWidget(m_follow);

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
  setTheme(theme);
}

QToolButton* LogBar::addButton(const QString& text, const QString& tooltip) {
  auto* made = new QToolButton(this);
  made->setText(text);
  made->setToolTip(tooltip);
  made->setFocusPolicy(Qt::TabFocus);
  return made;
}

void LogBar::setTheme(const Theme& theme) {
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_line->setPalette(quiet);
  m_line->setFont(theme.font(TextSize::Small));
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
  auto* layout = new QVBoxLayout(view);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar);
  layout->addWidget(new Divider(Qt::Horizontal, view));
  pages = new QStackedLayout;
  pages->addWidget(canvas);
  pages->addWidget(nothing);
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
  d->bar->setTheme(theme);
  d->canvas->setTheme(theme);
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
    default: return LogView::tr("Nothing printed yet.");
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
  QGuiApplication::clipboard()->setText(text);
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
