// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/numerics_page.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QUrl>

#include "ui/numerics/numerics_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using Mode = NumericsStrip::Mode;

namespace {

constexpr int kSideBySideFrom = 1000;  ///< px: from this width on the details stand beside the tensors
constexpr int kPatienceMs = 100;
constexpr int kBelowFrom = 680;        ///< px: from this height on there is room for them below the tensors

QStringList localFiles(const QMimeData* data) {
  QStringList paths;
  const QList<QUrl> urls = data->urls();
  for (const QUrl& url : urls)
    if (url.isLocalFile()) paths << url.toLocalFile();
  return paths;
}

}  // namespace

NumericsPage::NumericsPage(const Theme& theme, FilePrompt& prompt, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, prompt)) {
  setAccessibleName(u"Numerics"_s);
  setAcceptDrops(true);
  d->build();
}
NumericsPage::~NumericsPage() = default;

void NumericsPage::Private::build() {
  desk = new SameDesk(page);
  model = new TensorModel(page);
  strip = new NumericsStrip(theme, prompt, page);
  lines = new QVBoxLayout(page);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(0);
  lines->addWidget(strip);
  auto* body = new QWidget(page);
  modes = new QStackedLayout(body);
  modes->addWidget(buildFiles());
  logs = new LogsView(theme, body);
  modes->addWidget(logs);
  lines->addWidget(body, 1);
  connectParts();
  orderFocus();
  sayNothing();
}

QWidget* NumericsPage::Private::buildFiles() {
  auto* body = new QWidget(page);
  pages = new QStackedLayout(body);
  nothing = new EmptyState(theme, body);
  nothing->setObjectName(u"numerics.nothing"_s);
  pages->addWidget(nothing);
  auto* shown = new QWidget(body);
  pages->addWidget(shown);
  answerStrip = new AnswerStrip(theme, shown);
  options = new SameOptionsBar(theme, shown);
  bar = new TensorBar(theme, shown);
  split = new QSplitter(Qt::Horizontal, shown);
  split->setChildrenCollapsible(false);
  auto* both = new QWidget(split);
  trees = new QStackedLayout(both);
  tree = new TensorTree(model, theme, both);
  nothingShown = new EmptyState(theme, both);
  trees->addWidget(tree);
  trees->addWidget(nothingShown);
  details = new TensorDetails(theme, split);
  split->addWidget(both);
  split->addWidget(details);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 0);
  split->handle(1)->setAccessibleName(u"Room of the details"_s);
  auto* layout = new QVBoxLayout(shown);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(answerStrip);
  layout->addWidget(options);
  layout->addWidget(new Divider(Qt::Horizontal, shown));
  layout->addWidget(bar);
  layout->addWidget(new Divider(Qt::Horizontal, shown));
  layout->addWidget(split, 1);
  return body;
}

