// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include <QCoreApplication>
#include <QFile>
#include <QFocusEvent>
#include <QJsonObject>
#include <QMenu>
#include <QStackedLayout>
#include <algorithm>
#include <utility>

#include "core/session/export_file.h"
#include "core/session/history/history_client.h"
#include "core/tasks/latest_runner.h"
#include "ui/compare/compare_model.h"
#include "ui/compare/compare_table.h"
#include "ui/compare/diff_text.h"
#include "ui/compare/run_strip.h"
#include "ui/compare/summary_block.h"
#include "ui/compare/threshold_panel.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using diff::Move;

namespace {

constexpr int kThresholdsWidth = 364;

}  // namespace

struct ComparePage::Private {
  Private(ComparePage* owner, session::CompareSession& c, FilePrompt& p)
      : page(owner), compare(c), prompt(p), saver([this](const base::Outcome<QString>& path) {
          if (path.isValue()) page->showMessage(tr("Report saved to %1").arg(path.value()));
          if (path.isError()) Q_EMIT page->noticeRequested(path.error());
        }) {}

  ComparePage* page;
  session::CompareSession& compare;
  FilePrompt& prompt;
  session::CompareStatePtr state;
  session::HistoryClient* history = nullptr;
  bool isStale = false;                ///< the state came while the page was hidden
  bool isSummaryShown = true;           ///< by choice of the user
  bool areThresholdsShown = false;
  bool isQuiet = false;                ///< another page chose the model: no modelChosen
  QString chosen;                      ///< model of the last modelChosen
  CompareModel* model = nullptr;
  RowsBuilder* maker = nullptr;
  RunStrip* strip = nullptr;
  SummaryBlock* block = nullptr;
  ThresholdPanel* thresholds = nullptr;
  CompareBar* bar = nullptr;
  CompareTable* table = nullptr;
  MoveDetails* details = nullptr;
  RowCopier* copier = nullptr;
  tasks::LatestRunner<QString> saver;  ///< writes the report; the path that was written
  EmptyState* nothingOpen = nullptr;   ///< no run
  EmptyState* nothingShown = nullptr;  ///< the filter leaves no row
  QStackedLayout* pages = nullptr;
  QStackedLayout* tables = nullptr;

  void build();
  void connectParts();
  void orderFocus();
  void catchUp();
  void testMoves();
  bool focusBody(Qt::FocusReason reason);
  void showMade(const MadeRows& made);
  QStringList sentencesOf(std::uint32_t row) const;
  void showRows();
  void showCurrent();
  void showEmpty();
  void fitBlock();
  void showThresholds(bool on);
  void readFilter();
  void step(int direction);
  void openFiles();
  void saveReport();
  void copy(TableFormat format);
  QList<ActionSpec> runActions();
  QList<ActionSpec> thresholdActions();
  QList<ActionSpec> moveActions();
  QList<ActionSpec> filterActions();
  QList<ActionSpec> tableActions();
  bool hasRuns() const { return state && state->diff; }
  bool hasPair() const { return hasRuns() && state->before != state->after; }
  bool hasCurrent() const { return model->rows() && table->currentIndex().isValid(); }
  QString currentModel() const { return hasCurrent() ? model->modelName(table->currentIndex().row()) : QString(); }
};

ComparePage::ComparePage(const Theme& theme, session::CompareSession& compare, FilePrompt& prompt, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, compare, prompt)) {
  setAccessibleName(tr("Before and after"));
  d->build();
}
ComparePage::~ComparePage() = default;

