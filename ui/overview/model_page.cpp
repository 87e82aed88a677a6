// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/model_page.h"

#include <QAction>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/configs/reproduce.h"
#include "ui/overview/command_panel.h"
#include "ui/overview/model_table.h"
#include "ui/overview/model_table_model.h"
#include "ui/support/count_text.h"
#include "ui/support/divider.h"
#include "ui/support/empty_state.h"
#include "ui/support/line_icon.h"
#include "ui/support/text_field.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

struct ModelPage::Private {
  Private(ModelPage* owner, const Theme& look) : page(owner), theme(look) {}

  ModelPage* page;
  Theme theme;
  session::CommitSnapshotPtr snapshot;
  QString name;           ///< of the model wanted, also when no config holds it
  QString config;         ///< of the row that was current: it stays when the snapshot is replaced
  bool isStale = false;   ///< nobody looked since the last change
  ModelTableModel* model = nullptr;
  ModelTable* table = nullptr;
  CommandPanel* commands = nullptr;
  QLineEdit* search = nullptr;
  QStringListModel* names = nullptr;
  QLabel* summary = nullptr;
  QToolButton* back = nullptr;
  EmptyState* nothing = nullptr;
  QStackedLayout* tables = nullptr;  ///< table and commands, or nothing
  QString news;

  void build();
  void orderFocus();
  void refresh();
  void sayNothing();
  void showCommands();
  void take(const QString& typed);
  void tell(const QString& text);
  void openTable();
  bool hasRows() const { return model->rowCount() > 0; }
  QString summaryText() const;
};

ModelPage::ModelPage(const Theme& theme, QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this, theme)) {
  setAccessibleName(u"One model in all configs"_s);
  d->build();
}
ModelPage::~ModelPage() = default;

void ModelPage::Private::build() {
  model = new ModelTableModel(page);
  auto* head = new QWidget(page);
  back = new QToolButton(head);
  back->setIcon(lineIcon(u"back"_s));
  back->setAccessibleName(u"Back"_s);
  back->setToolTip(u"Back to where you came from (Esc)"_s);
  back->setFocusPolicy(Qt::TabFocus);
  search = new QLineEdit(head);
  search->setAccessibleName(u"Model"_s);
  search->setPlaceholderText(u"Model"_s);
  search->setToolTip(u"Part of a model's name, then Enter (/)"_s);
  search->setClearButtonEnabled(true);
  search->setMinimumWidth(160);
  search->setMaximumWidth(400);
  search->addAction(lineIcon(u"search"_s), QLineEdit::LeadingPosition)->setText(u"Find a model"_s);
  prepareTextField(*search);
  search->installEventFilter(page);
  names = new QStringListModel(page);
  auto* completer = new QCompleter(names, search);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  completer->setMaxVisibleItems(12);
  search->setCompleter(completer);
  summary = new QLabel(head);
  auto* top = new QHBoxLayout(head);
  top->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  top->setSpacing(kGrid);
  top->addWidget(back);
  top->addWidget(search, 2);
  top->addWidget(summary, 1);

  auto* body = new QWidget(page);
  auto* shown = new QWidget(body);
  table = new ModelTable(model, theme, shown);
  commands = new CommandPanel(theme, shown);
  nothing = new EmptyState(theme, body);
  auto* inner = new QVBoxLayout(shown);
  inner->setContentsMargins(0, 0, 0, 0);
  inner->setSpacing(0);
  inner->addWidget(table, 1);
  inner->addWidget(new Divider(Qt::Horizontal, shown));
  inner->addWidget(commands);
  tables = new QStackedLayout(body);
  tables->addWidget(shown);
  tables->addWidget(nothing);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(head);
  layout->addWidget(new Divider(Qt::Horizontal, page));
  layout->addWidget(body, 1);
  orderFocus();

  connect(back, &QToolButton::clicked, page, &ModelPage::backRequested);
  connect(table, &ModelTable::currentMoved, page, [this] {
    showCommands();
    Q_EMIT page->actionsChanged();
  });
  connect(table, &RecordTable::opened, page, [this] { openTable(); });
  connect(table, &QTableView::doubleClicked, page, [this] { openTable(); });
  connect(commands, &CommandPanel::copied, page, [this](int count) {
    tell(count == 1 ? u"Copied 1 command"_s : u"Copied %1 commands"_s.arg(count));
  });
  connect(search, &QLineEdit::returnPressed, page, [this] { take(search->text()); });
  connect(completer, qOverload<const QString&>(&QCompleter::activated), page, [this](const QString& text) { take(text); });
  page->setTheme(theme);
  sayNothing();
  tables->setCurrentIndex(1);
}

