// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/tensor_tree.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <array>

#include "ui/numerics/margin_bar.h"
#include "ui/numerics/tensor_model.h"
#include "ui/support/tables/flat_delegate.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kMinColumnWidth = 32, kMaxColumnWidth = 2000;
/// Columns that are hidden when there is too little width, in this order.
constexpr std::array kOptionalColumns = {TensorColumn::Dtype, TensorColumn::Bound, TensorColumn::MaxAbs,
                                         TensorColumn::RefError,
                                  TensorColumn::Step, TensorColumn::Shape, TensorColumn::ResError};

/// Usual width of the columns in characters; the margin has its own width.
constexpr std::array kTensorCharacters = {26, 11, 26, 0, 10, 10, 10, 13, 9, 10};

TensorVerdict verdictAt(const QModelIndex& index) { return static_cast<TensorVerdict>(index.data(TensorModel::VerdictRole).toInt()); }

VerdictClass backgroundClass(const QModelIndex& index) {
  // Containers, and tensors that torch does not reach, have no tint.
  const bool isPlain = index.data(TensorModel::QuietRole).toBool() || !index.data(TensorModel::ReachedRole).toBool();
  return isPlain ? VerdictClass::Pass : styleOf(verdictAt(index)).cls;
}

}  // namespace

/// Paints the tensors: glyph and word of the verdict, the margin as a bar.
class TensorTree::Delegate : public FlatDelegate {
 public:
  using FlatDelegate::FlatDelegate;

  /// backgroundOf is the colour behind a row.
  QColor backgroundOf(const QModelIndex& index, QStyle::State state) const;
  /// preferredWidth of a column, in px.
  int preferredWidth(int column) const;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintVerdict(QPainter& painter, const QRect& room, const QModelIndex& index, bool isStronger) const;
};

QColor TensorTree::Delegate::backgroundOf(const QModelIndex& index, QStyle::State state) const {
  const bool isSelected = (state & QStyle::State_Selected) != 0, isHovered = (state & QStyle::State_MouseOver) != 0;
  return index.column() == static_cast<int>(TensorColumn::Verdict)
             ? theme().cellColor(backgroundClass(index), isSelected, isHovered)
             : theme().rowColor(backgroundClass(index), isSelected, isHovered);
}

int TensorTree::Delegate::preferredWidth(int column) const {
  if (column == static_cast<int>(TensorColumn::Margin)) return marginWidth(theme()) + 2 * kGrid;
  return QFontMetrics(theme().font(TextSize::Normal)).horizontalAdvance(
      u'0') * kTensorCharacters[static_cast<std::size_t>(column)] + 2 * kGrid;
}

QSize TensorTree::Delegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return {preferredWidth(index.column()), rowHeight()};
}

void TensorTree::Delegate::paintVerdict(QPainter& painter, const QRect& room, const QModelIndex& index,
                                        bool isStronger) const {
  const TensorStyle style = styleOf(verdictAt(index));
  const bool isHolder = index.data(TensorModel::QuietRole).toBool(), isReached = index.data(TensorModel::ReachedRole).toBool();
  const bool isQuiet = style.isQuiet || !isReached || (isHolder && style.cls == VerdictClass::Pass);
  const bool isLoud = !isQuiet && !isHolder && style.cls != VerdictClass::Pass;
  const QFont font = isLoud ? bold() : theme().font(TextSize::Normal);
  const int slot = QFontMetrics(bold()).height();  // glyphs of different widths stand in one column
  painter.setFont(bold());
  painter.setPen(isQuiet ? theme().mutedColor(isStronger) : theme().classStyle(style.cls).chip);
  painter.drawText(QRect(room.left(), room.top(), slot, room.height()), Qt::AlignCenter, style.glyph);
  painter.setFont(font);
  painter.setPen(isQuiet ? theme().mutedColor(isStronger) : theme().wordColor(style.cls, isStronger));
  const QRect rest = room.adjusted(slot + kGrid / 2, 0, 0, 0);
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, rest.width()));
}

