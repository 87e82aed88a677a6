// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/group_list.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "ui/overview/group_model.h"
#include "ui/overview/group_text.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kModelShare = 40;  // percent of the second line; config names are the longer ones

constexpr int kBothFrom = 400;   // pixels: less is room for the models alone; the title counts the configs

constexpr int kWideFrom = 560;    // pixels: in a narrower single line the state is one glyph
constexpr int kNamesRoom = 120;  // pixels: below this no name is shown behind the title

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

GroupDelegate::GroupDelegate(const Theme& theme, QObject* parent) : FlatDelegate(theme, parent) {
  GroupDelegate::setTheme(theme);
}

void GroupDelegate::setTheme(const Theme& theme) {
  FlatDelegate::setTheme(theme);
  const QFontMetrics bold(FlatDelegate::bold());
  m_wordWidth = bold.horizontalAdvance(tr("NO SHARD"));
  for (const VerdictClass cls : verdicts::kAllClasses)
    m_wordWidth = std::max(m_wordWidth, bold.horizontalAdvance(theme.classStyle(cls).word));
  m_stateWidth = QFontMetrics(theme.font(TextSize::Small)).horizontalAdvance(u"12 of 345 decided"_s);
}

int GroupDelegate::rowHeight(bool compact) const {
  const int normal = QFontMetrics(theme().font(TextSize::Normal)).height();
  return compact ? normal + kGrid : normal + QFontMetrics(theme().font(TextSize::Small)).height() + kGrid + kGrid / 2;
}

/// Row is one group being painted.
struct GroupDelegate::Row {
  QPainter* painter;
  const overview::Group& group;
  const GroupController::GroupState& state;
  const overview::CommitView& view;
  QRect inside;   ///< without the padding
  QColor text, muted;
  bool stronger;  ///< selected or under the pointer
  int left = 0;   ///< behind the class word
  int height = 0;
  int top = 0;    ///< of the line being painted

  void draw(int x, int width, const QString& line, const QColor& color, Qt::Alignment align = Qt::AlignLeft) const {
    painter->setPen(color);
    painter->drawText(QRect(x, top, width, height), int(align) | Qt::AlignVCenter | Qt::TextSingleLine, line);
  }
  int right() const { return inside.right() + 1; }
  /// names draws models, and configs beside them where there is room for both.
  void names(int x, int width, const QFontMetrics& metrics) const {
    const bool both = width >= kBothFrom;
    const int modelWidth = both ? width * kModelShare / 100 : width;
    draw(x, modelWidth,
         fitted(modelWidth, metrics, [this](std::size_t room) { return overview::groupModels(group, room); }), muted);
    if (!both) return;
    const int configLeft = x + modelWidth + 2 * kGrid;
    const int configWidth = x + width - configLeft;
    draw(configLeft, configWidth,
         fitted(configWidth, metrics, [this](std::size_t room) { return overview::groupConfigs(view, group, room); }),
         muted);
  }
};

void GroupDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const GroupModel*>(index.model());
  if (!model) return;
  const overview::Group& group = model->group(index.row());
  const GroupController::GroupState& state = model->controller().state(model->sourceRow(index.row()));
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const bool hovered = index.row() == hoveredRow();
  const bool done = state.asked > 0 && !state.isOpen();
  painter->save();
  painter->fillRect(option.rect, theme().rowColor(done ? VerdictClass::Pass : group.cls, selected, hovered));
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                    theme().color(Tone::Window));
  Row row{painter,
          group,
          state,
          *model->snapshot()->view,
          option.rect.adjusted(kGrid, kGrid / 2, -kGrid, -kGrid / 2),
          theme().color(Tone::Text),
          theme().mutedColor(selected || hovered),
          selected || hovered};
  paintHead(row);
  if (m_compact) paintOneLine(row);
  else paintTwoLines(row);
  painter->restore();
}

