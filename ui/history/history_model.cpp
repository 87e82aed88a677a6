// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/history/history_model.h"

#include <algorithm>
#include <memory>

#include "ui/support/tables/strip_painter.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {
namespace {

constexpr int kKeptStrips = 1024;
constexpr std::size_t kStripsAtOnce = 64;

}  // namespace

HistoryModel::HistoryModel(session::HistoryClient& client, QObject* parent)
    : FilteredModel(parent), m_client(client), m_strips(kKeptStrips) {}

void HistoryModel::reload() {
  using Both = std::pair<Rows, RedSince>;
  m_client.read<Both>(
      this,
      [](history::Store& store) -> base::Result<Both> {
        auto rows = store.strips().rows();
        if (!rows) return base::fail(std::move(rows.error()));
        auto since = store.strips().redSince(*rows);
        if (!since) return base::fail(std::move(since.error()));
        return Both(*std::move(rows), *std::move(since));
      },
      [this](base::Result<Both> both) {
        m_isLoaded = true;
        if (!both) return Q_EMIT failed(both.error());
        m_redSince = std::move(both->second);
        setRows(std::move(both->first));
      });
}

void HistoryModel::setRows(Rows rows) {
  const auto keyOf = [](const history::StripRow& row) { return std::tie(row.model, row.config, row.suite); };
  beginShowRows();
  const std::vector<int> newRows = sameRows(m_rows, rows, [&](const history::StripRow& row) {
    return std::apply([](const auto&... part) { return std::tuple(std::string(part)...); }, keyOf(row));
  });
  m_rows = std::move(rows);
  m_strips.clear();
  endShowRows(matchingRows(), &newRows);
  Q_EMIT loaded();
  showRange(m_first, m_last);
}

void HistoryModel::showRange(int first, int last) {
  m_first = first;
  m_last = last;
  if (m_isReading) return;
  Rows wanted;
  for (int shown = std::max(0, first); shown <= std::min(last, rowCount() - 1) && wanted.size() < kStripsAtOnce;
       ++shown)
    if (const history::StripRow& one = row(shown); one.series > 0 && !m_strips.contains(one.series))
      wanted.push_back(one);
  if (wanted.empty()) return;
  m_isReading = true;
  m_client.read<Strips>(
      this,
      [wanted](history::Store& store) -> base::Result<Strips> {
        auto read = store.strips().strips(wanted);
        if (!read) return base::fail(std::move(read.error()));
        Strips strips;
        for (std::size_t i = 0; i < wanted.size(); ++i) strips.emplace_back(wanted[i].series, std::move((*read)[i]));
        return strips;
      },
      [this](base::Result<Strips> strips) {
        m_isReading = false;
        if (!strips) return Q_EMIT failed(strips.error());
        setStrips(*std::move(strips));
      });
}

void HistoryModel::setStrips(Strips strips) {
  for (auto& [series, strip] : strips) m_strips.insert(series, new history::Strip(std::move(strip)));
  emitAllChanged(*this);
  Q_EMIT stripsRead();
  showRange(m_first, m_last);  // what came on screen in the meantime
}

void HistoryModel::setFilter(const HistoryFilter& filter) {
  m_filter = filter;
  showRows(matchingRows());
}

const history::Strip* HistoryModel::strip(int shown) const { return m_strips.object(row(shown).series); }

qint64 HistoryModel::redSince(std::uint32_t source) const {
  const auto found = m_redSince.find(m_rows[source].series);
  return found == m_redSince.end() ? 0 : found->second;
}

int HistoryModel::find(const std::string& config, const std::string& model) const {
  const auto found = std::ranges::find_if(
      m_rows, [&](const history::StripRow& row) { return row.config == config && row.model == model; });
  return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

std::string_view HistoryModel::sourceName(std::uint32_t source, std::string&) const { return m_rows[source].model; }

int HistoryModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kHistoryColumns; }

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const history::StripRow& now = row(index.row());
  const auto column = static_cast<HistoryColumn>(index.column());
  if (role == Qt::AccessibleTextRole && column == HistoryColumn::Runs) {
    const history::Strip* found = strip(index.row());
    return found != nullptr ? stripSummary(*found) : now.series > 0 ? tr("being read") : tr("no runs");
  }
  if (role == Qt::ToolTipRole && column == HistoryColumn::RedSince && redSince(sourceRow(index.row())) == 0)
    return tr("The newest run is not red");
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  switch (column) {
    case HistoryColumn::Model: return fromUtf8(now.model);
    case HistoryColumn::Config: return fromUtf8(now.config);
    case HistoryColumn::RedSince: return dayText(redSince(sourceRow(index.row())));
    case HistoryColumn::Runs: return {};
  }
  return {};
}

ColumnHead HistoryModel::columnHead(int column) const {
  switch (static_cast<HistoryColumn>(column)) {
    case HistoryColumn::Model: return {tr("Model"), tr("The model's name")};
    case HistoryColumn::Config: return {tr("Config"), tr("What was run")};
    case HistoryColumn::RedSince: return {tr("Red since"), tr("The day of the run since which no run passed")};
    case HistoryColumn::Runs:
      return {tr("Runs"), tr("A cell for each run, the newest at the right; Left and Right go from run to run")};
  }
  return {};
}

QVariant HistoryModel::sortKey(std::uint32_t source) const {
  switch (static_cast<HistoryColumn>(sortColumn())) {
    case HistoryColumn::Model: return fromUtf8(m_rows[source].model);
    case HistoryColumn::Config: return fromUtf8(m_rows[source].config);
    default: break;
  }
  const qint64 since = redSince(source);
  return since == 0 ? QVariant() : QVariant(static_cast<qulonglong>(since));
}

std::vector<std::uint32_t> HistoryModel::matchingRows() const {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t source = 0; source < m_rows.size(); ++source) {
    if (m_filter.isRedOnly && redSince(source) == 0) continue;
    const QString text =
        m_filter.words.isEmpty() ? QString() : fromUtf8(m_rows[source].model) + u' ' + fromUtf8(m_rows[source].config);
    if (std::ranges::all_of(m_filter.words,
                            [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); }))
      rows.push_back(source);
  }
  if (sortColumn() >= 0)
    sortRows(
        rows, [this](std::uint32_t source) { return sortKey(source); }, sortOrder());
  return rows;
}

}  // namespace plumbline::ui
