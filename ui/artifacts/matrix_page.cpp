// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_page.h"

#include <QFocusEvent>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>
#include <QStackedLayout>
#include <QStringList>
#include <QToolButton>
#include <algorithm>
#include <optional>
#include <utility>

#include "core/overview/headline.h"
#include "ui/artifacts/config_causes.h"
#include "ui/artifacts/matrix_grid.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using overview::ConfigResult;
using overview::ShardUse;

namespace {

const QString kDot = u" \u00b7 "_s;

QString shardNames(const QStringList& shards, int wanted) {
  if (shards.isEmpty()) return MatrixDetails::tr("one file");
  const QString all = (shards.size() == 1 ? u"shard "_s : u"shards "_s) + shards.join(u", "_s);
  return wanted > 0 ? all + MatrixDetails::tr(" of %1").arg(wanted) : all;
}

QString detailText(const ConfigResult& config) {
  if (config.problem) {
    const QString text = fromUtf8(config.problem->text);
    return config.problem->hint.empty() ? text : text + u' ' + fromUtf8(config.problem->hint);
  }
  if (!config.run)
    return MatrixDetails::tr("No result of this config was opened. Its baseline holds %1 models.")
        .arg(grouped(config.modelsExpected));
  if (!config.baseline)
    return MatrixDetails::tr("%1 models were run, and no baseline %2 was opened.").arg(grouped(config.modelsJudged),
                                                                      fromUtf8(configs::baselineFile(config.config)));
  return shardsText(config);
}

}  // namespace

QString shardsText(const ConfigResult& config) {
  // Shards that stand for the same reason are one part of the sentence.
  QStringList whys;
  QHash<QString, QStringList> shards;
  QSet<int> here;
  for (const ShardUse& use : config.shards) {
    if (!use.used) continue;
    here << use.identity.shard;
    const QString why = fromUtf8(use.why);
    if (!shards.contains(why)) whys << why;
    if (use.identity.shard > 0) shards[why] << QString::number(use.identity.shard);
    else shards[why];
  }
  QStringList parts;
  for (const QString& why : whys) parts << shardNames(shards.value(why), config.shardsWanted) + u": "_s + why;
  QStringList missing;
  for (int shard = 1; shard <= config.shardsWanted; ++shard)
    if (!here.contains(shard)) missing << QString::number(shard);
  if (!missing.isEmpty())
    parts << shardNames(missing, config.shardsWanted) +
                 (missing.size() == 1 ? MatrixDetails::tr(" is not here") : MatrixDetails::tr(" are not here"));
  for (const std::string& note : config.notes) parts << fromUtf8(note);
  if (parts.isEmpty()) return {};
  parts.first()[0] = parts.first()[0].toUpper();
  return parts.join(kDot);
}

QString shardLines(const ConfigResult& config) {
  QStringList lines;
  for (const ShardUse& use : config.shards)
    lines << MatrixDetails::tr("%1 %2: %3 rows, %4")
                 .arg(use.used ? u"+"_s : u"\u2212"_s, fromUtf8(use.origin), grouped(use.rows),
                      use.why.empty() ? (use.used ? u"used"_s : MatrixDetails::tr("not used")) : fromUtf8(use.why));
  return lines.join(u'\n');
}

MatrixDetails::MatrixDetails(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(Qt::ElideRight, this)), m_detail(new ElidedLabel(Qt::ElideRight, this)) {
  setAccessibleName(tr("The current config"));
  makeColumn(this, {2 * kGrid, kGrid, 2 * kGrid, kGrid}, kGrid / 2, {m_title, m_detail});
  styleText({m_detail}, {.size = TextSize::Small, .isMuted = true});
  applyTheme(*this, theme);
}

void MatrixDetails::setTheme(const Theme& theme) {
  setPalette(theme.basePalette());
  setAutoFillBackground(true);
  const int lines =
      QFontMetrics(theme.font(TextSize::Normal)).height() + QFontMetrics(theme.font(TextSize::Small)).height();
  setFixedHeight(2 * kGrid + kGrid / 2 + lines);
}

void MatrixDetails::clear() {
  m_title->setText({});
  m_detail->setText({});
  m_detail->setDetail({});
}

