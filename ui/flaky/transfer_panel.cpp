// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/transfer_panel.h"

#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <algorithm>
#include <utility>

#include "ui/flaky/flaky_model.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

TransferModel::TransferModel() : TickModel({tr("Name"), tr("Check"), tr("Scope"), tr("In the other list")}) {}

void TransferModel::setPlan(std::vector<flaky::Transfer> plan) {
  beginResetModel();
  m_plan = std::move(plan);
  std::vector<bool> ticks;
  for (const flaky::Transfer& item : m_plan) ticks.push_back(item.canBeDone());
  setTicks(std::move(ticks));
  endResetModel();
}

std::vector<flaky::Transfer> TransferModel::chosen() const {
  std::vector<flaky::Transfer> out;
  for (std::size_t i = 0; i < m_plan.size(); ++i)
    if (isTicked(static_cast<int>(i))) out.push_back(m_plan[i]);
  return out;
}

int TransferModel::possibleCount() const {
  return static_cast<int>(std::ranges::count_if(m_plan, &flaky::Transfer::canBeDone));
}

QString TransferModel::outcome(const flaky::Transfer& item) const {
  if (!item.refusal.empty()) return fromUtf8(item.refusal);
  if (item.isThere) return tr("is there already");
  QStringList lost;
  for (const std::string& word : item.lost) lost << fromUtf8(word);
  return lost.isEmpty() ? tr("as it is") : tr("loses %1").arg(lost.join(u", "_s));
}

QVariant TransferModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return TickModel::data(index, role);
  const flaky::Transfer& item = m_plan[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
    case Name: return fromUtf8(item.entry.name);
    case Check: return item.entry.check.empty() ? tr("all") : fromUtf8(item.entry.check).replace(u'-', u' ');
    case Scope: {
      QStringList parts;
      if (!item.entry.platform.empty()) parts << fromUtf8(item.entry.platform);
      if (!item.entry.config.empty()) parts << fromUtf8(item.entry.config);
      return parts.isEmpty() ? tr("everywhere") : parts.join(u" \u00b7 "_s);
    }
    case Outcome: return outcome(item);
    default: return {};
  }
}

TransferPanel::TransferPanel(const session::FlakyLists& lists, const Theme& theme, QWidget* parent)
    : TransferPanel(new TransferModel, lists, theme, parent) {}

TransferPanel::TransferPanel(TransferModel* model, const session::FlakyLists& lists, const Theme& theme,
                             QWidget* parent)
    : TickPanel(model, new PaddedDelegate(theme), tr("Cancel"), theme, parent),
      m_lists(lists),
      m_model(model),
      m_target(new QComboBox(this)) {
  setAccessibleName(tr("Entries for another list"));
  table()->setAccessibleName(tr("Entries that can be taken"));
  table()->horizontalHeader()->setAccessibleName(tr("Columns of the entries that can be taken"));
  auto* into = new PlainLabel(tr("into"), this);
  into->setBuddy(m_target);
  top().insertWidget(1, into);
  top().insertWidget(2, m_target);
  nameField(*m_target, tr("List that takes the entries"));
  m_target->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(m_target, &QComboBox::currentIndexChanged, this, &TransferPanel::plan);
  setTabOrder(m_target, table());
  showCounts();
}

void TransferPanel::start(const QString& title, const std::vector<flaky::FlakyEntry>& entries,
                          const std::vector<std::string>& targets) {
  m_entries = entries;
  setTitle(title);
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
  std::ptrdiff_t max = m_model->possibleCount();
  for (int i = 0; i < m_target->count(); ++i) {
    const auto plan = m_lists.planTransfer(m_entries, m_target->itemData(i).toString().toStdString());
    if (!plan) continue;
    const auto possible = std::ranges::count_if(*plan, &flaky::Transfer::canBeDone);
    if (possible > max) {
      max = possible;
      best = i;
    }
  }
  m_target->setCurrentIndex(best);
}

void TransferPanel::plan() {
  auto plan = m_lists.planTransfer(m_entries, target());
  if (!plan) Q_EMIT refused(plan.error());
  m_model->setPlan(plan ? std::move(*plan) : std::vector<flaky::Transfer>());
  table()->resizeColumnsToContents();
  fitHeight();
  for (int column = 0; column < TransferModel::Outcome; ++column)
    table()->setColumnWidth(column, std::min(table()->columnWidth(column) + 2 * kGrid, 32 * kGrid));
  if (m_model->rowCount() > 0) table()->setCurrentIndex(m_model->index(0, 0));
  showCounts();
}

void TransferPanel::showCounts() {
  const int all = m_model->rowCount(), possible = m_model->possibleCount(), chosen = m_model->tickedCount();
  setSubmit(possible == all ? QString() : tr("%1 of %2 can be taken").arg(possible).arg(all),
            chosen == 1 ? tr("Add 1 entry") : tr("Add %1 entries").arg(grouped(static_cast<std::size_t>(chosen))),
            chosen > 0 ? tr("Add the ticked entries to the list's pending text (Enter); Review saves it")
                       : tr("No entry is ticked"));
}

std::string TransferPanel::target() const { return m_target->currentData().toString().toStdString(); }

}  // namespace plumbline::ui
