// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_page.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/flaky/flaky_page_private.h"
#include "ui/flaky/remark_look.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FlakyFile;
using session::FlakyOverview;

FlakyPage::FlakyPage(const Theme& theme, session::PendingEdits& edits, EditStack& stack, FilePrompt& prompt,
                     QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, edits, stack, prompt)) {
  setAccessibleName(u"Flaky entries"_s);
  d->build();
  d->lists.setActive(false);  // nobody looks yet
}
FlakyPage::~FlakyPage() = default;

void FlakyPage::Private::build() {
  model = new FlakyModel(page);
  bar = new FlakyBar(theme, page);
  bar->addButton(u"Add"_s, u"plus"_s, u"Add an entry to a list (Ins)"_s, [this] { startAdd(); });
  bar->addButton(u"Open a list"_s, {}, u"Look at a list that does not belong to the open pair (L)"_s,
                 [this] { openList(); });
  bar->addButton(u"Import"_s, {}, u"Take entries from another list (I)"_s, [this] { startImport(); });
  bar->addButton(u"Export"_s, {}, u"Put the selected entries, or all shown, into another list (X)"_s,
                 [this] { startExport(); });
  table = new FlakyTable(model, theme, page);
  nothing = new EmptyState(theme, page);
  notices = new NoticeStrip(page);
  form = new EntryForm(theme, page);
  transfer = new TransferPanel(lists, theme, page);

  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  tables = new QStackedLayout;
  tables->addWidget(table);
  tables->addWidget(nothing);
  layout->addLayout(tables, 1);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  layout->addWidget(notices);
  layout->addWidget(form);
  layout->addWidget(transfer);
  form->hide();
  transfer->hide();
  orderFocus();
  sayNothing();
  tables->setCurrentWidget(nothing);

  connect(bar, &FlakyBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &FlakyBar::leaveRequested, page, [this] { table->setFocus(Qt::OtherFocusReason); });
  connect(model, &FlakyModel::rowsShown, page, [this] { showRows(); });
  connect(table, &FlakyTable::currentMoved, page, [this] { Q_EMIT page->actionsChanged(); });
  connect(table, &FlakyTable::editRequested, page, [this] { startEdit(); });
  connect(form, &EntryForm::submitted, page, [this] { sendForm(); });
  connect(form, &EntryForm::cancelled, page, [this] { closePanels(); });
  connect(transfer, &TransferPanel::accepted, page, [this] { sendTransfer(); });
  connect(transfer, &TransferPanel::cancelled, page, [this] { cancelTransfer(); });
  connect(transfer, &TransferPanel::refused, page, [this](const base::Error& error) { sayRefused(error); });
  connect(&lists, &session::FlakyLists::changed, page, [this] { showOverview(); });
}

