// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/triage_table.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QJsonArray>
#include <QMenu>
#include <QPainter>
#include <QTableView>
#include <algorithm>
#include <utility>

#include "ui/support/utf8_text.h"
#include "ui/triage/decision_text.h"
#include "ui/triage/run_history.h"
#include "ui/triage/triage_model.h"

namespace plumbline::ui {

using verdicts::VerdictClass;

namespace {

constexpr int kMinCellWidth = 40;
constexpr int kMaxTitleWidth = 420;
constexpr int kRoomForSortMark = 22;
constexpr int kReasonWidth = 380;
constexpr int kMinReasonWidth = 120;
constexpr int kReasonBesideNames = 240;  // the details have all of it
constexpr int kLayoutVersion = 2;
/// Layouts of version 1 hold the width of every column, not only those the user set, so its widths are ignored.
constexpr int kVersionWithAllWidths = 1;

constexpr int kMeasuredRows = 200;     // enough for good widths, quick at any size
constexpr int kMeasuredColumns = 100;  // files with thousands of columns exist by mistake
constexpr int kMaxNameWidth =
    168;  // pixels to begin with; longer names lose their middle until the user resizes the column
constexpr int kMaxPartWidth = 260;    // pixels: one endless status word must not push the rest away

}  // namespace

ColumnLayout::ColumnLayout(QTableView& table)
    : QObject(table.horizontalHeader()), m_table(table), m_header(table.horizontalHeader()) {
  QHeaderView* header = m_header;
  connect(header, &QHeaderView::sectionResized, this, &ColumnLayout::storeWidth);
  connect(header, &QHeaderView::sectionMoved, this, [this] {
    if (m_applying) return;
    remember();
    fitReason();
  });
}

void ColumnLayout::hold() { m_applying = true; }

void ColumnLayout::storeWidth(int column, int before, int now) {
  // Hiding and showing go through a width of 0, and the last column gets the rest.
  const bool byPerson = before > 0 && now > 0 && column != m_stretched && column != lastShown();
  if (m_applying || !byPerson || column >= m_columns.count()) return;
  Place& place = m_places[m_columns.at(column).key];
  place.width = m_widths[static_cast<std::size_t>(column)] = now;
  place.advance = fontAdvance();
  fitReason();
}

void ColumnLayout::fitReason() {
  const int reason = m_columns.indexOf(u"reason"_s);
  if (reason < 0 || m_header->count() != static_cast<int>(m_widths.size()) || m_header->isSectionHidden(reason)) return;
  const int view = m_table.viewport()->width();  // the header learns of it later
  fitRuns(view);
  makeRoom(view);
  if (m_places.value(m_columns.at(reason).key).width > 0) return;
  const int before = m_header->sectionPosition(reason);
  const bool wasApplying = std::exchange(m_applying, true);
  // A short reason with all columns in sight is better than a long one that pushes them out.
  const int left = view - before - widthBehind(reason);
  m_header->resizeSection(reason, left >= kReasonBesideNames ? left : std::max({kMinReasonWidth, left, std::min(view - before, kReasonWidth)}));
  m_applying = wasApplying;
}

/// fitNames widens the names, so that models that differ in their middle are distinct, with what the reason can spare.
void ColumnLayout::fitNames() {
  const int names = m_columns.indexOf(u"model"_s), reason = m_columns.indexOf(u"reason"_s);
  if (names < 0 || reason < 0 || m_header->count() != static_cast<int>(m_widths.size()) || m_header->isSectionHidden(reason)) return;
  const bool isBehind = m_header->visualIndex(names) > m_header->visualIndex(reason);
  if (isBehind || m_places.value(m_columns.at(names).key).width > 0) return;
  const int usual = m_widths[static_cast<std::size_t>(names)];
  makeRoom(m_table.viewport()->width());
  int spare = m_table.viewport()->width() - m_header->sectionPosition(reason) + m_header->sectionSize(names) - kReasonBesideNames;
  if (const int behind = widthBehind(reason); spare - behind >= usual) spare -= behind;
  const bool wasApplying = std::exchange(m_applying, true);
  m_header->resizeSection(names, std::clamp(spare, usual, std::max(usual, m_nameWidth)));
  m_applying = wasApplying;
}

int ColumnLayout::widthBehind(int column) const {
  int width = 0;
  for (int visual = m_header->visualIndex(column) + 1; visual < m_header->count(); ++visual)
    if (const int logical = m_header->logicalIndex(visual); !m_header->isSectionHidden(logical)) width += m_widths[static_cast<std::size_t>(logical)];
  return width;
}

void ColumnLayout::makeRoom(int view) {
  const int reason = m_columns.indexOf(u"reason"_s), names = m_columns.indexOf(u"model"_s);
  const bool wasApplying = std::exchange(m_applying, true);
  const QList<int> before = std::exchange(m_yielding, {});
  for (const int column : before) m_header->setSectionHidden(column, false);
  QList<int> candidates;
  int gain = 0;
  for (int visual = m_header->count() - 1; visual > m_header->visualIndex(reason); --visual) {
    const int column = m_header->logicalIndex(visual);
    const ColumnKind kind = m_columns.at(column).kind;
    const bool mayYield = kind == ColumnKind::Flaky || kind == ColumnKind::Findings || kind == ColumnKind::Metric;
    if (m_header->isSectionHidden(column) || !mayYield || m_places.value(m_columns.at(column).key).isWanted) continue;
    candidates << column;
    gain += m_widths[static_cast<std::size_t>(column)];
  }
  // The names are as narrow as they get; a reason that a person pulled stays.
  const int widened = m_header->sectionSize(names) - m_widths[static_cast<std::size_t>(names)];
  int left = view - m_header->sectionPosition(reason) + widened - widthBehind(reason);
  const bool canFit = left + gain >= kMinReasonWidth && m_places.value(m_columns.at(reason).key).width == 0;
  for (const int column : candidates) {
    if (!canFit || left >= kReasonBesideNames) break;
    m_header->setSectionHidden(column, true);
    m_yielding << column;
    left += m_widths[static_cast<std::size_t>(column)];
  }
  m_stretched = lastShown();
  m_applying = wasApplying;
  // QList's == would hand an empty list's null to memcmp. At the end of apply, apply reports it.
  if (!m_applying && !std::ranges::equal(m_yielding, before)) Q_EMIT shownChanged();
}

/// fitRuns shows fewer runs, at least half of them, where the reason would not fit behind all.
void ColumnLayout::fitRuns(int view) {
  const int runs = m_columns.indexOf(u"runs"_s);
  if (runs < 0 || m_header->isSectionHidden(runs) || m_places.value(m_columns.at(runs).key).width > 0) return;
  const int whole = m_widths[static_cast<std::size_t>(runs)];
  const bool wasApplying = std::exchange(m_applying, true);
  m_header->resizeSection(runs, std::clamp(view - m_header->sectionPosition(runs) - kReasonBesideNames, whole / 2, whole));
  m_applying = wasApplying;
}

int ColumnLayout::fontAdvance() const { return m_header->fontMetrics().horizontalAdvance(u"0123456789"_s); }

int ColumnLayout::lastShown() const {
  for (int visual = m_header->count() - 1; visual >= 0; --visual)
    if (const int logical = m_header->logicalIndex(visual); !m_header->isSectionHidden(logical)) return logical;
  return -1;
}

void ColumnLayout::apply(const TriageColumns& columns, const std::function<int(int)>& preferredWidth, int nameWidth) {
  m_applying = true;
  m_nameWidth = nameWidth;
  m_columns = columns;
  m_yielding.clear();
  const int count = std::min(columns.count(), m_header->count());
  QStringList order = columns.keys();
  if (!m_order.isEmpty()) {
    // Known columns in the user's order; a column never seen stays behind the one it follows in the model.
    QStringList mixed;
    for (const QString& key : m_order)
      if (columns.indexOf(key) >= 0) mixed << key;
    for (int c = 0; c < columns.count(); ++c)
      if (!mixed.contains(columns.at(c).key))
        mixed.insert(c == 0 ? 0 : mixed.indexOf(columns.at(c - 1).key) + 1, columns.at(c).key);
    order = mixed;
  }
  for (int visual = 0; visual < count && !m_order.isEmpty(); ++visual)
    m_header->moveSection(m_header->visualIndex(columns.indexOf(order[visual])), visual);
  m_widths.assign(static_cast<std::size_t>(count), 0);
  for (int c = 0; c < count; ++c) {
    const TriageColumn& column = columns.at(c);
    const auto known = m_places.constFind(column.key);
    int width = known != m_places.cend() ? known->width : 0;
    if (width > 0 && known->advance > 0) width = qRound(double(width) * fontAdvance() / known->advance);
    if (width <= 0) {
      const int title = m_header->fontMetrics().horizontalAdvance(column.title) + kRoomForSortMark;
      width = column.kind == ColumnKind::Reason
                  ? kReasonWidth
                  : std::max({preferredWidth(c), std::min(title, kMaxTitleWidth), kMinCellWidth});
    }
    m_header->resizeSection(c, width);
    m_widths[static_cast<std::size_t>(c)] = width;
    const bool isChosen = known != m_places.cend() && !column.isAutomatic;
    m_header->setSectionHidden(c, !(isChosen ? known->shown : column.shownByDefault));
  }
  m_stretched = lastShown();
  fitNames();
  fitReason();
  m_applying = false;
  Q_EMIT shownChanged();
}

void ColumnLayout::remember() {
  if (m_header->count() == 0) return;  // no pair: nothing the user could have changed
  m_stretched = lastShown();
  for (int c = 0; c < std::min(m_columns.count(), m_header->count()); ++c) {
    m_places[m_columns.at(c).key].shown = isShown(c);
  }
  QStringList order;
  for (int visual = 0; visual < m_header->count(); ++visual) {
    const int logical = m_header->logicalIndex(visual);
    if (logical < m_columns.count()) order << m_columns.at(logical).key;
  }
  m_order = order == m_columns.keys() ? QStringList() : order;
}

void ColumnLayout::setShown(int column, bool shown) {
  m_yielding.removeOne(column);
  m_places[m_columns.at(column).key].isWanted = shown;
  m_header->setSectionHidden(column, !shown);
  remember();
  fitReason();
  Q_EMIT shownChanged();
}

QStringList ColumnLayout::hidden() const {
  QStringList keys;
  for (int c = 0; c < std::min(m_columns.count(), m_header->count()); ++c)
    if (m_header->isSectionHidden(c)) keys << m_columns.at(c).key;
  return keys;
}

bool ColumnLayout::isShown(int column) const { return !m_header->isSectionHidden(column) || m_yielding.contains(column); }

QList<int> ColumnLayout::shown() const {
  QList<int> columns;
  for (int visual = 0; visual < m_header->count(); ++visual)
    if (const int logical = m_header->logicalIndex(visual); isShown(logical)) columns << logical;
  return columns;
}

void ColumnLayout::reset() {
  m_places.clear();
  m_order.clear();
  m_applying = true;
  for (int visual = 0; visual < m_header->count(); ++visual)
    m_header->moveSection(m_header->visualIndex(visual), visual);
  m_applying = false;
}

void ColumnLayout::moveBy(int column, int step) {
  int visual = m_header->visualIndex(column);
  do visual += step;
  while (visual >= 0 && visual < m_header->count() && m_header->isSectionHidden(m_header->logicalIndex(visual)));
  if (visual >= 0 && visual < m_header->count()) m_header->moveSection(m_header->visualIndex(column), visual);
}

QJsonObject ColumnLayout::save() {
  if (m_columns.count() > 0) remember();
  QJsonArray places;
  for (auto it = m_places.cbegin(); it != m_places.cend(); ++it)
    places << QJsonObject{
        {u"key"_s, it.key()}, {u"width"_s, it->width}, {u"advance"_s, it->advance}, {u"shown"_s, it->shown}, {u"wanted"_s, it->isWanted}};
  return {{u"version"_s, kLayoutVersion}, {u"columns"_s, places}, {u"order"_s, QJsonArray::fromStringList(m_order)}};
}

bool ColumnLayout::restore(const QJsonObject& saved) {
  const int version = saved["version"_L1].toInt();
  if (version != kLayoutVersion && version != kVersionWithAllWidths) return false;
  m_places.clear();
  const QJsonArray places = saved["columns"_L1].toArray();
  for (const auto& entry : places)
    m_places.insert(entry["key"_L1].toString(), {version == kLayoutVersion ? entry["width"_L1].toInt() : 0,
                                                 entry["advance"_L1].toInt(), entry["shown"_L1].toBool(true), entry["wanted"_L1].toBool()});
  m_order.clear();
  const QJsonArray order = saved["order"_L1].toArray();
  for (const auto& key : order) m_order << key.toString();
  return true;
}

/// Cell is one cell being painted.
struct TriageDelegate::Cell {
  QPainter* painter;
  QRect text;  ///< inside the padding
  QFontMetrics metrics;
  int column;
  bool stronger;  ///< selected or under the pointer
  const TriageModel* model;
  std::uint32_t source;
  QColor plain;  ///< text that is not muted; muted too once the row is decided
};

void TriageDelegate::setTheme(const Theme& theme) {
  FlatDelegate::setTheme(theme);
  m_strips.setTheme(theme);
}

QSize TriageDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return {preferredWidth(index.column()), rowHeight()};
}