void ComparePage::Private::build() {
  model = new CompareModel(page);
  maker = new RowsBuilder(page);
  copier = new RowCopier(page);
  auto* body = new QWidget(page);
  strip = new RunStrip(page->theme(), body);
  block = new SummaryBlock(page->theme(), body);
  auto* middle = new QWidget(body);
  bar = new CompareBar(page->theme(), body);
  auto* both = new QWidget(middle);
  table = new CompareTable(model, page->theme(), both);
  nothingShown = new EmptyState(page->theme(), both);
  details = new MoveDetails(page->theme(), body);
  nothingOpen = new EmptyState(page->theme(), page);
  nothingOpen->showText(tr("No run is chosen"),
                   tr("Open an actual and an expected file, and the two are compared here. Or open up to six runs: "
                      "CSV, JSON, "
                   "logs, folders or zips of results."),
                   {{tr("Open runs"), [this] { openFiles(); }},
                    {tr("Open a pair"), [this] { Q_EMIT page->openRequested(); }}});
  tables = new QStackedLayout(both);
  addWidgets(*tables, {table, nothingShown});

  thresholds = new ThresholdPanel(page->theme(), middle);
  thresholds->setFixedWidth(kThresholdsWidth);
  makeRow(middle, {}, 0, {{both, 1}, thresholds});
  makeColumn(body, {}, 0, {strip, divider(), block, bar, divider(), {middle, 1}, divider(), details});
  pages = new QStackedLayout(page);
  pages->setContentsMargins(0, 0, 0, 0);
  addWidgets(*pages, {nothingOpen, body});
  readFilter();
  connectParts();
  orderFocus();
}

void ComparePage::Private::connectParts() {
  using session::CompareSession;
  connect(strip, &RunStrip::sidesRequested, &compare, &CompareSession::setSides);
  connect(strip, &RunStrip::removeRequested, &compare, &CompareSession::removeRun);
  connect(strip, &RunStrip::runsRequested, &compare, &CompareSession::choose);
  connect(strip, &RunStrip::repeatsRequested, &compare, &CompareSession::setRepeats);
  connect(strip, &RunStrip::swapRequested, &compare, &CompareSession::swapSides);
  connect(strip, &RunStrip::followRequested, &compare, &CompareSession::followPair);
  connect(strip, &RunStrip::filesRequested, page, [this] { openFiles(); });
  connect(strip, &RunStrip::saveRequested, page, [this] { saveReport(); });
  connect(strip, &RunStrip::thresholdsToggled, page, [this] { showThresholds(!areThresholdsShown); });
  connect(thresholds, &ThresholdPanel::thresholdsRequested, &compare, &CompareSession::setThresholds);
  connect(thresholds, &ThresholdPanel::flipsOnlyChanged, page, [this] { readFilter(); });
  connect(thresholds, &ThresholdPanel::orderChanged, page, [this] { orderFocus(); });
  connect(bar, &CompareBar::filterChanged, page, [this] { readFilter(); });
  connect(bar, &CompareBar::leaveRequested, page, [this] { focusBody(Qt::OtherFocusReason); });
  connect(maker, &RowsBuilder::made, page, [this](const MadeRows& made) { showMade(made); });
  connect(model, &CompareModel::rowsShown, page, [this] { showRows(); });
  connect(table, &CompareTable::currentMoved, page, [this] { showCurrent(); });
  const auto open = [this] {
    if (hasCurrent()) Q_EMIT page->modelRequested(currentModel());
  };
  connect(table, &RecordTable::opened, page, open);
  connect(table, &QAbstractItemView::doubleClicked, page, open);
  connect(copier, &RowCopier::copied, page, [this](quint64 rows) {
    page->showMessage(rows == 1 ? tr("1 row copied") : tr("%1 rows copied").arg(grouped(rows)));
  });
}

