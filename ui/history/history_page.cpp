// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/history_page.h"

#include <QSplitter>
#include <QStackedLayout>
#include <optional>

#include "ui/charts/alarm_slider.h"
#include "ui/charts/chart_view.h"
#include "ui/history/cell_panel.h"
#include "ui/history/history_table.h"
#include "ui/support/chip_filter_bar.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr QChar kBetween(0x1f);
constexpr double kZoom = 1.5;

/// HistoryBar filters by words, and by what is red now.
class HistoryBar : public TableFilterBar {
 public:
  explicit HistoryBar(const Theme& theme, QWidget* parent)
      : TableFilterBar({.placeholder = HistoryPage::tr("Filter: model or config"),
                        .tooltip = HistoryPage::tr("Words that must all occur in model or config (/)")},
                       HistoryPage::tr("Show every model (0)"), parent),
        m_red(new MarkChip(
            theme,
            {classMark(verdicts::VerdictClass::Fail).glyph, HistoryPage::tr("Red now"),
             HistoryPage::tr("Show only models whose newest run did not pass (1)"), verdicts::VerdictClass::Fail},
            this)) {
    addChip(m_red);
    makeLine();
  }
  void setCounts(std::size_t shown, std::size_t all, std::size_t red) {
    setShownCount(shown, all, HistoryPage::tr("row"), HistoryPage::tr("rows"));
    m_red->setCount(red);
  }
  HistoryFilter filter() const { return {words(), m_red->isChecked()}; }
  void toggleRed() { m_red->toggle(); }
  bool isRedOnly() const { return m_red->isChecked(); }

 private:
  MarkChip* m_red;
};

struct Wanted {
  std::string config, model, file;
  int run = -1;
};

}  // namespace

struct HistoryPage::Private {
  Private(HistoryPage* owner, session::HistoryClient& reader) : page(owner), client(reader) {}

  HistoryPage* page;
  session::HistoryClient& client;
  HistoryModel* model = nullptr;
  HistoryBar* bar = nullptr;
  HistoryTable* table = nullptr;
  CellPanel* panel = nullptr;
  EmptyState* nothing = nullptr;
  QStackedLayout* pages = nullptr;
  QSplitter* splitter = nullptr;
  std::optional<Wanted> wanted;  ///< to be shown once the list is there
  std::string file;              ///< baseline of the current row, where it was named
  QString problem;
  bool isFilling = false;

  void settle();
  void build();
  void connectParts();
  void showRows();
  void showWanted();
  void showCurrent();
  void showRun();
  void showNothing();
  bool hasRow() const { return table->currentIndex().isValid(); }
  QString rowText() const;
  void copyRun();
  QList<ActionSpec> listActions();
  QList<ActionSpec> cellActions();
  QList<ActionSpec> changeActions();
};

HistoryPage::HistoryPage(const Theme& theme, session::HistoryClient& client, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, client)) {
  setAccessibleName(tr("History"));
  d->build();
}
HistoryPage::~HistoryPage() = default;

void HistoryPage::Private::build() {
  model = new HistoryModel(client, page);
  bar = new HistoryBar(page->theme(), page);
  table = new HistoryTable(model, page->theme(), page);
  panel = new CellPanel(client, page->theme(), page);
  nothing = new EmptyState(page->theme(), page);
  splitter = new QSplitter(Qt::Vertical, page);
  splitter->setChildrenCollapsible(false);
  addWidgets(*splitter, {table, panel});
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->handle(1)->setAccessibleName(tr("Height of the chart"));
  panel->setMinimumHeight(200);
  pages = new QStackedLayout;
  addWidgets(*pages, {nothing, splitter});
  auto* layout = makeColumn(page, {}, 0, {bar, divider()});
  layout->addLayout(pages, 1);
  const QWidgetList order = bar->focusOrder() + QWidgetList{table} + panel->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
  page->setFocusPolicy(Qt::ClickFocus);  // an empty page takes keys, but is no stop of Tab
  connectParts();
  showNothing();
}

