// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/tables/tick_list.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QTableView>
#include <algorithm>

#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"

namespace plumbline::ui {

int TickModel::tickedCount() const { return static_cast<int>(std::ranges::count(m_ticks, true)); }

void TickModel::toggle(int row) {
  const QModelIndex cell = index(row, 0);
  if (cell.isValid()) setData(cell, isTicked(row) ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

int TickModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_ticks.size());
}

int TickModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_titles.size());
}

QVariant TickModel::data(const QModelIndex& index, int role) const {
  if (role != Qt::CheckStateRole || index.column() != 0 || !canTick(index.row())) return {};
  return isTicked(index.row()) ? Qt::Checked : Qt::Unchecked;
}

bool TickModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
  const bool on = value.toInt() == Qt::Checked;
  m_ticks[static_cast<std::size_t>(index.row())] = on;
  onTicked(index.row(), on);
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  return true;
}

QVariant TickModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  return orientation == Qt::Vertical ? QVariant(section + 1) : QVariant(m_titles.value(section));
}

Qt::ItemFlags TickModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
  return index.column() == 0 && canTick(index.row()) ? flags | Qt::ItemIsUserCheckable : flags;
}

TickPanel::TickPanel(TickModel* model, PaddedDelegate* delegate, const QString& closeText, const Theme& theme,
                     QWidget* parent)
    : QFrame(parent),
      m_model(model),
      m_top(makeRow(nullptr, {}, kGrid)),
      m_title(new PlainLabel(this)),
      m_counts(new PlainLabel(this)),
      m_table(new QTableView(this)),
      m_submit(makePushButton(u"submit"_s, {}, {}, this)) {
  QPushButton* close = makePushButton(u"close"_s, closeText, tr("Close the list (Escape)"), this);
  addParts(*m_top, {m_title, {m_counts, 1}, m_submit, close});
  makeColumn(this, {2 * kGrid, kGrid, kGrid, kGrid}, kGrid, {m_top, m_table});
  model->setParent(this);
  delegate->setParent(this);
  m_table->setModel(model);
  m_table->setItemDelegate(delegate);
  m_table->setFrameShape(QFrame::NoFrame);
  prepareFlatTable(*m_table);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->installEventFilter(this);
  connect(model, &QAbstractItemModel::dataChanged, this, &TickPanel::showCounts);
  connect(m_submit, &QPushButton::clicked, this, &TickPanel::accepted);
  connect(close, &QPushButton::clicked, this, &TickPanel::closed);
  setTabOrder(m_table, m_submit);
  setTabOrder(m_submit, close);
  styleText({m_title}, {.isBold = true});
  styleText({m_counts}, {.isMuted = true});
  applyTheme(*this, theme);
}

void TickPanel::setTheme(const Theme& theme) {
  setPalette(theme.palette());
  m_table->setFont(theme.font(TextSize::Normal));
  setFlatTableStyle(*m_table, theme);
  fitHeight();
}

void TickPanel::focusList() { m_table->setFocus(Qt::OtherFocusReason); }

void TickPanel::fitHeight() {
  const int rows = std::clamp(m_model->rowCount(), 1, maxRows());
  m_table->setFixedHeight(rows * m_table->verticalHeader()->defaultSectionSize() +
                          m_table->horizontalHeader()->sizeHint().height() + 2);
}

void TickPanel::setTitle(const QString& text) { m_title->setText(text); }

void TickPanel::setSubmit(const QString& counts, const QString& text, const QString& tooltip) {
  m_counts->setText(counts);
  m_submit->setText(text);
  m_submit->setToolTip(tooltip);
  m_submit->setEnabled(m_model->tickedCount() > 0);
}

bool TickPanel::listKey(int key) {
  if (key == Qt::Key_Space) {
    m_model->toggle(m_table->currentIndex().row());
    return true;
  }
  if (key != Qt::Key_Return && key != Qt::Key_Enter) return false;
  if (m_submit->isEnabled()) Q_EMIT accepted();
  return true;
}

bool TickPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = watched == m_table && event->type() == QEvent::KeyPress;
  return (isKey && listKey(static_cast<QKeyEvent*>(event)->key())) || QFrame::eventFilter(watched, event);
}

void TickPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) Q_EMIT closed();
  else QFrame::keyPressEvent(event);
}

}  // namespace plumbline::ui
