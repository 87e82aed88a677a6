// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/model_page.h"

#include <QAction>
#include <QCompleter>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStackedLayout>
#include <QStringListModel>
#include <QToolButton>
#include <algorithm>

#include "core/configs/reproduce.h"
#include "core/verdicts/metric_catalogue.h"
#include "ui/overview/cell_delegate.h"
#include "ui/overview/group_text.h"
#include "ui/support/clipboard_text.h"
#include "ui/support/empty_state.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

QString valueText(const std::string& value) { return value.empty() ? u"\u2013"_s : fromUtf8(value); }

QString cellText(const overview::ModelRow::Cell& cell) {
  if (cell.notMeasured) return ModelPage::tr("%1 (not measured)").arg(valueText(cell.actual));
  if (cell.changed) return valueText(cell.expected) + u" \u2192 "_s + valueText(cell.actual);
  return valueText(cell.actual.empty() ? cell.expected : cell.actual);
}

constexpr int kMaxConfigChars = 60;  // characters
constexpr int kMaxCellChars = 32;

constexpr int kLines = 6;

}  // namespace

ModelTableModel::ModelTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void ModelTableModel::setView(const session::CommitSnapshotPtr& snapshot, overview::ModelView view) {
  beginResetModel();
  m_snapshot = snapshot;
  m_view = std::move(view);
  endResetModel();
}

QString ModelTableModel::configName(int row) const { return configText(*m_snapshot->view, this->row(row).config); }

int ModelTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_view.rows.size());
}

int ModelTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : int(FirstMetric) + static_cast<int>(m_view.metrics.size()) + 1;
}

QString ModelTableModel::text(int row, int column) const {
  const overview::ModelRow& shown = this->row(row);
  if (column == Verdict) return fromUtf8(shown.statusWord);
  if (column == Config) return configName(row);
  if (column == originColumn()) return fromUtf8(shown.origin);
  const auto metric = static_cast<std::size_t>(column - FirstMetric);
  return metric < shown.cells.size() ? cellText(shown.cells[metric]) : QString();
}

QString ModelTableModel::title(int column) const {
  if (column == Verdict) return tr("Verdict");
  if (column == Config) return tr("Config");
  if (column == originColumn()) return tr("Came from");
  const std::string& name = m_view.metrics[static_cast<std::size_t>(column - FirstMetric)];
  const std::uint8_t known = verdicts::metricIndex(name);
  return fromUtf8(known == 0xff ? name : verdicts::metricCatalogue()[known].title);
}

QString ModelTableModel::accessibleText(int row) const {
  QStringList parts{text(row, Verdict), tr("in %1").arg(configName(row))};
  for (int column = FirstMetric; column < originColumn(); ++column) {
    const auto& cells = this->row(row).cells;
    const auto metric = static_cast<std::size_t>(column - FirstMetric);
    if (metric >= cells.size()) continue;
    const overview::ModelRow::Cell& cell = cells[metric];
    if (cell.changed)
      parts << tr("%1 expected %2 actual %3").arg(title(column), valueText(cell.expected), valueText(cell.actual));
  }
  return parts.join(u", "_s);
}

QVariant ModelTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const overview::ModelRow& shown = row(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole: return text(index.row(), column);
    case Qt::ToolTipRole: return title(column) + u": "_s + text(index.row(), column);
    case Qt::AccessibleTextRole: return accessibleText(index.row());
    case CellRole::Class: return int(shown.cls);
    case CellRole::Tone: {
      if (column == Verdict) return int(CellTone::ClassWord);
      if (column == Config) return int(CellTone::Plain);
      if (column == originColumn()) return int(CellTone::Muted);
      const auto metric = static_cast<std::size_t>(column - FirstMetric);
      const bool news = metric < shown.cells.size() && shown.cells[metric].changed && !shown.cells[metric].notMeasured;
      return int(news ? CellTone::Plain : CellTone::Muted);
    }
    default: return {};
  }
}