void HistoryPage::Private::connectParts() {
  connect(bar, &TableFilterBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &TableFilterBar::leaveRequested, page, [this] { focusTable(*table, *nothing); });
  connect(model, &FilteredModel::rowsShown, page, [this] { showRows(); });
  connect(model, &HistoryModel::loaded, page, [this] {
    problem.clear();
    showWanted();
    if (model->rowCount() == 0) Q_EMIT page->settled();
  });
  connect(model, &HistoryModel::failed, page, [this](const base::Error& error) {
    problem = sentenceOf(error);
    showRows();
    Q_EMIT page->settled();
  });
  connect(model, &HistoryModel::stripsRead, page, [this] {
    if (wanted && wanted->run >= 0 && table->currentCell() != nullptr) table->goToRun(wanted->run);
    if (table->currentCell() != nullptr) wanted.reset();
    settle();
  });
  connect(table, &RecordTable::currentMoved, page, [this] { showCurrent(); });
  connect(table, &HistoryTable::runMoved, page, [this] { showRun(); });
  connect(table, &RecordTable::opened, page, [this] { panel->chart().setFocus(Qt::OtherFocusReason); });
  connect(panel, &CellPanel::changed, page, [this] {
    page->showMessage({});
    Q_EMIT page->actionsChanged();
    settle();
  });
  connect(panel, &CellPanel::runChosen, page, [this](int back) {
    const QSignalBlocker quiet(table);
    table->goToRun(back);
  });
  connect(panel, &CellPanel::failed, page, [this](const base::Error& error) { page->showMessage(sentenceOf(error)); });
  connect(panel, &CellPanel::linkRequested, page, &HistoryPage::linkRequested);
}

void HistoryPage::Private::showRows() {
  bar->setCounts(static_cast<std::size_t>(model->rowCount()), model->sourceRowCount(), model->redCount());
  const bool none = model->rowCount() == 0;
  if (none) showNothing();
  const bool hadFocus = page->hasFocus() || table->hasFocus() || nothing->isAncestorOf(page->focusWidget());
  pages->setCurrentIndex(none ? 0 : 1);
  if (hadFocus && !none) table->setFocus(Qt::OtherFocusReason);
  page->showMessage({});
}

/// settle: the chart of the current row and the strips are there.
void HistoryPage::Private::settle() {
  if (!model->isReading() && !panel->isReading()) Q_EMIT page->settled();
}

void HistoryPage::Private::showNothing() {
  if (!problem.isEmpty() && client.hasStore()) {
    nothing->showText(tr("The history cannot be read"), problem, {{tr("Try again"), [this] { model->reload(); }}});
  } else if (model->sourceRowCount() > 0) {
    nothing->showText(tr("No model matches"),
                      tr("The filter leaves none of %1 rows.").arg(grouped(model->sourceRowCount())),
                      {{tr("Clear the filter"), [this] { bar->clearAll(); }}});
  } else {
    const QString how =
        tr("Add results, or a checkout for the history of its baselines: plumbline-cli history add SOURCES, or --git "
           "CHECKOUT.");
    QList<EmptyState::Button> buttons{{tr("How it is filled"), [this] { Q_EMIT page->helpRequested(); }},
                                      {tr("Look again"), [this] { model->reload(); }}};
    if (!isFilling) buttons.append({tr("Remember what is opened and run"), [this] { Q_EMIT page->fillRequested(); }});
    nothing->showText(tr("Nothing is remembered yet"),
                      isFilling ? tr("Results that are opened and run are added from now on.") + u'\n' + how : how,
                      buttons);
  }
}

void HistoryPage::setFilling(bool isFilling) {
  if (std::exchange(d->isFilling, isFilling) == isFilling) return;
  const bool hadFocus = d->nothing->isAncestorOf(focusWidget());
  d->showNothing();
  if (hadFocus) d->nothing->focusFirst(Qt::OtherFocusReason);
}

void HistoryPage::reload() {
  if (isVisible()) d->model->reload();
}

/// showWanted makes the wanted row current; a filter that hides it gives way.
void HistoryPage::Private::showWanted() {
  if (!wanted) return;
  const int source = model->find(wanted->config, wanted->model);
  if (source < 0) {
    page->showMessage(tr("The history has no run of %1 in %2").arg(fromUtf8(wanted->model), fromUtf8(wanted->config)));
    wanted.reset();
    return;
  }
  if (model->rowOf(static_cast<std::uint32_t>(source)) < 0) bar->clearAll();
  file = wanted->file;
  table->goTo(model->rowOf(static_cast<std::uint32_t>(source)));
  if (wanted->run >= 0) table->goToRun(wanted->run);
  if (table->currentCell() != nullptr) wanted.reset();
}

void HistoryPage::Private::showCurrent() {
  if (!hasRow()) return;
  const history::StripRow& row = model->row(table->currentIndex().row());
  panel->showCell({.config = row.config, .model = row.model, .metric = {}, .file = std::exchange(file, {})});
  Q_EMIT page->actionsChanged();
}

