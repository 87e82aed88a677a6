// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/sources_page.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>
#include <chrono>
#include <utility>

#include "ui/artifacts/sources_page_private.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/support/line_icon.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FileState;

namespace {

constexpr std::chrono::milliseconds kSlow{300};
constexpr int kTallPage = 700;  ///< from this height on, more of the opened paths are shown
constexpr int kFewPaths = 3;
constexpr int kManyPaths = 6;

QString some(std::size_t count, const QString& one, const QString& many) {
  return count == 1 ? u"1 "_s + one : grouped(count) + u' ' + many;
}

}  // namespace

SourcesPage::SourcesPage(const Theme& theme, session::CommitSession& session, FilePrompt& prompt, QWidget* parent)
    : QWidget(parent), d(std::make_unique<Private>(this, theme, session, prompt)) {
  setAccessibleName(u"Sources"_s);
  d->build();
  showSnapshot(session.snapshot());
}
SourcesPage::~SourcesPage() = default;

QToolButton* SourcesPage::Private::addButton(const QString& text, const QString& iconName, const QString& tooltip,
                                             const std::function<void()>& run) {
  auto* button = new QToolButton(page);
  button->setText(text);
  button->setToolTip(tooltip);
  button->setFocusPolicy(Qt::TabFocus);
  if (!iconName.isEmpty()) {
    button->setIcon(lineIcon(iconName));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  }
  QObject::connect(button, &QToolButton::clicked, page, run);
  buttons << button;
  return button;
}

void SourcesPage::Private::build() {
  model = new SourcesModel(page);
  pathsModel = new OpenedPathsModel(page);
  fetch = new FetchBar(theme, page);
  nothing = new EmptyState(theme, page);
  notices = new NoticeStrip(page);
  form = new AssignForm(theme, page);
  form->hide();

  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  fetchArea = new QWidget(page);
  auto* area = new QVBoxLayout(fetchArea);
  area->setContentsMargins(0, 0, 0, 0);
  area->setSpacing(0);
  area->addWidget(fetch);
  area->addWidget(new Divider(Qt::Horizontal, page));
  fetchArea->hide();
  layout->addWidget(fetchArea);
  pages = new QStackedLayout;
  pages->addWidget(buildLists());
  pages->addWidget(nothing);
  layout->addLayout(pages, 1);
  layout->addWidget(notices);
  layout->addWidget(form);
  orderFocus();
  slow.setSingleShot(true);

  connect(bar, &SourcesBar::filterChanged, page, [this] {
    model->setFilter(bar->filter());
    Q_EMIT page->actionsChanged();
  });
  connect(bar, &SourcesBar::ruleChosen, page, [this](overview::AttemptRule rule) { useRule(rule); });
  connect(bar, &SourcesBar::leaveRequested, page, [this] { focusTable(); });
  connect(fetch, &FetchBar::leaveRequested, page, [this] { focusTable(); });
  connect(model, &SourcesModel::rowsShown, page, [this] { showRows(); });
  connect(table, &SourcesTable::currentMoved, page, [this] { Q_EMIT page->actionsChanged(); });
  connect(table, &SourcesTable::switchRequested, page, [this] { switchCurrent(); });
  connect(form, &AssignForm::edited, page, [this] { checkAssign(); });
  connect(form, &AssignForm::submitted, page, [this] { sendAssign(); });
  connect(form, &AssignForm::cancelled, page, [this] { closeForm(); });
  connect(notices, &NoticeStrip::focusLost, page, [this] { focusTable(); });
  connect(&slow, &QTimer::timeout, page, [this] { sayNothing(); });
  connect(&session, &session::CommitSession::busyChanged, page, [this](bool busy) {
    if (busy) {
      slow.start(kSlow);
    } else {
      slow.stop();
      if (!isOpen()) sayNothing();
    }
  });
}

