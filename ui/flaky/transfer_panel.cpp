// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/transfer_panel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/flaky/flaky_columns.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kRowsShown = 7;

}  // namespace

void TransferModel::setPlan(std::vector<flaky::Transfer> plan) {
  beginResetModel();
  m_plan = std::move(plan);
  m_ticks.clear();
  for (const flaky::Transfer& item : m_plan) m_ticks.push_back(item.canBeDone());
  endResetModel();
}

std::vector<flaky::Transfer> TransferModel::chosen() const {
  std::vector<flaky::Transfer> out;
  for (std::size_t i = 0; i < m_plan.size(); ++i)
    if (m_ticks[i]) out.push_back(m_plan[i]);
  return out;
}

int TransferModel::chosenCount() const { return static_cast<int>(std::ranges::count(m_ticks, true)); }
int TransferModel::possibleCount() const {
  return static_cast<int>(std::ranges::count_if(m_plan, &flaky::Transfer::canBeDone));
}

void TransferModel::toggle(int row) {
  const QModelIndex cell = index(row, Name);
  if (!cell.isValid()) return;
  const bool on = m_ticks[static_cast<std::size_t>(row)];
  setData(cell, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

int TransferModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_plan.size());
}
int TransferModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

Qt::ItemFlags TransferModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const bool can = m_plan[static_cast<std::size_t>(index.row())].canBeDone();
  Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
  if (index.column() == Name && can) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

bool TransferModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
  m_ticks[static_cast<std::size_t>(index.row())] = value.toInt() == Qt::Checked;
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  return true;
}

QString TransferModel::outcome(const flaky::Transfer& item) const {
  if (!item.refusal.empty()) return fromUtf8(item.refusal);
  if (item.isThere) return tr("is there already");
  QStringList lost;
  for (const std::string& word : item.lost) lost << fromUtf8(word);
  return lost.isEmpty() ? tr("as it is") : u"loses "_s + lost.join(u", "_s);
}

QVariant TransferModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const flaky::Transfer& item = m_plan[row];
  if (role == CanBeDoneRole) return item.canBeDone();
  if (role == Qt::CheckStateRole && index.column() == Name && item.canBeDone())
    return m_ticks[row] ? Qt::Checked : Qt::Unchecked;
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case Name: return fromUtf8(item.entry.name);
    case Check: return item.entry.check.empty() ? u"all"_s : fromUtf8(item.entry.check).replace(u'-', u' ');
    case Scope: {
      QStringList parts;
      if (!item.entry.platform.empty()) parts << fromUtf8(item.entry.platform);
      if (!item.entry.config.empty()) parts << fromUtf8(item.entry.config);
      return parts.isEmpty() ? u"everywhere"_s : parts.join(u" \u00b7 "_s);
    }
    case Outcome: return outcome(item);
    default: return {};
  }
}

QVariant TransferModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  switch (section) {
    case Name: return tr("Name");
    case Check: return tr("Check");
    case Scope: return tr("Scope");
    case Outcome: return tr("In the other list");
    default: return {};
  }
}