void MatrixDetails::show(const overview::CommitPtr& view, const configs::Config& place,
                         const overview::MatrixCell& cell) {
  clear();
  if (!view || !cell.config || *cell.config >= view->configs().size()) {
    m_title->setText(placeText(place));
    m_detail->setText(tr("Neither a run nor a baseline of this config was opened."));
    return;
  }
  const ConfigResult& config = view->configs()[*cell.config];
  QStringList words{placeText(config.config), fromUtf8(overview::cellText(cell))};
  if (config.run && config.baseline) words << fromUtf8(overview::completenessText(config));
  words.removeAll(QString());
  words.removeDuplicates();
  m_title->setText(words.join(kDot));
  m_detail->setText(detailText(config));
  m_detail->setDetail(shardLines(config));
}

QString MatrixDetails::title() const { return m_title->text(); }
QString MatrixDetails::detail() const { return m_detail->text(); }

using overview::ConfigResult;

namespace {

std::size_t countOf(const overview::CommitView& view, bool (*test)(const ConfigResult&), const overview::PendingConfigsPtr& pending = {}) {
  auto count = std::ranges::count_if(view.configs(), test);
  for (const auto& [index, config] : pending ? *pending : overview::PendingConfigs())
    count += int(test(config)) - int(test(view.configs()[index]));
  return static_cast<std::size_t>(count);
}

QString configsText(std::size_t count) { return grouped(count) + (count == 1 ? u" config"_s : u" configs"_s); }

constexpr int kStateVersion = 1;

}  // namespace

