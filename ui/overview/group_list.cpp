// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_list.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <algorithm>

#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kMaxGroupChangeChars = 40, kLongChangeChars = 64;
constexpr int kModelShare = 40;   // percent of what is left for names; config names are the longer ones
constexpr int kBothFrom = 300;    // pixels for names: with less the models have it, beside the number of the configs
constexpr int kMinNamesWidth = 88, kFairNamesWidth = 128, kGoodNamesWidth = 208;
constexpr int kFewConfigsWidth = 104;  // pixels: with less only their number is shown
constexpr int kMinChangeWidth = 112;
constexpr int kShortBelow = 560;  // pixels: decisions are shown without words
constexpr int kMinSinceWidth = 112;

QString configsText(std::size_t count) { return counted(count, GroupList::tr("config"), GroupList::tr("configs")); }

/// fitted shortens the list until it fits with its "and 3 more", so that no ellipsis cuts the count off.
template <typename Cut>
QString fitted(int width, const QFontMetrics& metrics, const Cut& cut) {
  std::size_t room = static_cast<std::size_t>(std::max(1, width / std::max(1, metrics.averageCharWidth())));
  QString text = fromUtf8(cut(room));
  for (int round = 0; round < 6 && metrics.horizontalAdvance(text) > width; ++round) {
    room = room * 5 / 6;
    text = fromUtf8(cut(room));
  }
  return metrics.elidedText(text, Qt::ElideRight, width);
}

}  // namespace

/// Cuts lists of models and configs behind a name, with the number of the rest.
class GroupList::Delegate : public CellDelegate {
 public:
  using CellDelegate::CellDelegate;

 protected:
  QString textOf(const QModelIndex& index, int width, const QFontMetrics& metrics) const override {
    const auto* model = qobject_cast<const GroupModel*>(index.model());
    if (model && index.column() == GroupModel::Models)
      return fitted(width, metrics, [&](std::size_t room) { return overview::groupModels(model->group(index.row()), room); });
    if (model && index.column() == GroupModel::Configs && width < kFewConfigsWidth && model->group(index.row()).configs.size() > 1)
      return metrics.elidedText(configsText(model->group(index.row()).configs.size()), Qt::ElideRight, width);
    if (model && index.column() == GroupModel::Configs)
      return fitted(width, metrics, [&](std::size_t room) {
        return overview::groupConfigs(*model->snapshot()->view, model->group(index.row()), room);
      });
    if (index.column() == GroupModel::RedSince) {  // without the year, where there is no room for it: "11-20, 5 runs"
      QString since = index.data().toString();
      static const QRegularExpression year(u"\\b[0-9]{4}-(?=[0-9]{2}-[0-9]{2}\\b)"_s);
      if (metrics.horizontalAdvance(since) > width) since.remove(year);
      return metrics.elidedText(since, Qt::ElideRight, width);
    }
    return CellDelegate::textOf(index, width, metrics);
  }
};

GroupList::GroupList(GroupModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new Delegate(theme, this)) {
  setAccessibleName(tr("What fails, grouped by cause"));
  setModel(model);
  setRowDelegate(m_delegate);
  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(tr("Columns of the groups"));
  header->setSectionsMovable(false);
  header->setStretchLastSection(false);
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  setSortingEnabled(true);
  connect(header, &QHeaderView::sectionResized, this, [this](int, int before, int now) {
    if (!m_isShaping && before > 0 && now > 0) m_isShapedByUser = true;
  });
  connect(header, &QHeaderView::sortIndicatorChanged, this, &GroupList::shapeColumns);
  connect(this, &RecordTable::opened, this, &GroupList::membersRequested);
  connect(this, &QTableView::doubleClicked, this, &GroupList::membersRequested);
  keepPlaceByIndex(*model);
  setTheme(theme);
}

bool GroupList::goToOpen(int direction) {
  return goToNext(direction, [this](int row) { return m_model->isOpen(row); });
}

/// shapeColumns gives the names what the other columns leave, and some of the change where that is little: the models set
/// groups of one change apart. A narrow table shows the number of the configs only, a very narrow one neither them nor the
/// models: the panel beside it names both.
void GroupList::shapeColumns() {
  if (m_isShaping) return;
  const QScopedValueRollback shaping(m_isShaping, true);
  setColumnHidden(GroupModel::Decision, !m_model->hasDecisions());
  // Once more where a scroll bar came or went meanwhile.
  for (int round = 0, room = -1; round < 2 && room != viewport()->width(); ++round) {
    room = viewport()->width();
    m_model->setShort(room < kShortBelow);
    if (m_isShapedByUser || m_model->rowCount() == 0) return;
    shareWidth(room < kShortBelow);
  }
}

