// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/flaky_page.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHash>
#include <QStackedLayout>
#include <QToolButton>
#include <algorithm>

#include "core/session/flaky_lists.h"
#include "core/session/pending_edits.h"
#include "ui/flaky/flaky_editor.h"
#include "ui/flaky/flaky_model.h"
#include "ui/flaky/flaky_table.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/edit_stack.h"
#include "ui/support/empty_state.h"
#include "ui/support/file_prompt.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using session::FlakyFile;

struct FlakyPage::Private {
  Private(FlakyPage* owner, session::PendingEdits& edits, EditStack& editStack,
          FilePrompt& filePrompt)
      : page(owner), stack(editStack), prompt(filePrompt), lists(edits) {}

  FlakyPage* page;
  EditStack& stack;
  FilePrompt& prompt;
  session::FlakyLists lists;
  FlakyModel* model = nullptr;
  FlakyBar* bar = nullptr;
  FlakyTable* table = nullptr;
  EmptyState* nothing = nullptr;
  NoticeStrip* notices = nullptr;
  FlakyEditor* editor = nullptr;
  QStackedLayout* tables = nullptr;  ///< table or nothing
  session::SnapshotPtr pair;         ///< shown, or to be shown when the page is visible
  bool pairIsNew = false;
  bool keyboardReturns = false;  ///< the table had the focus when its last row was filtered out
  QHash<QString, QString> shownProblems;  ///< by list, so that a dismissed notice stays away

  void build();
  void connectParts();
  void orderFocus();
  void showOverview();
  void showRows();
  void showProblems();
  void showEmptyState();
  void focusNothing();
  bool hasLists() const;
  QList<ActionSpec> editActions();
  QList<ActionSpec> viewActions();
};

FlakyPage::FlakyPage(const Theme& theme, session::PendingEdits& edits, EditStack& stack, FilePrompt& prompt,
                     QWidget* parent)
    : Page(theme, parent), d(std::make_unique<Private>(this, edits, stack, prompt)) {
  setAccessibleName(tr("Flaky entries"));
  d->build();
  d->lists.setActive(false);  // not visible yet
}
FlakyPage::~FlakyPage() = default;

void FlakyPage::Private::build() {
  model = new FlakyModel(page);
  bar = new FlakyBar(page->theme(), page);
  bar->addButton(tr("Add"), u"plus"_s, tr("Add an entry to a list (Ins)"), [this] { editor->startAdd(); });
  bar->addButton(tr("Open a list"), {}, tr("Look at a list that does not belong to the open pair (L)"),
                 [this] { editor->openList(); });
  bar->addButton(tr("Import"), {}, tr("Take entries from another list (I)"), [this] { editor->startImport(); });
  bar->addButton(tr("Export"), {}, tr("Put the selected entries, or all shown, into another list (X)"),
                 [this] { editor->startExport(); });
  table = new FlakyTable(model, page->theme(), page);
  nothing = new EmptyState(page->theme(), page);
  notices = new NoticeStrip(page);
  editor = new FlakyEditor({lists, stack, prompt, *model, *table, *notices}, page->theme(), page);

  auto* layout = makeColumn(page, {}, 0, {bar, divider()});
  tables = new QStackedLayout;
  addWidgets(*tables, {table, nothing});
  addParts(*layout, {{tables, 1}, divider(), notices, editor});
  orderFocus();
  showEmptyState();
  tables->setCurrentWidget(nothing);
  connectParts();
}

void FlakyPage::Private::connectParts() {
  connect(bar, &FlakyBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &FlakyBar::leaveRequested, page, [this] { keyboardReturns = !focusTable(*table, *nothing); });
  connect(model, &FlakyModel::rowsShown, page, [this] { showRows(); });
  connect(table, &FlakyTable::currentMoved, page, [this] { Q_EMIT page->actionsChanged(); });
  connect(table, &FlakyTable::editRequested, editor, &FlakyEditor::startEdit);
  connect(editor, &FlakyEditor::statusMessage, page, &FlakyPage::showMessage);
  connect(editor, &FlakyEditor::changed, page, &FlakyPage::actionsChanged);
  connect(&lists, &session::FlakyLists::changed, page, [this] { showOverview(); });
}