QString summaryText(const overview::CommitView& view, const overview::PendingConfigsPtr& pending) {
  QStringList parts{configsText(view.configs().size())};
  const auto add = [&](const QString& words, bool (*test)(const ConfigResult&)) {
    if (const std::size_t count = countOf(view, test, pending); count > 0) parts << grouped(count) + u' ' + words;
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

/// totalText is the sum of a line of configs: "✗12".
static QString totalText(const MatrixModel& model, int section, Qt::Orientation orientation) {
  const auto total = model.total(section, orientation);
  return total ? total->text : QString();
}

TextTable matrixTable(const MatrixModel& model) {
  QStringList titles{MatrixPage::tr("Suite")};
  for (int c = 0; c < model.columnCount(); ++c)
    titles << model.headerData(c, Qt::Horizontal, Qt::AccessibleTextRole).toString();
  titles << MatrixPage::tr("Total");
  TextTable table{titles};
  for (int r = 0; r < model.rowCount(); ++r) {
    QStringList cells{model.headerData(r, Qt::Vertical, Qt::DisplayRole).toString()};
    for (int c = 0; c < model.columnCount(); ++c) cells << model.index(r, c).data().toString();
    table << (cells << totalText(model, r, Qt::Vertical));
  }
  QStringList totals{MatrixPage::tr("Total")};
  for (int c = 0; c < model.columnCount(); ++c) totals << totalText(model, c, Qt::Horizontal);
  table << (totals << QString());
  return table;
}

struct MatrixPage::Private {
  Private(MatrixPage* owner) : page(owner) {}

  MatrixPage* page;
  MatrixModel* model = nullptr;
  MatrixGrid* grid = nullptr;
  MatrixDetails* details = nullptr;
  ConfigCauses* causes = nullptr;
  QWidget* area = nullptr;  ///< grid, details and causes
  EmptyState* nothing = nullptr;
  ElidedLabel* summary = nullptr;
  QToolButton* changedOnly = nullptr;
  QToolButton* toOverview = nullptr;
  QWidget* top = nullptr;
  QStackedLayout* stack = nullptr;          ///< area or nothing
  session::CommitSnapshotPtr snapshot;
  QString ci;                               ///< what CI says with the edits that are not saved; "": there are none
  overview::PendingConfigsPtr pending;
  std::optional<configs::Config> current;   ///< survives recomputes and the toggle, also while it is not shown
  bool rebuilding = false;
  bool isFitting = false;

  void build();
  void rebuild();
  void fitGrid();
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
  area = new QWidget(page);
  grid = new MatrixGrid(model, page->theme(), area);
  details = new MatrixDetails(page->theme(), area);
  causes = new ConfigCauses(page->theme(), area);
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
  makeColumn(area, {}, 0, {{grid, 1}, divider(), details, {causes, 1}});
  addWidgets(*stack, {area, nothing});
  addParts(*layout, {{stack, 1}});
  area->installEventFilter(page);
  QWidget::setTabOrder(changedOnly, toOverview);
  QWidget::setTabOrder(toOverview, grid);

  connect(changedOnly, &QToolButton::toggled, page, [this] { rebuild(); });
  connect(toOverview, &QToolButton::clicked, page, &MatrixPage::overviewRequested);
  connect(grid, &MatrixGrid::currentMoved, page, [this](const QModelIndex& index) { showCurrent(index); });
  connect(grid, &MatrixGrid::fitted, page, [this] { fitGrid(); });
  connect(grid, &MatrixGrid::opened, page, [this](const QModelIndex& index) { open(index); });
  connect(causes, &ConfigCauses::opened, page, &MatrixPage::tableRequested);
  rebuild();
}

void MatrixPage::Private::rebuild() {
  const bool hadFocus = grid->hasFocus();
  const int across = grid->horizontalScrollBar()->value();
  const int down = grid->verticalScrollBar()->value();
  rebuilding = true;
  model->setMatrix(hasView() ? overview::matrixOf(*snapshot->view, {.changedOnly = changedOnly->isChecked(), .pending = pending})
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
  fitGrid();
  showEmptyState();
  stack->setCurrentIndex(none ? 1 : 0);
  if (!none && hadFocus) grid->setFocus(Qt::OtherFocusReason);
  top->setVisible(hasConfigs());
  details->setVisible(!none);
  summary->setText(hasView() ? summaryText(*snapshot->view, pending) : QString());
  if (none) {
    details->clear();
    causes->showConfig(nullptr, std::nullopt);
  }
  if (!none) showCurrent(grid->currentIndex());
  page->showMessage({});
  Q_EMIT page->actionsChanged();
}

/// fitGrid gives the grid what its rows need and the causes the rest; in a low window the causes go.
void MatrixPage::Private::fitGrid() {
  if (isFitting) return;
  const QScopedValueRollback fitting(isFitting, true);
  auto* column = qobject_cast<QBoxLayout*>(area->layout());
  for (bool again = true, isFirst = true; again; isFirst = false) {
    const int room = area->height() - details->height() - 1;
    const int least = grid->minHeightOfAll(), most = grid->maxHeightOfAll();
    causes->setVisible(room - least >= causes->minHeight());
    const int wanted = std::min(std::clamp(room * 2 / 3, least, std::max(least, most)), room - causes->minHeight());
    column->setStretchFactor(grid, std::max(1, wanted));
    column->setStretchFactor(causes, std::max(1, room - wanted));
    column->activate();
    // A scroll bar came or went, or the titles turned.
    again = isFirst && (grid->minHeightOfAll() != least || grid->maxHeightOfAll() != most);
  }
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
  const auto config = model->configAt(index);
  const bool isEdited = pending && config && pending->contains(*config);
  causes->showConfig(snapshot, config, isEdited ? &pending->at(*config) : nullptr);
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
           tr("Show the rows of the current cell (Enter or a click on it)"), group, {}, {Qt::Key_T},
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
  if (!d->hasView()) return tr("No commit is open");
  // What the edits do stands at the left of the line.
  return d->ci.isEmpty() ? matrixStatus(*d->snapshot->view, d->snapshot->groups) : matrixStatus(*d->snapshot->view, d->snapshot->groups).section(kDot, 0, -2);
}

void MatrixPage::setPending(const QString& ci, const overview::PendingConfigsPtr& configs) {
  d->ci = ci;
  d->pending = configs;
  d->rebuild();
}

QString MatrixPage::place() const { return d->current ? placeText(*d->current) : QString(); }

void MatrixPage::showPlace(const QString& place) {
  const auto config = configs::configOfName(place.toStdString());
  if (config && d->hasConfigs()) d->grid->goTo(d->model->find(*config));
}

void MatrixPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  d->snapshot = snapshot;
  d->pending.reset();  // of the snapshot before
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

bool MatrixPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) d->fitGrid();
  return Page::eventFilter(watched, event);
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

QString MatrixPage::menuActions() const {
  return u"matrix.open;matrix.copy*;matrix.sources"_s;
}

}  // namespace plumbline::ui