void TriageDelegate::measure(const TriageModel& model) {
  const verdicts::Comparison* comparison = model.comparison();
  if (!comparison) return;
  const QFontMetrics metrics(theme().font(TextSize::Normal));
  // What is shown first, and a sample of all, so that a wider filter does not find its columns too narrow.
  std::vector<std::uint32_t> rows;
  for (int r = 0; r < std::min(model.rowCount(), kMeasuredRows); ++r) rows.push_back(model.sourceRow(r));
  const std::size_t step = comparison->rowCount() / kMeasuredRows + 1;
  for (std::size_t r = 0; r < comparison->rowCount(); r += step) rows.push_back(static_cast<std::uint32_t>(r));

  const auto widen = [&](int& width, const QString& text) {
    // Two pixels more than Qt reports: a text that fits exactly is elided at some scales.
    if (!text.isEmpty())
      width = std::max(width, std::min(kMaxPartWidth, metrics.horizontalAdvance(shortened(text, 120)) + 2));
  };
  m_parts.assign(static_cast<std::size_t>(model.columnCount()), {});
  for (int c = 0; c < std::min(model.columnCount(), kMeasuredColumns); ++c) {
    ColumnParts& parts = m_parts[static_cast<std::size_t>(c)];
    const TriageColumn& column = model.columns().at(c);
    if (column.kind == ColumnKind::Verdict)
      for (const VerdictClass cls : verdicts::kAllClasses)
        parts.whole = std::max(parts.whole, verdictWidth(theme().classStyle(cls).word) - kPadding);
    if (column.kind == ColumnKind::Decision)  // wide enough before the first answer: nothing moves when it comes
      parts.whole = metrics.horizontalAdvance(decisionMark(DecisionController::State::Accepted) + u"  "_s + noteMark());
    if (column.kind == ColumnKind::Runs) parts.text = m_strips.cellWidth() * static_cast<int>(RunHistory::kLastRuns);
    // The reason gets the width that is left.
    if (parts.whole > 0 || column.kind == ColumnKind::Runs || column.kind == ColumnKind::Reason) continue;
    for (const std::uint32_t row : rows) {
      if (column.kind != ColumnKind::Metric) {
        widen(parts.whole, ui::displayText(*comparison, column, row));
        continue;
      }
      const MetricText text =
          metricText(comparison->cell(row, column.metric), comparison->metrics()[column.metric].info);
      if (!column.numeric) {
        widen(parts.text, text.changed ? text.expected + arrowText() + text.actual : text.actual);
        continue;
      }
      widen(parts.actual, text.notMeasured ? notMeasuredText() : text.actual);
      if (!text.notMeasured) widen(parts.delta, text.delta);
      if (text.changed) widen(parts.expected, text.expected);
      parts.arrow = parts.arrow || text.changed;
    }
  }
}