/// orderFocus lets Tab walk as the eye does.
void ComparePage::Private::orderFocus() {
  QWidgetList order = strip->focusOrder();
  order << block->view();
  order += bar->focusOrder();
  order << table;
  order += thresholds->focusOrder();
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

/// A hidden page is updated when it is shown.
void ComparePage::Private::catchUp() {
  if (!std::exchange(isStale, false)) return;
  page->setMessage({});
  strip->showState(state);
  maker->make(state);
  testMoves();
}

void ComparePage::setHistory(session::HistoryClient& client) {
  d->history = &client;
  connect(&client, &session::HistoryClient::changed, this, [this] {
    d->compare.forgetTests();
    d->testMoves();
  });
  d->testMoves();
}

/// testMoves holds what moved against the history while the page is shown.
void ComparePage::Private::testMoves() {
  if (history != nullptr && page->isVisible()) compare.testMoves(*history);
}

void ComparePage::Private::showMade(const MadeRows& made) {
  if (made.rows) {
    const auto [before, after] = made.rows->sides();
    block->model()->setLines(*made.summary, {runLetter(before), runLetter(after)}, made.rows->thresholds());
  }
  thresholds->showRows(made.rows);
  bar->showRows(made.rows);
  model->setRows(made.rows);
  fitBlock();
  Q_EMIT page->statusChanged(page->statusText());
  Q_EMIT page->actionsChanged();
}

void ComparePage::Private::showRows() {
  const std::size_t all = model->rows() ? model->rows()->diff()->rowCount() : 0;
  bar->setShownCount(static_cast<std::size_t>(model->rowCount()), all);
  const bool none = model->rowCount() == 0;
  if (none) showEmpty();
  const bool hadFocus = table->hasFocus() || nothingShown->isAncestorOf(page->focusWidget());
  tables->setCurrentIndex(none ? 1 : 0);
  if (hadFocus) focusBody(Qt::OtherFocusReason);
  showCurrent();
}

void ComparePage::Private::showEmpty() {
  if (!model->rows()) return;
  const std::size_t all = model->rows()->diff()->rowCount();
  const EmptyState::Button clear{tr("Show every model"), [this] {
                                   thresholds->setFlipsOnly(false);
                                   bar->clearAll();
                                   table->setFocus(Qt::OtherFocusReason);
                                 }};
  if (all == 0)
    return nothingShown->showText(tr("There is no model"), tr("None of the runs has a row."),
                                  {{tr("Open runs"), [this] { openFiles(); }}});
  diff::DiffRowFilter plain;
  plain.changedOnly = true;
  if (model->filter() == plain)
    nothingShown->showText(tr("Nothing moved"),
                      all == 1 ? tr("The model stayed as it was, within the thresholds.")
                               : tr("All %1 models stayed as they were, within the thresholds.").arg(grouped(all)),
                      {clear});
  else nothingShown->showText(tr("No model matches"), tr("The filter leaves none of %1 models.").arg(grouped(all)),
                              {clear});
}

QStringList ComparePage::Private::sentencesOf(std::uint32_t row) const {
  if (!hasPair()) return {tr("One run is open. Add another one to see what moved.")};
  QStringList sentences = rowSentences(*model->rows(), row);
  if (!sentences.isEmpty()) return sentences;
  const Move move = model->rows()->move(row);
  const bool stayed = move == Move::Same || move == Move::Nothing;
  return {stayed ? tr("Stayed as it was, within the thresholds.") : moveStyle(move).tooltip + u'.'};
}

void ComparePage::Private::showCurrent() {
  if (!hasCurrent()) {
    details->showHint(hasRuns() && !hasPair() ? tr("One run is open. Add another one to see what moved.")
                      : tr("No model is chosen."));
  } else {
    const QString name = currentModel();
    const std::uint32_t row = model->sourceRow(table->currentIndex().row());
    details->show(shortened(name, 200).simplified(), sentencesOf(row));
    if (std::exchange(chosen, name) != name && !isQuiet && page->isVisible()) Q_EMIT page->modelChosen(name);
  }
  Q_EMIT page->actionsChanged();
}

void ComparePage::Private::readFilter() {
  diff::DiffRowFilter filter = bar->filter();
  filter.flipsOnly = thresholds->flipsOnly();
  model->setFilter(filter);
  Q_EMIT page->actionsChanged();
}

/// showThresholds opens the thresholds at the right of the table, or closes them.
void ComparePage::Private::showThresholds(bool on) {
  if (!on && thresholds->isAncestorOf(page->focusWidget())) table->setFocus(Qt::OtherFocusReason);
  areThresholdsShown = on;
  fitBlock();
  Q_EMIT page->actionsChanged();
}

/// fitBlock makes the summary as high as its rows, or a text; strip, summary and filters together have a quarter of the page.
void ComparePage::Private::fitBlock() {
  block->setVisible(isSummaryShown && hasPair());
  thresholds->setVisible(areThresholdsShown && hasPair());
  strip->setThresholdsShown(!thresholds->isHidden());
  if (!hasPair()) return;
  const int others = strip->sizeHint().height() + bar->sizeHint().height() + 3;
  block->fit(page->height() / 4 - others);
}

void ComparePage::Private::step(int direction) {
  if (!table->goToMoved(direction))
    page->showMessage(direction > 0 ? tr("No model further down moved") : tr("No model further up moved"));
  table->setFocus(Qt::ShortcutFocusReason);
}

void ComparePage::Private::openFiles() {
  FileRequest question{.title = tr("Open runs"), .several = true};
  question.kinds = tr("Results (*.csv *.json *.zip *.log *.txt);;All files (*)");
  prompt.request(page, question, [this](const QStringList& paths) { compare.openFiles(paths); });
}

void ComparePage::Private::saveReport() {
  if (!hasPair()) return;
  FileRequest question{.title = tr("Save the comparison"), .folder = u"comparison.md"_s};
  question.kinds = tr("Reports (*.md *.html *.csv *.json *.txt);;Markdown (*.md);;HTML (*.html);;CSV (*.csv);;"
                      "JSON (*.json);;Text (*.txt)");
  question.mayBeNew = question.replaces = true;
  prompt.request(page, question, [this](const QStringList& paths) {
    if (paths.isEmpty() || !hasRuns()) return;
    const session::CompareReportOptions options{.isChangedOnly = bar->changedOnly(),
                                                .toolVersion = QCoreApplication::applicationVersion().toStdString()};
    saver.run([shown = state, path = paths.front(), options](const base::Progress& progress) -> base::Outcome<QString> {
      const auto done = session::saveCompareReport(*shown, QFile::encodeName(path).toStdString(), options, progress);
      if (done.isCancelled()) return base::Cancelled{};
      if (done.isError()) return done.error();
      return path;
    });
  });
}

void ComparePage::Private::copy(TableFormat format) {
  if (!model->rows()) return;
  std::vector<std::uint32_t> rows;
  for (const int row : table->selectedRows()) rows.push_back(model->sourceRow(row));
  const auto count = rows.size();
  copier->copy(count,
               [diff = model->rows(), columns = model->columns(), shown = table->shownColumns(), rows = std::move(rows),
                       format](const base::Progress& progress) { return compareText(*diff, columns, shown, rows, format,
                                                                                    progress); });
}

QString ComparePage::statusText() const {
  if (!d->hasRuns()) return tr("No run is chosen");
  if (!message().isEmpty()) return message();
  const std::size_t models = d->state->diff->rowCount();
  QString text = counted(models, tr("model"), tr("models"));
  const DiffRowsPtr& rows = d->model->rows();
  if (!rows || rows->diff() != d->state->diff || !d->hasPair()) return text;
  const std::size_t worse = rows->count(Move::Worse) + rows->count(Move::Broke);
  const std::size_t better = rows->count(Move::Better) + rows->count(Move::Healed);
  QStringList parts{text, tr("%1 worse, %2 better beyond the thresholds").arg(grouped(worse), grouped(better))};
  if (!d->thresholds->isUsual()) parts << d->thresholds->sentence();
  return parts.join(u" \u00b7 "_s);
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

void ComparePage::followModel(const QString& name) {
  if (!d->hasRuns()) return;
  d->catchUp();
  if (!d->model->rows()) return;
  const auto row = d->model->rows()->diff()->rowOf(name.toStdString());
  if (row && d->model->rows()->hasMoved(static_cast<std::uint32_t>(*row))) showModel(name);
}

void ComparePage::setTheme(const Theme& theme) {
  Page::setTheme(theme);
  if (d->model->rows()) d->thresholds->showRows(d->model->rows());
  d->fitBlock();
}

QJsonObject ComparePage::layoutState() const {
  return {{u"columns"_s, d->table->saveColumns()},
          {u"summary"_s, d->isSummaryShown},
          {u"thresholds"_s, d->areThresholdsShown},
          {u"changedOnly"_s, d->bar->changedOnly()}};
}

bool ComparePage::restoreLayout(const QJsonObject& state) {
  d->table->restoreColumns(state["columns"_L1].toObject());
  d->isSummaryShown = state["summary"_L1].toBool(true);
  d->areThresholdsShown = state["thresholds"_L1].toBool(false);
  d->bar->setChangedOnly(state["changedOnly"_L1].toBool(true));
  d->fitBlock();
  return true;
}

void ComparePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d->hasRuns()) d->catchUp();
  d->testMoves();
}

void ComparePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->fitBlock();
}

/// focusBody gives the keyboard to the table, or to the first button of an empty state.
bool ComparePage::Private::focusBody(Qt::FocusReason reason) {
  if (!hasRuns() || tables->currentIndex() != 0) return (hasRuns() ? nothingShown : nothingOpen)->focusFirst(reason);
  table->setFocus(reason);
  return true;
}

/// The page itself has no use for the keyboard.
void ComparePage::focusInEvent(QFocusEvent* event) {
  if (!d->focusBody(event->reason())) QWidget::focusInEvent(event);
}

QWidget* ComparePage::mainView() const { return d->table; }

QList<ActionSpec> ComparePage::Private::runActions() {
  return {
      {.id = u"compare.next"_s, .text = tr("Next model that moved"), .tooltip = tr("Go to the next model that moved"),
       .iconName = u"chevron-down"_s, .shortcuts = {Qt::Key_J}, .run = [this] { step(+1); }},
      {.id = u"compare.previous"_s, .text = tr("Previous model that moved"),
       .tooltip = tr("Go back to the previous model that moved"), .shortcuts = {Qt::Key_K},
       .run = [this] { step(-1); }},
      {.id = u"compare.open"_s, .text = tr("Open the model in triage"),
       .tooltip = tr("Show the model's row in triage (Enter in the table)"),
       .run = [this] { Q_EMIT page->modelRequested(currentModel()); }, .enabled = [this] { return hasCurrent(); }},
      {.id = u"compare.chart"_s, .text = tr("Show the model in the charts"),
       .tooltip = tr("Show the model's mark in the charts (C)"), .iconName = u"charts"_s,
       .run = [this] { Q_EMIT page->chartRequested(currentModel()); }, .enabled = [this] { return hasCurrent(); }},
      {.id = u"compare.add"_s, .text = tr("Add a run"),
       .tooltip = tr("Hold one more run beside these: of what is open, or from files"), .iconName = u"plus"_s,
       .shortcuts = {Qt::Key_I},
           .run = [this] {
             if (hasRuns()) strip->openAddMenu();
             else openFiles();
           },
           .enabled = [this] { return !hasRuns() || state->diff->runs().size() < diff::kMaxRuns; }},
      {.id = u"compare.openFiles"_s, .text = tr("Open files as runs"),
       .tooltip = tr("Read files, folders or zips as further runs, up to six in all"), .iconName = u"open"_s,
       .run = [this] { openFiles(); }, .enabled = [] { return true; }},
      {.id = u"compare.swap"_s, .text = tr("Exchange before and after"),
       .tooltip = tr("Look at the change the other way round"), .iconName = u"swap"_s, .shortcuts = {Qt::Key_S},
       .run = [this] { compare.swapSides(); }},
      {.id = u"compare.repeats"_s, .text = tr("Next division into repeats"),
       .tooltip = tr("Take the runs in front as repeats of one run and the others as repeats of another: what is within the noise"),
       .shortcuts = {Qt::Key_N},
       .run = [this] { compare.setRepeats((state->repeats + 1) % state->diff->runs().size()); },
       .enabled = [this] { return hasPair() && state->diff->runs().size() > 2; }},
      {.id = u"compare.follow"_s, .text = tr("Follow the pair on screen"),
       .tooltip = tr("Compare actual with baseline of whatever pair is on screen"), .iconName = u"compare"_s,
       .shortcuts = {Qt::Key_W}, .run = [this] { compare.followPair(); }, .enabled = [] { return true; },
       .checkable = true, .checked = [this] { return state && state->followsPair; }},
  };
}