QWidget* SourcesPage::Private::buildLists() {
  auto* lists = new QWidget(page);
  auto* layout = new QVBoxLayout(lists);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  top->setSpacing(kGrid / 2);
  opened = new ElidedLabel(Qt::ElideRight, page);
  opened->setObjectName(u"openedSentence"_s);
  top->addWidget(opened, 1);
  top->addWidget(addButton(u"Folder"_s, u"plus"_s, u"Open a folder of results or artifacts beside what is open (F)"_s,
                           [this] { openFolder(false); }));
  top->addWidget(
      addButton(u"Files"_s, u"plus"_s, u"Open zips, CSVs or other files of results (L)"_s, [this] { openFiles(); }));
  top->addWidget(addButton(u"Baselines"_s, u"plus"_s, u"Open a PyTorch checkout or another tree of baselines (T)"_s,
                           [this] { openFolder(true); }));
  removeButton =
      addButton(u"Close path"_s, {}, u"Take the selected path away (Delete in the list)"_s, [this] { removePath(); });
  top->addWidget(removeButton);
  top->addWidget(addButton(u"Overview"_s, {}, u"Look at what fails over all configs"_s,
                           [this] { Q_EMIT page->overviewRequested(); }));
  layout->addLayout(top);
  paths = new OpenedPathsTable(pathsModel, theme, page);
  connect(paths, &OpenedPathsTable::currentMoved, page, [this] { Q_EMIT page->actionsChanged(); });
  layout->addWidget(paths);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  bar = new SourcesBar(theme, page);
  layout->addWidget(bar);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  table = new SourcesTable(model, theme, page);
  noRows = new EmptyState(theme, page);
  tables = new QStackedLayout;
  tables->addWidget(table);
  tables->addWidget(noRows);
  layout->addLayout(tables, 1);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  return lists;
}

