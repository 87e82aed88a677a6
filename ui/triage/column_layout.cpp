// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/column_layout.h"

#include <QHeaderView>
#include <QJsonArray>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

constexpr int kMinCellWidth = 40;
constexpr int kMaxTitleWidth = 420;
constexpr int kRoomForSortMark = 22;
constexpr int kReasonWidth = 380;
constexpr int kLayoutVersion = 2;
/// Layouts of version 1 hold the width of every column, not only those the user set, so its widths are ignored.
constexpr int kVersionWithAllWidths = 1;

}  // namespace

ColumnLayout::ColumnLayout(QHeaderView* header) : QObject(header), m_header(header) {
  connect(header, &QHeaderView::sectionResized, this, &ColumnLayout::storeWidth);
  connect(header, &QHeaderView::sectionMoved, this, [this] { if (!m_applying) remember(); });
}

void ColumnLayout::hold() { m_applying = true; }

void ColumnLayout::storeWidth(int column, int before, int now) {
  // Hiding and showing go through a width of 0, and the last column gets the rest.
  const bool byPerson = before > 0 && now > 0 && column != m_stretched && column != lastShown();
  if (m_applying || !byPerson || column >= m_columns.count()) return;
  Place& place = m_places[m_columns.at(column).key];
  place.width = now;
  place.advance = fontAdvance();
}

int ColumnLayout::fontAdvance() const { return m_header->fontMetrics().horizontalAdvance(u"0123456789"_s); }

int ColumnLayout::lastShown() const {
  for (int visual = m_header->count() - 1; visual >= 0; --visual)
    if (const int logical = m_header->logicalIndex(visual); !m_header->isSectionHidden(logical)) return logical;
  return -1;
}

void ColumnLayout::apply(const TriageColumns& columns, const std::function<int(int)>& preferredWidth) {
  m_applying = true;
  m_columns = columns;
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
    m_header->setSectionHidden(c, !(known != m_places.cend() ? known->shown : column.shownByDefault));
  }
  m_stretched = lastShown();
  m_applying = false;
}

void ColumnLayout::remember() {
  if (m_header->count() == 0) return;  // no pair: nothing the user could have changed
  m_stretched = lastShown();
  for (int c = 0; c < std::min(m_columns.count(), m_header->count()); ++c) {
    m_places[m_columns.at(c).key].shown = !m_header->isSectionHidden(c);
  }
  QStringList order;
  for (int visual = 0; visual < m_header->count(); ++visual) {
    const int logical = m_header->logicalIndex(visual);
    if (logical < m_columns.count()) order << m_columns.at(logical).key;
  }
  m_order = order == m_columns.keys() ? QStringList() : order;
}

void ColumnLayout::setShown(int column, bool shown) {
  m_header->setSectionHidden(column, !shown);
  remember();
}

bool ColumnLayout::isShown(int column) const { return !m_header->isSectionHidden(column); }

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
        {u"key"_s, it.key()}, {u"width"_s, it->width}, {u"advance"_s, it->advance}, {u"shown"_s, it->shown}};
  return {{u"version"_s, kLayoutVersion}, {u"columns"_s, places}, {u"order"_s, QJsonArray::fromStringList(m_order)}};
}

bool ColumnLayout::restore(const QJsonObject& saved) {
  const int version = saved["version"_L1].toInt();
  if (version != kLayoutVersion && version != kVersionWithAllWidths) return false;
  m_places.clear();
  const QJsonArray places = saved["columns"_L1].toArray();
  for (const QJsonValue& entry : places)
    m_places.insert(entry["key"_L1].toString(), {version == kLayoutVersion ? entry["width"_L1].toInt() : 0,
                                                 entry["advance"_L1].toInt(), entry["shown"_L1].toBool(true)});
  m_order.clear();
  const QJsonArray order = saved["order"_L1].toArray();
  for (const QJsonValue& key : order) m_order << key.toString();
  return true;
}

}  // namespace plumbline::ui