QList<ActionSpec> ComparePage::Private::thresholdActions() {
  return {
      {.id = u"compare.thresholds"_s, .text = tr("Go to the thresholds"),
       .tooltip = tr("Put the keyboard on the first threshold (Escape leads back)"),
       .shortcuts = {Qt::Key_T},
           .run = [this] {
             showThresholds(true);
             thresholds->focusFirst();
           }},
      {.id = u"compare.thresholdPanel"_s, .text = tr("Show the thresholds"),
       .tooltip = tr("Show or hide the thresholds beside the table"), .iconName = u"options"_s,
       .shortcuts = {Qt::Key_P}, .run = [this] { showThresholds(!areThresholdsShown); }, .checkable = true,
       .checked = [this] { return areThresholdsShown; }},
      {.id = u"compare.reset"_s, .text = tr("Back to HUD's thresholds"),
       .tooltip = tr("Take every change of a threshold back"), .shortcuts = {Qt::Key_H},
       .run = [this] { thresholds->reset(); }, .enabled = [this] { return hasPair() && !thresholds->isUsual(); }},
      {.id = u"compare.thresholdBack"_s, .text = tr("Take back the last change of a threshold"),
       .tooltip = tr("One step back, also from HUD's thresholds"), .shortcuts = {Qt::Key_Backspace},
       .run = [this] { thresholds->undoLast(); }, .enabled = [this] { return hasPair() && thresholds->canUndoLast(); }},
      {.id = u"compare.summary"_s, .text = tr("Show the summary"),
       .tooltip = tr("Show or hide the numbers above the table"), .iconName = u"panel"_s,
       .shortcuts = {Qt::Key_D},
           .run = [this] {
             if (block->isAncestorOf(page->focusWidget())) table->setFocus(Qt::OtherFocusReason);
             isSummaryShown = !isSummaryShown;
             fitBlock();
             Q_EMIT page->actionsChanged();
           },
           .checkable = true, .checked = [this] { return isSummaryShown; }},
      {.id = u"compare.save"_s, .text = tr("Save the comparison as a report"),
       .tooltip = tr("Markdown, HTML, CSV, JSON or text, by the ending of the name"), .iconName = u"file"_s,
       .shortcuts = {Qt::CTRL | Qt::SHIFT | Qt::Key_S}, .run = [this] { saveReport(); }},
  };
}