QVariant ModelTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
  if (section < 0 || section >= columnCount()) return {};
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(title(section)) : QVariant();
}

ModelTable::ModelTable(ModelTableModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new CellDelegate(theme, this)) {
  setAccessibleName(tr("The model in each config"));
  setModel(model);
  setRowDelegate(m_delegate);
  setSelectionMode(SingleSelection);
  horizontalHeader()->setAccessibleName(tr("Columns"));
  horizontalHeader()->setSectionsMovable(false);
  connect(model, &QAbstractItemModel::modelReset, this, [this] {
    hoverRow(-1);
    shapeColumns();
  });
  setTheme(theme);
}

void ModelTable::shapeColumns() {
  if (m_model->rowCount() == 0) return;
  const QFontMetrics titles(horizontalHeader()->font());
  for (int column = 0; column < m_model->originColumn(); ++column) {
    const int title = titles.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + 2 * kGrid + 4;
    const int maxChars = column == ModelTableModel::Config ? kMaxConfigChars : kMaxCellChars;
    setColumnWidth(column, std::max(title, m_delegate->preferredWidth(*m_model, column, maxChars)));
  }
}

CommandPanel::CommandPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel(Qt::ElideMiddle, this)), m_text(new QPlainTextEdit(this)), m_copy(makeToolButton(
          tr("Copy"), u"copy"_s, tr("Put the commands on the clipboard (Ctrl+Shift+C)"), this)) {
  setAccessibleName(tr("Commands"));
  auto* top = makeRow(nullptr, {}, kGrid, {{m_title, 1}, m_copy});
  makeColumn(this, {kGrid, kGrid, kGrid, kGrid}, kGrid / 2, {top, m_text});
  m_text->setReadOnly(true);
  m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  m_text->setTabChangesFocus(true);
  m_text->setAccessibleName(tr("Commands that run this model as CI does"));
  connect(m_copy, &QToolButton::clicked, this, &CommandPanel::copy);
  styleText({m_text}, {.isMonospace = true});
  applyTheme(*this, theme);
  showCommands({}, {});
}

void CommandPanel::setTheme(const Theme& theme) {
  m_text->setFixedHeight(kLines * QFontMetrics(theme.monospace()).lineSpacing() + 2 * kGrid);
  // As wide with either word, so that nothing beside it moves.
  const QFontMetrics metrics(m_copy->font());
  m_copy->setMinimumWidth(std::max(metrics.horizontalAdvance(tr("Copied")), metrics.horizontalAdvance(tr("Copy"))) +
                          6 * kGrid);
}

void CommandPanel::showCommands(const QString& config, const QStringList& commands, const QString& needs) {
  if (commands == m_commands && !m_title->text().isEmpty()) return;
  m_commands = commands;
  m_title->setText(commands.isEmpty() ? tr("Choose a config to see how CI runs it")
                   : needs.isEmpty()  ? tr("As CI runs it: %1").arg(config)
                                      : tr("As CI runs it: %1. %2").arg(config, needs));
  m_text->setPlainText(commands.join(u'\n'));
  setCopied(false);
}

QString CommandPanel::text() const { return m_text->toPlainText(); }

QList<QWidget*> CommandPanel::focusOrder() const { return {m_copy, m_text}; }

void CommandPanel::copy() {
  if (m_commands.isEmpty()) return;
  copyText(m_commands.join(u'\n') + u'\n');
  setCopied(true);
  Q_EMIT copied(static_cast<int>(m_commands.size()));
}

/// "Copied" stays until other commands are shown.
void CommandPanel::setCopied(bool copied) {
  m_copy->setText(copied ? tr("Copied") : tr("Copy"));
  m_copy->setIcon(lineIcon(copied ? u"check"_s : u"copy"_s));
  m_copy->setEnabled(!m_commands.isEmpty());
}

struct ModelPage::Private {
  Private(ModelPage* owner) : page(owner) {}

