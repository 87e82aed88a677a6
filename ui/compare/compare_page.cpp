// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/compare/compare_page_private.h"
#include "ui/compare/diff_text.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using diff::Move;

namespace {

constexpr int kStateVersion = 1;
constexpr int kNarrowestThresholds = 364;

}  // namespace

ComparePage::ComparePage(const Theme& theme, session::CompareSession& compare, FilePrompt& prompt, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, compare, prompt)) {
  setAccessibleName(u"Before and after"_s);
  d->build();
}
ComparePage::~ComparePage() = default;

void ComparePage::Private::build() {
  model = new CompareModel(page);
  maker = new RowsMaker(page);
  copier = new CompareCopier(page);
  saver = new ReportSaver(page);
  auto* body = new QWidget(page);
  strip = new RunStrip(theme, body);
  buildBlock(body);
  bar = new CompareBar(theme, body);
  auto* both = new QWidget(body);
  table = new CompareTable(model, theme, both);
  nothingShown = new EmptyState(theme, both);
  details = new MoveDetails(theme, body);
  nothingOpen = new EmptyState(theme, page);
  nothingOpen->say(u"No run is chosen"_s,
                   u"Open an actual and an expected file, and the two are compared here. Or open up to six runs: CSV, JSON, "
                   "logs, folders or zips of results."_s,
                   {{u"Open runs"_s, [this] { openFiles(); }}, {u"Open a pair"_s, [this] { Q_EMIT page->openRequested(); }}});
  tables = new QStackedLayout(both);
  tables->addWidget(table);
  tables->addWidget(nothingShown);

  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(strip);
  layout->addWidget(new Divider(Qt::Horizontal, body));
  layout->addWidget(block);
  layout->addWidget(bar);
  layout->addWidget(new Divider(Qt::Horizontal, body));
  layout->addWidget(both, 1);
  layout->addWidget(new Divider(Qt::Horizontal, body));
  layout->addWidget(details);
  pages = new QStackedLayout(page);
  pages->setContentsMargins(0, 0, 0, 0);
  pages->addWidget(nothingOpen);
  pages->addWidget(body);
  readWish();
  connectParts();
  orderFocus();
}

void ComparePage::Private::buildBlock(QWidget* body) {
  block = new QWidget(body);
  auto* outer = new QVBoxLayout(block);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  auto* layout = new QHBoxLayout;
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  summaryModel = new SummaryModel(block);
  summary = new SummaryView(summaryModel, theme, block);
  summary->setFrameShape(QFrame::NoFrame);
  thresholds = new ThresholdPanel(theme, block);
  thresholds->setMinimumWidth(kNarrowestThresholds);
  layout->addWidget(summary, 3);
  layout->addWidget(new Divider(Qt::Vertical, block));
  layout->addWidget(thresholds, 2);
  outer->addLayout(layout, 1);
  outer->addWidget(new Divider(Qt::Horizontal, block));
}

void ComparePage::Private::connectParts() {
  using session::CompareSession;
  connect(strip, &RunStrip::sidesWanted, &compare, &CompareSession::setSides);
  connect(strip, &RunStrip::removeWanted, &compare, &CompareSession::removeRun);
  connect(strip, &RunStrip::runsWanted, &compare, &CompareSession::choose);
  connect(strip, &RunStrip::swapWanted, &compare, &CompareSession::swapSides);
  connect(strip, &RunStrip::followWanted, &compare, &CompareSession::followPair);
  connect(strip, &RunStrip::filesWanted, page, [this] { openFiles(); });
  connect(strip, &RunStrip::saveWanted, page, [this] { saveReport(); });
  connect(thresholds, &ThresholdPanel::thresholdsWanted, &compare, &CompareSession::setThresholds);
  connect(thresholds, &ThresholdPanel::flipsOnlyChanged, page, [this] { readWish(); });
  connect(thresholds, &ThresholdPanel::orderChanged, page, [this] { orderFocus(); });
  connect(bar, &CompareBar::filterChanged, page, [this] { readWish(); });
  connect(bar, &CompareBar::leaveRequested, page, [this] { table->setFocus(Qt::OtherFocusReason); });
  connect(maker, &RowsMaker::made, page, [this](const MadeRows& made) { showMade(made); });
  connect(model, &CompareModel::rowsShown, page, [this] { showRows(); });
  connect(table, &CompareTable::currentMoved, page, [this] { showCurrent(); });
  const auto open = [this] {
    if (hasCurrent()) Q_EMIT page->modelWanted(currentModel());
  };
  connect(table, &RecordTable::opened, page, open);
  connect(table, &QAbstractItemView::doubleClicked, page, open);
  connect(copier, &CompareCopier::copied, page, [this](quint64 rows) {
    tell(rows == 1 ? u"1 row copied"_s : u"%1 rows copied"_s.arg(grouped(rows)));
  });
  connect(saver, &ReportSaver::saved, page, [this](const QString& path, quint64) { tell(u"Report saved to %1"_s.arg(path)); });
  connect(saver, &ReportSaver::failed, page, &ComparePage::noticeWanted);
}

