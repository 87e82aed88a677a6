// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_details.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "ui/numerics/number_table.h"
#include "ui/numerics/numerics_words.h"
#include "ui/numerics/tensor_details_private.h"
#include "ui/support/divider.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kWideFrom = 760;     ///< px from which the figures stand beside the views
constexpr int kFiguresWidth = 312;
constexpr std::array<QStringView, kDetailTabs> kTabNames = {u"Figures", u"Histogram", u"Scatter", u"Heat map", u"Channels", u"Values"};
constexpr std::array<QStringView, kDetailTabs> kShortNames = {u"Figures", u"Bins", u"Scatter", u"Map", u"Channels", u"Values"};
constexpr int kShortBelow = 540;   ///< px below which tabs have their short names
constexpr std::array<QStringView, kDetailTabs> kTabTips = {
    u"The figures of this tensor", u"Absolute errors by power of ten", u"ref against res, with the tolerance",
    u"Errors of a slice through the chosen element", u"Errors along one axis", u"Numbers around the chosen element, and the largest errors"};

}  // namespace

TensorDetails::Private::Private(TensorDetails* owner, const Theme& look)
    : details(owner),
      theme(look),
      runner([this](base::Outcome<numerics::ErrorStatistics> made) { take(std::move(made)); },
             [this](quint64 done, quint64 total) { head->setProgress(total > 0 ? static_cast<int>(done * 100 / total) : 0); }) {}

TensorDetails::TensorDetails(const Theme& theme, QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this, theme)) {
  setAccessibleName(u"Details of the tensor"_s);
  setMinimumSize(360, 280);
  d->build();
  setTheme(theme);
  clear();
}
TensorDetails::~TensorDetails() = default;

void TensorDetails::Private::build() {
  head = new TensorHead(theme, details);
  body = new QWidget(details);
  side = new QWidget(body);
  figures = new FiguresModel(details);
  table = new NumberTable(figures, theme, side);
  table->setAccessibleName(u"Figures"_s);
  table->setQuietColumn(0);
  table->horizontalHeader()->hide();
  table->setFocusPolicy(Qt::StrongFocus);
  auto* inSide = new QVBoxLayout(side);
  inSide->setContentsMargins(0, kGrid / 2, 0, 0);
  inSide->addWidget(table);
  divider = new Divider(Qt::Vertical, body);

  tabs = new QTabBar(body);
  tabs->setDrawBase(false);
  tabs->setExpanding(false);
  tabs->setFocusPolicy(Qt::TabFocus);
  tabs->setElideMode(Qt::ElideNone);
  tabs->setAccessibleName(u"Views of the errors"_s);
  auto* shown = new QWidget(body);
  stack = new QStackedLayout(shown);
  figuresTab = new QWidget(shown);
  auto* inTab = new QVBoxLayout(figuresTab);
  inTab->setContentsMargins(0, 0, 0, 0);
  histogram = new HistogramView(theme, shown);
  scatter = new ScatterView(theme, shown);
  heat = new HeatView(theme, shown);
  channels = new ChannelView(theme, shown);
  values = new ValuesView(theme, shown);
  stack->addWidget(figuresTab);
  for (int i = 0; i < kDetailTabs; ++i) {
    tabs->addTab(kTabNames[static_cast<std::size_t>(i)].toString());
    tabs->setTabToolTip(i, u"%1 (%2)"_s.arg(kTabTips[static_cast<std::size_t>(i)].toString()).arg(i + 1));
  }
  for (ErrorView* view : views()) {
    stack->addWidget(view);
    connect(view, &ErrorView::elementChosen, details, [this](qint64 flat) { choose(flat); });
    connect(view, &ErrorView::elementWanted, details, [this](qint64 flat) {
      choose(flat);
      values->show(ValuesView::Which::Around);
      showTab(DetailTab::Values, true);
    });
    connect(view, &ErrorView::failed, details, &TensorDetails::noticeWanted);
    connect(view, &ErrorView::busyChanged, details, [this] { tellBusy(); });
  }
  auto* right = new QVBoxLayout;
  right->setSpacing(0);
  right->addWidget(tabs);
  right->addWidget(new Divider(Qt::Horizontal, body));
  right->addWidget(shown, 1);
  auto* across = new QHBoxLayout(body);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(0);
  across->addWidget(side);
  across->addWidget(divider);
  across->addLayout(right, 1);

  sentence = new QLabel(details);
  sentence->setAlignment(Qt::AlignCenter);
  sentence->setWordWrap(true);
  sentence->setTextFormat(Qt::PlainText);
  sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentence->setMargin(2 * kGrid);
  auto* layout = new QVBoxLayout(details);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(head);
  layout->addWidget(new Divider(Qt::Horizontal, details));
  whole = new QStackedLayout;
  whole->addWidget(body);
  whole->addWidget(sentence);
  layout->addLayout(whole, 1);

  connect(tabs, &QTabBar::currentChanged, details, [this](int at) {
    if (!isMoving) stack->setCurrentIndex(at);
  });
  connect(table, &RecordTable::opened, details, [this] { openFigure(); });
  isWide = true;
  setWide(false);
  showTab(DetailTab::Histogram, false);
}