  ModelPage* page;
  session::CommitSnapshotPtr snapshot;
  QString name;           ///< of the requested model, also when no config holds it
  QString config;         ///< of the row that was current: it stays when the snapshot is replaced
  bool isStale = false;   ///< changed while the page was hidden
  ModelTableModel* model = nullptr;
  ModelTable* table = nullptr;
  CommandPanel* commands = nullptr;
  QLineEdit* search = nullptr;
  QStringListModel* names = nullptr;
  QCompleter* completer = nullptr;
  QLabel* summary = nullptr;
  QToolButton* back = nullptr;
  EmptyState* nothing = nullptr;
  QStackedLayout* tables = nullptr;  ///< table and commands, or nothing

  void build();
  QWidget* buildHead();
  void connectParts();
  void orderFocus();
  void refresh();
  void showEmptyState();
  void showCommands();
  void chooseModel(const QString& typed);
  void openTable();
  bool hasRows() const { return model->rowCount() > 0; }
  QString summaryText() const;
};

ModelPage::ModelPage(const Theme& theme, QWidget* parent) : Page(theme, parent), d(std::make_unique<Private>(this)) {
  setAccessibleName(tr("One model in all configs"));
  d->build();
}
ModelPage::~ModelPage() = default;

QWidget* ModelPage::Private::buildHead() {
  auto* head = new QWidget(page);
  back = makeToolButton({}, u"back"_s, tr("Back to the previous page (Esc)"), head);
  search = new QLineEdit(head);
  search->setAccessibleName(tr("Model"));
  search->setPlaceholderText(tr("Model"));
  search->setToolTip(tr("Part of a model's name, then Enter (/)"));
  search->setClearButtonEnabled(true);
  search->setMinimumWidth(160);
  search->setMaximumWidth(400);
  search->addAction(lineIcon(u"search"_s), QLineEdit::LeadingPosition)->setText(tr("Find a model"));
  prepareTextField(*search);
  search->installEventFilter(page);
  names = new QStringListModel(page);
  completer = new QCompleter(names, search);
  completer->setCaseSensitivity(Qt::CaseInsensitive);
  completer->setFilterMode(Qt::MatchContains);
  completer->setMaxVisibleItems(12);
  search->setCompleter(completer);
  summary = new PlainLabel(head);
  makeRow(head, {kGrid, kGrid, kGrid, kGrid}, kGrid, {back, {search, 2}, {summary, 1}});
  return head;
}

void ModelPage::Private::build() {
  model = new ModelTableModel(page);
  QWidget* head = buildHead();
  auto* body = new QWidget(page);
  auto* shown = new QWidget(body);
  table = new ModelTable(model, page->theme(), shown);
  commands = new CommandPanel(page->theme(), shown);
  nothing = new EmptyState(page->theme(), body);
  makeColumn(shown, {}, 0, {{table, 1}, divider(), commands});
  tables = new QStackedLayout(body);
  addWidgets(*tables, {shown, nothing});
  makeColumn(page, {}, 0, {head, divider(), {body, 1}});
  orderFocus();

  connectParts();
  styleText({summary}, {.isMuted = true});
  page->setTheme(page->theme());
  showEmptyState();
  tables->setCurrentIndex(1);
}

void ModelPage::Private::connectParts() {
  connect(back, &QToolButton::clicked, page, &ModelPage::backRequested);
  connect(table, &ModelTable::currentMoved, page, [this] {
    showCommands();
    Q_EMIT page->actionsChanged();
  });
  connect(table, &RecordTable::opened, page, [this] { openTable(); });
  connect(table, &QTableView::doubleClicked, page, [this] { openTable(); });
  connect(commands, &CommandPanel::copied, page, [this](int count) {
    page->showMessage(count == 1 ? tr("Copied 1 command") : tr("Copied %1 commands").arg(count));
  });
  connect(search, &QLineEdit::returnPressed, page, [this] { chooseModel(search->text()); });
  connect(completer, qOverload<const QString&>(&QCompleter::activated), page,
          [this](const QString& text) { chooseModel(text); });
}