/// orderFocus sets the Tab order: filter, buttons, chips, table, what is open below it.
void FlakyPage::Private::orderFocus() {
  QWidgetList order = bar->focusOrder();
  order << table << editor->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

bool FlakyPage::Private::hasLists() const {
  const auto& overview = model->overview();
  return overview && std::ranges::any_of(overview->files, &FlakyFile::exists);
}

void FlakyPage::Private::showOverview() {
  const session::FlakyOverviewPtr overview = lists.overview();
  bar->setOverview(overview.get());
  editor->setOverview(overview);
  model->setOverview(overview);
  if (const auto next = editor->takeNext()) {
    if (const int row = model->rowOf(next->first, next->second); row >= 0) table->goTo(row);
    else page->showMessage(tr("%1 is hidden by the filter").arg(QString::fromStdString(next->second.name)));
  }
  showProblems();
  Q_EMIT page->actionsChanged();
}

void FlakyPage::Private::showRows() {
  const auto& overview = model->overview();
  if (!overview) return;
  bar->setShownCount(static_cast<std::size_t>(model->rowCount()), overview->rows.size());
  showEmptyState();
  const bool leaves = model->rowCount() == 0 && table->hasFocus();
  tables->setCurrentIndex(model->rowCount() == 0 ? 1 : 0);
  const bool waits = keyboardReturns && model->rowCount() == 0 && !bar->hasTextFocus() && !editor->isEditing();
  if (leaves || (waits && page->isVisible())) focusNothing();
  if (model->rowCount() > 0 && std::exchange(keyboardReturns, false) && !bar->hasTextFocus() && !editor->isEditing())
    table->setFocus(Qt::OtherFocusReason);
  page->showMessage(page->message());
}

/// The focus goes to the empty state's first button, and to the table with the first row.
void FlakyPage::Private::focusNothing() {
  keyboardReturns = true;
  nothing->focusFirst(Qt::OtherFocusReason);
}

void FlakyPage::Private::showEmptyState() {
  const EmptyState::Button openOne{tr("Open a list"), [this] { editor->openList(); }};
  const EmptyState::Button add{hasLists() ? tr("Add an entry") : tr("Add the first entry"),
                               [this] { editor->startAdd(); }};
  if (!hasLists() && !lists.hasPair()) {
    nothing->showText(
        tr("No flaky list is in view"),
        tr("Open two files, or a config from the overview of a commit, and the lists that count for them are found; or open a flaky.toml or a check script. The models that the rules excuse by themselves are listed by plumbline-cli rules --show."),
        {{tr("Open two files"), [this] { Q_EMIT page->openRequested(); }}, openOne});
  } else if (!hasLists()) {
    nothing->showText(
        tr("No flaky list counts for this pair"),
        tr("Its baseline lies in no PyTorch checkout, and no flaky.toml is near it. A first entry makes %1.").arg(
            fileNameOf(lists.newList())),
        {add, openOne});
  } else if (model->overview()->rows.empty()) {
    nothing->showText(tr("The lists hold no entry"), tr("No model is excused."), {add, openOne});
  } else {
    nothing->showText(tr("No entry matches"),
                 tr("The filter leaves none of %1 entries.").arg(grouped(model->overview()->rows.size())),
                 {{tr("Clear the filter"), [this] { bar->clearAll(); }}});
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
      notice.text = tr("%1 is not understood as a whole: %2").arg(fileNameOf(file.path),
                                                                 QString::fromStdString(file.problems.front()));
      QStringList all{path};
      for (const std::string& problem : file.problems) all << QString::fromStdString(problem);
      notice.details = all.join(u'\n');
    }
    const QString now = notice.text + notice.details;
    if (shownProblems.value(path) == now) continue;
    shownProblems.insert(path, now);
    if (notice.text.isEmpty())
      notices->dismiss(id);
    else
      notices->showNotice(notice);
  }
}

QString FlakyPage::statusText() const {
  const auto& overview = d->model->overview();
  if (!overview || !d->hasLists()) return message().isEmpty() ? tr("No flaky list is in view") : message();
  const auto lists = static_cast<std::size_t>(std::ranges::count_if(overview->files, &FlakyFile::exists));
  QString text = tr("%1 in %2").arg(counted(overview->rows.size(), tr("entry"), tr("entries")),
                                    counted(lists, tr("list"), tr("lists")));
  const auto useful = static_cast<std::size_t>(
      std::ranges::count_if(overview->rows, [](const session::FlakyRow& row) { return !row.excuses.empty(); }));
  if (overview->hasPair)
    text +=
        u" \u00b7 "_s + (useful == 1 ? tr("1 excuses a row today") : tr("%1 excuse a row today").arg(grouped(useful)));
  for (const session::RemarkKind kind : {session::RemarkKind::Expired, session::RemarkKind::InNoBaseline})
    if (overview->countOf(kind) > 0)
      text += u", %1 %2"_s.arg(grouped(overview->countOf(kind)), styleOf(kind).title.toLower());
  return message().isEmpty() ? text : text + u" \u00b7 "_s + message();
}

session::FlakyLists& FlakyPage::lists() { return d->lists; }
void FlakyPage::setHistory(session::HistoryClient& client) { d->lists.setHistory(client); }

void FlakyPage::showSnapshot(const session::SnapshotPtr& snapshot) {
  d->pair = snapshot;
  d->pairIsNew = true;
  const std::string path = snapshot ? snapshot->expected.path : std::string();
  d->editor->setFolder(path.empty() ? QString() : QFileInfo(QString::fromStdString(path)).path());
  setMessage({});
  if (isVisible()) {
    d->pairIsNew = false;
    d->lists.setPair(snapshot);
  }
}