int TriageDelegate::preferredWidth(int column) const {
  if (column < 0 || column >= static_cast<int>(m_parts.size())) return 0;
  const ColumnParts& parts = m_parts[static_cast<std::size_t>(column)];
  if (parts.whole > 0) return std::min(parts.whole, kMaxNameWidth) + kPadding;
  if (parts.text > 0) return parts.text + kPadding;
  int width = parts.actual + kPadding;
  if (parts.arrow)
    width += parts.expected + QFontMetrics(theme().font(TextSize::Normal)).horizontalAdvance(arrowText());
  if (parts.delta > 0) width += kGrid + parts.delta;
  return width;
}

int TriageDelegate::wholeWidth(int column) const {
  return column < 0 || column >= static_cast<int>(m_parts.size()) ? 0 : m_parts[static_cast<std::size_t>(column)].whole + kPadding;
}

void TriageDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const TriageModel*>(index.model());
  if (!model) return;
  const std::uint32_t source = model->sourceRow(index.row());
  const verdicts::ComparedRow& row = model->comparison()->row(source);
  painter->save();
  // What is decided fades: verdict and decision can still be read, the eye goes to what is open.
  const bool decided = model->isDecided(index.row());
  const bool stronger = paintGround(*painter, option, index,
                                    decided ? VerdictClass::Pass : row.excused ? VerdictClass::Flaky : row.cls);
  const QColor muted = theme().mutedColor(stronger);
  const QColor plain = decided ? muted : theme().color(Tone::Text);
  painter->setFont(theme().font(TextSize::Normal));
  const bool quiet = !row.changed && (row.cls == VerdictClass::Pass || row.cls == VerdictClass::ExpectedFail);
  const Cell cell{painter,
                  option.rect.adjusted(kGrid, 0, -kGrid, 0),
                  QFontMetrics(theme().font(TextSize::Normal)),
                  index.column(),
                  stronger,
                  model,
                  source,
                  plain};
  switch (model->columns().at(index.column()).kind) {
    case ColumnKind::Verdict:
      paintVerdict(*painter, option.rect, row.cls, verdictWord(*model->comparison(), source), stronger);
      break;
    case ColumnKind::Decision: paintPlain(cell, index.data().toString(), plain, Qt::ElideRight); break;
    case ColumnKind::Model: paintPlain(cell, index.data().toString(), plain, Qt::ElideMiddle); break;
    case ColumnKind::Metric: paintMetric(cell, index.data(TriageModel::MetricTextRole).value<MetricText>()); break;
    case ColumnKind::Runs:
      if (const history::Strip* runs = model->history() ? model->history()->strip(source) : nullptr) {
        painter->setClipRect(cell.text);
        m_strips.paint(*painter, option.rect.adjusted(kGrid, 0, -kGrid, -1), runs->cells, {});
      }
      break;
    case ColumnKind::Flaky: paintPlain(cell, index.data().toString(), muted, Qt::ElideRight); break;
    case ColumnKind::Findings: paintPlain(cell, index.data().toString(), plain, Qt::ElideRight); break;
    case ColumnKind::Reason: paintPlain(cell, index.data().toString(), quiet ? muted : plain, Qt::ElideRight); break;
  }
  painter->restore();
}