void TensorTree::Delegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
  painter->save();
  const bool isStronger = (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) != 0;
  painter->fillRect(option.rect, backgroundOf(index, option.state));
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme().color(Tone::Window));
  const auto column = static_cast<TensorColumn>(index.column());
  const bool isReached = index.data(TensorModel::ReachedRole).toBool();
  const QRect room = option.rect.adjusted(kGrid, 0, -kGrid, 0);
  switch (column) {
    case TensorColumn::Verdict: paintVerdict(*painter, room, index, isStronger); break;
    case TensorColumn::Margin:
      if (const QVariant margin = index.data(TensorModel::MarginRole); margin.isValid())
        paintMargin(*painter, room, {margin.toDouble(), index.data(TensorModel::DecidesRole).toBool() && isReached, isStronger}, theme());
      break;
    default: {
      const bool isName = column == TensorColumn::Name;
      const QVariant alignment = index.data(Qt::TextAlignmentRole);
      painter->setFont(isName && index.data(TensorModel::QuietRole).toBool() ? bold() : theme().font(TextSize::Normal));
      painter->setPen(isName && isReached ? theme().color(Tone::Text) : theme().mutedColor(isStronger));
      if (!isName && isReached && column != TensorColumn::Step) painter->setPen(theme().color(Tone::Text));
      painter->drawText(room, static_cast<int>(alignment.value<Qt::Alignment>() | Qt::TextSingleLine),
                        painter->fontMetrics().elidedText(index.data().toString(), isName ? Qt::ElideMiddle : Qt::ElideRight, room.width()));
    }
  }
  painter->restore();
}

TensorTree::TensorTree(TensorModel* model, const Theme& theme, QWidget* parent)
    : QTreeView(parent), m_model(model), m_delegate(new Delegate(theme, this)), m_theme(theme) {
  setAccessibleName(tr("Tensors"));
  setFrameShape(QFrame::NoFrame);
  setUniformRowHeights(true);
  setMouseTracking(true);
  setIndentation(2 * kGrid);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setVerticalScrollMode(ScrollPerItem);
  setHorizontalScrollMode(ScrollPerPixel);
  setExpandsOnDoubleClick(false);
  setModel(model);
  setItemDelegate(m_delegate);
  QHeaderView* head = header();
  head->setAccessibleName(tr("Columns of the tensors"));
  head->setSectionsMovable(false);
  head->setHighlightSections(false);
  head->setStretchLastSection(false);
  head->setMinimumSectionSize(kMinColumnWidth);
  head->setTextElideMode(Qt::ElideRight);
  head->setSortIndicatorClearable(true);
  head->setSortIndicator(-1, Qt::AscendingOrder);
  head->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(head, &QHeaderView::customContextMenuRequested, this,
          [this, head](const QPoint& at) { columnMenu()->popup(head->mapToGlobal(at)); });
  connect(head, &QHeaderView::sectionResized, this, [this](int column, int, int now) {
    if (!m_isShaping && now > 0) m_pulled[column] = now;
  });
  setSortingEnabled(true);
  connect(model, &TensorModel::rowsAboutToChange, this, &TensorTree::savePosition);
  connect(model, &TensorModel::rowsShown, this, &TensorTree::restorePosition);
  connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
    if (!m_isOpening) m_closed.insert(m_model->rows()->path(TensorModel::nodeAt(index)));
  });
  connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) {
    if (!m_isOpening) m_closed.remove(m_model->rows()->path(TensorModel::nodeAt(index)));
  });
  setTheme(theme);
}

void TensorTree::setTheme(const Theme& theme) {
  m_theme = theme;
  setFont(theme.font(TextSize::Normal));
  header()->setFont(theme.font(TextSize::Small));
  QPalette palette = theme.palette();
  palette.setColor(QPalette::Highlight, theme.color(Tone::Selection));
  palette.setColor(QPalette::HighlightedText, theme.color(Tone::Text));
  setPalette(palette);
  shapeColumns();
  viewport()->update();
}

int TensorTree::widthOf(int column) const { return m_pulled.value(column, m_delegate->preferredWidth(column)); }