QList<ActionSpec> FlakyPage::Private::editActions() {
  const QString group = tr("Flaky");
  const auto inTable = [this] { return table->hasCurrentRow() && !editor->hasFormFocus(); };
  return {{u"flaky.add"_s, tr("Add a flaky entry"), tr("Open the form for a new entry in one of the lists"), group,
           u"plus"_s,
           {Qt::Key_Insert, Qt::CTRL | Qt::Key_N}, [this] { editor->startAdd(); },
           [this] { return !editor->isEditing(); }},
          {u"flaky.edit"_s, tr("Change the flaky entry"),
           tr("Open the form for the current entry (also Enter in the table)"), group, {}, {Qt::Key_F2},
           [this] { editor->startEdit(); }, inTable},
          {u"flaky.remove"_s, tr("Remove the flaky entries"),
           tr("Remove the selected entries from their lists; undo restores them"), group, {}, {Qt::Key_Delete},
           [this] { editor->removeSelected(); }, inTable},
          {u"flaky.open"_s, tr("Open a flaky list"),
           tr("Look at a flaky.toml or a check script that does not belong to the open pair"), group, u"open"_s,
           {Qt::Key_L}, [this] { editor->openList(); }},
          {u"flaky.import"_s, tr("Import flaky entries"), tr("Copy entries from another list into one that is open"),
           group, {}, {Qt::Key_I}, [this] { editor->startImport(); }},
          {u"flaky.export"_s, tr("Export flaky entries"),
           tr("Copy the selected entries, or all shown, into another list"), group, {}, {Qt::Key_X},
           [this] { editor->startExport(); }, [this] { return table->hasCurrentRow(); }}};
}

QList<ActionSpec> FlakyPage::Private::viewActions() {
  const QString group = tr("Flaky");
  const auto current = [this] { return table->hasCurrentRow(); };
  const auto copy = [this](bool markdown) {
    const QList<int> rows = table->selectedRows();
    copyText(tableText(rowTexts(*model, rows), markdown ? TableFormat::Markdown : TableFormat::Tsv));
    page->showMessage(rows.size() == 1 ? tr("Copied 1 entry") : tr("Copied %1 entries").arg(rows.size()));
  };
  QList<ActionSpec> specs{{u"flaky.filter"_s, tr("Filter the flaky entries"),
                           tr("Words that must all occur in an entry"),
                           group, u"filter"_s, {Qt::Key_Slash}, [this] { bar->focusText(); }}};
  int key = 0;
  for (const session::RemarkKind kind : session::kAllRemarkKinds) {
    const RemarkStyle style = styleOf(kind);
    specs << ActionSpec{u"flaky.only."_s + style.id, tr("Only: %1").arg(style.title), style.tooltip, group, {},
                        {QKeySequence(Qt::Key_1 + key++)}, [this, kind] { bar->toggleRemark(kind); }, {}, true,
                        [this, kind] { return bar->isChecked(kind); }};
  }
  specs << ActionSpec{u"flaky.only.canGo"_s, tr("Only: %1").arg(headOf(FlakyColumn::CanGo).title),
                      tr("Show only entries that may go by the runs in the history"), group, {},
                      {QKeySequence(Qt::Key_1 + key)}, [this] { bar->canGoChip()->toggle(); },
                      [this] { return model->overview() && model->overview()->hasHistory; }, true,
                      [this] { return bar->canGoChip()->isChecked(); }};
  return specs << ActionSpec{u"flaky.all"_s, tr("Show all flaky entries"), tr("Clear the filter"), group, u"close"_s,
                             {Qt::Key_0}, [this] { bar->clearAll(); }, [this] { return !bar->isClear(); }}
               << ActionSpec{u"flaky.sort"_s, tr("Sort the flaky entries by this column"),
                             tr("Sort by the column of the current cell; the second time in reverse"), group, {},
                             {Qt::Key_O},
                             [this] { table->sortByCurrent(); }, current}
               << ActionSpec{u"flaky.copy"_s, tr("Copy the flaky entries"),
                             tr("Copy the selected entries as tab-separated text"), group, u"copy"_s,
                             {QKeySequence::Copy},
                             [copy] { copy(false); }, current}
               << ActionSpec{u"flaky.copyMarkdown"_s, tr("Copy the flaky entries as Markdown"),
                             tr("Copy the selected entries as a Markdown table for an issue"), group, {}, {},
                             [copy] { copy(true); }, current};
}

QList<ActionSpec> FlakyPage::actions() { return d->editActions() + d->viewActions(); }

void FlakyPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  // Hidden pages are not computed.
  d->lists.setActive(true);
  if (std::exchange(d->pairIsNew, false)) d->lists.setPair(d->pair);
  if (d->editor->isEditing()) return;
  if (d->tables->currentWidget() == d->table)
    d->table->setFocus(Qt::OtherFocusReason);
  else
    d->focusNothing();
}

void FlakyPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  d->lists.setActive(false);
}

QWidget* FlakyPage::mainView() const { return d->table; }

QString FlakyPage::menuActions() const {
  return u"flaky.add;flaky.edit;flaky.remove;flaky.export;flaky.copy*;edit.undo"_s;
}

}  // namespace plumbline::ui