void TensorDetails::Private::setWide(bool on) {
  if (on == isWide) return;
  isWide = on;
  const bool hadFocus = table->hasFocus();
  QWidget* room = on ? side : figuresTab;
  room->layout()->addWidget(table);
  side->setVisible(on);
  side->setFixedWidth(kFiguresWidth);
  divider->setVisible(on);
  if (on && tab() == DetailTab::Figures) showTab(DetailTab::Histogram, false);
  tabs->setTabVisible(static_cast<int>(DetailTab::Figures), !on);
  if (hadFocus && on) table->setFocus();
}

DetailTab TensorDetails::Private::tab() const { return static_cast<DetailTab>(std::max(stack->currentIndex(), 0)); }

void TensorDetails::Private::showTab(DetailTab wanted, bool takesFocus) {
  const bool isBeside = wanted == DetailTab::Figures && isWide;
  if (!isBeside) {
    isMoving = true;
    tabs->setCurrentIndex(static_cast<int>(wanted));
    isMoving = false;
    stack->setCurrentIndex(static_cast<int>(wanted));
  }
  if (!takesFocus) return;
  if (wanted == DetailTab::Figures) table->setFocus(Qt::OtherFocusReason);
  else stack->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void TensorDetails::Private::say(const QString& title, const QString& text) {
  sentence->setText(text.isEmpty() ? title : title + u"\n\n"_s + text);
  whole->setCurrentIndex(1);
}

void TensorDetails::showPair(const TensorSubject& subject) { d->showSubject(subject); }

void TensorDetails::showTab(int tab) {
  if (tab >= 0 && tab < kDetailTabs) d->showTab(static_cast<DetailTab>(tab), false);
}

void TensorDetails::clear() {
  d->runner.cancel();
  d->subject = {};
  d->context = {};
  d->asked.reset();
  d->head->clear();
  d->spread();
  d->say(u"Choose a tensor to see where and by how much it differs."_s, {});
  d->tellBusy();
}

void TensorDetails::Private::showSubject(const TensorSubject& wanted) {
  subject = wanted;
  head->showSubject(wanted);
  ErrorPairPtr pair = errorPairOf(wanted.name, wanted.decision, wanted.options);
  if (!pair) {
    runner.cancel();
    context = {};
    asked.reset();
    spread();
    head->setProgress(-1);
    const auto words = [](const numerics::ValuePtr& value) {
      return value ? QString::fromStdString(numerics::reprText(*value)).left(400) : u"nothing"_s;
    };
    say(u"These are not two tensors."_s, u"ref: %1\nres: %2"_s.arg(words(wanted.decision.ref), words(wanted.decision.res)));
    tellBusy();
    return;
  }
  const bool isSame = context.pair && context.pair->isSameAs(*pair);
  if (isSame && context.pair->options == pair->options && (context.statistics || runner.isBusy())) {
    showFigures();  // the decision may have got its margin
    return;
  }
  if (!isSame) {
    context = {};
    spread();
    context.pair = pair;
  }
  asked = pair;
  whole->setCurrentIndex(0);
  showFigures();
  head->setProgress(0);
  runner.run([pair](const base::Progress& progress) { return numerics::errorStatistics(pair->pair(), pair->options, progress); });
  tellBusy();
}

void TensorDetails::Private::take(base::Outcome<numerics::ErrorStatistics> made) {
  head->setProgress(-1);
  if (made.isError()) {
    // Dtypes and shapes that same() refuses too: what it says is all there is.
    const base::Error& error = made.error();
    say(QString::fromStdString(error.text), QString::fromStdString(error.hint));
    if (error.code != base::ErrorCode::BadArgument) Q_EMIT details->noticeWanted(error);
    context = {};
    spread();
  } else if (made.isValue()) {
    context.pair = asked;
    context.statistics = std::make_shared<const numerics::ErrorStatistics>(std::move(made.value()));
    if (context.chosen && *context.chosen >= context.statistics->elements) context.chosen.reset();
    if (!context.chosen && context.statistics->maxAbs) context.chosen = context.statistics->maxAbs->flat;
    spread();
  }
  tellBusy();
}

void TensorDetails::Private::spread() {
  showFigures();
  for (ErrorView* view : views()) view->setContext(context);
}

void TensorDetails::Private::showFigures() {
  figures->setFigures(figuresOf(subject.decision, context));
  table->fitColumns();
}

void TensorDetails::Private::choose(qint64 flat) {
  if (context.chosen == flat || !context.statistics) return;
  context.chosen = flat;
  for (ErrorView* view : views()) view->setContext(context);
}

void TensorDetails::Private::goToWorst() {
  if (context.statistics && context.statistics->maxAbs) choose(context.statistics->maxAbs->flat);
}

void TensorDetails::Private::openFigure() {
  const int row = table->currentIndex().row();
  if (row < 0 || row >= figures->figures().size() || !figures->figures()[row].flat) return;
  choose(*figures->figures()[row].flat);
  values->show(ValuesView::Which::Around);
  showTab(DetailTab::Values, true);
}

void TensorDetails::Private::tellBusy() {
  const auto works = views();
  const bool busy = runner.isBusy() || std::ranges::any_of(works, &ErrorView::isBusy);
  if (busy == wasBusy) return;
  wasBusy = busy;
  Q_EMIT details->busyChanged(busy);
}

void TensorDetails::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->setWide(event->size().width() >= kWideFrom);
  const auto& names = event->size().width() < kShortBelow ? kShortNames : kTabNames;
  for (int i = 0; i < kDetailTabs; ++i) d->tabs->setTabText(i, names[static_cast<std::size_t>(i)].toString());
}

void TensorDetails::setTheme(const Theme& theme) {
  d->theme = theme;
  QPalette base = theme.palette();
  base.setColor(QPalette::Window, theme.color(Tone::Base));
  setPalette(base);
  setAutoFillBackground(true);
  d->head->setTheme(theme);
  d->tabs->setFont(theme.font(TextSize::Normal));
  d->table->setTheme(theme);
  QPalette quiet = base;
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  d->sentence->setPalette(quiet);
  d->sentence->setFont(theme.font(TextSize::Normal));
  for (ErrorView* view : d->views()) view->setTheme(theme);
  d->showFigures();
}

QList<QWidget*> TensorDetails::focusOrder() const {
  QList<QWidget*> order;
  if (d->isWide) order << d->table;
  order << d->tabs;
  if (!d->isWide) order << d->table;
  for (ErrorView* view : d->views()) order << view->focusOrder();
  return order;
}

}  // namespace plumbline::ui