void TensorTree::shapeColumns() {
  m_isShaping = true;
  int left = viewport()->width();
  QSet<int> shown;
  for (int column = 0; column < kTensorColumns; ++column) {
    if (m_hidden.contains(column)) continue;
    shown.insert(column);
    left -= widthOf(column);
  }
  for (const TensorColumn each : kOptionalColumns) {
    const int column = static_cast<int>(each);
    if (left >= 0 || !shown.contains(column) || m_pulled.contains(column) || column == m_model->sortColumn()) continue;
    shown.remove(column);
    left += widthOf(column);
  }
  // Columns that were hidden and fit after all.
  for (auto each = kOptionalColumns.rbegin(); each != kOptionalColumns.rend(); ++each) {
    const int column = static_cast<int>(*each);
    if (shown.contains(column) || m_hidden.contains(column) || widthOf(column) > left) continue;
    shown.insert(column);
    left -= widthOf(column);
  }
  for (int column = 0; column < kTensorColumns; ++column) {
    setColumnHidden(column, !shown.contains(column));
    const bool grows = column == 0 && left > 0 && !m_pulled.contains(column);
    if (shown.contains(column)) setColumnWidth(column, widthOf(column) + (grows ? left : 0));
  }
  m_isShaping = false;
}

void TensorTree::showSortMark() {
  const QSignalBlocker quiet(header());
  header()->setSortIndicator(m_model->sortColumn(), m_model->sortOrder());
  header()->viewport()->update();
}

int TensorTree::currentNode() const { return TensorModel::nodeAt(currentIndex()); }

bool TensorTree::goTo(int node) {
  const QModelIndex index = m_model->indexOf(node, std::max(0, currentIndex().column()));
  if (!index.isValid()) return false;
  const int sideways = horizontalScrollBar()->value();
  for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) expand(above.siblingAtColumn(0));
  selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(index);
  horizontalScrollBar()->setValue(sideways);
  return true;
}

QList<int> TensorTree::selectedNodes() const {
  QList<int> nodes;
  const QModelIndexList rows = selectionModel()->selectedRows();
  for (const QModelIndex& row : rows) nodes << TensorModel::nodeAt(row);
  if (nodes.isEmpty() && currentIndex().isValid()) nodes << currentNode();
  std::ranges::sort(nodes, [this](int a, int b) {
    return m_model->isTree() ? a < b : m_model->indexOf(a).row() < m_model->indexOf(b).row();
  });
  return nodes;
}

QList<int> TensorTree::shownColumns() const {
  QList<int> columns;
  for (int column = 0; column < kTensorColumns; ++column)
    if (!isColumnHidden(column)) columns << column;
  return columns;
}

void TensorTree::setAllOpen(bool open) {
  const int node = currentNode();
  m_closed.clear();
  m_isOpening = open;  // closed nodes are not recorded
  if (open) expandAll();
  else collapseAll();
  m_isOpening = false;
  if (!open && m_model->rows()) {
    for (int row = 0; row < m_model->rowCount(); ++row)
      m_closed.insert(m_model->rows()->path(TensorModel::nodeAt(m_model->index(row, 0))));
    if (node > 0) {
      int top = node;
      while (m_model->rows()->node(top).parent > TensorRows::kRoot) top = m_model->rows()->node(top).parent;
      goTo(top);
    }
  }
}

QMenu* TensorTree::columnMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (int column = 1; column < kTensorColumns; ++column) {
    QAction* action = menu->addAction(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    action->setCheckable(true);
    action->setChecked(!m_hidden.contains(column));
    connect(action, &QAction::toggled, this, [this, column](bool on) {
      if (on) m_hidden.remove(column);
      else m_hidden.insert(column);
      shapeColumns();
    });
  }
  menu->addSeparator();
  menu->addAction(tr("Reset the columns"), this, [this] {
    m_hidden.clear();
    m_pulled.clear();
    shapeColumns();
  });
  return menu;
}

void TensorTree::savePosition() {
  if (m_isMoving) return;
  m_isMoving = true;
  if (!m_model->rows() || !currentIndex().isValid()) return;
  m_current = m_model->rows()->path(currentNode());
  const QRect row = visualRect(currentIndex());
  m_offset = viewport()->rect().intersects(row) ? row.top() : -1;
}

