// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/siblings/sibling_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/support/tables/flat_delegate.h"
#include "ui/support/tables/record_table.h"
#include "ui/support/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using overview::Evidence;
using overview::SiblingCell;

namespace {

constexpr qsizetype kMaxShown = 200;

/// cellsText joins the cells: one alone needs no column name where `bare`.
QString cellsText(const std::vector<SiblingCell>& cells, std::string SiblingCell::* value) {
  QStringList parts;
  for (const SiblingCell& cell : cells) {
    const QString text = (cell.*value).empty() ? u"\u2013"_s : fromUtf8(cell.*value);
    parts << fromUtf8(cell.column) + u' ' + text;
  }
  return shortened(parts.join(u", "_s), kMaxShown);
}

constexpr int kMaxRows = 7;
constexpr int kMinRows = 3;
constexpr int kMaxColumnWidth = 28 * kGrid;

/// What can be done about in plain text, the rest muted.
class SiblingDelegate : public PaddedDelegate {
 public:
  using PaddedDelegate::PaddedDelegate;

 protected:
  void finish(QStyleOptionViewItem& cell, const QModelIndex& index) const override {
    const auto* model = qobject_cast<const SiblingModel*>(index.model());
    const bool quiet = model && !model->canTake(index.row());
    cell.palette.setColor(QPalette::Text, theme().color(quiet ? Tone::Muted : Tone::Text));
    cell.textElideMode = Qt::ElideMiddle;
  }
};

}  // namespace

void SiblingModel::setProposals(const SiblingController& controller) {
  beginResetModel();
  m_rows.clear();
  m_manyModels = false;
  for (const overview::SiblingProposal& proposal : controller.proposals()) {
    Row row{proposal, controller.fileOf(proposal), controller.pathOf(proposal),
            proposal.evidence == Evidence::SameChange};
    const auto known = m_ticks.find({proposal.config, proposal.model});
    if (known != m_ticks.end()) row.ticked = known->second;
    m_manyModels = m_manyModels || proposal.model != controller.proposals().front().model;
    m_rows.push_back(std::move(row));
  }
  endResetModel();
}

bool SiblingModel::canTake(int row) const {
  const Evidence evidence = m_rows[static_cast<std::size_t>(row)].proposal.evidence;
  return evidence != Evidence::AlreadyThere && evidence != Evidence::NoRow;
}

SiblingController::Proposals SiblingModel::chosen() const {
  SiblingController::Proposals out;
  for (int row = 0; row < rowCount(); ++row)
    if (canTake(row) && m_rows[static_cast<std::size_t>(row)].ticked)
      out.push_back(m_rows[static_cast<std::size_t>(row)].proposal);
  return out;
}

int SiblingModel::chosenCount() const { return static_cast<int>(chosen().size()); }

void SiblingModel::toggle(int row) {
  const QModelIndex cell = index(row, Sibling);
  if (cell.isValid())
    setData(cell, m_rows[static_cast<std::size_t>(row)].ticked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

int SiblingModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int SiblingModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

Qt::ItemFlags SiblingModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
  if (index.column() == Sibling && canTake(index.row())) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

bool SiblingModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
  Row& row = m_rows[static_cast<std::size_t>(index.row())];
  row.ticked = value.toInt() == Qt::Checked;
  m_ticks[{row.proposal.config, row.proposal.model}] = row.ticked;
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  return true;
}

QString SiblingModel::text(const Row& row, int column) const {
  switch (column) {
    case Sibling: return fromUtf8(row.proposal.words);
    case Model: return shortened(fromUtf8(row.proposal.model), kMaxShown);
    case File: return row.file;
    case Expected: return cellsText(row.proposal.cells, &SiblingCell::now);
    case Actual: return cellsText(row.proposal.cells, &SiblingCell::actual);
    case Proposed: return cellsText(row.proposal.cells, &SiblingCell::proposed);
    case EvidenceColumn: return fromUtf8(overview::evidenceWord(row.proposal.evidence));
    default: return {};
  }
}

QVariant SiblingModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return index.column() == File ? row.path : text(row, index.column());
    case Qt::CheckStateRole:
      if (index.column() != Sibling || !canTake(index.row())) return {};
      return row.ticked ? Qt::Checked : Qt::Unchecked;
    case Qt::AccessibleTextRole:
      return tr("%1 %2: expected %3, actual %4, proposed %5, %6")
          .arg(text(row, Sibling), text(row, Model), text(row, Expected), text(row, Actual), text(row, Proposed),
               text(row, EvidenceColumn));
    default: return {};
  }
}

QVariant SiblingModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  switch (section) {
    case Sibling: return tr("Sibling");
    case Model: return tr("Model");
    case File: return tr("Baseline");
    case Expected: return tr("Expects now");
    case Actual: return tr("Its run says");
    case Proposed: return tr("Would be written");
    case EvidenceColumn: return tr("Evidence");
    default: return {};
  }
}

