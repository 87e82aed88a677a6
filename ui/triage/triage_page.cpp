// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_page.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/triage/class_chip.h"
#include "ui/triage/column_layout.h"
#include "ui/triage/column_menu.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/status_text.h"
#include "ui/triage/triage_page_private.h"
#include "ui/triage/triage_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kDetailsWidth = 376;
constexpr int kNarrowestDetails = 280;
constexpr int kStateVersion = 1;

}  // namespace

TriagePage::TriagePage(const Theme& theme, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme)) {
  setAccessibleName(u"Triage"_s);
  d->build();
}
TriagePage::~TriagePage() = default;

void TriagePage::Private::build() {
  model = new TriageModel(page);
  bar = new FilterBar(theme, page);
  model->setFilter(bar->filter());
  table = new TriageTable(model, theme, page);
  details = new DetailsPanel(theme, page);
  copier = new TableCopier(page);
  nothingOpen = new EmptyState(theme, page);
  nothingOpen->say(u"Nothing is open"_s, u"Open an actual and an expected file, or drop two files here."_s,
                   {{u"Open two files"_s, [this] { Q_EMIT page->openRequested(); }},
                    {u"Try the sample"_s, [this] { Q_EMIT page->sampleRequested(); }}});
  nothingShown = new EmptyState(theme, page);

  auto* leftSide = new QWidget(page);
  auto* left = new QVBoxLayout(leftSide);
  left->setContentsMargins(0, 0, 0, 0);
  left->setSpacing(0);
  left->addWidget(bar);
  tables = new QStackedLayout;
  tables->addWidget(table);
  tables->addWidget(nothingShown);
  left->addLayout(tables, 1);

  body = new QWidget(page);
  splitter = new QSplitter(Qt::Horizontal, body);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(leftSide);
  splitter->addWidget(details);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 0);
  details->setMinimumWidth(kNarrowestDetails);
  splitter->setSizes({2 * kDetailsWidth, kDetailsWidth});
  splitter->handle(1)->setAccessibleName(u"Width of the details"_s);
  QObject::connect(splitter, &QSplitter::splitterMoved, page, [this] { detailsPulled = true; });

  pages = new QStackedLayout(page);
  pages->setContentsMargins(0, 0, 0, 0);
  pages->addWidget(nothingOpen);
  auto* stacked = new QVBoxLayout(body);
  stacked->setContentsMargins(0, 0, 0, 0);
  stacked->setSpacing(0);
  stacked->addWidget(splitter, 1);
  pages->addWidget(body);

  orderFocus();

  connect(bar, &FilterBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &FilterBar::leaveRequested, page, [this] { table->setFocus(Qt::OtherFocusReason); });
  connect(model, &TriageModel::rowsShown, page, [this] { showRows(); });
  connect(model, &TriageModel::busyChanged, page, &TriagePage::busyChanged);
  connect(model, &TriageModel::cancelled, page,
          [this] { tell(u"Stopped: the rows are those from before the last filter or order"_s); });
  connect(table, &TriageTable::currentModelChanged, page, [this](quint32 source) {
    // A current row that the filter hides stays in the details: panels do not jump while somebody types. Under another
    // pair it is another row: what is decided there must be what the details say.
    const bool isOther = described != model->snapshot();
    const bool hidden = source == verdicts::kNoRow && hasPair() && (isOther || current < model->comparison()->rowCount());
    if (hidden && isOther) source = sourceOf(currentName);
    if (hidden && !isOther) return details->setHiddenByFilter(true);
    if (strip && strip->isAsking() && source != current) strip->back();
    current = source;
    described = model->snapshot();
    details->show(described, current);
    details->setHiddenByFilter(hidden && source != verdicts::kNoRow);
    showDecision();
    Q_EMIT page->actionsChanged();
    std::string scratch;
    if (hasPair() && current < model->comparison()->rowCount()) {
      const std::string_view name = model->comparison()->modelName(current, scratch);
      currentName = name;
      Q_EMIT page->modelChosen(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
  });
  connect(table, &TriageTable::detailsRequested, page, [this] {
    details->show();
    details->focusFirst();
  });
  connect(table, &TriageTable::columnMenuRequested, page,
          [this](int column, const QPoint& at) { makeColumnMenu(table, model, column)->popup(at); });
  connect(copier, &TableCopier::copied, page, [this](quint64 rows) {
    tell(u"Copied %1 %2"_s.arg(grouped(rows), rows == 1 ? u"row"_s : u"rows"_s));
  });
}

/// orderFocus lets Tab walk as the eye does: the class chips, the filter text, its two buttons, the table, the details.
void TriagePage::Private::orderFocus() {
  QWidgetList order;
  for (auto* chip : bar->findChildren<ClassChip*>(QString(), Qt::FindDirectChildrenOnly)) order << chip;
  for (auto* text : bar->findChildren<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly)) order << text;
  for (auto* button : bar->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)) order << button;
  order << table;
  for (const QWidget* part : {static_cast<QWidget*>(siblingPanel), static_cast<QWidget*>(siblingStrip), static_cast<QWidget*>(strip)}) {
    if (!part) continue;
    for (auto* child : part->findChildren<QWidget*>())
      if (child->focusPolicy() != Qt::NoFocus && child->window() == page->window()) order << child;
  }
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