/// titleWidth leaves room for the mark of sorting in the sorted column only: the names have more use for it.
int GroupList::titleWidth(int column) const {
  const QHeaderView* header = horizontalHeader();
  if (header->sortIndicatorSection() == column) return header->sectionSizeHint(column);
  return header->fontMetrics().horizontalAdvance(m_model->headerData(column, Qt::Horizontal).toString()) + 2 * kGrid;
}

void GroupList::shareWidth(bool isNarrow) {
  const QHeaderView* header = horizontalHeader();
  int used = 0;
  setColumnHidden(GroupModel::RedSince, !m_model->hasPast());
  setColumnHidden(GroupModel::Noise, !m_model->hasNoise());
  for (const int column : {GroupModel::Verdict, GroupModel::Change, GroupModel::RedSince, GroupModel::Noise, GroupModel::Rows, GroupModel::Decision}) {
    if (isColumnHidden(column)) continue;
    const int room = column == GroupModel::Decision ? header->fontMetrics().horizontalAdvance(decidedSample(isNarrow)) : 0;
    const int width = std::max({titleWidth(column), room + 2 * kGrid,
                                m_delegate->preferredWidth(*m_model, column, kMaxGroupChangeChars)});
    setColumnWidth(column, width);
    used += width;
  }
  int names = viewport()->width() - used;
  if (names < 0 && !isColumnHidden(GroupModel::Noise)) {
    names += columnWidth(GroupModel::Noise);  // the tooltip has it
    setColumnHidden(GroupModel::Noise, true);
  }
  const int counts = std::max(titleWidth(GroupModel::Configs), fontMetrics().horizontalAdvance(configsText(88)) + 2 * kGrid);
  const int wanted = kGoodNamesWidth + counts;
  if (const int since = columnWidth(GroupModel::RedSince); names < wanted && !isColumnHidden(GroupModel::RedSince)) {
    // Month, day and number of runs are left; the tooltip has all.
    setColumnWidth(GroupModel::RedSince, std::max(std::min(since, kMinSinceWidth), since + names - wanted));
    names += since - columnWidth(GroupModel::RedSince);
  }
  // What is spare goes to the changes; no list of names is hidden for them.
  const int spare = names - (names >= kBothFrom ? kBothFrom : kGoodNamesWidth);
  const int change = columnWidth(GroupModel::Change), whole = m_delegate->preferredWidth(*m_model, GroupModel::Change, kLongChangeChars);
  if (const int more = std::min(spare, whole - change); more > 0) {
    setColumnWidth(GroupModel::Change, change + more);
    names -= more;
  }
  if (const int more = std::min(std::max(kFairNamesWidth, kMinNamesWidth + counts) - names, columnWidth(GroupModel::Change) - kMinChangeWidth); more > 0) {
    setColumnWidth(GroupModel::Change, columnWidth(GroupModel::Change) - more);
    names += more;
  }
  const bool hasModels = names >= kMinNamesWidth, hasBoth = names >= kMinNamesWidth + counts;
  setColumnHidden(GroupModel::Models, !hasModels);
  setColumnHidden(GroupModel::Configs, !hasBoth);
  if (!hasModels) setColumnWidth(GroupModel::Change, std::max(kMinChangeWidth, columnWidth(GroupModel::Change) + names));
  const int models = hasBoth ? std::max(names >= kBothFrom ? names * kModelShare / 100 : 0, std::min(kGoodNamesWidth, names - counts)) : names;
  if (hasModels) setColumnWidth(GroupModel::Models, models);
  if (hasBoth) setColumnWidth(GroupModel::Configs, names - models);
}

void GroupList::resizeEvent(QResizeEvent* event) {
  shapeColumns();
  RecordTable::resizeEvent(event);
}

void GroupList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Right && event->modifiers() == Qt::NoModifier) {
    Q_EMIT membersRequested();
    return;
  }
  RecordTable::keyPressEvent(event);
}

}  // namespace plumbline::ui
