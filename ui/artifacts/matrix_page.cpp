// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/matrix_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <optional>

#include "ui/artifacts/matrix_details.h"
#include "ui/artifacts/matrix_grid.h"
#include "ui/artifacts/matrix_model.h"
#include "ui/artifacts/matrix_text.h"
#include "ui/support/divider.h"
#include "ui/support/elided_label.h"
#include "ui/support/empty_state.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kStateVersion = 1;

}  // namespace

struct MatrixPage::Private {
  Private(MatrixPage* owner, const Theme& look) : page(owner), theme(look) {}

  MatrixPage* page;
  Theme theme;
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
  QString news;                             ///< what just happened, for the status line

  void build();
  void rebuild();
  void sayNothing();
  void showCurrent(const QModelIndex& index);
  void open(const QModelIndex& index);
  void copy(bool markdown);
  void tell(const QString& text);
  bool hasView() const { return snapshot && snapshot->view; }
  bool hasConfigs() const { return hasView() && !snapshot->view->configs().empty(); }
};

MatrixPage::MatrixPage(const Theme& theme, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme)) {
  setAccessibleName(u"Matrix"_s);
  d->build();
}
MatrixPage::~MatrixPage() = default;

void MatrixPage::Private::build() {
  model = new MatrixModel(page);
  grid = new MatrixGrid(model, theme, page);
  details = new MatrixDetails(theme, page);
  nothing = new EmptyState(theme, page);
  top = new QWidget(page);
  summary = new ElidedLabel(Qt::ElideRight, top);
  changedOnly = new QToolButton(top);
  changedOnly->setText(u"Changed only"_s);
  changedOnly->setCheckable(true);
  changedOnly->setFocusPolicy(Qt::TabFocus);
  changedOnly->setToolTip(u"Leave out suites and backends in which nothing needs a decision and nothing is missing (U)"_s);
  toOverview = new QToolButton(top);
  toOverview->setText(u"Overview"_s);
  toOverview->setFocusPolicy(Qt::TabFocus);
  toOverview->setToolTip(u"What fails, grouped by the same change"_s);
  auto* bar = new QHBoxLayout(top);
  bar->setContentsMargins(2 * kGrid, kGrid, kGrid, kGrid);
  bar->setSpacing(kGrid);
  bar->addWidget(summary, 1);
  bar->addWidget(changedOnly);
  bar->addWidget(toOverview);

  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(top);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  stack = new QStackedLayout;
  stack->addWidget(grid);
  stack->addWidget(nothing);
  layout->addLayout(stack, 1);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  layout->addWidget(details);
  QWidget::setTabOrder(changedOnly, toOverview);
  QWidget::setTabOrder(toOverview, grid);

  connect(changedOnly, &QToolButton::toggled, page, [this] { rebuild(); });
  connect(toOverview, &QToolButton::clicked, page, &MatrixPage::overviewWanted);
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
  sayNothing();
  stack->setCurrentIndex(none ? 1 : 0);
  if (!none && hadFocus) grid->setFocus(Qt::OtherFocusReason);
  top->setVisible(hasConfigs());
  details->setVisible(!none);
  summary->setText(hasView() ? summaryText(*snapshot->view) : QString());
  if (none) details->clear();
  else showCurrent(grid->currentIndex());
  tell({});
  Q_EMIT page->actionsChanged();
}

void MatrixPage::Private::sayNothing() {
  const EmptyState::Button openThem{u"Open a commit"_s, [this] { Q_EMIT page->openRequested(); }};
  if (!hasView()) {
    nothing->say(u"No commit is open"_s,
                 u"Open a folder of artifacts, artifact zips or single CSVs, and a PyTorch checkout for its baselines."_s,
                 {openThem});
  } else if (!hasConfigs()) {
    nothing->say(u"No config is known"_s,
                 u"What was opened holds no result or baseline whose name says suite, mode and backend."_s,
                 {{u"Look at the sources"_s, [this] { Q_EMIT page->sourcesWanted(); }}, openThem});
  } else {
    nothing->say(u"Nothing needs a decision"_s,
                 u"Every config that was run is as its baseline expects, and no shard is missing."_s,
                 {{u"Show every config"_s, [this] { changedOnly->setChecked(false); }}});
  }
}

