// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/sibling_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/support/count_text.h"
#include "ui/support/flat_table.h"
#include "ui/support/padded_delegate.h"
#include "ui/triage/sibling_model.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMostRows = 7;
constexpr int kFewestRows = 3;
constexpr int kWidestColumn = 28 * kGrid;

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
  setFlatTableLook(*m_table, theme);
  fitHeight();
}

void SiblingPanel::fitHeight() {
  const int row = m_table->verticalHeader()->defaultSectionSize();
  const int room = parentWidget() ? parentWidget()->height() / 3 / row : kMostRows;
  const int rows = std::clamp(m_model->rowCount(), 1, std::clamp(room, kFewestRows, kMostRows));
  m_table->setFixedHeight(rows * row + m_table->horizontalHeader()->sizeHint().height() + 2);
}

void SiblingPanel::shareWidth() {
  m_table->resizeColumnsToContents();
  for (int column = 0; column < SiblingModel::File; ++column)
    m_table->setColumnWidth(column, std::min(m_table->columnWidth(column) + 2 * kGrid, kWidestColumn));
}

void SiblingPanel::showProposals(const SiblingDesk& desk) {
  const int row = m_table->currentIndex().row();
  m_model->setProposals(desk);
  m_table->setColumnHidden(SiblingModel::Model, !m_model->hasManyModels());
  const QString model = desk.proposals().empty() ? QString() : fromUtf8(desk.proposals().front().model);
  m_title->setText(m_model->hasManyModels() ? tr("Siblings of %1 models").arg(grouped(desk.offer().models))
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

void SiblingPanel::open(const SiblingDesk& desk) {
  m_model->forgetTicks();
  m_table->setCurrentIndex({});
  showProposals(desk);
  show();
  focusList();
}

void SiblingPanel::focusList() { m_table->setFocus(Qt::OtherFocusReason); }

SiblingDesk::Proposals SiblingPanel::chosen() const { return m_model->chosen(); }

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
