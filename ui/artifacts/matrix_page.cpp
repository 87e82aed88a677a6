// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_page.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QScrollBar>
#include <QStackedLayout>
#include <QStringList>
#include <QToolButton>
#include <algorithm>
#include <optional>

#include "core/overview/headline.h"
#include "ui/artifacts/matrix_details.h"
#include "ui/artifacts/matrix_grid.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using overview::ConfigResult;

namespace {

std::size_t countOf(const overview::CommitView& view, bool (*test)(const ConfigResult&)) {
  return static_cast<std::size_t>(std::ranges::count_if(view.configs(), test));
}

QString configsText(std::size_t count) { return grouped(count) + (count == 1 ? u" config"_s : u" configs"_s); }

constexpr int kStateVersion = 1;

}  // namespace

QString summaryText(const overview::CommitView& view) {
  QStringList parts{configsText(view.configs().size())};
  const auto add = [&](const QString& words, bool (*test)(const ConfigResult&)) {
    if (const std::size_t count = countOf(view, test); count > 0) parts << grouped(count) + u' ' + words;
  };
  add(MatrixPage::tr("fail CI"), [](const ConfigResult& c) { return c.ciExit != 0; });
  add(MatrixPage::tr("with lost models"), [](const ConfigResult& c) { return c.lost() > 0; });
  add(MatrixPage::tr("with shards missing"), [](const ConfigResult& c) { return c.run && !c.isComplete(); });
  add(MatrixPage::tr("not run"), [](const ConfigResult& c) { return !c.run; });
  add(MatrixPage::tr("without a baseline"), [](const ConfigResult& c) { return c.run && !c.baseline; });
  add(MatrixPage::tr("not judged"), [](const ConfigResult& c) { return c.problem.has_value(); });
  return parts.join(u" \u00b7 "_s);
}

QString matrixStatus(const overview::CommitView& view, const std::vector<overview::Group>& groups) {
  QStringList parts;
  if (!view.commit().empty()) parts << QString::fromStdString(view.commit()).left(10);
  const std::size_t run = countOf(view, [](const ConfigResult& c) { return c.run != nullptr; });
  parts << MatrixPage::tr("%1 of %2 run").arg(grouped(run), configsText(view.configs().size()));
  if (run > 0) parts << QString::fromStdString(overview::headlineOf(view, groups).sentence);
  return parts.join(u" \u00b7 "_s);
}

TextTable matrixTable(const MatrixModel& model) {
  QStringList titles{MatrixPage::tr("Suite")};
  for (int c = 0; c < model.columnCount(); ++c)
    titles << model.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
  TextTable table{titles};
  for (int r = 0; r < model.rowCount(); ++r) {
    QStringList cells{model.headerData(r, Qt::Vertical, Qt::DisplayRole).toString()};
    for (int c = 0; c < model.columnCount(); ++c) cells << model.index(r, c).data().toString();
    table << cells;
  }
  return table;
}

struct MatrixPage::Private {
  Private(MatrixPage* owner) : page(owner) {}

  MatrixPage* page;
  MatrixModel* model = nullptr;
  MatrixGrid* grid = nullptr;
  MatrixDetails* details = nullptr;
  EmptyState* nothing = nullptr;
  ElidedLabel* summary = nullptr;
  QToolButton* changedOnly = nullptr;
  QToolButton* toOverview = nullptr;
  QWidget* top = nullptr;
  QStackedLayout* stack = nullptr;          ///< grid or nothing
  session::CommitSnapshotPtr snapshot;
  std::optional<configs::Config> current;   ///< survives recomputes and the toggle, also while it is not shown
  bool rebuilding = false;

  void build();
  void rebuild();
  void showEmptyState();
  void showCurrent(const QModelIndex& index);
  void open(const QModelIndex& index);
  void copy(bool markdown);
  bool hasView() const { return snapshot && snapshot->view; }
  bool hasConfigs() const { return hasView() && !snapshot->view->configs().empty(); }
};

