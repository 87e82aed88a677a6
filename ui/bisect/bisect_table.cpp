// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bisect/bisect_table.h"

#include <QHeaderView>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "ui/support/utf8_text.h"
#include "ui/theme/plain_paint.h"

namespace plumbline::ui {
namespace {

constexpr int kNameChars = 18, kTitleChars = 60, kBarChars = 14, kRoleChars = 24, kCountChars = 8;
constexpr int kNumberWidth = 8;  // average characters of "100.0 %"

QString wholeCommit(const sources::BisectState& state, std::size_t commit) {
  const std::string subject = state.subjects.empty() ? "" : ' ' + state.subjects[commit];
  return shortened(fromUtf8(state.commits[commit] + subject), 200).simplified();
}

}  // namespace

QString shownCommit(const sources::BisectState& state, std::size_t commit) {
  return shortened(fromUtf8(reports::commitTitle(state, commit)), 200).simplified();
}

void BisectModel::show(const session::BisectPtr& bisection) {
  const bool isSame = m_bisection && bisection && m_bisection->state.commits == bisection->state.commits;
  if (isSame) {
    m_bisection = bisection;
    emitAllChanged(*this);
    return;
  }
  beginResetRows();
  m_bisection = bisection;
  endResetRows(matchingRows());
}

std::vector<std::uint32_t> BisectModel::matchingRows() const {
  std::vector<std::uint32_t> rows(sourceRowCount());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

QString BisectModel::commitAt(int row) const {
  return row < 0 || row >= rowCount() ? QString() : fromUtf8(m_bisection->state.commits[sourceRow(row)]);
}

int BisectModel::rowOfNext() const {
  if (!m_bisection) return -1;
  return rowOf(static_cast<std::uint32_t>(m_bisection->next ? m_bisection->next->commit : m_bisection->culprit));
}

QString BisectModel::roleOf(std::size_t commit) const {
  QStringList roles;
  if (commit == 0) roles << tr("good end");
  if (commit + 1 == sourceRowCount()) roles << tr("bad end");
  if (m_bisection->next && m_bisection->next->commit == commit) {
    roles << (m_bisection->next->repeats == 1 ? tr("\u25b6 run next") : tr("\u25b6 run next, %1 times").arg(m_bisection->next->repeats));
  } else if (!m_bisection->state.results.empty() && m_bisection->culprit == commit) {
    roles << (m_bisection->next ? tr("most probable") : tr("\u25c6 answer"));
  }
  return roles.join(u", "_s);
}

int BisectModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(BisectColumn::Count);
}

QString BisectModel::text(std::size_t commit, BisectColumn column) const {
  const auto countText = [](std::size_t count) { return count == 0 ? u"\u2013"_s : grouped(count); };
  switch (column) {
    case BisectColumn::Commit: return shownCommit(m_bisection->state, commit);
    case BisectColumn::Role: return roleOf(commit);
    case BisectColumn::Passes: return countText(m_bisection->counts[commit].passes);
    case BisectColumn::Fails: return countText(m_bisection->counts[commit].fails);
    case BisectColumn::Probability: return u"%1 %"_s.arg(100 * m_bisection->posterior[commit], 0, 'f', 1);
    case BisectColumn::Count: break;
  }
  return {};
}

QVariant BisectModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::size_t commit = sourceRow(index.row());
  const auto column = static_cast<BisectColumn>(index.column());
  switch (role) {
    case Qt::DisplayRole: return text(commit, column);
    case Qt::ToolTipRole:
      return tr("%1: first bad with %2; passed %3, failed %4")
          .arg(wholeCommit(m_bisection->state, commit), text(commit, BisectColumn::Probability),
               grouped(m_bisection->counts[commit].passes), grouped(m_bisection->counts[commit].fails));
    case Qt::AccessibleTextRole: return columnHead(index.column()).title + u": "_s + text(commit, column);
    case Qt::TextAlignmentRole: return alignmentOf(columnHead(index.column()).isNumeric);
    case ShareRole: return m_bisection->posterior[commit];
    default: return {};
  }
}

