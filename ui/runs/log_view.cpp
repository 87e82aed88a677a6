// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/log_view.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <utility>

#include "ui/runs/log_bar.h"
#include "ui/runs/log_canvas.h"
#include "ui/runs/log_source.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/support/notice.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using State = LogSource::State;

struct LogView::Private {
  Private(LogView* owner, const Theme& theme)
      : view(owner), bar(new LogBar(theme, owner)), canvas(new LogCanvas(theme, owner)), nothing(new QLabel(owner)) {}

  LogView* view;
  LogBar* bar;
  LogCanvas* canvas;
  QLabel* nothing;  ///< why there are no lines
  QStackedLayout* pages = nullptr;
  LogSource source;
  QString emptyText;
  std::optional<quint64> lastError;  ///< where "first error" led to
  bool seeksError = false;
  std::optional<quint64> wantedLine;  ///< to go to once it is read

  void build();
  void connectParts();
  void showState();
  QString whyNothing() const;
  void find(bool backwards);
  void onFound(const LogSource::Answer& answer);
  void stopSearch() {
    if (source.isSearching()) tell({}, u"search stopped"_s);
    source.stopSearch();
  }
  void tell(const QString& news, const QString& status) {
    bar->say(news);
    Q_EMIT view->statusChanged(status);
  }
  QString placeText(quint64 line) const {
    return u"line %1 of %2"_s.arg(grouped(line + 1), grouped(canvas->lineCount()));
  }
};

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
  nothing->setTextFormat(Qt::PlainText);
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
  connect(&source, &LogSource::searchFailed, view, [this](const base::Error& error) { tell(u"not readable"_s, sentenceOf(error)); });
  connect(&source, &LogSource::searchGoesOn, view, [this](int percent) { bar->say(u"searching\u2026 %1 %, Esc stops"_s.arg(percent)); });
  connect(bar, &LogBar::findWanted, view, [this](bool backwards) { find(backwards); });
  connect(bar, &LogBar::errorWanted, view, &LogView::goToFirstError);
  connect(bar, &LogBar::textChanged, view, [this] {
    canvas->setWanted(bar->text());
    bar->say({});
  });
  connect(bar, &LogBar::stopWanted, view, [this] { stopSearch(); });
  connect(bar, &LogBar::leaveWanted, canvas, qOverload<>(&QWidget::setFocus));
  connect(bar, &LogBar::followWanted, canvas, [this](bool follows) { follows ? canvas->goToEnd() : canvas->setFollows(false); });
  connect(canvas, &LogCanvas::followsChanged, bar, &LogBar::setFollows);
  connect(canvas, &LogCanvas::copyWanted, view, &LogView::copySelection);
  connect(canvas, &LogCanvas::searchWanted, view, &LogView::focusSearch);
  connect(canvas, &LogCanvas::stepWanted, view, [this](bool backwards) { find(backwards); });
  connect(canvas, &LogCanvas::errorWanted, view, &LogView::goToFirstError);
  connect(canvas, &LogCanvas::stopWanted, view, [this] { stopSearch(); });
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
  d->wantedLine.reset();
  d->bar->say({});
  d->source.open(path);
  d->source.setWatching(isVisible() && !path.isEmpty());
}

QString LogView::file() const { return d->source.path(); }

QString LogView::Private::whyNothing() const {
  switch (source.state()) {
    case State::Closed: return emptyText.isEmpty() ? u"No log is chosen."_s : emptyText;
    case State::Looking: return {};
    case State::Unreadable: return sentenceOf(source.error());
    default: return u"Nothing printed yet."_s;
  }
}

void LogView::Private::showState() {
  canvas->showLog(source.log());
  const quint64 lines = canvas->lineCount();
  if (wantedLine && *wantedLine < lines) canvas->goTo(*std::exchange(wantedLine, std::nullopt));
  nothing->setText(whyNothing());
  pages->setCurrentWidget(lines > 0 ? static_cast<QWidget*>(canvas) : nothing);
  QString facts;
  if (lines > 0) {
    facts = u"%1 %2, %3"_s.arg(grouped(lines), lines == 1 ? u"line"_s : u"lines"_s, sizeText(source.log()->fileBytes()));
    if (source.share() < 1) facts = u"reading\u2026 %1 %"_s.arg(static_cast<int>(source.share() * 100));
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
  // Before the first line there is the end, after the last one the beginning.
  if (current && backwards && *current == 0) from = canvas->lineCount();
  source.search({.text = text, .from = from, .backwards = backwards});
}

void LogView::Private::onFound(const LogSource::Answer& answer) {
  if (!answer.line) {
    return seeksError ? tell(u"no error found"_s, u"no line looks like an error"_s) : tell(u"no match"_s, u"no match"_s);
  }
  canvas->goTo(*answer.line);
  if (seeksError) lastError = *answer.line;
  const QString round = seeksError ? u"first error again"_s : u"from the other end"_s;
  tell(answer.wentRound ? round : QString(), placeText(*answer.line) + (answer.wentRound ? u", "_s + round : QString()));
}

void LogView::goToFirstError() {
  if (d->canvas->lineCount() == 0) return;
  d->seeksError = true;
  const bool isAgain = d->lastError && d->canvas->current() == d->lastError;
  d->source.search({.text = {}, .from = isAgain ? *d->lastError + 1 : 0});
}

void LogView::focusSearch() { d->bar->focusSearch(); }
void LogView::grown() { d->source.look(); }
void LogView::findNext() { d->find(false); }
void LogView::findPrevious() { d->find(true); }
void LogView::goToEnd() { d->canvas->goToEnd(); }

void LogView::goToLine(quint64 line) {
  d->wantedLine = line;
  d->showState();
}

void LogView::copySelection() {
  quint64 lines = 0;
  const QString text = d->canvas->selectedText(lines);
  if (lines == 0) return Q_EMIT statusChanged(u"no line is selected"_s);
  QGuiApplication::clipboard()->setText(text);
  const auto selected = d->canvas->selection();
  const quint64 wanted = selected->last - selected->first + 1;
  Q_EMIT statusChanged(lines < wanted ? u"copied the first %1 of %2 lines"_s.arg(grouped(lines), grouped(wanted))
                                      : u"copied %1 %2"_s.arg(grouped(lines), lines == 1 ? u"line"_s : u"lines"_s));
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