QList<ActionSpec> ComparePage::Private::moveActions() {
  QList<ActionSpec> actions{
      {.id = u"compare.filter"_s, .text = tr("Filter the models"), .tooltip = tr("Words in a model's name"),
       .iconName = u"filter"_s, .shortcuts = {Qt::Key_Slash}, .run = [this] { bar->focusText(); },
       .enabled = [this] { return hasRuns(); }}};
  for (std::size_t i = 0; i < kMoveChips.size(); ++i) {
    const diff::Move move = kMoveChips[i];
    const MoveStyle style = moveStyle(move);
    actions << ActionSpec{.id = u"compare.move%1"_s.arg(i + 1), .text = tr("Only: %1").arg(style.title),
                          .tooltip = style.tooltip,
         .shortcuts = {QKeySequence(Qt::Key_1 + static_cast<int>(i))}, .run = [this, move] { bar->toggleMove(move); },
         .checkable = true, .checked = [this, move] { return bar->isOn(move); }};
  }
  return actions;
}

QList<ActionSpec> ComparePage::Private::filterActions() {
  return {
      {.id = u"compare.alarms"_s, .text = tr("Only: the ratio hides what moved"),
       .tooltip = tr("Speedup stayed while eager and compiled latency both moved"), .shortcuts = {Qt::Key_Y},
       .run = [this] { bar->toggleAlarms(); }, .checkable = true, .checked = [this] { return bar->alarmsOnly(); }},
      {.id = u"compare.flips"_s, .text = tr("Only: rows that turn over"),
       .tooltip = tr("Rows that are judged otherwise than with HUD's thresholds"), .shortcuts = {Qt::Key_L},
       .run = [this] { thresholds->setFlipsOnly(!thresholds->flipsOnly()); }, .checkable = true,
       .checked = [this] { return thresholds->flipsOnly(); }},
      {.id = u"compare.changed"_s, .text = tr("Changed only"), .tooltip = tr("Hide models that stayed as they were"),
       .shortcuts = {Qt::Key_U}, .run = [this] { bar->setChangedOnly(!bar->changedOnly()); }, .checkable = true,
       .checked = [this] { return bar->changedOnly(); }},
      {.id = u"compare.clear"_s, .text = tr("Clear the filter"), .tooltip = tr("Show every model"),
       .iconName = u"close"_s,
           .shortcuts = {Qt::Key_0},
           .run = [this] {
             thresholds->setFlipsOnly(false);
             bar->clearAll();
           },
           .enabled = [this] { return hasRuns() && !(bar->isClear() && !thresholds->flipsOnly()); }},
  };
}