void TriagePage::Private::showRows() {
  if (!hasPair()) return;
  const std::size_t shown = static_cast<std::size_t>(model->rowCount());
  const std::size_t all = model->comparison()->rowCount();
  bar->setShownCount(shown, all);
  const bool none = shown == 0 && all > 0;
  if (none) {
    const bool onlyUnchanged = bar->filter().classes == 0 && bar->text().isEmpty();
    const EmptyState::Button unchanged{u"Show unchanged models too"_s, [this] { bar->setChangedOnly(false); }};
    const EmptyState::Button clear{u"Clear the filter"_s, [this] { bar->clearAll(); }};
    const bool done = desk && desk->count().asked > 0 && desk->count().decided == desk->count().asked;
    if (done && bar->asksForUndecided())
      nothingShown->say(decidedText(desk->count()), u"Look at the edits and save them, or take the last step back with Z."_s,
                        {{u"Review the edits"_s, [this] { Q_EMIT page->reviewRequested(); }}, clear});
    else if (onlyUnchanged)
      sayNothingChanged(unchanged);
    else if (bar->changedOnly())
      nothingShown->say(u"No changed model matches"_s, u"Unchanged models are hidden as well."_s, {unchanged, clear});
    else nothingShown->say(u"No model matches"_s, u"The filter leaves none of %1 models."_s.arg(grouped(all)), {clear});
  }
  const bool leaves = none && table->hasFocus();
  tables->setCurrentIndex(none ? 1 : 0);
  if (leaves) keyboardReturns = true;
  if (!none && std::exchange(keyboardReturns, false) && !bar->hasTextFocus()) table->setFocus(Qt::OtherFocusReason);
  tell(model->lastMs() >= 50 ? u"%1 rows in %2"_s.arg(grouped(shown), millisecondsText(model->lastMs())) : QString());
}

void TriagePage::Private::sayNothingChanged(const EmptyState::Button& unchanged) {
  const std::size_t all = model->comparison()->rowCount();
  const DeadScripts dead = deadScripts(*model->comparison());
  if (dead.all)
    nothingShown->say(u"Not judged: the check scripts die on this pair"_s, dead.reason, {unchanged});
  else if (!dead.names.isEmpty())
    nothingShown->say(u"Not fully judged: a check script dies on this pair"_s, dead.names + u": "_s + dead.reason, {unchanged});
  else if (model->comparison()->checks().empty())
    nothingShown->say(u"Nothing changed, and nothing is judged"_s, u"No check looks at this pair."_s, {unchanged});
  else
    nothingShown->say(u"Nothing changed"_s,
                      all == 1 ? u"The only model is as its baseline expects."_s
                               : u"All %1 models are as their baseline expects."_s.arg(grouped(all)),
                      {unchanged});
}

void TriagePage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

void TriagePage::Private::copy(CopyFormat format) {
  std::vector<std::uint32_t> rows;
  const QList<int> selected = table->selectedRows();
  rows.reserve(static_cast<std::size_t>(selected.size()));
  for (int row : selected) rows.push_back(model->sourceRow(row));
  copier->copy(model->snapshot(), model->columns(), table->shownColumns(), std::move(rows), format);
}

void TriagePage::Private::step(int direction) {
  if (!table->goToOpen(direction))
    tell(direction > 0 ? u"No model further down needs a decision"_s : u"No model further up needs a decision"_s);
  table->setFocus(Qt::ShortcutFocusReason);
}

void TriagePage::cancelWork() { d->model->cancel(); }

void TriagePage::Private::chooseColumns() {
  makeColumnMenu(table, model, table->currentIndex().column())->popup(table->mapToGlobal(QPoint(kGrid, kGrid)));
}

void TriagePage::showSnapshot(const session::SnapshotPtr& snapshot) {
  const bool any = snapshot && snapshot->comparison;
  const bool first = !d->hasPair();
  // The new pair has its own metrics: the bar reads the text again before the rows are chosen.
  d->bar->setComparison(any ? snapshot->comparison.get() : nullptr);
  if (!any) d->current = verdicts::kNoRow;
  if (d->strip) d->strip->back();
  if (d->siblingPanel) d->siblingPanel->hide();
  if (d->desk) d->desk->setSnapshot(any ? snapshot : nullptr);
  d->model->setSnapshot(any ? snapshot : nullptr);
  if (any && !d->bar->filter().query.isEmpty()) d->model->setFilter(d->bar->filter());
  d->pages->setCurrentIndex(any ? 1 : 0);
  if (!any) d->details->show(nullptr, verdicts::kNoRow);
  else if (first) d->table->setFocus(Qt::OtherFocusReason);
  if (d->siblings) d->siblings->setSnapshot(any ? snapshot : nullptr);
  d->showDecision();
  d->tell({});
  Q_EMIT progressChanged(progressText());
  Q_EMIT actionsChanged();
}