void TensorTree::restorePosition() {
  m_isOpening = true;
  if (m_model->isTree()) expandAll();
  setRootIsDecorated(m_model->isTree() && m_model->rows() && m_model->rows()->nodeCount() - 1 > static_cast<int>(m_model->rows()->result().decisions.size()));
  if (m_model->rows() && m_model->isTree() && !m_closed.isEmpty()) {
    for (int node = 1; node < m_model->rows()->nodeCount(); ++node)
      if (!m_model->rows()->node(node).children.empty() && m_closed.contains(m_model->rows()->path(node)))
        if (const QModelIndex index = m_model->indexOf(node); index.isValid()) collapse(index);
  }
  m_isOpening = false;
  shapeColumns();
  showSortMark();
  int node = m_model->rows() && !m_current.isEmpty() ? m_model->rows()->find(m_current) : -1;
  const QModelIndex index = m_model->indexOf(node);
  if (index.isValid()) {
    goTo(node);
    if (m_offset >= 0 && verticalScrollBar()->maximum() > 0) {
      const int rows = (visualRect(index).top() - m_offset) / std::max(1, m_delegate->rowHeight());
      verticalScrollBar()->setValue(verticalScrollBar()->value() + rows);
    }
  } else if (node < 0 && m_model->rowCount() > 0) {
    m_isMoving = false;
    goTo(TensorModel::nodeAt(m_model->index(0, 0)));
  }
  m_isMoving = false;
  viewport()->update();
  Q_EMIT currentMoved();
}

void TensorTree::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  viewport()->update();
  if (m_isMoving || !current.isValid() || !m_model->rows()) return;
  m_current = m_model->rows()->path(TensorModel::nodeAt(current));
  if (TensorModel::nodeAt(current) != TensorModel::nodeAt(previous)) Q_EMIT currentMoved();
}

void TensorTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  QStyle::State state;
  if (selectionModel()->isRowSelected(index.row(), index.parent())) state |= QStyle::State_Selected;
  painter->fillRect(rect, m_delegate->backgroundOf(index, state));
  painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), m_theme.color(Tone::Window));
  QTreeView::drawBranches(painter, rect, index);
}

void TensorTree::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT opened();
    return;
  }
  QTreeView::keyPressEvent(event);
}

void TensorTree::paintEvent(QPaintEvent* event) {
  QTreeView::paintEvent(event);
  if (!currentIndex().isValid()) return;
  QRect row = visualRect(currentIndex());
  if (row.height() <= 0) return;
  row.setLeft(0);
  row.setRight(viewport()->width());
  const QColor color = m_theme.color(hasFocus() ? Tone::Accent : Tone::Muted);
  QPainter painter(viewport());
  painter.fillRect(QRect(0, row.top(), 3, row.height()), color);
  if (!hasFocus()) return;
  painter.fillRect(QRect(0, row.top() - 1, row.width(), 1), color);
  painter.fillRect(QRect(0, row.bottom(), row.width(), 1), color);
}

void TensorTree::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  shapeColumns();
}

QJsonObject TensorTree::saveColumns() const {
  QJsonObject widths;
  for (auto it = m_pulled.cbegin(); it != m_pulled.cend(); ++it) widths[QString::number(it.key())] = it.value();
  QJsonArray hidden;
  for (const int column : m_hidden) hidden.append(column);
  return {{u"widths"_s, widths}, {u"hidden"_s, hidden}};
}

void TensorTree::restoreColumns(const QJsonObject& saved) {
  m_pulled.clear();
  m_hidden.clear();
  const QJsonObject widths = saved["widths"_L1].toObject();
  for (auto it = widths.begin(); it != widths.end(); ++it) {
    bool isNumber = false;
    const int column = it.key().toInt(&isNumber), width = it.value().toInt();
    if (isNumber && column >= 0 && column < kTensorColumns && width >= kMinColumnWidth && width <= kMaxColumnWidth)
      m_pulled[column] = width;
  }
  const QJsonArray hidden = saved["hidden"_L1].toArray();
  for (const auto& each : hidden)
    if (each.toInt(-1) > 0 && each.toInt() < kTensorColumns) m_hidden.insert(each.toInt());
  shapeColumns();
}

}  // namespace plumbline::ui