/// orderFocus sets the Tab order.
void ModelPage::Private::orderFocus() {
  QWidgetList order{back, search, table};
  order += commands->focusOrder();
  for (qsizetype i = 1; i < order.size(); ++i) QWidget::setTabOrder(order[i - 1], order[i]);
}

/// chooseModel shows the model of that name, or else the first whose name contains the text.
void ModelPage::Private::chooseModel(const QString& typed) {
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
  else showEmptyState();
  tables->setCurrentIndex(hasRows() ? 0 : 1);
  showCommands();
  page->showMessage({});
  Q_EMIT page->actionsChanged();
}

void ModelPage::Private::showEmptyState() {
  if (!snapshot) {
    nothing->showText(tr("No commit is open"),
                      tr("Open the artifacts of a CI run and the checkout that holds the baselines."),
                 {{tr("Open a commit"), [this] { Q_EMIT page->openRequested(); }}});
  } else if (name.isEmpty()) {
    nothing->showText(tr("Which model?"), tr("Type part of a name above, or press V on a row of the overview."),
                 {{tr("Type a name"), [this] { search->setFocus(Qt::OtherFocusReason); }}});
  } else {
    nothing->showText(tr("No config holds %1").arg(shortened(name, 60)),
                      tr("It is in no run and in no baseline of this commit."),
                 {{tr("Type another name"), [this] {
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
  if (index.isValid()) Q_EMIT page->tableRequested(model->row(index.row()).config, name);
}

QString ModelPage::Private::summaryText() const {
  using verdicts::VerdictClass;
  const auto& rows = model->view().rows;
  const auto bad = std::ranges::count_if(rows, [](const overview::ModelRow& row) {
    return row.cls != VerdictClass::Pass && row.cls != VerdictClass::ExpectedFail;
  });
  const QString configs = counted(rows.size(), tr("config"), tr("configs"));
  if (bad == 0) return tr("in %1, as expected everywhere").arg(configs);
  return bad == 1 ? tr("in %1, 1 differs").arg(configs)
                  : tr("in %1, %2 differ").arg(configs, grouped(static_cast<std::size_t>(bad)));
}

QString ModelPage::statusText() const {
  if (!message().isEmpty()) return message();
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

QList<ActionSpec> ModelPage::actions() {
  const QString group = tr("Model");
  return {{u"model.search"_s, tr("Find a model"), tr("Type part of a name; Enter shows the model"), group, u"search"_s,
           {Qt::Key_Slash}, [this] {
             d->search->setFocus(Qt::ShortcutFocusReason);
             d->search->selectAll();
           }, [this] { return d->snapshot != nullptr; }},
          {u"model.table"_s, tr("Open the config's table"),
           tr("Show the whole table of the selected config, at this model (Enter)"), group, {}, {Qt::Key_T},
           [this] { d->openTable(); }, [this] { return d->hasRows() && d->table->currentIndex().isValid(); }},
          {u"model.copy"_s, tr("Copy the commands"), tr("Copy the commands of the selected config to the clipboard"),
           group, u"copy"_s, {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, [this] { d->commands->copy(); },
           [this] { return d->commands->hasCommands(); }},
          {u"model.back"_s, tr("Back"), tr("Back to the previous page (Esc)"), group, u"back"_s, {},
           [this] { Q_EMIT backRequested(); }}};
}

void ModelPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  if (d->isStale) d->refresh();
  if (d->hasRows()) d->table->setFocus(Qt::OtherFocusReason);
}

void ModelPage::focusInEvent(QFocusEvent* event) {
  if (d->hasRows()) d->table->setFocus(event->reason());
  else Page::focusInEvent(event);
}

void ModelPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT backRequested();
    return;
  }
  Page::keyPressEvent(event);
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
  return Page::eventFilter(watched, event);
}

QString ModelPage::menuActions() const {
  return u"model.table;model.copy;go.job;go.editor;model.back"_s;
}

}  // namespace plumbline::ui