ColumnHead BisectModel::columnHead(int column) const {
  switch (static_cast<BisectColumn>(column)) {
    case BisectColumn::Commit: return {tr("Commit"), tr("Oldest first: the good end, those between, the bad end")};
    case BisectColumn::Role: return {tr("What it is"), tr("An end, the commit to run next, the most probable one")};
    case BisectColumn::Passes: return {tr("Passed"), tr("Runs that passed"), true};
    case BisectColumn::Fails: return {tr("Failed"), tr("Runs that failed"), true};
    case BisectColumn::Probability:
      return {tr("First bad"), tr("Probability that this commit is the first bad one; of the first commit, that the good end is bad already")};
    case BisectColumn::Count: break;
  }
  return {};
}

void BisectDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  painter->save();
  const bool isStronger = paintGround(*painter, option, index, verdicts::VerdictClass::Pass);
  const QRect room = option.rect.adjusted(kGrid, 0, -kGrid, -1);
  const auto column = static_cast<BisectColumn>(index.column());
  const QFontMetrics metrics(theme().font(TextSize::Normal));
  painter->setFont(theme().font(TextSize::Normal));
  painter->setPen(column == BisectColumn::Role ? theme().mutedColor(isStronger) : theme().color(Tone::Text));
  if (column == BisectColumn::Probability) {
    const int number = kNumberWidth * metrics.averageCharWidth();
    const double share = index.data(BisectModel::ShareRole).toDouble();
    const QRect bar(room.left(), room.top() + kGrid / 2, std::max(0, room.width() - number - kGrid), room.height() - kGrid);
    const int filled = share <= 0 ? 0 : std::max(1, static_cast<int>(share * bar.width()));
    painter->fillRect(QRect(bar.topLeft(), QSize(filled, bar.height())), theme().color(Tone::Accent));
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, index.data().toString());
  } else {
    const auto align = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
    painter->drawText(room, int(align) | Qt::TextSingleLine,
                      metrics.elidedText(index.data().toString(), column == BisectColumn::Commit ? Qt::ElideRight : Qt::ElideMiddle,
                                         room.width()));
  }
  painter->restore();
}

BisectTable::BisectTable(BisectModel* model, const Theme& theme, QWidget* parent) : RecordTable(theme, parent) {
  setAccessibleName(tr("Commits of the bisection"));
  setModel(model);
  setRowDelegate(new BisectDelegate(theme, this));
  setSelectionMode(SingleSelection);
  horizontalHeader()->setAccessibleName(tr("Columns of the bisection"));
  horizontalHeader()->setStretchLastSection(true);
  connect(model, &QAbstractItemModel::modelReset, this, &BisectTable::shapeColumns);
  setTheme(theme);
}

/// shapeColumns leaves the subjects what the other columns and a short bar do not need.
void BisectTable::shapeColumns() {
  const int letter = QFontMetrics(theme().font(TextSize::Normal)).averageCharWidth();
  const auto set = [&](BisectColumn column, int letters) { setColumnWidth(static_cast<int>(column), letters * letter + 2 * kGrid); };
  const auto* shown = qobject_cast<BisectModel*>(model());
  const bool hasSubjects = shown != nullptr && shown->bisection() && !shown->bisection()->state.subjects.empty();
  const int left = (viewport()->width() - 10 * kGrid) / letter - kRoleChars - 2 * kCountChars - kBarChars;
  set(BisectColumn::Commit, hasSubjects ? std::clamp(left, kNameChars, kTitleChars) : kNameChars);
  set(BisectColumn::Role, kRoleChars);
  set(BisectColumn::Passes, kCountChars);
  set(BisectColumn::Fails, kCountChars);
}

void BisectTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  shapeColumns();
}

}  // namespace plumbline::ui