MatrixPage::MatrixPage(const Theme& theme, QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this)) {
  setAccessibleName(tr("Matrix"));
  d->build();
}
MatrixPage::~MatrixPage() = default;

void MatrixPage::Private::build() {
  model = new MatrixModel(page);
  grid = new MatrixGrid(model, page->theme(), page);
  details = new MatrixDetails(page->theme(), page);
  nothing = new EmptyState(page->theme(), page);
  top = new QWidget(page);
  summary = new ElidedLabel(Qt::ElideRight, top);
  changedOnly = makeToggle(
      tr("Changed only"),
      tr("Leave out suites and backends in which nothing needs a decision and nothing is missing (U)"), top);
  toOverview = makeToolButton(tr("Overview"), {}, tr("What fails, grouped by the same change"), top);
  makeRow(top, {2 * kGrid, kGrid, kGrid, kGrid}, kGrid, {{summary, 1}, changedOnly, toOverview});

  auto* layout = makeColumn(page, {}, 0, {top, divider()});
  stack = new QStackedLayout;
  addWidgets(*stack, {grid, nothing});
  addParts(*layout, {{stack, 1}, divider(), details});
  QWidget::setTabOrder(changedOnly, toOverview);
  QWidget::setTabOrder(toOverview, grid);

  connect(changedOnly, &QToolButton::toggled, page, [this] { rebuild(); });
  connect(toOverview, &QToolButton::clicked, page, &MatrixPage::overviewRequested);
  connect(grid, &MatrixGrid::currentMoved, page, [this](const QModelIndex& index) { showCurrent(index); });
  connect(grid, &MatrixGrid::opened, page, [this](const QModelIndex& index) { open(index); });
  rebuild();
}

void MatrixPage::Private::rebuild() {
  const bool hadFocus = grid->hasFocus();
  const int across = grid->horizontalScrollBar()->value();
  const int down = grid->verticalScrollBar()->value();
  rebuilding = true;
  model->setMatrix(hasView() ? overview::matrixOf(*snapshot->view, {.changedOnly = changedOnly->isChecked()})
                             : overview::Matrix());
  const bool none = model->rowCount() == 0 || model->columnCount() == 0;
  const bool known = current.has_value();
  if (!none) {
    grid->goTo(known ? model->find(*current) : model->firstToLookAt());
    if (known) {
      grid->horizontalScrollBar()->setValue(across);
      grid->verticalScrollBar()->setValue(down);
      grid->scrollTo(grid->currentIndex());
    }
  }
  rebuilding = false;
  showEmptyState();
  stack->setCurrentIndex(none ? 1 : 0);
  if (!none && hadFocus) grid->setFocus(Qt::OtherFocusReason);
  top->setVisible(hasConfigs());
  details->setVisible(!none);
  summary->setText(hasView() ? summaryText(*snapshot->view) : QString());
  if (none) details->clear();
  else showCurrent(grid->currentIndex());
  page->showMessage({});
  Q_EMIT page->actionsChanged();
}

void MatrixPage::Private::showEmptyState() {
  const EmptyState::Button openThem{tr("Open a commit"), [this] { Q_EMIT page->openRequested(); }};
  if (!hasView()) {
    nothing->showText(tr("No commit is open"),
                 tr("Open a folder of artifacts, artifact zips or single CSVs, and a PyTorch checkout for its "
                    "baselines."),
                 {openThem});
  } else if (!hasConfigs()) {
    nothing->showText(tr("No config is known"),
                 tr("What was opened holds no result or baseline whose name says suite, mode and backend."),
                 {{tr("Look at the sources"), [this] { Q_EMIT page->sourcesRequested(); }}, openThem});
  } else {
    nothing->showText(tr("Nothing needs a decision"),
                 tr("Every config that was run is as its baseline expects, and no shard is missing."),
                 {{tr("Show every config"), [this] { changedOnly->setChecked(false); }}});
  }
}