void HistoryPage::Private::showRun() {
  const history::StripCell* cell = table->currentCell();
  if (cell == nullptr) return;
  const auto count = static_cast<int>(model->strip(table->currentIndex().row())->cells.size());
  panel->showRun(table->currentRun(), count, cell->time);
}

void HistoryPage::showCell(const QString& config, const QString& model, const QString& metric, const QString& file) {
  d->wanted = Wanted{config.toStdString(), model.toStdString(), file.toStdString(), -1};
  if (!metric.isEmpty())
    d->panel->showCell({.config = d->wanted->config,
                        .model = d->wanted->model,
                        .metric = metric.toStdString(),
                        .file = d->wanted->file});
  if (d->model->isLoaded()) d->showWanted();
}

QString HistoryPage::Private::rowText() const {
  const history::StripRow& row = model->row(table->currentIndex().row());
  return u"%1 \u00b7 %2"_s.arg(fromUtf8(row.model), fromUtf8(row.config));
}

QString HistoryPage::statusText() const {
  if (!message().isEmpty()) return message();
  if (!d->hasRow()) return d->model->isLoaded() ? tr("Nothing is remembered yet") : QString();
  QString text = d->rowText();
  if (const QString chosen = d->panel->description(); !chosen.isEmpty()) text += u" \u00b7 "_s + chosen;
  if (const qint64 since = d->model->redSince(d->model->sourceRow(d->table->currentIndex().row())); since > 0)
    text += tr(", red since %1").arg(dayText(since));
  return text;
}

QString HistoryPage::place() const {
  if (!d->hasRow()) return {};
  const history::StripRow& row = d->model->row(d->table->currentIndex().row());
  return QStringList{fromUtf8(row.config), fromUtf8(row.model), QString::number(d->table->currentRun())}.join(kBetween);
}

void HistoryPage::showPlace(const QString& place) {
  const QStringList parts = place.split(kBetween);
  if (parts.size() != 3) return;
  d->wanted = Wanted{parts[0].toStdString(), parts[1].toStdString(), {}, parts[2].toInt()};
  if (d->model->isLoaded()) d->showWanted();
}

QJsonObject HistoryPage::layoutState() const {
  return {{u"splitter"_s, sizesOf(*d->splitter)}, {u"alarms"_s, d->panel->alarms().state()}};
}

bool HistoryPage::restoreLayout(const QJsonObject& state) {
  d->panel->alarms().setState(state["alarms"_L1].toInt(d->panel->alarms().state()));
  return restoreSizes(*d->splitter, state["splitter"_L1]);
}

/// The list is read anew each time the page is shown: a command or another window may have added runs.
void HistoryPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  d->model->reload();
  if (!d->bar->hasTextFocus()) setFocus(Qt::OtherFocusReason);
}

QWidget* HistoryPage::mainView() const { return d->table; }

void HistoryPage::Private::copyRun() {
  const QString blame = panel->blame();
  copyText(page->statusText() + (blame.isEmpty() ? QString() : u'\n' + blame) + u'\n');
  page->showMessage(tr("Copied 1 run"));
}

QList<ActionSpec> HistoryPage::Private::listActions() {
  const auto row = [this] { return hasRow(); };
  return {{.id = u"history.filter"_s,
           .text = tr("Filter the history"),
           .tooltip = tr("Words that must all occur in model or config"),
           .iconName = u"filter"_s,
           .shortcuts = {Qt::Key_Slash},
           .run = [this] { bar->focusText(); }},
          {.id = u"history.red"_s,
           .text = tr("Only: Red now"),
           .tooltip = tr("Show only models whose newest run did not pass"),
           .shortcuts = {Qt::Key_1},
           .run = [this] { bar->toggleRed(); },
           .checkable = true,
           .checked = [this] { return bar->isRedOnly(); }},
          {.id = u"history.all"_s,
           .text = tr("Show the whole history"),
           .tooltip = tr("Clear the filter"),
           .iconName = u"close"_s,
           .shortcuts = {Qt::Key_0},
           .run = [this] { bar->clearAll(); },
           .enabled = [this] { return !bar->isClear(); }},
          {.id = u"history.sort"_s,
           .text = tr("Sort the history by this column"),
           .tooltip = tr("Sort by the column of the current cell; the second time in reverse"),
           .shortcuts = {Qt::Key_O},
           .run = [this] { table->sortByCurrent(); },
           .enabled = row},
          {.id = u"history.sortRed"_s,
           .text = tr("Sort the history by red since"),
           .tooltip = tr("The models that are red for the longest time first"),
           .shortcuts = {Qt::SHIFT | Qt::Key_O},
           .run =
               [this] {
                 table->sortByColumn(static_cast<int>(HistoryColumn::RedSince), Qt::AscendingOrder);
                 table->goTo(0);
               },
           .enabled = row}};
}