QList<ActionSpec> ComparePage::Private::tableActions() {
  return {
      {.id = u"compare.copy"_s, .text = tr("Copy the rows"),
       .tooltip = tr("Copy the selected rows as tab-separated text, every number in a cell of its own"),
       .iconName = u"copy"_s, .shortcuts = {QKeySequence::Copy}, .run = [this] { copy(TableFormat::Tsv); },
       .enabled = [this] { return hasCurrent(); }},
      {.id = u"compare.copyMarkdown"_s, .text = tr("Copy the rows as Markdown"),
       .tooltip = tr("Copy the selected rows as a Markdown table for an issue"),
       .shortcuts = {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, .run = [this] { copy(TableFormat::Markdown); },
       .enabled = [this] { return hasCurrent(); }},
      {.id = u"compare.sortColumn"_s, .text = tr("Sort by the current column"),
       .tooltip = tr("Sort by the column of the current cell (arrow keys move it); once more turns the order round"),
       .shortcuts = {Qt::Key_O}, .run = [this] { table->sortByCurrent(); }, .enabled = [this] { return hasCurrent(); }},
      {.id = u"compare.sortDefault"_s, .text = tr("Sort worst first"),
       .tooltip = tr("Back to the default order: worst first, the largest change first"),
       .run = [this] { model->setSort({}); },
       .enabled = [this] { return hasPair() && !(model->order() == diff::RowSort{}); }},
      {.id = u"compare.columns"_s, .text = tr("Choose the columns"), .tooltip = tr("Show and hide columns"),
       .iconName = u"columns"_s,
       .run = [this] { table->columnMenu()->popup(table->mapToGlobal(QPoint(kGrid, kGrid))); },
       .enabled = [this] { return hasRuns(); }},
  };
}

QList<ActionSpec> ComparePage::actions() {
  const auto hasPair = [this] { return d->hasPair(); };
  return inGroup(tr("Compare"), hasPair, d->runActions() + d->thresholdActions()) +
         inGroup(tr("Filter"), hasPair, d->moveActions() + d->filterActions()) +
         inGroup(tr("Table"), hasPair, d->tableActions());
}

QString ComparePage::menuActions() const {
  return u"compare.chart;compare.copy*;compare.sortColumn;compare.columns"_s;
}

}  // namespace plumbline::ui