void TriageDelegate::paintPlain(const Cell& cell, const QString& text, const QColor& color,
                                Qt::TextElideMode elide) const {
  if (text.isEmpty()) return;
  cell.painter->setPen(color);
  QString line = shortened(text);
  line.replace(u'\n', u' ');
  cell.painter->drawText(cell.text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         cell.metrics.elidedText(line, elide, cell.text.width()));
}

void TriageDelegate::paintMetric(const Cell& cell, const MetricText& text) const {
  if (cell.column >= static_cast<int>(m_parts.size())) return;
  const ColumnParts& parts = m_parts[static_cast<std::size_t>(cell.column)];
  const int width = cell.text.width();
  const auto laidOut = cell.model->columns().at(cell.column).numeric ? layOutNumbers(text, parts, width, cell.metrics)
                                                                     : layOutWords(text, width, cell.metrics);
  const QColor muted = theme().mutedColor(cell.stronger);
  for (const CellPart& part : laidOut) {
    QColor color = muted;
    const bool now = part.role == PartRole::Actual || part.role == PartRole::Line;
    if (now && text.changed && !text.notMeasured) color = cell.plain;
    if (part.role == PartRole::Delta && text.matters && !text.notMeasured)
      color = theme().wordColor(text.cls, cell.stronger);
    cell.painter->setPen(color);
    cell.painter->drawText(QRect(cell.text.left() + part.left, cell.text.top(), part.width, cell.text.height()),
                           int(part.align) | Qt::AlignVCenter | Qt::TextSingleLine, part.text);
  }
}