/// orderFocus lets Tab walk as the eye does.
void ModelPage::Private::orderFocus() {
  QWidgetList order{back, search, table};
  order += commands->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

/// take goes to the model that was typed: as it stands, or the only name that holds the letters, or the first of them.
void ModelPage::Private::take(const QString& typed) {
  const QString wanted = typed.trimmed();
  if (wanted.isEmpty()) return;
  const QStringList all = names->stringList();
  QString found = wanted;
  if (!all.contains(wanted)) {
    const QStringList close = all.filter(wanted, Qt::CaseInsensitive);
    if (!close.isEmpty()) found = close.first();
  }
  page->showModel(found);
  if (hasRows()) table->setFocus(Qt::OtherFocusReason);
}

void ModelPage::Private::refresh() {
  if (!page->isVisible()) {
    isStale = true;
    return;
  }
  isStale = false;
  const QString kept = config;
  QStringList known;
  if (snapshot)
    for (const std::string& one : overview::modelNames(*snapshot->view)) known << fromUtf8(one);
  names->setStringList(known);
  overview::ModelView view;
  if (snapshot && !name.isEmpty()) view = overview::modelView(*snapshot->view, name.toStdString());
  model->setView(snapshot, std::move(view));
  if (search->text() != name && !search->hasFocus()) search->setText(name);
  summary->setText(hasRows() ? summaryText() : QString());
  int row = 0;
  for (int i = 0; i < model->rowCount(); ++i)
    if (model->configName(i) == kept) row = i;
  if (hasRows()) table->goTo(row);
  else sayNothing();
  tables->setCurrentIndex(hasRows() ? 0 : 1);
  showCommands();
  tell({});
  Q_EMIT page->actionsChanged();
}

void ModelPage::Private::sayNothing() {
  if (!snapshot) {
    nothing->say(u"No commit is open"_s, u"Open the artifacts of a CI run and the checkout that holds the baselines."_s,
                 {{u"Open a commit"_s, [this] { Q_EMIT page->openRequested(); }}});
  } else if (name.isEmpty()) {
    nothing->say(u"Which model?"_s, u"Type part of a name above, or press V on a row of the overview."_s,
                 {{u"Type a name"_s, [this] { search->setFocus(Qt::OtherFocusReason); }}});
  } else {
    nothing->say(u"No config holds %1"_s.arg(shortened(name, 60)), u"It is in no run and in no baseline of this commit."_s,
                 {{u"Type another name"_s, [this] {
                     search->setFocus(Qt::OtherFocusReason);
                     search->selectAll();
                   }}});
  }
}

void ModelPage::Private::showCommands() {
  const QModelIndex index = table->currentIndex();
  if (!index.isValid() || !hasRows()) {
    commands->showCommands({}, {});
    return;
  }
  config = model->configName(index.row());
  const configs::Config& wanted = snapshot->view->configs()[model->row(index.row()).config].config;
  QStringList lines{fromUtf8(configs::reproduceCommand(wanted, name.toStdString()))};
  for (const std::string& check : configs::checkCommands(wanted)) lines << fromUtf8(check);
  lines.removeAll(QString());
  commands->showCommands(config, lines, fromUtf8(configs::reproduceNeeds(wanted)));
}

int ModelPage::config() const {
  const QModelIndex index = d->table->currentIndex();
  return index.isValid() && d->hasRows() ? static_cast<int>(d->model->row(index.row()).config) : -1;
}

void ModelPage::Private::openTable() {
  const QModelIndex index = table->currentIndex();
  if (index.isValid()) Q_EMIT page->tableWanted(model->row(index.row()).config, name);
}

QString ModelPage::Private::summaryText() const {
  using verdicts::VerdictClass;
  const auto& rows = model->view().rows;
  const auto bad = std::ranges::count_if(rows, [](const overview::ModelRow& row) {
    return row.cls != VerdictClass::Pass && row.cls != VerdictClass::ExpectedFail;
  });
  const QString where = rows.size() == 1 ? u"in 1 config"_s : u"in %1 configs"_s.arg(grouped(rows.size()));
  if (bad == 0) return where + u", as expected everywhere"_s;
  return where + (bad == 1 ? u", 1 differs"_s : u", %1 differ"_s.arg(grouped(static_cast<std::size_t>(bad))));
}

void ModelPage::Private::tell(const QString& text) {
  news = text;
  Q_EMIT page->statusChanged(page->statusText());
}

QString ModelPage::statusText() const {
  if (!d->news.isEmpty()) return d->news;
  return d->hasRows() ? shortened(d->name, 80) + u' ' + d->summaryText() : QString();
}

QString ModelPage::model() const { return d->name; }

void ModelPage::showSnapshot(const session::CommitSnapshotPtr& snapshot) {
  d->snapshot = snapshot && snapshot->view ? snapshot : nullptr;
  d->refresh();
}

void ModelPage::showModel(const QString& model) {
  d->name = model;
  d->search->setText(model);
  d->refresh();
}

void ModelPage::setTheme(const Theme& theme) {
  d->theme = theme;
  d->table->setTheme(theme);
  d->commands->setTheme(theme);
  d->nothing->setTheme(theme);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  d->summary->setPalette(quiet);
}

QList<ActionSpec> ModelPage::actions() {
  QList<ActionSpec> specs;
  const auto add = [&](ActionSpec spec) {
    spec.group = u"Model"_s;
    specs << std::move(spec);
  };
  const auto hasRow = [this] { return d->hasRows() && d->table->currentIndex().isValid(); };
  add({.id = u"model.search"_s, .text = u"Find a model"_s, .tooltip = u"Type part of a name; Enter takes it"_s, .group = {},
       .iconName = u"search"_s, .shortcuts = {QKeySequence(Qt::Key_Slash)},
       .run = [this] {
         d->search->setFocus(Qt::ShortcutFocusReason);
         d->search->selectAll();
       },
       .enabled = [this] { return d->snapshot != nullptr; }});
  add({.id = u"model.table"_s, .text = u"Open the config's table"_s,
       .tooltip = u"Show the whole table of the selected config, at this model (Enter)"_s, .group = {},
       .shortcuts = {QKeySequence(Qt::Key_T)}, .run = [this] { d->openTable(); }, .enabled = hasRow});
  add({.id = u"model.copy"_s, .text = u"Copy the commands"_s,
       .tooltip = u"Put the commands of the selected config on the clipboard"_s, .group = {}, .iconName = u"copy"_s,
       .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, .run = [this] { d->commands->copy(); },
       .enabled = [this] { return d->commands->hasCommands(); }});
  add({.id = u"model.back"_s, .text = u"Back"_s, .tooltip = u"Back to where you came from (Esc)"_s, .group = {},
       .iconName = u"back"_s, .run = [this] { Q_EMIT backRequested(); }});
  return specs;
}

void ModelPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (d->isStale) d->refresh();
  if (d->hasRows()) d->table->setFocus(Qt::OtherFocusReason);
}

void ModelPage::focusInEvent(QFocusEvent* event) {
  if (d->hasRows()) d->table->setFocus(event->reason());
  else QWidget::focusInEvent(event);
}

void ModelPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT backRequested();
    return;
  }
  QWidget::keyPressEvent(event);
}

bool ModelPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == d->search && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape && d->hasRows()) {
      d->search->setText(d->name);
      d->table->setFocus(Qt::OtherFocusReason);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace plumbline::ui