/// paintHead draws glyph and class word; the rest of the line is for the two others.
void GroupDelegate::paintHead(Row& row) const {
  const QFontMetrics bold(FlatDelegate::bold());
  const ClassStyle& style = theme().classStyle(row.group.cls);
  const int slot = bold.height();  // glyphs of different widths stand in one column
  row.top = row.inside.top();
  row.height = bold.height();
  row.painter->setFont(FlatDelegate::bold());
  row.draw(row.inside.left(), slot, style.glyph, style.chip, Qt::AlignHCenter);
  const int word = row.inside.left() + slot + kGrid / 2;
  row.draw(word, m_wordWidth, kindWord(row.group), theme().wordColor(row.group.cls, row.stronger));
  row.left = word + m_wordWidth + 2 * kGrid;
}

void GroupDelegate::paintTwoLines(Row& row) const {
  const QFont& small = theme().font(TextSize::Small);
  const QFontMetrics normal(theme().font(TextSize::Normal)), little(small);
  row.painter->setFont(theme().font(TextSize::Normal));
  const QString rows = rowsText(row.group.members.size());
  const int rowsWidth = normal.horizontalAdvance(rows) + 2;
  row.draw(row.right() - rowsWidth, rowsWidth, rows, row.text, Qt::AlignRight);
  const int titleWidth = std::max(0, row.right() - rowsWidth - 2 * kGrid - row.left);
  row.draw(row.left, titleWidth, normal.elidedText(titleText(row.group), Qt::ElideRight, titleWidth), row.text);

  row.painter->setFont(small);
  row.height = little.height();
  row.top = row.inside.bottom() - row.height;
  row.draw(row.right() - m_stateWidth, m_stateWidth, stateText(row.state), row.text, Qt::AlignRight);
  row.names(row.left, std::max(0, row.right() - m_stateWidth - kGrid - row.left), little);
}

void GroupDelegate::paintOneLine(Row& row) const {
  const QFont& small = theme().font(TextSize::Small);
  const QFontMetrics normal(theme().font(TextSize::Normal)), little(small);
  const bool wide = row.right() - row.left >= kWideFrom;
  row.painter->setFont(theme().font(TextSize::Normal));
  const int rowsWidth = normal.horizontalAdvance(u"1234 rows"_s);  // the same in each line: states end together
  row.draw(row.right() - rowsWidth, rowsWidth, rowsText(row.group.members.size()), row.text, Qt::AlignRight);
  const QString state = wide ? stateText(row.state) : shortState(row.state);
  const int stateWidth = little.horizontalAdvance(state) + 2;
  const int stateLeft = row.right() - rowsWidth - kGrid - stateWidth;
  // The title comes first; the names get the rest.
  const int room = std::max(0, (state.isEmpty() ? row.right() - rowsWidth : stateLeft) - kGrid - row.left);
  const QString title = titleText(row.group);
  const int titleWidth = std::min(room, normal.horizontalAdvance(title) + 2);
  row.draw(row.left, titleWidth, normal.elidedText(title, Qt::ElideRight, titleWidth), row.text);
  row.painter->setFont(small);
  if (!state.isEmpty()) row.draw(stateLeft, stateWidth, state, row.text, Qt::AlignRight);
  const int names = room - titleWidth - 2 * kGrid;
  if (names >= kNamesRoom) row.names(row.left + titleWidth + 2 * kGrid, names, little);
}

GroupList::GroupList(GroupModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent), m_model(model), m_delegate(new GroupDelegate(theme, this)) {
  setAccessibleName(tr("What fails, grouped by cause"));
  setModel(model);
  setRowDelegate(m_delegate);
  horizontalHeader()->hide();
  horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(this, &RecordTable::opened, this, &GroupList::membersRequested);
  connect(this, &QTableView::doubleClicked, this, &GroupList::membersRequested);
  keepPlaceByIndex(*model);
  setTheme(theme);
}

bool GroupList::goToOpen(int direction) {
  return goToNext(direction, [this](int row) { return m_model->isOpen(row); });
}

/// shapeColumns gives each group two lines when all groups of the commit fit, one line otherwise. A filter changes
/// nothing.
void GroupList::shapeColumns() {
  const auto groups = m_model->snapshot() ? static_cast<int>(m_model->snapshot()->groups.size()) : 0;
  const bool compact = groups * m_delegate->rowHeight(false) > viewport()->height();
  if (compact == m_delegate->isCompact()) return;
  m_delegate->setCompact(compact);
  updateRowHeight();
  if (currentIndex().isValid()) scrollTo(currentIndex());
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