namespace {

constexpr int kMaxListed = 40;  // a longer menu would not fit the screen

void addSort(QMenu* menu, TriageModel* model, const QString& text, const verdicts::RowOrder& order) {
  QAction* action = menu->addAction(text);
  action->setCheckable(true);
  action->setChecked(model->order() == order);
  QObject::connect(action, &QAction::triggered, model, [model, order] { model->setOrder(order); });
}

void addSorts(QMenu* menu, TriageModel* model, int column) {
  const TriageColumn& about = model->columns().at(column);
  if (about.kind != ColumnKind::Metric) {
    addSort(menu, model, TriageTable::tr("Sort ascending"), model->columns().orderFor(column, false));
    addSort(menu, model, TriageTable::tr("Sort descending"), model->columns().orderFor(column, true));
    return;
  }
  const auto order = [&](verdicts::MetricSide side, bool descending) {
    return verdicts::RowOrder{verdicts::OrderBy::Metric, about.metric, side, descending};
  };
  using verdicts::MetricSide;
  addSort(menu, model, TriageTable::tr("Sort by actual, ascending"), order(MetricSide::Actual, false));
  addSort(menu, model, TriageTable::tr("Sort by actual, descending"), order(MetricSide::Actual, true));
  addSort(menu, model, TriageTable::tr("Sort by expected, ascending"), order(MetricSide::Expected, false));
  addSort(menu, model, TriageTable::tr("Sort by expected, descending"), order(MetricSide::Expected, true));
  if (!about.numeric) return;
  addSort(menu, model, TriageTable::tr("Sort by change, largest rise first"), order(MetricSide::Delta, true));
  addSort(menu, model, TriageTable::tr("Sort by change, largest drop first"), order(MetricSide::Delta, false));
}

}  // namespace