/// orderFocus lets Tab walk as the eye does, from the fetch line down to the form.
void SourcesPage::Private::orderFocus() {
  QWidgetList order = fetch->focusOrder();
  for (QToolButton* button : buttons) order << button;
  order << paths << bar->focusOrder() << table << form;
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

void SourcesPage::Private::showList() {
  pathsModel->setList(list);
  bar->setList(list.get());
  if (shown) {
    bar->setRule(shown->view->options().attempts);
    form->setKnown(shown->view->configs());
    QString text = some(list->results, u"result"_s, u"results"_s) + u" and "_s +
                   some(list->baselines, u"baseline"_s, u"baselines"_s);
    if (const std::size_t passed = list->sideFiles + list->otherFiles; passed > 0)
      text += u"; "_s + some(passed, u"other file"_s, u"other files"_s) + u" passed over"_s;
    opened->setText(text);
    opened->setDetail(u"%1 that benchmarks write beside their results, %2 of no known kind"_s.arg(
        some(list->sideFiles, u"file"_s, u"files"_s), some(list->otherFiles, u"file"_s, u"files"_s)));
  }
  model->setList(list);
  paths->takePlace();
  if (!wanted.empty()) {
    table->goTo(model->rowOf(wanted));
    wanted.clear();
  }
  if (!form->isHidden()) {
    if (isOpen())
      checkAssign();
    else
      form->hide();
  }
  Q_EMIT page->actionsChanged();
}

void SourcesPage::Private::showRows() {
  if (list) bar->setShownCount(static_cast<std::size_t>(model->rowCount()), list->files.size());
  const QWidget* focus = page->focusWidget();
  const bool had = focus != nullptr &&
                   (focus == table || focus == paths || nothing->isAncestorOf(focus) || noRows->isAncestorOf(focus));
  sayNothing();
  pages->setCurrentIndex(isOpen() ? 0 : 1);
  tables->setCurrentIndex(model->rowCount() > 0 ? 0 : 1);
  if (had && page->isVisible() && (!isOpen() || (focus != paths && !focus->isVisible()))) focusTable();
  tell(news);
}

void SourcesPage::Private::sayNothing() {
  const EmptyState::Button folderButton{u"Open a folder"_s, [this] { openFolder(false); }};
  const EmptyState::Button filesButton{u"Open files"_s, [this] { openFiles(); }};
  const EmptyState::Button treeButton{u"Open baselines"_s, [this] { openFolder(true); }};
  if (!isOpen() && session.isBusy() && !slow.isActive()) {
    nothing->say(u"Reading"_s, u"What was opened is being read."_s, {{u"Cancel"_s, [this] { session.cancel(); }}});
  } else if (!isOpen()) {
    const QString fetchWords = port ? u"Type a commit above to fetch its results from CI, or open "_s : u"Open "_s;
    nothing->say(u"Nothing is opened"_s,
                 fetchWords + u"folders, artifact zips or CSVs. A PyTorch checkout among them brings the baselines."_s,
                 {folderButton, filesButton, treeButton});
  } else if (list->files.empty()) {
    noRows->say(
        u"No result is opened"_s,
        u"%1 are open, and no run to hold against them."_s.arg(some(list->baselines, u"baseline"_s, u"baselines"_s)),
        {folderButton, filesButton});
  } else {
    noRows->say(u"No file matches"_s, u"The filter leaves none of %1 files."_s.arg(grouped(list->files.size())),
                {{u"Clear the filter"_s, [this] { bar->clearAll(); }}});
  }
}

/// The keyboard waits on the empty state's first button, not in a text field, and goes to the table with the first row.
void SourcesPage::Private::focusNothing() {
  keyboardReturns = true;
  const EmptyState* state = isOpen() ? noRows : nothing;
  const auto all = state->findChildren<QPushButton*>();  // older ones may wait for their end in front
  for (auto button = all.crbegin(); button != all.crend(); ++button) {
    if (!(*button)->isDefault()) continue;
    (*button)->show();  // one that was just made would be shown later, and cannot take the keyboard before
    (*button)->setFocus(Qt::OtherFocusReason);
    return;
  }
}

void SourcesPage::Private::focusTable() {
  if (isOpen() && model->rowCount() > 0) {
    keyboardReturns = false;
    table->setFocus(Qt::OtherFocusReason);
  } else {
    focusNothing();
  }
}

void SourcesPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

QString SourcesPage::statusText() const {
  if (!d->isOpen()) return d->news.isEmpty() ? u"Nothing is opened"_s : d->news;
  QString text = some(d->list->results, u"result"_s, u"results"_s) + u" from "_s +
                 some(d->list->paths.size(), u"path"_s, u"paths"_s);
  const std::pair<FileState, QString> parts[] = {{FileState::Unnamed, u"without a name"_s},
                                                 {FileState::Unreadable, u"unreadable"_s},
                                                 {FileState::NotUsed, u"not used"_s}};
  for (const auto& [state, words] : parts)
    if (const std::size_t count = d->list->countOf(state); count > 0)
      text += u" \u00b7 "_s + grouped(count) + u' ' + words;
  return d->news.isEmpty() ? text : text + u" \u00b7 "_s + d->news;
}

void SourcesPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  const bool readAnew = snapshot && (!d->shown || snapshot->view->openedPtr() != d->shown->view->openedPtr());
  d->shown = snapshot;
  d->list = snapshot ? std::make_shared<const session::SourceList>(session::sourceList(*snapshot)) : nullptr;
  if (readAnew) d->news = u"read in %1 ms"_s.arg(snapshot->readMs, 0, 'f', snapshot->readMs < 10 ? 1 : 0);
  if (!snapshot) d->news.clear();
  const bool returns = d->keyboardReturns && isVisible() && d->nothing->isAncestorOf(focusWidget());
  d->showList();
  if (returns && d->isOpen()) d->focusTable();
}

void SourcesPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->fetch->setTheme(theme);
  d->paths->setTheme(theme);
  d->bar->setTheme(theme);
  d->table->setTheme(theme);
  d->nothing->setTheme(theme);
  d->noRows->setTheme(theme);
  d->form->setTheme(theme);
}

void SourcesPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d->form->isHidden()) d->focusTable();
}

void SourcesPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d->paths->setMostRows(height() < kTallPage ? kFewPaths : kManyPaths);
}

void SourcesPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && d->table->isVisible() && !d->table->hasFocus()) {
    d->focusTable();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace plumbline::ui