QList<ActionSpec> HistoryPage::Private::cellActions() {
  const auto row = [this] { return hasRow(); };
  const auto move = [this](int step) {
    if (!panel->goToMove(step))
      page->showMessage(step > 0 ? tr("The baseline of %1 has no later move").arg(rowText())
                                 : tr("The baseline of %1 has no earlier move").arg(rowText()));
  };
  return {{.id = u"history.move"_s,
           .text = tr("Next move of the baseline"),
           .tooltip = tr("Choose the next commit that changed the baseline of this metric"),
           .iconName = u"chevron-right"_s,
           .shortcuts = {Qt::Key_J},
           .run = [move] { move(+1); },
           .enabled = row},
          {.id = u"history.moveBack"_s,
           .text = tr("Previous move of the baseline"),
           .tooltip = tr("Choose the commit before that changed the baseline of this metric"),
           .shortcuts = {Qt::Key_K},
           .run = [move] { move(-1); },
           .enabled = row},
          {.id = u"history.metric"_s,
           .text = tr("Next metric"),
           .tooltip = tr("Show another column of the results in the chart"),
           .shortcuts = {Qt::Key_T},
           .run = [this] { panel->nextMetric(); },
           .enabled = row},
          {.id = u"history.commit"_s,
           .text = tr("Show the commit"),
           .tooltip = tr("Show the commit of the chosen run or move in the browser"),
           .shortcuts = {Qt::Key_L},
           .run = [this] { Q_EMIT page->linkRequested(panel->commitUrl()); },
           .enabled = [this] { return !panel->commitUrl().isEmpty(); }},
          {.id = u"history.pull"_s,
           .text = tr("Show the pull request"),
           .tooltip = tr("Show the pull request that moved the baseline in the browser"),
           .shortcuts = {Qt::Key_P},
           .run = [this] { Q_EMIT page->linkRequested(panel->pullUrl()); },
           .enabled = [this] { return !panel->pullUrl().isEmpty(); }},
          {.id = u"history.zoomIn"_s,
           .text = tr("Zoom into the history"),
           .tooltip = tr("Show fewer runs in the chart"),
           .shortcuts = {Qt::Key_Plus},
           .run = [this] { panel->chart().zoom(kZoom); },
           .enabled = row},
          {.id = u"history.zoomOut"_s,
           .text = tr("Zoom out of the history"),
           .tooltip = tr("Show more runs in the chart"),
           .shortcuts = {Qt::Key_Minus},
           .run = [this] { panel->chart().zoom(1 / kZoom); },
           .enabled = [this] { return !panel->chart().isWhole(); }},
          {.id = u"history.copy"_s,
           .text = tr("Copy the run"),
           .tooltip = tr("Copy model, run, value and who pinned the baseline as text"),
           .iconName = u"copy"_s,
           .shortcuts = {QKeySequence::Copy},
           .run = [this] { copyRun(); },
           .enabled = row}};
}

QList<ActionSpec> HistoryPage::Private::changeActions() {
  const auto row = [this] { return hasRow(); };
  return {{.id = u"history.changes"_s,
           .text = tr("Change points of the history"),
           .tooltip = tr("Show where the level of the metric moved, with its size and 95 % interval"),
           .shortcuts = {Qt::Key_S},
           .run = [this] { panel->alarms().toggle(); },
           .enabled = row,
           .checkable = true,
           .checked = [this] { return panel->alarms().rate().has_value(); }},
          {.id = u"history.moreChanges"_s,
           .text = tr("More change points of the history"),
           .tooltip = tr("Find smaller changes, with more false alarms"),
           .shortcuts = {Qt::Key_Period},
           .run = [this] { panel->alarms().step(+1); },
           .enabled = row},
          {.id = u"history.fewerChanges"_s,
           .text = tr("Fewer change points of the history"),
           .tooltip = tr("Find larger changes alone, with fewer false alarms"),
           .shortcuts = {Qt::Key_Comma},
           .run = [this] { panel->alarms().step(-1); },
           .enabled = row}};
}

QList<ActionSpec> HistoryPage::actions() {
  return inGroup(tr("History"), {}, d->listActions() + d->cellActions() + d->changeActions());
}

QString HistoryPage::menuActions() const {
  return u"history.move*;history.metric;history.commit;history.pull;history.copy"_s;
}

}  // namespace plumbline::ui