TransferPanel::TransferPanel(const session::FlakyLists& lists, const Theme& theme, QWidget* parent)
    : QFrame(parent),
      m_lists(lists),
      m_theme(theme),
      m_model(new TransferModel(this)),
      m_title(new QLabel(this)),
      m_counts(new QLabel(this)),
      m_target(new QComboBox(this)),
      m_table(new QTableView(this)),
      m_send(new QPushButton(tr("Import"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
  setAccessibleName(tr("Entries for another list"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  auto* top = new QHBoxLayout;
  top->setSpacing(kGrid);
  top->addWidget(m_title);
  auto* into = new QLabel(u"into"_s, this);
  into->setBuddy(m_target);
  top->addWidget(into);
  m_target->setAccessibleName(tr("List that takes the entries"));
  m_target->view()->setAccessibleName(m_target->accessibleName());
  m_target->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  top->addWidget(m_target);
  top->addWidget(m_counts, 1);
  m_send->setAutoDefault(false);
  m_cancel->setAutoDefault(false);
  m_cancel->setToolTip(tr("Close the list (Escape)"));
  top->addWidget(m_send);
  top->addWidget(m_cancel);
  layout->addLayout(top);

  m_table->setModel(m_model);
  m_table->setItemDelegate(new PaddedDelegate(theme, m_table));
  m_table->setAccessibleName(tr("Entries that can be taken"));
  prepareFlatTable(*m_table);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->horizontalHeader()->setAccessibleName(tr("Columns of the entries that can be taken"));
  m_table->installEventFilter(this);
  layout->addWidget(m_table);
  connect(m_target, &QComboBox::currentIndexChanged, this, &TransferPanel::plan);
  connect(m_model, &QAbstractItemModel::dataChanged, this, &TransferPanel::showCounts);
  connect(m_send, &QPushButton::clicked, this, &TransferPanel::accepted);
  connect(m_cancel, &QPushButton::clicked, this, &TransferPanel::cancelled);
  setTabOrder(m_target, m_table);
  setTabOrder(m_table, m_send);
  setTabOrder(m_send, m_cancel);
  setTheme(theme);
}

void TransferPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  QFont bold = theme.font(TextSize::Normal);
  bold.setWeight(QFont::DemiBold);
  m_title->setFont(bold);
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  m_counts->setPalette(quiet);
  static_cast<PaddedDelegate*>(m_table->itemDelegate())->setTheme(theme);
  m_table->setFont(theme.font(TextSize::Normal));
  setFlatTableStyle(*m_table, theme);
  fitHeight();
}

void TransferPanel::fitHeight() {
  const int rows = std::clamp(m_model->rowCount(), 1, kRowsShown);
  m_table->setFixedHeight(rows * m_table->verticalHeader()->defaultSectionSize() +
                          m_table->horizontalHeader()->sizeHint().height() + 2);
}

void TransferPanel::start(const QString& title, const std::vector<flaky::FlakyEntry>& entries,
                          const std::vector<std::string>& targets) {
  m_entries = entries;
  m_title->setText(title);
  {
    const QSignalBlocker quiet(m_target);
    m_target->clear();
    for (const std::string& path : targets) {
      m_target->addItem(fileNameOf(path), QString::fromStdString(path));
      m_target->setItemData(m_target->count() - 1, QString::fromStdString(path), Qt::ToolTipRole);
    }
    m_target->setEnabled(targets.size() > 1);
  }
  plan();
}

void TransferPanel::chooseBestTarget() {
  int best = m_target->currentIndex();
  std::ptrdiff_t most = m_model->possibleCount();
  for (int i = 0; i < m_target->count(); ++i) {
    const auto plan = m_lists.planTransfer(m_entries, m_target->itemData(i).toString().toStdString());
    if (!plan) continue;
    const auto possible = std::ranges::count_if(*plan, &flaky::Transfer::canBeDone);
    if (possible > most) {
      most = possible;
      best = i;
    }
  }
  m_target->setCurrentIndex(best);
}

void TransferPanel::plan() {
  auto plan = m_lists.planTransfer(m_entries, target());
  if (!plan) Q_EMIT refused(plan.error());
  m_model->setPlan(plan ? std::move(*plan) : std::vector<flaky::Transfer>());
  m_table->resizeColumnsToContents();
  fitHeight();
  for (int column = 0; column < TransferModel::Outcome; ++column)
    m_table->setColumnWidth(column, std::min(m_table->columnWidth(column) + 2 * kGrid, 32 * kGrid));
  if (m_model->rowCount() > 0) m_table->setCurrentIndex(m_model->index(0, 0));
  showCounts();
}

void TransferPanel::showCounts() {
  const int all = m_model->rowCount();
  const int possible = m_model->possibleCount();
  const int chosen = m_model->chosenCount();
  m_counts->setText(possible == all ? QString() : tr("%1 of %2 can be taken").arg(possible).arg(all));
  m_send->setText(chosen == 1 ? tr("Add 1 entry")
                              : tr("Add %1 entries").arg(grouped(static_cast<std::size_t>(chosen))));
  m_send->setEnabled(chosen > 0);
  m_send->setToolTip(chosen > 0 ? tr("Add the ticked entries to the list's pending text (Enter); Review saves it")
                                : tr("No entry is ticked"));
}

std::string TransferPanel::target() const { return m_target->currentData().toString().toStdString(); }
std::vector<flaky::Transfer> TransferPanel::chosen() const { return m_model->chosen(); }
void TransferPanel::focusEntries() { m_table->setFocus(Qt::OtherFocusReason); }

bool TransferPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_table && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Space && m_table->currentIndex().isValid()) {
      m_model->toggle(m_table->currentIndex().row());
      return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      if (m_send->isEnabled()) Q_EMIT accepted();
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

void TransferPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT cancelled();
    return;
  }
  QFrame::keyPressEvent(event);
}

}  // namespace plumbline::ui