void MatrixPage::Private::showCurrent(const QModelIndex& index) {
  if (rebuilding || !index.isValid()) return;
  current = model->place(index);
  details->show(hasView() ? snapshot->view : nullptr, *current, model->cell(index));
  if (!page->message().isEmpty()) page->showMessage({});
  Q_EMIT page->actionsChanged();
}

void MatrixPage::Private::open(const QModelIndex& index) {
  const auto config = model->configAt(index);
  const QString name = placeText(model->place(index));
  if (!config) return page->showMessage(tr("Neither a run nor a baseline of %1 was opened").arg(name));
  const overview::ConfigResult& result = snapshot->view->configs()[*config];
  if (result.comparison) Q_EMIT page->tableRequested(*config, QString());
  else if (!result.run) page->showMessage(tr("%1 was not run: there is no table to show").arg(name));
  else page->showMessage(tr("%1 is not judged: %2").arg(name, details->detail()));
}

void MatrixPage::Private::copy(bool markdown) {
  const TextTable table = matrixTable(*model);
  copyText(markdown ? toMarkdown(table) : toTsv(table));
  page->showMessage(tr("Copied the matrix: %1 rows, %2 columns").arg(model->rowCount()).arg(model->columnCount()));
}

QList<ActionSpec> MatrixPage::actions() {
  const QString group = tr("Matrix");
  const auto hasCells = [this] { return d->model->rowCount() > 0 && d->model->columnCount() > 0; };
  return {{u"matrix.changed"_s, tr("Changed only"), d->changedOnly->toolTip().section(u" ("_s, 0, 0), group, {},
           {Qt::Key_U},
           [this] { d->changedOnly->toggle(); }, [this] { return d->hasConfigs(); }, true,
           [this] { return d->changedOnly->isChecked(); }},
          {u"matrix.open"_s, tr("Open the table of this config"),
           tr("Show the rows of the current cell (Enter or a click on it)"), group, {}, {},
           [this] { d->open(d->grid->currentIndex()); }, [this] { return d->grid->currentIndex().isValid(); }},
          {u"matrix.worst"_s, tr("Go to the worst config"), tr("Go to the first cell with the worst class"), group, {},
           {Qt::Key_W}, [this] {
             d->grid->goTo(d->model->firstToLookAt());
             d->grid->setFocus(Qt::ShortcutFocusReason);
           }, hasCells},
          {u"matrix.sources"_s, tr("Look at the sources"), tr("Every file that was opened, and what it is used for"),
           group, {}, {}, [this] { Q_EMIT sourcesRequested(); }, [this] { return d->hasView(); }},
          {u"matrix.copy"_s, tr("Copy the matrix"), tr("Copy the cells as tab-separated text"), group, u"copy"_s,
           {QKeySequence::Copy}, [this] { d->copy(false); }, hasCells},
          {u"matrix.copyMarkdown"_s, tr("Copy the matrix as Markdown"),
           tr("Copy the cells as a Markdown table for an issue"), group, {}, {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
           [this] { d->copy(true); }, hasCells}};
}

QString MatrixPage::statusText() const {
  if (!message().isEmpty()) return message();
  return d->hasView() ? matrixStatus(*d->snapshot->view, d->snapshot->groups) : tr("No commit is open");
}

void MatrixPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  d->snapshot = snapshot;
  d->rebuild();
}

QByteArray MatrixPage::saveState() const {
  const QJsonObject state{{u"version"_s, kStateVersion}, {u"changedOnly"_s, d->changedOnly->isChecked()}};
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool MatrixPage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  d->changedOnly->setChecked(state["changedOnly"_L1].toBool());
  return true;
}

void MatrixPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (d->grid->isVisible()) d->grid->setFocus(Qt::OtherFocusReason);
}

/// The page passes the focus on.
void MatrixPage::focusInEvent(QFocusEvent* event) {
  if (d->grid->isVisible()) d->grid->setFocus(event->reason());
  else Page::focusInEvent(event);
}

QWidget* MatrixPage::mainView() const { return d->grid; }

}  // namespace plumbline::ui