std::uint32_t TriagePage::Private::sourceOf(const std::string& name) const {
  const verdicts::Comparison& comparison = *model->comparison();
  std::string scratch;
  for (std::uint32_t row = 0; row < comparison.rowCount(); ++row)
    if (comparison.modelName(row, scratch) == name) return row;
  return verdicts::kNoRow;
}

bool TriagePage::showModel(const QString& name) {
  if (!d->hasPair()) return false;
  const std::uint32_t row = d->sourceOf(name.toStdString());
  if (row == verdicts::kNoRow) return false;
  if (d->model->rowOf(row) < 0 && d->bar->changedOnly()) d->bar->setChangedOnly(false);
  const int shown = d->model->rowOf(row);
  if (shown >= 0) d->table->goTo(shown);
  return shown >= 0;
}

void TriagePage::showOnly(const QStringList& models) {
  QStringList names;
  for (const QString& model : models) names << QRegularExpression::escape(model);
  d->bar->clearAll();
  d->bar->setText(u"/^(%1)$/"_s.arg(names.join(u'|')));
}

void TriagePage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->bar->setTheme(theme);
  d->table->setTheme(theme);
  d->details->setTheme(theme);
  if (d->strip) d->strip->setTheme(theme);
  if (d->siblings) {
    d->siblingStrip->setTheme(theme);
    d->siblingPanel->setTheme(theme);
    d->showSiblings();
  }
  d->nothingOpen->setTheme(theme);
  d->nothingShown->setTheme(theme);
}

QString TriagePage::statusText() const {
  if (!d->hasPair()) return u"Nothing is open"_s;
  // What a person just did takes the place of the counts, which are in the chips as well.
  return d->news.isEmpty() ? ui::statusText(*d->model->comparison()) : d->news;
}

/// A narrow window gives the table what the details can spare, until somebody pulls the line between them.
void TriagePage::Private::fitDetails() {
  if (detailsPulled) return;
  const int wide = std::clamp(page->width() * 3 / 10, kNarrowestDetails, kDetailsWidth);
  splitter->setSizes({std::max(1, page->width() - wide), wide});
}

void TriagePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->fitDetails();
  if (d->siblingPanel) d->siblingPanel->fitHeight();
}

QByteArray TriagePage::saveState() const {
  QJsonArray sizes;
  if (d->detailsPulled) {
    for (int size : d->splitter->sizes()) sizes << size;
  }
  const QJsonObject state{{u"version"_s, kStateVersion},
                          {u"columns"_s, d->table->columnLayout().save()},
                          {u"splitter"_s, sizes},
                          {u"details"_s, !d->details->isHidden()},
                          {u"changedOnly"_s, d->bar->changedOnly()},
                          {u"reasons"_s, QJsonArray::fromStringList(d->queue ? d->queue->reasons() : d->reasons)}};
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool TriagePage::restoreState(const QByteArray& bytes) {
  const QJsonObject state = QJsonDocument::fromJson(bytes).object();
  if (state["version"_L1].toInt() != kStateVersion) return false;
  if (!d->table->columnLayout().restore(state["columns"_L1].toObject())) return false;
  QList<int> sizes;
  const QJsonArray saved = state["splitter"_L1].toArray();
  for (const auto& size : saved) sizes << size.toInt();
  d->detailsPulled = sizes.size() == 2 && sizes[0] > 0 && sizes[1] > 0;
  if (d->detailsPulled) d->splitter->setSizes(sizes);
  d->details->setVisible(state["details"_L1].toBool(true));
  d->bar->setChangedOnly(state["changedOnly"_L1].toBool(true));
  d->reasons = state["reasons"_L1].toVariant().toStringList();
  if (d->queue) d->queue->setReasons(d->reasons);
  if (d->hasPair()) d->table->setTheme(d->theme);
  return true;
}

/// The page itself has no use for the keyboard.
void TriagePage::focusInEvent(QFocusEvent* event) {
  if (d->hasPair() && d->table->isVisible()) d->table->setFocus(event->reason());
  else QWidget::focusInEvent(event);
}

void TriagePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->strip && d->strip->isAsking()) {
    d->strip->back();
    return;
  }
  if (event->key() == Qt::Key_Escape && d->hasPair() && !d->table->hasFocus()) {
    d->table->setFocus(Qt::OtherFocusReason);
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