SiblingPanel::SiblingPanel(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      m_theme(theme),
      m_model(new SiblingModel(this)),
      m_title(new QLabel(this)),
      m_counts(new QLabel(this)),
      m_table(new QTableView(this)),
      m_send(new QPushButton(this)),
      m_cancel(new QPushButton(tr("Close"), this)) {
  setAccessibleName(tr("Siblings"));
  m_send->setAccessibleName(tr("Apply to the ticked siblings"));
  setAutoFillBackground(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  auto* top = new QHBoxLayout;
  top->setSpacing(kGrid);
  top->addWidget(m_title);
  top->addWidget(m_counts, 1);
  top->addWidget(m_send);
  top->addWidget(m_cancel);
  layout->addLayout(top);
  m_send->setAutoDefault(false);
  m_cancel->setAutoDefault(false);
  m_cancel->setToolTip(tr("Close the list (Escape)"));
  m_table->setModel(m_model);
  m_table->setItemDelegate(new SiblingDelegate(theme, m_table));
  m_table->setAccessibleName(tr("Siblings and their evidence"));
  m_table->setFrameShape(QFrame::NoFrame);
  prepareFlatTable(*m_table);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->horizontalHeader()->setAccessibleName(tr("Columns of the siblings"));
  m_table->installEventFilter(this);
  layout->addWidget(m_table);
  connect(m_model, &QAbstractItemModel::dataChanged, this, &SiblingPanel::showCounts);
  connect(m_send, &QPushButton::clicked, this, &SiblingPanel::accepted);
  connect(m_cancel, &QPushButton::clicked, this, &SiblingPanel::closed);
  setTabOrder(m_table, m_send);
  setTabOrder(m_send, m_cancel);
  setTheme(theme);
}

void SiblingPanel::setTheme(const Theme& theme) {
  m_theme = theme;
  setPalette(theme.palette());
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

void SiblingPanel::fitHeight() {
  const int row = m_table->verticalHeader()->defaultSectionSize();
  const int room = parentWidget() ? parentWidget()->height() / 3 / row : kMaxRows;
  const int rows = std::clamp(m_model->rowCount(), 1, std::clamp(room, kMinRows, kMaxRows));
  m_table->setFixedHeight(rows * row + m_table->horizontalHeader()->sizeHint().height() + 2);
}

void SiblingPanel::shareWidth() {
  m_table->resizeColumnsToContents();
  for (int column = 0; column < SiblingModel::File; ++column)
    m_table->setColumnWidth(column, std::min(m_table->columnWidth(column) + 2 * kGrid, kMaxColumnWidth));
}

void SiblingPanel::showProposals(const SiblingController& controller) {
  const int row = m_table->currentIndex().row();
  m_model->setProposals(controller);
  m_table->setColumnHidden(SiblingModel::Model, !m_model->hasManyModels());
  const QString model = controller.proposals().empty() ? QString() : fromUtf8(controller.proposals().front().model);
  m_title->setText(m_model->hasManyModels() ? tr("Siblings of %1 models").arg(grouped(controller.offer().models))
                                            : tr("Siblings of %1").arg(shortened(model, 60)));
  if (m_model->rowCount() > 0)
    m_table->setCurrentIndex(m_model->index(std::clamp(row, 0, m_model->rowCount() - 1), SiblingModel::Sibling));
  fitHeight();
  shareWidth();
  showCounts();
}

void SiblingPanel::showCounts() {
  const int chosen = m_model->chosenCount();
  m_counts->setText(tr("%1 of %2 ticked").arg(chosen).arg(m_model->rowCount()));
  m_send->setText(tr("Apply to %1").arg(chosen));
  m_send->setEnabled(chosen > 0);
  m_send->setToolTip(chosen > 0 ? tr("Write it into the pending text of these baselines (Enter); Review saves it")
                                : tr("No sibling is ticked"));
}

void SiblingPanel::open(const SiblingController& controller) {
  m_model->forgetTicks();
  m_table->setCurrentIndex({});
  showProposals(controller);
  show();
  focusList();
}

void SiblingPanel::focusList() { m_table->setFocus(Qt::OtherFocusReason); }

SiblingController::Proposals SiblingPanel::chosen() const { return m_model->chosen(); }

bool SiblingPanel::listKey(int key) {
  const int row = m_table->currentIndex().row();
  switch (key) {
    case Qt::Key_Space: m_model->toggle(row); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_S:
      if (m_send->isEnabled()) Q_EMIT accepted();
      return true;
    case Qt::Key_J:
    case Qt::Key_K: {
      const QModelIndex next = m_model->index(row + (key == Qt::Key_J ? 1 : -1), SiblingModel::Sibling);
      if (next.isValid()) m_table->setCurrentIndex(next);
      return true;
    }
    default: return false;
  }
}

bool SiblingPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  // Single letters are commands of the page; while this list has the keyboard they are meant for it.
  if (event->type() == QEvent::ShortcutOverride && key->modifiers() == Qt::NoModifier && !key->text().isEmpty() &&
      key->text().at(0).isPrint()) {
    event->accept();
    return true;
  }
  if (watched == m_table && event->type() == QEvent::KeyPress && listKey(key->key())) return true;
  return QFrame::eventFilter(watched, event);
}

void SiblingPanel::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter(this).fillRect(QRect(0, 0, width(), 1), m_theme.color(Tone::Border));
}

void SiblingPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT closed();
    return;
  }
  QFrame::keyPressEvent(event);
}

}  // namespace plumbline::ui