TriageTable::TriageTable(TriageModel* model, const Theme& theme, QWidget* parent)
    : RecordTable(theme, parent),
      m_model(model),
      m_delegate(new TriageDelegate(theme, this)),
      m_layout(new ColumnLayout(*this)) {
  setAccessibleName(tr("Models"));
  setModel(model);
  setRowDelegate(m_delegate);
  QHeaderView* header = horizontalHeader();
  header->setAccessibleName(tr("Columns of the models"));
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& at) {
    Q_EMIT columnMenuRequested(header->logicalIndexAt(at), header->mapToGlobal(at));
  });
  setSortingEnabled(true);
  connect(this, &RecordTable::opened, this, &TriageTable::detailsRequested);
  keepPlaceByName(*model);
  connect(this, &RecordTable::currentMoved, this, [this] {
    Q_EMIT currentModelChanged(currentIndex().isValid() ? m_model->sourceRow(currentIndex().row()) : verdicts::kNoRow);
  });
  connect(model, &TriageModel::modelAboutToBeReset, m_layout, &ColumnLayout::hold);
  connect(model, &TriageModel::modelReset, this, &TriageTable::shapeColumns);
  connect(model, &TriageModel::columnsChanged, this, &TriageTable::shapeColumns);
  connect(model, &TriageModel::orderChanged, this, &TriageTable::showSortMark);
  connect(m_layout, &ColumnLayout::shownChanged, this, [this] { m_model->setHiddenColumns(m_layout->hidden()); });
  setTheme(theme);
}