void NumericsPage::Private::connectParts() {
  connect(strip, &NumericsStrip::modeWanted, page, [this](Mode mode) { setMode(mode); });
  connect(strip, &NumericsStrip::filesWanted, page, [this](const TensorFiles& files) { open(files); });
  connect(strip, &NumericsStrip::logsWanted, page, &NumericsPage::openLogs);
  connect(strip, &NumericsStrip::reloadWanted, desk, &SameDesk::reload);
  connect(desk, &SameDesk::decided, page, [this](const SameAnswer& made) { showAnswer(made); });
  connect(desk, &SameDesk::failed, page, [this](const base::Error& error) { showFailure(error); });
  connect(desk, &SameDesk::maxErrorsFound, page, [this](quint64 first, const std::vector<double>& errors) { model->setMaxAbs(first, errors); });
  connect(desk, &SameDesk::progress, page, &NumericsPage::progress);
  connect(desk, &SameDesk::busyChanged, page, [this](bool isBusy) {
    if (isBusy && isNewComparison) patience.start();
    else patience.stop();
    Q_EMIT page->busyChanged(isBusy || logs->desk().isBusy());
    Q_EMIT page->actionsChanged();
  });
  patience.setSingleShot(true);
  patience.setInterval(kPatienceMs);
  connect(&patience, &QTimer::timeout, page, [this] {  // an old answer below the names of other files would be a wrong one
    answer.reset();
    sayNothing();
    Q_EMIT page->statusChanged(page->statusText());
    Q_EMIT page->actionsChanged();
  });
  connect(&logs->desk(), &MarginDesk::found, page, &NumericsPage::settled);
  connect(&logs->desk(), &MarginDesk::progress, page, &NumericsPage::progress);
  connect(&logs->desk(), &MarginDesk::busyChanged, page, [this](bool isBusy) { Q_EMIT page->busyChanged(isBusy || desk->isBusy()); });
  connect(logs, &LogsView::filesWanted, strip, &NumericsStrip::askForLogs);
  connect(logs, &LogsView::noticeWanted, page, &NumericsPage::noticeWanted);
  connect(logs, &LogsView::changed, page, [this] {
    if (!isFiles()) tell({});
    Q_EMIT page->actionsChanged();
  });
  connect(options, &SameOptionsBar::optionsChanged, page, [this] { desk->setOptions(options->options()); });
  connect(options, &SameOptionsBar::leaveRequested, tree, [this] { focusBody(Qt::OtherFocusReason); });
  connect(answerStrip, &AnswerStrip::copyWanted, page, [this] { copyMarkdown(); });
  connect(answerStrip, &AnswerStrip::saveWanted, page, [this] { saveReport(); });
  connect(answerStrip, &AnswerStrip::optionsWanted, page, [this](bool shown) {
    isOptionsWanted = shown;
    showParts();
  });
  connect(answerStrip, &AnswerStrip::logShownChanged, page, &NumericsPage::actionsChanged);
  connect(bar, &TensorBar::filterChanged, page, [this] {
    model->setWish(bar->wish());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &TensorBar::leaveRequested, page, [this] { focusBody(Qt::OtherFocusReason); });
  connect(model, &TensorModel::rowsShown, page, [this] { showRows(); });
  connect(tree, &TensorTree::currentMoved, page, [this] { showCurrent(); });
  connect(tree, &TensorTree::opened, page, [this] {
    detailsWanted = true;
    showParts();
    if (!details->focusOrder().isEmpty()) details->focusOrder().front()->setFocus(Qt::TabFocusReason);
  });
  connect(details, &TensorDetails::viewWanted, page, [this] {
    if (isDetailsWanted()) return;
    detailsWanted = true;
    showParts();
  });
  connect(details, &TensorDetails::noticeWanted, page, &NumericsPage::noticeWanted);
  connect(details, &TensorDetails::busyChanged, page, [this](bool isBusy) {
    isDetailsBusy = isBusy;
    if (!isBusy && answer) Q_EMIT page->settled();
  });
  connect(split, &QSplitter::splitterMoved, page, [this] { isShaped = true; });
  showParts();
}

/// orderFocus lets Tab walk as the eye does.
void NumericsPage::Private::orderFocus() {
  QWidgetList order = strip->focusOrder();
  order << answerStrip->focusOrder() << options->focusOrder() << bar->focusOrder() << tree << details->focusOrder() << logs->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

QWidget* NumericsPage::takeHeader() {
  d->lines->removeWidget(d->strip);
  d->strip->setAcceptDrops(false);
  return d->strip;
}

void NumericsPage::Private::setMode(Mode mode) {
  strip->setMode(mode);
  modes->setCurrentIndex(static_cast<int>(mode));
  news.clear();
  focusBody(Qt::OtherFocusReason);
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void NumericsPage::setOptions(const numerics::SameOptions& options) { d->options->setOptions(options); }

void NumericsPage::Private::showRows() {
  const std::size_t all = model->rows() ? model->rows()->result().decisions.size() : 0;
  bar->setShownCount(model->shownCount(), all);
  const bool none = model->shownCount() == 0;
  if (none && all == 0) nothingShown->say(u"There is nothing to compare"_s, u"The files hold no value."_s, {});
  else if (none)
    nothingShown->say(u"No tensor matches"_s, u"The filter leaves none of %1."_s.arg(grouped(all)), {{u"Show every tensor"_s, [this] {
                                                                                                       bar->clearAll();
                                                                                                       focusBody(Qt::OtherFocusReason);
                                                                                                     }}});
  const bool hadFocus = tree->hasFocus() || nothingShown->isAncestorOf(page->focusWidget());
  trees->setCurrentIndex(none ? 1 : 0);
  if (hadFocus) focusBody(Qt::OtherFocusReason);
}

void NumericsPage::Private::showCurrent() {
  const int node = currentNode();
  const numerics::Decision* decision = node > 0 ? model->rows()->decisionOf(node) : nullptr;
  if (decision == nullptr) details->clear();
  else details->showPair({model->rows()->path(node), *decision, answer->options});
  Q_EMIT page->actionsChanged();
}

bool NumericsPage::Private::isDetailsWanted() const {
  return detailsWanted.value_or(page->width() >= kSideBySideFrom || page->height() >= kBelowFrom);
}

/// showParts shows what a person wants to see.
void NumericsPage::Private::showParts() {
  if (!isDetailsWanted() && details->isAncestorOf(page->focusWidget())) focusBody(Qt::OtherFocusReason);
  details->setVisible(isDetailsWanted());
  if (!isOptionsWanted && options->isAncestorOf(page->focusWidget())) focusBody(Qt::OtherFocusReason);
  options->setVisible(isOptionsWanted);
  answerStrip->setOptionsShown(isOptionsWanted);
  Q_EMIT page->actionsChanged();
}

/// turnSplit puts the details beside the tensors where there is room for both, else below.
void NumericsPage::Private::turnSplit() {
  const Qt::Orientation wanted = page->width() >= kSideBySideFrom ? Qt::Horizontal : Qt::Vertical;
  const bool turns = split->orientation() != wanted;
  if (!turns && details->isHidden() == isDetailsWanted()) showParts();
  if (!turns && isShaped) return;
  split->setOrientation(wanted);
  const int room = wanted == Qt::Horizontal ? page->width() : page->height();
  if (turns) isShaped = false;
  if (details->isHidden() == isDetailsWanted()) showParts();
  split->setSizes(wanted == Qt::Horizontal ? QList<int>{room * 58 / 100, room * 42 / 100} : QList<int>{room * 45 / 100, room * 55 / 100});
}

void NumericsPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

void NumericsPage::Private::focusBody(Qt::FocusReason reason) {
  if (!isFiles()) return logs->hasMargins() ? logs->focusTable() : logs->setFocus(reason);
  if (pages->currentIndex() == 1 && trees->currentIndex() == 0) return tree->setFocus(reason);
  QWidget* empty = pages->currentIndex() == 0 ? nothing : nothingShown;
  if (QWidget* first = empty->nextInFocusChain(); first && empty->isAncestorOf(first)) first->setFocus(reason);
}

void NumericsPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->strip->setTheme(theme);
  d->answerStrip->setTheme(theme);
  d->options->setTheme(theme);
  d->bar->setTheme(theme);
  d->tree->setTheme(theme);
  d->details->setTheme(theme);
  d->nothing->setTheme(theme);
  d->nothingShown->setTheme(theme);
  d->logs->setTheme(theme);
}

void NumericsPage::dragEnterEvent(QDragEnterEvent* event) {
  if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void NumericsPage::dropEvent(QDropEvent* event) {
  const QStringList paths = localFiles(event->mimeData());
  if (paths.isEmpty()) return;
  event->acceptProposedAction();
  d->strip->takeDropped(paths);
}

void NumericsPage::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  d->focusBody(event->reason());
}

void NumericsPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->isFiles() && d->tree->isVisible() && !d->tree->hasFocus()) return d->focusBody(Qt::OtherFocusReason);
  QWidget::keyPressEvent(event);
}

void NumericsPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->turnSplit();
}

}  // namespace plumbline::ui