/// orderFocus lets Tab walk as the eye does.
void ComparePage::Private::orderFocus() {
  QWidgetList order = strip->focusOrder();
  order << summary;
  order += thresholds->focusOrder();
  order += bar->focusOrder();
  order << table;
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

void ComparePage::showState(const session::CompareStatePtr& state) {
  if (!state) return;
  const bool hadRuns = d->hasRuns();
  d->state = state;
  d->isStale = true;
  d->pages->setCurrentIndex(d->hasRuns() ? 1 : 0);
  if (isVisible()) d->catchUp();
  if (!hadRuns && d->hasRuns() && isVisible()) d->focusBody(Qt::OtherFocusReason);
  if (!isVisible()) Q_EMIT statusChanged(statusText());
  Q_EMIT actionsChanged();
}

/// A hidden page works nothing out; what it missed is done when somebody looks.
void ComparePage::Private::catchUp() {
  if (!std::exchange(isStale, false)) return;
  news.clear();
  strip->showState(state);
  maker->make(state);
}

void ComparePage::Private::showMade(const MadeRows& made) {
  const bool otherRuns = !made.rows || !model->rows() || made.rows->diff() != model->rows()->diff() ||
                         made.rows->sides() != model->rows()->sides();
  if (made.rows) {
    const auto [before, after] = made.rows->sides();
    summaryModel->setLines(*made.summary, {runLetter(before), runLetter(after)}, made.rows->thresholds());
  }
  thresholds->showRows(made.rows);
  bar->showRows(made.rows);
  model->setRows(made.rows);
  if (otherRuns) fitBlock();
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void ComparePage::Private::showRows() {
  const std::size_t all = model->rows() ? model->rows()->diff()->rowCount() : 0;
  bar->setShownCount(static_cast<std::size_t>(model->rowCount()), all);
  const bool none = model->rowCount() == 0;
  if (none) sayNothing();
  const bool hadFocus = table->hasFocus() || nothingShown->isAncestorOf(page->focusWidget());
  tables->setCurrentIndex(none ? 1 : 0);
  if (hadFocus) focusBody(Qt::OtherFocusReason);
  showCurrent();
}

void ComparePage::Private::sayNothing() {
  if (!model->rows()) return;
  const std::size_t all = model->rows()->diff()->rowCount();
  const EmptyState::Button clear{u"Show every model"_s, [this] {
                                   thresholds->setFlipsOnly(false);
                                   bar->clearAll();
                                   table->setFocus(Qt::OtherFocusReason);
                                 }};
  if (all == 0) return nothingShown->say(u"There is no model"_s, u"None of the runs has a row."_s, {{u"Open runs"_s, [this] { openFiles(); }}});
  diff::RowWish plain;
  plain.changedOnly = true;
  if (model->wish() == plain)
    nothingShown->say(u"Nothing moved"_s,
                      all == 1 ? u"The model stayed as it was, within the thresholds."_s
                               : u"All %1 models stayed as they were, within the thresholds."_s.arg(grouped(all)),
                      {clear});
  else nothingShown->say(u"No model matches"_s, u"The filter leaves none of %1 models."_s.arg(grouped(all)), {clear});
}

void ComparePage::Private::showCurrent() {
  if (!hasCurrent()) {
    details->say(hasRuns() && !hasPair() ? u"One run is open. Add another one to see what moved."_s : u"No model is chosen."_s);
  } else {
    const QString name = currentModel();
    const std::uint32_t row = model->sourceRow(table->currentIndex().row());
    details->show(shortened(name, 200).simplified(), hasPair() ? rowSentences(*model->rows(), row) : QStringList{u"One run is open. Add another one to see what moved."_s});
    if (std::exchange(chosen, name) != name && !isQuiet && page->isVisible()) Q_EMIT page->modelChosen(name);
  }
  Q_EMIT page->actionsChanged();
}

void ComparePage::Private::readWish() {
  diff::RowWish wish = bar->wish();
  wish.flipsOnly = thresholds->flipsOnly();
  model->setWish(wish);
  Q_EMIT page->actionsChanged();
}

/// fitBlock gives summary and thresholds the height of the summary, as long as most of the page is left to the table.
void ComparePage::Private::fitBlock() {
  block->setVisible(summaryWanted && hasPair());
  if (!hasPair()) return;
  const int most = std::max(120, page->height() * 40 / 100);
  const int wanted = std::max({summary->wantedHeight() + 2, std::min(thresholds->wantedHeight(), page->height() * 28 / 100), 140});
  block->setFixedHeight(std::min(most, wanted));
}

void ComparePage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

void ComparePage::Private::step(int direction) {
  if (!table->goToMoved(direction))
    tell(direction > 0 ? u"No model further down moved"_s : u"No model further up moved"_s);
  table->setFocus(Qt::ShortcutFocusReason);
}

void ComparePage::Private::openFiles() {
  FileQuestion question{.title = u"Open runs"_s, .folder = {}, .several = true};
  question.kinds = u"Results (*.csv *.json *.zip *.log *.txt);;All files (*)"_s;
  prompt.ask(page, question, [this](const QStringList& paths) { compare.openFiles(paths); });
}

void ComparePage::Private::saveReport() {
  if (!hasPair()) return;
  FileQuestion question{.title = u"Save the comparison"_s, .folder = u"comparison.md"_s};
  question.kinds = reportKinds();
  question.mayBeNew = question.replaces = true;
  prompt.ask(page, question, [this](const QStringList& paths) {
    if (!paths.isEmpty()) saver->save(state, paths.front(), bar->changedOnly());
  });
}

void ComparePage::Private::copy(CompareCopy format) {
  std::vector<std::uint32_t> rows;
  const QList<int> selected = table->selectedRows();
  for (const int row : selected) rows.push_back(model->sourceRow(row));
  copier->copy(model->rows(), model->columns(), table->shownColumns(), std::move(rows), format);
}

QString ComparePage::statusText() const {
  if (!d->hasRuns()) return u"No run is chosen"_s;
  if (!d->news.isEmpty()) return d->news;
  const std::size_t models = d->state->diff->rowCount();
  QString text = models == 1 ? u"1 model"_s : u"%1 models"_s.arg(grouped(models));
  const DiffRowsPtr& rows = d->model->rows();
  if (!rows || rows->diff() != d->state->diff || !d->hasPair()) return text;
  const std::size_t worse = rows->count(Move::Worse) + rows->count(Move::Broke);
  const std::size_t better = rows->count(Move::Better) + rows->count(Move::Healed);
  text += u" \u00b7 %1 worse, %2 better beyond the thresholds"_s.arg(grouped(worse), grouped(better));
  if (!d->thresholds->isUsual()) text += u" \u00b7 "_s + d->thresholds->sentence();
  return text;
}

bool ComparePage::showModel(const QString& name) {
  if (!d->hasRuns()) return false;
  d->catchUp();
  if (!d->model->rows()) return false;
  const auto row = d->model->rows()->diff()->rowOf(name.toStdString());
  if (!row) return false;
  d->isQuiet = true;
  if (d->model->rowOf(static_cast<std::uint32_t>(*row)) < 0 && d->bar->changedOnly()) d->bar->setChangedOnly(false);
  const int shown = d->model->rowOf(static_cast<std::uint32_t>(*row));
  if (shown >= 0 && d->currentModel() != name) d->table->goTo(shown);
  d->isQuiet = false;
  return shown >= 0;
}

void ComparePage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->strip->setTheme(theme);
  d->summary->setTheme(theme);
  d->thresholds->setTheme(theme);
  d->bar->setTheme(theme);
  d->table->setTheme(theme);
  d->details->setTheme(theme);
  d->nothingOpen->setTheme(theme);
  d->nothingShown->setTheme(theme);
  if (d->model->rows()) d->thresholds->showRows(d->model->rows());
  d->fitBlock();
}

QByteArray ComparePage::saveState() const {
  const QJsonObject state{{u"version"_s, kStateVersion},
                          {u"columns"_s, d->table->saveColumns()},
                          {u"summary"_s, d->summaryWanted},
                          {u"changedOnly"_s, d->bar->changedOnly()}};
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool ComparePage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  d->table->restoreColumns(state["columns"_L1].toObject());
  d->summaryWanted = state["summary"_L1].toBool(true);
  d->bar->setChangedOnly(state["changedOnly"_L1].toBool(true));
  d->fitBlock();
  return true;
}

void ComparePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d->hasRuns()) d->catchUp();
}

void ComparePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->fitBlock();
}

/// focusBody gives the keyboard to the table, or to the first button of an empty state.
bool ComparePage::Private::focusBody(Qt::FocusReason reason) {
  const bool none = !hasRuns();
  if (!none && tables->currentIndex() == 0) {
    table->setFocus(reason);
    return true;
  }
  const EmptyState* empty = none ? nothingOpen : nothingShown;
  for (QPushButton* button : empty->findChildren<QPushButton*>())
    if (button->isDefault()) {
      button->setFocus(reason);
      return true;
    }
  return false;
}

/// The page itself has no use for the keyboard.
void ComparePage::focusInEvent(QFocusEvent* event) {
  if (!d->focusBody(event->reason())) QWidget::focusInEvent(event);
}

void ComparePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->table->isVisible() && !d->table->hasFocus())
    return d->table->setFocus(Qt::OtherFocusReason);
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