void TriageTable::shapeColumns() {
  if (!m_model->comparison()) return;
  m_delegate->measure(*m_model);
  m_layout->apply(m_model->columns(), [this](int column) { return m_delegate->preferredWidth(column); },
                  m_delegate->wholeWidth(m_model->columns().indexOf(u"model"_s)));
  showSortMark();
}

void TriageTable::resizeEvent(QResizeEvent* event) {
  RecordTable::resizeEvent(event);
  m_layout->fitNames();
  m_layout->fitReason();
}

void TriageTable::resetColumns() {
  m_layout->reset();
  shapeColumns();
}

void TriageTable::showSortMark() {
  const verdicts::RowOrder& order = m_model->order();
  const int column = order == verdicts::RowOrder{} ? -1 : m_model->columns().columnOf(order);
  const QSignalBlocker quiet(horizontalHeader());
  horizontalHeader()->setSortIndicator(column, order.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
  horizontalHeader()->viewport()->update();
}

/// Another column of the same row changes what can be done: the metric that can be accepted.
void TriageTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  RecordTable::currentChanged(current, previous);
  if (current.isValid() && current.row() == previous.row()) Q_EMIT currentMoved();
}

bool TriageTable::goToOpen(int step) {
  return goToNext(step, [this](int row) { return m_model->isOpen(row); });
}

QMenu* makeColumnMenu(TriageTable* table, TriageModel* model, int column) {
  auto* menu = new QMenu(table);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (column >= 0 && column < model->columns().count()) {
    addSorts(menu, model, column);
    menu->addSeparator();
  }
  addSort(menu, model, TriageTable::tr("Worst first, then file order"), {});
  menu->addSeparator();
  if (column >= 0 && column < model->columns().count()) {
    menu->addAction(TriageTable::tr("Move left"), table, [table, column] { table->columnLayout().moveBy(column, -1); });
    menu->addAction(TriageTable::tr("Move right"), table,
                    [table, column] { table->columnLayout().moveBy(column, +1); });
    menu->addSeparator();
  }
  for (int c = 0; c < std::min(model->columns().count(), kMaxListed); ++c) {
    QAction* action = menu->addAction(model->columns().at(c).title);
    action->setCheckable(true);
    action->setChecked(table->columnLayout().isShown(c));
    // The name cannot be hidden; decisions come and go by themselves.
    action->setEnabled(model->columns().at(c).kind != ColumnKind::Model && !model->columns().at(c).isAutomatic);
    QObject::connect(action, &QAction::toggled, table,
                     [table, c](bool on) { table->columnLayout().setShown(c, on); });
  }
  menu->addSeparator();
  menu->addAction(TriageTable::tr("Reset the columns"), table, [table] { table->resetColumns(); });
  return menu;
}

}  // namespace plumbline::ui