void MatrixPage::Private::showCurrent(const QModelIndex& index) {
  if (rebuilding || !index.isValid()) return;
  current = model->place(index);
  details->show(hasView() ? snapshot->view : nullptr, *current, model->cell(index));
  if (!news.isEmpty()) tell({});
  Q_EMIT page->actionsChanged();
}

void MatrixPage::Private::open(const QModelIndex& index) {
  const auto config = model->configAt(index);
  const QString name = placeText(model->place(index));
  if (!config) return tell(u"Neither a run nor a baseline of %1 was opened"_s.arg(name));
  const overview::ConfigResult& result = snapshot->view->configs()[*config];
  if (result.comparison) Q_EMIT page->tableWanted(*config, QString());
  else if (!result.run) tell(u"%1 was not run: there is no table to show"_s.arg(name));
  else tell(u"%1 is not judged: %2"_s.arg(name, details->detail()));
}

void MatrixPage::Private::copy(bool markdown) {
  const TextTable table = matrixTable(*model);
  QGuiApplication::clipboard()->setText(markdown ? toMarkdown(table) : toTsv(table));
  tell(u"Copied the matrix: %1 rows, %2 columns"_s.arg(model->rowCount()).arg(model->columnCount()));
}

void MatrixPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

QList<ActionSpec> MatrixPage::actions() {
  const QString group = u"Matrix"_s;
  const auto hasCells = [this] { return d->model->rowCount() > 0 && d->model->columnCount() > 0; };
  return {
      {.id = u"matrix.changed"_s, .text = u"Changed only"_s, .tooltip = d->changedOnly->toolTip().section(u" ("_s, 0, 0),
       .group = group, .shortcuts = {QKeySequence(Qt::Key_U)},
       .run = [this] { d->changedOnly->toggle(); }, .enabled = [this] { return d->hasConfigs(); }, .checkable = true,
       .checked = [this] { return d->changedOnly->isChecked(); }},
      {.id = u"matrix.open"_s, .text = u"Open the table of this config"_s,
       .tooltip = u"Show the rows of the current cell (Enter or a click on it)"_s, .group = group,
       .run = [this] { d->open(d->grid->currentIndex()); },
       .enabled = [this] { return d->grid->currentIndex().isValid(); }},
      {.id = u"matrix.worst"_s, .text = u"Go to the worst config"_s, .tooltip = u"Go to the first cell with the worst class"_s,
       .group = group, .shortcuts = {QKeySequence(Qt::Key_W)},
       .run = [this] {
         d->grid->goTo(d->model->firstToLookAt());
         d->grid->setFocus(Qt::ShortcutFocusReason);
       },
       .enabled = hasCells},
      {.id = u"matrix.sources"_s, .text = u"Look at the sources"_s,
       .tooltip = u"Every file that was opened, and what it was taken for"_s, .group = group,
       .run = [this] { Q_EMIT sourcesWanted(); }, .enabled = [this] { return d->hasView(); }},
      {.id = u"matrix.copy"_s, .text = u"Copy the matrix"_s, .tooltip = u"Copy the cells as tab-separated text"_s,
       .group = group, .iconName = u"copy"_s, .shortcuts = {QKeySequence(QKeySequence::Copy)},
       .run = [this] { d->copy(false); }, .enabled = hasCells},
      {.id = u"matrix.copyMarkdown"_s, .text = u"Copy the matrix as Markdown"_s,
       .tooltip = u"Copy the cells as a Markdown table for an issue"_s, .group = group,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, .run = [this] { d->copy(true); },
       .enabled = hasCells},
  };
}

QString MatrixPage::statusText() const {
  if (!d->news.isEmpty()) return d->news;
  return d->hasView() ? matrixStatus(*d->snapshot->view, d->snapshot->groups) : u"No commit is open"_s;
}

void MatrixPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  d->snapshot = snapshot;
  d->rebuild();
}

void MatrixPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->grid->setTheme(theme);
  d->details->setTheme(theme);
  d->nothing->setTheme(theme);
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
  QWidget::showEvent(event);
  if (d->grid->isVisible()) d->grid->setFocus(Qt::OtherFocusReason);
}

/// The page itself has no use for the keyboard.
void MatrixPage::focusInEvent(QFocusEvent* event) {
  if (d->grid->isVisible()) d->grid->setFocus(event->reason());
  else QWidget::focusInEvent(event);
}

void MatrixPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->grid->isVisible() && !d->grid->hasFocus()) {
    d->grid->setFocus(Qt::OtherFocusReason);
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