/// orderFocus lets Tab walk as the eye does: filter, buttons, chips, table, what is open below it.
void FlakyPage::Private::orderFocus() {
  QWidgetList order = bar->focusOrder();
  order << table << form << transfer;
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

bool FlakyPage::Private::hasLists() const {
  const auto& overview = model->overview();
  return overview && std::ranges::any_of(overview->files, &FlakyFile::exists);
}

void FlakyPage::Private::showOverview() {
  const session::FlakyOverviewPtr overview = lists.overview();
  bar->setOverview(overview.get());
  form->setOverview(overview);
  model->setOverview(overview);
  if (wanted) {
    if (const int row = model->rowOf(wanted->first, wanted->second); row >= 0)
      table->goTo(row);
    else
      tell(u"%1 is hidden by the filter"_s.arg(QString::fromStdString(wanted->second.name)));
    wanted.reset();
  }
  showProblems();
  Q_EMIT page->actionsChanged();
}

void FlakyPage::Private::showRows() {
  const auto& overview = model->overview();
  if (!overview) return;
  bar->setShownCount(static_cast<std::size_t>(model->rowCount()), overview->rows.size());
  sayNothing();
  const bool leaves = model->rowCount() == 0 && table->hasFocus();
  tables->setCurrentIndex(model->rowCount() == 0 ? 1 : 0);
  const bool waits = keyboardReturns && model->rowCount() == 0 && !bar->hasTextFocus() && !isEditing();
  if (leaves || (waits && page->isVisible())) focusNothing();
  if (model->rowCount() > 0 && std::exchange(keyboardReturns, false) && !bar->hasTextFocus() && !isEditing())
    table->setFocus(Qt::OtherFocusReason);
  tell(news);
}

/// The keyboard waits on the empty state's first button, not in a text field, and goes to the table with the first row.
void FlakyPage::Private::focusNothing() {
  keyboardReturns = true;
  const auto buttons = nothing->findChildren<QPushButton*>();  // older ones may wait for their end in front
  const auto first = std::find_if(buttons.crbegin(), buttons.crend(), [](QPushButton* b) { return b->isDefault(); });
  if (first != buttons.crend()) (*first)->setFocus(Qt::OtherFocusReason);
}

void FlakyPage::Private::sayNothing() {
  const EmptyState::Button openOne{u"Open a list"_s, [this] { openList(); }};
  const EmptyState::Button add{hasLists() ? u"Add an entry"_s : u"Add the first entry"_s, [this] { startAdd(); }};
  if (!hasLists() && !lists.hasPair()) {
    nothing->say(
        u"No flaky list is in view"_s,
        u"Open two files, and the lists that count for them are found; or open a flaky.toml or a check script."_s,
        {{u"Open two files"_s, [this] { Q_EMIT page->openRequested(); }}, openOne});
  } else if (!hasLists()) {
    nothing->say(
        u"No flaky list counts for this pair"_s,
        u"Its baseline lies in no PyTorch checkout, and no flaky.toml is near it. A first entry makes %1."_s.arg(
            fileNameOf(lists.newList())),
        {add, openOne});
  } else if (model->overview()->rows.empty()) {
    nothing->say(u"The lists hold no entry"_s, u"No model is excused."_s, {add, openOne});
  } else {
    nothing->say(u"No entry matches"_s,
                 u"The filter leaves none of %1 entries."_s.arg(grouped(model->overview()->rows.size())),
                 {{u"Clear the filter"_s, [this] { bar->clearAll(); }}});
  }
}

void FlakyPage::Private::showProblems() {
  if (!model->overview()) return;
  for (const FlakyFile& file : model->overview()->files) {
    const QString path = QString::fromStdString(file.path);
    const QString id = u"flaky:list:"_s + path;
    Notice notice{id, NoticeKind::Problem, {}, {}, {}};
    if (file.error) {
      notice = noticeFor(*file.error, id);
    } else if (!file.problems.empty()) {
      notice.text = u"%1 is not understood as a whole: %2"_s.arg(fileNameOf(file.path),
                                                                 QString::fromStdString(file.problems.front()));
      QStringList all{path};
      for (const std::string& problem : file.problems) all << QString::fromStdString(problem);
      notice.details = all.join(u'\n');
    }
    const QString now = notice.text + notice.details;
    if (told.value(path) == now) continue;
    told.insert(path, now);
    if (notice.text.isEmpty())
      notices->dismiss(id);
    else
      notices->say(notice);
  }
}

void FlakyPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

void FlakyPage::Private::sayRefused(const base::Error& error) { notices->say(noticeFor(error, u"flaky:edit"_s)); }

QString FlakyPage::Private::folder() const {
  const std::string path = pair ? pair->expected.path : std::string();
  return path.empty() ? QString() : QFileInfo(QString::fromStdString(path)).path();
}

QString FlakyPage::statusText() const {
  const auto& overview = d->model->overview();
  if (!overview || !d->hasLists()) return d->news.isEmpty() ? u"No flaky list is in view"_s : d->news;
  const auto lists = static_cast<std::size_t>(std::ranges::count_if(overview->files, &FlakyFile::exists));
  QString text =
      u"%1 %2 in %3 %4"_s.arg(grouped(overview->rows.size()), overview->rows.size() == 1 ? u"entry"_s : u"entries"_s,
                              grouped(lists), lists == 1 ? u"list"_s : u"lists"_s);
  const auto useful = static_cast<std::size_t>(
      std::ranges::count_if(overview->rows, [](const session::FlakyRow& row) { return !row.excuses.empty(); }));
  if (overview->hasPair)
    text +=
        u" \u00b7 "_s + (useful == 1 ? u"1 excuses a row today"_s : u"%1 excuse a row today"_s.arg(grouped(useful)));
  for (const session::RemarkKind kind : {session::RemarkKind::Expired, session::RemarkKind::InNoBaseline})
    if (overview->countOf(kind) > 0)
      text += u", %1 %2"_s.arg(grouped(overview->countOf(kind)), lookOf(kind).title.toLower());
  return d->news.isEmpty() ? text : text + u" \u00b7 "_s + d->news;
}

session::FlakyLists& FlakyPage::lists() { return d->lists; }

void FlakyPage::showSnapshot(const session::SnapshotPtr& snapshot) {
  d->pair = snapshot;
  d->pairIsNew = true;
  d->news.clear();
  if (isVisible()) {
    d->pairIsNew = false;
    d->lists.setPair(snapshot);
  }
}

void FlakyPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->bar->setTheme(theme);
  d->table->setTheme(theme);
  d->nothing->setTheme(theme);
  d->form->setTheme(theme);
  d->transfer->setTheme(theme);
}

void FlakyPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  // What was not looked at was not worked out either.
  d->lists.setActive(true);
  if (std::exchange(d->pairIsNew, false)) d->lists.setPair(d->pair);
  if (d->isEditing()) return;
  if (d->tables->currentWidget() == d->table)
    d->table->setFocus(Qt::OtherFocusReason);
  else
    d->focusNothing();
}

void FlakyPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  d->lists.setActive(false);
}

void FlakyPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->table->isVisible() && !d->table->hasFocus()) {
    d->table->setFocus(Qt::OtherFocusReason);
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
